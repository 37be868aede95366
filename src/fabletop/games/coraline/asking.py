"""What questions of Coraline have in common."""

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.coraline import text
from fabletop.games.coraline import verbs as v
from fabletop.games.coraline.table import Table
from fabletop.kernel.action import act, add
from fabletop.kernel.bits import members_into
from fabletop.kernel.effects.engine import MAY
from fabletop.kernel.question import Refusal
from fabletop.kernel.state import Question


class Asked(Question[Table]):
    """A question to the active player."""

    def who(self, t: Table) -> i64:
        return t.active

    def why_not(self, t: Table, verb: int, thing: int) -> Refusal:
        if thing >= text.THINGS.get(verb, 1):
            return Refusal(self.rule, "There is no such thing in this game.")
        return self.refuse(t, verb, thing)

    def refuse(self, t: Table, verb: int, thing: int) -> Refusal:
        """Why a thing that there is is no answer."""
        raise NotImplementedError


class StepAsks(Asked):
    """A step of the card being followed asks the active player, who makes all choices (CO-R15).

    Argument 0 of the frame is the row, argument 1 how many have been chosen. What a Coraline card says may
    be declined (CO-R1); what a Beldam card says is compulsory, as far as it can be followed (CO-R18).
    """

    def prompt(self, t: Table) -> str:
        return f"{text.following(t)}{self.asks}"

    def always(self, t: Table) -> bool:
        """There is something to choose, or it would not be asked; and one may decline."""
        return may_decline(t, t.arg(0))

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        row = t.arg(0)
        if may_decline(t, row):
            n = add(out, n, v.DONE, 0)
        return self.choices(t, row, out, n)

    def choices(self, t: Table, row: i64, out: vec[i64], n: i64) -> i64:
        raise NotImplementedError

    def answer(self, t: Table, verb: i64, thing: i64) -> None:
        if verb == v.DONE:
            t.pop()
        else:
            self.choose(t, t.arg(0), thing)

    def choose(self, t: Table, row: i64, thing: i64) -> None:
        raise NotImplementedError

    def why_not(self, t: Table, verb: int, thing: int) -> Refusal:
        if verb == v.DONE and thing == 0:
            return Refusal("CO-R18", "What a Beldam card says cannot be declined.")
        return super().why_not(t, verb, thing)


def may_decline(t: Table, row: i64) -> bool:
    return t.box.step(row, MAY) == 1


# --- Lists of answers -----------------------------------------------------------------------------


def offer_rooms(rooms: i64, out: vec[i64], n: i64) -> i64:
    return members_into(rooms, act(v.GO, 0), out, n)


def offer_objects(things: i64, out: vec[i64], n: i64) -> i64:
    return members_into(things, act(v.OBJECT, 0), out, n)


def offer_hand(t: Table, seat: i64, verb: i64, out: vec[i64], n: i64) -> i64:
    """All cards of a hand."""
    at = t.at
    end = n + t.hands[seat]
    first = act(verb, 0)
    card: i64 = 0
    while n < end:
        out[n] = first + card  # the next is written over it, if it is another's: quicker than a branch
        n += i64(at[card] == seat)
        card += 1
    return n


def offer_plays(t: Table, seat: i64, out: vec[i64], n: i64) -> i64:
    """The cards of a hand that can be played (CO-STORY.2, CO-R1)."""
    at = t.at
    left = t.hands[seat]
    card: i64 = 0
    while left > 0:
        if at[card] == seat:
            left -= 1
            if t.may_play(card):
                n = add(out, n, v.PLAY, card)
        card += 1
    return n
