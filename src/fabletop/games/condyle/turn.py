"""A turn: its beginning, Movement, Play and Draw (CC-TURN)."""

from dataclasses import replace
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle import cards as c
from fabletop.games.condyle import ghost, text, told
from fabletop.games.condyle import verbs as v
from fabletop.games.condyle.acts import ask_which_act
from fabletop.games.condyle.asking import AlwaysAsk, Ask, offer_hand
from fabletop.games.condyle.carrying import carry_out
from fabletop.games.condyle.cove import PlaceAsk, lay, other_door, within_steps
from fabletop.games.condyle.ending import AT_END, put_out
from fabletop.games.condyle.foresight import would_do_nothing
from fabletop.games.condyle.ghost import spend
from fabletop.games.condyle.pawns import land
from fabletop.games.condyle.piles import draw
from fabletop.games.condyle.playing import play_card
from fabletop.games.condyle.table import (
    BOOST,
    CHARM_N,
    COVE,
    DRAWS,
    EMPTY,
    FROM_CHARM,
    FULL_HAND,
    SHIELD,
    STRIDE,
    TOLD,
    Table,
)
from fabletop.games.condyle.winter import can_flip_winter, flip_winter, offer_winter, why_not_winter
from fabletop.kernel.action import act, add
from fabletop.kernel.effects.kinds import counted
from fabletop.kernel.question import Label, Refusal
from fabletop.kernel.state import Frame

TURN: Final = 3  # stage, a count
GO: Final = 6
PLAY: Final = 7
DRAW: Final = 8
PUT: Final = 9  # the kind of the drawn Cove card
SLAP: Final = 10

AT_START: Final = 0
AT_BENNY: Final = 1
AT_BEGIN: Final = 2
AT_MOVE: Final = 3
AT_PLAY: Final = 4
AT_CHECK: Final = 5
AT_DRAW: Final = 6
AT_SLAP: Final = 7

NOTHING_NOW: Final = "Now it would only leave your hand."
THROWN_AWAY: Final = "The card would be spent for nothing."
NOTHING_TO_DRAW: Final = "Your pile is empty: as soon as your Draw phase begins, you are out."

# --- From stage to stage -----------------------------------------------------------------------------


def start_turn(t: Table, player: i64) -> None:
    t.active = player
    t.turn += 1
    t.tally[SHIELD + player] = 0
    t.moved = 0
    t.screams = 0  # CC-R71
    t.flipped = 0
    t.promised = 0
    t.drawn = 0
    t.ending = 0
    t.push(TURN, AT_START)
    t.tell(told.TURN, player, t.turn)


class Turn(Frame[Table]):
    """The next stage of the turn (CC-TURN.1)."""

    number = TURN

    def run(self, t: Table) -> bool:
        stage = t.arg(0)
        if t.terms.ghost and t.clock <= 0 and stage != AT_END:
            if t.terms.live != TOLD or t.imagined:
                ghost.scream(t)  # between two actions one may fall due (CC-R72)
                return False
        else:
            t.calm = t.waited
        player = t.active
        if stage == AT_START:
            t.set_arg(0, AT_BENNY)
            # However one came there (CC-AOD.9), in every such turn anew (CC-AOD.5), but only now (CC-R56).
            if t.kind_under(player) == c.CUL_DE_SAC:  # CC-TURN.5, CC-AOD.1; one flip a turn (CC-R16)
                ask_which_act(t)
        elif stage == AT_BENNY:
            t.set_arg(0, AT_BEGIN)
            t.set_arg(1, 0)
            ghost.meet_benny(t, player)
        elif stage == AT_BEGIN:
            begin_effects(t, player)
        elif stage == AT_MOVE:
            t.set_arg(0, AT_PLAY)
            t.stride = longest_stride(t, player)
            t.tally[BOOST + player] = 0
            ask_movement(t)
        elif stage == AT_PLAY:
            if t.ending:  # CC-CARD.1, CC-R27
                t.set_arg(0, AT_CHECK if t.terms.away_draws else AT_SLAP)
            elif t.hand_n(player) > 0 or can_flip_winter(t):
                ask_play(t)
            else:
                t.set_arg(0, AT_CHECK)
        elif stage == AT_CHECK:
            # Not before, whenever the pile ran out (CC-OUT.3), and not a turn later (CC-OUT.4).
            if t.pile_n(player) == 0:  # CC-DRAW.2, CC-GOAL.2, CC-GOAL.3
                put_out(t, player, EMPTY)
            else:
                t.set_arg(0, AT_DRAW)
                if t.promised and can_flip_winter(t):
                    flip_winter(t)
        elif stage == AT_DRAW:
            if draws_left(t) > 0 and has_source(t):
                t.push(DRAW)
            else:
                if draws_left(t) > 0:
                    t.tell(told.NO_ROOM, player, draws_left(t))
                t.set_arg(0, AT_SLAP)
        elif stage == AT_SLAP:
            if t.terms.live:
                t.push(SLAP)
            else:
                slap(t)
        else:
            t.pop()
            start_turn(t, t.after(player))  # CC-SETUP.10
        return False


def begin_effects(t: Table, player: i64) -> None:
    """What Permanent cards do when a turn begins, the oldest first (CC-PERM.1)."""
    k = t.arg(1)
    while k < t.tally[CHARM_N + player]:
        charm = t.charm(player, k)
        k += 1
        if t.cards.charm_begin[charm] >= 0:
            t.set_arg(1, k)
            carry_out(t, player, FROM_CHARM, charm, t.cards.charm_begin[charm])
            return
    t.set_arg(0, AT_MOVE)


# --- Movement (CC-MOVE) ------------------------------------------------------------------------------


def longest_stride(t: Table, player: i64) -> i64:
    """Two, more from a HIGHWAY begun on (CC-SPACE.3, CC-SPACE.4) or by cards, never under one."""
    most = STRIDE + t.tally[BOOST + player] + t.charm_sum(player, c.MOVE_MORE)
    if t.charm_sum(player, c.NO_HIGHWAY) == 0:
        most += t.cards.kind_boost[t.kind_under(player)]
    return max(most, 1)


def ask_movement(t: Table) -> None:
    t.push(GO)


class Go(AlwaysAsk):
    """Stay, or end on any space within reach, the own one included (CC-MOVE.1, CC-MOVE.3)."""

    number = GO
    rule = "CC-MOVE.1"
    verbs = (v.GO, v.STAY)
    phase = "movement"
    between = True

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        n = add(out, n, v.STAY, 0)
        node = t.pawn[t.active]
        mask = within_steps(t, node, t.stride)
        door = other_door(t, node)
        for to in range(t.nodes):
            if mask >> to & 1 or to == door:  # CC-4P.4
                n = add(out, n, v.GO, t.cell_of(to))
        return n

    def answer(self, t: Table, verb: i64, cell: i64) -> None:
        t.pop()
        spend(t, ghost.TIME_TO_MOVE)
        if verb == v.STAY:
            t.tell(told.STAY, t.active, 0)
        else:
            self.walk(t, t.active, t.node_at(cell))

    def walk(self, t: Table, player: i64, to: i64) -> None:
        walked = within_steps(t, t.pawn[player], t.stride) >> to & 1 == 1
        t.pawn[player] = to
        t.tell_at(told.GO, player, 0, to)
        if walked:
            t.moved = 1
            land(t, player, to)  # one landing, at the end (CC-MOVE.4, CC-R19)

    def walks_me(self, t: Table) -> bool:
        return True

    def warning(self, t: Table, verb: int, thing: int) -> str:
        """Of staying, which is no landing."""
        return text.game_of(t).danger(t, int(t.pawn[t.active]))

    def prompt(self, t: Table) -> str:
        return f"Movement: you may go up to {counted(t.stride, 'space')}. Where?"

    def why_not_space(self, t: Table, cell: int) -> Refusal:
        far = counted(t.stride, "space")
        return Refusal("CC-MOVE.1", f"{text.space_name(t, cell)} is farther than {far}.")


# --- Play (CC-PLAY, CC-HAND) -------------------------------------------------------------------------


def ask_play(t: Table) -> None:
    t.push(PLAY)


class Play(AlwaysAsk):
    """Any card, in any order (CC-TURN.4), gained ones too (CC-PLAY.2), DETOURs too (CC-DETOUR.2)."""

    number = PLAY
    rule = "CC-PLAY.1"
    verbs = (v.PLAY, v.STOP, v.WINTER)
    phase = "play"
    between = True

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        n = offer_hand(t, t.active, v.PLAY, out, n)
        n = offer_winter(t, out, n)
        if may_stop(t, 0):
            n = add(out, n, v.STOP, 0)
        elif can_flip_winter(t) and may_stop(t, 1):
            n = add(out, n, v.STOP, 1)
        return n

    def answer(self, t: Table, verb: i64, thing: i64) -> None:
        t.pop()
        if verb == v.PLAY:
            spend(t, ghost.TIME_TO_PLAY)
            play_card(t, t.active, thing)
        elif verb == v.STOP:  # a phase once left is over (CC-TURN.2)
            t.promised = thing
            t.set_arg(0, AT_CHECK)
        else:
            flip_winter(t)

    def prompt(self, t: Table) -> str:
        return f"Play: which card do you play?{self.duty(t)}"

    def label(self, t: Table, seat: int, verb: int, thing: int) -> Label:
        found = super().label(t, seat, verb, thing)
        if verb != v.PLAY or not self.is_in_vain(t, thing):
            return found
        return replace(found, words=f"{found.words} {NOTHING_NOW}", vain=True)

    def is_in_vain(self, t: Table, face: int) -> bool:
        return bool(would_do_nothing(t, t.active, face))

    def duty(self, t: Table) -> str:
        """Why the phase cannot simply be left (CC-HAND.2, CC-R28)."""
        if may_stop(t, 0):
            return ""
        if can_flip_winter(t) and may_stop(t, 1):
            return " You hold too many cards for two draws: play one, or flip a Last Winter card for a draw."
        return " You hold too many cards for your draws, so you must."

    def warning(self, t: Table, verb: int, thing: int) -> str:
        """Before a card is thrown away, and before the phase is left although something could still be done
        (CC-GOAL.2)."""
        if verb == v.PLAY:
            return THROWN_AWAY if may_stop(t, 0) and self.is_in_vain(t, thing) else ""
        return NOTHING_TO_DRAW if verb == v.STOP and self.runs_dry(t) and len(t.legal()) > 1 else ""

    def runs_dry(self, t: Table) -> bool:
        return t.pile_n(t.active) == 0

    def why_not(self, t: Table, verb: int, thing: int) -> Refusal:
        if verb == v.STOP:
            return self.why_not_stop(t, thing)
        return why_not_winter(t) if verb == v.WINTER else super().why_not(t, verb, thing)

    def why_not_stop(self, t: Table, promise: int) -> Refusal:
        if promise == 1:
            return Refusal("CC-R28", "You need not, or cannot, promise to flip a Last Winter card.")
        if promise > 1:
            return Refusal(self.rule, "That is not one of the choices.")
        held = t.hand_n(t.seat)
        return Refusal("CC-HAND.2", f"With {held} cards in hand your draws do not fit: play a card first.")


def spared(t: Table) -> i64:
    """The draws that a Last Winter card has replaced (CC-LW.5, CC-R63)."""
    return t.flipped if t.terms.free_flip == 0 else 0


def may_stop(t: Table, promise: i64) -> bool:
    """The hand must leave room for the draws to come (CC-HAND.2, CC-HAND.3, CC-PLAY.6, CC-R28)."""
    player = t.active
    f = spared(t)
    if f == 0 and t.terms.free_flip == 0:
        f = promise
    draws = min(t.pile_n(player) + t.cove_n, DRAWS - f)
    from_cove = min(draws, t.cove_n)
    if t.pile_n(player) == 0:
        return True  # out of the game, whatever the hand
    return t.hand_n(player) <= FULL_HAND - (draws - from_cove)


# --- Draw (CC-DRAW) ----------------------------------------------------------------------------------


def draws_left(t: Table) -> i64:
    """Two if two are available, pile and Cove deck together (CC-DRAW.1, CC-DRAW.3, CC-R40, CC-R41)."""
    left = DRAWS - spared(t) - t.drawn
    return min(left, t.pile_n(t.active) + t.cove_n)


def has_source(t: Table) -> bool:
    return can_draw_option(t) or t.cove_n > 0 or can_flip_winter(t)


def can_draw_option(t: Table) -> bool:
    return t.pile_n(t.active) > 0 and t.hand_n(t.active) < FULL_HAND


class Draw(Ask):
    """From the own pile or the Cove deck, as the player likes (CC-DRAW.4, CC-R39)."""

    number = DRAW
    rule = "CC-DRAW.4"
    verbs = (v.DRAW, v.WINTER)
    asks = "Draw: from where?"
    phase = "draw"
    between = True

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        if can_draw_option(t):
            n = add(out, n, v.DRAW, 0)
        if t.cove_n > 0:
            n = add(out, n, v.DRAW, 1)
        return offer_winter(t, out, n)

    def answer(self, t: Table, verb: i64, source: i64) -> None:
        t.pop()
        if verb == v.WINTER:
            flip_winter(t)
            return
        spend(t, ghost.TIME_TO_DRAW)
        t.drawn += 1
        if source == 0:
            draw(t, t.active)
            return
        t.cove_n -= 1  # CC-DRAW.6, CC-MAP.1
        kind = t.deck[COVE + t.cove_n]
        t.sealed += 1
        t.tell(told.COVE, t.active, kind)
        t.push(PUT, kind)

    def why_not(self, t: Table, verb: int, thing: int) -> Refusal:
        if verb == v.WINTER:
            return why_not_winter(t)
        if thing == 1:
            return Refusal("CC-DRAW.4", "The Cove deck is empty.")
        if thing > 1:
            return Refusal("CC-DRAW.4", "Draw from your pile or from the Cove deck.")
        if t.pile_n(t.seat) == 0:
            return Refusal("CC-R40", "Your pile is empty.")
        return Refusal("CC-HAND.1", "You hold four cards already: draw from the Cove deck.")


class PutCoveCard(PlaceAsk):
    number = PUT
    rule = "CC-MAP.1"
    phase = "draw"

    def answer(self, t: Table, verb: i64, cell: i64) -> None:
        kind = t.arg(0)
        t.pop()
        t.tell_at(told.PLACE, t.active, kind, lay(t, kind, cell, -1))

    def prompt(self, t: Table) -> str:
        name = text.kind_name(t, t.arg(0))
        return f"You drew {name}. {text.space_words(t, t.arg(0))} Where do you lay it?"


class Slap(AlwaysAsk):
    """At a live table the player says that the turn is done."""

    number = SLAP
    rule = "CC-GHOST.7"
    verbs = (v.SLAP,)
    asks = "Your turn is done: slap the table."
    phase = "slap"
    between = True

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        out[n] = act(v.SLAP, 0)
        return n + 1

    def answer(self, t: Table, verb: i64, thing: i64) -> None:
        t.pop()
        slap(t)


def slap(t: Table) -> None:
    """The turn is over; a scream from now on concerns the next player (CC-GHOST.7)."""
    spend(t, ghost.TIME_TO_SLAP)
    if t.terms.ghost:
        t.tell(told.SLAP, t.active, 0)
    t.set_arg(0, AT_END)
