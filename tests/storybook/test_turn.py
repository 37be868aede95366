"""SB-TURN and SB-ADJ: Action Points, the order of turns, and who is whose neighbour."""

from typing import Any

import pytest

from .tables import GAME, Tale, start, table

ACTIONS: list[tuple[str, int, tuple[str, ...]]] = [
    ("draw", 1, ()),
    ("reveal", 1, ("Captain Hook",)),
    ("spin", 2, ("Alice", "left")),
    ("slide", 2, ("Alice", "N")),
    ("play", 3, ("Dinah",)),
    ("hide", 3, ("Dinah",)),
]


def meadow(**more: Any) -> Tale:
    """A table on which all six actions are possible, and nobody is captured."""
    lines = ("Alice @ 0,0", "The Dodo @ 1,0", "Dinah in hand", "Captain Hook @ 2,0 face down", "Smee @ 1,1")
    return table(*lines, calm=True, **more)


# --- Whose turn -----------------------------------------------------------------------------------


@pytest.mark.rule("SB-TURN.1")
@pytest.mark.parametrize("side", ["heroes", "villains"])
def test_the_villain_takes_the_first_turn(side: str) -> None:
    tale = start(side=side)
    while tale.state.turn == 0:
        assert tale.verbs <= {"champion", "ally", "keep", "lay"}
        tale.state.apply(tale.state.legal()[0])
    assert (tale.turn, tale.state.turn) == ("villain", 1)


@pytest.mark.rule("SB-TURN.1", "SB-TURN.7")
def test_turns_alternate() -> None:
    tale = meadow()
    turns = []
    for _ in range(5):
        turns.append(tale.turn)
        assert tale.asked == tale.turn
        tale.end()
    assert turns == ["hero", "villain", "hero", "villain", "hero"]


@pytest.mark.rule("SB-TURN.1")
def test_only_the_one_whose_turn_it_is_may_act() -> None:
    tale = meadow()
    for other in (1, None):
        refusal = GAME.explain(tale.state, other, tale.action("end"))
        assert refusal is not None and refusal.rule == "SB-TURN.1"


@pytest.mark.rule("SB-TURN.7", "SB-TURN.6")
def test_the_battle_comes_between_two_turns() -> None:
    tale = table("Alice 4/9 @ 0,0", "Smee 1/2 @ 0,1", "Cecco in hand").end()
    kinds = [entry.kind for entry in tale.told()]
    assert kinds == ["end", "bested", "captured", "score", "turn"]
    assert tale.asked == "villain"


# --- Action Points --------------------------------------------------------------------------------


@pytest.mark.rule("SB-TURN.2")
def test_five_points_in_every_turn() -> None:
    tale = meadow()
    for _ in range(4):
        tale.end()
        assert tale.ap == 5


@pytest.mark.rule("SB-TURN.2")
def test_any_actions_in_any_order_also_the_same_one_again() -> None:
    tale = meadow(ap=5)
    tale.spin("Alice", "left").spin("Alice", "left").reveal("Captain Hook")
    assert tale.turn == "villain"
    again = meadow(ap=5)
    again.reveal("Captain Hook").spin("Alice", "left").spin("Alice", "left")
    assert again.turn == "villain"
    drawing = table("Alice @ 0,0")
    for _ in range(5):
        drawing.draw()
    assert len(drawing.hand("hero")) == 5


@pytest.mark.rule("SB-TURN.2")
def test_what_is_no_action_is_refused() -> None:
    tale = meadow()
    assert tale.refused("pass") == "SB-TURN.2"
    assert tale.refused("put", (0, 1)) == "SB-TURN.2"
    assert tale.refused("end", 3) == "SB-TURN.2"
    for nonsense in (-1, 63 << 12, 1 << 40):
        refusal = GAME.explain(tale.state, 0, nonsense)
        assert refusal is not None and refusal.rule == "SB-TURN.2"


@pytest.mark.rule("SB-TURN.3")
def test_unspent_points_are_lost() -> None:
    tale = meadow().draw().end()
    tale.end()
    assert (tale.turn, tale.ap) == ("hero", 5)


@pytest.mark.rule("SB-TURN.4", "SB-TURN.5")
@pytest.mark.parametrize(("verb", "cost", "things"), ACTIONS)
def test_an_action_needs_its_full_cost(verb: str, cost: int, things: tuple[str, ...]) -> None:
    enough = meadow(ap=cost)
    assert enough.may(verb, *things)
    short = meadow(ap=cost - 1, twists=["Change Places"])  # the Twist keeps a turn without AP open
    assert short.asked == "hero"
    assert short.refused(verb, *things) == "SB-TURN.4"


@pytest.mark.rule("SB-TURN.5")
@pytest.mark.parametrize(("verb", "cost", "things"), ACTIONS)
def test_what_an_action_costs(verb: str, cost: int, things: tuple[str, ...]) -> None:
    tale = meadow(ap=5).do(verb, *things)
    assert tale.ap == 5 - cost


@pytest.mark.rule("SB-TURN.6")
def test_one_may_stop_with_all_five_left() -> None:
    tale = table("Alice 4/9 @ 0,0", "Smee 1/2 @ 0,1", "Cecco in hand")
    assert tale.ap == 5
    tale.end()
    assert tale.captured == {"Smee"}, "the Battle runs all the same"


@pytest.mark.rule("SB-TURN.6")
def test_at_no_points_the_battle_comes_by_itself_for_the_whole_table() -> None:
    tale = table(
        "Alice 4/9 @ 0,0", "Smee 1/2 @ 0,1", "Dinah @ 9,9", "Cecco 1/2 @ 9,8", "Noodler in hand", ap=1
    )
    tale.draw()
    assert tale.captured == {"Smee"} and tale.turn == "villain"
    whole = table(
        "Alice 4/9 @ 0,0", "Smee 1/2 @ 0,1", "Dinah 4/9 @ 9,9", "Cecco 1/2 @ 9,8", "Noodler in hand"
    )
    assert whole.end().captured == {"Smee", "Cecco"}


# --- Neighbours -----------------------------------------------------------------------------------


@pytest.mark.rule("SB-ADJ.1")
@pytest.mark.parametrize(("dx", "dy"), [(x, y) for x in range(-2, 3) for y in range(-2, 3) if x or y])
def test_cards_fight_across_an_edge_and_not_across_a_corner(dx: int, dy: int) -> None:
    tale = table("Alice 9/9 @ 0,0", f"Smee 1/1 @ {dx},{dy}", "Cecco in hand").end()
    assert (tale.captured == {"Smee"}) == (abs(dx) + abs(dy) == 1)


@pytest.mark.rule("SB-ADJ.1", "SB-PLAY.1")
def test_a_corner_is_no_place_to_play() -> None:
    tale = table("Alice @ 0,0", "Dinah in hand").do("play", "Dinah")
    assert tale.spaces() == {(0, 1), (1, 0), (0, -1), (-1, 0)}
    assert tale.refused("put", (1, 1)) == "SB-PLAY.1"


@pytest.mark.rule("SB-ADJ.1", "SB-SLIDE.2")
def test_a_corner_does_not_stop_a_slide() -> None:
    tale = table("Alice @ 0,1", "Smee @ 2,0", "Cecco @ 1,2").slide("Alice", "E")
    assert tale.cell("Alice") == (1, 1), "beside Cecco"
    onward = table("Alice @ 0,1", "Smee @ 2,0").slide("Alice", "E")
    assert onward.cell("Alice") == (2, 1), "past Smee's corner at (1, 1)"


@pytest.mark.rule("SB-ADJ.1", "SB-TWIST.8")
def test_a_corner_does_not_crowd() -> None:
    tale = table(
        "Queen of Hearts @ 0,0", "Alice @ 1,0", "Dinah @ 1,1", turn="villain", twists=["Come to the End"]
    )
    assert tale.refused("twist") == "SB-TWIST.3"
