"""Setting up, the components, and how a game ends."""

from collections import Counter

import pytest

import fabletop
from fabletop import Mistake
from fabletop.games.condyle import cards as c
from fabletop.games.condyle import table as t
from fabletop.games.condyle.game import GAME, terms
from fabletop.games.condyle.solo.game import GAME as SOLO
from fabletop.games.condyle.solo.game import solo_terms

from .tables import HOUSE, start, table


def faces_in(players: int, **options: str) -> Counter[str]:
    made = terms(HOUSE, GAME.opening(players, options))
    return Counter(HOUSE.faces[face].name for face in made.faces)


# --- Components --------------------------------------------------------------------------------------


@pytest.mark.rule("CC-COMP.1", "CC-DEF.1")
def test_the_base_box() -> None:
    box = faces_in(2)
    assert sum(box.values()) == 40
    assert (box["CAT UNDER A LAMP"], box["SHED SOME LIGHT"], box["LUCKY PASSERBY"]) == (1, 1, 2)
    assert sum(f.count for f in HOUSE.faces if f.defensive) == 4
    made = terms(HOUSE, GAME.opening(2))
    assert (len(made.cove), len(made.acts)) == (9, 6)


@pytest.mark.rule("CC-COMP.2", "CC-GHOST.1", "CC-R76", "CC-R2")
def test_who_may_play_what() -> None:
    assert {*GAME.players, *SOLO.players} == {1, 2, 3, 4}
    for players in (2, 3):
        GAME.opening(players, {"ghost": "on"})
    with pytest.raises(Mistake, match="CC-R76"):
        GAME.opening(4, {"ghost": "hard"})
    with pytest.raises(Mistake, match="CC-R2"):
        GAME.opening(4, {"fourth": "off"})


@pytest.mark.rule("CC-COMP.3", "CC-R7", "CC-4P.1", "CC-4P.2", "CC-R61")
def test_the_expansion_box() -> None:
    more = faces_in(4) - faces_in(2)
    assert sum(more.values()) == 14 and more["PASSAGE"] == 2
    assert faces_in(2, fourth="on") == faces_in(4)
    made = terms(HOUSE, GAME.opening(3, {"winter": "on", "ghost": "hard"}))
    assert (len(made.winter), len(made.haunted), len(made.cove)) == (21, 7, 9 + 1 + 3)
    assert len(HOUSE.cul_de_sacs) == 5
    assert {a.id for a in HOUSE.acts_of("choices")} == {"my_binky", "extra_boogeyman"}


@pytest.mark.rule("CC-COMP.4")
def test_solo_cards_are_for_solo_play() -> None:
    solo = {face.name for face in HOUSE.faces if face.set == "solo"}
    for players in (2, 3, 4):
        assert not solo & set(faces_in(players))
    assert solo <= {HOUSE.faces[face].name for face in solo_terms(HOUSE, SOLO.opening()).faces}


@pytest.mark.rule("CC-R79", "CC-R98")
def test_what_goes_together() -> None:
    everything = {"fourth": "on", "winter": "on", "ghost": "hard", "cul_de_sac": "hollow_days"}
    everything |= {"binky": "fruitcake", "boogeyman": "carolers"}
    GAME.opening(3, everything)
    with pytest.raises(Mistake, match="has no option 'winter'"):
        SOLO.opening(1, {"winter": "on"})
    with pytest.raises(Mistake, match="'live' with ghost=off: choose one of 'nominal'"):
        GAME.opening(2, {"clock": "live"})
    with pytest.raises(Mistake, match="'free' with winter=off"):
        GAME.opening(2, {"flip": "free"})


# --- Setup -------------------------------------------------------------------------------------------


@pytest.mark.rule("CC-SETUP.1", "CC-SETUP.2", "CC-R2", "CC-SETUP.9")
@pytest.mark.parametrize(
    ("players", "fourth", "shares"),
    [(2, "off", [20, 20]), (3, "off", [14, 13, 13]), (2, "on", [27, 27]), (4, "on", [14, 14, 13, 13])],
)
def test_all_cards_are_dealt_from_the_first_player_on(players: int, fourth: str, shares: list[int]) -> None:
    tale = start(players, fourth=fourth, first="1", cross="auto")
    piles = [int(tale.state.pile_n((1 + i) % players)) for i in range(players)]
    assert piles == shares
    for _ in range(players):
        assert all(seat["known"] == [] for seat in tale.sees(None)["seats"])
        tale.do("start", (0, 0))
    assert [int(tale.state.hand_n(p)) for p in range(players)] == [2] * players
    assert [int(tale.state.pile_n((1 + i) % players)) for i in range(players)] == [n - 2 for n in shares]


@pytest.mark.rule("CC-SETUP.3", "CC-SETUP.4", "CC-R6")
def test_the_decks_are_shuffled() -> None:
    tales = [start(2, seed) for seed in range(6)]
    assert len({tuple(tale.state.deck)[:9] for tale in tales}) > 3
    assert len({tuple(tale.state.deck)[t.ACT : t.SEEN] for tale in tales}) > 3
    for tale in tales:
        assert all(
            shown == {"slot": i, "up": False, "act": None} for i, shown in enumerate(tale.sees(0)["acts"])
        )


@pytest.mark.rule("CC-SETUP.5", "CC-SETUP.6", "CC-R3", "CC-R8")
def test_the_first_player_lays_the_cross() -> None:
    tale = start(2, first="1")
    assert tale.asked == 1
    assert tale.spaces() == {(0, 0): "CUL-DE-SAC"}
    shown = tale.sees(0)["to_place"]
    assert len(shown) == 4
    assert sorted(tale.offered("place")) == ["-1,0", "0,-1", "0,1", "1,0"]
    tale.do("place", (0, -1)).do("place", (1, 0)).do("place", (0, 1))
    by_id = {space.name: space.id for space in HOUSE.spaces}
    laid = [by_id[tale.spaces()[spot]] for spot in ((0, -1), (1, 0), (0, 1), (-1, 0))]
    assert laid == shown
    assert tale.state.cove_n == 5


@pytest.mark.rule("CC-R3")
def test_without_an_answer_the_cross_lies_as_drawn() -> None:
    tale = start(2, cross="auto")
    kinds = [tale.state.kind_of(tale.node(spot)) for spot in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    other = start(2)
    assert [HOUSE.spaces[kind].id for kind in kinds] == other.sees(0)["to_place"]


@pytest.mark.rule("CC-SETUP.7", "CC-SETUP.8", "CC-R4", "CC-R5", "CC-MOVE.5")
def test_pawns_are_placed_in_turn_and_may_share() -> None:
    tale = start(3, first="2", cross="auto")
    assert tale.asked == 2 and len(tale.offered("start")) == 5
    tale.do("start", (0, 1))
    assert tale.asked == 0 and int(tale.state.hand_n(2)) == 0
    tale.do("start", (0, 1))
    assert tale.asked == 1
    assert tale.refused("start", (5, 5)) == "CC-SETUP.7"
    tale.do("start", (0, 1))
    assert tale.place(0) == tale.place(1) == tale.place(2)
    assert tale.told("lost") == [], "to be placed is no landing"


@pytest.mark.rule("CC-SETUP.10", "CC-R1")
def test_the_youngest_begins_and_turns_go_clockwise() -> None:
    marked = start(3, first="1", cross="auto")
    for _ in range(3):
        marked.do("start", (0, 1))
    assert marked.turn == 1 and marked.state.first == 1
    lots = {int(start(3, seed).state.first) for seed in range(12)}
    assert lots == {0, 1, 2}
    tale = table(3, stage="draw", turn=2, piles={2: 2})
    assert tale.turn == 0


@pytest.mark.rule("CC-R4", "CC-AOD.1")
def test_a_first_turn_may_begin_on_the_cul_de_sac() -> None:
    tale = start(2, first="0", cross="auto").do("start", (0, 0)).do("start", (0, 1))
    assert tale.verbs == {"flip"}


# --- The end -----------------------------------------------------------------------------------------


@pytest.mark.rule("CC-GOAL.1", "CC-GOAL.2", "CC-OUT.2", "CC-R60")
def test_the_last_orphan_wins() -> None:
    tale = table(2, stage="check", piles={0: 0, 1: 0}, hands={0: ["LOST"]})
    assert tale.over and tale.state.winner == 1
    assert tale.state.returns() == [-1.0, 1.0]
    assert GAME.result(tale.state) == (
        "Orphan 2 is the last orphan standing, after 5 turns, with no Options cards left: "
        "Orphan 1 had no Options left to draw."
    )


@pytest.mark.rule("CC-GOAL.3", "CC-DRAW.2")
def test_neither_hand_nor_cove_deck_saves() -> None:
    tale = table(3, stage="check", piles={0: 0}, hands={0: ["LOST", "CURFEW"]}, cove_deck=["CREEK", "ALLEY"])
    assert tale.fate(0) == t.EMPTY and tale.turn == 1 and not tale.over


@pytest.mark.rule("CC-R58", "CC-R57", "CC-OUT.1", "CC-R59")
def test_who_is_out_leaves_everything_behind() -> None:
    tale = table(
        3,
        stage="check",
        piles={0: 0},
        hands={0: ["LOST"], 1: ["SCARECROW", "CURFEW"]},
        discards={0: ["MUDLARK"]},
        at={1: "BEACH", 2: "TOWN"},
        spaces={"DETOUR": (2, 0)},
    )
    assert tale.place(0) == "nowhere" and "DETOUR" in tale.spaces().values()
    assert tale.hand(0) == ["LOST"] and tale.sees(1)["seats"][0]["known"] == []
    assert tale.sees(1)["seats"][0]["fate"] == "out of Options"
    tale.do("stay").play("SCARECROW")
    assert tale.asked == 1 and "number" in tale.verbs, "only one other is left to be moved"
    assert tale.told("target") == ["Orphan 2 chooses Orphan 3."]
    assert tale.refused("target", 0) == "CC-R26"


def test_the_game_is_on_the_shelf() -> None:
    assert "condyle" in fabletop.names()
    assert len(GAME.rules) == 253
    assert c.CUL_DE_SAC == 0
