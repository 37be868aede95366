"""Three servers on one PostgreSQL behind nginx, and one fault after another while people and bots play.

A server is killed, put to sleep and woken, or cut off from the database; the database is restarted; nginx is
reloaded. No answer that was acknowledged may be lost or given twice, none may be accepted of a process that
does not own the table, nobody may be sent what they may not know, and every game is played to its end.
"""

import asyncio
import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import uvloop

from fabletop.kernel.question import Mistake
from fabletop.kernel.rng import seeded
from fabletop.server import events as ev
from fabletop.server import messages as msg
from fabletop.server.cluster import LEASE
from fabletop.server.copying import copy
from fabletop.server.folder import open_store
from fabletop.server.store import Store
from fabletop.server.table import Table
from fabletop.server.trials import comparing, kill
from fabletop.server.trials.database import Postgres
from fabletop.server.trials.running import Running, free_port
from fabletop.server.trials.visitor import Page, Visitor
from fabletop.server.trials.wire import Wire

SERVERS = 3
CALM = "calm"
FAULTS = ("kill", "sleep", "cut", "database", "nginx")
EVERY = 2.0  # seconds between the end of a fault and the next, at most
ASLEEP = (4.0, 6.0)  # seconds that a server sleeps, or is cut off
DOWN = (0.5, 2.0)  # seconds that the database is down
GOES_ON = 60.0  # seconds after which a table counts as stuck
PLAY_OUT = 900.0  # seconds for games to end when the faults are over, before their people give up
FINISH = 1200.0  # and for all to be over
TOLD_EVERY = 15.0  # seconds
PACKAGES = ("postgresql-15", "nginx")
# Who wrote what: the server by the name of its line, and whose the table was at that moment.
AUDIT = (
    """create table audit (code text, number bigint, writer text, process text, epoch bigint)""",
    """create function audited() returns trigger language plpgsql as $$ begin
        insert into audit select new.code, new.number, current_setting('application_name'), process, epoch
        from owners where code = new.code; return null; end $$""",
    "create trigger audited after insert on events for each row execute function audited()",
)
NGINX = """
daemon off;
{user}
pid {place}/nginx.pid;
error_log {place}/nginx.log;
worker_processes 1;
events {{ worker_connections 8000; }}
http {{
    access_log off;
    client_body_temp_path {place}/body;
    proxy_temp_path {place}/proxy;
    fastcgi_temp_path {place}/fastcgi;
    uwsgi_temp_path {place}/uwsgi;
    scgi_temp_path {place}/scgi;
    include {place}/site.conf;
}}
"""


@dataclass
class Result(kill.Result):
    faults: Counter[str] = field(default_factory=Counter)
    others_writes: list[str] = field(default_factory=list)  # accepted of who did not own the table
    leaks: list[str] = field(default_factory=list)
    frames: int = 0
    unfinished: list[str] = field(default_factory=list)
    # Seconds until play went on at tables that a fault hit, by its kind, of a restart of the database from
    # when it was back; and while all was well.
    gaps: dict[str, list[float]] = field(default_factory=dict)
    refused_late: int = 0  # answers that a late owner tried to write
    given_up: int = 0  # people who did not play to the end, when the faults had been over for long

    @property
    def good(self) -> bool:
        wrong = (self.lost, self.unkept, self.twice, self.stuck, self.others_writes, self.leaks)
        return not any(wrong) and not self.unfinished

    def after_faults(self) -> list[float]:
        return [gap for kind, gaps in self.gaps.items() if kind != CALM for gap in gaps]

    def as_json(self) -> dict[str, Any]:
        rest = {name: value for name, value in asdict(self).items() if name != "gaps"}
        by_kind = {kind: times(gaps) for kind, gaps in self.gaps.items()}
        rest["faults"] = dict(self.faults)  # asdict makes something else of a Counter
        return {**rest, "goes_on": times(self.after_faults()), "by_kind": by_kind, "good": self.good}


def times(gaps: list[float]) -> dict[str, float]:
    """After which time play went on in half of all cases, in all but one of a hundred, and in the worst."""
    found = sorted(gaps) or [0.0]
    p50, p99 = (found[min(len(found) - 1, int(share * len(found)))] for share in (0.5, 0.99))
    return {"cases": len(gaps), "p50": p50, "p99": p99, "worst": found[-1]}


# --- What runs ----------------------------------------------------------------------------------------------


class Several:
    """All of it, reached as one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        fetch(folder)
        self.database = Postgres(folder / "packages/usr/lib/postgresql/15/bin", durable=True)
        self.wires = [Wire(self.database.port) for _ in range(SERVERS)]
        self.servers = [self.server(number) for number in range(SERVERS)]
        self.thinker: subprocess.Popen[bytes] | None = None
        self.port = free_port()
        self.proxy: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def url(self, number: int) -> str:
        return (
            f"postgresql://postgres@127.0.0.1:{self.wires[number].port}/postgres?application_name=s{number}"
        )

    def server(self, number: int) -> Running:
        place = self.folder / f"server{number}"
        place.mkdir()
        more = ("--database", self.url(number), "--proxy", "127.0.0.1")
        return Running(place, more=more)

    async def start(self) -> None:
        for wire in self.wires:
            await wire.start()
        await asyncio.to_thread(self.start_database)
        for server in self.servers:
            server.start()
        for server in self.servers:
            await server.until_ready()
        with psycopg.connect(self.database.url, autocommit=True) as one:
            for statement in AUDIT:
                one.execute(statement)
        self.start_thinker()
        self.start_proxy()
        await self.until_ready()

    def start_database(self) -> None:
        self.database.start()
        self.database.until_ready()

    def start_thinker(self) -> None:
        command = [sys.executable, "-m", "fabletop", "think", "--database", self.database.url]
        with (self.folder / "thinker.log").open("ab") as log:
            self.thinker = subprocess.Popen(
                [*command, "--port", str(free_port())], stdout=log, stderr=log, env=os.environ
            )

    def start_proxy(self) -> None:
        site = (self.folder / "site.conf.in").read_text()
        for number, server in enumerate(self.servers):
            site = site.replace(f"127.0.0.1:{8421 + number}", server.address)
        site = re.sub(r"    (ssl_|server_name).*\n", "", site).replace("443 ssl http2", self.address)
        (self.folder / "site.conf").write_text(site)
        user = "user root;" if os.getuid() == 0 else ""
        (self.folder / "nginx.conf").write_text(NGINX.format(place=self.folder, user=user))
        program = str(self.folder / "packages/usr/sbin/nginx")
        self.proxy = subprocess.Popen([program, "-p", self.folder, "-c", self.folder / "nginx.conf"])

    async def keep_up(self) -> None:
        """As systemd would: a server that could not start, for the database was away, is started again."""
        while True:
            await asyncio.sleep(0.5)
            for server in self.servers:
                if server.process is not None and server.process.poll() not in (None, -signal.SIGKILL):
                    server.start()

    async def until_ready(self) -> None:
        async with asyncio.timeout(GOES_ON):
            while True:
                with contextlib.suppress(OSError):
                    if (await Visitor(self.address).get("/healthz")).status == 200:
                        return
                await asyncio.sleep(0.05)

    def owned_by(self, number: int) -> set[str]:
        """The tables of one server, as the database knows them."""
        query = "select code from owners o join processes p on p.id = o.process where p.address = %s"
        with psycopg.connect(self.database.url) as one:
            return {code for (code,) in one.execute(query, [self.servers[number].address])}

    def stop(self) -> None:
        for server in self.servers:
            with contextlib.suppress(ProcessLookupError):
                if server.process is not None:
                    server.process.send_signal(signal.SIGCONT)
            server.stop()
        for wire in self.wires:
            wire.stop()
        for process in (self.proxy, self.thinker):
            if process is not None:
                process.terminate()
                process.wait()

    def logged_errors(self) -> list[str]:
        return [line for server in self.servers for line in server.logged_errors()]


def fetch(folder: Path) -> None:
    """Debian's packages, unpacked but not installed; and our example for nginx."""
    example = Path("deploy/nginx-cluster.conf")
    if not example.exists():
        raise Mistake("cluster-test needs deploy/nginx-cluster.conf: run it in a checkout of Fabletop")
    (folder / "site.conf.in").write_text(example.read_text())
    try:
        for package in PACKAGES:
            quietly("apt-get", "download", "-q", package, cwd=folder)
            (file,) = folder.glob(f"{package}_*.deb")
            quietly("dpkg-deb", "-x", str(file), str(folder / "packages"), cwd=folder)
    except (OSError, subprocess.CalledProcessError):
        raise Mistake("cluster-test needs Debian's apt-get, and its packages") from None
    folder.chmod(0o755)  # for the user as whom PostgreSQL runs


def quietly(*command: str, cwd: Path) -> None:
    subprocess.run(command, cwd=cwd, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


# --- The trial ----------------------------------------------------------------------------------------------


class Watchful(kill.Noting):
    """A page that keeps all it is sent, and is as patient as ours (web/src/lib/connection.ts)."""

    pings = (1.0, 1.5)
    opening = 1.5
    again = (0.25, 2.0)

    def __init__(self, visitor: Visitor, code: str, told: kill.Told) -> None:
        super().__init__(visitor, code, told)
        self.frames = []
        self.moved = time.monotonic()  # when the table last went on

    def take(self, update: Any) -> None:
        if update.version > self.version:
            self.moved = time.monotonic()
        super().take(update)


class Trial(kill.Trial):
    pages: list[Watchful]  # type: ignore[assignment]
    result: Result
    pace = 0.0  # or a game of The Unrelenting Other, played by chance, takes a quarter of an hour

    def __init__(
        self, folder: Path, tables: int, seed: int, say: Callable[[str], None], thinks: float = kill.THINKS
    ) -> None:
        super().__init__(folder, tables, seed, say)
        self.thinks = thinks
        self.hit: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)  # tables, by their codes
        self.several = Several(folder)
        self.running = self.several  # type: ignore[assignment]
        self.result = Result()
        self.folder = folder
        self.rng = seeded(seed)
        self.giving_up = False

    async def run(self, faults: int) -> Result:
        try:
            await self.several.start()
            keeping_up = asyncio.create_task(self.several.keep_up())
            self.say(f"three servers, nginx and PostgreSQL are there: {self.tables} tables begin")
            players = [asyncio.create_task(self.play(number)) for number in range(self.tables)]
            await self.until_all_play()
            for number in range(faults):
                await asyncio.sleep(self.luck.uniform(1.0, EVERY))
                await self.one_fault(FAULTS[number % len(FAULTS)])
                if (number + 1) % 5 == 0:
                    self.say(f"{number + 1} faults, {self.result.acknowledged} answers acknowledged")
            await self.finish(players)
            keeping_up.cancel()
        finally:
            await asyncio.gather(*(page.close() for page in self.pages))
            self.several.stop()
        await asyncio.sleep(LEASE)  # of a server that had to be killed
        await asyncio.to_thread(self.compare)
        self.several.database.throw_away()
        return self.result

    async def until_all_play(self) -> None:
        """And how long it takes until something happens at a table while all is well."""
        async with asyncio.timeout(GOES_ON):
            while len({page.code for page in self.pages}) < self.tables:
                await asyncio.sleep(0.1)
        await self.watch(CALM, {page.code for page in self.open_pages()}, time.monotonic())

    async def finish(self, players: list["asyncio.Task[None]"]) -> None:
        self.ending = True
        self.thinks = kill.THINKS  # they hurry
        began, unfinished = time.monotonic(), set(players)
        while unfinished and time.monotonic() < began + FINISH:
            self.giving_up = time.monotonic() > began + PLAY_OUT
            _, unfinished = await asyncio.wait(unfinished, timeout=TOLD_EVERY)
            self.say(f"{len(unfinished)} tables play on, {self.result.acknowledged} answers acknowledged")
        for player in unfinished:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)
        failed = [task for task in players if not task.cancelled() and task.exception() is not None]
        self.result.unfinished = [f"{len(unfinished)} tables"] if unfinished else []
        self.result.unfinished += [repr(task.exception()) for task in failed]
        self.result.reconnections = sum(page.reconnections for page in self.pages)

    def opened(self, visitor: Visitor, code: str) -> Page:
        return Watchful(visitor, code, self.told)

    async def think(self, page: Page) -> None:
        """Who sees that something is wrong does not think for long, but tries."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.hit[page.code].wait(), self.luck.uniform(0, self.thinks))
        await super().think(page)

    async def answer_on(self, page: Page) -> None:
        playing = asyncio.ensure_future(super().answer_on(page))
        while not playing.done():
            await asyncio.wait([playing], timeout=1.0)
            if self.giving_up and not playing.done():
                self.result.given_up += 1
                playing.cancel()
                await page.do(msg.Resign, kill.PATIENCE)
                await page.until(lambda page: page.over, kill.PATIENCE)
                return
        await playing

    # --- Faults --------------------------------------------------------------------------------------

    async def one_fault(self, kind: str) -> None:
        everybody = {page.code for page in self.open_pages()}
        number, hit = 0, everybody
        if kind in ("kill", "sleep", "cut"):
            number, hit = await asyncio.to_thread(self.choose, everybody)
        self.result.faults[kind] += 1
        self.result.kills += kind == "kill"
        if kind == "database":  # nobody can go on without it: what counts is how soon they do when it is back
            await self.fault_database(number)
            await self.watch(kind, hit, time.monotonic())
            return
        watching = asyncio.create_task(self.watch(kind, hit, time.monotonic()))
        await getattr(self, f"fault_{kind}")(number)
        await watching

    def choose(self, codes: set[str]) -> tuple[int, set[str]]:
        """A server, and which of these tables it has; not one that came back without any."""
        owned = {number: codes & self.several.owned_by(number) for number in range(SERVERS)}
        number = self.luck.choice([number for number in owned if owned[number]] or [0])
        return number, owned[number]

    async def fault_kill(self, number: int) -> None:
        self.several.servers[number].kill()
        await asyncio.sleep(self.luck.uniform(*DOWN))
        self.several.servers[number].start()

    async def fault_sleep(self, number: int) -> None:
        process = self.several.servers[number].process
        assert process is not None
        process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(self.luck.uniform(*ASLEEP))
        process.send_signal(signal.SIGCONT)

    async def fault_cut(self, number: int) -> None:
        self.several.wires[number].cut()
        await asyncio.sleep(self.luck.uniform(*ASLEEP))
        await self.several.wires[number].mend()

    async def fault_database(self, number: int) -> None:
        how = self.luck.choice((signal.SIGINT, signal.SIGQUIT))
        await asyncio.to_thread(self.several.database.stop, how)
        await asyncio.sleep(self.luck.uniform(*DOWN))
        await asyncio.to_thread(self.several.start_database)

    async def fault_nginx(self, number: int) -> None:
        assert self.several.proxy is not None
        self.several.proxy.send_signal(signal.SIGHUP)

    def open_pages(self) -> list[Watchful]:
        return [page for page in self.pages if not page.over and page.task and not page.task.done()]

    async def watch(self, kind: str, codes: set[str], began: float) -> None:
        """After how long each of these tables went on, for any of its pages."""
        waiting = {code: [page for page in self.pages if page.code == code] for code in codes}
        for code in waiting:
            self.hit[code].set()
        while waiting and time.monotonic() - began < GOES_ON:
            await asyncio.sleep(0.02)
            for code, pages in list(waiting.items()):
                moved = max(page.moved for page in pages)
                if moved > began:
                    self.result.gaps.setdefault(kind, []).append(round(moved - began, 2))
                    del waiting[code]
                    self.hit[code].clear()
                elif all(page.over or not page.task or page.task.done() for page in pages):
                    del waiting[code]
        for code in waiting:
            self.hit[code].clear()
        self.result.stuck += [f"{code} after {kind}" for code in waiting]

    # --- Comparing -----------------------------------------------------------------------------------

    def compare(self) -> None:
        self.check_owners()
        copy(self.several.database.url, str(self.folder / "copy"))
        with contextlib.closing(open_store(self.folder / "copy")) as store:
            self.compare_kept(store)
            self.compare_sent(store)
        lines = [server.errors.read_text(errors="replace") for server in self.several.servers]
        self.result.refused_late = sum(text.count('"NotOurs"') for text in lines)

    def compare_kept(self, store: Store) -> None:
        lengths, answers = kill.kept(store)
        result = self.result
        result.kept = sum(map(len, answers.values()))
        for code, client, message, action in self.told.acknowledged:
            found = answers[code, client, message]
            if found != [action]:
                kind = result.twice if len(found) > 1 else result.lost
                kind.append(f"{code} {client} {message}: {found}")
        result.versions_seen = len(self.told.seen)
        for code, version, number in self.told.seen:
            if lengths.get(code, [])[version : version + 1] != [number]:
                result.unkept.append(f"{code} version {version}: {number} answers")

    def compare_sent(self, store: Store) -> None:
        """Every frame with the true game."""
        compared = comparing.Result()
        by_code: dict[str, list[Watchful]] = {}
        for page in self.pages:
            by_code.setdefault(page.code, []).append(page)
        for code, pages in by_code.items():
            (row,) = store.rows("select opening, seed, made from tables where code = ?", code)
            query = "select time, body from events where code = ? order by number"
            log = [(when, ev.decode_event(body)) for when, body in store.rows(query, code)]
            table = Table(code, ev.decode_agreed(row[0]), int(row[1]), row[2])
            one = comparing.Comparing(compared, self.rng, table, log, {})
            for page in pages:
                one.sort(comparing.Heard(code, page.visitor.cookie.partition(".")[0], page.frames or []))
            one.run()
        self.result.leaks, self.result.frames = compared.leaks, compared.frames

    def check_owners(self) -> None:
        """Each event was written by the server that owned the table at that moment, epoch after epoch."""
        addresses = {f"s{number}": server.address for number, server in enumerate(self.several.servers)}
        with psycopg.connect(self.several.database.url) as one:
            homes: dict[str, str] = dict(one.execute("select id, address from processes").fetchall())
            rows = one.execute("select * from audit order by code, number").fetchall()
        last: dict[str, int] = {}
        for code, number, writer, process, epoch in rows:
            if homes.get(process) != addresses.get(writer) or epoch < last.get(code, 0):
                self.result.others_writes.append(
                    f"{code} {number}: by {writer}, epoch {epoch} of {process} at {homes.get(process)}"
                )
            last[code] = epoch


def run(
    folder: Path, faults: int, tables: int, seed: int, thinks: float, say: Callable[[str], None]
) -> Result:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(Trial(folder, tables, seed, say, thinks).run(faults))
