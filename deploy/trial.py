"""Plays through nginx and Caddy as Debian packs them, set up as the examples say, by TLS and websockets.

    .venv/bin/python deploy/trial.py

The packages are fetched with apt and unpacked into a folder that is thrown away; nothing is installed. The
certificate is made here. The server is started with the options of fabletop.service.
"""

import asyncio
import os
import random
import shlex
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from fabletop.server import messages as msg
from fabletop.server.trials.running import free_port
from fabletop.server.trials.visitor import Page, Visitor

HERE = Path(__file__).resolve().parent
PACKAGES = ("nginx", "caddy")
IDLE = 65.0  # seconds: longer than any proxy waits by default
PATIENCE = 60.0
NGINX = """
daemon off;
{user}
pid {place}/nginx.pid;
error_log {place}/nginx.log;
events {{}}
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


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="fabletop-deploy-") as scratch:
        place = Path(scratch)
        fetch(place)
        make_certificate(place)
        verify_units(place)
        asyncio.run(try_all(place))
    print("All of it works.")
    return 0


# --- What is tried ------------------------------------------------------------------------------------------


def fetch(place: Path) -> None:
    """Debian's packages, unpacked but not installed."""
    for package in PACKAGES:
        run("apt-get", "download", "-q", package, place=place)
        (file,) = place.glob(f"{package}_*.deb")
        run("dpkg-deb", "-x", str(file), str(place / "packages"))


def make_certificate(place: Path) -> None:
    run(
        "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
        "-addext", "subjectAltName=DNS:localhost", "-keyout", str(place / "key.pem"),
        "-out", str(place / "certificate.pem"),
    )  # fmt: skip


def verify_units(place: Path) -> None:
    """systemd finds no fault in the units, were the command where they say."""
    if shutil.which("systemd-analyze") is None:
        print("systemd-analyze is not here: the units were NOT verified")
        return
    for unit in HERE.glob("fabletop*.[st]*"):
        text = unit.read_text().replace("/opt/fabletop/bin/fabletop", sys.executable)
        (place / unit.name).write_text(text.replace("User=fabletop", f"User={os.getuid()}"))
    for name in ("fabletop.service", "fabletop-backup.timer"):
        run("systemd-analyze", "verify", str(place / name))
    print("systemd finds no fault in the units.")


def nginx(place: Path, server: int, plain: int, secure: int) -> list[str]:
    site = adapted(
        "nginx.conf",
        {
            "127.0.0.1:8421": f"127.0.0.1:{server}",
            "listen 80;": f"listen {plain};",
            "listen 443 ssl http2;": f"listen {secure} ssl http2;",
            "/etc/letsencrypt/live/fabletop.example/fullchain.pem": str(place / "certificate.pem"),
            "/etc/letsencrypt/live/fabletop.example/privkey.pem": str(place / "key.pem"),
            "fabletop.example": "localhost",
        },
    )
    (place / "site.conf").write_text(site)
    user = "user root;" if os.getuid() == 0 else ""
    (place / "nginx.conf").write_text(NGINX.format(place=place, user=user))
    return [str(place / "packages/usr/sbin/nginx"), "-p", str(place), "-c", str(place / "nginx.conf")]


def caddy(place: Path, server: int, plain: int, secure: int) -> list[str]:
    tls = f"\ttls {place / 'certificate.pem'} {place / 'key.pem'}\n"
    site = adapted(
        "Caddyfile",
        {
            "127.0.0.1:8421": f"127.0.0.1:{server}",
            "fabletop.example {\n": f"localhost {{\n{tls}",
        },
    )
    ports = f"{{\n\tadmin off\n\thttp_port {plain}\n\thttps_port {secure}\n}}\n"
    (place / "Caddyfile").write_text(ports + site)
    program = str(place / "packages/usr/bin/caddy")
    return [program, "run", "--config", str(place / "Caddyfile"), "--adapter", "caddyfile"]


def adapted(name: str, changes: dict[str, str]) -> str:
    """One of the examples with this trial's ports and files in place of the usual ones."""
    text = (HERE / name).read_text()
    for usual, ours in changes.items():
        assert usual in text, f"{name} no longer says {usual!r}"
        text = text.replace(usual, ours)
    return text


def server_command(data: Path, log: Path, port: int, origins: list[str]) -> list[str]:
    """The command of fabletop.service, with this trial's places."""
    (line,) = [each for each in (HERE / "fabletop.service").read_text().splitlines() if "ExecStart=" in each]
    words = shlex.split(line.partition("=")[2])[1:]
    for option, value in (("--data", str(data)), ("--port", str(port)), ("--access-log", str(log))):
        words[words.index(option) + 1] = value
    words[words.index("--origin") + 1] = origins[0]
    more = [word for origin in origins[1:] for word in ("--origin", origin)]
    return [sys.executable, "-m", "fabletop", *words, *more, "--workers", "1"]


# --- Trying it ----------------------------------------------------------------------------------------------


async def try_all(place: Path) -> None:
    server, ports = free_port(), {name: (free_port(), free_port()) for name in PACKAGES}
    makers: dict[str, Callable[[Path, int, int, int], list[str]]] = {"nginx": nginx, "caddy": caddy}
    origins = [f"https://localhost:{secure}" for _, secure in ports.values()]
    access = place / "access.log"
    command = server_command(place / "data", access, server, origins)
    processes = [started(command, place / "server.log")]
    try:
        for name, (plain, secure) in ports.items():
            processes.append(started(makers[name](place, server, plain, secure), place / f"{name}.out"))
        async with asyncio.timeout(600):
            await asyncio.gather(*(until_ready(place, secure) for _, secure in ports.values()))
            tables = [await begun(place, name, secure) for name, (_, secure) in ports.items()]
            for (plain, secure), name in zip(ports.values(), PACKAGES, strict=True):
                await look_around(place, name, plain, secure)
            print(f"Nobody answers for {IDLE:.0f} s; the lines stay open.")
            await asyncio.sleep(IDLE)
            assert all(page.reconnections == 0 for pages in tables for page in pages), "a line was cut"
            await asyncio.gather(*(some_answers(pages, 20) for pages in tables))
            processes[0] = restarted(processes[0], command, place / "server.log")
            for name, pages in zip(PACKAGES, tables, strict=True):
                answers = await some_answers(pages, 10_000)
                assert pages[0].over and pages[0].reconnections > 0
                print(f"{name}: a game of two to its end, over a restart; {answers} answers after it.")
            for pages in tables:
                for page in pages:
                    await page.close()
        check_log(access)
    except BaseException:
        for file in (*place.glob("*.log"), *place.glob("*.out")):
            print(f"--- {file.name}\n{file.read_text(errors='replace')[-3000:]}", file=sys.stderr)
        raise
    finally:
        for process in processes:
            process.terminate()
            process.wait(30)


def secure_context(place: Path) -> ssl.SSLContext:
    """Believes this trial's certificate and no other."""
    return ssl.create_default_context(cafile=str(place / "certificate.pem"))


def visitor(place: Path, port: int) -> Visitor:
    return Visitor(f"localhost:{port}", tls=secure_context(place))


async def until_ready(place: Path, port: int) -> None:
    for _ in range(int(PATIENCE / 0.2)):
        try:
            if (await visitor(place, port).get("/healthz")).status == 200:
                return
        except OSError:
            pass
        await asyncio.sleep(0.2)
    raise TimeoutError(f"nothing answers on port {port}")


async def look_around(place: Path, name: str, plain: int, secure: int) -> None:
    """The page, its files, its cookie; what is for the operator only is not there."""
    guest = visitor(place, secure)
    page = await guest.get("/")
    assert page.status == 200 and b"<script" in page.body, page.body[:200]
    assert "; Secure" in page.headers["set-cookie"], "the cookie would go over lines without TLS"
    assert (await guest.get("/licences.txt")).status == 200
    assert (await guest.get("/metrics")).status == 404
    moved = await Visitor(f"localhost:{plain}").get("/credits")
    assert moved.status in (301, 308) and moved.headers["location"].startswith("https://localhost"), moved
    stranger = await guest.ask("PUT", "/api/me", b'{"name": "X"}', {"Origin": "https://elsewhere.example"})
    assert stranger.status == 403, "a page of another place may act here"
    print(f"{name}: page, cookie, redirection and origin are as they should be.")


async def begun(place: Path, name: str, port: int) -> list[Page]:
    """Two people at a table."""
    host, friend = visitor(place, port), visitor(place, port)
    code = await host.make(game="storybook", seats=["me", "open"])
    pages = [await host.visit(code), await friend.visit(code)]
    assert (await pages[1].do(msg.Sit, seat=1)).refused is None
    assert (await pages[0].do(msg.Start)).refused is None
    print(f"{name}: two people sit at a table.")
    return pages


async def some_answers(pages: list[Page], most: int) -> int:
    luck = random.Random(1)
    for number in range(most):
        for page in pages:
            await page.until(lambda page: page.version >= max(each.version for each in pages), PATIENCE)
            await page.until(lambda page: page.position is not None and page.line is not None, PATIENCE)
        asked = [page for page in pages if page.options]
        if pages[0].over or not asked:
            return number
        reply = await asked[0].act(luck.choice(asked[0].options).action, PATIENCE)
        assert reply.refused is None, reply.refused
    return most


def check_log(access: Path) -> None:
    text = access.read_text()
    assert '"from": "127.0.0.0/24"' in text and '"/ws/*"' in text


# --- Processes ----------------------------------------------------------------------------------------------


def started(command: list[str], log: Path) -> "subprocess.Popen[bytes]":
    with log.open("ab") as out:
        return subprocess.Popen(command, stdout=out, stderr=out)


def restarted(old: "subprocess.Popen[bytes]", command: list[str], log: Path) -> "subprocess.Popen[bytes]":
    """As systemd would for a new version."""
    start = time.monotonic()
    old.send_signal(signal.SIGTERM)
    assert old.wait(30) == 0
    print(f"The server drained and stopped in {time.monotonic() - start:.1f} s.")
    return started(command, log)


def run(*command: str, place: Path | None = None) -> None:
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)}:\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    sys.exit(main())
