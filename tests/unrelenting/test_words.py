"""What people read at the table: where they may go, what they find there, how near a victory is."""

from typing import Any

import pytest

from fabletop.cli.lawbook import look_up
from fabletop.games.unrelenting.game import GAME

from .tables import OUTSIDE, Tale, eight, house, start


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
        "You rolled 3 and 4: 7. Henry is away, so you keep to the edge. Where do you go?"
    )
    assert prompt(house("carleton", dice="34", away=True, divided=True, tilly="1-H1")) == (
        "You rolled 3 and 4: 7. The house is divided, so you keep out of the right half, columns E to H. "
        "Where do you go?"
    )


@pytest.mark.rule("UO-R29")
def test_a_lucky_roll_may_turn_nothing() -> None:
    for switch, how_many in (("one", "one item. Which?"), ("any", "as many items as you like. Which first?")):
        options = {"switch": switch}
        tale = house("henry", night=True, dice="11", slots={"henry": "F01 F02"}, options=options).do("roll")
        tale.hop(henry="B-A3", catherine="B-H3", tilly="B-A4", carleton="B-H4")
        assert prompt(tale) == f"You rolled 1 and 1: 2, doubles. A lucky roll: you may turn {how_many}"
        assert offered(tale)[""] == "Turn nothing: the night is as I want it"
    assert offered(tale.do("turn", "F01"))[""] == "Turn no more"


@pytest.mark.rule("UO-R11", "UO-DAY.2")
def test_whoever_comes_in_is_told_that_the_entrance_is_a_step() -> None:
    assert prompt(house("henry", henry=OUTSIDE, dice="34", cycle=1)) == (
        "You rolled 3 and 4: 7. The entrance is your first step, so 6 more follow. Where do you go?"
    )
    assert "so 1 more follows." in prompt(house("henry", henry=OUTSIDE, dice="11", cycle=1))


@pytest.mark.rule("UO-R39", "UO-HENRY.2")
def test_absent_henry_is_told_what_he_needs() -> None:
    waits = house("henry", away=True, slots={"henry": "F01 F02"}, dice="13")
    assert prompt(waits) == (
        "Your turn. You are away: a 3 or an 11 brings you home. Something first, or the dice?"
    )
    assert "Henry (you), away, back on a 3 or an 11: 2 of 8 slots" in status(waits)
    waits.do("roll")
    assert waits.happened("still_away") == ["Henry is away, and a 3 or an 11 would bring him home."]


@pytest.mark.rule("UO-R33", "UO-STOP.4")
@pytest.mark.parametrize(
    ("slots", "words"),
    [
        ("DS-A!", "Free yourself of Dream stopper A: you have nothing to lose"),
        ("DS-B! F01", "Free yourself of Dream stopper B: your only item goes to the basement/yard"),
        (
            "F01 DS-C DS-A! F02i DS-B!",
            "Free yourself of Dream stopper A and Dream stopper B: "
            "all 3 of your items go to the basement/yard",
        ),
    ],
)
def test_freedom_is_named_with_its_price(slots: str, words: str) -> None:
    tale = house("henry", slots={"henry": slots})
    assert words in offered(tale).values() and "A dream stopper blocks you." in prompt(tale)


@pytest.mark.rule("UO-R49", "UO-TILLY.2")
def test_tilly_is_asked_which_rabbit_or_told_whose_she_carries() -> None:
    two = house("tilly", dice="22", rabbits={"henry": "1-H1", "carleton": "1-H6"})
    assert prompt(two) == "You rolled 2 and 2: 4, doubles. Which rabbit do you take along?"
    assert "You carry Henry’s rabbit. Which other rabbit do you take along?" in prompt(
        two.do("carry", "henry")
    )
    one = house("tilly", dice="22", rabbits={"henry": "1-H1"})
    assert one.happened("carry") == ["Likes the rabbits: Tilly picks up Henry’s rabbit."]
    assert prompt(one) == "You rolled 2 and 2: 4, doubles. You carry Henry’s rabbit. Where do you go?"


@pytest.mark.rule(
    "UO-HENRY.1", "UO-HENRY.2", "UO-HENRY.3", "UO-CATH.2", "UO-CATH.3", "UO-CARL.3", "UO-CARL.4"
)
@pytest.mark.parametrize(
    ("name", "dice", "more", "kind", "words"),
    [
        (
            "henry",
            "34",
            {},
            "away",
            "Never home: Henry leaves the house, until a 3 or an 11 brings him back.",
        ),
        ("henry", "12", {"away": True}, "place", "Return home: Henry is put on the entrance, 1-E6."),
        ("catherine", "22", {}, "place", "The doorbell rings: Catherine is put on the entrance, 1-E6."),
        ("carleton", "22", {}, "half", "Becomes haunted: Carleton turns half of the items, 1."),
        (
            "carleton",
            "23",
            {"divided": True},
            "undivide",
            "“Don’t tell”: for Carleton the house is whole again.",
        ),
        (
            "carleton",
            "45",
            {"slots": {"tilly": "F01 F02 F03"}},
            "purse",
            "Carleton finds Tilly’s purse: 2 of her items must go.",
        ),
        ("tilly", "34", {}, "sleepwalk", "Tilly is sleepwalking, and goes to Catherine."),
    ],
)
def test_roles_of_the_dice_are_named_when_they_happen(
    name: str, dice: str, more: dict[str, Any], kind: str, words: str
) -> None:
    tale = house(name, dice=dice, **{"slots": {name: "S01"}, **more})
    assert tale.happened(kind) == [words]


@pytest.mark.rule("UO-HENRY.3", "UO-CATH.2")
@pytest.mark.parametrize(("name", "dice", "role"), [("henry", "24", "Problem"), ("catherine", "35", "Baby")])
def test_what_turns_half_is_named_after_the_move(name: str, dice: str, role: str) -> None:
    tale = house(name, dice=dice, slots={name: "S01 S02i S03"}).do("roll")
    tale.do("to", min(tale.ends()))
    assert prompt(tale).split(": ")[1].split(". ")[1].startswith(role)
    assert tale.happened("half")[0].endswith("turns half of the items, 2.")


@pytest.mark.rule("UO-R34")
def test_it_is_told_where_a_freed_stopper_goes() -> None:
    back = house("henry", slots={"henry": "DS-A!"}).do("free")
    assert back.happened("spent") == ["Henry is freed of Dream stopper A, now at B-p11."]
    gone = house("henry", slots={"henry": "DS-A!"}, options={"stoppers": "gone"}).do("free")
    assert gone.happened("spent") == ["Henry is freed of Dream stopper A, now out of the game."]


# --- Why not ----------------------------------------------------------------------------------------


@pytest.mark.rule("UO-R45", "UO-CATH.1")
def test_the_edge_is_named_where_it_is_the_edge_that_forbids() -> None:
    tale = house("catherine", dice="34", catherine="1-C1", away=True)
    off = tale.refusal("to", "1-C4")
    assert off.words == "Henry is away, so you keep to the edge; 1-C4 is not on it."
    bound = tale.refusal("to", "1-A2")
    assert bound.rule == "UO-CATH.1"
    assert bound.words == "Henry is away, so you keep to the edge; no 7 steps along it lead to 1-A2."
    assert tale.refused("to", "1-A1") == "UO-R7", "no seven steps lead there, edge or not"
    day = house("catherine", dice="34", catherine="1-C1", away=True, options={"painting": "day"})
    assert day.refusal("to", "1-C4").words.startswith("Henry has left today, so you keep to the edge;")


@pytest.mark.rule("UO-R45", "UO-TILLY.3")
def test_tillys_line_is_named_where_it_is_the_line_that_forbids() -> None:
    tale = house("carleton", dice="24", carleton="1-D1", tilly="1-H1", divided=True, half="east")
    over = tale.refusal("to", "1-E2")
    assert over.rule == "UO-TILLY.3" and over.words.endswith("columns E to H; 1-E2 lies there.")
    below = house("carleton", dice="11", carleton="1-D3", tilly="1-H1", divided=True).refusal("to", "B-E3")
    assert below.rule == "UO-TILLY.3"
    assert below.words.endswith("columns E to H; all ways of 2 steps to B-E3 lead through it.")


# --- Choosing ---------------------------------------------------------------------------------------


@pytest.mark.rule("UO-R3")
def test_while_characters_are_chosen_nobody_has_a_turn() -> None:
    tale = start(seed=4)
    first = int(tale.state.seat)
    assert f"\nChoosing characters. Player {first + 1} chooses." in status(tale)
    tale.do("character", "tilly")
    assert "’s turn" not in status(tale) and f"\nTilly is Player {first + 1}." in status(tale)


@pytest.mark.rule("UO-R56")
def test_without_a_last_dawn_none_is_shown() -> None:
    assert "Cycle 2, day. Henry’s turn." in status(house("henry", options={"dawn": "never"}))
    assert house("henry", options={"dawn": "never"}).view["dawn"] is None


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


# --- Looking up -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "key", "first", "last"),
    [
        ("henry", "HENRY", 39, 43),
        ("Catherine", "CATH", 44, 47),
        ("tilly", "TILLY", 48, 51),
        ("carleton", "CARL", 52, 54),
    ],
)
def test_the_rules_of_a_character_are_all_shown(name: str, key: str, first: int, last: int) -> None:
    own = {f"UO-{key}.{n}" for n in range(1, 5)} | {f"UO-R{n}" for n in range(first, last + 1)}
    assert own <= {rule.id for rule in GAME.rules.about(name)}
    assert look_up(GAME.rules, name)[: len(GAME.rules.about(name))] == GAME.rules.about(name)


def test_a_blow_is_seen_from_who_deals_it_to_whom_it_hits() -> None:
    tale = house("carleton", carleton="1-D6", dice="12", cycle=1).do("to", "1-D3").do("collect", "1-p43")
    tale.do("attack", ("DS-A", "henry"))
    (blow,) = [entry.beat for entry in tale.told() if entry.kind == "attack"]
    assert blow and (blow.look, blow.start, blow.thing) == ("clash", "mat carleton", "mat henry")
    purse = house("carleton", night=True, dice="45", slots={"tilly": "F01"}, options={"night_roles": "on"})
    (found,) = [entry.beat for entry in purse.told() if entry.kind == "purse"]
    assert found and (found.start, found.thing) == ("mat carleton", "mat tilly")
