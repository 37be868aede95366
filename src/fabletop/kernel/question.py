"""What a person is asked and told: questions, refusals and errors, in words."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Label:
    """How an answer is shown to a person."""

    words: str
    thing: str = ""  # what it is done to, named as in the view: "cell 3,4", "hand NV03", "deck"; or ""
    to: str = ""  # where it leads, named likewise
    sure: str = ""  # a warning, where a person should confirm this answer before it is given
    ends: str = ""  # what then follows at once, for those who want to be asked before that
    vain: bool = False  # it is allowed, and would do nothing now


@dataclass(frozen=True, slots=True)
class Option:
    """One answer: what a person does with one click."""

    action: int
    verb: str
    thing: str  # as in Label
    words: str
    sure: str = ""
    to: str = ""
    ends: str = ""
    vain: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked now. For all whom it does not ask (see State.asks), `options` is empty."""

    seat: int | None  # who is asked, or who speaks for a group that is; None when the game is over
    prompt: str
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is not possible: the rule, and words for this very case."""

    rule: str
    words: str

    def __str__(self) -> str:
        return f"{self.words} ({self.rule})"


class Illegal(ValueError):
    """An action that is not one of legal(). Nothing was changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class Mistake(ValueError):
    """Something a person gave us is wrong: an option, a file, a name. The words say what would be right."""


def did_you_mean(given: str, known: list[str]) -> str:
    """' Did you mean ...? ' or the whole list, for the end of an error message."""
    from difflib import get_close_matches

    close = get_close_matches(given, known, 1)
    return f"did you mean {close[0]!r}?" if close else "choose one of " + ", ".join(map(repr, known))
