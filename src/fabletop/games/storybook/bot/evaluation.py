"""How likely each side is to win, as it was learnt from games: `learning` fits the weights to who won them.

What is seen belongs to a side. It weighs otherwise for the side whose turn it is than for the one that waits,
and with the Action Points that are left: what is doomed can be saved by whoever can still act. What speaks
for the Heroes speaks as much against the Villains.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.storybook.battle import judge
from fabletop.games.storybook.bot.threats import ACTIONS, NONE, Threats
from fabletop.games.storybook.cards import DECK
from fabletop.games.storybook.table import DECK_SIZE, FACE_DOWN, FOUR, HAND_SIZE, SCORE, Storybook

# --- What is seen of a side, by number --------------------------------------------------------------
MISSING: Final = 0  # Plot Points that it still wants, 0 to 15
FAR: Final[i64] = 15
DOOMED: Final = 16  # points of its cards that the Battle would capture, if it came now
DOOMED_CARDS: Final = 17
LOST: Final = 18  # they are enough for the other side to win
PRESSED: Final = 19  # points of cards that are Bested and would stay
PRESSED_CARDS: Final = 20
UP: Final = 21
UP_POINTS: Final = 22
HIDDEN: Final = 23
HAND: Final = 24
TO_DRAW: Final = 25
TWIST: Final = 26  # not used yet
HERE: Final = 27  # that it is there at all: what the turn itself is worth
VILLAINS: Final = 28
EXPOSED: Final = 29  # points of cards that one action of the other side would doom, by the cheapest of them
EXPOSED_MOST: Final = 33  # of one such card
DECISIVE: Final = 34  # with it the other side would have enough to win
UP_SHIELDS: Final = 35
HIDDEN_POINTS: Final = 36
HAND_SWORDS: Final = 37
KINDS: Final = 38
SCALE: Final = 0.2  # of Swords or Shields: they are many, and would be learnt too quickly

# --- When: the side has the turn or waits, and how many Action Points are left of it -----------------
WAITS: Final = 4  # none; one; two, for a Spin or a Slide; three, for a card, or more
TIMES: Final = 8
FEATURES: Final = KINDS * TIMES


class Seen:
    """The features that are not zero, and how much of each."""

    def __init__(self) -> None:
        self.what = vec[i64]([0] * FEATURES)
        self.much = vec[float]([0.0] * FEATURES)
        self.count: i64 = 0
        self.heroes = Threats()
        self.villains = Threats()
        self.exposed = vec[i64]([0] * ACTIONS)

    def see(self, kind: i64, time: i64, much: float) -> None:
        if much != 0.0:
            self.what[self.count] = kind * TIMES + time
            self.much[self.count] = much
            self.count += 1


class Evaluation:
    def __init__(self, weights: list[float]) -> None:
        self.weights = vec[float](weights)
        self.seen = Seen()

    def odds(self, t: Storybook) -> float:
        """The logarithm of the odds that the Heroes win."""
        seen = self.seen
        look(t, seen)
        weights = self.weights
        odds = 0.0
        for i in range(seen.count):
            odds += weights[seen.what[i]] * seen.much[i]
        return odds


def look(t: Storybook, seen: Seen) -> None:
    """Write down what is to be seen: what the Heroes have, and below zero what the Villains have."""
    seen.count = 0
    doomed, bested = judge(t)
    seen.heroes.gather(t, 0)
    seen.villains.gather(t, 1)
    look_at_side(t, seen, 0, doomed, bested)
    look_at_side(t, seen, 1, doomed, bested)


def look_at_side(t: Storybook, seen: Seen, side: i64, doomed: i64, bested: i64) -> None:
    time = t.ap if t.ap < WAITS else i64(WAITS - 1)
    if t.role & 1 != side:
        time += WAITS
    sign = 1.0 if side == 0 else -1.0
    look_at_cards(t, seen, side, doomed, bested, time)
    missing = t.terms.target - t.tally[SCORE + side]
    seen.see(MISSING if missing < 0 else FAR if missing > FAR else missing, time, sign)
    held: i64 = 0
    left: i64 = 0
    for role in range(side, t.terms.players, 2):
        held += t.tally[HAND_SIZE + role]
        left += t.tally[DECK_SIZE + role]
    if t.held >= 0 and t.held // DECK & 1 == side:
        held += 1
    seen.see(HAND, time, sign * float(held))
    hand_swords = seen.villains.hand_swords if side else seen.heroes.hand_swords
    seen.see(HAND_SWORDS, time, sign * SCALE * float(hand_swords))
    seen.see(TO_DRAW, time, sign * float(left))
    if t.spent >> side & 1 == 0:
        seen.see(TWIST, time, sign)
    seen.see(HERE, time, sign)
    if side == 1:
        seen.see(VILLAINS, time, sign)


def look_at_cards(t: Storybook, seen: Seen, side: i64, doomed: i64, bested: i64, time: i64) -> None:
    threats = seen.heroes if side else seen.villains
    exposed = seen.exposed
    for by in range(ACTIONS):
        exposed[by] = 0
    most: i64 = 0
    doomed_cards: i64 = 0
    doomed_points: i64 = 0
    taken: i64 = 0  # points that this side would take
    pressed_cards: i64 = 0
    pressed_points: i64 = 0
    up: i64 = 0
    up_points: i64 = 0
    up_shields: i64 = 0
    hidden: i64 = 0
    hidden_points: i64 = 0
    board = t.board
    spots = t.spots
    for i in range(t.taken):
        card = i64(board[spots[i]]) - 1
        points = t.points(card)
        if card // DECK & 1 != side:
            if doomed >> card & 1:
                taken += points
        elif t.lies[card] == FACE_DOWN:
            hidden += 1
            hidden_points += points
        elif doomed >> card & 1:
            doomed_cards += 1
            doomed_points += points
        else:
            up += 1
            up_points += points
            up_shields += printed_shields(t, card)
            if bested >> card & 1:
                pressed_cards += 1
                pressed_points += points
            by = threats.cheapest(t, card, bested >> card & 1)
            if by != NONE:
                exposed[by] += points
                if points > most:
                    most = points
    sign = 1.0 if side == 0 else -1.0
    seen.see(DOOMED, time, sign * float(doomed_points))
    seen.see(DOOMED_CARDS, time, sign * float(doomed_cards))
    theirs = t.tally[SCORE + (side ^ 1)] + doomed_points
    if theirs >= t.terms.target and theirs > t.tally[SCORE + side] + taken:
        seen.see(LOST, time, sign)
    if most > 0 and theirs + most >= t.terms.target:
        seen.see(DECISIVE, time, sign)
    for by in range(ACTIONS):
        seen.see(EXPOSED + by, time, sign * float(exposed[by]))
    seen.see(EXPOSED_MOST, time, sign * float(most))
    seen.see(PRESSED, time, sign * float(pressed_points))
    seen.see(PRESSED_CARDS, time, sign * float(pressed_cards))
    seen.see(UP, time, sign * float(up))
    seen.see(UP_POINTS, time, sign * float(up_points))
    seen.see(UP_SHIELDS, time, sign * SCALE * float(up_shields))
    seen.see(HIDDEN, time, sign * float(hidden))
    seen.see(HIDDEN_POINTS, time, sign * float(hidden_points))


def printed_shields(t: Storybook, card: i64) -> i64:
    face = t.face[card] * FOUR
    total: i64 = 0
    for way in range(FOUR):
        total += t.cards.shields[face + way]
    return total
