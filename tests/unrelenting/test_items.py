"""Collecting, guarding, sides, lucky nights and dream stoppers."""

import pytest

from fabletop.games.unrelenting import verbs as v
from fabletop.games.unrelenting.game import GAME
from fabletop.games.unrelenting.items import half
from fabletop.games.unrelenting.table import PLAYERS
from fabletop.kernel.action import act

from .tables import ELSEWHERE, eight, house

ALL = [f"{letter}{n:02}" for letter in "FS" for n in range(1, 17)]


# --- Collecting (UO-DAY.3, UO-R18) ----------------------------------------------------------------


@pytest.mark.rule("UO-DAY.3", "UO-DAY.4", "UO-R18", "UO-MODE.3", "UO-SWITCH.1", "UO-SETUP.5")
def test_an_item_at_a_corner_of_the_last_space_is_taken() -> None:
    tale = house("henry", henry="1-A3", dice="12", slots={"henry": "S01"}, cycle=1).do("to", "1-C2")
    assert tale.verbs == {"collect"} and tale.points() == {"1-p31", "1-p22"}
    assert tale.refused("collect", "1-p11") == "UO-R18"
    assert tale.refused("collect", "1-p32") == "UO-DAY.3"
    assert tale.refused("done") == "UO-R18", "what can be collected must be"
    tale.do("collect", "1-p22")
    assert tale.verbs == {"side"}
    tale.do("side", "insanity")
    assert tale.slots("henry") == "S01 F05i", "control and insanity side by side"
    assert tale.at("F05") == "henry" and tale.asked == "catherine", "one a turn"


@pytest.mark.rule("UO-R18")
def test_nothing_is_collected_in_passing() -> None:
    tale = house("henry", henry="1-A1", dice="66", cycle=1, lying=ELSEWHERE).do("to", "1-E5")
    assert tale.points() == {"1-p44"} or tale.verbs == {"side"}


@pytest.mark.rule("UO-DAY.3", "UO-R18")
def test_where_there_is_nothing_nothing_is_asked() -> None:
    tale = house("henry", henry="1-E4", dice="11", cycle=1, lying=ELSEWHERE).do("to", "1-E6")
    assert tale.asked == "catherine" and tale.slots("henry") == ""
    assert tale.happened("nothing") == ["Henry finds nothing to collect."]


@pytest.mark.rule("UO-R20", "UO-DAY.4")
def test_the_side_is_the_collectors_choice() -> None:
    for side, shown in (("control", "F01"), ("insanity", "F01i")):
        tale = house("henry", henry="1-B2", dice="11", cycle=1).do("to", "1-A1").do("side", side)
        assert tale.slots("henry") == shown


@pytest.mark.rule("UO-R55", "UO-COMP.7")
def test_eight_slots_are_full() -> None:
    seven = house("henry", henry="2-B2", dice="12", cycle=1, slots={"henry": " ".join(ALL[:7])})
    assert seven.do("to", "2-C4").verbs == {"collect"}
    full = house("henry", henry="2-B2", dice="12", cycle=1, slots={"henry": eight(but="F08i")})
    assert full.do("to", "2-C4").asked == "catherine"


@pytest.mark.rule("UO-R55")
def test_with_a_bare_board_play_goes_on() -> None:
    slots = {
        name: " ".join(ALL[i * 8 : i * 8 + 8]) + "i"
        for i, name in enumerate(["henry", "catherine", "tilly", "carleton"])
    }
    tale = house("henry", slots=slots, spent="DS-A DS-B DS-C", dice="1212")
    tale.do("roll").do("to", "1-B3")
    assert tale.asked == "catherine" and tale.may("role", "perfect")


# --- Rabbits on guard (UO-BLOCK) ------------------------------------------------------------------


@pytest.mark.rule("UO-BLOCK.1", "UO-R19", "UO-BOARD.7")
def test_a_strange_rabbit_closes_the_points_of_its_space() -> None:
    for guard in ("1-B2", "1-C2", "1-B3", "1-C3"):
        tale = house("henry", henry="1-C4", dice="11", rabbits={"tilly": guard}, cycle=1).do("to", "1-C2")
        assert tale.slots("henry") == "" or "F05" not in tale.slots("henry")
        assert "1-p22" not in tale.points()
    free = house("henry", henry="1-C4", dice="11", rabbits={"tilly": "1-A2"}, cycle=1).do("to", "1-C2")
    assert "1-p22" in free.points()
    other_level = house("henry", henry="1-C4", dice="11", rabbits={"tilly": "2-C2"}, cycle=1).do("to", "1-C2")
    assert "1-p22" in other_level.points()


@pytest.mark.rule("UO-BLOCK.1")
def test_a_rabbit_sits_at_this_corner() -> None:
    lying = {"F01": "B-p11", "F02": "B-p21", "F03": "B-p22"}
    rabbits = {"henry": "B-H3", "tilly": "B-A1"}
    tale = house("henry", henry="B-B4", dice="11", rabbits=rabbits, lying=lying, cycle=1).do("to", "B-B2")
    assert tale.points() == {"B-p21", "B-p22"}
    refusal = tale.refusal("collect", "B-p11")
    assert refusal.rule == "UO-BLOCK.1"
    assert refusal.words == "A rabbit that is not yours sits beside the Bookcase."


@pytest.mark.rule("UO-BLOCK.2", "UO-R19", "UO-COMP.2")
def test_the_own_rabbit_guards_nothing_unless_another_is_there() -> None:
    own = house("henry", henry="1-C4", dice="11", rabbits={"henry": "1-B2"}, cycle=1).do("to", "1-C2")
    assert "1-p22" in own.points()
    both = house("henry", henry="1-C4", dice="11", rabbits={"henry": "1-B2", "tilly": "1-B3"}, cycle=1).do(
        "to", "1-C2"
    )
    assert "1-p22" not in both.points()


@pytest.mark.rule("UO-R19")
def test_stoppers_are_guarded_people_guard_nothing_and_henrys_rabbit_goes_on() -> None:
    guarded = house("catherine", catherine="1-D5", dice="12", rabbits={"henry": "1-E3"}, away=True, cycle=2)
    assert guarded.state.away
    tale = house("tilly", tilly="1-D6", dice="12", rabbits={"henry": "1-E3"}, away=True).do("to", "1-D3")
    assert "1-p43" not in tale.points()
    people = house("tilly", tilly="1-D6", dice="12", carleton="1-E3", henry="1-E4").do("to", "1-D3")
    assert "1-p43" in people.points()


@pytest.mark.rule("UO-R12")
def test_on_the_first_day_the_rabbits_guard_the_middle() -> None:
    together = dict.fromkeys(["henry", "catherine", "tilly", "carleton"], "1-E3")
    tale = house("henry", henry="1-D6", dice="12", rabbits=together, cycle=1).do("to", "1-D3")
    assert tale.points() <= {"1-p33"} and tale.verbs == {"side"}


# --- Lucky nights (UO-SWITCH) ---------------------------------------------------------------------

STAY = {"henry": "B-A1", "catherine": "B-C1", "tilly": "B-E1", "carleton": "B-G1"}


@pytest.mark.rule("UO-SWITCH.2", "UO-R29")
@pytest.mark.parametrize(
    ("dice", "lucky"), [("33", True), ("13", True), ("46", True), ("12", False), ("34", False)]
)
def test_doubles_four_and_ten_turn_items_by_night(dice: str, lucky: bool) -> None:
    tale = house("henry", night=True, dice=dice, rabbits=STAY, slots={"henry": "F01 F02i DS-A"}, cycle=1)
    while tale.turn == "henry" and tale.verbs != {"turn", "done"}:
        tale.state.apply(tale.state.legal()[0])
    assert (tale.turn == "henry") == lucky
    if lucky:
        tale.do("turn", "F02")
        assert tale.slots("henry") == "F01 F02 DS-A" and tale.turn == "catherine"


@pytest.mark.rule("UO-R29", "UO-R30")
def test_by_agreement_any_number_may_be_turned_once_each_but_no_stopper() -> None:
    slots = {"henry": "F01 F02 F03 DS-A"}
    tale = house(
        "henry", night=True, dice="11", rabbits=STAY, slots=slots, options={"switch": "any"}, cycle=1
    )
    tale.hop(henry="B-A3", catherine="B-C3", tilly="B-E3", carleton="B-G3")
    assert tale.refused("turn", "DS-A") == "UO-R30"
    tale.do("turn", "F01", "F02")
    assert tale.refused("turn", "F01") == tale.refused("turn", "F02") == "UO-R28"
    assert tale.refused("turn", "5") == "UO-R29"
    tale.do("done")
    assert tale.slots("henry") == "F01i F02i F03 DS-A"


@pytest.mark.rule("UO-R29")
def test_a_lucky_roll_turns_one_item() -> None:
    tale = house("henry", night=True, dice="11", rabbits=STAY, slots={"henry": "F01 F02"}, cycle=1)
    tale.hop(henry="B-A3", catherine="B-C3", tilly="B-E3", carleton="B-G3").do("turn", "F01")
    assert tale.turn == "catherine" and tale.slots("henry") == "F01i F02"


@pytest.mark.rule("UO-SWITCH.2", "UO-R20")
def test_by_day_the_same_rolls_turn_nothing() -> None:
    tale = house("tilly", dice="13", tilly="1-A1", slots={"tilly": "F01"}, cycle=1).do("to", "1-A5")
    assert "turn" not in tale.verbs and tale.slots("tilly").split()[0] == "F01"


@pytest.mark.rule("UO-R29", "UO-R39")
def test_absent_henry_and_victims_switch_too() -> None:
    for more in ({"away": True}, {}):
        tale = house("henry", night=True, dice="13", rabbits=STAY, slots={"henry": "F01 DS-A!"}, **more)  # type: ignore[arg-type]
        tale.do("roll") if "roll" in tale.verbs else tale
        tale.hop(henry="B-A5", catherine="B-C5", tilly="B-E5", carleton="B-G5")
        assert tale.verbs == {"turn", "done"}
        assert tale.refused("turn", "DS-A") == "UO-R32"


# --- Dream stoppers (UO-STOP) ---------------------------------------------------------------------


@pytest.mark.rule("UO-STOP.1", "UO-R30", "UO-COMP.4")
def test_a_stopper_has_no_side() -> None:
    tale = house("henry", henry="1-D6", dice="12", cycle=1).do("to", "1-D3").do("collect", "1-p43")
    assert tale.slots("henry") == "DS-A" and tale.asked == "catherine", "no side is asked for"
    assert tale.view["characters"][0]["slots"][0]["side"] == "both"


@pytest.mark.rule("UO-STOP.2", "UO-R31", "UO-STOP.3")
def test_after_the_fourth_turn_stoppers_may_be_passed_on() -> None:
    slots = {"henry": "DS-A DS-B", "tilly": " ".join(ALL[8:16]) + "i", "carleton": "DS-C"}
    tale = house("carleton", carleton="1-H6", dice="12", slots=slots, cycle=1).do("to", "1-F5")
    while tale.turn == "carleton" and tale.verbs <= {"side", "collect"}:
        tale.state.apply(tale.state.legal()[0])
    assert tale.asked == "henry" and tale.verbs == {"attack", "done"}
    assert tale.refused("attack", ("DS-A", "tilly")) == "UO-R31", "no empty slot"
    assert tale.refused("attack", ("DS-A", "henry")) == "UO-STOP.2"
    assert tale.refused("attack", ("DS-C", "catherine")) == "UO-STOP.2"
    one_more = act(v.ATTACK, (tale.state.board.items - tale.state.board.first_stopper) * PLAYERS)
    assert str(GAME.explain(tale.state, tale.seat, one_more)) == "There is no such thing here. (UO-STOP.2)"
    tale.do("attack", ("DS-A", "catherine"), ("DS-B", "catherine"))
    assert tale.slots("catherine") == "DS-A! DS-B!"
    assert tale.asked == "carleton", "in turn order; who has none is not asked"
    tale.do("done")
    assert tale.state.night and tale.slots("carleton").startswith("DS-C")


@pytest.mark.rule("UO-R31", "UO-R21")
def test_a_stopper_collected_this_round_may_be_placed_even_in_the_first_cycle() -> None:
    tale = house("carleton", carleton="1-D6", dice="12", cycle=1).do("to", "1-D3").do("collect", "1-p43")
    assert tale.asked == "carleton"
    tale.do("attack", ("DS-A", "henry"))
    assert tale.slots("henry") == "DS-A!"


@pytest.mark.rule("UO-R32")
def test_a_foreign_stopper_is_nobodys_item() -> None:
    tale = house("catherine", slots={"catherine": "F01 DS-A!", "henry": "F02i"}, dice="12")
    assert tale.refused("role", "perfect") == "UO-R22", "it pays for nothing"
    paying = house("catherine", slots={"catherine": "F01 DS-A! F02 F03"}, dice="12").do("role", "perfect")
    assert paying.refused("pay", "DS-A") == "UO-R32"
    dusk = house("carleton", night=True, dice="12", rabbits=STAY, slots={"catherine": "DS-A!"}, cycle=1)
    dusk.hop(henry="B-A4", catherine="B-C4", tilly="B-E4", carleton="B-G4")
    assert not dusk.state.night and dusk.turn == "henry", "nobody can pass it on or take it back"


@pytest.mark.rule("UO-STOP.4", "UO-R33", "UO-R27", "UO-R34")
def test_a_victim_may_give_everything_up() -> None:
    tale = house("tilly", slots={"tilly": "F03 DS-A! S01i DS-C DS-B"}, dice="12")
    tale.do("free")
    assert tale.slots("tilly") == ""
    assert [tale.at(name) for name in ("F03", "S01", "DS-C", "DS-B")] == ["B-p11", "B-p31", "B-p43", "B-p51"]
    assert tale.at("DS-A") == "B-p71", "the stopper that blocked goes down last"
    assert tale.asked == "tilly", "the turn goes on"
    owns_nothing = house("tilly", night=True, slots={"tilly": "DS-A!"}, dice="12").do("free")
    assert owns_nothing.at("DS-A") == "B-p11"
    assert house("tilly", slots={"tilly": "F01 F02"}, dice="12").refused("free") == "UO-STOP.4"


@pytest.mark.rule("UO-STOP.5", "UO-R34")
@pytest.mark.parametrize("dice", ["11", "66"])
@pytest.mark.parametrize("night", [False, True])
def test_two_and_twelve_free_at_once(dice: str, night: bool) -> None:
    tale = house("carleton", night=night, slots={"carleton": "DS-A! DS-B! F01"}, dice=dice, cycle=1)
    tale.do("roll")
    assert tale.slots("carleton") == "F01"
    assert (tale.at("DS-A"), tale.at("DS-B")) == ("B-p11", "B-p31"), "they can be collected again"
    other = house("carleton", night=night, slots={"henry": "DS-A!"}, dice=dice, cycle=1)
    assert other.slots("henry") == "DS-A!", "in their own turn only"
    unlucky = house("carleton", night=night, slots={"carleton": "DS-A!"}, dice="12", cycle=1).do("roll")
    assert unlucky.slots("carleton") == "DS-A!"


@pytest.mark.rule("UO-R34")
def test_by_agreement_freed_stoppers_are_gone() -> None:
    gone = {"stoppers": "gone"}
    tale = house("tilly", slots={"tilly": "F03 DS-A! DS-C"}, dice="12", options=gone).do("free")
    assert (tale.at("F03"), tale.at("DS-C"), tale.at("DS-A")) == ("B-p11", "B-p43", "spent")
    lucky = house("carleton", slots={"carleton": "DS-A!"}, dice="66", options=gone).do("roll")
    assert lucky.at("DS-A") == "spent"


@pytest.mark.rule("UO-STOP.3", "UO-R32")
def test_a_victim_cannot_win() -> None:
    rabbits = {"henry": "B-A1", "catherine": "B-C1", "tilly": "B-E1", "carleton": "B-G1"}
    moves = {"henry": "B-A4", "catherine": "B-C4", "tilly": "B-E4", "carleton": "B-G4"}
    won = house("henry", night=True, dice="12", rabbits=rabbits, slots={"henry": eight(but="DS-A")}, cycle=1)
    assert won.hop(**moves).won == "henry by control", "an own stopper counts"
    lost = house(
        "henry", night=True, dice="12", rabbits=rabbits, slots={"henry": eight(but="DS-A!")}, cycle=1
    )
    assert not lost.do("roll").hop(**moves).state.over


# --- Halves, home and the basement ----------------------------------------------------------------


@pytest.mark.rule("UO-HALF.1")
def test_halves_are_rounded_up() -> None:
    assert [half(n) for n in range(9)] == [0, 1, 1, 2, 2, 3, 3, 4, 4]


@pytest.mark.rule("UO-R26", "UO-R22")
def test_what_is_paid_goes_home_and_can_be_collected_again() -> None:
    tale = house("carleton", carleton="1-A2", slots={"carleton": "F01i DS-B S16"}, dice="12")
    tale.do("role", "stairs").do("pay", "F01", "DS-B")
    assert (tale.at("F01"), tale.at("DS-B")) == ("1-p11", "2-p43")
    tale.do("ladder", "E4")
    assert tale.slots("carleton") == "S16"
    tale.do("to", "1-B1" if tale.may("to", "1-B1") else "1-A1" if tale.may("to", "1-A1") else "1-C1")
    assert tale.state.mad >> tale.item("F01") & 1 == 0


@pytest.mark.rule("UO-R27")
def test_removed_items_fill_the_dump_points_in_order() -> None:
    tale = house(
        "catherine",
        slots={"catherine": "S01 S02 S03", "henry": "F03 F04i F05", "carleton": "S16 DS-A S15"},
        lying={"S08": "B-p31"},
        dice="12",
    )
    tale.do("role", "perfect").do("pay", "S01", "S02")
    where = {name: tale.at(name) for name in ("F03", "F05", "S16", "S15")}
    assert where == {"F03": "B-p11", "F05": "B-p51", "S16": "B-p71", "S15": "B-p22"}
