"""Being told: once a turn, gathered, not at night, nothing hidden, and never to who looks."""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree

import pytest
import pytest_asyncio
from tests.server.place import Clock, Place, open_place
from tests.server.test_days import follow, look
from tests.server.test_play import asked

from fabletop.kernel.question import Mistake
from fabletop.server import messages as msg
from fabletop.server.notices.outbox import TRIES, Dead
from fabletop.server.notices.push import Push, is_public, new_key
from fabletop.server.notices.switches import Switches
from fabletop.server.notices.telling import Person
from fabletop.server.notices.watch import APART, GATHERED
from fabletop.server.trials.letters import Browser, Mailbox, PushService, links_in, text_of
from fabletop.server.trials.visitor import Page, Visitor

pytestmark = pytest.mark.asyncio

DAY = 86400
HOUR = 3600


@dataclass
class Post:
    """A house that sends, and where what it sends arrives."""

    place: Place
    clock: Clock
    mailbox: Mailbox
    pushes: PushService

    async def pass_by(self, seconds: float) -> None:
        """Time passes, and all is sent that is due then."""
        await self.clock.pass_by(seconds)
        await self.send()

    async def send(self) -> None:
        await look(self.place)
        await self.place.house.notices.outbox.send()
        while self.place.house.notices.outbox.under_way:
            await asyncio.sleep(0.005)

    async def mailed(self, visitor: Visitor, address: str = "anna@example.org") -> None:
        """Somebody gives an address, and confirms it."""
        assert (await visitor.send("PUT", "/api/me/mail", {"address": address})).status == 200
        await self.send()
        (link,) = [link for link in links_in(self.mailbox.all.pop()) if "confirm" in link]
        assert (await visitor.ask("POST", path_of(link))).status == 200

    async def pushed(self, visitor: Visitor, name: str = "anna") -> Browser:
        browser = self.pushes.browser(name)
        answer = await visitor.send("POST", "/api/me/push", browser.subscription)
        assert answer.status == 200, answer.body
        return browser

    async def away(self, page: Page) -> None:
        """Their page is closed, and the house knows it."""
        await page.close()
        room = self.place.house.rooms[page.code]
        for other in room.told:
            await self.place.house.rooms[page.code].catch_up(other)
        while room.is_here(guest_of(page.visitor)):
            await self.clock.pass_by(0)


@contextlib.asynccontextmanager
async def post_office(
    folder: Path, clock: Clock, mailbox: Mailbox, pushes: PushService
) -> AsyncIterator[Post]:
    async with mailbox.open() as server, open_place(folder, clock) as place:
        follow(place, clock)
        switches = Switches(server, "Tables <tables@games.example>", "mailto:host@games.example", True)
        switches.set(place.house, (f"http://{place.address}",))
        assert place.house.notices.ways.push is not None
        place.house.notices.ways.push.inside = True
        yield Post(place, clock, mailbox, pushes)


@pytest_asyncio.fixture
async def post(tmp_path: Path) -> AsyncIterator[Post]:
    async with PushService().open() as pushes, post_office(tmp_path, Clock(), Mailbox(), pushes) as found:
        yield found


def guest_of(visitor: Visitor) -> str:
    return visitor.cookie.partition(".")[0]


def path_of(link: str) -> str:
    return re.sub("^https?://[^/]+", "", link)


async def answer_all(page: Page) -> None:
    """A whole turn: until others are asked."""
    while page.options:
        assert (await page.act(page.options[0].action)).refused is None


async def waiting(post: Post, *names: str, **agreed: object) -> tuple[Page, Page]:
    """A table over days at which the first of both has gone and is asked now."""
    pages = await post.place.table(*(names or ("Anna", "Bert")), **({"turn_seconds": 3 * DAY} | agreed))
    one, other = asked(pages)
    await post.away(other)
    await answer_all(one)
    return other, one


async def test_who_is_not_looking_is_told_once(post: Post) -> None:
    away, _ = await waiting(post)
    await post.mailed(away.visitor)
    browser = await post.pushed(away.visitor)
    await post.pass_by(GATHERED - 1)
    assert not post.mailbox.all
    for _ in range(3):
        await post.pass_by(HOUR)
    (mail,), (pushed,) = post.mailbox.all, browser.got.all
    others = "Bert" if "Anna" in str(away.table) and away.table and away.table.seat == 0 else "Anna"
    assert mail["Subject"] == "Fabletop: It is your turn"
    assert f"Storybook Battles with {others} within 2 days." in text_of(mail)
    assert f"/t/{away.code}" in text_of(mail)
    assert pushed["title"] == "It is your turn" and pushed["path"] == f"/t/{away.code}"
    assert pushed["body"] == f"Storybook Battles with {others} within 2 days."
    (headers,) = post.pushes.headers
    assert headers["authorization"].startswith("vapid t=") and headers["content-encoding"] == "aes128gcm"


async def test_nobody_is_told_who_looks_or_has_looked(post: Post) -> None:
    pages = await post.place.table("Anna", "Bert", turn_seconds=3 * DAY)
    one, other = asked(pages)
    for page in pages:
        await post.mailed(page.visitor, f"{guest_of(page.visitor)}@example.org")
    await answer_all(one)
    await post.pass_by(HOUR)
    assert not post.mailbox.all  # both look
    await post.away(other)
    await post.pass_by(HOUR)
    assert not post.mailbox.all  # they have seen that it is their turn


async def test_a_page_in_the_background_is_not_looked_at(post: Post) -> None:
    pages = await post.place.table("Anna", "Bert", turn_seconds=3 * DAY)
    one, other = asked(pages)
    await post.mailed(other.visitor)
    await other.do(msg.Attend, visible=False)
    await answer_all(one)
    await post.pass_by(GATHERED + 1)
    assert len(post.mailbox.all) == 1
    await other.do(msg.Attend, visible=True)
    assert post.place.house.store.row("select seen from turns") == (1,)


async def test_several_games_are_one_notice(post: Post) -> None:
    first, _ = await waiting(post, "Anna", "Bert")
    anna, bert = first.visitor, await post.place.guest("Bert")
    for _ in range(3):
        code = await bert.make(game="storybook", seats=["me", "open"], pace=0.0, turn_seconds=3 * DAY)
        pages = [await post.place.visit(bert, code), await post.place.visit(anna, code)]
        await pages[1].do(msg.Sit, seat=1)
        await pages[0].do(msg.Start)
        await pages[0].until(lambda page: page.position is not None)
        await post.away(pages[1])
        await answer_all(pages[0])
    await post.mailed(anna)
    count = len(post.place.house.store.rows("select 1 from turns where guest = ?", guest_of(anna)))
    assert count > 1
    for _ in range(5):
        await post.pass_by(GATHERED + 1)
    (mail,) = post.mailbox.all
    assert mail["Subject"] == f"Fabletop: {count} games wait for you"


async def test_a_flood_of_turns_sends_one(post: Post) -> None:
    """Whoever answers at once and leaves again is not told each time."""
    away, one = await waiting(post)
    await post.mailed(away.visitor)
    for _ in range(4):
        await post.pass_by(GATHERED + 1)
        page = await post.place.visit(away.visitor, away.code)
        await page.until(lambda page: bool(page.options))
        await answer_all(page)
        await post.away(page)
        await one.until(lambda page: bool(page.options))
        await answer_all(one)
    assert len(post.mailbox.all) == 1
    await post.pass_by(APART)
    assert len(post.mailbox.all) == 2


async def test_quiet_hours(post: Post) -> None:
    away, _ = await waiting(post)
    await post.mailed(away.visitor)
    here = datetime.fromtimestamp(post.clock.now(), UTC)
    minute = here.hour * 60 + here.minute
    quiet = msg.Quiet("UTC", (minute - 30) % 1440, (minute + 120) % 1440)
    assert (await away.visitor.send("PUT", "/api/me/notices", quiet)).status == 200
    await post.pass_by(HOUR)
    assert not post.mailbox.all
    await post.pass_by(HOUR)
    assert len(post.mailbox.all) == 1


async def test_quiet_hours_are_those_of_a_place() -> None:
    night = Person("anna", "Europe/Vienna", 22 * 60, 7 * 60)
    noon = datetime(2026, 9, 21, 12, tzinfo=UTC).timestamp()
    assert night.quiet(noon) is None
    late = datetime(2026, 9, 21, 20, 30, tzinfo=UTC).timestamp()  # 22:30 there
    assert night.quiet(late) == (late - HOUR / 2, late + 8.5 * HOUR)
    assert Person("anna", "UTC", 22 * 60, 7 * 60).quiet(late) is None
    change = datetime(2026, 10, 24, 23, tzinfo=UTC).timestamp()  # the clocks are set back in that night
    assert night.quiet(change) == (change - 3 * HOUR, change + 7 * HOUR)


async def test_a_reminder_comes_before_time_runs_out_also_to_who_has_looked(post: Post) -> None:
    away, _ = await waiting(post, turn_seconds=DAY)
    await post.mailed(away.visitor)
    page = await post.place.visit(away.visitor, away.code)
    await post.away(page)
    await post.pass_by(17 * HOUR)
    assert not post.mailbox.all
    await post.pass_by(2 * HOUR)
    await post.pass_by(HOUR)
    (mail,) = post.mailbox.all
    assert mail["Subject"] == "Fabletop: Your time runs out" and ": 5 hours left." in text_of(mail)


async def test_one_that_would_come_too_late_after_a_quiet_night_comes_before_it(post: Post) -> None:
    away, _ = await waiting(post, turn_seconds=DAY)
    await post.mailed(away.visitor)
    here = datetime.fromtimestamp(post.clock.now(), UTC)
    minute = here.hour * 60 + here.minute
    quiet = msg.Quiet("UTC", (minute + 15 * 60) % 1440, minute)
    await away.visitor.send("PUT", "/api/me/notices", quiet)
    await post.pass_by(HOUR)
    assert len(post.mailbox.all) == 1
    await post.pass_by(13 * HOUR + 3540)
    assert [mail["Subject"] for mail in post.mailbox.all[1:]] == ["Fabletop: Your time runs out"]


async def test_what_was_answered_meanwhile_is_not_told(post: Post) -> None:
    away, _ = await waiting(post)
    await post.mailed(away.visitor)
    post.mailbox.refusals = 1
    await post.pass_by(GATHERED + 1)
    page = await post.place.visit(away.visitor, away.code)
    await page.until(lambda page: bool(page.options))
    await answer_all(page)
    await post.pass_by(TRIES[0] + 1)
    assert not post.mailbox.all
    assert post.place.house.store.row("select count(*) from outbox") == (0,)


async def test_what_could_not_be_sent_is_tried_again_but_not_for_ever(post: Post) -> None:
    away, _ = await waiting(post)
    await post.mailed(away.visitor)
    post.mailbox.refusals = 2
    await post.pass_by(GATHERED + 1)
    assert not post.mailbox.all
    for wait in TRIES[:2]:
        await post.pass_by(wait + 1)
    assert len(post.mailbox.all) == 1
    await post.place.house.store.write(("update turns set told = 0", ()))
    post.mailbox.refusals = 99
    for seconds in (APART, *TRIES):
        await post.pass_by(seconds + 1)
    assert post.place.house.store.row("select count(*) from outbox") == (0,)


async def test_a_browser_that_is_gone_is_forgotten(post: Post) -> None:
    away, _ = await waiting(post)
    await post.pushed(away.visitor)
    post.pushes.gone.add("/anna")
    await post.pass_by(GATHERED + 1)
    assert post.place.house.store.row("select count(*) from subscriptions") == (0,)
    assert post.place.house.store.row("select count(*) from outbox") == (0,)


async def test_one_click_stops_it_without_a_cookie(post: Post) -> None:
    away, _ = await waiting(post)
    await post.mailed(away.visitor)
    browser = await post.pushed(away.visitor)
    await post.pass_by(GATHERED + 1)
    (mail,), (pushed,) = post.mailbox.all, browser.got.all
    stop = mail["List-Unsubscribe"].strip("<>")
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click" and stop in text_of(mail)
    stranger = post.place.visitor()
    assert (await stranger.ask("POST", path_of(stop)[:-1] + "x")).status == 404
    assert (await stranger.ask("POST", path_of(stop), b"List-Unsubscribe=One-Click")).status == 200
    shown = (await away.visitor.get("/api/me/notices")).json()
    assert not shown["confirmed"] and shown["devices"] == 1
    assert (await stranger.get(path_of(pushed["stop"]))).status == 200
    assert (await away.visitor.get("/api/me/notices")).json()["devices"] == 0
    again = path_of(stop).replace("/stop/", "/again/")
    assert (await stranger.ask("POST", again)).status == 200
    assert (await away.visitor.get("/api/me/notices")).json()["confirmed"]


async def test_an_address_is_told_nothing_before_it_is_confirmed(post: Post) -> None:
    away, _ = await waiting(post)
    await away.visitor.send("PUT", "/api/me/mail", {"address": "anna@example.org"})
    await post.pass_by(GATHERED + 1)
    (mail,) = post.mailbox.all
    assert mail["Subject"] == "Fabletop: Is this your address?"
    (link,) = [link for link in links_in(mail) if "confirm" in link]
    stranger = post.place.visitor()
    assert (await stranger.get(path_of(link))).status == 200  # to look at it confirms nothing
    assert not (await away.visitor.get("/api/me/notices")).json()["confirmed"]
    await away.visitor.send("PUT", "/api/me/mail", {"address": "other@example.org"})
    assert b"changed since" in (await stranger.ask("POST", path_of(link))).body
    for wrong in ("anna", "a b@example.org", "anna@example.org\nBcc: x@example.org", "a@b,c@example.org"):
        guest = await post.place.guest()
        assert (await guest.send("PUT", "/api/me/mail", {"address": wrong})).status == 400


async def test_nobody_is_flooded_with_questions(post: Post) -> None:
    statuses = []
    for _ in range(4):
        guest = await post.place.guest()
        wish = {"address": "victim@example.org"}
        statuses.append((await guest.send("PUT", "/api/me/mail", wish)).status)
    assert statuses == [200, 200, 429, 429]


async def test_restarts_neither_lose_nor_double(tmp_path: Path) -> None:
    clock, mailbox = Clock(), Mailbox()
    async with PushService().open() as pushes:
        async with post_office(tmp_path, clock, mailbox, pushes) as post:
            away, _ = await waiting(post)
            await post.mailed(away.visitor)
            mailbox.refusals = 1
            await post.pass_by(GATHERED + 1)  # it could not be sent, and the server stops
        for _ in range(3):
            async with post_office(tmp_path, clock, mailbox, pushes) as post:
                await post.pass_by(TRIES[0] + 1)
                await post.pass_by(HOUR)
        assert [mail["Subject"] for mail in mailbox.all] == ["Fabletop: It is your turn"]


async def test_a_feed_for_readers_and_calendars(post: Post) -> None:
    away, _ = await waiting(post)
    link = path_of((await away.visitor.ask("POST", "/api/me/feed")).json()["feed"])
    stranger = post.place.visitor()
    feed = ElementTree.fromstring((await stranger.get(link)).body)
    titles = [one.text for one in feed.iter("{http://www.w3.org/2005/Atom}title")]
    assert len(titles) == 2 and str(titles[1]).startswith("It is your turn: Storybook Battles with ")
    calendar = (await stranger.get(link.replace(".atom", ".ics"))).body.decode()
    ends = datetime.fromtimestamp(post.clock.now() + 3 * DAY, UTC).strftime("%Y%m%dT%H%M")
    assert f"DTSTART:{ends}" in calendar and all(len(line.encode()) <= 75 for line in calendar.split("\r\n"))
    renewed = path_of((await away.visitor.ask("POST", "/api/me/feed")).json()["feed"])
    assert (await stranger.get(link)).status == 404 and (await stranger.get(renewed)).status == 200
    assert (await away.visitor.ask("DELETE", "/api/me/feed")).json()["feed"] == ""
    assert (await stranger.get(renewed)).status == 404


async def test_without_switches_nothing_is_offered_or_sent(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        anna = await place.guest("Anna")
        shown = (await anna.get("/api/me/notices")).json()
        assert (shown["push"], shown["mails"], shown["feeds"]) == ("", False, False)
        browser = Browser("https://push.example", "anna")
        for method, path, body in (
            ("PUT", "/api/me/mail", {"address": "anna@example.org"}),
            ("POST", "/api/me/push", browser.subscription),
            ("POST", "/api/me/feed", {}),
        ):
            assert (await anna.send(method, path, body)).status == 400


async def test_a_push_reaches_nothing_inside() -> None:
    push = Push(new_key(), "mailto:host@games.example")
    browser = Browser("https://push.example", "anna")
    keys = (browser.subscription["p256dh"], browser.subscription["auth"])
    push.check("https://push.example/anna?x=1", *keys)
    for endpoint in (
        "http://push.example/anna",
        "https://push.example:8080/",
        "https://me:secret@push.example/",
        "file:///etc/passwd",
        "https:///nowhere",
        "https://push.example/a\r\nHost: other",
        "https://[::1",
        "https://push.example/" + "x" * 1000,
    ):
        with pytest.raises(Mistake):
            push.check(endpoint, *keys)
    with pytest.raises(Mistake):
        push.check("https://push.example/", "AAAA", keys[1])
    for inside in ("127.0.0.1", "[::1]", "10.0.0.7", "169.254.169.254", "localhost", "[::ffff:10.0.0.1]"):
        with pytest.raises(Dead):
            await push.reach(push.place_of(f"https://{inside}/"))
    assert is_public("1.1.1.1") and not is_public("100.64.0.1") and not is_public("0.0.0.0")


async def test_the_key_of_a_house_is_made_once(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        first = await place.app.admin.act("push-key", {})
        assert first == await place.app.admin.act("push-key", {})
        switches = Switches(push="mailto:host@games.example")
        switches.set(place.house, ("https://games.example",))
        assert (await (await place.guest()).get("/api/me/notices")).json()["push"] == first
        renewed = await place.app.admin.act("push-key", {"renew": True})
        assert renewed != first
        assert (await (await place.guest()).get("/api/me/notices")).json()["push"] == renewed


async def test_what_an_operator_forgot_is_said(tmp_path: Path) -> None:
    sender, origins = "tables@games.example", ("https://games.example",)
    async with open_place(tmp_path) as place:
        for switches, named, words in (
            (Switches(feeds=True), (), "--origin"),
            (Switches("smtp://mail.example"), origins, "--mail-from"),
            (Switches("mail.example", sender), origins, "--mail is the address of a mail server"),
            (Switches("smtp://mail.example", "tables"), origins, "no mail address"),
            (Switches(push="host@games.example"), origins, "--push is how a push service reaches you"),
        ):
            with pytest.raises(Mistake, match=words):
                switches.set(place.house, named)
