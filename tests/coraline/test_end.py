"""CO-WIN, CO-LOSE, and the rulings on how a game ends."""

import pytest

from fabletop.games.coraline import table as t
from fabletop.kernel.session import Session

from .tables import GAME, STARTERS, TREASURES, Tale, edition_with, table

ALL = [*STARTERS, *TREASURES]


def at_the_door(*hand: str, **more: object) -> Tale:
    wanted = {"coraline": "living-room", "beldam": "garden", "satchel": ALL}
    return table("C30", *hand, **{**wanted, **more})  # type: ignore[arg-type]


# --- Winning --------------------------------------------------------------------------------------


@pytest.mark.rule("CO-WIN.1", "CO-R23")
def test_the_final_card_wins_at_once() -> None:
    tale = at_the_door(moon=5, woes=["B01"]).play("C30")
    assert tale.ended == "won" and tale.state.returns() == [1.0]
    assert tale.state.moon == 5, "no Beldam Phase follows"


@pytest.mark.rule("CO-WIN.1")
def test_not_elsewhere_than_the_living_room() -> None:
    assert at_the_door(coraline="kitchen").refused("play", "C30") == "CO-WIN.1"


@pytest.mark.rule("CO-WIN.2")
def test_not_while_the_beldam_is_there() -> None:
    tale = at_the_door("C23", beldam="living-room")
    assert tale.refused("play", "C30") == "CO-WIN.2"


@pytest.mark.rule("CO-R25", "CO-WIN.2")
def test_she_is_forced_out_and_the_final_card_follows_in_one_turn() -> None:
    tale = at_the_door("C23", beldam="living-room").play("C23").go("garden")
    assert tale.play("C30").ended == "won"


@pytest.mark.rule("CO-R25")
def test_the_final_card_may_come_from_any_hand_where_the_card_says_so() -> None:
    tale = table(
        "C29", players=2, hands={1: ["C30"]}, coraline="living-room", beldam="garden", satchel=TREASURES
    )
    tale.play("C29").done().do("ask", 1).play("C30")
    assert tale.ended == "won" and tale.state.returns() == [1.0, 1.0]


# --- Losing ---------------------------------------------------------------------------------------


@pytest.mark.rule("CO-LOSE.2", "CO-R22")
def test_when_nobody_has_a_card_after_the_draw_phase_all_is_lost() -> None:
    tale = table("C06", deck=[], woes=["B01"]).walk("C06", "theater")
    assert tale.ended == "no cards" and tale.state.moon == 1, "before the Beldam Phase"


@pytest.mark.rule("CO-R22", "CO-LOSE.2")
def test_and_after_the_beldam_phase() -> None:
    tale = table("C06", "C07", deck=[], woes=["B22"], satchel=[]).walk("C06", "theater")
    assert tale.ended == "no cards" and tale.state.turn == 1, "not only when the next turn draws"


@pytest.mark.rule("CO-R22")
def test_a_hand_emptied_in_the_story_phase_is_refilled_first() -> None:
    tale = table("C06", deck=["C07"]).walk("C06", "theater")
    assert tale.ended is None and tale.hand() == ["C07"]
    empty = table("C06", deck=[], players=2, hands={1: ["C07"]}).walk("C06", "theater")
    assert empty.ended is None, "one card anywhere is enough"


@pytest.mark.rule("CO-R22")
def test_in_mid_story_phase_an_empty_hand_does_not_lose() -> None:
    tale = table("C28", deck=[]).play("C28").do("recall", "C21")
    assert tale.ended is None and tale.hand() == ["C21"]


@pytest.mark.rule("CO-LOSE.3", "CO-BELDAM.1", "CO-R21")
def test_the_31st_beldam_phase_loses() -> None:
    tale = table("C06", "C07", woes=["B27"], woes_only=True).skip()
    assert tale.ended is None and tale.view["beldam_deck"] == 0
    assert tale.skip().ended == "beldam deck"


@pytest.mark.rule("CO-R21")
def test_the_story_phase_before_it_may_still_win() -> None:
    assert at_the_door(woes=[], woes_only=True).play("C30").ended == "won"


@pytest.mark.rule("CO-R21")
def test_a_beldam_phase_left_out_is_not_checked() -> None:
    tale = table("C26", "C06", woes=[], woes_only=True).play("C26").do("do").done()
    assert tale.ended is None and tale.state.turn == 2
    assert tale.skip().ended == "beldam deck"


# --- The final card discarded (CO-R24) ------------------------------------------------------------


@pytest.mark.rule("CO-R24")
def test_discarding_the_final_card_needs_a_confirmation() -> None:
    tale = table("C30", "C06", coraline="theater", revealed=["theater-eye"])
    sure = {option.words: option.sure for option in GAME.ask(tale.state, 0).options}
    asked = {words for words, warning in sure.items() if warning}
    assert asked == {
        "Discard Out by the Little Door to move Coraline",
        "Discard Out by the Little Door to collect an object here",
    }
    tale.do("pass")
    assert [option.words for option in GAME.ask(tale.state, 0).options if option.sure] == [
        "Slide Out by the Little Door under the deck"
    ]
    woe = table("C30", "C06", woes=["B22"]).skip()
    warned = [option.thing for option in GAME.ask(woe.state, 0).options if option.sure]
    assert warned == ["hand C30"]


def warnings(tale: Tale) -> dict[str, str]:
    """Of whoever is asked: the first words of each answer that is to be confirmed, and why."""
    options = GAME.ask(tale.state, tale.seat).options
    return {option.words.split(":")[0]: option.sure for option in options if option.sure}


@pytest.mark.rule("CO-R24", "CO-R19")
def test_a_branch_that_takes_the_whole_hand_is_confirmed_if_the_final_card_is_in_it() -> None:
    tale = table("C30", "C06", "C07", deck=[], woes=["B12"]).walk("C07", "theater")
    options = {option.words: option.sure for option in GAME.ask(tale.state, 0).options}
    assert options["Choose: discard 2 cards"].startswith("This is the final victory card")
    assert options["Choose: advance the Moon"] == ""
    more = table("C30", "C06", "C07", "C08", deck=[], woes=["B12"]).walk("C07", "theater")
    assert not any(option.sure for option in GAME.ask(more.state, 0).options), "one may keep it"


@pytest.mark.rule("CO-R24")
def test_whether_the_final_card_could_come_back_is_said() -> None:
    saved = table("C30", "C28", "C06")
    assert "can save you" in warnings(saved)["Discard Out by the Little Door to move Coraline"]
    gone = table("C30", "C06", discard=["C28"])
    assert "could not win any more" in warnings(gone)["Discard Out by the Little Door to move Coraline"]


@pytest.mark.rule("CO-R24", "CO-R19")
def test_a_card_that_goes_with_the_final_one_does_not_bring_it_back() -> None:
    both = table("C30", "C28", "C07", players=2, hands={1: ["C06"]}, deck=[], woes=["B12"])
    assert "could not win any more" in warnings(both.walk("C07", "theater"))["Choose"]
    one = table("C30", "C06", "C07", players=2, hands={1: ["C28"]}, deck=[], woes=["B12"])
    assert "can save you" in warnings(one.walk("C07", "theater"))["Choose"]


@pytest.mark.rule("CO-R24")
def test_the_last_card_that_could_bring_the_final_one_back_is_not_lost_by_a_slip() -> None:
    tale = table("C28", "C06", discard=["C30", "C01"])
    assert list(warnings(tale)) == ["Discard We Remember to move Coraline"]
    tale.play("C28")
    assert set(warnings(tale)) == {"Take no card back", "Take back Song from the Flowerbeds"}
    assert warnings(table("C28", "C06", discard=["C01"]).play("C28")) == {}


@pytest.mark.rule("CO-R24", "CO-LOSE.1")
def test_what_would_cover_the_moon_is_confirmed() -> None:
    tale = table("C06", moon=5, woes=["B10"]).skip()
    assert list(warnings(tale).values()) == ["The Moon would be covered: you would all lose (CO-LOSE.1)."]
    assert warnings(table("C06", moon=4, woes=["B10"]).skip()) == {}


@pytest.mark.rule("CO-R24", "CO-LOSE.2")
def test_the_last_card_of_all_is_confirmed() -> None:
    tale = table("C21", deck=[])
    assert set(warnings(tale)) == {"Play The Long Way Round", "Discard The Long Way Round to move Coraline"}
    assert warnings(table("C21", deck=[], players=2, hands={1: ["C07"]})) == {}
    assert warnings(table("C21")) == {}, "there is a deck"
    assert "Play We Remember" not in warnings(table("C28", deck=[]))


@pytest.mark.rule("CO-R24", "CO-LOSE.3")
def test_to_let_the_beldam_phase_come_without_a_card_is_confirmed() -> None:
    tale = table("C06", "C21", "C26", woes=[], woes_only=True)
    assert "Pass" in warnings(tale) and "Play The Long Way Round" in warnings(tale)
    assert not {"Play Look Closer", "Play A Brave Salute"} & set(warnings(tale)), "more may follow"
    assert "Play no other card" in warnings(tale.play("C06"))
    hushed = table("C06", "C21", "C26", woes=[], woes_only=True).play("C26").do("do")
    assert warnings(hushed) == {}
    assert warnings(table("C06", "C21", woes=["B01"], woes_only=True)) == {}


@pytest.mark.rule("CO-R24")
def test_play_goes_on_with_a_warning() -> None:
    tale = table("C30", "C06").walk("C30", "theater")
    assert tale.ended is None and tale.view["final_card_discarded"]
    assert any("you cannot win" in line for line in tale.told(None))
    assert "Warning" in GAME.text(tale.state, None)


@pytest.mark.rule("CO-R24")
def test_the_group_may_concede_then_and_only_then() -> None:
    tale = table("C30", "C06", players=3, hands={1: ["C07"], 2: ["C08"]}, concede=True)
    assert tale.refused("concede") == "CO-R24"
    tale.walk("C30", "theater")
    assert tale.offered("next") == ["1", "2"] and tale.may("concede")
    assert [one.sure for one in GAME.ask(tale.state, 2).options if one.verb == "concede"] != [""]
    assert tale.do("concede").ended == "conceded"
    assert tale.state.returns() == [-1.0] * 3
    held = table("C30", "C06", players=3, hands={1: ["C07"], 2: ["C08"]}, concede=True)
    held.walk("C06", "theater")
    assert held.refused("concede") == "CO-R24"


@pytest.mark.rule("CO-R24")
def test_alone_one_may_concede_in_the_story_phase() -> None:
    tale = table("C06", "C07", discard=["C30"], concede=True)
    assert tale.do("concede").ended == "conceded"
    assert table("C06", discard=["C30"]).refused("concede") == "CO-R24", "unless it was agreed otherwise"


@pytest.mark.rule("CO-R24")
def test_under_the_deck_it_is_merely_far_away() -> None:
    tale = table("C30", "C06", concede=True).do("pass").do("slide", "C30").done()
    assert not tale.view["final_card_discarded"] and not tale.may("concede")


# --- Both ends of a whole game --------------------------------------------------------------------


@pytest.mark.rule("CO-ROUND.4", "CO-R21")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_game_ends_within_the_beldam_deck(players: int) -> None:
    for seed in range(12):
        session = Session(GAME, players, seed)
        while not session.over:
            legal = session.state.legal()
            session.play(int(session.state.seat), legal[(seed * 7 + len(session.actions) * 13) % len(legal)])
        facts = session.game.facts(session.state)
        assert facts["ended"] in ("won", "moon", "no cards", "beldam deck", "conceded")
        assert int(facts["turns"]) <= 33
        assert session.state.ending != t.WON or facts["treasures"] == 5  # type: ignore[attr-defined]


@pytest.mark.rule("CO-GEN.1", "CO-R23")
def test_the_card_that_ends_the_game_lies_with_the_discarded_ones() -> None:
    tale = table("C01", moon=5, edition=edition_with(C01="MOON(1)")).play("C01").do("do")
    assert tale.ended and "C01" in tale.discarded
