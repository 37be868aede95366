"""SB-GEN and SB-WIN: Plot Points, victory, overtime and games that stall."""

import pytest

from fabletop.games.storybook.edition import VOCABULARY
from fabletop.games.storybook.game import GAME

from .tables import Tale, table


def battle(heroes: int, villains: int, score: tuple[int, int], players: int = 2) -> Tale:
    """A table whose next Battle gives so many points to each side (0: no capture)."""
    lines = ["Captain Hook 1/9 @ 20,20", "Dinah in hand", "Cecco in hand"]
    if heroes:
        lines += ["The Dodo 9/9 @ 0,0", f"Smee 1/1 for {heroes} @ 0,1"]
    if villains:
        lines += [f"The Gryphon 1/1 for {villains} @ 8,0", "Noodler 9/9 @ 8,1"]
    return table(*lines, score=score, players=players)


@pytest.mark.rule("SB-WIN.1", "SB-GEN.2")
@pytest.mark.parametrize(("heroes", "villains"), [(1, 0), (0, 4), (3, 2), (0, 0)])
def test_a_captured_card_scores_its_number_at_once(heroes: int, villains: int) -> None:
    tale = battle(heroes, villains, (1, 1)).end()
    assert tale.score == (1 + heroes, 1 + villains)


@pytest.mark.rule("SB-GEN.2")
def test_nothing_but_a_capture_scores() -> None:
    """Every action, and a Twist that takes a card away, leave the score as it is."""
    lines = ("Alice @ 0,0", "The Dodo @ 1,0", "Dinah in hand", "Captain Hook @ 2,0 face down", "Smee @ 1,1")
    for action in table(*lines, calm=True).state.legal():
        tale = table(*lines, calm=True, score=(2, 3))
        tale.state.apply(action)
        if tale.spaces():
            tale.state.apply(tale.state.legal()[0])
        assert tale.score == (2, 3)
    lamp = table(
        "Old Man of the Sea @ 0,0", "Queen Labe in hand", turn="villain", twists=["New Lamps for Old"]
    )
    assert lamp.twist().score == (0, 0)


@pytest.mark.rule("SB-WIN.2", "SB-GEN.1")
@pytest.mark.parametrize(
    ("gained", "score", "winner"),
    [
        ((1, 0), (8, 0), ""),
        ((1, 0), (9, 9), "heroes"),
        ((0, 1), (0, 9), "villains"),
        ((4, 0), (9, 0), "heroes"),
    ],
)
def test_the_first_with_ten_or_more_wins(
    gained: tuple[int, int], score: tuple[int, int], winner: str
) -> None:
    tale = battle(*gained, score).end()
    assert (tale.over, tale.winner) == (bool(winner), winner)


@pytest.mark.rule("SB-GEN.1")
def test_after_the_end_nothing_is_asked_and_each_side_has_its_return() -> None:
    tale = battle(1, 0, (9, 0)).end()
    assert tale.state.legal() == [] and tale.seat is None
    assert tale.state.returns() == [1.0, -1.0]
    assert GAME.result(tale.state) == "The Heroes win, 10 to 0: 10 Plot Points are enough."
    refusal = GAME.explain(tale.state, 0, tale.action("end"))
    assert refusal is not None and refusal.rule == "SB-GEN.1"
    turned = table("Alice 9/9 @ 0,0", "Smee 1/1 for 9 @ 0,1", score=(9, 0), seat0="villains").end()
    assert turned.state.returns() == [-1.0, 1.0], "seat 0 plays the Villains"


@pytest.mark.rule("SB-WIN.3", "SB-R24")
def test_both_reach_ten_and_the_higher_total_wins() -> None:
    tale = battle(2, 3, (9, 9)).end()
    assert (tale.score, tale.winner) == ((11, 12), "villains")
    other = battle(3, 2, (9, 9)).end()
    assert (other.score, other.winner) == ((12, 11), "heroes")


@pytest.mark.rule("SB-R24")
def test_all_captures_of_a_battle_are_scored_before_anybody_wins() -> None:
    tale = battle(1, 2, (9, 9)).end()
    assert (tale.score, tale.winner) == ((10, 11), "villains"), "the Heroes' card is captured first of all"
    kinds = [entry.kind for entry in tale.told()]
    assert kinds[-4:] == ["captured", "captured", "score", "won"]
    assert "CAPTURE" not in VOCABULARY.verb_names(), "no word of the Twists captures outside the Battle"


@pytest.mark.rule("SB-WIN.4", "SB-R25")
def test_equal_totals_go_to_overtime_until_a_turn_ends_unequal() -> None:
    tale = battle(2, 2, (9, 9)).end()
    assert (tale.score, tale.over) == ((11, 11), False)
    assert tale.happened("overtime") == ["11 to 11: overtime. The first to be ahead wins."]
    quiet = table("Alice @ 0,0", score=(11, 11)).end()
    assert not quiet.over, "a turn without a difference decides nothing"
    later = battle(0, 2, (11, 11)).end()
    assert (later.score, later.winner) == ((11, 13), "villains")
    still = battle(2, 2, (11, 11)).end()
    assert not still.over
    less = battle(1, 0, (11, 11)).end()
    assert less.winner == "heroes"


@pytest.mark.rule("SB-WIN.4")
def test_overtime_is_told_once() -> None:
    tale = battle(2, 2, (9, 9)).end().end()
    assert (tale.over, len(tale.happened("overtime"))) == (False, 1)
    assert tale.view(None)["warning"] == "Overtime: whoever is ahead when a turn ends wins (SB-WIN.4)."


@pytest.mark.rule("SB-R25")
def test_no_overtime_below_ten() -> None:
    tale = battle(1, 1, (8, 8)).end()
    assert (tale.score, tale.over, tale.happened("overtime")) == ((9, 9), False, [])


@pytest.mark.rule("SB-R26")
@pytest.mark.parametrize(("players", "limit"), [(2, 20), (4, 24)])
@pytest.mark.parametrize(("score", "winner"), [((3, 1), "heroes"), ((3, 4), "villains"), ((2, 2), "draw")])
def test_many_turns_without_a_capture_end_the_game(
    players: int, limit: int, score: tuple[int, int], winner: str
) -> None:
    tale = table("Alice @ 0,0", "Captain Hook @ 9,9", score=score, players=players, quiet=limit - 2)
    tale.end()
    assert not tale.over
    tale.end()
    assert tale.winner == winner
    assert tale.state.returns()[0] == {"heroes": 1.0, "villains": -1.0, "draw": 0.0}[winner]


@pytest.mark.rule("SB-R26", "SB-WIN.4")
@pytest.mark.parametrize(("rules", "over"), [(1, True), (0, False)])
def test_in_overtime_nobody_waits_for_the_limit(rules: int, over: bool) -> None:
    """Games that began by the first rules keep theirs."""
    tale = table("Alice @ 0,0", "Captain Hook @ 9,9", score=(11, 11), quiet=30, rules=rules)
    tale.end()
    assert (tale.over, tale.winner) == (over, "draw" if over else "")
    if not over:
        assert not tale.end().over and tale.view(None)["stall"] == 0
        nothing = table("Alice captured", score=(11, 11), deck={"hero": 0, "villain": 0})
        nothing.state.overtime = 1
        nothing.end().end()
        assert not nothing.over, "nobody can be captured any more, so both are asked in turn"


@pytest.mark.rule("SB-R26")
def test_the_limit_is_for_bots_among_themselves() -> None:
    assert GAME.opening(2).option("stall") == "on"
    assert GAME.for_people(2, {}).option("stall") == "off"
    assert GAME.for_people(2, {"stall": "on"}).option("stall") == "on"


@pytest.mark.rule("SB-R26")
@pytest.mark.parametrize(("players", "half"), [(2, 10), (4, 12)])
def test_the_table_warns_from_half_of_the_limit(players: int, half: int) -> None:
    early = table("Alice @ 0,0", "Captain Hook @ 9,9", players=players, quiet=half - 1)
    assert early.view(None)["warning"] == "" and "without a capture" not in GAME.text(early.state, 0)
    late = table("Alice @ 0,0", "Captain Hook @ 9,9", players=players, quiet=half)
    words = f"{half} turns without a capture: after {2 * half} the game ends, and the higher score wins"
    assert words in late.view(None)["warning"] and words in GAME.text(late.state, 0)
    off = table("Alice @ 0,0", "Captain Hook @ 9,9", players=players, quiet=half, stall=False)
    assert off.view(None)["warning"] == ""


@pytest.mark.rule("SB-R26")
def test_a_capture_begins_the_count_anew() -> None:
    tale = battle(1, 0, (0, 0))
    tale.state.quiet = 19
    tale.end()
    assert (tale.over, tale.view(None)["quiet"]) == (False, 0)


@pytest.mark.rule("SB-R26")
def test_the_limit_can_be_switched_off() -> None:
    tale = table("Alice @ 0,0", "Captain Hook @ 9,9", quiet=50, stall=False).end()
    assert not tale.over
    nothing = table("Alice captured", quiet=50, stall=False, deck={"hero": 0, "villain": 0})
    assert nothing.asked == "hero", "two players without cards are still asked, and may go home"


@pytest.mark.rule("SB-R36", "SB-TEAM.2")
@pytest.mark.parametrize(
    ("gained", "score", "winner"),
    [
        ((1, 0), (9, 0), ""),
        ((1, 0), (14, 0), "heroes"),
        ((1, 4), (14, 14), "villains"),
        ((2, 2), (14, 14), ""),
    ],
)
def test_four_players_play_to_fifteen(gained: tuple[int, int], score: tuple[int, int], winner: str) -> None:
    tale = battle(*gained, score, players=4).end()
    assert (tale.over, tale.winner) == (bool(winner), winner)
    assert tale.score == (score[0] + gained[0], score[1] + gained[1])
    if score == (14, 14) and not winner:
        assert tale.happened("overtime") == ["16 to 16: overtime. The first to be ahead wins."]
