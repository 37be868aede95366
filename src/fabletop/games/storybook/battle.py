"""The Battle step, captures, Plot Points and the end of the game; SB-EX.1 to SB-EX.5 tell of one turn."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.storybook.cards import DECK, UNTIL_BATTLE, UNTIL_END, VILLAIN
from fabletop.games.storybook.table import (
    BOON_DUEL,
    BOON_GUARD,
    CAPTURED,
    FACE_DOWN,
    SCORE,
    STEP,
    TOLD_BESTED,
    TOLD_CAPTURED,
    TOLD_OVERTIME,
    TOLD_SCORE,
    TOLD_STALL,
    TOLD_WON,
    Table,
)
from fabletop.games.storybook.turn import fade
from fabletop.kernel.bits import bit
from fabletop.kernel.state import NOBODY

# --- Battle (SB-BATTLE) ---------------------------------------------------------------------------


def judge(t: Table) -> i64:
    """Compare every pair of face-up enemies on their touching sides; say who is being captured (SB-R22).

    The table is only looked at, so all battles count at once (SB-BATTLE.7). The result is a bit
    mask of cards.
    """
    board = t.board
    spots = t.spots
    lies = t.lies
    bested = BESTED
    for i in range(t.taken):
        bested[i64(board[spots[i]]) - 1] = 0
    doomed: i64 = 0
    for i in range(t.taken):
        cell = spots[i]
        card = i64(board[cell]) - 1
        if card // DECK & 1 == VILLAIN or lies[card] == FACE_DOWN:  # SB-BATTLE.1
            continue
        for way in range(4):
            other = i64(board[cell + STEP[way]]) - 1
            if other >= 0 and other // DECK & 1 == VILLAIN and lies[other] != FACE_DOWN:
                doomed |= attack(t, card, way, other) | attack(t, other, way ^ 2, card)
    return doomed


def attack(t: Table, card: i64, way: i64, other: i64) -> i64:
    """One direction of one battle; the other card's bit if it is captured by now (SB-BATTLE.2)."""
    swords = t.swords(card, way)
    shields = t.shields(other, way ^ 2)
    if swords < shields or swords == 0:  # SB-BATTLE.3, SB-R21
        return 0
    BESTED[other] += 1
    overwhelmed = swords >= 2 * shields  # SB-BATTLE.4
    if t.journal is not None:
        t.note(TOLD_BESTED, t.seat_of(card // DECK), card, other, 1 if overwhelmed else 0, -1)
    if len(t.boons) > 0:
        if t.boon(other, BOON_GUARD) > 0:
            return 0
        if t.boon(card, BOON_DUEL) > 0:
            return bit(other)
    if overwhelmed or BESTED[other] > 1:  # SB-BATTLE.5, SB-BATTLE.6, SB-R23
        return bit(other)
    return 0


BESTED: Final = vec[i64]([0] * (4 * DECK))


# --- Captures and Plot Points (SB-BATTLE.8, SB-WIN) -----------------------------------------------


def capture(t: Table) -> None:
    """All that are being captured leave together, and score (SB-BATTLE.7, SB-BATTLE.8)."""
    doomed = t.doomed
    if doomed == 0:
        t.quiet += 1
        return
    t.doomed = 0
    t.quiet = 0
    for card in range(len(t.at)):
        if doomed >> card & 1:
            taker = (card // DECK & 1) ^ 1
            t.tell_of(TOLD_CAPTURED, card // DECK, card, t.at[card], -1)
            t.drop_boons_of(card)
            t.lift(card)
            t.at[card] = CAPTURED
            t.tally[SCORE + taker] += t.points(card)  # SB-GEN.2, SB-WIN.1, SB-TEAM.2
    t.measure()
    if t.journal is not None:
        t.note(TOLD_SCORE, NOBODY, t.tally[SCORE], t.tally[SCORE + 1], -1, -1)


def end_of_turn(t: Table) -> bool:
    """Whether the game goes on after this Battle step, all of it scored (SB-R24)."""
    fade(t, UNTIL_BATTLE)
    fade(t, UNTIL_END)
    heroes = t.tally[SCORE]
    villains = t.tally[SCORE + 1]
    if heroes >= t.terms.target or villains >= t.terms.target:  # SB-WIN.2, SB-TEAM.2
        if heroes != villains:  # SB-WIN.3, SB-R25
            finish(t)
            return False
        t.overtime = 1  # SB-WIN.4
        t.tell(TOLD_OVERTIME, NOBODY, heroes)
    if t.terms.stall > 0 and t.quiet >= t.terms.stall:  # SB-R26
        t.tell(TOLD_STALL, NOBODY, t.quiet)
        finish(t)
        return False
    return True


def finish(t: Table) -> None:
    t.depth = 0
    t.seat = NOBODY
    ahead = t.tally[SCORE] - t.tally[SCORE + 1]
    t.tell(TOLD_WON, NOBODY, 0 if ahead > 0 else 1 if ahead < 0 else -1)
