"""`fabletop bench --learning`: how fast environments run, with those of others beside them, in one run.

Random legal play, with observation and mask made at every step. Ours and theirs take turns, slice by slice;
time is CPU time, but for the processes of a batch, which are compared by the clock.
"""

import random
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from statistics import median
from typing import Any

from fabletop.envs.batch import batch
from fabletop.games import game as find_game
from fabletop.kernel.extras import extra
from fabletop.kernel.question import Mistake
from fabletop.lab.bench import AEC, BATCH, GYM, PEER, Progress, Report, Row, Target, machine
from fabletop.lab.stopwatch import engine_of_fabletop, subject_of

Burst = Callable[[], tuple[int, int]]  # plays for a moment; steps and games that ended
Slices = dict[tuple[str, str, str], Burst]  # by engine, subject and measure

GAMES = 1024  # of a batch
AGEING = 200  # steps before a batch is measured: all its games begin at once, and late moments are dearer
STEPS = 200  # of a burst that plays one game at a time
OPENSPIEL, PGX = "OpenSpiel", "pgx"
PGX_GAMES = (16, 64, 256, 1024)
RL_GAMES = ("hearts", "gin_rummy", "backgammon", "hanabi")
WANTED = {BATCH: 0.6, AEC: 0.1, GYM: 0.06}  # million steps a second
WANTED_OPENSPIEL, WANTED_PGX, WANTED_PROCESSES = 30.0, 15.0, 1.6
CLOCKED = 64  # steps of a batch that are timed by the clock


def bench_learning(
    games: Sequence[str], seconds: float = 0.1, rounds: int = 11, progress: Progress | None = None
) -> Report:
    """Measure what learners get. Ctrl-C ends it after the last complete round."""
    if seconds <= 0 or rounds < 1:
        raise Mistake("a benchmark needs at least 1 round, and slices of more than 0 seconds")
    extra("numpy")
    report = Report(machine=machine())
    names = [name for name in games if find_game(name).observed_by is not None]
    slices = our_slices(names, report.notes) | openspiel_slices(report.notes) | pgx_slices(report.notes)
    faster: list[float] = []
    try:
        for number in range(rounds):
            found = []
            for place, (key, burst) in enumerate(slices.items()):
                found.append((key, run(burst, seconds)))
                if progress:
                    progress(number * len(slices) + place + 1, rounds * len(slices))
            if names:
                faster.append(two_processes(names[-1]))
            for key, slice_ in found:
                report.rows.setdefault(key, Row(*key)).add(*slice_)
            report.rounds += 1
    except KeyboardInterrupt:
        report.stopped = True
        if report.rounds == 0:
            raise
    report.targets = [*targets(report.rows), *processes_target(names, faster)]
    return report


def run(burst: Burst, seconds: float) -> tuple[int, int, float]:
    """Bursts for so long: steps, games, and the CPU time they took."""
    steps = games = 0
    start = time.process_time()
    spent = 0.0
    while spent < seconds:
        one = burst()
        steps += one[0]
        games += one[1]
        spent = time.process_time() - start
    return steps, games, spent


# --- Ours ------------------------------------------------------------------------------------------


def our_slices(names: Sequence[str], notes: list[str]) -> Slices:
    slices: Slices = {}
    engine = engine_of_fabletop()
    played = [(name, players) for name in names for players in find_game(name).players]
    zoo, gym = installed("pettingzoo", notes), installed("gymnasium", notes)
    for name, players in played:
        subject = subject_of(name, players)
        slices[engine, subject, BATCH] = batch_burst(name, players)
        if zoo:
            slices[engine, subject, AEC] = aec_burst(name, players)
        if gym:
            slices[engine, subject, GYM] = gym_burst(name, players)
    return slices


def installed(package: str, notes: list[str]) -> bool:
    if find_spec(package) is None:
        how = "pip install pgx" if package == "pgx" else "python tools/boot.py learning"
        notes.append(f"{package} is not installed here, so it was not measured: {how}")
        return False
    return True


def batch_burst(name: str, players: int) -> Burst:
    rows = batch(name, GAMES, players, seed=1)
    rng = extra("numpy").random.default_rng(1)
    for _ in range(AGEING):
        rows.step(rows.random_columns(rng))

    def burst() -> tuple[int, int]:
        rows.step(rows.random_columns(rng))
        return GAMES, int(rows.ended.sum())

    return burst


def aec_burst(name: str, players: int) -> Burst:
    from fabletop import envs

    env = envs.aec(name, players)
    env.reset(seed=1)
    listed = env.play

    def burst() -> tuple[int, int]:
        games = 0
        for _ in range(STEPS):
            _, _, ended, _, _ = env.last()
            if ended:
                env.reset()
                games += 1
            else:
                env.step(listed.columns[int(random.random() * int(listed.count))])
        return STEPS, games

    return burst


def gym_burst(name: str, players: int) -> Burst:
    """A seat among random bots; the masks are asked for, as learners do."""
    from fabletop.envs.gym import SeatEnv

    env = SeatEnv(name, players, bots="random")
    env.reset(seed=1)

    def burst() -> tuple[int, int]:
        games = 0
        for _ in range(STEPS):
            env.action_masks()
            column = env.play.columns[int(random.random() * int(env.play.count))]
            _, _, ended, _, _ = env.step(column)
            if ended:
                env.reset()
                games += 1
        return STEPS, games

    return burst


def two_processes(name: str) -> float:
    """How many times as fast two processes step a batch as one, by the clock."""
    players = find_game(name).players[0]
    spent = []
    for processes in (1, 2):
        with batch(name, GAMES, players, seed=1, processes=processes) as rows:
            rng = extra("numpy").random.default_rng(1)
            start = time.perf_counter()
            for _ in range(CLOCKED):
                rows.step(rows.random_columns(rng))
            spent.append(time.perf_counter() - start)
    return spent[0] / spent[1]


# --- Theirs ----------------------------------------------------------------------------------------


def openspiel_slices(notes: list[str]) -> Slices:
    if not installed("pyspiel", notes):
        return {}
    from open_spiel.python import rl_environment

    return {(OPENSPIEL, name, PEER): rl_burst(rl_environment.Environment(name)) for name in RL_GAMES}


def rl_burst(env: Any) -> Burst:
    """`rl_environment` as its own examples drive it."""
    told = [env.reset()]

    def burst() -> tuple[int, int]:
        steps = 0
        while not told[0].last():
            player = told[0].observations["current_player"]
            legal = told[0].observations["legal_actions"][player]
            told[0] = env.step([legal[int(random.random() * len(legal))]])
            steps += 1
        told[0] = env.reset()
        return steps, 1

    return burst


def pgx_slices(notes: list[str]) -> Slices:
    """Backgammon with the loop inside XLA, with fewer and with more games at once: the best counts."""
    if not installed("pgx", notes):
        return {}
    return {(PGX, f"backgammon x {games}", PEER): pgx_burst(games) for games in PGX_GAMES}


def pgx_burst(games: int) -> Burst:
    import jax
    import pgx

    env = pgx.make("backgammon")
    step, observe = jax.vmap(env.step), jax.vmap(env.observe)

    def play(state: Any, key: Any) -> tuple[Any, Any]:
        def one(carried: tuple[Any, Any], _: Any) -> tuple[tuple[Any, Any], Any]:
            now, chance = carried
            chance, drawing, rolling = jax.random.split(chance, 3)
            likely = jax.numpy.log(now.legal_action_mask.astype(jax.numpy.float32))
            now = step(now, jax.random.categorical(drawing, likely), jax.random.split(rolling, games))
            return (now, chance), observe(now, now.current_player).sum()

        (state, key), _ = jax.lax.scan(one, (state, key), None, length=16)
        return state, key

    playing = jax.jit(play)
    carried = [jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(1), games)), jax.random.PRNGKey(2)]
    jax.block_until_ready(playing(*carried))

    def burst() -> tuple[int, int]:
        carried[:] = jax.block_until_ready(playing(*carried))
        return 16 * games, 0

    return burst


# --- What we want ----------------------------------------------------------------------------------


def targets(rows: dict[tuple[str, str, str], Row]) -> list[Target]:
    found = []
    fastest = fastest_peer(rows, OPENSPIEL)
    best = fastest_peer(rows, PGX)
    for (_, subject, measure), row in rows.items():
        if measure in WANTED:
            found.append(ratio(subject, f"{measure}, million steps/s", WANTED[measure], row, None))
        if measure == BATCH:
            if fastest:
                words = f"batch / OpenSpiel's rl_environment of {fastest.subject}"
                found.append(ratio(subject, words, WANTED_OPENSPIEL, row, fastest))
            if best:
                found.append(ratio(subject, f"batch / pgx's {best.subject}", WANTED_PGX, row, best))
    return found


def fastest_peer(rows: dict[tuple[str, str, str], Row], engine: str) -> Row | None:
    return max((row for row in rows.values() if row.engine == engine), key=lambda row: row.rate, default=None)


def ratio(subject: str, words: str, wanted: float, mine: Row, theirs: Row | None) -> Target:
    """Round by round, and the median of it; without a peer the rate in millions."""
    others = theirs.rates if theirs else [1e6] * len(mine.rates)
    each = [a / b for a, b in zip(mine.rates, others, strict=True)]
    return Target(subject, words, wanted, median(each), min(each), max(each))


def processes_target(names: Sequence[str], faster: list[float]) -> list[Target]:
    if not faster:
        return []
    words = "two processes / one, by the clock"
    return [Target(names[-1], words, WANTED_PROCESSES, median(faster), min(faster), max(faster))]
