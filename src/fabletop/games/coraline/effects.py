"""What cards do besides moving tokens and objects: cards, the Moon, the end; and what they look at."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.coraline import cards as c
from fabletop.games.coraline import notation, perils, text, told
from fabletop.games.coraline import verbs as v
from fabletop.games.coraline.asking import StepAsks, may_decline, offer_hand
from fabletop.games.coraline.ending import MORE, advance_moon, discard_from_hand, end_game, no_hands, turn_up
from fabletop.games.coraline.following import Deed
from fabletop.games.coraline.knowledge import trace_recall
from fabletop.games.coraline.table import DISCARDED, RING, WON, Table
from fabletop.kernel.action import act, add
from fabletop.kernel.bits import bit, count_of
from fabletop.kernel.effects.engine import Condition
from fabletop.kernel.effects.kinds import AnyOf, Flag, Number, counted
from fabletop.kernel.effects.nodes import Step, Test
from fabletop.kernel.effects.text import Speech
from fabletop.kernel.question import Label, Refusal

WHICH_DISCARD: Final = 11  # frames
WHICH_RECALL: Final = 12
WHICH_SINKS: Final = 13

# --- Cards: AGAIN, DISCARD, RECALL ----------------------------------------------------------------


class Again(Deed):
    name = "AGAIN"
    number = 12
    takes = ((c.SIDE, Flag("any")),)
    may = True

    def words(self, step: Step, speech: Speech) -> str:
        return f"play another card{', or have one played from any hand' if step.values[0] else ''}"

    def idle(self, t: Table, row: i64) -> bool:
        """Nobody holds a card; who it is can be seen from the counts."""
        if t.box.step(row, c.SIDE) == 0:
            return t.hands[t.active] == 0
        return no_hands(t)

    def do(self, t: Table, row: i64) -> None:
        t.again = 1 + t.box.step(row, c.SIDE)


class Discard(Deed):
    """Only the active player's cards, of the own choice (CO-BELDAM.4, CO-R19)."""

    name = "DISCARD"
    number = 14
    takes = ((c.N, Number(1, notation.MOST, "card")),)
    says = "discard {}"
    may = True

    def do(self, t: Table, row: i64) -> None:
        t.push(WHICH_DISCARD, row, 0)

    def in_full(self, t: Table, row: i64) -> bool:
        return t.hands[t.active] >= t.box.step(row, c.N)

    def idle(self, t: Table, row: i64) -> bool:
        return t.hands[t.active] == 0


class WhichDiscard(StepAsks):
    number = WHICH_DISCARD
    rule = "CO-R19"
    verbs = (v.DISCARD, v.DONE)

    def prompt(self, t: Table) -> str:
        left = t.box.step(t.arg(0), c.N) - t.arg(1)
        return f"{text.following(t)}discard {counted(left, 'card')}. Which one?"

    def spent(self, t: Table) -> bool:
        """Fewer cards than are to be discarded: all of them (CO-R19)."""
        left = t.box.step(t.arg(0), c.N) - t.arg(1)
        if left > 0 and t.hands[t.active] > 0:
            if may_decline(t, t.arg(0)) or t.hands[t.active] > left:
                return False
            for card in range(c.CARDS):
                if t.at[card] == t.active:
                    self.discard(t, card)
        t.pop()
        return True

    def choices(self, t: Table, row: i64, out: vec[i64], n: i64) -> i64:
        return offer_hand(t, t.active, v.DISCARD, out, n)

    def choose(self, t: Table, row: i64, thing: i64) -> None:
        t.set_arg(1, t.arg(1) + 1)
        self.discard(t, thing)

    def discard(self, t: Table, card: i64) -> None:
        t.tell_of(told.TOLD_DISCARD, card)
        discard_from_hand(t, card)

    def refuse(self, t: Table, verb: int, thing: int) -> Refusal:
        return text.not_held(t, thing, self.rule)


class Recall(Deed):
    name = "RECALL"
    number = 13
    takes = ((c.N, Number(1, notation.MOST, "card")),)
    says = "take {} from the discard pile to your hand"
    may = True

    def do(self, t: Table, row: i64) -> None:
        t.push(WHICH_RECALL, row, 0)

    def idle(self, t: Table, row: i64) -> bool:
        return not is_anything_discarded(t)


def is_anything_discarded(t: Table) -> bool:
    for card in range(c.CARDS):
        if t.at[card] == DISCARDED:
            return True
    return False


class WhichRecall(StepAsks):
    """The card that says so is set aside, so it cannot recover itself (CO-R2)."""

    number = WHICH_RECALL
    rule = "CO-R2"
    verbs = (v.RECALL, v.DONE)
    asks = "which card do you take back?"

    def more(self, t: Table) -> bool:
        return t.arg(1) < t.box.step(t.arg(0), c.N) and is_anything_discarded(t)

    def label(self, t: Table, seat: int, verb: int, thing: int) -> Label:
        last = t.arg(1) + 1 >= t.box.step(t.arg(0), c.N)
        if verb == v.DONE:
            return Label("Take no card back", sure=perils.of_recall(t, c.NOWHERE))
        label = text.label(t, verb, thing)
        return Label(label.words, label.thing, sure=perils.of_recall(t, thing) if last else "")

    def choices(self, t: Table, row: i64, out: vec[i64], n: i64) -> i64:
        for card in range(c.CARDS):
            if t.at[card] == DISCARDED:
                n = add(out, n, v.RECALL, card)
        return n

    def choose(self, t: Table, row: i64, thing: i64) -> None:
        t.set_arg(1, t.arg(1) + 1)
        t.at[thing] = t.active
        t.hands[t.active] += 1
        trace_recall(t, t.active, thing)
        t.tell_of(told.TOLD_RECALL, thing)

    def refuse(self, t: Table, verb: int, thing: int) -> Refusal:
        return Refusal(self.rule, f"{text.card_of(t, thing).name} does not lie in the discard pile.")


# --- The Beldam deck: SCRY, HUSH, TEAR, WOE -----------------------------------------------------------------


class Scry(Deed):
    """The active player looks at the top Beldam cards."""

    name = "SCRY"
    number = 15
    takes = ((c.N, Number(1, notation.MOST)),)
    may = True
    confirm = True

    def words(self, step: Step, speech: Speech) -> str:
        n = step.values[0]
        then = "; you may then" if speech.offers else ", and"
        if n == 1:
            return f"look at the top Beldam card{then} put it at the bottom"
        return f"look at the top {counted(n, 'Beldam card')}{then} put one of them at the bottom"

    def idle(self, t: Table, row: i64) -> bool:
        return t.woes_left == 0

    def do(self, t: Table, row: i64) -> None:
        count = min(t.box.step(row, c.N), t.woes_left)
        for place in range(count):
            at = t.woe_at(place)
            t.seen[at] |= bit(t.active)
            t.sealed += 1
            t.note(told.TOLD_SCRY, t.active, t.woes[at], place, -1, bit(t.active))
        t.push(WHICH_SINKS, row, count)


class WhichSinks(StepAsks):
    """All see which of the cards goes to the bottom, by its place, not what it is. Argument 1: how many."""

    number = WHICH_SINKS
    rule = "CO-R1"
    verbs = (v.SINK, v.DONE)

    def prompt(self, t: Table) -> str:
        if t.arg(1) == 1:
            return f"{text.following(t)}does the top Beldam card go to the bottom?"
        return f"{text.following(t)}which of these Beldam cards goes to the bottom?"

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        out[n] = act(v.DONE, 0)
        for place in range(t.arg(1)):
            out[n + 1 + place] = act(v.SINK, place)
        return n + 1 + t.arg(1)

    def choose(self, t: Table, row: i64, thing: i64) -> None:
        t.pop()
        at = t.woe_at(thing)
        woe = t.woes[at]
        seen = t.seen[at]
        t.note(told.TOLD_SINK, t.active, woe, thing, -1, seen)
        for above in range(thing, 0, -1):
            to = t.woe_at(above)
            by = t.woe_at(above - 1)
            t.woes[to] = t.woes[by]
            t.seen[to] = t.seen[by]
        t.woes_base = (t.woes_base - 1) & (RING - 1)
        t.woes[t.woes_base] = woe
        t.seen[t.woes_base] = seen

    def label(self, t: Table, seat: int, verb: int, thing: int) -> Label:
        """Only for the seat that has looked at the cards."""
        if verb == v.DONE:
            return Label("Leave it where it is" if t.arg(1) == 1 else "Leave them as they are")
        if thing >= t.arg(1):
            return text.label(t, verb, thing)
        woe = text.woe_of(t, t.woes[t.woe_at(thing)])
        words = f"Put the {text.NTH[thing]} card at the bottom: {text.card_words(t, woe)}"
        return Label(words, f"beldam {thing}")

    def refuse(self, t: Table, verb: int, thing: int) -> Refusal:
        return Refusal(self.rule, f"You look at {t.arg(1)} cards only.")


class Hush(Deed):
    name = "HUSH"
    number = 16
    says = "leave out this turn's Beldam Phase"
    may = True
    confirm = True

    def idle(self, t: Table, row: i64) -> bool:
        return t.hush == 1

    def do(self, t: Table, row: i64) -> None:
        t.hush = 1
        t.tell_of(told.TOLD_HUSH, 0)


class Tear(Deed):
    """Nobody follows what lies there, but it is gone, and the deck is a clock (CO-LOSE.3, CO-R28)."""

    name = "TEAR"
    number = 19
    takes = ((c.N, Number(1, notation.MOST)),)

    def words(self, step: Step, speech: Speech) -> str:
        n = step.values[0]
        cards = "the top Beldam card" if n == 1 else f"the top {n} Beldam cards"
        return f"put {cards} on her discard pile without following {'it' if n == 1 else 'them'}"

    def do(self, t: Table, row: i64) -> None:
        for _i in range(t.box.step(row, c.N)):
            if t.woes_left == 0:
                return
            card = turn_up(t)
            t.woes_done[t.woes_gone() - 1] = card
            t.torn |= bit(card)
            t.tell_of(told.TOLD_TEAR, card)

    def in_full(self, t: Table, row: i64) -> bool:
        return t.woes_left >= t.box.step(row, c.N)

    def idle(self, t: Table, row: i64) -> bool:
        return t.woes_left == 0


class Woe(Deed):
    """Another card when this one is done; where none is left, nothing more happens (CO-R28)."""

    name = "WOE"
    number = 20
    says = "turn over and follow another Beldam card"

    def do(self, t: Table, row: i64) -> None:
        t.stack[1 + MORE] = 1
        t.tell_of(told.TOLD_MORE, 0)

    def in_full(self, t: Table, row: i64) -> bool:
        return not self.idle(t, row)

    def idle(self, t: Table, row: i64) -> bool:
        return t.woes_left == 0


# --- MOON and ESCAPE --------------------------------------------------------------------------------


class Moon(Deed):
    name = "MOON"
    number = 17
    takes = ((c.N, Number(1, notation.MOST)),)
    may = True
    confirm = True

    def words(self, step: Step, speech: Speech) -> str:
        return "advance the Moon" if step.values[0] == 1 else f"advance the Moon {step.values[0]} times"

    def do(self, t: Table, row: i64) -> None:
        for _i in range(t.box.step(row, c.N)):
            if not advance_moon(t):
                return  # the rest of the card is not done (CO-R20)


class Escape(Deed):
    name = "ESCAPE"
    number = 18

    def words(self, step: Step, speech: Speech) -> str:
        names = [speech.called("object", thing) for thing in range(c.STARTERS, c.OBJECTS)]
        five = f"{', '.join(names[:-1])} and {names[-1]}"
        return (
            f"with Coraline in the Living Room, the Beldam elsewhere, and the five Treasures ({five}) in the "
            "Satchel, you all win"
        )

    def do(self, t: Table, row: i64) -> None:
        end_game(t, WON)  # CO-WIN.1, CO-R25


# --- Conditions -------------------------------------------------------------------------------------


class Same(Condition[Table]):
    name = "SAME"
    number = 0
    says = "the Beldam is in Coraline's room"

    def holds(self, t: Table, row: i64) -> bool:
        return t.here() == t.lair()


class Near(Condition[Table]):
    name = "NEAR"
    number = 1
    says = "the Beldam is in Coraline's room or an adjacent one"

    def holds(self, t: Table, row: i64) -> bool:
        return t.box.apart(t.here(), t.lair()) <= 1


class Others(Condition[Table]):
    name = "OTHERS"
    number = 2
    says = "any other character is in Coraline's room"

    def holds(self, t: Table, row: i64) -> bool:
        return t.others_in(t.here())


class Helper(Condition[Table]):
    """Whether a character stands here whose portrait this room bears (CO-COMP.3, CO-R17)."""

    name = "HELPER"
    number = 3
    says = "somebody is with Coraline whose portrait her room bears"

    def holds(self, t: Table, row: i64) -> bool:
        here = t.here()
        for character in range(c.CHARACTERS):
            if t.where[character] == here and t.box.homes[character] == here:
                return True
        return False


class With(Condition[Table]):
    """CO-R17: a card may give somebody's presence a power."""

    name = "WITH"
    number = 7
    takes = ((c.WHO, notation.Somebody()),)
    says = "{} is in Coraline's room"

    def holds(self, t: Table, row: i64) -> bool:
        who = t.box.step(row, c.WHO)
        for character in range(c.FIRST_HELPER, c.CHARACTERS):
            if who >> character & 1 and t.where[character] == t.here():
                return True
        return False


class AtHome(Condition[Table]):
    """How many stand in the room that bears their portrait, wherever Coraline is (CO-COMP.3, CO-R17)."""

    name = "HOME"
    number = 8
    takes = ((c.N, Number(1, notation.MOST)),)
    compare = ">="

    def words(self, test: Test, speech: Speech) -> str:
        n = test.values[0]
        if n == 1:
            return "any helper is in the room with their own portrait"
        return f"{n} helpers or more are in the rooms with their own portraits"

    def holds(self, t: Table, row: i64) -> bool:
        found: i64 = 0
        for character in range(c.FIRST_HELPER, c.CHARACTERS):
            if t.where[character] >= 0 and t.where[character] == t.box.homes[character]:
                found += 1
        return found >= t.box.step(row, c.N)


class Hand(Condition[Table]):
    """How many cards the active player holds; one that is being followed is no longer in the hand (CO-R2)."""

    name = "HAND"
    number = 9
    takes = ((c.N, Number(1, notation.MOST)),)
    compare = "<="

    def words(self, test: Test, speech: Speech) -> str:
        n = test.values[0]
        return f"you hold {counted(n, 'card')} {'or none' if n == 1 else 'or fewer'}"

    def holds(self, t: Table, row: i64) -> bool:
        return t.hands[t.active] <= t.box.step(row, c.N)


class Treasures(Condition[Table]):
    name = "T"
    number = 4
    takes = ((c.N, Number(1, notation.MOST)),)
    compare = ">="

    def words(self, test: Test, speech: Speech) -> str:
        n = test.values[0]
        return f"{counted(n, 'Treasure')} or more {'is' if n == 1 else 'are'} in the Satchel"

    def holds(self, t: Table, row: i64) -> bool:
        return count_of(t.in_satchel() & c.TREASURES) >= t.box.step(row, c.N)


class At(Condition[Table]):
    name = "AT"
    number = 5
    takes = ((c.PLACES, AnyOf("room", ",")),)
    says = "Coraline is in {}"

    def holds(self, t: Table, row: i64) -> bool:
        return t.box.step(row, c.PLACES) >> t.here() & 1 == 1


class Last(Condition[Table]):
    """Every other button is black; alone, every turn is (CO-R27)."""

    name = "LAST"
    number = 6
    says = "this turn is the last of the round"

    def holds(self, t: Table, row: i64) -> bool:
        return t.black | bit(t.active) == t.terms.everybody
