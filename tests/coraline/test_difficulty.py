"""CO-R29: how hard the game is, agreed on beforehand; and friends who always play their best."""

from typing import Any, cast

import pytest

from fabletop import bots, seeded
from fabletop.games.coraline.game import GAME
from fabletop.games.coraline.table import ASLEEP, FIRST_MOON, Table


def begun(difficulty: str, players: int = 2) -> Table:
    return cast(Table, GAME.start(players, seed=4, options={"difficulty": difficulty, "concede": "off"}))


def her_cards_in_four_turns(difficulty: str) -> list[int]:
    """How many cards the Beldam deck has left when each of the first turns is over."""
    state = begun(difficulty)
    left = []
    for turn in range(2, 6):
        while state.turn < turn and not state.over:
            state.apply(state.legal()[-1])
        left.append(int(state.woes_left))
    return left


@pytest.mark.rule("CO-R29")
def test_in_a_kind_game_she_sleeps_for_three_turns() -> None:
    kind, book = her_cards_in_four_turns("kind"), her_cards_in_four_turns("book")
    assert [book[0] < 30, kind[ASLEEP - 1], kind[ASLEEP] < 30] == [True, 30, True]


@pytest.mark.rule("CO-R29")
def test_in_a_cruel_game_the_moon_has_begun() -> None:
    assert [int(begun(name).moon) for name in ("kind", "book", "cruel")] == [
        FIRST_MOON,
        FIRST_MOON,
        FIRST_MOON + 1,
    ]


@pytest.mark.rule("CO-R29")
def test_four_begin_a_cruel_game_later_still_unless_they_began_it_before_that_was_so() -> None:
    assert [int(begun("cruel", players).moon) for players in (1, 2, 3, 4)] == [2, 2, 2, 3]
    said = [
        GAME.choices(players, cast(Any, GAME.edition("house")))["difficulty"].names["cruel"]
        for players in (3, 4)
    ]
    assert [words.split()[3] for words in said] == ["2", "3"]
    agreed = GAME.opening(4, {"difficulty": "cruel"}, rules=2)
    assert int(cast(Table, GAME.begin(agreed, seeded(4))).moon) == 2


def test_a_friend_plays_its_best_at_every_level() -> None:
    """In a game that all win or lose together no level errs on purpose."""
    state = begun("book")
    answers = set()
    for level in ("gentle:40", "fair:40", "sharp:40"):
        for world in range(3):
            answers.add((world, bots.make(level).choose(state.clone(), seeded(world))))
    assert len(answers) == 3
