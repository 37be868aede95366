"""The game of Coraline: which question is open, and what an answer does."""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.coraline import activities, convention, effects, moves, things, turn
from fabletop.games.coraline.cards import END_OF_CARD
from fabletop.games.coraline.knowledge import deal_anew
from fabletop.games.coraline.sense import standing
from fabletop.games.coraline.table import (
    ASK,
    CONCEDE,
    CONCEDED,
    DONE,
    F_AGAIN,
    F_CARD,
    F_DISCARD,
    F_GIVE,
    F_MAY,
    F_NEXT,
    F_OBJECT,
    F_PICK,
    F_RECALL,
    F_ROOM,
    F_SCRY,
    F_SLIDE,
    F_STALK,
    F_STORY,
    F_WALK,
    F_WHO,
    PASS,
    PICK,
    PLAY,
    WALK,
    WON,
    Table,
    Terms,
)
from fabletop.kernel.action import thing_of, verb_of
from fabletop.kernel.advisor import SearchSettings
from fabletop.kernel.rng import Rng
from fabletop.kernel.state import MOST_ACTIONS

if TYPE_CHECKING:
    from fabletop.kernel.game import Opening

WORLDS: Final = 6
# Chosen so that teams win about as often whatever their number (docs/balance.md).
TEMPERS: Final = [SearchSettings(turns=2, pace=pace) for pace in (250.0, 40.0, 70.0, 200.0)]


class Coraline(Table):
    def __init__(self, opening: "Opening", terms: Terms, src: "Coraline | None" = None) -> None:
        super().__init__(opening, terms, src)

    def clone(self) -> "Coraline":
        return Coraline(self.opening, self.terms, self)

    def resampled(self, seat: i64, rng: Rng) -> "Coraline":
        other = Coraline(self.opening, self.terms, self)
        deal_anew(other, seat, rng)
        return other

    def outcome(self, seat: i64) -> float:
        """The same for all (CO-GEN.1)."""
        return 1.0 if self.ending == WON else -1.0

    def value(self, seat: i64) -> float:
        if self.seat < 0:
            return self.outcome(seat)
        return standing(self, seat)

    def shortlist(self, out: vec[i64], most: i64, margin: float) -> i64:
        return convention.shortlist(self, out, most, margin)

    def play_on(self, turns: i64, seat: i64) -> float:
        return convention.play_on(self, turns) * 2.0 - 1.0

    def temper(self) -> SearchSettings:
        return TEMPERS[self.terms.players - 1]

    def worlds(self) -> i64:
        """The Beldam card that ends a turn is chance: look at several."""
        return WORLDS

    def same_move(self, depth: i64) -> bool:
        """All questions of one turn belong together."""
        kind = self.top()
        return kind != F_NEXT and kind != F_STORY

    def begin(self) -> None:
        """Lay out the table, and ask the first question."""
        turn.set_up(self)
        self.settle()

    # --- What may be answered ------------------------------------------------------------------

    def legal_into(self, out: vec[i64]) -> i64:
        if self.depth == 0:
            return 0
        kind = self.top()
        if kind == F_STORY:
            return activities.offer_story(self, out)
        if kind == F_NEXT:
            return activities.offer_next(self, out)
        if kind == F_SLIDE:
            return activities.offer_slide(self, out)
        if kind == F_WALK:
            return activities.offer_walk(self, out)
        if kind == F_PICK:
            return activities.offer_objects(self.revealed_here(), out, 0)
        if kind == F_AGAIN:
            return activities.offer_again(self, out)
        if kind == F_GIVE:
            return activities.offer_give(self, out)
        return self.offer_step(kind, out)

    def offer_step(self, kind: i64, out: vec[i64]) -> i64:
        if kind == F_ROOM:
            return moves.offer_destinations(self, out)
        if kind == F_OBJECT:
            return things.offer_things(self, out)
        if kind == F_STALK:
            return moves.offer_stalk(self, out)
        if kind == F_DISCARD:
            return effects.offer_discards(self, out)
        if kind == F_RECALL:
            return effects.offer_recalls(self, out)
        if kind == F_SCRY:
            return effects.offer_sinks(self, out)
        if kind == F_MAY:
            return effects.offer_may(self, out)
        if kind == F_WHO:
            return moves.offer_characters(self, out)
        return effects.offer_wishes(self, out)

    # --- What an answer does ---------------------------------------------------------------------

    def answer(self, action: i64) -> None:
        self.carry(verb_of(action), thing_of(action))
        self.settle()

    def carry(self, verb: i64, thing: i64) -> None:
        kind = self.top()
        if verb == CONCEDE:
            turn.end_game(self, CONCEDED)  # CO-R24
        elif kind == F_STORY:
            self.take_activity(verb, thing)
        elif kind == F_NEXT:
            turn.begin_turn(self, thing)
        elif kind == F_SLIDE:
            if verb == DONE:
                turn.end_story(self)
            else:
                activities.slide(self, thing)
        elif kind == F_WALK:
            activities.walk_to(self, thing)
        elif kind == F_PICK:
            activities.collect(self, thing)
            turn.end_story(self)
        elif kind == F_AGAIN:
            self.answer_again(verb, thing)
        elif kind == F_GIVE:
            activities.answer_give(self, verb, thing)
        else:
            self.carry_step(kind, verb, thing)

    def take_activity(self, verb: i64, thing: i64) -> None:
        """Exactly one of the four (CO-STORY.1)."""
        if verb == PLAY:
            activities.play_card(self, thing, self.active)
        elif verb == WALK:
            activities.walk(self, thing)
        elif verb == PICK:
            activities.pick(self, thing)
        elif verb == PASS:
            activities.pass_turn(self)

    def answer_again(self, verb: i64, thing: i64) -> None:
        if verb == ASK:
            activities.ask_for_card(self, thing)
        elif verb == PLAY:
            self.pop()
            activities.play_card(self, thing, self.active)
        else:
            turn.end_story(self)

    def carry_step(self, kind: i64, verb: i64, thing: i64) -> None:
        if verb == DONE:
            self.pop()
        elif kind == F_ROOM:
            moves.go_to(self, thing)
        elif kind == F_OBJECT:
            things.choose_thing(self, thing)
        elif kind == F_STALK:
            moves.stalk_to(self, thing)
        elif kind == F_DISCARD:
            effects.discard_one(self, thing)
        elif kind == F_RECALL:
            effects.recall(self, thing)
        elif kind == F_SCRY:
            self.pop()
            effects.sink(self, thing)
        elif kind == F_MAY:
            row = self.arg(0)
            self.pop()
            effects.do_it(self, row)
        elif kind == F_WHO:
            moves.choose_character(self, thing)
        else:
            effects.wish(self, thing)

    # --- What follows without a question ------------------------------------------------------------

    def settle(self) -> None:
        """Go on until somebody has to be asked, or the game is over."""
        while self.depth > 0:
            kind = self.top()
            self.seat = self.active
            if kind == F_CARD:
                if self.arg(1) == END_OF_CARD:
                    self.end_card()
                else:
                    effects.run_step(self)
            elif kind == F_NEXT:
                if self.ask_group():
                    return
            elif kind == F_STORY:
                if self.hands_something():
                    return
                activities.pass_turn(self)  # CO-R4
            elif kind == F_SLIDE:
                return
            elif kind == F_AGAIN:
                if self.another_may_come():
                    return
                turn.end_story(self)
            elif kind == F_GIVE:
                self.seat = self.arg(0)
                return
            elif not effects.is_settled(self) and self.must_ask():
                return

    def end_card(self) -> None:
        woe = self.arg(0)
        self.pop()
        if woe:
            turn.end_beldam(self)
        else:
            activities.end_card(self)

    def ask_group(self) -> bool:
        """Ask who is next, unless one player is left; the first who is waiting speaks for the group."""
        ready = activities.waiting(self)
        first: i64 = 0
        while ready >> first & 1 == 0:
            first += 1
        if ready & (ready - 1) == 0:
            turn.begin_turn(self, first)
            return False
        self.seat = first
        return True

    def hands_something(self) -> bool:
        """Whether the Story Phase leaves a choice: without a card only Pass is possible (CO-R4)."""
        if self.hands[self.active] > 0:
            return True
        return self.terms.players == 1 and activities.may_concede(self)

    def another_may_come(self) -> bool:
        """Whether to ask for another card; what hands hold must not matter, only that they do."""
        if self.hands[self.active] > 0:
            return True
        if self.arg(0):
            for seat in range(self.terms.players):
                if seat != self.active and self.hands[seat] > 0 and self.arg(1) >> seat & 1 == 0:
                    return True
        return False

    def must_ask(self) -> bool:
        """Ask an open question of a card or an activity; False if it had one answer, now given."""
        if self.legal_into(ANSWERS) > 1:
            return True
        self.carry(verb_of(ANSWERS[0]), thing_of(ANSWERS[0]))
        return False


ANSWERS: Final = vec[i64]([0] * MOST_ACTIONS)
