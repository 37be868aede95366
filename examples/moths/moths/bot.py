"""What bots know of the game: how the light is shared at each lantern, and what it is worth."""

from mypy_extensions import i64

from fabletop.kernel.advisor import Advisor
from moths.table import LIT, Moths, light, score


class MothAdvisor(Advisor[Moths]):
    def value(self, t: Moths, seat: i64) -> float:
        """Points taken and points in sight, against the best of the others."""
        if t.seat < 0:
            return t.outcome(seat)
        best = max([self.hopes(t, other) for other in range(t.opening.players) if other != seat])
        return max(-0.99, min(0.99, (self.hopes(t, seat) - best) / 10))

    def hopes(self, t: Moths, seat: i64) -> float:
        hope = float(score(t, seat))
        for lantern in range(len(t.taken)):
            if t.taken[lantern] == LIT:
                shares = [float(light(t, lantern, other)) for other in range(t.opening.players)]
                hope += float(t.box.points[lantern]) * shares[seat] / (sum(shares) + 3.0)
        return hope
