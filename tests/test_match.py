"""Matches: who sits where, what is counted, and that a match can be stopped and resumed."""

import json
import math
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fabletop
from fabletop import bots
from fabletop.bots import Bot
from fabletop.bots.chance import RandomBot
from fabletop.cli.main import main
from fabletop.kernel.state import State
from fabletop.lab.intervals import effective, wilson
from fabletop.lab.match import (
    Match,
    Played,
    Results,
    load,
    match_of,
    play_match,
    rotations,
    store,
    with_budget,
)
from fabletop.lab.rating import Table, ratings
from fabletop.lab.sim import play_out, shown_to
from fabletop.lab.standings import standings_of
from fabletop.lab.win_shares import points


def timeless(results: Results) -> list[Played]:
    """All but the times, which are never the same."""
    return [replace(results.played[number], times=()) for number in sorted(results.played)]


def played(match: Match, jobs: int = 1) -> Results:
    results = Results()
    assert not play_match(match, results, jobs)
    return results


# --- Who sits where --------------------------------------------------------------------


def test_every_rotation_that_differs_is_a_seating() -> None:
    assert rotations(("a", "b")) == [("a", "b"), ("b", "a")]
    assert len(rotations(("a", "b", "b", "b"))) == 4
    assert rotations(("a", "a")) == [("a", "a")]


def test_in_a_team_game_a_bot_takes_a_team() -> None:
    match = match_of("storybook", ["greedy", "random"], players=4, games=5)
    assert match.seats_of(0) == ["greedy", "random", "greedy", "random"]
    assert match.seats_of(1) == ["random", "greedy", "random", "greedy"]
    assert match.rounds == 3


def test_against_the_game_every_bot_plays_with_its_like() -> None:
    match = match_of("coraline", ["greedy", "random"], players=3, games=5)
    assert [match.seats_of(place) for place in range(2)] == [["greedy"] * 3, ["random"] * 3]
    assert match.games == 10


def test_a_lineup_is_rotated_over_the_seats_and_so_over_the_characters() -> None:
    match = match_of("unrelenting", lineup=["greedy", "random", "random", "random"], games=4)
    assert [match.seats_of(place).index("greedy") for place in range(4)] == [0, 3, 2, 1]


def test_all_pairs_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "make", lambda name: RandomBot())
    match = match_of("condyle", ["greedy", "random", "third"], games=2)
    assert match.lineups == (("greedy", "random"), ("greedy", "third"), ("random", "third"))


def test_seatings_of_a_deal_have_the_same_luck() -> None:
    """The same bot under two names: what the one seating gave the first, the other gives the second."""
    match = match_of("storybook", lineup=["random", "random"], games=3)
    twice = replace(match, lineups=(("random", "random"), ("random", "random")))
    results = played(twice)
    for first in range(0, twice.games, 2):
        one, other = results.played[first], results.played[first + 1]
        assert replace(one, number=0, times=()) == replace(other, number=0, times=())
    assert len({one.length for one in results.played.values()}) > 1


@pytest.mark.parametrize(
    ("returns", "sides", "parts"),
    [
        ((1.0, -1.0), ((0,), (1,)), [12, 0]),
        ((0.0, 0.0), ((0,), (1,)), [6, 6]),
        ((-1.0, 1.0, -1.0, 1.0), ((0, 2), (1, 3)), [0, 12]),
        ((1 / 3, 1 / 3, -1 / 3, -1 / 3), ((0,), (1,), (2,), (3,)), [6, 6, 0, 0]),
        ((1.0, 1.0), ((0, 1),), [12]),
        ((-1.0, -1.0), ((0, 1),), [0]),
        ((0.0,), ((0,),), [6]),
    ],
)
def test_a_win_is_shared_among_the_best(returns: Any, sides: Any, parts: list[int]) -> None:
    assert points(returns, sides) == parts


# --- What the bots are shown -----------------------------------------------------------------


def test_only_the_yardstick_is_shown_the_truth() -> None:
    game = fabletop.game("storybook")
    state = game.start(seed=1)

    def shown(name: str) -> State:
        return shown_to(bots.make(name), game, state, fabletop.seeded(1))

    for name in ("greedy", "sharp"):
        assert shown(name) is not state
        assert shown(name).rng.words() != state.rng.words()
    assert shown("clairvoyant") is not state
    assert shown("clairvoyant").rng.words() == state.rng.words()
    assert shown("random") is state  # it looks at nothing but the list of answers


def test_each_game_has_bots_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def make(name: str) -> Bot:
        made.append(name)
        return RandomBot()

    monkeypatch.setattr(bots, "make", make)
    game = fabletop.game("storybook")
    for _ in range(2):
        play_out(game, game.start(seed=1), ["a", "b"], 1)
    assert made == ["a", "b", "a", "b"]


# --- Stopping and resuming ---------------------------------------------------------------


def test_the_same_match_for_any_number_of_jobs() -> None:
    match = match_of("storybook", lineup=["random", "random"], games=6, seed=3)
    assert timeless(played(match, 1)) == timeless(played(match, 2))


@given(done=st.sets(st.integers(0, 5)))
@settings(max_examples=12, deadline=None)
def test_a_resumed_match_is_the_match(done: set[int], tmp_path_factory: pytest.TempPathFactory) -> None:
    match = match_of("storybook", ["random", "greedy"], games=6, options={"side": "heroes"}, seed=5)
    match = replace(match, lineups=(("random", "random"), ("random", "random")), rounds=3)
    whole = played(match)
    path = tmp_path_factory.mktemp("match") / "m.json"
    store(path, match, Results({number: whole.played[number] for number in done}))
    stored, results = load(path)
    assert stored == match
    assert sorted(results.played) == sorted(done)
    assert not play_match(stored, results, 1, out=path)
    assert timeless(results) == timeless(whole)
    assert timeless(load(path)[1]) == timeless(whole)


def test_ctrl_c_keeps_what_is_done_and_resume_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "m.json"
    arguments = [
        "match",
        "storybook",
        "--bots",
        "greedy,random",
        "--games",
        "6",
        "--jobs",
        "1",
        "--seed",
        "2",
    ]
    real = Match.seats_of
    calls: list[int] = []

    def tired(self: Match, place: int) -> list[str]:
        calls.append(place)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return real(self, place)

    with monkeypatch.context() as patch:
        patch.setattr(Match, "seats_of", tired)
        assert main([*arguments, "--out", str(path)]) == 0
    assert "stopped after 3 of 6 games; go on with: fabletop match --resume" in capsys.readouterr().err
    assert load(path)[1].games == 3
    assert main(["match", "--resume", str(path), "--jobs", "1"]) == 0
    assert "6 games of storybook" in capsys.readouterr().out
    whole = match_of("storybook", ["greedy", "random"], games=6, seed=2)
    assert timeless(load(path)[1]) == timeless(played(whole))
    assert not list(tmp_path.glob("*.new"))


def test_a_match_can_be_made_longer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "m.json"
    start = ["match", "storybook", "--lineup", "random,random", "--games", "2", "--out", str(path)]
    assert main(start) == 0
    assert main(["match", "--resume", str(path), "--games", "4"]) == 0
    match, results = load(path)
    assert timeless(results) == timeless(played(match_of("storybook", lineup=["random"] * 2, games=4)))
    capsys.readouterr()
    assert main(["match", "--resume", str(path), "--games", "1"]) == 2
    assert "has 4 rounds" in capsys.readouterr().err
    assert main(start) == 2
    assert "exists: go on with --resume" in capsys.readouterr().err
    assert match.rounds == 4


# --- What it says --------------------------------------------------------------------


def won_by(match: Match, winners: list[list[str]]) -> Results:
    """Results in which, round by round and seating by seating, the named bot wins."""
    results = Results()
    size = len(match.seatings)
    for round_, names in enumerate(winners):
        for place, name in enumerate(names):
            seats = match.seats_of(place)
            lucky = seats.index(name) if name in seats else -1
            returns = tuple(1.0 if seat == lucky else -1.0 for seat in range(len(seats)))
            number = round_ * size + place
            results.add(Played(number, returns, 10, tuple((5, 0.5, 0.25) for _ in seats)))
    return results


def test_a_match_of_known_results() -> None:
    match = match_of("condyle", ["greedy", "random"], games=40)
    found = standings_of(match, won_by(match, [["greedy", "greedy"], ["greedy", "random"]] * 10))
    first, second = found.standings
    assert (first.games, first.wins, first.losses, first.share) == (40, 30, 10, 0.75)
    assert (second.wins, second.share, second.fair) == (10, 0.25, 0.5)
    assert first.elo and second.elo
    assert first.elo.value == 0
    assert second.elo.value == pytest.approx(-400 * math.log10(3), abs=8)
    assert second.elo.low < second.elo.value < second.elo.high < 0
    assert first.moves == 200
    assert (first.wall, first.cpu) == pytest.approx((0.1, 0.05))
    assert found.mean_length == 10


def test_luck_of_the_deal_that_cancels_out_makes_it_surer() -> None:
    match = match_of("condyle", ["greedy", "random"], games=200)
    cancelled = standings_of(match, won_by(match, [["greedy", "random"]] * 100)).standings[0]
    doubled = standings_of(match, won_by(match, [["greedy"] * 2, ["random"] * 2] * 50)).standings[0]
    plain = 0.0682  # half of Wilson's interval for 100 of 200
    assert (cancelled.high - cancelled.low) / 2 < 0.6 * plain
    assert (doubled.high - doubled.low) / 2 > 1.3 * plain


@pytest.mark.parametrize(("share", "luck", "rounds"), [(0.5, 0.0, 20), (0.85, 0.12, 50), (0.7, 0.25, 100)])
def test_intervals_hold_the_truth_95_times_of_100(share: float, luck: float, rounds: int) -> None:
    """Two seatings of each deal; what the deal gives to the one, it takes from the other."""
    chance = Random(5)
    held = 0
    for _ in range(800):
        deals = [chance.choice((-luck, luck)) for _ in range(rounds)]
        shares = [((chance.random() < share + d) + (chance.random() < share - d)) / 2 for d in deals]
        worth = effective(shares, 2)
        low, high = wilson(sum(shares) / rounds * worth, worth)
        held += low <= share <= high
    assert 0.93 <= held / 800 <= 0.985


def test_one_against_three_of_equal_strength_is_zero() -> None:
    names = ["greedy", "random", "random", "random"]
    match = match_of("unrelenting", lineup=names, games=40)
    rounds = [["greedy", "random", "random", "random"]] * 10
    found = standings_of(match, won_by(match, rounds))
    assert found.standings[0].fair == 0.25
    assert found.standings[0].share == 0.25
    assert found.standings[1].elo
    assert abs(found.standings[1].elo.value) < 12


def test_incomplete_rounds_do_not_count() -> None:
    match = match_of("condyle", ["greedy", "random"], games=4)
    results = won_by(match, [["greedy", "greedy"], ["random"]])
    assert standings_of(match, results).games == 2
    assert standings_of(match, Results()).games == 0


def test_co_operation_is_compared_on_the_same_deals() -> None:
    match = match_of("coraline", ["random", "greedy"], games=10, players=2)
    results = Results()
    for round_ in range(10):
        for place, won in enumerate((round_ < 2, round_ < 6)):
            worth = 1.0 if won else -1.0
            results.add(Played(2 * round_ + place, (worth, worth), 5, ((1, 0.0, 0.0),) * 2))
    found = standings_of(match, results)
    assert [one.share for one in found.standings] == [0.2, 0.6]
    (pair,) = found.comparisons
    assert (pair.bot, pair.both, pair.alone, pair.other, pair.seeds) == ("greedy", 2, 4, 0, 10)
    assert pair.difference.value == pytest.approx(0.4)
    assert pair.ratio and pair.ratio[0] == pytest.approx(3)
    assert found.standings[0].elo is None


def test_elo_of_known_shares() -> None:
    pair = Table({"a": 1, "b": 1}, {"a": 750.0, "b": 250.0})
    found = ratings(["a", "b"], [pair])
    assert found["b"].value == pytest.approx(-190.8, abs=1)
    # Jeffreys' interval of 250 of 1000 is 0.2239 to 0.2775
    assert found["b"].low == pytest.approx(-400 * math.log10(0.7761 / 0.2239), abs=8)
    assert found["b"].high == pytest.approx(-400 * math.log10(0.7225 / 0.2775), abs=8)


def test_elo_of_a_whitewash_is_finite() -> None:
    found = ratings(["a", "b"], [Table({"a": 1, "b": 1}, {"a": 100.0, "b": 0.0})])
    assert -3000 < found["b"].low < found["b"].value < found["b"].high < -500


def test_elo_adds_up_over_pairs() -> None:
    odds = {("a", "b"): 3.0, ("b", "c"): 3.0, ("a", "c"): 9.0}
    tables = [
        Table({one: 1, other: 1}, {one: 4000 * k / (k + 1), other: 4000 / (k + 1)})
        for (one, other), k in odds.items()
    ]
    found = ratings(["a", "b", "c"], tables)
    assert found["b"].value == pytest.approx(-190.8, abs=2)
    assert found["c"].value == pytest.approx(-381.7, abs=3)


# --- Bad input -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"names": []}, "either the bots that meet each other, or the lineup"),
        ({"names": ["greedy"]}, "1 bots do not fill 2 sides"),
        ({"names": ["greedy", "greedy"]}, "named twice"),
        ({"names": ["greedy", "grumpy"]}, "there is no bot 'grumpy'"),
        ({"games": 0}, "0 games cannot be played"),
        ({"names": [], "lineup": ["greedy"]}, "a bot for each side: 2, not 1"),
        ({"game": "coraline", "names": [], "lineup": ["greedy"]}, "there is no lineup"),
        ({"budget": "200"}, "takes the budget '200'"),
        ({"seed": "x"}, "a seed is a whole number"),
        ({"players": 7}, "2 or 4 players, not 7"),
        ({"options": {"colour": "red"}}, "has no option 'colour'"),
    ],
)
def test_a_match_that_cannot_be(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(fabletop.Mistake, match=words):
        match_of(**{"game": "storybook", "names": ["greedy", "random"], **wrong})


def test_a_budget_goes_to_those_who_take_one(monkeypatch: pytest.MonkeyPatch) -> None:
    known = ("greedy", "sharp", "sharp:500", "sharp:200")

    def make(name: str) -> Bot:
        if name not in known:
            raise fabletop.Mistake("no")
        return Bot()

    monkeypatch.setattr(bots, "make", make)
    assert with_budget(["sharp", "sharp:500", "greedy"], "200") == ["sharp:200", "sharp:500", "greedy"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "cannot be read"),
        ("[]", "not a stored match"),
        ('{"format": "fabletop match 1"}', "cannot be resumed"),
        ('{"format": "fabletop match 1", "match": {"lineups": 3}, "games": []}', "cannot be resumed"),
    ],
)
def test_a_file_that_is_no_match(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    path.write_text(text)
    with pytest.raises(fabletop.Mistake, match=words):
        load(path)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"lineups": [["greedy"]]}, "lineups do not fit"),
        ({"lineups": [["greedy", "grumpy"]]}, "there is no bot 'grumpy'"),
        ({"rounds": 0}, "it has no game 0"),
        ({"game": "chess"}, "chess"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_stored_match_is_checked(change: dict[str, Any], words: str, tmp_path: Path) -> None:
    match = match_of("storybook", ["greedy", "random"], games=2)
    path = tmp_path / "m.json"
    store(path, match, won_by(match, [["greedy", "random"]]))
    content = json.loads(path.read_text())
    content["match"] |= change
    path.write_text(json.dumps(content))
    with pytest.raises(fabletop.Mistake, match=words):
        load(path)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "which GAME"),
        (["storybook"], "give either --bots a,b or --lineup"),
        (["storybook", "--bots", "a,,b"], "names of bots"),
        (["--resume", "nowhere.json"], "there is no match 'nowhere.json'"),
    ],
)
def test_bad_words_on_the_command_line(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["match", *arguments]) == 2
    assert words in capsys.readouterr().err


def test_what_is_said_when_resuming_must_agree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "m.json"
    store(path, match_of("storybook", ["greedy", "random"], games=2), Results())
    for wrong, words in (
        (["condyle"], "has game 'storybook', not 'condyle'"),
        (["--seed", "9"], "has seed 0, not 9"),
        (["--bots", "a,b"], "--bots cannot be given"),
        (["--option", "side=heroes"], "has options {}"),
    ):
        assert main(["match", *wrong, "--resume", str(path)]) == 2
        assert words in capsys.readouterr().err


def test_a_file_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "no" / "m.json")
    assert main(["match", "storybook", "--bots", "greedy,random", "--games", "1", "--out", out]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_match_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "coraline", "--bots", "random", "--games", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["match"]["game"] == "coraline"
    assert found["standings"][0]["games"] == 2
