"""CO-GEN, CO-COMP and CO-SETUP: what is in the box, and how a game begins."""

import pytest

from fabletop import seeded
from fabletop.games.coraline import cards as c
from fabletop.games.coraline import table as t
from fabletop.games.coraline.table import Table
from fabletop.kernel.journal import Journal

from .tables import GAME, HOUSE, STARTERS, TREASURES, Tale, room, table


def start(players: int = 1, seed: int = 0) -> Tale:
    state = GAME.start(players, seed)
    assert isinstance(state, Table)
    return Tale(state)


@pytest.mark.rule("CO-GEN.1")
def test_one_to_four_win_or_lose_together() -> None:
    assert GAME.players == (1, 2, 3, 4)
    tale = table("C30", players=3, coraline="living-room", beldam="garden", satchel=TREASURES)
    assert tale.play("C30").state.returns() == [1.0, 1.0, 1.0]
    tale = table("C06", players=4, moon=5, woes=["B01"]).skip()
    assert tale.state.returns() == [-1.0] * 4


@pytest.mark.rule("CO-GEN.2", "CO-WIN.1")
@pytest.mark.parametrize("missing", TREASURES)
def test_every_treasure_is_needed(missing: str) -> None:
    kept = [one for one in TREASURES if one != missing]
    tale = table("C30", coraline="living-room", beldam="garden", satchel=[*STARTERS, *kept])
    assert tale.refused("play", "C30") == "CO-WIN.1"


@pytest.mark.rule("CO-COMP.1")
def test_the_box_is_complete() -> None:
    assert len(HOUSE.characters) == 8
    assert (len(HOUSE.coraline), len(HOUSE.beldam)) == (30, 30)
    assert len(HOUSE.rooms) == 6
    assert len(HOUSE.objects) == 8
    assert t.LAST_MOON == 6


@pytest.mark.rule("CO-COMP.2")
def test_nobody_moves_but_by_cards_and_activity_two() -> None:
    tale = table("C21", "C06", helpers={"cat": "garden"})
    before = list(tale.state.where)
    tale.skip()
    assert list(tale.state.where) == before
    tale.play("C06").done()
    assert list(tale.state.where) == before
    tale.walk("C21", "theater")
    assert [n for n in range(8) if tale.state.where[n] != before[n]] == [c.CORALINE]


@pytest.mark.rule("CO-COMP.3")
def test_a_portrait_counts_only_in_its_own_room() -> None:
    home = table("C12", coraline="theater", helpers={"spink": "theater"})
    assert home.play("C12").offered("object") == ["theater-eye"]
    away = table("C12", coraline="garden", helpers={"spink": "garden"})
    away.play("C12")
    assert away.hidden("garden-eye") and away.state.turn == 2


@pytest.mark.rule("CO-COMP.5")
def test_no_card_appears_twice() -> None:
    for deck in (HOUSE.coraline, HOUSE.beldam):
        assert len({one.id for one in deck}) == len({one.name for one in deck}) == 30


@pytest.mark.rule("CO-COMP.8", "CO-SETUP.3", "CO-SETUP.4")
def test_starters_are_in_the_satchel_and_treasures_hidden_in_their_rooms() -> None:
    tale = start()
    assert tale.satchel == STARTERS
    places = {one: tale.lies(one) for one in TREASURES}
    assert places == {
        "key": "bedroom",
        "globe": "living-room",
        "circus-eye": "circus",
        "garden-eye": "garden",
        "theater-eye": "theater",
    }
    assert all(tale.hidden(one) for one in TREASURES)
    assert not any(tale.hidden(one) for one in STARTERS)


@pytest.mark.rule("CO-SETUP.1")
def test_seven_pairs_of_rooms_are_adjacent() -> None:
    box = HOUSE.box
    assert box is not None
    pairs = {
        (HOUSE.rooms[a].id, HOUSE.rooms[b].id) for a in range(6) for b in range(a) if box.beside[a] >> b & 1
    }
    assert {frozenset(pair) for pair in pairs} == {
        frozenset(pair)
        for pair in [
            ("circus", "bedroom"),
            ("bedroom", "garden"),
            ("living-room", "kitchen"),
            ("kitchen", "theater"),
            ("circus", "living-room"),
            ("bedroom", "kitchen"),
            ("garden", "theater"),
        ]
    }
    assert box.apart(room("living-room"), room("garden")) == 3


@pytest.mark.rule("CO-SETUP.2")
def test_coraline_and_the_beldam_are_on_the_board_the_others_off() -> None:
    tale = start()
    assert (tale.where("coraline"), tale.where("beldam")) == ("kitchen", "living-room")
    assert tale.view["off_board"] == ["cat", "wybie", "bobinsky", "spink", "forcible", "other-father"]


@pytest.mark.rule("CO-SETUP.5", "CO-COMP.4")
def test_the_moon_shows_one() -> None:
    assert start().view["moon"] == 1


@pytest.mark.rule("CO-SETUP.6")
def test_buttons_show_their_colour() -> None:
    assert [seat["button"] for seat in start(3).view["seats"]] == ["colour"] * 3


@pytest.mark.rule("CO-SETUP.7")
@pytest.mark.parametrize(("players", "hand", "deck"), [(1, 6, 24), (2, 5, 20), (3, 4, 18), (4, 3, 18)])
def test_hands_by_the_number_of_players(players: int, hand: int, deck: int) -> None:
    tale = start(players)
    assert [seat["hand"] for seat in tale.view["seats"]] == [hand] * players
    assert tale.view["deck"] == deck
    dealt = [card for seat in range(players) for card in tale.hand(seat)]
    assert len(set(dealt)) == hand * players


@pytest.mark.rule("CO-SETUP.7", "CO-SETUP.8")
def test_both_decks_are_shuffled() -> None:
    one, two = start(seed=1).state, start(seed=2).state
    assert list(one.deck) != list(two.deck)
    assert list(one.woes) != list(two.woes)
    assert sorted(list(one.woes)[:30]) == list(range(30)) != list(one.woes)[:30]
    journal = Journal()
    state = GAME.begin(GAME.opening(2), seeded(1), journal)
    told = GAME.tell(state, journal.rows, 0)
    assert told[0].words == "Both decks are shuffled; the starting hand is 5 cards."


@pytest.mark.rule("CO-SETUP.8")
def test_the_beldam_deck_has_thirty_cards_and_no_discards() -> None:
    view = start().view
    assert (view["beldam_deck"], view["beldam_discard"]) == (30, [])
