"""What the questions of Condyle Cove have in common, and what several of them offer."""

from dataclasses import replace
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle import text
from fabletop.games.condyle import verbs as v
from fabletop.games.condyle.table import HAND, Table
from fabletop.kernel.action import THINGS, act
from fabletop.kernel.question import Label, Refusal
from fabletop.kernel.state import Question

THING: Final = THINGS - 1
FINAL: Final = {v.GO, v.STAY, v.TO, v.PLAY, v.DEFEND, v.PLACE, v.BUILD, v.STOP}  # CC-TURN.3


class Ask(Question[Table]):
    """A question to the player whose turn it is."""

    phase: str = ""  # the part of the turn that it belongs to
    between: bool = False  # it is asked between two actions, so a scream is heard at once (CC-R72)

    def who(self, t: Table) -> i64:
        return t.active

    def label(self, t: Table, seat: int, verb: int, thing: int) -> Label:
        found = super().label(t, seat, verb, thing)
        if verb in FINAL:
            found = replace(found, ends="It stands: all moves are final.")
        if verb == v.DONE:
            return replace(found, words=self.declined(t))
        if verb in text.BY_CELL and self.walks_me(t):
            node = int(t.node_at(thing))
            words = f"{found.words}. {text.space_words(t, int(t.kind_of(node)))}"
            return replace(found, words=words, sure=text.game_of(t).danger(t, node))
        return replace(found, sure=self.warning(t, verb, thing))

    def walks_me(self, t: Table) -> bool:
        """Whether an answer says where the pawn of whoever is asked goes."""
        return False

    def declined(self, t: Table) -> str:
        """What it is called to do nothing of it."""
        return "None"

    def warning(self, t: Table, verb: int, thing: int) -> str:
        """Why a person may regret an answer, by what all can see; empty: there is no reason to."""
        return ""

    def why_not(self, t: Table, verb: int, thing: int) -> Refusal:
        """Depends on nothing but what the seat that is asked can see."""
        if verb in text.BY_FACE:
            if thing >= len(text.edition_of(t).faces):
                return Refusal(self.rule, "There is no such card.")
            return self.why_not_card(t, verb, thing)
        if verb in text.BY_CELL:
            if not text.inside(thing):
                return Refusal(self.rule, "There is no such place.")
            if t.node_at(thing) < 0:
                return self.why_not_empty(t, thing)
            return self.why_not_space(t, thing)
        if verb in text.BY_SLOT:
            return text.refuse_slot(t, thing, self.rule)
        if verb == v.DONE:
            return Refusal("CC-R38", "This is not optional: do as much of it as you can.")
        return super().why_not(t, verb, thing)

    def why_not_card(self, t: Table, verb: int, face: int) -> Refusal:
        return Refusal(self.rule, f"{text.face(t, face).name} is not in your hand.")

    def why_not_empty(self, t: Table, cell: int) -> Refusal:
        """Why not a cell on which no card lies."""
        return Refusal("CC-SETUP.7", "No card of the map lies there.")

    def why_not_space(self, t: Table, cell: int) -> Refusal:
        raise NotImplementedError


class AlwaysAsk(Ask):
    """Has several answers, or is asked all the same, so that nothing is told."""

    def run(self, t: Table) -> bool:
        t.seat = self.who(t)
        return True


class CardAsk(Ask):
    """A question of a card or space that is being carried out, to its player."""

    def who(self, t: Table) -> i64:
        return t.owner()

    def prompt(self, t: Table) -> str:
        return f"{text.carried_out(t)}: {self.wish(t)}"

    def wish(self, t: Table) -> str:
        """What it wants to know."""
        raise NotImplementedError


def offer_hand(t: Table, player: i64, verb: i64, out: vec[i64], n: i64) -> i64:
    """Each face in a hand once, in the order of faces."""
    first = n
    for i in range(player * 4, player * 4 + t.hand_n(player)):
        n = offer_in_order(act(verb, t.face(t.tally[HAND + i])), out, first, n)
    return n


def offer_in_order(answer: i64, out: vec[i64], first: i64, n: i64) -> i64:
    """Add an answer at its place, unless it is there already."""
    at = n
    while at > first and out[at - 1] > answer:
        at -= 1
    if at > first and out[at - 1] == answer:
        return n
    for j in range(n, at, -1):
        out[j] = out[j - 1]
    out[at] = answer
    return n + 1


def offer_done(out: vec[i64], n: i64) -> i64:
    """Or nothing of it."""
    out[n] = act(v.DONE, 0)
    return n + 1
