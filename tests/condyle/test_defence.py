"""Defensive cards: who is asked, what is cancelled, and that the question tells nothing."""

from typing import Any

import pytest

from fabletop.games.condyle.game import GAME
from fabletop.kernel.rng import seeded

from .tables import table

CAT, SHED, LUCKY = "CAT UNDER A LAMP", "SHED SOME LIGHT", "LUCKY PASSERBY"


@pytest.mark.rule("CC-DEF.2", "CC-DEF.3", "CC-R43", "CC-R49")
def test_everybody_who_could_answer_is_asked_clockwise() -> None:
    tale = table(4, turn=1, hands={0: 1, 1: ["CURFEW", "LOST"], 2: 1, 3: [CAT]}, windows=True).play("CURFEW")
    order = []
    while tale.verbs <= {"pass", "defend"}:
        order.append(tale.asked)
        tale.do("pass")
    assert order == [2, 3, 0]
    assert tale.refused("defend", CAT) == "CC-PLAY.1"


@pytest.mark.rule("CC-R49")
def test_the_question_is_the_same_whether_or_not_the_card_is_held() -> None:
    views = []
    for held in (CAT, "MUDLARK"):
        tale = table(hands={0: ["SPOOKED", "LOST"], 1: [held]}, at={1: "TOWN"}, windows=True).play("SPOOKED")
        assert tale.asked == 1
        views.append((tale.sees(0), GAME.ask(tale.state, 0), tale.question))
    assert views[0] == views[1]


@pytest.mark.rule("CC-R49", "CC-R43")
def test_who_cannot_hold_one_is_not_asked() -> None:
    empty = table(hands={0: ["SPOOKED", "LOST"]}, windows=True).play("SPOOKED")
    assert empty.asked == 0, "an empty hand answers nothing"
    spent = table(
        hands={0: ["SPOOKED", "LOST"], 1: ["MUDLARK"]}, discards={1: [CAT, SHED, LUCKY, LUCKY]}, windows=True
    ).play("SPOOKED")
    assert spent.asked == 0, "all four lie open"


@pytest.mark.rule("CC-DEF.4", "CC-R45", "CC-DEF.3")
def test_a_shield_for_all_voids_the_whole_card() -> None:
    tale = table(hands={0: ["AWAY FROM DANGER", "LOST"], 1: [CAT, "CURFEW"]}, at={1: "BEACH"}, windows=True)
    tale.play("AWAY FROM DANGER").do("defend", CAT).do("pass")
    assert tale.turn == 0 and "play" in tale.verbs, "the turn has not ended"
    assert tale.discard(0) == ["AWAY FROM DANGER"] and tale.discard(1) == [CAT]
    assert tale.hand(1) == ["CURFEW"]


@pytest.mark.rule("CC-R45", "CC-R43")
def test_a_shield_for_all_may_help_others_and_closes_the_window() -> None:
    tale = table(4, hands={0: ["SPOOKED", "LOST"], 1: [CAT], 2: [SHED], 3: 1}, at={3: "TOWN"}, windows=True)
    tale.play("SPOOKED").target(3).do("defend", CAT)
    assert tale.asked == 2, "the shield itself may be answered"
    tale.do("pass")
    while tale.verbs == {"pass"}:
        tale.do("pass")
    assert tale.asked == 0 and "play" in tale.verbs and tale.place(3) == "TOWN"
    assert SHED in tale.hand(2)


@pytest.mark.rule("CC-R44", "CC-DEF.4")
def test_a_shield_for_one_covers_its_player_only() -> None:
    tale = table(
        3, hands={0: ["CURFEW", "LOST"], 1: [LUCKY], 2: ["MUDLARK"]}, piles={1: 5, 2: 5}, windows=True
    )
    tale.play("CURFEW").do("defend", LUCKY)
    while tale.verbs <= {"pass", "defend"}:
        tale.do("pass")
    assert (len(tale.pile(1)), len(tale.pile(2))) == (5, 4)


@pytest.mark.rule("CC-R44")
def test_a_shield_for_one_needs_to_be_hit() -> None:
    tale = table(3, hands={0: ["SPOOKED", "LOST"], 1: [LUCKY], 2: [CAT]}, at={2: "TOWN"}, windows=True)
    tale.play("SPOOKED").target(2)
    assert tale.asked == 1 and tale.verbs == {"pass"}
    assert tale.refused("defend", LUCKY) == "CC-R44" and tale.refused("defend", CAT) == "CC-DEF.2"
    assert tale.refused("defend", "MUDLARK") == "CC-DEF.2"


@pytest.mark.rule("CC-R44", "CC-CARD.1")
def test_what_concerns_the_cards_own_player_still_happens() -> None:
    tale = table(hands={0: ["AWAY FROM DANGER", "LOST"], 1: [LUCKY, "CURFEW"]}, at={1: "BEACH"}, windows=True)
    tale.play("AWAY FROM DANGER").do("defend", LUCKY)
    while tale.verbs == {"pass"}:
        tale.do("pass")
    assert tale.turn == 1 and tale.hand(1) == ["CURFEW"] and tale.hand(0) == ["LOST"]


@pytest.mark.rule("CC-R46")
def test_a_shield_against_a_shield() -> None:
    tale = table(3, hands={0: ["SPOOKED", CAT], 1: [LUCKY], 2: [SHED]}, at={1: "TOWN"}, windows=True)
    tale.play("SPOOKED").target(1).do("defend", LUCKY)
    assert tale.asked == 2
    tale.do("defend", SHED)
    assert tale.asked == 0, "the player of the first card may answer as well"
    tale.do("defend", CAT)
    while tale.verbs == {"pass"}:
        tale.do("pass")
    assert tale.place(1) == "TOWN", "CAT undid SHED, so LUCKY stands"
    assert tale.discard(0) == ["SPOOKED", CAT] and tale.discard(2) == [SHED]


@pytest.mark.rule("CC-R46")
def test_a_shield_for_one_does_not_answer_a_shield() -> None:
    tale = table(3, hands={0: ["SPOOKED", "LOST"], 1: [CAT], 2: [LUCKY]}, at={1: "TOWN"}, windows=True)
    tale.play("SPOOKED").target(1).do("defend", CAT)
    assert tale.asked == 2 and tale.verbs == {"pass"}


@pytest.mark.rule("CC-R46")
def test_a_cancelled_shield_lets_the_card_happen() -> None:
    tale = table(hands={0: ["SPOOKED", SHED, "LOST"], 1: [CAT, "MUDLARK"]}, at={1: "TOWN"}, windows=True)
    tale.play("SPOOKED").do("defend", CAT).do("defend", SHED)
    while tale.verbs == {"pass"}:
        tale.do("pass")
    assert tale.place(1) == "CUL-DE-SAC"
    assert tale.told("saw", 0) == ["Orphan 1 sees MUDLARK of Orphan 2."], "SHED SOME LIGHT shows the hand"


@pytest.mark.rule("CC-R47")
def test_acts_spaces_and_permanent_cards_cannot_be_cancelled() -> None:
    acts = table(
        stage="start", at={0: "CUL-DE-SAC"}, hands={0: ["LOST"], 1: [CAT]}, piles={1: 4}, windows=True
    )
    acts.do("flip", "PLEASE, MISTER")
    assert acts.asked == 0 and len(acts.pile(1)) == 2
    winter = table(
        hands={0: ["LOST"], 1: [CAT]},
        at={0: "OUT IN THE COLD"},
        spaces={"OUT IN THE COLD": (2, 0)},
        winter_deck=["COLD SNAP", "ICE SKATES"],
        piles={1: 4},
        windows=True,
        winter="on",
    )
    winter.do("winter")
    assert winter.asked == 1, "a Last Winter card that is not Permanent is an Options card"
    winter.do("defend", CAT)
    while winter.verbs == {"pass"}:
        winter.do("pass")
    assert len(winter.pile(1)) == 4 and winter.sees(None)["gone"] == ["cold_snap"]
    lasting = table(
        hands={0: ["LOST"], 1: [CAT]},
        at={0: "OUT IN THE COLD"},
        spaces={"OUT IN THE COLD": (2, 0)},
        winter_deck=["ICE SKATES"],
        windows=True,
        winter="on",
    ).do("winter")
    assert lasting.asked == 0 and lasting.charms() == ["ICE SKATES"]


@pytest.mark.rule("CC-R48")
def test_nobody_cancels_the_own_card() -> None:
    tale = table(hands={0: ["SPOOKED", CAT]}, windows=True).play("SPOOKED")
    assert tale.verbs == {"play", "stop"} and tale.discard() == ["SPOOKED"]


@pytest.mark.rule("CC-R49")
def test_a_resampled_table_asks_the_same_question() -> None:
    tale = table(hands={0: ["SPOOKED", "LOST"], 1: [CAT, "MUDLARK"]}, at={1: "TOWN"}, windows=True).play(
        "SPOOKED"
    )
    held = set()
    rng = seeded(1)
    for _ in range(40):
        other = GAME.resample(tale.state, 0, rng)
        assert tale.game.view(other, 0) == tale.sees(0) and other.seat == 1
        held.add(len(other.legal()))
    assert {1, 2} <= held, "in some worlds there is a shield, in some there is none"


@pytest.mark.rule("CC-R44")
def test_a_shield_for_one_keeps_out_of_passing_round() -> None:
    laid: dict[str, Any] = {"hands": {0: ["PASS IT ON", "LOST"], 1: [LUCKY, "MUDLARK"], 2: ["CURFEW"]}}
    tale = table(3, **laid, windows=True, fourth="on").play("PASS IT ON")
    tale.do("defend", LUCKY)
    while tale.verbs == {"pass"}:
        tale.do("pass")
    assert (tale.hand(0), tale.hand(1), tale.hand(2)) == (["CURFEW"], ["MUDLARK"], ["LOST"])
    before = table(3, **laid, windows=True, fourth="on", rules=1).play("PASS IT ON")
    assert before.refused("defend", LUCKY) == "CC-R44"
    alone = table(hands={0: ["PASS IT ON", "LOST", "SPOOKED"], 1: [LUCKY]}, windows=True, fourth="on")
    alone.play("PASS IT ON").do("defend", LUCKY)
    while alone.verbs == {"pass"}:
        alone.do("pass")
    assert alone.verbs == {"play", "stop"} and alone.hand(0) == ["LOST", "SPOOKED"], "nobody to pass to"
