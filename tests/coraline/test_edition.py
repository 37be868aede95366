"""Editions of Coraline: the house edition reads, and mistakes in one's own are named precisely."""

import json
from pathlib import Path

import pytest

from fabletop.cli.main import main
from fabletop.games.coraline import cards as c
from fabletop.games.coraline.card_text import card_text
from fabletop.games.coraline.edition import read_edition
from fabletop.games.coraline.language import CORALINE_WORDS
from fabletop.kernel.edition import BadEdition
from fabletop.kernel.effects.nodes import Steps
from fabletop.kernel.effects.vocabulary import notation

from .tables import GAME, HOUSE

FILE = GAME.former["house-0.1"]
TEXT = FILE.read_text("utf-8")


def problems(tmp_path: Path, *changes: tuple[str, str]) -> list[str]:
    text = TEXT
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    path = tmp_path / "mine.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(BadEdition) as bad:
        read_edition(path)
    return bad.value.problems


def test_marks_say_where_things_come_from() -> None:
    marks = {room.id: room.mark for room in HOUSE.rooms}
    marks |= {one.id: one.mark for one in HOUSE.characters}
    marks |= {one.id: one.mark for one in HOUSE.coraline}
    assert (marks["kitchen"], marks["circus"], marks["wybie"], marks["cat"]) == (
        "stated",
        "designed",
        "reported",
        "designed",
    )
    assert marks["C30"] == "stated"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "REVEAL(1, Garden)",
            "REVEL(1, Garden)",
            "column 30: there is no step 'REVEL'; did you mean",
        ),
        ("REVEAL(1, Garden)", "REVEAL(1, Gardn)", "column 40: 'Gardn' is no room; did you mean 'garden'?"),
        ("REVEAL(1, Garden)", "REVEAL(9, Garden)", "column 37: expected a number from 1 to 5, not '9'"),
        ("REVEAL(1, Garden)", "REVEAL(1)", "column 38: REVEAL lacks a room, several parted by '/', any,"),
        ("REVEAL(1, Garden)", "REVEAL(1, there", "column 45: expected ')', not the end"),
        ("PLACE(Cat, here)", "PLACE(Cta, here)", "there is no character 'Cta'"),
        ("PLACE(Cat, here)", "PLACE(Beldam, here)", "write BELDAM(...) to move her"),
        ("REVEAL(2, any)", "REVEAL(2, there)", "no PLACE comes before it"),
        ("IF(HELPER:", "IF(HELPR:", "'HELPR' is no condition; did you mean 'HELPER'?"),
        ("IF(HELPER: ", "IF(HELPER ", "expected ':' and the steps that follow"),
        ("CHOOSE(DROP(1) | MOON(1))", "CHOOSE(DROP(1))", "CHOOSE(a | b) has 2 to 3 branches, not 1"),
        ('does = "MOON(1)"', 'does = "HUSH"', "HUSH is for Coraline cards only"),
        ('does = "ESCAPE"', 'does = "MOON(1)"', "exactly one coraline card has ESCAPE (CO-WIN.1), not 0"),
        ('does = "ESCAPE"', 'does = "ESCAPE; AGAIN"', "ESCAPE ends the game: it stands alone"),
        ('needs = ["Looking Stone"]', 'needs = ["Looking Glass"]', "there is no object 'Looking Glass'"),
        ('kind = "starter"', 'kind = "treasure"', "a Treasure begins in a room; say which"),
        ('home = "bedroom"', 'home = "attic"', "there is no room 'attic'"),
        ('id = "kitchen"', 'id = "cellar"', "there is no room 'kitchen' (CO-SETUP.2)"),
        ("column = 3\nrow = 2", "column = 5\nrow = 5", "not every room can be reached"),
        ("column = 3\nrow = 2", "column = 2\nrow = 2", "two rooms lie in column 2, row 2"),
        ('id = "C02"', 'id = "C01"', "coraline cards: two have the id 'C01' (CO-COMP.5)"),
        ('name = "Long Fingers"', 'nmae = "Long Fingers"', "is not known here; did you mean 'name'?"),
        ("DROP(1, T)", "DROP(1, X)", "expected 'T' or nothing, not 'X'"),
        ("PLACE(helper, home)", "PLACE(Cat, home)", "nobody of these has a home"),
    ],
)
def test_a_mistake_is_named_with_its_place(tmp_path: Path, old: str, new: str, said: str) -> None:
    found = problems(tmp_path, (old, new))
    assert any(said in problem for problem in found), found


def test_all_mistakes_are_named_at_once(tmp_path: Path) -> None:
    changes = [
        ("REVEAL(1, Garden)", "REVEL(1, Garden)"),
        ("DROP(2)", "DORP(2)"),
        ('"circus"\nmark = "rep', '"cirkus"\nmark = "rep'),
    ]
    found = problems(tmp_path, *changes)
    assert len(found) >= 3
    assert any(problem.startswith("coraline card 'C01', does:") for problem in found)
    assert any(problem.startswith("beldam card 'B11', does:") for problem in found)


def read(text: str) -> Steps:
    return CORALINE_WORDS.read(text, HOUSE.names)


def test_every_card_is_read_again_from_its_own_notation() -> None:
    for one in [*HOUSE.coraline, *HOUSE.beldam]:
        assert read(notation(one.does, HOUSE.names)) == one.does


def test_what_may_be_typed_is_described() -> None:
    told = json.loads(json.dumps(CORALINE_WORDS.describe(HOUSE.names)))
    place = next(verb for verb in told["verbs"] if verb["name"] == "PLACE")
    assert [one["kind"] for one in place["arguments"]] == ["character", "place"]
    assert "helper" in place["arguments"][0]["offers"] and "Kitchen" in place["arguments"][1]["offers"]


def test_cards_that_do_the_same_are_noted(capsys: pytest.CaptureFixture[str]) -> None:
    twins = "B11 (Double the Stakes) and B14 (Slippery Hands) do the same: CHOOSE(DROP(2) | MOON(1))"
    note = f"{twins} (CO-COMP.5)"
    assert HOUSE.notes == (note,)
    assert main(["check", str(FILE)]) == 0
    assert f"Note: {note}" in capsys.readouterr().out


def test_both_ways_of_writing_a_limit_are_read() -> None:
    assert read("CORALINE(<=2)") == read("CORALINE(≤2)")
    assert read("IF(T≥3: MOON(1))") == read("IF(T>=3: MOON(1))")
    assert read("REMOVE(≤2 here)") == read("REMOVE(<=2 here)")


@pytest.mark.rule("CO-R18", "CO-R1")
def test_an_edition_of_ones_own_is_played_by_the_same_rules(tmp_path: Path) -> None:
    """A Coraline card with a choice, a Beldam card that stalks and removes: nobody wrote code for them."""
    path = tmp_path / "mine.toml"
    text = TEXT.replace('does = "CORALINE(<=3)"', 'does = "CHOOSE(CORALINE(any) | BELDAM(stalk 2)); HIDE(1)"')
    text = text.replace('does = "MOON(1)"', 'does = "REMOVE(<=2 here); REVEAL(1, any); COLLECT(1)"', 1)
    path.write_text(text.replace('name = "house"', 'name = "mine"', 1), "utf-8")
    edition = read_edition(path)
    words = card_text(edition, edition.coraline[20])
    assert words == (
        "You may choose one: move Coraline to any room, or move the Beldam 2 steps toward Coraline. "
        "You may turn 1 revealed Treasure on the board to the hidden side."
    )
    for players in (1, 3):
        for seed in range(6):
            state = GAME.start(players, seed, edition=edition)
            while not state.over:
                legal = state.legal()
                assert len(GAME.ask(state, int(state.seat)).options) == len(legal)
                state.apply(legal[(seed + int(state.moves) * 5) % len(legal)])
                assert state.opening.game.audit(state) == []
    assert edition.box.victory == c.CARDS - 1
