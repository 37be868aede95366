"""A small story for each rule; `fabletop conformance moths` checks what holds in every game."""

import pytest

import fabletop
from fabletop.kernel.action import act
from moths import table as m
from moths.game import GAME

GHOST, TIGER, HAWK = 0, 18, 30  # moths of light 1, 4 and 7
TEA, PAPER = 0, 1  # lanterns with two places, for 1 and for 2 points


def garden(*hands: tuple[int, ...]) -> m.Moths:
    """Two lanterns burn, and these moths are in the hands; all others are far away."""
    t = GAME.start(2)
    assert isinstance(t, m.Moths)
    for lantern in range(2, len(t.taken)):
        t.taken[lantern] = m.OUT
    for moth in range(len(t.where)):
        t.where[moth] = 1000 if moth not in sum(hands, ()) else m.HAND if moth in hands[0] else m.HAND + 1
    return t


def send(t: m.Moths, verb: int, moth: int, lantern: int) -> None:
    t.apply(act(verb, t.box.moths[moth]))
    t.apply(act(m.TO, lantern))


def test_the_garden_at_dusk() -> None:  # MO-SETUP.1, MO-SETUP.2
    view = GAME.view(GAME.start(3), 0)
    assert (len(view["lanterns"]), len(view["hand"]), view["deck"]) == (8, 4, 32 - 3 * 4)


def test_the_brightest_takes_the_lantern() -> None:  # MO-TURN.1, MO-FLY.1, MO-BURN.1
    t = garden((GHOST, GHOST + 1), (TIGER, HAWK))
    send(t, m.FLY, GHOST, TEA)
    send(t, m.FLY, TIGER, TEA)
    assert t.taken[TEA] == 1 and m.score(t, 1) == 1


def test_equals_take_nothing_and_the_rest_burns_at_the_end() -> None:  # MO-BURN.2, MO-END.1, MO-END.2
    t = garden((GHOST, TIGER), (GHOST + 1,))
    send(t, m.FLY, GHOST, TEA)
    send(t, m.FLY, GHOST + 1, TEA)
    t.apply(act(m.FLY, t.box.moths[TIGER]))  # there is one lantern left: nobody asks which
    assert t.over and list(t.taken[:2]) == [m.OUT, 0] and t.returns() == [1, -1]


def test_one_moth_flies_in_the_dark() -> None:  # MO-DARK.1, MO-TURN.2
    t = garden((GHOST, TIGER + 1, HAWK), (TIGER,))
    send(t, m.HIDE, HAWK, PAPER)
    views = [GAME.view(t, seat) for seat in (0, 1)]
    assert [view["lanterns"][PAPER]["moths"][0]["name"] for view in views] == ["Hawk Moth", "?"]
    send(t, m.FLY, TIGER, TEA)
    for verb, rule in ((m.HIDE, "MO-DARK.1"), (m.REST, "MO-TURN.2")):
        with pytest.raises(fabletop.Illegal, match=rule):
            t.apply(act(verb, t.box.moths[GHOST]))
