"""What a board draws from: the house, its things, its people and their roles."""

import pytest

import fabletop

from .tables import HOUSE, house


def test_the_house_and_its_things_are_in_the_catalog() -> None:
    found = fabletop.game("unrelenting").catalog(HOUSE)
    assert (found["columns"], found["rows"], found["entrance"]) == (8, 6, "1-E6")
    assert [level["id"] for level in found["levels"]] == ["B", "1", "2"]
    assert [ladder["start"] for ladder in found["ladders"]] == ["D3", "E3"]
    assert len(found["items"]) == 35
    assert found["items"]["F09"]["sides"] == ["control", "insanity"]
    assert found["items"]["DS-A"]["sides"] == ["both"] and found["items"]["DS-A"]["stopper"]
    assert "in the basement/yard" in found["goal"] and all(who["about"] for who in found["characters"])


@pytest.mark.rule("UO-COMP.8")
def test_every_role_stands_on_its_characters_card() -> None:
    game = fabletop.game("unrelenting")
    roles = {who["id"]: who["roles"] for who in game.catalog(HOUSE)["characters"]}
    assert [len(cards) for cards in roles.values()] == [4, 4, 4, 4]
    assert [role["role"] for role in roles["tilly"]] == ["door", None, "divide", None]
    for role in [role for cards in roles.values() for role in cards]:
        assert role["rule"] in game.rules and "UO-" not in role["words"]


@pytest.mark.rule("UO-BLOCK.1", "UO-BLOCK.2")
def test_the_view_says_from_whom_a_thing_is_guarded() -> None:
    tale = house("tilly", tilly="1-D3", rabbits={"tilly": "1-B2"})
    bookcase = next(item for item in tale.view["items"] if item["item"] == "F01")
    assert bookcase["guarded_from"] == ["henry", "catherine", "carleton"]


@pytest.mark.rule("UO-STOP.1", "UO-STOP.3", "UO-R38")
def test_the_view_counts_both_ways_to_win() -> None:
    tale = house("tilly", tilly="1-D3", rabbits={"tilly": "1-D4"}, slots={"tilly": "F01 F02i DS-A DS-B!"})
    tilly = tale.view["characters"][2]
    assert (tilly["control"], tilly["insanity"]) == (2, 2)
    assert tilly["rabbit_beside"]
    assert not house("tilly", tilly="1-D3", rabbits={"tilly": "1-D3"}).view["characters"][2]["rabbit_beside"]
