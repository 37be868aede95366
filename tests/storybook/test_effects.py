"""SB-VOCAB: the words on Plot Twists, at their edges."""

from pathlib import Path

import pytest

from fabletop.games.storybook.edition import VOCABULARY
from fabletop.kernel.effects.nodes import Choose, Steps, all_steps

from .tables import HOUSE, reprint, table


def verbs(steps: Steps) -> set[str]:
    return {step.verb.name for step in all_steps(steps)}


@pytest.mark.rule("SB-VOCAB.14")
def test_every_word_of_the_vocabulary_is_used_by_a_twist() -> None:
    assert {verb for twist in HOUSE.twists for verb in verbs(twist.does)} == set(VOCABULARY.verb_names())
    assert any(isinstance(node, Choose) for twist in HOUSE.twists for node in twist.does)


# --- AP, Draw, Play and Hide ----------------------------------------------------------------------


@pytest.mark.rule("SB-VOCAB.1")
def test_points_are_for_the_own_turn_only(tmp_path: Path) -> None:
    for twist in HOUSE.twists:
        assert "AP" not in verbs(twist.does) or not twist.hourglass
    old = 'hourglass = []\nneeds = "behind >= 1"\ndoes = "AP(3)"'
    mine = reprint(tmp_path, (old, old.replace("[]", '["start", "after"]', 1)))
    lines = ("Alice @ 0,0", "Smee @ 9,9", "Dinah in hand")
    enemys = table(*lines, score=(3, 0), twists=["Always Six o'Clock"], edition=mine).draw()
    assert enemys.asked == "hero", "in the Hero's turn it could do nothing, so nobody is asked"
    own = table(*lines, turn="villain", score=(3, 0), twists=["Always Six o'Clock"], edition=mine).twist()
    assert own.ap == 8


@pytest.mark.rule("SB-VOCAB.2", "SB-R16")
def test_a_draw_of_three_stops_at_an_empty_deck() -> None:
    tale = (
        table("Alice @ 0,0", score=(0, 2), deck={"hero": 2}, twists=["The Third Wish"]).twist().do("wish", 1)
    )
    assert (len(tale.hand("hero")), tale.deck("hero")) == (2, [])


@pytest.mark.rule("SB-VOCAB.3")
def test_so_many_plays_as_the_twist_says_or_as_the_hand_has(tmp_path: Path) -> None:
    mine = reprint(tmp_path, ('does = "PLAY(1)"', 'does = "PLAY(2)"'))
    lines = ("Peter Pan @ 0,0", "Smee @ 0,1", "Cecco @ 1,1", "Nana in hand")
    one = table(*lines, twists=["Pinnacle of Good Form"], edition=mine).twist().do("put", (1, 0))
    assert (one.asked, one.ap, one.hand("hero")) == ("hero", 5, [])
    two = table(*lines, "Nibs in hand", twists=["Pinnacle of Good Form"], edition=mine).twist()
    two.play("Nana", (1, 0)).do("put", (2, 0))
    assert two.hand("hero") == [] and two.cell("Nibs") == (2, 0), "the last one needs no choosing"


# --- Reveal, Spin, Slide, Move, Swap --------------------------------------------------------------


@pytest.mark.rule("SB-VOCAB.4", "SB-REVEAL.2")
def test_cards_revealed_by_a_twist_face_their_controllers() -> None:
    tale = table("Scheherazade @ 0,0", "Smee @ 0,1 face down", twists=["Open, Sesame"]).twist()
    assert tale.turned("Smee") == 2


@pytest.mark.rule("SB-VOCAB.5")
@pytest.mark.parametrize("quarters", range(4))
def test_any_number_of_quarters_clockwise(quarters: int) -> None:
    tale = table("Alice @ 0,0 turned 3", score=(0, 2), twists=["The Third Wish"]).twist().do("wish", 2)
    assert tale.do("turns", quarters).turned("Alice") == (3 + quarters) % 4


@pytest.mark.rule("SB-VOCAB.6", "SB-SLIDE.2")
def test_a_slide_by_a_twist_keeps_the_rules_of_slides() -> None:
    lines = ("Captain Hook @ 0,0", "Alice @ 5,1 turned 3", "Dinah @ 9,9")
    tale = table(*lines, turn="villain", twists=["The Captain's Claw"]).twist()
    assert (tale.cell("Alice"), tale.turned("Alice")) == ((0, 1), 3), "the one Slide there is"


@pytest.mark.rule("SB-VOCAB.7")
def test_a_moved_card_may_go_beside_an_island() -> None:
    lines = ("Alice @ 0,0", "hero Genie of the Lamp @ 1,0", "Smee @ -8,5")
    tale = table(*lines, twists=["Carpet Ride"]).twist().do("target", "Alice")
    assert {(-9, 5), (-7, 5), (-8, 4), (-8, 6)} <= tale.spaces()
    assert (2, 0) in tale.spaces() and (-1, 0) not in tale.spaces()


@pytest.mark.rule("SB-VOCAB.8")
def test_cards_swap_across_the_table_without_a_line_between_them() -> None:
    lines = ("Alice @ 0,0 turned 1", "Dinah @ 3,4 turned 2", "Smee @ 9,9")
    tale = table(*lines, twists=["Change Places"]).twist().do("target", "Dinah")
    assert (tale.cell("Alice"), tale.cell("Dinah")) == ((3, 4), (0, 0))
    assert (tale.turned("Alice"), tale.turned("Dinah")) == (1, 2)


# --- Return and turning down ----------------------------------------------------------------------


@pytest.mark.rule("SB-VOCAB.9")
def test_a_returned_card_is_in_hand_and_may_be_played_again() -> None:
    lines = ("hero Solomon Caw 1/1 for 3 @ 0,0 turned 3", "Smee 9/9 @ 0,1", "Peter Pan 1/9 @ 7,7")
    tale = table(*lines, turn="villain", score=(0, 1), twists=["Clap Your Hands"]).end().twist()
    assert (tale.hand("hero"), tale.score, tale.turn) == (["Solomon Caw"], (0, 1), "hero")
    tale.play("hero Solomon Caw", (7, 6))
    assert tale.turned("hero Solomon Caw") == 0


@pytest.mark.rule("SB-VOCAB.10", "SB-BATTLE.1")
def test_a_card_turned_down_does_not_fight() -> None:
    lines = ("Alice 9/9 @ 0,0", "Dinah @ 4,0", "The Dodo @ 5,0", "Smee 1/1 @ 0,1", "Cecco in hand")
    tale = table(*lines, turn="villain", twists=["Jealous Light"]).twist().do("target", "Alice").end()
    assert tale.captured == set()


# --- Buffs, guards and duels ----------------------------------------------------------------------


@pytest.mark.rule("SB-VOCAB.11")
def test_shields_never_fall_below_one() -> None:
    lines = ("Alice 1/1 @ 0,0", "Smee 1/9 @ 0,1", "villain Tinker Bell @ 9,9", "Cecco in hand")
    tale = table(*lines, twists=["The Poisoned Cup"]).end().twist()
    assert tale.captured == set(), "1 Sword against 1 Shield"
    assert tale.happened("buff") == ["Alice has -1 Swords, -1 Shields for now."]


@pytest.mark.rule("SB-VOCAB.11", "SB-R21")
def test_swords_never_fall_below_none(tmp_path: Path) -> None:
    mine = reprint(tmp_path, ("BUFF(Crocodile up facing, +2,", "BUFF(Crocodile up facing, -5,"))
    lines = ("Crocodile 3/9 @ 0,1", "Alice 1/1 @ 0,0", "Cecco in hand")
    tale = table(*lines, twists=["Tick, Tock"], edition=mine).end().twist()
    assert tale.captured == set() and not tale.happened("bested"), "with 0 Swords it Bests nobody"


@pytest.mark.rule("SB-VOCAB.11")
def test_a_buff_changes_the_one_card_and_no_other() -> None:
    """Also not a card that is printed without Shields."""
    lines = ("Alice @ 0,0", "Dinah 1/9 @ 5,5", "Cecco 1/0 @ 5,6", "Smee in hand")
    tale = table(*lines, twists=["Eat Me, Drink Me"])
    before = [tale.shows(name, "S") for name in ("Dinah", "Cecco")]
    tale.twist()
    assert [tale.shows(name, "S") for name in ("Dinah", "Cecco")] == before
    assert tale.end().captured == {"Cecco"}, "1 Sword overwhelms no Shields"


@pytest.mark.rule("SB-VOCAB.11", "SB-SLIDE.7")
def test_a_buff_stays_with_its_card_wherever_it_goes() -> None:
    tale = table("Alice 1/2 @ 0,0", "Smee @ 5,1", twists=["Eat Me, Drink Me"]).twist()
    tale.slide("Alice", "E").spin("Alice", "left")
    assert tale.shows("Alice", "S") == (2, 3)


@pytest.mark.rule("SB-VOCAB.15")
def test_a_buff_ends_early_when_its_card_is_turned_down() -> None:
    lines = ("Alice 1/2 @ 0,0", "Dinah @ 4,0", "The Dodo @ 5,0", "Smee @ 9,9", "Cecco in hand")
    tale = table(*lines, twists=["Eat Me, Drink Me", "Jealous Light"]).twist().end()
    tale.twist().do("target", "Alice")
    assert tale.view(None)["effects"] == []
    tale.reveal("Alice")
    assert tale.shows("Alice", "N") == (1, 2)


@pytest.mark.rule("SB-VOCAB.15")
def test_a_buff_ends_early_when_its_card_leaves_play() -> None:
    lines = ("Alice 1/1 for 1 @ 0,0", "Smee 9/9 @ 0,1", "Dinah in hand", "Cecco in hand")
    tale = table(*lines, twists=["Eat Me, Drink Me"]).twist().end()
    assert tale.captured == {"Alice"} and tale.view(None)["effects"] == []


@pytest.mark.rule("SB-VOCAB.15")
def test_the_start_of_my_next_turn_is_not_that_of_an_enemy_or_teammate() -> None:
    tale = table("Alice 1/2 @ 0,0", "Captain Hook @ 9,9", players=4, twists=["Eat Me, Drink Me"]).twist()
    for turn in ("hero", "villain2", "hero2", "villain"):
        assert tale.turn == turn and tale.shows("Alice", "N") == (2, 3)
        tale.end()
    assert tale.turn == "hero" and tale.shows("Alice", "N") == (1, 2)


# --- Whose, and when ------------------------------------------------------------------------------


@pytest.mark.rule("SB-VOCAB.16")
def test_the_player_of_the_twist_picks_also_in_the_enemys_turn() -> None:
    lines = ("Alice @ 0,0", "Dinah @ 1,1", "Smee @ 0,1", "villain Tinker Bell @ 9,9", "Cecco in hand")
    tale = table(*lines, calm=True, twists=["The Poisoned Cup"]).end().twist()
    assert (tale.turn, tale.asked, tale.targets()) == ("hero", "villain", {"Alice", "Dinah"})
    assert tale.refused("target", "Smee") == "SB-VOCAB.16"
    assert tale.refused("done") == "SB-VOCAB.16", "a single target is not optional"
    assert tale.refused("pass") == "SB-VOCAB.16"


@pytest.mark.rule("SB-VOCAB.17", "SB-TWIST.2", "SB-TWIST.4")
@pytest.mark.parametrize("name", [twist.id for twist in HOUSE.twists])
def test_the_words_of_a_twist_say_when_it_may_be_played(name: str) -> None:
    from fabletop.games.storybook import cards as c
    from fabletop.games.storybook.card_text import twist_text

    index = HOUSE.twist_index(name)
    twist = HOUSE.twists[index]
    bits = {"start": c.AT_START, "after": c.AFTER_ACTION, "battle": c.BEFORE_BATTLE, "capture": c.AT_CAPTURE}
    assert HOUSE.cards is not None
    when = HOUSE.cards.twist_when[index]
    assert when == (sum(bits[window] for window in twist.hourglass) or c.OWN_TURN)
    assert twist_text(twist).startswith("⧗" if twist.hourglass else "In your turn")
