"""A turn: its phases, the hand, drawing, and what spaces do."""

import pytest

from fabletop.games.condyle import table as t
from fabletop.games.condyle.game import GAME

from .tables import FACES, table

FAR = {"CEMETERY": (2, 0), "CREEK": (0, 2), "OPEN FIELD": (-2, 0), "ALLEY": (0, -2), "PLAYGROUND": (3, 0)}


# --- Phases ------------------------------------------------------------------------------------------


@pytest.mark.rule("CC-TURN.1", "CC-TURN.2", "CC-TURN.3", "CC-TURN.4", "CC-R37")
def test_move_play_draw() -> None:
    tale = table(stage="move", hands={0: ["LOST", "CURFEW"]}, piles={0: 5}, cove_deck=["CREEK"])
    assert tale.verbs == {"go", "stay"} and tale.refused("play", "LOST") == "CC-MOVE.1"
    tale.do("stay")
    assert tale.refused("go", "TOWN") == "CC-TURN.2"
    assert tale.offered("play") == ["CURFEW", "LOST"], "in any order"
    tale.stop()
    assert tale.refused("play", "LOST") == "CC-TURN.2" and tale.verbs == {"draw"}
    before = tale.state.moves
    with pytest.raises(Exception, match="phase once left"):
        tale.play("LOST")
    assert tale.state.moves == before


@pytest.mark.rule("CC-TURN.2", "CC-PLAY.1", "CC-PLAY.2")
def test_cards_gained_in_play_may_be_played() -> None:
    tale = table(
        hands={0: ["TURN OUT YOUR POCKETS", "LOST"], 1: ["SPOOKED", "CURFEW"]}, at={0: "TOWN", 1: "TOWN"}
    )
    tale.play("TURN OUT YOUR POCKETS").do("take", "SPOOKED")
    assert "SPOOKED" in tale.offered("play")
    tale.play("SPOOKED").play("LOST")
    assert tale.discard() == ["LOST", "SPOOKED", "TURN OUT YOUR POCKETS"]


@pytest.mark.rule("CC-PLAY.3", "CC-R25")
def test_a_played_card_ends_face_up_and_cannot_bring_itself_back() -> None:
    tale = table(hands={0: ["GRAVE GOODS", "LOST"]}, discards={0: ["MUDLARK"]}, piles={0: 3})
    tale.play("GRAVE GOODS")
    assert tale.discard() == ["GRAVE GOODS"]
    assert tale.pile()[-1] == "MUDLARK" and len(tale.pile()) == 4


@pytest.mark.rule("CC-PLAY.4", "CC-PLAY.5", "CC-PLAY.6", "CC-R26", "CC-R38")
def test_a_card_may_be_played_for_nothing_but_room() -> None:
    tale = table(hands={0: ["OPEN VIEW", "LOST", "CURFEW"], 1: ["MUDLARK"]}, at={1: "TOWN"}, piles={0: 5})
    assert tale.refused("stop") == "CC-HAND.2"
    tale.play("OPEN VIEW")
    assert tale.discard() == ["OPEN VIEW"] and tale.hand(1) == ["MUDLARK"]
    assert tale.told("stolen") == [] and "stop" in tale.verbs


# --- When Play may end, and drawing ------------------------------------------------------------------


@pytest.mark.rule("CC-R28", "CC-HAND.2", "CC-HAND.3", "CC-PLAY.6")
@pytest.mark.parametrize(
    ("hand", "cove", "pile", "allowed"),
    [(4, 2, 5, True), (4, 1, 5, False), (3, 1, 5, True), (3, 0, 5, False), (3, 0, 1, True), (4, 0, 0, True)],
)
def test_when_play_may_end(hand: int, cove: int, pile: int, allowed: bool) -> None:
    cards = ["LOST", "CURFEW", "MUDLARK", "SPOOKED"][:hand]
    tale = table(hands={0: cards}, cove_deck=["CREEK", "ALLEY"][:cove], piles={0: pile})
    assert ("stop" in tale.verbs) == allowed
    assert (tale.refused("stop") is None) == allowed


@pytest.mark.rule("CC-R29")
def test_a_defensive_card_may_be_laid_for_room() -> None:
    tale = table(
        hands={0: ["LUCKY PASSERBY", "LUCKY PASSERBY", "CAT UNDER A LAMP", "SHED SOME LIGHT"]}, piles={0: 5}
    )
    assert "stop" not in tale.verbs
    tale.play("CAT UNDER A LAMP").play("LUCKY PASSERBY").stop()
    assert tale.told("cancelled") == [] and tale.turn == 1


@pytest.mark.rule("CC-DRAW.1", "CC-DRAW.3", "CC-DRAW.4", "CC-DRAW.5", "CC-R39", "CC-R40")
def test_two_draws_from_any_source() -> None:
    tale = table(stage="draw", piles={0: ["LOST", "CURFEW", "MUDLARK"]}, cove_deck=["CREEK"])
    assert tale.offered("draw") == [0, 1] and tale.refused("draw", 2) == "CC-DRAW.4"
    tale.do("draw", 1)
    assert tale.verbs == {"place"}, "the first draw is finished before the second is chosen"
    tale.do("place", (2, 0))
    assert tale.hand() == ["LOST"] and tale.turn == 1, "only the pile was left"


@pytest.mark.rule("CC-DRAW.3", "CC-R40", "CC-R41", "CC-OUT.3")
def test_the_last_card_may_be_drawn_and_does_not_put_out() -> None:
    tale = table(stage="check", piles={0: ["LOST"]})
    assert tale.hand() == ["LOST"] and tale.fate() == t.ALIVE and tale.turn == 1
    both = table(stage="check", piles={0: 1}, cove_deck=["CREEK", "ALLEY"])
    both.do("draw", 1).do("place", (2, 0)).do("draw", 1).do("place", (0, 2))
    assert len(both.pile()) == 1, "both draws may spare the pile"


@pytest.mark.rule("CC-HAND.1", "CC-R40", "CC-HAND.3")
def test_a_full_hand_draws_from_the_cove_deck() -> None:
    tale = table(
        stage="draw",
        hands={0: ["LOST", "CURFEW", "MUDLARK", "SPOOKED"]},
        cove_deck=["CREEK", "ALLEY"],
        piles={0: 4},
    )
    assert tale.verbs == {"place"}, "the only source is taken by itself"
    tale.do("place", (2, 0)).do("place", (0, 2))
    assert len(tale.hand()) == 4 and len(tale.pile()) == 4


@pytest.mark.rule("CC-DRAW.2", "CC-OUT.4", "CC-OUT.3")
def test_walking_to_the_cul_de_sac_with_an_empty_pile_is_too_late() -> None:
    tale = table(3, stage="move", at={0: "TOWN"}, piles={0: 0})
    tale.go("CUL-DE-SAC")
    assert tale.fate() == t.EMPTY
    saved = table(3, at={0: "TOWN"}, piles={0: 0}, hands={0: ["GRAVE GOODS"]}, discards={0: ["LOST"]})
    saved.play("GRAVE GOODS")
    assert saved.fate() == t.ALIVE, "refilled in time"


# --- Losing cards ------------------------------------------------------------------------------------


@pytest.mark.rule("CC-HAND.4", "CC-R36", "CC-SPACE.6", "CC-R24")
def test_a_forced_discard_is_secret() -> None:
    tale = table(
        stage="move",
        spaces=FAR,
        at={0: "BEACH"},
        hands={0: ["LOST", "CURFEW"]},
        piles={0: ["MUDLARK", "SPOOKED"]},
    )
    tale.go("CEMETERY")
    assert tale.offered("lose") == ["CURFEW", "LOST"] and "lose top" in tale.verbs
    tale.do("lose", "LOST")
    assert tale.discard() == ["?"]
    assert tale.told("lost", 1) == ["Orphan 1 loses a card from hand."]
    assert tale.told("lost", 0) == ["Orphan 1 loses LOST from hand."]
    assert tale.sees(0)["seats"][0]["discard"] == [None], "not even its owner may look"


@pytest.mark.rule("CC-HAND.4", "CC-SPACE.6")
def test_a_card_lost_from_the_pile_is_unseen_by_all() -> None:
    tale = table(
        stage="move", spaces=FAR, at={0: "BEACH"}, hands={0: ["LOST"]}, piles={0: ["MUDLARK", "SPOOKED"]}
    )
    tale.go("CEMETERY").do("lose top")
    assert tale.discard() == ["?"] and tale.pile() == ["SPOOKED"]
    assert tale.told("lost_top", 0) == ["Orphan 1 loses the top card of the pile."]


@pytest.mark.rule("CC-HAND.5", "CC-R33")
def test_nobody_discards_of_the_own_will() -> None:
    tale = table(hands={0: ["LOST"]})
    assert not tale.verbs & {"lose", "lose top"}
    assert tale.refused("lose", "LOST") == "CC-PLAY.1"


@pytest.mark.rule("CC-HAND.6", "CC-R42", "CC-R24")
def test_losing_what_one_does_not_have_costs_nothing() -> None:
    tale = table(3, stage="move", spaces=FAR, at={0: "BEACH", 1: "TOWN"}, piles={0: 0, 1: 0})
    tale.go("CEMETERY")
    assert tale.told("lost") == [] and tale.told("lost_top") == []
    hit = table(3, hands={0: ["LOST", "CURFEW"]}, at={1: "BEACH", 2: "BEACH"}, piles={1: 0})
    hit.play("CURFEW")
    assert hit.fate(1) == t.ALIVE and len(hit.discard(2)) == 1
    bare = table(hands={0: ["TATTLETALE", "LOST"]}, fourth="on").play("TATTLETALE")
    assert bare.asked == 0 and len(bare.pile(1)) == 6, "what is to come from a hand is not taken from a pile"


# --- Spaces ------------------------------------------------------------------------------------------


@pytest.mark.rule("CC-SPACE.3", "CC-SPACE.2", "CC-R16")
def test_a_turn_begun_on_the_highway_is_faster() -> None:
    tale = table(stage="move", at={0: "HIGHWAY"}, spaces=FAR, hands={0: ["LOST"]})
    assert tale.state.stride == 4
    assert "PLAYGROUND" in tale.offered("go"), "four steps away"


@pytest.mark.rule("CC-SPACE.4")
def test_arriving_on_the_highway_gives_nothing_this_turn() -> None:
    tale = table(stage="move", at={0: "TOWN"}, hands={0: ["QUICK FEET"]})
    assert tale.state.stride == 2
    tale.go("HIGHWAY")
    assert tale.verbs == {"play", "stop"}


@pytest.mark.rule("CC-SPACE.5", "CC-R22", "CC-SPACE.2")
def test_the_cemetery_wakes_on_any_landing_in_anyones_turn() -> None:
    tale = table(spaces=FAR, at={1: "CUL-DE-SAC"}, hands={0: ["SCARECROW", "LOST"], 1: ["CURFEW", "MUDLARK"]})
    tale.play("SCARECROW").do("number", 2).to("CEMETERY")
    assert tale.asked == 1 and tale.question.startswith("CEMETERY")
    tale.do("lose", "CURFEW")
    assert tale.asked == 0 and tale.hand(1) == ["MUDLARK"]


@pytest.mark.rule("CC-R18", "CC-R24")
def test_out_and_back_costs_again() -> None:
    tale = table(stage="move", spaces=FAR, at={0: "CEMETERY"}, hands={0: ["LOST", "CURFEW"]})
    tale.go("CEMETERY").do("lose", "LOST")
    assert tale.state.moved == 1
    still = table(stage="move", spaces=FAR, at={0: "CEMETERY"}, hands={0: ["LOST", "CURFEW"]}).do("stay")
    assert len(still.hand()) == 2 and still.state.moved == 0


@pytest.mark.rule("CC-SPACE.7", "CC-R32", "CC-SPACE.1")
def test_the_alley_guards_the_hand() -> None:
    hands = {0: ["TURN OUT YOUR POCKETS", "LOST"], 1: ["CURFEW"]}
    safe = table(at={0: "ALLEY", 1: "ALLEY"}, hands=hands, spaces=FAR)
    safe.play("TURN OUT YOUR POCKETS")
    assert safe.hand(1) == ["CURFEW"] and safe.told("safe") and safe.told("saw", 0) == []
    other = table(at={0: "WOODS", 1: "WOODS"}, hands=hands, spaces=FAR).play("TURN OUT YOUR POCKETS")
    assert other.hand(1) == [] and other.hand(0) == ["CURFEW", "LOST"]


@pytest.mark.rule("CC-R32")
def test_the_alley_stops_trades_but_not_losses_looks_or_passing() -> None:
    tale = table(
        spaces=FAR,
        at={0: "TOWN", 1: "ALLEY"},
        hands={0: ["NO FRIEND OF MINE", "TATTLETALE", "PASS IT ON", "LOST"], 1: ["CURFEW", "MUDLARK"]},
        fourth="on",
    )
    tale.play("NO FRIEND OF MINE")
    assert tale.hand(1) == ["CURFEW", "MUDLARK"]
    tale.play("TATTLETALE").do("lose", "CURFEW")
    assert tale.hand(1) == ["MUDLARK"]
    tale.play("PASS IT ON")
    assert tale.hand(0) == ["MUDLARK"] and tale.hand(1) == ["LOST"]


@pytest.mark.rule("CC-SPACE.8", "CC-PREC.1", "CC-R20")
def test_nobody_else_moves_a_guest_of_the_woods() -> None:
    tale = table(hands={0: ["SPOOKED", "CROSSED PATHS", "LOST"]}, at={0: "TOWN", 1: "WOODS"})
    tale.play("SPOOKED")
    assert tale.place(1) == "WOODS" and tale.discard() == ["SPOOKED"]
    tale.play("CROSSED PATHS")
    assert (tale.place(0), tale.place(1)) == ("TOWN", "WOODS"), "a trade is void as a whole"
    own = table(stage="move", at={0: "WOODS"}, hands={0: ["QUICK FEET", "LOST"]}).go("CUL-DE-SAC")
    assert own.place(0) == "CUL-DE-SAC"


@pytest.mark.rule("CC-R22", "CC-R24")
def test_town_beach_creek_and_field() -> None:
    town = table(
        stage="move", at={0: "BEACH"}, piles={0: 3}, discards={0: ["LOST", "CURFEW"]}, hands={0: ["SPOOKED"]}
    )
    town.go("TOWN")
    assert town.pile()[-1] == "LOST" and town.discard() == ["CURFEW"]
    rich = table(
        stage="move", at={0: "BEACH"}, piles={0: 4}, discards={0: ["LOST"]}, hands={0: ["SPOOKED"]}
    ).go("TOWN")
    assert rich.discard() == ["LOST"]
    creek = table(
        stage="move",
        spaces=FAR,
        at={0: "TOWN"},
        piles={0: ["LOST", "CURFEW"]},
        hands={0: ["SPOOKED", "MUDLARK"]},
    )
    creek.go("CREEK").do("stash", "MUDLARK")
    assert creek.hand() == ["LOST", "SPOOKED"] and creek.pile() == ["CURFEW", "MUDLARK"]
    lazy = (
        table(stage="move", spaces=FAR, at={0: "TOWN"}, piles={0: ["LOST"]}, hands={0: ["SPOOKED"]})
        .go("CREEK")
        .done()
    )
    assert lazy.hand() == ["SPOOKED"], "who stashes nothing draws nothing"
    field = table(stage="move", spaces=FAR, at={0: "HIGHWAY"}, hands={0: ["LOST"], 1: ["CURFEW", "SPOOKED"]})
    field.go("OPEN FIELD").target(1)
    assert (
        field.sees(0)["seats"][1]["known"] == ["spooked", "curfew"]
        and field.sees(None)["seats"][1]["known"] == []
    )


def test_the_beach_sifts() -> None:
    """SIFT: each card goes on top or to the bottom, in any order; nobody else learns which."""
    piles = {0: ["LOST", "CURFEW", "MUDLARK"]}
    tale = table(stage="move", at={0: "TOWN"}, piles=piles, hands={0: ["SPOOKED"]}).go("BEACH")
    assert tale.sees(0)["looked_at"] == ["lost", "curfew"] and tale.sees(1)["looked_at"] == []
    tale.do("bottom", "LOST").do("top", "CURFEW")
    assert tale.pile() == ["CURFEW", "MUDLARK", "LOST"]
    assert tale.told("sifted", 1)[0] == "Orphan 1 puts a card at the bottom."
    turned = table(stage="move", at={0: "TOWN"}, piles=piles, hands={0: ["SPOOKED"]}).go("BEACH")
    turned.do("top", "LOST").do("top", "CURFEW")
    assert turned.pile() == ["CURFEW", "LOST", "MUDLARK"], "what is put on top last is drawn first"


@pytest.mark.rule("CC-R23", "CC-R22")
def test_shoves_on_the_playground_run_out() -> None:
    spaces = {"TOWN": (0, 1), "PLAYGROUND": (1, 0), "WOODS": (0, -1), "HIGHWAY": (-1, 0), "CEMETERY": (2, 0)}
    tale = table(
        3,
        stage="move",
        spaces=spaces,
        at={0: "TOWN", 1: "CEMETERY", 2: "CUL-DE-SAC"},
        hands={0: ["LOST"], 1: 1},
    )
    tale.go("PLAYGROUND")
    assert tale.asked == 0
    tale.target(1)
    assert tale.asked == 1 and tale.place(1) == "PLAYGROUND", "who was shoved onto it shoves in turn"
    tale.target(0).to("CUL-DE-SAC")
    assert tale.asked == 0 and tale.place(0) == "CUL-DE-SAC" and tale.verbs == {"play", "stop"}


@pytest.mark.rule("CC-R36")
def test_a_discard_shows_its_face_up_cards_in_order() -> None:
    tale = table(discards={1: ["LOST", "CURFEW"]}, face_down={1: ["MUDLARK"]}, hands={0: ["SPOOKED"]})
    assert tale.sees(None)["seats"][1]["discard"] == [None, "lost", "curfew"]
    assert GAME.view(tale.state, 1)["seats"][1]["discard"][0] is None
    assert FACES["LOST"] >= 0
