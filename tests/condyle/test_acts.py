"""Acts of Desperation, the Boogeyman, the other cul-de-sacs, MY BINKY and the extra Boogeyman."""

from collections import Counter

import pytest

from fabletop import Mistake
from fabletop.games.condyle import table as t
from fabletop.games.condyle.game import GAME, acts_in_play
from fabletop.kernel.rng import seeded

from .tables import HOUSE, Tale, act_names, table

GOOD = ["MAKE YOUR MOVE", "HIDDEN PASSAGE", "HEAD START", "EVERY LAST CRUMB", "PLEASE, MISTER"]


def at_cul_de_sac(players: int = 2, **more: object) -> Tale:
    hands = {0: ["LOST", "CURFEW"], 1: ["TIPTOE", "SPOOKED"]}
    return table(players, stage="start", at={0: "CUL-DE-SAC"}, **{"hands": hands, **more})  # type: ignore[arg-type]


def set_names(**options: str) -> list[str]:
    return [HOUSE.acts[i].name for i in acts_in_play(HOUSE, options)]


@pytest.mark.rule("CC-AOD.1", "CC-TURN.5", "CC-R50", "CC-AOD.4")
def test_who_begins_on_the_cul_de_sac_must_flip_one_of_choice() -> None:
    tale = at_cul_de_sac(up=["HEAD START"])
    assert tale.verbs == {"flip"} and len(tale.offered("flip")) == 5
    assert tale.refused("flip", "HEAD START") == "CC-AOD.4"
    assert tale.refused("stay") == "CC-AOD.1"


@pytest.mark.rule("CC-AOD.2", "CC-AOD.4", "CC-AOD.5")
def test_the_act_comes_first_and_stays_face_up() -> None:
    tale = at_cul_de_sac(discards={0: ["MUDLARK"]})
    tale.do("flip", "EVERY LAST CRUMB")
    assert tale.discard() == [] and tale.verbs == {"go", "stay"}
    shown = [s["act"] for s in tale.sees(None)["acts"] if s["up"]]
    assert shown == ["every_last_crumb"]
    again = at_cul_de_sac(up=["EVERY LAST CRUMB"])
    assert again.verbs == {"flip"}, "a later turn flips another one"


@pytest.mark.rule("CC-R16")
def test_one_flip_a_turn_and_the_turn_begins_after_it() -> None:
    tale = at_cul_de_sac().do("flip", "HIDDEN PASSAGE").to("HIGHWAY")
    assert tale.state.stride == 4, "HIGHWAY looks at where the Act has put you"


@pytest.mark.rule("CC-AOD.3", "CC-GOAL.2", "CC-R60")
def test_the_boogeyman_ends_a_game_of_two() -> None:
    tale = at_cul_de_sac().do("flip", "BOOGEYMAN")
    assert tale.over and tale.fate(0) == t.EATEN and tale.state.winner == 1


@pytest.mark.rule("CC-AOD.7", "CC-R52", "CC-R53", "CC-AOD.6")
def test_the_first_victim_may_hide_him() -> None:
    tale = at_cul_de_sac(3, up=["HEAD START"])
    tale.state.deck[t.SEEN + 1] = 2  # seat 1 has looked at HIDDEN PASSAGE
    tale.do("flip", "BOOGEYMAN")
    assert tale.asked == 0 and tale.verbs == {"hide", "shuffle"} and len(tale.offered("hide")) == 5
    tale.do("hide", 0)
    assert HOUSE.acts[tale.state.deck[t.ACT + 0]].name == "BOOGEYMAN"
    assert tale.told("hide", 1) == ["Orphan 1 puts the Boogeyman back at a secret place."]
    assert tale.sees(1)["acts"][0]["act"] is None and tale.sees(0)["acts"][0]["act"] == "boogeyman"
    assert tale.sees(1)["acts"][1]["act"] is None, "what was seen before is worth nothing now"
    assert tale.state.act_up == 1 << 2, "only HEAD START lies face up"
    assert tale.turn == 1 and tale.place(0) == "nowhere"


@pytest.mark.rule("CC-AOD.6", "CC-R52")
def test_later_victims_shuffle() -> None:
    tale = at_cul_de_sac(3)
    tale.state.placed = 1
    tale.do("flip", "BOOGEYMAN")
    assert tale.turn == 1 and tale.told("shuffled") and tale.state.act_up == 0
    places = set()
    for seed in range(20):
        one = at_cul_de_sac(3)
        one.state.rng = seeded(seed)
        one.do("flip", "BOOGEYMAN").do("shuffle")
        places.add(act_names(one.state).index("BOOGEYMAN"))
    assert len(places) > 3


@pytest.mark.rule("CC-R52")
def test_the_second_victim_has_no_choice() -> None:
    tale = table(4, stage="start", at={0: "CUL-DE-SAC", 1: "CUL-DE-SAC"}, hands={1: ["LOST"]})
    tale.do("flip", "BOOGEYMAN").do("hide", 2).do("flip", 2)
    assert tale.fate(1) == t.EATEN and tale.turn == 2 and len(tale.told("shuffled")) == 1


@pytest.mark.rule("CC-AOD.8", "CC-R51", "CC-R54", "CC-R56", "CC-AOD.9")
def test_the_last_act_is_deadly_only_when_flipped() -> None:
    tale = table(3, hands={0: ["SOMETHING WICKED", "LOST"], 1: ["QUICK FEET"]}, at={1: "TOWN"}, up=GOOD)
    tale.play("SOMETHING WICKED").target(1)
    assert tale.place(1) == "CUL-DE-SAC" and tale.fate(1) == t.ALIVE, "no flip now"
    lost = table(3, stage="start", turn=1, at={1: "CUL-DE-SAC"}, up=GOOD)
    assert lost.fate(1) == t.EATEN, "the one face-down Act is flipped by itself"
    own = table(3, stage="move", at={0: "TOWN"}, hands={0: ["LOST"]}, up=GOOD).go("CUL-DE-SAC")
    assert own.fate(0) == t.ALIVE, "going in is legal, and not yet the end"


@pytest.mark.rule("CC-OUT.3")
def test_an_act_may_refill_a_pile_in_time() -> None:
    tale = at_cul_de_sac(3, piles={0: 0}, discards={0: ["MUDLARK", "QUICK FEET"]}).do(
        "flip", "EVERY LAST CRUMB"
    )
    tale.do("stay").stop()
    assert tale.fate() == t.ALIVE


# --- The Acts of KIDDIE CORNER -----------------------------------------------------------------------


@pytest.mark.rule("CC-CARD.2", "CC-R55")
def test_make_your_move() -> None:
    tale = at_cul_de_sac(
        3,
        spaces={"DETOUR1": (2, 0), "DETOUR2": (0, 2)},
        discards={1: ["CURFEW", "MUDLARK", "TIPTOE"]},
        piles={0: 2},
        hands={0: ["LOST"]},
    ).do("flip", "MAKE YOUR MOVE")
    assert tale.offered("to") == ["DETOUR", "DETOUR"]
    tale.to((0, 2))
    assert tale.place(0) == "DETOUR" and tale.told("target") == ["Orphan 1 chooses Orphan 2."], (
        "the other is empty"
    )
    assert tale.pile()[2:] == ["CURFEW", "MUDLARK"] and tale.discard(1) == ["TIPTOE"]


@pytest.mark.rule("CC-CARD.3", "CC-R55")
def test_make_your_move_without_a_detour() -> None:
    tale = at_cul_de_sac(discards={1: ["MUDLARK"]}).do("flip", "MAKE YOUR MOVE")
    assert tale.place(0) == "CUL-DE-SAC" and tale.pile()[-1] == "MUDLARK" and tale.verbs == {"go", "stay"}
    none = at_cul_de_sac(3).do("flip", "MAKE YOUR MOVE")
    assert none.offered("target") == [1, 2], "all discards are empty, so any may be chosen"


def test_head_start_and_please_mister() -> None:
    tale = at_cul_de_sac(discards={0: ["MUDLARK"]}, piles={0: 3, 1: 4})
    tale.do("flip", "HEAD START").target(1)
    assert tale.state.stride == 3 and len(tale.pile()) == 4
    theft = at_cul_de_sac(piles={0: 3, 1: 4}).do("flip", "PLEASE, MISTER")
    assert (len(theft.pile(0)), len(theft.pile(1))) == (5, 2)


# --- Other sets --------------------------------------------------------------------------------------


@pytest.mark.rule("CC-ALT.1", "CC-ALT.2", "CC-R77")
def test_other_cul_de_sacs_replace_the_whole_set() -> None:
    bad = {}
    for name in HOUSE.cul_de_sacs:
        acts = [HOUSE.acts[i] for i in acts_in_play(HOUSE, {"cul_de_sac": name})]
        assert len(acts) == 6 and {a.set for a in acts} == {name}
        bad[name] = sum(a.boogeyman for a in acts)
    assert bad == {
        "kiddie_corner": 1,
        "creepy_carnival": 2,
        "down_lexington_dr": 3,
        "beneath_the_cove": 2,
        "hollow_days": 1,
    }
    tale = table(hands={0: ["SOMETHING WICKED", "LOST"]}, cul_de_sac="creepy_carnival").play(
        "SOMETHING WICKED"
    )
    assert tale.place(1) == "CUL-DE-SAC" and tale.sees(0)["cul_de_sac"] == "CREEPY CARNIVAL"


@pytest.mark.rule("CC-R77", "CC-R53")
def test_every_boogey_figure_eats_and_goes_back() -> None:
    tale = at_cul_de_sac(3, cul_de_sac="down_lexington_dr").do("flip", "THE PAPERBOY")
    assert tale.fate(0) == t.EATEN
    tale.do("hide", 5)
    assert HOUSE.acts[tale.state.deck[t.ACT + 5]].name == "THE PAPERBOY"
    assert sum(HOUSE.acts[tale.state.deck[t.ACT + slot]].boogeyman for slot in range(6)) == 3


def test_acts_of_the_other_sets() -> None:
    """Each does what it says: trades, moves of all others, looks, losses, shields."""
    mirrors = at_cul_de_sac(cul_de_sac="creepy_carnival").do("flip", "HALL OF MIRRORS")
    assert mirrors.hand(0) == ["SPOOKED", "TIPTOE"] and mirrors.hand(1) == ["CURFEW", "LOST"]
    ride = at_cul_de_sac(3, cul_de_sac="creepy_carnival")
    ride.do("flip", "CAROUSEL").to("TOWN").to("BEACH")
    assert (ride.place(1), ride.place(2)) == ("TOWN", "BEACH")
    booth = at_cul_de_sac(3, cul_de_sac="creepy_carnival", piles={0: 2, 1: 4, 2: 4}).do("flip", "PRIZE BOOTH")
    assert [len(booth.pile(p)) for p in range(3)] == [6, 2, 2]
    slot = at_cul_de_sac(cul_de_sac="down_lexington_dr").do("flip", "MAIL SLOT")
    assert all(shown["act"] for shown in slot.sees(0)["acts"]) and not slot.sees(1)["acts"][0]["act"]
    rats = at_cul_de_sac(3, cul_de_sac="beneath_the_cove", piles={1: 5, 2: 5}).do("flip", "RAT KING")
    assert [len(rats.pile(p)) for p in (1, 2)] == [3, 3]
    carol = at_cul_de_sac(
        cul_de_sac="hollow_days",
        discards={0: ["TIPTOE", "MUDLARK"], 1: ["QUICK FEET"]},
        hands={0: ["LOST"], 1: 1},
    ).do("flip", "CAROLERS")
    assert carol.discard(0) == [] and carol.discard(1) == []
    gift = at_cul_de_sac(cul_de_sac="hollow_days").do("flip", "REGIFTING").done()
    assert gift.hand(0) == ["CURFEW", "LOST"], "it may be left out"


# --- Choices -----------------------------------------------------------------------------------------


@pytest.mark.rule("CC-CHOICE.1", "CC-CHOICE.3", "CC-R78")
def test_my_binky_replaces_one_harmless_act() -> None:
    assert set_names(binky="head_start") == [
        "MAKE YOUR MOVE",
        "HIDDEN PASSAGE",
        "MY BINKY",
        *GOOD[3:],
        "BOOGEYMAN",
    ]
    with pytest.raises(Mistake, match="cannot be 'boogeyman'"):
        GAME.opening(2, {"binky": "boogeyman"})
    with pytest.raises(Mistake, match="with cul_de_sac=hollow_days: choose one of 'off', 'secondhand"):
        GAME.opening(2, {"binky": "head_start", "cul_de_sac": "hollow_days"})
    binky = GAME.choices(2, HOUSE)["binky"]
    assert binky.values_with("kiddie_corner") == ("off", *(act.id for act in HOUSE.acts[:5]))
    assert binky.names["drip_drip_drip"] == "DRIP, DRIP, DRIP"


@pytest.mark.rule("CC-CHOICE.2", "CC-CHOICE.3", "CC-R78")
def test_the_extra_boogeyman_relieves_or_joins() -> None:
    assert Counter(set_names(boogeyman="standard")) == Counter([*GOOD, "EXTRA BOOGEYMAN"])
    both = set_names(boogeyman="head_start", binky="hidden_passage")
    assert {"BOOGEYMAN", "EXTRA BOOGEYMAN", "MY BINKY"} <= set(both) and len(both) == 6
    with pytest.raises(Mistake, match="MY BINKY replaces it"):
        GAME.opening(2, {"boogeyman": "head_start", "binky": "head_start"})
    tale = at_cul_de_sac(boogeyman="head_start").do("flip", "EXTRA BOOGEYMAN")
    assert tale.over and tale.fate(0) == t.EATEN


def test_my_binky_refills_and_shields() -> None:
    """SHIELD lasts until the own next turn starts, against thefts and moves by others."""
    tale = at_cul_de_sac(
        binky="head_start",
        discards={0: ["MUDLARK", "QUICK FEET", "GRAVE GOODS"]},
        hands={0: ["LOST"], 1: ["SCARECROW", "ON THE MOVE", "CURFEW"]},
        piles={0: 2},
    ).do("flip", "MY BINKY")
    assert len(tale.pile()) == 5 and tale.discard() == []
    tale.do("stay").stop()
    assert tale.turn == 1
    size = len(tale.pile())
    tale.go("TOWN").play("SCARECROW").do("number", 2).play("ON THE MOVE")
    assert tale.place(0) == "CUL-DE-SAC" and len(tale.pile()) == size
    tale.play("CURFEW")
    assert len(tale.pile()) == size - 1, "a forced discard is no theft"
    assert tale.turn == 0 and tale.count(t.SHIELD) == 0
