"""What bots know of the game: who stands where at each lantern, and what it is worth."""

from fabletop.kernel.action import thing_of, verb_of
from fabletop.kernel.advisor import Advisor
from mypy_extensions import i64

from moths.table import FLY, LIT, REST, TO, Moths, light, score


class MothAdvisor(Advisor[Moths]):
    def value(self, t: Moths, seat: i64) -> float:
        """Points taken and points in sight, against the best of the others."""
        if t.seat < 0:
            return t.outcome(seat)
        others = [other for other in range(len(t.hid)) if other != seat]
        best = max([self.hopes(t, other) for other in others])
        return max(-0.99, min(0.99, (self.hopes(t, seat) - best) / 10))

    def hopes(self, t: Moths, seat: i64) -> float:
        hope = float(score(t, seat))
        for slot in range(len(t.taken)):
            mine = light(t, slot, seat)
            if t.taken[slot] == LIT and mine > 0:
                all_there = sum([light(t, slot, other) for other in range(len(t.hid))])
                hope += t.box.points[t.lanterns[slot]] * mine / (all_there + 3)
        return hope

    def prior(self, t: Moths, action: i64) -> float:
        verb, thing = verb_of(action), thing_of(action)
        if verb == TO:
            return t.box.points[t.lanterns[thing]] / 4
        if verb == REST:
            return 0.3
        return t.box.lights[thing] / 8 + (0.2 if verb == FLY else 0.0)
