"""A turn: its Action Points, when it ends by itself, and how long the effects of Twists last."""

from librt.vecs import append, vec
from mypy_extensions import i64

from fabletop.games.storybook.cards import DECK, UNTIL_BATTLE, UNTIL_END, UNTIL_START
from fabletop.games.storybook.table import (
    AP_A_TURN,
    BOON,
    BOON_CARD,
    BOON_LEFT,
    BOON_ROLE,
    BOON_UNTIL,
    DECK_SIZE,
    DRAW_COST,
    F_TURN,
    FACE_DOWN,
    FULL_HAND,
    HAND_SIZE,
    PLAY_COST,
    SPIN_COST,
    TOLD_FADE,
    TOLD_TURN,
    Table,
)

# --- The turn (SB-TURN) ---------------------------------------------------------------------------


def begin_turn(t: Table, role: i64) -> None:
    t.role = role
    t.turn += 1
    t.ap = AP_A_TURN  # SB-TURN.2; what was left of the last turn's is lost (SB-TURN.3)
    t.acts = 0
    t.fresh = 0
    fade(t, UNTIL_START)
    t.push(F_TURN)
    t.tell(TOLD_TURN, t.seat_of(role), t.turn)


def can_act(t: Table) -> bool:
    """Whether any action can still be paid for and made. Looks only at what everybody can see."""
    role = t.role
    if t.ap < DRAW_COST:
        return False
    hand = t.tally[HAND_SIZE + role]
    if t.ap >= PLAY_COST and hand > 0:
        return True
    if hand < FULL_HAND and t.tally[DECK_SIZE + role] > 0:
        return True
    for i in range(t.taken):
        card = t.card_at(t.spots[i])
        if t.lies[card] == FACE_DOWN:
            return True  # Reveal
        if t.ap >= SPIN_COST and card // DECK == role:
            return True
    return False


# --- How long effects last (SB-TWIST.5) -----------------------------------------------------------


def fade(t: Table, moment: i64) -> None:
    """End the effects that last until this moment of the turn of `t.role`."""
    old = t.boons
    if len(old) == 0:
        return
    kept = vec[i64]()
    for row in range(0, len(old), BOON):
        until = old[row + BOON_UNTIL]
        ends = until == moment
        if ends and until != UNTIL_BATTLE and old[row + BOON_ROLE] != t.role:
            ends = False
        if ends and until == UNTIL_END:
            old[row + BOON_LEFT] -= 1
            ends = old[row + BOON_LEFT] <= 0
        if ends:
            t.tell(TOLD_FADE, t.seat_of(old[row + BOON_ROLE]), old[row + BOON_CARD])
        else:
            for i in range(row, row + BOON):
                kept = append(kept, old[i])
    t.boons = kept
