"""What a seat knows: stolen cards, face-down discards, piles in order, Acts that were looked at."""

import pytest

from fabletop.games.condyle import table as t
from fabletop.games.condyle.game import GAME
from fabletop.games.condyle.knowledge import knows
from fabletop.games.condyle.table import Table
from fabletop.kernel.rng import Loaded, seeded
from fabletop.lab import conformance

from .tables import HOUSE, Tale, act_names, table

NEAR = {0: "TOWN", 1: "TOWN", 2: "TOWN"}


def worlds(tale: Tale, seat: int | None, count: int = 60) -> list[Table]:
    rng = seeded(9)
    found = []
    for _ in range(count):
        other = GAME.resample(tale.state, seat, rng)
        assert isinstance(other, Table) and not_all_cards(other)
        found.append(other)
    return found


def not_all_cards(state: object) -> bool:
    assert isinstance(state, Table)
    return all("no place" in problem or "are [" in problem for problem in GAME.audit(state))


def faces(state: Table, pieces: list[int]) -> list[str]:
    return [HOUSE.faces[state.face(piece)].name for piece in pieces]


def hand(state: Table, player: int) -> list[str]:
    return sorted(
        faces(state, [int(state.tally[t.HAND + player * 4 + i]) for i in range(state.hand_n(player))])
    )


def pile(state: Table, player: int) -> list[str]:
    base, size = player * state.terms.pieces, state.pile_n(player)
    return faces(state, [int(state.pile[base + i]) for i in range(size - 1, -1, -1)])


@pytest.mark.rule("CC-R30")
def test_a_stolen_card_is_known_to_two() -> None:
    tale = table(
        3,
        hands={0: ["AWAY FROM DANGER", "LOST"], 1: ["CURFEW", "MUDLARK"], 2: ["SPOOKED"]},
        at={1: "BEACH", 2: "TOWN"},
        dice=[0],
    )
    tale.play("AWAY FROM DANGER")
    assert tale.hand(0) == ["CURFEW", "LOST"]
    assert tale.sees(1)["seats"][0]["known"] == ["curfew"] and tale.sees(2)["seats"][0]["known"] == []
    assert all("CURFEW" in hand(world, 0) for world in worlds(tale, 1))
    assert any("CURFEW" not in hand(world, 0) for world in worlds(tale, 2))
    assert tale.told("stolen", 2) == ["Orphan 1 takes a card from Orphan 2."]


@pytest.mark.rule("CC-HAND.4")
def test_a_face_down_discard_is_remembered_by_who_saw_it() -> None:
    tale = table(hands={0: ["TATTLETALE", "LOST"], 1: ["CURFEW", "MUDLARK"]}, fourth="on")
    tale.play("TATTLETALE").do("lose", "CURFEW")
    piece = int(tale.state.pile[tale.state.discard_at(1)])
    assert knows(tale.state, 0, piece) and knows(tale.state, 1, piece) and not knows(tale.state, -1, piece)
    assert all(world.print[piece] == tale.state.print[piece] for world in worlds(tale, 0))
    assert any(world.print[piece] != tale.state.print[piece] for world in worlds(tale, None))


def test_a_discard_nobody_saw_is_known_to_nobody() -> None:
    tale = table(hands={0: ["CURFEW", "LOST"]}, at={1: "BEACH"}, piles={1: 4}).play("CURFEW")
    piece = int(tale.state.pile[tale.state.discard_at(1)])
    assert not any(knows(tale.state, seat, piece) for seat in (-1, 0, 1))


def test_recovered_discards_are_known_in_their_order() -> None:
    tale = table(
        hands={0: ["GRAVE GOODS", "LOST"]},
        spaces={"CEMETERY": (2, 0)},
        at={0: "CEMETERY"},
        discards={0: ["CURFEW", "TIPTOE", "SPOOKED"]},
        piles={0: 2},
    )
    tale.play("GRAVE GOODS")
    for seat in (0, 1, None):
        assert all(pile(world, 0)[2:] == ["CURFEW", "TIPTOE", "SPOOKED"] for world in worlds(tale, seat, 20))


@pytest.mark.rule("CC-HAND.4", "CC-R36")
def test_a_shuffled_pile_keeps_its_cards_but_not_its_order() -> None:
    tale = table(
        hands={0: ["OUT OF REACH", "LOST"]}, at={0: "WOODS"}, discards={0: ["CURFEW", "TIPTOE"]}, piles={0: 5}
    )
    tale.play("OUT OF REACH").do("yes")
    found = worlds(tale, 1)
    assert all({"CURFEW", "TIPTOE"} <= set(pile(world, 0)) for world in found), "they are still in that pile"
    assert len({pile(world, 0).index("CURFEW") for world in found}) > 2


def test_a_card_put_away_unseen_may_be_any_of_the_hand() -> None:
    tale = table(
        hands={0: ["SECOND THOUGHTS", "LOST", "CURFEW"], 1: ["MUDLARK"]},
        at={0: "TOWN", 1: "TOWN"},
        piles={0: 2},
    )
    for piece in range(int(tale.state.terms.pieces)):
        if tale.name_of(piece) in ("LOST", "CURFEW") and piece in [
            int(tale.state.tally[t.HAND + i]) for i in range(3)
        ]:
            tale.state.among[int(tale.state.terms.pieces) + int(tale.state.print[piece])] = 1 << piece
    tale.play("SECOND THOUGHTS").do("stash", "LOST").done()
    found = worlds(tale, 1)
    assert {hand(world, 0)[0] for world in found} == {"CURFEW", "LOST"}, (
        "seat 1 knew both, not which was put away"
    )
    assert {pile(world, 0)[-1] for world in found} == {"CURFEW", "LOST"}
    assert all(hand(world, 0) == ["CURFEW"] for world in worlds(tale, 0))


@pytest.mark.rule("CC-R53")
def test_acts_that_were_looked_at_are_known_until_they_are_shuffled() -> None:
    tale = (
        table(hands={0: ["NIGHT WATCH", "LOST"]})
        .play("NIGHT WATCH")
        .do("peek", "BOOGEYMAN")
        .do("peek", "HEAD START")
    )
    slots = [act_names(world).index("BOOGEYMAN") for world in worlds(tale, 0)]
    assert len(set(slots)) == 1
    assert len({tuple(act_names(world)) for world in worlds(tale, 1)}) > 5


@pytest.mark.rule("CC-R69")
def test_nobody_foresees_a_scream() -> None:
    tale = table(stage="move", ghost="on", benny="WOODS", hands={0: ["LOST"]}, clock=5)
    tale.state.waited = tale.state.calm = 30
    clocks = {int(world.clock) for world in worlds(tale, 0)}
    assert len(clocks) > 10 and min(clocks) >= 1 and max(clocks) <= 75 - 30
    young = table(stage="move", ghost="on", benny="WOODS", hands={0: ["LOST"]}, clock=5)
    assert min(int(world.clock) for world in worlds(young, 0)) >= t.SHORTEST_GAP


def test_cards_that_may_be_anywhere_are_shuffled() -> None:
    tale = table()
    for card in (3, 17):
        world = GAME.resample(tale.state, None, Loaded(1, [], [[card]]))
        assert isinstance(world, Table) and world.print[0] == card


def test_an_open_hand_is_known_to_all() -> None:
    tale = table(
        3, hands={0: ["LOST"], 1: ["CURFEW", "MUDLARK"]}, charms={1: ["CHATTERING TEETH"]}, winter="on"
    )
    for piece in range(4, 6):
        tale.state.among[
            3 * int(tale.state.terms.pieces) + int(tale.state.print[int(tale.state.tally[t.HAND + piece])])
        ] = 1 << int(tale.state.tally[t.HAND + piece])
    assert tale.sees(None)["seats"][1]["known"] == tale.sees(2)["seats"][1]["known"]


def told_in_another_order(charms: list[str], *places: int) -> None:
    """Two cards are drawn in one answer; in another world these two places of the piles are exchanged."""
    piles = {0: ["CURFEW", "MUDLARK", "SPOOKED"], 1: ["TIPTOE", "ON THE MOVE"]}
    tale = table(hands={0: ["LOST"]}, charms={0: charms}, piles=piles, winter="on")
    stop = tale.action("stop")
    after, rows = conformance.consequence(tale.state, stop)
    assert isinstance(after, Table) and pile(after, 0) == ["SPOOKED"]
    other = tale.state.clone()
    assert isinstance(other, Table)
    one, two = places
    other.pile[one], other.pile[two] = other.pile[two], other.pile[one]
    conformance.check_told_alike(GAME, other, stop, after, rows, 1)


def test_cards_drawn_to_an_open_hand_may_come_in_either_order() -> None:
    """All see which comes first, and nothing that stays hidden hangs on it."""
    told_in_another_order(["CHATTERING TEETH"], 1, 2)


def test_a_journal_that_names_cards_drawn_to_a_closed_hand_is_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = int(table().state.terms.pieces)
    told_in_another_order([], 1, pieces)
    honest = type(GAME).tell
    monkeypatch.setattr(
        type(GAME),
        "tell",
        lambda self, s, rows, seat: honest(self, s, [(*row[:5], -1) for row in rows], seat),
    )
    with pytest.raises(conformance.BrokenPromise, match="the journal tells seat 1 more"):
        told_in_another_order([], 1, pieces)


@pytest.mark.parametrize("seed", range(3))
def test_no_world_can_be_told_from_the_true_one(seed: int) -> None:
    """A whole game with everything in it, seat by seat."""
    options = {"fourth": "on", "winter": "on", "ghost": "hard", "cul_de_sac": "down_lexington_dr"}
    state = GAME.start(3, seed, options)
    rng = seeded(seed + 70)
    for number, action in enumerate(conformance.steps(state, rng)):
        if number % 6 == seed:
            conformance.check_secrets(GAME, state, rng)
            conformance.check_journal_tells_no_more(GAME, state, action, rng)
