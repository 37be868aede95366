"""What bots know of this game: how likely each is to win, the plan of a turn, and what they learn from."""

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from fabletop.bots.thinker import Thinker
from fabletop.games.unrelenting import table as t
from fabletop.games.unrelenting.bot import evaluation, ways
from fabletop.games.unrelenting.bot.advisor import UnrelentingAdvisor
from fabletop.games.unrelenting.bot.features import FEATURES
from fabletop.games.unrelenting.bot.learning import PATIENCE, Pupil
from fabletop.games.unrelenting.bot.policy import WORTH_A_STOPPER
from fabletop.games.unrelenting.game import GAME
from fabletop.games.unrelenting.turn import Dusk
from fabletop.kernel.rng import seeded
from fabletop.kernel.snapshot import snapshot
from fabletop.kernel.state import MOST_ACTIONS

from .tables import Tale, eight, house

COMPILED = not evaluation.__file__.endswith(".py")
DICE = [(one, two) for one in range(1, 7) for two in range(1, 7)]


def advisor() -> UnrelentingAdvisor:
    found = GAME.advisor(GAME.opening(4))
    assert isinstance(found, UnrelentingAdvisor)
    return found


def evaluated(state: t.Table) -> evaluation.Evaluation:
    """What a bot has looked at."""
    found = advisor().evaluation
    found.look_at_all(state, evaluation.clock_of(state))
    return found


def chances(state: t.Table) -> list[float]:
    return [float(chance) for chance in evaluated(state).out]


def shortlist(state: t.Table, most: int = 8, margin: float = 0.05) -> list[int]:
    out = vec[i64]([0] * MOST_ACTIONS)
    return [int(out[i]) for i in range(advisor().shortlist(state, out, most, margin))]


def middle(seed: int, answers: int) -> t.Table:
    """A table after some random answers."""
    state = GAME.start(4, seed, {"characters": "lot"})
    rng = seeded(seed)
    while state.moves < answers:
        legal = state.legal()
        state.apply(legal[rng.below(len(legal))])
    assert isinstance(state, t.Table)
    return state


def play_turn(tale: Tale) -> None:
    turns = int(tale.state.turns)
    while not tale.state.over and tale.state.turns == turns:
        advisor().policy.follow(tale.state)


# --- Chances ---------------------------------------------------------------------------------------


def test_the_weights_fit_what_is_seen() -> None:
    state = middle(3, 200)
    found = evaluated(state)
    assert len(found.weights) == FEATURES
    for features in found.seen:
        seen = [int(what) for what in features.what[: features.count]]
        assert seen and len(set(seen)) == len(seen)
        assert all(0 <= what < FEATURES for what in seen)


def test_chances_add_up_to_one() -> None:
    for seed in range(5):
        for answers in (10, 100, 400):
            found = chances(middle(seed, answers))
            assert sum(found) == pytest.approx(1)
            assert all(chance > 0 for chance in found)


def test_who_wins_with_any_roll_is_sure_to_win() -> None:
    tale = house("tilly", night=True, slots={"tilly": eight()})
    assert chances(tale.state)[t.TILLY] == pytest.approx(1)


@pytest.mark.parametrize("seed", range(12 if COMPILED else 2))
def test_the_chance_of_a_night_is_that_of_the_dice(seed: int) -> None:
    """All 36 rolls are played out for each victory; room is no matter with rabbits apart."""
    rng = seeded(seed)
    for side in ("", "i", "mixed"):
        names = eight("" if side == "mixed" else side, "F08i" if side == "mixed" else "")
        tale = house("carleton", night=True, slots={"carleton": names}, carleton="2-C4", dice="11")
        state = tale.state
        for rabbit in range(t.PLAYERS):
            level = rng.below(3)
            state.rabbit[rabbit] = level * 64 + 12 * rabbit + rng.below(12)
        won = 0
        plan = advisor().policy.plan
        for state.one, state.two in DICE:
            plan.make(state)
            won += plan.worth == evaluation.WON
        assert evaluated(state).seen[t.CARLETON].by_night == pytest.approx(won / 36)


def test_by_day_rabbits_sit_still() -> None:
    """All are upstairs: whoever can walk to their rabbit wins, each before the next."""
    up = {"henry": "2-A1", "catherine": "2-H1", "tilly": "2-C3", "carleton": "2-H6"}
    slots = {"tilly": eight("i"), "henry": "S01 S02 S03 S04 S05"}
    tale = house("catherine", slots=slots, rabbits=up, people={"tilly": "2-E4"})
    near = chances(tale.state)[t.TILLY]
    found = evaluated(tale.state)
    assert found.seen[t.TILLY].by_day == pytest.approx(18 / 36)  # three steps away: any even roll
    assert found.sure[t.TILLY] > 0.4 < near
    tale = house("catherine", slots=slots, rabbits={**up, "henry": "1-A1"}, people={"tilly": "2-E4"})
    assert chances(tale.state)[t.TILLY] < near
    assert evaluated(tale.state).seen[t.TILLY].by_day == 0


# --- Plans -----------------------------------------------------------------------------------------


def test_a_plan_changes_nothing() -> None:
    for seed in range(4):
        state = middle(seed, 150 + 13 * seed)
        before = snapshot(state)
        shortlist(state)
        assert snapshot(state) == before


def test_a_plan_is_always_allowed() -> None:
    for seed in range(3 if COMPILED else 1):
        state = GAME.start(4, seed)
        while not state.over:
            assert isinstance(state, t.Table)
            found = shortlist(state)
            assert found
            assert set(found) <= set(state.legal())
            state.apply(found[-1])
            if state.moves > 400:
                break


def test_a_night_that_can_win_is_found() -> None:
    rabbits = {"henry": "2-C3", "catherine": "2-D2", "tilly": "2-E3", "carleton": "1-E2"}
    tale = house("carleton", night=True, slots={"carleton": eight()}, rabbits=rabbits, dice="34")
    play_turn(tale)
    assert tale.state.over
    assert tale.state.winners == 1 << t.CARLETON


def test_items_are_turned_where_that_wins() -> None:
    rabbits = {"henry": "1-C3", "catherine": "1-D2", "tilly": "1-E3", "carleton": "1-E2"}
    mixed = eight("", "F08i")
    for dice, won in (("44", True), ("53", False)):
        tale = house("carleton", night=True, slots={"carleton": mixed}, rabbits=rabbits, dice=dice)
        play_turn(tale)
        assert tale.state.over == won


def test_the_next_player_is_kept_from_winning() -> None:
    """Carleton needs no more than a roll: Tilly leads the rabbits away from where he wants them."""
    tale = house("tilly", night=True, slots={"carleton": eight()}, rabbits={"carleton": "1-D4"}, dice="55")
    before = ways.ROLLS[int(ways.steps_down(tale.state, tale.state.rabbit[t.CARLETON]))]
    play_turn(tale)
    after = ways.steps_down(tale.state, tale.state.rabbit[t.CARLETON])
    assert before > 0.9
    assert ways.ROLLS[int(after)] < 0.3


def test_a_stopper_goes_to_whoever_is_ahead() -> None:
    seven = eight().rsplit(" ", 1)[0]
    slots = {"henry": "DS-A S03 S04 S05 S06", "catherine": "S01", "carleton": seven, "tilly": "S02"}
    tale = house("carleton", night=True, slots=slots, dice="12")
    while not isinstance(tale.state.question, Dusk):
        advisor().policy.follow(tale.state)
    assert tale.asked == "henry"
    assert shortlist(tale.state)[0] == tale.action("attack", ("DS-A", "carleton"))


def test_a_stopper_is_kept_for_an_attack_that_matters() -> None:
    """What hurts a rival a little helps two others, and costs an item: it is not even thought about."""
    slots = {"henry": "DS-A F01", "catherine": "S01", "carleton": "S03 S04", "tilly": "S02"}
    tale = house("carleton", night=True, slots=slots, dice="12")
    while not isinstance(tale.state.question, Dusk):
        advisor().policy.follow(tale.state)
    assert tale.action("attack", ("DS-A", "carleton")) in tale.state.legal()
    assert shortlist(tale.state, 99, 1.0) == [tale.action("done")]


def test_shortlists_are_sorted_and_cut() -> None:
    tale = house("tilly", dice="45")
    wide = shortlist(tale.state, 99, 1.0)
    assert len(wide) > 5
    assert shortlist(tale.state, 3, 1.0) == wide[:3]
    assert shortlist(tale.state, 99, 0.0)[0] == wide[0]
    assert len(shortlist(tale.state, 99, 0.0)) < len(wide)


def test_going_on_ends_with_the_turn_or_later() -> None:
    for turns in (0, 3):
        state = house("tilly", dice="34").state
        bot, out = advisor(), vec[i64]([0] * MOST_ACTIONS)
        bot.shortlist(state, out, 8, 0.05)
        now = int(state.turns)
        state.step(out[0])
        assert -1 <= bot.rollout(state, turns, 2) <= 1
        assert state.turns == now + turns + 1


# --- Bots ------------------------------------------------------------------------------------------


def test_without_trials_the_plan_is_followed() -> None:
    for seed in range(4):
        state = middle(seed, 120)
        assert Thinker("relentless", 1, 0.0).choose(state, seeded(1)) == shortlist(state, 1)[0]


def test_trials_are_for_the_seat_that_thinks() -> None:
    """Before a roll that wins the game for somebody else, no answer looks good."""
    tale = house("tilly", night=True, slots={"carleton": eight(), "tilly": "S01 S02 S03"}, dice="34")
    findings = Thinker("sharp", 80, 0.0).findings(tale.state, seeded(1), tale.state.seat)
    mean = sum(option.total for option in findings.options) / sum(
        option.visits for option in findings.options
    )
    assert mean < 0


def given_away(temperature: float) -> float:
    """How much of its chance is given away by an answer of one who misjudges it, in the mean."""
    lost = 0.0
    out = vec[i64]([0] * MOST_ACTIONS)
    for seed in range(60):
        state = middle(seed % 6, 100 + 7 * seed)
        player, bot = state.player_of(state.seat), advisor()
        bot.misjudge(state, temperature)
        bot.shortlist(state, out, 1, 0.0)
        for answer, sign in ((shortlist(state, 1)[0], 1.0), (int(out[0]), -1.0)):
            after = state.clone()
            after.step(answer)
            lost += sign * chances(after)[player]
    return lost


def test_the_weaker_a_level_the_more_its_errors_cost() -> None:
    levels = advisor().settings(middle(1, 100)).levels
    temperatures = [levels[name].temperature for name in ("relentless", "sharp", "fair", "gentle")]
    assert temperatures == sorted(temperatures) and temperatures[0] == 0.0
    lost = [given_away(temperature) for temperature in (0.0, 0.3, 2.0)]
    assert lost[0] == 0.0 < lost[1] < lost[2], lost


def test_who_errs_errs_alike_all_through_a_turn() -> None:
    """A plan that was thought good is carried out; in the next turn something else is thought too good."""
    tale = house("tilly", night=True, slots={"tilly": "F01 F02"})
    seen = []
    for _ in range(3):  # at a table each answer is another bot's
        bot = advisor()
        bot.misjudge(tale.state, 0.4)
        seen.append(bot.evaluation.chance(tale.state, t.TILLY))
    assert seen[0] == seen[1] == seen[2] != evaluated(tale.state).out[t.TILLY]
    tale.state.turns += 1
    bot.misjudge(tale.state, 0.4)
    assert bot.evaluation.chance(tale.state, t.TILLY) != seen[0]


def test_who_errs_knows_a_won_turn_all_the_same() -> None:
    """What is certain is seen as it is."""
    for chance in (0.0, 1.0):
        tale = house("tilly", night=True)
        found = advisor().evaluation
        found.misjudge(tale.state, 0.4, 7)
        found.sure[t.TILLY], found.rest = chance, 0.0
        assert found.believed(t.TILLY) == pytest.approx(chance)


def test_who_errs_sees_what_catherine_gains_and_little_of_the_others() -> None:
    tale = house("tilly", night=True, slots={"tilly": "F01 F02"})
    found = advisor().evaluation
    found.misjudge(tale.state, 1e-9, 7)
    before = found.chance(tale.state, t.TILLY)
    worse = {}
    for rival in (t.HENRY, t.CATHERINE, t.CARLETON):
        found.look_at_all(tale.state, evaluation.clock_of(tale.state))
        found.scores[rival] += 1.0
        worse[rival] = before - found.believed(t.TILLY)
    assert abs(worse[t.HENRY]) < 1e-6 < worse[t.CARLETON] < worse[t.CATHERINE]


def test_a_bold_bot_is_readier_to_give_a_stopper_away() -> None:
    """What an attack must add to the own chance depends on the character, and on nothing else."""
    tale = house("tilly", night=True)
    asked = {}
    for boldness in (-1.0, 0.0, 1.0):
        bot = advisor()
        bot.boldness = boldness
        bot.shortlist(tale.state, vec[i64]([0] * MOST_ACTIONS), 8, 0.05)
        asked[boldness] = bot.policy.worth_a_stopper
    assert 0 < asked[1.0] < asked[0.0] == WORTH_A_STOPPER < asked[-1.0]


# --- Learning --------------------------------------------------------------------------------------


def only(winner: int) -> vec[float]:
    return vec[float]([1.0 if player == winner else 0.0 for player in range(t.PLAYERS)])


def test_a_pupil_learns_who_wins() -> None:
    """Carleton wins every game: soon he is expected to."""
    state = middle(2, 300)
    pupil = Pupil(evaluation.Evaluation([0.0] * FEATURES), 100)
    for number in range(20):
        pupil.keep(middle(number % 3, 100 + 10 * number))
    pupil.patience = 1.0  # nothing counts but the end
    pupil.judge(only(t.CARLETON))
    first = pupil.learn(256, 0.02, seeded(1))
    later = pupil.learn(256 * 60, 0.02, seeded(2))
    assert later < first / 2
    pupil.evaluation.look_at_all(state, evaluation.clock_of(state))
    assert pupil.evaluation.out[t.CARLETON] > 0.6


def test_a_moment_should_have_hoped_for_what_came_next_and_how_it_ended() -> None:
    pupil = Pupil(evaluation.Evaluation([float(one) for one in advisor().evaluation.weights]), 100)
    for answers in (100, 200, 300):
        pupil.keep(middle(2, answers))
    pupil.judge(only(t.HENRY))
    good, last = pupil.memory.good, 2 * t.PLAYERS
    assert list(good[last : last + t.PLAYERS]) == list(only(t.HENRY)), "the last one knows how it ended"
    pupil.hope(2)
    for player in range(t.PLAYERS):
        next_hope = (1 - PATIENCE) * pupil.hoped[player]
        assert good[t.PLAYERS + player] == pytest.approx(PATIENCE * only(t.HENRY)[player] + next_hope)


def test_what_dice_decide_teaches_nothing() -> None:
    """Tilly is sure to win, and does: the weights have no part in it."""
    tale = house("tilly", night=True, slots={"tilly": eight()})
    pupil = Pupil(evaluation.Evaluation([0.0] * FEATURES), 100)
    pupil.keep(tale.state)
    pupil.judge(only(t.TILLY))
    pupil.learn(256, 0.02, seeded(1))
    assert max(abs(float(weight)) for weight in pupil.evaluation.weights) < 1e-6
