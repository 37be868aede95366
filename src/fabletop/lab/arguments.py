"""What people ask for on a command line, in the form the lab wants it."""

from collections.abc import Sequence

from fabletop.kernel.question import Mistake


def options_from(words: Sequence[str]) -> dict[str, str]:
    """["hero=alice", "stall=on"] as a dict."""
    options: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not (name and equals and value):
            raise Mistake(f"an option is given as name=value, not {word!r}")
        if name in options:
            raise Mistake(f"option {name!r} is given twice")
        options[name] = value
    return options


def seats_from(words: str) -> list[str]:
    """ "greedy,random" as a list."""
    names = [name.strip() for name in words.split(",")]
    if not all(names):
        raise Mistake(f"seats are names of bots with commas between them, like greedy,random; not {words!r}")
    return names
