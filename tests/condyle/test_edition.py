"""The edition's file: what is wrong with one, in words, and that words and programs agree."""

from pathlib import Path

import pytest

from fabletop.games.condyle import cards as c
from fabletop.games.condyle.card_text import act_text, charm_text, face_text, space_text
from fabletop.games.condyle.edition import read_edition
from fabletop.games.condyle.game import GAME
from fabletop.games.condyle.programs import BadProgram, Program, read
from fabletop.kernel.edition import BadEdition

from .tables import HOUSE, KINDS

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
            "MOVE(other,3)",
            "MUVE(other,3)",
            "card 'spooked', effect: there is no step 'MUVE'; did you mean 'MOVE'?",
        ),
        ("MOVE(other,3)", "MOVE(otter,3)", "'otter' is nobody; did you mean 'other'?"),
        ("MOVE(other,3)", "MOVE(other,x)", "expected spaces like 3, 2/4 or <=3, not 'x'"),
        ("MOVE(other,3)", "MOVE(other,3", "MOVE( is never closed"),
        (
            "STEAL(others@OPEN FIELD,hand,1)",
            "STEAL(others@OPEN FEILD,hand,1)",
            "there is no space 'OPEN FEILD'",
        ),
        ("CANCEL(self)", "LOOK(aod,1)", "there are 2 Defensive cards, not 4"),
        ('effect = "HAND_SAFE"', 'effect = "HAND_SAVE"', "'HAND_SAVE' is no rule that can hold here"),
        ("HOLD(MOVE+1)", "HOLD(FLY)", "HOLD(FLY): is no rule"),
        ('id = "cemetery"', 'id = "graveyard"', "there is no space of the id 'cemetery'"),
        ("ELIMINATE(you)", "RECOVER(you,1,bottom)", "none of its Acts is a Boogeyman"),
        ("TRADE_PLACES(you,other)", "ELIMINATE(you)", "an Options card cannot ELIMINATE"),
        ('solo = "move", steps = 4', 'solo = "move"', "say how far the Boogeyman goes"),
        ('marks = "sss"', 'marks = "xyz"', "expected three letters of s, v, r, d"),
        ('game = "condyle"', 'game = "condyle"\ncolour = 3', "colour: is not known here"),
        ("HOLD(HAND_SAFE)", "RECOVER(you,1,bottom)", "a Haunted card is Permanent"),
    ],
)
def test_what_is_wrong_is_said_precisely(tmp_path: Path, old: str, new: str, words: str) -> None:
    found = problems(tmp_path, old, new)
    assert any(words in problem for problem in found), found


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(TEXT.replace("MOVE(other,3)", "MUVE(x)").replace("LOOK(aod,2)", "LUUK(aod)"), "utf-8")
    with pytest.raises(BadEdition, match="problems"):
        read_edition(file)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("may DRAW(you,1)", "cannot be optional"),
        ("may IF(moved){DRAW(you,1)}", "before IF"),
        ("IF(hungry){DRAW(you,1)}", "as the condition"),
        ("MOVE(other,1); STEAL(other,pile,1)", "names one player"),
        ("DRAW(you,1) DRAW(you,1)", "expected ';'"),
        ("LOSE(you,either,all)", "takes a number"),
        ("PASS(all,2)", "one card is passed"),
        ("DRAW(you,1,2)", "too many arguments"),
        ("STEAL(all,hand,1)", "cannot be done to 'all'"),
        ("", "expected a step"),
    ],
)
def test_programs_that_cannot_be(text: str, words: str) -> None:
    with pytest.raises(BadProgram, match=words):
        read(text, KINDS)


def test_every_card_has_words_made_from_its_program() -> None:
    told = [face_text(face) for face in HOUSE.faces] + [act_text(act) for act in HOUSE.acts]
    told += [charm_text(charm) for charm in HOUSE.charms] + [space_text(space) for space in HOUSE.spaces]
    assert all(words.endswith(".") and words[0].isupper() for words in told)
    other = read("MOVE(any@!TOWN|ALLEY,2/4,next); LOSE(it,hand,1,yours)", KINDS)
    program = Program(KINDS)
    row = program.write(other)
    fields = program.rows[row * c.ROW : (row + 1) * c.ROW]
    assert (fields[c.OP], fields[c.WHO], fields[c.N], fields[c.N2]) == (c.DO_MOVE, c.ANY, 2, 4)
    assert fields[c.BY] == c.NEXT_PLAYER and fields[c.WHERE] & c.NOT_THERE


def test_a_step_that_depends_on_a_move_is_late() -> None:
    program = Program(KINDS)
    row = program.write(read("MOVE(you,<=2); STEAL(other@here,hand,1)", KINDS))
    following = program.rows[row * c.ROW + c.NEXT]
    assert program.rows[following * c.ROW + c.LATE] == 1 and program.rows[row * c.ROW + c.LATE] == 0
