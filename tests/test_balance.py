"""Studies of balance: what is drawn, what is counted, how sure it is, and the page that shows it."""

import builtins
import json
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import fabletop
from fabletop.cli.commands.balance import shortened
from fabletop.cli.main import main
from fabletop.games import ours
from fabletop.kernel.game import Use
from fabletop.kernel.journal import Journal
from fabletop.lab.balance import Counts, Finished, Numbers, Pairs, Score, Strata, Study, parts_of, study_of
from fabletop.lab.changes import changes, flat
from fabletop.lab.describing import about_of
from fabletop.lab.findings import (
    COUNT,
    FLAG,
    NUMBER,
    PERCENT,
    POINTS,
    RANGE,
    SPAN,
    WORDS,
    Chart,
    Section,
    columns,
    findings,
)
from fabletop.lab.formatting import cell
from fabletop.lab.openings import draw_options, drawn_names
from fabletop.lab.page import INSTALL, page
from fabletop.lab.tally import Record
from fabletop.lab.workers import play_games

GAMES = [(name, players) for name in ours() for players in fabletop.game(name).players]
HOUSE = fabletop.game("storybook").editions["house"]


def studied(study: Study, games: int, jobs: int = 1) -> Any:
    work = play_games(study, games, jobs)
    assert not work.stopped
    return work.tally


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An edition with one card changed."""
    path = tmp_path_factory.mktemp("edition") / "mine.toml"
    text = HOUSE.read_text(encoding="utf-8").replace("balanced = true", "balanced = false")
    changed = text.replace("e = [2, 6], s = [2, 2], w = [1, 6]", "e = [2, 6], s = [2, 4], w = [1, 6]")
    assert changed != text
    path.write_text(changed, encoding="utf-8")
    return path


# --- What a game tells ---------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_every_card_has_one_fate_for_each_seat(name: str, players: int) -> None:
    game = fabletop.game(name)
    drawn: Counter[bool] = Counter()
    played: Counter[bool] = Counter()
    for seed in range(3):
        journal = Journal()
        state = game.begin(game.opening(players), fabletop.seeded(seed), journal)
        state.playout(fabletop.seeded(seed))
        uses = game.uses(state, journal.rows)
        assert len({(use.seat, use.kind, use.card) for use in uses}) == len(uses)
        assert all(0 <= use.seat < players for use in uses)
        drawn.update(use.drawn for use in uses)
        played.update(use.played for use in uses)
        seats = sorted(seat for side in game.sides(players) for seat in side)
        assert seats == list(range(players))
        assert len(game.cast(state)) == players
    assert set(drawn) == set(played) == {True, False}


def test_storybook_knows_what_was_drawn_and_played() -> None:
    """By another road: what its owner ever saw was drawn, and what ever lay on the table was played."""
    game = fabletop.game("storybook")
    journal = Journal()
    state = game.begin(game.opening(2), fabletop.seeded(4), journal)
    seen, laid = set(), set()
    rng = fabletop.seeded(9)
    while True:
        for view in (game.view(state, seat) for seat in range(2)):
            seen |= set(re.findall(r'"card": "(\w+)"', json.dumps(view)))
            laid |= {one["card"] for one in view["table"] if one.get("card")}
        if state.over:
            break
        state.apply(state.legal()[rng.below(len(state.legal()))])
    uses = [use for use in game.uses(state, journal.rows) if use.kind == "card"]
    leaders = {"NH01", "WH01", "AH01"}  # they begin on the table, so nobody draws them
    assert {use.card for use in uses if use.drawn} == seen - leaders
    assert {use.card for use in uses if use.played} == laid - leaders
    assert {use.card for use in uses if not use.drawn}
    assert {entry["side"] for entry in game.cast(state)} == {"Heroes", "Villains"}


# --- What is drawn and counted ---------------------------------------------------------------


def test_what_players_would_choose_is_drawn_evenly() -> None:
    game = fabletop.game("storybook")
    opening = game.opening(2)
    names = drawn_names(game, 2, opening.edition, (), (), False)
    chance = fabletop.seeded(1)
    drawn = [draw_options(opening, names, chance).options for _ in range(300)]
    for name, values in (("side", 2), ("hero", 3), ("villain_ally", 3), ("hero_twist", 12)):
        counts = Counter(options[name] for options in drawn)
        assert len(counts) == values
        assert min(counts.values()) > 0.4 * 300 / values
    assert drawn_names(game, 2, opening.edition, (), (), True) == ()
    assert drawn_names(game, 2, opening.edition, ("hero",), ("stall",), True) == ("stall",)
    assert "hero" not in drawn_names(game, 2, opening.edition, ("hero",), (), False)


def test_a_side_that_has_a_thing_twice_has_it_once() -> None:
    cast = [{"side": "H", "who": "a"}, {"side": "V", "who": "b"}, {"side": "H", "who": "c"}, {"side": "V"}]
    found = parts_of(((0, 2), (1, 3)), [12, 0], cast, {"stall": "on"})
    assert found["side", "H"] == (1, 12)
    assert found["who", "c"] == (1, 12)
    assert found["seat", "1 and 3"] == (1, 12)
    assert found["side with stall=on", "V"] == (1, 0)
    assert parts_of(((0, 1),), [12], [{}, {}], {"x": "y"}) == {
        ("all together", "all"): (1, 12),
        ("option x", "y"): (1, 12),
    }


def finished(won: int, *uses: Use) -> Finished:
    return Finished(
        Record((1.0,), 5, {"ended": "well", "turns": 3}),
        {("a", "b"): (1, won)},
        {},
        tuple((use, won) for use in uses),
    )


def test_counts_of_known_games() -> None:
    counts = Counts()
    for won, drawn in ((12, True), (12, True), (0, False), (6, False)):
        counts.add(finished(won, Use(0, "card", "c1", "One", drawn, drawn)))
    score = counts.shares["a", "b"]
    assert (score.games, score.wins, score.shared, score.share) == (4, 2, 1, 0.625)
    card = counts.cards["card", "c1", "One"]
    assert card.drawn.with_it == {1: Score(2, 24, 2, 0)}
    assert card.drawn.without == {0: Score(2, 6, 0, 1)}
    assert list(card.drawn.rows()) == []  # nobody without it drew as many cards


def test_strata_are_compared_within() -> None:
    strata = Strata()
    for had, number, part in ((True, 3, 12), (False, 3, 0), (True, 4, 12)):
        strata.add(had, number, part)
    assert list(strata.rows()) == [(1, 1.0, 1, 0.0)]


def test_the_same_study_for_any_number_of_jobs() -> None:
    study = study_of("storybook", "random", seed=2, vary=["stall"])
    alone, together = studied(study, 8, 1), studied(study, 8, 2)
    assert alone == together
    assert [section.as_json() for section in findings(study, alone)] == [
        section.as_json() for section in findings(study, together)
    ]


def test_shares_of_a_study_add_up() -> None:
    study = study_of("condyle", "random", players=3, vary=["winter"])
    counts = studied(study, 12)
    for kind in ("seat", "turn"):
        rows = [score for (key, _), score in counts.shares.items() if key == kind]
        assert [score.games for score in rows] == [12] * 3
        assert sum(score.parts for score in rows) == 12 * 12
    assert sum(one.count for one in counts.options.values()) == 12
    titles = [section.title for section in findings(study, counts)]
    assert {
        "Options",
        "Length",
        "Wins by seat",
        "What each Act is worth",
        "How the last one went out",
    } <= set(titles)


def test_what_may_be_declined_is_counted_as_offered_and_as_taken() -> None:
    study = study_of("coraline", "random", players=2)
    counts = studied(study, 4)
    (section,) = [section for section in findings(study, counts) if section.title == "Offers"]
    rows = {row[0]: row[1:3] for row in section.rows}
    assert sum(offered for offered, _ in rows.values()) == counts.offers.total()
    offered, taken = rows["PLACE"]
    assert 0 < taken < offered and taken == counts.offers["PLACE", True]


def test_games_without_an_end_are_broken_off_and_told(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two greedy orphans may walk around TOWN for ever."""
    monkeypatch.setattr("fabletop.lab.sim.LONGEST", 50)
    for study in (study_of("storybook"), study_of("storybook", edition=str(mine), against="house")):
        found = studied(study, 12)
        assert found.games == 12 and 0 < found.ended < 12 and found.ended + found.endless == 12
        assert dict(about_of(study, found))["without an end"].startswith(f"{found.endless} ")
        counts = found.after if isinstance(found, Pairs) else found
        assert max(counts.tally.lengths) <= 50 and findings(study, found)
    monkeypatch.setattr("fabletop.lab.sim.LONGEST", 5)
    assert findings(study, studied(study, 2)) == []


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_study_of_every_game(name: str, players: int) -> None:
    study = study_of(name, "random", players=players)
    sections = findings(study, studied(study, 2))
    assert sections
    for section in sections:
        assert all(len(row) == len(section.columns) for row in section.rows)
        json.dumps(section.as_json())


# --- Two editions ------------------------------------------------------------------------


def test_games_that_a_changed_card_never_enters_are_alike(mine: Path) -> None:
    study = study_of("storybook", "random", edition=str(mine), against="house", options={"hero": "alice"})
    pairs = studied(study, 5)
    assert pairs.same == 5
    assert all(gaps.total == gaps.squares == 0 for gaps in pairs.shares.values())
    changed = study_of(
        "storybook", "greedy", edition=str(mine), against="house", options={"hero": "peter-pan"}
    )
    found = studied(changed, 12)
    assert found.same < 12
    assert found.before != found.after


def test_pairs_for_any_number_of_jobs(mine: Path) -> None:
    study = study_of("storybook", "random", edition=str(mine), against="house", seed=8)
    alone = studied(study, 6, 1)
    assert alone == studied(study, 6, 2)
    sections = {section.title: section for section in findings(study, alone)}
    assert {"Wins by champion", "Wins by side", "What each card is worth", "Numbers"} <= set(sections)


def test_pairs_of_known_games() -> None:
    pairs = Pairs()
    use = Use(0, "card", "c1", "One", True, False)
    for before, after in ((0, 12), (0, 12), (12, 12), (12, 0)):
        pairs.add((finished(before, use), finished(after, use)))
    assert pairs.shares["a", "b"] == Numbers(4, 12, 3 * 144)
    assert pairs.cards["card", "c1", "One"] == Numbers(4, 12, 3 * 144)
    assert pairs.same == 1
    assert pairs.numbers["answers"] == Numbers(4, 0, 0)
    assert pairs.facts["ended", "well"] == Numbers(4, 0, 0)


def test_what_differs_between_two_editions(mine: Path) -> None:
    found = changes(fabletop.game("storybook"), "house", str(mine))
    assert found == [
        "balanced: True → False",
        "team champion hero peter-pan, cards NH02, s: [2, 2] → [2, 4]",
    ]


def test_every_value_of_a_file_has_a_place() -> None:
    content = {"name": "x", "card": [{"id": "a", "does": "p"}, {"id": "a", "does": "q"}], "list": [1, 2]}
    assert dict(flat(content, "")) == {
        "name": "x",
        "card a, does": "p",
        "card a (2), does": "q",
        "list": [1, 2],
    }


# --- The page ----------------------------------------------------------------------------


class Reader(HTMLParser):
    """Collects the tags of a page, and checks that they are closed."""

    void = ("meta", "br", "link", "img")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.void:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


@pytest.fixture(scope="module")
def html(mine: Path) -> str:
    study = study_of("storybook", "random", vary=["stall"])
    compared = study_of("storybook", "random", edition=str(mine), against="house")
    sections = findings(study, studied(study, 12)) + findings(compared, studied(compared, 4))
    return page("A <study>", [("game", "storybook & friends")], sections)


def test_the_page_needs_nothing_from_elsewhere(html: str) -> None:
    assert "://" not in html
    reader = Reader()
    reader.feed(html)
    assert not reader.open
    for tag, attributes in reader.tags:
        assert tag not in ("script", "link", "img", "iframe", "object", "use", "image")
        for name in ("src", "href", "xlink:href", "srcset", "data", "action"):
            value = attributes.get(name)
            assert value is None or value.startswith("#"), (tag, attributes)
    assert not re.search(r"@import|url\(", html)


def test_every_chart_is_described_and_has_its_table(html: str) -> None:
    sections = re.findall(r"<section.*?</section>", html, flags=re.DOTALL)
    charts = [section for section in sections if "<svg" in section]
    assert len(charts) >= 15
    for section in sections:
        assert section.count("<table>") == 1
        assert section.count("<caption>") == 1
        assert 'scope="row"' in section
        assert 'scope="col"' in section
    for section in charts:
        assert section.count("<svg") == 1
        assert re.search(r'<svg role="img" aria-label="[^"]+"', section)
        labels = set(re.findall(r"<text[^>]*>([^<]+)</text>", section))
        rows = re.findall(r'<th scope="row" class="words">([^<]*)</th>', section)
        assert rows
        if "What each" not in section:
            assert set(rows) <= labels | {row for row in rows if len(row) > 30}


def test_the_page_is_for_light_and_dark_and_escapes_words(html: str) -> None:
    assert "prefers-color-scheme: dark" in html
    assert "currentColor" in html
    assert "A &lt;study&gt;" in html
    assert "storybook &amp; friends" in html
    assert html.startswith("<!doctype html>")
    assert '<html lang="en">' in html


def test_without_its_packages_the_page_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name.partition(".")[0] in ("jinja2", "altair", "vl_convert"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    out = tmp_path / "page.html"
    assert main(["balance", "storybook", "--games", "1", "--html", str(out)]) == 2
    assert INSTALL in capsys.readouterr().err
    assert not out.exists()


# --- The command -------------------------------------------------------------------------


def test_balance_in_the_terminal_and_in_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    html, data = tmp_path / "b.html", tmp_path / "b.json"
    arguments = ["balance", "storybook", "--bot", "random", "--games", "6", "--jobs", "1"]
    assert main([*arguments, "--html", str(html), "--json", str(data)]) == 0
    out = capsys.readouterr().out
    assert "Wins by champion" in out
    assert "95 % interval" in out
    assert "<svg" in html.read_text(encoding="utf-8")
    found = json.loads(data.read_text(encoding="utf-8"))
    assert found["about"]["games"] == "6, seed 0"
    side = next(section for section in found["sections"] if section["title"] == "Wins by side")
    assert [row["games"] for row in side["rows"]] == [6, 6]
    assert main([*arguments, "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out) == found


def test_balance_against_another_edition(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["balance", "storybook", "--bot", "random", "--games", "3", "--jobs", "1"]
    assert main([*arguments, "--edition", str(mine), "--against", "house"]) == 0
    out = capsys.readouterr().out
    assert "changed: team champion hero peter-pan, cards NH02, s: [2, 2] → [2, 4]" in out
    assert "compared with: house" in out


def test_balance_that_is_stopped_says_what_it_has(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = Study.play

    def tired(self: Study, *rest: Any) -> Any:
        if rest[-1] == 3:
            raise KeyboardInterrupt
        return real(self, *rest)

    monkeypatch.setattr(Study, "play", tired)
    assert main(["balance", "storybook", "--bot", "random", "--games", "9", "--jobs", "1"]) == 0
    found = capsys.readouterr()
    assert "stopped after 3 of 9 games" in found.err
    assert "games: 3, seed 0" in found.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess"], "chess"),
        (["storybook", "--games", "0"], "0 games cannot be played"),
        (["storybook", "--bot", "grumpy"], "there is no bot 'grumpy'"),
        (["storybook", "--budget", "200"], "takes the budget '200'"),
        (["storybook", "--vary", "stal"], "did you mean 'stall'"),
        (["storybook", "--vary", "stall", "--option", "stall=on"], "both given and to be varied"),
        (["storybook", "--against", "house"], "the same: there is nothing to compare"),
        (["storybook", "--against", "nowhere.toml"], "there is no edition 'nowhere.toml'"),
        (["storybook", "--players", "3"], "2 or 4 players, not 3"),
        (["storybook", "--games", "1", "--bot", "random", "--json", "no/where.json"], "cannot be written"),
    ],
)
def test_a_study_that_cannot_be(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["balance", *arguments]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        (WORDS, "Alice", "Alice"),
        (COUNT, 12, "12"),
        (PERCENT, 0.4567, "45.7 %"),
        (POINTS, -0.0345, "-3.5"),
        (NUMBER, 48.567, "48.57"),
        (RANGE, (0.1, 0.25), "10.0–25.0 %"),
        (SPAN, (-0.1, 0.25), "-10.0 to +25.0"),
        (FLAG, "high", "▲ high"),
        (PERCENT, None, "-"),
    ],
)
def test_cells(kind: str, value: Any, text: str) -> None:
    assert cell(kind, value) == text


def test_a_long_table_shows_both_ends_in_the_terminal() -> None:
    head = columns(("name", WORDS), ("impact", POINTS), ("flag", FLAG))
    rows: list[tuple[Any, ...]] = [(str(n), n / 100, "") for n in range(40)]
    rows.append(("unknown", None, ""))
    section = Section("Cards", "", head, rows, Chart("name", "impact", flag="flag"))
    shown, note = shortened(section)
    assert [row[0] for row in shown] == [str(n) for n in [*range(39, 27, -1), *range(11, -1, -1)]]
    assert "of 41" in note
