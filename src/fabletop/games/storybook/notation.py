"""What a Plot Twist's steps and requirements take, as it is written and as it is said (SB-VOCAB.16)."""

from itertools import takewhile
from typing import NamedTuple, cast

from fabletop.games.storybook import cards as c
from fabletop.kernel.effects.kinds import Kind, Names, Number, Word, bits
from fabletop.kernel.effects.nodes import Step, Test
from fabletop.kernel.effects.reader import Reader
from fabletop.kernel.effects.text import Speech
from fabletop.kernel.question import did_you_mean

WHOSE = {"my": c.MY, "enemy": c.ENEMY, "any": c.MY | c.ENEMY}
WORDS = {
    "up": c.UP,
    "down": c.DOWN,
    "ally": c.ALLY,
    "facing": c.FACING,
    "crowded": c.CROWDED,
    "doomed": c.DOOMED,
    "revealed": c.REVEALED,
}
OPEN = c.UP | c.DOOMED | c.REVEALED  # what is said of face-up cards only
TURNED = ["not at all", "a quarter right", "half round", "a quarter left"]


class TeamNames(Names):
    """The cards of a Twist's own team, by name or id; their numbers are their places in the deck."""

    def __init__(self, cards: list[tuple[str, str]], ally: bool) -> None:
        super().__init__(card=[*cards])
        self.first = c.TEAM_SIZE if ally else 0

    def card(self, place: int) -> str:
        return self.text("card", place - self.first)

    def named_in(self, phrase: str) -> tuple[int, str]:
        """The place of the card that a phrase begins with, or -1, and the rest of it."""
        for spelling in sorted(self.numbers["card"], key=len, reverse=True):
            if f"{phrase} ".lower().startswith(f"{spelling} "):
                return self.first + self.numbers["card"][spelling], phrase[len(spelling) :].strip()
        return -1, phrase


# --- Which cards ------------------------------------------------------------------------------------


class Which(NamedTuple):
    bits: int
    named: int  # the place of a named card in the deck, or -1

    def says(self, bit: int) -> bool:
        return bool(self.bits & bit)


THAT_CARD = Which(c.IT, -1)


class Cards(Kind):
    """Cards in play by words that must all fit: "my up facing", "Queen of Hearts up"; or "it"."""

    name = "cards"

    def read(self, reader: Reader) -> Which:
        at = reader.token.at
        phrase = reader.phrase()
        if phrase == "it":
            return THAT_CARD
        named, rest = cast(TeamNames, reader.names).named_in(phrase)
        found = c.MY if named >= 0 else 0
        unknown = " ".join(takewhile(lambda word: word not in WHOSE and word not in WORDS, rest.split()))
        for word in rest.split():
            if word not in WHOSE and word not in WORDS:
                known = [*WHOSE, *WORDS, *reader.names.usual("card")]
                there = at + max(0, reader.text[at:].find(unknown or word))
                reader.wrong(
                    f"{(unknown or word)!r} is not known; {did_you_mean(unknown or word, known)}", there
                )
            found |= WHOSE.get(word, 0) | WORDS.get(word, 0)
        self.check(reader, Which(found, named), phrase, at)
        return Which(found, named)

    def check(self, reader: Reader, which: Which, phrase: str, at: int) -> None:
        if not which.says(c.MY | c.ENEMY):
            reader.wrong(f"{phrase!r} does not say whose: add my, enemy or any", at)
        if which.named >= 0 and which.says(c.ENEMY):
            reader.wrong(f"{phrase!r}: a named card is always one of your own", at)
        if (which.named >= 0 or which.says(c.ALLY)) and not which.says(OPEN):
            reader.wrong(f"{phrase!r} names a card or an Ally, so it must say 'up': others cannot check", at)

    def expects(self, names: Names) -> str:
        return "cards, such as 'my up' or 'enemy facing'"

    def numbers(self, value: Which) -> list[int]:
        return [*value]

    def text(self, value: Which, names: Names) -> str:
        if value == THAT_CARD:
            return "it"
        whose = next((word for word, bit in WHOSE.items() if value.bits & (c.MY | c.ENEMY) == bit), "")
        first = cast(TeamNames, names).card(value.named) if value.named >= 0 else whose
        return " ".join([first, *(word for word, bit in WORDS.items() if value.says(bit))])

    def words(self, value: Which, speech: Speech) -> str:
        return cast(TwistSpeech, speech).target(value)

    def offers(self, names: Names) -> list[str]:
        return [*WHOSE, *WORDS, *names.usual("card"), "it"]


CARDS = Cards()


class TwistSpeech(Speech):
    """How a Plot Twist speaks: of the card that its requirement has just named, as "that card"."""

    choice = "choose"

    def __init__(self, names: TeamNames, needs: tuple[Test, ...] = ()) -> None:
        super().__init__(names)
        self.spoken = [value.bits for test in needs for value in test.values if isinstance(value, Which)]

    def name(self, which: Which) -> str:
        return cast(TeamNames, self.names).card(which.named)

    def one_of(self, which: Which) -> str:
        if which.named >= 0:
            return self.name(which)
        return f"one of {whose(which)}{noun(which, many=True)}" if whose(which) else f"a {noun(which)}"

    def target(self, which: Which) -> str:
        if which == THAT_CARD:
            return "it"
        if which.named >= 0:
            return self.name(which)
        said = circumstances(which)
        if said and which.bits in self.spoken:
            return that_one(which)
        return self.one_of(which) + (f" that {' and '.join(said)}" if said else "")


def that_one(which: Which) -> str:
    """A card that was spoken of together with others."""
    if which.says(c.DOOMED):
        return "the card in peril"
    return "that enemy card" if not which.says(c.MY) else "that card of yours"


def noun(which: Which, many: bool = False) -> str:
    """The kind of card: "face-up Ally card"."""
    kinds = [(c.UP, "face-up"), (c.DOWN, "face-down"), (c.ALLY, "Ally")]
    return " ".join([*(word for bit, word in kinds if which.says(bit)), "cards" if many else "card"])


def whose(which: Which) -> str:
    if which.says(c.MY):
        return "" if which.says(c.ENEMY) else "your "
    return "the enemy's "


def circumstances(which: Which) -> list[str]:
    """What is said of the card besides whose it is and how it lies, as predicates."""
    beside = "a face-up enemy card" if which.says(c.MY) else "one of your face-up cards"
    said = [
        (which.named >= 0 and not which.says(c.DOOMED), "is face up"),
        (which.says(c.FACING), f"is beside {beside}"),
        (which.says(c.CROWDED), "has two or more enemy cards beside it"),
        (which.says(c.DOOMED), "is being captured"),
        (which.says(c.REVEALED), "has just been turned up by the enemy's Reveal"),
    ]
    return [words for holds, words in said if holds]


# --- How many, how far, how long --------------------------------------------------------------------


class UpToOrAll(Number):
    """Up to so many, or "all" of them."""

    ALL = 60

    def read(self, reader: Reader) -> int:
        return self.ALL if reader.accept("all") else super().read(reader)

    def numbers(self, value: int) -> list[int]:
        return [value, int(value == self.ALL)]

    def text(self, value: int, names: Names) -> str:
        return "all" if value == self.ALL else str(value)


class Turns(Kind):
    """Which quarter turns clockwise may be chosen: "any", or such as "1/3"."""

    name = "turns"
    ANY = (0, 1, 2, 3)

    def read(self, reader: Reader) -> tuple[int, ...]:
        if reader.accept("any"):
            return self.ANY
        found = [reader.number(0, 3)]
        while reader.accept("/"):
            found.append(reader.number(0, 3))
        return tuple(found)

    def expects(self, names: Names) -> str:
        return "'any', or quarter turns such as 1/3"

    def numbers(self, value: tuple[int, ...]) -> list[int]:
        return [bits(value)]

    def text(self, value: tuple[int, ...], names: Names) -> str:
        return "any" if value == self.ANY else "/".join(map(str, value))

    def words(self, value: tuple[int, ...], speech: Speech) -> str:
        return "as you like" if value == self.ANY else " or ".join(TURNED[turn] for turn in value)

    def offers(self, names: Names) -> list[str]:
        return ["any", "1/3", "2"]


TURNS = Turns()


class Change(Number):
    """More or fewer: "+1"."""

    def text(self, value: int, names: Names) -> str:
        return f"{value:+}" if value else "0"


UNTIL = Word(
    {"EOB": c.UNTIL_BATTLE, "SONT": c.UNTIL_START, "EONT": c.UNTIL_END},
    {
        "EOB": "until the end of this turn's Battle",
        "SONT": "until your next turn starts",
        "EONT": "until your next turn ends",
    },
)


# --- What no kind of argument can see alone ---------------------------------------------------------


def check_step(step: Step, reader: Reader) -> None:
    """Whether the cards that a step speaks of can be meant by it."""
    which = next((value for value in step.values if isinstance(value, Which)), None)
    if which is None:
        return
    before = [token for token in reader.tokens if token.at < step.at]
    if which == THAT_CARD and (not before or before[-1].text in ("(", "|", ":")):
        reader.wrong("'it' is the card of the step before, but this is the first step", step.at)
    face = getattr(step.verb, "face", "")
    if (face == "up" and not which.says(OPEN | c.IT)) or (face == "down" and not which.says(c.DOWN)):
        reader.wrong(f"{step.verb.name} is for face-{face} cards only: add {face!r}", step.at)
