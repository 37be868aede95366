"""Losing cards, and passing them round (CC-HAND)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle import cards as c
from fabletop.games.condyle import text, told
from fabletop.games.condyle import verbs as v
from fabletop.games.condyle.asking import CardAsk, offer_hand
from fabletop.games.condyle.carrying import Deed
from fabletop.games.condyle.knowledge import mix
from fabletop.games.condyle.notation import Aim, Manner, Many, own, top
from fabletop.games.condyle.piles import (
    into_hand,
    lose_at_random,
    lose_from_hand,
    lose_hand,
    lose_top,
    out_of_hand,
)
from fabletop.games.condyle.table import FX_IMMUNE, HAND, PASSED, Table
from fabletop.kernel.action import add
from fabletop.kernel.bits import bit
from fabletop.kernel.effects.kinds import Word, counted
from fabletop.kernel.effects.nodes import Step
from fabletop.kernel.effects.text import Speech
from fabletop.kernel.question import Refusal

LOSE: Final = 18  # whose, from where, how many more
GIVE: Final = 23  # players asked so far


class DoLose(Deed):
    """A forced discard (CC-HAND.4, CC-HAND.5, CC-R33)."""

    name = "LOSE"
    number = 7
    takes = (
        (c.WHO, Aim()),
        (c.HOW, Word({"hand": c.FROM_HAND, "pile": c.FROM_PILE, "either": c.FROM_EITHER})),
        (c.N, Many()),
        (c.HOW, Manner({"random": c.AT_RANDOM, "yours": c.YOURS})),
    )

    def to(self, t: Table, row: i64, player: i64) -> None:
        lose(t, player, t.row(row, c.N), t.row(row, c.HOW))

    def words(self, step: Step, speech: Speech) -> str:
        whom, source, n, manner = step.values
        yours = own(whom)
        loses = "you lose" if yours else f"{Aim().words(whom, speech)} loses"
        if n == c.EVERYTHING:
            return f"{loses} the whole hand"
        if source == "pile" and not manner:
            return f"{loses} {top(n)} of {'your' if yours else 'the'} pile"
        return f"{loses} {counted(n, 'card')} {OUT_OF[manner or source]}"


OUT_OF = {
    "hand": "from hand",
    "either": "from hand or pile",
    "random": "from hand at random",
    "yours": "from hand, of your choice",
}


def lose(t: Table, player: i64, n: i64, how: i64) -> None:
    if how == c.FROM_PILE:
        if lose_top(t, player, n):
            t.did()
    elif how == c.AT_RANDOM:
        for _i in range(n):
            lose_at_random(t, player)
    elif n == c.EVERYTHING:
        if t.hand_n(player) > 0:
            t.did()
        lose_hand(t, player)
    else:
        t.push(LOSE, player, how, n)


class Lose(CardAsk):
    number = LOSE
    rule = "CC-HAND.4"
    verbs = (v.LOSE, v.LOSE_TOP)

    def yours(self, t: Table) -> bool:
        """Whether the player of the card chooses."""
        return t.arg(1) == c.YOURS

    def who(self, t: Table) -> i64:
        return t.owner() if t.arg(1) == c.YOURS else t.arg(0)

    def more(self, t: Table) -> bool:
        """Who has nothing left to lose is asked nothing more (CC-HAND.6, CC-R24)."""
        return t.arg(2) > 0

    def always(self, t: Table) -> bool:
        return t.hand_n(t.arg(0)) > 1

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        n = offer_hand(t, t.arg(0), v.LOSE, out, n)
        if t.arg(1) == c.FROM_EITHER and t.pile_n(t.arg(0)) > 0:
            n = add(out, n, v.LOSE_TOP, 0)
        return n

    def answer(self, t: Table, verb: i64, face: i64) -> None:
        player = t.arg(0)
        t.set_arg(2, t.arg(2) - 1)
        t.did()
        if verb == v.LOSE:
            lose_from_hand(t, player, t.held(player, face), bit(self.who(t)))
        else:
            lose_top(t, player, 1)

    def wish(self, t: Table) -> str:
        if self.yours(t):
            return f"which card does {text.player_name(t, int(t.arg(0)))} lose?"
        return "which card do you lose?"

    def why_not_card(self, t: Table, verb: int, face: int) -> Refusal:
        if self.yours(t):
            return text.not_in_hand_of(t, int(t.arg(0)), face, self.rule)
        return super().why_not_card(t, verb, face)

    def why_not(self, t: Table, verb: int, thing: int) -> Refusal:
        if verb == v.LOSE_TOP:
            return Refusal("CC-R24", "There is no card in your pile to lose, or it must come from a hand.")
        return super().why_not(t, verb, thing)


# --- Passing cards round -----------------------------------------------------------------------------


class DoPass(Deed):
    name = "PASS"
    number = 16
    says = "everyone passes a hand card to the next player"
    reaches_all = True

    def do(self, t: Table, row: i64) -> None:
        if receiver(t, t.owner()) == t.owner():
            return  # everybody else is shielded
        for player in range(4):
            t.tally[PASSED + player] = -1
        t.push(GIVE, 0)


def joins_passing(t: Table, player: i64) -> bool:
    """A player shielded from the card is skipped over."""
    return t.is_live(player) and t.fx_get(FX_IMMUNE) >> player & 1 == 0


class Give(CardAsk):
    number = GIVE
    rule = "CC-R26"
    verbs = (v.GIVE,)

    def who(self, t: Table) -> i64:
        return (t.owner() + t.arg(0)) % t.terms.seats

    def run(self, t: Table) -> bool:
        """Find the next player who has to choose, or let the cards change hands."""
        while t.arg(0) < t.terms.seats:
            player = self.who(t)
            if joins_passing(t, player) and t.hand_n(player) > 0:
                if t.hand_n(player) > 1:
                    t.seat = player
                    return True
                t.tally[PASSED + player] = t.tally[HAND + player * 4]
            t.set_arg(0, t.arg(0) + 1)
        hand_on(t)
        return False

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        return offer_hand(t, self.who(t), v.GIVE, out, n)

    def answer(self, t: Table, verb: i64, face: i64) -> None:
        player = self.who(t)
        t.tally[PASSED + player] = t.held(player, face)
        t.set_arg(0, t.arg(0) + 1)

    def wish(self, t: Table) -> str:
        to = receiver(t, self.who(t))
        return f"which card do you pass to {text.player_name(t, int(to))}?"


def hand_on(t: Table) -> None:
    """All cards change hands at once."""
    t.pop()
    for player in range(t.terms.seats):
        piece = t.tally[PASSED + player]
        if piece >= 0:
            eyes = eyes_of_gift(t, player)
            mix(t, t.hand_mask(player), eyes)
            out_of_hand(t, player, piece)
            t.note(told.GAVE, player, t.face(piece), receiver(t, player), -1, eyes)
    for player in range(t.terms.seats):
        piece = t.tally[PASSED + player]
        if piece >= 0:
            into_hand(t, receiver(t, player), piece)
            t.tally[PASSED + player] = -1
    t.did()


def receiver(t: Table, player: i64) -> i64:
    to = t.after(player)
    while not joins_passing(t, to):
        to = t.after(to)
    return to


def eyes_of_gift(t: Table, player: i64) -> i64:
    return t.eyes_on_hand(player) | t.eyes_on_hand(receiver(t, player))
