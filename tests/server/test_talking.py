"""What is said to all, and what to one's own side alone."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.place import Place, open_place
from tests.server.test_play import settled

from fabletop.games.coraline.table import Table as Coraline
from fabletop.games.storybook.game import StorybookGame
from fabletop.kernel.snapshot import restore
from fabletop.kernel.talk import Saying
from fabletop.server import messages as msg
from fabletop.server.limits import LIMITS
from fabletop.server.table import Table
from fabletop.server.talking import listening
from fabletop.server.thinkers import pack
from fabletop.server.trials.visitor import Page

pytestmark = pytest.mark.asyncio

SECRET = "keep the Twist for the Queen"


async def four(place: Place) -> list[Page]:
    """Two against two; and somebody who watches comes last."""
    host = await place.guest("Anna")
    code = await host.make(game="storybook", players=4, seats=["me", "open", "open", "open"])
    pages = [await place.visit(host, code, keep=True)]
    for seat, name in enumerate(("Bert", "Cora", "Dirk"), 1):
        pages.append(await place.visit(await place.guest(name), code, keep=True))
        assert (await pages[seat].do(msg.Sit, seat=seat)).refused is None
    pages.append(await place.visit(await place.guest("Emil"), code, keep=True))
    assert (await pages[0].do(msg.Start)).refused is None
    await settled(pages)
    return pages


def sides(pages: list[Page]) -> tuple[list[Page], list[Page]]:
    """Anna with her partner; all others."""
    table = pages[0].table
    assert table is not None
    (partner,) = table.partners
    return [pages[0], pages[partner]], [page for page in pages[1:] if page is not pages[partner]]


def said(page: Page) -> list[str]:
    return [line.words for line in page.chat]


async def frames(pages: list[Page]) -> list[int]:
    for page in pages:
        await page.do(msg.Ping)  # what was told before has then come
    return [sum('"type":"update"' in frame for frame in page.frames or []) for page in pages]


async def test_a_side_talks_among_itself(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await four(place)
        ours, others = sides(pages)
        before = await frames(others)
        assert (await ours[0].do(msg.Say, words=SECRET, team=True)).refused is None
        await ours[1].until(lambda page: SECRET in said(page))
        assert ours[1].chat[-1].team
        assert await frames(others) == before  # not even that something was said
        assert (await ours[1].do(msg.Say, words="good luck to all")).refused is None
        for page in others:
            await page.until(lambda page: "good luck to all" in said(page))
            assert not any(SECRET in frame for frame in page.frames or [])


async def test_who_comes_back_gets_their_own_sides_words(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await four(place)
        ours, _ = sides(pages)
        await ours[0].do(msg.Say, words=SECRET, team=True)
        for page in pages:
            again = await place.visit(page.visitor, page.code)
            assert (SECRET in said(again)) == (page in ours)


async def test_after_the_end_all_may_read_it(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await four(place)
        ours, _ = sides(pages)
        await ours[0].do(msg.Say, words=SECRET, team=True)
        await ours[0].do(msg.Say, words="good luck to all")
        for page in ours:
            assert (await page.do(msg.Resign)).refused is None
        for page in pages:
            await page.until(lambda page: page.over and SECRET in said(page))
            assert said(page).index(SECRET) < said(page).index("good luck to all")
            assert said(page).count("good luck to all") == 1
        later = await place.visit(await place.guest("Fritz"), pages[0].code)
        assert SECRET in said(later)


async def test_to_whom_no_side_listens(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await four(place)
        duel = await place.table("Gerd", "Hans")
        together = await place.table("Ida", "Jan", game="coraline")
        for page in (pages[4], duel[0], together[0]):
            assert (await page.do(msg.Say, words=SECRET, team=True)).refused is not None
        assert together[0].table is not None and together[0].table.partners == [1]
        waiting = await place.guest("Kai")
        page = await place.visit(waiting, await waiting.make(game="storybook", seats=["me", *["open"] * 3]))
        refused = (await page.do(msg.Say, words=SECRET, team=True)).refused
        assert refused is not None and "not begun" in refused.words


async def test_it_counts_as_chat(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await four(place)
        place.house.limits.limits["chat"] = LIMITS["chat"]
        replies = [await pages[0].do(msg.Say, words="spam", team=True) for _ in range(8)]
        assert replies[0].refused is None and replies[-1].refused is not None


async def test_a_silent_table(tmp_path: Path) -> None:
    """Where it was agreed on, nobody talks while the game is on."""
    async with open_place(tmp_path) as place:
        for kind, allowed in (("plans", True), ("silent", False)):
            anna, bert = await place.table("Anna", "Bert", game="coraline", options={"talk": kind})
            watcher = await place.visit(await place.guest("Carl"), anna.code)
            for page in (anna, watcher):
                assert ((await page.do(msg.Say, words="hello")).refused is None) == allowed
            assert anna.table is not None and anna.table.silent != allowed
            await anna.do(msg.Resign)
            await bert.do(msg.Resign)
            assert (await anna.do(msg.Say, words="well played")).refused is None


async def test_what_partners_often_say(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        guest = await place.guest()
        for name, some in (("coraline", True), ("storybook", True), ("unrelenting", False)):
            phrases = (await guest.get(f"/api/games/{name}")).json()["phrases"]
            assert bool(phrases) == some and len(set(phrases)) == len(phrases)


# --- Bots -----------------------------------------------------------------------------------------


async def with_bots(place: Place, talk: str) -> Page:
    """Anna with two bots, before the question who goes first."""
    anna = await place.guest("Anna")
    code = await anna.make(game="coraline", players=3, seats=["me", "fair", "gentle"], options={"talk": talk})
    page = await place.visit(anna, code, keep=True)
    await settled([page])
    return page


def table_of(place: Place, page: Page) -> Table:
    return place.house.rooms[page.code].table


def remarks(page: Page) -> list[tuple[str, str]]:
    return [(line.who, line.words) for line in page.chat if line.bot]


async def test_bots_say_what_they_hold_before_all_decide(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        page = await with_bots(place, "free")
        game, state = table_of(place, page).session.game, table_of(place, page).session.state
        told = [(level, game.sayings(state, seat)[0].words) for seat, level in ((1, "fair"), (2, "gentle"))]
        assert remarks(page) == told and all(words.startswith("I hold ") for _, words in told)
        await page.do(msg.Say, words="hello")
        assert len(remarks(page)) == 2, "once is enough"


async def test_bots_say_no_more_than_was_agreed(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        page = await with_bots(place, "plans")
        edition: Any = table_of(place, page).session.opening.edition
        names = [card.name for card in edition.coraline]
        assert (await page.do(msg.Say, words="What do you hold?")).refused is None
        await page.until(lambda page: len(remarks(page)) == 4)
        assert not any(name in words for _, words in remarks(page) for name in names)
        silent = await with_bots(place, "silent")
        assert silent.chat == []


async def test_bots_answer_when_they_are_asked(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        page = await with_bots(place, "free")
        await page.do(msg.Say, words="What can you do?")
        await page.until(lambda page: len(remarks(page)) == 4)
        assert all(words.startswith("I ") and "hold" not in words for _, words in remarks(page)[2:])
        await page.do(msg.Say, words="Who should go?")
        await page.until(lambda page: len(remarks(page)) == 5)
        assert re.fullmatch(r"I would say: Player [123] goes next\.", remarks(page)[-1][1])


async def test_bots_take_note_of_what_people_say(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        page = await with_bots(place, "free")
        table = table_of(place, page)
        state = table.session.state
        assert isinstance(state, Coraline) and page.position is not None
        holds = page.position.sayings[0]
        hand = [card for card in range(30) if state.at[card] == 0]
        worlds = [restore(msgspec.json.decode(pack(listening(table, state), 1))) for _ in range(8)]
        hands = [[world.at[card] for card in hand] for world in worlds if isinstance(world, Coraline)]
        assert any(set(where) != {0} for where in hands), "anybody may hold them"
        assert (await page.do(msg.Say, words=holds)).refused is None
        again, _ = await place.house.read(page.code)
        for known in (table, again):
            for _ in range(8):
                world = restore(msgspec.json.decode(pack(listening(known, known.session.state), 1)))
                assert isinstance(world, Coraline) and all(world.at[card] == 0 for card in hand)


async def test_nobody_says_what_is_not_so(tmp_path: Path) -> None:
    """What a person types of other cards is words; bots know nothing by it."""
    async with open_place(tmp_path) as place:
        page = await with_bots(place, "free")
        bots_hand = remarks(page)[0][1]
        assert (await page.do(msg.Say, words=bots_hand)).refused is None
        assert table_of(place, page).heard.latest.get(0) is None


async def test_bots_answer_their_own_side_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked before all they answer before all, as the rules want it; asked among partners, there."""
    monkeypatch.setattr(
        StorybookGame, "sayings", lambda self, state, seat: [Saying("can", f"I sit on {seat}.")]
    )
    async with open_place(tmp_path) as place:
        anna, bert = await place.guest("Anna"), await place.guest("Bert")
        code = await anna.make(game="storybook", players=4, seats=["me", "open", "fair", "fair"])
        pages = [await place.visit(one, code, keep=True) for one in (anna, bert)]
        assert (await pages[1].do(msg.Sit, seat=1)).refused is None
        assert (await pages[0].do(msg.Start)).refused is None
        await settled(pages)
        side = table_of(place, pages[0]).side_of(0)
        (partner,) = (seat for seat in side if seat != 0)
        assert partner > 1
        await pages[0].do(msg.Say, words="What can you do?")
        await pages[1].until(lambda page: len(remarks(page)) == 1)
        await pages[0].do(msg.Say, words="What can you do?", team=True)
        await pages[0].until(lambda page: len(remarks(page)) == 2)
        await pages[0].do(msg.Say, words="hello")
        await pages[1].until(lambda page: page.chat[-1].words == "hello")
        assert remarks(pages[0]) == 2 * [("fair", f"I sit on {partner}.")]
        assert remarks(pages[1]) == [("fair", f"I sit on {partner}.")]
