"""The game of Storybook Battles: which question is open, and what an answer does."""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.storybook import actions, build, effects, twists
from fabletop.games.storybook.battle import capture, end_of_turn, judge
from fabletop.games.storybook.cards import (
    AFTER_ACTION,
    ALLY_TEAM,
    AT_CAPTURE,
    AT_START,
    BEFORE_BATTLE,
    CHAMPION_TEAM,
    DECK,
    VILLAIN,
)
from fabletop.games.storybook.knowledge import deal_anew
from fabletop.games.storybook.sense import TEMPER, promise, prospect, standing
from fabletop.games.storybook.table import (
    DRAW,
    DRAW_COST,
    END,
    F_AFTER,
    F_AIM,
    F_ALLY,
    F_BATTLE,
    F_CAPTURE,
    F_CHAMPION,
    F_FROM_HAND,
    F_KEEP,
    F_LAY,
    F_PUT,
    F_SIDE,
    F_SPOT,
    F_STEP,
    F_SWAP,
    F_TURN,
    F_TURNS,
    F_WAY,
    F_WINDOW,
    F_WISH,
    HIDE,
    HIDE_COST,
    LAY,
    PASS,
    PLAY,
    PLAY_COST,
    REVEAL,
    REVEAL_COST,
    SCORE,
    SLIDE,
    SLIDE_COST,
    SPIN,
    SPIN_COST,
    TARGET,
    TOLD_END,
    TWIST,
    Table,
    Terms,
)
from fabletop.games.storybook.turn import begin_turn, can_act
from fabletop.kernel.action import act, thing_of, verb_of
from fabletop.kernel.advisor import SearchSettings
from fabletop.kernel.rng import Rng
from fabletop.kernel.state import MOST_ACTIONS

if TYPE_CHECKING:
    from fabletop.kernel.game import Opening


class Storybook(Table):
    def __init__(self, opening: "Opening", terms: Terms, src: "Storybook | None" = None) -> None:
        super().__init__(opening, terms, src)

    def clone(self) -> "Storybook":
        return Storybook(self.opening, self.terms, self)

    def resampled(self, seat: i64, rng: Rng) -> "Storybook":
        other = Storybook(self.opening, self.terms, self)
        deal_anew(other, seat, rng)
        return other

    def outcome(self, seat: i64) -> float:
        """1 for the side that is ahead at the end, -1 for the other, 0 for a draw (SB-GEN.1)."""
        side = (seat ^ self.flipped) & 1
        ahead = self.tally[SCORE + side] - self.tally[SCORE + (side ^ 1)]
        return 1.0 if ahead > 0 else -1.0 if ahead < 0 else 0.0

    def value(self, seat: i64) -> float:
        if self.seat < 0:
            return self.outcome(seat)
        return standing(self, (seat ^ self.flipped) & 1)

    def values_into(self, out: vec[float]) -> None:
        heroes = self.outcome(self.flipped) if self.seat < 0 else prospect(self)
        for seat in range(len(out)):
            out[seat] = heroes if (seat ^ self.flipped) & 1 == 0 else -heroes

    def promise(self, action: i64) -> float:
        return promise(self, action)

    def temper(self) -> SearchSettings:
        return TEMPER

    def begin(self) -> None:
        """Ask the first question."""
        build.begin(self)
        self.settle()

    # --- What may be answered ------------------------------------------------------------------

    def legal_into(self, out: vec[i64]) -> i64:
        if self.depth == 0:
            return 0
        kind = self.top()
        if kind == F_TURN:
            return self.offer_turn(out)
        if kind == F_PUT:
            return actions.offer_spaces(self, out, 0)
        if kind == F_WINDOW:
            return self.offer_window(out)
        if kind == F_LAY:
            return actions.offer_hand(self, build.laid_by(self), LAY, -1, out, 0)
        if kind == F_SIDE:
            return build.offer_sides(self, out)
        if kind == F_CHAMPION:
            return build.offer_teams(self, self.picker(), CHAMPION_TEAM, out)
        if kind == F_ALLY:
            return build.offer_teams(self, self.picker(), ALLY_TEAM, out)
        if kind == F_KEEP:
            return build.offer_twists(self, self.picker(), out)
        return self.offer_effect(kind, out)

    def offer_turn(self, out: vec[i64]) -> i64:
        """Any actions, in any order, as often as they can be paid for (SB-TURN.2), a Twist, or the end."""
        role = self.role
        out[0] = act(END, 0)  # SB-TURN.6
        n: i64 = 1
        if actions.may_draw(self, role):
            out[n] = act(DRAW, 0)
            n += 1
        n = actions.offer_reveals(self, out, n)
        n = actions.offer_moves(self, role, out, n)
        n = actions.offer_from_hand(self, role, out, n)
        if twists.may_twist(self, role, twists.moment_of_turn(self)):  # SB-TWIST.2
            out[n] = act(TWIST, 0)
            n += 1
        return n

    def offer_window(self, out: vec[i64]) -> i64:
        out[0] = act(PASS, 0)
        if twists.may_twist(self, twists.asked_in_window(self), self.arg(0)):  # SB-TWIST.4
            out[1] = act(TWIST, 0)
            return 2
        return 1

    def offer_effect(self, kind: i64, out: vec[i64]) -> i64:
        if kind == F_AIM:
            return effects.offer_aim(self, out)
        if kind == F_SWAP:
            return effects.offer_targets(self, self.arg(0), self.it, out)
        if kind == F_WAY:
            return effects.offer_ways(self, out)
        if kind == F_SPOT:
            return effects.offer_spots(self, out)
        if kind == F_TURNS:
            return effects.offer_turns(self, out)
        if kind == F_FROM_HAND:
            return effects.offer_for_twist(self, out)
        return effects.offer_wishes(self, out)

    def picker(self) -> i64:
        return build.picks(self, self.arg(0))

    # --- What an answer does ---------------------------------------------------------------------

    def answer(self, action: i64) -> None:
        self.carry(verb_of(action), thing_of(action))
        self.settle()

    def carry(self, verb: i64, thing: i64) -> None:
        kind = self.top()
        if kind == F_TURN:
            self.take_action(verb, thing)
        elif kind == F_PUT:
            hidden = self.arg(0)
            self.pop()
            actions.put_down(self, self.held // DECK, thing, hidden)
        elif kind == F_WINDOW:
            self.answer_window(verb)
        elif kind == F_LAY:
            build.lay(self, thing)
        elif kind == F_SIDE:
            build.take_side(self, thing)
        elif kind == F_CHAMPION:
            build.take_champion(self, thing)
        elif kind == F_ALLY:
            build.take_ally(self, thing)
        elif kind == F_KEEP:
            build.keep_twist(self, thing)
        else:
            self.answer_effect(kind, verb, thing)

    def take_action(self, verb: i64, thing: i64) -> None:
        """One action of the active player (SB-TURN.5), a Twist, or the end of the actions."""
        role = self.role
        self.fresh = 0
        if verb == END:
            self.end_actions()
            return
        self.push(F_AFTER)
        if verb == DRAW:
            self.ap -= DRAW_COST
            actions.draw(self, role)
        elif verb == REVEAL:
            self.ap -= REVEAL_COST
            actions.reveal(self, role, thing)
        elif verb == SPIN:
            self.ap -= SPIN_COST
            actions.spin(self, role, thing >> 1, 1 if thing & 1 else 3)  # SB-SPIN.1, SB-R17
        elif verb == SLIDE:
            self.ap -= SLIDE_COST
            actions.slide(self, role, thing >> 2, thing & 3)
        elif verb == PLAY:
            self.ap -= PLAY_COST
            actions.take_in_hand(self, thing, 0)
        elif verb == HIDE:
            self.ap -= HIDE_COST
            actions.take_in_hand(self, thing, 1)
        else:
            twists.play_twist(self, role)

    def answer_window(self, verb: i64) -> None:
        role = twists.asked_in_window(self)
        twists.decline(self)
        if verb == TWIST:
            self.set_arg(2, 0)  # the others are asked again (SB-R28)
            twists.play_twist(self, role)

    def answer_effect(self, kind: i64, verb: i64, thing: i64) -> None:
        row = self.arg(0)
        done = self.arg(1)
        if kind == F_FROM_HAND:
            effects.take_for_twist(self, thing)
            return
        if kind == F_WISH:
            effects.wish(self, thing)
            return
        if kind == F_TURNS:
            effects.turn_it(self, thing)
            self.pop()
            return
        self.pop()
        if kind == F_AIM:
            if verb == TARGET:
                effects.hit(self, row, done, thing)
            else:
                effects.leave_off(self, row)
        elif kind == F_SWAP:
            effects.swap_with(self, thing)
        elif kind == F_WAY:
            effects.go_way(self, thing)
        else:
            effects.move_to(self, thing)

    # --- What follows without a question ------------------------------------------------------------

    def settle(self) -> None:
        """Go on until somebody has to be asked, or the game is over."""
        while self.depth > 0:
            kind = self.top()
            if kind == F_TURN:
                if self.turn_goes_on():
                    self.ask(self.role)
                    return
                self.end_actions()
            elif kind == F_PUT:
                self.ask(self.held // DECK)
                return
            elif kind == F_AFTER:
                self.pop()
                self.acts += 1
                twists.open_window(self, AFTER_ACTION)
            elif kind == F_BATTLE:
                self.pop()
                self.doomed = judge(self)
                self.push(F_CAPTURE)
                if self.doomed:
                    twists.open_window(self, AT_CAPTURE)
            elif kind == F_CAPTURE:
                self.pop()
                capture(self)
                if end_of_turn(self):
                    self.start_turn(self.after(self.role))  # SB-TURN.7
            elif kind == F_WINDOW:
                if twists.next_in_window(self):
                    return
                self.pop()
            elif kind == F_STEP:
                effects.run_step(self)
            elif self.settle_question(kind):
                return

    def turn_goes_on(self) -> bool:
        """A turn that leaves nothing to choose ends by itself (SB-TURN.6).

        A Twist that the player might hold keeps it open (SB-R29). Without the stall rule every turn
        is asked, or two players with no cards left would pass for ever.
        """
        return (
            can_act(self)
            or self.terms.stall == 0
            or twists.could_twist(self, self.role, twists.moment_of_turn(self))
        )

    def end_actions(self) -> None:
        self.pop()
        self.tell(TOLD_END, self.seat_of(self.role), self.ap)
        self.push(F_BATTLE)  # SB-TURN.6
        twists.open_window(self, BEFORE_BATTLE)

    def start_turn(self, role: i64) -> None:
        begin_turn(self, role)
        twists.open_window(self, AT_START)

    def settle_question(self, kind: i64) -> bool:
        """Ask a question of the set-up or of a Twist; False if it had only one answer, now given."""
        if kind == F_LAY:
            if self.arg(0) == 2 * self.terms.players:
                self.pop()
                build.show_villains(self)
                self.start_turn(VILLAIN)  # SB-TURN.1
                return False
            self.ask(build.laid_by(self))
            return True
        chosen: i64 = -1
        if kind == F_SIDE:
            self.seat = 0
            chosen = self.terms.given[0]
        elif kind <= F_KEEP:
            self.ask(self.picker())
            chosen = build.given(self, self.picker(), kind - F_CHAMPION)
        else:
            self.ask(self.caster)
        if chosen < 0:
            count = self.legal_into(ANSWERS)
            if count > 1:
                return True
            chosen = thing_of(ANSWERS[0])
            self.carry(verb_of(ANSWERS[0]), chosen)
        else:
            self.carry(kind, chosen)  # the verbs of the set-up have the numbers of its frames
        return False


ANSWERS: Final = vec[i64]([0] * MOST_ACTIONS)
