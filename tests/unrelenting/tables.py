"""Tables for small stories: a moment of The Unrelenting Other in a few words.

    tale = house("tilly", tilly="1-D3", slots={"tilly": "F01 F02i DS-A"}, dice="34")
    tale.do("to", "2-C3")
    assert tale.refused("collect", "2-p43") == "UO-BLOCK.1"

The turn named first is about to begin. Characters stand where the keywords say, or out of the way in
the corners of the first floor; rabbits likewise in the corners of the basement/yard. `slots` gives
items by id: F01 shows control, F01i insanity, DS-A! is a foreign stopper. All other items lie at home
unless `lying` says where, or `spent` that they are out. `dice` are pairs of digits for the rolls to come.
"""

from collections.abc import Mapping
from typing import cast

import fabletop
from fabletop.games.unrelenting import board as b
from fabletop.games.unrelenting import items, turn
from fabletop.games.unrelenting import table as t
from fabletop.games.unrelenting import verbs as v
from fabletop.games.unrelenting.edition import LEVEL_KEYS, UnrelentingEdition
from fabletop.games.unrelenting.game import GAME
from fabletop.games.unrelenting.text import KEYS, ROLE_KEYS
from fabletop.kernel.action import act
from fabletop.kernel.game import Entry, Json
from fabletop.kernel.journal import Journal
from fabletop.kernel.rng import Loaded
from fabletop.kernel.snapshot import fields

CORNERS = {"henry": "1-A1", "catherine": "1-H1", "tilly": "1-A6", "carleton": "1-H6"}
HOLES = {"henry": "B-A1", "catherine": "B-H1", "tilly": "B-A6", "carleton": "B-H6"}
NUMBERS = {name: verb for verb, name in GAME.verbs.items()}
OUTSIDE = "outside"
ELSEWHERE = {"F16": "B-p11"}  # what lies at the entrance
HOUSE_FILE = GAME.home / "editions" / "former" / "house-0.1.toml"  # a board that never changes
HOUSE = cast(UnrelentingEdition, GAME.edition(HOUSE_FILE))
Thing = str | tuple[str, str]


def space(name: str, edition: UnrelentingEdition = HOUSE) -> int:
    """1-E6 as a number."""
    level, cell = name.split("-")
    found = edition.plan.cell(cell[0], cell[1:])
    assert found is not None, f"there is no space {name}"
    return LEVEL_KEYS.index(level) * b.STRIDE + found


def place(name: str, edition: UnrelentingEdition = HOUSE) -> int:
    """1-p43 as a number."""
    level, point = name.split("-p")
    found = edition.plan.point(int(point[0]), int(point[1]))
    assert found is not None, f"there is no point {name}"
    return LEVEL_KEYS.index(level) * b.STRIDE + found


def house(
    player: str = "henry",
    *,
    night: bool = False,
    cycle: int = 2,
    dice: str = "",
    rabbits: Mapping[str, str] | None = None,
    slots: Mapping[str, str] | None = None,
    lying: Mapping[str, str] | None = None,
    spent: str = "",
    ladders: Mapping[str, str] | None = None,
    away: bool = False,
    long_gone: bool = False,
    divided: bool = False,
    follows: bool = False,
    half: str = "",
    edition: UnrelentingEdition = HOUSE,
    options: Mapping[str, str] | None = None,
    people: Mapping[str, str] | None = None,
    **stands: str,
) -> "Tale":
    opening = GAME.opening(4, {"characters": "seats", **(options or {})}, edition)
    state = GAME.blank(opening)
    turn.set_up(state)
    state.depth = 0
    tale = Tale(state, edition)
    state.cycle, state.night = cycle, int(night)
    for name, where in ({**CORNERS, **(people or {}), **stands}).items():
        state.stands[KEYS.index(name)] = t.AWAY if where == OUTSIDE else space(where, edition)
    for name, where in ({**HOLES, **(rabbits or {})}).items():
        state.rabbit[KEYS.index(name)] = space(where, edition)
    if away:
        state.stands[t.HENRY], state.away = t.AWAY, t.LONG_GONE if long_gone else t.LEFT_TODAY
    tale.fill(slots or {}, lying or {}, spent.split())
    for ladder, cell in (ladders or {}).items():
        names = next(one.slots for one in edition.ladders if one.id == ladder)
        setattr(state, ladder, names.index(cell))
    state.divided, state.follows = int(divided), int(follows)
    tilly = state.stands[t.TILLY]
    state.half = int(half == "east") if half or tilly < 0 else state.board.half(tilly)
    state.journal = Journal()
    state.rng = Loaded(1, [int(number) - 1 for number in dice], [])
    turn.begin_turn(state, KEYS.index(player))
    state.settle()
    return tale


def start(seed: int = 1, **options: str) -> "Tale":
    """A game from its first question on."""
    opening = GAME.opening(4, options, HOUSE)
    state = GAME.blank(opening)
    state.journal = Journal()
    state.rng = fabletop.seeded(seed)
    state.begin()
    assert isinstance(opening.edition, UnrelentingEdition)
    return Tale(state, opening.edition)


def eight(side: str = "", but: str = "") -> str:
    """Eight items, all of one side: eight(), eight("i"); or seven and another."""
    names = [f"F0{n}{side}" for n in range(1, 9)]
    return " ".join([*names[:7], but] if but else names)


class Tale:
    """A game in words: what is done, what is refused, and what the table then looks like."""

    def __init__(self, state: t.Table, edition: UnrelentingEdition) -> None:
        self.state = state
        self.edition = edition

    # --- laying out ------------------------------------------------------------------

    def fill(self, slots: Mapping[str, str], lying: Mapping[str, str], spent: list[str]) -> None:
        state = self.state
        for name, listed in slots.items():
            for text in listed.split():
                item = self.item(text.rstrip("i!"))
                state.lies[state.at[item]] = 0
                items.put_into_slot(state, item, KEYS.index(name))
                state.mad |= text.endswith("i") << item
                state.foreign |= text.endswith("!") << item
        for name, where in lying.items():
            state.lies[state.at[self.item(name)]] = 0
            items.lay(state, self.item(name), place(where, self.edition))
        for name in spent:
            state.lies[state.at[self.item(name)]] = 0
            state.at[self.item(name)] = t.AWAY

    def item(self, name: str) -> int:
        return next(i for i, item in enumerate(self.edition.items) if item.id == name)

    # --- doing -----------------------------------------------------------------------

    def action(self, verb: str, thing: Thing = "") -> int:
        """An answer in words as a number: action("to", "1-E6")."""
        return int(act(NUMBERS[verb], self.number(verb, thing)))

    def number(self, verb: str, thing: Thing) -> int:
        if verb == "hop":
            return KEYS.index(thing[0]) * b.PLACES + space(thing[1], self.edition)
        if isinstance(thing, tuple):
            stopper = self.item(thing[0]) - int(self.state.board.first_stopper)
            return stopper * t.PLAYERS + KEYS.index(thing[1])
        if verb == "to":
            return space(thing, self.edition)
        if verb == "collect":
            return place(thing, self.edition)
        if verb in ("pay", "turn", "remove"):
            return self.slot(thing)
        if verb in ("character", "rabbit", "carry"):
            return KEYS.index(thing)
        if verb == "role":
            return ROLE_KEYS.index(thing)
        if verb == "side":
            return ["control", "insanity"].index(thing)
        if verb == "ladder":
            return self.edition.ladders[int(self.state.arg(0))].slots.index(thing)
        return 0

    def slot(self, name: str) -> int:
        """The slot of the asked player that holds an item; or a slot by its number from 1."""
        if name.isdecimal():
            return int(name) - 1
        at = int(self.state.at[self.item(name)]) - t.IN_SLOT
        assert at // t.SLOTS == self.state.player_of(self.state.seat), f"{name} is not in these slots"
        return at % t.SLOTS

    def do(self, verb: str, *things: Thing) -> "Tale":
        """Once for each thing, or once without."""
        for thing in things or ("",):
            action = self.action(verb, thing)
            assert self.state.allows(action), GAME.explain(self.state, self.seat, action)
            self.state.apply(action)
            assert GAME.audit(self.state) == []
        return self

    def hop(self, **rabbits: str) -> "Tale":
        """Move rabbits in this order; a plan that is complete is confirmed."""
        self.do("hop", *rabbits.items())
        return self.do("done") if self.verbs == {"done"} else self

    def may(self, verb: str, thing: Thing = "") -> bool:
        action = self.action(verb, thing)
        allowed = action in self.state.legal()
        assert (GAME.explain(self.state, self.seat, action) is None) == allowed
        return allowed

    def refused(self, verb: str, thing: Thing = "") -> str:
        """The rule that forbids an answer; trying it changes nothing."""
        return self.refusal(verb, thing).rule

    def refusal(self, verb: str, thing: Thing = "") -> fabletop.Refusal:
        action = self.action(verb, thing)
        assert action not in self.state.legal(), f"{verb} {thing} is allowed"
        before = {name: getattr(self.state, name) for name in fields(self.state)}
        refusal = GAME.explain(self.state, self.seat, action)
        assert refusal is not None
        try:
            self.state.apply(action)
        except fabletop.Illegal as illegal:
            assert illegal.refusal == refusal
        else:
            raise AssertionError(f"{verb} {thing} was refused and done")
        assert {name: getattr(self.state, name) for name in fields(self.state)} == before
        assert refusal.rule in GAME.rules
        return refusal

    # --- looking ---------------------------------------------------------------------

    @property
    def seat(self) -> int | None:
        return None if self.state.over else int(self.state.seat)

    @property
    def asked(self) -> str | None:
        return None if self.state.over else KEYS[self.state.player_of(self.state.seat)]

    @property
    def turn(self) -> str:
        return KEYS[int(self.state.player)]

    @property
    def verbs(self) -> set[str]:
        return {GAME.verbs[action >> 12] for action in self.state.legal()}

    def ends(self, rabbit: str = "") -> set[str]:
        """The spaces that are offered, to a rabbit by night."""
        found = [action & 0xFFF for action in self.state.legal() if action >> 12 in (v.TO, v.HOP)]
        of = [end for end in found if not rabbit or end // b.PLACES == KEYS.index(rabbit)]
        return {self.edition.space_name(end % b.PLACES) for end in of}

    def points(self) -> set[str]:
        """The points whose items are offered."""
        found = [action & 0xFFF for action in self.state.legal() if action >> 12 == v.COLLECT]
        return {self.edition.place_name(end) for end in found}

    def stands(self, name: str) -> str:
        where = int(self.state.stands[KEYS.index(name)])
        return self.edition.space_name(where) if where >= 0 else OUTSIDE

    def rabbit(self, name: str) -> str:
        return self.edition.space_name(int(self.state.rabbit[KEYS.index(name)]))

    def slots(self, name: str) -> str:
        """As the slots were given: F01, F02i, DS-A, DS-A!."""
        shown = []
        for i in range(t.SLOTS):
            item = int(self.state.slot[KEYS.index(name) * t.SLOTS + i])
            if item >= 0:
                mad = "i" if self.state.mad >> item & 1 else ""
                shown.append(self.edition.items[item].id + mad + "!" * int(self.state.foreign >> item & 1))
        return " ".join(shown)

    def at(self, name: str) -> str:
        """Where an item is: a point, whose slots, or "spent"."""
        where = int(self.state.at[self.item(name)])
        if where < 0:
            return "spent"
        if where >= t.IN_SLOT:
            return KEYS[(where - t.IN_SLOT) // t.SLOTS]
        return self.edition.place_name(where)

    def path(self, end: str) -> list[str]:
        """The way to a space that is drawn for the seat that is asked."""
        found: dict[str, dict[str, list[str]]] = self.view["paths"]
        return found[self.turn][end]

    @property
    def view(self) -> Json:
        return GAME.view(self.state, self.seat)

    @property
    def won(self) -> str:
        facts = GAME.facts(self.state)
        return f"{facts['winner']} by {facts['ended']}"

    def told(self) -> list[Entry]:
        assert self.state.journal is not None
        return GAME.tell(self.state, self.state.journal.rows, None)

    def happened(self, kind: str) -> list[str]:
        return [entry.words for entry in self.told() if entry.kind == kind]
