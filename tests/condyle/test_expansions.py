"""Last Winter with its Permanent cards, and the Ghost of Benny Harris with the hidden clock."""

from typing import Any

import pytest

from fabletop.games.condyle import table as t
from fabletop.games.condyle.cards import PASSAGE

from .tables import KINDS, Tale, start, table

ICE = {"OUT IN THE COLD": (2, 0)}


def cold(**more: object) -> Tale:
    base: dict[str, object] = {
        "spaces": ICE,
        "at": {0: "OUT IN THE COLD"},
        "hands": {0: ["LOST"]},
        "winter": "on",
    }
    return table(**{**base, **more})  # type: ignore[arg-type]


# --- Last Winter -------------------------------------------------------------------------------------


@pytest.mark.rule("CC-LW.1", "CC-LW.2", "CC-LW.3")
def test_a_cove_card_and_a_deck() -> None:
    tale = start(2, winter="on", cross="auto")
    kinds = [int(tale.state.deck[t.COVE + i]) for i in range(tale.state.cove_n)]
    kinds += [int(tale.state.kind_of(n)) for n in range(tale.state.nodes)]
    assert KINDS["OUT IN THE COLD"] in kinds and tale.state.winter_n == 21
    assert len(tale.state.terms.faces) == 40, "winter cards are not dealt"
    without = table(hands={0: ["LOST"]}, winter="on", winter_deck=["SNOW DAY"])
    assert without.refused("winter") == "CC-LW.4"
    assert table(hands={0: ["LOST"]}).refused("winter") == "CC-LW.2"


@pytest.mark.rule("CC-LW.4", "CC-LW.5", "CC-R63", "CC-R65")
def test_a_flip_replaces_a_draw_once_a_turn() -> None:
    tale = cold(winter_deck=["SNOW DAY", "WARM HEARTH"], discards={0: ["TIPTOE"]}, piles={0: 4})
    tale.do("winter")
    assert tale.pile()[-1] == "TIPTOE" and tale.sees(None)["gone"] == ["snow_day"]
    assert tale.refused("winter") == "CC-R63"
    tale.stop()
    assert tale.turn == 1 and len(tale.pile()) == 4, "one card was recovered, one drawn"
    last = cold(winter_deck=["SNOW DAY"], piles={0: 4})
    last.do("winter")
    assert last.state.winter_n == 0


@pytest.mark.rule("CC-R63", "CC-LW.4")
def test_a_flip_in_the_draw_phase() -> None:
    tale = cold(stage="draw", winter_deck=["WARM COAT"], piles={0: 4})
    assert tale.verbs == {"draw", "winter"}
    tale.do("winter")
    assert tale.turn == 1 and len(tale.pile()) == 3 and tale.charms() == ["WARM COAT"]
    checked = cold(stage="check", winter_deck=["WARM COAT"], piles={0: 0, 1: 3}, players=3)
    assert checked.fate(0) == t.EMPTY, "the look at the pile stays"


@pytest.mark.rule("CC-R28", "CC-R63")
def test_a_promised_flip_counts_for_the_hand() -> None:
    tale = cold(hands={0: ["LOST", "CURFEW", "MUDLARK"]}, winter_deck=["WARM COAT"], piles={0: 5})
    assert tale.refused("stop") == "CC-HAND.2" and tale.offered("stop") == [1]
    tale.do("stop", 1)
    assert tale.charms() == ["WARM COAT"] and len(tale.hand()) == 4 and tale.turn == 1


@pytest.mark.rule("CC-R63")
def test_flips_may_be_free() -> None:
    tale = cold(winter_deck=["WARM COAT"], piles={0: 5}, flip="free").do("winter").stop()
    assert tale.turn == 1 and len(tale.pile()) == 3


@pytest.mark.rule("CC-R64")
def test_being_moved_there_by_others_flips_nothing() -> None:
    tale = table(
        hands={0: ["SCARECROW", "LOST"], 1: ["CURFEW"]},
        spaces=ICE,
        at={1: "CUL-DE-SAC"},
        winter="on",
        winter_deck=["WARM COAT"],
    ).play("SCARECROW")
    tale.do("number", 2).to("OUT IN THE COLD")
    assert tale.place(1) == "OUT IN THE COLD" and tale.state.winter_n == 1 and tale.asked == 0
    own = table(
        stage="move",
        turn=1,
        spaces=ICE,
        at={1: "OUT IN THE COLD"},
        hands={1: ["LOST"]},
        winter="on",
        winter_deck=["WARM COAT"],
    )
    own.do("stay")
    assert "winter" in own.verbs


@pytest.mark.rule("CC-PERM.1", "CC-PERM.2", "CC-R66")
def test_permanent_cards_stay_and_add_up() -> None:
    hand = ["LOST", "CURFEW", "MUDLARK", "SPOOKED"]
    tale = table(
        stage="move",
        hands={0: hand},
        charms={0: ["ICE SKATES"]},
        winter="on",
        at={0: "TOWN"},
        cove_deck=["CREEK", "ALLEY"],
    )
    assert tale.state.stride == 3 and len(tale.hand()) == 4
    both = table(
        stage="move",
        charms={0: ["CHILBLAINS", "COLD SPOT"]},
        winter="on",
        ghost="on",
        at={0: "TOWN"},
        hands={0: ["LOST"]},
    )
    assert both.state.stride == 1, "never under one"
    assert tale.sees(1)["seats"][0]["permanent"] == ["ice_skates"]


def test_what_permanent_cards_do() -> None:
    box = table(
        hands={0: ["ON THE MOVE", "LOST"]},
        moved=True,
        piles={1: 4},
        charms={1: ["FROZEN LOCKBOX"]},
        winter="on",
    )
    assert len(box.play("ON THE MOVE").pile(1)) == 4
    coat = table(
        stage="move",
        spaces={"CEMETERY": (2, 0)},
        at={0: "BEACH"},
        hands={0: ["LOST"]},
        charms={0: ["WARM COAT"]},
        winter="on",
    )
    assert coat.go("CEMETERY").verbs == {"play", "stop"}
    teeth = table(hands={0: ["LOST"], 1: ["CURFEW"]}, charms={1: ["CHATTERING TEETH"]}, winter="on")
    assert teeth.sees(0)["seats"][1]["known"] == ["curfew"] == teeth.sees(None)["seats"][1]["known"]
    ice = table(
        stage="move", at={0: "TOWN"}, hands={0: ["LOST"]}, charms={0: ["THIN ICE"]}, piles={0: 4}, winter="on"
    ).go("BEACH")
    while "top" in ice.verbs:
        ice.do("top", str(ice.offered("top")[0]))
    assert len(ice.pile()) == 3
    mittens = table(
        stage="begin",
        hands={0: ["LOST", "CURFEW", "MUDLARK", "SPOOKED"]},
        charms={0: ["HOLES IN YOUR MITTENS"]},
        winter="on",
    )
    assert len(mittens.hand()) == 3 and mittens.discard() == ["?"]
    lantern = table(stage="begin", hands={0: ["LOST"]}, charms={0: ["BENNY'S LANTERN"]}, winter="on")
    assert lantern.verbs == {"peek", "done"}
    lantern.do("peek", "BOOGEYMAN")
    assert lantern.verbs == {"go", "stay"}


def test_what_winter_cards_do() -> None:
    def flip(name: str, **more: object) -> Tale:
        return cold(winter_deck=[name], **more).do("winter")

    assert len(flip("COLD SNAP", piles={1: 4}).pile(1)) == 3
    assert flip("SLEIGH RIDE").to("TOWN").place(0) == "TOWN"
    assert flip("LONG NIGHT").place(0) == "CUL-DE-SAC"
    assert len(flip("BITTER WIND", piles={0: 4, 1: 4}).pile(0)) == 3
    assert len(flip("BURIED IN SNOW", piles={0: 4}).pile(0)) == 2
    assert flip("FROSTBITTEN FINGERS").told("lost", 0) == ["Orphan 1 loses LOST from hand."]
    snow = flip("SNOWBALL", at={0: "OUT IN THE COLD", 1: "TOWN"}).to("BEACH")
    assert snow.place(1) == "BEACH"
    black = flip("BLACK ICE")
    assert black.asked == 1, "the next player picks the way"
    black.to("CUL-DE-SAC")
    assert black.place(0) == "CUL-DE-SAC"
    open_hand = cold(winter_deck=["CHATTERING TEETH"], hands={0: ["LOST", "CURFEW"]}).do("winter")
    assert open_hand.sees(None)["seats"][0]["known"] == ["lost", "curfew"]


# --- The Ghost: setting up ---------------------------------------------------------------------------


@pytest.mark.rule("CC-GHOST.2", "CC-GHOST.3", "CC-R67")
def test_haunted_ground_is_part_of_the_cross() -> None:
    for seed in range(5):
        tale = start(2, seed, ghost="on", cross="auto")
        assert "HAUNTED GROUND" in tale.spaces().values()
        assert tale.place(t.BENNY) == "HAUNTED GROUND" and tale.state.cove_n == 8
    assert KINDS["WISHING WELL"] in tale.state.terms.cove and KINDS["CHAPEL RUIN"] in tale.state.terms.cove
    assert KINDS["WISHING WELL"] not in start(2).state.terms.cove


@pytest.mark.rule("CC-GHOST.4")
def test_the_harder_way() -> None:
    laid = 0
    for seed in range(12):
        tale = start(2, seed, ghost="hard", cross="auto")
        assert tale.place(t.BENNY) == "CUL-DE-SAC" and tale.state.cove_n == 8
        laid += "HAUNTED GROUND" in tale.spaces().values()
    assert 0 < laid < 12


# --- Screams -----------------------------------------------------------------------------------------


def haunted(**more: object) -> Tale:
    base: dict[str, object] = {
        "ghost": "on",
        "benny": "WOODS",
        "at": {0: "TOWN", 1: "BEACH"},
        "hands": {0: ["LOST"]},
    }
    return table(**{**base, **more})  # type: ignore[arg-type]


@pytest.mark.rule("CC-GHOST.5", "CC-R73", "CC-R70")
def test_a_scream_brings_benny_nearer() -> None:
    tale = haunted(stage="move", clock=6).do("stay")
    assert tale.told("scream") == ["Benny screams! (1 in the turn of Orphan 1)"]
    assert tale.place(t.BENNY) == "TOWN", "two steps away, and no farther than the player"
    line = {"CREEK": (0, -2), "ALLEY": (0, -3), "CEMETERY": (0, -4), "OPEN FIELD": (0, -5)}
    far = haunted(stage="move", clock=6, spaces=line, benny="OPEN FIELD").do("stay")
    assert far.place(t.BENNY) == "WOODS", "four steps"
    dear = haunted(
        stage="move", clock=6, spaces=line, benny="OPEN FIELD", charms={0: ["BENNY'S FAVORITE"]}
    ).do("stay")
    assert dear.place(t.BENNY) == "TOWN", "six steps"


@pytest.mark.rule("CC-R73")
def test_ties_are_drawn_and_spaces_do_nothing_to_benny() -> None:
    ring = {"TOWN": (0, 1), "BEACH": (1, 0), "WOODS": (0, -1), "HIGHWAY": (-1, 0), "CEMETERY": (2, 0)}
    tale = haunted(stage="move", clock=6, spaces=ring, benny="CUL-DE-SAC", at={0: "CEMETERY", 1: "BEACH"}).do(
        "stay"
    )
    assert tale.place(t.BENNY) == "CEMETERY" and tale.told("lost") == [] and tale.told("lost_top") == []
    here = haunted(stage="move", clock=6, benny="TOWN").do("stay")
    assert here.place(t.BENNY) == "TOWN" and here.state.screams == 1, "already there: it still counts"


@pytest.mark.rule("CC-4P.5", "CC-R73")
def test_benny_is_there_already_at_the_other_door() -> None:
    doors = {"TOWN": (0, 1), "BEACH": (1, 0), "PASSAGE1": (2, 0), "WOODS": (-1, 0), "PASSAGE2": (-2, 0)}
    tale = haunted(stage="move", clock=6, spaces=doors, benny="TOWN", at={1: "BEACH", 0: "TOWN"}, fourth="on")
    one, other = [node for node in range(tale.state.nodes) if tale.state.kind_of(node) == PASSAGE]
    tale.state.pawn[0], tale.state.pawn[t.BENNY] = one, other
    tale.do("stay")
    assert tale.state.screams == 1 and tale.state.pawn[t.BENNY] == other


@pytest.mark.rule("CC-R70")
@pytest.mark.parametrize(
    ("stage", "verb", "thing", "cost"),
    [("move", "stay", 0, 6), ("play", "play", "LOST", 6), ("start", "flip", "EVERY LAST CRUMB", 5)],
)
def test_what_time_actions_take(stage: str, verb: str, thing: object, cost: int) -> None:
    tale = haunted(
        stage=stage,
        at={0: "CUL-DE-SAC", 1: "BEACH"} if stage == "start" else {0: "TOWN", 1: "BEACH"},
        hands={0: ["LOST", "CURFEW"]},
    )
    tale.do(verb, thing)
    assert tale.state.waited == cost and tale.state.clock == 1000 - cost


@pytest.mark.rule("CC-R70")
def test_draws_and_the_slap_take_time() -> None:
    tale = haunted(stage="draw", piles={0: 4})
    assert tale.turn == 1 and tale.state.waited == 3 + 3 + 1


@pytest.mark.rule("CC-R69", "CC-R70")
def test_gaps_are_drawn_evenly_and_carry_over() -> None:
    gaps = set()
    for die in (0, 57):
        tale = haunted(stage="move", clock=4, dice=[die]).do("stay")
        gaps.add(int(tale.state.clock))
        assert tale.state.waited == 2, "two seconds of the new gap have passed"
    assert gaps == {18 - 2, 75 - 2}
    slapped = haunted(stage="slap", clock=20)
    assert slapped.state.clock == 19, "the slap does not wind the clock anew"


@pytest.mark.rule("CC-GHOST.7", "CC-R71")
def test_after_the_slap_a_scream_is_for_the_next_player() -> None:
    tale = haunted(stage="slap", clock=1)
    assert tale.turn == 1 and tale.told("scream") == ["Benny screams! (1 in the turn of Orphan 2)"]
    assert tale.place(t.BENNY) == "BEACH" and tale.state.screams == 1
    late = haunted(clock=7, piles={0: 4})
    late.state.screams = 1
    late.stop()
    assert late.turn == 1 and late.fate(1) == t.ALIVE and late.state.screams == 1, "the count starts anew"


@pytest.mark.rule("CC-GHOST.8", "CC-R73", "CC-GOAL.2")
def test_the_second_scream_of_a_turn_kills() -> None:
    tale = haunted(players=3, stage="move", clock=6)
    tale.state.screams = 1
    tale.do("stay")
    assert tale.fate(0) == t.SCREAMED and tale.turn == 1 and tale.place(t.BENNY) == "WOODS"


@pytest.mark.rule("CC-R72")
def test_a_scream_waits_for_the_end_of_the_action() -> None:
    tale = haunted(hands={0: ["SCARECROW", "LOST"]}, clock=3).play("SCARECROW")
    assert tale.told("scream") == [] and tale.verbs == {"number"}
    tale.do("number", 2).to("HIGHWAY")
    assert tale.told("scream") != []
    out = (
        haunted(players=3, stage="start", at={0: "CUL-DE-SAC", 1: "BEACH"}, clock=3)
        .do("flip", "BOOGEYMAN")
        .do("shuffle")
    )
    assert out.told("scream") == ["Benny screams! (1 in the turn of Orphan 2)"], (
        "the victim is no longer the aim"
    )


@pytest.mark.rule("CC-GHOST.6", "CC-R68", "CC-R16")
def test_a_turn_begun_with_benny_costs_a_haunted_card() -> None:
    tale = haunted(stage="start", benny="TOWN", haunted_deck=["WHISPERS", "COLD SPOT"])
    assert tale.charms() == ["WHISPERS"] and tale.state.haunted_n == 1
    assert tale.sees(None)["seats"][0]["known"] == ["lost"], "the hand lies open at once"
    none = haunted(stage="start", benny="TOWN")
    assert none.charms() == [] and none.verbs == {"go", "stay"}
    ruin = haunted(
        stage="start",
        spaces={"CHAPEL RUIN": (2, 0)},
        at={0: "CHAPEL RUIN", 1: "TOWN"},
        benny="CHAPEL RUIN",
        haunted_deck=["WHISPERS"],
    )
    assert ruin.charms() == []


@pytest.mark.rule("CC-GHOST.9", "CC-R74", "CC-R66")
def test_haunted_ground_strips_on_landing_and_while_resting() -> None:
    spaces = {"HAUNTED GROUND": (2, 0)}
    tale = haunted(
        stage="move",
        spaces=spaces,
        at={0: "BEACH", 1: "TOWN"},
        charms={0: ["WHISPERS", "ICE SKATES"]},
        winter="on",
    )
    tale.go("HAUNTED GROUND")
    assert tale.charms() == [] and set(tale.sees(None)["gone"]) == {"whispers", "ice_skates"}
    resting: dict[str, Any] = {
        "stage": "start",
        "spaces": spaces,
        "at": {0: "HAUNTED GROUND", 1: "TOWN"},
        "benny": "HAUNTED GROUND",
        "haunted_deck": ["WHISPERS"],
    }
    rests = haunted(**resting)
    assert rests.charms() == [] and rests.sees(None)["gone"] == ["whispers"] and not rests.told("open")
    for before in ({"haunted_ground": "landing"}, {"rules": 1}):
        lingers = haunted(**resting, **before)
        assert lingers.charms() == ["WHISPERS"] and lingers.told("open")
        lingers.go("HAUNTED GROUND")
        assert lingers.charms() == [], "out and back is a landing"


@pytest.mark.rule("CC-R75", "CC-R14")
def test_benny_rides_and_may_be_moved() -> None:
    tale = haunted(hands={0: ["DETOUR", "LOST"]}).play("DETOUR").do("build", "WOODS").do("place", (0, 2))
    assert tale.place(t.BENNY) == "WOODS"
    onto = haunted(
        hands={0: ["WRONG TURN", "LOST"]}, at={0: "TOWN", 1: "CUL-DE-SAC"}, haunted_deck=["WHISPERS"]
    )
    onto.play("WRONG TURN").target(t.BENNY)
    assert onto.place(t.BENNY) == "CUL-DE-SAC" and onto.charms(1) == [], (
        "nothing happens before a turn begins so"
    )
    well = (
        haunted(stage="move", spaces={"WISHING WELL": (0, 2)}, hands={0: ["LOST"]})
        .go("WISHING WELL")
        .to("CUL-DE-SAC")
    )
    assert well.place(t.BENNY) == "CUL-DE-SAC"


def test_the_other_haunted_cards() -> None:
    slow = haunted(stage="move", at={0: "HIGHWAY", 1: "TOWN"}, charms={0: ["DEAD WEIGHT"]})
    assert slow.state.stride == 2
    numb = haunted(
        hands={0: ["ON THE MOVE", "LOST"]}, moved=True, piles={1: 4}, charms={0: ["NUMB FINGERS"]}
    ).play("ON THE MOVE")
    assert len(numb.pile(1)) == 3
    dirt = haunted(stage="begin", hands={0: ["LOST", "CURFEW", "MUDLARK"]}, charms={0: ["GRAVE DIRT"]})
    assert len(dirt.hand()) == 2
    shade = haunted(hands={0: ["AWAY FROM DANGER"], 1: ["CURFEW"]}, charms={1: ["KINDLY SHADE"]}).play(
        "AWAY FROM DANGER"
    )
    assert shade.hand(1) == ["CURFEW"]
