"""CO-R27 and CO-R28: the last turn of a round, and cards that hasten the Beldam deck."""

import pytest

from fabletop.games.coraline.activities import PlayAnother
from fabletop.games.coraline.card_text import card_text
from fabletop.games.coraline.turn import WhoIsNext
from fabletop.kernel.edition import BadEdition

from .tables import GAME, Tale, edition_with, table, woe

TORN = edition_with(
    B01="TEAR(2)",
    B03="WOE",
    B04="MOON(1); WOE; BELDAM(stalk 1)",
    B10="CHOOSE(TEAR(3) | WOE)",
    B12="CHOOSE(TEAR(3) | WOE | MOON(1))",
)


def beldam(*woes: str, **more: object) -> Tale:
    """Seat 0 passes, and her phase comes."""
    return table("C06", "C07", woes=list(woes), edition=TORN, **more).skip()  # type: ignore[arg-type]


# --- Cards that nobody follows (TEAR) -------------------------------------------------------------


@pytest.mark.rule("CO-R28")
def test_torn_cards_lie_open_and_do_nothing() -> None:
    tale = beldam("B01", "B04", "B03")
    assert tale.view["beldam_discard"] == ["B04", "B03", "B01"] and tale.view["beldam_deck"] == 27
    assert tale.state.moon == 1 and tale.where("beldam") == "living-room" and tale.state.turn == 2
    assert "Long Fingers goes to the Beldam's discard pile and is not followed." in tale.told(None)


@pytest.mark.rule("CO-R28")
def test_all_see_afterwards_which_cards_were_followed() -> None:
    """The pile alone does not tell: here it is the same, though two cards were torn, or one."""
    torn = beldam("B01", "B03", "B28", woes_only=True)
    followed = beldam("B03", "B01", "B28", woes_only=True)
    assert torn.view["beldam_discard"] == followed.view["beldam_discard"]
    assert torn.view["beldam_discard"][-3:] == ["B03", "B28", "B01"]
    assert torn.view["beldam_torn"] == ["B03", "B28"] and followed.view["beldam_torn"] == ["B28"]
    names = [TORN.beldam[woe(one)].name for one in ("B03", "B28", "B01")]
    assert ", {} (not followed), {} (not followed), {}.".format(*names) in GAME.text(torn.state, None)


@pytest.mark.rule("CO-R28", "CO-LOSE.3")
def test_a_deck_that_is_torn_to_its_end_loses_when_the_next_phase_begins() -> None:
    tale = beldam("B01", "B04", woes_only=True)
    assert tale.ended is None and tale.view["beldam_deck"] == 0
    assert tale.skip().ended == "beldam deck"


@pytest.mark.rule("CO-R28")
def test_torn_cards_were_seen_so_undo_stops_there() -> None:
    assert beldam("B01").state.sealed == beldam("B28").state.sealed + 2


# --- Another card (WOE) ---------------------------------------------------------------------------


@pytest.mark.rule("CO-R28", "CO-BELDAM.2")
def test_another_card_follows_when_the_first_is_done() -> None:
    tale = beldam("B04", "B03", "B06", coraline="garden")
    assert tale.state.moon == 2 and tale.view["following"]["id"] == "B04" and tale.asks("go")
    tale.go("kitchen")
    assert tale.view["beldam_discard"] == ["B04", "B03"], "B03 called for one more"
    assert tale.view["following"]["id"] == "B06"
    lines = tale.told(None)
    assert lines.index("Another Beldam card will follow.") < lines.index("The Beldam goes to the Kitchen.")


@pytest.mark.rule("CO-R28")
def test_one_card_too_many_is_left_out_and_not_carried_over() -> None:
    tale = beldam("B03", woes_only=True)
    assert tale.ended is None and tale.state.turn == 2, "her deck ran out within the phase"
    assert tale.skip().ended == "beldam deck"
    later = beldam("B03", "B28", "B06").skip()
    assert later.view["beldam_discard"] == ["B03", "B28", "B06"]


@pytest.mark.rule("CO-R28", "CO-R22")
def test_hands_are_counted_once_both_cards_are_done() -> None:
    tale = table("C06", "C07", deck=[], woes=["B03", "B22"], edition=TORN, satchel=[]).walk("C06", "theater")
    assert tale.ended == "no cards"


@pytest.mark.rule("CO-R28", "CO-R18")
def test_what_the_deck_has_too_few_cards_for_is_not_done_in_full() -> None:
    tale = beldam("B10", "B28", "B02", beldam="kitchen", coraline="kitchen")
    assert tale.offered("wish") == ["0", "1"]
    enough = beldam("B10", "B28", "B02", "B01", woes_only=True, beldam="kitchen", coraline="kitchen")
    assert enough.offered("wish") == ["0", "1"]
    short = beldam("B10", "B02", woes_only=True, coraline="kitchen", beldam="kitchen")
    assert short.view["beldam_discard"][-1] == "B10" and short.view["following"]["id"] == "B02"


@pytest.mark.rule("CO-R28", "CO-R18")
@pytest.mark.parametrize(("left", "offered"), [([], []), (["B02"], ["0", "1"])])
def test_tearing_is_no_choice_without_a_card_to_tear(left: list[str], offered: list[str]) -> None:
    """Neither can be done in full; what can be done at all is offered, and what alone can be is done."""
    mine = edition_with(B10="CHOOSE(TEAR(3) | DROP(2))")
    tale = table(
        "C06", "C07", woes=["B10", *left], woes_only=True, satchel=["looking-stone"], edition=mine
    ).skip()
    assert tale.offered("wish") == offered


@pytest.mark.rule("CO-R18")
def test_a_choice_may_hold_a_condition() -> None:
    mine = edition_with(B10="CHOOSE(IF(T>=3: MOON(1); else MOON(2)) | WOE)")
    tale = table("C06", "C07", woes=["B10", "B02"], edition=mine).skip()
    assert tale.offered("wish") == ["0", "1"]
    assert tale.do("wish", 0).state.moon == 3, "twice, one step after the other"


@pytest.mark.rule("CO-R28", "CO-R18")
def test_why_a_choice_of_a_beldam_card_is_not_there() -> None:
    tale = beldam("B12", "B02", woes_only=True, coraline="kitchen", beldam="kitchen")
    assert tale.offered("wish") == ["1", "2"]
    assert "not in full, and another can" in tale.why_not("wish", 0)
    assert tale.why_not("wish", 3) == "There is no such thing in this game."
    assert tale.why_not("done") == "What a Beldam card says cannot be declined."
    assert GAME.option(tale.state, 0, tale.action("done")).words == "No, go on"


def test_coraline_cards_do_not_hasten_her_deck() -> None:
    with pytest.raises(BadEdition, match="WOE is for Beldam cards only"):
        edition_with(C06="WOE")


def test_the_words() -> None:
    texts = [card_text(TORN, TORN.beldam[woe(one)]) for one in ("B01", "B03", "B10")]
    assert texts == [
        "Put the top 2 Beldam cards on her discard pile without following them.",
        "Turn over and follow another Beldam card.",
        "Choose one: put the top 3 Beldam cards on her discard pile without following them, or turn over and "
        "follow another Beldam card.",
    ]


# --- Helpers who help (WITH, HOME) ----------------------------------------------------------------

HELP = edition_with(B01="IF(WITH(Cat): REMOVE(Cat); else MOON(1))", B03="IF(HOME>=2: HIDE(1); else MOON(1))")


@pytest.mark.rule("CO-R17")
@pytest.mark.parametrize(("cat", "moon"), [("kitchen", 1), ("garden", 2), (None, 2)])
def test_a_card_may_ask_who_is_with_coraline(cat: str | None, moon: int) -> None:
    helpers = {"wybie": "kitchen"} | ({"cat": cat} if cat else {})
    tale = table("C06", woes=["B01"], edition=HELP, helpers=helpers).skip()
    assert tale.state.moon == moon and tale.where("cat") == ("garden" if cat == "garden" else None)


@pytest.mark.rule("CO-R17", "CO-COMP.3")
@pytest.mark.parametrize(
    ("helpers", "moon"),
    [
        ({"spink": "theater", "wybie": "bedroom"}, 1),
        ({"spink": "theater", "wybie": "garden"}, 2),
        ({"spink": "theater", "cat": "kitchen"}, 2),
        ({}, 2),
    ],
)
def test_a_card_may_count_who_is_at_home(helpers: dict[str, str], moon: int) -> None:
    tale = table("C06", woes=["B03"], edition=HELP, helpers=helpers).skip()
    assert tale.state.moon == moon


# --- The last turn of a round ---------------------------------------------------------------------


@pytest.mark.rule("CO-R27")
@pytest.mark.parametrize(("players", "black", "last"), [(1, [], True), (3, [1], False), (3, [1, 2], True)])
def test_the_last_turn_is_the_one_before_which_all_other_buttons_are_black(
    players: int, black: list[int], last: bool
) -> None:
    """Names Forgotten: the Moon on the last turn, a card on the others."""
    hands = {seat: ["C07", "C08"][seat - 1 : seat] for seat in range(1, players)}
    tale = table("C06", players=players, hands=hands, black=black, woes=["B21"]).skip()
    assert (tale.state.moon == 2) is last and tale.asks("discard") is not last


@pytest.mark.rule("CO-R27")
def test_the_order_of_a_round_decides_which_turn_is_last() -> None:
    tale = table("C06", players=2, hands={1: ["C05"]}, woes=[])
    tale.skip()
    tale.play("C05").go("living-room").take("globe")
    assert tale.verbs == {"do", "done"}, "seat 1 is last, and may look at her deck"
    assert isinstance(tale.done().state.question, WhoIsNext) and GAME.audit(tale.state) == []


# --- How many cards one holds (HAND) --------------------------------------------------------------


@pytest.mark.rule("CO-R2")
@pytest.mark.parametrize(("others", "more"), [(["C06", "C07"], True), (["C06", "C07", "C08"], False)])
def test_the_card_being_followed_is_no_longer_in_the_hand(others: list[str], more: bool) -> None:
    edition = edition_with(C18="CORALINE(Circus); IF(HAND<=2: AGAIN)")
    tale = table("C18", *others, edition=edition).play("C18").go("circus")
    assert isinstance(tale.state.question, PlayAnother) is more
