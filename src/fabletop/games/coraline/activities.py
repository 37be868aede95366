"""The Story Phase: its four activities, playing another card, and whose turn is next."""

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.coraline.cards import CARDS, CORALINE, NOWHERE, OBJECTS, ROOMS
from fabletop.games.coraline.knowledge import trace_open, trace_slide
from fabletop.games.coraline.table import (
    ASIDE,
    ASK,
    CONCEDE,
    DISCARDED,
    DONE,
    F_AGAIN,
    F_CARD,
    F_GIVE,
    F_PICK,
    F_SLIDE,
    F_WALK,
    GO,
    IN_DECK,
    NEXT,
    OBJECT,
    PASS,
    PICK,
    PLAY,
    RING,
    SATCHEL,
    SLIDE,
    TOLD_ASK,
    TOLD_COLLECT,
    TOLD_CORALINE,
    TOLD_KEEP,
    TOLD_PASS,
    TOLD_PICK,
    TOLD_PLAY,
    TOLD_SLIDE,
    TOLD_WALK,
    WALK,
    Table,
)
from fabletop.games.coraline.turn import discard, discard_from_hand, end_story
from fabletop.kernel.action import act
from fabletop.kernel.bits import bit

# --- Who is next (CO-ROUND.2, CO-R3) --------------------------------------------------------------


def waiting(t: Table) -> i64:
    """Bits of the seats whose button still shows its colour (CO-COMP.6)."""
    return (bit(t.terms.players) - 1) & ~t.black


def may_concede(t: Table) -> bool:
    """With the final victory card discarded the group may give up (CO-R24)."""
    return t.terms.concede and t.at[t.box.victory] == DISCARDED


def offer_next(t: Table, out: vec[i64]) -> i64:
    n: i64 = 0
    ready = waiting(t)
    for seat in range(t.terms.players):
        if ready >> seat & 1:
            out[n] = act(NEXT, seat)
            n += 1
    if may_concede(t):
        out[n] = act(CONCEDE, 0)
        n += 1
    return n


# --- The four activities (CO-STORY.1) -------------------------------------------------------------


def offer_story(t: Table, out: vec[i64]) -> i64:
    """Exactly one: play a card, discard one to move or to collect, or pass."""
    out[0] = act(PASS, 0)  # CO-R4, CO-R5: always possible
    n = offer_cards(t, t.active, out, 1)
    n = offer_hand(t, t.active, WALK, out, n)  # CO-STORY.7
    if may_pick(t):
        n = offer_hand(t, t.active, PICK, out, n)
    if t.terms.players == 1 and may_concede(t):
        out[n] = act(CONCEDE, 0)
        n += 1
    return n


def offer_cards(t: Table, seat: i64, out: vec[i64], n: i64) -> i64:
    """The cards of a hand that can be played (CO-STORY.2, CO-R1)."""
    at = t.at
    for card in range(CARDS):
        if at[card] == seat and t.may_play(card):
            out[n] = act(PLAY, card)
            n += 1
    return n


def offer_hand(t: Table, seat: i64, verb: i64, out: vec[i64], n: i64) -> i64:
    at = t.at
    for card in range(CARDS):
        if at[card] == seat:
            out[n] = act(verb, card)
            n += 1
    return n


def may_pick(t: Table) -> bool:
    """Activity 3: no other character here, and a revealed object (CO-STORY.9, CO-R12, CO-R26)."""
    return t.revealed_here() != 0 and not t.others_here()


def play_card(t: Table, card: i64, seat: i64) -> None:
    """Activity 1: show a card and follow it; it is set aside meanwhile (CO-STORY.2, CO-R2)."""
    t.at[card] = ASIDE
    t.hands[seat] -= 1
    trace_open(t, card)
    t.aside = card
    t.again = 0
    t.tell_of(TOLD_PLAY, card, seat)
    t.push(F_CARD, 0, t.box.first[card], NOWHERE)


def end_card(t: Table) -> None:
    """The card has been followed: it is discarded, and another may come (CO-STORY.2, CO-STORY.6)."""
    card = t.aside
    t.aside = NOWHERE
    discard(t, card)
    if t.again and somebody_holds(t):
        t.push(F_AGAIN, t.again - 1, 0)
    else:
        end_story(t)


def somebody_holds(t: Table) -> bool:
    """Whether there is a hand from which another card might come; looks at counts only."""
    if t.hands[t.active] > 0:
        return True
    if t.again == 2:
        for seat in range(t.terms.players):
            if t.hands[seat] > 0:
                return True
    return False


def walk(t: Table, card: i64) -> None:
    """Activity 2: discard a card, then Coraline moves (CO-STORY.7, CO-STORY.8)."""
    t.tell_of(TOLD_WALK, card)
    discard_from_hand(t, card)
    t.push(F_WALK)


def offer_walk(t: Table, out: vec[i64]) -> i64:
    """Any adjacent room, exactly one step (CO-STORY.8, CO-R26)."""
    return offer_rooms(t.box.beside[t.here()], out, 0)


def offer_rooms(rooms: i64, out: vec[i64], n: i64) -> i64:
    for room in range(ROOMS):
        if rooms >> room & 1:
            out[n] = act(GO, room)
            n += 1
    return n


def walk_to(t: Table, room: i64) -> None:
    t.where[CORALINE] = room  # CO-R14
    t.tell_of(TOLD_CORALINE, room)
    end_story(t)


def pick(t: Table, card: i64) -> None:
    """Activity 3: discard a card, and collect one revealed object here (CO-STORY.9)."""
    t.tell_of(TOLD_PICK, card)
    discard_from_hand(t, card)
    t.push(F_PICK)


def offer_objects(things: i64, out: vec[i64], n: i64) -> i64:
    for thing in range(OBJECTS):
        if things >> thing & 1:
            out[n] = act(OBJECT, thing)
            n += 1
    return n


def collect(t: Table, thing: i64) -> None:
    """A revealed object goes from Coraline's room into the Satchel (CO-STORY.5)."""
    t.lies[thing] = SATCHEL
    t.tell_of(TOLD_COLLECT, thing)


def pass_turn(t: Table) -> None:
    """Activity 4: do nothing; cards may go under the deck first, if there is one (CO-STORY.10)."""
    t.tell_of(TOLD_PASS, 0)
    if t.left > 0 and t.hands[t.active] > 0:  # CO-STORY.11, CO-R5
        t.push(F_SLIDE, 0)
    else:
        end_story(t)


def offer_slide(t: Table, out: vec[i64]) -> i64:
    """Any number of one's own cards, one after the other, in any order (CO-R6)."""
    out[0] = act(DONE, 0)
    return offer_hand(t, t.active, SLIDE, out, 1)


def slide(t: Table, card: i64) -> None:
    """Put a card face down beneath the deck, below all that went there before."""
    t.base = (t.base - 1) & (RING - 1)
    t.deck[t.base] = card
    t.left += 1
    t.at[card] = IN_DECK
    t.hands[t.active] -= 1
    trace_slide(t, t.active, card, t.base)
    t.note(TOLD_SLIDE, t.active, card, -1, -1, bit(t.active))
    t.set_arg(0, t.arg(0) + 1)
    if t.hands[t.active] == 0:
        t.pop()
        end_story(t)


# --- Another card (CO-STORY.6) --------------------------------------------------------------------


def offer_again(t: Table, out: vec[i64]) -> i64:
    """Another card of one's own; or, where the card says so, one from any hand. Never compulsory."""
    out[0] = act(DONE, 0)
    n = offer_cards(t, t.active, out, 1)
    if t.arg(0):
        for seat in range(t.terms.players):
            if seat != t.active and t.hands[seat] > 0 and t.arg(1) >> seat & 1 == 0:
                out[n] = act(ASK, seat)
                n += 1
    return n


def ask_for_card(t: Table, seat: i64) -> None:
    """Hands are hidden: who holds the card chooses it, or says that there is none (CO-R8)."""
    t.set_arg(1, t.arg(1) | bit(seat))
    t.tell_of(TOLD_ASK, seat)
    t.push(F_GIVE, seat)


def offer_give(t: Table, out: vec[i64]) -> i64:
    out[0] = act(DONE, 0)
    return offer_cards(t, t.arg(0), out, 1)


def answer_give(t: Table, verb: i64, card: i64) -> None:
    seat = t.arg(0)
    t.pop()
    if verb == DONE:
        t.tell(TOLD_KEEP, seat, 0)
        return
    t.pop()
    play_card(t, card, seat)  # as the active player's
