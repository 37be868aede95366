"""Moving tokens: the steps CORALINE, BELDAM, PLACE and REMOVE (CO-COMP.2)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.coraline import cards as c
from fabletop.games.coraline import notation, text, told
from fabletop.games.coraline import verbs as v
from fabletop.games.coraline.asking import StepAsks, may_decline, offer_rooms
from fabletop.games.coraline.following import Deed
from fabletop.games.coraline.foresight import THERE, there
from fabletop.games.coraline.table import Table
from fabletop.kernel.action import act
from fabletop.kernel.bits import bit, lowest, members_into
from fabletop.kernel.effects.engine import OP
from fabletop.kernel.effects.nodes import Step
from fabletop.kernel.effects.text import Speech
from fabletop.kernel.question import Label, Refusal

WHERE_TO: Final = 7  # frames
WHICH_WAY: Final = 8
WHICH_CHARACTER: Final = 9

ALL_ROOMS: Final = (1 << c.ROOMS) - 1


def rooms_of(t: Table, row: i64, who: i64) -> i64:
    """Bits of the rooms that a step sends a token to."""
    box = t.box
    where = box.step(row, c.WHERE)
    if where == c.AT_ROOMS:
        return box.step(row, c.PLACES)
    if where == c.AT_HERE:
        return bit(t.here())
    if where == c.AT_ANY:
        return ALL_ROOMS
    if where == c.WITHIN:
        return box.within(t.lair() if who == c.BELDAM else t.here(), box.step(row, c.REACH))
    if where == c.AT_BELDAM:
        return bit(t.lair())
    if where == c.AT_HOME:
        return bit(box.homes[who]) if box.homes[who] >= 0 else i64(0)
    return there(t)


def move_token(t: Table, who: i64, room: i64) -> None:
    if t.where[who] == room:
        t.tell_of(told.TOLD_STAY, who, room)
        return
    t.where[who] = room  # CO-R14: meeting the Beldam has no effect of itself
    if who == c.CORALINE:
        t.tell_of(told.TOLD_CORALINE, room)
    elif who == c.BELDAM:
        t.tell_of(told.TOLD_BELDAM, room)
    else:
        t.tell_of(told.TOLD_PLACE, who, room)


# --- CORALINE and BELDAM --------------------------------------------------------------------------


def begin_move(t: Table, row: i64, who: i64) -> None:
    """Coraline or the Beldam goes to one of some rooms."""
    rooms = rooms_of(t, row, who)
    if may_decline(t, row):
        rooms &= ~bit(t.where[who])
    if rooms:
        t.push(WHERE_TO, row, who)


class MoveCoraline(Deed):
    name = "CORALINE"
    number = 2
    takes = ((c.WHERE, notation.HerWay()),)
    says = "move Coraline {}"
    may = True

    def do(self, t: Table, row: i64) -> None:
        begin_move(t, row, c.CORALINE)

    def idle(self, t: Table, row: i64) -> bool:
        return rooms_of(t, row, c.CORALINE) & ~bit(t.here()) == 0


class MoveBeldam(Deed):
    name = "BELDAM"
    number = 3
    takes = ((c.WHERE, notation.BeldamsWay()),)
    says = "move the Beldam {}"
    may = True

    def do(self, t: Table, row: i64) -> None:
        if t.box.step(row, c.WHERE) == c.STALK:
            t.push(WHICH_WAY, row, t.box.step(row, c.REACH))
        else:
            begin_move(t, row, c.BELDAM)

    def idle(self, t: Table, row: i64) -> bool:
        if t.box.step(row, c.WHERE) == c.STALK:
            return t.here() == t.lair()
        return rooms_of(t, row, c.BELDAM) & ~bit(t.lair()) == 0


class WhereTo(StepAsks):
    """Argument 1: the character that goes."""

    number = WHERE_TO
    rule = "CO-COMP.2"
    verbs = (v.GO, v.DONE)

    def prompt(self, t: Table) -> str:
        return f"{text.following(t)}where does {text.character_name(t, t.arg(1))} go?"

    def choices(self, t: Table, row: i64, out: vec[i64], n: i64) -> i64:
        who = t.arg(1)
        rooms = rooms_of(t, row, who)
        if may_decline(t, row) and t.box.step(row, OP) != c.PLACE:
            rooms &= ~bit(t.where[who])
        return offer_rooms(rooms, out, n)

    def choose(self, t: Table, row: i64, thing: i64) -> None:
        who = t.arg(1)
        t.pop()
        move_token(t, who, thing)
        if t.box.step(row, OP) == c.PLACE:
            t.set_arg(THERE, thing)

    def label(self, t: Table, seat: int, verb: int, thing: int) -> Label:
        who = text.character_name(t, t.arg(1))
        placed = t.box.step(t.arg(0), OP) == c.PLACE
        if verb == v.DONE:
            return Label(f"Do not place {who}" if placed else f"{text.capital(who)} stays")
        room = text.room_name(t, thing)
        return text.go_label(t, f"Place {who} in {room}" if placed else f"Move {who} to {room}", thing)

    def refuse(self, t: Table, verb: int, thing: int) -> Refusal:
        who = text.capital(text.character_name(t, t.arg(1)))
        if t.where[t.arg(1)] == thing:
            return Refusal(self.rule, f"{who} is in {text.room_name(t, thing)} already.")
        return Refusal(self.rule, f"This card does not send {who} to {text.room_name(t, thing)}.")


class WhichWay(StepAsks):
    """The Beldam's next step toward Coraline; a tie is the active player's to break (CO-R16).

    Argument 1: the steps that are left.
    """

    number = WHICH_WAY
    rule = "CO-R16"
    verbs = (v.GO, v.DONE)
    asks = "which way does the Beldam go?"

    def more(self, t: Table) -> bool:
        return t.arg(1) > 0 and t.here() != t.lair()

    def choices(self, t: Table, row: i64, out: vec[i64], n: i64) -> i64:
        return offer_rooms(t.box.toward(t.lair(), t.here()), out, n)

    def choose(self, t: Table, row: i64, thing: i64) -> None:
        t.set_arg(1, t.arg(1) - 1)
        move_token(t, c.BELDAM, thing)

    def label(self, t: Table, seat: int, verb: int, thing: int) -> Label:
        who = text.character_name(t, c.BELDAM)
        if verb == v.DONE:
            return Label(f"{text.capital(who)} stays")
        return text.go_label(t, f"Move {who} to {text.room_name(t, thing)}", thing)

    def refuse(self, t: Table, verb: int, thing: int) -> Refusal:
        room = text.capital(text.room_name(t, thing))
        return Refusal(self.rule, f"{room} is not the next step of a shortest way to Coraline.")


# --- PLACE and REMOVE -----------------------------------------------------------------------------


class Place(Deed):
    name = "PLACE"
    number = c.PLACE
    takes = ((c.WHO, notation.Somebody()), (c.WHERE, notation.Spot()))
    says = "place {} {}"
    may = True

    def do(self, t: Table, row: i64) -> None:
        who = t.box.step(row, c.WHO)
        if who & (who - 1):
            t.push(WHICH_CHARACTER, row, 0)
        else:
            place_one(t, row, lowest(who))

    def idle(self, t: Table, row: i64) -> bool:
        who = t.box.step(row, c.WHO)
        for character in range(c.FIRST_HELPER, c.CHARACTERS):
            if who >> character & 1:
                rooms = rooms_of(t, row, character)
                if rooms and (t.where[character] < 0 or rooms != bit(t.where[character])):
                    return False
        return True

    def words(self, step: Step, speech: Speech) -> str:
        """Of those who may go home only they are named who have one."""
        who, where = step.values
        homes = speech.names.homes  # type: ignore[attr-defined]
        if where[0] == c.AT_HOME:
            who = tuple(one for one in who if homes[one] >= 0)
        return speech.filled(self, (who, where))


def place_one(t: Table, row: i64, who: i64) -> None:
    """A character comes onto the board, or moves on it (CO-STORY.3)."""
    rooms = rooms_of(t, row, who)
    if rooms == 0:
        return
    if t.where[who] >= 0 and rooms == bit(t.where[who]):
        t.set_arg(THERE, t.where[who])  # it stands there already
    else:
        t.push(WHERE_TO, row, who)


class Remove(Deed):
    name = "REMOVE"
    number = 5
    takes = ((c.N, notation.Leaving()),)
    says = "remove {}"
    may = True

    def do(self, t: Table, row: i64) -> None:
        t.push(WHICH_CHARACTER, row, 0)

    def in_full(self, t: Table, row: i64) -> bool:
        return not self.idle(t, row)

    def idle(self, t: Table, row: i64) -> bool:
        return candidates(t, row) == 0


def candidates(t: Table, row: i64) -> i64:
    """Bits of the characters that a step may choose among."""
    box = t.box
    who = box.step(row, c.WHO)
    found: i64 = 0
    for character in range(c.CHARACTERS):
        if who >> character & 1:
            if box.step(row, OP) == c.PLACE:
                if rooms_of(t, row, character):
                    found |= bit(character)
            elif t.where[character] >= 0:
                if box.step(row, c.WHERE) != c.AT_HERE or t.where[character] == t.here():
                    found |= bit(character)
    return found


class WhichCharacter(StepAsks):
    number = WHICH_CHARACTER
    rule = "CO-R15"
    verbs = (v.WHO, v.DONE)
    asks = "which character?"

    def more(self, t: Table) -> bool:
        row = t.arg(0)
        if t.box.step(row, OP) != c.PLACE and t.arg(1) >= t.box.step(row, c.N):
            return False
        return candidates(t, row) != 0

    def choices(self, t: Table, row: i64, out: vec[i64], n: i64) -> i64:
        return members_into(candidates(t, row), act(v.WHO, 0), out, n)

    def choose(self, t: Table, row: i64, thing: i64) -> None:
        if t.box.step(row, OP) == c.PLACE:
            t.pop()
            place_one(t, row, thing)
            return
        t.where[thing] = c.NOWHERE
        t.tell_of(told.TOLD_REMOVE, thing)
        t.set_arg(1, t.arg(1) + 1)

    def refuse(self, t: Table, verb: int, thing: int) -> Refusal:
        return Refusal(
            self.rule, f"{text.capital(text.character_name(t, thing))} is not meant by this card now."
        )
