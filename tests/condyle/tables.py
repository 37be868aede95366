"""Tables for small stories: a moment of Condyle Cove, laid out by keywords.

    tale = table(hands={0: ["SCARECROW", "LOST"]}, at={0: "BEACH", 1: "TOWN"})
    tale.play("SCARECROW").do("number", 2).to("WOODS")
    assert tale.place(1) == "WOODS"

Player 0 has the turn, in its Play phase, unless told otherwise. `hands`, `piles` and `discards` name
cards, the top first; a number means so many that nobody speaks of. Cards not mentioned are in the box.
Questions of a defence window are passed by themselves, unless the table is laid with `windows=True`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

import fabletop
from fabletop.games.condyle import cards as c
from fabletop.games.condyle import cove
from fabletop.games.condyle import table as t
from fabletop.games.condyle import turn as stages
from fabletop.games.condyle import verbs as v
from fabletop.games.condyle.edition import CondyleEdition
from fabletop.games.condyle.game import GAME
from fabletop.games.condyle.knowledge import reveal
from fabletop.games.condyle.playing import Window
from fabletop.games.condyle.solo import ring as r
from fabletop.games.condyle.solo.game import GAME as SOLO
from fabletop.games.condyle.text import BY_CELL, BY_FACE
from fabletop.kernel.action import act, thing_of, verb_of
from fabletop.kernel.game import Entry, Json
from fabletop.kernel.journal import Journal
from fabletop.kernel.rng import Loaded

HOUSE = cast(CondyleEdition, GAME.edition("house"))
FACES = {face.name: i for i, face in enumerate(HOUSE.faces)}
KINDS = {space.name: i for i, space in enumerate(HOUSE.spaces)}
ACTS = {a.name: i for i, a in enumerate(HOUSE.acts)}
CHARMS = {charm.name: i for i, charm in reversed(list(enumerate(HOUSE.charms)))}
NUMBERS = {name: verb for verb, name in GAME.verbs.items()}
CROSS = {"TOWN": (0, 1), "BEACH": (1, 0), "WOODS": (0, -1), "HIGHWAY": (-1, 0)}
STAGES = {
    "start": stages.AT_START,
    "begin": stages.AT_BENNY,
    "move": stages.AT_MOVE,
    "play": stages.AT_PLAY,
    "check": stages.AT_CHECK,
    "draw": stages.AT_DRAW,
    "slap": stages.AT_SLAP,
}
SOLO_STAGES = {"move": r.MY_TURN, "play": r.MY_PLAY, "draw": r.MY_DRAW, "his": r.HIS_TURN}
FILLER = ["NIGHT WATCH", "GRAVE GOODS", "MUDLARK", "OUT OF REACH", "QUICK FEET", "CURFEW", "ROADBLOCK"]

Cards = Mapping[int, Sequence[str] | int]
Spot = tuple[int, int]


def cell(x: int, y: int) -> int:
    return (y + t.MIDDLE) * t.WIDE + x + t.MIDDLE


# --- Laying the table --------------------------------------------------------------------------------


def table(
    players: int = 2,
    stage: str = "play",
    turn: int = 0,
    hands: Cards | None = None,
    piles: Cards | None = None,
    discards: Cards | None = None,
    face_down: Cards | None = None,
    spaces: Mapping[str, Spot] | None = None,
    at: Mapping[int, str] | None = None,
    cove_deck: Sequence[str] = (),
    acts: Sequence[str] = (),
    up: Sequence[str] = (),
    winter_deck: Sequence[str] = (),
    haunted_deck: Sequence[str] = (),
    charms: Mapping[int, Sequence[str]] | None = None,
    benny: str = "",
    clock: int = 1000,
    moved: bool = False,
    dice: Sequence[int] = (),
    windows: bool = False,
    rules: int = 0,
    **options: str,
) -> "Tale":
    """A moment of a game of two to four; `rules` is the version by which it began."""
    state = GAME.blank(GAME.opening(players, {"first": "0", "cross": "auto", **options}, rules=rules))
    state.rng = fabletop.seeded(3)
    state.begin()
    tale = Tale(state, windows)
    clear(state)
    cove.lay(state, c.CUL_DE_SAC, cell(0, 0), -1)
    lay_map(state, {**CROSS, **(spaces or {})} if spaces is None or "TOWN" not in spaces else spaces)
    give_cards(
        tale, hands or {}, {p: 6 for p in range(players)} | dict(piles or {}), discards or {}, face_down or {}
    )
    for player in range(players):
        state.pawn[player] = tale.node((at or {}).get(player, "HIGHWAY"))
    state.cove_n = len(cove_deck)
    for i, name in enumerate(reversed(cove_deck)):
        state.deck[t.COVE + i] = KINDS[name]
    for slot, name in enumerate(acts):
        state.deck[t.ACT + slot] = ACTS[name]
    for name in up:
        state.act_up |= 1 << act_names(state).index(name)
    pack(state, winter_deck, haunted_deck, charms or {})
    if benny:
        state.pawn[t.BENNY] = tale.node(benny)
    state.clock = clock
    state.moved = int(moved)
    state.active, state.turn = turn, 5
    if dice:
        state.rng = Loaded(1, list(dice), [])
    state.push(stages.TURN, STAGES[stage])
    state.journal = Journal()
    state.settle()
    tale.quiet()
    return tale


def solo(
    stage: str = "play",
    ring: Mapping[int, str] | None = None,
    me: int = 1,
    him: int = 6,
    hand: Sequence[str] = (),
    pile: Sequence[str] | int = 8,
    his: Sequence[str] | int = 8,
    discard: Sequence[str] = (),
    his_discard: Sequence[str] = (),
    moves: Sequence[str] = (),
    acts: Sequence[str] = (),
    used: int = 0,
    moved: bool = False,
    dice: Sequence[int] = (),
    windows: bool = False,
    rules: int = 0,
    **options: str,
) -> "Tale":
    """A moment of solo play; `ring` names spaces by number, the others are dull ones."""
    state = SOLO.blank(SOLO.opening(1, options, rules=rules))
    state.rng = fabletop.seeded(4)
    state.begin()
    tale = Tale(state, windows)
    clear(state)
    names = dict(ring or {})
    for node in range(r.RING):
        kind = KINDS[names[node]] if node in names else KINDS["OUT IN THE COLD"]
        kind = c.CEMETERY if node == 0 else c.CUL_DE_SAC if node == r.FAR_SIDE else kind
        cove.lay(state, kind, t.CENTRE + r.RING_Y[node] * t.WIDE + r.RING_X[node], -1)
    state.act_up = 1 << 5
    for slot, name in enumerate(acts):
        state.deck[t.ACT + slot] = ACTS[name]
    state.act_up |= (1 << used) - 1
    state.pawn[0], state.pawn[1] = me, him
    give_cards(tale, {0: hand}, {0: pile, 1: his}, {0: discard, 1: his_discard}, {})
    deck = [tale.state.deck[t.MOVES + i] for i in range(8)]
    wanted = [next(p for p in deck if tale.name_of(p) == name) for name in reversed(moves)]
    for i, piece in enumerate([p for p in deck if p not in wanted] + wanted):
        state.deck[t.MOVES + i] = piece
    state.move_n = 8
    state.active, state.turn, state.moved = 0, 5, int(moved)
    if dice:
        state.rng = Loaded(1, list(dice), [])
    state.push(r.ROUND, SOLO_STAGES[stage])
    state.journal = Journal()
    state.settle()
    tale.quiet()
    return tale


def start(players: int = 2, seed: int = 1, **options: str) -> "Tale":
    """A game from its first question on."""
    journal = Journal()
    game = GAME if players > 1 else SOLO
    state = game.begin(game.opening(players, options), fabletop.seeded(seed), journal)
    assert isinstance(state, t.Table)
    return Tale(state, True)


def act_names(state: t.Table) -> list[str]:
    return [HOUSE.acts[state.deck[t.ACT + slot]].name for slot in range(t.ACTS)]


def clear(state: t.Table) -> None:
    """Take back what the set-up has laid out."""
    state.depth = state.fx_n = state.nodes = 0
    for i in range(t.CELLS):
        state.board[i] = 0
    for i in range(32):
        state.tally[i] = 0
    for pawn in range(5):
        state.pawn[pawn] = -1
    state.winter_n = state.haunted_n = state.cove_n = 0
    if state.opening.players > 1:
        for slot in range(t.ACTS):
            state.deck[t.ACT + slot] = state.terms.acts[slot]
    state.act_up = 0
    state.gone = 0
    n = int(state.terms.pieces)
    for i in range(len(state.among)):
        state.among[i] = (1 << n) - 1


def lay_map(state: t.Table, spaces: Mapping[str, Spot]) -> None:
    for name, (x, y) in spaces.items():
        cove.lay(state, KINDS[name.rstrip("12")], cell(x, y), -1)


def give_cards(tale: "Tale", hands: Cards, piles: Cards, discards: Cards, face_down: Cards) -> None:
    state, n = tale.state, int(tale.state.terms.pieces)
    free = [p for p in range(n - int(state.terms.move_cards))]
    named = [
        name
        for group in (hands, piles, discards, face_down)
        for cards in group.values()
        for name in names(cards)
    ]

    def take(name: str) -> int:
        piece = next(p for p in free if tale.name_of(p) == name)
        free.remove(piece)
        return piece

    held = {
        id(group): {p: [take(name) for name in names(cards)] for p, cards in group.items()}
        for group in (hands, piles, discards, face_down)
    }
    spare = sorted(free, key=lambda p: (tale.name_of(p) not in FILLER, tale.name_of(p) in named, p))

    def fill(group: Cards, player: int) -> list[int]:
        cards = group.get(player, 0)
        if isinstance(cards, int):
            return [spare.pop(0) for _ in range(cards)]
        return held[id(group)][player]

    for player in range(state.terms.seats):
        for piece in fill(hands, player):
            state.tally[t.HAND + player * 4 + state.tally[t.HAND_N + player]] = piece
            state.tally[t.HAND_N + player] += 1
            reveal(state, piece, 1 << player if player < state.opening.players else 0)
        for piece in reversed(fill(discards, player)):
            state.pile[state.discard_at(player) + state.tally[t.DISCARD_N + player]] = piece
            state.tally[t.DISCARD_N + player] += 1
            state.up |= 1 << piece
            reveal(state, piece, -1)
        for piece in reversed(fill(face_down, player)):
            state.pile[state.discard_at(player) + state.tally[t.DISCARD_N + player]] = piece
            state.tally[t.DISCARD_N + player] += 1
    for player in range(state.terms.seats):
        for piece in reversed(fill(piles, player)):
            state.pile[player * n + state.tally[t.PILE_N + player]] = piece
            state.tally[t.PILE_N + player] += 1


def names(cards: Sequence[str] | int) -> Sequence[str]:
    return [] if isinstance(cards, int) else cards


def pack(
    state: t.Table, winter: Sequence[str], haunted: Sequence[str], charms: Mapping[int, Sequence[str]]
) -> None:
    state.winter_n, state.haunted_n = len(winter), len(haunted)
    for i, name in enumerate(reversed(winter)):
        state.deck[t.WINTER + i] = CHARMS[name]
    for i, name in enumerate(reversed(haunted)):
        state.deck[t.HAUNTED + i] = CHARMS[name]
    for player, held in charms.items():
        for i, name in enumerate(held):
            state.deck[t.CHARM + player * t.CHARMS + i] = CHARMS[name]
            state.tally[t.CHARM_N + player] += 1


# --- Telling the story -------------------------------------------------------------------------------


class Tale:
    """A game in words: what is done, what is refused, and what the table then looks like."""

    def __init__(self, state: t.Table, windows: bool) -> None:
        self.state = state
        self.game = state.opening.game
        self.windows = windows

    # --- doing ---------------------------------------------------------------------------------

    def action(self, verb: str, thing: object = 0) -> int:
        number = NUMBERS[verb]
        if number in BY_CELL:
            return act(number, self.cell_of(thing))
        if number in BY_FACE:
            assert isinstance(thing, str)
            return act(number, FACES[thing])
        if isinstance(thing, str):
            thing = act_names(self.state).index(thing)
        assert isinstance(thing, int)
        return act(number, thing)

    def do(self, verb: str, thing: object = 0) -> "Tale":
        self.state.apply(self.action(verb, thing))
        self.quiet()
        return self

    def quiet(self) -> None:
        while not self.windows and not self.over and isinstance(self.state.question, Window):
            self.state.apply(act(v.PASS, 0))
        self.check()

    def check(self) -> None:
        problems = [p for p in self.game.audit(self.state) if "no place" not in p and "are [" not in p]
        assert problems == []

    def play(self, name: str) -> "Tale":
        return self.do("play", name)

    def go(self, where: object) -> "Tale":
        return self.do("go", where)

    def to(self, where: object) -> "Tale":
        return self.do("to", where)

    def target(self, player: int) -> "Tale":
        return self.do("target", player)

    def stop(self) -> "Tale":
        return self.do("stop")

    def done(self) -> "Tale":
        return self.do("done")

    def refused(self, verb: str, thing: object = 0) -> str | None:
        """The rule that forbids this; None if it is allowed."""
        refusal = self.game.explain(self.state, int(self.state.seat), self.action(verb, thing))
        assert refusal is None or refusal.rule in self.game.rules
        return refusal.rule if refusal else None

    # --- looking -------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def asked(self) -> int | None:
        return None if self.state.over else int(self.state.seat)

    @property
    def turn(self) -> int:
        return int(self.state.active)

    @property
    def question(self) -> str:
        return self.game.ask(self.state, self.asked).prompt

    def offered(self, verb: str) -> list[Any]:
        """What may be done with a verb: names of cards, spaces or numbers."""
        things = [int(thing_of(a)) for a in self.state.legal() if verb_of(a) == NUMBERS[verb]]
        number = NUMBERS[verb]
        if number in BY_FACE:
            return sorted(HOUSE.faces[thing].name for thing in things)
        if number in BY_CELL:
            return sorted(self.spot(thing) for thing in things)
        return sorted(things)

    @property
    def answers(self) -> list[str]:
        """What whoever is asked may answer, in words."""
        return [option.words for option in self.game.ask(self.state, self.asked).options]

    @property
    def verbs(self) -> set[str]:
        return {GAME.verbs[int(verb_of(a))] for a in self.state.legal()}

    def spot(self, where: int) -> str:
        node = self.state.node_at(where)
        if node >= 0:
            return HOUSE.spaces[self.state.kind_of(node)].name
        return f"{self.state.x_of(where)},{self.state.y_of(where)}"

    def node(self, where: object) -> int:
        if isinstance(where, int):
            return where
        if isinstance(where, tuple):
            return int(self.state.node_at(cell(*where)))
        assert isinstance(where, str)
        found = [n for n in range(self.state.nodes) if HOUSE.spaces[self.state.kind_of(n)].name == where]
        assert found, f"{where} is not in the map"
        return found[0]

    def cell_of(self, where: object) -> int:
        if isinstance(where, tuple):
            return cell(*where)
        return int(self.state.cell_of(self.node(where)))

    def spaces(self) -> dict[Spot, str]:
        state = self.state
        cells = [int(state.cell_of(node)) for node in range(state.nodes)]
        return {(int(state.x_of(one)), int(state.y_of(one))): self.spot(one) for one in cells if one >= 0}

    def place(self, pawn: int) -> str:
        return HOUSE.spaces[self.state.kind_under(pawn)].name if self.state.pawn[pawn] >= 0 else "nowhere"

    def name_of(self, piece: int) -> str:
        return HOUSE.faces[self.state.face(piece)].name

    def hand(self, player: int = 0) -> list[str]:
        return sorted(
            self.name_of(self.state.tally[t.HAND + player * 4 + i]) for i in range(self.state.hand_n(player))
        )

    def pile(self, player: int = 0) -> list[str]:
        base, size = player * self.state.terms.pieces, self.state.pile_n(player)
        return [self.name_of(self.state.pile[base + i]) for i in range(size - 1, -1, -1)]

    def discard(self, player: int = 0) -> list[str]:
        """The top first; "?" for a card that lies face down."""
        base, size = self.state.discard_at(player), self.state.discard_n(player)
        pieces = [self.state.piece_at(base + i) for i in range(size - 1, -1, -1)]
        return [self.name_of(p) if self.state.up >> p & 1 else "?" for p in pieces]

    def count(self, what: int, player: int = 0) -> int:
        return int(self.state.tally[what + player])

    def charms(self, player: int = 0) -> list[str]:
        held = self.count(t.CHARM_N, player)
        return [HOUSE.charms[self.state.charm(player, i)].name for i in range(held)]

    def fate(self, player: int = 0) -> int:
        return self.count(t.FATE, player)

    def sees(self, seat: int | None) -> Json:
        return self.game.view(self.state, seat)

    def told(self, kind: str, seat: int | None = None) -> list[str]:
        journal = self.state.journal
        assert journal is not None
        entries: list[Entry] = self.game.tell(self.state, journal.rows, seat)
        return [entry.words for entry in entries if entry.kind == kind]
