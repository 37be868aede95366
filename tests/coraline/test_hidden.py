"""What seats may know of hidden cards, and worlds dealt anew that keep to it (CO-R8)."""

import pytest

from fabletop.games.coraline import cards as c
from fabletop.games.coraline import table as t
from fabletop.games.coraline.table import Table
from fabletop.kernel.rng import seeded
from fabletop.lab.conformance import sight

from .tables import GAME, Tale, card, table, woe


def worlds(tale: Tale, seat: int | None, count: int = 100) -> list[Table]:
    rng = seeded(5)
    found = []
    for _ in range(count):
        other = GAME.resample(tale.state, seat, rng)
        assert isinstance(other, Table)
        assert GAME.audit(other) == []
        assert sight(GAME, other, seat) == sight(GAME, tale.state, seat)
        found.append(other)
    return found


def places(tale: Tale, seat: int | None, name: str) -> set[int]:
    """Where a card may be in the eyes of a seat: a hand, or IN_DECK."""
    return {int(world.at[card(name)]) for world in worlds(tale, seat)}


@pytest.mark.rule("CO-R8")
def test_ones_own_hand_is_certain_all_else_open() -> None:
    tale = table("C06", players=3, hands={1: ["C07"], 2: ["C08"]})
    assert places(tale, 0, "C06") == {0}
    assert places(tale, 0, "C07") == {1, 2, t.IN_DECK}
    assert places(tale, None, "C06") == {0, 1, 2, t.IN_DECK}


@pytest.mark.rule("CO-R8", "CO-R2")
def test_a_recalled_card_is_known_to_be_in_that_hand() -> None:
    tale = table("C28", "C06", players=2, hands={1: ["C07"]}, discard=["C01"])
    tale.play("C28").do("recall", "C01")
    assert places(tale, 1, "C01") == {0} == places(tale, None, "C01")


@pytest.mark.rule("CO-R8", "CO-R6")
def test_until_its_owner_slides_a_card_under_the_deck() -> None:
    tale = table("C28", "C06", players=2, hands={1: ["C07"]}, discard=["C01"])
    tale.play("C28").do("recall", "C01").done()
    tale.skip()
    tale.do("next", 0).do("pass").do("slide", "C06")
    base = int(tale.state.base)
    for world in worlds(tale, 1):
        assert world.at[card("C01")] == 0 or world.deck[base] == card("C01"), "in the hand, or just there"
    assert places(tale, 1, "C01") == {0, t.IN_DECK}


@pytest.mark.rule("CO-R8", "CO-R6")
def test_who_slid_a_card_knows_where_it_is_also_when_another_draws_it() -> None:
    tale = table("C06", "C07", players=2, hands={1: ["C08"]}, deck=["C11", "C13", "C14"])
    tale.do("pass").do("slide", "C06").done()
    assert tale.view["deck"] == 0, "seat 0 drew all, the own card last"
    assert "C06" in tale.hand(0)
    tale = table("C06", "C07", players=2, hands={1: ["C08"]}, deck=["C11", "C13", "C14", "C15", "C16"])
    tale.do("pass").do("slide", "C06").done()
    known = GAME.view(tale.state, 0)["known"]["deck"]
    assert known == [{"from_below": 1, "card": "C06"}]
    assert GAME.view(tale.state, 1)["known"]["deck"] == []
    assert places(tale, 0, "C06") == {t.IN_DECK}
    tale.walk("C08", "theater")
    assert "C06" in tale.hand(1)
    assert GAME.view(tale.state, 0)["known"]["hands"] == [{"seat": 1, "card": "C06"}]
    assert places(tale, 0, "C06") == {1}
    assert places(tale, None, "C06") == {0, 1}, "all other cards are discarded"


@pytest.mark.rule("CO-R8")
def test_a_card_makes_room_for_another_that_then_may_come_there() -> None:
    """C06 is in hand or lowest in the deck, C07 lowest or next: C06 can be there only if C07 is not."""
    tale = table("C06", players=2, hands={1: ["C08"]}, deck=["C11", "C07"])
    state, eyes = tale.state, 1
    hand, lowest, above = (1 << place for place in (t.RING, int(state.base), int(state.base) + 1))
    for name, mask in (("C06", hand | lowest), ("C07", lowest | above)):
        state.traced |= 1 << card(name)
        state.maybe[eyes * c.CARDS + card(name)] = mask
    found = {
        tuple(int(world.at[card(name)]) for name in ("C06", "C07", "C11")) for world in worlds(tale, eyes)
    }
    assert found == {(0, t.IN_DECK, t.IN_DECK), (t.IN_DECK, t.IN_DECK, 0)}


@pytest.mark.rule("CO-R8")
def test_an_open_card_leaves_no_trace() -> None:
    tale = table("C06", "C07", players=2, hands={1: ["C08"]})
    tale.do("pass").do("slide", "C06").done()
    assert tale.state.traced
    tale = table("C28", "C21", discard=["C01"]).play("C28").do("recall", "C01")
    tale.play("C01").done().done()
    assert tale.state.traced == 0


@pytest.mark.rule("CO-R8")
def test_beldam_cards_that_were_looked_at_stay_where_they_were_seen() -> None:
    tale = table("C29", "C06", players=2, hands={1: ["C07"]}, woes=["B01", "B03", "B14", "B21"])
    tale.play("C29").do("do")
    top = {tuple(int(world.woes[world.woe_at(n)]) for n in range(3)) for world in worlds(tale, 0)}
    assert top == {(woe("B01"), woe("B03"), woe("B14"))}
    others = {int(world.woes[world.woe_at(0)]) for world in worlds(tale, 1)}
    assert len(others) > 5
    tale.do("sink", 0)
    bottoms = {int(world.woes[world.woes_base]) for world in worlds(tale, 0)}
    assert bottoms == {woe("B01")}


@pytest.mark.rule("CO-R8")
def test_a_world_within_a_world_is_still_consistent() -> None:
    """A bot may deal anew from a guess; what all know holds there too."""
    tale = table("C28", "C06", "C13", players=3, hands={1: ["C07"], 2: ["C08"]}, discard=["C01"])
    tale.play("C28").do("recall", "C01").done()
    tale.do("next", 1).do("pass").do("slide", "C07")
    rng = seeded(9)
    for _ in range(40):
        guess = GAME.resample(tale.state, 2, rng)
        for seat in (0, 1, 2, None):
            deeper = GAME.resample(guess, seat, rng)
            assert isinstance(deeper, Table)
            assert GAME.audit(deeper) == []
            assert deeper.at[card("C01")] == 0


@pytest.mark.rule("CO-R8")
def test_counts_and_discards_are_open() -> None:
    tale = table("C06", players=2, hands={1: ["C07", "C08"]}, discard=["C30"], woes=["B01"]).skip()
    view = GAME.view(tale.state, None)
    assert [seat["hand"] for seat in view["seats"]] == [5, 2]
    assert view["discard"] == ["C30"] and view["beldam_discard"] == ["B01"]
    assert (view["deck"], view["beldam_deck"]) == (c.CARDS - 8, 29)
    assert view["hand"] == []
