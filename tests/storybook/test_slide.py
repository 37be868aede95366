"""SB-SLIDE and its rulings: where a sliding card comes to rest, and where it may not go."""

import random

import pytest

from .tables import Cell, Tale, table

STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
ROW = ("Alice @ 0,0", "Dinah @ 1,0", "The Dodo @ 2,0", "The Gryphon @ 2,1")


def slides(tale: Tale, card: str) -> set[str]:
    return {way for way in STEPS if tale.may("slide", card, way)}


@pytest.mark.rule("SB-SLIDE.1")
def test_a_slide_goes_one_of_four_ways_with_a_card_of_ones_own() -> None:
    tale = table("Alice @ 1,1", "Dinah @ 4,1", "Smee @ 1,4", "The Dodo @ -2,1 face down", "Cecco @ 1,-2")
    assert slides(tale, "Alice") == {"N", "E", "S", "W"}
    ends = {way: table(*LINES).slide("Alice", way).cell("Alice") for way in STEPS}
    assert ends == {"N": (1, 3), "E": (3, 1), "S": (1, -1), "W": (-1, 1)}, "never off the line"
    assert tale.refused("slide", "Smee", "S") == "SB-SLIDE.1"
    assert tale.refused("slide", "The Gryphon", "S") == "SB-SLIDE.1", "not in play"


LINES = ("Alice @ 1,1", "Dinah @ 4,1", "Smee @ 1,4", "The Dodo @ -2,1 face down", "Cecco @ 1,-2")


@pytest.mark.rule("SB-SLIDE.1", "SB-SLIDE.7")
@pytest.mark.parametrize("lies", ["turned 1", "turned 3", "face down"])
def test_a_card_slides_face_up_or_down_and_lies_as_before(lies: str) -> None:
    tale = table(f"Alice @ 0,0 {lies}", "Smee @ 3,1").slide("Alice", "E")
    assert tale.cell("Alice") == (3, 0)
    assert tale.up("Alice") == (lies != "face down")
    if tale.up("Alice"):
        assert f"turned {tale.turned('Alice')}" == lies


@pytest.mark.rule("SB-SLIDE.2", "SB-SLIDE.5", "SB-R9", "SB-R10")
def test_the_slides_of_the_ledger() -> None:
    tale = table(*ROW)
    assert slides(tale, "Alice") == set()
    assert tale.refused("slide", "Alice", "E") == "SB-R10"
    assert {tale.refused("slide", "Alice", way) for way in "NSW"} == {"SB-SLIDE.5"}
    assert slides(tale, "The Gryphon") == {"W"}
    assert tale.refused("slide", "The Gryphon", "S") == "SB-R10"
    assert table(*ROW).slide("The Gryphon", "W").cell("The Gryphon") == (1, 1), "stops above Dinah"


@pytest.mark.rule("SB-R11", "SB-R12", "SB-SLIDE.2")
def test_a_slide_may_leave_an_island_which_may_come_back() -> None:
    tale = table(*ROW).slide("Dinah", "N")
    assert tale.cell("Dinah") == (1, 1)
    assert tale.cell("Alice") == (0, 0), "an island stays where it is"
    tale.slide("Alice", "E")
    assert tale.cell("Alice") == (1, 0)


@pytest.mark.rule("SB-SLIDE.2", "SB-SLIDE.3", "SB-TURN.5")
def test_a_long_slide_costs_no_more() -> None:
    tale = table("Alice @ 0,0", "Smee @ 5,1").slide("Alice", "E")
    assert (tale.cell("Alice"), tale.ap) == ((5, 0), 3)
    far = table("Alice @ -9,0", "Smee @ 14,1").slide("Alice", "E")
    assert (far.cell("Alice"), far.ap) == ((14, 0), 3)


@pytest.mark.rule("SB-SLIDE.4", "SB-SLIDE.5")
def test_no_slide_into_the_void() -> None:
    tale = table("Alice @ 0,0", "Smee @ 5,1")
    assert slides(tale, "Alice") == {"E"}
    assert {tale.refused("slide", "Alice", way) for way in "NSW"} == {"SB-SLIDE.5"}


@pytest.mark.rule("SB-SLIDE.6")
def test_the_only_card_in_play_cannot_slide() -> None:
    tale = table("Alice @ 0,0", "Dinah in hand")
    assert slides(tale, "Alice") == set()
    assert {tale.refused("slide", "Alice", way) for way in STEPS} == {"SB-SLIDE.6"}


@pytest.mark.rule("SB-R9", "SB-SLIDE.2")
def test_a_sliding_card_moves_at_least_one_space_and_is_not_its_own_neighbour() -> None:
    tale = table("Alice @ 0,0", "Smee @ 0,1", "Dinah @ 3,1")
    tale.slide("Alice", "E")
    assert tale.cell("Alice") == (3, 0), "neither (0, 0), beside Smee, nor (1, 0), beside the space it left"


@pytest.mark.rule("SB-R10")
def test_a_slide_passes_over_nobody() -> None:
    tale = table("Alice @ 0,0", "Smee @ 1,0 face down", "Dinah @ 3,1")
    assert tale.refused("slide", "Alice", "E") == "SB-R10"
    stopped = table("Alice @ 0,0", "Smee @ 3,0", "Dinah @ 6,1").slide("Alice", "E")
    assert stopped.cell("Alice") == (2, 0), "a card ahead ends the Slide before it"
    assert stopped.cell("Smee") == (3, 0), "and is not pushed"


@pytest.mark.rule("SB-R12", "SB-BATTLE.8")
def test_cards_cut_off_by_a_capture_stay_and_are_in_play() -> None:
    tale = table(
        "Alice 1/9 @ 0,0", "Dinah 1/1 for 1 @ 1,0", "Smee 2/9 @ 1,1", "The Dodo @ 2,0", "The Mouse in hand"
    )
    tale.end()
    assert tale.captured == {"Dinah"}
    assert {cell: tale.layout[cell] for cell in ((0, 0), (2, 0))} == {(0, 0): "Alice", (2, 0): "The Dodo"}
    tale.end().do("play", "The Mouse")
    assert (-1, 0) in tale.spaces() and (3, 0) in tale.spaces(), "one may play beside an island"


@pytest.mark.rule("SB-R13", "SB-SLIDE.2")
def test_a_face_down_card_ends_a_slide() -> None:
    tale = table("Alice @ 0,0", "Smee @ 3,1 face down", "Dinah @ 6,1").slide("Alice", "E")
    assert tale.cell("Alice") == (3, 0)


@pytest.mark.rule("SB-SLIDE.2", "SB-SLIDE.3", "SB-SLIDE.4", "SB-SLIDE.5", "SB-R9", "SB-R10")
def test_all_slides_on_random_tables_end_where_the_ruling_says() -> None:
    chance = random.Random(8)
    names = ["Alice", "Dinah", "The Dodo", "The Gryphon", "Smee", "Cecco", "Noodler", "Cookson"]
    for _ in range(40):
        cells = chance.sample([(x, y) for x in range(-4, 5) for y in range(-4, 5)], len(names))
        lines = [f"{name} @ {x},{y}" for name, (x, y) in zip(names, cells, strict=True)]
        for name, start in list(zip(names, cells, strict=True))[:4]:
            for way in STEPS:
                tale = table(*lines)
                end = first_contact(set(cells) - {start}, start, STEPS[way])
                assert tale.may("slide", name, way) == (end is not None)
                if end is not None:
                    assert tale.slide(name, way).cell(name) == end


def first_contact(others: set[Cell], start: Cell, step: Cell) -> Cell | None:
    """SB-R9, word for word."""
    for k in range(1, 20):
        x, y = start[0] + k * step[0], start[1] + k * step[1]
        if (x, y) in others:
            return None
        if any((x + dx, y + dy) in others for dx, dy in STEPS.values()):
            return (x, y)
    return None
