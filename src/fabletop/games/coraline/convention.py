"""What all agree on without a word: how a seat thinks its turn through, and what everybody may expect.

A seat thinks through every way to tell its Story Phase, and takes the one that leaves it the most hope
(`hope`). It looks at nothing but its own hand and the open table. Bots that search look further ahead by
letting all seats play on like this.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.coraline.cards import CARDS
from fabletop.games.coraline.hope import EYES, hope
from fabletop.games.coraline.net import chance
from fabletop.games.coraline.sense import standing
from fabletop.games.coraline.table import (
    ASK,
    DISCARDED,
    F_AGAIN,
    F_DISCARD,
    F_GIVE,
    F_MAY,
    F_NEXT,
    F_RECALL,
    F_SCRY,
    F_SLIDE,
    F_STORY,
    IN_DECK,
    NEXT,
    PICK,
    WALK,
    WON,
    Table,
)
from fabletop.kernel.action import act, thing_of, verb_of

SURE: Final = 99.0  # of winning
LONGEST: Final = 24  # answers in one turn
WIDEST: Final = 128  # answers to one question
CHAIN: Final = 2  # cards in a row that are thought through


class Plan:
    """The best way to tell this turn, as far as thought went."""

    def __init__(self) -> None:
        self.answers = vec[i64]([0] * LONGEST)
        self.count: i64 = 0
        self.trial = vec[i64]([0] * LONGEST)
        self.hope = -SURE
        self.seat: i64 = 0
        self.woe: bool = False  # it is about a Beldam card's questions
        self.lists = [vec[i64]([0] * WIDEST) for _ in range(LONGEST)]
        self.naive: bool = False  # nothing has been learnt yet: go by `standing`
        self.worths = vec[float]([0.0] * CARDS)


PLAN: Final = Plan()


def think(t: Table) -> float:
    """Find the best answers to this question and the next ones of this turn: they are in PLAN."""
    plan = PLAN
    plan.hope = -SURE * 2.0
    plan.count = 0
    plan.seat = t.seat
    plan.woe = t.woe >= 0
    EYES.refresh()
    twin = cast(Table, t.clone())
    twin.musing = 1
    explore(twin, 0, 1)
    return plan.hope


def explore(t: Table, depth: i64, chain: i64) -> None:
    """Try the answers to the question on this table; it is ours."""
    listed = PLAN.lists[depth]
    count = worthwhile(t, listed)
    if t.top() == F_AGAIN:
        chain += 1
        if chain > CHAIN:
            count = 1  # no more
    for i in range(count):
        PLAN.trial[depth] = listed[i]
        if i == count - 1:
            after = t
        else:
            after = cast(Table, t.clone())
        after.step(listed[i])
        if settled(after) or depth + 1 == LONGEST:
            reckon(after, depth + 1)
        else:
            explore(after, depth + 1, chain)


def settled(t: Table) -> bool:
    return t.depth == 0 or (PLAN.woe and t.woe < 0)


def reckon(t: Table, count: i64) -> None:
    plan = PLAN
    worth = outlook(t, plan.seat)
    if worth > plan.hope:
        plan.hope = worth
        plan.count = count
        for i in range(count):
            plan.answers[i] = plan.trial[i]


def outlook(t: Table, seat: i64) -> float:
    if t.seat < 0:
        return SURE if t.ending == WON else -SURE
    return trust(t, seat, t.depth == 0)


def trust(t: Table, seat: i64, ahead: bool) -> float:
    if PLAN.naive:
        return standing(t, seat)
    return hope(t, seat, ahead)


# --- The best few ---------------------------------------------------------------------------------


def shortlist(t: Table, out: vec[i64], most: i64, margin: float) -> i64:
    """The allowed answers with the best outlook, the best first."""
    count = t.legal_into(out)
    if t.top() == F_NEXT or t.top() == F_SCRY or count <= 1:
        return count
    worths = vec[float]([0.0] * WIDEST)
    EYES.refresh()
    best_known = -SURE * 2.0
    for i in range(count):
        if verb_of(out[i]) != ASK:
            worths[i] = outlook_of(t, out[i])
            if worths[i] > best_known:
                best_known = worths[i]
    for i in range(count):
        if verb_of(out[i]) == ASK:
            worths[i] = best_known  # to ask costs nothing: always worth a look
    n: i64 = 0
    while n < count and n < most:
        best = n
        for i in range(n + 1, count):
            if worths[i] > worths[best]:
                best = i
        kept = out[n]
        out[n] = out[best]
        out[best] = kept
        worth = worths[n]
        worths[n] = worths[best]
        worths[best] = worth
        if worths[n] < worths[0] - margin:
            return n
        n += 1
    return n


def outlook_of(t: Table, answer: i64) -> float:
    """What there is to hope for with this answer, and the best ones to what it asks next."""
    plan = PLAN
    plan.hope = -SURE * 2.0
    plan.count = 0
    plan.seat = t.seat
    plan.woe = t.woe >= 0
    after = cast(Table, t.clone())
    after.musing = 1
    after.step(answer)
    if settled(after):
        return outlook(after, plan.seat)
    explore(after, 0, 1)
    return plan.hope


# --- What is worth a thought ----------------------------------------------------------------------


def worthwhile(t: Table, out: vec[i64]) -> i64:
    """The answers worth a thought. Of cards to part with, only those that will be missed least."""
    count = t.legal_into(out)
    kind = t.top()
    if kind == F_STORY:
        return story_answers(t, out, count)
    if kind == F_SLIDE or kind == F_DISCARD:
        return best_parting(t, out, count, IN_DECK if kind == F_SLIDE else DISCARDED)
    if kind == F_RECALL:
        return best_recalls(t, out, count)
    if kind == F_SCRY or kind == F_MAY:
        return 1  # to leave the Beldam deck as it is; to do it
    if kind == F_GIVE and count > 1:
        out[0] = out[count - 1]
        return count - 1  # to give nothing is as if nobody had asked
    return count


def story_answers(t: Table, out: vec[i64], count: i64) -> i64:
    """All cards to play, but only one to walk or pick with."""
    spare: i64 = -1
    n: i64 = 0
    for i in range(count):
        verb = verb_of(out[i])
        if verb == WALK or verb == PICK:
            if spare < 0:
                spare = least_missed(t)
            if thing_of(out[i]) != spare:
                continue
        out[n] = out[i]
        n += 1
    return n


def least_missed(t: Table) -> i64:
    """The card of the hand that is best discarded."""
    best = -SURE * 2.0
    spare: i64 = -1
    for card in range(CARDS):
        if t.at[card] == t.active:
            worth = hope_without(t, card, DISCARDED)
            if worth > best:
                best = worth
                spare = card
    return spare


def hope_without(t: Table, card: i64, place: i64) -> float:
    """What is left to hope for once a card of the hand has gone to another place."""
    seat = t.active
    t.at[card] = place
    t.hands[seat] -= 1
    worth = trust(t, seat, t.woe < 0)
    t.at[card] = seat
    t.hands[seat] += 1
    return worth


def best_parting(t: Table, out: vec[i64], count: i64, place: i64) -> i64:
    """The one card that is best slid away or discarded, or none."""
    best = -SURE * 2.0
    chosen = out[0]
    for i in range(count):
        card = thing_of(out[i])
        if i == 0 and place == IN_DECK:
            worth = trust(t, t.active, True)
        else:
            worth = hope_without(t, card, place)
        if worth > best:
            best = worth
            chosen = out[i]
    out[0] = chosen
    return 1


def best_recalls(t: Table, out: vec[i64], count: i64) -> i64:
    """The three cards one would most like to have back, or none."""
    seat = t.active
    worths = PLAN.worths
    for i in range(1, count):
        card = thing_of(out[i])
        t.at[card] = seat
        t.hands[seat] += 1
        worths[i - 1] = trust(t, seat, True)
        t.at[card] = DISCARDED
        t.hands[seat] -= 1
    n: i64 = 1
    while n < count and n < 4:
        best = n
        for i in range(n + 1, count):
            if worths[i - 1] > worths[best - 1]:
                best = i
        kept = out[n]
        out[n] = out[best]
        out[best] = kept
        worth = worths[n - 1]
        worths[n - 1] = worths[best - 1]
        worths[best - 1] = worth
        n += 1
    return n


# --- Playing on -----------------------------------------------------------------------------------


def play_on(t: Table, turns: i64) -> float:
    """Go on as all agree for so many turns, this one among them; how likely it then looks that all win."""
    last = t.turn + turns - 1
    while t.seat >= 0:
        kind = t.top()
        if (kind == F_NEXT and t.turn >= last) or (kind == F_STORY and t.turn > last):
            return prospect(t)
        if kind == F_NEXT:
            t.step(act(NEXT, t.seat))
        else:
            think(t)
            follow(t)
    return 1.0 if t.ending == WON else 0.0


def prospect(t: Table) -> float:
    """How likely it looks that all win, by what each seat knows: the mean of their odds."""
    EYES.refresh()
    odds = 0.0
    for seat in range(t.terms.players):
        odds += hope(t, seat, False)
    return chance(odds / float(t.terms.players))


def follow(t: Table) -> None:
    """Answer as planned, up to the end of the phase."""
    for i in range(PLAN.count):
        t.step(PLAN.answers[i])
