"""Over HTTP: the daily deal and ratings."""

from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fabletop.server import messages as msg
from fabletop.server.answers import body_of, json
from fabletop.server.commands import check_pace

if TYPE_CHECKING:
    from fabletop.server.app import App


def routes(app: "App") -> list[Route]:
    daily, ratings = app.house.daily, app.house.ratings

    async def today(request: Request) -> Response:
        guest, is_new = app.visitor(request)
        return app.with_cookie(request, guest, is_new, json(await daily.show(daily.today, guest)))

    async def earlier(request: Request) -> Response:
        guest, is_new = app.visitor(request)
        found = await daily.show(request.path_params["day"], guest)
        return app.with_cookie(request, guest, is_new, json(found))

    async def play(request: Request) -> Response:
        guest, is_new = app.visitor(request, "deals")
        wanted = await body_of(request, msg.PlayDeal)
        check_pace(wanted.pace)
        code = await daily.play(guest, request.path_params["game"], wanted)
        return app.with_cookie(request, guest, is_new, json(msg.Made(code)))

    async def ask_house(request: Request) -> Response:
        guest, _ = app.visitor(request, "deals")
        day, game = request.path_params["day"], request.path_params["game"]
        return json(await daily.ask_house(day, game, guest))

    async def replay(request: Request) -> Response:
        app.visitor(request)
        day, game = request.path_params["day"], request.path_params["game"]
        text = daily.replay(day, game)
        headers = {"content-disposition": f'attachment; filename="fabletop-{game}-{day}.json"'}
        return Response(text, media_type="application/json", headers=headers)

    async def mine(request: Request) -> Response:
        guest, is_new = app.visitor(request)
        return app.with_cookie(request, guest, is_new, json(ratings.show(guest.id)))

    return [
        Route("/api/daily", app.answering(today)),
        Route("/api/daily/{day}", app.answering(earlier)),
        Route("/api/daily/{game}", app.answering(play), methods=["POST"]),
        Route("/api/daily/{day}/{game}/house", app.answering(ask_house), methods=["POST"]),
        Route("/api/daily/{day}/{game}/replay", app.answering(replay)),
        Route("/api/me/ratings", app.answering(mine)),
    ]
