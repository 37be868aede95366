"""Setting up, rounds, and the phases of a turn (CO-SETUP, CO-ROUND, CO-BELDAM, CO-BUTTON)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.coraline import cards as c
from fabletop.games.coraline import text, told
from fabletop.games.coraline import verbs as v
from fabletop.games.coraline.activities import begin_story, cannot_concede, may_concede
from fabletop.games.coraline.asking import Asked
from fabletop.games.coraline.ending import MORE, end_game, fill_hand, no_hands, turn_up
from fabletop.games.coraline.foresight import follow
from fabletop.games.coraline.table import CONCEDED, DECK_LOST, HANDS_LOST, SATCHEL, Table
from fabletop.kernel.action import act, add
from fabletop.kernel.bits import bit, lowest, members_into
from fabletop.kernel.question import Refusal
from fabletop.kernel.state import NOBODY, Frame

WHO_IS_NEXT: Final = 1  # frames
TURN: Final = 18

# --- Setting up (CO-SETUP) ------------------------------------------------------------------------


def set_up(t: Table) -> None:
    box = t.box
    t.where[c.CORALINE] = box.kitchen  # CO-SETUP.2
    t.where[c.BELDAM] = box.living_room
    for thing in range(c.STARTERS):
        t.lies[thing] = SATCHEL  # CO-SETUP.3
    for thing in range(c.STARTERS, c.OBJECTS):
        t.lies[thing] = box.starts[thing]  # CO-SETUP.4
        t.hidden |= bit(thing)
    for card in range(c.CARDS):
        t.deck[card] = card
        t.woes[card] = card
    t.left = c.CARDS
    t.rng.shuffle(t.deck, 0, c.CARDS)  # CO-SETUP.7
    t.woes_left = c.CARDS
    t.rng.shuffle(t.woes, 0, c.CARDS)  # CO-SETUP.8
    t.tell(told.TOLD_DEAL, NOBODY, t.terms.hand_size)
    for seat in range(t.terms.players):
        fill_hand(t, seat)
    new_round(t)


# --- Rounds (CO-ROUND, CO-BUTTON) -----------------------------------------------------------------


def new_round(t: Table) -> None:
    """All buttons show their colour again (CO-BUTTON.2, CO-SETUP.6)."""
    t.round += 1
    t.black = 0
    t.active = c.NOWHERE
    if t.terms.players > 1:  # CO-SOLO.1
        t.tell(told.TOLD_ROUND, NOBODY, t.round)
    t.push(WHO_IS_NEXT)  # CO-ROUND.1: all have seen their hands


def waiting(t: Table) -> i64:
    """Bits of the seats whose button still shows its colour (CO-COMP.6)."""
    return t.terms.everybody & ~t.black


class WhoIsNext(Asked):
    """The group's question (CO-ROUND.2, CO-R3); the first who is waiting speaks for it."""

    number = WHO_IS_NEXT
    rule = "CO-ROUND.2"
    verbs = (v.NEXT, v.CONCEDE)
    asks = "Who goes next? You all decide."

    def who(self, t: Table) -> i64:
        return lowest(waiting(t))

    def spent(self, t: Table) -> bool:
        """One is left: nobody is asked."""
        ready = waiting(t)
        if ready & (ready - 1):
            return False
        begin_turn(t, lowest(ready))
        return True

    def always(self, t: Table) -> bool:
        return True

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        n = members_into(waiting(t), act(v.NEXT, 0), out, n)
        if may_concede(t):
            n = add(out, n, v.CONCEDE, 0)
        return n

    def answer(self, t: Table, verb: i64, thing: i64) -> None:
        if verb == v.NEXT:
            begin_turn(t, thing)
        else:
            end_game(t, CONCEDED)  # CO-R24

    def refuse(self, t: Table, verb: int, thing: int) -> Refusal:
        if verb == v.CONCEDE:
            return cannot_concede(t, False)
        if thing >= t.opening.players:
            return Refusal("CO-ROUND.2", f"There is no {text.seat_name(thing)}.")
        return Refusal(
            "CO-BUTTON.1", f"{text.seat_name(thing)} has had a turn this round: the button shows black."
        )


# --- A turn (CO-ROUND.3) ----------------------------------------------------------------------------

DRAW_PHASE: Final = 0
BUTTON_PHASE: Final = 1


def begin_turn(t: Table, seat: i64) -> None:
    t.pop()
    t.turn += 1
    t.active = seat
    t.hush = 0
    t.tell(told.TOLD_TURN, seat, t.turn)
    t.push(TURN, DRAW_PHASE)
    begin_story(t)


class Turn(Frame[Table]):
    """What follows the Story Phase: Draw and Beldam, then Button. Argument 0: which comes next.
    Argument MORE: another Beldam card is to follow (CO-R28)."""

    number = TURN

    def run(self, t: Table) -> bool:
        if t.arg(0) == DRAW_PHASE:
            t.set_arg(0, BUTTON_PHASE)
            draw(t)
        else:
            end_turn(t)
        return False


def draw(t: Table) -> None:
    fill_hand(t, t.active)
    if no_hands(t):  # CO-R22
        end_game(t, HANDS_LOST)
    else:
        begin_beldam(t)


def begin_beldam(t: Table) -> None:
    if t.hush or t.turn <= t.terms.asleep:  # CO-R21, CO-R29
        t.tell(told.TOLD_SKIP, t.active, 0)
        return
    if t.woes_left == 0:  # CO-BELDAM.1, CO-LOSE.3
        end_game(t, DECK_LOST)
        return
    turn_over(t)


def turn_over(t: Table) -> None:
    """Her next card (CO-BELDAM.2)."""
    t.woe = turn_up(t)
    t.tell(told.TOLD_WOE, t.active, t.woe)
    follow(t, t.box.woes[t.woe])


def end_beldam(t: Table) -> None:
    t.woes_done[c.CARDS - 1 - t.woes_left] = t.woe  # CO-BELDAM.2
    t.woe = c.NOWHERE


def end_turn(t: Table) -> None:
    """The Button Phase (CO-BUTTON.1); a solo player has no button (CO-SOLO.1)."""
    if t.woe >= 0:
        end_beldam(t)
    if t.arg(MORE):  # CO-R28
        t.set_arg(MORE, 0)
        if t.woes_left > 0:
            turn_over(t)
            return
    if no_hands(t):  # CO-R22
        end_game(t, HANDS_LOST)
        return
    t.pop()
    t.black |= bit(t.active)
    if t.terms.players > 1:
        t.tell(told.TOLD_BUTTON, t.active, 0)
    if t.black == t.terms.everybody:
        new_round(t)  # CO-ROUND.2, CO-ROUND.4
    else:
        t.active = c.NOWHERE
        t.push(WHO_IS_NEXT)
