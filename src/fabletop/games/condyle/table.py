"""What lies on the table.

Options cards are pieces of cardboard whose backs look alike. A *piece* is one of them, followed by
everybody from place to place; `print` says which card is printed on it, and `among` which pieces a
seat thinks a card may be. Hands, piles and discards hold pieces, so a table dealt anew for a seat
differs in `print` alone.

A *node* is a card of the map, numbered as it came; a pawn stands on a node and so rides along when
the card is put elsewhere. A cell is `y * WIDE + x`; the cul-de-sac lies on the middle cell for good.
With at most 20 cards the map never reaches the rim of the window.
"""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fabletop.games.condyle.cards import HAND_OPEN, RULES, Cards
from fabletop.kernel.bits import bit
from fabletop.kernel.interim import OldState
from fabletop.kernel.journal import ALL

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

# --- Who ---------------------------------------------------------------------------------------------
BENNY: Final = 4  # his pawn
BOOGEYMAN: Final = 1  # in solo play: his pawn, pile and discard
NOBODY: Final = -1
UNCHOSEN: Final = -2

# --- Numbers the rulebook fixes ----------------------------------------------------------------------
FULL_HAND: Final = 4  # CC-HAND.1
DRAWS: Final = 2  # CC-DRAW.3
FIRST_HAND: Final = 2  # CC-SETUP.9
STRIDE: Final = 2  # CC-MOVE.1
ACTS: Final = 6  # CC-SETUP.4
RING: Final = 10  # CC-SOLO.7
FAR_SIDE: Final = 5  # where KIDDIE CORNER lies on the ring (CC-R81)
SCREAM_STEPS: Final = 4  # CC-GHOST.5
SHORTEST_GAP: Final = 18  # CC-R69, in seconds
LONGEST_GAP: Final = 75
TIME_TO_FLIP: Final = 5  # CC-R70
TIME_TO_MOVE: Final = 6
TIME_TO_PLAY: Final = 6
TIME_TO_DRAW: Final = 3
TIME_TO_SLAP: Final = 1

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
FROM_MOVE_DECK: Final = 5  # solo
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

ALIVE: Final = 0
EATEN: Final = 1  # by a Boogeyman
EMPTY: Final = 2  # no pile at the Draw phase
SCREAMED: Final = 3
CAUGHT: Final = 4  # solo
OUTLASTED: Final = 5  # solo: he has no cards left
ESCAPED: Final = 6  # solo: all five Acts

CHARMS: Final = 16  # Permanent cards that one player can have: 8 + 7


class Terms:
    """What was agreed before the game, as the engine wants it."""

    def __init__(
        self,
        cards: Cards,
        players: int,
        faces: list[int],
        cove: list[int],
        acts: list[int],
        winter: list[int],
        haunted: list[int],
        settings: dict[str, int],
    ) -> None:
        self.cards = cards
        self.players: i64 = players
        self.seats: i64 = 2 if players == 1 else players  # the solo Boogeyman has a pile too
        self.faces = vec[i64](faces)  # of every Options card in this game
        self.pieces: i64 = len(faces)
        self.cove = vec[i64](cove)  # kinds to be shuffled
        self.acts = vec[i64](acts)
        self.winter = vec[i64](winter)  # charms
        self.haunted = vec[i64](haunted)
        self.first: i64 = settings.get("first", -1)  # CC-R1; -1: by lot
        self.ask_cross: i64 = settings.get("ask_cross", 1)  # CC-R3
        self.ghost: i64 = settings.get("ghost", 0)  # 1: on HAUNTED GROUND, 2: the harder variant
        self.live: i64 = settings.get("live", 0)  # 1: the table says how time passes
        self.away_draws: i64 = settings.get("away_draws", 0)  # CC-R27 (a)
        self.free_flip: i64 = settings.get("free_flip", 0)  # CC-R63 (a)
        self.move_cards: i64 = settings.get("move_cards", 0)  # solo: so many last cards are the Move deck


class Table(OldState):
    def __init__(self, opening: "Opening", terms: Terms, src: "Table | None") -> None:
        super().__init__(opening, src)
        self.terms = terms
        self.cards = terms.cards
        if src is None:
            n = int(terms.pieces)
            seats = int(terms.seats)
            self.print = vec[i64](list(range(n)))
            self.among = vec[i64]([0] * ((int(terms.players) + 1) * n))
            self.hand = vec[i64]([0] * 16)  # player * 4 + i: pieces
            self.pile = vec[i64]([0] * (seats * n))  # player * pieces + i; the top is the last
            self.discard = vec[i64]([0] * (seats * n))
            self.move_deck = vec[i64]([0] * 16)  # solo: pieces, the top last; then those flipped
            self.tally = vec[i64]([0] * 32)
            self.charms = vec[i64]([0] * (4 * CHARMS))
            self.board = vec[u8]([0] * CELLS)  # node + 1, or 0
            self.node_cell = vec[i64]([0] * NODES)
            self.node_kind = vec[i64]([0] * NODES)
            self.node_piece = vec[i64]([-1] * NODES)  # of a DETOUR or PASSAGE
            self.near = vec[i64]([0] * NODES)  # bit masks of the nodes one step away
            self.pawn = vec[i64]([-1] * 5)  # node, or -1
            self.cove = vec[i64]([0] * 16)
            self.act = vec[i64]([0] * ACTS)
            self.act_seen = vec[i64]([0] * ACTS)  # bit masks of the seats that know it
            self.winter = vec[i64]([0] * 24)
            self.haunted = vec[i64]([0] * 8)
            self.fx = vec[i64]([0] * (FX * FX_ROWS))
            self.passed = vec[i64]([-1] * 4)  # pieces to be handed on
            self.nodes: i64 = 0
            self.cove_n: i64 = 0
            self.winter_n: i64 = 0
            self.haunted_n: i64 = 0
            self.move_n: i64 = 0  # solo: cards left in the Move deck
            self.gone: i64 = 0  # bit mask of charms that have left the game
            self.act_up: i64 = 0  # bit mask of slots
            self.last_act: i64 = -1  # the Act flipped last, and where it lay
            self.last_slot: i64 = -1
            self.up: i64 = 0  # bit mask of pieces that lie face up in a discard
            self.fx_n: i64 = 0
            self.dead: i64 = 0  # bit mask of players
            self.out_n: i64 = 0
            self.active: i64 = 0  # whose turn it is
            self.first: i64 = 0
            self.turn: i64 = 0
            self.moved: i64 = 0  # 1: this turn's Movement phase had at least one step
            self.stride: i64 = 0  # the most steps of this turn's Movement phase
            self.flipped: i64 = 0  # 1: a Last Winter card was flipped this turn
            self.promised: i64 = 0  # 1: one must be flipped in this Draw phase
            self.drawn: i64 = 0  # cards drawn in this Draw phase
            self.ending: i64 = 0  # 1: END_TURN was carried out
            self.placed: i64 = 0  # 1: a Boogeyman has been put back at a chosen place (CC-R52)
            self.screams: i64 = 0  # in this turn
            self.clock: i64 = 0  # seconds until the next scream
            self.waited: i64 = 0  # seconds since the last one
            self.calm: i64 = 0  # the same when it was last heard that there is none
            self.ticked: i64 = 0  # 1: the last answer was that time passed
            self.played: i64 = 0  # solo: bit mask of faces played this turn
            self.his_moved: i64 = 0  # solo: 1: he moved this turn
            self.winner: i64 = NOBODY
        else:
            self.print = src.print[:]
            self.among = src.among[:]
            self.hand = src.hand[:]
            self.pile = src.pile[:]
            self.discard = src.discard[:]
            self.move_deck = src.move_deck[:]
            self.tally = src.tally[:]
            self.charms = src.charms[:]
            self.board = src.board[:]
            self.node_cell = src.node_cell[:]
            self.node_kind = src.node_kind[:]
            self.node_piece = src.node_piece[:]
            self.near = src.near[:]
            self.pawn = src.pawn[:]
            self.cove = src.cove[:]
            self.act = src.act[:]
            self.act_seen = src.act_seen[:]
            self.winter = src.winter[:]
            self.haunted = src.haunted[:]
            self.fx = src.fx[:]
            self.passed = src.passed[:]
            self.nodes = src.nodes
            self.cove_n = src.cove_n
            self.winter_n = src.winter_n
            self.haunted_n = src.haunted_n
            self.move_n = src.move_n
            self.gone = src.gone
            self.act_up = src.act_up
            self.last_act = src.last_act
            self.last_slot = src.last_slot
            self.up = src.up
            self.fx_n = src.fx_n
            self.dead = src.dead
            self.out_n = src.out_n
            self.active = src.active
            self.first = src.first
            self.turn = src.turn
            self.moved = src.moved
            self.stride = src.stride
            self.flipped = src.flipped
            self.promised = src.promised
            self.drawn = src.drawn
            self.ending = src.ending
            self.placed = src.placed
            self.screams = src.screams
            self.clock = src.clock
            self.waited = src.waited
            self.calm = src.calm
            self.ticked = src.ticked
            self.played = src.played
            self.his_moved = src.his_moved
            self.winner = src.winner

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

    def hand_n(self, player: i64) -> i64:
        return self.tally[HAND_N + player]

    def pile_n(self, player: i64) -> i64:
        return self.tally[PILE_N + player]

    def discard_n(self, player: i64) -> i64:
        return self.tally[DISCARD_N + player]

    def held(self, player: i64, face: i64) -> i64:
        """A piece of this face in a hand, or -1."""
        for i in range(player * 4, player * 4 + self.tally[HAND_N + player]):
            if self.face(self.hand[i]) == face:
                return self.hand[i]
        return -1

    def hand_mask(self, player: i64) -> i64:
        """The pieces of a hand, as a bit mask."""
        mask: i64 = 0
        for i in range(player * 4, player * 4 + self.tally[HAND_N + player]):
            mask |= bit(self.hand[i])
        return mask

    # --- spaces --------------------------------------------------------------------------

    def kind_under(self, pawn: i64) -> i64:
        """The kind of space a pawn stands on, or -1."""
        node = self.pawn[pawn]
        return self.node_kind[node] if node >= 0 else -1

    def node_at(self, cell: i64) -> i64:
        return i64(self.board[cell]) - 1

    def x_of(self, cell: i64) -> i64:
        return cell % WIDE - MIDDLE

    def y_of(self, cell: i64) -> i64:
        return cell // WIDE - MIDDLE

    # --- rules that hold for a player (CC-PERM.1, CC-SPACE.1) ----------------------------------

    def charm_sum(self, player: i64, rule: i64) -> i64:
        """What the Permanent cards of a player add up to (CC-R66)."""
        total: i64 = 0
        for i in range(player * CHARMS, player * CHARMS + self.tally[CHARM_N + player]):
            if self.cards.charm_rule[self.charms[i]] == rule:
                total += self.cards.charm_amount[self.charms[i]]
        return total

    def has_rule(self, player: i64, rule: i64) -> bool:
        """Whether a rule holds, by the space the player rests on or by a Permanent card."""
        kind = self.kind_under(player)
        if kind >= 0 and self.cards.kind_rule[kind] >> rule & 1:
            return True
        return self.tally[CHARM_N + player] > 0 and self.charm_sum(player, rule) > 0

    def eyes_on_hand(self, player: i64) -> i64:
        """Who sees a hand: its owner, or everybody (HAND_OPEN). The solo Boogeyman sees nothing."""
        if self.terms.players == 1 and player == BOOGEYMAN:
            return 0
        if self.tally[CHARM_N + player] > 0 and self.charm_sum(player, HAND_OPEN) > 0:
            return ALL
        return bit(player)

    # --- what is being carried out -----------------------------------------------------------

    def fx_get(self, field: i64) -> i64:
        return self.fx[(self.fx_n - 1) * FX + field]

    def fx_set(self, field: i64, to: i64) -> None:
        self.fx[(self.fx_n - 1) * FX + field] = to

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
        """Note what everybody sees happen on a space."""
        if self.journal is not None:
            cell = self.node_cell[node]
            self.journal.note(kind, who, a, self.x_of(cell), self.y_of(cell), ALL)

    def tell_to(self, kind: i64, who: i64, a: i64, b: i64) -> None:
        """Note what everybody may know, with two arguments."""
        if self.journal is not None:
            self.journal.note(kind, who, a, b, -1, ALL)


assert RULES < 62
