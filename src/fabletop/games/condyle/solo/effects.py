"""Cards in solo play: the orphan's defence, and what a step of a card does to whom (from CC-SOLO.19 on)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle import cards as c
from fabletop.games.condyle import carrying, effects, keeping, losing, pawns, playing, taking, text, told
from fabletop.games.condyle import verbs as v
from fabletop.games.condyle.acts import DoPeek, look_at
from fabletop.games.condyle.aims import candidates
from fabletop.games.condyle.asking import offer_done
from fabletop.games.condyle.ending import win
from fabletop.games.condyle.knowledge import may_be_among, mix, reveal
from fabletop.games.condyle.piles import into_hand, out_of_hand, put_on_top, recover, room, take_top
from fabletop.games.condyle.solo.ring import (
    BOOGEYMAN,
    ORPHAN,
    RING,
    SOLO_ACTS,
    acts_used,
    arrive,
    he_moves,
    not_clockwise,
    offer_steps,
    played_already,
    walk_to,
)
from fabletop.games.condyle.table import (
    CANCELLED,
    FATE,
    FROM_MOVE_DECK,
    FROM_OPTIONS,
    FX_IMMUNE,
    FX_SOURCE,
    FX_TARGET,
    FX_WHAT,
    HAND,
    NOBODY,
    OUTLASTED,
    Table,
)
from fabletop.kernel.action import act
from fabletop.kernel.bits import bit
from fabletop.kernel.effects.engine import END, OP, Program
from fabletop.kernel.question import Refusal
from fabletop.kernel.state import OFFERED

MOVE: Final[i64] = pawns.DoMove.number

# --- Defence (CC-SOLO.38, CC-R95) --------------------------------------------------------------------


class SoloWindow(playing.Window):
    """Against his cards, and against a card just played; never against a Defensive one."""

    def who(self, t: Table) -> i64:
        return ORPHAN

    def is_open(self, t: Table) -> bool:
        if t.arg(0) > 0 or t.fx_get(FX_IMMUNE) == CANCELLED:
            return False
        if t.cards.face_type[t.fx_get(FX_WHAT)] == c.DEFENSIVE:
            return False
        if t.terms.rules > 1:  # there is nobody to hide from (CC-R49)
            return self.offer(t, OFFERED, 0) > 1
        pieces = t.hand_mask(ORPHAN)
        for i in range(len(t.terms.defensive)):
            if may_be_among(t, t.terms.defensive[i], pieces):
                return True
        return False

    def may_answer(self, t: Table, player: i64, face: i64) -> bool:
        return t.active == BOOGEYMAN or t.played >> face & 1 == 0

    def answer(self, t: Table, verb: i64, face: i64) -> None:
        t.set_arg(0, 1)
        if verb == v.DEFEND:
            if t.active == ORPHAN:
                t.played |= bit(face)
            piece = playing.show(t, ORPHAN, face, told.DEFEND)
            row = t.cards.face_row[face]
            carrying.carry_from(t, carrying.RUN, ORPHAN, piece, FROM_OPTIONS, face, row)

    def prompt(self, t: Table) -> str:
        card = text.face(t, int(t.fx_get(FX_WHAT)))
        if t.owner() == ORPHAN:
            return f"You play {card.name}. Cancel your own card?"
        does = "flips" if t.fx_get(FX_SOURCE) == FROM_MOVE_DECK else "plays"
        return f"The Boogeyman {does} {card.name}: {card.his}. Do you defend?"

    def why_not_answer(self, name: str) -> Refusal:
        return played_already(name)


# --- Steps of cards ----------------------------------------------------------------------------------


class SoloEffects(effects.Effects):
    """As solo play reads them (CC-SOLO.2, CC-R87, CC-R89)."""

    def finish(self, t: Table) -> None:
        """With the last card resolved his deck may have run out (CC-SOLO.12, CC-R84)."""
        super().finish(t)
        if t.fx_n == 0 and t.pile_n(BOOGEYMAN) == 0:
            t.tally[FATE + BOOGEYMAN] = OUTLASTED
            win(t, ORPHAN)

    def run(self, t: Table) -> bool:
        if t.fx_get(FX_SOURCE) == FROM_MOVE_DECK and t.arg(0) == carrying.RUN and t.arg(1) != END:
            steps = t.cards.face_steps[t.fx_get(FX_WHAT)]
            if steps >= 0 and t.fx_get(FX_IMMUNE) != CANCELLED:
                t.set_arg(1, END)  # CC-SOLO.26: whatever pawn the card names, it moves him
                start_his_move(t, steps)
                return False
        return super().run(t)

    def aim(self, t: Table, row: i64) -> bool:
        """A card of yours that moves means you, if you are where it wants somebody (CC-SOLO.37)."""
        mask = candidates(t, row)
        if mask & 1 == 0 or t.terms.rules == 1 or t.row(row, OP) != MOVE:
            return super().aim(t, row)
        t.fx_set(FX_TARGET, ORPHAN)
        return True

    def aimed(self, t: Table, row: i64) -> bool:
        """He always means the orphan. A card of yours cannot move him (CC-SOLO.29)."""
        mask = candidates(t, row)
        if t.owner() == BOOGEYMAN:
            t.fx_set(FX_TARGET, ORPHAN if mask & 1 else NOBODY)
            return True
        if t.row(row, OP) == MOVE and mask == bit(BOOGEYMAN):
            t.fx_set(FX_TARGET, NOBODY)
            return True
        return self.aim(t, row)

    def meant(self, t: Table, player: i64) -> i64:
        """Whoever was moved, your thefts are from him (CC-SOLO.37)."""
        if player == ORPHAN == t.owner() and t.terms.rules > 1:
            return BOOGEYMAN
        return super().meant(t, player)

    def asks_first(self, t: Table, row: i64, what: carrying.Deed) -> bool:
        return t.owner() == ORPHAN and what.asks_first(t, row)

    def do_alone(self, t: Table, row: i64, what: carrying.Deed) -> None:
        if t.owner() == ORPHAN and isinstance(what, (SoloCancel, SoloPeek, effects.DoEndTurn)):
            what.do(t, row)

    def do_to(self, t: Table, row: i64, what: carrying.Deed, player: i64) -> None:
        """What solo play says nothing of is for the orphan alone; what he cannot do lapses (CC-R87)."""
        if BETWEEN_US >> t.row(row, OP) & 1 or (t.owner() == ORPHAN and player == ORPHAN):
            what.to(t, row, player)


# --- Steps that solo play reads otherwise ------------------------------------------------------------
#
# He is the other one (CC-SOLO.20). Only his Options deck is touched (CC-SOLO.21), and his pawn never moved
# (CC-SOLO.29): so KIDNAPPED (CC-SOLO.37) and HEAD START (CC-SOLO.33). MAKE YOUR MOVE finds no DETOUR
# (CC-SOLO.34).


class SoloMove(pawns.DoMove):
    def to(self, t: Table, row: i64, player: i64) -> None:
        if t.owner() == ORPHAN:
            if player == ORPHAN:
                super().to(t, row, player)
            return
        n = max(t.row(row, c.N), t.row(row, c.N2))
        if player == BOOGEYMAN:
            start_his_move(t, n)
        elif pawns.can_be_moved(t, ORPHAN):
            to = (t.pawn[ORPHAN] + n) % RING
            t.did()
            t.tell_at(told.MOVED, BOOGEYMAN, ORPHAN, to)
            walk_to(t, to)


def start_his_move(t: Table, steps: i64) -> None:
    """His turn begun on a HIGHWAY adds two to the movement of his Move card (CC-SOLO.39, CC-R94)."""
    if t.fx_get(FX_SOURCE) == FROM_MOVE_DECK and steps > 0:
        steps += t.cards.kind_boost[t.kind_under(BOOGEYMAN)]
    t.did()
    he_moves(t, steps)


class SoloSteal(taking.DoSteal):
    def to(self, t: Table, row: i64, player: i64) -> None:
        thief = t.owner()
        if player == thief:
            return
        if t.row(row, c.HOW) == c.FROM_PILE:  # under the own deck (CC-R88, CC-R89)
            taking.steal_pile(t, thief, player, t.row(row, c.N))
        elif not taking.guarded(t, player, c.HAND_SAFE):  # CC-R93
            if thief == ORPHAN:
                i_steal(t, t.row(row, c.N))
            else:
                he_steals(t, t.row(row, c.N))


def i_steal(t: Table, n: i64) -> None:
    """From his hand: the top of his deck to the own hand (CC-R89)."""
    while n > 0 and room(t, ORPHAN) > 0 and t.pile_n(BOOGEYMAN) > 0:  # CC-SOLO.23
        piece = take_top(t, BOOGEYMAN)
        into_hand(t, ORPHAN, piece)
        t.did()
        t.note(told.STOLEN, ORPHAN, t.face(piece), BOOGEYMAN, -1, bit(ORPHAN))
        n -= 1


def he_steals(t: Table, n: i64) -> None:
    """From the hand at random on top of his deck (CC-SOLO.28).

    Without a movement on the card he stays (CC-SOLO.27).
    """
    while n > 0 and t.hand_n(ORPHAN) > 0:
        piece = t.tally[HAND + t.rng.below(t.hand_n(ORPHAN))]
        mix(t, t.hand_mask(ORPHAN), bit(ORPHAN))
        out_of_hand(t, ORPHAN, piece)
        put_on_top(t, BOOGEYMAN, piece)
        t.sealed += 1
        t.did()
        t.note(told.STOLEN, BOOGEYMAN, t.face(piece), ORPHAN, -1, bit(ORPHAN))
        n -= 1


class SoloLose(losing.DoLose):
    """Never his whole hand (CC-SOLO.19, CC-SOLO.36)."""

    def to(self, t: Table, row: i64, player: i64) -> None:
        if player == ORPHAN or t.row(row, c.HOW) == c.FROM_PILE:
            super().to(t, row, player)


class SoloRecover(keeping.DoRecover):
    def to(self, t: Table, row: i64, player: i64) -> None:
        if t.owner() == player:
            super().to(t, row, player)
        elif player == BOOGEYMAN:
            recover(t, BOOGEYMAN, t.row(row, c.N), t.row(row, c.HOW) == c.SHUFFLED)


class SoloScavenge(taking.DoScavenge):
    def to(self, t: Table, row: i64, player: i64) -> None:
        if player != t.owner():
            super().to(t, row, player)


class SoloLook(taking.DoLook):
    """His hand is the top of his deck."""

    def to(self, t: Table, row: i64, player: i64) -> None:
        if t.owner() == ORPHAN and player == BOOGEYMAN and t.pile_n(BOOGEYMAN) > 0:
            piece = t.piece_at(t.pile_at(BOOGEYMAN) + t.pile_n(BOOGEYMAN) - 1)
            reveal(t, piece, bit(ORPHAN))
            t.sealed += 1
            t.did()
            t.note(told.SAW, ORPHAN, t.face(piece), BOOGEYMAN, -1, bit(ORPHAN))


class SoloPeek(DoPeek):
    """The top Acts of the stack."""

    def do(self, t: Table, row: i64) -> None:
        first = acts_used(t)
        for slot in range(first, SOLO_ACTS):
            if slot < first + t.row(row, c.N):
                look_at(t, ORPHAN, slot)
                t.did()


class SoloCancel(effects.DoCancel):
    """Scope does not matter (CC-R95)."""

    def do(self, t: Table, row: i64) -> None:
        self.void(t, c.SCOPE_ALL)


OURS: Final[list[carrying.Deed]] = [
    *(SoloMove(), SoloSteal(), SoloLose(), SoloRecover(), SoloScavenge(), SoloLook()),
]
BETWEEN_US: Final[i64] = sum(1 << deed.number for deed in OURS)


def solo_program(shared: Program) -> Program:
    """The same rows, carried out as solo play reads them."""
    verbs = list(shared.verbs)
    for verb in (*OURS, SoloPeek(), SoloCancel()):
        verbs[verb.number] = verb
    rows = [int(number) for number in shared.rows]
    return Program(rows, int(shared.width), verbs, list(shared.conditions), shared.source)


# --- Paths of the orphan -----------------------------------------------------------------------------


class RingPath(pawns.Path):
    def who(self, t: Table) -> i64:
        return ORPHAN

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        most = t.row(t.arg(1), c.N)
        if t.row(t.arg(1), c.N2) == c.UP_TO:
            return offer_done(out, offer_steps(t, v.TO, most, out, n))
        out[n] = act(v.TO, t.cell_of((t.pawn[ORPHAN] + most) % RING))
        return offer_done(out, n + 1) if self.may_stay(t) else n + 1

    def answer(self, t: Table, verb: i64, cell: i64) -> None:
        t.pop()
        if verb == v.TO:
            t.did()
            to = t.node_at(cell)
            t.tell_at(told.MOVED, ORPHAN, ORPHAN, to)
            walk_to(t, to)

    def why_not_space(self, t: Table, cell: int) -> Refusal:
        return not_clockwise(t, cell)


class RingSend(pawns.Send):
    """A placement, no passing: HIDDEN PASSAGE (CC-SOLO.35, CC-R97)."""

    def put(self, t: Table, pawn: i64, node: i64) -> None:
        t.tell_at(told.SENT, ORPHAN, ORPHAN, node)
        arrive(t, node, 1 if node == 0 else 0)
