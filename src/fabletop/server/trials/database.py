"""A PostgreSQL of its own, for tests and trials: made, stopped, killed, started again, thrown away."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from fabletop.server.trials.running import free_port

NOBODY = "nobody"  # PostgreSQL does not run as root
STARTING = 60.0  # seconds


class Postgres:
    def __init__(self, programs: Path, durable: bool = False, of: str = "") -> None:
        self.programs = programs  # where `initdb` and `postgres` are
        self.folder = Path(tempfile.mkdtemp(prefix="fabletop-postgres-"))
        self.port = free_port()
        self.durable = durable
        self.process: subprocess.Popen[bytes] | None = None
        self.rights: dict[str, Any] = {}
        if os.getuid() == 0:
            shutil.chown(self.folder, NOBODY)
            self.rights = {"user": NOBODY, "group": "nogroup"}
        if of:
            self.run("pg_basebackup", "-R", "-c", "fast", "-d", of)
            return
        self.run("initdb", "-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C")

    @property
    def url(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self.programs / program, "-D", self.folder / "data", *arguments],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=self.folder, **self.rights,
        )  # fmt: skip

    def start(self) -> None:
        options = {
            "port": self.port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "fsync": "on" if self.durable else "off",
            "max_connections": 100,
        }
        named = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [self.programs / "postgres", "-D", self.folder / "data", *named],
                stdout=log, stderr=log, cwd=self.folder, **self.rights,
            )  # fmt: skip

    def until_ready(self) -> None:
        import psycopg

        until = time.monotonic() + STARTING
        while True:
            try:
                psycopg.connect(self.url, connect_timeout=2).close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > until:
                    raise RuntimeError(f"PostgreSQL does not start: see {self.folder / 'log'}") from None
                time.sleep(0.05)

    def follower(self) -> "Postgres":
        """Another that has what is committed here, and is the one that is written when it is promoted."""
        other = Postgres(self.programs, self.durable, of=self.url)
        other.start()
        other.until_ready()
        return other

    def promote(self) -> None:
        self.run("pg_ctl", "promote", "-w")

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT: at once, in order; SIGQUIT: as if it had crashed."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait()

    def throw_away(self) -> None:
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)
