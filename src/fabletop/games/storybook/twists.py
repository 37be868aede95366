"""When a Plot Twist may be played: requirements, possible effects, and the windows of the hourglass.

Nothing here looks at what is hidden, except at which Twist a role really holds: a requirement that
speaks of Allies or of a named card needs it face up (SB-R8). So whether a role *could* want a
window is public, and being asked tells nobody what it holds.
"""

from mypy_extensions import i64

from fabletop.games.storybook.actions import can_slide
from fabletop.games.storybook.cards import (
    AFTER_ACTION,
    ALLY,
    AT_START,
    CARDS,
    CROWDED,
    DECK,
    DO_AP,
    DO_CHOOSE,
    DO_DRAW,
    DO_HIDE,
    DO_MOVE,
    DO_PLAY,
    DO_SLIDE,
    DO_SWAP,
    DOOMED,
    DOWN,
    END_OF_TWIST,
    ENEMY,
    FACING,
    IT,
    MY,
    NAMED,
    NEED,
    NEED_BEHIND,
    NEED_CARDS,
    NEED_HAND,
    NEXT,
    OP,
    OWN_TURN,
    REVEALED,
    TEAM_SIZE,
    UP,
    A,
    B,
    N,
)
from fabletop.games.storybook.table import (
    ALLY_OF_ROLE,
    CHAMPION_OF,
    DECK_SIZE,
    F_STEP,
    F_WINDOW,
    FACE_DOWN,
    HAND_SIZE,
    NOWHERE,
    SCORE,
    STEP,
    TOLD_TWIST,
    TWIST_OF,
    WINDOWS_OF,
    Table,
)
from fabletop.kernel.bits import bit

# --- Which cards a Twist speaks of ----------------------------------------------------------------


def fits(t: Table, role: i64, card: i64, cards: i64) -> bool:
    """Whether a card in play is one of those that a Twist of this role speaks of."""
    owner = card // DECK
    if not cards & MY and (owner ^ role) & 1 == 0:  # SB-VOCAB.16; my and enemy together mean any card
        return False
    if not cards & ENEMY and owner != role:  # SB-R32: one's own only
        return False
    up = t.lies[card] != FACE_DOWN
    if (cards & UP and not up) or (cards & DOWN and up):
        return False
    if cards & ALLY and card % DECK < TEAM_SIZE:
        return False
    if cards & DOOMED and not t.doomed >> card & 1:
        return False
    if cards & REVEALED and not (t.fresh >> card & 1 and (t.fresh_by ^ owner) & 1):
        return False
    if cards & FACING and not is_facing(t, role, card):
        return False
    return not (cards & CROWDED and enemies_beside(t, card) < 2)


def is_facing(t: Table, role: i64, card: i64) -> bool:
    """Beside a face-up card of the other party; for an enemy's card that is this role alone."""
    owner = card // DECK
    for way in range(4):
        other = t.card_at(t.at[card] + STEP[way])
        if other >= 0 and t.lies[other] != FACE_DOWN:
            party = other // DECK
            if party == role if (owner ^ role) & 1 else (party ^ owner) & 1:
                return True
    return False


def enemies_beside(t: Table, card: i64) -> i64:
    """Enemy cards beside it, face up or face down (SB-TWIST.8, SB-R30)."""
    count: i64 = 0
    for way in range(4):
        other = t.card_at(t.at[card] + STEP[way])
        if other >= 0 and (other // DECK ^ card // DECK) & 1:
            count += 1
    return count


def enough_fit(t: Table, role: i64, cards: i64, named: i64, count: i64) -> bool:
    """Whether at least so many cards in play fit."""
    if named >= 0:  # a named card is one's own
        card = role * DECK + named
        return t.at[card] >= 0 and fits(t, role, card, cards)
    for i in range(t.taken):
        if fits(t, role, t.card_at(t.spots[i]), cards):
            count -= 1
            if count == 0:
                return True
    return False


# --- Requirements (SB-TWIST.3) --------------------------------------------------------------------


def needs_hold(t: Table, role: i64, twist: i64) -> bool:
    first = t.cards.twist_need[twist]
    for row in range(first, first + t.cards.twist_needs[twist]):
        if not need_holds(t, role, row):
            return False
    return True


def need_holds(t: Table, role: i64, row: i64) -> bool:
    needs = t.cards.needs
    kind = needs[row * NEED]
    count = needs[row * NEED + 3]
    if kind == NEED_CARDS:
        return enough_fit(t, role, needs[row * NEED + 1], needs[row * NEED + 2], count)
    if kind == NEED_HAND:
        return t.tally[HAND_SIZE + role] >= count
    side = role & 1
    if kind == NEED_BEHIND:  # SB-R32: the score is the team's
        return t.tally[SCORE + (side ^ 1)] - t.tally[SCORE + side] >= count
    ahead: i64 = 0  # NEED_OUTNUMBERED, SB-TWIST.7: face up and face down, the whole team's (SB-R30, SB-R32)
    for i in range(t.taken):
        ahead += 1 if (t.card_at(t.spots[i]) // DECK ^ role) & 1 else -1
    return ahead > 0


# --- Possible effects (SB-R31) --------------------------------------------------------------------


def has_effect(t: Table, role: i64, row: i64) -> bool:
    """Whether any step from this row on could do something as the table stands."""
    while row != END_OF_TWIST:
        if step_works(t, role, row):
            return True
        row = t.cards.step(row, NEXT)
    return False


def step_works(t: Table, role: i64, row: i64) -> bool:
    op = t.cards.step(row, OP)
    if op == DO_CHOOSE:
        return (
            has_effect(t, role, t.cards.step(row, N))
            or has_effect(t, role, t.cards.step(row, A))
            or has_effect(t, role, t.cards.step(row, B))
        )
    if op == DO_AP:
        return t.role == role
    if op == DO_DRAW:
        return t.tally[DECK_SIZE + role] > 0
    if op == DO_PLAY or op == DO_HIDE:
        return t.tally[HAND_SIZE + role] > 0
    cards = t.cards.step(row, CARDS)
    if cards & IT:
        return False  # there is none before an earlier step did something
    wanted: i64 = 2 if op == DO_SWAP else 1
    return count_targets(t, role, row, wanted) == wanted


def is_target(t: Table, role: i64, row: i64, card: i64) -> bool:
    """Whether a step may be aimed at this card in play."""
    named = t.cards.step(row, NAMED)
    if named >= 0 and card != role * DECK + named:
        return False
    if not fits(t, role, card, t.cards.step(row, CARDS)):
        return False
    op = t.cards.step(row, OP)
    if op == DO_SLIDE:
        return can_slide(t, card)
    if op == DO_MOVE:
        return t.taken > 1
    return True


def count_targets(t: Table, role: i64, row: i64, most: i64) -> i64:
    """How many cards the step may be aimed at; counting stops at `most`."""
    count: i64 = 0
    for i in range(t.taken):
        if is_target(t, role, row, t.card_at(t.spots[i])):
            count += 1
            if count == most:
                break
    return count


# --- Timing (SB-TWIST.1, .2, .4; SB-TEAM.6; SB-R27, SB-R29, SB-R33) -------------------------------


def is_spent(t: Table, role: i64) -> bool:
    return t.spent >> (role & 1) & 1 == 1


def fits_now(t: Table, role: i64, twist: i64, when: i64) -> bool:
    """Whether this Twist could be played by this role at this moment."""
    cards = t.cards
    if cards.twist_when[twist] & when == 0:
        return False
    if cards.twist_enemy_turn[twist] and (t.role ^ role) & 1 == 0:
        return False
    return needs_hold(t, role, twist) and has_effect(t, role, cards.twist_step[twist])


def may_twist(t: Table, role: i64, when: i64) -> bool:
    """Whether the role may play the Twist it holds."""
    return not is_spent(t, role) and fits_now(t, role, t.tally[TWIST_OF + role], when)


def could_twist(t: Table, role: i64, when: i64) -> bool:
    """Whether one of the four Twists that this role may have kept fits: what everybody can see."""
    if t.tally[WINDOWS_OF + role] & when == 0 or is_spent(t, role):
        return False
    champion = t.cards.team_twist[t.tally[CHAMPION_OF + role]]
    ally = t.cards.team_twist[t.tally[ALLY_OF_ROLE + role]]
    return (
        fits_now(t, role, champion, when)
        or fits_now(t, role, champion + 1, when)
        or fits_now(t, role, ally, when)
        or fits_now(t, role, ally + 1, when)
    )


def moment_of_turn(t: Table) -> i64:
    """Which Twists the active player may play between actions."""
    return OWN_TURN | (AT_START if t.acts == 0 else AFTER_ACTION)


# --- Windows (SB-R27, SB-R28) ---------------------------------------------------------------------


def open_window(t: Table, when: i64) -> None:
    """Ask all who could want this window, the active player first.

    At the start of a turn and after an action the active player's own menu is its go, unless
    somebody else could want the same window.
    """
    if t.spent == 3:
        return
    role = t.role
    wanted = when > AFTER_ACTION and could_twist(t, role, when)
    if not wanted:
        role = t.after(role)
        while role != t.role:
            if could_twist(t, role, when):
                wanted = True
                break
            role = t.after(role)
    if wanted:
        t.push(F_WINDOW, when)


def asked_in_window(t: Table) -> i64:
    """The role whose go it is in the window on top of the stack."""
    return (t.role - t.arg(1)) & (t.terms.players - 1)


def next_in_window(t: Table) -> bool:
    """Move on to the next role that could want the window; False when all have declined in a row."""
    while t.arg(2) < t.terms.players:
        role = asked_in_window(t)
        if could_twist(t, role, t.arg(0)):
            t.ask(role)
            return True
        decline(t)
    return False


def decline(t: Table) -> None:
    t.set_arg(1, t.arg(1) + 1)
    t.set_arg(2, t.arg(2) + 1)


# --- Playing it (SB-TWIST.5, SB-TWIST.6: it costs nothing) ----------------------------------------


def play_twist(t: Table, role: i64) -> None:
    twist = t.tally[TWIST_OF + role]
    t.spent |= bit(role & 1)  # SB-TWIST.1, SB-TEAM.6
    t.shown |= bit(role)
    t.caster = role
    t.it = NOWHERE
    t.tell(TOLD_TWIST, t.seat_of(role), twist)
    t.push(F_STEP, t.cards.twist_step[twist])
