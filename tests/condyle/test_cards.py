"""Options cards: who is meant, what is announced, stealing, and each card's own effect."""

from typing import Any

import pytest

from fabletop.games.condyle import table as t

from .tables import table

FAR = {"CEMETERY": (2, 0), "CREEK": (0, 2), "OPEN FIELD": (-2, 0), "ALLEY": (0, -2), "PLAYGROUND": (3, 0)}


# --- Who is meant ------------------------------------------------------------------------------------


@pytest.mark.rule("CC-CARD.4", "CC-R75", "CC-CARD.5", "CC-GHOST.10")
def test_any_pawn_any_player_another_player() -> None:
    hands = {0: ["WRONG TURN", "BAD DOG", "SCARECROW", "LOST"]}
    tale = table(3, hands=hands, benny="TOWN", ghost="on").play("WRONG TURN")
    assert tale.offered("target") == [0, 1, 2, t.BENNY]
    tale.target(t.BENNY)
    assert tale.place(t.BENNY) == "CUL-DE-SAC" and tale.told("lost") == []
    tale.play("BAD DOG")
    assert tale.offered("target") == [0, 1, 2]
    assert tale.refused("target", t.BENNY) == "CC-CARD.5"
    tale.target(0).do("number", 2).to("TOWN").play("SCARECROW")
    assert tale.offered("target") == [1, 2] and tale.refused("target", 0) == "CC-CARD.5"


@pytest.mark.rule("CC-CARD.6", "CC-R34")
def test_you_is_the_player_of_the_card() -> None:
    tale = table(
        hands={0: ["OUT OF REACH", "LOST"]},
        at={0: "WOODS", 1: "WOODS"},
        discards={0: ["CURFEW", "MUDLARK", "SPOOKED", "TIPTOE"], 1: ["GRAVE GOODS"]},
        piles={0: 2},
    )
    tale.play("OUT OF REACH").do("yes")
    assert tale.discard() == ["OUT OF REACH", "TIPTOE"] and len(tale.pile()) == 5
    assert tale.discard(1) == ["GRAVE GOODS"]
    elsewhere = table(hands={0: ["OUT OF REACH", "LOST"]}, discards={0: ["CURFEW"]}, at={0: "TOWN"}).play(
        "OUT OF REACH"
    )
    assert elsewhere.discard() == ["OUT OF REACH", "CURFEW"]


@pytest.mark.rule("CC-CARD.7", "CC-R26")
def test_everyone_includes_the_player_of_the_card() -> None:
    tale = table(
        3,
        hands={0: ["SWEPT AWAY", "LOST"], 1: ["CURFEW"], 2: ["MUDLARK"]},
        at={0: "BEACH", 1: "BEACH", 2: "TOWN"},
    )
    tale.play("SWEPT AWAY")
    assert "LOST" not in tale.hand(0) and (tale.hand(1), tale.hand(2)) == ([], ["MUDLARK"])
    assert tale.discard(0) == ["SWEPT AWAY", "?"], "the hand is lost before the card itself is laid off"


@pytest.mark.rule("CC-CARD.1", "CC-R27")
def test_away_from_danger_ends_the_turn_without_draws() -> None:
    tale = table(hands={0: ["AWAY FROM DANGER", "LOST"], 1: ["CURFEW"]}, at={1: "TOWN"}, piles={0: 0})
    tale.play("AWAY FROM DANGER")
    assert tale.turn == 1 and tale.hand(0) == ["LOST"] and tale.fate() == t.ALIVE
    theft = table(hands={0: ["AWAY FROM DANGER"], 1: ["CURFEW"]}, at={1: "BEACH"}).play("AWAY FROM DANGER")
    assert theft.hand(0) == ["CURFEW"] and theft.turn == 1
    drawn = table(
        3, hands={0: ["AWAY FROM DANGER", "LOST"]}, at={1: "TOWN", 2: "TOWN"}, piles={0: 0}, away="drawn"
    )
    drawn.play("AWAY FROM DANGER")
    assert drawn.fate() == t.EMPTY


# --- Announcing --------------------------------------------------------------------------------------


@pytest.mark.rule("CC-R26", "CC-R43")
def test_targets_and_numbers_are_named_before_anybody_defends() -> None:
    tale = table(3, hands={0: ["SCARECROW", "LOST"], 1: 1, 2: 1}, windows=True).play("SCARECROW")
    assert tale.verbs == {"target"}
    tale.target(2)
    assert tale.verbs == {"number"}
    tale.do("number", 2)
    assert tale.asked == 1 and "Orphan 1 plays SCARECROW at Orphan 3" in tale.question
    tale.do("pass").do("pass")
    assert tale.asked == 0 and tale.verbs == {"to"}, "the way is chosen when the step runs"


@pytest.mark.rule("CC-R26")
def test_a_target_that_depends_on_a_step_is_named_late() -> None:
    tale = table(
        3,
        hands={0: ["HIDE AND SEEK", "LOST"], 1: ["CURFEW"], 2: ["MUDLARK"]},
        at={0: "TOWN", 1: "BEACH", 2: "BEACH"},
        fourth="on",
        windows=True,
    )
    tale.play("HIDE AND SEEK").do("pass").do("pass").to("BEACH")
    while "top" in tale.verbs:
        tale.do("top", str(tale.offered("top")[0]))
    assert tale.offered("target") == [1, 2]
    tale.target(2)
    assert tale.asked == 2 and "defend" in tale.question, "only the one named is asked"
    tale.do("pass")
    assert tale.hand(0) == ["LOST", "MUDLARK"]


@pytest.mark.rule("CC-R38")
def test_a_single_victim_is_named_by_itself() -> None:
    tale = table(hands={0: ["SOMETHING WICKED", "LOST"]}, at={1: "TOWN"}).play("SOMETHING WICKED")
    assert tale.place(1) == "CUL-DE-SAC" and tale.asked == 0


# --- Stealing ----------------------------------------------------------------------------------------


@pytest.mark.rule("CC-XFER.1", "CC-XFER.3", "CC-R35", "CC-R31")
def test_from_pile_to_the_bottom_of_the_pile() -> None:
    tale = table(
        hands={0: ["ON THE MOVE", "LOST"]},
        moved=True,
        piles={0: ["TIPTOE"], 1: ["CURFEW", "MUDLARK", "SPOOKED"]},
    ).play("ON THE MOVE")
    assert tale.pile(0) == ["TIPTOE", "CURFEW", "MUDLARK"] and tale.pile(1) == ["SPOOKED"]
    still = table(hands={0: ["ON THE MOVE", "LOST"]}, piles={1: 4}).play("ON THE MOVE")
    assert len(still.pile(1)) == 4


@pytest.mark.rule("CC-XFER.2", "CC-R31", "CC-R25")
def test_a_thief_takes_what_the_hand_can_hold() -> None:
    tale = table(
        3,
        hands={0: ["OPEN VIEW", "LOST", "CURFEW", "TIPTOE"], 1: ["MUDLARK"], 2: ["SPOOKED"]},
        spaces=FAR,
        at={1: "OPEN FIELD", 2: "OPEN FIELD"},
    ).play("OPEN VIEW")
    assert len(tale.hand(0)) == 4 and tale.hand(1) == [] and tale.hand(2) == ["SPOOKED"]


@pytest.mark.rule("CC-R30")
def test_a_theft_from_a_hand_is_blind_unless_one_may_look() -> None:
    hands = {0: ["AWAY FROM DANGER"], 1: ["CURFEW", "MUDLARK", "SPOOKED"]}
    taken = {
        table(hands=hands, at={1: "BEACH"}, dice=[i]).play("AWAY FROM DANGER").hand(0)[0] for i in range(3)
    }
    assert taken == {"CURFEW", "MUDLARK", "SPOOKED"}
    looked = table(hands={0: ["TURN OUT YOUR POCKETS"], 1: hands[1]}, at={0: "TOWN", 1: "TOWN"})
    looked.play("TURN OUT YOUR POCKETS")
    assert looked.offered("take") == ["CURFEW", "MUDLARK", "SPOOKED"] and looked.asked == 0
    assert looked.refused("take", "LOST") == "CC-R30"


@pytest.mark.rule("CC-R38")
def test_kidnapped_moves_and_robs() -> None:
    tale = table(
        hands={0: ["KIDNAPPED", "LOST"]}, at={1: "TOWN"}, piles={1: ["CURFEW", "MUDLARK", "SPOOKED"]}
    )
    tale.play("KIDNAPPED")
    assert tale.place(1) == "CUL-DE-SAC" and tale.pile(1) == ["SPOOKED"]
    mine: dict[str, Any] = {"hands": {0: ["KIDNAPPED", "LOST"]}, "at": {0: "TOWN", 1: "BEACH"}}
    own = table(**mine, piles={1: 4}).play("KIDNAPPED")
    assert own.verbs == {"to", "done"} and own.answers[-1] == "Stay here", "to be the only one forces nothing"
    assert own.to("CUL-DE-SAC").place(0) == "CUL-DE-SAC" and len(own.pile(1)) == 4
    assert table(**mine).play("KIDNAPPED").done().place(0) == "TOWN"
    assert table(**mine, rules=1).play("KIDNAPPED").place(0) == "CUL-DE-SAC", "in games from before"
    nobody = table(hands={0: ["KIDNAPPED", "LOST"]}, at={0: "BEACH", 1: "BEACH"}).play("KIDNAPPED")
    assert nobody.discard() == ["KIDNAPPED"]


# --- Each card's own effect --------------------------------------------------------------------------


def test_cards_against_places() -> None:
    tale = table(
        4,
        hands={0: ["CURFEW", "ROADBLOCK", "LOST", "SPOOKED"], 3: 1},
        at={0: "TOWN", 1: "TOWN", 2: "HIGHWAY", 3: "WOODS"},
        piles={1: 5, 2: 5, 3: 5},
    )
    tale.play("CURFEW")
    assert [len(tale.pile(p)) for p in (1, 2, 3)] == [5, 4, 4], "only outside of Town and Alley"
    tale.play("ROADBLOCK")
    assert [len(tale.pile(p)) for p in (1, 2, 3)] == [5, 2, 4]
    tale.play("LOST")
    assert tale.hand(3) == [] and tale.hand(0) == ["SPOOKED"]


def test_cards_that_bring_discards_back() -> None:
    graves = table(
        hands={0: ["GRAVE GOODS", "LOST"]},
        at={0: "CEMETERY"},
        spaces=FAR,
        discards={0: ["CURFEW", "MUDLARK", "SPOOKED", "TIPTOE"]},
        piles={0: 1},
    )
    graves.play("GRAVE GOODS")
    assert graves.pile()[1:] == ["CURFEW", "MUDLARK", "SPOOKED"]
    mud = table(
        hands={0: ["MUDLARK", "LOST"]},
        at={0: "BEACH"},
        discards={0: ["CURFEW", "TIPTOE", "SPOOKED"]},
        piles={0: 1},
    )
    mud.play("MUDLARK")
    assert mud.pile()[1:] == ["CURFEW", "TIPTOE"] and mud.discard() == ["MUDLARK", "SPOOKED"]
    downs = table(
        hands={0: ["HAND-ME-DOWNS", "LOST"]}, discards={0: ["CURFEW"]}, piles={0: 1}, fourth="on"
    ).play("HAND-ME-DOWNS")
    assert downs.pile()[-1] == "CURFEW"


def test_second_thoughts_crossed_paths_and_a_treasure() -> None:
    tale = table(
        hands={0: ["SECOND THOUGHTS", "LOST", "CURFEW", "CROSSED PATHS"]},
        at={0: "TOWN", 1: "BEACH"},
        piles={0: 1},
    )
    tale.play("SECOND THOUGHTS").do("stash", "LOST").do("stash", "CURFEW")
    assert tale.pile()[1:] == ["LOST", "CURFEW"]
    tale.play("CROSSED PATHS")
    assert (tale.place(0), tale.place(1)) == ("BEACH", "TOWN")
    found = table(
        hands={0: ["BURIED TREASURE", "LOST"]},
        discards={0: ["CURFEW", "TIPTOE"]},
        face_down={0: ["MUDLARK"]},
        fourth="on",
    )
    found.play("BURIED TREASURE")
    assert found.offered("take") == ["CURFEW", "TIPTOE"] and found.refused("take", "MUDLARK") == "CC-R36"
    found.do("take", "TIPTOE")
    assert found.hand() == ["LOST", "TIPTOE"]


@pytest.mark.rule("CC-R23")
def test_both_land_when_places_are_changed_you_first() -> None:
    tale = table(
        hands={0: ["CROSSED PATHS", "LOST"], 1: ["CURFEW", "MUDLARK"]},
        spaces=FAR,
        at={0: "CEMETERY", 1: "CREEK"},
    )
    tale.play("CROSSED PATHS")
    assert tale.asked == 0 and tale.question.startswith("CREEK")
    tale.done()
    assert tale.asked == 1 and tale.question.startswith("CEMETERY")


def test_looking_at_acts() -> None:
    """LOOK: only who looks learns it, and remembers it."""
    tale = table(hands={0: ["NIGHT WATCH", "TIPTOE", "LOST"]}, at={1: "TOWN"}).play("NIGHT WATCH")
    tale.do("peek", "BOOGEYMAN").do("peek", "HEAD START")
    seen = [shown["act"] for shown in tale.sees(0)["acts"] if shown["act"]]
    assert sorted(seen) == ["boogeyman", "head_start"]
    assert all(shown["act"] is None for shown in tale.sees(1)["acts"])
    assert tale.told("peeked", 1)[0].startswith("Orphan 1 looks at Act") and "BOOGEYMAN" not in "".join(
        tale.told("peeked", 1)
    )
    tale.play("TIPTOE").target(1).do("peek", "MAKE YOUR MOVE")
    assert tale.place(1) == "CUL-DE-SAC"


def test_tunnel_rats_and_the_other_way() -> None:
    doors = {**FAR, "PASSAGE": (4, 0)}
    inside = table(
        hands={0: ["TUNNEL RATS", "LOST"]}, spaces=doors, at={0: "PASSAGE"}, piles={1: 5}, fourth="on"
    )
    assert len(inside.play("TUNNEL RATS").pile(1)) == 3
    outside = table(
        hands={0: ["TUNNEL RATS", "LOST"]}, spaces=doors, at={1: "PASSAGE"}, piles={1: 5}, fourth="on"
    )
    assert len(outside.play("TUNNEL RATS").pile(1)) == 4
    away = table(hands={0: ["THE OTHER WAY", "LOST"]}, at={1: "TOWN"}, fourth="on").play("THE OTHER WAY")
    assert away.place(1) == "CUL-DE-SAC"


def test_passing_is_at_once_and_in_secret() -> None:
    tale = table(
        3, hands={0: ["PASS IT ON", "LOST"], 1: ["CURFEW", "MUDLARK"], 2: ["SPOOKED", "TIPTOE"]}, fourth="on"
    ).play("PASS IT ON")
    assert tale.asked == 1
    before = tale.sees(2)
    tale.do("give", "MUDLARK")
    assert tale.asked == 2 and tale.hand(1) == ["CURFEW", "MUDLARK"], "nothing has changed hands yet"
    assert tale.sees(2)["seats"] == before["seats"]
    tale.do("give", "TIPTOE")
    assert (tale.hand(0), tale.hand(1), tale.hand(2)) == (
        ["TIPTOE"],
        ["CURFEW", "LOST"],
        ["MUDLARK", "SPOOKED"],
    )
    assert tale.sees(1)["seats"][2]["known"] == ["mudlark"] and tale.sees(0)["seats"][2]["known"] == []
