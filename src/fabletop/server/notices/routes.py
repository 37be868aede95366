"""What a person settles about being told; and the links that work without a cookie."""

from html import escape
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fabletop.kernel.question import Mistake
from fabletop.server import messages as msg
from fabletop.server.answers import Refusal, body_of, json
from fabletop.server.guests import Guest
from fabletop.server.limits import Who
from fabletop.server.notices import feed
from fabletop.server.notices.mail import checked_address
from fabletop.server.notices.outbox import PUT
from fabletop.server.notices.push import MOST_BROWSERS
from fabletop.server.notices.telling import check_quiet
from fabletop.server.notices.tokens import feed_link, opened
from fabletop.server.notices.waiting import turns_where
from fabletop.server.notices.words import Item, game_of
from fabletop.server.store import Statement, surely

if TYPE_CHECKING:
    from fabletop.server.app import App

OFF = "This house does not send that."
NO_LINK = "This link is not one of ours, or no longer works."
AGAIN: Statement = ("update turns set next = 0 where guest = ?", ())
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>Fabletop</title><link rel="stylesheet" href="/plain.css">
<main><h1>{title}</h1><p>{words}</p>{more}<p><a href="/">To the shelf</a></p></main></html>
"""


class Notices:
    def __init__(self, app: "App") -> None:
        self.app = app
        self.house = app.house
        self.store = app.house.store
        self.watch = app.house.notices
        self.telling = self.watch.telling

    def routes(self) -> list[Route]:
        answering = self.app.answering
        return [
            Route("/api/me/notices", answering(self.show)),
            Route("/api/me/notices", answering(self.quiet), methods=["PUT"]),
            Route("/api/me/mail", answering(self.mail), methods=["PUT"]),
            Route("/api/me/push", answering(self.subscribe), methods=["POST"]),
            Route("/api/me/push/stop", answering(self.unsubscribe), methods=["POST"]),
            Route("/api/me/feed", answering(self.renew_feed), methods=["POST"]),
            Route("/api/me/feed", answering(self.end_feed), methods=["DELETE"]),
            Route("/api/me/holidays", answering(self.holiday), methods=["POST"]),
            Route("/api/me/holidays/{begins:float}", answering(self.end_holiday), methods=["DELETE"]),
            Route("/notices/stop/{token}", answering(self.stop), methods=["GET", "POST"]),
            Route("/notices/again/{token}", answering(self.again), methods=["POST"]),
            Route("/notices/confirm/{token}", answering(self.confirm), methods=["GET", "POST"]),
            Route("/feed/{token}.{kind}", answering(self.feed)),
        ]

    # --- With a cookie -----------------------------------------------------------------------------

    def notices_of(self, guest: Guest) -> msg.Notices:
        ways, person, days = self.watch.ways, self.telling.of(guest.id), self.house.days
        linked = ways.feeds and person.feed > 0
        return msg.Notices(
            push=ways.push.public_key if ways.push else "",
            mails=ways.mail is not None,
            feeds=ways.feeds,
            zone=person.zone,
            quiet_from=person.quiet_from,
            quiet_until=person.quiet_until,
            mail=person.mail,
            confirmed=bool(person.mailed),
            devices=len(self.telling.browsers(guest.id)),
            feed=feed_link(self.house.keyring, ways.address, guest.id, person.feed) if linked else "",
            holidays=[msg.Holiday(*span) for span in days.coming(guest.id)],
            days_left=days.days_left(guest.id),
        )

    async def keep(self, guest: Guest, *statements: Statement) -> Response:
        """What was settled, and how it is now; turns that wait are looked at anew."""
        await surely(self.store.write(*statements, (AGAIN[0], (guest.id,))))
        return json(self.notices_of(guest))

    async def show(self, request: Request) -> Response:
        guest, is_new = self.app.visitor(request)
        return self.app.with_cookie(request, guest, is_new, json(self.notices_of(guest)))

    async def known(self, request: Request, kind: str) -> Guest:
        """Somebody who has come with a cookie: what is settled belongs to nobody else."""
        guest, is_new = self.app.visitor(request, kind)
        if is_new and self.house.keyring.read(request.cookies.get("fabletop", "")) is None:
            raise Mistake("Open the page first: it brings a cookie.")
        return guest

    async def quiet(self, request: Request) -> Response:
        guest, wish = await self.known(request, "names"), await body_of(request, msg.Quiet)
        check_quiet(wish.zone, wish.quiet_from, wish.quiet_until)
        fields = {"zone": wish.zone, "quiet_from": wish.quiet_from, "quiet_until": wish.quiet_until}
        return await self.keep(guest, *self.telling.change(guest.id, **fields))

    async def mail(self, request: Request) -> Response:
        guest, wish = await self.known(request, "mails"), await body_of(request, msg.Mailing)
        if self.watch.ways.mail is None:
            raise Mistake(OFF)
        unsent: Statement = ("delete from outbox where guest = ? and way in ('mail', 'confirm')", (guest.id,))
        if not wish.address.strip():
            return await self.keep(guest, *self.telling.change(guest.id, mail="", mailed=0), unsent)
        address, person = checked_address(wish.address), self.telling.of(guest.id)
        if person.mail == address and person.mailed:
            return await self.keep(guest)
        self.app.take("mails to", Who(address.lower(), ""))
        now = self.house.time()
        asking: Statement = (PUT, (guest.id, "confirm", address, "[]", now, now))
        return await self.keep(guest, *self.telling.change(guest.id, mail=address, mailed=0), unsent, asking)

    async def subscribe(self, request: Request) -> Response:
        guest, wish = await self.known(request, "subscriptions"), await body_of(request, msg.Subscribe)
        if self.watch.ways.push is None:
            raise Mistake(OFF)
        self.watch.ways.push.check(wish.endpoint, wish.p256dh, wish.auth)
        mine = self.telling.browsers(guest.id)
        oldest = [one for one in mine if one != wish.endpoint][: max(0, len(mine) - MOST_BROWSERS + 1)]
        kept = "insert or replace into subscriptions (guest, endpoint, p256dh, auth, made) "
        values = (guest.id, wish.endpoint, wish.p256dh, wish.auth, self.house.time())
        adding: Statement = (f"{kept} values (?, ?, ?, ?, ?)", values)
        return await self.keep(guest, *(unsubscribing(guest.id, one) for one in oldest), adding)

    async def unsubscribe(self, request: Request) -> Response:
        guest, wish = await self.known(request, "subscriptions"), await body_of(request, msg.Unsubscribe)
        return await self.keep(guest, unsubscribing(guest.id, wish.endpoint))

    async def renew_feed(self, request: Request) -> Response:
        """An address of its own; the one before is no longer one."""
        guest = await self.known(request, "links")
        if not self.watch.ways.feeds:
            raise Mistake(OFF)
        number = abs(self.telling.of(guest.id).feed) + 1
        return await self.keep(guest, *self.telling.change(guest.id, feed=number))

    async def end_feed(self, request: Request) -> Response:
        guest = await self.known(request, "links")
        number = abs(self.telling.of(guest.id).feed)
        return await self.keep(guest, *self.telling.change(guest.id, feed=-number))

    async def holiday(self, request: Request) -> Response:
        guest, wish = await self.known(request, "names"), await body_of(request, msg.Holiday)
        return await self.keep(guest, self.house.days.take(guest.id, wish.begins, wish.ends))

    async def end_holiday(self, request: Request) -> Response:
        guest = await self.known(request, "names")
        return await self.keep(guest, self.house.days.end(guest.id, request.path_params["begins"]))

    # --- By a signed link --------------------------------------------------------------------------

    def read(self, request: Request, kind: str) -> list[str]:
        """What we wrote into a link of this kind."""
        self.app.take("requests", Who("", self.app.address_of(request)))
        parts = opened(self.house.keyring, request.path_params["token"])
        if parts[:1] != [kind]:
            raise Refusal(404, NO_LINK)
        return parts[1:]

    async def stop(self, request: Request) -> Response:
        """At once, and by one click: mail programs do it for their people, without opening anything."""
        way, guest = self.read(request, "stop")
        changes = self.telling.change(guest, mailed=0) if way == "mail" else []
        gone: list[Statement] = [("delete from outbox where guest = ? and way = ?", (guest, way))]
        if way == "push":
            gone.append(("delete from subscriptions where guest = ?", (guest,)))
        await surely(self.store.write(*changes, *gone))
        token = escape(request.path_params["token"])
        button = "<button>That was a mistake: go on</button>"
        more = f'<form method="post" action="/notices/again/{token}">{button}</form>'
        words = "No more mail will come." if way == "mail" else "No browser of yours will be told any more."
        return page("Stopped", words, more if way == "mail" else "")

    async def again(self, request: Request) -> Response:
        way, guest = self.read(request, "stop")
        if way == "mail" and self.telling.of(guest).mail:
            await surely(self.store.write(*self.telling.change(guest, mailed=1)))
        return page("As before", "You are told again when it is your turn.")

    async def confirm(self, request: Request) -> Response:
        """By a button: programs that look into mails open links, too."""
        guest, mail = self.read(request, "confirm")
        if self.telling.of(guest).mail != mail:
            return page("Too late", "This address was changed since.")
        if request.method == "GET":
            more = '<form method="post"><button>Yes, tell me by mail</button></form>'
            return page("Is this your address?", f"{escape(mail)} is told when it is your turn.", more)
        await surely(self.store.write(*self.telling.change(guest, mailed=1)))
        return page("Thank you", "You are told by mail when it is your turn and you are not looking.")

    async def feed(self, request: Request) -> Response:
        guest, number = self.read(request, "feed")
        kind, ways = request.path_params["kind"], self.watch.ways
        if not ways.feeds or kind not in feed.KINDS or not 0 < int(number) == self.telling.of(guest).feed:
            raise Refusal(404, NO_LINK)
        items = []
        for turn in turns_where(self.store, "guest = ? order by since", guest):
            game = game_of(self.store, turn)
            if game is not None:
                items.append(Item(turn, "turn", self.watch.left(turn), game))
        own = feed_link(self.house.keyring, ways.address, guest, int(number))
        now = self.house.time()
        text = (
            feed.atom(items, ways.address, own, now)
            if kind == "atom"
            else feed.calendar(items, ways.address, now)
        )
        return Response(text, media_type=feed.KINDS[kind], headers={"cache-control": "private, max-age=60"})


def unsubscribing(guest: str, endpoint: str) -> Statement:
    return ("delete from subscriptions where guest = ? and endpoint = ?", (guest, endpoint))


def page(title: str, words: str, more: str = "") -> Response:
    """A page by itself; title and words are ours or escaped."""
    headers = {"cache-control": "no-store"}
    return Response(PAGE.format(title=title, words=words, more=more), media_type="text/html", headers=headers)
