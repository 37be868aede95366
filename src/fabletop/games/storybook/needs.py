"""What a Plot Twist speaks of: which cards, what it requires, and whether it could do anything.

Nothing here looks at what is hidden: a requirement that speaks of Allies or of a named card needs
it face up (SB-R8).
"""

from mypy_extensions import i64

from fabletop.games.storybook import cards as c
from fabletop.games.storybook.actions import can_slide
from fabletop.games.storybook.table import DECK_SIZE, FACE_DOWN, HAND_SIZE, SCORE, STEP, Storybook

# --- Which cards a Twist speaks of ----------------------------------------------------------------


def fits(t: Storybook, role: i64, card: i64, cards: i64) -> bool:
    """Whether a card in play is one of those that a Twist of this role speaks of."""
    owner = card // c.DECK
    if not cards & c.MY and (owner ^ role) & 1 == 0:  # SB-VOCAB.16; my and enemy together mean any card
        return False
    if not cards & c.ENEMY and owner != role:  # SB-R32: one's own only
        return False
    up = t.lies[card] != FACE_DOWN
    if (cards & c.UP and not up) or (cards & c.DOWN and up):
        return False
    if cards & c.ALLY and card % c.DECK < c.TEAM_SIZE:
        return False
    if cards & c.DOOMED and not t.doomed >> card & 1:
        return False
    if cards & c.REVEALED and not (t.fresh >> card & 1 and (t.fresh_by ^ owner) & 1):
        return False
    if cards & c.FACING and not is_facing(t, role, card):
        return False
    return not (cards & c.CROWDED and enemies_beside(t, card) < 2)


def is_facing(t: Storybook, role: i64, card: i64) -> bool:
    """Beside a face-up card of the other party; for an enemy's card that is this role alone."""
    owner = card // c.DECK
    for way in range(4):
        other = t.card_at(t.at[card] + STEP[way])
        if other >= 0 and t.lies[other] != FACE_DOWN:
            party = other // c.DECK
            if party == role if (owner ^ role) & 1 else (party ^ owner) & 1:
                return True
    return False


def enemies_beside(t: Storybook, card: i64) -> i64:
    """Enemy cards beside it, face up or face down (SB-TWIST.8, SB-R30)."""
    count: i64 = 0
    for way in range(4):
        other = t.card_at(t.at[card] + STEP[way])
        if other >= 0 and (other // c.DECK ^ card // c.DECK) & 1:
            count += 1
    return count


def enough_fit(t: Storybook, role: i64, cards: i64, named: i64, count: i64) -> bool:
    """Whether at least so many cards in play fit."""
    if named >= 0:  # a named card is one's own
        card = role * c.DECK + named
        return t.at[card] >= 0 and fits(t, role, card, cards)
    for i in range(t.taken):
        if fits(t, role, t.card_at(t.spots[i]), cards):
            count -= 1
            if count == 0:
                return True
    return False


# --- Requirements (SB-TWIST.3) --------------------------------------------------------------------


def needs_hold(t: Storybook, role: i64, twist: i64) -> bool:
    first = t.cards.twist_need[twist]
    for row in range(first, first + t.cards.twist_needs[twist]):
        if not need_holds(t, role, row):
            return False
    return True


def need_holds(t: Storybook, role: i64, row: i64) -> bool:
    needs = t.cards.needs
    kind = needs[row * c.NEED]
    count = needs[row * c.NEED + 3]
    if kind == c.NEED_CARDS:
        return enough_fit(t, role, needs[row * c.NEED + 1], needs[row * c.NEED + 2], count)
    if kind == c.NEED_HAND:
        return t.tally[HAND_SIZE + role] >= count
    side = role & 1
    if kind == c.NEED_BEHIND:  # SB-R32: the score is the team's
        return t.tally[SCORE + (side ^ 1)] - t.tally[SCORE + side] >= count
    ahead: i64 = 0  # NEED_OUTNUMBERED, SB-TWIST.7: face up and face down, the whole team's (SB-R30, SB-R32)
    for i in range(t.taken):
        ahead += 1 if (t.card_at(t.spots[i]) // c.DECK ^ role) & 1 else -1
    return ahead > 0


# --- Possible effects (SB-R31) --------------------------------------------------------------------


def has_effect(t: Storybook, role: i64, row: i64) -> bool:
    """Whether any step from this row on could do something as the table stands."""
    while row != c.END_OF_TWIST:
        if step_works(t, role, row):
            return True
        row = t.cards.step(row, c.NEXT)
    return False


def step_works(t: Storybook, role: i64, row: i64) -> bool:
    op = t.cards.step(row, c.OP)
    if op == c.DO_CHOOSE:
        return (
            has_effect(t, role, t.cards.step(row, c.N))
            or has_effect(t, role, t.cards.step(row, c.A))
            or has_effect(t, role, t.cards.step(row, c.B))
        )
    if op == c.DO_AP:
        return t.role == role
    if op == c.DO_DRAW:
        return t.tally[DECK_SIZE + role] > 0
    if op == c.DO_PLAY or op == c.DO_HIDE:
        return t.tally[HAND_SIZE + role] > 0
    cards = t.cards.step(row, c.CARDS)
    if cards & c.IT:
        return False  # there is none before an earlier step did something
    wanted: i64 = 2 if op == c.DO_SWAP else 1
    return count_targets(t, role, row, wanted) == wanted


def is_target(t: Storybook, role: i64, row: i64, card: i64) -> bool:
    """Whether a step may be aimed at this card in play."""
    named = t.cards.step(row, c.NAMED)
    if named >= 0 and card != role * c.DECK + named:
        return False
    if not fits(t, role, card, t.cards.step(row, c.CARDS)):
        return False
    op = t.cards.step(row, c.OP)
    if op == c.DO_SLIDE:
        return can_slide(t, card)
    if op == c.DO_MOVE:
        return t.taken > 1
    return True


def count_targets(t: Storybook, role: i64, row: i64, most: i64) -> i64:
    """How many cards the step may be aimed at; counting stops at `most`."""
    count: i64 = 0
    for i in range(t.taken):
        if is_target(t, role, row, t.card_at(t.spots[i])):
            count += 1
            if count == most:
                break
    return count
