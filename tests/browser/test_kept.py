"""Being kept: a passkey of Chromium's virtual authenticator, or a phrase, brings one to another browser."""

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import CDPSession, Page, expect

from .conftest import Visit
from .house import Server
from .person import Player, must_be_sound, number, ready

pytestmark = pytest.mark.asyncio(loop_scope="session")

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Keys:
    """The authenticator of one browser."""

    def __init__(self, line: CDPSession, name: str) -> None:
        self.line = line
        self.name = name

    async def all(self) -> list[dict[str, Any]]:
        found = await self.line.send("WebAuthn.getCredentials", {"authenticatorId": self.name})
        return list(found["credentials"])

    async def take(self, credential: dict[str, Any]) -> None:
        await self.line.send(
            "WebAuthn.addCredential", {"authenticatorId": self.name, "credential": credential}
        )


async def keys_of(page: Page) -> Keys:
    line = await page.context.new_cdp_session(page)
    await line.send("WebAuthn.enable")
    made = await line.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return Keys(line, made["authenticatorId"])


async def called(page: Page, home: str, name: str) -> None:
    assert (await page.request.put(f"{home}/api/me", data={"name": name})).ok


async def make(page: Page, home: str) -> str:
    """A table of one's own with a bot; its address."""
    wanted = {"game": "storybook", "seats": ["me", "gentle"], "pace": 0}
    answer = await page.request.post(f"{home}/api/tables", data=wanted)
    return f"{home}/t/{(await answer.json())['code']}"


async def play_on(page: Page, table: str) -> None:
    """Give one answer at one's own seat."""
    await page.goto(table)
    assert await ready(page) == "mine"
    before = await number(page)
    await Player(page, 3).answer()
    assert await number(page) != before


async def sign_others_out(page: Page) -> None:
    await page.reload()
    others = page.get_by_role("button", name="Sign it out")
    await expect(others.first).to_be_visible()
    for left in range(await others.count() - 1, -1, -1):
        await others.first.click()
        await expect(others).to_have_count(left)


async def test_a_passkey_brings_me_back_and_nobody_elses_does(visit: Visit, server: Server) -> None:
    home = f"http://localhost:{server.port}"
    anna, second, mallory = await visit(home), await visit(home), await visit(home, cuts=True)
    mine, theirs, stolen = await keys_of(anna), await keys_of(second), await keys_of(mallory)
    await called(anna, home, "Anna the Kept")
    table = await make(anna, home)
    await anna.goto(f"{home}/you")
    await anna.get_by_role("button", name="Make a passkey").click()
    await expect(anna.get_by_role("heading", name="You are kept")).to_be_visible()

    # The cookie is lost, and one click finds the person again.
    await anna.context.clear_cookies()
    await anna.reload()
    await expect(anna.get_by_role("heading", name="Be kept")).to_be_visible()
    await anna.get_by_role("button", name="Come back with a passkey").click()
    await expect(anna.get_by_text("Welcome back, Anna the Kept.")).to_be_visible()

    # So it is on a second browser that has the same passkey; a guest's table comes along.
    (credential,) = await mine.all()
    assert credential["rpId"] == "localhost" and credential["isResidentCredential"]
    await theirs.take(credential)
    await make(second, home)
    await second.goto(f"{home}/you")
    await expect(second.get_by_label("Bring along")).to_be_checked()
    await second.get_by_role("button", name="Come back with a passkey").click()
    await expect(second.get_by_text("One table came along.")).to_be_visible()
    await play_on(second, table)
    await second.goto(f"{home}/you")
    await sign_others_out(second)
    await anna.goto(f"{home}/you")
    await expect(anna.get_by_role("heading", name="Be kept")).to_be_visible()

    # Somebody else's passkey is of somebody else; one that was taken away, or forged, opens nothing.
    await mallory.goto(f"{home}/you")
    await mallory.get_by_role("button", name="Make a passkey").click()
    await expect(mallory.get_by_role("heading", name="You are kept")).to_be_visible()
    await mallory.get_by_role("button", name="Come back with a passkey").click()
    await expect(mallory.get_by_text("Welcome back,")).not_to_contain_text("Anna")
    (own,) = await stolen.all()
    await mallory.get_by_role("button", name="Take away passkey 1").click()
    await mallory.get_by_role("button", name="Come back with a passkey").click()
    await expect(mallory.get_by_role("alert")).to_have_text("This passkey opens nothing here.")
    await stolen.line.send("WebAuthn.clearCredentials", {"authenticatorId": stolen.name})
    await stolen.take({**credential, "privateKey": own["privateKey"], "signCount": 1000})
    await mallory.reload()
    await mallory.get_by_role("button", name="Come back with a passkey").click()
    await expect(mallory.get_by_role("alert")).to_have_text("This passkey opens nothing here.")


async def test_a_phrase_brings_me_back_with_seat_and_settings(
    visit: Visit, server: Server, axe: Path
) -> None:
    home = server.address
    anna, phone = await visit(), await visit(phone=True)
    await called(anna, home, "Anna of ten words")
    table = await make(anna, home)
    await anna.goto("/you")
    await anna.get_by_role("button", name="Write a phrase down").click()
    shown = anna.get_by_label("My phrase").locator("li")
    await expect(shown).to_have_count(10)
    words = await shown.all_inner_texts()
    async with anna.expect_response(lambda sent: '"look":"dark"' in (sent.request.post_data or "")):
        await anna.get_by_role("button", name="Dark look").click()
    await must_be_sound(anna, axe)
    await anna.get_by_label("Show these figures").check()
    await anna.get_by_role("link", name="Your page").click()
    await expect(anna.get_by_role("heading", name="Anna of ten words")).to_be_visible()
    await must_be_sound(anna, axe)
    await anna.goto("/you")
    await anna.get_by_label("Show these figures").uncheck()
    await phone.goto("/you")
    await phone.get_by_label("My ten words").fill(" ".join(words))
    await phone.keyboard.press("Enter")
    await expect(phone.get_by_text("Welcome back, Anna of ten words.")).to_be_visible()
    await expect(phone.locator("html")).to_have_attribute("data-look", "dark")
    await must_be_sound(phone, axe)
    await play_on(phone, table)
    await phone.goto("/you")
    await sign_others_out(phone)
    await anna.reload()
    await expect(anna.get_by_role("heading", name="Be kept")).to_be_visible()


async def test_my_games_figures_and_friends(visit: Visit, axe: Path) -> None:
    anna, ben = await visit(), await visit(phone=True)
    for page, name in ((anna, "Anna who looks back"), (ben, "Ben the other")):
        await called(page, page.url.rstrip("/"), name)
    answer = await anna.request.post("/api/tables", data={"game": "storybook", "seats": ["me", "open"]})
    code = (await answer.json())["code"]
    await anna.goto(f"/t/{code}")
    await anna.get_by_text("The link as a QR code").click()
    await expect(anna.get_by_role("img", name="QR code")).to_be_visible()
    await ben.goto(f"/t/{code}")
    await ben.get_by_role("button", name="Sit here").click()
    await anna.get_by_role("button", name="Start the game").click()
    await anna.get_by_role("tab", name="Table").click()
    await anna.get_by_role("button", name="Resign").click()
    await anna.get_by_role("button", name="Yes, resign").click()
    await expect(anna.get_by_role("dialog", name="You lost")).to_be_visible()

    await ben.goto("/you")
    games = ben.get_by_role("list", name="Finished games")
    await expect(games.locator('[data-result="won"]')).to_contain_text("Anna who looks back")
    await must_be_sound(ben, axe)
    await ben.get_by_label("With or against").fill("nobody")
    await ben.get_by_role("button", name="Search").click()
    await expect(games).to_contain_text("Nothing of that kind")
    await expect(ben.get_by_text("Your first win at Storybook Battles")).to_be_visible()
    await ben.get_by_role("button", name="Play again with Anna who looks back").click()
    await expect(ben.get_by_role("heading", name="Storybook Battles")).to_be_visible()

    # Anna finds it on her shelf, puts the finished one aside, and one key leads to what waits for her.
    await anna.goto("/")
    waiting = (
        anna.get_by_label("Your tables").get_by_role("link").filter(has_text="Ben the other invites you")
    )
    await expect(waiting).to_be_visible()
    await must_be_sound(anna, axe)
    await anna.get_by_role("button", name="Put aside").last.click()
    await expect(anna.get_by_text("Finished", exact=True)).to_have_count(0)
    await anna.request.post("/api/tables", data={"game": "coraline", "players": 1, "seats": ["me"]})
    await anna.keyboard.press("n")
    await expect(anna.locator(".prompt")).to_be_visible()
    await anna.goto("/you")
    await anna.get_by_label("what I put aside").check()
    await expect(anna.get_by_role("list", name="Finished games")).to_contain_text("Ben the other")
    await anna.get_by_role("button", name="Block Ben the other").click()
    await expect(anna.get_by_role("button", name="Unblock Ben the other")).to_be_visible()
    await anna.goto("/")
    await expect(anna.get_by_label("Your tables")).to_be_visible()
    await expect(waiting).to_have_count(0)
