"""The house around the tables: shelf, HTTP, cookies, limits, origins, headers, health."""

import asyncio
import gzip
import time
from pathlib import Path

import msgspec
import pytest
from starlette.types import Receive, Scope, Send
from tests.server.place import Place, open_place
from tests.server.test_play import play_out
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

import fabletop
from fabletop.bots.levels import LEVELS
from fabletop.kernel.question import Mistake
from fabletop.server import guests, house, sockets
from fabletop.server import messages as msg
from fabletop.server.guests import COOKIE, Guest, Keyring, checked_name, keyring
from fabletop.server.limits import ANY, Limit, Most, Rate
from fabletop.server.page import Page as Files
from fabletop.server.proxies import Names, behind, network
from fabletop.server.trials.visitor import Visitor, encode

pytestmark = pytest.mark.asyncio


# --- The shelf --------------------------------------------------------------------------------------------


async def test_the_shelf(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        anna, bert = await place.guest("Anna"), await place.guest("Bert")
        code = await anna.make(game="storybook", seats=["me", "open"], open=True)
        hidden = await anna.make(game="coraline", players=2, seats=["me", "open"])
        mine = msgspec.convert((await anna.get("/api/shelf")).json(), msg.Shelf)
        theirs = msgspec.convert((await bert.get("/api/shelf")).json(), msg.Shelf)
        assert mine.me == "Anna" and [game.name for game in mine.games] == list(fabletop.names())
        assert {info.code for info in mine.mine} == {code, hidden} and mine.open == []
        assert [info.code for info in theirs.open] == [code] and theirs.mine == []
        assert theirs.open[0].seats == ["Anna", "open"] and theirs.open[0].free == 1
        assert [level.name for level in mine.levels] == ["gentle", "fair", "sharp", "relentless"]
        seated = {game.name: game.levels for game in mine.games}
        assert seated["storybook"] == {"2": list(LEVELS), "4": list(LEVELS)}
        assert seated["coraline"]["3"] == ["sharp", "relentless"], "partners play their best"


async def test_the_shelf_says_whose_turn_it_is(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        turns = []
        for page in pages:
            shelf = msgspec.convert((await page.visitor.get("/api/shelf")).json(), msg.Shelf)
            turns.append(shelf.mine[0].your_turn)
        assert turns == [bool(page.options) for page in pages]
        await play_out(pages)
        shelf = msgspec.convert((await pages[0].visitor.get("/api/shelf")).json(), msg.Shelf)
        assert shelf.mine[0].status == "over" and not shelf.mine[0].your_turn


@pytest.mark.parametrize("game", fabletop.names())
async def test_the_book_of_a_game(game: str, tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        answer = await place.visitor().get(f"/api/games/{game}")
        book = msgspec.convert(answer.json(), msg.GameBook)
        assert {rule.id for rule in book.rules} == {rule.id for rule in fabletop.game(game).rules}
        assert (await place.visitor().get("/api/games/chess")).status == 404


@pytest.mark.parametrize(
    "wanted, words",
    [
        ({"game": "chess"}, "no game"),
        ({"game": "storybook", "players": 9}, "players"),
        ({"game": "storybook", "options": {"hat": "red"}}, "no option"),
        ({"game": "storybook", "seats": ["me"]}, "players"),
        ({"game": "storybook", "seats": ["me", "me"]}, "one seat only"),
        ({"game": "storybook", "seats": ["fair", "fair"]}, "alone"),
        ({"game": "storybook", "seats": ["me", "clairvoyant"]}, "no bot"),
        ({"game": "storybook", "pace": -1}, "seconds"),
        ({"game": "storybook", "turn_seconds": 2}, "turn"),
        ({"game": "storybook", "turn_seconds": 10**9}, "turn"),
        ({"game": 3}, "cannot be read"),
        ({}, "cannot be read"),
    ],
)
async def test_tables_that_cannot_be(wanted: dict[str, object], words: str, tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        answer = await (await place.guest()).send("POST", "/api/tables", wanted)
        assert answer.status == 400
        assert words in answer.json()["words"]
        assert place.house.rooms == {}


async def test_how_many_tables_one_may_begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "TABLES_A_DAY", 3)
    async with open_place(tmp_path) as place:
        anna = await place.guest()
        for _ in range(3):
            await anna.make(game="storybook")
        answer = await anna.send("POST", "/api/tables", {"game": "storybook"})
        assert answer.status == 400 and "unfinished" in answer.json()["words"]
        assert (await place.guest()).cookie != anna.cookie
        assert await (await place.guest()).make(game="storybook")


# --- Guests -----------------------------------------------------------------------------------------------


async def test_a_cookie_that_was_not_signed_here_is_nobodys(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        anna = await place.guest("Anna")
        who, name, device, day, signature = anna.cookie.split(".")
        forged = Keyring(b"x" * 32).seal(Guest(who, "Anna"))
        for cookie in (
            f"{who}.{name}.{device}.{day}.{'0' * len(signature)}",
            f"{who}0.{name}.{device}.{day}.{signature}",
            f"{who}.{name}.{device}0.{day}.{signature}",
            f"{who}.{name}.{signature}",
            forged,
            "..",
            "é",
            "a" * 999,
        ):
            stranger = Visitor(place.address, cookie.encode("latin-1", "replace").decode("latin-1"))
            assert (await stranger.get("/api/shelf")).json()["me"] != "Anna"


async def test_the_cookie_is_kept_from_scripts_and_other_sites(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        answer = await place.visitor().get("/api/shelf")
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Path=/" in cookie


async def test_the_page_itself_gives_a_newcomer_a_cookie(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        visitor = place.visitor()
        assert COOKIE in (await visitor.get("/t/ABCDEF")).headers["set-cookie"]
        assert "set-cookie" not in (await visitor.get("/t/ABCDEF")).headers


async def test_names() -> None:
    assert checked_name("  Anna \u202e  Bell\n") == "Anna Bell"
    assert checked_name("Łucja 🦊") == "Łucja 🦊"
    assert checked_name("\uff21nna") == "Anna" and checked_name("Zo\u0308e") == "Zöe"
    assert len(checked_name("Z" + "\u0334" * 40)) == 3  # not a tower of marks
    for wrong in (
        "",
        " \u200b ",
        "x" * 25,
        "\u3164",
        "\uffa0\u115f",
        "\u2800",
        "\ufe0f",
        "\u0301",
        "...",
        "\u2066",
    ):
        with pytest.raises(Mistake):
            checked_name(wrong)


async def test_the_secret_is_made_once_and_is_private(tmp_path: Path) -> None:
    guest = Guest("abc", "Anna B. é")
    cookie = keyring(tmp_path).seal(guest)
    assert keyring(tmp_path).read(cookie) == guest
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0
    (tmp_path / "secret").write_bytes(b"")
    with pytest.raises(Mistake, match="damaged"):
        keyring(tmp_path)


# --- Origins, sizes, rates --------------------------------------------------------------------------------


async def test_pages_of_other_places_may_do_nothing(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        anna = await place.guest()
        code = await anna.make(game="storybook")
        ours, foreign = f"http://{place.address}", "http://evil.example"
        for origin, status in ((ours, 200), ("http://trusted.example", 200), (foreign, 403), ("null", 403)):
            headers = {"Content-Type": "application/json", "Origin": origin}
            answer = await anna.ask("POST", "/api/tables", b'{"game": "storybook"}', headers)
            assert answer.status == status, origin
        async with connect(f"ws://{place.address}/ws/{code}", origin=ours, proxy=None):  # type: ignore[arg-type]
            pass
        for origin in (foreign, "null", "http://["):
            with pytest.raises(InvalidStatus, match="403"):
                async with connect(f"ws://{place.address}/ws/{code}", origin=origin, proxy=None):  # type: ignore[arg-type]
                    pass


async def first_code(place: Place) -> str:
    return await (await place.guest()).make(game="storybook")


async def closed_with(place: Place, code: str, *frames: str | bytes) -> int | None:
    """The code with which the server cuts the line after these frames."""
    async with connect(f"ws://{place.address}/ws/{code}", proxy=None, compression=None) as line:
        with pytest.raises(ConnectionClosed):
            for frame in frames:
                await line.send(frame)
            async with asyncio.timeout(30):
                while True:
                    await line.recv()
        return line.close_code


async def test_what_cuts_the_line(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        code = await first_code(place)
        hello = encode(msg.Hello(1, "page")).decode()
        assert await closed_with(place, "XXXXXX", hello) == 4404
        assert await closed_with(place, code, encode(msg.Ping(1)).decode()) == 4400
        assert await closed_with(place, code, encode(msg.Hello(1, "")).decode()) == 4400
        assert await closed_with(place, code, hello, *["rubbish"] * 20) == 4400
        assert await closed_with(place, code, hello, "x" * 20_000) == 1009
        assert place.house.metrics.counts["errors", ""] == 0


async def test_a_broken_message_or_two_are_forgiven(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        (page,) = await place.table("Anna", seats=["me", "random"])
        await page.do(msg.Ping)
        assert page.line is not None
        for frame in ("rubbish", b"\xff\xfe", '{"type": "act"}', "[" * 9000, '{"type":"ping","id":-1}'):
            await page.line.send(frame)
        assert (await page.do(msg.Ping)).refused is None


async def test_too_many_pages_of_one_person(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        place.house.limits.most["sockets"] = Most(2, 100)
        anna = await place.guest()
        code = await anna.make(game="storybook")
        for _ in range(2):
            await place.visit(anna, code)
        url = f"ws://{place.address}/ws/{code}"
        async with connect(url, additional_headers=anna.headers(), proxy=None) as line:
            with pytest.raises(ConnectionClosed):
                await line.recv()
            assert line.close_code == 4429


async def test_messages_that_come_too_quickly_wait(tmp_path: Path) -> None:
    async with open_place(tmp_path, rates=(3, 50.0)) as place:
        (page,) = await place.table("Anna", seats=["me", "random"])
        loop = asyncio.get_running_loop()
        start = loop.time()
        await asyncio.gather(*(page.do(msg.Ping) for _ in range(13)))
        assert loop.time() - start >= 9 / 50


async def test_who_left_is_gone_whatever_still_waits(tmp_path: Path) -> None:
    """Messages that came too quickly are not carried out for a page that has closed."""
    async with open_place(tmp_path, rates=(3, 0.5)) as place:
        code = await first_code(place)
        room = await place.house.room(code)
        assert room is not None
        async with connect(f"ws://{place.address}/ws/{code}", proxy=None) as line:
            for number in range(100):
                await line.send(encode(msg.Hello(number, "page")).decode())
            while not room.told:
                await line.recv()
        async with asyncio.timeout(30):
            while room.told:
                await asyncio.sleep(0.01)


async def test_a_flood_cuts_the_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "UNHEARD", 5000)
    async with open_place(tmp_path, rates=(3, 0.5)) as place:
        code = await first_code(place)
        pings = [encode(msg.Ping(number)).decode() for number in range(100)]
        assert await closed_with(place, code, encode(msg.Hello(1, "page")).decode(), *pings) == 4429
        assert place.house.metrics.counts["errors", ""] == 0


async def test_requests_that_cannot_be(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        anna = await place.guest()
        as_json = {"Content-Type": "application/json"}
        assert (await anna.ask("POST", "/api/tables", b"{}", {"Content-Type": "text/plain"})).status == 415
        assert (await anna.ask("POST", "/api/tables", b" " * 9000, as_json)).status == 413
        assert (await anna.ask("POST", "/api/tables", b"{{", as_json)).status == 400
        assert (await anna.get("/api/nothing")).status == 404
        assert (await anna.get("/api/tables/XXXXXX/export")).status == 404
        assert (await anna.ask("DELETE", "/api/tables")).status == 405
        assert (await anna.send("PUT", "/api/me", {"name": "x" * 99})).status == 400


# --- The page and the headers -----------------------------------------------------------------------------


async def test_every_answer_has_the_headers(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        for path in ("/", "/t/ABC", "/api/shelf", "/api/nothing", "/healthz", "/assets/none.js"):
            headers = (await place.visitor().get(path)).headers
            assert "default-src 'self'" in headers["content-security-policy"]
            assert "script-src" not in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"
            assert "server" not in headers


async def test_files_of_the_page(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<p>the page</p>")
    (tmp_path / "assets/app-1a2b.js").write_text("let x = 1")
    (tmp_path / "assets/font.woff2").write_bytes(b"font")
    files = Files(tmp_path)
    for path in ("/", "/index.html", "/t/CODE", "/../secret", "/assets/none.js"):
        assert files.find(path).is_page
    script = files.find("/assets/app-1a2b.js")
    assert "immutable" in script.cache and "javascript" in script.kind
    assert gzip.decompress(script.packed or b"") == b"let x = 1"
    assert files.find("/assets/font.woff2").packed is None
    assert files.index.cache == "no-cache"


async def test_health_and_metrics(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        (page,) = await place.table("Anna", seats=["me", "random"])
        assert (await page.act(page.options[0].action)).refused is None
        assert (await place.visitor().get("/healthz")).json()["ok"] is True
        checks = await asyncio.gather(*(place.visitor().get("/healthz") for _ in range(10)))
        assert {answer.status for answer in checks} == {200}
        text = (await place.visitor().get("/metrics")).body.decode()
        assert 'fabletop_moves_total{by="person"} 1' in text
        assert "fabletop_sockets 1" in text
        assert "fabletop_act_seconds_count 1" in text
        proxied = await place.visitor().ask("GET", "/metrics", None, {"X-Forwarded-For": "8.8.8.8"})
        assert proxied.status == 404


# --- Names, proxies, cookies ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host, is_known",
    [
        ("127.0.0.1:8421", True),
        ("[::1]:8421", True),
        ("localhost", True),
        ("LOCALHOST.:80", True),
        ("trusted.example", True),
        ("evil.example", False),
        ("evil.example:8421", False),
        ("127.0.0.1.evil.example", False),
        ("[", False),
        ("", False),
    ],
)
async def test_a_name_that_is_not_ours_is_refused(host: str, is_known: bool, tmp_path: Path) -> None:
    """Else a page of any place could have its own name lead to this server, and act in ours."""
    assert Names("127.0.0.1", ["http://trusted.example:99"]).knows(host) == is_known
    async with open_place(tmp_path) as place:
        code = await first_code(place)
        answer = await place.visitor().ask("GET", "/api/shelf", None, {"Host": host})
        assert answer.status == (200 if is_known else 421)
        upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
        key = {"Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="}
        if not is_known:
            answer = await place.visitor().ask("GET", f"/ws/{code}", None, {"Host": host, **upgrade, **key})
            assert answer.status == 403


async def from_proxy(tmp_path: Path, client: str, proxies: tuple[str, ...]) -> tuple[str, str]:
    """As which address, and by which scheme, a request comes that this client forwarded."""
    found: list[tuple[str, str]] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        found.append((scope["client"][0], scope["scheme"]))

    headers = [(b"x-forwarded-for", b"203.0.113.9"), (b"x-forwarded-proto", b"https")]
    scope = {"type": "http", "client": (client, 5), "scheme": "http", "headers": headers}
    await behind(app, proxies)(scope, None, None)  # type: ignore[arg-type]
    return found[0]


async def test_only_a_named_proxy_is_believed(tmp_path: Path) -> None:
    forwarded = ("203.0.113.9", "https")
    assert await from_proxy(tmp_path, "127.0.0.1", ("127.0.0.1",)) == forwarded
    assert await from_proxy(tmp_path, "::ffff:127.0.0.1", ("127.0.0.1",)) == forwarded  # --host ::
    assert await from_proxy(tmp_path, "10.1.2.3", ("10.0.0.0/8",)) == forwarded
    assert await from_proxy(tmp_path, "127.0.0.1", ()) == ("127.0.0.1", "http")
    assert await from_proxy(tmp_path, "192.0.2.1", ("127.0.0.1",)) == ("192.0.2.1", "http")
    with pytest.raises(Mistake, match="--proxy"):
        network("nginx")


async def test_behind_a_proxy_cookies_are_secure_and_addresses_are_peoples(tmp_path: Path) -> None:
    async with open_place(tmp_path, proxies=("127.0.0.1",)) as place:
        place.house.limits.limits["strangers"] = Limit(ANY, Rate(2, 0.0))
        statuses = []
        for number in range(4):
            forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": f"2001:db8:1:2::{number}"}
            answer = await place.visitor().ask("GET", "/api/shelf", None, forwarded)
            statuses.append(answer.status)
            assert answer.status == 429 or "; Secure" in answer.headers["set-cookie"]
        assert statuses == [200, 200, 429, 429]  # of one /64
        assert (await place.visitor().get("/api/shelf")).status == 200


async def test_a_proxy_that_was_not_named_is_told_of_and_counts_as_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with open_place(tmp_path) as place:
        place.house.limits.limits["strangers"] = Limit(ANY, Rate(2, 0.0))
        statuses = []
        for number in range(3):
            forwarded = {"X-Forwarded-For": f"203.0.113.{number}"}
            statuses.append((await place.visitor().ask("GET", "/api/shelf", None, forwarded)).status)
        assert statuses == [200, 200, 429]
    assert capsys.readouterr().err.count("--proxy does not name") == 1


async def test_a_cookie_is_given_anew_while_it_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_place(tmp_path) as place:
        anna = await place.guest("Anna")
        assert "set-cookie" not in (await anna.get("/api/shelf")).headers
        monkeypatch.setattr(guests, "today", lambda: int(time.time() // 86400) + 31)
        before = anna.cookie
        assert "set-cookie" in (await anna.get("/api/shelf")).headers and anna.cookie != before
        assert "set-cookie" not in (await anna.get("/api/shelf")).headers
        assert (await anna.get("/api/shelf")).json()["me"] == "Anna"
        body = ".".join(before.split(".")[:2])  # as 0.1.0 wrote it
        old = Visitor(place.address, f"{body}.{place.house.keyring.signature(body)}")
        assert (await old.get("/api/shelf")).json()["me"] == "Anna" and old.cookie.count(".") == 4
