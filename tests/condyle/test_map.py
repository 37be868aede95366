"""The growing map: placing, DETOUR and PASSAGE, steps and distances."""

import pytest

from fabletop.games.condyle import cove
from fabletop.games.condyle import verbs as v

from .tables import table

ROW = {"TOWN": (0, 1), "BEACH": (1, 0), "WOODS": (0, -1), "HIGHWAY": (-1, 0)}


@pytest.mark.rule("CC-MAP.1", "CC-MAP.2", "CC-MAP.3", "CC-R9", "CC-R10", "CC-DRAW.6")
def test_a_bare_cross_has_four_places() -> None:
    tale = table(stage="draw", cove_deck=["CREEK", "ALLEY"], piles={0: 3})
    tale.do("draw", 1)
    assert tale.hand() == []
    assert sorted(tale.offered("place")) == ["-2,0", "0,-2", "0,2", "2,0"]
    assert tale.refused("place", (1, 1)) == "CC-MAP.3"
    assert tale.refused("place", (0, 0)) == "CC-R9"
    assert tale.refused("place", (5, 5)) == "CC-MAP.2"
    tale.do("place", (2, 0)).do("draw", 1)
    assert sorted(tale.offered("place")) == ["-2,0", "0,-2", "0,2", "2,-1", "2,1", "3,0"]


@pytest.mark.rule("CC-R9", "CC-R11")
def test_the_cul_de_sac_keeps_exactly_four_neighbours() -> None:
    tale = table(spaces={"CREEK": (2, 0), "ALLEY": (2, 1), "CEMETERY": (1, 2), "OPEN FIELD": (0, 2)})
    free = [tale.spot(one & 4095) for one in placeable(tale.state)]
    assert not {"1,1", "-1,1", "1,-1", "-1,-1"} & set(free)
    assert bin(int(tale.state.near(0))).count("1") == 4


def placeable(state: object) -> list[int]:
    from librt.vecs import vec
    from mypy_extensions import i64

    from fabletop.games.condyle.table import Table

    assert isinstance(state, Table)
    out = vec[i64]([0] * 1024)
    return [int(out[i]) for i in range(cove.offer_cells(state, v.PLACE, out, 0))]


# --- Steps -------------------------------------------------------------------------------------------


@pytest.mark.rule("CC-MOVE.1", "CC-MOVE.2", "CC-MOVE.3", "CC-R18")
def test_movement_on_a_bare_cross() -> None:
    tale = table(stage="move", at={0: "TOWN"}, hands={0: ["LOST"]})
    assert sorted(tale.offered("go")) == ["BEACH", "CUL-DE-SAC", "HIGHWAY", "TOWN", "WOODS"]
    assert "stay" in tale.verbs


@pytest.mark.rule("CC-MOVE.2")
def test_a_step_needs_a_shared_side() -> None:
    tale = table(stage="move", at={0: "TOWN"}, hands={0: ["LOST"]}, charms={0: ["CHILBLAINS"]}, winter="on")
    assert tale.offered("go") == ["CUL-DE-SAC"], "the other arms touch only at corners"
    assert tale.refused("go", "BEACH") == "CC-MOVE.1"


@pytest.mark.rule("CC-MOVE.3", "CC-R17", "CC-R21")
def test_an_exact_number_of_steps_keeps_its_parity() -> None:
    tale = table(hands={0: ["SPOOKED", "LOST"]}, at={1: "BEACH"}, spaces={"CREEK": (2, 0), "ALLEY": (3, 0)})
    tale.play("SPOOKED")
    assert tale.asked == 0, "the player of the card picks the way"
    assert sorted(tale.offered("to")) == ["CREEK", "CUL-DE-SAC"]
    assert tale.refused("to", "BEACH") == "CC-R17"
    tale.to("CREEK")
    assert tale.place(1) == "CREEK"


@pytest.mark.rule("CC-R17")
def test_up_to_three_reaches_all_within_three() -> None:
    tale = table(
        hands={0: ["QUICK FEET", "LOST"]}, at={0: "BEACH"}, spaces={"CREEK": (2, 0), "ALLEY": (3, 0)}
    )
    tale.play("QUICK FEET")
    assert set(tale.offered("to")) == {"ALLEY", "BEACH", "CREEK", "CUL-DE-SAC", "HIGHWAY", "TOWN", "WOODS"}
    tale.done()
    assert tale.place(0) == "BEACH" and tale.told("moved") == []


@pytest.mark.rule("CC-MOVE.4", "CC-R19", "CC-SPACE.1")
def test_only_the_end_of_a_movement_counts() -> None:
    tale = table(
        stage="move",
        at={0: "CREEK"},
        spaces={"CEMETERY": (2, 0), "CREEK": (3, 0)},
        hands={0: ["LOST", "CURFEW"]},
    )
    tale.go("BEACH").do("top", tale.pile()[0]).do("top", tale.pile()[0])
    assert tale.told("lost") == [] and tale.state.moved == 1


# --- DETOUR ------------------------------------------------------------------------------------------


@pytest.mark.rule("CC-DETOUR.1", "CC-DETOUR.2", "CC-R12", "CC-R15", "CC-R47", "CC-PLAY.3")
def test_a_detour_may_be_added() -> None:
    tale = table(hands={0: ["DETOUR", "LOST"], 1: ["CAT UNDER A LAMP"]}, windows=True)
    tale.play("DETOUR")
    assert tale.asked == 0, "nobody can answer a Cove card"
    assert {"2,0", "0,2", "TOWN", "BEACH"} <= set(tale.offered("build"))
    tale.do("build", (2, 0))
    assert tale.spaces()[2, 0] == "DETOUR" and tale.discard() == []
    assert tale.hand() == ["LOST"]


@pytest.mark.rule("CC-DETOUR.3", "CC-DETOUR.5", "CC-R13", "CC-R14", "CC-R11")
def test_a_detour_replaces_and_pawns_ride_along() -> None:
    tale = table(
        hands={0: ["DETOUR", "LOST"], 1: ["MUDLARK", "CURFEW"]},
        at={0: "HIGHWAY", 1: "CEMETERY"},
        spaces={"TOWN": (0, 1), "CEMETERY": (1, 0), "WOODS": (0, -1), "HIGHWAY": (-1, 0)},
    )
    tale.play("DETOUR").do("build", "CEMETERY")
    assert tale.sees(None)["to_place"] == ["cemetery"]
    assert "2,0" in tale.offered("place") and "1,0" not in tale.offered("place")
    tale.do("place", (2, 0))
    assert (tale.spaces()[1, 0], tale.spaces()[2, 0]) == ("DETOUR", "CEMETERY")
    assert tale.place(1) == "CEMETERY" and len(tale.hand(1)) == 2, "riding is no landing"


@pytest.mark.rule("CC-R14", "CC-PREC.1")
def test_a_guest_of_the_woods_rides_along_all_the_same() -> None:
    tale = table(hands={0: ["DETOUR", "LOST"]}, at={1: "WOODS"})
    tale.play("DETOUR").do("build", "WOODS").do("place", (0, 2))
    assert tale.place(1) == "WOODS" and tale.spaces()[0, 2] == "WOODS"


@pytest.mark.rule("CC-DETOUR.4")
def test_the_cul_de_sac_is_never_replaced() -> None:
    tale = table(hands={0: ["DETOUR", "LOST"]}).play("DETOUR")
    assert tale.refused("build", (0, 0)) == "CC-DETOUR.4"


@pytest.mark.rule("CC-DETOUR.1", "CC-HAND.1", "CC-DETOUR.2")
def test_a_detour_in_hand_is_an_options_card() -> None:
    tale = table(
        stage="draw", hands={0: ["DETOUR", "DETOUR", "DETOUR", "LOST"]}, piles={0: 4}, cove_deck=["CREEK"] * 2
    )
    assert tale.verbs == {"place"}, "four in hand: only the Cove deck is left to draw from"
    waiting = table(stage="move", hands={0: ["DETOUR"]})
    assert waiting.refused("play", "DETOUR") == "CC-MOVE.1"


# --- PASSAGE -----------------------------------------------------------------------------------------


def doors(**more: object) -> dict[str, tuple[int, int]]:
    return {**ROW, "PASSAGE1": (2, 0), "PASSAGE2": (-2, 0), "CREEK": (-3, 0)}


@pytest.mark.rule("CC-4P.3", "CC-4P.4", "CC-R62")
def test_two_passages_are_one_space() -> None:
    tale = table(stage="move", spaces=doors(), at={0: "BEACH"}, hands={0: ["LOST"]}, fourth="on")
    assert {"CREEK", "HIGHWAY"} <= set(tale.offered("go")), "through one door and out of the other"
    assert tale.offered("go").count("PASSAGE") == 2, "a step onto one is a step onto both"
    inside = table(stage="move", spaces=doors(), at={0: "PASSAGE"}, hands={0: ["LOST"]}, fourth="on")
    assert inside.offered("go").count("PASSAGE") == 2


@pytest.mark.rule("CC-4P.4", "CC-R62")
def test_changing_doors_takes_no_step() -> None:
    tale = table(
        stage="move",
        spaces=doors(),
        at={0: "PASSAGE"},
        hands={0: ["LOST"]},
        charms={0: ["CHILBLAINS"]},
        fourth="on",
        winter="on",
    )
    assert tale.state.stride == 1
    tale.go((-2, 0))
    assert tale.state.moved == 0 and tale.state.pawn[0] == tale.node((-2, 0))


@pytest.mark.rule("CC-4P.5", "CC-MOVE.5")
def test_orphans_on_both_doors_share_a_space() -> None:
    tale = table(spaces=doors(), hands={0: ["FOUR'S A CROWD", "LOST"]}, piles={1: 5}, fourth="on")
    tale.state.pawn[0], tale.state.pawn[1] = tale.node((2, 0)), tale.node((-2, 0))
    tale.play("FOUR'S A CROWD")
    assert len(tale.pile(1)) == 3


@pytest.mark.rule("CC-R62")
def test_a_single_door_is_an_ordinary_space() -> None:
    tale = table(
        stage="move", spaces={"PASSAGE": (2, 0)}, at={0: "PASSAGE"}, hands={0: ["LOST"]}, fourth="on"
    )
    assert set(tale.offered("go")) == {"BEACH", "CUL-DE-SAC", "PASSAGE"}


@pytest.mark.rule("CC-R61", "CC-R13", "CC-R62")
def test_a_passage_is_laid_like_a_detour_and_the_door_rides() -> None:
    tale = table(spaces=doors(), hands={0: ["DETOUR", "PASSAGE"]}, fourth="on")
    tale.state.pawn[1] = tale.node((2, 0))
    tale.play("DETOUR").do("build", (2, 0)).do("place", (3, 0))
    assert tale.state.cell_of(tale.state.pawn[1]) == tale.cell_of((3, 0))
    assert tale.place(1) == "PASSAGE"
