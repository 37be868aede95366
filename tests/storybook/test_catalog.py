"""What a board draws from: the printed cards, and what a Battle would bring now."""

import pytest

import fabletop

from .tables import HOUSE, start, table


def test_every_card_and_twist_of_the_edition_is_in_the_catalog() -> None:
    found = fabletop.game("storybook").catalog(HOUSE)
    assert len(found["cards"]) == 90 and len(found["twists"]) == 24
    assert {id for team in found["teams"] for id in team["cards"]} == set(found["cards"])
    crocodile = found["cards"]["NV02"]
    assert (crocodile["name"], crocodile["points"], crocodile["team"]) == ("Crocodile", 4, "hook")
    assert crocodile["sides"][1] == (4, 4)
    assert [card["name"] for card in found["cards"].values() if card["leader"]].count("Alice") == 1
    assert found["cards"]["Nh01"]["ally"] and not found["cards"]["NH01"]["ally"]
    assert "Alice" in found["twists"]["WH-T1"]["words"]
    assert found["costs"] == {"draw": 1, "reveal": 1, "spin": 2, "slide": 2, "play": 3, "hide": 3}


@pytest.mark.rule("SB-EX.3")
def test_the_view_shows_a_battle_edge_by_edge() -> None:
    """The rulebook's turn: Cat and Rabbit take the Crocodile, who takes the Rabbit."""
    tale = table("Cheshire Cat 5/4 @ 0,0", "Crocodile 4/4 @ 1,0", "White Rabbit 5/1 @ 2,0")
    strikes = {(tuple(s["from"]), tuple(s["to"])): s for s in tale.view("hero")["strikes"]}
    assert len(strikes) == 4
    cat, croc, rabbit = (0, 0), (1, 0), (2, 0)
    assert strikes[cat, croc] | {"bests": True, "overwhelms": False, "captures": True} == strikes[cat, croc]
    assert (strikes[cat, croc]["swords"], strikes[cat, croc]["shields"]) == (5, 4)
    assert strikes[croc, cat]["bests"] and not strikes[croc, cat]["captures"]
    assert strikes[croc, rabbit]["overwhelms"] and strikes[croc, rabbit]["captures"]
    assert strikes[rabbit, croc]["way"] == "west"


@pytest.mark.rule("SB-BATTLE.1")
def test_hidden_cards_and_friends_do_not_strike() -> None:
    tale = table("Alice 9/1 @ 0,0", "Smee 9/1 @ 0,1 face down", "Dinah 9/1 @ 1,0", "Cecco 1/9 @ 5,5")
    assert tale.view("villain")["strikes"] == []


@pytest.mark.rule("SB-SLIDE.2", "SB-SLIDE.5")
def test_an_option_says_where_a_slide_would_end() -> None:
    tale = table("Alice @ 0,0", "Smee @ 3,1", "Cecco @ 3,0")
    options = fabletop.game("storybook").ask(tale.state, tale.seat).options
    slides = [(option.thing, option.to) for option in options if option.verb == "slide"]
    assert slides == [("cell 0,0", "cell 2,0")]


@pytest.mark.rule("SB-SETUP.3")
def test_the_view_names_the_space_that_is_being_filled() -> None:
    tale = start(side="heroes", hero="alice", hero_ally="genie", hero_twist="WH-T1")
    while tale.view("hero")["phase"] == "choosing teams":
        tale.state.apply(tale.state.legal()[0])
    assert tale.view(None)["filling"] == [1, 0]
    tale.state.apply(tale.state.legal()[0])
    assert tale.view(None)["filling"] == [0, -1]
