"""What all agree on without a word: how a seat thinks its turn through, and what everybody may expect.

A seat thinks through every way to tell its Story Phase, and takes the one that leaves it the best odds
(`evaluation`). It looks at nothing but its own hand and the open table. Bots that search look further
ahead by letting all seats play on like this.
"""

from typing import TYPE_CHECKING, Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.coraline import cards as c
from fabletop.games.coraline import verbs as v
from fabletop.games.coraline.activities import GiveCard, PlayAnother, SlideUnder, StoryPhase
from fabletop.games.coraline.bot.evaluation import Evaluation
from fabletop.games.coraline.bot.heuristic import standing
from fabletop.games.coraline.effects import WhichDiscard, WhichRecall, WhichSinks
from fabletop.games.coraline.ending import MORE
from fabletop.games.coraline.following import DoOrDecline
from fabletop.games.coraline.table import DISCARDED, IN_DECK, WON, Table
from fabletop.games.coraline.turn import DRAW_PHASE, Turn
from fabletop.kernel.action import act, thing_of, verb_of
from fabletop.kernel.learning import chance
from fabletop.kernel.state import Frame

if TYPE_CHECKING:
    from fabletop.kernel.game import Opening

SURE: Final = 99.0  # of winning
LONGEST: Final = 24  # answers in one turn
WIDEST: Final = 128  # answers to one question
CHAIN: Final = 2  # cards in a row that are thought through


class TurnInThought(Turn):
    """A turn that goes no further than its Story Phase, or than one card of the Beldam's."""

    def run(self, t: Table) -> bool:
        return True if t.arg(0) == DRAW_PHASE or t.arg(MORE) else super().run(t)


def thought_through(t: Table) -> bool:
    return t.depth > 0 and isinstance(t.book[t.top()], TurnInThought)


class Policy:
    def __init__(self, opening: "Opening", evaluation: Evaluation) -> None:
        self.evaluation = evaluation
        self.naive: bool = False  # nothing has been learnt yet: go by `standing`
        # the best way to tell this turn, as far as thought went
        self.answers = vec[i64]([0] * LONGEST)
        self.count: i64 = 0
        self.odds = -SURE
        # what is being thought
        self.trial = vec[i64]([0] * LONGEST)
        self.seat: i64 = 0
        self.woe: bool = False  # it is about a Beldam card's questions
        self.lists = [vec[i64]([0] * WIDEST) for _ in range(LONGEST)]
        self.worths = vec[float]([0.0] * WIDEST)
        book = [TurnInThought() if isinstance(frame, Turn) else frame for frame in opening.game.book]
        self.book: vec[Frame[Any]] = vec[Frame](book)  # type: ignore[type-arg]

    def in_thought(self, t: Table) -> Table:
        """A copy to think with, of which nobody draws a card."""
        twin = t.clone()
        twin.book = self.book
        return twin

    def begin(self, t: Table) -> None:
        self.odds = -SURE * 2.0
        self.count = 0
        self.seat = t.seat
        self.woe = t.woe >= 0

    def think(self, t: Table) -> None:
        """Find the best answers to this question and the next ones of this turn."""
        self.begin(t)
        self.evaluation.seen.refresh()
        self.explore(self.in_thought(t), 0, 1)

    def follow(self, t: Table) -> None:
        """Answer as planned, up to the end of the phase."""
        for i in range(self.count):
            t.step(self.answers[i])

    def explore(self, t: Table, depth: i64, chain: i64) -> None:
        """Try the answers to the question on this table; it is ours."""
        listed = self.lists[depth]
        count = self.worthwhile(t, listed)
        if isinstance(t.book[t.top()], PlayAnother):
            chain += 1
            if chain > CHAIN:
                count = 1  # no more
        for i in range(count):
            self.trial[depth] = listed[i]
            after = t if i == count - 1 else t.clone()
            after.step(listed[i])
            if self.settled(after) or depth + 1 == LONGEST:
                self.reckon(after, depth + 1)
            else:
                self.explore(after, depth + 1, chain)

    def settled(self, t: Table) -> bool:
        return t.depth == 0 or thought_through(t) or (self.woe and t.woe < 0)

    def reckon(self, t: Table, count: i64) -> None:
        worth = self.outlook(t, self.seat)
        if worth > self.odds:
            self.odds = worth
            self.count = count
            for i in range(count):
                self.answers[i] = self.trial[i]

    def outlook(self, t: Table, seat: i64) -> float:
        if t.seat < 0:
            return SURE if t.ending == WON else -SURE
        return self.trust(t, seat, thought_through(t))

    def trust(self, t: Table, seat: i64, ahead: bool) -> float:
        if self.naive:
            return standing(t, seat, self.evaluation.almanac)
        return self.evaluation.odds(t, seat, ahead)

    # --- The best few -------------------------------------------------------------------------------

    def shortlist(self, t: Table, out: vec[i64], most: i64, margin: float) -> i64:
        """The allowed answers with the best outlook, the best first."""
        count = t.legal_into(out)
        if t.active < 0 or isinstance(t.book[t.top()], WhichSinks) or count <= 1:
            return count
        worths = vec[float]([0.0] * WIDEST)
        self.evaluation.seen.refresh()
        best_known = -SURE * 2.0
        for i in range(count):
            if verb_of(out[i]) != v.ASK:
                worths[i] = self.outlook_of(t, out[i])
                if worths[i] > best_known:
                    best_known = worths[i]
        for i in range(count):
            if verb_of(out[i]) == v.ASK:
                worths[i] = best_known  # to ask costs nothing: always worth a look
        n: i64 = 0
        while n < count and n < most:
            bring_best(out, worths, n, count)
            if worths[n] < worths[0] - margin:
                return n
            n += 1
        return n

    def outlook_of(self, t: Table, answer: i64) -> float:
        """What there is to hope for with this answer, and the best ones to what it asks next."""
        self.begin(t)
        after = self.in_thought(t)
        after.step(answer)
        if self.settled(after):
            return self.outlook(after, self.seat)
        self.explore(after, 0, 1)
        return self.odds

    # --- What is worth a thought --------------------------------------------------------------------

    def worthwhile(self, t: Table, out: vec[i64]) -> i64:
        """The answers worth a thought. Of cards to part with, only those that will be missed least."""
        count = t.legal_into(out)
        asked = t.book[t.top()]
        if isinstance(asked, StoryPhase):
            return self.story_answers(t, out, count)
        if isinstance(asked, SlideUnder):
            return self.best_parting(t, out, count, IN_DECK)
        if isinstance(asked, WhichDiscard):
            return self.best_parting(t, out, count, DISCARDED)
        if isinstance(asked, WhichRecall):
            return self.best_recalls(t, out, count)
        if isinstance(asked, (WhichSinks, DoOrDecline)):
            return 1  # to leave the Beldam deck as it is; to do it
        if isinstance(asked, GiveCard) and count > 1:
            out[0] = out[count - 1]
            return count - 1  # to give nothing is as if nobody had asked
        return count

    def story_answers(self, t: Table, out: vec[i64], count: i64) -> i64:
        """All cards to play, but only one to walk or pick with."""
        spare: i64 = -1
        n: i64 = 0
        for i in range(count):
            verb = verb_of(out[i])
            if verb == v.WALK or verb == v.PICK:
                if spare < 0:
                    spare = self.least_missed(t)
                if thing_of(out[i]) != spare:
                    continue
            out[n] = out[i]
            n += 1
        return n

    def least_missed(self, t: Table) -> i64:
        """The card of the hand that is best discarded."""
        best = -SURE * 2.0
        spare: i64 = -1
        for card in range(c.CARDS):
            if t.at[card] == t.active:
                worth = self.odds_without(t, card, DISCARDED)
                if worth > best:
                    best = worth
                    spare = card
        return spare

    def odds_without(self, t: Table, card: i64, place: i64) -> float:
        """What is left to hope for once a card of the hand has gone to another place."""
        seat = t.active
        t.at[card] = place
        t.hands[seat] -= 1
        worth = self.trust(t, seat, t.woe < 0)
        t.at[card] = seat
        t.hands[seat] += 1
        return worth

    def best_parting(self, t: Table, out: vec[i64], count: i64, place: i64) -> i64:
        """The one card that is best slid away or discarded, or none."""
        best = -SURE * 2.0
        chosen = out[0]
        for i in range(count):
            card = thing_of(out[i])
            if i == 0 and place == IN_DECK:
                worth = self.trust(t, t.active, True)
            else:
                worth = self.odds_without(t, card, place)
            if worth > best:
                best = worth
                chosen = out[i]
        out[0] = chosen
        return 1

    def best_recalls(self, t: Table, out: vec[i64], count: i64) -> i64:
        """The three cards one would most like to have back, or none."""
        seat = t.active
        worths = self.worths
        for i in range(1, count):
            card = thing_of(out[i])
            t.at[card] = seat
            t.hands[seat] += 1
            worths[i] = self.trust(t, seat, True)
            t.at[card] = DISCARDED
            t.hands[seat] -= 1
        n: i64 = 1
        while n < count and n < 4:
            bring_best(out, worths, n, count)
            n += 1
        return n

    # --- Playing on ---------------------------------------------------------------------------------

    def rollout(self, t: Table, turns: i64) -> float:
        """Go on as all agree for so many turns, this one among them; how likely it then looks that all
        win."""
        last = t.turn + turns - 1
        while t.seat >= 0:
            if t.active < 0:
                if t.turn >= last:
                    return self.prospect(t)
                t.step(act(v.NEXT, t.seat))
            elif t.turn > last and isinstance(t.book[t.top()], StoryPhase):
                return self.prospect(t)
            else:
                self.think(t)
                self.follow(t)
        return 1.0 if t.ending == WON else 0.0

    def prospect(self, t: Table) -> float:
        """How likely it looks that all win, by what each seat knows: the mean of their odds."""
        self.evaluation.seen.refresh()
        odds = 0.0
        for seat in range(t.terms.players):
            odds += self.evaluation.odds(t, seat, False)
        return chance(odds / float(t.terms.players))


def bring_best(out: vec[i64], worths: vec[float], n: i64, count: i64) -> None:
    """Let the best of the answers from n on change places with the n-th."""
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
