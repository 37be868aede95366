"""Tables for small stories: a moment of Coraline, laid out with a few keywords.

    tale = table("Quick Fingers", coraline="theater", revealed=["theater-eye"])
    tale.play("Quick Fingers").done().take("theater-eye")
    assert "theater-eye" in tale.satchel

The cards are those of the house edition of 0.1, which no longer change; tests of the present one give it as
`edition`. It is the Story Phase of seat 0, who holds the cards named first. Things are called by id or name.
What is not mentioned is as at the start of a game: the other Coraline cards are in the deck, or, where `deck`
names what is left of it (the top first), discarded. Beldam cards do nothing unless `woes` names them (the
next one first); `woes_only` makes those the last of their deck.
"""

import re
from typing import Any, cast

from fabletop.games.coraline import cards as c
from fabletop.games.coraline import table as t
from fabletop.games.coraline import verbs as v
from fabletop.games.coraline.edition import CoralineEdition
from fabletop.games.coraline.game import GAME
from fabletop.games.coraline.table import Table
from fabletop.games.coraline.text import THINGS
from fabletop.games.coraline.turn import begin_turn
from fabletop.kernel.action import act, thing_of, verb_of
from fabletop.kernel.bits import bit
from fabletop.kernel.effects.engine import END
from fabletop.kernel.game import Json
from fabletop.kernel.journal import Journal

__all__ = [
    "GAME",
    "HOUSE",
    "STARTERS",
    "TODAY",
    "TREASURES",
    "Tale",
    "card",
    "character",
    "edition_with",
    "room",
    "table",
    "thing",
    "woe",
]

HOUSE = cast(CoralineEdition, GAME.read_edition(GAME.former["house-0.1"]))
TODAY = cast(CoralineEdition, GAME.edition("house"))
NUMBERS = {name: verb for verb, name in GAME.verbs.items()}


def index(things: list[Any], name: str) -> int:
    found = [n for n, one in enumerate(things) if name.lower() in (one.id.lower(), one.name.lower())]
    assert len(found) == 1, f"{len(found)} things are called {name!r}"
    return found[0]


def card(name: str) -> int:
    return index(HOUSE.coraline, name)


def woe(name: str) -> int:
    return index(HOUSE.beldam, name)


def room(name: str) -> int:
    return index(HOUSE.rooms, name)


def thing(name: str) -> int:
    return index(HOUSE.objects, name)


def character(name: str) -> int:
    return index(HOUSE.characters, name)


NAMED = {
    v.PLAY: card,
    v.WALK: card,
    v.PICK: card,
    v.SLIDE: card,
    v.DISCARD: card,
    v.RECALL: card,
    v.GO: room,
    v.OBJECT: thing,
    v.WHO: character,
}
LISTS: dict[int, list[Any]] = {
    v.GO: HOUSE.rooms,
    v.OBJECT: HOUSE.objects,
    v.WHO: HOUSE.characters,
}


class Tale:
    """A table, and what is done at it."""

    def __init__(self, state: Table) -> None:
        self.state = state
        self.journal = state.journal = Journal()

    # --- doing -----------------------------------------------------------------------------------

    def action(self, verb: str, what: str | int = 0) -> int:
        number = NUMBERS[verb]
        return int(act(number, NAMED[number](what) if isinstance(what, str) else what))

    def do(self, verb: str, what: str | int = 0) -> "Tale":
        self.state.apply(self.action(verb, what))
        assert GAME.audit(self.state) == []
        return self

    def play(self, name: str) -> "Tale":
        return self.do("play", name)

    def walk(self, name: str, to: str) -> "Tale":
        return self.do("walk", name).do("go", to)

    def go(self, name: str) -> "Tale":
        return self.do("go", name)

    def take(self, name: str) -> "Tale":
        return self.do("object", name)

    def done(self) -> "Tale":
        return self.do("done")

    def skip(self) -> "Tale":
        """Pass, and exchange nothing."""
        self.do("pass")
        return self.done() if self.asks("slide") else self

    # --- asking ----------------------------------------------------------------------------------

    def asks(self, verb: str) -> bool:
        return verb in self.verbs

    @property
    def verbs(self) -> set[str]:
        return {GAME.verbs[int(verb_of(action))] for action in self.state.legal()}

    def offered(self, verb: str) -> list[str]:
        """The things that a verb may be done to now, by id; numbers for seats and places."""
        number = NUMBERS[verb]
        found = [int(thing_of(action)) for action in self.state.legal() if verb_of(action) == number]
        things = LISTS.get(number, HOUSE.coraline if THINGS.get(number) == c.CARDS else None)
        return [str(n) if things is None else things[n].id for n in found]

    def may(self, verb: str, what: str | int = 0) -> bool:
        return self.action(verb, what) in self.state.legal()

    def refused(self, verb: str, what: str | int = 0) -> str:
        """The rule that forbids it; '' if nothing does."""
        refusal = GAME.explain(self.state, int(self.state.seat), self.action(verb, what))
        return refusal.rule if refusal else ""

    def why_not(self, verb: str, what: str | int = 0) -> str:
        """The words of the refusal."""
        refusal = GAME.explain(self.state, int(self.state.seat), self.action(verb, what))
        assert refusal
        return refusal.words

    # --- looking ---------------------------------------------------------------------------------

    @property
    def view(self) -> Json:
        return GAME.view(self.state, None)

    def where(self, name: str) -> str | None:
        number = self.state.where[character(name)]
        return HOUSE.rooms[number].id if number >= 0 else None

    def lies(self, name: str) -> str:
        place = self.state.lies[thing(name)]
        if place == t.SATCHEL:
            return "satchel"
        if place == t.BOXED:
            return "box"
        return HOUSE.rooms[place].id

    def hidden(self, name: str) -> bool:
        return bool(self.state.hidden >> thing(name) & 1)

    @property
    def satchel(self) -> list[str]:
        return list(self.view["satchel"])

    def hand(self, seat: int = 0) -> list[str]:
        return [one["id"] for one in GAME.view(self.state, seat)["hand"]]

    @property
    def discarded(self) -> list[str]:
        return list(self.view["discard"])

    @property
    def ended(self) -> str | None:
        ending: str | None = self.view["ending"]
        return ending

    @property
    def seat(self) -> int:
        return int(self.state.seat)

    def told(self, seat: int | None = None) -> list[str]:
        return [entry.words for entry in GAME.tell(self.state, self.journal.rows, seat)]

    def kinds(self) -> list[str]:
        return [entry.kind for entry in GAME.tell(self.state, self.journal.rows, None)]


# --- Editions -------------------------------------------------------------------------------------


def edition_with(**does: str) -> CoralineEdition:
    """The usual cards, but some do something else: edition_with(B01="TEAR(2)")."""
    text = GAME.former["house-0.1"].read_text("utf-8")
    for one, effect in does.items():
        text, found = re.subn(rf'(id = "{one}"\n(?:.*\n)*?does = )".*"', rf'\1"{effect}"', text, count=1)
        assert found, one
    return cast(CoralineEdition, GAME.edition_of(text, "mine"))


# --- Laying out -----------------------------------------------------------------------------------


def calm_box(edition: CoralineEdition, named: list[str]) -> c.Box:
    """An edition, but only these Beldam cards do anything."""
    box = edition.box
    assert box is not None
    kept = {woe(name) for name in named}
    return c.Box(
        beside=list(box.beside),
        kitchen=int(box.kitchen),
        living_room=int(box.living_room),
        homes=list(box.homes),
        starts=list(box.starts),
        needs=list(box.needs),
        first=list(box.first),
        woes=[int(row) if n in kept else END for n, row in enumerate(box.woes)],
        program=box.program,
        victory=int(box.victory),
    )


def table(
    *hand: str,
    players: int = 1,
    hands: dict[int, list[str]] | None = None,
    deck: list[str] | None = None,
    discard: list[str] | None = None,
    woes: list[str] | None = None,
    woes_only: bool = False,
    coraline: str = "kitchen",
    beldam: str = "living-room",
    helpers: dict[str, str] | None = None,
    satchel: list[str] | None = None,
    revealed: list[str] | None = None,
    lying: dict[str, str] | None = None,
    moon: int = 1,
    black: list[int] | None = None,
    concede: bool = False,
    edition: CoralineEdition = HOUSE,
    partly: bool = True,
) -> Tale:
    opening = GAME.opening(players, {"concede": "on" if concede else "off"}, edition)
    state = Table(opening, t.Terms(calm_box(edition, woes or []), players, concede, partly))
    lay_cards(state, {0: list(hand), **(hands or {})}, deck, discard or [])
    lay_woes(state, [woe(name) for name in woes or []], woes_only)
    state.where[c.CORALINE] = room(coraline)
    state.where[c.BELDAM] = room(beldam)
    for who, at in (helpers or {}).items():
        state.where[character(who)] = room(at)
    lay_objects(state, satchel, revealed or [], lying or {})
    state.moon = moon
    state.round = 1
    for seat in black or []:
        state.black |= bit(seat)
    state.push(0)
    begin_turn(state, 0)
    state.settle()
    assert GAME.audit(state) == []
    return Tale(state)


def lay_cards(state: Table, hands: dict[int, list[str]], deck: list[str] | None, discard: list[str]) -> None:
    for seat, names in hands.items():
        for name in names:
            state.at[card(name)] = seat
            state.hands[seat] += 1
    for name in discard:
        state.at[card(name)] = t.DISCARDED
    top = [card(name) for name in deck or []]
    rest = [one for one in range(c.CARDS) if state.at[one] == t.IN_DECK and one not in top]
    if deck is not None:
        for one in rest:
            state.at[one] = t.DISCARDED
        rest = []
    for place, one in enumerate([*rest, *reversed(top)]):
        state.deck[place] = one
    state.left = len(rest) + len(top)


def lay_woes(state: Table, top: list[int], only: bool) -> None:
    rest = [one for one in range(c.CARDS) if one not in top]
    if only:
        for place, one in enumerate(rest):
            state.woes_done[place] = one
        rest = []
    for place, one in enumerate([*rest, *reversed(top)]):
        state.woes[place] = one
    state.woes_left = len(rest) + len(top)


def lay_objects(state: Table, satchel: list[str] | None, revealed: list[str], lying: dict[str, str]) -> None:
    starters = [one.id for one in HOUSE.objects[: c.STARTERS]]
    for number, one in enumerate(HOUSE.objects):
        if number >= c.STARTERS:
            state.lies[number] = one.start
            state.hidden |= bit(number)
        else:
            state.lies[number] = t.SATCHEL if satchel is None or one.id in satchel else t.BOXED
    for name in satchel if satchel is not None else starters:
        state.lies[thing(name)] = t.SATCHEL
        state.hidden &= ~bit(thing(name))
    for name, at in lying.items():
        state.lies[thing(name)] = room(at)
        state.hidden &= ~bit(thing(name))
    for name in revealed:
        state.hidden &= ~bit(thing(name))


TREASURES = ["key", "globe", "circus-eye", "garden-eye", "theater-eye"]
STARTERS = ["looking-stone", "military-cap", "garden-shears"]
