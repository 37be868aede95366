"""SB-BATTLE: who fights, who is Bested, and who leaves the table."""

import pytest

from .tables import HOUSE, table

WAYS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}


@pytest.mark.rule("SB-BATTLE.1")
@pytest.mark.parametrize(
    ("alice", "smee", "fights"),
    [
        ("", "", True),
        (" face down", "", False),
        ("", " face down", False),
        (" face down", " face down", False),
    ],
)
def test_only_face_up_cards_fight(alice: str, smee: str, fights: bool) -> None:
    tale = table(f"Alice 9/1 @ 0,0{alice}", f"Smee 9/1 @ 0,1{smee}", "Dinah in hand", "Cecco in hand").end()
    assert tale.captured == ({"Alice", "Smee"} if fights else set())


@pytest.mark.rule("SB-BATTLE.1")
def test_cards_of_one_side_never_fight() -> None:
    tale = table("Alice 9/1 @ 0,0", "Dinah 9/1 @ 0,1", "Smee 9/1 @ 5,0", "Cecco 9/1 @ 5,1").end()
    assert tale.captured == set() and tale.happened("bested") == []


@pytest.mark.rule("SB-BATTLE.2")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("alice", "smee"), [(0, 2), (1, 0), (3, 3)])
def test_the_touching_sides_are_compared_both_ways(way: str, alice: int, smee: int) -> None:
    """All sides but the touching ones would decide otherwise."""
    toward = list(WAYS).index(way)
    strong = ["1/1"] * 4
    strong[(toward - alice) % 4] = "6/9"
    weak = ["9/9"] * 4
    weak[(toward + 2 - smee) % 4] = "1/3"
    x, y = WAYS[way]
    tale = table(
        f"Alice {','.join(strong)} @ 0,0 turned {alice}",
        f"Smee {','.join(weak)} @ {x},{y} turned {smee}",
        "Cecco in hand",
    ).end()
    assert tale.captured == {"Smee"}
    back = table(
        f"Alice {','.join(weak)} @ 0,0 turned {(smee + 2) % 4}",
        f"Smee {','.join(strong)} @ {x},{y} turned {(alice + 2) % 4}",
        "Cecco in hand",
    ).end()
    assert back.captured == {"Alice"}, "and the same the other way round"


@pytest.mark.rule("SB-BATTLE.3", "SB-BATTLE.4", "SB-R21")
@pytest.mark.parametrize("swords", range(7))
@pytest.mark.parametrize("shields", range(5))
def test_besting_and_overwhelming(swords: int, shields: int) -> None:
    tale = table(f"Alice {swords}/9 @ 0,0", f"Smee 1/{shields} @ 0,1", "Cecco in hand").end()
    bested = swords > 0 and swords >= shields
    overwhelmed = bested and swords >= 2 * shields
    verb = "overwhelms" if overwhelmed else "bests"
    numbers = f"{swords} Sword{'s' * (swords != 1)} against {shields} Shield{'s' * (shields != 1)}"
    assert tale.happened("bested") == ([f"Alice {verb} Smee: {numbers}."] if bested else [])
    assert tale.captured == ({"Smee"} if overwhelmed else set())


@pytest.mark.rule("SB-BATTLE.5", "SB-BATTLE.6", "SB-R23")
@pytest.mark.parametrize(
    ("attackers", "captured"),
    [
        (["3/9 @ 1,0"], False),
        (["3/9 @ 1,0", "2/9 @ -1,0"], False),
        (["3/9 @ 1,0", "3/9 @ -1,0"], True),
        (["3/9 @ 1,0", "2/9 @ 0,-1", "3/9 @ -1,0"], True),
        (["3/9 @ 1,0", "3/9 @ -1,0 face down"], False),
        (["3/9 @ 1,0", "3/9 @ -1,-1"], False),
    ],
)
def test_a_team_capture_takes_two_who_best(attackers: list[str], captured: bool) -> None:
    names = ["Alice", "Dinah", "The Dodo"]
    lines = [f"{name} {words}" for name, words in zip(names, attackers, strict=False)]
    tale = table(*lines, "Smee 1/3 @ 0,0", "Cecco in hand").end()
    assert tale.captured == ({"Smee"} if captured else set())


@pytest.mark.rule("SB-BATTLE.6")
def test_bested_once_it_stays_fights_again_and_nothing_adds_up() -> None:
    tale = table("Alice 3/9 @ 0,0", "Smee 1/3 @ 0,1", "Dinah in hand", "Cecco in hand")
    tale.end().end()
    assert len(tale.happened("bested")) == 2, "it battles in each turn"
    assert tale.cell("Smee") == (0, 1), "two Bests of two Battles are no Team Capture"


@pytest.mark.rule("SB-BATTLE.7")
def test_two_cards_can_capture_each_other() -> None:
    tale = table("Alice 4/2 for 3 @ 0,0", "Smee 4/2 for 2 @ 0,1", "Cecco in hand").end()
    assert tale.captured == {"Alice", "Smee"}
    assert tale.score == (2, 3)


@pytest.mark.rule("SB-BATTLE.7")
@pytest.mark.parametrize("turn", ["hero", "villain"])
def test_a_card_being_captured_still_attacks(turn: str) -> None:
    """Hook overwhelms Alice, who with Dinah's help has Bested Smee; the order of cards does not matter."""
    lines = [
        "Captain Hook 9/9 @ 0,1",
        "Alice 3/1 @ 0,0",
        "Smee 1/3 @ 1,0",
        "Dinah 3/9 @ 2,0",
        "Cecco in hand",
    ]
    for order in (lines, lines[::-1]):
        tale = table(*order, "The Mouse in hand", turn=turn).end()
        assert tale.captured == {"Alice", "Smee"}
    mirror = [line.replace("@ 0,1", "@ 0,-1") for line in lines]
    assert table(*mirror, "The Mouse in hand", turn=turn).end().captured == {"Alice", "Smee"}


@pytest.mark.rule("SB-BATTLE.8", "SB-WIN.1")
def test_a_captured_card_goes_to_the_pile_of_the_side_that_caught_it() -> None:
    tale = table("Alice 9/9 @ 0,0", "Smee 1/1 for 3 @ 0,1", "Cecco in hand").end()
    assert tale.place("Smee") == "captured"
    assert tale.view(None)["captured"] == {"heroes": ["NV04"], "villains": []}
    assert tale.layout == {(0, 0): "Alice"} and tale.score == (3, 0)


# --- Rulings --------------------------------------------------------------------------------------


@pytest.mark.rule("SB-R21")
def test_no_swords_best_nobody_even_without_shields() -> None:
    tale = table("Alice 0/0 @ 0,0", "Smee 0/0 @ 0,1", "Cecco in hand").end()
    assert tale.happened("bested") == []
    one = table("Alice 1/0 @ 0,0", "Smee 0/0 @ 0,1", "Cecco in hand").end()
    assert one.captured == {"Smee"}


@pytest.mark.rule("SB-R21")
def test_every_printed_side_of_the_house_edition_has_swords_and_shields() -> None:

    assert all(swords >= 1 and shields >= 1 for face in HOUSE.faces for swords, shields in face.sides)


@pytest.mark.rule("SB-R22", "SB-BATTLE.1")
@pytest.mark.parametrize("turn", ["hero", "villain"])
@pytest.mark.parametrize(("alice", "smee", "lost"), [("4/9", "1/2", "Smee"), ("1/2", "4/9", "Alice")])
def test_both_sides_attack_in_every_turn_also_when_nobody_acted(
    turn: str, alice: str, smee: str, lost: str
) -> None:
    lines = (f"Alice {alice} @ 0,0", f"Smee {smee} @ 0,1", "Dinah in hand", "Cecco in hand")
    assert table(*lines, turn=turn, number=1).end().captured == {lost}


@pytest.mark.rule("SB-R23")
def test_overwhelmed_by_one_and_bested_by_another_is_captured_once() -> None:
    tale = table("Alice 9/9 @ 0,0", "Dinah 3/9 @ 2,0", "Smee 1/3 for 3 @ 1,0", "Cecco in hand").end()
    assert (tale.captured, tale.score) == ({"Smee"}, (3, 0))


@pytest.mark.rule("SB-R23", "SB-TEAM.2")
def test_the_two_attackers_may_be_teammates() -> None:
    tale = table("Alice 3/9 @ 0,0", "Nana 3/9 @ 2,0", "Smee 1/3 for 3 @ 1,0", players=4).end()
    assert (tale.captured, tale.score) == ({"Smee"}, (3, 0))
