"""CO-ROUND, CO-BUTTON, CO-SOLO, CO-TALK: whose turn it is, and who decides that."""

import pytest

from fabletop.games.coraline import verbs as v
from fabletop.games.coraline.activities import StoryPhase
from fabletop.games.coraline.turn import WhoIsNext
from fabletop.kernel.action import act
from fabletop.kernel.question import Illegal
from fabletop.kernel.session import Session

from .tables import GAME, table
from .test_setup import start


def pass_turn(session: Session) -> None:
    """The active player passes; whatever the Beldam asks is answered somehow."""
    state = session.state
    turn = state.turn  # type: ignore[attr-defined]
    session.play(int(state.seat), int(act(v.PASS, 0)))
    while not session.over and state.turn == turn and not isinstance(state.question, WhoIsNext):  # type: ignore[attr-defined]
        session.play(int(state.seat), state.legal()[0])


@pytest.mark.rule("CO-ROUND.1", "CO-ROUND.2")
def test_with_hands_dealt_the_group_is_asked_who_begins() -> None:
    tale = start(3)
    assert tale.hand(0) and tale.hand(1) and tale.hand(2)
    assert tale.offered("next") == ["0", "1", "2"]
    assert tale.do("next", 2).state.active == 2


@pytest.mark.rule("CO-ROUND.2", "CO-R3")
@pytest.mark.parametrize("speaker", [0, 1, 2])
def test_anyone_may_answer_for_the_group(speaker: int) -> None:
    session = Session(GAME, 3, seed=1)
    for seat in range(3):
        assert session.asks(seat)
        assert GAME.ask(session.state, seat).options
    session.play(speaker, int(act(v.NEXT, 1)))
    assert session.seat == 1
    assert [session.asks(seat) for seat in range(3)] == [False, True, False]


@pytest.mark.rule("CO-R3")
def test_the_first_claim_stands() -> None:
    session = Session(GAME, 3, seed=1)
    session.play(2, int(act(v.NEXT, 2)))
    with pytest.raises(Illegal, match=r"CO-ROUND\.3"):
        session.play(0, int(act(v.NEXT, 0)))
    assert session.seat == 2


@pytest.mark.rule("CO-R3")
def test_a_spectator_is_not_of_the_group() -> None:
    tale = start(2)
    assert GAME.ask(tale.state, None).options == ()
    refusal = GAME.explain(tale.state, None, tale.action("next", 0))
    assert refusal and refusal.rule == "CO-ROUND.3"


@pytest.mark.rule("CO-ROUND.2", "CO-BUTTON.1", "CO-COMP.6")
def test_who_has_gone_shows_black_and_waits() -> None:
    tale = start(3).do("next", 1)
    tale.skip()
    while not isinstance(tale.state.question, WhoIsNext):
        tale.state.apply(tale.state.legal()[0])
    assert [seat["button"] for seat in tale.view["seats"]] == ["colour", "black", "colour"]
    assert tale.offered("next") == ["0", "2"]
    assert tale.refused("next", 1) == "CO-BUTTON.1"


@pytest.mark.rule("CO-ROUND.2", "CO-BUTTON.2")
def test_a_new_round_has_a_new_order() -> None:
    tale = table("C06", players=2, hands={1: ["C07"]})
    tale.skip()
    assert tale.state.active == 1, "one player is left: nobody needs to be asked"
    assert tale.state.round == 1
    tale.skip()
    assert tale.state.round == 2
    assert [seat["button"] for seat in tale.view["seats"]] == ["colour", "colour"]
    assert tale.offered("next") == ["0", "1"]
    tale.do("next", 1)
    assert tale.state.active == 1


@pytest.mark.rule("CO-ROUND.3")
def test_the_phases_come_in_order() -> None:
    tale = table("C06", players=2, hands={1: ["C07"]}, woes=["B10"])
    tale.walk("C06", "theater")
    kinds = [kind for kind in tale.kinds() if kind in ("walk", "draw", "woe", "button")]
    assert kinds[0] == "walk" and set(kinds[1:6]) == {"draw"} and kinds[6:] == ["woe"]
    tale.do("wish", 0).take("looking-stone")
    assert "button" in tale.kinds()


@pytest.mark.rule("CO-ROUND.3")
def test_only_the_active_player_is_asked_in_a_turn() -> None:
    tale = table("C06", players=2, hands={1: ["C07"]})
    for other in (1, None):
        refusal = GAME.explain(tale.state, other, tale.action("pass"))
        assert refusal and refusal.rule == "CO-ROUND.3"


@pytest.mark.rule("CO-ROUND.4")
def test_rounds_go_on_until_the_end() -> None:
    session = Session(GAME, 2, seed=3)
    rounds = set()
    while not session.over:
        rounds.add(int(session.state.round))  # type: ignore[attr-defined]
        if isinstance(session.state.question, WhoIsNext):
            session.play(0, session.state.legal()[0])
        elif isinstance(session.state.question, StoryPhase):
            pass_turn(session)
        else:
            session.play(int(session.state.seat), session.state.legal()[0])
    assert len(rounds) > 3
    refusal = GAME.explain(session.state, 0, int(act(v.PASS, 0)))
    assert refusal and refusal.rule == "CO-ROUND.4"


@pytest.mark.rule("CO-SOLO.1")
def test_alone_there_are_no_buttons_and_no_group() -> None:
    tale = start(1)
    assert tale.view["seats"][0]["button"] is None
    assert isinstance(tale.state.question, StoryPhase)
    tale = table("C06", "C07").skip()
    assert isinstance(tale.state.question, StoryPhase) and tale.state.turn == 2
    assert "button" not in tale.kinds() and "round" not in tale.kinds()
    assert len(tale.hand()) == 6


@pytest.mark.rule("CO-TALK.1", "CO-R8")
def test_nobody_is_shown_another_hand() -> None:
    tale = start(4, seed=5)
    names = {one["name"] for one in GAME.view(tale.state, 1)["hand"]}
    for other in (0, 2, 3, None):
        shown = str(GAME.view(tale.state, other)) + GAME.text(tale.state, other)
        shown += GAME.text(tale.state, other, spoken=True)
        assert not any(name in shown for name in names)
        assert [seat["hand"] for seat in GAME.view(tale.state, other)["seats"]] == [3] * 4


@pytest.mark.rule("CO-R8")
def test_a_drawn_card_is_told_to_its_owner_only() -> None:
    tale = table("C06", players=2, hands={1: ["C07"]}, deck=["C11", "C13"])
    tale.walk("C06", "theater")
    assert any("draws Quick Fingers" in line for line in tale.told(0))
    for other in (1, None):
        assert not any("Quick Fingers" in line for line in tale.told(other))
        assert any("draws a card" in line for line in tale.told(other))
