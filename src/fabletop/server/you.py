"""Over HTTP: who I am, on which devices, how I come back; my games, and those I played with."""

from typing import TYPE_CHECKING

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fabletop.server import messages as msg
from fabletop.server import passkeys
from fabletop.server.answers import Refusal, body_of, json
from fabletop.server.devices import LIVES, drawing, picture
from fabletop.server.guests import COOKIE, Guest, checked_name, new_guest, new_machine
from fabletop.server.history import archiving, figures_of, games_of, wanted_of
from fabletop.server.limits import Who
from fabletop.server.new_tables import CODE_LENGTH, LETTERS
from fabletop.server.persons import come_back
from fabletop.server.shelf import next_waiting, running
from fabletop.server.store import Statement, surely

if TYPE_CHECKING:
    from fabletop.server.app import App

NOT_KEPT = "First be kept: make a passkey, or write a phrase down."
OLD_LINK = "This link has been used, or is too old: make another one."
WITHOUT_COOKIE = "Come again with your cookie."


class You:
    def __init__(self, app: "App") -> None:
        self.app = app
        self.house = app.house
        self.persons = app.house.persons
        answering = app.answering
        self.routes = [
            Route("/api/me", answering(self.me)),
            Route("/api/me", answering(self.rename), methods=["PUT"]),
            Route("/api/me", answering(self.forget), methods=["DELETE"]),
            Route("/api/me/export", answering(self.export)),
            Route("/api/me/settings", answering(self.settings), methods=["PUT"]),
            Route("/api/me/shown", answering(self.show), methods=["PUT"]),
            Route("/api/me/devices", answering(self.devices)),
            Route("/api/me/devices/{device}", answering(self.revoke), methods=["DELETE"]),
            Route("/api/me/link", answering(self.link), methods=["POST"]),
            Route("/api/me/passkeys/options", answering(self.passkey_to_make), methods=["POST"]),
            Route("/api/me/passkeys", answering(self.make_passkey), methods=["POST"]),
            Route("/api/me/passkeys/{id}", answering(self.drop_passkey), methods=["DELETE"]),
            Route("/api/me/phrase", answering(self.make_phrase), methods=["POST"]),
            Route("/api/me/phrase", answering(self.drop_phrase), methods=["DELETE"]),
            Route("/api/me/next", answering(self.next)),
            Route("/api/me/tables/{code}/archived", answering(self.archive), methods=["PUT"]),
            Route("/api/me/history", answering(self.history)),
            Route("/api/me/figures", answering(self.figures)),
            Route("/api/persons/{page}", answering(self.person)),
            Route("/api/tables/{code}/qr", answering(self.qr)),
            Route("/api/me/people", answering(self.people)),
            Route("/api/me/people/{handle}/invite", answering(self.invite), methods=["POST"]),
            Route("/api/me/people/{handle}/blocked", answering(self.block), methods=["PUT"]),
            Route("/api/link", answering(self.redeem), methods=["POST"]),
            Route("/api/bots", answering(self.sign_in), methods=["POST"]),
            Route("/api/passkeys/options", answering(self.passkey_to_use), methods=["POST"]),
            Route("/api/passkeys", answering(self.use_passkey), methods=["POST"]),
            Route("/api/phrase", answering(self.use_phrase), methods=["POST"]),
        ]

    # --- Who I am ----------------------------------------------------------------------------------

    async def me(self, request: Request) -> Response:
        guest, is_new = self.app.visitor(request)
        return self.app.with_cookie(request, guest, is_new, self.about(guest))

    def about(self, guest: Guest) -> Response:
        tables = sum(not info.invited_by for info in running(self.house, guest))
        return json(self.persons.me(guest, tables))

    async def rename(self, request: Request) -> Response:
        guest, _ = self.app.visitor(request, "names")
        wanted = await body_of(request, msg.Rename)
        renamed = Guest(guest.id, checked_name(wanted.name), guest.device)
        await surely(self.house.store.write(self.persons.renaming(renamed)))
        return self.app.with_cookie(request, renamed, True, json(msg.Rename(renamed.name)))

    async def settings(self, request: Request) -> Response:
        guest = self.kept(request, "notes")
        wanted = await body_of(request, msg.Settings)
        await surely(self.house.store.write(self.persons.setting(guest.id, wanted.settings)))
        return json(wanted)

    async def show(self, request: Request) -> Response:
        guest = self.kept(request, "notes")
        wanted = await body_of(request, msg.Show)
        await surely(self.house.store.write(self.persons.showing(guest.id, wanted.shown)))
        return self.about(guest)

    def kept(self, request: Request, *kinds: str) -> Guest:
        guest, _ = self.app.visitor(request, *kinds)
        if not self.persons.is_kept(guest.id):
            raise Refusal(403, NOT_KEPT)
        return guest

    def known(self, request: Request, *kinds: str) -> Guest:
        """Who asks, if they had a cookie: the one that is given now would be of another guest."""
        guest, is_new = self.app.visitor(request, *kinds)
        if is_new and not guest.day:
            raise Refusal(409, WITHOUT_COOKIE)
        return guest

    async def export(self, request: Request) -> Response:
        guest = self.known(request, "links")
        answer = json(await self.app.admin.export(guest.id))
        answer.headers["content-disposition"] = 'attachment; filename="fabletop-me.json"'
        return answer

    async def forget(self, request: Request) -> Response:
        """Nothing of me is left but games of somebody; this browser is a new guest."""
        guest = self.known(request, "links")
        await self.app.admin.forget(guest.id)
        fresh = new_guest()
        return self.app.with_cookie(request, fresh, True, json(msg.Rename(fresh.name)))

    # --- On which devices --------------------------------------------------------------------------

    async def devices(self, request: Request) -> Response:
        guest, is_new = self.app.visitor(request)
        return self.app.with_cookie(request, guest, is_new, json(msg.Devices(self.house.devices.of(guest))))

    async def revoke(self, request: Request) -> Response:
        guest, _ = self.app.visitor(request, "links")
        device = request.path_params["device"]
        if not await self.house.devices.revoke(guest, device):
            raise Refusal(404, "There is no such device of yours.")
        for socket in list(self.app.sockets):
            if (socket.guest.id, socket.guest.device) == (guest.id, device):
                socket.send_away("This device was signed out.")
        return json(msg.Devices(self.house.devices.of(guest)))

    async def link(self, request: Request) -> Response:
        guest, is_new = self.app.visitor(request, "links")
        if is_new:  # the cookie that is given now would be of another device than the link knows
            raise Refusal(409, "Come again with your cookie.")
        token = self.house.devices.link(guest)
        address = f"{request.url.scheme}://{request.headers['host']}/link/{token}"
        return json(msg.Link(address, picture(address), int(LIVES)))

    async def redeem(self, request: Request) -> Response:
        wanted = await body_of(request, msg.Redeem)
        self.app.take("links", Who("", self.app.address_of(request)))
        guest = await self.house.devices.redeem(wanted.token)
        if guest is None:
            raise Refusal(404, OLD_LINK)
        old = self.house.keyring.read(request.cookies.get(COOKIE, ""))
        if old is not None and old.id != guest.id:
            await self.house.store.write(*self.house.becoming(old, guest.id))
        return self.app.with_cookie(request, guest, True, json(msg.Rename(guest.name)))

    async def sign_in(self, request: Request) -> Response:
        """A bot from outside, of the one whose link it brings."""
        wanted = await body_of(request, msg.SignIn)
        self.app.take("links", Who("", self.app.address_of(request)))
        owner = self.house.devices.owner(wanted.link) if wanted.link else None
        if wanted.link and (owner is None or owner.is_machine):
            raise Refusal(404, OLD_LINK)
        bot = new_machine(wanted.name, owner.name if owner else "")
        return self.app.with_cookie(request, bot, True, json(msg.Rename(bot.name)))

    # --- Passkeys and phrases ----------------------------------------------------------------------

    def place(self, request: Request) -> passkeys.Place:
        return passkeys.place_of(request.url.scheme, request.headers.get("host", ""), self.app.origins)

    async def passkey_to_make(self, request: Request) -> Response:
        guest = self.known(request, "passkeys")
        return plain(self.persons.passkeys.to_make(guest, self.place(request)))

    async def make_passkey(self, request: Request) -> Response:
        guest = self.known(request, "passkeys")
        wanted = await body_of(request, msg.NewPasskey)
        made = self.persons.passkeys.made(guest, self.place(request), wanted.credential)
        return await self.keep(guest, made)

    async def drop_passkey(self, request: Request) -> Response:
        guest = self.known(request, "passkeys")
        values = (request.path_params["id"], guest.id)
        statement = ("delete from passkeys where credential = ? and guest = ?", values)
        await surely(self.house.store.write(statement))
        return self.about(guest)

    async def make_phrase(self, request: Request) -> Response:
        guest = self.known(request, "phrases")
        words, made = await self.persons.new_phrase(guest)
        await self.keep(guest, made)
        return json(msg.Phrase(words))

    async def drop_phrase(self, request: Request) -> Response:
        guest = self.known(request, "phrases")
        await surely(self.house.store.write(("delete from phrases where guest = ?", (guest.id,))))
        return self.about(guest)

    async def keep(self, guest: Guest, made: Statement) -> Response:
        if guest.is_machine:
            raise Refusal(403, "Only people are kept.")
        await surely(self.house.store.write(self.persons.keeping(guest), made))
        await self.house.devices.keep(guest)
        return self.about(guest)

    async def passkey_to_use(self, request: Request) -> Response:
        guest = self.known(request, "passkeys")
        return plain(self.persons.passkeys.to_use(guest, self.place(request)))

    async def use_passkey(self, request: Request) -> Response:
        guest = self.known(request, "passkeys")
        wanted = await body_of(request, msg.UsePasskey)
        person, noted = self.persons.passkeys.used(guest, self.place(request), wanted.credential)
        await surely(self.house.store.write(noted))
        return await self.come_back(request, guest, person, wanted.bring)

    async def use_phrase(self, request: Request) -> Response:
        guest = self.known(request, "phrases")
        wanted = await body_of(request, msg.UsePhrase)
        person = await self.persons.by_phrase(wanted.words)
        return await self.come_back(request, guest, person, wanted.bring)

    async def come_back(self, request: Request, old: Guest, person: str, bring: bool) -> Response:
        guest, known = await come_back(self.house, old, person, bring)
        for socket in list(self.app.sockets):
            if (socket.guest.id, socket.guest.device) == (old.id, old.device):
                socket.send_away(f"You are {guest.name} in this browser now: load this page again.")
        return self.app.with_cookie(request, guest, True, json(known))

    # --- My games ----------------------------------------------------------------------------------

    async def next(self, request: Request) -> Response:
        guest, _ = self.app.visitor(request)
        return json(next_waiting(self.house, guest, request.query_params.get("after", "").upper()))

    async def archive(self, request: Request) -> Response:
        guest, _ = self.app.visitor(request, "notes")
        wanted, code = await body_of(request, msg.Archived), request.path_params["code"].upper()
        await surely(self.house.store.write(*archiving(guest.id, code, wanted.archived)))
        return json(wanted)

    async def history(self, request: Request) -> Response:
        guest, _ = self.app.visitor(request)
        wanted = wanted_of(request.query_params)
        found = games_of(self.house.store, guest.id, wanted)
        if wanted.archived and wanted.before is None:
            found = msgspec.structs.replace(found, tables=running(self.house, guest, archived=True))
        return json(found)

    async def figures(self, request: Request) -> Response:
        guest, _ = self.app.visitor(request)
        return json(figures_of(self.house.store, guest.id))

    async def person(self, request: Request) -> Response:
        """Somebody's page, if they show it; whether there is one that is not shown, is not told."""
        self.app.visitor(request)
        query = "select guest, name, made from persons where page = ? and shown = 1"
        row = self.house.store.row(query, request.path_params["page"])
        if row is None:
            raise Refusal(404, "There is no such page.")
        guest, name, since = row
        found = figures_of(self.house.store, guest)
        return json(msg.PersonPage(name, since, found.games, found.tallies))

    # --- People ------------------------------------------------------------------------------------

    async def people(self, request: Request) -> Response:
        guest, _ = self.app.visitor(request)
        return self.friends_of(guest)

    def friends_of(self, guest: Guest) -> Response:
        return json(msg.People([*self.house.friends.of(guest.id).values()]))

    async def qr(self, request: Request) -> Response:
        """The link to a table, to be scanned; whether there is one, it does not tell."""
        self.app.visitor(request)
        code = request.path_params["code"].upper()
        if len(code) != CODE_LENGTH or not set(code) <= set(LETTERS):
            raise Refusal(404, "There is nothing here.")
        drawn = drawing(f"{request.url.scheme}://{request.headers['host']}/t/{code}")
        return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "no-store"})

    async def invite(self, request: Request) -> Response:
        guest, _ = self.app.visitor(request, "tables")
        friends = self.house.friends
        other = friends.known_as(guest.id, request.path_params["handle"])
        code = await self.house.make(guest, friends.same_again(guest.id, other))
        await surely(self.house.store.write(*friends.inviting(guest, other, code)))
        return json(msg.Made(code))

    async def block(self, request: Request) -> Response:
        guest, _ = self.app.visitor(request, "notes")
        wanted, friends = await body_of(request, msg.Block), self.house.friends
        other = friends.known_as(guest.id, request.path_params["handle"])
        await surely(self.house.store.write(*friends.blocking(guest.id, other, wanted.blocked)))
        return self.friends_of(guest)


def plain(text: str) -> Response:
    """JSON that is written already."""
    return Response(text, media_type="application/json", headers={"cache-control": "no-store"})
