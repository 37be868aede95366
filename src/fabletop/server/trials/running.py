"""A server in a process of its own, for trials: started, killed, started again on the same port."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

from fabletop.server.trials.visitor import Visitor

PATIENCE = 60.0
WRONG = ('"level": "error"', "Traceback", "Exception", "Error:")


class Running:
    def __init__(
        self, folder: Path, workers: int = 1, port: int = 0, python: str = "", more: tuple[str, ...] = ()
    ) -> None:
        self.folder = folder
        self.port = port or free_port()
        self.workers = workers
        self.more = more  # arguments
        self.python = python  # of another environment, with its own fabletop; "": this one
        self.errors = folder / "server.log"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def command(self) -> list[str]:
        program = [self.python or sys.executable, "-m", "fabletop", "serve", "--port", str(self.port)]
        return [*program, "--data", str(self.data), "--workers", str(self.workers), *self.more]

    def start(self) -> None:
        with self.errors.open("ab") as errors:
            hidden = {"PYTHONPATH"} if self.python else set()
            around = {name: value for name, value in os.environ.items() if name not in hidden}
            self.process = subprocess.Popen(
                self.command, stdout=subprocess.DEVNULL, stderr=errors, env=around
            )

    async def until_ready(self) -> None:
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    answer = await Visitor(self.address).get("/healthz")
                    if answer.status == 200:
                        return
                except OSError:
                    pass
                if self.process is not None and self.process.poll() is not None:
                    raise RuntimeError(f"the server stopped: see {self.errors}")
                await asyncio.sleep(0.03)

    def kill(self) -> None:
        """As a power cut would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def logged_errors(self) -> list[str]:
        """What went wrong, by the log; that a killed server left semaphores behind is no news."""
        lines = self.errors.read_text(errors="replace").splitlines() if self.errors.exists() else []
        return [line for line in lines if any(word in line for word in WRONG)]

    def usage(self) -> tuple[float, float]:
        """Seconds of processor time so far, and megabytes in use, of the server itself."""
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return seconds, pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
