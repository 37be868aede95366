"""Make a corpus of stored games, for later versions to open: PYTHONPATH=src:. python tools/corpus.py

The games are made by the fabletop on the path, which may be a released one checked out elsewhere, and written
to tests/corpus/<version>/: its editions, its replay files with the hidden truth of each game, and the folder
of a server. A corpus is made once: a released version never changes.
"""

import asyncio
import gzip
import hashlib
import json
import random
import shutil
import sqlite3
import sys
from pathlib import Path
from typing import Any

from tests.server.place import Place, open_place

import fabletop
from fabletop.bots.greedy import GreedyBot
from fabletop.kernel.game import Opening
from fabletop.kernel.replay import dump
from fabletop.kernel.session import Session
from fabletop.kernel.snapshot import snapshot
from fabletop.kernel.state import FRAME, State
from fabletop.server import messages as msg
from fabletop.server.trials.visitor import Page

CORPUS = Path(__file__).resolve().parent.parent / "tests" / "corpus"
LOOK = 8  # hex digits of the digest of a moment
WHOLE = 5  # whole states a game, and that of its end
SHARES = (0.3, 0.6, 0.9)  # of the answers that a greedy bot chooses: late rules are reached
TRIES = 400  # for a game that is won where all play together
UNTIL_THE_END = 100_000

Options = dict[str, str]

# What is played: players, options, and after how many answers a game still runs (0: at two thirds).
VARIANTS: dict[str, list[tuple[int, Options, int]]] = {
    "storybook": [
        (2, {}, 0),
        (2, {"side": "heroes"}, 0),
        (2, {"stall": "off", "hero": "scheherazade", "villain": "queen-of-hearts"}, 150),
        (2, {"hero": "alice", "hero_ally": "mad-hatter", "villain": "magician", "villain_ally": "genie"}, 0),
        (2, {"hero": "peter-pan", "villain": "hook", "hero_ally": "genie", "villain_ally": "tinker-bell"}, 0),
        (2, {"hero": "scheherazade", "villain": "magician", "villain_twist": "AV-T1"}, 0),
        (4, {}, 0),
        (4, {"hero": "alice", "hero2": "peter-pan", "villain": "queen-of-hearts", "villain2": "hook"}, 0),
    ],
    "coraline": [(players, options, 0) for players in (1, 2, 3, 4) for options in ({}, {"concede": "off"})],
    "unrelenting": [
        (4, {"dawn": "5"}, 0),
        (4, {"dawn": "2", "switch": "one", "characters": "lot"}, 0),
        (4, {"dawn": "5", "characters": "seats"}, 0),
        (4, {"dawn": "10", "switch": "one"}, 0),
        (4, {}, 500),
        (4, {"dawn": "60", "characters": "seats"}, 400),
    ],
    "condyle": [
        (2, {}, 0),
        (3, {}, 0),
        (4, {}, 0),
        (2, {"fourth": "on"}, 0),
        (2, {"winter": "on"}, 0),
        (3, {"ghost": "on"}, 0),
        (3, {"winter": "on", "flip": "free", "cul_de_sac": "hollow_days", "binky": "fruitcake"}, 0),
        (2, {"fourth": "on", "ghost": "hard", "cul_de_sac": "creepy_carnival", "boogeyman": "standard"}, 0),
        (
            3,
            {"fourth": "on", "winter": "on", "ghost": "on", "boogeyman": "head_start", "away": "drawn"},
            0,
        ),
        (2, {"ghost": "on", "clock": "live", "cross": "auto", "first": "1"}, 0),
        (3, {"winter": "on", "cul_de_sac": "down_lexington_dr", "binky": "mail_slot"}, 0),
        (4, {"winter": "on", "cul_de_sac": "beneath_the_cove"}, 0),
        (4, {"winter": "on", "cul_de_sac": "creepy_carnival", "flip": "free"}, 0),
    ],
    "condyle-solo": [(1, {}, 0)] * 3,
}

# Editions of somebody's own: the house edition with these places changed.
OWN: dict[str, list[tuple[str, str]]] = {
    "storybook": [
        ("balanced = true", "balanced = false"),
        ("points = 5, n = [3, 5]", "points = 6, n = [4, 5]"),
        ('does = "SLIDE(enemy)"', 'does = "SLIDE(any)"'),
    ],
    "coraline": [
        ("REVEAL(2, any)", "REVEAL(1, any); CORALINE(<=1)"),
        ("IF(LAST: SCRY(1); else AGAIN(any))", "IF(LAST: SCRY(2); else AGAIN)"),
    ],
    "unrelenting": [("Bookcase", "Shelf of books"), ('start = "D3"', 'start = "E4"')],
    "condyle": [
        (
            "IF(pile <= 3: RECOVER(you, 1, bottom))",
            "IF(pile <= 4: RECOVER(you, 1, bottom); else SIFT(you, 1))",
        ),
        ("MOVE(pawn, 3)", "MOVE(pawn, 2/3)"),
    ],
}
OWN["condyle-solo"] = OWN["condyle"]
OWN_PLAYERS = {
    "storybook": (2, 4),
    "coraline": (2, 4),
    "unrelenting": (4,),
    "condyle": (3,),
    "condyle-solo": (1,),
}
OWN_OPTIONS = {"unrelenting": {"dawn": "2"}}


# --- What is compared ------------------------------------------------------------------------------------


def look(state: State) -> str:
    """A digest of who is asked what, and of the chance to come."""
    seats = [seat for seat in range(state.opening.players) if not state.over and state.asks(seat)]
    seen = [seats, int(state.seat), state.legal(), int(state.sealed), state.rng.words()]
    return hashlib.sha256(json.dumps(seen).encode()).hexdigest()[:LOOK]


def truth(state: State) -> dict[str, Any]:
    """All fields of a state, of the stack only the kinds of its frames."""
    fields: dict[str, Any] = snapshot(state)["state"]
    fields["stack"] = fields["stack"][: fields.pop("depth") : FRAME]
    return fields


def trace(session: Session) -> dict[str, Any]:
    """What later versions must come to: digests of all moments, some whole states, and the result."""
    count = len(session.actions)
    whole = sorted({count * part // WHOLE for part in range(WHOLE + 1)})
    return {
        "looks": "".join(look(session.at(number)) for number in range(count + 1)),
        "moments": {number: truth(session.at(number)) for number in whole},
        "returns": session.returns(),
    }


# --- Games -----------------------------------------------------------------------------------------------


def play(session: Session, luck: random.Random, share: float, answers: int) -> Session:
    """Answer partly at random, partly as a greedy bot would."""
    greedy = GreedyBot()
    while not session.over and len(session.actions) < answers:
        state = session.state
        action = luck.choice(state.legal())
        if luck.random() < share:
            rng = fabletop.seeded(luck.getrandbits(64))
            action = int(greedy.choose(state.resampled(state.seat, rng), rng))
        seats = [seat for seat in range(session.opening.players) if session.asks(seat)]
        session.play(luck.choice(seats), action, worded=False)
    return session


class Games:
    """Replay files and traces, written one by one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def add(self, name: str, session: Session, keyed: bool, taken_back: int = 0) -> None:
        nonce = hashlib.sha256(name.encode()).hexdigest()[:32] if keyed else ""
        text = dump(session, nonce, taken_back)
        pack(self.folder / "games" / f"{name}.json.gz", text.encode())
        pack(self.folder / "traces" / f"{name}.json.gz", json.dumps(trace(session)).encode())
        print(f"{name}: {len(session.actions)} answers, {session.returns()}", flush=True)

    def add_variant(self, name: str, opening: Opening, stops: int) -> None:
        """A finished game and one that still runs; of both, one with keyed chance and a promise."""
        odd = int(hashlib.sha256(name.encode()).hexdigest(), 16) % 2 == 1
        if not stops:
            self.add(f"{name}-finished", longest(f"{name}-finished", opening, odd), odd, 3 if odd else 0)
        running = longest(f"{name}-running", opening, not odd, stops or UNTIL_THE_END)
        running.go_back_to(stops or len(running.actions) * 2 // 3)
        self.add(f"{name}-running", running, not odd)
        if not opening.options and not stops:
            running.resign(running.sides[-1])
            self.add(f"{name}-resigned", running, not odd)
            if len(running.sides) == 1:
                self.add(f"{name}-won", won(f"{name}-won", opening, odd), odd)


def longest(name: str, opening: Opening, keyed: bool, answers: int = UNTIL_THE_END) -> Session:
    """Of some games the one that has most to tell."""
    games = [
        play(session_of(f"{name} {share}", opening, keyed), random.Random(name), share, answers)
        for share in SHARES
    ]
    return max(games, key=lambda session: len(session.actions))


def won(name: str, opening: Opening, keyed: bool) -> Session:
    for number in range(TRIES):
        session = session_of(f"{name} {number}", opening, keyed)
        if play(session, random.Random(name), 1.0, UNTIL_THE_END).returns()[0] > 0:
            return session
    raise SystemExit(f"{name}: not won in {TRIES} games")


def session_of(name: str, opening: Opening, keyed: bool) -> Session:
    seed = int(hashlib.sha256(name.encode()).hexdigest()[: 32 if keyed else 12], 16)
    return Session(opening.game, opening.players, seed, opening.options, opening.edition, keyed)


def write_editions(folder: Path) -> dict[str, Path]:
    """The texts of all editions by their digests; returns those of somebody's own."""
    own = {}
    for name in fabletop.names():
        game = fabletop.game(name)
        for path in game.editions.values():
            kept = folder / "editions" / f"{name}-{game.edition(path).digest}.toml"
            kept.write_bytes(path.read_bytes())
        text = game.editions["house"].read_text(encoding="utf-8").replace('name = "house"', 'name = "mine"')
        for old, new in OWN[name]:
            assert old in text, f"{name}: {old}"
            text = text.replace(old, new, 1)
        draft = folder / "editions" / "mine.toml"
        draft.write_text(text, encoding="utf-8", newline="\n")
        own[name] = draft.with_name(f"{name}-{game.edition(draft).digest}.toml")
        draft.rename(own[name])
    return own


def write_games(folder: Path) -> None:
    games = Games(folder)
    own = write_editions(folder)
    for name, variants in VARIANTS.items():
        game = fabletop.game(name)
        for number, (players, options, stops) in enumerate(variants, 1):
            games.add_variant(f"{name}-{players}-{number:02}", game.opening(players, options), stops)
        for players in OWN_PLAYERS[name]:
            options = OWN_OPTIONS.get(name, {})
            games.add_variant(f"{name}-{players}-own", game.opening(players, options, own[name]), 0)


# --- A server's folder -----------------------------------------------------------------------------------


async def answer(pages: list[Page], count: int, luck: random.Random) -> None:
    """Answer at random until there are so many answers, or the game is over."""
    while True:
        await asyncio.sleep(0.005)
        newest = max(pages, key=lambda page: page.version)
        assert newest.position is not None
        if newest.position.over or newest.position.number >= count:
            return
        asked = [page for page in pages if page.options and page.version == newest.version]
        if asked:
            page = luck.choice(asked)
            await page.act(luck.choice(page.options).action)


async def settled(pages: list[Page]) -> None:
    for page in pages:
        await page.until(lambda page: page.version >= max(other.version for other in pages))


async def sitting(place: Place, game: str, people: int, bots: int, **more: Any) -> list[Page]:
    seats = ["me", *["open"] * (people - 1), *["fair"] * bots]
    wanted = {"game": game, "players": people + bots, "seats": seats, "pace": 0.0, "open": True} | more
    return await place.table(*("Anna", "Bert", "Carl", "Dora")[:people], **wanted)


async def running_table(
    place: Place, game: str, people: int, bots: int, upto: int, luck: random.Random, **more: Any
) -> None:
    """People and bots, with chat, notes, an answer taken back, a proposal to go back, and one that fails."""
    pages = await sitting(place, game, people, bots, **more)
    await answer(pages, upto // 2, luck)
    await settled(pages)
    await pages[0].do(msg.Say, words="Good evening, and good luck!")
    await pages[-1].do(msg.Note, words="Watch the pile.")
    await pages[0].do(msg.Note, words="mine?", thing="card:3")
    await take_back(pages, upto, luck)
    await propose(pages, 4, False)
    await propose(pages, 2, True)
    await answer(pages, upto, luck)
    await settled(pages)
    if pages[0].over:  # too soon: another one
        await running_table(place, game, people, bots, upto, luck, **more)


async def take_back(pages: list[Page], upto: int, luck: random.Random) -> None:
    """Answer until one answer can be taken back."""
    for _ in range(upto // 3):
        page = luck.choice(pages)
        await settled(pages)
        if page.options and page.position is not None:
            await page.act(luck.choice(page.options).action)
            await settled(pages)
            if (await page.do(msg.Undo, number=page.position.number)).refused is None:
                return


async def propose(pages: list[Page], back: int, yes: bool) -> None:
    assert pages[0].position is not None
    reply = await pages[0].do(msg.Propose, to=max(0, pages[0].position.number - back))
    await settled(pages)
    for page in pages[1:]:
        if reply.refused is None and page.table is not None and page.table.proposal is not None:
            await page.do(msg.Vote, proposal=page.table.proposal.number, yes=yes)
            await settled(pages)


async def finished_table(
    place: Place, game: str, people: int, bots: int, luck: random.Random, **more: Any
) -> None:
    pages = await sitting(place, game, people, bots, **more)
    await pages[0].do(msg.Note, words="To the end.")
    await answer(pages, UNTIL_THE_END, luck)
    await settled(pages)
    await pages[0].do(msg.Say, words="Well played.")


async def resigned_table(place: Place, game: str, people: int, bots: int, luck: random.Random) -> None:
    pages = await sitting(place, game, people, bots)
    await answer(pages, 12, luck)
    await settled(pages)
    for page in pages:
        await page.do(msg.Resign)


async def lesson_table(place: Place, game: str) -> None:
    host = await place.guest("Learner")
    page = await place.visit(host, await host.make(game=game, lesson=True, pace=0.0))
    for _ in range(3):
        await page.until(lambda page: bool(page.options))
        wanted = page.coach.action if page.coach else None
        await page.act(page.options[0].action if wanted is None else wanted)


async def fill(place: Place) -> None:
    luck = random.Random(1)
    await running_table(place, "storybook", 2, 0, 60, luck)
    await running_table(place, "storybook", 2, 2, 80, luck, turn_seconds=3600)
    await running_table(place, "coraline", 2, 1, 18, luck, options={"concede": "off"})
    await running_table(place, "coraline", 1, 0, 12, luck)
    await running_table(place, "condyle", 2, 1, 60, luck, options={"winter": "on", "ghost": "on"})
    await running_table(place, "condyle", 4, 0, 60, luck, options={"cul_de_sac": "hollow_days"})
    await running_table(place, "condyle-solo", 1, 0, 20, luck)
    await running_table(place, "unrelenting", 2, 2, 120, luck, absent_seconds=0)
    await finished_table(place, "storybook", 1, 1, luck)
    await finished_table(place, "coraline", 3, 1, luck)
    await finished_table(place, "condyle", 2, 0, luck, options={"fourth": "on"})
    await finished_table(place, "condyle-solo", 1, 0, luck)
    await finished_table(place, "unrelenting", 1, 3, luck, options={"dawn": "2"})
    for game, players in (("storybook", 2), ("coraline", 2), ("condyle", 3), ("unrelenting", 4)):
        await resigned_table(place, game, 1, players - 1, luck)
        await lesson_table(place, game)
        host = await place.guest("Host")
        seats = ["me", *["open"] * (players - 1)]
        code = await host.make(game=game, players=players, seats=seats, open=True)
        page = await place.visit(host, code)
        await page.do(msg.Say, words="Who plays?")


async def write_server(folder: Path) -> None:
    data = folder / "server"
    async with open_place(data) as place:
        await fill(place)
        found = {}
        for (code,) in place.house.store.rows("select code from tables order by made"):
            room = await place.house.room(code)
            assert room is not None
            table = room.table
            found[code] = trace(table.session) | {
                "game": table.agreed.game,
                "players": table.agreed.players,
                "status": table.status,
                "seed_hash": table.seed_hash,
                "taken_back": table.taken_back,
                "chat": [chat.words for chat in table.chat],
            }
            print(f"{code}: {table.agreed.game}, {table.status}, {table.length} answers", flush=True)
    pack(data / "tables.json.gz", json.dumps(found).encode())
    file = data / "tables.sqlite"
    with sqlite3.connect(file) as store:
        store.execute("pragma journal_mode = delete")
    store.execute("vacuum")
    store.close()
    pack(data / "tables.sqlite.gz", file.read_bytes())
    file.unlink()


def pack(path: Path, content: bytes) -> None:
    path.write_bytes(gzip.compress(content, mtime=0))


def main() -> None:
    folder = CORPUS / fabletop.__version__
    if folder.exists():
        sys.exit(f"{folder.name} has its corpus: a released version never changes")
    for part in ("games", "traces", "editions", "server"):
        (folder / part).mkdir(parents=True)
    try:
        write_games(folder)
        asyncio.run(write_server(folder))
    except BaseException:
        shutil.rmtree(folder)
        raise


if __name__ == "__main__":
    main()
