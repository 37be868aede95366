"""Who knows what: hidden cards, returned cards, and refusals that give nothing away."""

from pathlib import Path

import pytest

from fabletop import seeded
from fabletop.games.storybook.game import GAME
from fabletop.games.storybook.table import Storybook
from fabletop.kernel.action import act

from .tables import Tale, reprint, table


def unlike(tale: Tale, role: str | None, count: int = 12) -> list[Tale]:
    """The same table with everything that a role does not know dealt anew."""
    seat = None if role is None else tale.seat_of(role)
    found = []
    for seed in range(count):
        other = tale.state.resampled(-1 if seat is None else seat, seeded(seed))
        assert isinstance(other, Storybook)
        found.append(Tale(other, tale.edition))
    return found


def hidden_table() -> Tale:
    lines = (
        "Alice @ 0,0",
        "Dinah @ 1,0 face down",
        "The Dodo in hand",
        "Smee @ 0,1",
        "Cecco @ 1,1 face down",
        "villain Tinker Bell @ 9,9",
    )
    return table(*lines, "Noodler in hand", twists=["Change Places", "The Poisoned Cup"], calm=True)


@pytest.mark.rule("SB-HIDE.2", "SB-R20")
@pytest.mark.parametrize("role", ["hero", "villain", None])
def test_a_view_is_the_same_whatever_is_hidden(role: str | None) -> None:
    tale = hidden_table()
    faces = set()
    for other in unlike(tale, role):
        assert other.view(role) == tale.view(role)
        seat = None if role is None else tale.seat_of(role)
        assert GAME.text(other.state, seat) == GAME.text(tale.state, seat)
        assert GAME.ask(other.state, seat) == GAME.ask(tale.state, seat)
        faces.add((other.layout[1, 0], other.layout[1, 1]))
    assert len(faces) > 3, "and something was hidden"


@pytest.mark.rule("SB-HIDE.2", "SB-R8")
@pytest.mark.parametrize("role", ["hero", "villain"])
def test_a_refusal_does_not_depend_on_what_is_hidden(role: str) -> None:
    """All actions that could be thought of, also on cards that are not in sight."""
    tale = hidden_table()
    if role == "villain":
        tale.end()
        tale.decline()
    assert tale.asked == role
    seat = tale.seat_of(role)
    actions = [act(verb, thing) for verb in range(1, 21) for thing in (*range(125), *range(1950, 2120))]
    for other in unlike(tale, role, 3):
        for action in actions:
            assert GAME.explain(other.state, seat, action) == GAME.explain(tale.state, seat, action)


@pytest.mark.rule("SB-VOCAB.10", "SB-HIDE.2")
def test_a_card_turned_down_before_all_eyes_stays_known() -> None:
    lines = ("Alice @ 0,0", "Dinah @ 4,0", "The Dodo @ 5,0", "The Gryphon @ 7,7 face down", "Smee @ 9,9")
    tale = table(*lines, turn="villain", twists=["Jealous Light"]).twist().do("target", "Alice")
    for role in ("hero", "villain", None):
        assert tale.seen_at(role, (0, 0))["name"] == "Alice"
    for other in unlike(tale, "villain"):
        assert other.layout[0, 0] == "Alice"


@pytest.mark.rule("SB-VOCAB.9", "SB-HIDE.2")
def test_a_card_that_went_back_to_hand_is_known_to_be_there_or_hidden_since() -> None:
    lines = (
        "Old Man of the Sea @ 0,1",
        "Queen Labe in hand",
        "The Roc in hand",
        "Alice @ 0,0",
        "Dinah in hand",
    )
    tale = (
        table(*lines, turn="villain", calm=True, twists=["New Lamps for Old"]).twist().play("The Roc", (0, 1))
    )
    assert tale.view("hero")["seats"][1]["returned"] == "AV06"
    assert all(other.place("Old Man of the Sea") == "hand" for other in unlike(tale, "hero"))
    tale.do("hide", "Queen Labe")
    assert {other.place("Old Man of the Sea") for other in unlike(tale, "hero", 40)} == {"hand", "held"}
    tale.do("put", (1, 1))
    places = {other.place("Old Man of the Sea") for other in unlike(tale, "hero", 40)}
    assert places == {"hand", (1, 1)}


@pytest.mark.rule("SB-VOCAB.9", "SB-HIDE.2")
def test_so_is_the_first_card_of_all(tmp_path: Path) -> None:
    mine = reprint(
        tmp_path,
        ("cards(my doomed ally); behind >= 1", "cards(my doomed)"),
        ("RETURN(my doomed ally)", "RETURN(my doomed)"),
    )
    lines = ("Peter Pan 1/1 for 3 @ 0,0", "Smee 9/9 @ 0,1", "Nana 1/9 @ 7,7", "Nibs in hand")
    tale = table(*lines, turn="villain", twists=["Clap Your Hands"], edition=mine).end().twist()
    assert tale.card("Peter Pan") == 0 and tale.place("Peter Pan") == "hand"
    tale.hide("Nibs", (7, 6))
    assert {other.place("Peter Pan") for other in unlike(tale, "villain", 40)} == {"hand", (7, 6)}


@pytest.mark.rule("SB-DRAW.1", "SB-R20")
def test_others_see_that_a_card_was_drawn_but_not_which() -> None:
    tale = table("Alice @ 0,0", "Dinah on deck").draw()
    assert tale.told("hero")[-1].words == "Hero (Alice) draws Dinah."
    for role in ("villain", None):
        assert tale.told(role)[-1].words == "Hero (Alice) draws a card."
        assert tale.view(role)["hand"] == []
        assert tale.view(role)["seats"][0]["hand"] == 1


@pytest.mark.rule("SB-HIDE.2", "SB-HIDE.1")
def test_a_hidden_card_is_told_of_without_its_name() -> None:
    tale = table("Alice @ 0,0", "Dinah in hand").hide("Dinah", (1, 0))
    assert tale.told("hero")[-1].words == "Hero (Alice) hides Dinah at (1, 0)."
    assert tale.told("villain")[-1].words == "Hero (Alice) hides a card at (1, 0)."
    tale.end().reveal((1, 0))
    assert "reveals Dinah at (1, 0)" in tale.told("villain")[-1].words
