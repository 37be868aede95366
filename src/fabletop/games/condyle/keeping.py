"""The own pile and discard: putting cards under it, fetching them back, sifting it."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fabletop.games.condyle import cards as c
from fabletop.games.condyle import text, told
from fabletop.games.condyle import verbs as v
from fabletop.games.condyle.asking import THING, CardAsk, offer_done, offer_hand, offer_in_order
from fabletop.games.condyle.carrying import Deed, advance
from fabletop.games.condyle.knowledge import mix, reveal
from fabletop.games.condyle.notation import MOST, Aim, Many, own, top
from fabletop.games.condyle.piles import draw, into_hand, out_of_hand, put_under, recover, room
from fabletop.games.condyle.table import DISCARD_N, FX_NUMBER, Table
from fabletop.kernel.action import act, add
from fabletop.kernel.bits import bit
from fabletop.kernel.effects.engine import MAY, NEXT
from fabletop.kernel.effects.kinds import Number, Word, counted
from fabletop.kernel.effects.nodes import Step
from fabletop.kernel.effects.text import Speech
from fabletop.kernel.question import Refusal

WANTED: Final = 26  # row
STASH: Final = 19  # whose, how many more
FETCH: Final = 20  # whose, how many more
SIFT: Final = 21  # whose, how many cards are still looked at


class DoDraw(Deed):
    name = "DRAW"
    number = 11
    takes = ((c.WHO, Aim("you", "all")), (c.N, Number(1, MOST, "card")))

    def to(self, t: Table, row: i64, player: i64) -> None:
        for _i in range(t.row(row, c.N)):
            draw(t, player)

    def words(self, step: Step, speech: Speech) -> str:
        whom, n = step.values
        who = "draw" if own(whom) else f"{Aim().words(whom, speech)} draws"
        return f"{who} {counted(n, 'card')}"


class DoRecover(Deed):
    name = "RECOVER"
    number = 8
    takes = (
        (c.WHO, Aim("you", "all")),
        (c.N, Many()),
        (c.HOW, Word({"bottom": c.UNDER, "shuffle": c.SHUFFLED})),
    )
    may = True
    recovers = True

    def asks_first(self, t: Table, row: i64) -> bool:
        if t.row(row, MAY) == 0 or t.fx_get(FX_NUMBER) != 0:
            return False
        if t.discard_n(t.owner()) > 0:
            t.push(WANTED, row)
        else:
            advance(t, t.row(row, NEXT))
        return True

    def to(self, t: Table, row: i64, player: i64) -> None:
        if recover(t, player, t.row(row, c.N), t.row(row, c.HOW) == c.SHUFFLED):
            t.did()

    def words(self, step: Step, speech: Speech) -> str:
        whom, n, how = step.values
        whose = "your" if own(whom) else "the"
        what = "the whole discard" if n == c.EVERYTHING else f"{top(n)} of {whose} discard"
        put = f"shuffle {what} into {whose} pile" if how == "shuffle" else f"put {what} under {whose} pile"
        return put if own(whom) else f"{Aim().words(whom, speech)}: {put}"


class Wanted(CardAsk):
    """Whether an optional step is wanted."""

    number = WANTED
    rule = "CC-R38"
    verbs = (v.YES, v.DONE)

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        out[n] = act(v.YES, 0)
        return offer_done(out, n + 1)

    def answer(self, t: Table, verb: i64, thing: i64) -> None:
        row = t.arg(0)
        t.pop()
        if verb == v.YES:
            t.fx_set(FX_NUMBER, 1)
        else:
            advance(t, t.row(row, NEXT))

    def declined(self, t: Table) -> str:
        return "No"

    def wish(self, t: Table) -> str:
        return "do you want it?"


class OwnCards(CardAsk):
    """Asks a player again and again about cards of his own."""

    def who(self, t: Table) -> i64:
        return t.arg(0)

    def more(self, t: Table) -> bool:
        return t.arg(1) > 0 and self.can_go_on(t)

    def can_go_on(self, t: Table) -> bool:
        return True


class DoStash(Deed):
    """Hand cards of choice go under the own pile."""

    name = "STASH"
    number = 9
    takes = ((c.WHO, Aim("you")), (c.N, Number(1, MOST, "hand card")))
    may = True

    def to(self, t: Table, row: i64, player: i64) -> None:
        t.push(STASH, player, t.row(row, c.N))

    def words(self, step: Step, speech: Speech) -> str:
        n = step.values[1]
        return f"put {'a hand card' if n == 1 else f'up to {n} hand cards'} under your pile"


class Stash(OwnCards):
    number = STASH
    rule = "CC-R38"
    verbs = (v.STASH, v.DONE)

    def can_go_on(self, t: Table) -> bool:
        return t.hand_n(t.arg(0)) > 0

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        return offer_done(out, offer_hand(t, t.arg(0), v.STASH, out, n))

    def answer(self, t: Table, verb: i64, face: i64) -> None:
        if verb == v.DONE:
            t.pop()
            return
        player = t.arg(0)
        piece = t.held(player, face)
        eyes = t.eyes_on_hand(player)
        mix(t, t.hand_mask(player), eyes)
        out_of_hand(t, player, piece)
        put_under(t, player, piece)
        t.set_arg(1, t.arg(1) - 1)
        t.did()
        t.note(told.STASHED, player, face, -1, -1, eyes)

    def wish(self, t: Table) -> str:
        return "which card goes under your pile?"


class DoFetch(Deed):
    """Face-up cards of the own discard come back to the hand."""

    name = "FETCH"
    number = 10
    takes = ((c.WHO, Aim("you")), (c.N, Number(1, MOST, "face-up card")))
    may = True
    says = "take {1} of your discard to your hand"

    def to(self, t: Table, row: i64, player: i64) -> None:
        t.push(FETCH, player, t.row(row, c.N))


class Fetch(OwnCards):
    number = FETCH
    rule = "CC-R36"
    verbs = (v.TAKE, v.DONE)

    def can_go_on(self, t: Table) -> bool:
        return room(t, t.arg(0)) > 0

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        """The face-up cards of the own discard, each face once (CC-R36)."""
        player = t.arg(0)
        first = n
        base = t.discard_at(player)
        for i in range(base + t.discard_n(player) - 1, base - 1, -1):
            piece = t.piece_at(i)
            if t.up >> piece & 1:
                answer = act(v.TAKE, t.face(piece))
                new = True
                for j in range(first, n):
                    if out[j] == answer:
                        new = False
                if new:
                    out[n] = answer
                    n += 1
        return offer_done(out, n)

    def answer(self, t: Table, verb: i64, face: i64) -> None:
        if verb == v.DONE:
            t.pop()
            return
        player = t.arg(0)
        base = t.discard_at(player)
        at = base + t.discard_n(player) - 1
        while t.up >> t.piece_at(at) & 1 == 0 or t.face(t.piece_at(at)) != face:
            at -= 1
        piece = t.piece_at(at)
        for i in range(at, base + t.discard_n(player) - 1):
            t.pile[i] = t.pile[i + 1]
        t.tally[DISCARD_N + player] -= 1
        t.up &= ~bit(piece)
        into_hand(t, player, piece)
        t.set_arg(1, t.arg(1) - 1)
        t.did()
        t.tell(told.FETCHED, player, face)

    def wish(self, t: Table) -> str:
        return "which face-up discard do you take?"

    def why_not_card(self, t: Table, verb: int, face: int) -> Refusal:
        return Refusal("CC-R36", f"{text.face(t, face).name} does not lie face up in your discard.")


class DoSift(Deed):
    """Look at the top cards of the own pile; each goes back on top or to the bottom."""

    name = "SIFT"
    number = 12
    takes = ((c.WHO, Aim("you")), (c.N, Number(1, MOST)))

    def to(self, t: Table, row: i64, player: i64) -> None:
        n = min(t.row(row, c.N), t.pile_n(player))
        if n == 0:
            return
        base = t.pile_at(player) + t.pile_n(player)
        for i in range(base - n, base):
            reveal(t, t.piece_at(i), bit(player))
        t.sealed += 1
        t.did()
        t.push(SIFT, player, n)

    def words(self, step: Step, speech: Speech) -> str:
        each = "it" if step.values[1] == 1 else "each"
        return f"look at {top(step.values[1])} of your pile and put {each} back on top or at the bottom"


class Sift(OwnCards):
    number = SIFT
    rule = "CC-R26"
    verbs = (v.TOP, v.BOTTOM)

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        """Each card looked at, top or bottom; in the order of faces."""
        player = t.arg(0)
        first = n
        top = t.pile_at(player) + t.pile_n(player)
        for i in range(top - t.arg(1), top):
            n = offer_in_order(act(v.TOP, t.face(t.piece_at(i))), out, first, n)
        tops = n
        for i in range(first, tops):
            n = add(out, n, v.BOTTOM, out[i] & THING)
        return n

    def answer(self, t: Table, verb: i64, face: i64) -> None:
        """The card goes just below those still looked at, or to the bottom."""
        player = t.arg(0)
        left = t.arg(1)
        base = t.pile_at(player)
        top = base + t.pile_n(player)
        pieces: i64 = 0
        at: i64 = -1
        for i in range(top - left, top):
            pieces |= bit(t.piece_at(i))
            if at < 0 and t.face(t.piece_at(i)) == face:
                at = i
        mix(t, pieces, bit(player))
        piece = t.piece_at(at)
        down = top - left if verb == v.TOP else base
        for i in range(at, down, -1):
            t.pile[i] = t.pile[i - 1]
        t.pile[down] = u8(piece)
        t.set_arg(1, left - 1)
        t.note(told.SIFTED, player, face, 1 if verb == v.TOP else 0, -1, bit(player))

    def wish(self, t: Table) -> str:
        return "you look at the top of your pile. What goes where?"

    def why_not_card(self, t: Table, verb: int, face: int) -> Refusal:
        return Refusal(self.rule, f"{text.face(t, face).name} is not one of the cards you look at.")
