"""A game being played: answers, refusals, taking back, and what each seat is told."""

import random
from types import SimpleNamespace
from typing import Any

import pytest

import fabletop
from fabletop import Illegal, Mistake
from fabletop.kernel.session import EVERY, Session
from fabletop.kernel.snapshot import snapshot

GAME = fabletop.game("storybook")
HEROES = {"side": "heroes"}


def session(seed: int = 5, **more: Any) -> Session:
    return Session(GAME, seed=seed, **more)


def play_randomly(game: Session, answers: int, seed: int = 1) -> Session:
    chance = random.Random(seed)
    for _ in range(answers):
        if game.seat is not None:
            game.play(game.seat, chance.choice(game.state.legal()))
    return game


def everything(game: Session) -> tuple[Any, ...]:
    return (snapshot(game.state), list(game.journal.rows), list(game.actions), len(game.past))


def played_again(game: Session) -> Session:
    """A new session with the same answers."""
    opening = game.opening
    twin = Session(GAME, opening.players, game.seed, opening.options, opening.edition)
    for answer in game.actions:
        twin.play(answer.seat, answer.action)
    return twin


def answer_with(game: Session, verb: str) -> None:
    """Play on at random until this verb is offered, then answer with it."""
    chance = random.Random(2)
    while game.seat is not None:
        found = [o.action for o in GAME.ask(game.state, game.seat).options if o.verb == verb]
        if found:
            game.play(game.seat, found[0])
            return
        game.play(game.seat, chance.choice(game.state.legal()))
    raise AssertionError(f"{verb} was never offered")


# --- Answering -----------------------------------------------------------------------


def test_an_answer_is_kept_with_its_words() -> None:
    game = session()
    option = GAME.ask(game.state, 0).options[1]
    answer = game.play(0, option.action)
    assert game.actions == [answer]
    assert (answer.seat, answer.action, answer.words) == (0, option.action, option.words)
    assert game.entries(0)[-1].words == "Player 1 plays the Villains."


@pytest.mark.parametrize(
    ("seat", "action", "words"),
    [
        (1, 4096, "It is not your question: Player 1 is asked."),
        (0, 4099, "SB-BUILD.1"),
        (0, -1, "no action of this game"),
        (0, 1 << 70, "no action of this game"),
        (2, 4096, "there is no seat 2: the seats of this game are 0 to 1"),
        (-1, 4096, "there is no seat -1"),
        (True, 4096, "there is no seat True"),
        (0, True, "an action is a whole number, not True"),
        (0, "4096", "an action is a whole number, not '4096'"),
        (0, None, "an action is a whole number, not None"),
    ],
)
def test_a_wrong_answer_is_refused_and_changes_nothing(seat: Any, action: Any, words: str) -> None:
    game = session()
    before = everything(game)
    with pytest.raises((Illegal, Mistake)) as refused:
        game.play(seat, action)
    assert words in str(refused.value)
    assert everything(game) == before


def test_nothing_can_be_answered_once_the_game_is_over() -> None:
    game = play_randomly(session(), 5000)
    assert game.over and game.seat is None
    before = everything(game)
    with pytest.raises(Illegal, match="over"):
        game.play(0, 4096)
    assert everything(game) == before


def test_an_answer_that_fails_half_way_leaves_the_game_as_it_was() -> None:
    game = play_randomly(session(), 10)
    before, real = everything(game), game.state

    def half_way(action: int) -> None:
        game.journal.note(1, 0, 0, 0, 0, -1)
        raise KeyboardInterrupt

    broken = SimpleNamespace(
        seat=real.seat,
        over=False,
        sealed=real.sealed,
        asks=real.asks,
        allows=real.allows,
        clone=real.clone,
        step=half_way,
        alarm=real.alarm,
        journal=None,
    )
    game.state = broken  # type: ignore[assignment]
    game.game = SimpleNamespace(words=lambda state, action: "words")  # type: ignore[assignment]
    with pytest.raises(KeyboardInterrupt):
        game.play(int(real.seat), real.legal()[0])
    assert everything(game) == before
    assert game.state.journal is game.journal


def test_without_a_seed_each_game_has_a_secret_one() -> None:
    assert Session(GAME).seed != Session(GAME).seed
    assert session(seed=0).seed == 0


# --- What each seat is told --------------------------------------------------------------


def test_only_the_seat_itself_reads_its_secrets() -> None:
    game = play_randomly(session(options=HEROES), 100)
    own = [entry.words for entry in game.entries(0) if entry.kind == "draw"]
    others = [entry.words for entry in game.entries(1) if entry.kind == "draw"]
    watched = [entry.words for entry in game.entries(None) if entry.kind == "draw"]
    assert any("Hero" in words and "a card" not in words for words in own)
    assert all("a card" in words for words in others if words.startswith("Hero"))
    assert all("a card" in words for words in watched)


def test_the_journal_belongs_to_the_live_state_alone() -> None:
    game = play_randomly(session(), 12)
    assert game.state.journal is game.journal
    assert all(game.at(number).journal is None for number in range(len(game.past)))


def test_what_an_answer_led_to_adds_up_to_the_whole_story() -> None:
    game = play_randomly(session(options=HEROES), 60)
    told = [entry for number in range(len(game.actions) + 1) for entry in game.told(0, number)]
    assert told == game.entries(0)
    assert [entry.words for entry in game.told(0, 0)] == ["Player 1 plays the Heroes."]
    assert game.entries(0, len(game.journal.rows)) == []


def test_the_game_can_be_seen_as_it_was_after_each_answer() -> None:
    game = play_randomly(session(), 30)
    for number in (0, 7, 30):
        twin = play_randomly(session(), number)
        assert snapshot(game.at(number)) == snapshot(twin.state)


# --- Taking back -----------------------------------------------------------------------------


def test_ones_own_answers_can_be_taken_back_one_by_one() -> None:
    game = session()
    first = everything(game)
    game.play(0, 4096)
    second = everything(game)
    answer = game.play(0, game.state.legal()[0])
    assert game.seat == 1
    assert game.can_undo(0) is None
    assert game.undo(0) == answer
    assert everything(game) == second
    game.undo(0)
    assert everything(game) == first
    assert game.can_undo(0) == "There is no answer of yours to take back."


def test_after_taking_back_the_game_goes_on_as_if_nothing_had_been() -> None:
    game = session()
    game.play(0, 4096)
    game.undo(0)
    game.play(0, 4097)
    assert [entry.words for entry in game.entries(0)] == ["Player 1 plays the Villains."]
    assert everything(play_randomly(game, 50)) == everything(played_again(game))


def test_undo_does_not_cross_the_answer_of_another_seat() -> None:
    game = session(options=HEROES)
    game.play(0, game.state.legal()[0])
    game.play(1, game.state.legal()[0])
    before = everything(game)
    assert "Villain" in str(game.can_undo(0)) and "has answered since" in str(game.can_undo(0))
    with pytest.raises(Mistake, match="has answered since"):
        game.undo(0)
    assert everything(game) == before
    assert game.can_undo(1) is None


@pytest.mark.parametrize("verb", ["draw", "reveal"])
def test_undo_does_not_cross_a_draw_or_a_reveal(verb: str) -> None:
    game = session()
    answer_with(game, verb)
    seat = game.actions[-1].seat
    before = everything(game)
    with pytest.raises(Mistake, match="what was seen cannot be unseen"):
        game.undo(seat)
    assert everything(game) == before


@pytest.mark.parametrize("verb", ["spin", "slide", "play", "hide"])
def test_what_showed_nothing_can_be_taken_back(verb: str) -> None:
    game = session()
    answer_with(game, verb)
    game.undo(game.actions[-1].seat)
    assert everything(game) == everything(played_again(game))


def test_nothing_is_taken_back_once_the_game_is_over() -> None:
    game = play_randomly(session(), 5000)
    last = game.actions[-1].seat
    assert str(game.can_undo(last)).startswith("The game is over")
    with pytest.raises(Mistake, match="over"):
        game.undo(last)


def test_a_seat_that_does_not_exist_takes_nothing_back() -> None:
    with pytest.raises(Mistake, match="there is no seat 9"):
        session().can_undo(9)


@pytest.mark.parametrize("players", [2, 4])
def test_games_with_many_second_thoughts_are_the_games_of_their_last_thoughts(players: int) -> None:
    chance = random.Random(players)
    game = session(seed=players, players=players)
    taken_back = 0
    for _ in range(300):
        if game.seat is None:
            break
        seat = chance.randrange(players)
        sealed = int(game.state.sealed)
        if chance.random() < 0.4 and game.can_undo(seat) is None:
            assert game.undo(seat).seat == seat
            assert game.seat == seat
            assert game.state.sealed == sealed
            taken_back += 1
        else:
            game.play(game.seat, chance.choice(game.state.legal()))
    assert taken_back > 10
    assert everything(game) == everything(played_again(game))


def test_each_moment_is_as_it_was_whether_its_state_was_kept_or_not() -> None:
    game = session(players=4)
    chance, seen = random.Random(3), [snapshot(game.state)]
    while game.seat is not None:
        game.play(game.seat, chance.choice(game.state.legal()))
        seen.append(snapshot(game.state))
    assert [snapshot(game.at(number)) for number in range(len(seen))] == seen
    assert sum(moment.state is not None for moment in game.past) == (len(game.actions) + EVERY - 1) // EVERY
    for number in (len(seen) - 2, 19, 16, 15, 3, 0):
        game.go_back_to(number)
        assert snapshot(game.state) == seen[number] and len(game.past) == len(game.actions) == number


def test_those_who_play_together_give_up_a_game_not_themselves() -> None:
    """A bot that sits there has not resigned: the game was given up."""
    together = Session(fabletop.game("coraline"), 3, seed=5)
    together.resign(range(3))
    assert together.result() == "The game was given up." and together.returns() == [-1.0] * 3
    alone = Session(fabletop.game("coraline"), 1, seed=5)
    alone.resign([0])
    assert "resigned" in alone.result()
    duel = session()
    duel.resign([0])
    assert duel.result() == f"{duel.name(0)} resigned. {duel.name(1)} wins."
