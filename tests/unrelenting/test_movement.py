"""Moving: steps, exact counts, ladders, the entrance, and restricted movement."""

from functools import cache
from itertools import pairwise

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.unrelenting import board as b
from fabletop.games.unrelenting import movement as m
from fabletop.games.unrelenting import table as t
from fabletop.games.unrelenting import turn
from fabletop.games.unrelenting.edition import UnrelentingEdition
from fabletop.games.unrelenting.game import GAME

from .tables import HOUSE, HOUSE_FILE, OUTSIDE, Tale, house, space

LADDERS = [(up, down) for up in ("D3", "E4", "E5") for down in ("E3", "D4", "D5")]


# --- By brute force -------------------------------------------------------------------------------


@cache
def neighbours(up: str, down: str) -> dict[str, list[str]]:
    """The steps from every space, with the ladders at these cells."""
    steps: dict[str, list[str]] = {}
    for level in "B12":
        for x, column in enumerate("ABCDEFGH"):
            for row in range(1, 7):
                beside = [(x - 1, row), (x + 1, row), (x, row - 1), (x, row + 1)]
                inside = [(i, j) for i, j in beside if 0 <= i < 8 and 1 <= j <= 6]
                steps[f"{level}-{column}{row}"] = [f"{level}-{'ABCDEFGH'[i]}{j}" for i, j in inside]
    for top, low, cell in (("2", "1", up), ("1", "B", down)):
        steps[f"{top}-{cell}"].append(f"{low}-{cell}")
        steps[f"{low}-{cell}"].append(f"{top}-{cell}")
    return steps


def all_ends(at: str, steps: int, ways: dict[str, list[str]], zone: set[str] | None = None) -> set[str]:
    """Where all paths end, tried one by one; in a zone as UO-R45 says."""
    far = distances(zone, ways) if zone else {}
    found: set[str] = set()

    def go(path: list[str]) -> None:
        if len(path) == steps + 1:
            found.add(path[-1])
            return
        for there in ways[path[-1]]:
            if there in path or (zone and far[there] > max(far[path[-1]] - 1, 0)):
                continue
            go([*path, there])

    go([at])
    return found


def distances(zone: set[str], ways: dict[str, list[str]]) -> dict[str, int]:
    far = dict.fromkeys(zone, 0)
    edge = list(zone)
    for at in edge:
        for there in ways[at]:
            if there not in far:
                far[there] = far[at] + 1
                edge.append(there)
    return far


@pytest.mark.rule("UO-R6", "UO-R7", "UO-R9", "UO-DAY.1", "UO-R5")
@pytest.mark.parametrize(("up", "down"), LADDERS)
def test_a_roll_leads_where_paths_of_that_length_end(up: str, down: str) -> None:
    for at, dice in (("1-A1", "11"), ("1-E3", "34"), ("1-D4", "12"), ("2-E5", "23"), ("B-D4", "24")):
        tale = house(dice=dice, henry=at, ladders={"house": up, "yard": down}, cycle=1, night=False)
        steps = int(dice[0]) + int(dice[1])
        assert tale.ends() == all_ends(at, steps, neighbours(up, down)), (at, steps)


@pytest.mark.rule("UO-R7")
def test_long_moves_end_where_a_path_can_be_found() -> None:
    """The quick answer for open boards against the search, up to twelve steps."""
    tale = house(dice="11", cycle=1)
    state = tale.state
    zone, path = state.board.zones[b.ANYWHERE], vec[i64]([0] * (b.MOST_STEPS + 1))
    for at, steps in (("1-A1", 12), ("1-E4", 11), ("1-D3", 12), ("2-D3", 11), ("B-H6", 12), ("1-E3", 9)):
        quick = m.path_ends(state, zone, space(at), steps)
        for level in range(3):
            for cell in range(48):
                end = level * b.STRIDE + cell
                assert m.find_path(state, zone, space(at), end, steps, path) == bool(quick[level] >> cell & 1)
                if quick[level] >> cell & 1 and cell % 7 == 0:
                    check_path([int(path[k]) for k in range(steps, -1, -1)], space(at), end)


def check_path(path: list[int], start: int, end: int) -> None:
    names = [HOUSE.space_name(at) for at in path]
    assert (path[0], path[-1]) == (start, end)
    assert len(set(names)) == len(names)
    assert all(there in neighbours("D3", "E3")[here] for here, there in pairwise(names))


@pytest.mark.rule("UO-R7")
def test_the_smallest_open_board_is_open_indeed() -> None:
    from .test_board import small_board

    edition = small_board(columns=6, rows=6)
    assert edition.board.open
    people, rabbits = dict.fromkeys(FAMILY, "1-A1"), dict.fromkeys(FAMILY, "B-A1")
    state = house(dice="11", cycle=1, edition=edition, rabbits=rabbits, people=people).state
    zone, path = state.board.zones[b.ANYWHERE], vec[i64]([0] * (b.MOST_STEPS + 1))
    for at, steps in (("1-A1", 12), ("1-C3", 11), ("1-B3", 12)):
        quick = m.path_ends(state, zone, space(at, edition), steps)
        for level in range(3):
            for cell in range(36):
                found = m.find_path(state, zone, space(at, edition), level * b.STRIDE + cell, steps, path)
                assert found == bool(quick[level] >> cell & 1), (at, steps, level, cell)


@pytest.mark.rule("UO-R7", "UO-R17")
def test_the_house_without_corners_is_open_wherever_its_ladders_stand() -> None:
    state = GAME.start(4, 1, {"characters": "seats"})
    assert isinstance(state, t.Table)
    zone = state.board.zones[b.ANYWHERE]
    assert zone.open and not state.board.zones[b.IN_EAST].open
    for state.house, state.yard, steps in ((0, 0, 12), (0, 0, 5), (1, 2, 11), (2, 1, 8), (2, 2, 3)):
        for start in (1, 7, 10, 12, 64 + 3, 64 + 17, 64 + 13, 128 + 2, 128 + 22):
            ends = m.path_ends(state, zone, start, steps)
            assert m.with_paths(state, zone, start, steps, ends) == ends, (start, steps)
            assert sum(bin(int(m.on_level(ends, level))).count("1") for level in range(3)) > 2, "room for all"


@pytest.mark.rule("UO-R7", "UO-TILLY.3")
@pytest.mark.parametrize(("half", "starts"), [(b.IN_WEST, "2-A1 1-D3 1-B6"), (b.IN_EAST, "1-E3 2-H6 B-C2")])
def test_a_half_of_four_columns_is_open_indeed(half: int, starts: str) -> None:
    state = house(dice="11", cycle=1).state
    zone, path = state.board.zones[half], vec[i64]([0] * (b.MOST_STEPS + 1))
    assert zone.open
    for at, steps in zip(starts.split(), (12, 11, 4), strict=True):
        quick = m.path_ends(state, zone, space(at), steps)
        for end in range(b.PLACES):
            cell = end % b.STRIDE
            found = cell < 48 and zone.holds(end) and m.find_path(state, zone, space(at), end, steps, path)
            assert found == bool(quick[end // b.STRIDE] >> cell & 1), (at, steps, end)


FAMILY = ("henry", "catherine", "tilly", "carleton")


# --- Steps and counts -----------------------------------------------------------------------------


@pytest.mark.rule("UO-R6", "UO-DAY.1", "UO-COMP.6")
def test_two_steps_lead_across_sides_only() -> None:
    tale = house(dice="11", henry="1-B2", cycle=1)
    assert tale.ends() == {"1-A1", "1-C1", "1-A3", "1-C3", "1-D2", "1-B4"}
    assert tale.refused("to", "1-B3") == "UO-R7", "one step away: of the wrong parity"
    assert tale.refused("to", "1-E5") == "UO-DAY.1", "six steps away"


@pytest.mark.rule("UO-R7")
def test_a_move_never_ends_where_it_began() -> None:
    tale = house(dice="22", henry="1-C3", cycle=1)
    assert tale.refused("to", "1-C3") == "UO-R7"
    assert tale.may("to", "1-C5")


@pytest.mark.rule("UO-R8")
def test_the_move_cannot_be_declined() -> None:
    tale = house(dice="34")
    assert tale.verbs == {"to"}
    assert tale.refused("done") == "UO-R8"
    assert house("carleton", night=True, dice="34").refused("done") == "UO-R16"


@pytest.mark.rule("UO-R10")
def test_pieces_are_never_in_the_way() -> None:
    walls = {"catherine": "1-B1", "tilly": "1-A2", "carleton": "1-A2"}
    empty = house(dice="12", henry="1-A1").ends()
    full = house(dice="12", henry="1-A1", rabbits={"henry": "1-B1", "tilly": "1-A2"}, people=walls)
    assert full.ends() == empty
    assert full.do("to", "1-B3").stands("henry") == "1-B3"
    shared = house(dice="11", henry="1-A1", carleton="1-B2", rabbits={"tilly": "1-B2"}).do("to", "1-B2")
    assert shared.stands("henry") == shared.stands("carleton") == shared.rabbit("tilly") == "1-B2"


@pytest.mark.rule("UO-R7")
def test_each_end_is_offered_once_with_one_path_to_draw() -> None:
    tale = house(dice="56", henry="1-C3")
    assert len(tale.state.legal()) == len(tale.ends())
    for end in tale.ends():
        path = tale.path(end)
        check_path([space(at) for at in path], space("1-C3"), space(end))
        assert len(path) == 12


# --- Ladders --------------------------------------------------------------------------------------


@pytest.mark.rule("UO-BOARD.4", "UO-R9", "UO-COMP.5")
def test_climbing_is_a_step_where_a_ladder_stands() -> None:
    tale = house(dice="12", henry="1-D2", cycle=1)
    assert tale.may("to", "2-C3") and tale.may("to", "2-D4"), "one to D3, one up, one more"
    moved = house(dice="12", henry="1-D2", ladders={"house": "E5"}, cycle=1)
    assert not [end for end in moved.ends() if end.startswith("2")]


@pytest.mark.rule("UO-BOARD.4", "UO-BOARD.5")
def test_a_blue_space_without_its_ladder_is_like_any_other() -> None:
    tale = house(dice="13", henry="1-E4", cycle=1)
    refusal = tale.refusal("to", "2-E4")
    assert refusal.rule == "UO-BOARD.4"
    assert refusal.words == "The ladder is not here: the house ladder stands at D3."
    assert tale.path("1-E2") != [] and "1-E4" in house(dice="11", henry="1-E2", cycle=1).ends()


@pytest.mark.rule("UO-R9")
def test_a_move_may_use_both_ladders_or_pass_them_by() -> None:
    tale = house(dice="12", henry="2-D3", cycle=1)
    assert tale.may("to", "B-E3"), "down to D3, over to E3, down again"
    assert tale.may("to", "2-D6"), "never compulsory"


@pytest.mark.rule("UO-R5", "UO-BOARD.4")
def test_the_house_ladder_does_not_lead_down_nor_the_yard_ladder_up() -> None:
    up = house(dice="11", henry="1-D3", ladders={"yard": "D5"}, cycle=1).ends()
    assert not [end for end in up if end.startswith("B")] and "2-D2" in up
    down = house(dice="11", henry="1-E3", ladders={"house": "E5"}, cycle=1).ends()
    assert not [end for end in down if end.startswith("2")] and "B-E2" in down


@pytest.mark.rule("UO-BOARD.4", "UO-NIGHT.1")
def test_rabbits_climb_like_people() -> None:
    tale = house("henry", night=True, dice="12", rabbits={"henry": "2-D3"}, cycle=1)
    assert tale.may("hop", ("henry", "B-E3")) and tale.may("hop", ("henry", "1-D1"))


# --- Coming in ------------------------------------------------------------------------------------


@pytest.mark.rule("UO-DAY.2", "UO-R11", "UO-BOARD.2", "UO-SETUP.4", "UO-R4")
def test_the_entrance_is_the_first_space() -> None:
    tale = house(dice="11", henry=OUTSIDE, cycle=1)
    assert tale.ends() == {"1-E5", "1-D6", "1-F6"}, "two, of which the entrance is one"
    assert tale.path("1-E5") == ["1-E6", "1-E5"]
    longer = house(dice="23", henry=OUTSIDE, cycle=1)
    assert longer.ends() == all_ends("1-E6", 4, neighbours("D3", "E3"))
    assert longer.refused("to", "1-E6") == "UO-R7", "it may not be entered again"
    crowd = house("catherine", dice="11", henry="1-E6", catherine=OUTSIDE, cycle=1)
    assert crowd.do("to", "1-E5").stands("catherine") == "1-E5"


# --- Restricted movement --------------------------------------------------------------------------

RING = {f"1-{c}{r}" for c in "ABCDEFGH" for r in range(1, 7) if c in "AH" or r in (1, 6)}
WEST = {f"{level}-{c}{r}" for level in "12" for c in "ABCD" for r in range(1, 7)}
EAST = {f"{level}-{c}{r}" for level in "12" for c in "EFGH" for r in range(1, 7)}
BELOW = {f"B-{c}{r}" for c in "ABCDEFGH" for r in range(1, 7)}


@pytest.mark.rule("UO-CATH.1", "UO-R44")
def test_while_henry_is_away_catherine_keeps_to_the_edge() -> None:
    assert len(RING) == 24
    tale = house("catherine", dice="34", catherine="1-C1", away=True)
    assert tale.ends() == {"1-A6", "1-H3"}, "seven along the ring, this way or that"
    assert tale.refused("to", "1-C4") == "UO-CATH.1"
    assert house("catherine", dice="34", catherine="1-C1").may("to", "1-C4"), "Henry is at home"
    upstairs = house("catherine", dice="12", catherine="2-A1", away=True)
    assert upstairs.ends() == {"2-D1", "2-A4"}


@pytest.mark.rule("UO-R44")
def test_she_paints_until_he_is_back_or_by_agreement_that_day_only() -> None:
    today = house("henry", dice="34", catherine="1-C1")
    assert today.state.away == t.LEFT_TODAY and today.asked == "catherine"
    turn.end_round(today.state)
    assert today.state.away == t.LONG_GONE, "the night has come"
    for painting, ends in (("away", {"1-A6", "1-H3"}), ("day", None)):
        later = house(
            "catherine",
            dice="34",
            catherine="1-C1",
            away=True,
            long_gone=True,
            options={"painting": painting},
        )
        assert later.ends() == ends if ends else later.may("to", "1-C4")


@pytest.mark.rule("UO-R44")
def test_a_ladder_on_the_edge_leads_on_along_it() -> None:
    text = HOUSE_FILE.read_text(encoding="utf-8").replace(
        'slots = ["D3", "E4", "E5"]', 'slots = ["D3", "C1"]'
    )
    rim = GAME.edition_of(text, "rim")
    assert isinstance(rim, UnrelentingEdition)
    for painting, above in (("away", {"2-A1", "2-E1"}), ("day", set())):
        tale = house(
            "catherine",
            dice="12",
            catherine="1-C1",
            away=True,
            ladders={"house": "C1"},
            edition=rim,
            options={"painting": painting},
        )
        assert tale.ends() == {"1-A2", "1-F1"} | above


@pytest.mark.rule("UO-R45")
def test_outside_the_zone_every_step_leads_nearer() -> None:
    tale = house("catherine", dice="12", catherine="1-D3", away=True)
    assert tale.ends() == {"1-C1", "1-E1"}, "two steps up to the edge, one along it"
    for at in ("1-C3", "1-D4", "1-F3"):
        for dice in ("12", "14", "26"):
            steps = int(dice[0]) + int(dice[1])
            tale = house("catherine", dice=dice, catherine=at, away=True)
            assert tale.ends() == all_ends(at, steps, neighbours("D3", "E3"), RING)
            for end in tale.ends():
                check_path([space(name) for name in tale.path(end)], space(at), space(end))
                assert len(tale.path(end)) == steps + 1


@pytest.mark.rule("UO-R45")
def test_a_roll_too_short_for_the_zone_leads_as_near_as_it_goes() -> None:
    tale = house("carleton", dice="12", carleton="1-A3", tilly="1-A1", divided=True)
    assert tale.stands("carleton") == "1-D3", "there is no other end to choose"


@pytest.mark.rule("UO-R45")
def test_the_paths_that_are_drawn_obey_the_zone() -> None:
    tale = house("carleton", dice="34", carleton="1-B3", tilly="1-A1", divided=True)
    far = distances(EAST | BELOW, neighbours("D3", "E3"))
    for end in tale.ends():
        path = tale.path(end)
        check_path([space(at) for at in path], space("1-B3"), space(end))
        assert all(far[there] <= max(far[here] - 1, 0) for here, there in pairwise(path))


@pytest.mark.rule("UO-R5", "UO-R7")
def test_one_step_never_leads_to_the_space_beside_on_another_level() -> None:
    state = house().state
    way = vec[i64]([0] * (b.MOST_STEPS + 1))
    anywhere = state.board.zones[b.ANYWHERE]
    assert not m.find_path(state, anywhere, space("1-A1"), space("2-B1"), 1, way)
    assert m.find_path(state, anywhere, space("1-D3"), space("2-D3"), 1, way), "but for a ladder"


@pytest.mark.rule("UO-R7", "UO-R45")
def test_in_the_smallest_open_halves_walks_end_where_paths_end() -> None:
    from .test_board import small_board

    edition = small_board(columns=6, rows=6, line=3)
    people, rabbits = dict.fromkeys(FAMILY, "1-A1"), dict.fromkeys(FAMILY, "B-A1")
    state = house(dice="11", cycle=1, edition=edition, rabbits=rabbits, people=people).state
    for zone in (state.board.zones[b.IN_WEST], state.board.zones[b.IN_EAST]):
        assert zone.open
        for start in (0, 7, 14, 21, 23, 35, 64, 78, 80, 85, 99, 128, 142, 163):
            for steps in range(2, b.MOST_STEPS + 1) if zone.holds(start) else ():
                ends = m.path_ends(state, zone, start, steps)
                assert m.with_paths(state, zone, start, steps, ends) == ends


@pytest.mark.rule("UO-CATH.1", "UO-R44")
def test_the_edge_is_searched_once_and_remembered() -> None:
    tale = house("catherine", dice="34", catherine="1-C1", away=True)
    first = tale.ends()
    assert first == tale.ends() == {"1-A6", "1-H3"}
    upstairs = house("catherine", dice="34", catherine="2-C1", away=True)
    assert upstairs.ends() == {"2-A6", "2-H3"}, "the same on another level"


@pytest.mark.rule("UO-TILLY.3", "UO-R50", "UO-BOARD.6")
@pytest.mark.parametrize(
    ("tilly", "half", "zone"),
    [
        ("1-A1", "", EAST),
        ("2-D6", "", EAST),
        ("1-E1", "", WEST),
        ("B-A1", "west", EAST),
        ("B-A1", "east", WEST),
    ],
)
def test_a_divided_house_leaves_carleton_the_other_half(tilly: str, half: str, zone: set[str]) -> None:
    allowed = zone | BELOW
    for at in ("1-C2", "1-F4", "2-D3", "B-D4", "1-E3"):
        tale = house("carleton", dice="24", carleton=at, tilly=tilly, half=half, divided=True)
        assert tale.ends() == all_ends(at, 6, neighbours("D3", "E3"), allowed), at


@pytest.mark.rule("UO-TILLY.3", "UO-R50")
def test_the_division_binds_nobody_else_and_no_rabbit() -> None:
    assert house("henry", dice="24", henry="1-D2", tilly="1-A1", divided=True).may("to", "1-B4")
    assert house("carleton", dice="24", carleton="1-E2", tilly="1-A1").may("to", "1-C4")
    bound = house("carleton", dice="24", carleton="1-E2", tilly="1-A1", divided=True)
    assert bound.refused("to", "1-C4") == "UO-TILLY.3"
    rabbits = house("carleton", night=True, dice="24", rabbits={"carleton": "1-E2"}, divided=True)
    assert rabbits.may("hop", ("carleton", "1-C4"))


@pytest.mark.rule("UO-R45")
def test_nobody_is_moved_for_standing_in_the_wrong_place() -> None:
    tale: Tale = house("catherine", dice="34", catherine="1-C4", away=True)
    assert tale.stands("catherine") == "1-C4"
    ring = house("catherine", dice="33", catherine="1-C4", away=True)
    assert ring.stands("catherine") == "1-E6", "the doorbell pays no heed to the edge"


@pytest.mark.rule("UO-R5", "UO-R7", "UO-R45")
def test_where_a_roll_leads_is_remembered_for_each_place_of_the_ladders() -> None:
    state = house().state
    board = state.board
    found = set()
    for state.house in range(board.slots_of(b.HOUSE)):
        for state.yard in range(board.slots_of(b.YARD)):
            for zone in board.zones:
                for start in (space("1-D3"), space("2-A1")):
                    searched = m.search_ends(state, zone, start, 4)
                    assert (
                        m.ends_from(state, zone, start, 4) == m.ends_from(state, zone, start, 4) == searched
                    )
                    found.add(searched)
    assert len(found) > len(board.zones) * 2, "ladders matter"
