"""SB-COMP and SB-BUILD: what is in the box, and choosing a team."""

import pytest

from fabletop import Mistake

from .tables import GAME, HOUSE, Tale, start, table

SETS = ["neverland", "wonderland", "arabian-nights"]
HEROES = HOUSE.teams_of("champion", "hero")
VILLAINS = HOUSE.teams_of("champion", "villain")
HERO_ALLIES = HOUSE.teams_of("ally", "hero")
VILLAIN_ALLIES = HOUSE.teams_of("ally", "villain")


def picked(tale: Tale, verb: str) -> list[str]:
    """What is offered, by id."""
    options = GAME.ask(tale.state, tale.seat).options
    assert all(option.verb == verb for option in options)
    return [option.thing.split(" ", 1)[1] for option in options]


# --- What is in the box ---------------------------------------------------------------------------


@pytest.mark.rule("SB-COMP.1", "SB-COMP.2")
def test_three_sets_of_forty_cards_two_of_them_for_reference_only() -> None:
    reference = 2
    cards = 0
    for story in SETS:
        teams = [team for team in HOUSE.teams if team.set == story]
        sizes = sorted((team.kind, team.side, len(team.faces)) for team in teams)
        assert sizes == [
            ("ally", "hero", 5),
            ("ally", "villain", 5),
            ("champion", "hero", 10),
            ("champion", "villain", 10),
        ]
        for team in teams:
            twists = [twist for twist in HOUSE.twists if (twist.team, twist.side) == (team.id, team.side)]
            assert len(twists) == 2
            cards += len(team.faces) + len(twists)
        cards += reference
    assert {team.set for team in HOUSE.teams} == set(SETS)
    assert cards == 120


@pytest.mark.rule("SB-COMP.3", "SB-COMP.5")
def test_everybody_sees_whose_a_card_is_whichever_way_it_lies() -> None:
    tale = table(
        "Alice @ 0,0",
        "Dinah @ 1,0 face down",
        "hero Tinker Bell @ 0,-1",
        "Smee @ 0,1",
        "Cecco @ 1,1 face down",
    )
    for role in ("hero", "villain", None):
        owners = {tuple(card["cell"]): card["owner"] for card in tale.view(role)["table"]}
        assert owners == {(0, 0): 0, (1, 0): 0, (0, -1): 0, (0, 1): 1, (1, 1): 1}
    icons = {card["name"]: card["ally"] for card in tale.view(None)["table"] if card["up"]}
    assert icons == {"Alice": False, "Tinker Bell": True, "Smee": False}


@pytest.mark.rule("SB-COMP.4")
def test_a_team_card_has_points_four_sides_and_perhaps_a_star() -> None:
    tale = table("Alice @ 0,0", "Dinah @ 1,0 turned 3", "Smee in hand", twists=["Eat Me, Drink Me"])
    for name, cell in (("Alice", (0, 0)), ("Dinah", (1, 0))):
        face = next(face for face in HOUSE.faces if face.name == name)
        seen = tale.seen_at(None, cell)
        assert (seen["points"], seen["leader"]) == (face.points, name == "Alice")
        assert seen["sides"] == [list(side) for side in face.sides]
    for team in HOUSE.teams:
        assert sum(face.leader for face in team.faces) == (1 if team.kind == "champion" else 0)
    assert tale.view("hero")["twist"]["hourglass"] == []
    hourglass = table("Crocodile @ 0,0", twists=["Tick, Tock"], turn="villain")
    assert hourglass.view("villain")["twist"]["hourglass"] == ["battle"]


# --- Choosing -------------------------------------------------------------------------------------


@pytest.mark.rule("SB-BUILD.1", "SB-GEN.1")
@pytest.mark.parametrize("side", ["heroes", "villains"])
def test_one_player_takes_a_side_and_the_other_has_the_other(side: str) -> None:
    tale = start()
    assert (tale.seat, tale.verbs) == (0, {"side"})
    assert tale.refused("champion", "hero alice") == "SB-BUILD.1"
    tale.do("side", side)
    sides = [seat["side"] for seat in tale.view(None)["seats"]]
    assert sides == (["heroes", "villains"] if side == "heroes" else ["villains", "heroes"])


@pytest.mark.rule("SB-BUILD.2", "SB-R1")
def test_a_champion_of_the_own_side_brings_its_ten_cards() -> None:
    tale = start(side="heroes")
    assert set(picked(tale, "champion")) == {team.id for team in HEROES}
    assert {team.name for team in HEROES} >= {"Alice", "Peter Pan"}
    assert tale.refused("champion", "villain hook") == "SB-BUILD.2"
    assert tale.refused("champion", "villain magician") == "SB-BUILD.2"
    tale.do("champion", "hero alice")
    assert set(picked(tale, "champion")) == {team.id for team in VILLAINS}
    assert {team.name for team in VILLAINS} >= {"Queen of Hearts", "Captain Hook"}
    assert tale.refused("champion", "hero peter-pan") == "SB-BUILD.2"
    tale.do("champion", "villain hook")
    faces = [tale.edition.faces[face].id for face in tale.state.face]
    assert faces[:10] == [face.id for face in HEROES[1].faces] and HEROES[1].id == "alice"
    assert faces[15:25] == [face.id for face in VILLAINS[0].faces] and VILLAINS[0].id == "hook"


@pytest.mark.rule("SB-BUILD.3", "SB-R1")
def test_an_ally_comes_in_the_version_of_the_own_side() -> None:
    tale = start(side="heroes", hero="alice", villain="hook")
    assert set(picked(tale, "ally")) == {team.id for team in HERO_ALLIES}
    assert {team.name for team in HERO_ALLIES} >= {"Tinker Bell", "Mad Hatter"}
    assert tale.refused("ally", "villain tinker-bell") == "SB-BUILD.2"
    assert tale.refused("champion", "hero alice") == "SB-BUILD.3"
    tale.do("ally", "hero mad-hatter").do("ally", "villain tinker-bell")
    faces = [tale.edition.faces[face].id for face in tale.state.face]
    hatter = next(team for team in HERO_ALLIES if team.id == "mad-hatter")
    tinker = next(team for team in VILLAIN_ALLIES if team.id == "tinker-bell")
    assert faces[10:15] == [face.id for face in hatter.faces]
    assert faces[25:30] == [face.id for face in tinker.faces]


@pytest.mark.rule("SB-BUILD.4")
@pytest.mark.parametrize("hero", [team.id for team in HEROES])
@pytest.mark.parametrize("villain", [team.id for team in VILLAINS])
def test_any_ally_serves_any_champion(hero: str, villain: str) -> None:
    tale = start(side="heroes", hero=hero, villain=villain)
    assert set(picked(tale, "ally")) == {"tinker-bell", "mad-hatter", "genie"}
    tale.do("ally", "hero tinker-bell")
    assert set(picked(tale, "ally")) == {"tinker-bell", "mad-hatter", "genie"}


@pytest.mark.rule("SB-BUILD.5")
def test_one_of_four_twists_is_kept_in_secret() -> None:
    tale = start(side="heroes", hero="alice", villain="hook", hero_ally="genie", villain_ally="mad-hatter")
    assert picked(tale, "keep") == ["WH-T1", "WH-T2", "Ah-T1", "Ah-T2"]
    assert tale.refused("keep", "Pinnacle of Good Form") == "SB-BUILD.5"
    tale.do("keep", "Carpet Ride")
    assert picked(tale, "keep") == ["NV-T1", "NV-T2", "Wv-T1", "Wv-T2"]
    for role in ("villain", None):
        assert tale.view(role)["seats"][0]["twist"] == "kept"
        assert tale.view(role)["twist"] is None
        assert "Carpet" not in str(tale.view(role)) + str(tale.told(role))
    assert tale.view("hero")["twist"]["name"] == "Carpet Ride"
    assert "Carpet" in str(tale.told("hero"))


@pytest.mark.rule("SB-BUILD.5")
def test_a_twist_given_as_an_option_must_belong_to_champion_or_ally() -> None:
    with pytest.raises(Mistake, match="hero=alice"):
        GAME.start(options={"hero": "peter-pan", "hero_twist": "WH-T1"})
    with pytest.raises(Mistake, match="hero_ally=genie"):
        GAME.start(options={"hero": "alice", "hero_twist": "Ah-T1"})


@pytest.mark.rule("SB-BUILD.6")
def test_the_twist_is_in_neither_deck_nor_hand_and_ready_at_once() -> None:
    tale = start(
        side="heroes",
        hero="alice",
        villain="magician",
        hero_ally="genie",
        villain_ally="genie",
        hero_twist="WH-T1",
        villain_twist="AV-T2",
    )
    sizes = [(seat["hand"] + seat["deck"]) for seat in tale.view(None)["seats"]]
    assert sizes == [14, 15], "all of them Team cards"
    for role in ("hero", "hero", "villain", "villain"):
        tale.do("lay", tale.hand(role)[0])
    assert tale.turn == "villain"
    assert tale.may("twist"), "Forty Jars asks for two cards in hand, which is what one starts with"


# --- Rulings --------------------------------------------------------------------------------------


@pytest.mark.rule("SB-R1", "SB-COMP.1")
def test_the_third_story_plays_too() -> None:
    for teams in (HEROES, VILLAINS, HERO_ALLIES, VILLAIN_ALLIES):
        assert [team.set for team in teams] == SETS
    tale = start(
        side="heroes", hero="scheherazade", villain="magician", hero_ally="genie", villain_ally="genie"
    )
    assert picked(tale, "keep") == ["AH-T1", "AH-T2", "Ah-T1", "Ah-T2"]


@pytest.mark.rule("SB-R2")
@pytest.mark.parametrize("side", ["heroes", "villains"])
def test_the_hero_picks_first_and_openly(side: str) -> None:
    tale = start(side=side)
    order = []
    for verb, thing in (
        ("champion", "hero alice"),
        ("champion", "villain hook"),
        ("ally", "hero genie"),
        ("ally", "villain genie"),
        ("keep", "WH-T1"),
        ("keep", "NV-T1"),
    ):
        order.append((tale.asked, verb))
        tale.do(verb, thing)
        if verb != "keep":
            side_of, _, team = thing.partition(" ")
            shown = [seat[verb] for seat in tale.view(None)["seats"] if seat["side"].startswith(side_of)]
            assert shown == [team], "all see it at once"
    assert order == [
        ("hero", "champion"),
        ("villain", "champion"),
        ("hero", "ally"),
        ("villain", "ally"),
        ("hero", "keep"),
        ("villain", "keep"),
    ]


@pytest.mark.rule("SB-R2")
def test_both_sides_may_have_the_same_ally_in_two_versions_without_a_star() -> None:
    for hero in HERO_ALLIES:
        villain = next(team for team in VILLAIN_ALLIES if team.id == hero.id)
        assert not {face.id for face in hero.faces} & {face.id for face in villain.faces}
        assert not any(face.leader for face in (*hero.faces, *villain.faces))
    tale = (
        start(side="heroes", hero="alice", villain="hook")
        .do("ally", "hero genie")
        .do("ally", "villain genie")
    )
    leaders = [tale.edition.faces[face].leader for face in tale.state.face]
    assert (sum(leaders[:15]), sum(leaders[15:])) == (1, 1)


@pytest.mark.rule("SB-R2", "SB-BUILD.5")
def test_the_villain_keeps_a_twist_without_knowing_the_heros() -> None:
    """Simultaneous: the question and all that the Villain sees are the same whatever the Hero kept."""
    seen = []
    for twist in ("WH-T1", "Wh-T2"):
        tale = start(
            side="heroes", hero="alice", villain="hook", hero_ally="mad-hatter", villain_ally="genie"
        )
        tale.do("keep", twist)
        assert tale.asked == "villain"
        seen.append((GAME.ask(tale.state, 1), tale.view("villain"), tale.view(None), tale.told("villain")))
    assert seen[0] == seen[1]
