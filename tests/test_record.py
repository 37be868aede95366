"""Records: a game as its rules made it is the same game, to look at and to go on with."""

import json
import random

import pytest

import fabletop
from fabletop.kernel.record import APART, EARLIER, Recorded, record
from fabletop.kernel.session import Answer, Session
from fabletop.kernel.snapshot import snapshot


def a_game(name: str, answers: int, keyed: bool = True) -> Session:
    session = Session(fabletop.game(name), seed=6, keyed=keyed)
    luck = random.Random(6)
    for _ in range(answers):
        if session.seat is not None:
            session.play(session.seat, luck.choice(session.state.legal()))
    return session


def recorded(session: Session) -> Recorded:
    found = Recorded(session.opening, session.seed, session.keyed, json.loads(json.dumps(record(session))))
    for answer in session.actions:
        found.play(answer.seat, answer.action)
    found.wake()
    return found


def check_same(one: Session, other: Session) -> None:
    assert [(a.seat, a.action) for a in one.actions] == [(a.seat, a.action) for a in other.actions]
    assert one.over == other.over and one.returns() == other.returns() and one.seat == other.seat
    every = [[(number, snapshot(state)) for number, state in game.states(0)] for game in (one, other)]
    assert every[0] == every[1] and len(every[0]) == len(one.actions) + 1
    for number in range(len(one.actions) + 1):
        assert snapshot(one.at(number)) == snapshot(other.at(number))
        assert one.told(0, number) == other.told(0, number)
        assert number == 0 or one.words(number) == other.words(number)


@pytest.mark.parametrize("name", fabletop.names())
@pytest.mark.parametrize("answers", [0, 3, 2 * APART, 37, 2000])
def test_a_recorded_game_is_the_same_at_every_moment(name: str, answers: int) -> None:
    session = a_game(name, answers, keyed=answers % 2 == 0)
    check_same(session, recorded(session))


def test_it_goes_on_is_taken_back_and_can_be_recorded_again() -> None:
    session = a_game("storybook", 30)
    games = [session, recorded(session)]
    for game in games:
        luck = random.Random(8)
        for _ in range(20):
            assert game.seat is not None
            game.play(game.seat, luck.choice(game.state.legal()))
        game.go_back_to(27)
        assert len(game.actions) == 27 and game.state.journal is game.journal
        assert game.seat is not None
        game.play(game.seat, game.state.legal()[0])
    check_same(*games)
    check_same(session, recorded(recorded(session)))


def test_a_game_that_was_given_up_stays_so() -> None:
    session = a_game("storybook", 12)
    session.resign([0])
    again = recorded(session)
    assert again.over and again.resigned == (0,) and again.returns() == [-1.0, 1.0]


def test_where_the_rules_no_longer_allow_an_answer_the_moment_before_is_shown() -> None:
    session = a_game("storybook", 30)
    again = recorded(session)
    again.actions[18] = Answer(again.actions[18].seat, -1, "")
    assert snapshot(again.at(18)) == snapshot(session.at(18)) == snapshot(again.at(21))
    assert snapshot(again.at(24)) == snapshot(session.at(24))  # this one was kept
    assert again.words(19) == EARLIER and again.words(18) == session.words(18)
    again.go_back_to(21)
    assert len(again.actions) == 18 and snapshot(again.state) == snapshot(session.at(18))


def test_states_of_another_shape_are_converted_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    session = a_game("storybook", 10)
    content = json.loads(json.dumps(record(session)))
    content["states"]["0"]["tempo"] = content["states"]["0"].pop("sealed")
    with pytest.raises(fabletop.Mistake, match="stored by another version of its rules: sealed, tempo"):
        Recorded(session.opening, 6, True, content)

    def convert(self: object, fields: dict[str, object]) -> dict[str, object]:
        return {("sealed" if name == "tempo" else name): value for name, value in fields.items()}

    monkeypatch.setattr(type(session.game), "convert_state", convert)
    assert Recorded(session.opening, 6, True, content).known[0].sealed == session.at(0).sealed


@pytest.mark.parametrize(("game", "newer"), [("coraline", ["torn"]), ("condyle", ["heard", "imagined"])])
def test_states_from_before_a_field_was_there_are_opened(game: str, newer: list[str]) -> None:
    session = a_game(game, 10)
    content = json.loads(json.dumps(record(session)))
    for state in content["states"].values():
        for name in newer:
            state.pop(name, None)  # states after the first tell what differs
    assert snapshot(Recorded(session.opening, 6, True, content).known[0]) == snapshot(session.at(0))
