"""The roles of the four characters: what they do, when, and what they cost."""

import pytest

from .tables import ELSEWHERE, Tale, house

FAMILY = ["henry", "catherine", "tilly", "carleton"]
STAY = {"henry": "B-A1", "catherine": "B-C1", "tilly": "B-E1", "carleton": "B-G1"}
SOUTH = {"henry": "B-A4", "catherine": "B-C4", "tilly": "B-E4", "carleton": "B-G4"}


def settle(tale: Tale, until: str) -> Tale:
    """Answer anything until this player's turn."""
    for _ in range(200):
        if tale.turn != until:
            tale.state.apply(tale.state.legal()[0])
    return tale


# --- Roles in general -----------------------------------------------------------------------------


@pytest.mark.rule("UO-R21", "UO-LATER.1")
def test_no_role_works_in_the_first_cycle() -> None:
    assert house("henry", dice="34", henry="1-C3", cycle=1).verbs == {"to"}, "Henry does not leave on a 7"
    assert house("catherine", dice="33", cycle=1).verbs == {"to"}, "no doorbell"
    assert house("tilly", dice="34", cycle=1).verbs == {"to"}
    assert "to" in house("tilly", dice="11", rabbits={"tilly": "1-C3"}, cycle=1).verbs
    victim = house("tilly", dice="12", slots={"tilly": "F01 F02 DS-A!"}, cycle=1)
    assert victim.refused("role", "door") == "UO-R21"
    purse = house("carleton", dice="45", slots={"tilly": "F01 F02"}, cycle=1)
    assert purse.slots("tilly") == "F01 F02"
    haunted = house("carleton", dice="22", slots={"carleton": "F01"}, cycle=1)
    assert haunted.slots("carleton") == "F01"


@pytest.mark.rule("UO-R22")
@pytest.mark.parametrize("night", [False, True])
def test_paid_roles_are_played_before_the_roll_by_day_and_by_night(night: bool) -> None:
    tale = house("tilly", night=night, dice="12", slots={"tilly": "F01 F02i DS-A F04 F05"})
    assert tale.verbs == {"roll", "role"}
    tale.do("role", "divide")
    assert tale.verbs == {"pay"} and tale.refused("pay", "8") == "UO-R22"
    tale.do("pay", "DS-A", "F02")
    assert tale.slots("tilly") == "F01 F04 F05", "own stoppers may be paid"
    assert tale.refused("role", "divide") == "UO-R22", "once a turn"
    tale.do("role", "door").do("pay", "F01", "F05").do("ladder", "D4")
    assert tale.state.one, "with nothing left to pay the dice fall"


@pytest.mark.rule("UO-R22")
def test_with_fewer_than_two_items_no_role_can_be_paid() -> None:
    tale = house("tilly", dice="12", slots={"tilly": "F01 DS-A!"})
    assert tale.refused("role", "door") == "UO-R22"
    two = house("tilly", dice="12", slots={"tilly": "F01 F02"}).do("role", "door")
    assert two.verbs == {"ladder"}, "with just two there is nothing to choose"


@pytest.mark.rule("UO-R23")
def test_night_rolls_bring_on_no_role() -> None:
    assert house("henry", night=True, dice="34").stands("henry") == "1-A1"
    assert house("catherine", night=True, dice="33").stands("catherine") == "1-H1"
    assert house("carleton", night=True, dice="45", slots={"tilly": "F01 F02"}).slots("tilly") == "F01 F02"
    assert house("tilly", night=True, dice="33", rabbits={"tilly": "1-A1"}).state.carried == 0


@pytest.mark.rule("UO-R24")
def test_paid_roles_come_before_the_dice() -> None:
    tale = house("carleton", dice="23", slots={"carleton": "F01 F02 F03"}, divided=True, tilly="1-A1")
    assert tale.state.one == 0 and tale.state.divided
    tale.do("roll")
    assert not tale.state.divided, "and roles of the dice right after them"


@pytest.mark.rule("UO-R23", "UO-R53")
def test_by_agreement_roles_that_do_not_speak_of_moving_work_by_night_too() -> None:
    on = {"night_roles": "on"}
    left = house("henry", night=True, dice="34", options=on)
    assert left.stands("henry") == "outside" and left.verbs == {"hop"}, "and the rabbits move"
    assert house("catherine", night=True, dice="33", options=on).stands("catherine") == "1-E6"
    purse = house("carleton", night=True, dice="45", slots={"tilly": "F01"}, options=on)
    assert purse.slots("tilly") == "" and purse.verbs == {"hop"}
    assert house("carleton", night=True, dice="23", divided=True, options=on).state.divided == 0
    haunted = house("carleton", night=True, dice="33", slots={"carleton": "F01"}, options=on)
    assert haunted.slots("carleton") == "F01i"
    for name, dice in (("henry", "24"), ("catherine", "35")):
        still = house(name, night=True, dice=dice, slots={name: "F01"}, options=on)
        assert still.slots(name) == "F01", "first move, then turn: there is no move"
    tilly = house("tilly", night=True, dice="33", rabbits={"tilly": "1-A1"}, options=on)
    assert tilly.state.carried == 0
    assert house("tilly", night=True, dice="34", options=on).stands("tilly") == "1-A6"


# --- Henry (UO-HENRY) -----------------------------------------------------------------------------


@pytest.mark.rule("UO-HENRY.1", "UO-R39", "UO-R40")
def test_on_a_seven_henry_leaves_at_once() -> None:
    tale = house("henry", henry="1-B2", dice="34", slots={"henry": "F09"}, rabbits={"henry": "1-C3"})
    assert tale.stands("henry") == "outside" and tale.asked == "catherine"
    assert tale.slots("henry") == "F09" and tale.rabbit("henry") == "1-C3"
    assert tale.happened("collect") == []


@pytest.mark.rule("UO-R39", "UO-R40")
def test_while_he_is_away_he_rolls_and_no_more() -> None:
    for dice in ("34", "25", "12".replace("12", "13"), "24"):
        tale = house("henry", dice=dice, away=True)
        assert tale.stands("henry") == "outside" and tale.asked == "catherine"
    paying = house("henry", dice="13", away=True, slots={"henry": "F01 F02"})
    assert paying.may("role", "exterminator")
    freed = house("henry", dice="66", away=True, slots={"henry": "DS-A!"}).do("roll")
    assert freed.at("DS-A") == "B-p11"
    night = house("henry", night=True, dice="14", away=True)
    assert night.verbs == {"hop"}, "his nights are complete"


@pytest.mark.rule("UO-HENRY.2", "UO-R41", "UO-R25")
@pytest.mark.parametrize("dice", ["12", "56"])
def test_on_three_or_eleven_he_comes_home(dice: str) -> None:
    tale = house("henry", dice=dice, away=True, lying=ELSEWHERE)
    assert tale.stands("henry") == "1-E6" and tale.asked == "catherine" and not tale.state.away
    near = house("henry", dice=dice, away=True)
    assert near.stands("henry") == "1-E6", "he does not walk on"


@pytest.mark.rule("UO-R41", "UO-R25")
def test_he_may_collect_from_the_entrance() -> None:
    tale = house("henry", dice="12", away=True)
    assert tale.verbs == {"side"} and tale.asked == "henry"


@pytest.mark.rule("UO-HENRY.2", "UO-R23", "UO-R41")
def test_he_comes_home_by_night_too_and_the_rabbits_still_move() -> None:
    tale = house("henry", night=True, dice="12", away=True, rabbits=STAY)
    assert tale.stands("henry") == "1-E6" and tale.verbs == {"hop"}
    tale.hop(**SOUTH)
    assert tale.rabbit("tilly") == "B-E4"


@pytest.mark.rule("UO-R40")
def test_at_home_three_and_eleven_are_ordinary_moves() -> None:
    tale = house("henry", henry="1-B2", dice="12")
    assert tale.stands("henry") == "1-B2" and tale.verbs == {"to"}


@pytest.mark.rule("UO-R41", "UO-CATH.1")
def test_when_he_is_back_catherine_walks_freely() -> None:
    tale = house("henry", dice="1212", away=True, catherine="1-C1", lying=ELSEWHERE)
    assert tale.asked == "catherine" and tale.may("to", "1-C4")


@pytest.mark.rule("UO-HENRY.3", "UO-R42", "UO-R28", "UO-HALF.1")
def test_on_a_six_he_moves_then_turns_half_then_collects() -> None:
    tale = house("henry", henry="1-C5", dice="24", slots={"henry": "S01 S02i S03 DS-A"})
    tale.do("roll").do("to", "1-C1" if tale.may("to", "1-C1") else "1-A1")
    assert tale.verbs == {"turn"} and tale.refused("turn", "DS-A") == "UO-R30"
    tale.do("turn", "S02", "S03")
    assert tale.slots("henry").startswith("S01 S02 S03i DS-A"), "two of three, each once"
    assert tale.verbs <= {"collect", "side", "to"}
    away = house("henry", dice="24", slots={"henry": "S01"}, away=True)
    assert away.slots("henry") == "S01", "not while he is away"


@pytest.mark.rule("UO-R42")
def test_the_new_item_is_not_turned() -> None:
    tale = house("henry", henry="1-B5", dice="24", slots={"henry": "S01"}).do("to", "1-A2")
    assert tale.slots("henry") == "S01i", "his one item is turned before he collects"


@pytest.mark.rule("UO-HENRY.4", "UO-R43")
def test_the_exterminator_sends_three_rabbits_to_another_level() -> None:
    rabbits = {"henry": "1-B2", "catherine": "1-C3", "tilly": "2-C3", "carleton": "B-H6"}
    tale = house("henry", dice="13", slots={"henry": "F01 F02"}, rabbits=rabbits).do("role", "exterminator")
    assert tale.at("F01") == "1-p11" and tale.at("F02") == "1-p31"
    assert tale.ends() == {"B-C3", "2-C3"}
    assert tale.refused("to", "1-C3") == "UO-R43" and tale.refused("to", "2-A1") == "UO-R43"
    tale.do("to", "B-C3", "1-C3", "2-H6")
    assert [tale.rabbit(name) for name in FAMILY] == ["1-B2", "B-C3", "1-C3", "2-H6"]


@pytest.mark.rule("UO-R43")
def test_where_two_rabbits_stand_it_goes_beside() -> None:
    rabbits = {"henry": "2-A1", "catherine": "1-A1", "tilly": "2-A1", "carleton": "B-A1"}
    tale = house("henry", dice="13", slots={"henry": "F01 F02"}, rabbits=rabbits).do("role", "exterminator")
    assert tale.ends() == {"B-A1", "2-B1", "2-A2"}


@pytest.mark.rule("UO-R43", "UO-R49")
def test_a_rabbit_in_tillys_arms_is_taken_from_her() -> None:
    tale = house("tilly", tilly="1-C3", dice="1112", rabbits={"catherine": "1-H1"})
    settle(tale.do("to", "1-C5"), "carleton")
    assert tale.state.carried and tale.rabbit("catherine") == "1-C5"
    settle(tale, "henry")
    later = house("henry", dice="13", slots={"henry": "F01 F02"}, tilly="1-C5", rabbits={"catherine": "1-C5"})
    later.state.carried = 2
    later.do("role", "exterminator").do("to", "2-C5")
    assert later.state.carried == 0 and later.rabbit("catherine") == "2-C5"


# --- Catherine (UO-CATH) --------------------------------------------------------------------------


@pytest.mark.rule("UO-CATH.2", "UO-R42")
def test_on_an_eight_she_moves_then_turns_half() -> None:
    tale = house("catherine", catherine="1-C5", dice="35", slots={"catherine": "S01 S02i S03i S04"})
    tale.do("roll").do("to", "1-A1")
    tale.do("turn", "S01", "S02")
    assert tale.slots("catherine").startswith("S01i S02 S03i S04")


@pytest.mark.rule("UO-CATH.3", "UO-R46", "UO-R25")
def test_on_doubles_the_doorbell_rings() -> None:
    tale = house("catherine", catherine="2-C5", dice="22")
    assert tale.stands("catherine") == "1-E6" and tale.verbs == {"side"}, "an item lies there"
    fours = house("catherine", catherine="2-C5", dice="44", slots={"catherine": "S01"})
    assert fours.stands("catherine") == "1-E6" and fours.slots("catherine") == "S01i", "then half is turned"


@pytest.mark.rule("UO-CATH.4", "UO-R47", "UO-R27")
def test_it_has_to_be_perfect() -> None:
    slots = {"catherine": "S01 S02 S03", "henry": "F01 F02i DS-A", "tilly": "F03", "carleton": "F04i DS-B!"}
    tale = house("catherine", dice="12", slots=slots).do("role", "perfect").do("pay", "S01", "S03")
    assert tale.slots("catherine") == "S02", "her own stay"
    assert tale.slots("henry") == "F02i DS-A" and tale.slots("carleton") == "F04i DS-B!"
    assert (tale.at("F01"), tale.at("F03")) == ("B-p11", "B-p31")
    idle = house("catherine", dice="12", slots={"catherine": "S01 S02"})
    assert idle.may("role", "perfect"), "even if it hits nobody"


# --- Tilly (UO-TILLY) -----------------------------------------------------------------------------


@pytest.mark.rule("UO-TILLY.1", "UO-R48", "UO-COMP.5")
def test_tilly_moves_the_yard_ladder() -> None:
    tale = house("tilly", dice="12", slots={"tilly": "F01 F02"}, rabbits={"henry": "1-E3", "tilly": "B-E3"})
    tale.do("role", "door")
    assert tale.refused("ladder", "E3") == "UO-R48"
    tale.do("ladder", "D5")
    assert tale.view["ladders"] == {"house": "D3", "yard": "D5"}
    assert (tale.rabbit("henry"), tale.rabbit("tilly")) == ("1-E3", "B-E3"), "pieces stay"


@pytest.mark.rule("UO-TILLY.2", "UO-R49")
def test_on_doubles_she_takes_rabbits_of_her_level_along() -> None:
    rabbits = {"henry": "1-H1", "catherine": "1-B6", "tilly": "2-C3", "carleton": "1-H6"}
    tale = house("tilly", tilly="1-D2", dice="22", rabbits=rabbits)
    assert tale.verbs == {"carry"} and tale.refused("done") == "UO-R49"
    assert tale.refused("carry", "tilly") == "UO-R49", "another level"
    tale.do("carry", "henry")
    assert tale.may("done")
    assert tale.refused("carry", "henry") == "UO-R49"
    tale.do("carry", "carleton")
    assert tale.verbs == {"to"}, "two at most"
    tale.do("to", "2-C2" if tale.may("to", "2-C2") else "2-D1")
    assert tale.rabbit("henry") == tale.rabbit("carleton") == tale.stands("tilly"), "also to other levels"


@pytest.mark.rule("UO-R49")
def test_carried_rabbits_are_not_moved_by_night_until_her_next_day_turn() -> None:
    tale = house("carleton", night=True, tilly="1-C3", dice="1213131312", rabbits={"henry": "1-C3"}, cycle=2)
    tale.state.carried = 1
    assert tale.refused("hop", ("henry", "1-C2")) == "UO-R49"
    tale.hop(catherine="B-H4", tilly="B-A3", carleton="B-H3")
    settle(tale, "tilly")
    assert tale.state.carried == 0 and tale.rabbit("henry") == "1-C3", "they sit down where she stands"
    assert tale.happened("leave") == ["Tilly leaves Henry’s rabbit at 1-C3."]


@pytest.mark.rule("UO-R49", "UO-R19")
def test_a_strange_rabbit_in_her_arms_closes_her_corners() -> None:
    tale = house("tilly", tilly="1-B2", dice="11", rabbits={"henry": "1-H1"}).do("to", "1-C3")
    assert tale.slots("tilly") == "" and tale.rabbit("henry") == "1-C3"
    own = house("tilly", tilly="1-B2", dice="11", rabbits={"tilly": "1-H1"}).do("to", "1-C3")
    assert own.verbs <= {"collect", "side"}, "her own does not"


@pytest.mark.rule("UO-R49", "UO-R14", "UO-NIGHT.3")
def test_no_third_rabbit_where_she_ends() -> None:
    rabbits = {"henry": "1-C2", "catherine": "1-C2", "carleton": "1-H6", "tilly": "2-A1"}
    tale = house("tilly", tilly="1-C4", dice="11", rabbits=rabbits).do("carry", "carleton").do("done")
    assert tale.refused("to", "1-C2") == "UO-R14"
    two = house("tilly", tilly="1-C4", dice="11", rabbits={**rabbits, "catherine": "1-A1"})
    two.do("carry", "carleton", "catherine")
    assert two.refused("to", "1-C2") == "UO-R14"
    none = house("tilly", tilly="1-C4", dice="11", rabbits={"tilly": "2-A1"})
    assert none.verbs == {"to"} and none.state.carried == 0, "no rabbit on her level"


@pytest.mark.rule("UO-TILLY.3", "UO-R50")
def test_she_divides_the_house_once() -> None:
    tale = house("tilly", tilly="1-A1", dice="12", slots={"tilly": "F01 F02 F03 F04"})
    tale.do("role", "divide").do("pay", "F01", "F02")
    assert tale.state.divided
    again = house("tilly", dice="12", slots={"tilly": "F01 F02"}, divided=True)
    assert again.refused("role", "divide") == "UO-R50"


@pytest.mark.rule("UO-R50")
def test_in_the_basement_the_half_she_last_stood_in_counts() -> None:
    tale = house("tilly", tilly="1-E2", dice="12", cycle=1)
    assert tale.state.half == 1
    tale.do("to", "B-E4" if tale.may("to", "B-E4") else "B-D3")
    assert tale.stands("tilly").startswith("B") and tale.state.half == 1
    west = house("tilly", tilly="1-E2", dice="12", cycle=1).do("to", "1-D4")
    assert west.state.half == 0


@pytest.mark.rule("UO-TILLY.4", "UO-R51", "UO-R25", "UO-R38")
def test_on_a_seven_she_walks_in_her_sleep() -> None:
    tale = house("tilly", tilly="B-A1", catherine="2-H1", dice="34")
    assert tale.ends() == {"2-G1", "2-H2"}
    assert tale.refused("to", "2-G2") == "UO-R51"
    tale.do("to", "2-H2")
    assert tale.stands("tilly") == "2-H2" and tale.state.follows
    assert tale.slots("tilly") == "" or tale.happened("collect")
    stay = house("tilly", tilly="2-G1", catherine="2-H1", dice="34")
    assert stay.may("to", "2-G1"), "she may stay"


@pytest.mark.rule("UO-R51")
def test_she_collects_after_sleepwalking_but_not_when_she_follows() -> None:
    tale = house("tilly", tilly="B-A1", catherine="1-A1", dice="34").do("to", "1-B1")
    assert tale.verbs == {"side"}, "the item at p11 is hers"
    follow = house("catherine", catherine="1-H6", tilly="1-H5", dice="12", follows=True).do("to", "1-F5")
    assert follow.asked == "tilly" and follow.turn == "catherine"
    assert follow.ends() == {"1-E5", "1-G5", "1-F4", "1-F6"}
    follow.do("to", "1-F4")
    assert follow.stands("tilly") == "1-F4" and follow.slots("tilly") == ""
    assert not follow.state.follows


@pytest.mark.rule("UO-R51")
def test_she_follows_the_doorbell_too() -> None:
    tale = house("catherine", catherine="2-H6", tilly="2-H5", dice="11", follows=True)
    assert tale.asked == "tilly" and tale.ends() == {"1-D6", "1-F6", "1-E5"}


# --- Carleton (UO-CARL) ---------------------------------------------------------------------------


@pytest.mark.rule("UO-CARL.1", "UO-R48", "UO-COMP.5")
def test_carleton_moves_the_house_ladder() -> None:
    tale = house("carleton", dice="12", slots={"carleton": "F01 F02"}, henry="1-D3").do("role", "stairs")
    assert tale.refused("ladder", "D3") == "UO-R48"
    tale.do("ladder", "E4")
    assert tale.view["ladders"] == {"house": "E4", "yard": "E3"} and tale.stands("henry") == "1-D3"


@pytest.mark.rule("UO-CARL.2", "UO-R52", "UO-R28", "UO-R27")
def test_on_a_nine_tilly_chooses_half_of_her_items() -> None:
    slots = {"tilly": "S01 DS-A S02i DS-B! S03 S04"}
    tale = house("carleton", carleton="1-H6", dice="45", slots=slots)
    assert tale.asked == "tilly" and tale.verbs == {"remove"} and tale.turn == "carleton"
    assert tale.refused("remove", "DS-B") == "UO-R32"
    tale.do("remove", "S04", "DS-A")
    assert tale.refused("remove", "S04") == "UO-R28"
    tale.do("remove", "S02")
    assert tale.slots("tilly") == "S01 DS-B! S03", "three of five, stoppers of her own included"
    assert [tale.at(name) for name in ("DS-A", "S02", "S04")] == ["B-p11", "B-p31", "B-p51"], "in slot order"
    assert tale.asked == "carleton" and tale.verbs == {"to"}, "before he moves"
    assert house("carleton", dice="45").verbs == {"to"}, "she has nothing"


@pytest.mark.rule("UO-CARL.3", "UO-R53", "UO-R28")
def test_on_doubles_he_turns_half_before_he_moves() -> None:
    tale = house("carleton", carleton="1-H6", dice="22", slots={"carleton": "S01 S02 S03i"})
    tale.do("roll")
    assert tale.verbs == {"turn"} and tale.stands("carleton") == "1-H6"
    tale.do("turn", "S03", "S01")
    assert tale.slots("carleton") == "S01i S02 S03" and tale.verbs == {"to"}
    night = house("carleton", night=True, dice="22", slots={"carleton": "S01"}, rabbits=STAY)
    assert night.verbs == {"hop"} and night.slots("carleton") == "S01", "by day only"


@pytest.mark.rule("UO-CARL.4", "UO-R54")
def test_on_a_five_the_division_is_void_for_this_very_move() -> None:
    tale = house("carleton", carleton="1-E2", tilly="1-A1", dice="23", divided=True)
    assert not tale.state.divided and tale.may("to", "1-C5")
    assert tale.happened("undivide")
    other = house("carleton", carleton="1-E2", tilly="1-A1", dice="13", divided=True)
    assert other.state.divided
    assert house("carleton", carleton="1-E2", dice="23").happened("undivide") == []
    again = house("tilly", dice="12", slots={"tilly": "F01 F02"})
    assert again.may("role", "divide")
