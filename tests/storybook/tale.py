"""A game of Storybook Battles told in words: what is done, what is refused, what the table then shows."""

import json
from typing import cast

import fabletop
from fabletop.games.storybook import cards
from fabletop.games.storybook import table as t
from fabletop.games.storybook.faces import SIDES, StorybookEdition, Twist
from fabletop.games.storybook.game import GAME
from fabletop.games.storybook.table import Storybook
from fabletop.games.storybook.text import ROLE_KEYS
from fabletop.games.storybook.twists import Window
from fabletop.games.storybook.verbs import PUT, TARGET
from fabletop.kernel.action import act
from fabletop.kernel.game import Entry, Json
from fabletop.kernel.snapshot import snapshot

HOUSE = cast(StorybookEdition, GAME.edition("house"))
Cell = tuple[int, int]
Thing = str | int | Cell
WAYS = ["N", "E", "S", "W"]
PLACES = {t.IN_HAND: "hand", t.IN_DECK: "deck", t.CAPTURED: "captured", t.IN_BOX: "box", t.HELD: "held"}
NUMBERS = {name: verb for verb, name in GAME.verbs.items()}


def twist_named(name: str, edition: StorybookEdition = HOUSE) -> Twist:
    found = [twist for twist in edition.twists if name in (twist.id, twist.name)]
    assert len(found) == 1, f"{len(found)} Twists are meant by {name!r}"
    return found[0]


class Tale:
    """A game in words: what is done, what is refused, and what the table then looks like."""

    def __init__(self, state: Storybook, edition: StorybookEdition) -> None:
        self.state = state
        self.edition = edition

    def check(self) -> None:
        """Every card is in exactly one place, and all counts agree (but the score may be given)."""
        wrong = [words for words in GAME.audit(self.state) if "points, but captured" not in words]
        assert not wrong, "; ".join(wrong)

    # --- finding ---------------------------------------------------------------------

    def card(self, name: str) -> int:
        side, _, rest = name.partition(" ")
        sides, wanted = ([side], rest) if side in SIDES else (SIDES, name)
        found = [
            card
            for card, face in enumerate(self.state.face)
            if wanted in (self.edition.faces[face].id, self.edition.faces[face].name)
            and SIDES[card // cards.DECK & 1] in sides
        ]
        assert len(found) == 1, f"{len(found)} cards of this table are called {name!r}"
        return found[0]

    def name(self, card: int) -> str:
        return self.edition.faces[self.state.face[card]].name

    def space(self, thing: Thing) -> int:
        """The cell of a space (x, y), or of a card in play."""
        if isinstance(thing, tuple):
            return int(self.state.cell_of(*thing))
        assert isinstance(thing, str)
        return int(self.state.at[self.card(thing)])

    def action(self, verb: str, *things: Thing) -> int:
        """An answer in words as a number: action("slide", "Crocodile", "E")."""
        number = NUMBERS[verb]
        if not things:
            return int(act(number, 0))
        thing = things[0]
        if verb in ("reveal", "put", "target"):
            return int(act(number, self.space(thing)))
        if verb == "spin":
            return int(act(number, self.card(str(thing)) * 2 + (things[1] == "right")))
        if verb == "slide":
            return int(act(number, self.card(str(thing)) * 4 + WAYS.index(str(things[1]))))
        if verb == "way":
            return int(act(number, WAYS.index(str(thing))))
        if verb in ("play", "hide", "lay"):
            return int(act(number, self.card(str(thing))))
        if verb == "keep":
            return int(act(number, self.edition.twist_index(twist_named(str(thing)).id)))
        if verb == "side":
            return int(act(number, ["heroes", "villains"].index(str(thing))))
        if verb in ("champion", "ally"):
            side, _, team = str(thing).partition(" ")
            return int(act(number, self.edition.team_index(verb, side, team)))
        assert isinstance(thing, int)
        return int(act(number, thing))

    # --- doing -----------------------------------------------------------------------

    def do(self, verb: str, *things: Thing) -> "Tale":
        self.state.apply(self.action(verb, *things))
        self.check()
        return self

    def may(self, verb: str, *things: Thing) -> bool:
        action = self.action(verb, *things)
        allowed = action in self.state.legal()
        assert (GAME.explain(self.state, self.seat, action) is None) == allowed
        return allowed

    def refused(self, verb: str, *things: Thing) -> str:
        """The rule that forbids an answer; trying it changes nothing."""
        return self.refusal(verb, *things).rule

    def refusal(self, verb: str, *things: Thing) -> fabletop.Refusal:
        action = self.action(verb, *things)
        assert action not in self.state.legal(), f"{verb} {things} is allowed"
        before = snapshot(self.state)
        refusal = GAME.explain(self.state, self.seat, action)
        assert refusal is not None
        try:
            self.state.apply(action)
        except fabletop.Illegal as illegal:
            assert illegal.refusal == refusal
        else:
            raise AssertionError(f"{verb} {things} was refused and done")
        assert snapshot(self.state) == before
        assert refusal.rule in GAME.rules
        return refusal

    def play(self, card: str, space: Cell) -> "Tale":
        return self.do("play", card).do("put", space)

    def hide(self, card: str, space: Cell) -> "Tale":
        return self.do("hide", card).do("put", space)

    def spin(self, card: str, way: str) -> "Tale":
        return self.do("spin", card, way)

    def slide(self, card: str, way: str) -> "Tale":
        return self.do("slide", card, way)

    def reveal(self, thing: Thing) -> "Tale":
        return self.do("reveal", thing)

    def draw(self) -> "Tale":
        return self.do("draw")

    def twist(self) -> "Tale":
        return self.do("twist")

    def end(self) -> "Tale":
        return self.do("end")

    def decline(self) -> "Tale":
        return self.do("pass")

    # --- looking ---------------------------------------------------------------------

    @property
    def seat(self) -> int | None:
        return None if self.state.over else int(self.state.seat)

    @property
    def asked(self) -> str | None:
        """The role that is asked."""
        return None if self.state.over else ROLE_KEYS[self.state.seat ^ self.state.flipped]

    @property
    def turn(self) -> str:
        """The role whose turn it is."""
        return ROLE_KEYS[self.state.role]

    def asks(self) -> str:
        """The question, as whoever is asked reads it."""
        return GAME.ask(self.state, self.seat).prompt

    @property
    def verbs(self) -> set[str]:
        """What may be done now, without what it is done to."""
        return {GAME.verbs[action >> 12] for action in self.state.legal()}

    @property
    def window(self) -> int:
        """The window that is open, or 0."""
        return int(self.state.arg(0)) if not self.over and isinstance(self.state.question, Window) else 0

    @property
    def score(self) -> tuple[int, int]:
        return (int(self.state.tally[t.SCORE]), int(self.state.tally[t.SCORE + 1]))

    @property
    def ap(self) -> int:
        return int(self.state.ap)

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def winner(self) -> str:
        return str(GAME.facts(self.state)["winner"]) if self.over else ""

    @property
    def layout(self) -> dict[Cell, str]:
        """What lies where."""
        return {cell: self.name(c) for c in range(len(self.state.at)) if (cell := self.cell(c)) is not None}

    @property
    def captured(self) -> set[str]:
        return {self.name(card) for card, at in enumerate(self.state.at) if at == t.CAPTURED}

    def cell(self, card: "str | int") -> Cell | None:
        at = self.state.at[self.card(card) if isinstance(card, str) else card]
        return (int(self.state.x_of(at)), int(self.state.y_of(at))) if at >= 0 else None

    def place(self, card: str) -> "str | Cell":
        """(x, y), or "hand", "deck", "captured", "box", "held"."""
        return self.cell(card) or PLACES[int(self.state.at[self.card(card)])]

    def turned(self, card: str) -> int:
        assert self.up(card), f"{card} is not face up"
        return int(self.state.lies[self.card(card)])

    def up(self, card: str) -> bool:
        return bool(self.state.is_up(self.card(card)))

    def hand(self, role: str) -> list[str]:
        first = ROLE_KEYS.index(role) * cards.DECK
        mine = range(first, first + cards.DECK)
        return [self.name(card) for card in mine if self.state.at[card] == t.IN_HAND]

    def deck(self, role: str) -> list[str]:
        """From the top down."""
        first = ROLE_KEYS.index(role) * cards.DECK
        size = int(self.state.tally[t.DECK_SIZE + ROLE_KEYS.index(role)])
        return [self.name(int(self.state.deck[first + i])) for i in reversed(range(size))]

    def shows(self, card: str, way: str) -> Cell:
        """Swords and Shields toward a direction of the board, Twists included."""
        side = WAYS.index(way)
        return (
            int(self.state.swords(self.card(card), side)),
            int(self.state.shields(self.card(card), side)),
        )

    def spaces(self) -> set[Cell]:
        """Where the card in hand, or the one to be moved, may be put."""
        cells = [action & 0xFFF for action in self.state.legal() if action >> 12 == PUT]
        return {(int(self.state.x_of(cell)), int(self.state.y_of(cell))) for cell in cells}

    def targets(self) -> set[str]:
        cells = [action & 0xFFF for action in self.state.legal() if action >> 12 == TARGET]
        return {self.name(int(self.state.card_at(cell))) for cell in cells}

    def view(self, role: str | None) -> Json:
        """What a role (None: a spectator) sees, as it reaches the page."""
        seen = GAME.view(self.state, None if role is None else self.seat_of(role))
        return cast(Json, json.loads(json.dumps(seen)))

    def seen_at(self, role: str | None, space: Cell) -> Json:
        """A card of the table as a role (None: a spectator) sees it."""
        found: Json = next(card for card in self.view(role)["table"] if card["cell"] == list(space))
        return found

    def told(self, role: str | None = None) -> list[Entry]:
        """The journal as a role (None: a spectator) may read it."""
        assert self.state.journal is not None
        return GAME.tell(self.state, self.state.journal.rows, None if role is None else self.seat_of(role))

    def happened(self, kind: str) -> list[str]:
        return [entry.words for entry in self.told() if entry.kind == kind]

    def seat_of(self, role: str) -> int:
        return int(self.state.seat_of(ROLE_KEYS.index(role)))
