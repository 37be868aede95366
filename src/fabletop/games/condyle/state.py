"""The game of Condyle Cove: which question is open, and what an answer does."""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle import (
    acts,
    aims,
    building,
    cove,
    defence,
    effects,
    losing,
    pawns,
    piles,
    setting,
    solo,
    solo_cards,
    solo_sense,
    taking,
    turn,
)
from fabletop.games.condyle.codes import (
    ANNOUNCE,
    COUNT,
    DEFEND,
    DONE,
    F_BUILD,
    F_CROSS,
    F_DRAW,
    F_FETCH,
    F_FLIP,
    F_FX,
    F_GIVE,
    F_GO,
    F_HIDE,
    F_HIS_MOVE,
    F_LAND,
    F_LOSE,
    F_MAY,
    F_NUMBER,
    F_PATH,
    F_PAWN,
    F_PEEK,
    F_PLAY,
    F_PUT,
    F_SEND,
    F_SHIFT,
    F_SIFT,
    F_SLAP,
    F_SOLO,
    F_STASH,
    F_TAKE,
    F_TARGET,
    F_TOUCH,
    F_TURN,
    F_WINDOW,
    GIVE,
    GO,
    HIDE,
    LOSE,
    PLACE,
    PLAY,
    RUN,
    SLAP,
    STOP,
    TAKE,
    TARGET,
    TICK,
    TOP,
    WINDOW,
    WINTER,
    YES,
)
from fabletop.games.condyle.knowledge import deal_anew
from fabletop.games.condyle.sense import SOLO_TEMPER, TEMPER, standing
from fabletop.games.condyle.table import FX_OWNER, FX_TARGET, NOBODY, TIME_TO_PLAY, Table, Terms
from fabletop.kernel.action import act, thing_of, verb_of
from fabletop.kernel.advisor import SearchSettings
from fabletop.kernel.rng import Rng
from fabletop.kernel.state import MOST_ACTIONS

if TYPE_CHECKING:
    from fabletop.kernel.game import Opening


class Condyle(Table):
    def __init__(self, opening: "Opening", terms: Terms, src: "Condyle | None" = None) -> None:
        super().__init__(opening, terms, src)

    def clone(self) -> "Condyle":
        return Condyle(self.opening, self.terms, self)

    def resampled(self, seat: i64, rng: Rng) -> "Condyle":
        other = Condyle(self.opening, self.terms, self)
        deal_anew(other, seat, rng)
        return other

    def outcome(self, seat: i64) -> float:
        """1 for the last orphan (CC-GOAL.1), -1 for the others; solo: 1 or -1."""
        return 1.0 if self.winner == seat else -1.0

    def value(self, seat: i64) -> float:
        if self.seat < 0:
            return self.outcome(seat)
        return solo_sense.standing(self) if self.terms.players == 1 else standing(self, seat)

    def temper(self) -> SearchSettings:
        return SOLO_TEMPER if self.terms.players == 1 else TEMPER

    def begin(self) -> None:
        """Ask the first question."""
        if self.terms.players == 1:
            solo.begin(self)
        else:
            setting.begin(self)
        self.settle()

    # --- What may be answered ----------------------------------------------------------------------

    def legal_into(self, out: vec[i64]) -> i64:
        if self.depth == 0:
            return 0
        count = self.offer(self.top(), out)
        if self.terms.live and self.turn > 0 and self.seat == self.active:
            return turn.offer_ticks(out, count)
        return count

    def offer(self, kind: i64, out: vec[i64]) -> i64:
        if kind == F_WINDOW:
            return solo_cards.offer_defence(self, out) if self.is_solo() else defence.offer_defence(self, out)
        if kind == F_PLAY:
            return solo.offer_play(self, out) if self.is_solo() else turn.offer_play(self, out)
        if kind == F_GO:
            return solo.offer_moves(self, out) if self.is_solo() else turn.offer_moves(self, out)
        if kind == F_DRAW:
            return turn.offer_draw(self, out)
        if kind == F_PUT or kind == F_SHIFT:
            return cove.offer_cells(self, PLACE, out, 0)
        if kind == F_TARGET:
            return aims.offer_targets(self, out)
        if kind == F_PATH:
            return solo_cards.offer_path(self, out) if self.is_solo() else pawns.offer_path(self, out)
        if kind == F_CROSS:
            return setting.offer_cross(self, out)
        if kind == F_PAWN:
            return setting.offer_starts(self, out)
        if kind == F_FLIP:
            return acts.offer_flips(self, out)
        if kind == F_HIDE:
            return acts.offer_hiding(self, out)
        if kind == F_SLAP:
            out[0] = act(SLAP, 0)
            return 1
        return self.offer_effect(kind, out)

    def offer_effect(self, kind: i64, out: vec[i64]) -> i64:
        if kind == F_NUMBER:
            return aims.offer_numbers(self, out)
        if kind == F_SEND:
            return pawns.offer_sending(self, out)
        if kind == F_TAKE:
            return losing.offer_hand(self, self.arg(0), TAKE, out, 0)
        if kind == F_LOSE:
            return losing.offer_losses(self, out)
        if kind == F_STASH:
            return losing.offer_stash(self, out)
        if kind == F_FETCH:
            return losing.offer_fetch(self, out)
        if kind == F_SIFT:
            return losing.offer_sift(self, out)
        if kind == F_PEEK:
            return losing.offer_peeks(self, out)
        if kind == F_GIVE:
            return losing.offer_hand(self, losing.giver(self), GIVE, out, 0)
        if kind == F_BUILD:
            return building.offer_building(self, out)
        return effects.offer_may(out)

    def is_solo(self) -> bool:
        return self.terms.players == 1

    # --- What an answer does -----------------------------------------------------------------------

    def answer(self, action: i64) -> None:
        """An answer given is final (CC-TURN.3, CC-R37); the session offers no way round what was seen."""
        self.ticked = 0
        self.carry(verb_of(action), thing_of(action))
        self.settle()

    def carry(self, verb: i64, thing: i64) -> None:
        kind = self.top()
        if verb == TICK:
            between = kind == F_FLIP or kind == F_GO or kind == F_PLAY or kind == F_DRAW or kind == F_SLAP
            turn.tick(self, thing, between)
        elif kind == F_WINDOW:
            if verb != DEFEND:
                defence.decline(self)
            elif self.is_solo():
                solo_cards.defend(self, thing)
            else:
                defence.defend(self, thing)
        elif kind == F_PLAY:
            self.answer_play(verb, thing)
        elif kind == F_GO:
            self.answer_go(verb, thing)
        elif kind == F_DRAW:
            if verb == WINTER:
                self.pop()
                turn.flip_winter(self)
            else:
                turn.draw_card(self, thing)
        elif kind == F_PUT:
            turn.put_cove_card(self, thing)
        elif kind == F_CROSS:
            setting.lay_cross(self, thing)
        elif kind == F_PAWN:
            setting.place_pawn(self, thing)
        elif kind == F_FLIP:
            turn.flip_act(self, thing)
        elif kind == F_HIDE:
            victim = self.arg(0)
            self.pop()
            acts.hide_boogeyman(self, victim, thing if verb == HIDE else -1)
        elif kind == F_SLAP:
            self.pop()
            turn.slap(self)
        else:
            self.answer_effect(kind, verb, thing)

    def answer_play(self, verb: i64, thing: i64) -> None:
        if self.is_solo():
            solo.answer_play(self, verb, thing)
        elif verb == PLAY:
            self.pop()
            turn.spend(self, TIME_TO_PLAY)
            defence.play_card(self, self.active, thing)
        elif verb == STOP:
            turn.stop(self, thing)
        else:
            self.pop()
            turn.flip_winter(self)

    def answer_go(self, verb: i64, thing: i64) -> None:
        if self.is_solo():
            solo.answer_go(self, verb, thing)
        elif verb == GO:
            turn.go(self, thing)
        else:
            turn.stay(self)

    def answer_effect(self, kind: i64, verb: i64, thing: i64) -> None:
        if kind == F_TARGET:
            row = self.arg(0)
            self.pop()
            if verb == TARGET:
                aims.choose_target(self, thing)
                if self.arg(0) == RUN:
                    effects.late_window(self, row)
            else:
                self.fx_set(FX_TARGET, NOBODY)
        elif kind == F_NUMBER:
            self.pop()
            aims.choose_number(self, thing)
        elif verb == DONE:
            if kind == F_MAY:
                effects.answer_may(self, False)
            else:
                self.pop()
        elif kind == F_PATH:
            if self.is_solo():
                solo_cards.walk_to(self, thing)
            else:
                pawns.walk_to(self, thing)
        elif kind == F_SEND:
            if self.is_solo():
                solo_cards.send_to(self, thing)
            else:
                pawns.send_to(self, thing)
        elif kind == F_TAKE:
            taking.take_face(self, thing)
        elif kind == F_LOSE:
            if verb == LOSE:
                losing.lose_face(self, thing)
            else:
                losing.lose_one_top(self)
        elif kind == F_STASH:
            losing.stash(self, thing)
        elif kind == F_FETCH:
            losing.fetch(self, thing)
        elif kind == F_SIFT:
            losing.sift(self, thing, verb == TOP)
        elif kind == F_PEEK:
            losing.peek(self, thing)
        elif kind == F_GIVE:
            losing.give(self, thing)
        elif kind == F_BUILD:
            building.build(self, thing)
        elif kind == F_SHIFT:
            building.put_displaced(self, thing)
        elif verb == YES:
            effects.answer_may(self, True)

    # --- What follows without a question -------------------------------------------------------------

    def settle(self) -> None:
        """Go on until somebody has to be asked, or the game is over."""
        while self.depth > 0:
            kind = self.top()
            if kind == F_FX:
                self.settle_fx()
            elif kind == F_TURN:
                turn.go_on(self)
            elif kind == F_SOLO:
                solo.go_on(self)
            elif kind == F_WINDOW:
                if self.settle_window():
                    return
            elif kind == F_LAND:
                pawns.land(self)
            elif kind == F_HIS_MOVE:
                solo.his_steps(self)
            elif kind == F_TOUCH:
                solo.touched(self)
            elif kind == F_GIVE:
                if losing.next_giver(self):
                    self.seat = losing.giver(self)
                    return
                losing.hand_on(self)
            elif kind == F_CROSS:
                if self.settle_cross():
                    return
            elif kind == F_PAWN:
                if self.arg(0) < self.terms.players:
                    self.seat = setting.placer(self)
                    return
                setting.first_hands(self)
            elif self.is_spent(kind):
                self.pop()
            else:
                self.seat = self.asked(kind)
                count = self.offer(kind, ANSWERS)
                if count > 1 or self.must_ask(kind):
                    return
                self.carry(verb_of(ANSWERS[0]), thing_of(ANSWERS[0]))

    def settle_fx(self) -> None:
        stage = self.arg(0)
        if stage == RUN:
            if self.is_solo():
                solo_cards.run_step(self)
            else:
                effects.run_step(self)
        elif stage == ANNOUNCE:
            defence.announce(self)
        elif stage == COUNT:
            defence.announce_number(self)
        elif stage == WINDOW:
            defence.open_window(self)

    def settle_window(self) -> bool:
        if self.is_solo():
            if solo_cards.window_is_open(self):
                self.seat = 0
                return True
        elif defence.next_in_window(self):
            self.seat = defence.asked(self)
            return True
        self.pop()
        return False

    def settle_cross(self) -> bool:
        self.seat = self.first
        if setting.cross_is_laid(self):
            setting.ask_pawns(self)
            return False
        count = setting.offer_cross(self, ANSWERS)
        if count > 1 and self.terms.ask_cross:
            return True
        setting.lay_cross(self, thing_of(ANSWERS[0]))
        return False

    def is_spent(self, kind: i64) -> bool:
        """Whether a question that repeats itself has been answered often enough."""
        if kind == F_TAKE:
            return not taking.can_take(self)
        if kind == F_LOSE:
            return not losing.must_lose(self)
        if kind == F_STASH:
            return self.arg(1) <= 0 or self.hand_n(self.arg(0)) == 0
        if kind == F_FETCH:
            full = piles.room(self, self.arg(0)) == 0
            return self.arg(1) <= 0 or full or losing.offer_fetch(self, ANSWERS) == 1
        if kind == F_SIFT:
            return self.arg(1) <= 0
        if kind == F_PEEK:
            return self.arg(0) <= 0 or losing.offer_peeks(self, ANSWERS) == self.arg(2)
        if kind == F_SEND:
            return pawns.offer_sending(self, ANSWERS) == 0
        return False

    def must_ask(self, kind: i64) -> bool:
        """Whether a question is asked even if it has one answer: not to would tell what is in a hand."""
        if kind == F_TAKE:
            return self.hand_n(self.arg(0)) > 1
        if kind == F_LOSE:
            return self.hand_n(self.arg(0)) > 1
        return kind == F_PLAY or kind == F_SLAP

    def asked(self, kind: i64) -> i64:
        """Whose question the frame on top is."""
        if kind == F_PATH:
            return 0 if self.is_solo() else pawns.mover(self)
        if kind == F_HIDE or kind == F_STASH or kind == F_FETCH or kind == F_SIFT:
            return self.arg(0)
        if kind == F_LOSE:
            return losing.loser_chooses(self)
        if (
            kind == F_FLIP
            or kind == F_GO
            or kind == F_PLAY
            or kind == F_DRAW
            or kind == F_PUT
            or kind == F_SLAP
        ):
            return self.active
        return self.fx_get(FX_OWNER)


ANSWERS: Final = vec[i64]([0] * MOST_ACTIONS)
