"""A turn: its Action Points, the question that asks for actions, the Battle step, and the next turn."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from fabletop.games.storybook import actions, text, told
from fabletop.games.storybook import cards as c
from fabletop.games.storybook import verbs as v
from fabletop.games.storybook.battle import capture, goes_on, judge
from fabletop.games.storybook.table import (
    AP_A_TURN,
    BOON,
    BOON_CARD,
    BOON_LEFT,
    BOON_ROLE,
    BOON_UNTIL,
    DECK_SIZE,
    FACE_DOWN,
    FULL_HAND,
    HAND_SIZE,
    Storybook,
)
from fabletop.games.storybook.twists import (
    could_twist,
    may_twist,
    open_window,
    play_twist,
    why_asked,
    why_no_twist,
)
from fabletop.kernel.action import add
from fabletop.kernel.question import Label, Refusal
from fabletop.kernel.state import Frame, Question

TURN: Final = 6
BATTLE: Final = 9
CAPTURES: Final = 10
AFTER: Final = 19

# --- The turn (SB-TURN) ---------------------------------------------------------------------------


def begin_turn(t: Storybook, role: i64) -> None:
    t.role = role
    t.turn += 1
    t.ap = AP_A_TURN  # SB-TURN.2; what was left of the last turn's is lost (SB-TURN.3)
    t.acts = 0
    t.fresh = 0
    fade(t, c.UNTIL_START)
    ask_for_actions(t)
    t.tell(told.TURN, t.seat_of(role), t.turn)
    open_window(t, c.AT_START)


def ask_for_actions(t: Storybook) -> None:
    t.push(TURN)


class Turn(Question[Storybook]):
    """Any actions, in any order, as often as they can be paid for, a Twist, or the end."""

    number = TURN
    rule = "SB-TURN.2"
    verbs = (v.END, v.DRAW, v.REVEAL, v.SPIN, v.SLIDE, v.PLAY, v.HIDE, v.TWIST)

    def who(self, t: Storybook) -> i64:
        return t.seat_of(t.role)

    def spent(self, t: Storybook) -> bool:
        """A turn that leaves nothing to choose ends by itself (SB-TURN.6, SB-R39).

        A Twist that the player might hold keeps it open (SB-R29).
        """
        if can_act(t) or could_twist(t, t.role, moment_of_turn(t)) or is_idle_for_ever(t):
            return False
        end_actions(t)
        return True

    def always(self, t: Storybook) -> bool:
        return True

    def offer(self, t: Storybook, out: vec[i64], n: i64) -> i64:
        role = t.role
        n = add(out, n, v.END, 0)  # SB-TURN.6
        if actions.may_draw(t, role):
            n = add(out, n, v.DRAW, 0)
        n = actions.offer_reveals(t, out, n)
        n = actions.offer_moves(t, role, out, n)
        n = actions.offer_from_hand(t, role, out, n)
        if may_twist(t, role, moment_of_turn(t)):  # SB-TWIST.2
            n = add(out, n, v.TWIST, 0)
        return n

    def answer(self, t: Storybook, verb: i64, thing: i64) -> None:
        """One action of the active player (SB-TURN.5), a Twist, or the end of the actions."""
        role = t.role
        t.fresh = 0
        if verb == v.END:
            end_actions(t)
            return
        t.push(AFTER)
        if verb == v.DRAW:
            t.ap -= actions.DRAW_COST
            actions.draw(t, role)
        elif verb == v.REVEAL:
            t.ap -= actions.REVEAL_COST
            actions.reveal(t, role, thing)
        elif verb == v.SPIN:
            t.ap -= actions.SPIN_COST
            actions.spin(t, role, thing >> 1, 1 if thing & 1 else 3)  # SB-SPIN.1, SB-R17
        elif verb == v.SLIDE:
            t.ap -= actions.SLIDE_COST
            actions.slide(t, role, thing >> 2, thing & 3)
        elif verb == v.PLAY:
            t.ap -= actions.PLAY_COST
            actions.ask_where_to_put(t, thing, 0)
        elif verb == v.HIDE:
            t.ap -= actions.HIDE_COST
            actions.ask_where_to_put(t, thing, 1)
        else:
            play_twist(t, role)

    def prompt(self, t: Storybook) -> str:
        if can_act(t):
            return f"Your turn: {t.ap} AP left. What do you do?"
        over = "You have no AP left" if t.ap == 0 else "There is nothing left to do"
        if not could_twist(t, t.role, moment_of_turn(t)):
            return f"{over} in this turn."
        asked = why_asked(may_twist(t, t.role, moment_of_turn(t)))
        return f"{over}: the Battle is next. Do you play your Plot Twist before it? {asked}"

    def label(self, t: Storybook, seat: int, verb: int, thing: int) -> Label:
        return action_label(t, seat, verb, thing)

    def why_not(self, t: Storybook, verb: int, thing: int) -> Refusal:
        if verb == v.REVEAL:
            return actions.why_no_reveal(t, thing)
        if verb == v.SPIN:
            return actions.why_no_spin(t, thing >> 1)
        if verb == v.SLIDE:
            return actions.why_no_slide(t, thing >> 2, thing & 3)
        if verb == v.PLAY or verb == v.HIDE:
            return why_not_put_down(t, verb, thing)
        if thing != 0:
            return text.no_such_thing("SB-TWIST.1" if verb == v.TWIST else self.rule)
        return why_no_twist(t, moment_of_turn(t)) if verb == v.TWIST else actions.why_no_draw(t)


def action_label(t: Storybook, seat: int, verb: int, thing: int) -> Label:
    """Something done in a turn, for a seat that thinks of it."""
    if verb == v.END:
        return end_label(t)
    if verb == v.TWIST:
        return text.twist_label(t, seat)
    cost = f" ({actions.COSTS[verb]} AP)"
    ends = text.LAST_AP if t.ap == actions.COSTS[verb] else ""
    if verb == v.DRAW:
        return Label(f"Draw a card{cost}", "deck", ends=ends)
    if verb == v.PLAY or verb == v.HIDE:
        return text.hand_label(t, seat, "Play" if verb == v.PLAY else "Hide", thing, cost)
    if verb == v.REVEAL:
        words = f"Reveal {text.card_words(t, seat, t.card_at(thing))}{cost}"
        return Label(words, text.cell_ref(t, thing), ends=ends)
    if verb == v.SPIN:
        card = thing >> 1
        way = "right" if thing & 1 else "left"
        words = f"Spin {text.card_words(t, seat, card)} to the {way}{cost}"
        return Label(words, text.cell_ref(t, t.at[card]), ends=ends)
    card, end = thing >> 2, actions.landing(t, thing >> 2, thing & 3)
    to = f" to {text.space(t, end)}" if end >= 0 else ""
    words = f"Slide {text.card_words(t, seat, card)} {text.slide_words(t, seat, thing & 3)}{to}{cost}"
    return Label(words, text.cell_ref(t, t.at[card]), text.cell_ref(t, end), ends=ends)


def end_label(t: Storybook) -> Label:
    """Whoever could still do something is asked once more (SB-TURN.3)."""
    if can_act(t):
        lost = "You could still do something, and AP that are not spent are lost."
        return Label(f"End actions ({t.ap} AP left)", sure=lost)
    return Label("On to the Battle")


def why_not_put_down(t: Storybook, verb: int, card: int) -> Refusal:
    cost = actions.COSTS[verb]
    if t.ap < cost:
        return actions.too_dear(t, "Play" if verb == v.PLAY else "Hide", cost)
    return text.why_not_from_hand(t, card, "SB-PLAY.1" if verb == v.PLAY else "SB-HIDE.1")


def can_act(t: Storybook) -> bool:
    """Whether any action can still be paid for and made. Looks only at what everybody can see."""
    role = t.role
    if t.ap < actions.DRAW_COST:
        return False
    hand = t.tally[HAND_SIZE + role]
    if t.ap >= actions.PLAY_COST and hand > 0:
        return True
    if hand < FULL_HAND and t.tally[DECK_SIZE + role] > 0:
        return True
    board = t.board
    spots = t.spots
    for i in range(t.taken):
        card = i64(board[spots[i]]) - 1
        if t.lies[card] == FACE_DOWN:
            return True  # Reveal
        if t.ap >= actions.SPIN_COST and card // c.DECK == role:
            return True
    return False


def is_idle_for_ever(t: Storybook) -> bool:
    """Without a limit a turn in which nothing can be done is asked for all the same, or two players with no
    cards left would pass for ever."""
    return t.stall_limit() == 0 and (t.acts == 0 or t.terms.rules == 1)


def moment_of_turn(t: Storybook) -> i64:
    """Which Twists the active player may play between actions."""
    return c.OWN_TURN | (c.AT_START if t.acts == 0 else c.AFTER_ACTION)


class After(Frame[Storybook]):
    """An action or Twist of the active player is complete."""

    number = AFTER

    def run(self, t: Storybook) -> bool:
        t.pop()
        t.acts += 1
        open_window(t, c.AFTER_ACTION)
        return False


# --- The Battle step, and the next turn -----------------------------------------------------------


def end_actions(t: Storybook) -> None:
    t.pop()
    t.tell(told.END, t.seat_of(t.role), t.ap)
    t.push(BATTLE)  # SB-TURN.6
    open_window(t, c.BEFORE_BATTLE)


class Battle(Frame[Storybook]):
    number = BATTLE

    def run(self, t: Storybook) -> bool:
        t.pop()
        t.doomed = judge(t)[0]
        t.push(CAPTURES)
        if t.doomed:
            open_window(t, c.AT_CAPTURE)
        return False


class Captures(Frame[Storybook]):
    number = CAPTURES

    def run(self, t: Storybook) -> bool:
        t.pop()
        capture(t)
        fade(t, c.UNTIL_BATTLE)
        fade(t, c.UNTIL_END)
        if goes_on(t):
            begin_turn(t, t.after(t.role))  # SB-TURN.7
        return False


# --- How long effects last (SB-TWIST.5) -----------------------------------------------------------


def fade(t: Storybook, moment: i64) -> None:
    """End the effects that last until this moment of the turn of `t.role`."""
    old = t.boons
    if len(old) == 0:
        return
    kept = vec[i64]()
    for row in range(0, len(old), BOON):
        until = old[row + BOON_UNTIL]
        ends = until == moment
        if ends and until != c.UNTIL_BATTLE and old[row + BOON_ROLE] != t.role:
            ends = False
        if ends and until == c.UNTIL_END:
            old[row + BOON_LEFT] -= 1
            ends = old[row + BOON_LEFT] <= 0
        if ends:
            t.tell(told.FADE, t.seat_of(old[row + BOON_ROLE]), old[row + BOON_CARD])
        else:
            for i in range(row, row + BOON):
                kept = append(kept, old[i])
    t.boons = kept
