"""What the arguments of Coraline's cards may be: people, places, regions."""

from typing import Any

from fabletop.games.coraline import cards as c
from fabletop.kernel.effects.kinds import AnyOf, Kind, Names, any_of, bits, counted
from fabletop.kernel.effects.reader import Reader
from fabletop.kernel.effects.text import Speech
from fabletop.kernel.question import did_you_mean

MOST = 5  # the largest number in a program
HELPERS = tuple(range(c.FIRST_HELPER, c.CHARACTERS))

Place = tuple[int, int, tuple[int, ...]]  # where, how far, which rooms


class CoralineNames(Names):
    """The things of an edition, and which characters have a room with their portrait."""

    def __init__(self, homes: list[int], **kinds: list[tuple[str, ...]]) -> None:
        super().__init__(**kinds)
        self.homes = homes


class Somebody(Kind):
    """A helper, or any one of them; to the engine bits of characters."""

    name = "character"

    def read(self, reader: Reader) -> tuple[int, ...]:
        if reader.accept("helper"):
            return HELPERS
        at = reader.token.at
        who = reader.named("character")
        if who < c.FIRST_HELPER:
            reader.wrong(f"write {'CORALINE' if who == c.CORALINE else 'BELDAM'}(...) to move her", at)
        return (who,)

    def expects(self, names: Names) -> str:
        return "the name of a character, or helper"

    def numbers(self, value: tuple[int, ...]) -> list[int]:
        return [bits(value)]

    def text(self, value: tuple[int, ...], names: Names) -> str:
        return "helper" if value == HELPERS else names.text("character", value[0])

    def words(self, value: tuple[int, ...], speech: Speech) -> str:
        return any_of([speech.called("character", one) for one in value])

    def offers(self, names: Names) -> list[str]:
        return ["helper", *names.usual("character")[c.FIRST_HELPER :]]


class Leaving(Somebody):
    """Whom REMOVE takes off the board: a helper, or up to n of those in Coraline's room (<=n here)."""

    def read(self, reader: Reader) -> Any:
        if not reader.accept("<="):
            return (1, super().read(reader), c.AT_ANY)
        n = reader.number(1, MOST)
        reader.word(["here"])
        return (n, HELPERS, c.AT_HERE)

    def numbers(self, value: Any) -> list[int]:
        n, who, where = value
        return [n, bits(who), where]

    def text(self, value: Any, names: Names) -> str:
        n, who, where = value
        return f"<={n} here" if where == c.AT_HERE else super().text(who, names)

    def words(self, value: Any, speech: Speech) -> str:
        n, who, where = value
        if where == c.AT_HERE:
            return f"up to {counted(n, 'helper')} from Coraline's room"
        return f"{super().words(who, speech)} from the board"

    def offers(self, names: Names) -> list[str]:
        return ["<=2 here", *super().offers(names)]


class Where(Kind):
    """A room, one of some ("A/B"), or one of these words; `<=n` rooms off, `stalk n`, `@` a character."""

    name = "place"
    known: dict[str, int] = {}  # noqa: RUF012
    far = stalks = follows = False

    def read(self, reader: Reader) -> Place:
        if self.far and reader.accept("<="):
            return (c.WITHIN, reader.number(1, MOST), ())
        if self.stalks and reader.accept("stalk"):
            return (c.STALK, reader.number(1, MOST), ())
        at = reader.token.at
        if self.follows and reader.accept("@"):
            reader.named("character")
            return self.there(reader, at)
        phrase = reader.phrase()
        if phrase == "there" and "there" in self.known:
            return self.there(reader, at)
        if phrase in self.known:
            return (self.known[phrase], 0, ())
        rooms = [self.room(reader, phrase, at)]
        while reader.accept("/"):
            at = reader.token.at
            rooms.append(self.room(reader, reader.phrase(), at))
        return (c.AT_ROOMS, 0, tuple(dict.fromkeys(rooms)))

    def there(self, reader: Reader, at: int) -> Place:
        if not any(step.verb.name == "PLACE" for step in reader.done):
            reader.wrong("this is where PLACE went, but no PLACE comes before it", at)
        return (c.AT_THERE, 0, ())

    def room(self, reader: Reader, phrase: str, at: int) -> int:
        rooms = reader.names.numbers["room"]
        if phrase.lower() not in rooms:
            seen = repr(phrase) if phrase else reader.seen()
            reader.wrong(f"{seen} is no room; {did_you_mean(phrase.lower(), [*rooms, *self.known])}", at)
        return rooms[phrase.lower()]

    def canonical(self, value: Place) -> Place:
        where, reach, rooms = value
        return (where, reach, tuple(sorted(rooms)))

    def expects(self, names: Names) -> str:
        return any_of(["a room", "several parted by '/'", *self.examples()])

    def examples(self) -> list[str]:
        more = ["<=2"] * self.far + ["stalk 1"] * self.stalks + ["@Cat"] * self.follows
        return [*self.known, *more]

    def numbers(self, value: Place) -> list[int]:
        where, reach, rooms = value
        return [where, reach, bits(rooms)]

    def text(self, value: Place, names: Names) -> str:
        where, reach, rooms = value
        if where == c.AT_ROOMS:
            return AnyOf("room").text(rooms, names)
        if where in (c.WITHIN, c.STALK):
            return f"{'<=' if where == c.WITHIN else 'stalk '}{reach}"
        return next(word for word, number in self.known.items() if number == where)

    def words(self, value: Place, speech: Speech) -> str:
        where, reach, rooms = value
        said = {
            c.AT_HERE: "in Coraline's room",
            c.AT_ANY: "in any room",
            c.WITHIN: f"in a room at most {counted(reach, 'step')} from Coraline",
            c.AT_BELDAM: "in the Beldam's room",
            c.AT_HOME: "in the room with their portrait",
            c.AROUND: "in Coraline's room or an adjacent one",
            c.AT_THERE: "there",
        }
        return said.get(where) or f"in {AnyOf('room').words(rooms, speech)}"

    def offers(self, names: Names) -> list[str]:
        return [*names.usual("room"), *self.examples()]


class Destination(Where):
    """Where Coraline or the Beldam goes."""

    far = True

    def words(self, value: Place, speech: Speech) -> str:
        where, reach, rooms = value
        said = {
            c.WITHIN: "to an adjacent room" if reach == 1 else f"up to {reach} rooms",
            c.STALK: f"{counted(reach, 'step')} toward Coraline",
            c.AT_THERE: "there",
            c.AT_ANY: "to any room",
            c.AT_HERE: "to Coraline's room",
        }
        return said.get(where) or f"to {AnyOf('room').words(rooms, speech)}"


class HerWay(Destination):
    """Coraline's."""

    known = {"any": c.AT_ANY, "there": c.AT_THERE}  # noqa: RUF012
    follows = True


class BeldamsWay(Destination):
    known = {"any": c.AT_ANY, "here": c.AT_HERE}  # noqa: RUF012
    stalks = True


class Spot(Where):
    """Where a helper is placed."""

    known = {"any": c.AT_ANY, "here": c.AT_HERE, "beldam": c.AT_BELDAM, "home": c.AT_HOME}  # noqa: RUF012
    far = True


class Region(Where):
    """Where Treasures are revealed."""

    known = {  # noqa: RUF012
        "any": c.AT_ANY,
        "here": c.AT_HERE,
        "here+adj": c.AROUND,
        "there": c.AT_THERE,
    }
