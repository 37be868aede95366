"""The six actions of a turn, in the order of the rulebook: what each offers, what it does, and why not.

Offers write to `out` from place `n` on and return the new `n`. What lies on the table is offered in
the order of its cells: an order by card would betray what lies face down.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fabletop.games.storybook import text, told
from fabletop.games.storybook import verbs as v
from fabletop.games.storybook.cards import DECK
from fabletop.games.storybook.table import (
    DECK_SIZE,
    FACE_DOWN,
    FOUR,
    FULL_HAND,
    HAND_SIZE,
    HELD,
    IN_HAND,
    NOWHERE,
    RETURNED,
    STEP,
    WIDE,
    Storybook,
)
from fabletop.kernel.action import act
from fabletop.kernel.bits import bit
from fabletop.kernel.question import Label, Refusal
from fabletop.kernel.state import Question

# --- What they cost in Action Points (SB-TURN.5) --------------------------------------------------
DRAW_COST: Final = 1
REVEAL_COST: Final = 1
SPIN_COST: Final = 2
SLIDE_COST: Final = 2
PLAY_COST: Final = 3
HIDE_COST: Final = 3
COSTS: Final = {
    v.DRAW: DRAW_COST,
    v.REVEAL: REVEAL_COST,
    v.SPIN: SPIN_COST,
    v.SLIDE: SLIDE_COST,
    v.PLAY: PLAY_COST,
    v.HIDE: HIDE_COST,
}


def too_dear(t: Storybook, name: str, cost: int) -> Refusal:
    return Refusal("SB-TURN.4", f"{name} costs {cost} AP, and you have {t.ap} left.")


def upright(role: i64) -> i64:
    """How a card lies, name toward its controller: Heroes 0, Villains 2 (SB-R7, SB-TEAM.7, SB-R35)."""
    return (role & 1) * 2


# --- Draw (SB-DRAW) -------------------------------------------------------------------------------


def may_draw(t: Storybook, role: i64) -> bool:
    return (
        t.ap >= DRAW_COST  # SB-TURN.4
        and t.tally[HAND_SIZE + role] < FULL_HAND  # SB-DRAW.2
        and t.tally[DECK_SIZE + role] > 0  # SB-R15
    )


def draw(t: Storybook, role: i64) -> None:
    card = take_top(t, role)
    if t.journal is not None:
        t.note(told.DRAW, t.seat_of(role), card, -1, -1, t.eyes_on(card))


def take_top(t: Storybook, role: i64) -> i64:
    """The top card of the deck goes to the hand (SB-DRAW.1)."""
    left = t.tally[DECK_SIZE + role] - 1
    card = t.deck[role * DECK + left]
    t.tally[DECK_SIZE + role] = left
    t.at[card] = IN_HAND
    t.tally[HAND_SIZE + role] += 1
    t.sealed += 1
    return card


def why_no_draw(t: Storybook) -> Refusal:
    held = t.tally[HAND_SIZE + t.role]
    if held >= FULL_HAND:
        return Refusal("SB-DRAW.2", f"You hold {held} cards; with {FULL_HAND} or more you may not draw.")
    if t.tally[DECK_SIZE + t.role] == 0:
        return Refusal("SB-R15", "Your deck is empty.")
    return too_dear(t, "Draw", DRAW_COST)


# --- Reveal, Spin and Slide: what may be done on the table --------------------------------------------
MINE: Final = vec[i64]([0] * (DECK + 1))  # one's own cards in play, while moves are offered


def offer_reveals(t: Storybook, out: vec[i64], n: i64) -> i64:
    """Any card that lies face down (SB-REVEAL.1)."""
    if t.ap >= REVEAL_COST:  # SB-TURN.4
        board = t.board
        spots = t.spots
        lies = t.lies
        action = act(v.REVEAL, 0)
        for i in range(t.taken):
            cell = spots[i]
            out[n] = action + cell  # the next is written over it, if it lies face up: quicker than a branch
            n += i64(lies[i64(board[cell]) - 1] == FACE_DOWN)
    return n


def offer_moves(t: Storybook, role: i64, out: vec[i64], n: i64) -> i64:
    """Spins and Slides of one's own cards (SB-SPIN.2, SB-SLIDE.1, SB-R32)."""
    if t.ap < SPIN_COST and t.ap < SLIDE_COST:  # SB-TURN.4
        return n
    board = t.board
    spots = t.spots
    lies = t.lies
    first = role * DECK
    mine = MINE
    count: i64 = 0
    for i in range(t.taken):
        card = i64(board[spots[i]]) - 1
        mine[count] = card  # the next is written over it, if it is another's
        count += i64(first <= card) & i64(card < first + DECK)
    action = act(v.SPIN, 0)
    for i in range(count):
        card = mine[i]
        if lies[card] != FACE_DOWN:
            out[n] = action + card * 2
            out[n + 1] = action + card * 2 + 1
            n += 2
        n = offer_slides(t, card, out, n)
    return n


def offer_slides(t: Storybook, card: i64, out: vec[i64], n: i64) -> i64:
    """The ways in which a card would come beside another (SB-SLIDE.5)."""
    start = t.at[card]
    x = start & (WIDE - 1)
    y = start // WIDE
    board = t.board
    action = act(v.SLIDE, card * 4)
    if first_contact(board, start, WIDE, 1, t.high - y) != NOWHERE:
        out[n] = action
        n += 1
    if first_contact(board, start, 1, WIDE, t.right - x) != NOWHERE:
        out[n] = action + 1
        n += 1
    if first_contact(board, start, -WIDE, 1, y - t.low) != NOWHERE:
        out[n] = action + 2
        n += 1
    if first_contact(board, start, -1, WIDE, x - t.left) != NOWHERE:
        out[n] = action + 3
        n += 1
    return n


# --- Reveal (SB-REVEAL) ---------------------------------------------------------------------------


def reveal(t: Storybook, role: i64, cell: i64) -> None:
    """Turn a face-down card up, its name toward its controller (SB-REVEAL.2, SB-R18)."""
    card = t.card_at(cell)
    owner = card // DECK
    t.lies[card] = upright(owner)
    t.fresh |= bit(card)
    t.fresh_by = role
    t.known &= ~bit(card)
    t.late &= ~bit(card)
    if t.tally[RETURNED + owner] == card:
        t.tally[RETURNED + owner] = -1
    t.sealed += 1
    t.tell_of(told.REVEAL, role, card, cell, t.eyes_on(card))


def why_no_reveal(t: Storybook, cell: i64) -> Refusal:
    card = t.card_at(cell)
    if card < 0:
        return Refusal("SB-REVEAL.1", f"There is no card at {text.space(t, cell)}.")
    if t.is_up(card):
        return Refusal("SB-REVEAL.1", f"{text.face_of(t, card).name} is face up already.")
    return too_dear(t, "Reveal", REVEAL_COST)


# --- Spin (SB-SPIN) -------------------------------------------------------------------------------


def spin(t: Storybook, role: i64, card: i64, quarters: i64) -> None:
    t.lies[card] = (t.lies[card] + quarters) & 3
    if t.journal is not None:
        t.note(told.SPIN, t.seat_of(role), card, quarters, -1, t.eyes_on(card))


def why_no_spin(t: Storybook, card: i64) -> Refusal:
    refusal = not_mine_on_table(t, card, "SB-SPIN.2")
    if refusal:
        return refusal
    if not t.is_up(card):
        return Refusal(
            "SB-SPIN.2", f"{text.face_of(t, card).name} is face down, and only face-up cards spin."
        )
    return too_dear(t, "Spin", SPIN_COST)


def not_mine_on_table(t: Storybook, card: i64, rule: str) -> Refusal | None:
    """The refusal of a card that is not the player's, or not in play."""
    if card // DECK != t.role:
        return Refusal(rule, "You do not control that card.")
    if not t.in_play(card):
        return Refusal(rule, f"{text.face_of(t, card).name} is not in play.")
    return None


# --- Slide (SB-SLIDE) -----------------------------------------------------------------------------


def landing(t: Storybook, card: i64, way: i64) -> i64:
    """Where a Slide would end, or NOWHERE if it may not be made."""
    start = t.at[card]
    if way == 0:
        return first_contact(t.board, start, WIDE, 1, t.high - start // WIDE)
    if way == 1:
        return first_contact(t.board, start, 1, WIDE, t.right - (start & (WIDE - 1)))
    if way == 2:
        return first_contact(t.board, start, -WIDE, 1, start // WIDE - t.low)
    return first_contact(t.board, start, -1, WIDE, (start & (WIDE - 1)) - t.left)


def first_contact(board: vec[u8], start: i64, ahead: i64, aside: i64, reach: i64) -> i64:
    """The first space beside another card within reach, or NOWHERE (SB-SLIDE.2, SB-SLIDE.4, SB-R9).

    The space behind the sliding card is never a neighbour: it has just been left. Beyond the reach,
    the bounds of the layout, no card would ever be met (SB-SLIDE.5).
    """
    if reach <= 0:
        return NOWHERE
    cell = start + ahead
    if board[cell] != 0:  # SB-R10
        return NOWHERE
    while reach > 0:  # SB-SLIDE.3
        if board[cell + ahead] | board[cell + aside] | board[cell - aside] != 0:
            return cell
        cell += ahead
        reach -= 1
    return NOWHERE


def can_slide(t: Storybook, card: i64) -> bool:
    for way in range(FOUR):
        if landing(t, card, way) != NOWHERE:
            return True
    return False


def slide(t: Storybook, role: i64, card: i64, way: i64) -> None:
    """Move to the first contact; face and rotation stay (SB-SLIDE.7), and so do islands (SB-R11, SB-R12)."""
    cell = landing(t, card, way)
    lies = t.lies[card]
    start = t.spot(t.at[card])
    t.lift(card)
    t.set_down(card, cell, lies)
    t.tell_way(told.SLIDE, role, card, start, t.at[card], t.eyes_on(card))


def why_no_slide(t: Storybook, card: i64, way: i64) -> Refusal:
    refusal = not_mine_on_table(t, card, "SB-SLIDE.1")
    if refusal:
        return refusal
    name = text.face_of(t, card).name
    if t.card_at(t.at[card] + STEP[way]) >= 0:
        return Refusal("SB-R10", f"Another card is in the way of {name}; a Slide never passes or pushes.")
    if t.taken == 1:
        return Refusal("SB-SLIDE.6", f"{name} is the only card in play, and cannot slide.")
    if landing(t, card, way) == NOWHERE:
        return Refusal("SB-SLIDE.5", f"That way {name} would never come beside another card.")
    return too_dear(t, "Slide", SLIDE_COST)


# --- Play and Hide (SB-PLAY, SB-HIDE) -------------------------------------------------------------


def offer_hand(t: Storybook, role: i64, verb: i64, but: i64, out: vec[i64], n: i64) -> i64:
    """Each card of the hand (but one), to be played or hidden."""
    if t.tally[HAND_SIZE + role] > 0:
        at = t.at
        action = act(verb, 0)
        for card in range(role * DECK, role * DECK + DECK):
            if at[card] == IN_HAND and card != but:
                out[n] = action + card
                n += 1
    return n


def offer_from_hand(t: Storybook, role: i64, out: vec[i64], n: i64) -> i64:
    """What may be played may be hidden: both cost the same."""
    if t.ap < PLAY_COST:  # SB-TURN.4
        return n
    first = n
    n = offer_hand(t, role, v.PLAY, -1, out, n)
    hide = act(v.HIDE, 0) - act(v.PLAY, 0)
    for i in range(first, n):
        out[i + n - first] = out[i] + hide
    return n + n - first


PUT_WHERE: Final = 7  # 1: face down; 1: cannot be the card that has just returned to hand


def ask_where_to_put(t: Storybook, card: i64, hidden: i64, other: i64 = 0) -> None:
    """A card has been chosen from the hand; where it goes is the next question."""
    t.at[card] = HELD
    t.held = card
    t.push(PUT_WHERE, hidden, other)


class PutWhere(Question[Storybook]):
    """A card has been taken from the hand, to be played or hidden: where?"""

    number = PUT_WHERE
    rule = "SB-PLAY.1"
    verbs = (v.PUT,)

    def who(self, t: Storybook) -> i64:
        return t.seat_of(t.held // DECK)

    def always(self, t: Storybook) -> bool:
        return True

    def offer(self, t: Storybook, out: vec[i64], n: i64) -> i64:
        """Every empty space beside a card in play (SB-R13)."""
        if t.taken == 0:
            out[n] = act(v.PUT, t.cell_of(0, 0))  # SB-R14: on an empty table all spaces are alike
            return n + 1
        return offer_spaces(t, out, n)

    def answer(self, t: Storybook, verb: i64, cell: i64) -> None:
        hidden = t.arg(0)
        t.pop()
        put_down(t, t.held // DECK, cell, hidden)

    def prompt(self, t: Storybook) -> str:
        face = "face down" if t.arg(0) else "face up"
        return f"Where do you put {text.face_of(t, t.held).name} ({face})?"

    def label(self, t: Storybook, seat: int, verb: int, thing: int) -> Label:
        return text.put_label(t, thing, text.LAST_AP if t.ap == 0 else "")

    def why_not(self, t: Storybook, verb: int, thing: int) -> Refusal:
        return text.why_not_there(t, thing, self.rule)


def holds_another(t: Storybook) -> bool:
    """Whether a card is being put down that cannot be the one which has just returned to hand."""
    return t.depth > 0 and isinstance(t.question, PutWhere) and t.arg(1) == 1


def offer_spaces(t: Storybook, out: vec[i64], n: i64) -> i64:
    board = t.board
    action = act(v.PUT, 0)
    for y in range(t.low - 1, t.high + 2):
        for cell in range(y * WIDE + t.left - 1, y * WIDE + t.right + 2):
            if (
                board[cell] == 0
                and board[cell + WIDE] | board[cell + 1] | board[cell - WIDE] | board[cell - 1] != 0
            ):
                out[n] = action + cell
                n += 1
    return n


def put_down(t: Storybook, role: i64, cell: i64, hidden: i64) -> None:
    """Play (face up) or Hide (face down) the card taken from the hand, name toward its controller."""
    card = t.held
    t.held = -1
    t.tally[HAND_SIZE + role] -= 1
    if hidden:
        if t.tally[RETURNED + role] >= 0:
            t.late |= bit(card)
        t.set_down(card, cell, FACE_DOWN)  # SB-HIDE.1
        t.tell_of(told.HIDE, role, card, t.at[card], t.eyes_on(card))
    else:
        if t.tally[RETURNED + role] == card:
            t.tally[RETURNED + role] = -1
        t.set_down(card, cell, upright(role))  # SB-PLAY.1
        t.tell_of(told.PLAY, role, card, t.at[card], t.eyes_on(card))
