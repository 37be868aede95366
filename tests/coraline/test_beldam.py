"""CO-DRAW, CO-BELDAM, CO-MOON and what cards of the Beldam ask."""

import pytest

from .tables import GAME, STARTERS, TREASURES, table

# --- Drawing --------------------------------------------------------------------------------------


@pytest.mark.rule("CO-DRAW.1")
@pytest.mark.parametrize(("players", "size"), [(1, 6), (2, 5), (3, 4), (4, 3)])
def test_draw_up_to_the_starting_hand(players: int, size: int) -> None:
    tale = table("C06", players=players, hands={seat: ["C07"] for seat in range(1, 2) if players > 1})
    tale.walk("C06", "theater")
    assert len(tale.hand(0)) == size
    if players > 1:
        assert len(tale.hand(1)) == 1, "only the active player draws"


@pytest.mark.rule("CO-DRAW.1")
def test_cards_come_from_the_top() -> None:
    tale = table("C06", "C01", "C02", "C03", "C04", deck=["C11", "C13", "C14"]).walk("C06", "theater")
    assert tale.hand() == ["C01", "C02", "C03", "C04", "C11", "C13"]


@pytest.mark.rule("CO-DRAW.2", "CO-DRAW.3")
def test_an_empty_deck_is_never_made_anew() -> None:
    tale = table("C06", "C07", deck=[]).walk("C06", "theater")
    assert tale.hand() == ["C07"] and tale.view["deck"] == 0
    assert "C06" in tale.discarded


# --- Her card -------------------------------------------------------------------------------------


@pytest.mark.rule("CO-BELDAM.2")
def test_the_top_card_is_revealed_followed_and_discarded() -> None:
    tale = table("C06", woes=["B01", "B10"]).skip()
    assert tale.view["beldam_discard"] == ["B01"] and tale.view["beldam_deck"] == 29
    assert any("The Button Slides Across" in line for line in tale.told(None))
    tale.skip()
    assert tale.view["following"]["id"] == "B10"
    assert tale.view["beldam_discard"] == ["B01"], "the second lies open, but is not finished"
    tale.do("wish", 0).take("looking-stone")
    assert tale.view["beldam_discard"][:2] == ["B01", "B10"]


@pytest.mark.rule("CO-BELDAM.3", "CO-R10")
def test_a_dropped_object_lies_revealed_in_coralines_room() -> None:
    tale = table("C06", coraline="theater", woes=["B10"], satchel=["looking-stone", "key"]).skip()
    tale.do("wish", 0)
    assert tale.offered("object") == ["looking-stone", "key"], "Starters included, the player chooses"
    assert tale.refused("object", "globe") == "CO-BELDAM.3"
    assert tale.refused("done") == "CO-R18"
    tale.take("key")
    assert tale.lies("key") == "theater" and not tale.hidden("key")
    assert tale.do("pick", tale.hand()[0]).lies("key") == "satchel", "it can be collected again"


@pytest.mark.rule("CO-R10")
def test_from_an_empty_satchel_nothing_is_dropped() -> None:
    tale = table("C06", woes=["B16"], beldam="kitchen", satchel=[]).skip()
    assert tale.state.turn == 2


@pytest.mark.rule("CO-BELDAM.4", "CO-R19")
def test_only_the_active_player_discards_and_chooses_which() -> None:
    tale = table("C06", "C07", "C08", players=2, hands={1: ["C11", "C13"]}, beldam="kitchen", woes=["B29"])
    tale.skip()
    assert tale.seat == 0 and set(tale.offered("discard")) == set(tale.hand(0))
    assert tale.refused("discard", "C11") == "CO-R19"
    tale.do("discard", "C07").do("discard", "C06")
    assert len(tale.hand(0)) == 3 and tale.hand(1) == ["C11", "C13"]


@pytest.mark.rule("CO-R19")
def test_with_fewer_cards_all_are_discarded() -> None:
    tale = table("C06", "C07", players=2, hands={1: ["C11"]}, deck=[], beldam="kitchen", woes=["B29"])
    tale.skip()
    assert tale.hand(0) == [] and {"C06", "C07"} <= set(tale.discarded)


@pytest.mark.rule("CO-R19", "CO-ROUND.3")
def test_a_discard_comes_after_the_draw_phase() -> None:
    tale = table("C06", beldam="kitchen", woes=["B29"]).skip()
    tale.do("discard", "C06").do("discard", tale.hand()[0])
    assert len(tale.hand()) == 4


# --- The Moon -------------------------------------------------------------------------------------


@pytest.mark.rule("CO-MOON.1", "CO-R20")
def test_each_advance_shows_the_next_number() -> None:
    tale = table("C06", woes=["B01", "B03"]).skip()
    assert tale.view["moon"] == 2
    assert tale.skip().view["moon"] == 3


@pytest.mark.rule("CO-MOON.2", "CO-LOSE.1", "CO-R20", "CO-COMP.4")
def test_the_fifth_advance_loses_at_once() -> None:
    tale = table("C06", moon=4, woes=["B01", "B03"]).skip()
    assert (tale.view["moon"], tale.ended) == (5, None)
    tale.skip()
    assert (tale.view["moon"], tale.ended) == (6, "moon")
    assert tale.state.returns() == [-1.0]


@pytest.mark.rule("CO-R20")
def test_the_rest_of_the_card_is_not_done() -> None:
    tale = table("C06", moon=5, coraline="kitchen", beldam="kitchen", woes=["B07"]).skip()
    assert tale.ended == "moon"
    tale = table("C06", moon=5, coraline="kitchen", beldam="living-room", woes=["B07"]).skip()
    assert tale.where("beldam") == "living-room", "she would have come one step nearer"


# --- The Beldam's way -----------------------------------------------------------------------------


@pytest.mark.rule("CO-R16")
def test_stalking_follows_a_shortest_way_and_ties_are_the_players() -> None:
    tale = table("C06", coraline="garden", woes=["B04"]).skip()
    assert tale.offered("go") == ["circus", "kitchen"]
    assert tale.refused("go", "bedroom") == "CO-R16"
    assert tale.go("circus").where("beldam") == "circus"


@pytest.mark.rule("CO-R16")
def test_stalking_three_steps_reaches_coraline_and_stops_there() -> None:
    tale = table("C06", coraline="garden", woes=["B02"]).skip().go("kitchen")
    assert tale.offered("go") == ["bedroom", "theater"]
    tale.go("bedroom")
    assert tale.where("beldam") == "garden"
    near = table("C06", coraline="kitchen", woes=["B02"], satchel=[]).skip()
    assert near.where("beldam") == "kitchen", "one step of three was enough"


@pytest.mark.rule("CO-R14")
def test_meeting_the_beldam_has_no_effect_of_itself() -> None:
    tale = table("C06", coraline="kitchen").walk("C06", "living-room")
    assert tale.where("coraline") == tale.where("beldam") == "living-room"
    assert tale.satchel == STARTERS and tale.state.moon == 1 and not tale.state.over


@pytest.mark.rule("CO-R16", "CO-R14")
def test_only_cards_speak_of_being_in_one_room() -> None:
    tale = table("C06", coraline="kitchen", woes=["B04"]).skip()
    assert tale.where("beldam") == "kitchen" and tale.state.moon == 2
    tale = table("C06", coraline="theater", woes=["B04"]).skip()
    assert tale.where("beldam") == "kitchen" and tale.state.moon == 1


@pytest.mark.rule("CO-R16")
@pytest.mark.parametrize(
    ("woe", "places", "line"),
    [
        ("B03", {}, "The Beldam is in the Living Room already."),
        ("B28", {"beldam": "kitchen"}, "The Beldam is in the Kitchen already."),
        ("B27", {"beldam": "garden"}, "Coraline is in the Kitchen already."),
    ],
)
def test_a_way_that_nobody_went_is_not_told_as_one(woe: str, places: dict[str, str], line: str) -> None:
    lines = table("C06", woes=[woe], **places).skip().told(None)  # type: ignore[arg-type]
    assert line in lines and not any(" goes to the " in one for one in lines)


# --- What cannot be followed, and choices ---------------------------------------------------------


@pytest.mark.rule("CO-R18")
def test_what_cannot_be_followed_is_skipped_and_the_rest_done() -> None:
    tale = table("C06", woes=["B25"], coraline="theater", helpers={"wybie": "garden"}).skip()
    assert tale.where("wybie") is None and tale.where("beldam") == "kitchen"


@pytest.mark.rule("CO-R18")
def test_a_choice_falls_on_what_can_be_carried_out_in_full() -> None:
    empty = table("C06", woes=["B10"], satchel=[]).skip()
    assert empty.state.moon == 2
    one = table("C06", woes=["B11"], satchel=["key"]).skip()
    assert one.state.moon == 2 and one.satchel == ["key"]
    both = table("C06", woes=["B11"], satchel=["key", "globe"]).skip()
    assert both.offered("wish") == ["0", "1"]
    assert both.why_not("wish", 2) == "There is no such thing in this game."
    both.do("wish", 0)
    assert both.satchel == [] and both.state.moon == 1


@pytest.mark.rule("CO-R18")
def test_if_no_branch_can_be_done_in_full_one_that_can_in_part_is() -> None:
    """Drop 1 object, or discard 2 cards: with an empty Satchel and a single card."""
    tale = table("C06", deck=[], woes=["B13"], satchel=[], players=2, hands={1: ["C07"]}).skip()
    assert tale.hand(0) == [], "an empty Satchel is no answer"


@pytest.mark.rule("CO-R18")
def test_games_of_the_first_rules_may_still_take_any_branch() -> None:
    tale = table("C06", deck=[], woes=["B13"], satchel=[], players=2, hands={1: ["C07"]}, partly=False).skip()
    assert tale.offered("wish") == ["0", "1"]
    assert tale.do("wish", 0).hand(0) == ["C06"]
    older = GAME.opening(1, rules=1)
    assert (GAME.blank(older).terms.partly, GAME.blank(GAME.opening(1)).terms.partly) == (False, True)


@pytest.mark.rule("CO-R18")
def test_a_choice_of_which_nothing_can_happen_falls_away() -> None:
    tale = table("C06", deck=[], woes=["B13"], satchel=[], players=2, hands={1: ["C07", "C08"]})
    tale.walk("C06", "theater")
    assert tale.state.active == 1 and tale.hand(1) == ["C07", "C08"]


@pytest.mark.rule("CO-R18")
def test_the_branch_that_cannot_be_done_is_refused() -> None:
    tale = table("C06", "C07", woes=["B12"], deck=[], players=2, hands={1: ["C11"]})
    tale.walk("C06", "theater")
    assert tale.state.moon == 2, "one card in hand: two cannot be discarded, so the Moon it is"


@pytest.mark.rule("CO-R17")
def test_helpers_do_nothing_by_standing_somewhere() -> None:
    tale = table(
        "C06", coraline="garden", helpers={"cat": "kitchen", "wybie": "kitchen"}, woes=["B02"], satchel=[]
    )
    tale.skip().go("kitchen").go("theater")
    assert tale.where("beldam") == "garden" and tale.where("cat") == "kitchen"


@pytest.mark.rule("CO-R15", "CO-COMP.2")
def test_beldam_cards_place_whom_they_name() -> None:
    tale = table("C06", coraline="theater", woes=["B24"]).skip()
    assert tale.where("spink") == tale.where("forcible") == "theater"
    assert tale.where("cat") is None


@pytest.mark.rule("CO-R15")
def test_of_several_helpers_the_player_chooses_and_never_coraline_or_the_beldam() -> None:
    tale = table("C09").play("C09")
    assert tale.offered("who") == ["wybie", "bobinsky", "spink", "forcible", "other-father"]
    assert tale.refused("who", "beldam") == tale.refused("who", "cat") == "CO-R15"
    tale.do("who", "bobinsky").go("circus")
    assert tale.offered("object") == ["circus-eye"]


# --- Each card of the house edition ---------------------------------------------------------------


@pytest.mark.rule("CO-BELDAM.2")
def test_cards_that_hit_treasures_only() -> None:
    rats = table("C06", coraline="theater", woes=["B19"]).skip()
    assert rats.satchel == STARTERS and rats.where("bobinsky") == "theater"
    rats = table("C06", coraline="theater", woes=["B19"], satchel=[*STARTERS, "key"]).skip()
    assert rats.satchel == STARTERS and rats.lies("key") == "theater"
    mine = table("C06", coraline="kitchen", woes=["B30"], satchel=["looking-stone", "key"]).skip()
    assert mine.satchel == ["looking-stone"]


@pytest.mark.rule("CO-BELDAM.2")
def test_she_takes_it_back_to_where_it_began() -> None:
    tale = table("C06", woes=["B18"], satchel=[*STARTERS, "circus-eye"]).skip()
    assert tale.lies("circus-eye") == "circus" and not tale.hidden("circus-eye")


@pytest.mark.rule("CO-BELDAM.2")
@pytest.mark.parametrize(
    ("woe", "treasures", "moon"),
    [("B08", 1, 1), ("B08", 2, 2), ("B09", 3, 1), ("B09", 4, 2)],
)
def test_cards_that_count_treasures(woe: str, treasures: int, moon: int) -> None:
    tale = table("C06", coraline="theater", woes=[woe], satchel=TREASURES[:treasures]).skip()
    assert tale.state.moon == moon
    if woe == "B08":
        assert tale.where("beldam") == ("living-room" if treasures == 2 else "kitchen")


@pytest.mark.rule("CO-BELDAM.2")
def test_grey_over_everything_hides_a_revealed_treasure_on_the_board() -> None:
    tale = table("C06", woes=["B26"], revealed=["key", "globe"], lying={"looking-stone": "garden"}).skip()
    assert tale.offered("object") == ["key", "globe"]
    assert tale.take("globe").hidden("globe")
    alone = table("C06", woes=["B26"], revealed=["key"]).skip()
    assert alone.hidden("key") and alone.state.turn == 2


@pytest.mark.rule("CO-BELDAM.2")
def test_the_rest_of_her_cards() -> None:
    assert table("C06", coraline="garden", woes=["B27"]).skip().where("coraline") == "kitchen"
    behind = table("C06", coraline="garden", woes=["B28"]).skip()
    assert behind.where("beldam") == "garden"
    names = table("C06", woes=["B21"], players=2, hands={1: ["C07"]}).skip()
    assert names.asks("discard") and len(names.do("discard", "C06").hand()) == 4
    last = table("C06", woes=["B21"], players=2, hands={1: ["C07"]}, black=[1]).skip()
    assert last.state.moon == 2, "the last turn of the round"
    friends = table("C06", coraline="kitchen", helpers={"cat": "garden"}, woes=["B25"]).skip()
    assert friends.state.moon == 2, "her step led to Coraline"
    door = table("C06", beldam="garden", woes=["B03"]).skip()
    assert door.where("beldam") == "living-room" and door.state.moon == 2
    found = table("C06", coraline="kitchen", beldam="kitchen", woes=["B06"]).skip()
    assert found.state.moon == 2
    warm = table("C06", coraline="bedroom", woes=["B07"]).skip()
    assert warm.state.moon == 1
    jostled = table("C06", coraline="theater", helpers={"cat": "theater"}, woes=["B17"]).skip()
    assert jostled.asks("object")
    calm = table("C06", coraline="theater", woes=["B17"]).skip()
    assert calm.satchel == STARTERS
