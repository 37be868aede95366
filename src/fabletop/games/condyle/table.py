"""What lies on the table.

Options cards are pieces of cardboard whose backs look alike. A *piece* is one of them, followed by
everybody from place to place; `print` says which card is printed on it, and `among` which pieces a
seat thinks a card may be. Hands, piles and discards hold pieces, so a table dealt anew for a seat
differs in `print` alone.

A *node* is a card of the map, numbered as it came; a pawn stands on a node and so rides along when
the card is put elsewhere. A cell is `y * WIDE + x`; the cul-de-sac lies on the middle cell for good.
With at most 20 cards the map never reaches the rim of the window.
"""

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fabletop.games.condyle.cards import DEFENSIVE, HAND_OPEN, WIDTH, Cards
from fabletop.games.condyle.verbs import TICK
from fabletop.kernel.action import act, thing_of, verb_of
from fabletop.kernel.bits import bit
from fabletop.kernel.effects.engine import Program
from fabletop.kernel.journal import ALL
from fabletop.kernel.state import LATER, RING, STILL, State

if TYPE_CHECKING:
    from fabletop.kernel.game import Opening

# --- The grid (CC-R8) --------------------------------------------------------------------------------
WIDE: Final = 44
CELLS: Final = WIDE * WIDE
MIDDLE: Final = 22
CENTRE: Final = MIDDLE * WIDE + MIDDLE
STEP: Final = vec[i64]([WIDE, 1, -WIDE, -1])  # N, E, S, W
NOWHERE: Final = -1  # the cell of a card that is being displaced
NODES: Final = 20  # 1 + 9 + 1 + 3 Cove cards, 4 DETOUR, 2 PASSAGE

# Where the parts of `site` begin, one number for each node
CELL: Final = 0
KIND: Final = NODES
PIECE: Final = 2 * NODES  # of a DETOUR or PASSAGE, or -1
NEAR: Final = 3 * NODES  # a bit mask of the nodes one step away
NO_SITE: Final = [0] * PIECE + [-1] * NODES + [0] * NODES

# --- Who ---------------------------------------------------------------------------------------------
BENNY: Final = 4  # his pawn
NOBODY: Final = -1
UNCHOSEN: Final = -2

# --- Numbers the rulebook fixes ----------------------------------------------------------------------
FULL_HAND: Final = 4  # CC-HAND.1
DRAWS: Final = 2  # CC-DRAW.3
FIRST_HAND: Final = 2  # CC-SETUP.9
STRIDE: Final = 2  # CC-MOVE.1
ACTS: Final = 6  # CC-SETUP.4
SHORTEST_GAP: Final = 18  # CC-R69, in seconds
LONGEST_GAP: Final = 75

COUNTED: Final = 0  # each action takes its time (CC-R70)
ANSWERED: Final = 1  # the active player says how it passes: games of rules 1 with clock=live
TOLD: Final = 2  # the table tells how it passes (CC-R69)

# --- What is being carried out: rows of FX integers --------------------------------------------------
FX: Final = 9
FX_ROWS: Final = 12
FX_OWNER: Final = 0  # who is "you"
FX_PIECE: Final = 1  # the Options card, or -1
FX_SOURCE: Final = 2
FX_TARGET: Final = 3  # UNCHOSEN until announced
FX_NUMBER: Final = 4
FX_IT: Final = 5
FX_IMMUNE: Final = 6  # a bit mask of players it does nothing to
FX_DONE: Final = 7  # 1: the last step did something
FX_WHAT: Final = 8  # a face, an Act, a charm or a kind, by the source

FROM_OPTIONS: Final = 0
FROM_WINTER: Final = 1
FROM_ACT: Final = 2
FROM_SPACE: Final = 3
FROM_CHARM: Final = 4
FROM_MOVE_DECK: Final = 5  # solo: the Boogeyman's
CANCELLED: Final = 63  # every player

# --- The tally: what is counted for each player, in one vec ------------------------------------------
HAND_N: Final = 0
PILE_N: Final = 4
DISCARD_N: Final = 8
CHARM_N: Final = 12
BOOST: Final = 16
SHIELD: Final = 20
FATE: Final = 24
RANK: Final = 28  # who went out first, second...
PASSED: Final = 32  # the piece to be handed on, or -1
HAND: Final = 36  # the pieces of a hand: four places each
NO_TALLY: Final = [0] * PASSED + [-1] * 4 + [0] * 16

ALIVE: Final = 0
EATEN: Final = 1  # by a Boogeyman
EMPTY: Final = 2  # no pile at the Draw phase
SCREAMED: Final = 3
CAUGHT: Final = 4  # solo: by the Boogeyman;
OUTLASTED: Final = 5  # he has no cards left
ESCAPED: Final = 6  # by all five Acts

# --- Where the decks begin in `deck`; the top is the last ----------------------------------------------
COVE: Final = 0
WINTER: Final = 16
HAUNTED: Final = 40
MOVES: Final = 48  # pieces: the Boogeyman's Move deck; above the top lie those flipped
CHARM: Final = 64  # beside the mats: the Permanent cards of each player,
CHARMS: Final = 16  # of whom one can have 8 + 7

ACT: Final = CHARM + 4 * CHARMS  # the Acts on their slots,
SEEN: Final = ACT + ACTS  # and who has seen each, as bit masks


class Terms:
    """What was agreed before the game, as the engine wants it."""

    def __init__(
        self,
        cards: Cards,
        program: Program,
        players: int,
        seats: int,
        faces: list[int],
        cove: list[int],
        acts: list[int],
        winter: list[int],
        haunted: list[int],
        settings: dict[str, int],
    ) -> None:
        self.cards = cards
        self.program = program
        self.players: i64 = players
        self.seats: i64 = seats  # with one who is not asked, but has a pile: the Boogeyman
        self.faces = vec[i64](faces)  # of every Options card in this game
        # of these, the Defensive ones
        self.defensive = vec[i64]([i for i, face in enumerate(faces) if cards.face_type[face] == DEFENSIVE])
        self.pieces: i64 = len(faces)
        self.known: int = (players + 1) * len(faces)  # the size of what all know of them,
        self.piled: int = 2 * seats * len(faces)  # and of all piles and discards
        self.cove = vec[i64](cove)  # kinds to be shuffled
        self.acts = vec[i64](acts)
        self.winter = vec[i64](winter)  # charms
        self.haunted = vec[i64](haunted)
        self.rules: i64 = settings["rules"]  # the version of the rules that holds
        self.first: i64 = settings.get("first", -1)  # CC-R1; -1: by lot
        self.ask_cross: i64 = settings.get("ask_cross", 1)  # CC-R3
        self.ghost: i64 = settings.get("ghost", 0)  # 1: on HAUNTED GROUND, 2: the harder variant
        self.live: i64 = settings.get("live", 0)  # how time passes: COUNTED, ANSWERED or TOLD
        self.second: i64 = 1000 if self.live == TOLD else 1  # how much of `clock` it is
        self.away_draws: i64 = settings.get("away_draws", 0)  # CC-R27 (a)
        self.free_flip: i64 = settings.get("free_flip", 0)  # CC-R63 (a)
        self.sheds: i64 = settings.get("sheds", 0)  # CC-R74: HAUNTED GROUND takes what is gained there
        self.makes_do: i64 = settings.get("makes_do", 0)  # CC-R83: a short last draw is no loss
        self.move_cards: i64 = settings.get("move_cards", 0)  # so many last cards are a Move deck


@final
class Table(State):
    """A moment of Condyle Cove."""

    def __init__(self, opening: "Opening", terms: Terms, src: "Table | None" = None) -> None:
        super().__init__(opening, src)
        self.terms = terms
        self.cards = terms.cards
        self.program = terms.program
        # shared between copies: replaced, never written into
        self.print: vec[i64] = vec[i64](list(range(terms.pieces))) if src is None else src.print
        self.among: vec[i64] = vec[i64]([0] * terms.known) if src is None else src.among[:]
        self.pile: vec[u8] = vec[u8]([0] * terms.piled) if src is None else src.pile[:]  # see pile_at
        self.tally: vec[i64] = vec[i64](NO_TALLY) if src is None else src.tally[:]
        self.board: vec[u8] = vec[u8]([0] * CELLS) if src is None else src.board[:]  # node + 1, or 0
        self.site: vec[i64] = vec[i64](NO_SITE) if src is None else src.site[:]
        self.pawn: vec[i64] = vec[i64]([-1] * 5) if src is None else src.pawn[:]  # node, or -1
        self.deck: vec[i64] = vec[i64]([0] * (SEEN + ACTS)) if src is None else src.deck[:]
        self.fx: vec[i64] = vec[i64]([0] * (FX * FX_ROWS)) if src is None else src.fx[:]
        self.nodes: i64 = i64(0) if src is None else src.nodes
        self.cove_n: i64 = i64(0) if src is None else src.cove_n
        self.winter_n: i64 = i64(0) if src is None else src.winter_n
        self.haunted_n: i64 = i64(0) if src is None else src.haunted_n
        self.move_n: i64 = i64(0) if src is None else src.move_n  # cards left in the Move deck
        self.gone: i64 = i64(0) if src is None else src.gone  # bit mask of charms that have left the game
        self.act_up: i64 = i64(0) if src is None else src.act_up  # bit mask of slots
        self.last_act: i64 = i64(-1) if src is None else src.last_act  # the Act flipped last, and its slot
        self.last_slot: i64 = i64(-1) if src is None else src.last_slot
        self.up: i64 = i64(0) if src is None else src.up  # bit mask of pieces that lie face up in a discard
        self.fx_n: i64 = i64(0) if src is None else src.fx_n
        self.dead: i64 = i64(0) if src is None else src.dead  # bit mask of players
        self.out_n: i64 = i64(0) if src is None else src.out_n
        self.active: i64 = i64(0) if src is None else src.active  # whose turn it is
        self.first: i64 = i64(0) if src is None else src.first
        self.turn: i64 = i64(0) if src is None else src.turn
        self.moved: i64 = i64(0) if src is None else src.moved  # 1: this turn's Movement had a step
        self.stride: i64 = i64(0) if src is None else src.stride  # the most steps of this turn's Movement
        self.flipped: i64 = i64(0) if src is None else src.flipped  # 1: a Last Winter card, in this turn
        self.promised: i64 = i64(0) if src is None else src.promised  # 1: one must be, in this Draw phase
        self.drawn: i64 = i64(0) if src is None else src.drawn  # cards drawn in this Draw phase
        self.ending: i64 = i64(0) if src is None else src.ending  # 1: END_TURN was carried out
        self.placed: i64 = (
            i64(0) if src is None else src.placed
        )  # 1: a Boogeyman was put back where one chose
        self.screams: i64 = i64(0) if src is None else src.screams  # in this turn
        self.heard: i64 = i64(0) if src is None else src.heard  # screams in this game
        self.clock: i64 = i64(0) if src is None else src.clock  # time until the next scream
        self.waited: i64 = i64(0) if src is None else src.waited  # time since the last one
        self.calm: i64 = i64(0) if src is None else src.calm  # the same when none was last heard
        self.ticked: i64 = i64(0) if src is None else src.ticked  # 1: the last answer was that time passed
        self.imagined: i64 = i64(0) if src is None else src.imagined  # 1: dealt anew, so time is COUNTED
        self.played: i64 = i64(0) if src is None else src.played  # solo: bit mask of faces played this turn
        self.winner: i64 = i64(-1) if src is None else src.winner

    def set_up(self) -> None:
        from fabletop.games.condyle import setting

        setting.set_up(self)

    def clone(self) -> "Table":
        return Table(self.opening, self.terms, self)

    def outcome(self, seat: i64) -> float:
        """1 for the last orphan (CC-GOAL.1), -1 for the others; against the Boogeyman 1 or -1."""
        return 1.0 if self.winner == seat else -1.0

    # --- time at a live table (CC-R69) ---------------------------------------------------------

    def legal_into(self, out: vec[i64]) -> i64:
        count = super().legal_into(out)
        if self.terms.live == ANSWERED and self.turn > 0 and self.seat == self.active:
            seconds: i64 = 1
            while seconds <= 16:  # less than a gap, so no two screams at once
                out[count] = act(TICK, seconds)
                count += 1
                seconds *= 2
        return count

    def step(self, action: i64) -> None:
        self.ticked = 0
        if verb_of(action) != TICK and action != RING:
            super().step(action)
            return
        from fabletop.games.condyle import ghost

        self.moves += 1
        if action == RING:
            ghost.scream(self)
        else:
            ghost.tick(self, thing_of(action))
        self.settle()

    @property
    def is_timed(self) -> bool:
        return self.terms.live == TOLD

    def alarm(self) -> i64:
        """It goes while the active player is asked; amid an action a scream waits (CC-R72)."""
        if self.terms.live != TOLD or self.turn == 0 or self.seat < 0 or self.seat != self.active:
            return STILL
        from fabletop.games.condyle import ghost

        if not ghost.is_heard(self):
            return LATER
        return max(self.clock, 0)

    def pass_time(self, spent: i64) -> None:
        from fabletop.games.condyle import ghost

        ghost.pass_time(self, spent)

    # --- who -----------------------------------------------------------------------------

    def is_live(self, player: i64) -> bool:
        return self.dead >> player & 1 == 0

    def after(self, player: i64) -> i64:
        """The next live player clockwise; the same one if nobody else is left."""
        player = (player + 1) % self.terms.seats
        while self.dead >> player & 1:
            player = (player + 1) % self.terms.seats
        return player

    def live_count(self) -> i64:
        count: i64 = 0
        for player in range(self.terms.seats):
            if self.dead >> player & 1 == 0:
                count += 1
        return count

    # --- cards ---------------------------------------------------------------------------

    def face(self, piece: i64) -> i64:
        """What is printed on it. Hidden truth, unless the reader may see the piece."""
        return self.terms.faces[self.print[piece]]

    def pile_at(self, player: i64) -> i64:
        """Where a pile begins in `pile`; the top is the last."""
        return player * self.terms.pieces

    def discard_at(self, player: i64) -> i64:
        """Where a discard begins there."""
        return (self.terms.seats + player) * self.terms.pieces

    def piece_at(self, place: i64) -> i64:
        """The piece in a place of `pile`."""
        return i64(self.pile[place])

    def hand_n(self, player: i64) -> i64:
        return self.tally[HAND_N + player]

    def pile_n(self, player: i64) -> i64:
        return self.tally[PILE_N + player]

    def discard_n(self, player: i64) -> i64:
        return self.tally[DISCARD_N + player]

    def held(self, player: i64, face: i64) -> i64:
        """A piece of this face in a hand, or -1."""
        for i in range(HAND + player * 4, HAND + player * 4 + self.tally[HAND_N + player]):
            if self.face(self.tally[i]) == face:
                return self.tally[i]
        return -1

    def hand_mask(self, player: i64) -> i64:
        """The pieces of a hand, as a bit mask."""
        mask: i64 = 0
        for i in range(HAND + player * 4, HAND + player * 4 + self.tally[HAND_N + player]):
            mask |= bit(self.tally[i])
        return mask

    # --- spaces --------------------------------------------------------------------------

    def kind_under(self, pawn: i64) -> i64:
        """The kind of space a pawn stands on, or -1."""
        node = self.pawn[pawn]
        return self.site[KIND + node] if node >= 0 else -1

    def kind_of(self, node: i64) -> i64:
        return self.site[KIND + node]

    def cell_of(self, node: i64) -> i64:
        """Where a card of the map lies, or NOWHERE."""
        return self.site[CELL + node]

    def near(self, node: i64) -> i64:
        """The nodes one step away, as a bit mask."""
        return self.site[NEAR + node]

    def node_at(self, cell: i64) -> i64:
        return i64(self.board[cell]) - 1

    def x_of(self, cell: i64) -> i64:
        return cell % WIDE - MIDDLE

    def y_of(self, cell: i64) -> i64:
        return cell // WIDE - MIDDLE

    # --- rules that hold for a player (CC-PERM.1, CC-SPACE.1) ----------------------------------

    def charm(self, player: i64, i: i64) -> i64:
        """A Permanent card of a player."""
        return self.deck[CHARM + player * CHARMS + i]

    def charm_sum(self, player: i64, rule: i64) -> i64:
        """What the Permanent cards of a player add up to (CC-R66)."""
        total: i64 = 0
        for i in range(self.tally[CHARM_N + player]):
            charm = self.charm(player, i)
            if self.cards.charm_rule[charm] == rule:
                total += self.cards.charm_amount[charm]
        return total

    def has_rule(self, player: i64, rule: i64) -> bool:
        """Whether a rule holds, by the space the player rests on or by a Permanent card."""
        kind = self.kind_under(player)
        if kind >= 0 and self.cards.kind_rule[kind] >> rule & 1:
            return True
        return self.tally[CHARM_N + player] > 0 and self.charm_sum(player, rule) > 0

    def eyes_on_hand(self, player: i64) -> i64:
        """Who sees a hand: its owner, or everybody (HAND_OPEN)."""
        if self.tally[CHARM_N + player] > 0 and self.charm_sum(player, HAND_OPEN) > 0:
            return ALL
        return bit(player)

    # --- what is being carried out -----------------------------------------------------------

    def owner(self) -> i64:
        """Who is "you" in the card or space on top."""
        return self.fx[(self.fx_n - 1) * FX + FX_OWNER]

    def fx_get(self, field: i64) -> i64:
        return self.fx[(self.fx_n - 1) * FX + field]

    def fx_set(self, field: i64, to: i64) -> None:
        self.fx[(self.fx_n - 1) * FX + field] = to

    def did(self) -> None:
        """The step on top has done something."""
        self.fx[(self.fx_n - 1) * FX + FX_DONE] = 1

    def row(self, row: i64, field: i64) -> i64:
        """A field of a step of a card's program."""
        return self.program.rows[row * WIDTH + field]

    def fx_push(self, owner: i64, piece: i64, source: i64, what: i64) -> None:
        at = self.fx_n * FX
        self.fx[at + FX_OWNER] = owner
        self.fx[at + FX_PIECE] = piece
        self.fx[at + FX_SOURCE] = source
        self.fx[at + FX_TARGET] = UNCHOSEN
        self.fx[at + FX_NUMBER] = 0
        self.fx[at + FX_IT] = NOBODY
        self.fx[at + FX_IMMUNE] = 0
        self.fx[at + FX_DONE] = 0
        self.fx[at + FX_WHAT] = what
        self.fx_n += 1

    # --- the journal -------------------------------------------------------------------------

    def tell_at(self, kind: i64, who: i64, a: i64, node: i64) -> None:
        """Note what everybody sees happen on a space: which card of the map, and what it lies beside."""
        if self.journal is not None:
            self.journal.note(kind, who, a, node, self.beside(node), ALL)

    def beside(self, node: i64) -> i64:
        """A card of the map that another lies against: its node * 4 + on which side of it."""
        for way in range(4):
            other = self.node_at(self.cell_of(node) - STEP[way])
            if other >= 0:
                return other * 4 + way
        return -1

    def told_so_far(self) -> i64:
        return len(self.journal.rows) if self.journal is not None else 0

    def tell_to(self, kind: i64, who: i64, a: i64, b: i64) -> None:
        """Note what everybody may know, with two arguments."""
        if self.journal is not None:
            self.journal.note(kind, who, a, b, -1, ALL)
