"""CO-STORY: the four activities, and playing another card."""

from typing import Any

import pytest

from fabletop.games.coraline.activities import PlayAnother
from fabletop.games.coraline.table import RING

from .tables import GAME, STARTERS, TREASURES, edition_with, table

# --- One of four ----------------------------------------------------------------------------------


@pytest.mark.rule("CO-STORY.1")
def test_exactly_one_activity_and_no_way_around_it() -> None:
    tale = table("C06", "C21", coraline="theater", revealed=["theater-eye"])
    assert tale.verbs == {"play", "walk", "pick", "pass"}
    assert tale.refused("done") == "CO-STORY.1"
    turn = tale.state.turn
    tale.walk("C06", "garden")
    assert tale.state.turn == turn + 1


# --- Activity 1 -----------------------------------------------------------------------------------


@pytest.mark.rule("CO-STORY.2")
def test_a_played_card_is_shown_followed_and_then_discarded() -> None:
    tale = table("C21").play("C21")
    assert tale.view["following"]["id"] == "C21"
    assert "C21" not in tale.discarded and "C21" not in tale.hand()
    assert any("plays The Long Way Round" in line for line in tale.told(None))
    tale.go("garden")
    assert tale.discarded == ["C21"]


@pytest.mark.rule("CO-STORY.2")
def test_only_a_card_in_hand_can_be_played() -> None:
    assert table("C21").refused("play", "C06") == "CO-STORY.2"


@pytest.mark.rule("CO-STORY.3")
def test_place_brings_in_a_new_character_or_moves_one() -> None:
    new = table("C01").play("C01").go("garden")
    assert new.where("other-father") == "garden"
    moved = table("C01", helpers={"other-father": "circus"}).play("C01").go("garden")
    assert moved.where("other-father") == "garden"


@pytest.mark.rule("CO-STORY.3", "CO-R1")
def test_place_may_be_declined() -> None:
    tale = table("C01").play("C01").done()
    assert tale.where("other-father") is None
    assert tale.offered("object") == ["garden-eye"]


@pytest.mark.rule("CO-STORY.3", "CO-R1")
def test_a_study_is_told_whether_a_step_was_taken() -> None:
    tale = table("C01").play("C01")
    asked = [GAME.declinable(tale.state, tale.action(*answer)) for answer in (("go", "garden"), ("done",))]
    assert asked == [("PLACE", True), ("PLACE", False)]
    activity = table("C01")
    assert GAME.declinable(activity.state, activity.action("play", "C01")) is None


@pytest.mark.rule("CO-STORY.4")
def test_reveal_turns_a_hidden_object_over_or_not() -> None:
    tale = table("C06", coraline="theater").play("C06")
    assert tale.offered("object") == ["theater-eye"] and tale.may("done")
    tale.take("theater-eye")
    assert not tale.hidden("theater-eye") and tale.lies("theater-eye") == "theater"
    declined = table("C06", coraline="theater").play("C06").done()
    assert declined.hidden("theater-eye")


@pytest.mark.rule("CO-STORY.4")
def test_an_object_lying_revealed_is_not_revealed_again() -> None:
    tale = table("C07", revealed=["key"]).play("C07")
    assert "key" not in tale.offered("object")
    assert tale.refused("object", "key") == "CO-STORY.4"


@pytest.mark.rule("CO-STORY.5")
def test_collect_takes_a_revealed_object_of_coralines_room() -> None:
    tale = table("C13", coraline="theater", revealed=["theater-eye", "key"]).play("C13")
    assert tale.offered("object") == ["theater-eye"]
    tale.take("theater-eye")
    assert tale.lies("theater-eye") == "satchel"


@pytest.mark.rule("CO-STORY.5", "CO-R11")
def test_what_is_hidden_cannot_be_collected_though_all_know_what_it_is() -> None:
    tale = table("C13", coraline="theater").play("C13")
    assert tale.offered("object") == []
    assert tale.view["rooms"][5]["objects"] == [
        {"id": "theater-eye", "name": "Ghost Eye of the Theater", "hidden": True}
    ]


@pytest.mark.rule("CO-STORY.6")
def test_another_card_may_follow_or_not() -> None:
    tale = table("C06", "C21").play("C06")
    assert tale.offered("play") == ["C21"] and tale.may("done")
    assert tale.discarded == ["C06"], "the first card is finished"
    assert table("C06", "C21").play("C06").done().state.turn == 2
    tale.play("C21").go("garden")
    assert tale.where("coraline") == "garden" and tale.state.turn == 2


@pytest.mark.rule("CO-STORY.6", "CO-R2")
def test_a_card_without_the_offer_ends_the_story_phase() -> None:
    assert table("C21", "C06").play("C21").go("garden").state.turn == 2


@pytest.mark.rule("CO-STORY.6")
def test_nobody_else_is_asked_where_only_the_own_hand_may_follow() -> None:
    own = edition_with(C06="REVEAL(1, here); AGAIN")
    tale = table("C06", "C21", players=2, hands={1: ["C07"]}, edition=own).play("C06")
    assert tale.asks("play") and not tale.asks("ask") and tale.refused("ask", 1) == "CO-STORY.6"


# --- Activities 2 and 3 ---------------------------------------------------------------------------


@pytest.mark.rule("CO-STORY.7")
def test_any_card_of_the_hand_can_be_discarded_to_move() -> None:
    tale = table("C30", "C23", satchel=[])
    assert tale.offered("walk") == ["C23", "C30"]
    assert tale.refused("walk", "C06") == "CO-STORY.7"
    tale.walk("C23", "bedroom")
    assert tale.discarded == ["C23"]
    assert tale.where("beldam") == "living-room", "its text is ignored"


@pytest.mark.rule("CO-STORY.8")
def test_from_the_kitchen_to_three_rooms_never_diagonally() -> None:
    tale = table("C06").do("walk", "C06")
    assert tale.offered("go") == ["bedroom", "living-room", "theater"]
    assert tale.refused("go", "circus") == tale.refused("go", "garden") == "CO-STORY.8"
    assert tale.go("theater").where("coraline") == "theater"


@pytest.mark.rule("CO-R26")
def test_the_move_must_be_made_and_is_one_room() -> None:
    tale = table("C06").do("walk", "C06")
    assert tale.verbs == {"go"}
    assert tale.refused("go", "kitchen") == "CO-STORY.8"
    assert tale.go("bedroom").state.turn == 2


@pytest.mark.rule("CO-STORY.9")
def test_alone_with_a_revealed_object_a_discard_collects_it() -> None:
    tale = table("C06", coraline="theater", revealed=["theater-eye"]).do("pick", "C06")
    assert tale.lies("theater-eye") == "satchel"
    assert tale.discarded == ["C06"] and tale.state.turn == 2


@pytest.mark.rule("CO-STORY.9", "CO-R12")
@pytest.mark.parametrize("who", ["beldam", "spink", "cat"])
def test_with_anybody_else_in_the_room_it_does_not(who: str) -> None:
    beldam = "theater" if who == "beldam" else "living-room"
    helpers = {} if who == "beldam" else {who: "theater"}
    tale = table("C06", "C13", coraline="theater", revealed=["theater-eye"], helpers=helpers, beldam=beldam)
    assert tale.refused("pick", "C06") == "CO-R12"
    tale.play("C13").take("theater-eye")
    assert tale.lies("theater-eye") == "satchel", "a card that collects ignores them"


@pytest.mark.rule("CO-R26")
def test_without_a_revealed_object_here_activity_three_cannot_be_chosen() -> None:
    tale = table("C06", coraline="theater", revealed=["key"])
    assert tale.refused("pick", "C06") == "CO-R26"


@pytest.mark.rule("CO-R13", "CO-STORY.9")
def test_of_several_objects_the_active_player_picks() -> None:
    lying = {"looking-stone": "theater", "key": "theater"}
    tale = table("C06", coraline="theater", lying=lying).do("pick", "C06")
    assert tale.offered("object") == ["looking-stone", "key"]
    assert tale.refused("object", "theater-eye") == "CO-STORY.9"
    tale.take("key")
    assert (tale.lies("key"), tale.lies("looking-stone")) == ("satchel", "theater")


@pytest.mark.rule("CO-R2")
def test_activities_two_and_three_cannot_be_chained() -> None:
    tale = table("C06", "C21", coraline="theater", revealed=["theater-eye"]).play("C06")
    assert tale.verbs == {"play", "done"}
    assert tale.refused("walk", "C21") == tale.refused("pick", "C21") == "CO-STORY.6"


# --- Activity 4 -----------------------------------------------------------------------------------


@pytest.mark.rule("CO-STORY.10", "CO-R6")
def test_passing_cards_may_go_under_the_deck_in_any_order() -> None:
    tale = table("C06", "C07", "C08").do("pass")
    assert tale.offered("slide") == ["C06", "C07", "C08"] and tale.may("done")
    tale.do("slide", "C08").do("slide", "C06").done()
    state = tale.state
    deck = [int(state.deck[(state.base + i) % RING]) for i in range(2)]
    assert deck == [5, 7], "each goes below the one before"
    assert "C07" in tale.hand() and len(tale.hand()) == 6


@pytest.mark.rule("CO-STORY.10")
def test_cards_go_under_the_deck_only_when_passing() -> None:
    assert table("C06").refused("slide", "C06") == "CO-STORY.10"


@pytest.mark.rule("CO-R6")
def test_from_a_short_deck_ones_own_cards_come_back() -> None:
    tale = table("C06", "C07", deck=["C11"]).do("pass").do("slide", "C06").do("slide", "C07")
    assert sorted(tale.hand()) == ["C06", "C07", "C11"]


@pytest.mark.rule("CO-STORY.11", "CO-R5")
def test_with_the_deck_empty_a_pass_exchanges_nothing() -> None:
    tale = table("C06", "C07", deck=[])
    assert tale.refused("slide", "C06") == "CO-STORY.11"
    tale.do("pass")
    assert tale.state.turn == 2 and tale.hand() == ["C06", "C07"]


@pytest.mark.rule("CO-STORY.12")
def test_after_passing_the_other_phases_take_place() -> None:
    tale = table("C06", players=2, hands={1: ["C07"]}, woes=["B01"]).skip()
    assert len(tale.hand()) == 5 and tale.state.moon == 2
    assert tale.view["seats"][0]["button"] == "black"


@pytest.mark.rule("CO-R4", "CO-R5")
def test_with_an_empty_hand_only_pass_is_possible_and_the_beldam_still_comes() -> None:
    tale = table("C06", players=2, hands={1: []}, deck=[], woes=["B26", "B01"])
    tale.skip()
    assert tale.state.moon == 2, "seat 1 had nothing to choose and passed"
    assert tale.state.round == 2


# --- Rulings on cards -----------------------------------------------------------------------------


@pytest.mark.rule("CO-R1")
def test_a_card_can_be_played_though_nothing_of_it_can_happen() -> None:
    tale = table("C12").play("C12")
    assert tale.discarded == ["C12"] and tale.state.turn == 2


@pytest.mark.rule("CO-R1")
def test_a_card_of_which_nothing_would_come_says_so_beforehand() -> None:
    def idle(name: str, *hand: str, **more: Any) -> bool:
        tale = table(name, *hand, **more)
        option = next(one for one in GAME.ask(tale.state, 0).options if one.words.startswith("Play "))
        return option.words.endswith("Now it would do nothing.")

    assert idle("C12") and not idle("C12", coraline="garden", helpers={"other-father": "garden"})
    assert idle("C13", coraline="theater") is False, "it moves her"
    assert idle("C18", coraline="garden") is False
    assert not idle("C01") and not idle("C01", revealed=["garden-eye"]), "somebody may come"
    at_home = {"other-father": "garden"}
    assert not idle("C01", helpers=at_home) and idle("C01", helpers=at_home, revealed=["garden-eye"])
    assert idle("C06") and not idle("C06", coraline="garden"), "nothing here, and no other card"
    assert not idle("C06", "C21"), "another card may follow"
    assert idle("C28") and not idle("C28", discard=["C01"])
    assert idle("C10", helpers={"cat": "circus"}) is False
    assert idle("C24", helpers={"cat": "living-room"}) is False, "she may be driven away"


@pytest.mark.rule("CO-R1")
@pytest.mark.parametrize(
    ("name", "needed"),
    [
        ("C07", "looking-stone"),
        ("C08", "looking-stone"),
        ("C15", "garden-shears"),
        ("C23", "military-cap"),
        ("C26", "military-cap"),
        ("C27", "garden-shears"),
    ],
)
def test_a_card_that_needs_an_object_is_not_played_without_it(name: str, needed: str) -> None:
    others = [one for one in STARTERS if one != needed]
    assert table(name, satchel=[needed]).may("play", name)
    tale = table(name, satchel=others, lying={needed: "kitchen"})
    assert tale.refused("play", name) == "CO-R1"
    assert needed in tale.why_not("play", name).lower().replace(" ", "-")
    assert tale.may("walk", name) and tale.may("pick", name), "any card can be discarded"
    assert tale.do("pass").may("slide", name), "or exchanged"


@pytest.mark.rule("CO-R1")
def test_steps_run_from_left_to_right() -> None:
    tale = table("C11", coraline="kitchen", revealed=["theater-eye"]).play("C11").go("theater")
    assert tale.offered("object") == ["theater-eye"]
    tale = table("C13", coraline="kitchen", revealed=["theater-eye"]).play("C13")
    assert not tale.asks("object"), "collecting comes before the move"


@pytest.mark.rule("CO-R2")
def test_a_card_cannot_recover_itself() -> None:
    tale = table("C28", "C06", discard=[]).play("C28")
    assert isinstance(tale.state.question, PlayAnother), "the pile was empty; another card is still allowed"
    assert tale.hand() == ["C06"] and tale.discarded == ["C28"]


@pytest.mark.rule("CO-R2")
def test_the_first_card_is_discarded_before_the_second_is_played() -> None:
    tale = table("C06", "C28").play("C06").play("C28")
    assert tale.offered("recall") == ["C06"]
    assert tale.refused("recall", "C28") == "CO-R2"
    tale.do("recall", "C06")
    assert tale.offered("play") == ["C06"], "a chain may go on"


@pytest.mark.rule("CO-R7")
def test_a_hand_above_the_starting_size_draws_none() -> None:
    hand = ["C28", "C06", "C07", "C08", "C11", "C13"]
    tale = table(*hand, "C14", discard=["C01"]).play("C28").do("recall", "C01").done()
    assert len(tale.hand()) == 7
    assert tale.view["deck"] == 22


@pytest.mark.rule("CO-R7", "CO-DRAW.1")
def test_from_a_deck_too_short_one_draws_what_is_there() -> None:
    tale = table("C06", "C07", deck=["C11"]).walk("C06", "theater")
    assert tale.hand() == ["C07", "C11"]


@pytest.mark.rule("CO-R9")
@pytest.mark.parametrize("starters", [[], ["looking-stone"], STARTERS])
def test_starters_neither_help_nor_hinder_winning(starters: list[str]) -> None:
    tale = table("C30", coraline="living-room", beldam="garden", satchel=[*starters, *TREASURES])
    assert tale.play("C30").ended == "won"


@pytest.mark.rule("CO-COMP.7", "CO-R9")
def test_the_satchel_is_shared_and_holds_any_number() -> None:
    tale = table(players=2, satchel=[*STARTERS, *TREASURES])
    assert len(tale.satchel) == 8
    assert GAME.view(tale.state, 1)["satchel"] == tale.satchel
