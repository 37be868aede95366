"""SB-SETUP: the table before the first turn."""

import pytest

from fabletop.games.storybook import table as t

from .tables import HOUSE, Tale, start, table

CAST = {
    "side": "heroes",
    "hero": "alice",
    "hero_ally": "genie",
    "villain": "hook",
    "villain_ally": "mad-hatter",
}
TWISTS = {"hero_twist": "WH-T1", "villain_twist": "NV-T1"}


def dealt(seed: int = 1, **more: str) -> Tale:
    """Teams are chosen and cards drawn; the first card is to be laid."""
    return start(seed, **CAST | TWISTS | more)


def laid(tale: Tale, *roles: str) -> list[str]:
    """Each of these lays the first card of its hand; their names."""
    names = []
    for role in roles:
        assert tale.asked == role
        names.append(tale.hand(role)[0])
        tale.do("lay", names[-1])
    return names


@pytest.mark.rule("SB-SETUP.1", "SB-R7")
@pytest.mark.parametrize("hero", ["alice", "peter-pan", "scheherazade"])
def test_the_hero_leader_lies_face_up_at_the_centre(hero: str) -> None:
    tale = start(**CAST | {"hero": hero})
    assert tale.layout == {}
    tale.do("keep", tale.edition.twists[tale.state.legal()[0] & 0xFFF].id).do("keep", "NV-T1")
    leader = next(face for team in HOUSE.teams if team.id == hero for face in team.faces if face.leader)
    assert tale.layout == {(0, 0): leader.name}
    assert tale.turned(leader.name) == 0


@pytest.mark.rule("SB-SETUP.2")
def test_fourteen_and_fifteen_cards_are_shuffled() -> None:
    orders = set()
    for seed in range(4):
        tale = dealt(seed)
        hero = tale.hand("hero") + tale.deck("hero")
        villain = tale.hand("villain") + tale.deck("villain")
        assert (len(hero), len(villain)) == (14, 15)
        assert "Alice" not in hero and "Captain Hook" in villain
        assert len(set(hero)) == 14 and len(set(villain)) == 15
        orders.add((*tale.deck("hero"), *tale.deck("villain")))
    assert len(orders) == 4, "another seed, another order"


@pytest.mark.rule("SB-SETUP.3", "SB-R3", "SB-R5")
def test_the_hero_lays_two_of_four_face_down_beside_the_leader() -> None:
    tale = dealt()
    assert (tale.asked, len(tale.hand("hero"))) == ("hero", 4)
    first, second = laid(tale, "hero", "hero")
    assert tale.layout == {(0, 0): "Alice", (1, 0): first, (0, -1): second}
    assert not tale.up(first) and not tale.up(second)
    assert tale.asked == "villain"


@pytest.mark.rule("SB-SETUP.3", "SB-SETUP.4")
def test_any_two_of_the_four_may_be_laid() -> None:
    tale = dealt()
    assert all(tale.may("lay", name) for name in tale.hand("hero"))
    last = tale.hand("hero")[3]
    tale.do("lay", last)
    assert tale.refused("lay", last) == "SB-R5", "it is no longer in hand"
    assert tale.refused("lay", "Captain Hook") == "SB-R5", "not one's own"


@pytest.mark.rule("SB-SETUP.4", "SB-R4")
def test_the_villain_lays_two_of_four_face_up_in_a_front_row() -> None:
    tale = dealt()
    laid(tale, "hero", "hero")
    assert len(tale.hand("villain")) == 4
    first, second = laid(tale, "villain", "villain")
    assert (tale.cell(first), tale.cell(second)) == ((0, 1), (1, 1))
    assert tale.turned(first) == tale.turned(second) == 2


@pytest.mark.rule("SB-R4")
def test_the_villain_chooses_which_card_goes_where_and_each_touches_a_hero() -> None:
    tale = dealt()
    laid(tale, "hero", "hero")
    names = tale.hand("villain")
    tale.do("lay", names[1]).do("lay", names[0])
    assert (tale.cell(names[0]), tale.cell(names[1])) == ((1, 1), (0, 1))
    heroes = {cell for cell in tale.layout if tale.seen_at(None, cell)["owner"] == 0}
    assert {(0, 0), (1, 0)} <= heroes, "below each red space lies a Hero card"


@pytest.mark.rule("SB-SETUP.5")
def test_the_villain_places_knowing_the_leader_and_two_backs() -> None:
    tale = dealt()
    laid(tale, "hero", "hero")
    seen = {tuple(card["cell"]): card.get("name") for card in tale.view("villain")["table"]}
    assert seen == {(0, 0): "Alice", (1, 0): None, (0, -1): None}
    laid(tale, "villain", "villain")
    assert [seat["hand"] for seat in tale.view(None)["seats"]] == [2, 2]
    assert (tale.turn, tale.ap) == ("villain", t.AP_A_TURN), "set-up costs no AP"


@pytest.mark.rule("SB-R5")
def test_exactly_two_are_laid_and_no_hand_is_exchanged() -> None:
    tale = dealt()
    assert tale.verbs == {"lay"}
    for verb in ("end", "pass", "draw", "done"):
        assert tale.refused(verb) == "SB-R5"
    laid(tale, "hero", "hero")
    assert tale.asked == "villain", "not a third one"
    assert tale.verbs == {"lay"}


@pytest.mark.rule("SB-R6", "SB-R7")
@pytest.mark.parametrize("turned", range(4))
def test_a_square_card_touches_the_same_neighbours_however_it_lies(turned: int) -> None:
    numbers = "1/1,2/2,3/3,4/4"
    tale = table(
        f"Alice {numbers} @ 0,0 turned {turned}",
        "Smee @ 0,1",
        "Cecco @ 1,0",
        "Noodler @ 0,-1",
        "Cookson @ -1,0",
    )
    shown = [tale.shows("Alice", way)[0] for way in "NESW"]
    assert shown == [(way - turned) % 4 + 1 for way in range(4)]


@pytest.mark.rule("SB-R7")
def test_the_name_edge_is_nearest_to_its_controller() -> None:
    tale = table("Alice 1/1,1/1,7/7,1/1 @ 0,0", "Smee 1/1,1/1,8/8,1/1 @ 5,5")
    assert tale.shows("Alice", "S") == (7, 7), "Heroes sit in the south"
    assert tale.shows("Smee", "N") == (8, 8), "Villains in the north"


@pytest.mark.rule("SB-R7")
def test_the_facing_of_the_ledger() -> None:
    tale = table("Alice 1/1,2/2,3/3,4/4 @ 0,0 turned 1", "Dinah 1/1,2/2,3/3,4/4 @ 2,0 turned 2")
    assert tale.shows("Alice", "W") == (3, 3), "rot 1: the side toward W is S"
    assert tale.shows("Dinah", "E") == (4, 4), "rot 2: toward E is W"
    assert tale.shows("Dinah", "S") == (1, 1), "and toward S is N"


@pytest.mark.rule("SB-R8")
def test_a_villain_leader_is_a_card_of_the_deck_and_may_be_hidden() -> None:
    tale = table("Alice @ 0,0", "Captain Hook in hand", turn="villain")
    tale.hide("Captain Hook", (0, 1))
    assert not tale.up("Captain Hook")
    assert "card" not in tale.seen_at("hero", (0, 1))


@pytest.mark.rule("SB-R8", "SB-R19")
def test_a_hero_leader_is_turned_down_by_a_twist_only() -> None:
    tale = table("Alice @ 0,0", "Dinah @ 1,0", "The Dodo @ 2,0", turn="villain", twists=["Jealous Light"])
    tale.twist().do("target", "Alice")
    assert not tale.up("Alice")


@pytest.mark.rule("SB-R8")
def test_capturing_a_leader_gives_its_points_and_nothing_more() -> None:
    tale = table("Alice 1/1 for 5 @ 0,0", "Smee 2/9 @ 0,1", "Dinah in hand").end()
    assert tale.captured == {"Alice"}
    assert tale.score == (0, 5)
    assert not tale.over and tale.turn == "villain"


@pytest.mark.rule("SB-R8", "SB-TWIST.3")
def test_a_twist_that_names_a_card_needs_it_face_up() -> None:
    lines = ["Alice @ 0,0", "Dinah @ 1,0"]
    up = table(*lines, "Captain Hook @ 0,1", turn="villain", twists=["The Captain's Claw"])
    assert up.may("twist")
    down = table(*lines, "Captain Hook @ 0,1 face down", turn="villain", twists=["The Captain's Claw"])
    assert down.refused("twist") == "SB-TWIST.3"
