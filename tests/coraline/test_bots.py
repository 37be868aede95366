"""What bots know of this game: hope, the convention, and the council that looks further."""

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from fabletop.bots.coop import Council, halvings
from fabletop.bots.thinker import Thinker
from fabletop.games.coraline import table as t
from fabletop.games.coraline.convention import PLAN, follow, think
from fabletop.games.coraline.hope import EYES, SIGHTS, hope, look
from fabletop.games.coraline.net import UNITS, chance
from fabletop.games.coraline.state import Coraline
from fabletop.kernel.action import act
from fabletop.kernel.rng import seeded
from fabletop.kernel.state import MOST_ACTIONS
from fabletop.kernel.temper import Temper

from .tables import GAME, card, room, table

FIVE = ["key", "globe", "circus-eye", "garden-eye", "theater-eye"]


def middle(players: int, seed: int, answers: int) -> Coraline:
    """A table after some random answers, with the game still on."""
    state = GAME.start(players, seed, {"concede": "off"})
    rng = seeded(seed)
    while state.moves < answers:
        legal = state.legal()
        state.apply(legal[rng.below(len(legal))])
        if state.over:
            return middle(players, seed + 1000, answers)
    assert isinstance(state, Coraline)
    return state


def shortlist(state: Coraline, most: int = 8, margin: float = 0.4) -> list[int]:
    out = vec[i64]([0] * MOST_ACTIONS)
    return [int(out[i]) for i in range(state.shortlist(out, most, margin))]


# --- Hope ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_hope_sees_nothing_that_is_hidden(players: int) -> None:
    rng = seeded(9)
    for seed in range(6):
        state = middle(players, seed, 25)
        for seat in range(players):
            seen = set()
            for _ in range(5):
                world = state.resampled(seat, rng)
                assert isinstance(world, Coraline)
                EYES.refresh()
                seen.add(hope(world, seat, False))
            assert len(seen) == 1


def test_what_changed_since_the_last_look_adds_up_to_a_fresh_look() -> None:
    one, other = middle(2, 3, 20), middle(2, 4, 30)
    EYES.refresh()
    hope(one, 0, False)
    stepwise = hope(other, 1, True)
    EYES.refresh()
    assert hope(other, 1, True) == pytest.approx(stepwise)


def test_the_weights_fit_what_is_seen() -> None:
    for players in (1, 2, 3, 4):
        assert len(GAME.blank(GAME.opening(players)).terms.net.weights) == (SIGHTS + 1) * UNITS + 1
    state = middle(4, 1, 30)
    look(state, 2, True, EYES)
    assert all(0 <= EYES.what[i] < SIGHTS for i in range(EYES.count))
    assert len({int(EYES.what[i]) for i in range(EYES.count)}) == EYES.count


def test_hope_falls_with_the_moon_and_grows_with_treasures() -> None:
    def odds(moon: int, satchel: list[str]) -> float:
        tale = table("C21", "C11", moon=moon, satchel=satchel, coraline="kitchen")
        EYES.refresh()
        return chance(hope(tale.state, 0, False))

    assert odds(1, FIVE[:3]) > odds(5, FIVE[:3])
    assert odds(3, FIVE[:4]) > odds(3, FIVE[:1])


# --- The convention --------------------------------------------------------------------------------


def test_a_turn_is_thought_through_to_its_end_and_no_further() -> None:
    state = table("C21", "C11", deck=["C01"], woes=["B01"]).state
    before = state.sealed
    think(state)
    assert state.sealed == before and state.turn == 1, "only a copy was played on"
    follow(state)
    assert state.turn == 2 or state.over


def test_the_convention_wins_when_it_can() -> None:
    satchel = [*FIVE, "military-cap"]
    tale = table("C23", "C30", "C06", coraline="living-room", beldam="living-room", satchel=satchel)
    think(tale.state)
    assert PLAN.answers[0] == act(t.PLAY, card("C23"))
    follow(tale.state)
    assert tale.state.ending == t.WON


def test_a_shortlist_holds_allowed_answers_the_best_first() -> None:
    state = middle(3, 2, 20)
    while state.top() != t.F_STORY:
        state.apply(state.legal()[0])
    wide = shortlist(state, 8, 99.0)
    assert set(wide) <= set(state.legal()) and len(wide) == len(set(wide)) == min(8, len(state.legal()))
    assert shortlist(state, 8, 0.0)[0] == wide[0]
    assert len(shortlist(state, 3, 99.0)) == 3


def test_the_shortest_way_goes_through_all_rooms_to_the_door() -> None:
    box = table("C21").state.box
    garden, theater = room("garden"), room("theater")
    assert box.way(room("kitchen"), 0) == 1
    assert box.way(room("kitchen"), 1 << garden) == 2 + 3
    assert box.way(room("kitchen"), 1 << garden | 1 << theater) == 2 + 3
    assert box.way(garden, 1 << garden) == 3


# --- The council -----------------------------------------------------------------------------------


def test_rounds_of_a_council() -> None:
    assert [int(halvings(n)) for n in (1, 2, 3, 4, 5, 8)] == [1, 1, 2, 2, 3, 3]


def test_a_council_sees_the_way_out() -> None:
    satchel = [*FIVE, "military-cap"]
    tale = table("C23", "C30", "C06", coraline="living-room", beldam="living-room", satchel=satchel)
    council = Council(Temper(turns=1))
    council.run(tale.state, 0, seeded(1), 160, 0.0)
    assert council.answers[0] == act(t.PLAY, card("C23"))
    assert council.totals[0] == council.visits[0], "it always wins"


@pytest.mark.parametrize("players", [1, 2, 4])
def test_a_choice_does_not_depend_on_what_is_hidden(players: int) -> None:
    for seed in range(3):
        state = middle(players, seed, 22)
        worlds = [state, *(state.resampled(state.seat, seeded(n)) for n in range(3))]
        chosen = {int(Thinker("sharp", 64, 0.0).choose(world, seeded(5))) for world in worlds}
        assert len(chosen) == 1
