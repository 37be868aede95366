"""Counting what can happen: a number that changes when a rule does."""

from fabletop.kernel.question import Mistake
from fabletop.kernel.state import State


def perft(state: State, depth: int) -> int:
    """How many different sequences of `depth` answers there are from here.

    A game that ends on the way counts as one sequence. Chance is what the state's seed makes it.
    """
    return count(state, checked_depth(depth))


def divide(state: State, depth: int) -> dict[int, int]:
    """The same, split by the first answer; empty when there is none to give."""
    if checked_depth(depth) == 0:
        return {}
    return {action: count(after(state, action), depth - 1) for action in state.legal()}


def count(state: State, depth: int) -> int:
    if depth == 0 or state.over:
        return 1
    actions = state.legal()
    if depth == 1:
        return len(actions)
    return sum(count(after(state, action), depth - 1) for action in actions)


def after(state: State, action: int) -> State:
    twin = state.clone()
    twin.step(action)
    return twin


def checked_depth(depth: int) -> int:
    if isinstance(depth, bool) or not isinstance(depth, int) or depth < 0:
        raise Mistake(f"a depth is a whole number from 0 up, not {depth!r}")
    return depth
