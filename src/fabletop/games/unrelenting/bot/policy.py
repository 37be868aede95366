"""What a player does who looks to the end of the turn and trusts the evaluation.

Every answer worth a thought is weighed by the chance to win that it leaves once the move is complete. Bots
expect this of each other, and play on so when they try out an answer.
"""

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.unrelenting import items, roles
from fabletop.games.unrelenting import verbs as v
from fabletop.games.unrelenting.board import HOUSE, PLACES, YARD
from fabletop.games.unrelenting.bot.evaluation import Evaluation
from fabletop.games.unrelenting.bot.features import WHO
from fabletop.games.unrelenting.bot.night_plan import AS_THEY_ARE, NOT_YET, NightPlan, after_night, shown
from fabletop.games.unrelenting.day import Walk
from fabletop.games.unrelenting.movement import can_hop, rabbit_ends, spaces_into
from fabletop.games.unrelenting.night import PlanNight, Switch, is_complete, yet_to_move
from fabletop.games.unrelenting.table import CATHERINE, HENRY, MOST_RABBITS, PLAYERS, PRICE, SLOTS, Table
from fabletop.games.unrelenting.turn import BeforeRoll, Dusk, PickCharacter, may_wait
from fabletop.kernel.action import act, thing_of, verb_of
from fabletop.kernel.bits import bit
from fabletop.kernel.state import MOST_ACTIONS

STOPPER: Final = 2  # a kind of item, besides CONTROL and INSANITY
WORTH_A_STOPPER: Final = 0.05  # what an attack must add to the own chance: less holds all up and wins nothing


class Policy:
    """Answers to one question, with what they are worth."""

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation
        self.plan = NightPlan(evaluation)
        self.answers = vec[i64]([0] * MOST_ACTIONS)
        self.worths = vec[float]([0.0] * MOST_ACTIONS)
        self.count: i64 = 0
        self.worth_a_stopper: float = WORTH_A_STOPPER  # to the bot that plans
        self.turns: i64 = 0  # the turn that the latest shortlist was about

    def add(self, answer: i64, good: float) -> None:
        self.answers[self.count] = answer
        self.worths[self.count] = good
        self.count += 1

    def best(self) -> i64:
        chosen: i64 = 0
        for i in range(1, self.count):
            if self.worths[i] > self.worths[chosen]:
                chosen = i
        return self.answers[chosen]

    def consider(self, t: Table) -> None:
        """Weigh the answers worth a thought."""
        self.count = 0
        question = t.question
        if isinstance(question, PlanNight):
            self.plan.make(t)
            self.consider_hops(t)
        elif isinstance(question, Switch):
            self.plan.make(t)
            self.add(self.next_turning(t), self.plan.worth)
        elif isinstance(question, BeforeRoll):
            self.consider_start(t)
        elif isinstance(question, Dusk):
            self.consider_attacks(t)
        elif isinstance(question, PickCharacter):
            self.consider_characters(t)
        else:
            self.consider_all(t)

    # --- the night ---------------------------------------------------------------------------------

    def next_of_plan(self, t: Table) -> i64:
        """The next answer of a night that goes as planned."""
        if isinstance(t.question, Switch):
            return self.next_turning(t)
        rabbit = self.next_rabbit(t)
        if rabbit < 0:
            return act(v.DONE, 0)
        if self.has_room(t, rabbit):
            return act(v.HOP, rabbit * PLACES + self.plan.to[rabbit])
        self.count = 0
        self.consider_hops(t)
        return self.best()

    def next_rabbit(self, t: Table) -> i64:
        """One that has yet to move, if possible one that can go at once where the plan wants it; or -1."""
        found: i64 = -1
        if not is_complete(t):
            for rabbit in range(PLAYERS):
                if yet_to_move(t, rabbit) and can_hop(t, rabbit):
                    found = rabbit
                    if self.has_room(t, rabbit):
                        break
        return found

    def has_room(self, t: Table, rabbit: i64) -> bool:
        """Whether a rabbit can go at once where the plan wants it."""
        return t.rabbits_on(self.plan.to[rabbit], bit(rabbit)) < MOST_RABBITS

    def next_turning(self, t: Table) -> i64:
        if self.plan.side != AS_THEY_ARE:
            for i in range(SLOTS):
                item = t.slot[t.player * SLOTS + i]
                if items.can_turn(t, t.player, i, t.arg(0)) and t.mad >> item & 1 != self.plan.side:
                    return act(v.TURN, i)
        return act(v.DONE, 0)

    def consider_hops(self, t: Table) -> None:
        """Every space for the rabbit that is next, while the others do as planned."""
        rabbit = self.next_rabbit(t)
        if rabbit < 0:
            self.add(act(v.DONE, 0), self.plan.worth)
            return
        twin = t.clone()
        twin.mad = shown(t, t.player, self.plan.side)
        for i in range(PLAYERS):
            twin.rabbit[i] = self.plan.to[i]
        self.evaluation.set_scene(twin, after_night(t.player))
        listed = vec[i64]([0] * MOST_ACTIONS)
        hop = act(v.HOP, rabbit * PLACES)
        for i in range(spaces_into(rabbit_ends(t, rabbit), 0, listed, 0)):
            twin.rabbit[rabbit] = listed[i]
            self.add(hop + listed[i], self.evaluation.chance_at_end(twin, t.player))

    # --- before the roll, and at dusk ----------------------------------------------------------------

    def consider_start(self, t: Table) -> None:
        """To roll, to free oneself, or to play a role, each as it would stand before the roll."""
        player = t.player
        listed = vec[i64]([0] * MOST_ACTIONS)
        count = t.legal_into(listed)
        self.add(listed[0], self.evaluation.chance(t, player))
        for i in range(1, count):
            twin = t.clone()
            if verb_of(listed[i]) == v.FREE:
                items.free_oneself(twin, player)
                self.add(listed[i], self.evaluation.chance(twin, player))
            else:
                self.add(listed[i], self.worth_of_role(twin, thing_of(listed[i])))

    def worth_of_role(self, t: Table, role: i64) -> float:
        player = t.player
        for _item in range(PRICE):
            items.return_home(t, player, self.slot_to_lose(t, player))
        if role == roles.PERFECT:
            roles.make_perfect(t)
        elif role == roles.DIVIDE:
            t.divided = 1
        elif role == roles.EXTERMINATOR:
            for rabbit in range(CATHERINE, PLAYERS):
                self.drive_off(t, rabbit)
        else:
            return self.worth_of_ladder(t, HOUSE if role == roles.STAIRS else YARD)
        return self.evaluation.chance(t, player)

    def slot_to_lose(self, t: Table, player: i64) -> i64:
        """The slot whose item the player can best do without."""
        best = NOT_YET
        found: i64 = -1
        kinds: i64 = 0
        for i in range(player * SLOTS, player * SLOTS + SLOTS):
            item = t.slot[i]
            if not t.is_own(item) or kinds >> kind_of(t, item) & 1:
                continue
            kinds |= bit(kind_of(t, item))
            t.slot[i] = -1
            good = self.evaluation.chance(t, player)
            t.slot[i] = item
            if good > best:
                best = good
                found = i - player * SLOTS
        return found

    def drive_off(self, t: Table, rabbit: i64) -> None:
        """To the level that is best for Henry, while the others stay."""
        listed = vec[i64]([0] * MOST_ACTIONS)
        count = roles.offer_exile(t, rabbit, listed, 0)
        best = NOT_YET
        chosen = t.rabbit[rabbit]
        for i in range(count):
            t.rabbit[rabbit] = thing_of(listed[i])
            good = self.evaluation.chance(t, HENRY)
            if good > best:
                best = good
                chosen = thing_of(listed[i])
        t.rabbit[rabbit] = chosen

    def worth_of_ladder(self, t: Table, ladder: i64) -> float:
        """With the ladder where it is best for the player."""
        now = t.house if ladder == HOUSE else t.yard
        best = NOT_YET
        for slot in range(t.board.slots_of(ladder)):
            if slot != now:
                roles.move_ladder(t, ladder, slot)
                good = self.evaluation.chance(t, t.player)
                if good > best:
                    best = good
        return best

    def consider_attacks(self, t: Table) -> None:
        """To keep the stoppers, and the attacks that are worth one."""
        player = t.arg(0)
        listed = vec[i64]([0] * MOST_ACTIONS)
        peace = self.evaluation.chance(t, player)
        for i in range(t.legal_into(listed)):
            if verb_of(listed[i]) != v.ATTACK:
                self.add(listed[i], peace)
                continue
            twin = t.clone()
            thing = thing_of(listed[i])
            items.attack(twin, player, thing // PLAYERS, thing % PLAYERS)
            good = self.evaluation.chance(twin, player)
            if good >= peace + self.worth_a_stopper:
                self.add(listed[i], good)

    # --- the other questions: every answer is tried ----------------------------------------------------

    def consider_all(self, t: Table) -> None:
        player = t.player_of(t.seat)
        listed = vec[i64]([0] * MOST_ACTIONS)
        for i in range(sifted(t, player, listed)):
            twin = t.clone()
            twin.step(listed[i])
            self.add(listed[i], self.outlook(twin, player, t.turns))

    def consider_characters(self, t: Table) -> None:
        """People go first."""
        if may_wait(t):
            self.add(act(v.WAIT, 0), 1.0 / PLAYERS)
            return
        listed = vec[i64]([0] * MOST_ACTIONS)
        for i in range(t.legal_into(listed)):
            self.add(listed[i], self.worth_of_character(thing_of(listed[i])))

    def worth_of_character(self, player: i64) -> float:
        """Its share of the chances before the game begins."""
        weights = self.evaluation.weights
        total = 0.0
        for other in range(PLAYERS):
            total += exp(weights[WHO + other])
        return exp(weights[WHO + player]) / total

    def outlook(self, t: Table, player: i64, turns: i64) -> float:
        """How the player stands once the move is complete."""
        if t.seat != t.seats[player] or t.turns != turns or not goes_on(t):
            return self.evaluation.chance(t, player)
        listed = vec[i64]([0] * MOST_ACTIONS)
        best = NOT_YET
        for i in range(sifted(t, player, listed)):
            twin = t.clone()
            twin.step(listed[i])
            good = self.outlook(twin, player, turns)
            if good > best:
                best = good
        return best

    # --- going on --------------------------------------------------------------------------------------

    def follow(self, t: Table) -> None:
        """Give the best answer, and a whole night at once."""
        if not isinstance(t.question, PlanNight):
            self.consider(t)
            t.step(self.best())
            return
        turns = t.turns
        self.plan.make(t)
        while t.seat >= 0 and t.turns == turns and isinstance(t.question, (PlanNight, Switch)):
            t.step(self.next_of_plan(t))

    def rollout(self, t: Table, turns: i64, player: i64) -> float:
        """Finish the turn of the latest shortlist and so many more; how likely the player then is to win."""
        if player < 0:
            return 1.0 / PLAYERS  # who lets others choose takes whoever is left
        while t.seat >= 0 and t.turns <= self.turns + turns:
            if isinstance(t.question, PickCharacter):
                return self.worth_of_character(player)
            self.follow(t)
        return self.evaluation.chance(t, player)

    def shortlist(self, t: Table, out: vec[i64], most: i64, margin: float) -> i64:
        """The best answers, the best first, and none that leaves a chance lower by more than the margin."""
        self.consider(t)
        self.turns = t.turns
        worths = list(self.worths[: self.count])
        order = sorted(range(len(worths)), key=lambda i: -worths[i])
        count: i64 = 0
        for i in order[:most]:
            if worths[i] >= worths[order[0]] - margin:
                out[count] = self.answers[i]
                count += 1
        return count


def goes_on(t: Table) -> bool:
    """Whether the question is one of those that make up a move."""
    return isinstance(t.question, (items.Collect, items.WhichSideUp, items.TurnHalf, Walk, roles.Carry))


def kind_of(t: Table, item: i64) -> i64:
    return i64(STOPPER) if item >= t.board.first_stopper else t.mad >> item & 1


def sifted(t: Table, player: i64, listed: vec[i64]) -> i64:
    """The answers; of items that are alike, one is enough."""
    count = t.legal_into(listed)
    collects = isinstance(t.question, items.Collect)
    if not collects and not isinstance(t.question, (items.TurnHalf, roles.EmptyPurse, roles.Pay)):
        return count
    kept: i64 = 0
    kinds: i64 = 0
    for i in range(count):
        thing = thing_of(listed[i])
        item = i64(t.lies[thing]) - 1 if collects else t.slot[player * SLOTS + thing]
        alike = i64(0) if collects and item < t.board.first_stopper else kind_of(t, item)
        if not kinds >> alike & 1:
            kinds |= bit(alike)
            listed[kept] = listed[i]
            kept += 1
    return kept
