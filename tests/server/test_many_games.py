"""A hundred thousand finished games: my tables, my history and my figures are as quick as ever."""

import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.server.place import NoWorkers

import fabletop
from fabletop.server import events as ev
from fabletop.server.guests import Guest
from fabletop.server.history import PLAYED, TOLD, Wanted, figures_of, games_of
from fabletop.server.house import House
from fabletop.server.shelf import next_waiting, shelf_for
from fabletop.server.summary import Summary

GAMES = 100_000
PEOPLE = 1000
RUNNING = 40  # of each of the two who are measured
MOST = 0.030  # seconds at the median
SITTING = "insert into sitting (guest, code, over) values (?, ?, ?)"
TABLE = (
    "insert into tables (code, game, opening, seed, host, made, changed, status, listed, summary) "
    "values (?, ?, x'', '1', ?, ?, ?, ?, 0, ?)"
)
MET = "insert or ignore into met (guest, other, name, code, last) values (?, ?, ?, ?, ?)"


def fill(house: House) -> None:
    """Anna plays in every game, each of the others in their share of them."""
    rng, store = random.Random(7), house.store.reader
    store.execute("begin")
    for number in range(GAMES + 2 * RUNNING):
        is_over = number < GAMES
        bert = f"guest {number % PEOPLE if is_over else 0}"
        code, game, when = f"T{number}", rng.choice(("storybook", "condyle", "coraline")), float(number)
        summary = ev.encode(Summary(["Anna", bert], ["anna", bert], [] if is_over else [number % 2], 0))
        status = "over" if is_over else "playing"
        store.execute(TABLE, (code, game, "anna", when, when, status, summary))
        for guest, other in (("anna", bert), (bert, "anna")):
            store.execute(SITTING, (guest, code, is_over))
            if is_over:
                tell(house, guest, other, code, game, when, rng)
    store.execute("commit")


def tell(house: House, guest: str, other: str, code: str, game: str, when: float, rng: random.Random) -> None:
    store, worth = house.store.reader, rng.choice((1, 1, -1, -1, 0))
    store.execute(PLAYED, (guest, code, when, game, 0, worth, 80, 900.0, "Anna wins."))
    store.execute(MET, (guest, other, other, code, when))
    facts = [
        ("game", game),
        ("side", rng.choice("ab")),
        ("champion", f"c{rng.randrange(8)}"),
        ("against", other),
    ]
    for kind, value in facts:
        store.execute(TOLD, (guest, kind, value, when, code, game, worth))


def median(work: Callable[[], object]) -> float:
    times = []
    for _ in range(21):
        start = time.perf_counter()
        ev.encode(work())
        times.append(time.perf_counter() - start)
    return statistics.median(times)


@pytest.mark.heavy
def test_a_hundred_thousand_finished_games(tmp_path: Path) -> None:
    house = House(tmp_path, NoWorkers(), durable=False)
    try:
        fill(house)
        store = house.store
        found: dict[str, float] = {}
        for who in ("anna", "guest 0"):
            guest = Guest(who, who)
            pages = {
                "tables": lambda guest=guest: shelf_for(house, guest),
                "next": lambda guest=guest: next_waiting(house, guest, "T100001"),
                "history": lambda guest=guest: games_of(store, guest.id, Wanted()),
                "deep": lambda guest=guest: games_of(store, guest.id, Wanted(before=500.0)),
                "won": lambda guest=guest: games_of(store, guest.id, Wanted("coraline", 1)),
                "people": lambda guest=guest: games_of(store, guest.id, Wanted(who="guest 77")),
                "figures": lambda guest=guest: figures_of(store, guest.id),
            }
            found |= {f"{who}: {name}": median(work) for name, work in pages.items()}
        print({name: f"{1000 * seconds:.1f} ms" for name, seconds in found.items()})
        assert len(games_of(store, "anna", Wanted()).games) == 30
        assert figures_of(store, "anna").games[0].games > GAMES / len(fabletop.names())
        assert (
            len([info for info in shelf_for(house, Guest("anna", "Anna")).mine if info.your_turn]) == RUNNING
        )
        assert {name: seconds for name, seconds in found.items() if seconds > MOST} == {}
    finally:
        house.close()
