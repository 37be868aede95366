"""The Plot Twists of the Arabian Nights, each played for its effect."""

from pathlib import Path

import pytest

from fabletop.games.storybook.cards import AFTER_ACTION, AT_CAPTURE

from .tables import reprint, table

# --- Scheherazade ---------------------------------------------------------------------------------


@pytest.mark.rule("SB-VOCAB.12", "SB-TWIST.4", "SB-VOCAB.15")
@pytest.mark.parametrize("turn", ["hero", "villain"])
@pytest.mark.parametrize("saved", ["Scheherazade", "Aladdin"])
def test_another_night_saves_a_card_this_once(turn: str, saved: str) -> None:
    lines = [f"{saved} 1/1 for 5 @ 0,0", "Smee 9/9 @ 0,1", "Dunyazad in hand", "Cecco in hand"]
    if saved != "Scheherazade":
        lines.append("Scheherazade 1/9 @ 9,9")
    tale = table(*lines, turn=turn, score=(0, 1), twists=["Another Night"]).end()
    assert (tale.asked, tale.window) == ("hero", AT_CAPTURE)
    tale.twist()
    assert (tale.captured, tale.score) == (set(), (0, 1))
    assert tale.turn != turn
    assert tale.end().captured == {saved}, "one night only"


@pytest.mark.rule("SB-TWIST.3")
def test_another_night_is_told_by_scheherazade_when_the_enemy_leads() -> None:
    lines = ("Aladdin 1/1 @ 1,0", "Smee 9/9 @ 1,1", "Cecco in hand", "Dunyazad in hand")
    for teller, score in (("Scheherazade 1/9 @ 9,9 face down", (0, 1)), ("Scheherazade 1/9 @ 9,9", (1, 1))):
        tale = table(teller, *lines, score=score, twists=["Another Night"], allies={"hero": "genie"}).end()
        assert tale.window == 0 and tale.captured == {"Aladdin"}
    bird = ("Scheherazade 1/9 @ 9,9 face down", "hero The Never Bird 1/1 @ 1,0", *lines[1:])
    asked = table(*bird, score=(0, 1), twists=["Another Night"]).end()
    assert asked.refused("twist") == "SB-TWIST.3", "asked, because Clap Your Hands would fit"


@pytest.mark.rule("SB-VOCAB.4", "SB-VOCAB.1", "SB-TWIST.3")
def test_open_sesame_reveals_all_and_gives_three_points_and_a_card() -> None:
    lines = ("Scheherazade @ 0,0", "Aladdin @ 1,0 face down", "Smee @ 0,1 face down", "Cecco @ 1,1 face down")
    tale = table(*lines, "Noodler @ 2,1 face down", calm=True, ap=2, twists=["Open, Sesame"]).twist()
    assert tale.up("Smee") and tale.up("Cecco") and tale.up("Noodler") and tale.up("Aladdin")
    assert (tale.turned("Smee"), tale.turned("Aladdin"), tale.ap) == (2, 0, 5)
    assert len(tale.hand("hero")) == 1
    none = table(lines[0], "Smee @ 0,1", twists=["Open, Sesame"])
    assert none.refused("twist") == "SB-TWIST.3"


# --- The Maghrib Magician -------------------------------------------------------------------------

LAMPS = ("Old Man of the Sea @ 0,1 turned 1", "Cassim @ 1,1 face down", "Queen Labe in hand", "Alice @ 0,0")


@pytest.mark.rule("SB-VOCAB.9", "SB-VOCAB.3", "SB-TWIST.3")
def test_new_lamps_for_old_takes_a_card_back_and_plays_another() -> None:
    tale = table(*LAMPS, turn="villain", calm=True, twists=["New Lamps for Old"]).twist()
    assert tale.place("Old Man of the Sea") == "hand"
    assert tale.place("Queen Labe") == "held", "the only other card, to be played"
    assert (0, 1) in tale.spaces(), "the old space is allowed"
    tale.do("put", (0, 1))
    assert (tale.turned("Queen Labe"), tale.ap) == (2, 5)
    more = table(*LAMPS, "The Roc in hand", turn="villain", twists=["New Lamps for Old"])
    more.twist()
    assert more.refused("play", "Old Man of the Sea") == "SB-VOCAB.9", "not the one just returned"
    assert more.may("play", "Queen Labe") and more.may("play", "The Roc")


@pytest.mark.rule("SB-VOCAB.9", "SB-VOCAB.16")
def test_new_lamps_for_old_takes_one_of_my_open_cards() -> None:
    tale = table(*LAMPS, "The Roc @ 2,2", turn="villain", twists=["New Lamps for Old"]).twist()
    assert tale.targets() == {"Old Man of the Sea", "The Roc"}
    assert tale.refused("target", "Alice") == tale.refused("target", "Cassim") == "SB-VOCAB.16"


@pytest.mark.rule("SB-TWIST.3")
@pytest.mark.parametrize("lines", [(LAMPS[0], LAMPS[3]), LAMPS[1:]])
def test_new_lamps_for_old_needs_an_open_card_and_one_in_hand(lines: tuple[str, ...]) -> None:
    assert table(*lines, turn="villain", twists=["New Lamps for Old"]).refused("twist") == "SB-TWIST.3"


@pytest.mark.rule("SB-VOCAB.3", "SB-VOCAB.2", "SB-VOCAB.1", "SB-TWIST.3")
def test_forty_jars_hides_a_card_draws_two_and_leaves_a_point_to_reveal_it() -> None:
    lines = (
        "Alice @ 0,0",
        "Cassim in hand",
        "The Roc in hand",
        "Queen Labe on deck",
        "Thief in the Oil Jar on deck",
    )
    tale = table(*lines, turn="villain", twists=["Forty Jars"]).twist()
    assert tale.verbs == {"hide"}
    tale.hide("Cassim", (0, 1))
    assert not tale.up("Cassim") and tale.ap == 6
    assert tale.hand("villain") == ["The Roc", "Queen Labe", "Thief in the Oil Jar"]
    assert table(*lines[:2], turn="villain", twists=["Forty Jars"]).refused("twist") == "SB-TWIST.3"


# --- Genie of the Lamp, for the Heroes ------------------------------------------------------------

WISH = ("Alice @ 0,0", "Dinah @ 1,0", "The Dodo @ 2,0", "The Gryphon @ 3,0 face down")


@pytest.mark.rule("SB-VOCAB.14", "SB-VOCAB.1", "SB-VOCAB.2", "SB-TWIST.3")
def test_the_third_wish_gives_points_or_cards() -> None:
    tale = table(*WISH, score=(1, 3), ap=1, twists=["The Third Wish"]).twist()
    assert tale.verbs == {"wish"} and len(tale.state.legal()) == 3
    assert tale.refused("wish", 3) == "SB-VOCAB.14"
    assert tale.do("wish", 0).ap == 4
    assert len(table(*WISH, score=(1, 3), twists=["The Third Wish"]).twist().do("wish", 1).hand("hero")) == 3
    for score in ((2, 2), (3, 1)):
        assert table(*WISH, score=score, twists=["The Third Wish"]).refused("twist") == "SB-TWIST.3"


@pytest.mark.rule("SB-VOCAB.14", "SB-VOCAB.5")
def test_the_third_wish_turns_up_to_two_cards() -> None:
    tale = table(*WISH, score=(0, 2), twists=["The Third Wish"]).twist().do("wish", 2)
    assert tale.targets() == {"Alice", "Dinah", "The Dodo"}
    assert not tale.may("done")
    tale.do("target", "Dinah").do("turns", 2)
    assert tale.targets() == {"Alice", "The Dodo"}, "two different cards"
    assert tale.may("done")
    tale.do("target", "Alice").do("turns", 1)
    assert (tale.turned("Alice"), tale.turned("Dinah"), tale.turned("The Dodo")) == (1, 2, 0)
    assert "end" in tale.verbs, "and no third"
    one = table(*WISH, score=(0, 2), twists=["The Third Wish"]).twist().do("wish", 2)
    one.do("target", "Dinah").do("turns", 3).do("done")
    assert (one.turned("Alice"), one.turned("Dinah")) == (0, 3)


@pytest.mark.rule("SB-VOCAB.14", "SB-R31")
def test_a_wish_that_does_nothing_is_not_offered() -> None:
    tale = table("Alice @ 0,0", score=(0, 2), deck={"hero": 0}, twists=["The Third Wish"]).twist()
    assert tale.may("wish", 0) and tale.may("wish", 2)
    assert tale.refused("wish", 1) == "SB-VOCAB.14", "the deck is empty"


@pytest.mark.rule("SB-VOCAB.7", "SB-TWIST.3")
def test_carpet_ride_moves_a_card_of_mine() -> None:
    lines = ("Alice @ 0,0 turned 2", "The Flying Carpet @ 1,0", "Smee @ 7,7 face down")
    tale = table(lines[0], f"hero {lines[1]}", lines[2], twists=["Carpet Ride"]).twist()
    assert tale.targets() == {"Alice", "The Flying Carpet"}
    tale.do("target", "Alice")
    assert tale.spaces() == {(0, 0), (2, 0), (1, 1), (1, -1), (6, 7), (8, 7), (7, 6), (7, 8)}
    assert tale.refused("put", (0, 1)) == "SB-VOCAB.7", "only the lifted card was there"
    assert tale.refused("put", (7, 7)) == "SB-VOCAB.7", "taken"
    tale.do("put", (6, 7))
    assert (tale.cell("Alice"), tale.turned("Alice"), tale.ap) == ((6, 7), 2, 5)
    hidden = table(lines[0], f"hero {lines[1]} face down", lines[2], twists=["Carpet Ride"])
    assert hidden.refused("twist") == "SB-TWIST.3"


# --- Genie of the Lamp, for the Villains ----------------------------------------------------------


@pytest.mark.rule("SB-TWIST.2", "SB-VOCAB.5", "SB-VOCAB.11")
def test_rubbed_the_wrong_way_turns_an_ally_and_sharpens_it() -> None:
    lines = ("Alice 1/2 for 1 @ 0,0", "villain Genie of the Lamp 1/9,1/9,3/9,1/9 @ 0,1", "Smee @ 5,5")
    tale = table(*lines, "Dinah @ 9,9", turn="villain", twists=["Rubbed the Wrong Way"]).twist()
    tale.do("turns", 2)
    genie = "villain Genie of the Lamp"
    assert (tale.turned(genie), tale.shows(genie, "S")) == (0, (4, 9)), "turned, and a Sword stronger"
    tale.end()
    assert tale.captured == {"Alice"}
    assert tale.shows(genie, "S") == (3, 9)


@pytest.mark.rule("SB-TWIST.3")
def test_rubbed_the_wrong_way_needs_an_ally_face_up() -> None:
    for lines in (("Smee @ 0,1",), ("Smee @ 0,1", "villain Genie of the Lamp @ 1,1 face down")):
        tale = table("Alice @ 0,0", *lines, turn="villain", calm=True, twists=["Rubbed the Wrong Way"])
        assert tale.refused("twist") == "SB-TWIST.3"


# In no house Twist, but in the vocabulary for other editions: an answer to the enemy's Reveal.
RUBBED = """hourglass = []
needs = "cards(my up ally)"
does = "SPIN(my up ally, any);"""
ANSWER = RUBBED.replace("my up ally", "my up revealed").replace("[]", '["after"]', 1)
JAR = (
    "Alice 1/2 for 1 @ 0,0",
    "Smee 1/9,1/9,3/9,1/9 @ 0,1 face down",
    "Cecco @ 5,5 face down",
    "Dinah in hand",
)


@pytest.mark.rule("SB-TWIST.4", "SB-VOCAB.5", "SB-VOCAB.11", "SB-R27")
def test_a_twist_may_answer_the_enemys_reveal(tmp_path: Path) -> None:
    mine = reprint(tmp_path, (RUBBED, ANSWER))
    tale = table(*JAR, "Noodler in hand", twists=["Rubbed the Wrong Way"], edition=mine).reveal("Smee")
    assert (tale.asked, tale.window) == ("villain", AFTER_ACTION)
    tale.twist().do("turns", 2)
    assert (tale.turned("Smee"), tale.shows("Smee", "S")) == (0, (4, 9)), "turned, and a Sword stronger"
    assert tale.asked == "hero", "whose turn goes on"
    tale.end()
    assert tale.captured == {"Alice"}
    assert tale.shows("Smee", "S") == (3, 9)


@pytest.mark.rule("SB-TWIST.3", "SB-R27")
def test_such_a_twist_is_for_a_card_just_revealed_by_an_enemy(tmp_path: Path) -> None:
    mine = reprint(tmp_path, (RUBBED, ANSWER))
    held = ["Rubbed the Wrong Way"]
    tale = table(*JAR, twists=held, edition=mine).reveal("Smee").decline()
    tale.draw()
    assert tale.asked == "hero", "an action later it is too late"
    revealed = table(*JAR, "Noodler in hand", turn="villain", twists=held, edition=mine).reveal("Smee")
    assert revealed.refused("twist") == "SB-TWIST.3", "revealed by its own player"
    dodo = ("Alice @ 0,0", "The Dodo @ 1,0 face down", "Dinah in hand")
    own = table(*dodo, twists=held, edition=mine).reveal("The Dodo")
    assert own.asked == "hero", "not a Villain's card"


@pytest.mark.rule("SB-VOCAB.10", "SB-VOCAB.2", "SB-TWIST.3")
def test_back_in_the_bottle_hides_a_crowded_card_and_draws() -> None:
    lines = ("Smee @ 0,0", "Alice @ 1,0", "Dinah @ 0,-1 face down", "Cecco @ 0,1", "Noodler on deck")
    tale = table(*lines, turn="villain", twists=["Back in the Bottle"]).twist()
    assert not tale.up("Smee") and tale.hand("villain") == ["Noodler"]
    for spoilt in (("Smee @ 0,0 face down", *lines[1:]), (lines[0], lines[1], *lines[3:])):
        assert table(*spoilt, turn="villain", twists=["Back in the Bottle"]).refused("twist") == "SB-TWIST.3"
