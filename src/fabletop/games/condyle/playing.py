"""Playing an Options card (CC-PLAY): what is announced, and the Defensive cards that answer it (CC-DEF)."""

from dataclasses import replace
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle import cards as c
from fabletop.games.condyle import carrying, text, told
from fabletop.games.condyle import verbs as v
from fabletop.games.condyle.aims import affects, candidates
from fabletop.games.condyle.asking import Ask, CardAsk, offer_done, offer_in_order
from fabletop.games.condyle.knowledge import may_be_among, reveal
from fabletop.games.condyle.piles import out_of_hand
from fabletop.games.condyle.table import (
    BENNY,
    CANCELLED,
    FROM_OPTIONS,
    FROM_WINTER,
    FX_IMMUNE,
    FX_NUMBER,
    FX_SOURCE,
    FX_TARGET,
    FX_WHAT,
    HAND,
    NOBODY,
    Table,
)
from fabletop.kernel.action import act, add
from fabletop.kernel.bits import members_into
from fabletop.kernel.effects.engine import END, MAY
from fabletop.kernel.journal import ALL
from fabletop.kernel.question import Label, Refusal

TARGET: Final = 12  # row
NUMBER: Final = 13  # row
WINDOW: Final = 14  # players asked so far, the only one asked or -1


def play_card(t: Table, player: i64, face: i64) -> None:
    """A card leaves the hand (CC-R25); its targets and numbers are announced, then others may defend.

    It may be played although nobody is where it wants them (CC-PLAY.4, CC-PLAY.5).
    """
    piece = show(t, player, face, told.PLAY)
    stage: i64 = carrying.ANNOUNCE
    row = t.cards.face_row[face]
    if t.cards.face_type[face] == c.BUILDING:  # a Cove card from the moment it is played (CC-R47)
        stage = carrying.RUN
    elif t.cards.face_type[face] == c.DEFENSIVE:  # in the own Play phase: it only makes room (CC-R29)
        stage = carrying.WINDOW
        row = END
    carrying.carry_from(t, stage, player, piece, FROM_OPTIONS, face, row)


def show(t: Table, player: i64, face: i64, kind: i64) -> i64:
    """A card of the hand is played, for all to see; returns the piece."""
    piece = t.held(player, face)
    reveal(t, piece, ALL)
    out_of_hand(t, player, piece)
    t.sealed += 1
    t.tell(kind, player, face)
    return piece


# --- The one whom a card names (CC-R26) ----------------------------------------------------------------


def aim(t: Table, row: i64) -> bool:
    """Choose the one player or pawn of a step, or ask; True if it is chosen."""
    mask = candidates(t, row)
    if mask == 0:
        t.fx_set(FX_TARGET, NOBODY)
        return True
    if mask & (mask - 1) == 0 and t.row(row, MAY) == 0:  # CC-R38
        for pawn in range(BENNY + 1):
            if mask >> pawn & 1:
                choose_target(t, pawn)
        return True
    t.push(TARGET, row)
    return False


def choose_target(t: Table, pawn: i64) -> None:
    t.fx_set(FX_TARGET, pawn)
    t.tell(told.TARGET, t.owner(), pawn)


class Target(CardAsk):
    number = TARGET
    rule = "CC-R26"
    verbs = (v.TARGET, v.DONE)

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        n = members_into(candidates(t, t.arg(0)), act(v.TARGET, 0), out, n)
        return offer_done(out, n) if t.row(t.arg(0), MAY) else n

    def answer(self, t: Table, verb: i64, pawn: i64) -> None:
        row = t.arg(0)
        t.pop()
        if verb == v.DONE:
            t.fx_set(FX_TARGET, NOBODY)
        else:
            choose_target(t, pawn)
            if t.arg(0) == carrying.RUN:
                late_window(t, row)

    def label(self, t: Table, seat: int, verb: int, thing: int) -> Label:
        found = super().label(t, seat, verb, thing)
        row = t.arg(0)
        if verb != v.TARGET or thing in (seat, BENNY) or not carrying.deed(t, row).spares(t, row, thing):
            return found
        return replace(found, words=f"{found.words}: safe from it there")

    def wish(self, t: Table) -> str:
        return "whom do you choose?"

    def why_not(self, t: Table, verb: int, thing: int) -> Refusal:
        if verb != v.TARGET:
            return super().why_not(t, verb, thing)
        if thing > BENNY or (thing < BENNY and thing >= t.terms.seats):
            return Refusal("CC-R26", "There is no such player.")
        name = text.player_name(t, thing)
        if thing == BENNY:
            return Refusal("CC-CARD.5", f"{name} is no player: this card cannot name him.")
        if not t.is_live(thing):
            return Refusal("CC-OUT.1", f"{name} is out of the game and cannot be reached.")
        if thing == t.owner():
            return Refusal("CC-CARD.5", "The card names another player, not you.")
        if carrying.deed(t, t.arg(0)).discards:
            return Refusal("CC-R55", f"The discard of {name} is empty, and another one is not.")
        return Refusal("CC-R26", f"{name} is not where the card wants its target to be.")


def ask_number(t: Table, row: i64) -> None:
    """2 or 4?"""
    t.push(NUMBER, row)


class Number(CardAsk):
    number = NUMBER
    rule = "CC-R26"
    verbs = (v.NUMBER,)

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        out[n] = act(v.NUMBER, t.row(t.arg(0), c.N))
        out[n + 1] = act(v.NUMBER, t.row(t.arg(0), c.N2))
        return n + 2

    def answer(self, t: Table, verb: i64, number: i64) -> None:
        t.pop()
        t.fx_set(FX_NUMBER, number)
        t.tell(told.NUMBER, t.owner(), number)

    def wish(self, t: Table) -> str:
        return "how many spaces?"


# --- The window (CC-R43, CC-R49) -----------------------------------------------------------------------


def open_window(t: Table) -> None:
    t.push(WINDOW, 0, -1)


def late_window(t: Table, row: i64) -> bool:
    """Open the window of a target that was named only now; True if there is one."""
    target = t.fx_get(FX_TARGET)
    source = t.fx_get(FX_SOURCE)
    if t.row(row, c.LATE) == 0 or (source != FROM_OPTIONS and source != FROM_WINTER):
        return False
    if target < 0 or target == BENNY or target == t.owner():
        return False
    t.push(WINDOW, 0, target)
    return True


class Window(Ask):
    """Whether someone is asked depends on open information only, so the question tells nothing."""

    number = WINDOW
    rule = "CC-R43"
    verbs = (v.DEFEND, v.PASS)
    declined_by = v.PASS

    def who(self, t: Table) -> i64:
        only = t.arg(1)
        return only if only >= 0 else (t.owner() + t.arg(0)) % t.terms.seats

    def run(self, t: Table) -> bool:
        if self.is_open(t):
            t.seat = self.who(t)
            return True
        t.pop()
        return False

    def is_open(self, t: Table) -> bool:
        """Find the next player who could hold an answer, as far as everybody knows.

        The player of the card is not asked (CC-R48).
        """
        if t.fx_get(FX_IMMUNE) == CANCELLED:  # after a full cancel the round ends
            return False
        if t.arg(1) >= 0:
            return t.arg(0) == 0 and could_defend(t, t.arg(1))
        if t.arg(0) == 0:
            t.set_arg(0, 1)
        while t.arg(0) < t.terms.seats:
            player = self.who(t)
            if t.is_live(player) and could_defend(t, player):
                return True
            t.set_arg(0, t.arg(0) + 1)
        return False

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        player = self.who(t)
        n = add(out, n, v.PASS, 0)
        first = n
        for i in range(HAND + player * 4, HAND + player * 4 + t.hand_n(player)):
            face = t.face(t.tally[i])
            if t.cards.face_type[face] == c.DEFENSIVE and self.may_answer(t, player, face):
                n = offer_in_order(act(v.DEFEND, face), out, first, n)
        return n

    def may_answer(self, t: Table, player: i64, face: i64) -> bool:
        return scope_fits(t, player, face)

    def answer(self, t: Table, verb: i64, face: i64) -> None:
        """A Defensive card is played out of turn (CC-DEF.2, CC-DEF.3); it can itself be answered (CC-R46)."""
        player = self.who(t)
        t.set_arg(0, t.arg(0) + 1)
        if verb == v.DEFEND:
            piece = show(t, player, face, told.DEFEND)
            row = t.cards.face_row[face]
            carrying.carry_from(t, carrying.WINDOW, player, piece, FROM_OPTIONS, face, row)

    def prompt(self, t: Table) -> str:
        owner, target = int(t.owner()), int(t.fx_get(FX_TARGET))
        aimed = f" at {text.player_name(t, target)}" if target >= 0 else ""
        plays = "flips" if t.fx_get(FX_SOURCE) == FROM_WINTER else "plays"
        return f"{text.player_name(t, owner)} {plays} {text.carried_out(t)}{aimed}. Do you defend?"

    def why_not_card(self, t: Table, verb: int, face: int) -> Refusal:
        card = text.face(t, face)
        if not card.defensive:
            return Refusal(
                "CC-DEF.2", f"{card.name} is no Defensive card; only those are played out of turn."
            )
        if t.held(t.seat, face) < 0:
            return Refusal("CC-DEF.2", f"{card.name} is not in your hand.")
        return self.why_not_answer(card.name)

    def why_not_answer(self, name: str) -> Refusal:
        return Refusal("CC-R44", f"{name} shields only yourself, and this card does nothing to you.")


def could_defend(t: Table, player: i64) -> bool:
    pieces = t.hand_mask(player)
    if pieces == 0:
        return False
    for i in range(len(t.terms.defensive)):
        card = t.terms.defensive[i]
        if may_be_among(t, card, pieces) and scope_fits(t, player, t.terms.faces[card]):
            return True
    return False


def scope_fits(t: Table, player: i64, face: i64) -> bool:
    """Whom it covers (CC-DEF.4): all (CC-R45, CC-R46), or only its player, if the card hits him."""
    if t.cards.face_scope[face] == c.SCOPE_ALL:
        return True
    if t.fx_get(FX_SOURCE) == FROM_OPTIONS and t.cards.face_type[t.fx_get(FX_WHAT)] == c.DEFENSIVE:
        return False
    return affects(t, player)
