"""The Plot Twists of Neverland, each played for its effect."""

import pytest

from .tables import table

# --- Peter Pan ------------------------------------------------------------------------------------


@pytest.mark.rule("SB-TWIST.7", "SB-VOCAB.3", "SB-TWIST.6")
def test_pinnacle_of_good_form_plays_a_card_for_nothing() -> None:
    lines = ("Peter Pan @ 0,0", "Smee @ 0,1", "Cecco @ 1,1", "Nana in hand", "Nibs in hand")
    tale = table(*lines, twists=["Pinnacle of Good Form"]).twist()
    assert tale.verbs == {"play"}
    assert tale.refused("play", "Tootles") == "SB-VOCAB.3"
    tale.do("play", "Nana")
    assert tale.spaces() == {(1, 0), (-1, 0), (0, -1), (-1, 1), (0, 2), (1, 2), (2, 1)}
    tale.do("put", (1, 0))
    assert (tale.turned("Nana"), tale.hand("hero"), tale.ap) == (0, ["Nibs"], 5)
    assert tale.asked == "hero", "one card, and the turn goes on"


@pytest.mark.rule("SB-VOCAB.7", "SB-VOCAB.5", "SB-TWIST.3")
def test_second_star_to_the_right_moves_and_turns_a_card() -> None:
    lines = ("Peter Pan @ 0,0", "Nana @ 1,0", "Nibs @ 2,0 face down", "Smee @ 5,5")
    tale = table(*lines, twists=["Second Star to the Right"]).twist()
    assert tale.targets() == {"Peter Pan", "Nana", "Nibs"}, "my cards, up or down"
    tale.do("target", "Nana").do("put", (5, 4))
    assert tale.verbs == {"turns"} and len(tale.state.legal()) == 4
    tale.do("turns", 3)
    assert (tale.cell("Nana"), tale.turned("Nana")) == ((5, 4), 3)
    hidden = table(*lines, twists=["Second Star to the Right"]).twist().do("target", "Nibs").do("put", (6, 5))
    assert not hidden.up("Nibs") and hidden.verbs > {"end"}, "a face-down card is moved, but not turned"
    absent = table("Peter Pan @ 0,0 face down", "Nana @ 1,0", twists=["Second Star to the Right"])
    assert absent.refused("twist") == "SB-TWIST.3"


# --- Captain Hook ---------------------------------------------------------------------------------


@pytest.mark.rule("SB-VOCAB.6", "SB-VOCAB.16", "SB-TWIST.3")
def test_the_captains_claw_slides_an_enemy_card() -> None:
    lines = ("Captain Hook @ 0,3", "Alice @ 0,0", "Dinah @ 4,0", "The Dodo @ 1,3 face down")
    tale = table(*lines, turn="villain", twists=["The Captain's Claw"]).twist()
    assert tale.targets() == {"Alice", "Dinah", "The Dodo"}
    tale.do("target", "Alice")
    assert tale.may("way", "N") and tale.may("way", "E")
    assert tale.refused("way", "S") == "SB-VOCAB.6"
    tale.do("way", "N")
    assert (tale.cell("Alice"), tale.turned("Alice"), tale.ap) == ((0, 2), 0, 5)
    absent = table("Captain Hook in hand", *lines[1:], turn="villain", twists=["The Captain's Claw"])
    assert absent.refused("twist") == "SB-TWIST.3"


@pytest.mark.rule("SB-VOCAB.11", "SB-VOCAB.15", "SB-TWIST.4")
@pytest.mark.parametrize("turn", ["hero", "villain"])
def test_tick_tock_sharpens_the_crocodile_for_one_battle(turn: str) -> None:
    lines = ("Crocodile 3/9 @ 0,1", "Alice 1/2 for 1 @ 0,0", "Dinah in hand", "Smee in hand")
    assert table(*lines, turn=turn, twists=["Tick, Tock"]).end().decline().captured == set()
    tale = table(*lines, turn=turn, twists=["Tick, Tock"]).end().twist()
    assert tale.captured == {"Alice"}, "5 Swords overwhelm 2 Shields"
    assert [tale.shows("Crocodile", way) for way in "NESW"] == [(3, 9)] * 4, "and it is over"


@pytest.mark.rule("SB-TWIST.3", "SB-R8")
@pytest.mark.parametrize(
    "lines",
    [
        ("Crocodile @ 0,1 face down", "Alice @ 0,0"),
        ("Crocodile @ 0,1", "Alice @ 0,0 face down"),
        ("Crocodile @ 0,2", "Alice @ 0,0", "Smee @ 0,1"),
    ],
)
def test_tick_tock_needs_an_open_crocodile_beside_an_open_enemy(lines: tuple[str, ...]) -> None:
    tale = table(*lines, "Dinah in hand", calm=True, twists=["Tick, Tock"], allies={"villain": "genie"}).end()
    assert tale.window == 0 and tale.turn == "villain"


# --- Tinker Bell, for the Heroes ------------------------------------------------------------------


@pytest.mark.rule("SB-VOCAB.9", "SB-GEN.2", "SB-TWIST.4")
@pytest.mark.parametrize("turn", ["hero", "villain"])
def test_clap_your_hands_saves_a_card_from_capture(turn: str) -> None:
    lines = (
        "hero Tinker Bell 1/1 for 3 @ 0,0",
        "hero The Never Bird 1/1 for 2 @ 5,0",
        "Nibs 1/1 for 2 @ 5,2",
        "Smee 9/9 @ 0,1",
        "Cecco 9/9 @ 5,1",
        "Tootles in hand",
    )
    tale = table(*lines, "Peter Pan 1/9 @ 9,9", turn=turn, score=(0, 1), twists=["Clap Your Hands"])
    tale.end().twist()
    assert tale.targets() == {"Tinker Bell", "The Never Bird"}, "the Allies being captured, and no others"
    tale.do("target", "hero Tinker Bell")
    assert (tale.place("hero Tinker Bell"), tale.captured) == ("hand", {"The Never Bird", "Nibs"})
    assert tale.score == (0, 5), "no points for the one that escaped"


@pytest.mark.rule("SB-VOCAB.9", "SB-R26")
def test_a_turn_in_which_all_escape_is_a_turn_without_a_capture() -> None:
    lines = ("hero Tinker Bell 1/1 @ 0,0", "Smee 9/9 @ 0,1")
    tale = table(*lines, quiet=3, score=(0, 1), twists=["Clap Your Hands"]).end().twist()
    assert (tale.captured, tale.view(None)["quiet"]) == (set(), 4)


@pytest.mark.rule("SB-TWIST.3")
@pytest.mark.parametrize(
    ("lines", "score", "lost"),
    [
        (("Nana 9/9 @ 0,0", "Smee 1/1 @ 0,1"), (0, 1), "Smee"),
        (("Nana 1/1 @ 0,0", "Smee 9/9 @ 0,1"), (0, 1), "Nana"),
        (("hero Tinker Bell 1/1 @ 0,0", "Smee 9/9 @ 0,1"), (1, 1), "Tinker Bell"),
    ],
)
def test_clap_your_hands_is_for_an_ally_of_those_behind(
    lines: tuple[str, ...], score: tuple[int, int], lost: str
) -> None:
    tale = table(*lines, "Cecco in hand", score=score, twists=["Clap Your Hands"]).end()
    assert tale.captured == {lost} and tale.window == 0


@pytest.mark.rule("SB-VOCAB.6", "SB-TWIST.3")
def test_a_pinch_of_fairy_dust_slides_twice() -> None:
    lines = ("Peter Pan @ 0,0", "hero Tinker Bell @ 1,0", "Nana @ 6,3 face down", "Smee @ 0,3")
    tale = table(*lines, twists=["A Pinch of Fairy Dust"]).twist()
    tale.do("target", "Nana")  # who can go west only
    assert tale.cell("Nana") == (1, 3)
    tale.do("target", "Nana")  # and now south
    assert (tale.cell("Nana"), tale.ap) == ((1, 1), 5), "the same card may go again"
    assert "end" in tale.verbs, "but not a third time"
    for spoilt in ("hero Tinker Bell @ 1,0 face down", "hero Tinker Bell in hand"):
        absent = table(lines[0], spoilt, *lines[2:], twists=["A Pinch of Fairy Dust"])
        assert absent.refused("twist") == "SB-TWIST.3"


# --- Tinker Bell, for the Villains ----------------------------------------------------------------


@pytest.mark.rule("SB-VOCAB.10", "SB-R19", "SB-TWIST.3")
def test_jealous_light_turns_an_enemy_card_face_down() -> None:
    lines = ("Alice @ 0,0", "Dinah @ 1,0", "The Dodo @ 2,0", "The Gryphon @ 3,0 face down", "Smee @ 0,1")
    tale = table(*lines, turn="villain", calm=True, twists=["Jealous Light"]).twist()
    assert tale.targets() == {"Alice", "Dinah", "The Dodo"}
    tale.do("target", "Dinah")
    assert not tale.up("Dinah") and tale.cell("Dinah") == (1, 0)
    assert tale.seen_at("villain", (1, 0))["name"] == "Dinah", "all saw which card it is"
    few = table(lines[0], lines[1], *lines[3:], turn="villain", twists=["Jealous Light"])
    assert few.refused("twist") == "SB-TWIST.3"


BEARER = ("villain Tinker Bell @ 9,9", "Cecco in hand")


@pytest.mark.rule("SB-VOCAB.11", "SB-VOCAB.15", "SB-TWIST.4")
@pytest.mark.parametrize("turn", ["hero", "villain"])
def test_the_poisoned_cup_weakens_an_enemy_beside_a_card_of_mine(turn: str) -> None:
    lines = ("Alice 1/2 for 1 @ 0,0", "Smee 2/9 @ 0,1", "The Dodo 1/9 @ 1,1", "Dinah @ 4,4", *BEARER)
    tale = table(*lines, turn=turn, twists=["The Poisoned Cup"]).end()
    assert table(*lines, turn=turn, twists=["The Poisoned Cup"]).end().decline().captured == set()
    tale.twist()
    assert tale.targets() == {"Alice", "The Dodo"}, "not Dinah, who stands alone"
    tale.do("target", "Alice")
    assert tale.captured == {"Alice"}, "2 Swords overwhelm 1 Shield"


@pytest.mark.rule("SB-VOCAB.11", "SB-VOCAB.15")
@pytest.mark.parametrize(("turn", "turns"), [("hero", 2), ("villain", 3)])
def test_the_poisoned_cup_lasts_until_the_next_turn_of_its_player_ends(turn: str, turns: int) -> None:
    lines = ("Alice 3/9 @ 0,0", "Smee 1/9 @ 0,1", "Dinah in hand", *BEARER)
    tale = table(*lines, turn=turn, twists=["The Poisoned Cup"]).end().twist()
    for _ in range(turns - 1):
        assert tale.shows("Alice", "N") == (2, 8)
        tale.end()
    assert tale.shows("Alice", "N") == (3, 9)


@pytest.mark.rule("SB-TWIST.3")
@pytest.mark.parametrize(("alice", "smee"), [(" face down", ""), ("", " face down")])
def test_the_poisoned_cup_needs_two_open_cards(alice: str, smee: str) -> None:
    lines = (f"Alice @ 0,0{alice}", f"Smee @ 0,1{smee}", "Dinah in hand", *BEARER)
    tale = table(*lines, calm=True, twists=["The Poisoned Cup"]).end()
    assert tale.window == 0 and tale.turn == "villain"


@pytest.mark.rule("SB-TWIST.3")
@pytest.mark.parametrize("bearer", ["in hand", "@ 9,9 face down"])
def test_the_poisoned_cup_is_brought_by_tinker_bell(bearer: str) -> None:
    lines = ("Alice @ 0,0", "Smee @ 0,1", "Dinah in hand", f"villain Tinker Bell {bearer}")
    tale = table(*lines, calm=True, twists=["The Poisoned Cup"]).end()
    assert tale.window == 0 and tale.turn == "villain"
