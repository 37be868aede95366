"""Over HTTP: the workshop."""

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import fabletop
from fabletop.kernel.declaring import Declared
from fabletop.kernel.game import Game
from fabletop.kernel.question import Mistake
from fabletop.server import messages as msg
from fabletop.server import workshop_messages as wm
from fabletop.server.answers import Refusal, body_of, bytes_of, decoded, json
from fabletop.server.guests import Guest
from fabletop.server.thinkers import Workers
from fabletop.server.workshop import benches, drafts
from fabletop.server.workshop.benches import Answer, Written
from fabletop.server.workshop.studies import MOST_GAMES, NOT_YET, Studies, Texts
from fabletop.server.workshop.works import MOST_WORKS, Works

if TYPE_CHECKING:
    from fabletop.server.app import App

MOST_BODY = 4 * drafts.MOST_BYTES  # JSON is longer than TOML
TOO_SLOW = "This took too long to check: it is too much for one edition."


class WorkshopRoutes:
    def __init__(self, app: "App") -> None:
        self.app = app
        self.house = app.house
        self.works = Works(app.house)
        self.worker = Workers(1, 5, benches.PATIENCE, benches.MEMORY)
        self.studies = Studies(app.house)
        self.games: list[wm.WorkshopGame] | None = None

    def close(self) -> None:
        self.studies.close()
        self.worker.stop()

    @property
    def routes(self) -> list[Route]:
        def route(path: str, *methods: tuple[str, Callable[[Request], Any]]) -> list[Route]:
            return [
                Route(f"/api/workshop{path}", self.app.answering(handler), methods=[method])
                for method, handler in methods
            ]

        one = "/works/{id}"
        return [
            *route("", ("GET", self.show), ("POST", self.begin)),
            *route("/declares/{game}", ("GET", self.declares)),
            *route("/check", ("POST", self.check)),
            *route("/effect", ("POST", self.effect)),
            *route(one, ("GET", self.open), ("PUT", self.save), ("DELETE", self.remove)),
            *route(f"{one}/shared", ("PUT", self.share)),
            *route(f"{one}/export", ("GET", self.export)),
            *route(f"{one}/differences", ("GET", self.differences)),
            *route("/editions/{game}/{digest}/differences", ("GET", self.differences_of)),
            *route(f"{one}/try", ("POST", self.try_out)),
            *route(f"{one}/studies", ("POST", self.ask_study)),
            *route("/studies", ("GET", self.my_studies)),
            *route("/studies/{id}", ("GET", self.study), ("DELETE", self.stop_study)),
            *route("/studies/{id}/page", ("GET", self.study_page)),
        ]

    # --- who and what -----------------------------------------------------------------------------------

    def visitor(self, request: Request, *kinds: str) -> Guest:
        return self.app.visitor(request, *kinds)[0]

    def game(self, name: str) -> Game:
        try:
            return fabletop.game(name)
        except Mistake as mistake:
            raise Refusal(404, str(mistake)) from None

    async def ask(self, guest: Guest, work: Callable[..., Answer], *arguments: Any) -> bytes:
        """Have something worked out; a Refusal says why not."""
        try:
            status, body = await self.worker.ask(work, *arguments, owner=guest.id)
        except TimeoutError:
            raise Refusal(413, TOO_SLOW) from None
        if status != 200:
            raise Refusal(status, msgspec.json.decode(body, type=msg.Failure).words)
        return body

    async def written(self, guest: Guest, work: Callable[..., Answer], *arguments: Any) -> Written:
        return msgspec.json.decode(await self.ask(guest, work, *arguments), type=Written)

    def answer(self, request: Request, body: bytes) -> Response:
        return Response(body, media_type="application/json", headers={"cache-control": "no-store"})

    # --- works --------------------------------------------------------------------------------------------

    async def show(self, request: Request) -> Response:
        guest, is_new = self.app.visitor(request)
        return self.app.with_cookie(request, guest, is_new, json(self.workshop(guest)))

    def workshop(self, guest: Guest) -> wm.Workshop:
        if self.games is None:
            self.games = [workshop_game(game) for game in drafts.declared_games()]
        why = self.house.operating.barred.why
        return wm.Workshop(
            games=[one for one in self.games if why("game", one.game) is None],
            mine=self.works.mine(guest),
            listed=self.works.listed(guest),
            listing=self.works.listing,
            most_works=MOST_WORKS,
            most_bytes=drafts.MOST_BYTES,
            most_study_games=MOST_GAMES,
        )

    async def begin(self, request: Request) -> Response:
        guest, is_new = self.app.visitor(request, "works")
        wanted = decoded(await bytes_of(request, MOST_BODY), wm.Fork)
        game = self.game(wanted.game)
        kind, text = self.source_of(guest, game, wanted)
        found = await self.written(guest, benches.begun, game.name, text, wanted.source, wanted.title)
        if found.content.get("box") is True:
            kind = "box"
        work = await self.works.begin(guest, game, kind, found)
        return self.app.with_cookie(request, guest, is_new, json(self.told(work, found)))

    def source_of(self, guest: Guest, game: Game, wanted: wm.Fork) -> tuple[str, str]:
        """What kind of work a fork is, and the text that it begins with."""
        if wanted.source == "import":
            return "edition", wanted.text
        if wanted.source in ("house", "box"):
            return ("box" if wanted.source == "box" else "edition"), game.edition("house").text
        if self.works.store.row("select 1 from works where id = ?", wanted.source) is not None:
            work = self.works.find(guest, wanted.source)
            return work.kind, self.works.text(game, work.digest)
        self.works.check_open(guest, game, wanted.source)
        return "edition", self.works.text(game, wanted.source)

    def told(self, work: wm.WorkInfo, text: Written) -> wm.Work:
        return wm.Work(work, text.text, text.content, self.works.versions(work.id), text.checked)

    async def open(self, request: Request) -> Response:
        guest = self.visitor(request)
        work = self.works.find(guest, request.path_params["id"])
        text = self.works.text(self.game(work.game), self.works.digest(work, number_in(request, "version")))
        return json(self.told(work, await self.written(guest, benches.read, work.game, text)))

    async def save(self, request: Request) -> Response:
        guest = self.visitor(request, "saves")
        work = self.works.find(guest, request.path_params["id"], own=True)
        body = await bytes_of(request, MOST_BODY)
        before = self.works.text(self.game(work.game), work.digest)
        text = await self.written(guest, benches.saved, work.game, before, body)
        after = decoded(body, wm.Save).after
        work = await self.works.save(guest, self.works.find(guest, work.id, own=True), after, text)
        return json(self.told(work, text))

    async def share(self, request: Request) -> Response:
        guest = self.visitor(request, "saves")
        work = self.works.find(guest, request.path_params["id"], own=True)
        wanted = await body_of(request, wm.Share)
        return json(await self.works.share(guest, work, wanted.shared))

    async def remove(self, request: Request) -> Response:
        guest = self.visitor(request, "saves")
        await self.works.remove(self.works.find(guest, request.path_params["id"], own=True))
        return json(self.workshop(guest))

    async def export(self, request: Request) -> Response:
        guest = self.visitor(request)
        work = self.works.find(guest, request.path_params["id"])
        text = self.works.text(self.game(work.game), self.works.digest(work, number_in(request, "version")))
        name = f"fabletop-{work.game}-{work.digest}.toml"
        headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
        return Response(text, media_type="application/toml", headers=headers)

    # --- comparing, trying, studying ------------------------------------------------------------------

    async def differences(self, request: Request) -> Response:
        guest = self.visitor(request, "checks")
        work = self.works.find(guest, request.path_params["id"])
        digest = self.works.digest(work, number_in(request, "version"))
        game = self.game(work.game)
        against = self.digest_of(game, request.query_params.get("against", "house"))
        self.works.check_open(guest, game, against)
        return json(await self.compare(guest, game, digest, against))

    async def differences_of(self, request: Request) -> Response:
        guest = self.visitor(request, "checks")
        game = self.game(request.path_params["game"])
        return json(await self.compare(guest, game, request.path_params["digest"], "house"))

    async def compare(self, guest: Guest, game: Game, digest: str, against: str) -> wm.Differences:
        other = self.digest_of(game, against)
        texts = self.works.text(game, other), self.works.text(game, digest)
        body = await self.ask(guest, benches.differs, game.name, *texts)
        found = msgspec.json.decode(body, type=wm.Differences)
        return msgspec.structs.replace(found, digest=digest, against=other)

    def digest_of(self, game: Game, named: str) -> str:
        return game.edition("house").digest if named == "house" else named

    async def try_out(self, request: Request) -> Response:
        guest = self.visitor(request, "tables")
        work = self.works.find(guest, request.path_params["id"])
        body = await bytes_of(request)
        wanted = decoded(body, wm.TryTable)
        digest = self.works.digest(work, wanted.version)
        game = wanted.game or work.game
        if game not in drafts.played_with(work.game):
            raise Mistake(f"{game!r} is not played with an edition of {work.game!r}.")
        options, seed = wanted.options, None
        if wanted.card is not None:
            seat = wanted.seats.index("me") if "me" in wanted.seats else 0
            text = self.works.text(self.game(work.game), digest)
            arguments = (game, text, body, seat, secrets.randbits(128))
            dealt = msgspec.json.decode(await self.ask(guest, benches.deal, *arguments), type=benches.Dealt)
            options, seed = dealt.options, int(dealt.seed)
        table = msg.NewTable(
            game=game,
            players=wanted.players,
            options=options,
            seats=wanted.seats,
            open=wanted.open,
            pace=wanted.pace,
            edition=digest,
        )
        return json(msg.Made(await self.house.make(guest, table, self.app.address_of(request), seed)))

    async def ask_study(self, request: Request) -> Response:
        guest = self.visitor(request, "studies")
        work = self.works.find(guest, request.path_params["id"])
        wanted = await body_of(request, wm.AskStudy)
        game = self.game(work.game)
        digest, against = self.works.digest(work, wanted.version), self.digest_of(game, wanted.against)
        self.works.check_open(guest, game, against)
        texts = [
            await self.written(guest, benches.read, game.name, self.works.text(game, one))
            for one in (digest, against)
        ]
        for one in texts:
            if not one.checked.ok:
                raise Mistake(f"{one.title} cannot be played yet: {len(one.checked.problems)} problems.")
        mine, other = texts
        house = "house" if against == self.digest_of(game, "house") else benches.own_name(game, other.title)
        compared = Texts(benches.own_name(game, mine.title), mine.text, house, other.text)
        return json(await self.studies.ask(guest, work, digest, wanted, against, compared))

    async def my_studies(self, request: Request) -> Response:
        return json(wm.Studies(self.studies.mine(self.visitor(request))))

    async def study(self, request: Request) -> Response:
        return json(self.studies.find(self.visitor(request), request.path_params["id"])[0])

    async def stop_study(self, request: Request) -> Response:
        return json(await self.studies.stop(self.visitor(request), request.path_params["id"]))

    async def study_page(self, request: Request) -> Response:
        study, page = self.studies.find(self.visitor(request), request.path_params["id"])
        if not page:
            raise Refusal(409, NOT_YET)
        name = f"fabletop-{study.info.game}-balance.html"
        headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
        return Response(page, media_type="text/html", headers=headers)

    # --- drafts ---------------------------------------------------------------------------------------------

    async def declares(self, request: Request) -> Response:
        guest = self.visitor(request)
        game = self.game(request.path_params["game"])
        return self.answer(request, await self.ask(guest, benches.declares, game.name))

    async def check(self, request: Request) -> Response:
        guest = self.visitor(request, "checks")
        return self.answer(request, await self.ask(guest, benches.check, await bytes_of(request, MOST_BODY)))

    async def effect(self, request: Request) -> Response:
        guest = self.visitor(request, "checks")
        return self.answer(request, await self.ask(guest, benches.effect, await bytes_of(request, MOST_BODY)))


def number_in(request: Request, name: str) -> int:
    text = request.query_params.get(name, "0")
    if not text.isdecimal() or len(text) > 6:
        raise Refusal(400, f"{name} is a whole number.")
    return int(text)


def workshop_game(game: Game) -> wm.WorkshopGame:
    house = game.edition("house")
    content = drafts.content_of(house.text)
    declared: Declared = game.declared
    declared.box(content)
    return wm.WorkshopGame(game.name, game.title, house.digest, house.title, len(declared.missing(content)))
