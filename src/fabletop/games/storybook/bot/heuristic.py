"""How good a position looks, and how good an option does: what greedy and searching bots lean on."""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.storybook import verbs as v
from fabletop.games.storybook.actions import PutWhere, landing, upright
from fabletop.games.storybook.battle import OVERWHELMS, judge, strike
from fabletop.games.storybook.bot.evaluation import Evaluation
from fabletop.games.storybook.cards import DECK
from fabletop.games.storybook.table import FACE_DOWN, FOUR, HAND_SIZE, SCORE, STEP, Storybook
from fabletop.games.storybook.turn import Turn
from fabletop.games.storybook.twists import Window
from fabletop.kernel.action import thing_of, verb_of
from fabletop.kernel.advisor import Advisor, Ease, SearchSettings
from fabletop.kernel.learning import chance

if TYPE_CHECKING:
    from fabletop.kernel.game import Opening

FAIR: Final = Ease(temperature=0.6, walks=250)
DUEL: Final = SearchSettings(
    cutoff=0, explore=0.8, prior_weight=1.0, caution=0.1, levels={"fair": FAIR, "sharp": Ease(walks=4000)}
)
TEAMS: Final = DUEL.changed({"levels": {"fair": FAIR, "sharp": Ease(walks=1500)}})
BY_HAND: Final = TEAMS.changed({"cutoff": 10, "explore": 3.0, "picks": 3})


class StorybookAdvisor(Advisor[Storybook]):
    def __init__(self, opening: "Opening", weights: list[float] | None = None) -> None:
        super().__init__(opening)
        self.evaluation = Evaluation(weights) if weights else None

    def settings(self, t: Storybook) -> SearchSettings:
        if self.evaluation is None:
            return BY_HAND
        return DUEL if t.terms.players == 2 else TEAMS

    def value(self, t: Storybook, seat: i64) -> float:
        """From -1 to 1: the lead in Plot Points as a part of a whole game's."""
        if t.seat < 0:
            return t.outcome(seat)
        good = lead(t, t.role_of(seat) & 1) / WHOLE_GAME
        return 1.0 if good > 1.0 else -1.0 if good < -1.0 else good

    def values_into(self, t: Storybook, out: vec[float]) -> None:
        """Twice the chance to win, less 1."""
        if t.seat < 0:
            heroes = t.outcome(t.flipped)
        else:
            evaluation = self.evaluation
            odds = STEEP * lead(t, 0) if evaluation is None else evaluation.odds(t)
            heroes = (2.0 * chance(odds) - 1.0) * freshness(t)
        for seat in range(len(out)):
            out[seat] = heroes if t.role_of(seat) & 1 == 0 else -heroes

    def prior(self, t: Storybook, action: i64) -> float:
        question = t.question
        verb = verb_of(action)
        thing = thing_of(action)
        if isinstance(question, Turn):
            return promise(t, verb, thing)
        if isinstance(question, PutWhere):
            return 0.0 if t.arg(0) else clash(t, t.held, thing, upright(t.held // DECK))
        if isinstance(question, Window):
            return TO_TWIST if verb == v.TWIST else 0.0
        return 0.0

    def least_temperature(self, t: Storybook) -> float:
        """Teams are nearly alike, and no game should begin like the last one."""
        return CHOOSING if t.turn == 0 else 0.0

    def daring(self, t: Storybook, action: i64) -> float:
        """To strike, and to come close."""
        verb = verb_of(action)
        thing = thing_of(action)
        if isinstance(t.question, PutWhere):
            return enemies_beside(t, t.held, thing) / float(FOUR)
        if verb == v.SLIDE:
            card = thing >> 2
            return enemies_beside(t, card, landing(t, card, thing & 3)) / float(FOUR)
        if verb == v.PLAY or verb == v.TWIST:
            return 1.0
        if verb == v.REVEAL or verb == v.SPIN:
            return 0.0
        return -1.0 if verb == v.HIDE or verb == v.END else -0.5


def enemies_beside(t: Storybook, card: i64, cell: i64) -> float:
    found = 0.0
    for way in range(FOUR):
        other = t.card_at(cell + STEP[way])
        if other >= 0 and (other // DECK ^ card // DECK) & 1:
            found += 1.0
    return found


# --- A position: in Plot Points, what a thing is worth beside a point already scored ---------------------
DOOMED_POINT: Final = 0.8  # a point that the next Battle step would score
PRESSED_POINT: Final = 0.15  # a point on a card that is Bested by one
IN_PLAY: Final = 0.12
HIDDEN: Final = 0.05  # a face-down card cannot be captured
IN_HAND: Final = 0.10
WHOLE_GAME: Final = 16.0
STEEP: Final = 0.5  # how quickly a lead in points becomes a chance to win
QUIET: Final[i64] = 12  # so many turns without a capture are no cause for worry
FADING: Final = 0.9  # what is left of a lead after each turn more
CHOOSING: Final = 2.0  # temperature, before the first turn


def lead(t: Storybook, side: i64) -> float:
    """By how many Plot Points a side is ahead, if the Battle step came now."""
    doomed, bested = judge(t)
    good = float(t.tally[SCORE + side] - t.tally[SCORE + (side ^ 1)])
    for i in range(t.taken):
        card = t.card_at(t.spots[i])
        worth = float(t.points(card))
        here = IN_PLAY
        if t.lies[card] == FACE_DOWN:
            here += HIDDEN
        elif doomed >> card & 1:
            here = -DOOMED_POINT * worth
        elif bested >> card & 1:
            here -= PRESSED_POINT * worth
        good += here if card // DECK & 1 == side else -here
    for role in range(t.terms.players):
        hand = IN_HAND * float(t.tally[HAND_SIZE + role])
        good += hand if role & 1 == side else -hand
    return good


def freshness(t: Storybook) -> float:
    """A lead is worth less the longer nothing is captured, where no rule ends that (SB-R26): two who wait for
    each other would wait for ever."""
    left = 1.0
    if t.stall_limit() > 0:
        return left
    for _ in range(QUIET, t.quiet):
        left *= FADING
    return left


# --- An option ----------------------------------------------------------------------------------------
CAPTURE: Final = 1.0  # for each point of a card that would be captured
PRESS: Final = 0.35  # the same, that would be Bested by one
TO_END: Final = -0.5
UNUSED: Final = -0.7  # each Action Point that an end would throw away
STANDING_STILL: Final = -8.0  # waiting is as strong as acting, but two who wait are no game to look at
TO_DRAW: Final = 0.3
TO_PLAY: Final = 0.3
TO_HIDE: Final = -0.3
TO_TWIST: Final = 0.5


def promise(t: Storybook, verb: i64, thing: i64) -> float:
    """What an action of a turn would win."""
    if verb == v.SPIN:
        card = thing >> 1
        lies = (t.lies[card] + (1 if thing & 1 else 3)) & 3
        return clash(t, card, t.at[card], lies) - clash(t, card, t.at[card], t.lies[card])
    if verb == v.SLIDE:
        card = thing >> 2
        if t.lies[card] == FACE_DOWN:
            return -0.3
        cell = landing(t, card, thing & 3)
        return clash(t, card, cell, t.lies[card]) - clash(t, card, t.at[card], t.lies[card])
    if verb == v.REVEAL:
        card = t.card_at(thing)
        if card // DECK != t.role:
            return 0.0
        return clash(t, card, thing, upright(t.role))
    if verb == v.END:
        return TO_END + UNUSED * float(t.ap) + (STANDING_STILL if t.acts == 0 else 0.0)
    if verb == v.DRAW:
        return TO_DRAW
    if verb == v.PLAY:
        return TO_PLAY
    if verb == v.HIDE:
        return TO_HIDE
    return TO_TWIST


def clash(t: Storybook, card: i64, cell: i64, lies: i64) -> float:
    """What a card would win and lose if it lay on a cell like this, face up."""
    kept = t.lies[card]
    t.lies[card] = lies
    good = 0.0
    bested: i64 = 0
    for way in range(FOUR):
        other = t.card_at(cell + STEP[way])
        if (
            other < 0
            or (other // DECK ^ card // DECK) & 1 == 0
            or t.lies[other] == FACE_DOWN
            or other == card
        ):
            continue
        blow = strike(t, card, way, other)
        if blow > 0:
            good += (CAPTURE if blow == OVERWHELMS else PRESS) * float(t.points(other))
        bested += strike(t, other, way ^ 2, card)
    if bested > 0:
        good -= (CAPTURE if bested > 1 else PRESS) * float(t.points(card))
    t.lies[card] = kept
    return good
