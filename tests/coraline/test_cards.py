"""The Coraline cards of the house edition: each does what its program says, step by step."""

from typing import Any

import pytest

from fabletop.games.coraline.activities import PlayAnother
from fabletop.games.coraline.card_text import card_text
from fabletop.games.coraline.foresight import THERE, follow, there, would_do_nothing
from fabletop.games.coraline.turn import WhoIsNext
from fabletop.kernel.effects.engine import END
from fabletop.kernel.effects.nodes import Choose, Node, Step, speaks_of

from .tables import GAME, HOUSE, STARTERS, TODAY, TREASURES, Tale, edition_with, room, table

# --- Reveal ---------------------------------------------------------------------------------------


@pytest.mark.rule("CO-STORY.3", "CO-STORY.4")
@pytest.mark.parametrize(
    ("name", "who", "where", "eye"),
    [
        ("C01", "other-father", "garden", "garden-eye"),
        ("C02", "bobinsky", "circus", "circus-eye"),
        ("C04", "wybie", "bedroom", "key"),
        ("C05", "cat", "living-room", "globe"),
    ],
)
def test_a_helper_comes_home_and_something_is_revealed(name: str, who: str, where: str, eye: str) -> None:
    tale = table(name).play(name)
    assert tale.offered("go") == [where]
    tale.go(where).take(eye)
    assert tale.where(who) == where and not tale.hidden(eye)
    if name != "C05":  # it does more
        assert tale.state.turn == 2


@pytest.mark.rule("CO-STORY.3")
def test_two_may_be_placed_by_one_card() -> None:
    tale = table("C03").play("C03").go("theater").go("theater").take("theater-eye")
    assert tale.where("spink") == tale.where("forcible") == "theater"


@pytest.mark.rule("CO-STORY.4")
def test_eye_to_the_stone_reveals_up_to_two_anywhere() -> None:
    tale = table("C07").play("C07")
    assert tale.offered("object") == TREASURES
    tale.take("key").take("globe")
    assert tale.state.turn == 2 and not tale.hidden("key") and not tale.hidden("globe")
    one = table("C07").play("C07").take("key").done()
    assert one.state.turn == 2


@pytest.mark.rule("CO-STORY.4")
def test_the_stone_glows_here_and_next_door() -> None:
    tale = table("C08", coraline="kitchen").play("C08")
    assert tale.offered("object") == ["key", "globe", "theater-eye"]
    tale.take("key")
    assert tale.offered("go") == ["bedroom", "living-room", "theater"]


@pytest.mark.rule("CO-STORY.4")
def test_there_is_where_the_card_placed_somebody() -> None:
    tale = table("C10").play("C10").go("circus")
    assert tale.offered("object") == ["circus-eye"]
    declined = table("C10", helpers={"cat": "circus"}).play("C10").done()
    assert declined.state.turn == 2, "nothing was placed, so there is no there"
    stays = table("C10", helpers={"cat": "circus"}).play("C10").go("circus")
    assert stays.offered("object") == ["circus-eye"]


# --- Collect and move -----------------------------------------------------------------------------


@pytest.mark.rule("CO-STORY.5", "CO-R12")
def test_paw_on_the_prize() -> None:
    tale = table("C14", coraline="theater", revealed=["theater-eye"]).play("C14").go("theater")
    assert tale.take("theater-eye").lies("theater-eye") == "satchel"


@pytest.mark.rule("CO-STORY.5")
def test_cut_it_loose_removes_up_to_two_helpers_never_the_beldam() -> None:
    helpers = {"spink": "theater", "forcible": "theater", "cat": "theater", "wybie": "garden"}
    tale = table("C15", coraline="theater", beldam="theater", helpers=helpers, revealed=["theater-eye"])
    tale.play("C15")
    assert tale.offered("who") == ["cat", "spink", "forcible"]
    tale.do("who", "spink").do("who", "forcible")
    assert tale.offered("object") == ["theater-eye"]
    assert tale.where("spink") is None and tale.where("cat") == "theater"


@pytest.mark.rule("CO-COMP.3", "CO-STORY.4", "CO-STORY.5")
def test_a_gift_freely_given() -> None:
    tale = table("C12", coraline="garden", helpers={"other-father": "garden"}).play("C12")
    tale.take("garden-eye").take("garden-eye")
    assert tale.lies("garden-eye") == "satchel"


@pytest.mark.rule("CO-COMP.2")
@pytest.mark.parametrize(
    ("name", "start", "rooms"),
    [
        ("C16", "kitchen", ["circus", "bedroom", "garden", "living-room", "theater"]),
        ("C16", "living-room", ["circus", "bedroom", "kitchen", "theater"]),
        ("C18", "kitchen", ["circus", "garden", "theater"]),
        ("C18", "circus", ["garden", "theater"]),
        ("C19", "circus", ["bedroom", "living-room"]),
        ("C21", "living-room", ["circus", "bedroom", "garden", "kitchen", "theater"]),
    ],
)
def test_where_cards_may_send_coraline(name: str, start: str, rooms: list[str]) -> None:
    tale = table(name, "C06", coraline=start).play(name)
    assert tale.offered("go") == rooms and tale.may("done")
    assert tale.refused("go", start) == "CO-COMP.2"
    tale.go(rooms[0])
    assert tale.where("coraline") == rooms[0]


@pytest.mark.rule("CO-COMP.2", "CO-R16")
def test_the_long_tunnel() -> None:
    tale = table("C17", coraline="garden").play("C17").go("living-room")
    assert tale.offered("go") == ["circus", "kitchen"], "the Beldam is there, and may be sent one room away"
    assert tale.go("circus").where("beldam") == "circus"
    away = table("C17", coraline="garden", beldam="kitchen").play("C17").go("living-room")
    assert away.where("beldam") == "kitchen" and away.state.turn == 2


@pytest.mark.rule("CO-COMP.2")
def test_coraline_follows_whom_the_card_placed() -> None:
    tale = table("C20").play("C20").go("garden")
    assert tale.offered("go") == ["garden"]
    assert tale.go("garden").where("coraline") == "garden"
    declined = table("C20", helpers={"cat": "garden"}).play("C20").done()
    assert declined.state.turn == 2 and declined.where("coraline") == "kitchen"
    bike = table("C22", coraline="living-room").play("C22")
    assert bike.offered("go") == ["circus", "bedroom", "living-room", "kitchen", "theater"]


# --- Against the Beldam ---------------------------------------------------------------------------


@pytest.mark.rule("CO-R16")
def test_cards_that_send_the_beldam_away() -> None:
    orders = table("C23", "C06").play("C23")
    assert orders.offered("go") == ["circus", "bedroom", "garden", "kitchen", "theater"]
    assert isinstance(orders.go("garden").state.question, PlayAnother)
    hiss = table("C24").play("C24").go("living-room")
    assert hiss.where("cat") == "living-room"
    assert hiss.offered("go") == ["circus", "bedroom", "kitchen", "theater"]
    near = table("C25", coraline="kitchen").play("C25")
    assert near.asks("go")
    far = table("C25", coraline="theater").play("C25")
    assert not far.asks("go"), "she is not near"


@pytest.mark.rule("CO-R21")
def test_a_brave_salute_spends_the_cap_for_a_quiet_turn() -> None:
    tale = table("C26", "C21", woes=["B01"]).play("C26")
    assert tale.lies("military-cap") == "box" and tale.verbs == {"do", "done"}
    tale.do("do").play("C21").go("garden")
    assert tale.state.moon == 1 and tale.view["beldam_deck"] == 30
    again = table("C26", woes=["B01"]).play("C26").done()
    assert again.state.moon == 2, "the quiet may be declined, the Cap is gone all the same"
    assert again.satchel == ["looking-stone", "garden-shears"]


@pytest.mark.rule("CO-R1", "CO-R21")
def test_snip_the_thread() -> None:
    tale = table("C27", coraline="theater", beldam="theater", revealed=["theater-eye"], woes=["B01"])
    tale.play("C27").do("do").take("theater-eye")
    assert tale.satchel == ["looking-stone", "military-cap", "theater-eye"] and tale.state.moon == 1


# --- Cards about cards ----------------------------------------------------------------------------


@pytest.mark.rule("CO-R8")
def test_nobody_is_asked_about_beldam_cards_that_are_not_there() -> None:
    tale = table("C29", "C06", players=2, hands={1: ["C07"]}, woes=[], woes_only=True).play("C29")
    assert not tale.asks("do") and not tale.asks("sink")


@pytest.mark.rule("CO-STORY.6", "CO-R24")
def test_we_remember_brings_a_card_back() -> None:
    tale = table("C28", discard=["C30", "C01"], players=2, hands={1: ["C07"]}).play("C28")
    assert tale.offered("recall") == ["C01", "C30"] and tale.may("done")
    tale.do("recall", "C30")
    assert tale.hand() == ["C30"] and tale.discarded == ["C01", "C28"]
    assert GAME.view(tale.state, 1)["known"]["hands"] == [{"seat": 0, "card": "C30"}], "all saw it"


@pytest.mark.rule("CO-R8")
def test_three_voices_shows_the_next_beldam_cards_to_one_seat() -> None:
    tale = table("C29", "C06", players=2, hands={1: ["C07"]}, woes=["B01", "B03", "B14", "B21"])
    tale.play("C29").do("do")
    names = [HOUSE.beldam[n].name for n in (0, 2, 13)]
    words = [option.words for option in GAME.ask(tale.state, 0).options]
    assert all(name in " ".join(words) for name in names)
    assert not any(name in " ".join(tale.told(1)) for name in names)
    tale.do("sink", 1)
    assert tale.told(1)[-1] == "Player 1 puts the second Beldam card at the bottom: a card."
    assert tale.told(0)[-1] == f"Player 1 puts the second Beldam card at the bottom: {names[1]}."
    assert [one["card"] for one in GAME.view(tale.state, 0)["known"]["beldam"]] == ["B01", "B14", "B03"]
    assert GAME.view(tale.state, 1)["known"]["beldam"] == []
    tale.done()
    assert tale.view["beldam_discard"] == ["B01"]
    tale.skip()
    assert tale.view["following"]["id"] == "B14", "the rest came back in the same order"


@pytest.mark.rule("CO-R8", "CO-STORY.6")
def test_a_card_from_any_hand_is_chosen_by_its_holder_and_is_the_active_players() -> None:
    tale = table("C29", players=3, hands={1: ["C21"], 2: ["C23", "C07"]}).play("C29").done()
    assert tale.offered("ask") == ["1", "2"]
    tale.do("ask", 2)
    assert tale.seat == 2 and tale.offered("play") == ["C07", "C23"]
    tale.play("C23")
    assert tale.seat == 0, "choices are the active player's"
    tale.go("garden")
    assert tale.where("beldam") == "garden" and tale.hand(2) == ["C07"]
    assert tale.seat == 0 and tale.offered("ask") == ["1", "2"], "C23 lets another follow"
    assert isinstance(tale.done().state.question, WhoIsNext)


@pytest.mark.rule("CO-R8")
def test_a_holder_may_decline_and_is_not_asked_twice() -> None:
    tale = table("C29", players=3, hands={1: ["C21"], 2: ["C07"]}).play("C29").done()
    tale.do("ask", 1).done()
    assert tale.seat == 0 and tale.offered("ask") == ["2"]
    assert tale.refused("ask", 1) == "CO-R8"
    tale.do("ask", 2).done()
    assert isinstance(tale.state.question, WhoIsNext)


@pytest.mark.rule("CO-R8")
def test_that_somebody_is_asked_tells_nothing_of_the_hand() -> None:
    """Seat 1 cannot play the only card it holds; it is asked all the same."""
    tale = table("C29", players=2, hands={1: ["C30"]}).play("C29").done().do("ask", 1)
    assert tale.seat == 1 and tale.verbs == {"done"}


# --- The last turn of a round ---------------------------------------------------------------------


@pytest.mark.rule("CO-ROUND.2", "CO-STORY.6")
def test_a_card_that_asks_whether_others_are_still_to_come() -> None:
    """Shadow on the Mantel: another card while somebody has yet to play, else a look at her deck."""

    def played(**more: Any) -> Tale:
        tale = table("C05", "C06", woes=["B01", "B03"], **more).play("C05").go("living-room")
        return tale.take("globe")

    first = played(players=2, hands={1: ["C07"]})
    assert isinstance(first.state.question, PlayAnother) and first.may("done")
    last = played(players=2, hands={1: ["C07"]}, black=[1])
    assert last.verbs == {"do", "done"}, "to look is an offer"
    alone = played()
    assert alone.verbs == {"do", "done"}, "alone every turn is a round (CO-SOLO.1)"


# --- Words ----------------------------------------------------------------------------------------


@pytest.mark.rule("CO-COMP.5")
def test_the_words_come_from_the_program_so_cards_that_differ_read_differently() -> None:
    for deck in (HOUSE.coraline, HOUSE.beldam):
        words: dict[str, object] = {}
        for one in deck:
            text = card_text(HOUSE, one)
            assert words.setdefault(text, (one.needs, one.does)) == (one.needs, one.does)
            assert text[0].isupper() and text.endswith(".") and "  " not in text
    texts = {one.id: card_text(HOUSE, one) for one in [*HOUSE.coraline, *HOUSE.beldam]}
    assert texts["C10"] == "You may place the Cat in any room. You may reveal a hidden Treasure there."
    assert texts["C26"] == (
        "Needs the Military Cap. Put the Military Cap out of the game. You may leave out this turn's "
        "Beldam Phase. You may play another card, or have one played from any hand."
    )
    assert texts["B08"] == (
        "If 2 Treasures or more are in the Satchel: advance the Moon. "
        "Otherwise: move the Beldam 1 step toward Coraline."
    )
    assert texts["C07"].endswith("You may reveal up to 2 hidden Treasures in any rooms.")
    assert texts["C09"].startswith(
        "You may place Wybie, Mr. Bobinsky, Miss Spink, Miss Forcible or the Other"
    )
    assert "in the room with their portrait. You may reveal a hidden Treasure there." in texts["C09"]
    assert "look at the top Beldam card; you may then put it at the bottom." in texts["C05"]
    assert "You may look at the top 3 Beldam cards; you may then put one of them" in texts["C29"]
    assert texts["B18"] == "Return 1 Treasure from the Satchel to the room where it began, revealed."
    assert texts["C30"] == (
        "With Coraline in the Living Room, the Beldam elsewhere, and the five Treasures (the Skeleton Key, "
        "the Snow Globe, the Ghost Eye of the Circus, the Ghost Eye of the Garden and the Ghost Eye of the "
        "Theater) in the Satchel, you all win."
    )
    assert texts["B10"] == "Choose one: drop 1 object from the Satchel, or advance the Moon."


def test_the_log_and_the_answers_read_well() -> None:
    tale = table("C01", "C26", "C05", woes=["B10"], revealed=["key"]).play("C01").go("garden")
    tale.take("garden-eye").do("wish", 0).take("garden-shears")
    tale.play("C26").done().play("C05").go("living-room").take("globe").do("do")
    lines = tale.told(None)
    assert "The Ghost Eye of the Garden is revealed." in lines
    assert "The Snow Globe is revealed in the Living Room." in lines
    assert "Coraline drops the Garden Shears where she stands." in lines
    assert "The Military Cap is out of the game." in lines
    options = GAME.ask(tale.state, 0)
    assert options.prompt == "Shadow on the Mantel: does the top Beldam card go to the bottom?"
    assert options.options[0].words == "Leave it where it is"
    shears = table("C27", "C06", edition=TODAY).play("C27")
    assert "The Garden Shears are out of the game." in shears.told(None)


def is_step(node: Node, verb: str) -> bool:
    return isinstance(node, Step) and node.verb.name == verb


@pytest.mark.rule("CO-COMP.5")
def test_the_house_cards_are_counted_as_designed() -> None:
    """5 always advance the Moon, 9 on a condition, 4 by choice; 18 move the Beldam."""
    moons = [one for one in HOUSE.beldam if speaks_of(one.does, "MOON")]
    always = [one.id for one in moons if any(is_step(node, "MOON") for node in one.does)]
    by_choice = [one.id for one in moons if any(isinstance(node, Choose) for node in one.does)]
    assert (len(moons), always, by_choice) == (
        18,
        ["B01", "B03", "B20", "B23", "B24"],
        ["B10", "B11", "B12", "B14"],
    )
    assert sum(speaks_of(one.does, "BELDAM") for one in HOUSE.beldam) == 18
    assert [one.id for one in HOUSE.coraline if one.needs] == ["C07", "C08", "C15", "C23", "C26", "C27"]
    assert [one.id for one in HOUSE.objects[:3]] == STARTERS and room("circus") == 0


@pytest.mark.rule("CO-R16", "CO-R1")
def test_of_a_card_of_ones_own_the_beldam_need_not_go_all_the_way() -> None:
    mine = edition_with(C01="BELDAM(stalk 2)")
    tale = table("C01", coraline="garden", beldam="circus", edition=mine).play("C01")
    words = [option.words for option in GAME.ask(tale.state, 0).options]
    assert words == ["The Beldam stays", "Move the Beldam to the Bedroom"]
    assert tale.done().where("beldam") == "circus"


@pytest.mark.rule("CO-R1", "CO-R18")
def test_a_choice_of_nothing_is_no_question() -> None:
    mine = edition_with(C01="CHOOSE(COLLECT(1) | DROP(1))")
    tale = table("C01", edition=mine).play("C01")
    assert tale.verbs == {"wish", "done"} and tale.offered("wish") == ["1"], "nothing lies here"
    bare = table("C01", satchel=[], edition=mine)
    assert would_do_nothing(bare.state, 0) and not would_do_nothing(table("C01", edition=mine).state, 0)
    assert bare.play("C01").state.turn == 2


@pytest.mark.rule("CO-STORY.3")
def test_there_is_where_this_card_has_placed_somebody_not_one_played_before() -> None:
    state = table().state
    for where in ("garden", "circus", "theater"):
        follow(state, END)
        state.set_arg(THERE, room(where))
    state.pop()
    state.pop()
    assert there(state) == 1 << room("garden")
