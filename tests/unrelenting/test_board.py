"""The board and its items as data: the house edition, other boards, and what is wrong with bad ones."""

import re
from pathlib import Path

import pytest

import fabletop
from fabletop.games.unrelenting import board as b
from fabletop.games.unrelenting.board import rim_of, touching
from fabletop.games.unrelenting.edition import PLACES, UnrelentingEdition, with_marks
from fabletop.games.unrelenting.game import GAME
from fabletop.kernel.edition import BadEdition

from .tables import HOUSE, HOUSE_FILE, Tale, house, place, space, start


def board() -> b.Board:
    assert HOUSE.board is not None
    return HOUSE.board


# --- The house edition ----------------------------------------------------------------------------


@pytest.mark.rule("UO-R44", "UO-COMP.3")
def test_along_the_edge_of_the_house_there_are_things_and_places_for_ladders() -> None:
    edition = GAME.edition("house")
    assert isinstance(edition, UnrelentingEdition)
    assert edition.version == 4 and len(edition.items) == 42
    homes = {item.home for item in edition.items}
    points = [edition.place_name(point)[2:] for point in range(16)]
    assert {f"{level}-{point}" for level in "12" for point in points} <= homes
    rim = rim_of(edition.board)
    for ladder in edition.ladders:
        cells = [edition.plan.cell(slot[0], slot[1]) for slot in ladder.slots]
        assert [rim >> cell & 1 for cell in cells if cell is not None] == [0, 0, 1]


def test_every_thing_of_the_house_has_a_drawing_of_its_own() -> None:
    """Only things of other editions come in crates."""
    drawings = Path(__file__).parents[2] / "web/src/boards/unrelenting/drawings.ts"
    drawn = dict(re.findall(r"^  (\w+): (\w+),$", drawings.read_text(), re.MULTILINE))
    ours = [drawn.get(item.id) for item in HOUSE.items if not item.stopper]
    assert None not in ours and len(set(ours)) == len(ours)


def test_games_of_the_third_house_edition_go_on_with_it() -> None:
    former = GAME.edition_by("fe9045520b11cb24")
    assert isinstance(former, UnrelentingEdition) and (former.name, former.version) == ("house", 3)
    assert {item.home for item in former.items if item.stopper} == {"B-p11", "B-p41", "B-p14"}


@pytest.mark.rule("UO-WIN.1", "UO-WIN.2")
def test_nothing_in_the_house_is_far_from_its_ladders() -> None:
    """Whoever has all eight must not be kept from winning by distance alone."""
    edition = GAME.edition("house")
    assert isinstance(edition, UnrelentingEdition) and edition.board is not None
    board, floor = edition.board, edition.board.zones[b.ANYWHERE].low
    house = [int(board.slot_cell(b.HOUSE, slot)) for slot in range(board.slots_of(b.HOUSE))]
    yard = [int(board.slot_cell(b.YARD, slot)) for slot in range(board.slots_of(b.YARD))]
    assert board.open and int(floor.apart(house[0], yard[0])) == 1
    assert max(int(floor.apart(one, other)) for one in house for other in yard) == 3, "wherever they stand"
    cells = [cell for cell in range(25) if board.outline >> cell & 1]
    assert [max(int(floor.apart(start, cell)) for cell in cells) for start in (house[0], yard[0])] == [3, 4]


@pytest.mark.rule("UO-R27")
def test_what_finds_every_dump_point_taken_goes_home() -> None:
    edition = read(
        re.sub(r"dumps = \[.*?\]", 'dumps = ["p11"]', HOUSE_FILE.read_text("utf-8"), flags=re.DOTALL)
    )
    tale = house("catherine", slots={"catherine": "S01 S02", "henry": "F03 F04"}, dice="12", edition=edition)
    tale.do("role", "perfect")
    assert (tale.at("F03"), tale.at("F04")) == ("B-p11", "1-p71")


@pytest.mark.rule("UO-GEN.2", "UO-BOARD.1")
def test_three_levels_lie_one_above_the_other() -> None:
    levels = [
        line
        for line in GAME.text(start(characters="seats").state, None).splitlines()
        if line.isupper() and "A  " not in line
    ]
    assert levels == ["SECOND FLOOR", "FIRST FLOOR", "BASEMENT/YARD"]
    assert bin(board().outline).count("1") * b.LEVELS == 144
    assert HOUSE.space_name(space("2-H6")) == "2-H6"


@pytest.mark.rule("UO-COMP.3", "UO-COMP.4", "UO-SETUP.2")
def test_items_lie_at_home() -> None:
    tale = start(characters="seats")
    homes = [tale.at(item.id) for item in HOUSE.items]
    assert homes == [item.home for item in HOUSE.items]
    assert [sum(home.startswith(level) for home in homes) for level in "12B"] == [17, 17, 1]
    assert [item.id for item in HOUSE.items if item.stopper] == ["DS-A", "DS-B", "DS-C"]
    assert len(HOUSE.items) == 35


@pytest.mark.rule("UO-BOARD.7")
def test_a_point_is_where_two_spaces_meet_at_least() -> None:
    assert list(touching(2, 2, 0b1111)) == [0b1111] and list(touching(2, 2, 0b0110)) == [0b0110]
    assert [list(touching(2, 2, 1 << cell)) for cell in range(4)] == [[0]] * 4


@pytest.mark.rule("UO-BOARD.7")
def test_points_lie_where_spaces_meet() -> None:
    cells = [HOUSE.cell_name(cell) for cell in range(48) if board().touch[place("1-p43") % 64] >> cell & 1]
    assert cells == ["D3", "E3", "D4", "E4"]
    assert len(board().touch) == 35
    corners = [int(point) for point in board().corners]
    touched = [sum(point >= 0 for point in corners[cell * 4 : cell * 4 + 4]) for cell in range(48)]
    assert (touched.count(1), touched.count(2), touched.count(4)) == (4, 20, 24)


@pytest.mark.rule("UO-BOARD.2", "UO-R4")
def test_the_entrance_is_on_the_first_floor() -> None:
    assert HOUSE.space_name(int(board().entrance)) == "1-E6"


@pytest.mark.rule("UO-BOARD.3", "UO-COMP.5", "UO-R5")
def test_each_ladder_has_places_of_its_own() -> None:
    slots = {ladder.id: ladder.slots for ladder in HOUSE.ladders}
    assert slots == {"house": ("D3", "E4", "E5"), "yard": ("E3", "D4", "D5")}
    assert not set(slots["house"]) & set(slots["yard"])
    marks = GAME.text(start(characters="seats").state, None)
    assert (marks.count("^|") + marks.count("^#"), marks.count("v|") + marks.count("v#")) == (2, 2)


@pytest.mark.rule("UO-BOARD.6")
def test_the_line_divides_the_upper_floors_only() -> None:
    assert bin(board().west).count("1") == bin(board().east).count("1") == 24
    drawn = GAME.text(start(characters="seats").state, None).split("BASEMENT/YARD")
    assert drawn[0].count("#") == 12 and "#" not in drawn[1].split("Characters")[0]


@pytest.mark.rule("UO-R2")
def test_every_reference_in_the_rules_leads_somewhere() -> None:
    import re

    for rule in GAME.rules:
        for cited in re.findall(r"UO-[A-Z]+\.?\d+", rule.words):
            assert cited in GAME.rules, f"{rule.id} cites {cited}"


def test_every_rule_says_where_it_comes_from() -> None:
    assert len(GAME.rules) == 123
    assert all(rule.source and rule.words for rule in GAME.rules)


@pytest.mark.rule("UO-R27")
def test_the_basement_never_overflows() -> None:
    assert len(board().dumps) == 34
    assert not {int(dump) for dump in board().dumps} & {int(home) for home in board().home}


# --- Other boards ---------------------------------------------------------------------------------


def small_text(columns: int = 5, rows: int = 5, outline: str = "", line: int = 2, more: str = "") -> str:
    """A board with eight items along its first rows, and stoppers on the second floor."""
    points = [f"p{i}{j}" for j in range(1, rows) for i in range(1, columns)]
    named = [f'[[item]]\nid = "I{n}"\nname = "Thing {n}"\nhome = "1-{points[n]}"\n' for n in range(8)]
    named += [
        f'[[item]]\nid = "D{n}"\nname = "Dream stopper {n}"\nhome = "2-{points[n]}"\nstopper = true\n'
        for n in range(3)
    ]
    dumps = ", ".join(f'"{point}"' for point in points[:11])
    head = f"""
game = "unrelenting"
name = "small"
title = "A small house"
version = 1
[board]
columns = {columns}
rows = {rows}
dividing_line = {line}
entrance = "1-A{rows}"
dumps = [{dumps}]
{outline}
[[ladder]]
id = "house"
slots = ["B2", "B3"]
start = "B2"
[[ladder]]
id = "yard"
slots = ["C2", "C3"]
start = "C2"
{more}
"""
    return head + "\n".join(named)


def read(text: str) -> UnrelentingEdition:
    edition = GAME.edition_of(text, "mine.toml")
    assert isinstance(edition, UnrelentingEdition)
    return edition


def small_board(columns: int = 5, rows: int = 5, outline: str = "", line: int = 2) -> UnrelentingEdition:
    return read(small_text(columns, rows, outline, line))


def problems(text: str) -> list[str]:
    with pytest.raises(BadEdition) as bad:
        read(text)
    return bad.value.problems


GAPS = 'outline = [".....", ".....", "...x.", "...x.", "....."]'


@pytest.mark.rule("UO-BOARD.7", "UO-R7")
def test_another_board_can_be_played_on() -> None:
    """Smaller, and with gaps: every move is then searched, and games still end."""
    edition = small_board(outline=GAPS)
    assert not edition.board.open
    state = GAME.start(seed=3, options={"dawn": "2"}, edition=edition)
    chance = fabletop.seeded(5)
    while not state.over:
        actions = state.legal()
        state.apply(actions[chance.below(len(actions))])
        assert state.opening.game.audit(state) == []
    game = state.opening.game
    assert "+" in game.text(state, None) and game.text(state, 0, spoken=True)


def comb() -> UnrelentingEdition:
    """A row of seven with four teeth, both ladders on one tooth: from it no path has twelve steps."""
    outline = 'outline = [".......", ".x.x.x.", ".x.x.x."]'
    text = small_text(7, 3, outline, line=3).replace('["B2", "B3"]', '["C3", "A3"]')
    text = text.replace('start = "B2"', 'start = "C3"').replace('["C2", "C3"]', '["C2", "G3"]')
    return read(text)


def on_comb(dice: str, **rabbits: str) -> Tale:
    others = dict.fromkeys(("henry", "catherine", "tilly", "carleton"), "1-A1")
    return house("henry", night=True, dice=dice, cycle=1, edition=comb(), rabbits=rabbits, people=others)


@pytest.mark.rule("UO-R7")
def test_without_a_way_long_enough_the_longest_is_walked() -> None:
    tale = on_comb("66", henry="1-C1", catherine="1-A1", tilly="1-A2", carleton="1-A3")
    assert tale.ends("henry") == {"2-G3"}, "up the tooth, over the ladder and along: eleven steps"


@pytest.mark.rule("UO-R17")
def test_a_rabbit_without_room_waits_for_the_others() -> None:
    tale = on_comb("66", henry="1-C1", catherine="2-G3", tilly="2-G3", carleton="1-A3")
    assert tale.refused("hop", ("henry", "2-G3")) == "UO-R17"
    tale.do("hop", ("catherine", min(tale.ends("catherine"))))
    assert tale.may("hop", ("henry", "2-G3"))


def test_every_item_and_place_says_whose_it_is() -> None:
    edition = GAME.edition("house")
    assert isinstance(edition, UnrelentingEdition) and not edition.notes
    assert {item.mark for item in edition.items if item.stopper} == {"stated"}
    assert {item.mark for item in edition.items if not item.stopper} == {"designed"}
    assert list(edition.marks) == PLACES and {ladder.mark for ladder in edition.ladders} == {"designed"}
    text = GAME.edition_path("house").read_text(encoding="utf-8")
    for mark, words in (
        ('mark = "stated"', "item 'DS-A', mark: is missing"),
        ('homes = "designed"', "board, marks, homes: is missing"),
        ('mark = "designed"', "mark: is missing; expected one of 'stated', 'reported', 'designed'"),
    ):
        assert any(words in problem for problem in problems(text.replace(mark, "", 1)))
    assert "board, marks, dumps: 'ours' is not known" in " ".join(
        problems(text.replace('dumps = "designed"', 'dumps = "ours"'))
    )


def test_editions_without_marks_are_read_as_designed() -> None:
    assert {item.mark for item in HOUSE.items} == {"designed"} == set(HOUSE.marks.values())
    partly = HOUSE_FILE.read_text(encoding="utf-8").replace(
        'home = "1-p11"', 'home = "1-p11"\nmark = "reported"'
    )
    assert [item.mark for item in read(partly).items[:2]] == ["reported", "designed"]
    assert with_marks("[board") == "[board", "what is no TOML is left for the reader to complain about"


def test_all_problems_are_told_at_once() -> None:
    text = HOUSE_FILE.read_text(encoding="utf-8")
    bad = (
        text.replace('entrance = "1-E6"', 'entrance = "2-E6"')
        .replace('home = "1-p11"', 'home = "1-p99"')
        .replace('home = "1-p31"', 'home = "1-p51"')
        .replace('id = "F04"', 'id = "F05"')
        .replace('start = "D3"', 'start = "D4"')
        .replace("dividing_line = 4", "dividing_lime = 4")
    )
    found = problems(bad)
    for words in (
        "board, entrance: 2-E6 is not on level 1",
        "item 'F01', home: there is no point 1-p99 on this board: no two spaces meet there",
        "item 'F03', home: 1-p51 is already the home of 'F02'",
        "item 'F05', id: this id is already used",
        "ladder 'house', start: 'D4' is not one of the slots",
        "board, dividing_line: is missing; expected a whole number from 1 to 7",
        "board, dividing_lime: is not known here; did you mean 'dividing_line'?",
    ):
        assert words in found, found


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('slots = ["D3", "E4", "E5"]', 'slots = ["D3"]', "at least two slots"),
        ('slots = ["D3", "E4", "E5"]', 'slots = ["D3", "E4", "E4"]', "listed twice"),
        ('slots = ["D3", "E4", "E5"]', 'slots = ["D3", "K4"]', "expected a space like 'D3', not 'K4'"),
        ('slots = ["D3", "E4", "E5"]', 'slots = ["D3", "D8"]', "there is no space D8 on this board"),
        ('["E3", "D4", "D5"]', '["E3", "E4"]', "E4 is a slot of the other ladder too; each has its own"),
        ('id = "yard"', 'id = "house"', "there is no ladder with id = 'yard' (UO-COMP.5)"),
        ('"p45", "p65",', '"p45", "p43",', "p43 is the home of 'DS-C', and only its"),
        ('"p45", "p65",', '"p45", "p45",', "p45 is listed twice"),
        ("stopper = true", "stopper = false", "there are 3 dream stoppers (UO-COMP.4), not 0"),
        ("columns = 8", "columns = 10\nrows = 9", "this is not TOML"),
        ("rows = 6", "rows = 9", "8 x 9 spaces are 72; at most 60 fit"),
        ("rows = 6", 'rows = 6\noutline = ["...."]', "expected 6 texts of 8 letters"),
        ("[board]", "[bored]", "is missing; expected a table [board]"),
    ],
)
def test_what_is_wrong_is_said_precisely(old: str, new: str, words: str) -> None:
    text = HOUSE_FILE.read_text(encoding="utf-8")
    assert old in text
    found = problems(text.replace(old, new))
    assert any(words in problem for problem in found), found


@pytest.mark.parametrize(
    ("outline", "words"),
    [
        ('outline = [".....", ".....", "xxxxx", ".....", "....."]', "cannot be reached"),
        ('outline = [".....", "..?..", ".....", ".....", "....."]', "row 2: '..?..' has other letters"),
        ('outline = ["xxxxx", "xxxxx", "xxxxx", "xxxxx", "xxxxx"]', "hardly any spaces"),
    ],
)
def test_an_outline_hangs_together(outline: str, words: str) -> None:
    assert any(words in problem for problem in problems(small_text(outline=outline)))
