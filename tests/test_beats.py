"""Moments at which people look up: as many for everybody, of things that exist, also of games long played."""

import json
import random

import pytest

import fabletop
from fabletop.kernel.game import Game
from fabletop.kernel.journal import as_seen
from fabletop.kernel.session import Session


def played(name: str, players: int, answers: int = 150) -> Session:
    luck = random.Random(4)
    session = Session(fabletop.game(name), players, seed=11)
    while not session.over and len(session.actions) < answers:
        assert session.seat is not None
        session.play(session.seat, luck.choice(session.state.legal()))
    return session


GAMES = [(name, players) for name in fabletop.names() for players in (min(fabletop.game(name).players), 4)]
GAMES = [
    (name, players)
    for name, players in GAMES
    if players in fabletop.game(name).players and fabletop.game(name).beats
]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_everybody_sees_as_many(name: str, players: int) -> None:
    session = played(name, players)
    for number in range(len(session.actions) + 1):
        shown = [
            [entry.beat is not None for entry in session.told(seat, number)]
            for seat in (None, *range(players))
        ]
        assert all(one == shown[0] for one in shown)
    drawn = {session.game.kinds[row[0]] for row in session.journal.rows if row[0] in session.game.beats}
    assert drawn, "nothing happens that is worth a look"


def told_of(game: Game, session: Session, seat: int | None) -> list[str]:
    entries = [game.entry(session.state, as_seen(row, seat)) for row in session.journal.rows]
    return [entry.beat.card.partition(" ")[2] for entry in entries if entry.beat and entry.beat.card]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_cards_that_are_shown_are_in_the_catalogue(name: str, players: int) -> None:
    session = played(name, players)
    known = json.dumps(session.game.catalog(session.opening.edition))
    assert all(f'"{card}"' in known for seat in (None, 0) for card in told_of(session.game, session, seat))


def turns_of(session: Session) -> list[tuple[int, int]]:
    """After which answers turns began, and whose."""
    numbers = range(1, len(session.actions) + 1)
    entries = [(number, entry) for number in numbers for entry in session.told(0, number)]
    return [(number, entry.data["seat"]) for number, entry in entries if entry.kind == "turn"]


def test_a_turn_ends_when_the_next_begins() -> None:
    """Alone, too; and what is news in one's turn stays so until it ends."""
    alone, two = played("coraline", 1, 30), played("condyle", 2, 30)
    assert alone.turn_ended(0) == turns_of(alone)[-1][0]
    turns = turns_of(two)
    mine = [place for place, (_, seat) in enumerate(turns[:-1]) if seat == 0]
    assert two.turn_ended(0) == turns[mine[-1] + 1][0]


def test_a_turn_has_ended_before_the_group_settles_who_is_next() -> None:
    session, luck, settled = Session(fabletop.game("coraline"), 3, seed=11), random.Random(4), 0
    while not session.over and settled < 3:
        assert session.seat is not None
        session.play(session.seat, luck.choice(session.state.legal()))
        answer = len(session.actions)
        done = [entry.data["seat"] for entry in session.told(0, answer) if entry.kind == "button"]
        asked = session.seat is not None and session.game.ask(session.state, session.seat).prompt
        if done and asked == "Who goes next? You all decide.":
            assert session.turn_ended(done[0]) == answer, "nothing older is marked"
            settled += 1
    assert settled
