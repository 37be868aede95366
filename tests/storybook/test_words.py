"""What people read: the table from their chair, what is on show, refusals that say what is missing."""

from typing import Any

import pytest

from fabletop.games.storybook.card_text import twist_text
from fabletop.games.storybook.game import GAME

from .tables import Tale, start, table, twist_named


def read(tale: Tale, role: str | None, spoken: bool = False) -> str:
    return GAME.text(tale.state, None if role is None else tale.seat_of(role), spoken)


def words(tale: Tale, verb: str) -> list[str]:
    """The answers of one kind, as whoever is asked reads them."""
    return [option.words for option in GAME.ask(tale.state, tale.seat).options if option.verb == verb]


def why(tale: Tale, verb: str, *things: str) -> str:
    return tale.refusal(verb, *things).words


# --- From where one sits -----------------------------------------------------------------------------

HOOK = "3/5,4/5,1/5,2/5"  # top, right, bottom, left for the Villain who reads it


@pytest.mark.rule("SB-R7", "SB-PLAY.1")
def test_a_card_reads_the_same_in_hand_in_the_menu_and_as_it_then_lies() -> None:
    tale = table("Alice @ 0,0", f"Captain Hook {HOOK} in hand", turn="villain")
    line = "Captain Hook [★ 5 pt, top 3/5, right 4/5, bottom 1/5, left 2/5]"
    assert f"  {line}\n" in f"{read(tale, 'villain')}\n"
    assert words(tale, "play") == [f"Play {line} (3 AP)"]
    hidden = table("Alice @ 0,0", f"Captain Hook {HOOK} @ 0,1 face down", turn="villain")
    assert f"your {line}, face down." in read(hidden, "villain", spoken=True)
    tale.play("Captain Hook", (0, 1))
    assert f"(0, 1): your {line}." in read(tale, "villain", spoken=True)
    turned = "Captain Hook [★ 5 pt, top 1/5, right 2/5, bottom 3/5, left 4/5]"
    for role in ("hero", None):
        assert f"(0, 1): Villain's {turned}." in read(tale, role, spoken=True)


@pytest.mark.rule("SB-R7")
def test_the_board_is_drawn_as_each_side_sees_it() -> None:
    tale = table("Alice @ 0,0", "Dinah @ 1,0", "Smee @ 0,1")
    rows = {role: read(tale, role).splitlines() for role in ("hero", "villain", None)}
    below = {
        role: "".join(lines).index("Alice") > "".join(lines).index("Smee") for role, lines in rows.items()
    }
    assert below == {"hero": True, "villain": False, None: True}, "one's own cards are at the bottom"
    columns = {
        role: next(
            line.split() for line in lines if "─" not in line and line.split() in (["0", "1"], ["1", "0"])
        )
        for role, lines in rows.items()
    }
    assert columns == {"hero": ["0", "1"], "villain": ["1", "0"], None: ["0", "1"]}


@pytest.mark.rule("SB-SLIDE.1")
@pytest.mark.parametrize(("turn", "card", "way"), [("hero", "Alice", "right"), ("villain", "Smee", "left")])
def test_ways_are_said_from_the_chair(turn: str, card: str, way: str) -> None:
    tale = table("Alice @ 0,0", "Smee @ 0,1", "Dinah @ 2,0", "Cecco @ 2,1", turn=turn, calm=True)
    row = 0 if turn == "hero" else 1
    assert f"Slide {card} at (0, {row}) {way} to (1, {row}) (2 AP)" in words(tale, "slide")
    lines = ("Captain Hook @ 0,0", "Alice @ 1,3", "Dinah @ 3,2")
    claw = table(*lines, turn="villain", twists=["The Captain's Claw"]).twist().do("target", "Alice")
    assert words(claw, "way") == ["Slide it left", "Slide it up"], "to (3, 3) and (1, 0)"


@pytest.mark.rule("SB-SETUP.3", "SB-SETUP.4", "SB-R4")
def test_the_set_up_speaks_of_hiding_and_playing_beside_the_leader() -> None:
    cast: dict[str, Any] = {"side": "heroes", "hero": "alice", "hero_ally": "genie", "villain": "hook"}
    tale = start(**cast, villain_ally="mad-hatter", hero_twist="WH-T1", villain_twist="NV-T1")
    asked = []
    while tale.state.turn == 0:
        asked.append(tale.asks())
        x, y = tale.view(None)["filling"]
        assert f"({x}, {y})" in read(tale, tale.asked).split("Each side")[0], "the space is marked"
        manner = "Hide" if tale.asked == "hero" else "Play"
        assert all(line.startswith(manner) for line in words(tale, "lay"))
        tale.do("lay", tale.hand(str(tale.asked))[0])
        if len(asked) == 3:
            assert "to be shown when all have chosen" in read(tale, "villain", spoken=True)
            assert "face-down card" in read(tale, "hero", spoken=True)
    assert asked == [
        "Which card do you hide to the right of your Leader, at (1, 0)?",
        "Which card do you hide below your Leader, at (0, -1)?",
        "Which card do you play below Alice, at (0, 1)? It is shown when all have chosen.",
        "Which card do you play below and to the left of Alice, at (1, 1)? It is shown when all have chosen.",
    ]


@pytest.mark.rule("SB-R35")
def test_four_players_are_marked_as_they_are_called() -> None:
    tale = table("Alice @ 0,0", "Smee @ 0,1", "Peter Pan @ 1,0", "The Cook @ 1,1", players=4)
    drawn = read(tale, "hero")
    assert all(f" {short} " in drawn for short in ("VA", "VB", "H1*", "H2"))
    assert "V1" not in drawn and "V2" not in drawn


# --- What is on show -----------------------------------------------------------------------------------


@pytest.mark.rule("SB-TWIST.5", "SB-VOCAB.15")
@pytest.mark.parametrize("spoken", [False, True])
def test_lasting_twists_are_on_show_with_their_end(spoken: bool) -> None:
    lines = ("Queen of Hearts @ 0,0", "Alice @ 1,0", "Dinah @ 0,-1", "The Dodo in hand", "The Cook in hand")
    tale = table(*lines, turn="villain", calm=True, twists=["Come to the End"]).twist()
    until = "until the next turn of Villain (Queen of Hearts) ends (Come to the End)."
    for role in ("hero", "villain", None):
        shown = read(tale, role, spoken)
        assert f"Queen of Hearts cannot be captured {until}" in shown
        assert f"Queen of Hearts has +1 Sword on every side {until}" in shown
        assert "Twist used: Come to the End" in shown
    tale.end().end()
    assert "Queen of Hearts cannot be captured until this turn ends (Come to the End)." in read(tale, None)
    tale.end()
    assert "(Come to the End)" not in read(tale, None)
    grown = table("Alice @ 0,0", "Dinah in hand", "Smee @ 9,9", twists=["Eat Me, Drink Me"]).twist()
    assert "has +1 Sword and +1 Shield on every side until the next turn of Hero (Alice) starts" in read(
        grown, None
    )
    heads = table(
        "Queen of Hearts @ 0,0", "Alice @ 1,0", turn="villain", twists=["Off with Their Heads"]
    ).twist()
    assert "Queen of Hearts captures whatever it Bests until this turn's Battle is over" in read(heads, None)


@pytest.mark.rule("SB-BATTLE.2", "SB-R20")
def test_the_battle_to_come_and_captured_cards_are_on_show() -> None:
    tale = table(
        "Alice 5/4 @ 0,0",
        "Smee 1/2 @ 0,1",
        "Dinah 1/9 @ 1,0",
        "Cecco 2/3 @ 1,1",
        "The Gryphon captured",
        "Noodler captured",
        "The Dodo in hand",
    )
    shown = read(tale, None)
    assert "If the Battle came now, Smee would be captured." in shown
    assert "  Alice overwhelms Smee: 5 Swords against 2 Shields; it would be captured." in shown
    assert "Captured by the Heroes: Noodler (2)." in shown
    assert "Captured by the Villains: The Gryphon (4)." in shown
    held = [strike["words"] for strike in tale.view(None)["strikes"] if not strike["bests"]]
    assert "Smee is held off by Alice: 1 Sword against 4 Shields." in held
    assert tale.view(None)["battle"] in shown
    calm = table("Alice @ 0,0", "Smee @ 5,5")
    assert "If the Battle came now, nobody would be captured." in read(calm, None)


@pytest.mark.rule("SB-BATTLE.3", "SB-R2")
def test_the_same_ally_on_both_sides_is_told_apart() -> None:
    tale = table("hero Mad Hatter 4/9 @ 0,0", "villain Mad Hatter 1/2 @ 0,1", "Dinah in hand").end()
    assert tale.happened("bested") == ["Hero's Mad Hatter overwhelms Villain's: 4 Swords against 2 Shields."]


@pytest.mark.rule("SB-BUILD.2", "SB-BUILD.3")
def test_whoever_chooses_sees_the_cards() -> None:
    tale = start(side="heroes")
    assert "White Rabbit [2 pt, top 1/4, right 1/4, bottom 5/1, left 1/3]" in read(tale, "hero")
    assert "White Rabbit" not in read(tale, "villain")
    tale.do("champion", "hero alice")
    assert "Captain Hook [★ 5 pt, top 3/5, right 4/5, bottom 1/5, left 2/5]" in read(tale, "villain")


# --- What is asked once more -----------------------------------------------------------------------------


@pytest.mark.rule("SB-TURN.3", "SB-TURN.6")
def test_ending_with_points_and_something_to_do_wants_confirming() -> None:
    tale = table("Alice @ 0,0", "Dinah in hand", "Smee @ 0,1", calm=True)
    end = next(option for option in GAME.ask(tale.state, 0).options if option.verb == "end")
    assert end.sure == "You could still do something, and AP that are not spent are lost."
    nothing = table("Alice @ 0,0", ap=1, deck={"hero": 0}, stall=False, twists=["Eat Me, Drink Me"])
    options = GAME.ask(nothing.state, 0).options
    assert [option.sure for option in options] == ["", ""], "nothing could be done"


@pytest.mark.rule("SB-TURN.6")
def test_what_takes_the_last_points_says_what_follows() -> None:
    tale = table("Alice @ 0,0", "Dinah in hand", "Smee @ 0,1", "Cecco @ 2,1 face down", calm=True, ap=2)
    ends = {option.verb for option in GAME.ask(tale.state, 0).options if option.ends}
    assert ends == {"spin", "slide"}, "to draw or reveal leaves a point"
    one = table("Alice @ 0,0", "Dinah in hand", "Smee @ 0,1", "Cecco @ 2,1 face down", calm=True, ap=1)
    assert {option.verb for option in GAME.ask(one.state, 0).options if option.ends} == {"draw", "reveal"}
    three = table("Alice @ 0,0", "Dinah in hand", "Smee @ 0,1", calm=True, ap=3).do("play", "Dinah")
    assert all(option.ends for option in GAME.ask(three.state, 0).options)
    five = table("Alice @ 0,0", "Dinah in hand", "Smee @ 0,1", calm=True).do("play", "Dinah")
    assert not any(option.ends for option in GAME.ask(five.state, 0).options)


# --- Refusals and Twists ------------------------------------------------------------------------------------


@pytest.mark.rule("SB-TWIST.3")
@pytest.mark.parametrize(
    ("twist", "lines", "missing"),
    [
        ("The Captain's Claw", ["Captain Hook @ 0,1 face down"], "Captain Hook is not face up"),
        ("Off with Their Heads", ["Queen of Hearts @ 9,9"], "Queen of Hearts is beside no enemy"),
        (
            "Come to the End",
            ["Queen of Hearts @ 0,1"],
            "Queen of Hearts has fewer than two enemy cards beside it",
        ),
        ("Jealous Light", ["Smee @ 0,1"], "fewer than 3 of the enemy's face-up cards are in play"),
        ("Forty Jars", ["Cassim @ 0,1"], "you hold fewer than 2 cards"),
        ("New Lamps for Old", ["Cassim @ 0,1"], "you hold fewer than 1 card"),  # its second requirement
        ("Always Six o'Clock", ["Smee @ 0,1"], "the enemy does not lead by 1 Plot Point or more"),
        ("Rubbed the Wrong Way", ["Smee @ 0,1"], "none of your face-up Ally cards is in play"),
        (
            "A Riddle with No Answer",
            ["Smee @ 9,9"],
            "none of the enemy's face-up cards is beside one of your face-up cards",
        ),
    ],
)
def test_a_refusal_names_what_a_twist_lacks(twist: str, lines: list[str], missing: str) -> None:
    tale = table("Alice @ 0,0", *lines, turn="villain", twists=[twist], calm=True)
    assert why(tale, "twist") == f"{twist} cannot be played now: {missing}."


@pytest.mark.rule("SB-TWIST.3", "SB-TWIST.7")
def test_a_refusal_names_what_a_heros_twist_lacks() -> None:
    pinnacle = table("Peter Pan @ 0,0", "Nana in hand", "Smee @ 0,1", twists=["Pinnacle of Good Form"])
    assert why(pinnacle, "twist").endswith("now: the enemy has no more cards in play than you.")
    curious = table("Alice @ 0,0", "Dinah in hand", "Smee @ 0,1", twists=["Curiouser and Curiouser"])
    assert why(curious, "twist").endswith("now: no face-down card is in play.")


@pytest.mark.rule("SB-VOCAB.16")
def test_the_words_of_a_twist_say_which_card_is_meant() -> None:
    assert twist_text(twist_named("A Riddle with No Answer")).endswith(
        "beside one of your face-up cards: turn that enemy card a quarter right or a quarter left."
    )
    assert "turn that card of yours face down" in twist_text(twist_named("Back in the Bottle"))
    assert "the card in peril cannot be captured" in twist_text(twist_named("Another Night"))
    assert "return the card in peril to its owner's hand" in twist_text(twist_named("Clap Your Hands"))


def test_what_is_chosen_for_a_team_is_called_as_at_the_table() -> None:
    choices = GAME.opening(4).game.choices(4, GAME.opening(4).edition)
    assert [choices[key].words for key in ("hero", "villain2_ally")] == [
        "the Champion of Hero 1",
        "the Ally of Villain B",
    ]
