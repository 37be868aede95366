"""For games whose questions are not classes yet; goes with the last of them."""

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.kernel.advisor import Advisor, SearchSettings
from fabletop.kernel.state import FRAME, State


class OldState(State):
    def step(self, action: i64) -> None:
        self.moves += 1
        self.answer(action)

    def answer(self, action: i64) -> None:
        raise NotImplementedError

    def value(self, seat: i64) -> float:
        raise NotImplementedError

    def values_into(self, out: vec[float]) -> None:
        for seat in range(len(out)):
            out[seat] = self.value(seat)

    def worlds(self) -> i64:
        return 1

    def same_move(self, depth: i64) -> bool:
        return self.depth >= depth + FRAME

    def promise(self, action: i64) -> float:
        return 0.0

    def shortlist(self, out: vec[i64], most: i64, margin: float) -> i64:
        return self.legal_into(out)

    def play_on(self, turns: i64, seat: i64) -> float:
        raise NotImplementedError

    def temper(self) -> SearchSettings:
        return SearchSettings()


class OldAdvisor(Advisor[OldState]):
    def settings(self, t: OldState) -> SearchSettings:
        return t.temper()

    def value(self, t: OldState, seat: i64) -> float:
        return t.value(seat)

    def values_into(self, t: OldState, out: vec[float]) -> None:
        t.values_into(out)

    def worlds(self, t: OldState) -> i64:
        return t.worlds()

    def same_move(self, t: OldState, depth: i64) -> bool:
        return t.same_move(depth)

    def prior(self, t: OldState, action: i64) -> float:
        return t.promise(action)

    def shortlist(self, t: OldState, out: vec[i64], most: i64, margin: float) -> i64:
        return t.shortlist(out, most, margin)

    def rollout(self, t: OldState, turns: i64, seat: i64) -> float:
        return t.play_on(turns, seat)
