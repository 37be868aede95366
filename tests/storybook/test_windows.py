"""SB-TWIST and SB-R27 to SB-R31: when a Plot Twist may be played, and who is asked first."""

from pathlib import Path
from typing import Any

import pytest

from fabletop.games.storybook.cards import AFTER_ACTION, AT_CAPTURE, AT_START, BEFORE_BATTLE, DOOMED
from fabletop.games.storybook.game import GAME
from fabletop.games.storybook.notation import Which
from fabletop.kernel.effects.nodes import all_steps

from .tables import HOUSE, Tale, reprint, table, twist_named

QUEEN = ("Queen of Hearts @ 0,0", "Alice @ 1,0", "Dinah @ 0,-1", "The Dodo in hand", "The Cook in hand")
FACING = ("Alice @ 0,0", "Smee @ 0,1", "Dinah in hand", "Cecco in hand")


def crowded(turn: str = "hero") -> Tale:
    """The Queen of Hearts may call for the end; nobody can capture anybody."""
    return table(*QUEEN, turn=turn, calm=True, twists=["Come to the End"])


# --- How often, and for how much ------------------------------------------------------------------


@pytest.mark.rule("SB-TWIST.1")
def test_a_twist_is_used_once() -> None:
    tale = table("Alice @ 0,0", "Dinah @ 1,0", "Smee @ 9,9", twists=["Change Places"])
    tale.twist().do("target", "Alice")
    assert tale.cell("Alice") == (1, 0)
    assert tale.refused("twist") == "SB-TWIST.1"
    tale.end().end()
    assert tale.refused("twist") == "SB-TWIST.1", "not in a later turn either"


@pytest.mark.rule("SB-TWIST.6")
def test_a_twist_costs_nothing() -> None:
    tale = table("Alice @ 0,0", "Dinah @ 1,0", twists=["Change Places"], ap=3).twist().do("target", "Alice")
    assert tale.ap == 3
    free = table("Alice @ 0,0", "Dinah @ 1,0", twists=["Change Places"], ap=0)
    assert free.may("twist")


@pytest.mark.rule("SB-TWIST.2", "SB-R29")
def test_an_ordinary_twist_is_for_the_own_turn_before_the_end_of_actions() -> None:
    tale = table(*FACING, "The Gryphon @ 1,0", "hero Mad Hatter in hand", calm=True, twists=["Change Places"])
    assert tale.may("twist"), "before the first action"
    tale.spin("Alice", "left")
    assert tale.may("twist"), "after it"
    tale.end()
    assert tale.turn == "villain" and tale.asked == "villain", "in the other's turn nobody asks"
    tale.end()
    assert tale.asked == "hero" and tale.window == BEFORE_BATTLE, "No Room, No Room could be wanted here"
    assert tale.refused("twist") == "SB-TWIST.2", "but Change Places is held"


@pytest.mark.rule("SB-R29", "SB-TURN.6")
def test_no_points_left_do_not_end_the_actions() -> None:
    tale = table("Alice @ 0,0", "Dinah @ 1,0", twists=["Change Places"], ap=2).spin("Alice", "left")
    assert (tale.ap, tale.asked, tale.verbs) == (0, "hero", {"twist", "end"})
    assert tale.asks() == (
        "You have no AP left: the Battle is next. Do you play your Plot Twist before it? It fits now."
    )
    tale.twist().do("target", "Alice")
    assert tale.happened("end"), "now nothing is left to choose, and the Battle comes"
    ended = table("Alice @ 0,0", "Dinah @ 1,0", "Smee @ 5,5", twists=["Change Places"]).end()
    assert ended.turn == "villain", "having declared the end, one is not asked again"


@pytest.mark.rule("SB-R39", "SB-TURN.6")
@pytest.mark.parametrize("stall", [True, False])
def test_without_points_the_actions_end_by_themselves(stall: bool) -> None:
    tale = table(*FACING, calm=True, ap=2, stall=stall).spin("Alice", "left")
    assert tale.happened("end") and tale.turn == "villain", "whether or not a limit ends stalled games"
    before = table(*FACING, calm=True, ap=2, stall=stall, rules=1).spin("Alice", "left")
    assert (before.turn, before.verbs) == (("villain", before.verbs) if stall else ("hero", {"end"}))


@pytest.mark.rule("SB-R39", "SB-R28")
def test_whoever_is_asked_for_secrecy_reads_why() -> None:
    cast: dict[str, Any] = {"champions": {"hero": "alice"}, "allies": {"hero": "mad-hatter"}}
    tale = table("Alice @ 0,0", "Dinah @ 1,0", "Smee @ 9,9", ap=0, twists=["WH-T2"], **cast)
    why = "Yours does not fit now; you are asked all the same, so that nobody learns which one you keep."
    assert tale.asks() == (
        f"You have no AP left: the Battle is next. Do you play your Plot Twist before it? {why}"
    )
    assert [option.words for option in GAME.ask(tale.state, 0).options] == ["On to the Battle"]
    window = crowded().end()
    assert window.asks() == "The Battle is about to begin. Do you play your Plot Twist? It fits now."
    other = table(*QUEEN, calm=True, twists=["Off with Their Heads"]).end()
    assert other.asks() == f"The Battle is about to begin. Do you play your Plot Twist? {why}"


@pytest.mark.rule("SB-TWIST.3")
def test_a_requirement_must_hold_when_the_twist_is_played() -> None:
    tale = table("Alice @ 0,0", "Dinah in hand", "Smee @ 9,9", twists=["Change Places"])
    assert tale.refused("twist") == "SB-TWIST.3"
    tale.play("Dinah", (1, 0))
    assert tale.may("twist")


# --- The four windows -----------------------------------------------------------------------------


@pytest.mark.rule("SB-TWIST.4", "SB-R27")
def test_w1_at_the_start_of_the_enemys_turn() -> None:
    tale = crowded("villain").end().decline()
    assert (tale.turn, tale.asked, tale.window) == ("hero", "villain", AT_START)
    assert tale.may("twist") and tale.ap == 5, "before the Hero has done anything"
    tale.twist()
    assert tale.asked == "hero"


@pytest.mark.rule("SB-TWIST.4", "SB-R27")
def test_w2_after_each_action_of_the_enemy() -> None:
    tale = crowded()
    for _ in range(2):
        tale.spin("Alice", "left")
        assert (tale.asked, tale.window, tale.verbs) == ("villain", AFTER_ACTION, {"twist", "pass"})
        tale.decline()
        assert tale.asked == "hero"


@pytest.mark.rule("SB-R27")
def test_w2_after_a_twist_of_the_enemy_too() -> None:
    tale = table(*QUEEN, calm=True, twists=["Come to the End", "Eat Me, Drink Me"]).twist()
    assert (tale.asked, tale.window) == ("villain", AFTER_ACTION)


@pytest.mark.rule("SB-R27")
@pytest.mark.parametrize("verb", ["play", "hide"])
def test_no_window_inside_an_action(verb: str) -> None:
    tale = crowded().do(verb, "The Dodo")
    assert (tale.asked, tale.window) == ("hero", 0), "the card is still to be put down"
    tale.do("put", (0, 1))
    assert (tale.asked, tale.window) == ("villain", AFTER_ACTION)


@pytest.mark.rule("SB-TWIST.4", "SB-R27")
@pytest.mark.parametrize("turn", ["hero", "villain"])
def test_w3_between_the_end_of_actions_and_the_battle(turn: str) -> None:
    tale = crowded(turn).end()
    assert (tale.turn, tale.asked, tale.window) == (turn, "villain", BEFORE_BATTLE)
    assert tale.happened("end") and not tale.happened("turn")
    assert tale.refused("draw") == "SB-R28", "only the Twist is asked for"
    tale.twist()
    assert tale.turn != turn, "then come the Battle and the next turn"


@pytest.mark.rule("SB-TWIST.4", "SB-R27")
@pytest.mark.parametrize("turn", ["hero", "villain"])
def test_w4_captures_are_known_but_nothing_has_been_removed(turn: str) -> None:
    lines = ("hero Tinker Bell 1/1 for 3 @ 0,0", "Smee 9/9 @ 0,1", "Dinah in hand", "Cecco in hand")
    tale = table(*lines, turn=turn, score=(0, 1), twists=["Clap Your Hands"]).end()
    assert (tale.asked, tale.window) == ("hero", AT_CAPTURE)
    assert tale.seen_at(None, (0, 0))["doomed"] and not tale.seen_at(None, (0, 1))["doomed"]
    assert tale.score == (0, 1)
    assert tale.decline().captured == {"Tinker Bell"}


@pytest.mark.rule("SB-R27")
def test_w4_is_only_for_twists_that_speak_of_being_captured() -> None:
    for twist in HOUSE.twists:
        said = [value for need in twist.needs for value in need.values if isinstance(value, Which)]
        about = any(which.says(DOOMED) for which in said)
        assert ("capture" in twist.hourglass) == about
        assert not about or twist.hourglass == ("capture",)
    tale = table(
        "Queen of Hearts 9/9 @ 0,0", "Alice 1/1 @ 1,0", "Dinah 1/9 @ 0,-1", twists=["Come to the End"]
    )
    tale.end().decline()
    assert tale.captured == {"Alice"}, "the Villain is not asked when captures are known"


@pytest.mark.rule("SB-R27", "SB-TWIST.8")
def test_a_twist_without_further_wording_fits_the_first_three_windows() -> None:
    assert twist_named("Come to the End").hourglass == ("start", "after", "battle")


@pytest.mark.rule("SB-TWIST.4", "SB-VOCAB.17")
def test_an_hourglass_twist_at_the_wrong_moment() -> None:
    tale = table(
        "Crocodile @ 0,1", "Alice @ 0,0", "Dinah in hand", turn="villain", calm=True, twists=["Tick, Tock"]
    )
    assert tale.refused("twist") == "SB-TWIST.4", "it is for the moment before the Battle"
    assert tale.end().may("twist")


@pytest.mark.rule("SB-TWIST.4", "SB-TWIST.2")
def test_in_the_own_turn_the_menu_is_the_window() -> None:
    tale = crowded("villain")
    assert tale.window == 0 and tale.may("twist"), "w1"
    tale.spin("Queen of Hearts", "left")
    assert tale.window == 0 and tale.may("twist"), "w2"


# --- Who is asked ---------------------------------------------------------------------------------


def both_want() -> Tale:
    twists = ["The Poisoned Cup", "No Room, No Room"]
    return table(*FACING, "villain Tinker Bell @ 9,9", turn="villain", calm=True, twists=twists).end()


@pytest.mark.rule("SB-R28")
def test_the_active_player_goes_first_then_the_other() -> None:
    tale = both_want()
    assert (tale.asked, tale.window) == ("villain", BEFORE_BATTLE)
    tale.decline()
    assert (tale.asked, tale.window) == ("hero", BEFORE_BATTLE)
    tale.decline()
    assert tale.turn == "hero", "both have declined in a row"


@pytest.mark.rule("SB-R28")
def test_after_a_twist_the_other_may_answer_it() -> None:
    tale = both_want().decline()
    tale.twist().do("turns", 1)
    assert (tale.asked, tale.window) == ("villain", BEFORE_BATTLE), "asked again, though it declined before"
    tale.twist()
    assert tale.turn == "hero", "nobody has a Twist left"


@pytest.mark.rule("SB-R28")
def test_after_an_answer_the_first_decline_does_not_count() -> None:
    tale = both_want().twist()
    assert (tale.asked, tale.window) == ("hero", BEFORE_BATTLE)
    assert tale.decline().turn == "hero"


RIDDLE = 'hourglass = []\nneeds = "cards(enemy up facing)"\ndoes = "SPIN(enemy up facing, 1/3)"'


@pytest.mark.rule("SB-R28", "SB-TWIST.3")
def test_a_requirement_is_checked_when_the_go_comes(tmp_path: Path) -> None:
    """A Riddle of another edition turns up the one card that the Hero's Twist could speak of."""
    hidden = 'hourglass = ["battle"]\nneeds = "cards(my down)"\ndoes = "REVEAL(1, my down)"'
    mine = reprint(tmp_path, (RIDDLE, hidden))
    lines = ("Alice @ 0,0", "Smee @ 0,1 face down", "Dinah in hand", "Cecco in hand")
    twists = ["A Riddle with No Answer", "No Room, No Room"]
    tale = table(*lines, turn="villain", calm=True, twists=twists, edition=mine).end()
    assert tale.asked == "villain"
    still = table(*lines, turn="villain", calm=True, twists=twists, edition=mine).end()
    assert still.decline().turn == "hero"
    tale.twist()
    assert (tale.asked, tale.window) == ("hero", BEFORE_BATTLE)
    assert tale.may("twist")


@pytest.mark.rule("SB-R28")
@pytest.mark.parametrize("held", ["NV-T1", "NV-T2", "Nv-T1", "Nv-T2"])
def test_a_seat_is_asked_whichever_of_its_four_twists_it_holds(held: str) -> None:
    far = ("Captain Hook @ 7,7", "villain Tinker Bell @ 9,9")
    lines = ("Alice @ 0,0", "Smee @ 0,1", *far, "Dinah in hand", "hero Mad Hatter in hand")
    cast: dict[str, Any] = {"champions": {"villain": "hook"}, "allies": {"villain": "tinker-bell"}}
    tale = table(*lines, turn="hero", calm=True, twists=[held], **cast).end()
    assert (tale.asked, tale.window) == ("villain", BEFORE_BATTLE)
    assert tale.may("twist") == (held == "Nv-T2"), "only The Poisoned Cup fits"
    if held != "Nv-T2":
        assert tale.refused("twist") in {"SB-TWIST.2", "SB-TWIST.3"}
    seen = (GAME.ask(tale.state, 0), tale.view("hero"), tale.view(None), tale.told("hero"))
    other = table(*lines, turn="hero", calm=True, twists=["Nv-T2"], **cast).end()
    assert seen == (GAME.ask(other.state, 0), other.view("hero"), other.view(None), other.told("hero"))


@pytest.mark.rule("SB-R28", "SB-R29")
@pytest.mark.parametrize("held", ["WH-T1", "WH-T2", "Wh-T1", "Wh-T2"])
def test_a_turn_without_points_stays_open_whichever_twist_is_held(held: str) -> None:
    cast: dict[str, Any] = {"champions": {"hero": "alice"}, "allies": {"hero": "mad-hatter"}}
    tale = table("Alice @ 0,0", "Dinah @ 1,0", "Smee @ 9,9", ap=0, twists=[held], **cast)
    assert tale.asked == "hero"
    assert tale.may("twist") == (held in {"WH-T1", "Wh-T1"})


@pytest.mark.rule("SB-R28")
def test_nobody_is_asked_when_none_of_the_four_could_fit() -> None:
    lines = ("Alice @ 0,0", "Smee @ 5,5", "villain Tinker Bell @ 9,9", "Dinah in hand")
    tale = table(*lines, calm=True, twists=["The Poisoned Cup"]).end()
    assert (tale.turn, tale.window) == ("villain", 0)


@pytest.mark.rule("SB-R28")
def test_in_a_window_only_the_twist_may_be_played_or_left() -> None:
    tale = crowded().end()
    assert tale.verbs == {"twist", "pass"}
    for verb in ("end", "draw", "done"):
        assert tale.refused(verb) == "SB-R28"
    assert tale.refused("pass", 7) == "SB-R28"


# --- How far --------------------------------------------------------------------------------------


@pytest.mark.rule("SB-R31")
def test_what_cannot_be_done_in_full_is_done_as_far_as_possible() -> None:
    lines = ("Cassim @ 0,1", "Alice @ 0,0", "Queen Labe in hand", "The Roc in hand")
    tale = table(*lines, turn="villain", calm=True, twists=["Forty Jars"], deck={"villain": 0})
    tale.twist().do("hide", "Queen Labe").do("put", (1, 1))
    assert tale.cell("Queen Labe") == (1, 1)
    assert tale.hand("villain") == ["The Roc"], "there was no card to draw"


@pytest.mark.rule("SB-R31")
def test_a_twist_without_any_possible_effect_may_not_be_played() -> None:
    pinnacle = table("Peter Pan @ 0,0", "Smee @ 0,1", "Cecco @ 1,1", twists=["Pinnacle of Good Form"])
    assert pinnacle.refused("twist") == "SB-R31", "no card in hand"
    star = table("Peter Pan @ 0,0", "Nana in hand", twists=["Second Star to the Right"])
    assert star.refused("twist") == "SB-R31", "nobody to move beside"
    claw = table("Captain Hook @ 0,0", "Alice @ 4,4", turn="villain", twists=["The Captain's Claw"])
    assert claw.refused("twist") == "SB-R31", "Alice can slide nowhere"


# --- What stays -----------------------------------------------------------------------------------


@pytest.mark.rule("SB-TWIST.5")
def test_a_lasting_twist_is_seen_until_its_effect_ends_others_are_gone() -> None:
    tale = table("Alice @ 0,0", "Dinah in hand", "Smee @ 9,9", twists=["Eat Me, Drink Me"]).twist()
    for role in ("hero", "villain", None):
        assert [effect["card"] for effect in tale.view(role)["effects"]] == ["WH01"]
        assert tale.view(role)["seats"][0]["twist"] == "WH-T1"
    tale.end()
    assert tale.view(None)["effects"]
    tale.end()
    assert tale.view(None)["effects"] == []
    assert tale.happened("fade") == ["The Plot Twist on Alice wears off."]
    gone = (
        table("Alice @ 0,0", "Dinah @ 1,0", "Smee @ 9,9", twists=["Change Places"])
        .twist()
        .do("target", "Alice")
    )
    assert gone.view(None)["effects"] == []


@pytest.mark.rule("SB-TWIST.5")
def test_the_edition_calls_those_twists_lasting_that_outlast_the_turn() -> None:
    for twist in HOUSE.twists:
        outlasts = any({"SONT", "EONT"} & set(map(str, step.values)) for step in all_steps(twist.does))
        assert twist.lasting == outlasts, twist.name


# --- The two that the rulebook names --------------------------------------------------------------


@pytest.mark.rule("SB-TWIST.7", "SB-R30")
@pytest.mark.parametrize(
    ("lines", "holds"),
    [
        (["Smee @ 0,1"], False),
        (["Smee @ 0,1", "Cecco @ 1,1"], True),
        (["Smee @ 0,1", "Cecco @ 1,1 face down"], True),
        (["Smee @ 0,1", "Cecco @ 1,1", "Tootles @ 1,0 face down"], False),
        (["Smee @ 0,1", "Cecco in hand"], False),
    ],
)
def test_pinnacle_of_good_form_asks_to_be_outnumbered(lines: list[str], holds: bool) -> None:
    twist = twist_named("Pinnacle of Good Form")
    assert (twist.team, twist.hourglass, twist.mark) == ("peter-pan", (), "stated")
    tale = table("Peter Pan @ 0,0", "Nana in hand", *lines, twists=[twist.name])
    assert tale.may("twist") == holds
    if not holds:
        assert tale.refused("twist") == "SB-TWIST.3"


@pytest.mark.rule("SB-TWIST.8", "SB-R30")
@pytest.mark.parametrize(
    ("queen", "lines", "holds"),
    [
        ("", ["Alice @ 1,0", "Dinah @ 0,-1"], True),
        ("", ["Alice @ 1,0 face down", "Dinah @ 0,-1 face down"], True),
        ("", ["Alice @ 1,0"], False),
        ("", ["Alice @ 1,0", "The Cook @ 0,-1"], False),
        ("", ["Alice @ 1,0", "Dinah @ 1,1"], False),
        (" face down", ["Alice @ 1,0", "Dinah @ 0,-1"], False),
    ],
)
def test_come_to_the_end_asks_for_two_enemies_beside_the_queen(
    queen: str, lines: list[str], holds: bool
) -> None:
    twist = twist_named("Come to the End")
    assert (twist.team, twist.lasting, twist.mark) == ("queen-of-hearts", True, "stated")
    tale = table(f"Queen of Hearts @ 0,0{queen}", *lines, turn="villain", twists=[twist.name])
    assert tale.may("twist") == holds
    if not holds:
        assert tale.refused("twist") == "SB-TWIST.3"
