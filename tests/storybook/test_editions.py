"""The house edition keeps the ledger's counts and formulas; a broken edition is told precisely."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

import fabletop
from fabletop.cli.main import main
from fabletop.games.storybook.card_text import twist_text
from fabletop.games.storybook.edition import StorybookEdition, unbalanced
from fabletop.kernel.edition import BadEdition
from fabletop.kernel.question import Mistake

GAME = fabletop.game("storybook")
HOUSE = GAME.editions["house"].read_text("utf-8")


def house() -> StorybookEdition:
    edition = GAME.edition("house")
    assert isinstance(edition, StorybookEdition)
    return edition


# --- The house edition -----------------------------------------------------------------------------


@pytest.mark.rule("SB-COMP.1", "SB-COMP.2")
def test_three_sets_with_all_their_cards() -> None:
    edition = house()
    content = tomllib.loads(HOUSE)
    assert [entry["id"] for entry in content["set"]] == ["neverland", "wonderland", "arabian-nights"]
    for story in content["set"]:
        teams = [team for team in edition.teams if team.set == story["id"]]
        shapes = sorted((team.kind, team.side, len(team.faces)) for team in teams)
        assert shapes == [
            ("ally", "hero", 5),
            ("ally", "villain", 5),
            ("champion", "hero", 10),
            ("champion", "villain", 10),
        ]
    assert len(edition.faces) == 90
    assert len({face.id for face in edition.faces}) == 90
    assert len(edition.twists) == 24


@pytest.mark.rule("SB-COMP.4")
def test_leaders_points_and_sides() -> None:
    edition = house()
    for team in edition.teams:
        leaders = [face for face in team.faces if face.leader]
        assert len(leaders) == (1 if team.kind == "champion" else 0)
        points = sorted(face.points for face in team.faces)
        assert points == ([1, 2, 2, 2, 2, 3, 3, 3, 4, 5] if team.kind == "champion" else [1, 2, 2, 3, 3])
    assert len({face.sides for face in edition.faces}) == 90
    for team in edition.teams:
        for face in team.faces:
            assert unbalanced(face) == []


def test_hero_leaders_are_safe_on_their_open_flank() -> None:
    west = 3
    leaders = [face for team in house().teams if team.side == "hero" for face in team.faces if face.leader]
    assert [face.sides[west][1] for face in leaders] == [6, 6, 6]


def test_every_twist_says_in_words_what_it_needs_and_does() -> None:
    texts = [twist_text(twist) for twist in house().twists]
    assert len(set(texts)) == 24
    for twist, text in zip(house().twists, texts, strict=True):
        assert text.startswith("⧗") == bool(twist.hourglass)
        for row in (*twist.needs, *twist.does):
            if "named" in row:
                assert row["named"] in text
            for word, told in (("swords", "Sword"), ("shields", "Shield")):
                assert not row.get(word) or f"{row[word]:+} {told}" in text
            if row.get("do") in ("ap", "draw"):
                assert f"{row['n']}" in text


# --- Broken ones --------------------------------------------------------------------------------------


def swapped(old: str, new: str) -> str:
    assert old in HOUSE, f"{old!r} is not in house.toml"
    return HOUSE.replace(old, new, 1)


NIBS = '"Nibs",            points = 2, n = [5, 3]'
CLAW = 'does = [{ do = "slide", cards = "enemy" }]'
FIVE_DRAWS = '{ do = "draw", n = 1 }, ' * 5
PINNACLE = 'name = "Pinnacle of Good Form"\nteam = "peter-pan"'
# What is changed in the house edition, and what is then said.
BROKEN = {
    "another game": ('game = "storybook"', 'game = "chess"', "'chess' is not known"),
    "no title": ('title = "The Fabletop house edition"\n', "", "the file, title: is missing"),
    "empty name": ('name = "house"', 'name = " "', "name: must not be empty"),
    "version zero": ("version = 2", "version = 0", "version: expected a whole number from 1 to 9999"),
    "version as text": ("version = 2", 'version = "2"', "version: expected a whole number"),
    "unknown key": ("balanced =", "balancd =", "balancd: is not known here; did you mean 'balanced'?"),
    "unknown set": (
        'set = "neverland"',
        'set = "neverlan"',
        "team 'peter-pan' (hero champion), set: 'neverlan' is not known; did you mean 'neverland'?",
    ),
    "two sets alike": ('id = "wonderland"', 'id = "neverland"', "two sets of this id"),
    "unknown kind": ('kind = "champion"', 'kind = "hero"', "kind: 'hero' is not known"),
    "unknown side": ('side = "villain"', 'side = "vilain"', "did you mean 'villain'?"),
    "two teams alike": ('id = "alice"', 'id = "peter-pan"', "there are two hero champions of this id"),
    "points missing": (NIBS, NIBS.replace("points = 2, ", ""), "card 'NH07', points: is missing"),
    "points too many": (NIBS, NIBS.replace("= 2", "= 12"), "card 'NH07', points: expected a whole number"),
    "points as text": (NIBS, NIBS.replace("= 2", '= "2"'), "card 'NH07', points: expected a whole number"),
    "three numbers": (NIBS, NIBS.replace("[5, 3]", "[5, 3, 1]"), "'NH07', n: expected [swords, shields]"),
    "a side that is no list": (NIBS, NIBS.replace("[5, 3]", "5"), "card 'NH07', n: expected"),
    "a side missing": (NIBS, NIBS.replace(", n = [5, 3]", ""), "card 'NH07', n: is missing"),
    "card id twice": ('id = "NH07"', 'id = "NH06"', "card 'NH06': this id is already used"),
    "two leaders": (NIBS, NIBS + ", leader = true", "exactly one card with leader = true, not 2"),
    "no leader": ("leader = true", "leader = false", "exactly one card with leader = true, not 0"),
    "unknown mark": ('mark = "stated"', 'mark = "sated"', "mark: 'sated' is not known"),
    "formula broken": (
        NIBS,
        NIBS.replace("[5, 3]", "[5, 4]"),
        "card 'NH07' (Nibs): 2 x Swords + Shields is 29; a card of 2 points must cost 28",
    ),
    "unknown window": ('hourglass = ["battle"]', 'hourglass = ["batle"]', "did you mean 'battle'?"),
    "another side's team": (
        PINNACLE,
        PINNACLE.replace("peter-pan", "hook"),
        "team: 'hook' is not known",
    ),
    "too few twists": (PINNACLE, PINNACLE.replace("peter-pan", "alice"), "champion): has 1 twists, not 2"),
    "twist id twice": ('id = "NH-T2"', 'id = "NH-T1"', "'NH-T1' is already used by another twist"),
    "unknown step": ('do = "slide"', 'do = "glide"', "'glide' is not known; did you mean 'slide'?"),
    "unknown filter word": ('cards = "enemy" }', 'cards = "enemies" }', "did you mean 'enemy'?"),
    "nobody's cards": ('cards = "enemy" }', 'cards = "up" }', "does not say whose"),
    "unknown name": ('named = "Crocodile"', 'named = "Crocodil"', "did you mean 'Crocodile'?"),
    "enemy's name": ('cards = "my up facing", named', 'cards = "enemy up", named', "must say 'my'"),
    "hidden name": ('cards = "my up facing", named', 'cards = "my facing", named', "it must say 'up'"),
    "two of one": (
        'named = "Crocodile" }',
        'named = "Crocodile", count = 2 }',
        "count: expected a whole number",
    ),
    "it comes first": (CLAW, CLAW.replace("enemy", "it"), "but this is the first step"),
    "no steps": (CLAW, "does = []", "at least one step"),
    "too many steps": (CLAW, f"does = [{FIVE_DRAWS}]", "at most 4 steps, not 5"),
    "a step that is no table": (CLAW, 'does = ["slide"]', "does: entry 1: expected a table"),
    "need of two kinds": ("{ behind = 1 }", "{ behind = 1, hand = 1 }", "exactly one of cards, hand"),
    "need of no kind": ("{ behind = 1 }", "{ behnd = 1 }", "exactly one of cards, hand"),
    "unknown duration": ('until = "EOB"', 'until = "EOT"', "until: 'EOT' is not known"),
    "turns of five": ("turns = [1, 3]", "turns = [1, 5]", 'turns: expected "any" or a list'),
    "a branch without steps": ('[{ do = "draw", n = 3 }],', "[],", "two or three lists of steps"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_edition_is_told_precisely(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new, sentence = BROKEN[kind]
    path = tmp_path / "mine.toml"
    path.write_text(swapped(old, new), "utf-8")
    with pytest.raises(BadEdition) as caught:
        GAME.edition(path)
    assert sentence in str(caught.value)
    assert "mine.toml" in str(caught.value)
    if kind != "another game":
        assert main(["check", str(path)]) == 2
        assert sentence in capsys.readouterr().err


def test_what_is_not_toml_or_not_text_is_told(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("name = [", "utf-8")
    with pytest.raises(BadEdition, match=r"mine\.toml: 1 problem\n.*this is not TOML"):
        GAME.edition(path)
    path.write_bytes(b"name = \xff")
    with pytest.raises(Mistake, match="cannot be read as text"):
        GAME.edition(path)


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        swapped('named = "Crocodile"', 'named = "X"').replace("version = 2", "version = 0", 1), "utf-8"
    )
    with pytest.raises(BadEdition) as caught:
        GAME.edition(path)
    assert len(caught.value.problems) == 2


def test_an_edition_of_one_set_is_for_two_players_only(tmp_path: Path) -> None:
    content: list[Any] = HOUSE.split("\n[[")
    kept = [part for part in content if not any(story in part for story in ("wonderland", "arabian-nights"))]
    others = ("alice", "queen-of-hearts", "scheherazade", "magician", "mad-hatter", "genie")
    kept = [part for part in kept if not any(f'team = "{name}"' in part for name in others)]
    path = tmp_path / "small.toml"
    path.write_text("\n[[".join(kept), "utf-8")
    state = GAME.start(2, seed=1, edition=path)
    state.playout(fabletop.seeded(1))
    assert state.over
    with pytest.raises(Mistake, match="four players need two"):
        GAME.start(4, edition=path)


@pytest.mark.parametrize(
    ("players", "options", "sentence"),
    [
        (3, {}, "is for 2 or 4 players, not 3"),
        (2, {"heroine": "alice"}, "no option 'heroine' for 2 players: did you mean 'hero'?"),
        (2, {"hero": "alce"}, "option 'hero' cannot be 'alce': did you mean 'alice'?"),
        (2, {"hero": "hook"}, "option 'hero' cannot be 'hook'"),
        (2, {"stall": "maybe"}, "option 'stall' cannot be 'maybe'"),
        (2, {"hero2": "alice"}, "no option 'hero2' for 2 players"),
        (2, {"hero_twist": "NH-T1"}, "unless hero=peter-pan is given too"),
        (
            2,
            {"villain_ally": "genie", "villain_twist": "WV-T1"},
            "unless villain=queen-of-hearts is given too",
        ),
        (4, {"hero": "alice", "hero2": "alice"}, "are both 'alice': teammates differ"),
        (4, {"villain_ally": "genie", "villain2_ally": "genie"}, "are both 'genie': teammates differ"),
    ],
)
def test_wrong_options_are_told(players: int, options: dict[str, str], sentence: str) -> None:
    with pytest.raises(Mistake) as caught:
        GAME.start(players, options=options)
    assert sentence in str(caught.value)


def test_unknown_editions_and_seeds_are_told() -> None:
    with pytest.raises(Mistake, match="has no edition 'hause': did you mean 'house'"):
        GAME.start(2, edition="hause")
    with pytest.raises(Mistake, match=r"there is no edition .*nowhere\.toml"):
        GAME.start(2, edition="nowhere.toml")
    with pytest.raises(Mistake, match="a seed is a whole number"):
        GAME.start(2, seed="7")  # type: ignore[arg-type]
