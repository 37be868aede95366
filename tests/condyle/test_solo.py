"""Solo play against the Boogeyman on the ring of ten."""

from collections import Counter
from typing import Any

import pytest

from fabletop import Mistake
from fabletop.games import stored_game
from fabletop.games.condyle import table as t
from fabletop.games.condyle.game import GAME as COMPANY
from fabletop.games.condyle.solo.game import GAME, solo_terms

from .tables import HOUSE, Tale, solo, start

CAT, LUCKY = "CAT UNDER A LAMP", "LUCKY PASSERBY"
ACTS = ["MAKE YOUR MOVE", "HIDDEN PASSAGE", "HEAD START", "EVERY LAST CRUMB", "PLEASE, MISTER"]


def acts(*first: str) -> list[str]:
    return [*first, *(name for name in ACTS if name not in first)]


def test_a_game_of_its_own_at_the_same_table() -> None:
    assert GAME.rules is COMPANY.rules and GAME.editions == COMPANY.editions
    assert stored_game("condyle", 1) is GAME and stored_game("condyle", 2) is COMPANY
    with pytest.raises(Mistake, match="is for 2 to 4 players, not 1"):
        COMPANY.opening(1)


# --- Setting up --------------------------------------------------------------------------------------


@pytest.mark.rule("CC-SOLO.1", "CC-SOLO.3", "CC-SOLO.4", "CC-SOLO.5", "CC-R80")
def test_which_cards_are_in() -> None:
    made = solo_terms(HOUSE, GAME.opening())
    names = [HOUSE.faces[face].name for face in made.faces]
    deck, moves = Counter(names[:28]), names[28:]
    assert len(moves) == 8 and made.move_cards == 8
    assert {"BAD DOG", "SCARECROW", "LONG STRIDES", "HE SNIFFS THE AIR"} <= set(moves)
    assert not {"DETOUR", "SOMETHING WICKED", "NO FRIEND OF MINE"} & set(names)
    assert deck["KIDNAPPED"] == 2 and deck[LUCKY] == 2


@pytest.mark.rule("CC-SOLO.6", "CC-SOLO.7", "CC-SOLO.8", "CC-SOLO.9", "CC-SOLO.10", "CC-R81")
def test_the_ring() -> None:
    tale = start(1, seed=2)
    state = tale.state
    kinds = [HOUSE.spaces[state.kind_of(node)].name for node in range(state.nodes)]
    assert len(kinds) == 10 and kinds[0] == "CEMETERY" and kinds[5] == "CUL-DE-SAC"
    assert sorted(kinds) == sorted([s.name for s in HOUSE.spaces if s.deck == "base"] + ["CUL-DE-SAC"])
    for node in range(10):
        assert state.near(node) == 1 << (node + 1) % 10 | 1 << (node - 1) % 10
    assert (state.pawn[0], state.pawn[1]) == (0, 5)
    assert (state.hand_n(0), state.pile_n(0), state.pile_n(1), state.move_n) == (2, 12, 14, 8)
    assert len(tale.sees(0)["acts"]) == 5
    assert not any(HOUSE.acts[state.deck[t.ACT + slot]].boogeyman for slot in range(5))
    assert len({tuple(start(1, seed).state.site) for seed in range(5)}) == 5


# --- Your turn ---------------------------------------------------------------------------------------


@pytest.mark.rule("CC-SOLO.16", "CC-SOLO.11", "CC-R81")
def test_up_to_two_clockwise() -> None:
    tale = solo("move", me=2, him=8, hand=["LOST"])
    assert tale.state.stride == 2 and len(tale.offered("go")) == 2 and "stay" in tale.verbs
    assert tale.refused("go", 1) == "CC-SOLO.16"
    tale.go(4)
    assert tale.state.pawn[0] == 4


@pytest.mark.rule("CC-SOLO.17", "CC-SOLO.18", "CC-R91")
def test_one_card_at_least_and_no_name_twice() -> None:
    tale = solo(hand=["OPEN VIEW", "OPEN VIEW", "LOST"])
    assert tale.refused("stop") == "CC-SOLO.17"
    tale.play("OPEN VIEW")
    assert tale.refused("play", "OPEN VIEW") == "CC-SOLO.18" and tale.refused("stop") is None
    equal = solo(hand=["OPEN VIEW", "OPEN VIEW"]).play("OPEN VIEW")
    assert equal.verbs == {"stop"}, "one of equal names is enough"


@pytest.mark.rule("CC-R90")
def test_an_empty_hand_need_not_play() -> None:
    tale = solo("play", hand=[], pile=8, moves=["TIPTOE"])
    assert tale.state.turn == 6 and len(tale.hand()) == 4


@pytest.mark.rule("CC-SOLO.22", "CC-SOLO.23", "CC-SOLO.15", "CC-R83")
def test_draw_to_four_or_lose() -> None:
    tale = solo("draw", hand=["LOST"], pile=3, moves=["TIPTOE"])
    assert len(tale.hand()) == 4 and not tale.over
    short = solo("draw", hand=["LOST"], pile=2, moves=["TIPTOE"])
    assert not short.over and len(short.hand()) == 3, "what is there is drawn"
    lost = solo("draw", hand=["LOST"], pile=0)
    assert lost.over and lost.fate() == t.EMPTY and lost.state.returns() == [-1.0]
    for before in ({"last_draw": "lose"}, {"rules": 1}):
        strict = solo("draw", hand=["LOST"], pile=2, **before)
        assert strict.over and strict.fate() == t.EMPTY
    full = solo("draw", hand=["LOST", "CURFEW", "MUDLARK", "OPEN VIEW"], pile=0, moves=["TIPTOE"])
    assert not full.over, "with four in hand none is owed"


@pytest.mark.rule("CC-R92", "CC-SOLO.20")
def test_away_from_danger_draws_nothing() -> None:
    tale = solo(
        hand=["AWAY FROM DANGER", "LOST"],
        pile=0,
        his=["CURFEW", "MUDLARK"],
        him=6,
        ring={6: "BEACH"},
        moves=["TIPTOE"],
    )
    tale.play("AWAY FROM DANGER")
    assert not tale.over and tale.hand() == ["CURFEW", "LOST"], "the top of his deck is his hand"


# --- Winning and losing ------------------------------------------------------------------------------


@pytest.mark.rule("CC-SOLO.14", "CC-R82", "CC-R84")
def test_caught_in_the_middle_of_his_way() -> None:
    tale = solo("his", me=1, him=8, hand=["LOST"], moves=["BAD DOG"])
    assert tale.over and tale.fate() == t.CAUGHT and tale.state.pawn[1] == 1
    assert "caught you" in GAME.result(tale.state)


@pytest.mark.rule("CC-R82")
def test_you_may_pass_him_but_not_join_him() -> None:
    passed = solo("move", me=2, him=3, hand=["LOST"]).go(4)
    assert not passed.over
    joined = solo("move", me=2, him=3, hand=["LOST"]).go(3)
    assert joined.over and joined.fate() == t.CAUGHT


@pytest.mark.rule("CC-SOLO.12", "CC-R84")
def test_he_runs_dry() -> None:
    tale = solo(hand=["CURFEW", "LOST"], his=1, him=7).play("CURFEW")
    assert tale.over and tale.state.winner == 0 and tale.fate(1) == t.OUTLASTED


@pytest.mark.rule("CC-R84", "CC-R88")
def test_his_last_card_may_refill_his_deck() -> None:
    tale = solo("his", me=1, him=4, hand=["LOST"], his=["ON THE MOVE"], moves=["WRONG TURN"], pile=4)
    assert not tale.over and len(tale.pile(1)) == 2, "two stolen cards lie under it"
    dry = solo("his", me=1, him=4, hand=["LOST"], his=["CROSSED PATHS"], moves=["WRONG TURN"])
    assert dry.over and dry.state.winner == 0


@pytest.mark.rule("CC-SOLO.13", "CC-R84")
def test_the_fifth_act_wins() -> None:
    tale = solo("move", me=9, him=5, hand=["LOST"], acts=acts(), used=4).go(1)
    assert tale.over and tale.state.winner == 0 and tale.fate(1) == t.ESCAPED


# --- CEMETERY and cul-de-sac -------------------------------------------------------------------------


@pytest.mark.rule("CC-SOLO.31", "CC-R85")
def test_crossing_the_cemetery_draws_an_act() -> None:
    tale = solo("move", me=9, him=5, hand=["LOST"], acts=acts("PLEASE, MISTER"), his=5).go(1)
    assert tale.sees(0)["acts"][0]["up"] and len(tale.pile(1)) == 3
    assert tale.hand() == ["LOST"], "no toll for crossing"
    leaving = solo("move", me=0, him=5, hand=["LOST"], acts=acts()).go(2)
    assert not leaving.sees(0)["acts"][0]["up"], "leaving is no crossing"


@pytest.mark.rule("CC-SOLO.32", "CC-R86", "CC-R85")
def test_landing_on_the_cemetery_costs_a_hand_card_first() -> None:
    tale = solo("move", me=9, him=5, hand=["LOST", "CURFEW"], acts=acts("EVERY LAST CRUMB")).go(0)
    assert tale.verbs == {"lose"} and not tale.sees(0)["acts"][0]["up"]
    tale.do("lose", "LOST")
    assert tale.sees(0)["acts"][0]["up"] and tale.discard() == [], "the lost card came back with the Act"
    bare = solo("move", me=9, him=4, hand=[], pile=8, acts=acts("PLEASE, MISTER"), moves=["TIPTOE"]).go(0)
    assert bare.sees(0)["acts"][0]["up"]


@pytest.mark.rule("CC-SOLO.30", "CC-R85", "CC-R87", "CC-SOLO.24")
def test_at_the_cul_de_sac_he_plays_his_top_card() -> None:
    tale = solo("his", me=1, him=4, hand=["LOST"], his=["CURFEW", "MUDLARK"], moves=["WRONG TURN"], pile=5)
    assert tale.state.pawn[1] == 7 and tale.discard(1) == ["CURFEW"] and len(tale.pile(0)) == 4
    short = solo("his", me=1, him=6, hand=["LOST"], his=["CURFEW"], moves=["WRONG TURN"], pile=5)
    assert short.discard(1) == [] and len(short.pile(0)) == 5


@pytest.mark.rule("CC-SOLO.30", "CC-SOLO.12", "CC-R84")
def test_with_nothing_left_he_plays_nothing_on_his_last_way() -> None:
    tale = solo("his", me=1, him=4, hand=["LOST"], his=0, moves=["WRONG TURN"])
    assert tale.state.pawn[1] == 7 and tale.told("he_plays") == [] and tale.state.winner == 0


# --- His Move deck -----------------------------------------------------------------------------------


@pytest.mark.rule("CC-SOLO.24", "CC-SOLO.26")
@pytest.mark.parametrize(
    ("card", "steps"),
    [
        ("BAD DOG", 4),
        ("SCARECROW", 2),
        ("WRONG TURN", 3),
        ("SPOOKED", 3),
        ("TIPTOE", 1),
        ("LONG STRIDES", 4),
        ("HE SNIFFS THE AIR", 2),
        ("STICKY FINGERS UNDER THE DOOR", 0),
    ],
)
def test_how_far_he_goes(card: str, steps: int) -> None:
    tale = solo("his", me=5, him=6, hand=["LOST", "CURFEW", "MUDLARK"], moves=[card])
    assert tale.state.pawn[1] == (6 + steps) % 10


@pytest.mark.rule("CC-SOLO.28", "CC-R88")
def test_he_steals_no_more_than_there_is() -> None:
    steals = ["STICKY FINGERS UNDER THE DOOR"]
    tale = solo("his", me=1, him=6, hand=["LOST"], his=["OPEN VIEW"], moves=steals)
    assert tale.pile(1) == ["LOST", "OPEN VIEW"] and len(tale.told("stolen")) == 1


@pytest.mark.rule("CC-SOLO.27", "CC-SOLO.28", "CC-R88")
def test_he_steals_at_random_onto_the_top_of_his_deck() -> None:
    tale = solo(
        "his",
        me=1,
        him=6,
        hand=["LOST", "CURFEW", "MUDLARK"],
        his=["OPEN VIEW"],
        moves=["STICKY FINGERS UNDER THE DOOR"],
        dice=[2, 0],
    )
    assert tale.hand() == ["CURFEW"] and tale.pile(1) == ["LOST", "MUDLARK", "OPEN VIEW"]
    assert tale.state.pawn[1] == 6


@pytest.mark.rule("CC-SOLO.25", "CC-R96")
def test_the_move_deck_is_shuffled_only_when_it_is_needed() -> None:
    tale = solo("his", me=5, him=6, hand=["LOST"], moves=["TIPTOE"])
    assert tale.state.move_n == 7 and tale.sees(0)["moves"] == ["tiptoe"]
    last = solo("his", me=5, him=6, hand=["LOST"], moves=["TIPTOE"])
    last.state.move_n = 0
    last.do("stay").play("LOST")
    assert last.state.move_n == 7 and last.told("reshuffle")


@pytest.mark.rule("CC-SOLO.39", "CC-R94", "CC-R93")
def test_the_highway_serves_both() -> None:
    mine = solo("move", me=2, him=8, ring={2: "HIGHWAY"}, hand=["LOST"])
    assert mine.state.stride == 4
    his = solo("his", me=5, him=6, ring={6: "HIGHWAY"}, hand=["LOST"], moves=["SCARECROW"])
    assert his.state.pawn[1] == 0, "two and two more"
    still = solo(
        "his",
        me=5,
        him=6,
        ring={6: "HIGHWAY"},
        hand=["LOST", "CURFEW"],
        moves=["STICKY FINGERS UNDER THE DOOR", "TIPTOE"],
    )
    assert still.state.pawn[1] == 6, "it lengthens a walk and starts none"
    still.do("stay")
    assert still.state.pawn[1] == 9, "one and two more, on his next walk"


# --- Your cards against him --------------------------------------------------------------------------


@pytest.mark.rule("CC-SOLO.19", "CC-SOLO.36", "CC-SOLO.20")
def test_his_whole_hand_is_safe() -> None:
    tale = solo(
        me=2,
        him=3,
        ring={2: "BEACH", 3: "CREEK"},
        hand=["SWEPT AWAY", "LOST", "CURFEW"],
        his=5,
        moves=["TIPTOE"],
    )
    tale.play("SWEPT AWAY")
    assert len(tale.pile(1)) == 5 and "LOST" not in tale.hand()


@pytest.mark.rule("CC-SOLO.20", "CC-SOLO.21", "CC-R89", "CC-SOLO.36")
def test_what_you_steal_from_him() -> None:
    tale = solo(
        hand=["ON THE MOVE", "OPEN VIEW", "LOST"],
        moved=True,
        him=6,
        ring={6: "OPEN FIELD"},
        his=["CURFEW", "MUDLARK", "NIGHT WATCH"],
        pile=1,
    )
    tale.play("ON THE MOVE")
    assert tale.pile(0)[1:] == ["CURFEW", "MUDLARK"] and tale.state.move_n == 8
    tale.play("OPEN VIEW")
    assert tale.over, "his last card has gone to your hand"
    pockets = solo(me=2, him=3, hand=["TURN OUT YOUR POCKETS", "LOST"], his=["CURFEW", "MUDLARK"]).play(
        "TURN OUT YOUR POCKETS"
    )
    assert pockets.hand() == ["CURFEW", "LOST"]
    far = solo(me=2, him=6, hand=["TURN OUT YOUR POCKETS", "LOST"], his=["CURFEW"]).play(
        "TURN OUT YOUR POCKETS"
    )
    assert far.hand() == ["LOST"]


@pytest.mark.rule("CC-R93", "CC-SOLO.39")
def test_the_alley_guards_both_hands() -> None:
    his = solo(me=2, him=3, ring={3: "ALLEY"}, hand=["TURN OUT YOUR POCKETS", "LOST"], his=["CURFEW"]).play(
        "TURN OUT YOUR POCKETS"
    )
    assert his.hand() == ["LOST"]
    mine = solo(
        "his",
        me=1,
        him=6,
        ring={1: "ALLEY"},
        hand=["LOST", "CURFEW"],
        moves=["STICKY FINGERS UNDER THE DOOR"],
    )
    assert mine.hand() == ["CURFEW", "LOST"]


@pytest.mark.rule("CC-SOLO.29", "CC-SOLO.37", "CC-SOLO.2")
def test_kidnapped_moves_you_or_robs_him() -> None:
    him = solo(
        me=2,
        him=6,
        ring={6: "TOWN"},
        hand=["KIDNAPPED", "LOST"],
        his=["CURFEW", "MUDLARK", "OPEN VIEW"],
        pile=1,
    ).play("KIDNAPPED")
    assert him.state.pawn[1] == 6 and him.pile(0)[1:] == ["CURFEW", "MUDLARK"]
    mine: dict[str, Any] = {"me": 2, "ring": {2: "ALLEY", 6: "TOWN"}, "hand": ["KIDNAPPED", "LOST"], "his": 4}
    for him_at in (9, 6):
        me = solo(him=him_at, **mine).play("KIDNAPPED")
        assert me.verbs == {"to", "done"} and me.to(5).state.pawn[0] == 5 and len(me.pile(1)) == 2
    stays = solo(him=5, **mine).play("KIDNAPPED").done()
    assert stays.state.pawn[0] == 2 and len(stays.pile(1)) == 2, "nobody is forced onto the Boogeyman"
    nobody = solo(me=2, him=9, hand=["KIDNAPPED", "LOST"], his=4).play("KIDNAPPED")
    assert len(nobody.pile(1)) == 4, "neither of the two is in TOWN or ALLEY"
    before = solo(him=9, **mine, rules=1).play("KIDNAPPED")
    assert before.state.pawn[0] == 5 and len(before.pile(1)) == 4
    assert solo(him=6, **mine, rules=1).play("KIDNAPPED").offered("target") == [0, 1]


@pytest.mark.rule("CC-SOLO.2", "CC-SOLO.20")
def test_the_rest_of_your_cards() -> None:
    tale = solo(
        me=2,
        him=6,
        ring={6: "HIGHWAY"},
        hand=["CROSSED PATHS", "ROADBLOCK", "NIGHT WATCH", "QUICK FEET"],
        his=5,
        acts=acts(),
    )
    tale.play("CROSSED PATHS")
    assert (tale.state.pawn[0], tale.state.pawn[1]) == (2, 6)
    tale.play("ROADBLOCK")
    assert len(tale.pile(1)) == 3
    tale.play("NIGHT WATCH")
    assert [s["act"] for s in tale.sees(0)["acts"]][:3] == ["make_your_move", "hidden_passage", None]
    tale.play("QUICK FEET")
    assert len(tale.offered("to")) == 3
    tale.to(5)
    assert tale.state.pawn[0] == 5


# --- His cards against you ---------------------------------------------------------------------------


def he_plays(card: str, **more: object) -> Tale:
    """He walks from 4 to 7 and plays a card on the way."""
    base: dict[str, object] = {
        "me": 1,
        "him": 4,
        "hand": ["LOST", "CURFEW"],
        "his": [card, "OPEN VIEW"],
        "moves": ["WRONG TURN"],
        "pile": 6,
    }
    return solo("his", **{**base, **more})  # type: ignore[arg-type]


@pytest.mark.rule("CC-R87", "CC-R88", "CC-SOLO.29")
def test_how_he_plays_his_cards() -> None:
    taken = he_plays("KIDNAPPED", ring={1: "TOWN"})
    assert taken.state.pawn[0] == 4 and len(taken.pile(0)) == 4 and len(taken.pile(1)) == 3
    assert taken.told("moved") == ["The Boogeyman moves The orphan to OUT IN THE COLD (space 4)."]
    assert he_plays("OPEN VIEW", ring={1: "OPEN FIELD"}, his=["OPEN VIEW", "MUDLARK"]).pile(1)[0] in (
        "LOST",
        "CURFEW",
    )
    assert he_plays("SWEPT AWAY", ring={1: "BEACH"}).hand() == []
    assert len(he_plays("ON THE MOVE").pile(0)) == 4, "he has moved"
    assert len(he_plays("ROADBLOCK", ring={1: "HIGHWAY"}).pile(0)) == 4
    shuffled = he_plays("OUT OF REACH", ring={7: "WOODS"}, his_discard=["MUDLARK", "NIGHT WATCH"])
    assert len(shuffled.pile(1)) == 3 and shuffled.discard(1) == ["OUT OF REACH"]
    assert len(he_plays("GRAVE GOODS", his_discard=["MUDLARK", "NIGHT WATCH"]).pile(1)) == 2
    assert len(he_plays("MUDLARK", ring={7: "CREEK"}, his_discard=["QUICK FEET", "NIGHT WATCH"]).pile(1)) == 3
    fast = he_plays("QUICK FEET")
    assert fast.state.pawn[1] == 0, "three more"
    assert he_plays("QUICK FEET", me=9).over
    for lapsing in ("SECOND THOUGHTS", "CROSSED PATHS", "NIGHT WATCH", CAT, "AWAY FROM DANGER"):
        tale = he_plays(lapsing)
        assert tale.discard(1) == [lapsing] and tale.hand() == ["CURFEW", "LOST"]


@pytest.mark.rule("CC-R85", "CC-SOLO.31")
def test_his_card_may_carry_you_over_the_cemetery() -> None:
    tale = he_plays("KIDNAPPED", me=8, ring={8: "ALLEY"}, acts=acts("PLEASE, MISTER"))
    assert tale.state.pawn[0] == 1 and tale.sees(0)["acts"][0]["up"]


@pytest.mark.rule("CC-R87", "CC-SOLO.29")
def test_the_woods_hold_you_fast() -> None:
    tale = he_plays("KIDNAPPED", ring={1: "WOODS"})
    assert tale.state.pawn[0] == 1


# --- Acts --------------------------------------------------------------------------------------------


@pytest.mark.rule("CC-SOLO.33", "CC-SOLO.34", "CC-SOLO.35", "CC-R97")
def test_acts_alone() -> None:
    head = solo(
        "move", me=9, him=5, hand=["LOST", "CURFEW"], acts=acts("HEAD START"), moves=["TIPTOE"], pile=8
    ).go(1)
    assert head.state.pawn[1] == 5 and head.count(t.BOOST) == 1
    assert head.told("boost") == ["The next Movement of The orphan may be 1 longer."]
    head.play("LOST").stop()
    assert head.state.stride == 3
    make = solo(
        "move",
        me=9,
        him=5,
        hand=["LOST"],
        acts=acts("MAKE YOUR MOVE"),
        his_discard=["MUDLARK", "CURFEW"],
        pile=2,
    ).go(1)
    assert make.state.pawn[0] == 1 and make.pile()[2:] == ["MUDLARK", "CURFEW"]
    hidden = solo(
        "move", me=9, him=5, hand=["LOST", "CURFEW"], acts=acts("HIDDEN PASSAGE", "PLEASE, MISTER"), his=5
    ).go(1)
    assert len(hidden.offered("to")) == 9 and "done" in hidden.verbs
    hidden.to(0)
    assert hidden.verbs == {"lose"}, "put on the CEMETERY: a landing"
    hidden.do("lose", "LOST")
    assert hidden.sees(0)["acts"][1]["up"] and len(hidden.pile(1)) == 3
    stay = solo("move", me=9, him=5, hand=["LOST"], acts=acts("HIDDEN PASSAGE")).go(1).done()
    assert not stay.sees(0)["acts"][1]["up"]
    joined = solo("move", me=9, him=5, hand=["LOST"], acts=acts("HIDDEN PASSAGE")).go(1).to(5)
    assert joined.over and joined.fate() == t.CAUGHT


def test_spaces_alone() -> None:
    """OPEN FIELD shows his top card, PLAYGROUND does nothing, CREEK and BEACH work."""
    field = solo("move", me=1, him=7, ring={2: "OPEN FIELD"}, hand=["LOST"], his=["CURFEW", "MUDLARK"]).go(2)
    field.target(1)
    assert field.told("saw", 0) == ["The orphan sees CURFEW of The Boogeyman."]
    ground = solo("move", me=1, him=3, ring={2: "PLAYGROUND"}, hand=["LOST"]).go(2)
    assert ground.verbs == {"play"} and ground.state.pawn[1] == 3
    creek = (
        solo("move", me=1, him=7, ring={2: "CREEK"}, hand=["LOST"], pile=["CURFEW"]).go(2).do("stash", "LOST")
    )
    assert creek.hand() == ["CURFEW"]


# --- Defence -----------------------------------------------------------------------------------------


@pytest.mark.rule("CC-SOLO.38", "CC-R95", "CC-SOLO.21", "CC-R48")
def test_a_shield_stops_his_cards_and_your_own() -> None:
    tale = solo("his", me=8, him=6, hand=[LUCKY, "LOST"], moves=["WRONG TURN"], windows=True)
    assert "The Boogeyman flips WRONG TURN" in tale.question
    tale.do("defend", LUCKY)
    assert not tale.over and tale.state.pawn[1] == 6 and tale.state.move_n == 7
    played = solo(
        "his",
        me=1,
        him=4,
        hand=[CAT, "LOST"],
        his=["CURFEW", "MUDLARK"],
        moves=["WRONG TURN"],
        pile=5,
        windows=True,
    )
    played.do("pass").do("defend", CAT)
    assert len(played.pile(0)) == 5 and played.discard(1) == ["CURFEW"]
    own = solo(me=2, him=9, ring={2: "WOODS"}, hand=["LOST", LUCKY, "CURFEW"], windows=True)
    own.play("LOST").do("defend", LUCKY)
    assert own.hand() == ["CURFEW"], "the hand was not lost"


@pytest.mark.rule("CC-R91", "CC-SOLO.18")
def test_shields_in_the_own_turn_count_as_played() -> None:
    tale = solo(hand=["OPEN VIEW", "CURFEW", LUCKY, LUCKY], windows=True)
    tale.play("OPEN VIEW").do("defend", LUCKY).play("CURFEW")
    assert tale.verbs == {"stop"} and tale.hand() == [LUCKY]
    other = solo(hand=["CURFEW", CAT, LUCKY, LUCKY], windows=True).play(LUCKY).play("CURFEW")
    assert other.refused("defend", LUCKY) == "CC-SOLO.18" and other.refused("defend", CAT) is None


@pytest.mark.rule("CC-R49")
def test_alone_there_is_nobody_to_hide_from() -> None:
    """Without a Defensive card nothing is asked; games from before go on asking."""
    his: dict[str, Any] = {"stage": "his", "me": 1, "him": 6, "hand": ["LOST"], "moves": ["TIPTOE"]}
    assert solo(**his, windows=True).verbs == {"go", "stay"}
    assert solo(**his, windows=True, rules=1).verbs == {"pass"}
    mine = solo(hand=["LOST", "CURFEW"], windows=True).play("LOST")
    assert mine.verbs == {"play", "stop"}


@pytest.mark.rule("CC-R95")
def test_acts_and_spaces_cannot_be_stopped() -> None:
    tale = solo("move", me=9, him=5, hand=[CAT, "LOST"], acts=acts("PLEASE, MISTER"), his=5, windows=True).go(
        1
    )
    assert tale.verbs == {"play"} and len(tale.pile(1)) == 3
