"""SB-TEAM: the game for four."""

from typing import Any

import pytest

from fabletop import Mistake
from fabletop.games.storybook.game import GAME

from .tables import HOUSE, Tale, start, table

ROLES = ["hero", "villain", "hero2", "villain2"]
CAST: dict[str, Any] = {
    "side": "heroes",
    "hero": "alice",
    "hero2": "peter-pan",
    "villain": "hook",
    "villain2": "queen-of-hearts",
    "hero_ally": "genie",
    "hero2_ally": "tinker-bell",
    "villain_ally": "mad-hatter",
    "villain2_ally": "tinker-bell",
}


def four(*lines: str, **more: Any) -> Tale:
    return table(*lines, players=4, **more)


def dealt(**more: str) -> Tale:
    twists = {
        "hero_twist": "WH-T1",
        "hero2_twist": "NH-T1",
        "villain_twist": "NV-T1",
        "villain2_twist": "WV-T1",
    }
    return start(3, players=4, **CAST | twists | more)


@pytest.mark.rule("SB-TEAM.1")
def test_what_is_not_changed_is_as_in_the_duel() -> None:
    lines = ("Alice @ 0,0", "Dinah in hand", "Captain Hook @ 2,0 face down", "Queen of Hearts @ 1,1")
    for verb, cost, things in (
        ("draw", 1, ()),
        ("reveal", 1, ("Captain Hook",)),
        ("spin", 2, ("Alice", "left")),
        ("slide", 2, ("Alice", "N")),
        ("play", 3, ("Dinah",)),
        ("hide", 3, ("Dinah",)),
    ):
        assert four(*lines, calm=True).do(verb, *things).ap == 5 - cost
    tale = four("Alice 4/9 @ 0,0", "Captain Hook 1/2 for 5 @ 0,1").end()
    assert (tale.captured, tale.score) == ({"Captain Hook"}, (5, 0))


@pytest.mark.rule("SB-TEAM.2", "SB-GEN.2")
def test_teammates_share_their_captures() -> None:
    lines = (
        "Alice 9/9 @ 0,0",
        "Captain Hook 1/1 for 5 @ 0,1",
        "Nana 9/9 @ 5,0",
        "Queen of Hearts 1/1 for 4 @ 5,1",
    )
    tale = four(*lines, turn="hero2").end()
    assert tale.score == (9, 0)
    assert (
        tale.view("hero")["captured"]
        == tale.view("hero2")["captured"]
        == {"heroes": ["NV01", "WV01"], "villains": []}
    )
    won = four(*lines, turn="villain", score=(6, 0)).end()
    assert won.winner == "heroes" and won.state.returns() == [1.0, -1.0, 1.0, -1.0]


@pytest.mark.rule("SB-TEAM.3", "SB-BUILD.1")
@pytest.mark.parametrize("side", ["heroes", "villains"])
def test_a_team_is_all_heroes_or_all_villains(side: str) -> None:
    tale = start(players=4, side=side)
    sides = [seat["side"] for seat in tale.view(None)["seats"]]
    assert sides[0] == sides[2] == side
    assert sides[1] == sides[3] != side
    offered = []
    for _ in range(4):
        offered.append(tale.edition.teams[tale.state.legal()[0] & 0xFFF].side)
        tale.state.apply(tale.state.legal()[0])
    assert offered == ["hero", "hero", "villain", "villain"]


@pytest.mark.rule("SB-TEAM.4", "SB-R34")
def test_an_ally_of_the_other_team_may_be_taken_all_the_same() -> None:
    """Four different Allies are advice: three are in the box, and nothing forbids the same one twice."""
    tale = start(
        players=4, side="heroes", hero="alice", hero2="peter-pan", villain="hook", villain2="magician"
    )
    tale.do("ally", "hero genie").do("ally", "hero tinker-bell")
    for ally in ("genie", "tinker-bell", "mad-hatter"):
        assert tale.may("ally", f"villain {ally}")
    champions = [seat["champion"] for seat in tale.view(None)["seats"]]
    assert len(set(champions)) == 4


@pytest.mark.rule("SB-R34")
def test_teammates_take_different_champions_and_allies() -> None:
    tale = start(players=4, side="heroes")
    tale.do("champion", "hero alice")
    assert tale.refused("champion", "hero alice") == "SB-R34"
    tale.do("champion", "hero peter-pan").do("champion", "villain hook")
    assert tale.refused("champion", "villain hook") == "SB-R34"
    tale.do("champion", "villain magician").do("ally", "hero genie")
    assert tale.asked == "hero2" and tale.refused("ally", "hero genie") == "SB-R34"
    with pytest.raises(Mistake, match="SB-R34"):
        GAME.start(players=4, options={"hero": "alice", "hero2": "alice"})


@pytest.mark.rule("SB-R2", "SB-R34")
def test_picks_go_round_heroes_first_for_each_thing() -> None:
    tale = start(players=4, side="heroes")
    order = []
    for _ in range(12):
        order.append((tale.asked, *tale.verbs))
        tale.state.apply(tale.state.legal()[0])
    seats = ["hero", "hero2", "villain", "villain2"]
    assert order == [(seat, verb) for verb in ("champion", "ally", "keep") for seat in seats]


@pytest.mark.rule("SB-TEAM.5", "SB-BUILD.5")
def test_each_player_keeps_one_of_the_own_four_twists() -> None:
    tale = start(players=4, **CAST)
    kept = {"hero": "WH-T1", "hero2": "Nh-T1", "villain": "NV-T2", "villain2": "Nv-T2"}
    for role, twist in kept.items():
        assert tale.asked == role
        offered = {tale.edition.twists[action & 0xFFF].id for action in tale.state.legal()}
        teams = {(CAST[role], role.rstrip("2")), (CAST[f"{role}_ally"], role.rstrip("2"))}
        assert offered == {w.id for w in HOUSE.twists if (w.team, w.side) in teams} and len(offered) == 4
        tale.do("keep", twist)
    for role in ROLES:
        assert tale.view(role)["twist"]["id"] == kept[role]
        others = str({**tale.view(role), "twist": None}) + str(tale.told(role)).replace(kept[role], "")
        assert not any(twist in others for other, twist in kept.items() if other != role)


@pytest.mark.rule("SB-TEAM.6", "SB-TWIST.1", "SB-R33")
def test_a_team_plays_one_twist_whichever_members() -> None:
    lines = ("Alice @ 0,0", "Dinah in hand", "Peter Pan @ 9,0", "Nana @ 9,1", "Captain Hook @ 5,5")
    tale = four(*lines, twists=["Eat Me, Drink Me", "Second Star to the Right"])
    spare = four(*lines, turn="hero2", twists=["Eat Me, Drink Me", "Second Star to the Right"])
    assert spare.may("twist")
    tale.twist().end().end()
    assert tale.turn == "hero2"
    assert tale.refused("twist") == "SB-TEAM.6"
    tale.end().end()
    assert tale.turn == "hero" and tale.refused("twist") == "SB-TWIST.1"


@pytest.mark.rule("SB-R33")
def test_the_teammates_twist_goes_to_the_box_unseen() -> None:
    lines = ("Alice @ 0,0", "Dinah in hand", "Peter Pan @ 9,0", "Captain Hook @ 5,5")
    tale = four(*lines, twists=["Eat Me, Drink Me", "Second Star to the Right"]).twist()
    for role in ("hero", "villain", "villain2", None):
        assert [seat["twist"] for seat in tale.view(role)["seats"]][0:3:2] == ["WH-T1", "boxed"]
        assert "Second Star" not in str(tale.view(role)) + str(tale.told(role))


@pytest.mark.rule("SB-R33", "SB-TWIST.2")
def test_an_ordinary_twist_is_not_for_the_teammates_turn() -> None:
    lines = ("Alice @ 0,0", "Peter Pan @ 9,0", "Nana in hand", "Captain Hook @ 5,5")
    tale = four(*lines, turn="hero2", twists=["Eat Me, Drink Me"])
    assert tale.asked == "hero2"
    assert tale.end().asked == "villain", "Hero 1 was not asked"


@pytest.mark.rule("SB-TEAM.6", "SB-R28")
def test_in_a_window_all_four_are_asked_in_the_order_of_turns() -> None:
    far = ("Peter Pan @ 5,0", "Queen of Hearts @ 5,1", "villain Tinker Bell @ 9,9")
    lines = ("Alice @ 0,0", "Captain Hook @ 0,1", *far, "Smee in hand")
    cast: dict[str, Any] = {
        "champions": {
            "hero": "alice",
            "hero2": "peter-pan",
            "villain": "hook",
            "villain2": "queen-of-hearts",
        },
        "allies": {"hero": "mad-hatter", "villain": "tinker-bell"},
    }
    tale = four(
        *lines, turn="villain", calm=True, twists=["No Room, No Room", "The Poisoned Cup"], **cast
    ).end()
    assert tale.asked == "villain"
    assert tale.decline().asked == "hero"
    assert tale.decline().turn == "hero", "the other two could want nothing"


@pytest.mark.rule("SB-TEAM.7", "SB-R35", "SB-R7")
@pytest.mark.parametrize(
    ("role", "card", "turned"),
    [
        ("hero", "Dinah", 0),
        ("hero2", "Nana", 0),
        ("villain", "Smee", 2),
        ("villain2", "The Cook", 2),
    ],
)
def test_teammates_sit_side_by_side_so_their_cards_point_one_way(role: str, card: str, turned: int) -> None:
    lines = (
        "Alice @ 0,0",
        "Peter Pan @ 1,0",
        "Captain Hook @ 0,1",
        "Queen of Hearts @ 1,1",
        f"{card} in hand",
    )
    tale = four(*lines, turn=role, calm=True).play(card, (2, 0))
    assert tale.turned(card) == turned


@pytest.mark.rule("SB-TEAM.8", "SB-HIDE.2", "SB-R32")
def test_teammates_do_not_see_each_others_hands_and_hidden_cards() -> None:
    lines = ("Alice @ 0,0", "Dinah in hand", "The Dodo @ 0,-1 face down", "Peter Pan @ 1,0", "Nana in hand")
    tale = four(*lines, "The Gryphon on deck")
    assert [card["name"] for card in tale.view("hero")["hand"]] == ["Dinah"]
    assert [card["name"] for card in tale.view("hero2")["hand"]] == ["Nana"]
    assert (
        "name" not in tale.seen_at("hero2", (0, -1)) and tale.seen_at("hero", (0, -1))["name"] == "The Dodo"
    )
    tale.draw()
    assert tale.told("hero")[-1].words.endswith("draws The Gryphon.")
    for role in ("hero2", "villain", "villain2", None):
        assert "Dinah" not in GAME.text(tale.state, None if role is None else tale.seat_of(role))
        assert tale.told(role)[-1].words.endswith("draws a card.")


@pytest.mark.rule("SB-TEAM.9", "SB-TURN.1")
def test_the_order_of_turns() -> None:
    tale = four("Alice @ 0,0", "Captain Hook @ 9,9", turn="villain")
    order = []
    for _ in range(6):
        order.append(tale.turn)
        assert tale.asked == tale.turn
        tale.end()
    assert order == ["villain", "hero", "villain2", "hero2", "villain", "hero"]


# --- Set-up ---------------------------------------------------------------------------------------


@pytest.mark.rule("SB-TEAM.10", "SB-R35", "SB-SETUP.1")
def test_set_up_for_four() -> None:
    tale = dealt()
    assert tale.layout == {(0, 0): "Alice", (1, 0): "Peter Pan"}, "the Leaders lie side by side"
    spaces = {
        "hero": [(-1, 0), (0, -1)],
        "hero2": [(2, 0), (1, -1)],
        "villain": [(-1, 1), (0, 1)],
        "villain2": [(1, 1), (2, 1)],
    }
    for role, cells in spaces.items():
        for cell in cells:
            assert tale.asked == role
            tale.state.apply(tale.state.legal()[0])
            assert tale.view(role)["table"][-1] is not None and cell in tale.layout
            assert tale.seen_at(None, cell)["owner"] == ROLES.index(role)
    ups = {cell: tale.seen_at(None, cell)["up"] for cell in tale.layout}
    assert all(ups[cell] == role.startswith("villain") for role, cells in spaces.items() for cell in cells)
    assert (tale.turn, tale.asked) == ("villain", "villain")


@pytest.mark.rule("SB-R35", "SB-TEAM.10")
def test_what_teammates_lay_is_shown_when_both_have_chosen() -> None:
    tale = dealt()
    for _ in range(6):
        tale.state.apply(tale.state.legal()[0])
    assert tale.asked == "villain2"
    for role in ("hero", "hero2", "villain2", None):
        assert "name" not in tale.seen_at(role, (-1, 1)) and "name" not in tale.seen_at(role, (0, 1))
    assert "name" in tale.seen_at("villain", (0, 1))
    tale.state.apply(tale.state.legal()[0])
    assert "name" not in tale.seen_at("hero", (0, 1)), "one card is still to come"
    tale.state.apply(tale.state.legal()[0])
    for cell in ((-1, 1), (0, 1), (1, 1), (2, 1)):
        seen = tale.seen_at(None, cell)
        assert seen["up"] and seen["turns"] == 2


# --- Yours, theirs and the team's -----------------------------------------------------------------


@pytest.mark.rule("SB-R32", "SB-SPIN.2", "SB-SLIDE.1")
def test_a_teammates_card_is_not_under_control() -> None:
    tale = four("Alice @ 0,0", "Peter Pan @ 4,0", "Captain Hook @ 0,3", "Nana @ 9,9 face down")
    assert tale.may("spin", "Alice", "left")
    assert tale.refused("spin", "Peter Pan", "left") == "SB-SPIN.2"
    assert tale.refused("slide", "Peter Pan", "W") == "SB-SLIDE.1"
    assert tale.may("reveal", "Nana"), "any face-down card may be revealed"


@pytest.mark.rule("SB-R32", "SB-TWIST.7")
def test_requirements_compare_the_teams() -> None:
    cast: dict[str, Any] = {"champions": {"hero": "peter-pan", "hero2": "alice", "villain": "hook"}}
    lines = ("Peter Pan @ 0,0", "Captain Hook @ 0,1", "Queen of Hearts @ 1,1", "Nana in hand")
    outnumbered = four(*lines, twists=["Pinnacle of Good Form"], **cast)
    assert outnumbered.may("twist"), "one against the two of both enemies"
    level = four(*lines, "Alice @ 1,0", twists=["Pinnacle of Good Form"], **cast)
    assert level.refused("twist") == "SB-TWIST.3", "the teammate's card counts"


@pytest.mark.rule("SB-R32", "SB-VOCAB.16")
def test_my_cards_are_the_holders_and_enemies_are_both() -> None:
    lines = ("Alice @ 0,0", "Dinah @ 1,0", "Peter Pan @ 2,0", "Captain Hook @ 0,4", "Queen of Hearts @ 4,4")
    swap = four(
        *lines, twists=["Change Places"], champions={"hero": "alice"}, allies={"hero": "mad-hatter"}
    ).twist()
    assert swap.targets() == {"Alice", "Dinah"}
    one = four(
        *lines[1:], twists=["Change Places"], champions={"hero": "alice"}, allies={"hero": "mad-hatter"}
    )
    assert one.refused("twist") == "SB-TWIST.3", "the teammate's Peter Pan is not mine"
    light = four(*lines, turn="villain", twists=["Jealous Light"]).twist()
    assert light.targets() == {"Alice", "Dinah", "Peter Pan"}


@pytest.mark.rule("SB-R32")
def test_an_enemy_beside_my_teammate_is_not_beside_me() -> None:
    far = ("Queen of Hearts @ 5,5", "villain Tinker Bell @ 9,9")
    lines = ("Alice @ 0,0", "Captain Hook @ 0,1", *far, "Smee in hand", "The Cook in hand")
    cast: dict[str, Any] = {"champions": {"villain": "hook", "villain2": "queen-of-hearts"}}
    tale = four(
        *lines, calm=True, twists=["The Poisoned Cup"], allies={"villain": "tinker-bell"}, **cast
    ).end()
    assert tale.asked == "villain"
    mate = four(
        *lines, calm=True, twists=["The Poisoned Cup"], allies={"villain2": "tinker-bell"}, **cast
    ).end()
    assert mate.turn == "villain2" and mate.window == 0


@pytest.mark.rule("SB-R36")
def test_each_has_a_deck_a_hand_and_five_points_of_their_own() -> None:
    tale = dealt()
    assert [(seat["hand"], seat["deck"]) for seat in tale.view(None)["seats"]] == [
        (4, 10),
        (4, 11),
        (4, 10),
        (4, 11),
    ]
    table_of_four = four("Alice @ 0,0", "Captain Hook @ 9,9").draw()
    assert [seat["hand"] for seat in table_of_four.view(None)["seats"]] == [1, 0, 0, 0]
    for _ in range(4):
        table_of_four.end()
        assert table_of_four.ap == 5
    assert table_of_four.view(None)["target"] == 15


@pytest.mark.rule("SB-VOCAB.4", "SB-VOCAB.16")
def test_any_card_may_be_the_teammates() -> None:
    lines = ("Alice @ 0,0", "Nana @ 1,0 face down", "Smee @ 0,1 face down")
    tale = four(*lines, calm=True, twists=["Curiouser and Curiouser"]).twist()
    assert tale.may("target", "Nana")
    assert tale.may("target", "Smee")
