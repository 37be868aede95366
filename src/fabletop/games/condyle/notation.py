"""What the steps of cards speak of: who and where, how far, how many, out of what."""

from typing import Any, cast

from fabletop.games.condyle import cards as c
from fabletop.kernel.effects.kinds import AnyOf, Kind, Names, Word, any_of, bits, counted
from fabletop.kernel.effects.reader import Reader
from fabletop.kernel.effects.text import Speech

WHO = {
    "you": (c.YOU, "you"),
    "other": (c.OTHER, "another player"),
    "others": (c.OTHERS, "every other player"),
    "any": (c.ANY, "any player"),
    "all": (c.EVERYBODY, "everyone"),
    "pawn": (c.PAWN, "any pawn"),
    "it": (c.IT, "{it}"),
    "next": (c.NEXT_PLAYER, "the next player"),
}
MOST = 9
RULES = {  # that hold on a space or by a Permanent card: which, how much, and in words
    "HAND_SAFE": (c.HAND_SAFE, 1, "nobody else can take cards out of your hand"),
    "PILE_SAFE": (c.PILE_SAFE, 1, "nobody else can steal from your pile"),
    "MOVE_SAFE": (c.MOVE_SAFE, 1, "nobody else can move you"),
    "CEMETERY_SAFE": (c.CEMETERY_SAFE, 1, "the Cemetery costs you nothing"),
    "NO_HIGHWAY": (c.NO_HIGHWAY, 1, "the Highway gives you nothing"),
    "NO_HAUNT": (c.NO_HAUNT, 1, "beginning a turn with Benny brings you no Haunted card"),
    "HAND_OPEN": (c.HAND_OPEN, 1, "your hand lies open"),
    "STEAL-1": (c.STEAL_LESS, 1, "each of your thefts takes one card less"),
    "BENNY+2": (c.BENNY_MORE, 2, "screams in your turns move Benny 2 farther"),
    "MOVE+1": (c.MOVE_MORE, 1, "your moves may be 1 longer"),
    "MOVE+2": (c.MOVE_MORE, 2, "your moves may be 2 longer"),
    "MOVE-1": (c.MOVE_MORE, -1, "your moves are 1 shorter"),
}

Whom = tuple[str, str, tuple[int, ...]]  # who; "", "here", "near", "on" or "off"; which spaces


class CardSpeech(Speech):
    it = "that player"  # whom the steps so far have spoken of

    def called(self, kind: str, number: int) -> str:
        """A space in running words."""
        return "the cul-de-sac" if number == c.CUL_DE_SAC else self.names.text(kind, number).title()


class Spaces(AnyOf):
    """One or more spaces, in the order in which they are written."""

    def read(self, reader: Reader) -> tuple[int, ...]:
        found = [reader.named(self.name)]
        while reader.accept("/"):
            found.append(reader.named(self.name))
        return tuple(dict.fromkeys(found))

    def words(self, value: tuple[int, ...], speech: Speech) -> str:
        return " or ".join(speech.called(self.name, space) for space in value)


SPACES = Spaces("space")


class Aim(Kind):
    """Whom a step is done to, and where they must be: other, any@TOWN/ALLEY, others@!TOWN, other@near."""

    name = "player"

    def __init__(self, *allowed: str) -> None:
        self.allowed = allowed or tuple(WHO)

    def read(self, reader: Reader) -> Whom:
        who = reader.word(self.allowed)
        if not reader.accept("@"):
            return (who, "", ())
        if reader.at("here", "near"):
            return (who, reader.next().text, ())
        where = "off" if reader.accept("!") else "on"
        return (who, where, SPACES.read(reader))

    def expects(self, names: Names) -> str:
        return any_of([repr(word) for word in self.allowed])

    def numbers(self, value: Whom) -> list[int]:
        who, where, spaces = value
        mask = {"": 0, "here": c.HERE, "near": c.NEAR, "on": 0, "off": c.NOT_THERE}[where] + bits(spaces)
        return [WHO[who][0], mask]

    def text(self, value: Whom, names: Names) -> str:
        who, where, spaces = value
        if where in ("on", "off"):
            where = "!" * (where == "off") + SPACES.text(spaces, names)
        return f"{who}@{where}" if where else who

    def words(self, value: Whom, speech: Speech) -> str:
        who, where, spaces = value
        named = WHO[who][1].format(it=cast(CardSpeech, speech).it)
        if where == "here":
            return f"{named} on your space"
        if where == "near":
            return f"{named} on your space or next to it"
        if where:
            return f"{named} {'not on' if where == 'off' else 'on'} {SPACES.words(spaces, speech)}"
        return named

    def offers(self, names: Names) -> list[str]:
        return [*self.allowed, *(f"{who}@{place}" for who in self.allowed for place in ("here", "near"))]


class HowFar(Kind):
    """3, 2/4 (either) or <=3 (up to)."""

    name = "spaces"

    def read(self, reader: Reader) -> tuple[int, int]:
        if reader.accept("<="):
            return (reader.number(1, MOST), c.UP_TO)
        if reader.token.kind != "number":
            reader.wrong(f"expected spaces like 3, 2/4 or <=3, not {reader.seen()}")
        first = reader.number(1, MOST)
        return (first, reader.number(1, MOST) if reader.accept("/") else 0)

    def expects(self, names: Names) -> str:
        return "spaces like 3, 2/4 or <=3"

    def numbers(self, value: tuple[int, int]) -> list[int]:
        return list(value)

    def text(self, value: tuple[int, int], names: Names) -> str:
        n, other = value
        return f"<={n}" if other == c.UP_TO else f"{n}/{other}" if other else str(n)

    def words(self, value: tuple[int, int], speech: Speech) -> str:
        n, other = value
        if other == c.UP_TO:
            return f"up to {counted(n, 'space')}"
        return f"{n} or {other} spaces" if other else counted(n, "space")

    def offers(self, names: Names) -> list[str]:
        return ["3", "2/4", "<=3"]


class Many(Kind):
    """A number, or all."""

    name = "number"

    def read(self, reader: Reader) -> int:
        return c.EVERYTHING if reader.accept("all") else reader.number(1, MOST)

    def expects(self, names: Names) -> str:
        return f"a number from 1 to {MOST}, or all"

    def numbers(self, value: int) -> list[int]:
        return [value]

    def text(self, value: int, names: Names) -> str:
        return "all" if value == c.EVERYTHING else str(value)

    def offers(self, names: Names) -> list[str]:
        return [*map(str, range(1, MOST + 1)), "all"]


class Where(Kind):
    """A space, or any."""

    name = "space"

    def read(self, reader: Reader) -> int:
        return c.ANY_SPACE if reader.accept("any") else reader.named("space")

    def expects(self, names: Names) -> str:
        return "the name of a space, or any"

    def numbers(self, value: int) -> list[int]:
        return [value]

    def text(self, value: int, names: Names) -> str:
        return "any" if value == c.ANY_SPACE else names.text("space", value)

    def words(self, value: int, speech: Speech) -> str:
        return "any other space" if value == c.ANY_SPACE else speech.called("space", value)

    def offers(self, names: Names) -> list[str]:
        return ["any", *names.usual("space")]


class Manner(Word):
    """A word at the end that changes what an argument before it said of HOW."""

    def __init__(self, numbers: dict[str, int]) -> None:
        super().__init__(numbers, default="")

    def numbers(self, value: str) -> list[int]:
        return [self.known[value]] if value else []


def top(n: int) -> str:
    """The cards that come off a pile first."""
    return "the top card" if n == 1 else f"the top {n} cards"


def own(value: Any) -> bool:
    """Whether an aim is the player of the card."""
    return bool(value[0] == "you")
