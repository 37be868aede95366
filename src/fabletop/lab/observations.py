"""What must hold of what learners get: it tells no more than a seat may know; answers have columns."""

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8

from fabletop.kernel.action import THING_BITS
from fabletop.kernel.game import Game
from fabletop.kernel.observing import Observer
from fabletop.kernel.rng import Rng
from fabletop.kernel.state import State
from fabletop.lab.conformance import check

MARGIN = 3  # bytes before and after, which nobody may write to
UNTOUCHED = 171


def observation(observer: Observer[Any], state: State, seat: int) -> bytes:
    """What a seat sees; what lies before and after it stays as it is."""
    width = int(observer.width)
    rim = [UNTOUCHED] * MARGIN
    out = vec[u8](rim + [0] * width + rim)
    end = observer.observe_into(state, seat, out, MARGIN)
    check(end == width + MARGIN, f"an observation is {end - MARGIN} wide, and not {width}")
    written = bytes(list(out))
    beyond = written[:MARGIN] + written[width + MARGIN :]
    check(beyond == bytes(rim + rim), "an observation is written beyond its place")
    return written[MARGIN : width + MARGIN]


def where_different(observer: Observer[Any], one: bytes, other: bytes) -> str:
    places = [i for i, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    parts = [name for name, part in observer.slices.items() if places and part.start <= places[0] < part.stop]
    return f"bytes {places[:8]} of {' '.join(parts)}"


def check_observations(game: Game, observer: Observer[Any], state: State, rng: Rng) -> None:
    """A seat's observation is the same in the true state and in one dealt anew for it."""
    for seat in range(state.opening.players):
        mine = observation(observer, state, seat)
        theirs = observation(observer, game.resample(state, seat, rng), seat)
        different = where_different(observer, mine, theirs)
        check(mine == theirs, f"by its observation seat {seat} can tell worlds apart: {different}")


def check_columns(observer: Observer[Any], state: State) -> None:
    """Every allowed answer has one column of its own, and that column leads back to it."""
    actions = observer.actions
    legal = state.legal()
    columns = [int(actions.column(state, action)) for action in legal]
    for action, column in zip(legal, columns, strict=True):
        verb = action >> THING_BITS
        inside = int(actions.first[verb]) <= column < int(actions.end[verb])
        check(inside, f"action {action} has the column {column}, which is not one of its verb's")
        back = int(actions.action(state, column))
        check(back == action, f"column {column} of action {action} leads to {back}")
    check(len(set(columns)) == len(columns), "two answers have the same column")
    listed, out = vec[i64](legal), vec[i64]([0] * len(legal))
    actions.columns_into(state, listed, len(legal), out)
    check(list(out) == columns, "one by one answers have other columns than together")
