"""The grid is a window that follows the cards: beyond its rim all goes on as in its middle (SB-R6)."""

import re
from typing import Any

import pytest

from fabletop.games.storybook.game import GAME
from fabletop.games.storybook.table import MIDDLE, WIDE

from .tables import Tale, table

SPACE = re.compile(r"\((-?\d+), (-?\d+)\)")
BESIDE_THE_RIM = [(29, 0), (-28, 0), (0, 29), (0, -28), (29, 29), (-28, -28)]


def laid_at(x: int, y: int, **more: Any) -> Tale:
    """The same table, so far from the centre."""
    lines = [f"Peter Pan @ {x},{y}", f"Smee @ {x},{y + 1}", f"Nana @ {x + 1},{y} face down"]
    lines += [f"Cecco @ {x - 1},{y + 1} turned 1", "Tootles in hand", "Nibs in hand", "Noodler in hand"]
    return table(*lines, calm=True, **more)


def looks(tale: Tale, x: int, y: int) -> tuple[object, ...]:
    """What lies where and what may be done, as on the same table in the middle."""
    lying = {
        (at[0] - x, at[1] - y): (name, int(tale.state.lies[tale.card(name)]))
        for at, name in tale.layout.items()
    }
    options = [
        SPACE.sub(lambda at: f"({int(at[1]) - x}, {int(at[2]) - y})", option.words)
        for option in GAME.ask(tale.state, tale.seat).options
    ]
    return lying, options, tale.asked, tale.ap


def went_on(tale: Tale, x: int, y: int, way: tuple[int, int]) -> list[tuple[object, ...]]:
    """Two cards are put down one behind the other, then one slides back and one is revealed."""
    dx, dy = way
    seen = [looks(tale, x, y)]
    start = {(1, 0): (2, 0), (-1, 0): (-2, 1), (0, 1): (0, 2), (0, -1): (0, -1)}[way]
    here = (x + start[0], y + start[1])
    for verb, things in (
        ("hide", ("Tootles",)),
        ("put", (here,)),
        ("end", ()),
        ("play", ("Noodler",)),
        ("put", ((here[0] + dx, here[1] + dy),)),
        ("end", ()),
        ("reveal", ("Tootles",)),
        ("spin", ("Tootles", "left")),
    ):
        tale.do(verb, *things)
        seen.append(looks(tale, x, y))
    return seen


@pytest.mark.rule("SB-R6")
@pytest.mark.parametrize(("x", "y"), BESIDE_THE_RIM)
@pytest.mark.parametrize("way", [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_beyond_the_rim_everything_goes_on(x: int, y: int, way: tuple[int, int]) -> None:
    far, near = laid_at(x, y), laid_at(0, 0)
    assert went_on(far, x, y, way) == went_on(near, 0, 0, way)
    outward = (x > 0 and way == (1, 0)) or (x < 0 and way == (-1, 0)) or y * way[1] > 0
    moved = (far.state.zero_x, far.state.zero_y) != (MIDDLE, MIDDLE)
    assert moved == outward, "the window has followed the cards, if they went that way"


@pytest.mark.rule("SB-R6", "SB-VOCAB.7")
@pytest.mark.parametrize(
    ("at", "goal"), [((29, 0), (2, 0)), ((-28, 0), (-2, 1)), ((0, 29), (0, 2)), ((0, -29), (1, -1))]
)
def test_a_twist_knows_its_card_beyond_the_rim(at: tuple[int, int], goal: tuple[int, int]) -> None:
    """Second Star to the Right moves a card and then turns that very card."""
    seen = []
    for x, y in (at, (0, 0)):
        tale = laid_at(x, y, twists=["Second Star to the Right"]).twist().do("target", "Peter Pan")
        tale.do("put", (x + goal[0], y + goal[1])).do("turns", 1)
        assert tale.turned("Peter Pan") == 1
        assert ((tale.state.zero_x, tale.state.zero_y) == (MIDDLE, MIDDLE)) == (x == y == 0)
        seen.append(looks(tale, x, y))
    assert seen[0] == seen[1]


@pytest.mark.rule("SB-R6")
def test_the_window_is_centred_on_the_cards_that_still_lie_there() -> None:
    """Peter Pan comes from far away; what he has left behind does not count."""
    lines = ("Peter Pan @ -25,0", "Nana @ 29,0", "Tootles in hand", "Nibs in hand", "Smee @ 28,1")
    tale = table(*lines, calm=True).slide("Peter Pan", "E").hide("Tootles", (30, 0)).end()
    tale.hide("Nibs", (31, 0))
    places = [
        int(tale.state.at[card]) % WIDE for card in range(len(tale.state.at)) if tale.state.at[card] >= 0
    ]
    assert (min(places) + max(places)) // 2 == MIDDLE
    assert tale.cell("Nibs") == (31, 0) and tale.cell("Peter Pan") == (28, 0)
