"""The six actions, but for the Slide: Draw, Reveal, Spin, Play and Hide."""

import pytest

from .tables import HOUSE, table

ALICE = [face.name for team in HOUSE.teams if team.id == "alice" for face in team.faces]

# --- Draw -----------------------------------------------------------------------------------------


@pytest.mark.rule("SB-DRAW.1")
def test_a_draw_takes_the_top_card_of_the_own_deck() -> None:
    tale = table("Alice @ 0,0", "Dinah on deck", "The Dodo on deck", "Smee on deck")
    assert tale.deck("hero")[:2] == ["Dinah", "The Dodo"]
    tale.draw()
    assert tale.hand("hero") == ["Dinah"]
    assert (tale.deck("hero")[0], tale.deck("villain")[0]) == ("The Dodo", "Smee")


@pytest.mark.rule("SB-DRAW.2", "SB-R16")
def test_no_draw_with_five_in_hand() -> None:
    four = table("Alice @ 0,0", *[f"{name} in hand" for name in ALICE[1:5]])
    assert four.may("draw")
    four.draw()
    assert four.refused("draw") == "SB-DRAW.2"
    six = table("Alice @ 0,0", *[f"{name} in hand" for name in ALICE[1:7]])
    assert six.refused("draw") == "SB-DRAW.2"


@pytest.mark.rule("SB-R15")
def test_an_empty_deck_gives_nothing_and_is_not_shuffled_anew() -> None:
    tale = table("Alice @ 0,0", "Dinah on deck", "Smee captured", "The Dodo captured", deck={"hero": 1})
    tale.draw()
    assert tale.refused("draw") == "SB-R15"
    assert tale.end().end().refused("draw") == "SB-R15"
    assert {tale.place("Smee"), tale.place("The Dodo")} == {"captured"}


@pytest.mark.rule("SB-R15")
def test_an_empty_hand_leaves_neither_play_nor_hide() -> None:
    tale = table("Alice @ 0,0", "Smee @ 0,1")
    assert not tale.verbs & {"play", "hide"}
    assert tale.refused("play", "Dinah") == "SB-PLAY.1"
    assert tale.refused("hide", "Dinah") == "SB-HIDE.1"


@pytest.mark.rule("SB-R15")
def test_without_cards_in_play_one_plays_beside_the_enemy() -> None:
    tale = table("Smee @ 0,1", "Dinah in hand").do("play", "Dinah")
    assert tale.spaces() == {(0, 2), (1, 1), (0, 0), (-1, 1)}


@pytest.mark.rule("SB-R15")
def test_with_nothing_at_all_one_may_still_reveal_or_pass() -> None:
    tale = table("Smee @ 0,1 face down", "Cecco in hand", deck={"hero": 0})
    assert tale.asked == "hero" and tale.verbs == {"reveal", "end"}
    tale.end()
    assert tale.turn == "villain" and not tale.over
    tale.end()
    assert tale.asked == "hero", "nobody is put out of the game"


@pytest.mark.rule("SB-R15", "SB-TURN.6")
def test_a_turn_in_which_nothing_can_be_done_passes_by_itself() -> None:
    tale = table("Smee @ 0,1", "Cecco in hand", deck={"hero": 0})
    assert tale.asked == "villain"
    assert tale.happened("end") == ["Hero (Peter Pan) ends actions, 5 AP unused."]


@pytest.mark.rule("SB-R16")
def test_a_twist_draws_past_the_hand_limit_and_nothing_is_discarded() -> None:
    names = [face.name for team in HOUSE.teams if team.id == "magician" for face in team.faces]
    tale = table(
        *[f"{name} in hand" for name in names[:5]], "Alice @ 0,0", turn="villain", twists=["Forty Jars"]
    )
    assert tale.refused("draw") == "SB-DRAW.2"
    tale.twist().hide(names[0], (0, 1))
    assert len(tale.hand("villain")) == 6, "one hidden, two drawn although five is the limit of a Draw"
    wish = [f"{name} in hand" for name in ALICE[1:6]]
    many = table("Alice @ 0,0", *wish, score=(0, 2), twists=["The Third Wish"]).twist().do("wish", 1)
    assert len(many.hand("hero")) == 8
    many.end()
    assert len(many.hand("hero")) == 8


# --- Reveal ---------------------------------------------------------------------------------------


@pytest.mark.rule("SB-REVEAL.1")
def test_any_face_down_card_may_be_revealed() -> None:
    tale = table("Alice @ 0,0 face down", "Smee @ 0,1 face down", "Dinah @ 1,0")
    assert tale.may("reveal", "Alice") and tale.may("reveal", "Smee")
    assert tale.refused("reveal", "Dinah") == "SB-REVEAL.1"
    assert tale.refused("reveal", (4, 4)) == "SB-REVEAL.1"
    tale.reveal("Smee")
    assert tale.up("Smee") and not tale.up("Alice"), "one card, and it alone"


@pytest.mark.rule("SB-REVEAL.2", "SB-R18")
@pytest.mark.parametrize("turn", ["hero", "villain"])
def test_a_revealed_card_faces_its_controller_whoever_revealed_it(turn: str) -> None:
    tale = table("Alice @ 0,0 face down", "Smee @ 0,1 face down", turn=turn, calm=True)
    tale.reveal("Alice").reveal("Smee")
    assert (tale.turned("Alice"), tale.turned("Smee")) == (0, 2)


@pytest.mark.rule("SB-R18", "SB-BATTLE.1")
def test_a_revealed_card_fights_in_this_very_turn() -> None:
    lines = ("Alice 4/9 @ 0,0", "Smee 1/2 @ 0,1 face down", "Cecco in hand")
    assert table(*lines).end().captured == set()
    assert table(*lines).reveal("Smee").end().captured == {"Smee"}


# --- Spin -----------------------------------------------------------------------------------------


@pytest.mark.rule("SB-SPIN.1", "SB-R17")
@pytest.mark.parametrize(("turn", "name"), [("hero", "Alice"), ("villain", "Smee")])
@pytest.mark.parametrize("turned", range(4))
def test_a_spin_is_one_quarter_left_or_right_seen_from_above(turn: str, name: str, turned: int) -> None:
    lines = [f"Alice @ 0,0 turned {turned}", f"Smee @ 3,0 turned {turned}"]
    assert table(*lines, turn=turn).spin(name, "right").turned(name) == (turned + 1) % 4
    assert table(*lines, turn=turn).spin(name, "left").turned(name) == (turned - 1) % 4


@pytest.mark.rule("SB-R17")
def test_right_is_clockwise() -> None:
    tale = table("Alice 1/1,2/2,3/3,4/4 @ 0,0").spin("Alice", "right")
    assert tale.shows("Alice", "E") == (1, 1), "what looked north now looks east"


@pytest.mark.rule("SB-R17", "SB-TURN.5")
def test_half_a_turn_is_two_spins() -> None:
    tale = table("Alice @ 0,0").spin("Alice", "right").spin("Alice", "right")
    assert (tale.turned("Alice"), tale.ap) == (2, 1)


@pytest.mark.rule("SB-SPIN.2")
def test_hidden_cards_and_cards_of_others_do_not_spin() -> None:
    tale = table("Alice @ 0,0 face down", "Smee @ 0,1", "Dinah in hand", "The Dodo @ 1,0")
    assert tale.refused("spin", "Alice", "left") == "SB-SPIN.2"
    assert tale.refused("spin", "Smee", "right") == "SB-SPIN.2"
    assert tale.refused("spin", "Dinah", "right") == "SB-SPIN.2"
    assert tale.may("spin", "The Dodo", "left") and tale.may("spin", "The Dodo", "right")


@pytest.mark.rule("SB-SPIN.1", "SB-SPIN.2")
def test_all_fifteen_cards_of_a_side_spin_and_none_beside_them() -> None:
    cards = [*(f"WH{n:02}" for n in range(1, 11)), *(f"Wh{n:02}" for n in range(1, 6))]
    rows = [f"{card} @ {place % 5},{place // 5}" for place, card in enumerate(cards)]
    tale = table(*rows, "Smee @ 0,-1", "Crocodile @ 1,-1")
    assert all(tale.may("spin", card, "left") for card in cards)
    assert not tale.may("spin", "Smee", "left") and not tale.may("spin", "Crocodile", "left")


# --- Play and Hide --------------------------------------------------------------------------------


@pytest.mark.rule("SB-PLAY.1", "SB-R13")
def test_a_card_is_played_beside_any_card_name_toward_its_player() -> None:
    lines = (
        "Alice @ 0,0",
        "The Dodo @ 4,0 face down",
        "Smee @ 8,0",
        "Cecco @ 12,0 face down",
        "Dinah in hand",
    )
    tale = table(*lines).do("play", "Dinah")
    expected = {(x + dx, dy) for x in (0, 4, 8, 12) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    assert tale.spaces() == expected
    assert tale.refused("put", (0, 0)) == "SB-PLAY.1", "taken"
    assert tale.refused("put", (2, 0)) == "SB-PLAY.1", "beside nobody"
    assert tale.refused("end") == "SB-PLAY.1", "a card taken from the hand is put down"
    tale.do("put", (8, 1))
    assert tale.turned("Dinah") == 0 and tale.hand("hero") == []
    villain = table("Alice @ 0,0", "Smee in hand", turn="villain").play("Smee", (0, 1))
    assert villain.turned("Smee") == 2


@pytest.mark.rule("SB-PLAY.1")
def test_it_is_said_what_is_wrong_with_a_space() -> None:
    tale = table("Alice @ 0,0", "Dinah in hand").do("play", "Dinah")
    assert tale.refusal("put", (0, 0)).words == "(0, 0) is taken."
    for x, y in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        assert tale.refusal("put", (x, y)).words == f"({x}, {y}) is not beside any card in play."
    for far in ((2, 0), (-2, 0), (0, 2), (0, -2)):
        assert tale.refusal("put", far).words.startswith("That space is far from every card")


@pytest.mark.rule("SB-PLAY.1", "SB-HIDE.1")
def test_only_the_own_hand_is_played_from() -> None:
    tale = table("Alice @ 0,0", "Dinah on deck", "Smee in hand")
    for verb, rule in (("play", "SB-PLAY.1"), ("hide", "SB-HIDE.1")):
        for name in ("Alice", "Dinah", "Smee"):
            assert tale.refused(verb, name) == rule


@pytest.mark.rule("SB-HIDE.1")
def test_a_hidden_card_goes_where_a_played_one_might_and_lies_face_down() -> None:
    lines = ("Alice @ 0,0", "Smee @ 0,1", "Cecco @ 3,3 face down", "Dinah in hand")
    playing, hiding = table(*lines).do("play", "Dinah"), table(*lines).do("hide", "Dinah")
    assert hiding.spaces() == playing.spaces()
    hiding.do("put", (1, 0))
    assert hiding.cell("Dinah") == (1, 0) and not hiding.up("Dinah")
    hiding.reveal("Dinah")
    assert hiding.turned("Dinah") == 0


@pytest.mark.rule("SB-HIDE.2", "SB-COMP.5")
def test_one_may_look_at_the_own_hidden_cards_and_at_no_others() -> None:
    tale = table("Alice @ 0,0", "Dinah in hand", "Smee @ 0,1 face down").hide("Dinah", (1, 0))
    assert tale.seen_at("hero", (1, 0))["name"] == "Dinah"
    for role in ("villain", None):
        seen = tale.seen_at(role, (1, 0))
        assert set(seen) == {"cell", "owner", "up", "turns", "doomed"}
        assert seen["owner"] == 0, "the arrows point at the Hero"
    assert tale.seen_at("villain", (0, 1))["name"] == "Smee"
    assert "name" not in tale.seen_at("hero", (0, 1))


@pytest.mark.rule("SB-R14")
@pytest.mark.parametrize("verb", ["play", "hide"])
def test_on_an_empty_table_a_card_goes_to_the_centre(verb: str) -> None:
    tale = table("Dinah in hand").do(verb, "Dinah")
    assert tale.spaces() == {(0, 0)}, "all spaces are alike"
    tale.do("put", (0, 0))
    assert tale.cell("Dinah") == (0, 0)


@pytest.mark.rule("SB-R14", "SB-BATTLE.7")
def test_the_table_may_become_empty_and_the_game_goes_on() -> None:
    tale = table("Alice 4/2 for 1 @ 5,5", "Smee 4/2 for 1 @ 5,6", "Cecco in hand").end()
    assert tale.layout == {}
    tale.play("Cecco", (0, 0))
    assert tale.layout == {(0, 0): "Cecco"}


@pytest.mark.rule("SB-R19")
def test_no_action_turns_a_card_face_down() -> None:
    """Every answer of a turn is tried: none but Hide adds a card that lies face down."""
    lines = ("Alice @ 0,0", "The Dodo @ 1,0", "Dinah in hand", "Captain Hook @ 2,0 face down", "Smee @ 1,1")
    for action in table(*lines, calm=True).state.legal():
        tale = table(*lines, calm=True)
        up = [name for name in ("Alice", "The Dodo", "Smee") if tale.up(name)]
        tale.state.apply(action)
        if tale.spaces():
            tale.state.apply(tale.state.legal()[0])
        assert all(tale.up(name) for name in up)


@pytest.mark.rule("SB-R20")
def test_piles_sizes_and_score_are_public_and_control_never_changes() -> None:
    tale = table(
        "Alice @ 0,0", "Dinah in hand", "Smee in hand", "Cecco captured", "The Dodo captured", score=(2, 3)
    )
    for role in ("hero", "villain", None):
        view = tale.view(role)
        assert view["score"] == {"heroes": 2, "villains": 3}
        assert view["captured"] == {"heroes": ["NV06"], "villains": ["WH04"]}
        assert [(seat["hand"], seat["deck"]) for seat in view["seats"]] == [(1, 12), (1, 13)]
    claw = table(
        "Alice @ 0,0", "Dinah @ 1,0", "Captain Hook @ 0,1", turn="villain", twists=["The Captain's Claw"]
    )
    claw.twist()  # Dinah can slide one way, and nobody else can at all
    assert claw.cell("Dinah") == (1, 1)
    owner = next(card["owner"] for card in claw.view(None)["table"] if card.get("name") == "Dinah")
    assert owner == 0, "an enemy may push it, and it stays the Hero's"
