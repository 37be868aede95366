"""Listing the options of a question, and finding the one a person means."""

from collections.abc import Sequence

from fabletop.kernel.question import Mistake, Option

FEW = 8  # so many options need no headings
LONG = 40  # longer lines are not repeated in full
SHOWN = 5  # of many candidates, so many are named


def grouped(options: Sequence[Option]) -> list[tuple[str, list[Option]]]:
    """The options under their verbs, in the order of the question; one group without a name if few. Answers
    that lead a thing to one of many places stand under what they have in common."""
    groups: dict[str, list[Option]] = {}
    for option in options:
        groups.setdefault(leading(option) or option.verb, []).append(option)
    if len(options) <= FEW or (len(groups) == 1 and not leading(options[0])):
        return [("", list(options))]
    return list(groups.items())


def place(option: Option) -> str:
    """Where an answer leads, if its words end with that."""
    name = option.to.partition(" ")[2]
    return name if name and option.words.endswith(f" {name}") else ""


def leading(option: Option) -> str:
    """The words of an answer but for where it leads: "Henry’s rabbit to"."""
    return option.words.removesuffix(place(option)).strip() if place(option) else ""


def listed(options: Sequence[Option]) -> list[Option]:
    """The options in the order of their numbers."""
    return [option for _, group in grouped(options) for option in group]


def find_answer(text: str, options: Sequence[Option]) -> Option:
    """The option with this number, or whose words begin so; a Mistake if there is none, or several."""
    number = text.lstrip("#").rstrip(".")
    if number.lstrip("-").isdecimal():
        if len(number) > LONG or not 1 <= int(number) <= len(options):
            raise Mistake(f"There is no answer {brief(number)}: type a number from 1 to {len(options)}.")
        return options[int(number) - 1]
    found = beginning_so(text, options) or speaking_of(text, options)
    if len(found) == 1:
        return found[0]
    if not found:
        raise Mistake(
            f"No answer here begins with {brief(text)!r}: type a number, or 'help' for what can be typed."
        )
    names = "; ".join(option.words for option in found[:SHOWN])
    more = f"; and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
    raise Mistake(
        f"{brief(text)!r} could mean {len(found)} answers: {names}{more}. Type a number, or more words."
    )


def beginning_so(text: str, options: Sequence[Option]) -> list[Option]:
    """Options whose words begin with the text; only the one that is the text, if there is one."""
    wanted = plain(text)
    same = [option for option in options if plain(option.words) == wanted]
    return same or [option for option in options if plain(option.words).startswith(wanted)]


def speaking_of(text: str, options: Sequence[Option]) -> list[Option]:
    """Options in whose words all words of the text occur, each at the beginning of a word."""
    wanted = plain(text).split()
    return [o for o in options if wanted and all(begins_a_word(w, plain(o.words)) for w in wanted)]


def begins_a_word(start: str, words: str) -> bool:
    return any(word.startswith(start) or word.strip("([{").startswith(start) for word in words.split())


def brief(text: str) -> str:
    """What a person typed, not too much of it."""
    return text if len(text) <= LONG else text[: LONG - 1] + "…"


def plain(text: str) -> str:
    """For comparing: small letters, straight quotes, single spaces."""
    return " ".join(text.casefold().replace("’", "'").replace("‘", "'").split())
