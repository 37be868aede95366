"""Winning by control and by insanity, ties, and the last dawn."""

import pytest

from fabletop.games.unrelenting.game import GAME
from fabletop.games.unrelenting.winning import check_win

from .tables import Tale, eight, house

STAY = {"henry": "B-A1", "catherine": "B-C1", "tilly": "B-E1", "carleton": "B-G1"}
SOUTH = {"henry": "B-A4", "catherine": "B-C4", "tilly": "B-E4", "carleton": "B-G4"}
ABOVE = {"henry": "2-A1", "catherine": "2-C1", "tilly": "2-E1", "carleton": "2-G1"}


def after_turn(tale: Tale) -> str:
    """Who has won, if the turn ended now."""
    check_win(tale.state)
    return tale.won if tale.state.over else ""


def looked_at(player: str = "tilly", **more: object) -> str:
    """The same for a table of one player's making, in the midst of Henry's day."""
    return after_turn(house("henry", dice="12", cycle=1, **more))  # type: ignore[arg-type]


# --- Control (UO-WIN.1) ---------------------------------------------------------------------------


@pytest.mark.rule("UO-WIN.1", "UO-GEN.3")
def test_control_needs_eight_calm_items_no_rabbit_upstairs_and_the_own_one_below() -> None:
    calm = {"tilly": eight()}
    assert looked_at(slots=calm) == "tilly by control"
    assert looked_at(slots={"tilly": eight(but="F09i")}) == "", "one shows insanity"
    assert looked_at(slots={"tilly": "F01 F02 F03 F04 F05 F06 F07"}) == "", "seven are not eight"
    assert looked_at(slots=calm, rabbits={"henry": "2-A1"}) == "", "a rabbit is upstairs"
    assert looked_at(slots=calm, rabbits={"tilly": "1-A1"}) == "", "hers is not below"
    assert looked_at(slots=calm, rabbits={"henry": "1-A1", "carleton": "1-A1"}) == "tilly by control"
    assert looked_at(slots=calm, tilly="2-H6") == "tilly by control", "where she is does not matter"


# --- Insanity (UO-WIN.2) --------------------------------------------------------------------------


@pytest.mark.rule("UO-WIN.2", "UO-R35", "UO-R38", "UO-GEN.3")
def test_insanity_needs_eight_mad_items_all_rabbits_upstairs_and_the_own_one_beside() -> None:
    mad = {"tilly": eight("i")}
    assert looked_at(slots=mad, rabbits=ABOVE, tilly="2-E2") == "tilly by insanity"
    assert looked_at(slots=mad, rabbits=ABOVE, tilly="2-D1") == "tilly by insanity"
    assert looked_at(slots={"tilly": eight("i", but="F09")}, rabbits=ABOVE, tilly="2-E2") == ""
    assert looked_at(slots={"tilly": "F01i F02i"}, rabbits=ABOVE, tilly="2-E2") == "", "eight, as for control"
    assert looked_at(slots=mad, rabbits={**ABOVE, "henry": "1-A1"}, tilly="2-E2") == ""
    assert looked_at(slots=mad, rabbits=ABOVE, tilly="2-F2") == "", "corners are not adjacent"
    assert looked_at(slots=mad, rabbits=ABOVE, tilly="2-E1") == "", "nor is the same space"
    assert looked_at(slots=mad, rabbits=ABOVE, tilly="2-C2") == "", "it must be her own"
    ladder = {**ABOVE, "tilly": "2-D3"}
    assert looked_at(slots=mad, rabbits=ladder, tilly="1-D3") == "", "nor the other end of a ladder"


@pytest.mark.rule("UO-STOP.1", "UO-R30")
def test_own_stoppers_count_for_both() -> None:
    assert looked_at(slots={"tilly": eight("", "DS-A")}) == "tilly by control"
    assert looked_at(slots={"tilly": eight("i", "DS-A")}, rabbits=ABOVE, tilly="2-E2") == "tilly by insanity"


@pytest.mark.rule("UO-R39")
def test_absent_henry_can_win_by_control_but_not_by_insanity() -> None:
    tale = house("henry", dice="13", away=True, slots={"henry": eight()})
    tale.do("roll")
    assert tale.won == "henry by control"
    mad = house("henry", dice="13", away=True, slots={"henry": eight("i")}, rabbits=ABOVE).do("roll")
    assert not mad.state.over


# --- When (UO-R36, UO-R37) ------------------------------------------------------------------------


@pytest.mark.rule("UO-WIN.3", "UO-R36", "UO-R37")
def test_the_look_comes_after_every_turn_for_all() -> None:
    tale = house("henry", henry="1-B2", dice="12", slots={"carleton": eight()}, cycle=1)
    assert not tale.state.over, "not before the turn has ended"
    tale.do("to", "1-E2")
    while not tale.state.over and tale.turn == "henry":
        tale.state.apply(tale.state.legal()[0])
    assert tale.won == "carleton by control", "on Henry's turn"
    assert tale.happened("won") == ["Carleton wins by control."]
    refusal = GAME.explain(tale.state, 0, 0)
    assert refusal is not None and refusal.rule == "UO-WIN.3"
    assert tale.state.returns() == pytest.approx([-1 / 3, -1 / 3, -1 / 3, 1])


@pytest.mark.rule("UO-R36")
def test_of_several_winners_the_active_one_wins_or_the_next() -> None:
    slots = {"henry": eight(), "tilly": "S01 S02 S03 S04 S05 S06 S07 S08"}
    assert looked_at(slots=slots) == "henry by control"
    carleton = house("carleton", dice="13", slots=slots, cycle=1)
    assert after_turn(carleton) == "henry by control", "the next after Carleton"
    catherine = house("catherine", dice="13", slots=slots, cycle=1)
    assert after_turn(catherine) == "tilly by control", "the next after Catherine"


@pytest.mark.rule("UO-R36", "UO-R31")
def test_the_look_comes_before_attacks() -> None:
    slots = {"henry": eight(), "catherine": "DS-A"}
    tale = house("carleton", night=True, dice="12", rabbits=STAY, slots=slots, cycle=1)
    assert tale.hop(**SOUTH).won == "henry by control"
    assert GAME.result(tale.state).startswith(
        "Henry wins by control: eight items show control, no rabbit is on the second floor, "
        "Henry’s is in the basement/yard. Catherine had 1 item for "
    )


def test_a_full_set_is_not_the_whole_way_to_victory() -> None:
    full = house("carleton", slots={"henry": eight()}, options={"dawn": "never"})
    assert not full.state.over and GAME.progress(full.state) == 0.9
    assert GAME.progress(house("carleton", slots={"henry": "F01 F02"}, options={"dawn": "never"}).state) < 0.3


# --- The last dawn (UO-R56) -----------------------------------------------------------------------


def at_dawn(slots: dict[str, str], rabbits: dict[str, str] | None = None) -> Tale:
    """The end of the last night; the rabbits end where they are told, with four steps."""
    ends = {**SOUTH, **(rabbits or {})}
    tale = house("carleton", night=True, dice="12", rabbits=STAY, slots=slots, cycle=2, options={"dawn": "2"})
    if "roll" in tale.verbs:
        tale.do("roll")
    tale.hop(**ends)
    return tale.do("done") if tale.verbs == {"attack", "done"} else tale


@pytest.mark.rule("UO-R56")
def test_the_game_ends_with_the_last_cycle() -> None:
    tale = at_dawn({"tilly": "F01 F02 F03", "henry": "F04 F05 F06i F07i"})
    assert tale.state.over and tale.won == "tilly by dawn", "most of one kind"
    longer = house("carleton", night=True, dice="12", rabbits=STAY, cycle=2, options={"dawn": "5"})
    assert not longer.hop(**SOUTH).state.over
    never = house("carleton", night=True, dice="12", rabbits=STAY, cycle=500, options={"dawn": "never"})
    assert not never.hop(**SOUTH).state.over and GAME.progress(never.state) == 0


@pytest.mark.rule("UO-R56")
def test_ties_at_dawn() -> None:
    more = at_dawn({"tilly": "F01 F02", "henry": "F04i F05i F06"})
    assert more.won == "henry by dawn", "then most items"
    assert "Henry wins with 2 items for insanity, and more items in all;" in GAME.result(more.state)
    assert at_dawn({"tilly": "F01 DS-A", "henry": "F04i"}).won == "tilly by dawn", "stoppers count for either"
    level = {"tilly": "F01", "henry": "F04i"}
    placed = at_dawn(level)
    assert placed.won == "tilly by dawn", "her rabbit is in the basement, where control wants it"
    assert "for control, and a rabbit where that kind wants it;" in GAME.result(placed.state)
    shared = at_dawn({"tilly": "F01", "henry": "F04"})
    assert shared.won == "shared by dawn" and GAME.result(shared.state) == (
        "The last dawn, cycle 2: Henry and Tilly share the win with 1 item for control; "
        "Catherine had no items, Carleton had no items."
    )
    assert sum(shared.state.returns()) == pytest.approx(0)
    assert shared.state.returns()[0] == shared.state.returns()[2] == pytest.approx(1 / 3)


@pytest.mark.rule("UO-R56")
def test_foreign_stoppers_count_for_nobody_at_dawn() -> None:
    tale = at_dawn({"carleton": "F01 DS-A! DS-B!", "henry": "F02 F03"})
    assert tale.won == "henry by dawn"
