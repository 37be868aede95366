"""The Battle step, captures, Plot Points and the end of the game; SB-EX.1 to SB-EX.5 tell of one turn."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.storybook import told
from fabletop.games.storybook.cards import DECK, SIDE_OF, VILLAIN
from fabletop.games.storybook.table import (
    BOON,
    BOON_CARD,
    BOON_DUEL,
    BOON_GUARD,
    CAPTURED,
    FACE_DOWN,
    FOUR,
    SCORE,
    STEP,
    Storybook,
)
from fabletop.kernel.bits import bit
from fabletop.kernel.state import NOBODY

# --- Battle (SB-BATTLE) ---------------------------------------------------------------------------
BESTS: Final = 1
OVERWHELMS: Final = 2
# A blow as one number, for the journal: Shields, Swords, the way it is struck, and from which spot.
SWORD: Final = 100
WAY: Final = 100 * SWORD
FROM: Final = 4 * WAY
HEROES: Final = vec[i64]([0] * (2 * DECK + 1))  # the cells of those who battle, while it is judged


def strike(t: Storybook, card: i64, way: i64, other: i64) -> i64:
    """What a face-up card does to the one on that side of it: nothing (0), BESTS or OVERWHELMS."""
    swords = t.swords(card, way)
    if swords == 0:  # SB-R21
        return 0
    shields = t.shields(other, way ^ 2)
    if swords < shields:  # SB-BATTLE.3
        return 0
    return OVERWHELMS if swords >= 2 * shields else BESTS  # SB-BATTLE.4


def judge(t: Storybook) -> tuple[i64, i64]:
    """Compare every pair of face-up enemies on their touching sides (SB-BATTLE.2); say who is being
    captured (SB-R22), and who is Bested at all, as bit masks of cards.

    The table is only looked at, so all battles count at once (SB-BATTLE.7).
    """
    board = t.board
    spots = t.spots
    lies = t.lies
    steps = STEP
    sides = SIDE_OF
    bested: i64 = 0
    doomed: i64 = 0
    heroes = HEROES
    count: i64 = 0
    for i in range(t.taken):
        card = i64(board[spots[i]]) - 1
        heroes[count] = spots[i]  # the next is written over it, if this one does not battle (SB-BATTLE.1)
        count += i64(sides[card] != VILLAIN) & i64(lies[card] != FACE_DOWN)
    for i in range(count):
        cell = heroes[i]
        card = i64(board[cell]) - 1
        for way in range(FOUR):
            other = i64(board[cell + steps[way]]) - 1
            if other >= 0 and sides[other] == VILLAIN and lies[other] != FACE_DOWN:
                blow = attack(t, card, way, other)
                back = attack(t, other, way ^ 2, card)
                if blow > 0:
                    if blow == OVERWHELMS or bested >> other & 1:  # SB-BATTLE.5, SB-BATTLE.6, SB-R23
                        doomed |= bit(other)
                    bested |= bit(other)
                if back > 0:
                    if back == OVERWHELMS or bested >> card & 1:
                        doomed |= bit(card)
                    bested |= bit(card)
    return unguarded(t, doomed), bested


def attack(t: Storybook, card: i64, way: i64, other: i64) -> i64:
    """One direction of one battle, told; in a Duel a card overwhelms whatever it Bests (SB-VOCAB.13)."""
    blow = strike(t, card, way, other)
    if blow > 0:
        if t.journal is not None:
            numbers = t.swords(card, way) * SWORD + t.shields(other, way ^ 2)
            place = t.spot(t.at[card]) * FROM + way * WAY
            t.note(told.BESTED, t.seat_of(card // DECK), card, other, place + numbers, -1)
        if t.boon(card, BOON_DUEL) > 0:
            return OVERWHELMS
    return blow


def unguarded(t: Storybook, doomed: i64) -> i64:
    """Those of the doomed who are not guarded (SB-VOCAB.12)."""
    boons = t.boons
    for row in range(0, len(boons), BOON):
        if boons[row + BOON_GUARD] > 0:
            doomed &= ~bit(boons[row + BOON_CARD])
    return doomed


# --- Captures and Plot Points (SB-BATTLE.8, SB-WIN) -----------------------------------------------


def capture(t: Storybook) -> None:
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
            t.tell_of(told.CAPTURED, card // DECK, card, t.at[card], -1)
            t.drop_boons_of(card)
            t.lift(card)
            t.at[card] = CAPTURED
            t.tally[SCORE + taker] += t.points(card)  # SB-GEN.2, SB-WIN.1, SB-TEAM.2
    t.measure()
    if t.journal is not None:
        t.note(told.SCORE, NOBODY, t.tally[SCORE], t.tally[SCORE + 1], -1, -1)


def goes_on(t: Storybook) -> bool:
    """Whether the game goes on after this Battle step, all of it scored (SB-R24)."""
    heroes = t.tally[SCORE]
    villains = t.tally[SCORE + 1]
    if heroes >= t.terms.target or villains >= t.terms.target:  # SB-WIN.2, SB-TEAM.2
        if heroes != villains:  # SB-WIN.3, SB-R25
            finish(t)
            return False
        if t.overtime == 0:
            t.overtime = 1  # SB-WIN.4
            t.tell(told.OVERTIME, NOBODY, heroes)
    limit = t.stall_limit()
    if limit > 0 and t.quiet >= limit:  # SB-R26
        t.tell(told.STALL, NOBODY, t.quiet)
        finish(t)
        return False
    return True


def finish(t: Storybook) -> None:
    t.depth = 0
    t.seat = NOBODY
    ahead = t.tally[SCORE] - t.tally[SCORE + 1]
    t.tell(told.WON, NOBODY, 0 if ahead > 0 else 1 if ahead < 0 else -1)
