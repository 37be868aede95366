"""Bots of every level: what they are called, that they play every game, and that they play fair."""

import json
import pickle
from pathlib import Path

import pytest

import fabletop
from fabletop import Mistake, bots
from fabletop.bots.levels import CHARACTERS, LEVELS, YARDSTICKS, character, in_character
from fabletop.bots.thinker import Thinker, drawn
from fabletop.bots.verdict import Findings, Found, merge, reason
from fabletop.games.condyle.table import Table as CondyleTable
from fabletop.games.storybook import verbs as v
from fabletop.games.storybook.bot.heuristic import StorybookAdvisor
from fabletop.kernel.action import act, thing_of
from fabletop.kernel.game import Game
from fabletop.kernel.rng import Rng, seeded
from fabletop.kernel.snapshot import snapshot
from fabletop.kernel.state import State
from fabletop.kernel.teaching import write_learnt
from fabletop.lab import conformance
from fabletop.lab.checks import Variant
from fabletop.lab.conformance import steps
from fabletop.lab.sim import play_out, simulate

from .storybook.tables import table
from .test_conformance import CASES, COMPILED

FAIR = ["greedy", "gentle:12", "sharp:24"]


def midway(name: str, players: int, seed: int, answers: int, options: dict[str, str] | None = None) -> State:
    """A game that was begun at random."""
    state = fabletop.game(name).start(players, seed=seed, options=options)
    for number, _ in enumerate(steps(state, seeded(seed))):
        if number == answers:
            break
    return state


def thinker(name: str) -> Thinker:
    bot = bots.make(name)
    assert isinstance(bot, Thinker)
    return bot


# --- Names and budgets -------------------------------------------------------------------------------


def test_the_levels_for_people_from_weak_to_strong() -> None:
    assert bots.names() == ["random", "greedy", "gentle", "fair", "sharp", "relentless"]
    for name in bots.names():
        assert bots.make(name).name == name


def test_nobody_thinks_longer_than_a_second() -> None:
    for level in LEVELS.values():
        assert level.budget.seconds <= 1
        assert level.budget.walks or level.budget.seconds


def test_a_budget_may_be_given() -> None:
    assert thinker("sharp:500").walks == 500
    assert thinker("sharp:500").seconds == 0
    assert thinker("sharp:200ms").walks == 0
    assert thinker("sharp:200ms").seconds == pytest.approx(0.2)
    assert thinker("gentle:7:cutoff=3").overrides == {"cutoff": 3}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("shrap", "there is no bot 'shrap': did you mean 'sharp'"),
        ("greedy:3", "there is no budget for 'greedy'"),
        ("sharp:", "a budget is a number of walks"),
        ("sharp:0", "a budget is a number of walks"),
        ("sharp:5s", "a budget is a number of walks"),
        ("sharp:cutof=3", "there is no search setting 'cutof': did you mean 'cutoff'"),
        ("sharp:cutoff=x", "cutoff=x is not a number that fits"),
    ],
)
def test_what_is_wrong_with_a_name_is_said(name: str, words: str) -> None:
    with pytest.raises(Mistake, match=words):
        bots.make(name)


@pytest.mark.parametrize(
    ("name", "players"),
    [("storybook", 2), ("storybook", 4), ("condyle", 2), ("condyle", 3), ("condyle-solo", 1)],
)
def test_a_game_says_how_its_levels_play(name: str, players: int) -> None:
    """`sharp` makes as many walks as its game says, and stops when its time is over; others go on."""
    state = fabletop.game(name).start(players, seed=1)
    walks = state.opening.game.advisor(state.opening).settings(state).levels["sharp"].walks
    assert thinker("sharp").effort(state) == walks > 250
    assert thinker("sharp:200ms").effort(state) == 0
    assert thinker("sharp:500").effort(state) == 500
    assert thinker("relentless").effort(state) == 0
    assert thinker("fair").effort(state) == 250
    bot = thinker("sharp")
    bot.choose(state, seeded(1))
    assert bot.search is not None and bot.search.walks <= walks
    errs = [thinker(level).ease(state).temperature for level in ("gentle", "fair", "sharp", "relentless")]
    assert errs == sorted(errs, reverse=True) and errs[-1] == 0, "the higher, the less often"


def test_the_lab_may_let_a_bot_err_as_no_level_does() -> None:
    state = fabletop.game("unrelenting").start(seed=1)
    assert thinker("sharp:8:temperature=0.5").ease(state).temperature == 0.5
    assert thinker("relentless").ease(state).temperature == 0.0


def test_a_bot_may_know_what_was_learnt_elsewhere(tmp_path: Path) -> None:
    game = fabletop.game("storybook")
    state = game.start(seed=1)
    known = game.learnt(state.opening)
    assert known is not None
    write_learnt(tmp_path / "duel.txt", known._replace(weights=[1.5] * len(known.weights)))
    asked = thinker(f"sharp:50:learnt={tmp_path}").advisor(state)
    assert isinstance(asked, StorybookAdvisor) and asked.evaluation is not None
    assert set(asked.evaluation.weights) == {1.5}
    with pytest.raises(Mistake, match="there is no folder '/nowhere' of what was learnt"):
        bots.make("sharp:learnt=/nowhere")


@pytest.mark.parametrize("name", YARDSTICKS)
def test_yardsticks_are_for_the_lab_alone(name: str) -> None:
    assert name not in bots.names()
    assert bots.make(f"{name}:20").sees_all
    assert not any(bots.make(name).sees_all for name in bots.names())


# --- Characters ----------------------------------------------------------------------------------------


def test_each_bot_has_a_character_of_its_own() -> None:
    for level in LEVELS:
        at_a_table = [character(level, seat, False) for seat in range(4)]
        assert set(at_a_table) == set(CHARACTERS), "all of them may sit at one table"
        assert thinker(in_character(level, 2, False)).boldness == CHARACTERS[at_a_table[2]]
    assert len({character(level, 1, False) for level in LEVELS}) > 1, "who plays a duel meets several"
    assert in_character("greedy", 1, False) == "greedy" and character("greedy", 1, False) == ""
    assert in_character("sharp", 1, True) == "sharp", "partners play their best"
    with pytest.raises(Mistake, match="there is no character 'bald': did you mean 'bold'"):
        bots.make("sharp:character=bald")


def test_character_decides_between_answers_that_are_nearly_as_good() -> None:
    """A bold bot plays a card where a careful one hides it, and neither does what it takes for worse."""
    tale = table("Cheshire Cat @ 0,0", "White Rabbit in hand", "Crocodile @ 3,0", turn="hero")
    card = thing_of(tale.action("play", "White Rabbit"))
    hide, play, draw = act(v.HIDE, card), act(v.PLAY, card), act(v.DRAW, 0)
    even = Findings(0, (Found(draw, 50.0, 0.5), Found(hide, 40.0, 0.0), Found(play, 45.0, -0.1)))
    worse = Findings(0, (Found(draw, 50.0, 0.5), Found(hide, 40.0, -4.0), Found(play, 5.0, 5.0)))
    for mood, liked in (("bold", play), ("careful", hide)):
        bot = thinker(f"sharp:character={mood}")
        assert bot.to_its_taste(tale.state, even) == liked
        assert bot.to_its_taste(tale.state, worse) == draw


def test_advice_has_no_character() -> None:
    for seed in range(4):
        state = midway("unrelenting", 4, seed, 200)
        told = {
            mood: thinker(f"relentless:character={mood}").consider(state, seeded(1)).as_json()
            for mood in CHARACTERS
        }
        assert told["bold"] == told["steady"] == told["careful"]


# --- Every game ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "variant"), CASES)
def test_a_searching_bot_plays_every_variant(name: str, variant: Variant) -> None:
    game = fabletop.game(name)
    state = midway(name, variant.players, 3, 10, variant.options)
    table = [bots.make("sharp:6") for _ in range(variant.players)]
    chance = seeded(1)
    for _ in range(60):
        if state.over:
            break
        state.apply(table[state.seat].choose(game.resample(state, state.seat, chance), chance))
    assert game.audit(state) == []


def test_the_same_seed_gives_the_same_game() -> None:
    tallies = [simulate("storybook", 2, seats=["sharp:10"], seed=4).tally for _ in range(2)]
    assert tallies[0] == tallies[1]


def test_thinking_beats_chance() -> None:
    """Twelve games each; of equals one would win so many once in 50 times."""
    games = 12
    assert wins("storybook", 2, "sharp:60", "random", games) >= 10
    assert wins("condyle", 2, "sharp:60", "random", games) >= 10


def wins(name: str, players: int, mine: str, theirs: str, games: int) -> int:
    game = fabletop.game(name)
    won = 0
    for number in range(games):
        state = game.start(players, seed=number)
        seats = [mine, theirs] if number % 2 else [theirs, mine]
        play_out(game, state, seats, number)
        won += state.returns()[0 if number % 2 else 1] > 0
    return won


# --- Fair play -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "variant"), CASES)
def test_dealing_anew_forgets_what_is_hidden(name: str, variant: Variant) -> None:
    for seed in range(4 if COMPILED else 1):
        state = fabletop.game(name).start(variant.players, seed=seed, options=variant.options)
        rng = seeded(seed + 50)
        for number, _ in enumerate(steps(state, rng)):
            if number > 300:
                break
            if COMPILED or number % 4 == 0:
                conformance.check_dealing(state, rng)


@pytest.mark.parametrize("bot", FAIR)
@pytest.mark.parametrize(("name", "variant"), CASES)
def test_a_choice_does_not_depend_on_hidden_truth(bot: str, name: str, variant: Variant) -> None:
    """By the same chance, the same choice from the true state and from any that looks the same."""
    game = fabletop.game(name)
    state = game.start(variant.players, seed=8, options=variant.options)
    rng = seeded(9)
    for number, _ in enumerate(steps(state, rng)):
        if number > 120:
            break
        if number % (3 if COMPILED else 15):
            continue
        seed = int(rng.word())
        truth = bots.make(bot).choose(state, seeded(seed))
        for _ in range(2):
            guess = game.resample(state, state.seat, rng)
            assert bots.make(bot).choose(guess, seeded(seed)) == truth


def test_also_the_reason_for_it_does_not() -> None:
    for name, players in (("storybook", 4), ("coraline", 3), ("condyle", 3), ("unrelenting", 4)):
        state = midway(name, players, 2, 12)
        guess = state.resampled(state.seat, seeded(1))
        said = [thinker("sharp:40").consider(world, seeded(7)).as_json() for world in (state, guess)]
        assert said[0] == said[1]


def test_the_openhanded_sees_hands_and_no_decks() -> None:
    """It is one of the lab's yardsticks: what others hold is as in the truth, and decks are dealt anew."""
    games = (("storybook", 2, 5, 25), ("storybook", 4, 7, 20), ("coraline", 3, 4, 20), ("condyle", 3, 4, 20))
    for name, players, seed, answers in games:
        game = fabletop.game(name)
        state = midway(name, players, seed, answers)
        seat, other = state.seat, (state.seat + 1) % players
        assert held_in_worlds(game, state, seat, other) != {held_by(game, state, other)}
        shown = state.clone()
        game.dealer.show_hands(shown, seat)
        assert game.view(shown, other)["hand"] == game.view(state, other)["hand"]
        assert held_in_worlds(game, shown, seat, other) == {held_by(game, shown, other)}
        assert game.audit(shown) == []
        worlds = {str(snapshot(shown.resampled(seat, seeded(number)))) for number in range(6)}
        assert len(worlds) == 6


def held_in_worlds(game: Game, state: State, seat: int, other: int) -> set[str]:
    """What another holds, in some worlds dealt anew for a seat."""
    return {held_by(game, game.resample(state, seat, seeded(number)), other) for number in range(6)}


def held_by(game: Game, state: State, seat: int) -> str:
    """The hand of a seat, and what it sees of cards on the table."""
    view = game.view(state, seat)
    return str((view["hand"], view.get("table")))


def test_the_clairvoyant_would_not_pass_that_test() -> None:
    state = midway("storybook", 2, 2, 25)
    found = set()
    for seed in range(5):
        guess = state.resampled(state.seat, seeded(seed))
        found.add(thinker("clairvoyant:40").findings(guess, seeded(7), state.seat))
    assert len(found) > 1


# --- Reasons -----------------------------------------------------------------------------------------------


def test_a_verdict_is_plain_data() -> None:
    state = midway("storybook", 2, 5, 20)
    verdict = thinker("sharp:120").consider(state, seeded(3))
    assert verdict.action in state.legal()
    assert {option.action for option in verdict.options} == set(state.legal())
    assert all(0 <= option.chance <= 1 for option in verdict.options)
    assert verdict.options[0].action == verdict.action
    assert [o.visits for o in verdict.options] == sorted((o.visits for o in verdict.options), reverse=True)
    assert verdict.after == verdict.options[0].chance
    assert 0 <= verdict.before <= 1
    assert verdict.second == verdict.options[1]
    told = json.loads(json.dumps(verdict.as_json()))
    assert told["action"] == verdict.action
    assert told["second"]["action"] == verdict.options[1].action


def test_advice_never_errs() -> None:
    """Also where the level that gives it does."""
    for name in ("unrelenting", "storybook"):
        for seed in range(6):
            state = midway(name, 4, seed, 60)
            verdict = thinker("sharp:160:temperature=1").consider(state, seeded(seed))
            assert verdict.action == verdict.options[0].action


def test_chances_are_those_of_the_seat_that_thinks() -> None:
    findings = Findings(1, (Found(5, 4.0, 2.0), Found(6, 1.0, -1.0), Found(7, 0.0, 0.0)))
    verdict = reason(findings, 5)
    assert verdict.seat == 1
    assert verdict.after == pytest.approx(0.75)
    assert verdict.before == pytest.approx(0.6)
    assert [option.chance for option in verdict.options] == pytest.approx([0.75, 0.0, 0.0])
    assert reason(findings, 7).second == verdict.options[0]


def test_what_several_searches_found_adds_up() -> None:
    one = Findings(0, (Found(5, 4.0, 2.0), Found(6, 1.0, -1.0)))
    two = Findings(0, (Found(6, 3.0, 3.0), Found(7, 1.0, 0.0)))
    assert merge([one, two]) == Findings(0, (Found(5, 4.0, 2.0), Found(6, 4.0, 2.0), Found(7, 1.0, 0.0)))


def test_thinking_can_be_sent_elsewhere_and_back() -> None:
    state = midway("condyle", 2, 5, 20)
    seat = int(state.seat)
    stored = json.loads(json.dumps(snapshot(state.resampled(seat, seeded(1)))))
    parts = [bots.think(stored, seat, bots.Budget(walks=30), seed) for seed in (1, 2)]
    assert parts[0] != parts[1]
    parts = pickle.loads(pickle.dumps(parts))
    together = merge(parts)
    assert sum(option.visits for option in together.options) <= 60
    assert reason(together, together.options[0].action).seat == seat
    assert bots.think(snapshot(state), seat, bots.Budget(walks=30), 1) == parts[0]


def test_where_a_game_would_go_on_for_ever_bots_grow_restless() -> None:
    """At first the best is taken; later, of all that was looked at, sometimes something else."""
    picks = {20: 0, 400: 0}
    for answers in range(30, 80, 5):
        for turn in picks:
            late = midway("condyle", 2, 4, answers)
            assert isinstance(late, CondyleTable)
            late.turn = turn
            picks[turn] += len({int(thinker("sharp:300").choose(late, seeded(seed))) for seed in range(12)})
    assert picks[400] > 1.3 * picks[20], picks


def test_at_a_temperature_answers_are_drawn_by_visits() -> None:
    options = [Found(1, 30.0, 0.0), Found(2, 10.0, 0.0), Found(3, 0.0, 0.0)]
    rng = seeded(2)
    picks = [drawn(options, 1.0, rng).action for _ in range(400)]
    assert 270 < picks.count(1) < 330
    assert picks.count(3) == 0


# --- The tree ----------------------------------------------------------------------------------------------


def visits_kept(bot: Thinker, state: State, rng: Rng) -> float:
    """How many visits the tree for this question has before a thought is given to it."""
    search = bot.made_ready(state)
    return search.tree.visits_of(search.tree.root)


def test_a_tree_is_kept_while_one_seat_answers_and_nothing_is_shown() -> None:
    kept = lost = 0
    for seed in range(6):
        state = midway("storybook", 2, seed, 25)
        bot = thinker("sharp:80")
        rng = seeded(seed)
        for _ in range(25):
            if state.over:
                break
            seat, sealed = state.seat, state.sealed
            action = bot.choose(state.resampled(seat, rng), rng)
            state.apply(action)
            if state.over:
                break
            visits = visits_kept(bot, state.resampled(state.seat, rng), rng)
            if state.seat == seat and state.sealed == sealed:
                kept += visits > 0
            else:
                assert visits == 0
                lost += 1
            bot.kept = None
    assert kept > 5
    assert lost > 5


def test_a_bot_that_changes_tables_starts_afresh() -> None:
    bot = thinker("sharp:30")
    for name, players in (("storybook", 2), ("unrelenting", 4), ("storybook", 4)):
        state = midway(name, players, 1, 15)
        assert bot.choose(state, seeded(1)) in state.legal()


def test_a_budget_of_walks_is_kept_to() -> None:
    state = midway("storybook", 2, 5, 20)
    bot = thinker("sharp:100")
    findings = bot.findings(state, seeded(1), state.seat)
    walks = sum(option.visits for option in findings.options)
    assert 16 <= walks <= 100
    best, second = sorted((option.visits for option in findings.options), reverse=True)[:2]
    assert walks == 100 or best - second > 100 - walks, "ended early only if nothing could change"
