"""Take pictures of every page and board, at desk and phone size, light and dark; or films of the games."""

import argparse
import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import fabletop
from fabletop import Mistake, names
from fabletop.cli.recording import ffmpeg, film

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Page

NAME = "shots"
HELP = "take pictures of all pages of the table"

SIZES = {"desk": (1440, 900), "phone": (390, 844)}
LOOKS = ("light", "dark")
FOR_NEWCOMERS = ("shelf",)  # without the tables that were made for the pictures
TRIES = 6
END = 1_000_000
QUALITY = 86
PACE = 0.15  # seconds: bots must not be through before we are back
FILMED = 24  # seconds of each game, at the pace of a table of people
FILM_SIZE = (1280, 720)
Kind = Literal["png", "jpeg"]
SETTINGS = "localStorage.setItem('fabletop', JSON.stringify({{pace: 0, look: '{look}'}}))"
IS_READY = """() => {
  const prompt = document.querySelector(".prompt"), frame = document.querySelector("[data-number]")
  return frame && !frame.hasAttribute("data-busy") && ["mine", "over"].includes(prompt.dataset.mood)
}"""

IS_FAR = """answers => {
  const frame = document.querySelector("[data-number]"), mood = document.querySelector(".prompt").dataset.mood
  return mood === "over" || Number(frame.dataset.number) >= answers
}"""


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", nargs="?", type=Path, default=Path("shots"), help="(default: shots)")
    parser.add_argument("--game", action="append", choices=names(), help="only this one's table")
    parser.add_argument("--example", action="store_true", help="only the example of docs/editions.md")
    parser.add_argument("--jpeg", action="store_true", help="smaller files, for documents (default: PNG)")
    parser.add_argument("--record", action="store_true", help="a short film of each game instead (WebM)")
    parser.add_argument(
        "--browser", metavar="FILE", help="a Chromium (default: BROWSER_EXE, or one that is found)"
    )


def run(args: argparse.Namespace) -> int:
    found = args.browser or os.environ.get("BROWSER_EXE")
    found = found or shutil.which("chromium") or shutil.which("google-chrome")
    if found is None:
        raise Mistake("no browser found: name one with --browser")
    try:
        import playwright.async_api  # noqa: F401
    except ImportError:
        raise Mistake("pictures need Playwright: pip install playwright") from None
    args.folder.mkdir(parents=True, exist_ok=True)
    with own_server() as address:
        kind: Kind = "jpeg" if args.jpeg else "png"
        games = args.game or list(names())
        if args.example:
            asyncio.run(take_example(args.folder, found, address))
        elif args.record:
            asyncio.run(record_all(args.folder, games, found, address))
        else:
            asyncio.run(take_all(args.folder, games, found, address, kind))
    return 0


@contextmanager
def own_server() -> Iterator[str]:
    """A server for the pictures only; gives its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "fabletop", "serve", "--port", "0", "--data", folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
            assert server.stdout
            try:
                for line in server.stdout:
                    if line.startswith("{") and "address" in (said := json.loads(line)):
                        yield str(said["address"]).rstrip("/")
                        break
            finally:
                server.terminate()


async def take_all(folder: Path, games: list[str], executable: str, address: str, kind: Kind) -> None:
    from playwright.async_api import async_playwright

    from fabletop.server.lesson import has_lesson

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable)
        somebody = await person(browser, address, "desk", "light")
        page = await somebody.new_page()
        first = games[0]
        places = {"shelf": "/", "rules": f"/rules/{first}", "credits": "/credits"}
        for game in games:
            places[f"table-{game}"] = await table_of(page, game)
        places["waiting"] = await new_table(page, first, seats=with_one_open(first))
        if has_lesson(fabletop.game(first)):
            places["lesson"] = await lesson(page, first)
        places["review"] = await review(page, first)
        for size in SIZES:
            for look in LOOKS:
                same = await person(browser, address, size, look, await somebody.storage_state())
                new = await person(browser, address, size, look)
                for name, place in places.items():
                    who = new if name in FOR_NEWCOMERS else same
                    await take(await who.new_page(), place, folder / f"{name}-{size}-{look}", kind)
        await browser.close()


async def record_all(folder: Path, games: list[str], executable: str, address: str) -> None:
    """The middle of a game, with all that moves in it."""
    from playwright.async_api import async_playwright

    ffmpeg()  # before anything is played, if there is none
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable)
        for game in games:
            width, height = FILM_SIZE
            context = await browser.new_context(viewport={"width": width, "height": height}, base_url=address)
            page = await context.new_page()
            await page.goto(await table_of(page, game))
            await page.wait_for_function(IS_READY, timeout=60_000)
            await page.get_by_role("tab", name="Settings").click()
            await page.get_by_label("Bots move").select_option("quick")
            await hand_over(page)
            await page.get_by_role("tab", name="Story").click()
            await film(page, FILMED, folder / f"{game}.webm")
            print(folder / f"{game}.webm")
            await context.close()
        await browser.close()


async def take_example(folder: Path, executable: str, address: str) -> None:
    from playwright.async_api import async_playwright

    from fabletop.cli import worked_example

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable)
        await worked_example.take(browser, address, SETTINGS.format(look="light"), folder)
        await browser.close()


async def person(
    browser: "Browser", address: str, size: str, look: str, state: Any = None
) -> "BrowserContext":
    width, height = SIZES[size]
    context = await browser.new_context(
        viewport={"width": width, "height": height},
        base_url=address,
        storage_state=state,
        reduced_motion="reduce",
    )
    await context.add_init_script(SETTINGS.format(look=look))
    return context


async def take(page: "Page", place: str, name: Path, kind: Kind) -> None:
    await page.goto(place)
    await page.wait_for_selector("main :is(h1, h2, .board > div, .board svg, article)", state="attached")
    await page.wait_for_timeout(900)
    file = name.with_suffix(".jpg" if kind == "jpeg" else ".png")
    await page.screenshot(path=file, type=kind, quality=QUALITY if kind == "jpeg" else None)
    print(file)
    await page.close()


async def new_table(page: "Page", game: str, **wish: Any) -> str:
    if page.url == "about:blank":
        await page.goto("/")
    answer = await page.request.post("/api/tables", data={"game": game, "pace": PACE, **wish})
    return f"/t/{(await answer.json())['code']}"


def with_one_open(game: str) -> list[str]:
    """Somebody is still to come."""
    most = max(fabletop.game(game).players)
    return ["me", *["sharp"] * (most - 2), "open"][:most]


async def table_of(page: "Page", game: str) -> str:
    """A table in the middle of its game; another one if that was over too soon."""
    from fabletop.lab.checks import checks_of

    picture = checks_of(fabletop.game(game)).picture
    for _ in range(TRIES):
        place = await new_table(page, game, players=picture.players)
        await page.goto(place)
        await play(page, picture.answers)
        if await page.locator('.prompt[data-mood="mine"]').count():
            break
    return place


async def play(page: "Page", answers: int) -> None:
    """Let a bot take my seat until so many answers were given, then come back; less if the game is over."""
    await page.wait_for_function(IS_READY, timeout=60_000)
    await hand_over(page)
    await page.wait_for_function(IS_FAR, arg=answers, timeout=600_000)  # whole games are long
    if await page.get_by_role("button", name="I am back").count():
        await page.get_by_role("button", name="I am back").click()
    await page.wait_for_function(IS_READY, timeout=60_000)
    await page.keyboard.press("l")


async def hand_over(page: "Page") -> None:
    await page.get_by_role("tab", name="Table").click()
    await page.get_by_role("button", name="Leave; a bot keeps my seat").click()


async def lesson(page: "Page", game: str) -> str:
    await page.goto(f"/learn/{game}")
    await page.wait_for_url("**/t/*")
    return page.url.partition("/t/")[1] + page.url.partition("/t/")[2]


async def review(page: "Page", game: str) -> str:
    """The review of a game that bots played to its end."""
    table = await new_table(page, game)
    await page.goto(table)
    await play(page, END)
    place = table.replace("/t/", "/review/")
    await page.goto(place)
    await page.get_by_role("img", name="Estimated chances").wait_for(timeout=120_000)
    return f"{place}/20"
