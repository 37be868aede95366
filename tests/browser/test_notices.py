"""Being told: how a person settles it on a phone; the page without a line, after an upgrade, and pushed."""

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from .conftest import Visit
from .house import Server
from .person import must_be_sound

pytestmark = pytest.mark.asyncio(loop_scope="session")

# No push service is reached from here, and a browser without a screen grants no notices: these stand in.
WILLING = """() => {
  const keys = {
    p256dh: "BCkTAoNnAfhaUJpLJW5-ptAjObtEWB-597_jA5V1xHfU5vqUgv7EwdQ2AcXZO3vO9DDarg2kMEwN0HA0MrXgqfI",
    auth: "nF9HvniByKOvjH6B3MuOsw",
  }
  const made = { endpoint: "https://push.example/phone", unsubscribe: async () => true }
  made.toJSON = () => ({ endpoint: made.endpoint, keys })
  let given = null
  Object.defineProperty(Notification, "permission", { get: () => "granted" })
  Notification.requestPermission = async () => "granted"
  PushManager.prototype.subscribe = async () => (given = made)
  PushManager.prototype.getSubscription = async () => given
}"""
PUSHED = """async () => {
  const shown = []
  self.registration.showNotification = async (...said) => void shown.push(said)
  const said = { title: "It is your turn", body: "Coraline with Bert.", path: "/t/ABC", stop: "" }
  self.dispatchEvent(new PushEvent("push", { data: JSON.stringify(said) }))
  return shown
}"""
OLD = """async () => (await caches.open("fabletop")).put("/", new Response("an older page"))"""
KEPT = """async () => (await (await caches.match("/")).text()).includes('<div id="app">')"""


async def test_being_told_is_settled_on_a_phone(visit: Visit, axe: Path) -> None:
    page = await visit("/you", phone=True, worker=True)
    await page.evaluate(WILLING)
    notices = page.locator("details.notices")
    await notices.locator("summary").click()
    here = notices.get_by_label("Tell me in this browser")
    await here.check()
    await until(page, "devices", 1)
    await notices.get_by_label("Tell me by mail").fill("anna@example.org")
    await notices.get_by_role("button", name="Ask me there").click()
    await expect(notices).to_contain_text("anna@example.org: not before you have confirmed it there.")
    await notices.get_by_label("Not at night").check()
    await notices.get_by_label("until").fill("07:30")
    await until(page, "quiet_until", 7 * 60 + 30)
    await notices.get_by_role("button", name="A feed for my reader").click()
    await expect(notices.get_by_role("button", name="Copy calendar")).to_be_visible()
    tomorrow = await page.evaluate("new Date(Date.now() + 864e5).toISOString().slice(0, 10)")
    for day in ("First day", "Last day"):
        await notices.get_by_label(day).fill(tomorrow)
    await notices.get_by_role("button", name="Take these").click()
    await expect(notices.get_by_role("button", name="End it")).to_be_visible()
    await must_be_sound(page, axe)
    await here.uncheck()
    await until(page, "devices", 0)


async def until(page: Page, name: str, value: int) -> None:
    """The server knows it."""
    known = f"async () => (await (await fetch('/api/me/notices')).json())['{name}'] === {value}"
    await page.wait_for_function(known)


async def test_the_page_without_a_line_after_an_upgrade_and_when_pushed(visit: Visit, server: Server) -> None:
    page = await visit("/", cuts=True, worker=True)
    await expect(page.get_by_role("heading", name="Coraline")).to_be_visible()
    await page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    await page.wait_for_function("navigator.serviceWorker.controller !== null")
    (worker,) = page.context.service_workers
    ((title, shown),) = await worker.evaluate(PUSHED)
    assert title == "It is your turn" and shown["body"] == "Coraline with Bert."
    assert shown["data"]["path"] == "/t/ABC"

    await page.evaluate(OLD)
    await page.reload()  # what was kept is never shown while there is a server
    await expect(page.get_by_role("heading", name="Coraline")).to_be_visible()
    await page.wait_for_function(KEPT)

    await asyncio.to_thread(server.kill)
    try:
        await page.reload()
        await expect(page.get_by_role("status")).to_contain_text("the shelf as you last saw it")
        await expect(page.get_by_role("heading", name="Coraline")).to_be_visible()
    finally:
        await asyncio.to_thread(server.start)
    await page.reload()
    await expect(page.get_by_role("status")).to_have_count(0)
