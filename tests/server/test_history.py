"""Games that are over: listed for who played them, counted, searched, put aside; and only theirs to see."""

from pathlib import Path
from typing import Any

import pytest
from tests.server.place import Place, open_place
from tests.server.test_play import play_out

from fabletop.server import history
from fabletop.server import messages as msg
from fabletop.server.trials.visitor import Page, Visitor

pytestmark = pytest.mark.asyncio


async def read(visitor: Visitor, path: str) -> Any:
    answer = await visitor.get(path)
    assert answer.status == 200, answer.body
    return answer.json()


async def over(pages: list[Page], loser: int) -> str:
    """End a running game: this seat resigns."""
    await pages[loser].do(msg.Resign)
    for page in pages:
        await page.until(lambda page: page.table is not None and page.table.status == "over")
    return pages[0].code


async def rivals(place: Place, *losers: int) -> tuple[list[Page], list[str]]:
    """Anna and Bert play so many games; the loser of each is named by the seat."""
    pages = await place.table("Anna", "Bert")
    codes = [await over(pages, losers[0])]
    anna, bert = (page.visitor for page in pages)
    for loser in losers[1:]:
        code = await anna.make(game="storybook", seats=["me", "open"])
        pages = [await place.visit(anna, code), await place.visit(bert, code)]
        await pages[1].do(msg.Sit, seat=1)
        await pages[0].do(msg.Start)
        codes.append(await over(pages, loser))
    return pages, codes


async def test_every_finished_game_is_found_by_game_people_and_result(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        (anna, bert), codes = await rivals(place, 1, 0, 1)
        found = (await read(anna.visitor, "/api/me/history"))["games"]
        assert [one["code"] for one in found] == codes[::-1]
        assert [one["result"] for one in found] == ["won", "lost", "won"]
        assert found[0]["seats"] == ["Anna", "Bert"] and "wins" in found[0]["words"]

        async def search(query: str) -> list[str]:
            return [one["code"] for one in (await read(anna.visitor, f"/api/me/history?{query}"))["games"]]

        assert await search("result=lost") == [codes[1]]
        assert await search("who=bER") == codes[::-1] and await search("who=carl") == []
        assert await search("game=storybook&who=bert&result=won") == [codes[2], codes[0]]
        assert await search("game=coraline") == []
        assert await search(f"before={found[0]['ended']}") == [codes[1], codes[0]]
        assert (await anna.visitor.get("/api/me/history?result=fled")).status == 400
        assert (await anna.visitor.get("/api/me/history?before=noon")).status == 400
        stranger = await place.guest("Carl")
        assert (await read(stranger, "/api/me/history"))["games"] == []
        theirs = (await read(bert.visitor, "/api/me/history"))["games"]
        assert [one["result"] for one in theirs] == ["lost", "won", "lost"]


async def test_what_is_put_aside_is_in_the_archive_and_comes_back(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        (anna, bert), (finished,) = await rivals(place, 1)
        running = await anna.visitor.make(game="storybook", seats=["me", "fair"], pace=5.0)

        async def lists() -> tuple[list[str], list[str]]:
            shelf = await read(anna.visitor, "/api/shelf")
            aside = await read(anna.visitor, "/api/me/history?archived=1")
            return [one["code"] for one in shelf["mine"]], [
                one["code"] for one in aside["tables"] + aside["games"]
            ]

        assert await lists() == ([running, finished], [])
        for code in (running, finished):
            await anna.visitor.send("PUT", f"/api/me/tables/{code}/archived", {"archived": True})
        assert await lists() == ([], [running, finished])
        assert (await read(bert.visitor, "/api/me/history"))["games"]  # to others it is as it was
        await anna.visitor.send("PUT", f"/api/me/tables/{finished}/archived", {"archived": False})
        assert await lists() == ([finished], [running])


async def test_the_tables_that_wait_for_me_come_first_and_one_leads_to_the_next(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        anna = await place.guest("Anna")
        waiting = await anna.make(game="storybook", seats=["me", "open"])
        mine = [await anna.make(game="coraline", players=1, seats=["me"]) for _ in range(2)]
        shelf = await read(anna, "/api/shelf")
        assert [one["code"] for one in shelf["mine"]] == [*mine[::-1], waiting]
        assert await read(anna, "/api/me/next") == {"code": mine[1], "waiting": 2}
        assert (await read(anna, f"/api/me/next?after={mine[1]}"))["code"] == mine[0]
        assert (await read(anna, f"/api/me/next?after={mine[0]}"))["code"] == mine[1]
        await anna.send("PUT", f"/api/me/tables/{mine[1]}/archived", {"archived": True})
        assert await read(anna, f"/api/me/next?after={mine[0]}") == {"code": "", "waiting": 1}


async def test_figures_count_games_won_with_an_interval_and_tell_of_streaks(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        (anna, _), _ = await rivals(place, 0, 1, 1, 1)
        found = await read(anna.visitor, "/api/me/figures")
        (game,) = found["games"]
        assert (game["title"], game["games"], game["won"]) == ("Storybook Battles", 4, 3)
        assert 0.2 < game["low"] < 0.75 < game["high"] < 1
        (bert,) = found["people"]
        assert (bert["kind"], bert["value"], bert["games"], bert["won"]) == ("against", "Bert", 4, 3)
        assert "You have won your last 3 games of Storybook Battles." in found["words"]
        assert any(words.startswith("Your first win at Storybook Battles") for words in found["words"])
        kinds = {one["kind"] for one in found["tallies"]}
        assert kinds == {"side"}  # all were given up before anybody had chosen more


async def test_a_game_played_out_tells_side_champion_and_the_level_of_bots(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        (page,) = await place.table("Anna", seats=["me", "gentle"])
        await play_out([page])
        found = await read(page.visitor, "/api/me/figures")
        kinds = {one["kind"]: one["value"] for one in found["tallies"]}
        assert kinds["level"] == "gentle" and kinds["side"] and kinds["champion"]


async def test_a_persons_page_is_seen_only_while_it_is_shown(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        (anna, bert), _ = await rivals(place, 1)
        assert (await anna.visitor.send("PUT", "/api/me/shown", {"shown": True})).status == 403
        await anna.visitor.send("POST", "/api/me/phrase", {})
        page = (await read(anna.visitor, "/api/me"))["page"]
        assert (await bert.visitor.get(f"/api/persons/{page}")).status == 404
        assert (await anna.visitor.send("PUT", "/api/me/shown", {"shown": True})).json()["shown"]
        shown = await bert.visitor.get(f"/api/persons/{page}")
        assert shown.json()["name"] == "Anna" and shown.json()["games"][0]["won"] == 1
        assert b"Bert" not in shown.body  # who did not agree to be shown
        await anna.visitor.send("PUT", "/api/me/shown", {"shown": False})
        assert (await bert.visitor.get(f"/api/persons/{page}")).status == 404


async def test_games_that_ended_before_there_was_a_history_are_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "CATCHING_UP", 0.0)
    async with open_place(tmp_path) as place:
        (anna, _), codes = await rivals(place, 1, 0)
        store = place.house.store
        before = [store.rows(f"select * from {table}") for table in ("played", "facts", "figures", "streaks")]
        tables = ("played", "facts", "streaks", "met")
        await store.write(
            *((f"delete from {table}", ()) for table in tables), ("update sitting set over = 0", ())
        )
        assert store.rows("select * from figures") == []  # the database keeps them true
        assert (await read(anna.visitor, "/api/me/history"))["games"] == []
        await history.catch_up(store)
        after = [store.rows(f"select * from {table}") for table in ("played", "facts", "figures", "streaks")]
        assert [len(rows) for rows in after] == [len(rows) for rows in before] and after[2:] == before[2:]
        assert {one["code"] for one in (await read(anna.visitor, "/api/me/history"))["games"]} == set(codes)
        await store.write(("delete from streaks", ()))
        await history.catch_up(store)  # once is enough
        assert store.rows("select * from streaks") == []


async def test_a_guests_history_comes_along_and_a_deleted_one_leaves_no_name(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        anna = await place.guest("Anna")
        words = " ".join((await anna.send("POST", "/api/me/phrase", {})).json()["words"])
        (fox, bert), (code,) = await rivals(place, 1)
        await fox.visitor.send("POST", "/api/phrase", {"words": words, "bring": True})
        assert [one["code"] for one in (await read(anna, "/api/me/history"))["games"]] == [code]
        assert (await read(anna, "/api/me/figures"))["people"][0]["value"] == "Bert"
        (met,) = (await read(bert.visitor, "/api/me/people"))["people"]
        assert (met["name"], met["games"], met["won"]) == ("Anna", 1, 0)
        await anna.ask("DELETE", "/api/me")
        assert (await read(bert.visitor, "/api/me/people"))["people"] == []
        (left,) = (await read(bert.visitor, "/api/me/history"))["games"]
        assert left["seats"] == ["Somebody", "Bert"]
