"""Every game and variant keeps the kernel's promises (design, section 4), at every step of random games."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import fabletop
from fabletop.games import ours
from fabletop.kernel.game import Game
from fabletop.kernel.journal import ALL
from fabletop.kernel.rng import seeded
from fabletop.kernel.snapshot import stored
from fabletop.lab import conformance
from fabletop.lab.checks import Variant, checks_of
from fabletop.lab.conformance import check, steps
from fabletop.lab.suite import SUITE

ROOT = Path(__file__).resolve().parent.parent
COMPILED = os.environ.get("FABLETOP_EXPECT") == "compiled"
GAMES = 2  # of each variant
MORE_GAMES = 8  # where there is time

CASES = [
    pytest.param(name, variant, id=f"{name}-{variant.players}-{number}")
    for name in ours()
    for number, variant in enumerate(checks_of(fabletop.game(name)).variant, 1)
]


@pytest.mark.parametrize("promise", SUITE, ids=lambda promise: promise.__name__)
@pytest.mark.parametrize(("name", "variant"), CASES)
def test_the_suite(name: str, variant: Variant, promise: Callable[[Game, Variant, int], None]) -> None:
    promise(fabletop.game(name), variant, GAMES)


@pytest.mark.parametrize(("name", "variant"), CASES)
def test_games_on_copies_of_a_blank_table_leave_it_blank(name: str, variant: Variant) -> None:
    """Batches begin all their games on copies of one."""
    game = fabletop.game(name)
    blank = game.blank(game.opening(variant.players, variant.options))
    before = stored(blank)
    copy = blank.clone()
    copy.rng = seeded(1)
    copy.begin()
    copy.playout(seeded(2))
    assert stored(blank) == before


@pytest.mark.heavy
@pytest.mark.parametrize("promise", SUITE, ids=lambda promise: promise.__name__)
@pytest.mark.parametrize(("name", "variant"), CASES)
def test_the_suite_at_length(
    name: str, variant: Variant, promise: Callable[[Game, Variant, int], None]
) -> None:
    promise(fabletop.game(name), variant, MORE_GAMES)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(
    case=st.sampled_from([case.values for case in CASES]), choices=st.lists(st.integers(0, 400), max_size=80)
)
def test_any_course_of_answers_keeps_the_promises(case: tuple[str, Variant], choices: list[int]) -> None:
    """As above, with answers that Hypothesis picks, and shrinks when something breaks."""
    name, variant = case
    game = fabletop.game(name)
    state = game.start(variant.players, seed=1, options=variant.options)
    rng = seeded(3)
    for choice in choices:
        if state.over:
            break
        legal = state.legal()
        check(bool(legal), "no answer")
        state.apply(legal[choice % len(legal)])
        assert game.audit(state) == []
    if not state.over:
        conformance.check_secrets(game, state, rng)
        conformance.check_legality(game, state, rng)


TRACES = """
import json, fabletop
from fabletop.kernel import state
from fabletop.lab.conformance import trace
found = {}
for name, players in %r:
    for seed in range(%d):
        found[f"{name} {players} {seed}"] = trace(fabletop.game(name), players, seed)
print(json.dumps([state.__file__.endswith(".py"), found]))
"""


def test_the_interpreted_engine_in_another_process_plays_the_same_games() -> None:
    """Action by action. When the compiled engine is under test, this compares the two engines."""
    kinds = [(name, players) for name in ours() for players in fabletop.game(name).players]
    count = 4
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONHASHSEED": "77"}
    program = TRACES % (kinds, count)
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    interpreted, theirs = json.loads(done.stdout)
    assert interpreted
    for name, players in kinds:
        for seed in range(count):
            mine = conformance.trace(fabletop.game(name), players, seed)
            other = theirs[f"{name} {players} {seed}"]
            for number, (here, there) in enumerate(zip(mine, other, strict=False)):
                assert here == there, f"{name}, {players} players, seed {seed}: answer {number} differs"
            assert len(mine) == len(other)


# --- The suite itself can fail ---------------------------------------------------------------------


def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that shows the top of a deck, a journal that names what was drawn: both are caught."""
    game = fabletop.game("storybook")
    state = game.start(2, seed=4)
    rng = seeded(5)
    for number, _ in enumerate(steps(state, rng)):
        if number == 30:
            break
    honest = type(game).view
    monkeypatch.setattr(
        type(game), "view", lambda self, s, seat: {**honest(self, s, seat), "top": list(s.deck)[:15]}
    )
    with pytest.raises(conformance.BrokenPromise, match="can tell worlds apart"):
        for _ in range(5):
            conformance.check_secrets(game, state, rng)
    monkeypatch.undo()
    conformance.check_secrets(game, state, rng)


def test_a_talkative_journal_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = fabletop.game("storybook")
    honest = type(game).tell
    monkeypatch.setattr(
        type(game),
        "tell",
        lambda self, s, rows, seat: honest(self, s, [(*row[:5], -1) for row in rows], seat),
    )
    with pytest.raises(conformance.BrokenPromise, match="the journal tells"):
        for seed in range(20):
            state = game.start(2, seed=seed)
            rng = seeded(seed)
            for action in steps(state, rng):
                conformance.check_journal_tells_no_more(game, state, action, rng)


def test_what_a_hidden_clock_brings_is_no_leak() -> None:
    """A scream comes at its own moment, and all hear it; whoever draws is told as ever."""
    game = fabletop.game("condyle")
    state = game.start(2, seed=1, options={"ghost": "on"})
    kinds = {name: number for number, name in game.kinds.items()}
    draw, scream = ((kinds[name], 0, 1, -1, -1, ALL) for name in ("draw", "scream"))
    assert conformance.lines(game, state, [draw, scream, draw], None) == conformance.lines(
        game, state, [draw, draw, scream], None
    )
    assert len(conformance.lines(game, state, [draw, scream], None)) == 1
