"""What bots know of this game: the evaluation, the policy, and the search that looks further."""

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from fabletop.bots.halving import EFFORT, HalvingSearch, halvings
from fabletop.bots.levels import LEVELS, make
from fabletop.bots.thinker import Thinker
from fabletop.games.coraline import table as t
from fabletop.games.coraline import verbs as v
from fabletop.games.coraline.activities import StoryPhase
from fabletop.games.coraline.bot.advisor import CoralineAdvisor
from fabletop.games.coraline.bot.evaluation import (
    AT_HOME,
    BESIDE,
    FEATURES,
    FEW_CARDS,
    FEW_WOES,
    STAGES,
    look,
)
from fabletop.games.coraline.bot.learning import PATIENCE, Pupil, blank_weights
from fabletop.games.coraline.bot.net import UNITS
from fabletop.games.coraline.bot.policy import Policy, thought_through
from fabletop.games.coraline.table import Table
from fabletop.games.coraline.turn import WhoIsNext
from fabletop.kernel.action import act
from fabletop.kernel.advisor import SearchSettings
from fabletop.kernel.learning import chance
from fabletop.kernel.rng import seeded
from fabletop.kernel.state import MOST_ACTIONS

from .tables import GAME, card, character, edition_with, room, table

FIVE = ["key", "globe", "circus-eye", "garden-eye", "theater-eye"]


def test_a_higher_level_makes_more_trials() -> None:
    state = GAME.start(2, 1, {})
    pace = GAME.advisor(GAME.opening(2)).settings(state).pace
    trials = []
    for level in LEVELS:
        bot = make(level)
        assert isinstance(bot, Thinker)
        walks = int(bot.effort(state))
        trials.append(walks // EFFORT if walks else int(LEVELS[level].budget.seconds * pace))
    assert trials == sorted(set(trials)), dict(zip(LEVELS, trials, strict=True))


def middle(players: int, seed: int, answers: int) -> Table:
    """A table after some random answers, with the game still on."""
    state = GAME.start(players, seed, {"concede": "off"})
    rng = seeded(seed)
    while state.moves < answers:
        legal = state.legal()
        state.apply(legal[rng.below(len(legal))])
        if state.over:
            return middle(players, seed + 1000, answers)
    assert isinstance(state, Table)
    return state


def shortlist(state: Table, most: int = 8, margin: float = 0.4) -> list[int]:
    out = vec[i64]([0] * MOST_ACTIONS)
    return [int(out[i]) for i in range(policy_of(state).shortlist(state, out, most, margin))]


def policy_of(state: Table) -> Policy:
    advisor = GAME.advisor(state.opening)
    assert isinstance(advisor, CoralineAdvisor)
    return advisor.policy


def odds_of(state: Table, seat: int, ahead: bool) -> float:
    """As one sees it who looks for the first time."""
    return policy_of(state).evaluation.odds(state, seat, ahead)


# --- The evaluation --------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_evaluation_sees_nothing_that_is_hidden(players: int) -> None:
    rng = seeded(9)
    for seed in range(6):
        state = middle(players, seed, 25)
        for seat in range(players):
            seen = set()
            for _ in range(5):
                world = state.resampled(seat, rng)
                assert isinstance(world, Table)
                seen.add(odds_of(world, seat, False))
            assert len(seen) == 1


def test_what_changed_since_the_last_look_adds_up_to_a_fresh_look() -> None:
    one, other = middle(2, 3, 20), middle(2, 4, 30)
    evaluation = policy_of(one).evaluation
    evaluation.odds(one, 0, False)
    stepwise = evaluation.odds(other, 1, True)
    assert odds_of(other, 1, True) == pytest.approx(stepwise)


def known_for(players: int) -> list[float]:
    found = GAME.learnt(GAME.opening(players))
    assert found is not None
    return found.weights


def test_the_weights_fit_what_is_seen() -> None:
    for players in (1, 2, 3, 4):
        assert len(known_for(players)) == (FEATURES + 1) * UNITS + 1
    state = middle(4, 1, 30)
    evaluation = policy_of(state).evaluation
    seen = evaluation.seen
    look(state, 2, True, evaluation.almanac, seen)
    assert all(0 <= seen.what[i] < FEATURES for i in range(seen.count))
    assert len({int(seen.what[i]) for i in range(seen.count)}) == seen.count


def test_the_odds_fall_with_the_moon_and_grow_with_treasures() -> None:
    def odds(moon: int, satchel: list[str]) -> float:
        tale = table("C21", "C11", moon=moon, satchel=satchel, coraline="kitchen")
        return chance(odds_of(tale.state, 0, False))

    assert odds(1, FIVE[:3]) > odds(5, FIVE[:3])
    assert odds(3, FIVE[:4]) > odds(3, FIVE[:1])


def test_helpers_at_home_and_beside_coraline_are_seen() -> None:
    def seen(**helpers: str) -> set[int]:
        state = table("C21", coraline="bedroom", helpers=helpers).state
        evaluation = policy_of(state).evaluation
        look(state, 0, False, evaluation.almanac, evaluation.seen)
        return {int(evaluation.seen.what[i]) for i in range(evaluation.seen.count)}

    wybie, cat = character("wybie"), character("cat")
    assert {AT_HOME + wybie, BESIDE + wybie} <= seen(wybie="bedroom")
    assert not {AT_HOME + wybie, BESIDE + wybie} & seen(wybie="garden")
    assert BESIDE + cat in seen(cat="bedroom") and AT_HOME + cat not in seen(cat="bedroom")


def test_decks_that_run_out_are_seen() -> None:
    def stages(woes: list[str], deck: list[str]) -> list[int]:
        state = table("C21", woes=woes, woes_only=True, deck=deck).state
        evaluation = policy_of(state).evaluation
        look(state, 0, False, evaluation.almanac, evaluation.seen)
        found = sorted(int(evaluation.seen.what[i]) for i in range(evaluation.seen.count))
        return [sum(first <= one < first + STAGES for one in found) for first in (FEW_WOES, FEW_CARDS)]

    assert stages(["B01"], []) == [4, 4]
    assert stages(["B01", "B02"], ["C01", "C02", "C03"]) == [3, 2]


# --- The policy --------------------------------------------------------------------------------


def test_a_turn_is_thought_through_to_its_end_and_no_further() -> None:
    state = table("C21", "C11", deck=["C01"], woes=["B01"]).state
    before = state.sealed
    policy = policy_of(state)
    policy.think(state)
    assert state.sealed == before and state.turn == 1, "only a copy was played on"
    policy.follow(state)
    assert state.turn == 2 or state.over


def test_the_policy_wins_when_it_can() -> None:
    satchel = [*FIVE, "military-cap"]
    tale = table("C23", "C30", "C06", coraline="living-room", beldam="living-room", satchel=satchel)
    policy = policy_of(tale.state)
    policy.think(tale.state)
    assert policy.answers[0] == act(v.PLAY, card("C23"))
    policy.follow(tale.state)
    assert tale.state.ending == t.WON


def test_while_a_beldam_card_is_followed_only_the_pile_is_gone() -> None:
    """What lies beyond the end of the pile in memory is no card."""
    state, rng = GAME.start(2, 5, {"concede": "off"}), seeded(5)
    assert isinstance(state, Table)
    looked = 0
    while not state.over:
        if state.woe >= 0 and state.woes_left > 1:
            looked += 1
            found = []
            for beyond in range(2):
                twin = state.clone()
                assert isinstance(twin, Table)
                twin.woes_done[twin.woes_gone()] = twin.woes[twin.woe_at(beyond)]
                found.append(odds_of(twin, int(state.seat), False))
            assert found[0] == found[1]
        state.apply(state.legal()[rng.below(len(state.legal()))])
    assert looked


def test_another_beldam_card_is_not_foreseen() -> None:
    """A choice that calls for one is thought through only up to there."""
    edition = edition_with(B10="CHOOSE(WOE | MOON(1))")
    tale = table("C06", woes=["B10", "B01"], edition=edition).skip()
    policy = policy_of(tale.state)
    twin = policy.in_thought(tale.state)
    twin.step(tale.action("wish", 0))
    assert thought_through(twin) and twin.woes_left == tale.state.woes_left
    tale.do("wish", 0)
    assert tale.state.moon == 2, "at the table it came"


def test_all_numbers_of_players_think_alike() -> None:
    paces = {GAME.advisor(GAME.opening(n)).settings(middle(n, 1, 5)).pace for n in (1, 2, 3, 4)}
    assert len(paces) == 1


def test_a_shortlist_holds_allowed_answers_the_best_first() -> None:
    state = middle(3, 2, 20)
    while not isinstance(state.question, StoryPhase):
        state.apply(state.legal()[0])
    wide = shortlist(state, 8, 99.0)
    assert set(wide) <= set(state.legal()) and len(wide) == len(set(wide)) == min(8, len(state.legal()))
    assert shortlist(state, 8, 0.0)[0] == wide[0]
    assert len(shortlist(state, 3, 99.0)) == 3


def test_the_shortest_way_goes_through_all_rooms_to_the_door() -> None:
    almanac = policy_of(table("C21").state).evaluation.almanac
    garden, theater = room("garden"), room("theater")
    assert almanac.way(room("kitchen"), 0) == 1
    assert almanac.way(room("kitchen"), 1 << garden) == 2 + 3
    assert almanac.way(room("kitchen"), 1 << garden | 1 << theater) == 2 + 3
    assert almanac.way(garden, 1 << garden) == 3


@pytest.mark.parametrize("players", [1, 3])
def test_a_prospect_is_the_mean_of_the_odds_of_all_seats(players: int) -> None:
    state = middle(players, 5, 20)
    odds = 0.0
    for seat in range(players):
        odds += odds_of(state, seat, False)
    assert policy_of(state).prospect(state) == pytest.approx(chance(odds / players))


def test_playing_on_stops_when_so_many_turns_are_over() -> None:
    state = middle(2, 2, 20)
    while not isinstance(state.question, StoryPhase):
        state.apply(state.legal()[0])
    for turns in (1, 2):
        after = state.clone()
        policy_of(state).rollout(after, turns)
        assert after.over or after.turn - state.turn in (turns - 1, turns)
        assert after.over or isinstance(after.question, (WhoIsNext, StoryPhase))


# --- Learning --------------------------------------------------------------------------------------


def test_a_moment_should_have_hoped_for_what_came_next_and_how_it_ended() -> None:
    state = GAME.start(2, 3, {"concede": "off"})
    assert isinstance(state, Table)
    pupil = Pupil(policy_of(state), 500)
    won = pupil.play(state, seeded(1), 20)
    memory = pupil.memory
    assert 10 < memory.held < 500 and state.over
    last = memory.held - 1
    assert memory.good[last] == won, "the last one knows how it ended"
    next_hope = chance(pupil.recalled(last))
    assert memory.good[last - 1] == pytest.approx(PATIENCE * won + (1 - PATIENCE) * next_hope)


def test_learning_lessens_the_surprise() -> None:
    state = GAME.start(1, 4, {"concede": "off"})
    assert isinstance(state, Table)
    rng = seeded(2)
    pupil = GAME.lessons[0].pupil(state.opening, blank_weights(rng), 500)
    pupil.remember(pupil.live(state, rng, False, lambda t, chance: 0).moments)
    first = pupil.learn(64, 0.01, rng)
    pupil.learn(512, 0.01, rng)
    assert pupil.learn(64, 0.01, rng) < first


def test_moments_are_packed_and_remembered_as_they_were() -> None:
    state = GAME.start(2, 3, {"concede": "off"})
    assert isinstance(state, Table)
    pupil = Pupil(policy_of(state), 500)
    packed = pupil.live(state, seeded(1), False, lambda t, chance: 0).moments
    held, odds = pupil.memory.held, [pupil.recalled(moment) for moment in range(pupil.memory.held)]
    pupil.remember(packed + packed)
    assert pupil.memory.held == 2 * held
    again = [pupil.recalled(moment) for moment in range(2 * held)]
    assert again == pytest.approx(odds + odds, abs=1e-4)


# --- The search -----------------------------------------------------------------------------------


def test_rounds_of_a_council() -> None:
    assert [int(halvings(n)) for n in (1, 2, 3, 4, 5, 8)] == [1, 1, 2, 2, 3, 3]


def test_a_council_sees_the_way_out() -> None:
    satchel = [*FIVE, "military-cap"]
    tale = table("C23", "C30", "C06", coraline="living-room", beldam="living-room", satchel=satchel)
    council = HalvingSearch(GAME.advisor(tale.state.opening), SearchSettings(turns=1))
    council.run(tale.state, 0, seeded(1), 160, 0.0)
    assert council.answers[0] == act(v.PLAY, card("C23"))
    assert council.totals[0] == council.visits[0], "it always wins"


@pytest.mark.parametrize("players", [1, 2, 4])
def test_a_choice_does_not_depend_on_what_is_hidden(players: int) -> None:
    for seed in range(3):
        state = middle(players, seed, 22)
        worlds = [state, *(state.resampled(state.seat, seeded(n)) for n in range(3))]
        chosen = {int(Thinker("sharp", 64, 0.0).choose(world, seeded(5))) for world in worlds}
        assert len(chosen) == 1
