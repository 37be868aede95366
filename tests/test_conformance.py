"""Every game and variant keeps the kernel's promises (design, section 4), at every step of random games."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import fabletop
from fabletop.kernel.rng import seeded
from fabletop.kernel.session import Session
from fabletop.lab import conformance
from fabletop.lab.conformance import check, steps

ROOT = Path(__file__).resolve().parent.parent
COMPILED = os.environ.get("FABLETOP_EXPECT") == "compiled"
GAMES = 6 if COMPILED else 2  # a variant: the compiled engine has time for more

# What to play of each game: players and options. One variant for each way the rules differ.
VARIANTS = {
    "coraline": [
        (1, {}),
        (2, {"concede": "off"}),
        (3, {}),
        (4, {"concede": "off"}),
    ],
    "storybook": [
        (2, {}),
        (2, {"stall": "off", "hero": "scheherazade", "villain": "queen-of-hearts"}),
        (2, {"hero": "alice", "hero_ally": "mad-hatter", "villain": "magician", "villain_ally": "genie"}),
        (4, {}),
    ],
    "unrelenting": [
        (4, {"dawn": "5"}),
        (4, {"dawn": "5", "switch": "one", "characters": "lot"}),
        (4, {"dawn": "5", "characters": "seats"}),
    ],
    # Every option is on somewhere, and each pair that the rules bring together at least once: winter with
    # ghost, fourth with winter, ghost with another cul-de-sac, both Choices; both clocks; and solo play.
    "condyle": [
        (2, {}),
        (3, {"winter": "on", "flip": "free", "cul_de_sac": "hollow_days", "binky": "fruitcake"}),
        (2, {"fourth": "on", "ghost": "hard", "cul_de_sac": "creepy_carnival", "boogeyman": "standard"}),
        (3, {"fourth": "on", "winter": "on", "ghost": "on", "boogeyman": "head_start", "away": "drawn"}),
        (2, {"ghost": "on", "clock": "live", "cross": "auto", "first": "1"}),
        (3, {"winter": "on", "cul_de_sac": "down_lexington_dr", "binky": "mail_slot"}),
        (4, {"winter": "on", "cul_de_sac": "beneath_the_cove"}),
        (1, {}),
    ],
}
CASES = [
    pytest.param(name, players, options, id=f"{name}-{players}-{number}")
    for name, variants in VARIANTS.items()
    for number, (players, options) in enumerate(variants, 1)
]


def test_every_game_is_here() -> None:
    assert set(VARIANTS) == set(fabletop.names())
    for name, variants in VARIANTS.items():
        assert {players for players, _ in variants} == set(fabletop.game(name).players)


def endless(options: dict[str, str]) -> bool:
    return options.get("stall") == "off"


@pytest.mark.parametrize(("name", "players", "options"), CASES)
def test_promises_hold_at_every_step(name: str, players: int, options: dict[str, str]) -> None:
    game = fabletop.game(name)
    for seed in range(GAMES):
        state = game.start(players, seed=seed, options=options)
        rng = seeded(seed + 1000)
        for number, action in enumerate(steps(state, rng)):
            assert game.audit(state) == []
            conformance.check_secrets(game, state, rng)
            if number % 4 == seed % 4:
                conformance.check_legality(game, state, rng)
                conformance.check_journal_tells_no_more(game, state, action, rng)
            if number % 25 == 0 and not endless(options):
                conformance.check_copies(state, rng)
            if endless(options) and number > 300:
                break
        else:
            assert game.audit(state) == []
            conformance.check_secrets(game, state, rng)
            assert game.ask(state, None).options == ()
            assert state.legal() == []
            assert all(-1 <= worth <= 1 for worth in state.returns())


@pytest.mark.parametrize(("name", "players", "options"), CASES)
def test_the_same_seed_and_answers_give_the_same_game(
    name: str, players: int, options: dict[str, str]
) -> None:
    if endless(options):
        options = {key: value for key, value in options.items() if key != "stall"}
    game = fabletop.game(name)
    first = conformance.trace(game, players, 5, options)
    assert first == conformance.trace(game, players, 5, options)
    assert first != conformance.trace(game, players, 6, options)


def test_undo_never_crosses_what_was_seen() -> None:
    """Going back is possible only where nothing was learnt since; and then to the very same question."""
    for name, variants in VARIANTS.items():
        for players, options in variants:
            session = Session(fabletop.game(name), players, 11, options)
            rng = seeded(12)
            undone = refused = 0
            for number in range(400):
                if session.over and (undone <= 10 or refused <= 5):  # a short game: play another
                    session = Session(fabletop.game(name), players, 100 + number, options)
                if session.over:
                    break
                seat = session.seat
                assert seat is not None
                before = conformance.stored(session.state)
                entries = session.entries(seat)
                legal = session.state.legal()
                sealed = session.state.sealed
                session.play(seat, legal[rng.below(len(legal))])
                drawn = session.state.sealed != sealed
                assert (session.can_undo(seat) is None) == (not drawn and not session.over)
                for other in range(players):
                    if other != seat:
                        assert session.can_undo(other) is not None
                if session.can_undo(seat) is None:
                    answer = session.undo(seat)
                    assert conformance.stored(session.state) == before
                    assert session.entries(seat) == entries
                    session.play(seat, answer.action)
                    undone += 1
                else:
                    refused += 1
            assert undone > 10
            assert refused > 5


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(
    case=st.sampled_from([case.values for case in CASES]), choices=st.lists(st.integers(0, 400), max_size=80)
)
def test_any_course_of_answers_keeps_the_promises(
    case: tuple[str, int, dict[str, str]], choices: list[int]
) -> None:
    """As above, with answers that Hypothesis picks, and shrinks when something breaks."""
    name, players, options = case
    game = fabletop.game(name)
    state = game.start(players, seed=1, options=options)
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
    kinds = sorted({(str(case.values[0]), int(str(case.values[1]))) for case in CASES})
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
