"""What people read at the table: where they may go, what they find there, how near a victory is."""

import pytest

from fabletop.games.unrelenting.game import GAME

from .tables import Tale, eight, house


def offered(tale: Tale) -> dict[str, str]:
    """The answers in words, under the spaces they name."""
    options = GAME.ask(tale.state, tale.seat).options
    return {option.thing.removeprefix("space "): option.words for option in options}


def prompt(tale: Tale) -> str:
    return GAME.ask(tale.state, tale.seat).prompt


def status(tale: Tale) -> str:
    return GAME.text(tale.state, tale.seat)


# --- Where to go ----------------------------------------------------------------------------------


@pytest.mark.rule("UO-BLOCK.1", "UO-BLOCK.2")
def test_items_that_a_rabbit_guards_are_said_to_be_guarded() -> None:
    tale = house("henry", henry="1-D6", dice="12", rabbits={"tilly": "1-C4", "henry": "1-E4"})
    assert offered(tale)["1-D3"] == "Move to 1-D3: Wall clock, Dream stopper A (guarded: Kettle)"
    assert not tale.do("to", "1-D3").may("collect", "1-p33")


@pytest.mark.rule("UO-R49")
def test_tilly_with_somebody_elses_rabbit_in_her_arms_finds_all_guarded() -> None:
    tale = house("tilly", tilly="1-D5", dice="11", rabbits={"henry": "1-A1"})
    assert offered(tale)["1-D3"] == ("Move to 1-D3 (guarded: Wall clock, Kettle, Dream stopper A)")
    own = house("tilly", tilly="1-D5", dice="11", rabbits={"tilly": "1-A1"})
    assert offered(own)["1-D3"] == "Move to 1-D3: Wall clock, Kettle, Dream stopper A"


@pytest.mark.rule("UO-R55")
def test_whoever_has_no_empty_slot_is_told_of_no_items() -> None:
    tale = house("henry", henry="1-D6", dice="12", slots={"henry": eight()}).do("roll")
    assert offered(tale)["1-D3"] == "Move to 1-D3"


@pytest.mark.rule("UO-CATH.1", "UO-TILLY.3")
def test_whoever_may_not_go_everywhere_is_told_why() -> None:
    assert prompt(house("catherine", dice="34")) == "You rolled 3 and 4: 7. Where do you go?"
    assert prompt(house("catherine", dice="34", away=True)) == (
        "You rolled 3 and 4: 7. Henry has left, so you keep to the edge. Where do you go?"
    )
    assert prompt(house("carleton", dice="34", away=True, divided=True, tilly="1-H1")) == (
        "You rolled 3 and 4: 7. The house is divided, so you keep out of the east half. Where do you go?"
    )


@pytest.mark.rule("UO-R29")
def test_a_lucky_roll_may_turn_nothing() -> None:
    tale = house("henry", night=True, dice="11", slots={"henry": "F01 F02"}).do("roll")
    tale.hop(henry="B-A3", catherine="B-H3", tilly="B-A4", carleton="B-H4")
    assert offered(tale)[""] == "Turn nothing"
    assert offered(tale.do("turn", "F01"))[""] == "Turn no more"


# --- How things stand -----------------------------------------------------------------------------


@pytest.mark.rule("UO-R20", "UO-R32")
def test_slots_are_told_kind_by_kind() -> None:
    tale = house("henry", slots={"henry": "F02i F01 DS-B DS-A! F03i"})
    assert (
        "Henry (you), at 1-A1: 5 of 8 slots: 1 control (Bookcase), 2 insanity (Armchair, Television), "
        "1 both (Dream stopper B), 1 blocked by (Dream stopper A).\n"
    ) in status(tale)
    assert "Tilly, at 1-A6: 0 of 8 slots.\n" in status(tale)


@pytest.mark.rule("UO-WIN.1", "UO-WIN.2", "UO-WIN.3")
def test_all_are_told_who_has_all_eight_and_what_is_still_wanted() -> None:
    calm, mad = "has all eight for control", "has all eight for insanity"
    tale = house("henry", slots={"tilly": eight()}, rabbits={"henry": "2-A1"})
    assert (
        "Tilly has all eight for control, and wins once no rabbit is on the second floor "
        "and Tilly’s is in the basement/yard."
    ) in status(tale)
    assert mad not in status(tale)
    other = house("henry", slots={"tilly": eight("i", but="DS-A")})
    assert f"Tilly {mad}, and wins once all rabbits are on the second floor and Tilly’s is beside Tilly." in (
        status(other)
    )
    assert calm not in status(other)
    blocked = status(house("henry", slots={"tilly": eight("", but="DS-A!")}))
    assert calm not in blocked and mad not in blocked
