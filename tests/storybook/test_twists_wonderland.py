"""The Plot Twists of Wonderland, each played for its effect."""

import pytest

from .tables import table

# --- Alice ----------------------------------------------------------------------------------------


@pytest.mark.rule("SB-VOCAB.11", "SB-VOCAB.15", "SB-TWIST.5")
def test_eat_me_drink_me_strengthens_alice_until_the_next_own_turn() -> None:
    tale = table(
        "Alice 1/2,2/3,3/4,4/5 @ 0,0", "Dinah in hand", "Smee @ 9,9", twists=["Eat Me, Drink Me"]
    ).twist()
    bigger = [(2, 3), (3, 4), (4, 5), (5, 6)]
    assert [tale.shows("Alice", way) for way in "NESW"] == bigger, "on every side"
    tale.end()
    assert tale.turn == "villain" and [tale.shows("Alice", way) for way in "NESW"] == bigger
    tale.end()
    assert tale.turn == "hero" and tale.shows("Alice", "N") == (1, 2), "gone when the next turn starts"


@pytest.mark.rule("SB-TWIST.3")
@pytest.mark.parametrize("alice", ["Alice @ 0,0 face down", "Alice in hand", "Alice captured"])
def test_eat_me_drink_me_needs_an_open_alice(alice: str) -> None:
    tale = table(alice, "Dinah @ 5,5", twists=["Eat Me, Drink Me"])
    assert tale.refused("twist") == "SB-TWIST.3"


@pytest.mark.rule("SB-VOCAB.4", "SB-VOCAB.1", "SB-TWIST.3")
def test_curiouser_and_curiouser_reveals_two_of_any_and_gives_two_points() -> None:
    lines = (
        "Alice @ 0,0",
        "Dinah @ 1,0 face down",
        "Smee @ 0,1 face down",
        "Cecco @ 1,1 face down",
    )
    tale = table(*lines, calm=True, twists=["Curiouser and Curiouser"]).twist()
    assert tale.targets() == {"Dinah", "Smee", "Cecco"}
    assert not tale.may("done"), "a Twist is not played for nothing"
    tale.do("target", "Smee").do("target", "Dinah")
    assert (tale.turned("Smee"), tale.turned("Dinah"), tale.up("Cecco")) == (2, 0, False)
    assert tale.ap == 7
    one = table(*lines, calm=True, twists=["Curiouser and Curiouser"]).twist().do("target", "Smee").do("done")
    assert not one.up("Dinah") and one.ap == 7, "up to two"
    few = table(lines[0], "Smee @ 0,1", twists=["Curiouser and Curiouser"])
    assert few.refused("twist") == "SB-TWIST.3"


# --- Queen of Hearts ------------------------------------------------------------------------------

QUEEN = (
    "Queen of Hearts 1/1 @ 0,0",
    "Alice 9/9 @ 1,0",
    "Dinah 9/9 @ 0,-1",
    "The Dodo in hand",
    "The Cook in hand",
)


@pytest.mark.rule("SB-TWIST.8", "SB-VOCAB.12", "SB-VOCAB.15")
def test_come_to_the_end_in_the_enemys_turn_lasts_to_the_end_of_the_next() -> None:
    assert table(*QUEEN, twists=["Come to the End"]).end().decline().captured == {"Queen of Hearts"}
    tale = table(*QUEEN, twists=["Come to the End"]).end().twist()
    assert tale.turn == "villain" and tale.captured == set(), "guarded"
    assert tale.shows("Queen of Hearts", "E") == (2, 1)
    tale.end()
    assert tale.captured == set(), "guarded in the Battle of the Queen's own next turn"
    assert tale.turn == "hero" and tale.view(None)["effects"] == []
    assert tale.shows("Queen of Hearts", "E") == (1, 1)
    assert tale.end().captured == {"Queen of Hearts"}


@pytest.mark.rule("SB-TWIST.8", "SB-VOCAB.12", "SB-VOCAB.15")
def test_come_to_the_end_in_the_own_turn_lasts_through_one_more() -> None:
    tale = table(*QUEEN, turn="villain", twists=["Come to the End"]).twist()
    for turn in ("villain", "hero", "villain"):
        assert tale.turn == turn and tale.shows("Queen of Hearts", "E") == (2, 1)
        tale.end()
        assert tale.captured == set()
    assert tale.view(None)["effects"] == []
    assert tale.end().captured == {"Queen of Hearts"}


@pytest.mark.rule("SB-VOCAB.12")
def test_a_guarded_card_still_fights() -> None:
    lines = ("Queen of Hearts 1/1 @ 0,0", "Alice 9/1 @ 1,0", "Dinah 9/9 @ 0,-1", "The Dodo in hand")
    tale = table(*lines, turn="villain", twists=["Come to the End"]).twist().end()
    assert tale.captured == {"Alice"}, "2 Swords against 1 Shield"


@pytest.mark.rule("SB-VOCAB.13", "SB-VOCAB.15", "SB-TWIST.3")
def test_off_with_their_heads_captures_with_a_single_best() -> None:
    lines = ("Queen of Hearts 3/9 @ 0,0", "Alice 1/3 for 1 @ 1,0", "Dinah 1/4 @ 0,1", "The Cook in hand")
    assert table(*lines, turn="villain", twists=["Off with Their Heads"]).end().captured == set()
    tale = table(*lines, turn="villain", twists=["Off with Their Heads"]).twist().end()
    assert tale.captured == {"Alice"}, "Bested, not overwhelmed; Dinah was not Bested"
    assert tale.view(None)["effects"] == []
    for spoilt in (("Alice @ 1,0 face down",), ("Alice @ 1,1",)):
        refused = table(lines[0], *spoilt, turn="villain", twists=["Off with Their Heads"])
        assert refused.refused("twist") == "SB-TWIST.3"
    hidden = table(
        "Queen of Hearts @ 0,0 face down", lines[1], turn="villain", twists=["Off with Their Heads"]
    )
    assert hidden.refused("twist") == "SB-TWIST.3"


@pytest.mark.rule("SB-VOCAB.13", "SB-VOCAB.15")
def test_off_with_their_heads_lasts_for_one_battle() -> None:
    lines = ("Queen of Hearts 3/9 @ 0,0", "Alice 1/4 @ 1,0", "Dinah 1/3 for 1 in hand", "The Cook in hand")
    tale = table(*lines, turn="villain", twists=["Off with Their Heads"]).twist().end()
    tale.play("Dinah", (0, 1)).end()
    assert tale.captured == set(), "Dinah is Bested in the next turn, and stays"


# --- Mad Hatter, for the Heroes -------------------------------------------------------------------


@pytest.mark.rule("SB-VOCAB.8", "SB-TWIST.3")
def test_change_places_exchanges_two_cards_as_they_lie() -> None:
    lines = ("Alice @ 0,0 turned 3", "Dinah @ 1,0 face down", "The Dodo @ 5,5", "Smee @ 0,1")
    tale = table(*lines, calm=True, twists=["Change Places"]).twist()
    assert tale.targets() == {"Alice", "Dinah", "The Dodo"}, "my own"
    tale.do("target", "Alice")
    assert tale.targets() == {"Dinah", "The Dodo"}
    assert tale.refused("target", "Smee") == "SB-VOCAB.8"
    assert tale.refused("target", "Alice") == "SB-VOCAB.8"
    tale.do("target", "Dinah")
    assert (tale.cell("Alice"), tale.cell("Dinah")) == ((1, 0), (0, 0))
    assert (tale.turned("Alice"), tale.up("Dinah")) == (3, False)
    alone = table("Alice @ 0,0", "Smee @ 0,1", "Dinah in hand", twists=["Change Places"])
    assert alone.refused("twist") == "SB-TWIST.3"


@pytest.mark.rule("SB-VOCAB.5", "SB-TWIST.4")
def test_no_room_no_room_turns_an_enemy_a_quarter_in_its_own_turn() -> None:
    lines = (
        "Alice 1/2 for 1 @ 0,0",
        "Smee 1/9,1/9,1/9,4/9 @ 0,1 turned 1",
        "Cecco 1/9 @ 1,0",
        "Noodler @ 4,4",
    )
    assert table(*lines, turn="villain", twists=["No Room, No Room"]).end().decline().turn == "hero"
    tale = table(*lines, turn="villain", twists=["No Room, No Room"]).end().twist()
    assert tale.targets() == {"Smee", "Cecco"}, "those beside a card of mine"
    tale.do("target", "Smee")
    assert tale.may("turns", 1) and tale.may("turns", 3)
    assert tale.refused("turns", 2) == tale.refused("turns", 0) == "SB-VOCAB.5"
    tale.do("turns", 3)
    assert tale.turned("Smee") == 0


@pytest.mark.rule("SB-TWIST.4", "SB-VOCAB.17")
def test_no_room_no_room_is_not_for_the_own_turn() -> None:
    tale = table("Alice @ 0,0", "Smee @ 0,1", "Cecco in hand", calm=True, twists=["No Room, No Room"])
    assert tale.refused("twist") == "SB-TWIST.4"
    tale.end()
    assert tale.turn == "villain" and tale.window == 0, "nor is it asked for before the Battle"


@pytest.mark.rule("SB-TWIST.3")
@pytest.mark.parametrize(("alice", "smee"), [(" face down", ""), ("", " face down")])
def test_no_room_no_room_needs_two_open_cards(alice: str, smee: str) -> None:
    lines = (f"Alice @ 0,0{alice}", f"Smee @ 0,1{smee}", "Dinah in hand")
    tale = table(*lines, calm=True, turn="villain", twists=["No Room, No Room"]).end()
    assert tale.window == 0 and tale.turn == "hero"


# --- Mad Hatter, for the Villains -----------------------------------------------------------------


@pytest.mark.rule("SB-VOCAB.1", "SB-TWIST.3")
def test_always_six_o_clock_gives_three_points_when_behind() -> None:
    tale = table("Smee @ 0,0", turn="villain", ap=1, score=(3, 2), twists=["Always Six o'Clock"]).twist()
    assert tale.ap == 4
    assert tale.end().ap == 5, "this turn only"
    for score in ((2, 2), (1, 2)):
        level = table("Smee @ 0,0", turn="villain", score=score, twists=["Always Six o'Clock"])
        assert level.refused("twist") == "SB-TWIST.3"


@pytest.mark.rule("SB-VOCAB.5", "SB-TWIST.2")
def test_a_riddle_with_no_answer_turns_an_enemy_by_a_quarter() -> None:
    lines = ("Alice 1/9,1/2,1/9,1/9 for 1 @ 0,0", "Smee 4/9 @ 0,1", "Dinah @ 5,5", "Noodler in hand")
    tale = table(*lines, turn="villain", twists=["A Riddle with No Answer"])
    tale.twist()
    assert len(tale.state.legal()) == 2, "one quarter, left or right"
    tale.do("turns", 3).end()
    assert tale.captured == {"Alice"}, "her open flank looks north"


@pytest.mark.rule("SB-TWIST.3")
def test_a_riddle_needs_an_enemy_to_be_put_to() -> None:
    for alice in ("Alice @ 0,0 face down", "Alice @ 5,5"):
        tale = table(alice, "Smee @ 0,1", turn="villain", twists=["A Riddle with No Answer"])
        assert tale.refused("twist") == "SB-TWIST.3"
