"""The house edition keeps the ledger's counts and formulas; a broken edition is told precisely."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

import fabletop
from fabletop.cli.main import main
from fabletop.games.storybook.card_text import twist_text
from fabletop.games.storybook.edition import unbalanced
from fabletop.games.storybook.faces import StorybookEdition
from fabletop.games.storybook.notation import Which
from fabletop.kernel.edition import BadEdition
from fabletop.kernel.effects.nodes import all_steps
from fabletop.kernel.question import Mistake

GAME = fabletop.game("storybook")
HOUSE = GAME.editions["house"].read_text("utf-8")
CORPUS = Path(__file__).resolve().parents[1] / "corpus/0.1.0/editions"


HERE = [(1, 0), (0, -1), (0, 1), (1, 1)]


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
        needed = [value for test in twist.needs for value in test.values]
        for value in [*needed, *(value for step in all_steps(twist.does) for value in step.values)]:
            if isinstance(value, Which) and value.named >= 0:
                assert twist.names.card(value.named) in text
        for step in all_steps(twist.does):
            if step.verb.name == "BUFF":
                for gain, told in zip(step.values[1:3], ("Sword", "Shield"), strict=True):
                    assert not gain or f"{gain:+} {told}" in text
            if step.verb.name in ("AP", "DRAW"):
                assert f"{step.values[0]}" in text


# --- Broken ones --------------------------------------------------------------------------------------


def swapped(old: str, new: str) -> str:
    assert old in HOUSE, f"{old!r} is not in house.toml"
    return HOUSE.replace(old, new, 1)


DUEL = "hero = [[1, 0], [0, -1]]"
NIBS = '"Nibs",            points = 2, n = [5, 3]'
CLAW = 'does = "SLIDE(enemy)"'
FIVE_DRAWS = "; ".join(["DRAW(1)"] * 5)
PINNACLE = 'name = "Pinnacle of Good Form"\nteam = "peter-pan"'
# What is changed in the house edition, and what is then said.
BROKEN = {
    "another game": ('game = "storybook"', 'game = "chess"', "'chess' is not known"),
    "no title": ('title = "The Fabletop house edition"\n', "", "the file, title: is missing"),
    "empty name": ('name = "house"', 'name = " "', "name: must not be empty"),
    "version zero": ("version = 4", "version = 0", "version: expected a whole number from 1 to 9999"),
    "version as text": ("version = 4", 'version = "4"', "version: expected a whole number"),
    "unknown key": ("balanced =", "balancd =", "balancd: is not known here; did you mean 'balanced'?"),
    "no such spaces": ("[spaces.team]", "[spaces.teams]", "'teams' is not known; did you mean 'team'?"),
    "a role of spaces missing": ("villain2 = [[1, 1], [2, 1]]\n", "", "spaces.team, villain2: is missing"),
    "spaces that are none": (DUEL, DUEL.replace("[1, 0]", "1"), "expected a space [x, y], two whole numbers"),
    "one space": (DUEL, DUEL.replace("[1, 0], ", ""), "so there are 2 spaces, not 1"),
    "a space far away": (DUEL, DUEL.replace("[1, 0]", "[10, 0]"), "[10, 0] is too far away: at most 9"),
    "the Leader's space": (DUEL, DUEL.replace("[1, 0]", "[0, 0]"), "hero: [0, 0] is the Leader's"),
    "a space twice": ("villain = [[0, 1]", "villain = [[1, 0]", "villain: [1, 0] is taken already"),
    "a lonely space": (
        "villain = [[0, 1]",
        "villain = [[3, 3]",
        "spaces.duel, villain: [3, 3] is beside no card that lies there by then",
    ),
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
    "unknown window": ('hourglass = ["battle"]', 'hourglass = ["batle"]', "did you mean 'battle'?"),
    "another side's team": (
        PINNACLE,
        PINNACLE.replace("peter-pan", "hook"),
        "team: 'hook' is not known",
    ),
    "too few twists": (PINNACLE, PINNACLE.replace("peter-pan", "alice"), "champion): has 1 twists, not 2"),
    "twist id twice": ('id = "NH-T2"', 'id = "NH-T1"', "'NH-T1' is already used by another twist"),
    "unknown step": ("SLIDE(enemy)", "GLIDE(enemy)", "there is no step 'GLIDE'; did you mean 'SLIDE'?"),
    "unknown filter word": (CLAW, CLAW.replace("enemy", "enemies"), "did you mean 'enemy'?"),
    "nobody's cards": (CLAW, CLAW.replace("enemy", "up"), "does not say whose"),
    "unknown name": ("(Crocodile up facing)", "(Crocodil up facing)", "did you mean 'Crocodile'?"),
    "enemy's name": ("(Crocodile up facing)", "(Crocodile enemy up)", "is always one of your own"),
    "hidden name": ("(Crocodile up facing)", "(Crocodile facing)", "it must say 'up'"),
    "two of one": ("(Crocodile up facing)", "(Crocodile up facing) >= 2", "there is only one Crocodile"),
    "it comes first": (CLAW, CLAW.replace("enemy", "it"), "but this is the first step"),
    "it comes first in a branch": ("| DRAW(3)", "| SLIDE(it)", "but this is the first step"),
    "no steps": (CLAW, 'does = ""', "does: must not be empty"),
    "too many steps": (CLAW, f'does = "{FIVE_DRAWS}"', "at most 4 steps, not 5"),
    "too many steps in a branch": ("| DRAW(3)", f"| {FIVE_DRAWS}", "at most 4 steps, not 5"),
    "a step that is no text": (CLAW, "does = 5", "does: expected a text in quotes"),
    "an old step": (CLAW, 'does = [{ do = "glide", cards = "enemy" }]', "there is no step 'GLIDE'"),
    "a face-up card revealed": (
        "REVEAL(2, any down)",
        "REVEAL(2, any)",
        "is for face-down cards only",
    ),
    "a hidden card spun": (
        "SPIN(my up ally, any)",
        "SPIN(my, any)",
        "face-up cards only: add 'up'",
    ),
    "unknown need": ('"behind >= 1"', '"behnd >= 1"', "'behnd' is no condition; did you mean 'behind'?"),
    "unknown duration": ("EOB)", "EOT)", "expected 'EOB', 'SONT' or 'EONT', not 'EOT'"),
    "turns of five": ("facing, 1/3)", "facing, 1/5)", "expected a number from 0 to 3, not '5'"),
    "a branch without steps": ("| DRAW(3) |", "| |", "expected a step, not '|'"),
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


def test_a_broken_formula_is_told_and_holds_no_game_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(swapped(NIBS, NIBS.replace("[5, 3]", "[5, 4]")), "utf-8")
    sentence = "card 'NH07' (Nibs): 2 x Swords + Shields is 29; a card of 2 points must cost 28"
    (told,) = GAME.edition(path).unbalanced
    assert told.endswith(sentence)
    assert main(["check", str(path)]) == 0
    assert f"Unbalanced: team 'peter-pan', {sentence}" in capsys.readouterr().out


def test_twists_that_do_the_same_are_found(tmp_path: Path) -> None:
    assert house().notes == ()
    path = tmp_path / "mine.toml"
    path.write_text(swapped('hourglass = ["battle"]\nturn = "enemy"\n', "hourglass = []\n"), "utf-8")
    assert GAME.edition(path).notes == (
        "No Room, No Room and A Riddle with No Answer do the same: "
        "own turn, cards(enemy up facing): SPIN(enemy up facing, 1/3)",
    )


def test_the_cards_of_an_older_notation_are_the_same(tmp_path: Path) -> None:
    """Also a card whose name cannot stand in a program: it is called by its id."""
    old = (CORPUS / "storybook-e229529f85a9eb28.toml").read_text("utf-8")
    path = tmp_path / "old.toml"
    path.write_text(old.replace('"Crocodile"', '"Croc, the odile"'), "utf-8")
    found = GAME.edition(path)
    assert isinstance(found, StorybookEdition)
    texts = [twist_text(twist).replace("Croc, the odile", "Crocodile") for twist in found.twists]
    former = GAME.read_edition(GAME.former["house-0.1"])
    assert isinstance(former, StorybookEdition)
    assert texts == [twist_text(twist) for twist in former.twists]
    assert GAME.convert_edition(HOUSE) == HOUSE


def test_games_of_former_editions_find_them_by_their_digests() -> None:
    former = [GAME.read_edition(path) for path in GAME.former.values()]
    assert [edition.version for edition in former] == [2, 3] and house().version == 4
    assert all(GAME.edition_by(edition.digest) is edition for edition in former)
    assert GAME.editions.keys() == {"house"}


@pytest.mark.rule("SB-R3", "SB-R4")
def test_the_first_spaces_are_the_editions(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(swapped(DUEL, "hero = [[-1, 0], [-2, 0]]"), "utf-8")
    for edition, places in ((path, [(-1, 0), (-2, 0), (0, 1), (1, 1)]), ("house", HERE)):
        state = GAME.start(2, seed=1, edition=edition)
        filled = []
        while state.turn == 0:  # type: ignore[attr-defined]
            filled += [GAME.view(state, None)["filling"]]
            state.apply(state.legal()[0])
        assert [place for place in filled if place] == places


@pytest.mark.rule("SB-R35")
def test_an_edition_that_names_no_spaces_has_the_usual_ones(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    start, end = HOUSE.index("[spaces.duel]"), HOUSE.index("[[set]]\nid")
    path.write_text(HOUSE[:start] + HOUSE[end:], "utf-8")
    found, usual = GAME.edition(path), house()
    assert isinstance(found, StorybookEdition) and found.cards and usual.cards
    assert found.cards.duel_spaces == usual.cards.duel_spaces
    assert found.cards.team_spaces == usual.cards.team_spaces


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
        swapped("cards(Crocodile up facing)", "cards(X)").replace("version = 4", "version = 0", 1), "utf-8"
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
