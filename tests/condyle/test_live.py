"""A live table: Benny's time really passes, and nobody is asked about it (CC-R69)."""

from pathlib import Path

import pytest

from fabletop.games.condyle.game import GAME
from fabletop.kernel import replay
from fabletop.kernel.question import Mistake
from fabletop.kernel.rng import seeded
from fabletop.kernel.session import Session
from fabletop.kernel.state import LATER, NOBODY, RING, STILL

from .tables import Tale, table

HAUNTED = {"ghost": "on", "clock": "live", "first": "0", "cross": "auto"}


def live(stage: str = "move", seconds: int = 20, rules: int = 0, **more: object) -> Tale:
    base: dict[str, object] = {"at": {0: "TOWN", 1: "BEACH"}, "hands": {0: ["LOST"]}}
    tale = table(stage=stage, ghost="on", benny="WOODS", **{**base, **more})  # type: ignore[arg-type]
    state = tale.state
    state.terms = GAME.blank(GAME.opening(state.opening.players, HAUNTED, rules=rules)).terms
    state.clock = seconds * state.terms.second
    return tale


def to_the_slap(tale: Tale) -> Tale:
    if "stay" in tale.verbs:
        tale.do("stay")
    tale.stop()
    while "draw" in tale.verbs:
        tale.do("draw", 0)
    return tale


def session() -> Session:
    """A live game whose first turn has begun."""
    found = Session(GAME, 2, 5, HAUNTED)
    while found.state.alarm() == STILL:
        answer(found)
    return found


def answer(game: Session, spent: int = 0) -> None:
    game.play(int(game.state.seat), game.state.legal()[0], spent=spent)


def test_people_who_play_together_have_it_with_the_ghost() -> None:
    assert GAME.for_people(2, {"ghost": "hard"}, together=True).option("clock") == "live"
    assert GAME.for_people(2, {"ghost": "hard"}).option("clock") == "nominal"
    assert GAME.for_people(2, {"ghost": "on", "clock": "nominal"}, together=True).option("clock") == "nominal"
    assert GAME.for_people(2, {}, together=True).option("clock") == "nominal"
    assert GAME.opening(2, {"ghost": "on"}).option("clock") == "nominal"


@pytest.mark.rule("CC-R69", "CC-GHOST.7")
def test_nobody_is_offered_time_and_an_answer_takes_none() -> None:
    tale = live()
    assert tale.verbs == {"go", "stay"} and tale.refused("tick", 4) == "CC-R69"
    tale.do("stay")
    assert tale.state.alarm() == 20_000
    to_the_slap(tale)
    assert tale.verbs == {"slap"}, "the slap is the player's own"
    tale.do("slap")
    assert tale.turn == 1 and tale.state.screams == 0


@pytest.mark.rule("CC-R69", "CC-GHOST.5")
def test_he_screams_when_the_time_is_up() -> None:
    tale = live()
    tale.state.pass_time(19_999)
    assert tale.state.alarm() == 1 and tale.state.screams == 0
    tale.state.pass_time(1)
    tale.state.step(RING)
    assert tale.state.screams == 1 and tale.verbs == {"go", "stay"}, "the question is still there"
    assert 18_000 <= tale.state.alarm() <= 75_000
    assert tale.sees(1)["ghost"] == {"screams": 1, "heard": 1}


@pytest.mark.rule("CC-GHOST.8", "CC-R71")
def test_two_screams_in_a_turn_put_its_player_out_and_the_slap_parts_turns() -> None:
    tale = live(players=3)
    for _ in range(2):
        tale.state.pass_time(tale.state.alarm())
        tale.state.step(RING)
    assert not tale.state.is_live(0) and tale.turn == 1
    apart = to_the_slap(live())
    apart.state.pass_time(20_000)
    apart.state.step(RING)
    apart.do("slap")
    apart.state.pass_time(apart.state.alarm())
    apart.state.step(RING)
    assert apart.state.is_live(0) and apart.state.is_live(1) and apart.state.screams == 1


@pytest.mark.rule("CC-R72")
def test_amid_an_action_a_scream_waits() -> None:
    tale = live(stage="play", hands={0: ["SCARECROW", "LOST"]})
    tale.play("SCARECROW")
    assert tale.asked == 0 and tale.state.alarm() == LATER
    tale.state.pass_time(30_000)
    assert tale.state.alarm() == LATER and tale.state.screams == 0
    tale.do("number", tale.offered("number")[0])
    while tale.state.alarm() == LATER:
        tale.state.step(tale.state.legal()[0])
    assert tale.state.alarm() == 0 and tale.state.screams == 0
    tale.state.resampled(1, seeded(1))
    tale.state.step(RING)
    assert tale.state.screams == 1


@pytest.mark.rule("CC-R69")
def test_time_stands_still_while_others_are_asked() -> None:
    tale = live(stage="play", hands={0: ["AWAY FROM DANGER"], 1: ["LUCKY PASSERBY"]}, windows=True)
    tale.play("AWAY FROM DANGER")
    assert tale.asked == 1 and tale.state.alarm() == STILL
    assert Session(GAME, 2, 5, HAUNTED).state.alarm() == STILL, "before the first turn"


@pytest.mark.rule("CC-R69")
def test_nobody_can_tell_when_and_in_thought_time_is_counted() -> None:
    tale = live(seconds=70)
    tale.state.pass_time(40_000)
    rng = seeded(2)
    gaps = set()
    for _ in range(200):
        guess = tale.state.resampled(0, rng)
        gaps.add(int(guess.alarm()))
        assert tale.game.view(guess, 0) == tale.sees(0)
        assert guess.legal() == tale.state.legal()
    assert len(gaps) > 190 and 0 < min(gaps) < 2_000 and 33_000 < max(gaps) <= 35_000
    guess = tale.state.resampled(0, rng)
    left = guess.alarm()
    guess.step(guess.legal()[0])
    assert guess.alarm() == left - 6_000 or tale.game.view(guess, 0)["ghost"]["heard"]


@pytest.mark.rule("CC-R69", "CC-R70")
def test_a_live_game_replays_without_a_clock(tmp_path: Path) -> None:
    game = session()
    game.play(int(game.state.seat), game.state.legal()[0], spent=7_000)
    for _ in range(60):
        game.ring()
        for _ in range(4):
            if not game.over:
                answer(game, 1_500 if game.state.alarm() > 1_500 else 0)
        if game.over:
            break
    replay.save(game, tmp_path / "game.json")
    summary = replay.verify(tmp_path / "game.json")
    assert summary.over and summary.reworded == 0
    again = replay.resume(replay.load(tmp_path / "game.json"))
    assert again.journal.rows == game.journal.rows
    number = next(i for i, given in enumerate(game.actions) if given.seat == NOBODY)
    assert game.words(number + 1) == "Benny screams"
    text = (tmp_path / "game.json").read_text()
    (tmp_path / "other.json").write_text(text.replace('"spent": 7000', '"spent": 7001', 1))
    with pytest.raises(Mistake, match=r"that happens after \d+ milliseconds, not \d+"):
        replay.verify(tmp_path / "other.json")


@pytest.mark.rule("CC-R69")
def test_time_that_was_spent_stays_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "final", lambda game, opening: "")  # a game that knows undo
    game = session()
    alarm = int(game.state.alarm())
    seat = int(game.state.seat)
    with pytest.raises(Mistake, match="milliseconds"):
        answer(game, alarm)
    game.play(seat, game.state.legal()[0], spent=1_000)
    game.go_back_to(len(game.actions) - 1)
    assert game.owed == 1_000 and game.state.alarm() == alarm
    game.ring()
    assert game.last_ring == len(game.actions)
    assert game.can_undo(seat) is not None and "Benny screams" in str(game.can_undo(seat))


def test_before_the_first_ring_nothing_rings() -> None:
    game = Session(GAME, 2, 5, HAUNTED)
    with pytest.raises(Mistake, match="nothing by itself"):
        game.ring()
    assert game.last_ring == 0


def test_games_of_rules_1_have_time_among_their_answers() -> None:
    tale = live(rules=1)
    assert tale.offered("tick") == [1, 2, 4, 8, 16] and tale.state.alarm() == STILL
    tale.do("tick", 16).do("tick", 4)
    assert tale.state.screams == 1 and tale.asked == 0
