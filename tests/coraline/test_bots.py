"""What bots know of this game: hope, the convention, and the council that looks further."""

from argparse import Namespace
from pathlib import Path

import pytest
from librt.vecs import vec
from mypy_extensions import i64
from tools import teach_coraline as teach

from fabletop.bots.halving import HalvingSearch, halvings
from fabletop.bots.thinker import Thinker
from fabletop.games.coraline import table as t
from fabletop.games.coraline.convention import PLAN, follow, prospect, think
from fabletop.games.coraline.hope import EYES, SIGHTS, hope, look
from fabletop.games.coraline.learning import MOMENTS, PATIENCE, Pupil, blank_weights
from fabletop.games.coraline.net import UNITS, Net, chance
from fabletop.games.coraline.state import Coraline
from fabletop.kernel.action import act
from fabletop.kernel.advisor import SearchSettings
from fabletop.kernel.rng import seeded
from fabletop.kernel.state import MOST_ACTIONS

from .tables import GAME, card, room, table

FIVE = ["key", "globe", "circus-eye", "garden-eye", "theater-eye"]


def middle(players: int, seed: int, answers: int) -> Coraline:
    """A table after some random answers, with the game still on."""
    state = GAME.start(players, seed, {"concede": "off"})
    rng = seeded(seed)
    while state.moves < answers:
        legal = state.legal()
        state.apply(legal[rng.below(len(legal))])
        if state.over:
            return middle(players, seed + 1000, answers)
    assert isinstance(state, Coraline)
    return state


def shortlist(state: Coraline, most: int = 8, margin: float = 0.4) -> list[int]:
    out = vec[i64]([0] * MOST_ACTIONS)
    return [int(out[i]) for i in range(state.shortlist(out, most, margin))]


# --- Hope ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_hope_sees_nothing_that_is_hidden(players: int) -> None:
    rng = seeded(9)
    for seed in range(6):
        state = middle(players, seed, 25)
        for seat in range(players):
            seen = set()
            for _ in range(5):
                world = state.resampled(seat, rng)
                assert isinstance(world, Coraline)
                EYES.refresh()
                seen.add(hope(world, seat, False))
            assert len(seen) == 1


def test_what_changed_since_the_last_look_adds_up_to_a_fresh_look() -> None:
    one, other = middle(2, 3, 20), middle(2, 4, 30)
    EYES.refresh()
    hope(one, 0, False)
    stepwise = hope(other, 1, True)
    EYES.refresh()
    assert hope(other, 1, True) == pytest.approx(stepwise)


def test_the_weights_fit_what_is_seen() -> None:
    for players in (1, 2, 3, 4):
        assert len(GAME.blank(GAME.opening(players)).terms.net.weights) == (SIGHTS + 1) * UNITS + 1
    state = middle(4, 1, 30)
    look(state, 2, True, EYES)
    assert all(0 <= EYES.what[i] < SIGHTS for i in range(EYES.count))
    assert len({int(EYES.what[i]) for i in range(EYES.count)}) == EYES.count


def test_hope_falls_with_the_moon_and_grows_with_treasures() -> None:
    def odds(moon: int, satchel: list[str]) -> float:
        tale = table("C21", "C11", moon=moon, satchel=satchel, coraline="kitchen")
        EYES.refresh()
        return chance(hope(tale.state, 0, False))

    assert odds(1, FIVE[:3]) > odds(5, FIVE[:3])
    assert odds(3, FIVE[:4]) > odds(3, FIVE[:1])


# --- The convention --------------------------------------------------------------------------------


def test_a_turn_is_thought_through_to_its_end_and_no_further() -> None:
    state = table("C21", "C11", deck=["C01"], woes=["B01"]).state
    before = state.sealed
    think(state)
    assert state.sealed == before and state.turn == 1, "only a copy was played on"
    follow(state)
    assert state.turn == 2 or state.over


def test_the_convention_wins_when_it_can() -> None:
    satchel = [*FIVE, "military-cap"]
    tale = table("C23", "C30", "C06", coraline="living-room", beldam="living-room", satchel=satchel)
    think(tale.state)
    assert PLAN.answers[0] == act(t.PLAY, card("C23"))
    follow(tale.state)
    assert tale.state.ending == t.WON


def test_a_shortlist_holds_allowed_answers_the_best_first() -> None:
    state = middle(3, 2, 20)
    while state.top() != t.F_STORY:
        state.apply(state.legal()[0])
    wide = shortlist(state, 8, 99.0)
    assert set(wide) <= set(state.legal()) and len(wide) == len(set(wide)) == min(8, len(state.legal()))
    assert shortlist(state, 8, 0.0)[0] == wide[0]
    assert len(shortlist(state, 3, 99.0)) == 3


def test_the_shortest_way_goes_through_all_rooms_to_the_door() -> None:
    box = table("C21").state.box
    garden, theater = room("garden"), room("theater")
    assert box.way(room("kitchen"), 0) == 1
    assert box.way(room("kitchen"), 1 << garden) == 2 + 3
    assert box.way(room("kitchen"), 1 << garden | 1 << theater) == 2 + 3
    assert box.way(garden, 1 << garden) == 3


@pytest.mark.parametrize("players", [1, 3])
def test_a_prospect_is_the_mean_of_what_all_seats_hope(players: int) -> None:
    state = middle(players, 5, 20)
    odds = 0.0
    for seat in range(players):
        EYES.refresh()
        odds += hope(state, seat, False)
    assert prospect(state) == pytest.approx(chance(odds / players))


def test_playing_on_stops_when_so_many_turns_are_over() -> None:
    state = middle(2, 2, 20)
    while state.top() != t.F_STORY:
        state.apply(state.legal()[0])
    for turns in (1, 2):
        after = state.clone()
        after.play_on(turns, 0)
        assert after.over or after.turn - state.turn in (turns - 1, turns)
        assert after.over or after.top() in (t.F_NEXT, t.F_STORY)


# --- Learning --------------------------------------------------------------------------------------


def test_a_moment_should_have_hoped_for_what_came_next_and_how_it_ended() -> None:
    state = GAME.start(2, 3, {"concede": "off"})
    assert isinstance(state, Coraline)
    pupil = Pupil(state.terms.net)
    won = pupil.play(state, seeded(1), 20)
    memory = pupil.memory
    assert 10 < memory.held < MOMENTS and state.over
    last = memory.held - 1
    assert memory.won[last] == won, "the last one knows how it ended"
    memory.recall(last)
    EYES.refresh()
    next_hope = chance(pupil.net.answer(EYES))
    assert memory.won[last - 1] == pytest.approx(PATIENCE * won + (1 - PATIENCE) * next_hope)


def test_learning_lessens_the_surprise() -> None:
    state = GAME.start(1, 4, {"concede": "off"})
    assert isinstance(state, Coraline)
    rng = seeded(2)
    pupil = Pupil(Net(blank_weights(rng)))
    state.terms.net = pupil.net
    pupil.play(state, rng, 20)
    first = pupil.learn(64, 0.01, rng)
    pupil.learn(512, 0.01, rng)
    assert pupil.learn(64, 0.01, rng) < first


def test_a_lesson_that_was_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(teach, "MOMENTS", 64)
    args = Namespace(rounds=2, games=1, rate=0.003, seed=1, edition="house", to=tmp_path)
    lesson = teach.Lesson(args, 1)
    lesson.round = 1
    lesson.pupil.steps = 7.0
    lesson.keep()
    again = teach.Lesson(args, 1)
    again.resume()
    assert (again.round, again.pupil.steps, again.still) == (1, 7.0, teach.STILL)
    assert list(again.pupil.net.weights) == list(lesson.pupil.net.weights)
    assert again.rng.words() == lesson.rng.words()
    again.teach()
    assert len(teach.read(tmp_path / "1.txt")) == len(lesson.pupil.net.weights)
    assert not (tmp_path / "1.part.json").exists()


# --- The council -----------------------------------------------------------------------------------


def test_rounds_of_a_council() -> None:
    assert [int(halvings(n)) for n in (1, 2, 3, 4, 5, 8)] == [1, 1, 2, 2, 3, 3]


def test_a_council_sees_the_way_out() -> None:
    satchel = [*FIVE, "military-cap"]
    tale = table("C23", "C30", "C06", coraline="living-room", beldam="living-room", satchel=satchel)
    council = HalvingSearch(GAME.advisor(tale.state.opening), SearchSettings(turns=1))
    council.run(tale.state, 0, seeded(1), 160, 0.0)
    assert council.answers[0] == act(t.PLAY, card("C23"))
    assert council.totals[0] == council.visits[0], "it always wins"


@pytest.mark.parametrize("players", [1, 2, 4])
def test_a_choice_does_not_depend_on_what_is_hidden(players: int) -> None:
    for seed in range(3):
        state = middle(players, seed, 22)
        worlds = [state, *(state.resampled(state.seat, seeded(n)) for n in range(3))]
        chosen = {int(Thinker("sharp", 64, 0.0).choose(world, seeded(5))) for world in worlds}
        assert len(chosen) == 1
