"""A child process of the benchmark: holds one engine ready and runs a slice of work when told to.

    python -m fabletop.lab.stopwatch fabletop storybook
    python -m fabletop.lab.stopwatch openspiel

It first writes a line of JSON that says what it can measure. Then, for each line of standard input,
[subject, measure, seconds], it works for about that much CPU time and writes [things, games, seconds].
"""

import json
import os
import random
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import version
from itertools import cycle
from time import process_time
from typing import Any, TextIO

Burst = Callable[[], int]  # does a little work; returns how many things that were
Slices = dict[tuple[str, str], Burst]

INSIDE, DRIVEN, CHOICE, CLONE, RESAMPLE, LEGAL = "inside", "driven", "choice", "clone", "resample", "legal"
SEARCH = "search"
WALKS = 500  # of a search, for one question
SHELF = 64  # positions from the middle of games, for measures of one position
WARM_UP = 0.05  # CPU seconds for each slice


def run(burst: Burst, seconds: float) -> tuple[int, int, float]:
    """Repeat a burst for this long: things done, bursts, CPU seconds."""
    things = bursts = 0
    start = process_time()
    spent = 0.0
    while spent < seconds:
        things += burst()
        bursts += 1
        spent = process_time() - start
    return things, bursts, spent


# --- Fabletop ------------------------------------------------------------------------


def fabletop_slices(names: list[str]) -> Slices:
    import fabletop

    slices: Slices = {}
    for name in names:
        game = fabletop.game(name)
        for players in game.players:
            slices |= variant_slices(game, players)
    return slices


def subject_of(name: str, players: int) -> str:
    return f"{name}, {players} players"


def variant_slices(game: Any, players: int) -> Slices:
    import fabletop
    from fabletop.bots.search import Search

    start = game.start(players=players, seed=1)
    chance = fabletop.seeded(2)
    middles = [middle_of(start, chance) for _ in range(SHELF)]

    def inside() -> int:
        state = start.clone()
        state.reseed(chance)
        return int(state.playout(chance))

    def driven(dice: Callable[[], float] = random.random) -> int:
        state = start.clone()
        state.reseed(chance)
        while actions := state.legal():
            state.apply(actions[int(dice() * len(actions))])
        return int(state.moves)

    def choice(choose: Callable[[list[int]], int] = random.choice) -> int:
        state = start.clone()
        state.reseed(chance)
        while actions := state.legal():
            state.apply(choose(actions))
        return int(state.moves)

    def clone() -> int:
        for state in middles:
            state.clone()
        return SHELF

    def resample() -> int:
        for state in middles:
            game.resample(state, state.seat, chance)
        return SHELF

    def legal() -> int:
        for state in middles:
            state.legal()
        return SHELF

    advisor = start.opening.game.advisor(start.opening)
    seeker = Search(players, advisor, advisor.settings(start))
    questions = cycle(middles)

    def search() -> int:
        state = next(questions)
        before = seeker.walks
        seeker.tree.plant(state)
        seeker.run(state, state.seat, chance, WALKS, 0.0)
        return int(seeker.walks - before)

    subject = subject_of(game.name, players)
    bursts = (inside, driven, choice, clone, resample, legal, search)
    return {(subject, burst.__name__): burst for burst in bursts}


def middle_of(start: Any, chance: Any) -> Any:
    """A position halfway through a random game."""
    seed = chance.split()
    twin = start.clone()
    twin.reseed(seed.copy())
    length = twin.playout(seed.copy())
    state = start.clone()
    state.reseed(seed.copy())
    for _ in range(length // 2):
        actions = state.legal()
        state.step(actions[seed.below(len(actions))])
        if state.over:
            return middle_of(start, chance)
    return state


def engine_of_fabletop() -> str:
    from fabletop.kernel import state

    return "interpreted" if str(state.__file__).endswith(".py") else "compiled"


# --- OpenSpiel -----------------------------------------------------------------------

SPIEL_GAMES = {
    "backgammon": "backgammon",
    "gin_rummy": "gin_rummy",
    "hanabi, 4 players": "hanabi(players=4)",
    "crazy_eights, 4 players": "crazy_eights(players=4)",
    "hearts": "hearts",
    "python_liars_poker": "python_liars_poker",
}
SPIEL_SEARCHED = ("gin_rummy", "hearts")
SPIEL_WALKS = 50  # fewer than ours, or one burst would last longer than a slice
EVEN_CHANCE = {"backgammon", "crazy_eights, 4 players", "gin_rummy", "hearts"}  # a quicker draw is right


def openspiel_slices() -> Slices:
    import pyspiel
    from open_spiel.python import games  # noqa: F401

    slices: Slices = {}
    for subject, name in SPIEL_GAMES.items():
        slices |= spiel_slices(subject, pyspiel.load_game(name))
    for subject in SPIEL_SEARCHED:
        slices[subject, SEARCH] = spiel_search(pyspiel, pyspiel.load_game(SPIEL_GAMES[subject]))
    return slices


def spiel_search(pyspiel: Any, game: Any) -> Callable[[], int]:
    """Its IS-MCTS in C++, with random playouts to the end, as it comes."""
    questions = cycle([spiel_middle(game, even_outcome) for _ in range(SHELF)])
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(1, evaluator, 2.0, SPIEL_WALKS, -1, policy, False, False)

    def search() -> int:
        bot.step(next(questions))
        return SPIEL_WALKS

    return search


def spiel_slices(subject: str, game: Any) -> Slices:
    sample = even_outcome if subject in EVEN_CHANCE else weighed_outcome
    middles = [spiel_middle(game, sample) for _ in range(SHELF)]

    def driven(dice: Callable[[], float] = random.random) -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(sample(state.chance_outcomes()))
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(dice() * len(actions))])
                decisions += 1
        return decisions

    def clone() -> int:
        for state in middles:
            state.clone()
        return SHELF

    return {(subject, DRIVEN): driven, (subject, CLONE): clone}


def even_outcome(outcomes: list[tuple[int, float]]) -> int:
    return outcomes[int(random.random() * len(outcomes))][0]


def weighed_outcome(outcomes: list[tuple[int, float]]) -> int:
    left = random.random()
    for action, probability in outcomes:
        left -= probability
        if left <= 0:
            return action
    return outcomes[-1][0]


def spiel_steps(game: Any, sample: Callable[[list[tuple[int, float]]], int]) -> Iterator[Any]:
    """The states of a random game, before each decision."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(sample(state.chance_outcomes()))
        else:
            yield state
            state.apply_action(random.choice(state.legal_actions()))


def spiel_middle(game: Any, sample: Callable[[list[tuple[int, float]]], int]) -> Any:
    positions = [state.clone() for state in spiel_steps(game, sample)]
    return positions[len(positions) // 2]


# --- The child's side of the talk ---------------------------------------------------------


def serve(slices: Slices, engine: str, out: TextIO) -> None:
    for burst in slices.values():
        run(burst, WARM_UP)
    print(json.dumps({"engine": engine, "slices": list(slices)}), file=out, flush=True)
    for line in sys.stdin:
        subject, measure, seconds = json.loads(line)
        print(json.dumps(run(slices[subject, measure], seconds)), file=out, flush=True)


def main(arguments: list[str]) -> None:
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever a library prints must not get between the lines
    random.seed(1)
    if arguments[0] == "openspiel":
        slices = openspiel_slices()
        serve(slices, f"OpenSpiel {version('open-spiel')}", out)
    else:
        serve(fabletop_slices(arguments[1:]), engine_of_fabletop(), out)


if __name__ == "__main__":
    main(sys.argv[1:])
