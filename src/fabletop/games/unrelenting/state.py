"""The game of The Unrelenting Other: which question is open, and what an answer does."""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.unrelenting import items, movement, planning, roles, turn
from fabletop.games.unrelenting.hope import chances, clock_of
from fabletop.games.unrelenting.sense import TEMPER, standing
from fabletop.games.unrelenting.table import (
    ATTACK,
    CARRY,
    CATHERINE,
    CHARACTER,
    CONTROL,
    DONE,
    F_CARRY,
    F_COLLECT,
    F_COLLECTED,
    F_DUSK,
    F_EXTERMINATE,
    F_FOLLOW,
    F_HALF,
    F_HOP,
    F_LADDER,
    F_MOVE,
    F_MOVED,
    F_PAY,
    F_PICK,
    F_PURSE,
    F_RABBITS,
    F_SIDE,
    F_SLEEPWALK,
    F_START,
    F_SWITCH,
    F_TURN,
    FREE,
    HENRY,
    INSANITY,
    PAY,
    PLAYERS,
    PRICE,
    RABBIT,
    REMOVE,
    ROLE,
    ROLL,
    SIDE,
    SLOTS,
    TILLY,
    TOLD_MOVE,
    TOLD_NOTHING,
    TOLD_PLACE,
    TOLD_RABBIT,
    TOLD_ROLE,
    TOLD_STAY,
    TURN,
    Table,
    Terms,
)
from fabletop.kernel.action import act, thing_of, verb_of
from fabletop.kernel.advisor import SearchSettings
from fabletop.kernel.bits import bit
from fabletop.kernel.rng import Rng
from fabletop.kernel.state import MOST_ACTIONS

if TYPE_CHECKING:
    from fabletop.kernel.game import Opening


class Unrelenting(Table):
    def __init__(self, opening: "Opening", terms: Terms, src: "Unrelenting | None" = None) -> None:
        super().__init__(opening, terms, src)

    def clone(self) -> "Unrelenting":
        return Unrelenting(self.opening, self.terms, self)

    def resampled(self, seat: i64, rng: Rng) -> "Unrelenting":
        """Everything lies open (UO-R20); only the dice to come are dealt anew."""
        other = Unrelenting(self.opening, self.terms, self)
        other.rng = rng.split()
        return other

    def outcome(self, seat: i64) -> float:
        """1 for the winner and -1/3 for each of the others; a shared win is worth less. They sum to 0."""
        count: i64 = 0
        for player in range(PLAYERS):
            count += self.winners >> player & 1
        if self.winners >> self.player_of(seat) & 1:
            return float(PLAYERS - count) / float(3 * count)
        return -1.0 / 3.0

    def value(self, seat: i64) -> float:
        if self.seat < 0:
            result = self.outcome(seat)
            return result if result > 0.0 else -1.0  # nothing is worse than somebody else's win
        player = self.player_of(seat)
        return standing(self, player) if player >= 0 else 0.0

    def values_into(self, out: vec[float]) -> None:
        """As a chance to win, shared equally among those who win together."""
        if self.seat < 0:
            count: i64 = 0
            for player in range(PLAYERS):
                count += self.winners >> player & 1
            for seat in range(PLAYERS):
                won = self.winners >> self.player_of(seat) & 1
                out[seat] = 2.0 / float(count) - 1.0 if won else -1.0
            return
        chances(self, clock_of(self), BY_PLAYER)
        for seat in range(PLAYERS):
            player = self.player_of(seat)
            out[seat] = 2.0 * BY_PLAYER[player] - 1.0 if player >= 0 else -0.5

    def shortlist(self, out: vec[i64], most: i64, margin: float) -> i64:
        return planning.shortlist(self, out, most, margin)

    def play_on(self, turns: i64, seat: i64) -> float:
        return 2.0 * planning.play_on(self, turns, self.player_of(seat)) - 1.0

    def temper(self) -> SearchSettings:
        return TEMPER

    def begin(self) -> None:
        """Lay everything out and ask the first question."""
        turn.set_up(self)
        self.settle()

    # --- What may be answered ------------------------------------------------------------------

    def legal_into(self, out: vec[i64]) -> i64:
        if self.depth == 0:
            return 0
        kind = self.top()
        if kind == F_MOVE:
            return self.offer_move(out)
        if kind == F_RABBITS:
            return self.offer_rabbits(out)
        if kind == F_HOP:
            movement.rabbit_ends(self, self.arg(0))
            return roles.ends_into(out)
        if kind == F_COLLECT:
            return items.offer_items(self, self.player, out)
        if kind == F_SIDE:  # UO-DAY.4, UO-SWITCH.1
            out[0] = act(SIDE, CONTROL)
            out[1] = act(SIDE, INSANITY)
            return 2
        if kind == F_START:
            return self.offer_start(out)
        if kind == F_SWITCH:  # UO-R29
            out[0] = act(DONE, 0)
            return 1 + self.offer_turning(self.player, self.arg(0), out, 1)
        return self.offer_rare(kind, out)

    def offer_rare(self, kind: i64, out: vec[i64]) -> i64:
        if kind == F_PAY:
            return items.offer_slots(self, self.player, PAY, 0, False, out)
        if kind == F_DUSK:
            out[items.offer_attacks(self, self.arg(0), out)] = act(DONE, 0)
            return items.offer_attacks(self, self.arg(0), out) + 1
        if kind == F_HALF:
            return self.offer_turning(self.arg(2), self.arg(1), out, 0)
        if kind == F_PURSE:
            return items.offer_slots(self, TILLY, REMOVE, self.arg(1), False, out)
        if kind == F_EXTERMINATE:
            return roles.offer_exile(self, self.arg(0), out)
        if kind == F_LADDER:
            return roles.offer_ladder_slots(self, self.arg(0), out)
        if kind == F_CARRY:
            return roles.offer_carry(self, out)
        if kind == F_SLEEPWALK or kind == F_FOLLOW:
            return roles.offer_beside(self, CATHERINE, out)
        return self.offer_characters(out)

    def offer_characters(self, out: vec[i64]) -> i64:
        """Those that nobody has taken (UO-SETUP.1, UO-R3)."""
        n: i64 = 0
        for player in range(PLAYERS):
            if self.seats[player] < 0:
                out[n] = act(CHARACTER, player)
                n += 1
        return n

    def offer_start(self, out: vec[i64]) -> i64:
        """Before the roll: paid roles and freeing oneself, in any order (UO-R22, UO-R33)."""
        out[0] = act(ROLL, 0)  # UO-R8: sooner or later
        n: i64 = 1
        if items.is_victim(self, self.player):
            out[1] = act(FREE, 0)
            n = 2
        return roles.offer_roles(self, out, n)

    def offer_move(self, out: vec[i64]) -> i64:
        """Each space where the roll can lead, once (UO-DAY.1)."""
        movement.character_ends(self, self.player)
        if self.player == TILLY and self.carried:
            movement.leave_room(self, self.carried, roles.carries(self))  # UO-R14
        return roles.ends_into(out)

    def offer_rabbits(self, out: vec[i64]) -> i64:
        """Every rabbit that has yet to move and has somewhere to go (UO-R16, UO-R17)."""
        n: i64 = 0
        for rabbit in range(PLAYERS):
            if not (self.hopped | self.carried) >> rabbit & 1 and movement.can_hop(self, rabbit):
                out[n] = act(RABBIT, rabbit)
                n += 1
        return n

    def offer_turning(self, player: i64, turned: i64, out: vec[i64], n: i64) -> i64:
        """Two-sided items not turned yet, written from place n on; returns how many."""
        first = n
        for i in range(SLOTS):
            if items.can_turn(self, player, i, turned):
                out[n] = act(TURN, i)
                n += 1
        return n - first

    # --- What an answer does ---------------------------------------------------------------------

    def answer(self, action: i64) -> None:
        self.carry(verb_of(action), thing_of(action))
        self.settle()

    def carry(self, verb: i64, thing: i64) -> None:
        kind = self.top()
        if kind == F_MOVE:
            self.walk_to(thing)
        elif kind == F_RABBITS:
            self.push(F_HOP, thing)
        elif kind == F_HOP:
            self.hop_to(thing)
        elif kind == F_COLLECT:
            self.collect(thing)
        elif kind == F_SIDE:
            place = self.arg(0)
            self.pop()
            items.take(self, self.player, place, thing)
        elif kind == F_START:
            self.answer_start(verb, thing)
        elif kind == F_SWITCH:
            self.answer_switch(verb, thing)
        elif kind == F_PAY:
            self.pay(thing)
        elif kind == F_DUSK:
            self.answer_dusk(verb, thing)
        else:
            self.carry_rare(kind, verb, thing)

    def carry_rare(self, kind: i64, verb: i64, thing: i64) -> None:
        if kind == F_HALF:
            items.turn(self, self.arg(2), thing)
            self.choose_slot(thing)
        elif kind == F_PURSE:
            self.choose_slot(thing)
        elif kind == F_EXTERMINATE:
            roles.exile(self, self.arg(0), thing)
        elif kind == F_LADDER:
            ladder = self.arg(0)
            self.pop()
            roles.move_ladder(self, ladder, thing)
        elif kind == F_CARRY:
            if verb == CARRY:
                roles.pick_up(self, thing)
            else:
                self.pop()
        elif kind == F_SLEEPWALK:
            self.put(TILLY, thing)
            self.become(F_MOVED, 2)  # UO-R51: then she collects
        elif kind == F_FOLLOW:
            self.pop()
            self.put(TILLY, thing)
        else:
            turn.take_character(self, self.picks[self.arg(0)], thing)
            self.set_arg(0, self.arg(0) + 1)

    def put(self, player: i64, space: i64) -> None:
        """A placement: no steps are walked (UO-R25)."""
        self.stand(player, space)
        self.say(TOLD_PLACE, player, space)

    def walk_to(self, space: i64) -> None:
        """What follows the move is asked above this frame, as part of the same move."""
        self.say(TOLD_MOVE, self.player, self.stands[self.player], space, self.total())
        self.stand(self.player, space)
        self.become(F_MOVED, 0)

    def hop_to(self, space: i64) -> None:
        """Each goes where the active player likes (UO-NIGHT.2)."""
        rabbit = self.arg(0)
        self.pop()
        self.say(TOLD_RABBIT, self.player, rabbit, self.rabbit[rabbit], space)
        self.rabbit[rabbit] = space
        self.hopped |= bit(rabbit)

    def collect(self, place: i64) -> None:
        """One item a turn (UO-DAY.3); a stopper has no side to choose (UO-R30)."""
        if i64(self.lies[place]) - 1 >= self.board.first_stopper:
            self.pop()
            items.take(self, self.player, place, CONTROL)
        else:
            self.become(F_COLLECTED)
            self.push(F_SIDE, place)

    def answer_start(self, verb: i64, thing: i64) -> None:
        if verb == ROLE:
            self.say(TOLD_ROLE, self.player, thing)
            self.push(F_PAY, thing, 0)
        elif verb == FREE:
            items.free_oneself(self, self.player)
        else:
            self.pop()

    def answer_switch(self, verb: i64, thing: i64) -> None:
        if verb == TURN:
            items.turn(self, self.player, thing)
            self.set_arg(0, self.arg(0) | bit(thing))
            self.set_arg(1, self.arg(1) + 1)
        if verb == DONE or self.arg(1) >= self.terms.most_switched:
            self.pop()

    def pay(self, slot: i64) -> None:
        """Two own items go back to their homes, then the role is played (UO-R22, UO-R26)."""
        items.return_home(self, self.player, slot)
        self.set_arg(1, self.arg(1) + 1)
        if self.arg(1) == PRICE:
            role = self.arg(0)
            self.pop()
            roles.play_role(self, role)

    def choose_slot(self, slot: i64) -> None:
        """One more of the half that is to be turned or removed (UO-R28)."""
        self.set_arg(0, self.arg(0) - 1)
        self.set_arg(1, self.arg(1) | bit(slot))

    def answer_dusk(self, verb: i64, thing: i64) -> None:
        if verb == ATTACK:
            items.attack(self, self.arg(0), thing // PLAYERS, thing % PLAYERS)
        else:
            self.set_arg(0, self.arg(0) + 1)

    # --- What follows without a question ------------------------------------------------------------

    def settle(self) -> None:
        """Go on until somebody has to be asked, or the game is over."""
        while self.depth > 0:
            kind = self.top()
            if kind == F_TURN:
                turn.next_step(self)
            elif kind == F_MOVED:
                turn.after_move(self)
            elif kind == F_COLLECTED:
                self.pop()
            elif kind == F_START:
                self.ask(self.player)
                if self.legal_into(ANSWERS) > 1:
                    return
                self.pop()
            elif kind == F_DUSK:
                if self.arg(0) == PLAYERS:
                    self.pop()
                    turn.end_round(self)
                else:
                    self.ask(self.arg(0))
                    if self.legal_into(ANSWERS) > 1:
                        return
                    self.set_arg(0, self.arg(0) + 1)
            elif self.settle_question(kind):
                return

    def settle_question(self, kind: i64) -> bool:
        """Ask, if there is a choice; False if there was none, and what had to happen has happened."""
        self.ask_for(kind)
        if self.is_complete(kind):
            return False
        count = self.legal_into(ANSWERS)
        if count == 0:
            self.give_up(kind)
            return False
        if count == 1 or self.all_alike(kind, count):
            self.carry(verb_of(ANSWERS[0]), thing_of(ANSWERS[0]))
            return False
        return True

    def ask_for(self, kind: i64) -> None:
        if kind == F_PICK:
            at = self.arg(0)
            self.seat = self.picks[at if at < PLAYERS else 0]
        elif kind == F_PURSE or kind == F_FOLLOW:
            self.ask(TILLY)  # UO-R51, UO-R52
        elif kind == F_EXTERMINATE:
            self.ask(HENRY)
        else:
            self.ask(self.player)

    def is_complete(self, kind: i64) -> bool:
        """Close a question that has had all its answers."""
        if kind == F_PICK and self.arg(0) == PLAYERS:
            self.pop()
            turn.begin_round(self)
            return True
        if (kind == F_HALF or kind == F_PURSE) and self.arg(0) == 0:
            if kind == F_PURSE:
                self.empty_purse(self.arg(1))
            self.pop()
            return True
        return False

    def empty_purse(self, chosen: i64) -> None:
        """In slot order, whatever the order of choice (UO-R27)."""
        for i in range(SLOTS):
            if chosen >> i & 1:
                items.dump(self, TILLY, i)

    def all_alike(self, kind: i64, count: i64) -> bool:
        """Whether all that is offered has to be taken, so that the order is no choice."""
        if kind == F_PAY:
            return count == PRICE - self.arg(1)
        if kind == F_HALF or kind == F_PURSE:
            return count == self.arg(0)
        return False

    def give_up(self, kind: i64) -> None:
        """Nothing can be chosen: no item in reach, no rabbit to pick up, no rabbit left to move."""
        if kind == F_RABBITS:
            for rabbit in range(PLAYERS):
                if not (self.hopped | self.carried) >> rabbit & 1:
                    self.say(TOLD_STAY, self.player, rabbit)  # UO-R17
        elif kind == F_COLLECT:
            self.say(TOLD_NOTHING, self.player)
        self.pop()


ANSWERS: Final = vec[i64]([0] * MOST_ACTIONS)
BY_PLAYER: Final = vec[float]([0.0] * PLAYERS)
