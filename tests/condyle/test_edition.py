"""The edition's file: what is wrong with one, in words, and that words and programs agree."""

import re
from pathlib import Path

import pytest

from fabletop.games.condyle import cards as c
from fabletop.games.condyle.convert import converted
from fabletop.games.condyle.edition import read_edition
from fabletop.games.condyle.game import GAME
from fabletop.games.condyle.program import VOCABULARY, CardWriter, read
from fabletop.kernel.edition import BadEdition
from fabletop.kernel.effects.engine import NEXT
from fabletop.kernel.effects.kinds import Names
from fabletop.kernel.effects.reader import BadEffect
from fabletop.kernel.effects.vocabulary import notation

from .tables import HOUSE

NAMES = Names(space=[(space.name,) for space in HOUSE.spaces])
TEXT = (GAME.home / "editions" / "house.toml").read_text("utf-8")


def problems(tmp_path: Path, old: str, new: str) -> list[str]:
    assert old in TEXT
    file = tmp_path / "mine.toml"
    head, mark, body = TEXT.partition('name = "house"')  # the comment at the top names steps, too
    file.write_text(head + mark + body.replace(old, new, 1), "utf-8")
    with pytest.raises(BadEdition) as caught:
        read_edition(file)
    return caught.value.problems


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('SPOOKED", count = 1', 'SPOOKED", count = 2', "there are 41 base Options cards, not 40"),
        (
            "MOVE(other, 3)",
            "MUVE(other, 3)",
            "card 'spooked', effect: line 1, column 1: there is no step 'MUVE'; did you mean 'MOVE'?",
        ),
        ("MOVE(other, 3)", "MOVE(otter, 3)", "column 6: expected 'you', 'other', 'others'"),
        ("MOVE(other, 3)", "MOVE(other, x)", "column 13: expected spaces like 3, 2/4 or <=3, not 'x'"),
        ("MOVE(other, 3)", "MOVE(other, 3", "column 14: expected ')', not the end"),
        (
            "STEAL(others@OPEN FIELD, hand, 1)",
            "STEAL(others@OPEN FEILD, hand, 1)",
            "there is no space 'OPEN FEILD'",
        ),
        ("CANCEL(self)", "PEEK(1)", "there are 2 Defensive cards, not 4"),
        ('effect = "HAND_SAFE"', 'effect = "HAND_SAVE"', "'HAND_SAVE' is no rule that can hold here"),
        ("HOLD(MOVE+1)", "HOLD(FLY)", "HOLD(FLY): is no rule"),
        ('id = "cemetery"', 'id = "graveyard"', "there is no space of the id 'cemetery'"),
        ("ELIMINATE(you)", "RECOVER(you, 1, bottom)", "none of its Acts is a Boogeyman"),
        ("TRADE_PLACES(other)", "ELIMINATE(you)", "an Options card cannot ELIMINATE"),
        ('solo = "move", steps = 4', 'solo = "move"', "say how far the Boogeyman goes"),
        ('marks = "sss"', 'marks = "xyz"', "expected three letters of s, v, r, d"),
        ('game = "condyle"', 'game = "condyle"\ncolour = 3', "colour: is not known here"),
        ("HOLD(HAND_SAFE)", "RECOVER(you, 1, bottom)", "a Haunted card is Permanent"),
    ],
)
def test_what_is_wrong_is_said_precisely(tmp_path: Path, old: str, new: str, words: str) -> None:
    found = problems(tmp_path, old, new)
    assert any(words in problem for problem in found), found


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(TEXT.replace("MOVE(other, 3)", "MUVE(x)").replace("PEEK(2)", "LUUK(aod)"), "utf-8")
    with pytest.raises(BadEdition, match="problems"):
        read_edition(file)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("may DRAW(you, 1)", "column 1: DRAW cannot be optional"),
        ("may IF(moved: DRAW(you, 1))", "not before IF"),
        ("may RECOVER(all, 1, bottom)", "only be optional for you"),
        ("IF(hungry: DRAW(you, 1))", "'hungry' is no condition"),
        ("MOVE(other, 1); STEAL(other, pile, 1)", "names one player"),
        ("DRAW(you, 1) DRAW(you, 1)", "column 14: expected ';'"),
        ("LOSE(you, either, all)", "takes a number"),
        ("CHOOSE(PASS | END_TURN)", "CHOOSE is not for these cards"),
        ("DRAW(you, 1, 2)", "takes 2 of what stands in"),
        ("STEAL(all, hand, 1)", "column 7: expected 'other', 'others', 'it', 'any' or 'next', not 'all'"),
        ("; ".join(["PASS"] * 7), "at most 6 steps"),
        ("", "expected a step"),
    ],
)
def test_programs_that_cannot_be(text: str, words: str) -> None:
    with pytest.raises(BadEffect, match=re.escape(words)):
        read(text, NAMES)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("IF(you@A|B){MOVE(any@A|B,2/4)}ELSE{PASS(all,1)}", "IF(at(A/B): MOVE(any@A/B, 2/4); else PASS)"),
        ("IF(hand>=4){LOSE(you,hand,1,random)}", "IF(hand >= 4: LOSE(you, hand, 1, random))"),
        ("may LOOK(hand,other); LOOK(aod, all)", "may LOOK(other); PEEK(all)"),
        ("TRADE_PLACES(you,other@near); END_TURN()", "TRADE_PLACES(other@near); END_TURN"),
        ("IF(moved){IF(done){DRAW(you,1)}}", "IF(moved: IF(done: DRAW(you, 1)))"),
    ],
)
def test_an_older_notation_is_read_as_that_of_today(old: str, new: str) -> None:
    assert converted(f'effect = "{old}"') == f'effect = "{new}"'
    assert converted(f'effect = "{new}"') == f'effect = "{new}"'


def test_every_effect_can_be_written_and_read_again() -> None:
    for does in [face.does for face in HOUSE.faces] + [act.does for act in HOUSE.acts]:
        assert read(notation(does, NAMES), NAMES) == does
    assert "SPOOKED and THE OTHER WAY do the same: MOVE(other, 3)" in HOUSE.notes


def test_every_card_has_words_made_from_its_program() -> None:
    told = [card.words for cards in (HOUSE.faces, HOUSE.acts, HOUSE.charms, HOUSE.spaces) for card in cards]
    assert all(words.endswith(".") and words[0].isupper() for words in told)
    writer = CardWriter(VOCABULARY, c.WIDTH)
    row = writer.write(read("MOVE(any@!TOWN/ALLEY, 2/4, next); LOSE(it, hand, 1, yours)", NAMES))
    fields = writer.rows[row * c.WIDTH : (row + 1) * c.WIDTH]
    assert (fields[c.WHO], fields[c.N], fields[c.N2]) == (c.ANY, 2, 4)
    assert fields[c.BY] == c.NEXT_PLAYER and fields[c.WHERE] & c.NOT_THERE
    assert writer.rows[fields[NEXT] * c.WIDTH + c.HOW] == c.YOURS


def test_a_step_that_depends_on_a_move_is_late() -> None:
    writer = CardWriter(VOCABULARY, c.WIDTH)
    row = writer.write(read("MOVE(you, <=2); STEAL(other@here, hand, 1)", NAMES))
    following = writer.rows[row * c.WIDTH + NEXT]
    assert writer.rows[following * c.WIDTH + c.LATE] == 1 and writer.rows[row * c.WIDTH + c.LATE] == 0
