"""`fabletop teach`: the seed alone decides what is learnt; it says of what, and bots say so elsewhere."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from fabletop.bots.thinker import Thinker
from fabletop.cli.main import main
from fabletop.games import game, names
from fabletop.kernel.game import Opening
from fabletop.kernel.question import Mistake
from fabletop.kernel.rng import seeded
from fabletop.kernel.teaching import Learnt, Lived, read_learnt, write_learnt
from fabletop.lab import teaching
from fabletop.lab.teaching import Told, plan_of, teach
from fabletop.lab.workers import play_games

HOUSE = Path(__file__).parent.parent / "src/fabletop/games/unrelenting/editions/house.toml"


def taught(to: Path, jobs: int = 1, seed: int = 1) -> bytes:
    assert teach(plan_of("unrelenting", seed=seed, rounds=2, games=1), to, jobs)
    return (to / "weights.txt").read_bytes()


def test_the_seed_alone_decides_what_is_learnt(tmp_path: Path) -> None:
    once = taught(tmp_path / "one")
    assert taught(tmp_path / "two", jobs=2) == once
    assert taught(tmp_path / "other", seed=2) != once
    assert not (tmp_path / "one" / teaching.PART).exists()


def test_bots_search_by_what_the_pupil_knows_so_far(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the first round, when nothing is known, greedy bots play; then search, by ever new weights."""
    advised: list[list[float]] = []
    taken = Thinker.take_advice

    def take_advice(self: Thinker, opening: Opening, advisor: Any) -> None:
        advised.append(list(advisor.evaluation.weights))
        taken(self, opening, advisor)

    monkeypatch.setattr(Thinker, "take_advice", take_advice)
    assert teach(plan_of("storybook", rounds=3, games=1), tmp_path, 1)
    second, third = advised[0], advised[2]
    assert advised[:4] == [second, second, third, third], "one bot a seat, in the rounds after the first"
    assert any(second) and any(third) and second != third
    assert read_learnt(tmp_path / "duel.txt").weights != third


def test_a_lesson_may_look_further_around_than_bots_at_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was learnt comes of the same games, whatever bots do with it later."""
    made: list[dict[str, Any]] = []

    def thinker(name: str, walks: int, seconds: float, overrides: dict[str, Any]) -> Thinker:
        made.append(overrides)
        return Thinker(name, walks, seconds, overrides=overrides)

    class Silent:
        def live(self, *args: object) -> Lived:
            return Lived(0.0, b"")

    condyle = game("condyle")
    monkeypatch.setattr(teaching, "Thinker", thinker)
    for lesson in condyle.lessons:
        monkeypatch.setattr(type(lesson), "pupil", lambda *args: Silent())
        round_ = teaching.Round("condyle", lesson.name, "house", 1, lesson.blank(seeded(1)), naive=False)
        round_.prepare()(0)
    assert made == [{}] * 2 + [{"explore": 2.0}] * 3 + [{"explore": 2.0}] * 4


def test_what_was_stopped_goes_on_to_the_same_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan, rounds = plan_of("unrelenting", rounds=3, games=1), 0

    def stopping(*args: object, **options: object) -> object:
        nonlocal rounds
        rounds += 1
        work = play_games(*args, **options)  # type: ignore[arg-type, var-annotated]
        work.stopped = rounds == 3
        return work

    told: list[Told] = []
    monkeypatch.setattr(teaching, "play_games", stopping)
    assert not teach(plan, tmp_path / "stopped", 1, report=told.append)
    assert not (tmp_path / "stopped" / "weights.txt").exists(), "bots do not play with half of it"
    assert teach(plan, tmp_path / "stopped", 1, report=told.append)
    assert [one.round for one in told] == [1, 2, 3]
    assert teach(plan, tmp_path / "straight", 1)
    assert (tmp_path / "stopped/weights.txt").read_bytes() == (tmp_path / "straight/weights.txt").read_bytes()


def test_something_else_does_not_go_on_from_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(teaching.Course, "teach", lambda *args: False)
    assert not teach(plan_of("unrelenting", rounds=2, games=2), tmp_path, 1)
    with pytest.raises(Mistake, match="half taught, with seed 1, not 2"):
        teach(plan_of("unrelenting", seed=2, rounds=2, games=2), tmp_path, 1)


def test_it_can_begin_with_what_is_known(tmp_path: Path) -> None:
    unrelenting = game("unrelenting")
    lesson = unrelenting.lessons[0]
    plan = plan_of("unrelenting", rounds=1, games=1, begin=str(unrelenting.learnt_in))
    known = unrelenting.learnt(unrelenting.opening())
    assert known is not None
    assert list(teaching.Course(unrelenting, lesson, plan, tmp_path).pupil.weights) == known.weights


def test_what_is_learnt_carries_edition_and_rules(tmp_path: Path) -> None:
    taught(tmp_path)
    found, opening = read_learnt(tmp_path / "weights.txt"), game("unrelenting").opening()
    assert (found.edition, found.rules) == (opening.edition.digest, opening.rules_version)
    assert found.fits(opening) and opening.edition.title in found.title
    write_learnt(tmp_path / "again.txt", found)
    assert read_learnt(tmp_path / "again.txt") == found


def test_a_file_that_was_not_learnt_is_refused(tmp_path: Path) -> None:
    (tmp_path / "1.txt").write_text("# no numbers\nnone")
    with pytest.raises(Mistake, match=r"1\.txt is nothing that was learnt"):
        read_learnt(tmp_path / "1.txt")


def test_what_bots_of_another_day_learnt_is_refused(tmp_path: Path) -> None:
    condyle = game("condyle")
    opening = condyle.opening(2)
    (tmp_path / "2.txt").write_text("1.0 2.0 3.0")
    with pytest.raises(
        Mistake, match=r"2\.txt has 3 numbers, and the bots of .* weigh \d+: fabletop teach condyle"
    ):
        condyle.learnt(opening, tmp_path)
    plan = plan_of("condyle", rounds=1, games=1, begin=str(tmp_path))
    with pytest.raises(Mistake, match="has 3 numbers"):
        teaching.Course(condyle, condyle.lessons[0], plan, tmp_path)


def test_games_without_lessons_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["teach", "condyle-solo"]) == 2
    said = capsys.readouterr().err
    assert (
        "learn nothing" in said
        and "written by hand" in said
        and "condyle, coraline, storybook, unrelenting can be taught" in said
    )


@pytest.mark.parametrize("name", [name for name in names() if game(name).lessons])
def test_bots_say_when_they_learnt_another_edition(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    one = game(name)
    players = one.lessons[0].opening("house").players
    opening = one.opening(players)
    learnt = one.learnt(opening)
    assert learnt is not None and learnt.title and learnt.edition, (
        "the committed ones know where they are from"
    )
    fitting = Learnt(learnt.weights, opening.edition.digest, opening.rules_version, "the house's")
    monkeypatch.setattr(type(one), "learnt", lambda self, opening: fitting)
    assert one.unlearnt(opening) == ""
    older = one.opening(players, rules=one.older_rules[0])
    assert "learnt this game with the house's" in one.unlearnt(older)


def test_the_terminal_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("quit\n"))
    edition = tmp_path / "mine.toml"
    edition.write_text(HOUSE.read_text("utf-8") + "\n# mine\n", "utf-8")
    main(
        [
            "play",
            "unrelenting",
            "--edition",
            str(edition),
            "--seats",
            "me,greedy,greedy,sharp:8",
            "--plain",
            "--fast",
        ]
    )
    assert "The bots learnt this game" in capsys.readouterr().out
