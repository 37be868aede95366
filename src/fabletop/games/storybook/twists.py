"""When a Plot Twist may be played: its moments, and the windows of the hourglass.

Only `may_twist` looks at which Twist a role really holds. Whether a role *could* want a window is
public, so being asked tells nobody what it holds.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.storybook import cards as c
from fabletop.games.storybook import text, told
from fabletop.games.storybook import verbs as v
from fabletop.games.storybook.card_text import when_text
from fabletop.games.storybook.effects import follow
from fabletop.games.storybook.needs import Need, has_effect, need_holds, needs_hold
from fabletop.games.storybook.notation import TwistSpeech
from fabletop.games.storybook.table import ALLY_OF, CHAMPION_OF, TWIST_OF, WINDOWS_OF, Storybook
from fabletop.kernel.action import act
from fabletop.kernel.bits import bit
from fabletop.kernel.effects.engine import END
from fabletop.kernel.question import Label, Refusal
from fabletop.kernel.state import Question

WINDOW: Final = 8  # which window, seats round from the active one, declined in a row

# --- Timing (SB-TWIST.1, .2, .4; SB-TEAM.6; SB-R27, SB-R29, SB-R33) -------------------------------


def is_spent(t: Storybook, role: i64) -> bool:
    return t.spent >> (role & 1) & 1 == 1


def fits_now(t: Storybook, role: i64, twist: i64, when: i64) -> bool:
    """Whether this Twist could be played by this role at this moment."""
    cards = t.cards
    if cards.twist_when[twist] & when == 0:
        return False
    if cards.twist_enemy_turn[twist] and (t.role ^ role) & 1 == 0:
        return False
    first = cards.twist_step[twist]
    return needs_hold(t, role, twist) and (first == END or has_effect(t, role, first))  # END: text alone


def may_twist(t: Storybook, role: i64, when: i64) -> bool:
    """Whether the role may play the Twist it holds."""
    return not is_spent(t, role) and fits_now(t, role, t.tally[TWIST_OF + role], when)


def could_twist(t: Storybook, role: i64, when: i64) -> bool:
    """Whether one of the four Twists that this role may have kept fits: what everybody can see."""
    if t.tally[WINDOWS_OF + role] & when == 0 or is_spent(t, role):
        return False
    champion = t.cards.team_twist[t.tally[CHAMPION_OF + role]]
    ally = t.cards.team_twist[t.tally[ALLY_OF + role]]
    return (
        fits_now(t, role, champion, when)
        or fits_now(t, role, champion + 1, when)
        or fits_now(t, role, ally, when)
        or fits_now(t, role, ally + 1, when)
    )


def why_no_twist(t: Storybook, when: i64) -> Refusal:
    """For the seat that is asked, about the Twist it holds."""
    role = t.role_of(t.seat)
    if t.shown >> role & 1:
        return Refusal("SB-TWIST.1", "You have used your Plot Twist; there is one a game.")
    if is_spent(t, role):
        return Refusal("SB-TEAM.6", "Your team has used its one Plot Twist.")
    twist = text.twist_of(t, t.seat)
    index = t.tally[TWIST_OF + role]
    if t.cards.twist_when[index] & when == 0:
        rule = "SB-TWIST.4" if twist.hourglass else "SB-TWIST.2"
        return Refusal(rule, f"{twist.name} is played at another time: {when_text(twist)}.")
    if twist.enemy_turn and (t.role ^ role) & 1 == 0:
        return Refusal("SB-TWIST.4", f"{twist.name} is for an enemy's turn only.")
    if not needs_hold(t, role, index):
        return Refusal("SB-TWIST.3", f"{twist.name} cannot be played now: {unmet(t, role, index)}.")
    return Refusal("SB-R31", f"{twist.name} could do nothing now, so it may not be played.")


def unmet(t: Storybook, role: i64, twist: i64) -> str:
    """The first requirement of a Twist that does not hold, as what is the case instead."""
    row = t.cards.twist_need[twist]
    while need_holds(t, role, row):
        row += 1
    entry = text.edition_of(t).twists[twist]
    test = entry.needs[row - t.cards.twist_need[twist]]
    return cast(Need, test.condition).unmet(t, role, test, TwistSpeech(entry.names))


# --- Windows (SB-R27, SB-R28) ---------------------------------------------------------------------


def open_window(t: Storybook, when: i64) -> None:
    """Ask all who could want this window, the active player first.

    At the start of a turn and after an action the active player's own menu is its go, unless
    somebody else could want the same window.
    """
    if t.spent == 3:
        return
    role = t.role
    wanted = when > c.AFTER_ACTION and could_twist(t, role, when)
    if not wanted:
        role = t.after(role)
        while role != t.role:
            if could_twist(t, role, when):
                wanted = True
                break
            role = t.after(role)
    if wanted:
        t.push(WINDOW, when)


class Window(Question[Storybook]):
    """All who could want the window are asked in turn, until they have declined in a row."""

    number = WINDOW
    rule = "SB-R28"
    verbs = (v.PASS, v.TWIST)
    declined_by = v.PASS

    def who(self, t: Storybook) -> i64:
        return t.seat_of(self.asked(t))

    def asked(self, t: Storybook) -> i64:
        return (t.role - t.arg(1)) & (t.terms.players - 1)

    def spent(self, t: Storybook) -> bool:
        """Go round to the next role that could want the window."""
        while t.arg(2) < t.terms.players:
            if could_twist(t, self.asked(t), t.arg(0)):
                return False
            self.decline(t)
        t.pop()
        return True

    def decline(self, t: Storybook) -> None:
        t.set_arg(1, t.arg(1) + 1)
        t.set_arg(2, t.arg(2) + 1)

    def always(self, t: Storybook) -> bool:
        return True

    def offer(self, t: Storybook, out: vec[i64], n: i64) -> i64:
        out[n] = act(v.PASS, 0)
        if may_twist(t, self.asked(t), t.arg(0)):  # SB-TWIST.4
            out[n + 1] = act(v.TWIST, 0)
            return n + 2
        return n + 1

    def answer(self, t: Storybook, verb: i64, thing: i64) -> None:
        role = self.asked(t)
        self.decline(t)
        if verb == v.TWIST:
            t.set_arg(2, 0)  # the others are asked again
            play_twist(t, role)

    def prompt(self, t: Storybook) -> str:
        asked = why_asked(may_twist(t, self.asked(t), t.arg(0)))
        return f"{WINDOW_WORDS[t.arg(0)]} Do you play your Plot Twist? {asked}"

    def label(self, t: Storybook, seat: int, verb: int, thing: int) -> Label:
        return text.twist_label(t, seat) if verb == v.TWIST else Label("Play no Plot Twist now")

    def why_not(self, t: Storybook, verb: int, thing: int) -> Refusal:
        return why_no_twist(t, t.arg(0)) if thing == 0 else text.no_such_thing(self.rule)


def why_asked(fits: bool) -> str:
    """For the player who is asked."""
    if fits:
        return "It fits now."
    return "Yours does not fit now; you are asked all the same, so that nobody learns which one you keep."


WINDOW_WORDS = {
    c.AT_START: "A turn begins.",
    c.AFTER_ACTION: "An action is complete.",
    c.BEFORE_BATTLE: "The Battle is about to begin.",
    c.AT_CAPTURE: "Cards are being captured.",
}


# --- Playing it (SB-TWIST.5, SB-TWIST.6: it costs nothing) ----------------------------------------


def play_twist(t: Storybook, role: i64) -> None:
    twist = t.tally[TWIST_OF + role]
    t.spent |= bit(role & 1)  # SB-TWIST.1, SB-TEAM.6
    t.shown |= bit(role)
    t.tell(told.TWIST, t.seat_of(role), twist)
    follow(t, role, t.cards.twist_step[twist])
