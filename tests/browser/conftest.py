"""A server of its own, and one browser, for the tests that need a real page."""

import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Page, async_playwright, expect

from .house import Server

PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 800}
QUICK = (
    'localStorage.getItem("fabletop") ?? localStorage.setItem("fabletop", \'{"pace": 0, "passing": false}\')'
)

expect.set_options(timeout=60_000)

Visit = Callable[..., Awaitable[Page]]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("house"), tells=True) as running:
        yield running


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    found = os.environ.get("BROWSER_EXE") or shutil.which("chromium") or shutil.which("google-chrome")
    assert found, "no browser: run ./test, or name one in BROWSER_EXE"
    async with async_playwright() as playwright:
        running = await playwright.chromium.launch(executable_path=found)
        yield running
        await running.close()


@pytest_asyncio.fixture(loop_scope="session")
async def visit(browser: Browser, server: Server) -> AsyncIterator[Visit]:
    """visit("/"): somebody new opens the page. What the console complains about fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    async def visit(
        path: str = "/", *, phone: bool = False, look: str = "light", cuts: bool = False, worker: bool = False
    ) -> Page:
        context = await browser.new_context(
            viewport=PHONE if phone else DESK,  # type: ignore[arg-type]
            has_touch=phone,
            color_scheme=look,  # type: ignore[arg-type]
            reduced_motion="reduce",
            base_url=server.address,
            service_workers="allow" if worker else "block",  # routes of a test see nothing that one fetches
        )
        contexts.append(context)
        context.set_default_timeout(60_000)
        await context.add_init_script(QUICK)
        page = await context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        if not cuts:  # a line that is cut on purpose makes the console complain
            page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        await page.goto(path)
        return page

    yield visit
    for context in contexts:
        await context.close()
    assert not complaints


@pytest.fixture(scope="session")
def axe() -> Path:
    found = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
    assert found.exists(), "axe is not installed: run ./test, or npm ci in web/"
    return found
