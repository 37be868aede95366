"""A Fabletop server in a process of its own, that a test may kill."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Any, Self

PATIENCE = 60.0


class Server:
    def __init__(self, folder: Path, python: str | Path = sys.executable, tells: bool = False) -> None:
        """`tells`: people are told of their turns, as far as that goes without a mail server or a network."""
        self.folder = folder
        self.python = str(python)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        mail = ("--mail", "smtp://127.0.0.1:1", "--mail-from", "tables@games.example")
        ways = (*mail, "--push", "mailto:host@games.example", "--feeds", "--origin", self.address)
        self.more: tuple[str, ...] = ways if tells else ()
        self.environment: dict[str, str] = {}
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def command(self) -> list[str]:
        program = [self.python, "-m", "fabletop", "serve"]
        return [*program, "--port", str(self.port), "--data", str(self.folder), *self.more]

    def start(self) -> None:
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command, stdout=log, stderr=log, env=os.environ | self.environment
            )
        end = time.monotonic() + PATIENCE
        while not self.is_up():
            assert self.process.poll() is None, (self.folder / "server.log").read_text()[-2000:]
            assert time.monotonic() < end, "the server does not answer"
            time.sleep(0.05)

    def is_up(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}/healthz", timeout=2) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def kill(self) -> None:
        """As the power would: without a word of warning."""
        assert self.process
        self.process.kill()
        self.process.wait()

    def errors(self) -> list[dict[str, Any]]:
        lines = (self.folder / "server.log").read_text().splitlines()
        entries = [json.loads(line) for line in lines if line.startswith("{")]
        return [entry for entry in entries if entry["level"] == "error"]

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self.process
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
