"""SB-EX: the turn that the rulebook tells, number by number."""

import pytest

from .tables import Tale, table


def before(starkey: str = "0,1") -> Tale:
    return table(
        "Cheshire Cat @ 0,0",
        "Crocodile @ 1,0",
        f"Gentleman Starkey @ {starkey}",
        "White Rabbit in hand",
        turn="hero",
    )


@pytest.mark.rule("SB-EX.1")
def test_alice_plays_the_white_rabbit_and_spins_him() -> None:
    tale = before()
    tale.play("White Rabbit", (2, 0))
    assert tale.ap == 2
    tale.spin("White Rabbit", "right")
    assert "ends actions" in tale.happened("end")[0], "with 0 AP the Battle follows"


@pytest.mark.rule("SB-EX.2")
def test_the_crocodile_stands_between_cat_and_rabbit() -> None:
    tale = before().play("White Rabbit", (2, 0))
    assert tale.layout == {
        (0, 0): "Cheshire Cat",
        (1, 0): "Crocodile",
        (2, 0): "White Rabbit",
        (0, 1): "Gentleman Starkey",
    }


@pytest.mark.rule("SB-EX.3", "SB-BATTLE.2", "SB-R7", "SB-COMP.4")
def test_the_numbers_on_the_touching_sides() -> None:
    tale = table(
        "Cheshire Cat @ 0,0", "Crocodile @ 1,0", "Gentleman Starkey @ 0,1", "White Rabbit @ 2,0 turned 1"
    )
    assert tale.shows("Cheshire Cat", "E") == (5, 4)
    assert tale.shows("Crocodile", "W") == (4, 4)
    assert tale.shows("Crocodile", "E") == (4, 4)
    assert tale.shows("White Rabbit", "W") == (5, 1)
    cat, starkey = tale.shows("Cheshire Cat", "N"), tale.shows("Gentleman Starkey", "S")
    assert cat[1] > starkey[0] and starkey[1] > cat[0]
    tale.end()
    assert sorted(tale.happened("bested")) == [
        "Cheshire Cat bests Crocodile: 5 Swords against 4 Shields.",
        "Crocodile bests Cheshire Cat: 4 Swords against 4 Shields.",
        "Crocodile overwhelms White Rabbit: 4 Swords against 1 Shield.",
        "White Rabbit bests Crocodile: 5 Swords against 4 Shields.",
    ]


@pytest.mark.rule("SB-EX.4", "SB-BATTLE.5", "SB-BATTLE.6", "SB-BATTLE.7")
def test_crocodile_and_rabbit_are_captured() -> None:
    tale = before().play("White Rabbit", (2, 0)).spin("White Rabbit", "right")
    assert tale.captured == {"Crocodile", "White Rabbit"}
    assert tale.layout == {(0, 0): "Cheshire Cat", (0, 1): "Gentleman Starkey"}


@pytest.mark.rule("SB-EX.5", "SB-EX.3", "SB-WIN.1", "SB-TURN.7")
@pytest.mark.parametrize("starkey", ["0,1", "0,-1", "-1,0"])
def test_the_score_is_four_to_two_wherever_starkey_stands_beside_the_cat(starkey: str) -> None:
    tale = before(starkey).play("White Rabbit", (2, 0)).spin("White Rabbit", "right")
    assert (tale.score, tale.captured) == ((4, 2), {"Crocodile", "White Rabbit"})
    target = tale.view("hero")["target"]
    assert (target - 4, target - 2) == (6, 8)
    assert (tale.turn, tale.asked, tale.ap) == ("villain", "villain", 5)


@pytest.mark.rule("SB-EX.1", "SB-SPIN.1", "SB-BATTLE.6")
def test_without_the_spin_nobody_is_captured() -> None:
    tale = before().play("White Rabbit", (2, 0)).end()
    assert tale.captured == set()
    assert tale.score == (0, 0)
