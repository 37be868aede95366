"""What partners say of their hands: no more than they see and was agreed; worlds dealt anew agree with it."""

import pytest

from fabletop.games.coraline import cards as c
from fabletop.games.coraline import text
from fabletop.games.coraline.bot.talk import NOTHING, OUT
from fabletop.games.coraline.table import DISCARDED, Table
from fabletop.kernel.rng import seeded
from fabletop.kernel.snapshot import snapshot
from fabletop.kernel.talk import Heard
from fabletop.lab.sim import Talking

from .tables import GAME, table
from .test_bots import middle

FIVE = ["key", "globe", "circus-eye", "garden-eye", "theater-eye"]


def talking(how: str, players: int = 3, seed: int = 1) -> Table:
    state = GAME.start(players, seed, {"talk": how})
    assert isinstance(state, Table)
    return state


def hand(state: Table, seat: int) -> tuple[int, ...]:
    return tuple(card for card in range(c.CARDS) if state.at[card] == seat)


@pytest.mark.parametrize("players", [2, 4])
def test_what_is_said_is_the_same_for_worlds_that_look_the_same(players: int) -> None:
    for seed in range(8):
        state = middle(players, seed, 6 * seed)
        for seat in range(players):
            said = GAME.sayings(state, seat)
            for number in range(4):
                world = state.resampled(seat, seeded(number))
                assert isinstance(world, Table) and GAME.sayings(world, seat) == said


def test_no_more_is_said_than_was_agreed() -> None:
    assert GAME.sayings(talking("silent"), 0) == []
    assert GAME.sayings(talking("free", players=1), 0) == []
    for seed in range(20):
        state = talking("plans", seed=seed)
        for saying in GAME.sayings(state, 1):
            assert saying.means == ()
            assert not any(text.card_of(state, one).name in saying.words for one in range(c.CARDS))
    free = talking("free")
    assert [saying.key for saying in GAME.sayings(free, 1)] == ["hold", "can"]
    holds = GAME.sayings(free, 1)[0]
    assert holds.means == hand(free, 1)
    assert all(text.card_of(free, one).name in holds.words for one in holds.means)


@pytest.mark.parametrize(
    ("held", "words"),
    [
        (["C23"], "I can move the Beldam or play more than one card."),
        (["C30"], NOTHING),  # it is not all found yet
        (["C29"], "I can play more than one card or look at the Beldam's deck."),
        (["C21", "C06"], "I can reveal something, move Coraline or play more than one card."),
    ],
)
def test_what_it_can_do_is_about_cards_that_would_do_something_now(held: list[str], words: str) -> None:
    state = table(
        *held, hands={1: ["C01"]}, players=2, satchel=["military-cap"], lying={"globe": "kitchen"}
    ).state
    state.active = 1
    assert GAME.sayings(state, 0)[1].words == words


def test_who_can_lead_all_out_says_so() -> None:
    satchel = [*FIVE, "military-cap"]
    state = table("C30", "C01", players=2, coraline="living-room", beldam="kitchen", satchel=satchel).state
    state.active = 1
    assert GAME.sayings(state, 0)[1].words == OUT


@pytest.mark.parametrize("players", [2, 3, 4])
def test_worlds_dealt_anew_agree_with_what_was_said(players: int) -> None:
    rng = seeded(3)
    for seed in range(6):
        state = middle(players, seed, 7 * seed)
        heard = Heard()
        speakers = [seat for seat in range(players) if seat != state.active]
        for seat in speakers:
            heard.note(GAME, state, seat, GAME.sayings(state, seat)[0].means)
        before = snapshot(state)
        known = heard.known(GAME, state)
        assert snapshot(state) == before
        assert isinstance(known, Table) and GAME.audit(known) == []
        for listener in range(players):
            for _ in range(3):
                world = known.resampled(listener, rng)
                assert isinstance(world, Table) and GAME.audit(world) == []
                assert all(hand(world, seat) == hand(state, seat) for seat in speakers)


def test_it_holds_until_the_own_turn_and_but_for_what_all_have_seen() -> None:
    state = talking("free", players=2)
    heard = Heard()
    for seat in (0, 1):
        heard.note(GAME, state, seat, GAME.sayings(state, seat)[0].means)
    state.apply(state.legal()[0])  # the first goes first
    assert state.active == 0
    assert heard.is_due(GAME, state, 0) and not heard.is_due(GAME, state, 1)
    assert [saying.key for saying in GAME.sayings(state, 0)] == ["can"], "cards may leave its hand unseen now"
    gone = hand(state, 1)[0]
    state.at[gone] = DISCARDED
    state.hands[1] -= 1
    known = heard.known(GAME, state)
    assert isinstance(known, Table)
    assert known.maybe[gone] == state.maybe[gone], "of an open card nothing needs to be known"
    world = known.resampled(0, seeded(1))
    assert isinstance(world, Table) and hand(world, 1) == hand(state, 1)


def test_bots_that_may_talk_know_each_others_hands() -> None:
    for how, certain in (("free", True), ("silent", False)):
        state = talking(how, players=4, seed=5)
        talk = Talking(GAME, state, range(4))
        talk.go_round(state)
        worlds = [talk.heard.known(GAME, state).resampled(0, seeded(number)) for number in range(5)]
        same = [hand(world, 2) == hand(state, 2) for world in worlds if isinstance(world, Table)]
        assert all(same) == certain


def test_talking_changes_no_rule() -> None:
    free, silent = talking("free"), talking("silent")
    assert free.legal() == silent.legal()
    assert GAME.view(free, 0)["hand"] == GAME.view(silent, 0)["hand"]
