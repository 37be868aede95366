"""The Story Phase: its four activities, and playing another card (CO-STORY)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.coraline import cards as c
from fabletop.games.coraline import perils, text, told
from fabletop.games.coraline import verbs as v
from fabletop.games.coraline.asking import (
    Asked,
    offer_hand,
    offer_objects,
    offer_plays,
    offer_rooms,
)
from fabletop.games.coraline.ending import discard, discard_from_hand, end_game
from fabletop.games.coraline.foresight import follow
from fabletop.games.coraline.knowledge import trace_open, trace_slide
from fabletop.games.coraline.moves import move_token
from fabletop.games.coraline.table import ASIDE, CONCEDED, DISCARDED, IN_DECK, RING, SATCHEL, Table
from fabletop.games.coraline.things import cannot_choose, collect
from fabletop.kernel.action import act, add
from fabletop.kernel.bits import bit
from fabletop.kernel.question import Label, Refusal
from fabletop.kernel.state import FRAME

STORY: Final = 2  # frames
SLIDING: Final = 3
WALKING: Final = 4
PICKING: Final = 5
AGAIN: Final = 16
GIVING: Final = 17


def begin_story(t: Table) -> None:
    t.push(STORY)


def end_story(t: Table) -> None:
    """Back to the turn, which goes on with the Draw Phase (CO-STORY.12)."""
    t.depth = FRAME


def may_concede(t: Table) -> bool:
    """With the final victory card discarded the group may give up (CO-R24)."""
    return t.terms.concede and t.at[t.box.victory] == DISCARDED


def may_pick(t: Table) -> bool:
    """Activity 3: no other character here, and a revealed object (CO-STORY.9, CO-R12, CO-R26)."""
    return t.revealed_here() != 0 and not t.others_in(t.here())


# --- The four activities (CO-STORY.1) -------------------------------------------------------------


class StoryPhase(Asked):
    """Exactly one: play a card, discard one to move or to collect, or pass."""

    number = STORY
    rule = "CO-STORY.1"
    verbs = (v.PLAY, v.WALK, v.PICK, v.PASS, v.CONCEDE)
    asks = "Your Story Phase: play a card, discard one to move or to collect, or pass."

    def spent(self, t: Table) -> bool:
        """A card has been followed: it is discarded, and another may come (CO-STORY.2, CO-STORY.6)."""
        if t.aside < 0:
            return False
        card = t.aside
        t.aside = c.NOWHERE
        discard(t, card)
        if t.again and somebody_holds(t):
            t.push(AGAIN, t.again - 1, 0)
        else:
            end_story(t)
        return True

    def always(self, t: Table) -> bool:
        """Without a card only Pass is possible (CO-R4)."""
        return t.hands[t.active] > 0

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        out[n] = act(v.PASS, 0)  # CO-R4, CO-R5: always possible
        n = offer_plays(t, t.active, out, n + 1)
        n = offer_hand(t, t.active, v.WALK, out, n)  # CO-STORY.7
        if may_pick(t):
            n = offer_hand(t, t.active, v.PICK, out, n)
        if t.terms.players == 1 and may_concede(t):
            n = add(out, n, v.CONCEDE, 0)
        return n

    def answer(self, t: Table, verb: i64, thing: i64) -> None:
        if verb == v.PLAY:
            play_card(t, thing, t.active)
        elif verb == v.WALK:
            walk(t, thing)
        elif verb == v.PICK:
            pick(t, thing)
        elif verb == v.PASS:
            pass_turn(t)
        else:
            end_game(t, CONCEDED)  # CO-R24

    def refuse(self, t: Table, verb: int, thing: int) -> Refusal:
        if verb == v.CONCEDE:
            return cannot_concede(t, t.opening.players > 1)
        if verb == v.PICK and not may_pick(t):
            return cannot_pick(t)
        if t.at[thing] != t.active:
            rules = {v.PLAY: "CO-STORY.2", v.WALK: "CO-STORY.7", v.PICK: "CO-STORY.9"}
            return text.not_held(t, thing, rules[verb])
        return cannot_play(t, thing)


def cannot_concede(t: Table, own_turn: bool) -> Refusal:
    if own_turn:
        return Refusal("CO-R24", "To give up is for the group to decide, when it is asked who goes next.")
    if not t.terms.concede:
        return Refusal("CO-R24", "It was agreed that nobody concedes.")
    return Refusal("CO-R24", "You may concede only once the final victory card has been discarded.")


def not_yet(t: Table, verb: int, thing: int) -> Refusal | None:
    """Why something is no answer before one of the four activities is chosen, if it may be one later."""
    if verb == v.SLIDE:
        return cannot_slide(t)
    if verb == v.GO and thing < c.ROOMS:
        if t.box.beside[t.here()] >> thing & 1:
            return Refusal("CO-STORY.7", "Discard a card to move Coraline there, or play one that moves her.")
        return not_beside(t, thing)
    if verb == v.OBJECT and thing < c.OBJECTS:
        if not t.revealed_here() >> thing & 1:
            return cannot_choose(t, thing, "CO-STORY.5")
        if may_pick(t):
            return Refusal("CO-STORY.9", "Discard a card to collect it, or play one that collects.")
        return cannot_pick(t)
    return None


def cannot_slide(t: Table) -> Refusal:
    if t.left == 0:
        return Refusal("CO-STORY.11", "The deck is empty, so nothing can be exchanged with it.")
    return Refusal("CO-STORY.10", "Cards go under the deck when you pass: pass first.")


# --- Activity 1: to play a card ---------------------------------------------------------------------


def play_card(t: Table, card: i64, seat: i64) -> None:
    """Show a card and follow it; it is set aside meanwhile (CO-STORY.2, CO-R2)."""
    t.at[card] = ASIDE
    t.hands[seat] -= 1
    trace_open(t, card)
    t.aside = card
    t.again = 0
    t.tell_of(told.TOLD_PLAY, card, seat)
    follow(t, t.box.first[card])


def cannot_play(t: Table, card: int) -> Refusal:
    """A card in hand."""
    if card == t.box.victory:
        return cannot_escape(t)
    missing = [thing for thing in text.card_of(t, card).needs if t.lies[thing] != SATCHEL]
    needed = " and ".join(text.object_name(t, thing) for thing in missing)
    return Refusal("CO-R1", f"{text.card_of(t, card).name} needs {needed} in the Satchel.")


def cannot_escape(t: Table) -> Refusal:
    living_room = text.room_name(t, t.box.living_room)
    missing = [n for n in range(c.STARTERS, c.OBJECTS) if t.lies[n] != SATCHEL]
    if missing:
        names = ", ".join(text.object_name(t, thing) for thing in missing)
        return Refusal("CO-WIN.1", f"The Satchel still lacks {names}.")
    if t.here() != t.box.living_room:
        return Refusal("CO-WIN.1", f"Coraline must be in {living_room}.")
    return Refusal("CO-WIN.2", f"The Beldam is in {living_room}, and must first be forced out.")


# --- Activity 2: to walk ----------------------------------------------------------------------------


def walk(t: Table, card: i64) -> None:
    """Discard a card, then Coraline moves (CO-STORY.7, CO-STORY.8)."""
    t.tell_of(told.TOLD_WALK, card)
    discard_from_hand(t, card)
    t.push(WALKING)


class WalkWhere(Asked):
    """Any adjacent room, exactly one step (CO-STORY.8, CO-R26)."""

    number = WALKING
    rule = "CO-STORY.8"
    verbs = (v.GO,)
    asks = "Where does Coraline go?"

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        return offer_rooms(t.box.beside[t.here()], out, n)

    def answer(self, t: Table, verb: i64, thing: i64) -> None:
        move_token(t, c.CORALINE, thing)
        end_story(t)

    def refuse(self, t: Table, verb: int, thing: int) -> Refusal:
        return not_beside(t, thing)


def not_beside(t: Table, room: int) -> Refusal:
    beside = f"is not adjacent to {text.room_name(t, t.here())}"
    words = f"{text.capital(text.room_name(t, room))} {'is where she stands' if room == t.here() else beside}"
    return Refusal("CO-STORY.8", f"{words}: Coraline moves to an adjacent room, never diagonally.")


# --- Activity 3: to collect -------------------------------------------------------------------------


def pick(t: Table, card: i64) -> None:
    """Discard a card, and collect one revealed object here (CO-STORY.9)."""
    t.tell_of(told.TOLD_PICK, card)
    discard_from_hand(t, card)
    t.push(PICKING)


class PickWhich(Asked):
    number = PICKING
    rule = "CO-STORY.9"
    verbs = (v.OBJECT,)
    asks = "Which object does Coraline collect?"

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        return offer_objects(t.revealed_here(), out, n)

    def answer(self, t: Table, verb: i64, thing: i64) -> None:
        collect(t, thing)
        end_story(t)

    def refuse(self, t: Table, verb: int, thing: int) -> Refusal:
        return cannot_choose(t, thing, self.rule)


def cannot_pick(t: Table) -> Refusal:
    here = text.room_name(t, t.here())
    present = [who for who in range(c.BELDAM, c.CHARACTERS) if t.where[who] == t.here()]
    if present:
        others = ", ".join(text.character_name(t, who) for who in present)
        return Refusal("CO-R12", f"Coraline is not alone in {here}: {others}.")
    return Refusal("CO-R26", f"No revealed object lies in {here}.")


# --- Activity 4: to pass ----------------------------------------------------------------------------


def pass_turn(t: Table) -> None:
    """Do nothing; cards may go under the deck first, if there is one (CO-STORY.10)."""
    t.tell_of(told.TOLD_PASS, 0)
    if t.left > 0 and t.hands[t.active] > 0:  # CO-STORY.11, CO-R5
        t.push(SLIDING, 0)
    else:
        end_story(t)


class SlideUnder(Asked):
    """Any number of one's own cards, one after the other, in any order (CO-R6). Argument 0: how many."""

    number = SLIDING
    rule = "CO-STORY.10"
    verbs = (v.SLIDE, v.DONE)
    asks = "You pass. Do you slide a card under the deck?"

    def always(self, t: Table) -> bool:
        return True

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        out[n] = act(v.DONE, 0)
        return offer_hand(t, t.active, v.SLIDE, out, n + 1)

    def answer(self, t: Table, verb: i64, thing: i64) -> None:
        if verb == v.SLIDE:
            slide(t, thing)
            t.set_arg(0, t.arg(0) + 1)
        if verb == v.DONE or t.hands[t.active] == 0:
            end_story(t)

    def label(self, t: Table, seat: int, verb: int, thing: int) -> Label:
        if verb == v.DONE:
            return Label("Slide no more cards" if t.arg(0) else "Keep all cards")
        return text.label(t, verb, thing)

    def refuse(self, t: Table, verb: int, thing: int) -> Refusal:
        return text.not_held(t, thing, self.rule)


def slide(t: Table, card: i64) -> None:
    """Put a card face down beneath the deck, below all that went there before."""
    t.base = (t.base - 1) & (RING - 1)
    t.deck[t.base] = card
    t.left += 1
    t.at[card] = IN_DECK
    t.hands[t.active] -= 1
    trace_slide(t, t.active, card, t.base)
    t.note(told.TOLD_SLIDE, t.active, card, -1, -1, bit(t.active))


# --- Another card (CO-STORY.6) --------------------------------------------------------------------


def somebody_holds(t: Table) -> bool:
    """Whether there is a hand from which another card might come; looks at counts only."""
    if t.hands[t.active] > 0:
        return True
    if t.again == 2:
        for seat in range(t.terms.players):
            if t.hands[seat] > 0:
                return True
    return False


class PlayAnother(Asked):
    """Another card of one's own; or, where the card says so, one from any hand. Never compulsory.

    Arguments: 1 for any hand; bits of the seats that have been asked for a card.
    """

    number = AGAIN
    rule = "CO-STORY.6"
    verbs = (v.PLAY, v.ASK, v.DONE)
    asks = "Do you play another card?"

    def may_ask(self, t: Table, seat: i64) -> bool:
        return seat != t.active and t.hands[seat] > 0 and t.arg(1) >> seat & 1 == 0

    def spent(self, t: Table) -> bool:
        """What hands hold must not matter, only that they do."""
        if t.hands[t.active] > 0:
            return False
        if t.arg(0):
            for seat in range(t.terms.players):
                if self.may_ask(t, seat):
                    return False
        end_story(t)
        return True

    def always(self, t: Table) -> bool:
        return True

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        out[n] = act(v.DONE, 0)
        n = offer_plays(t, t.active, out, n + 1)
        if t.arg(0):
            for seat in range(t.terms.players):
                if self.may_ask(t, seat):
                    n = add(out, n, v.ASK, seat)
        return n

    def answer(self, t: Table, verb: i64, thing: i64) -> None:
        if verb == v.ASK:
            ask_for_card(t, thing)
        elif verb == v.PLAY:
            t.pop()
            play_card(t, thing, t.active)
        else:
            end_story(t)

    def label(self, t: Table, seat: int, verb: int, thing: int) -> Label:
        if verb == v.DONE:
            return Label("Play no other card", sure=perils.of_waiting(t))
        return text.label(t, verb, thing)

    def refuse(self, t: Table, verb: int, thing: int) -> Refusal:
        if verb == v.PLAY:
            return cannot_play(t, thing) if t.at[thing] == t.active else text.not_held(t, thing, "CO-STORY.2")
        if not t.arg(0):
            return Refusal("CO-STORY.6", "Only a card from your own hand may follow.")
        if thing >= t.opening.players or thing == t.active:
            return Refusal("CO-STORY.6", "There is no such other player.")
        if t.arg(1) >> thing & 1:
            return Refusal("CO-R8", f"{text.seat_name(thing)} has been asked already.")
        return Refusal("CO-R8", f"{text.seat_name(thing)} holds no cards.")


def ask_for_card(t: Table, seat: i64) -> None:
    """Hands are hidden: who holds the card chooses it, or says that there is none (CO-R8)."""
    t.set_arg(1, t.arg(1) | bit(seat))
    t.tell_of(told.TOLD_ASK, seat)
    t.push(GIVING, seat)


class GiveCard(Asked):
    """Argument 0: the seat that may let a card of its hand be played."""

    number = GIVING
    rule = "CO-R8"
    verbs = (v.PLAY, v.DONE)
    asks = "Do you let a card of yours be played?"

    def who(self, t: Table) -> i64:
        return t.arg(0)

    def always(self, t: Table) -> bool:
        return True

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        out[n] = act(v.DONE, 0)
        return offer_plays(t, t.arg(0), out, n + 1)

    def answer(self, t: Table, verb: i64, thing: i64) -> None:
        seat = t.arg(0)
        t.pop()
        if verb == v.DONE:
            t.tell(told.TOLD_KEEP, seat, 0)
            return
        t.pop()
        play_card(t, thing, seat)  # as the active player's

    def label(self, t: Table, seat: int, verb: int, thing: int) -> Label:
        return Label("Give no card") if verb == v.DONE else text.label(t, verb, thing)

    def refuse(self, t: Table, verb: int, thing: int) -> Refusal:
        return cannot_play(t, thing) if t.at[thing] == t.arg(0) else text.not_held(t, thing, "CO-STORY.2")
