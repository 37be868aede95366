"""What teammates say they can do (SB-TEAM.8): true, and the same whatever they do not see."""

import fabletop
from fabletop.games.storybook.battle import judge
from fabletop.games.storybook.bot.talk import EARLY, NOTHING
from fabletop.games.storybook.game import GAME
from fabletop.games.storybook.table import Storybook
from fabletop.kernel.rng import seeded
from fabletop.lab.conformance import steps

from .tables import table


def said(state: Storybook, seat: int) -> str:
    return GAME.sayings(state, seat)[0].words


def middle(seed: int, answers: int) -> Storybook:
    """A game for four, begun at random."""
    state = GAME.start(4, seed=seed)
    for number, _ in enumerate(steps(state, seeded(seed))):
        if number == answers:
            break
    assert isinstance(state, Storybook)
    return state


def test_a_teammate_says_whom_it_could_capture() -> None:
    """The Crocodile would, with its strong side toward the Cat: a Spin does it."""
    state = table("Cheshire Cat 0/2 @ 0,0", "Crocodile 0/9,0/9,4/9,0/9 @ 1,0", turn="hero", players=4).state
    crocodile = state.seat_of(1)
    assert said(state, crocodile) == "With one action I could capture Cheshire Cat."
    assert judge(state)[0] == 0
    calm = table("Cheshire Cat 0/9 @ 0,0", "Crocodile 0/9 @ 1,0", turn="hero", players=4).state
    assert said(calm, calm.seat_of(1)) == NOTHING


def test_who_can_do_nothing_does_not_say_what_the_next_one_could() -> None:
    """Its turn would be over at once, and then the Crocodile is its partner's to spin."""
    lines = "Cheshire Cat 0/2 @ 0,0", "Crocodile 0/9,0/9,4/9,0/9 @ 1,0"
    empty = {key: 0 for key in ("hero", "villain", "hero2", "villain2")}
    state = table(*lines, turn="hero", players=4, deck=empty).state
    assert said(state, state.seat_of(1)) != NOTHING
    assert said(state, state.seat_of(3)) == NOTHING


def test_what_is_said_is_the_same_for_worlds_that_look_the_same() -> None:
    found = set()
    for seed in range(6):
        state = middle(seed, 60)
        assert state.turn > 0 and not state.over
        for seat in range(4):
            words = said(state, seat)
            found.add(words)
            for number in range(3):
                world = state.resampled(seat, seeded(number))
                assert isinstance(world, Storybook) and said(world, seat) == words
    assert len(found) > 3


def test_two_alone_have_nobody_to_talk_to() -> None:
    state = fabletop.game("storybook").start(2, seed=1)
    assert state.opening.game.sayings(state, 0) == []
    four = fabletop.game("storybook").start(4, seed=1)
    assert [one.words for one in four.opening.game.sayings(four, 0)] == [EARLY]
