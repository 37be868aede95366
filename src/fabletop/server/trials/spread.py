"""Several servers on one PostgreSQL, for the load trial: pages come to any of them, as through a proxy."""

import os
import random
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from fabletop.server.trials.database import Postgres
from fabletop.server.trials.running import Running

COUNTED = re.compile(r"bytes_(?:sent|received):(\d+)")


class Aside(NamedTuple):
    """What is used beside the servers themselves."""

    database_seconds: float  # of processor time
    database_bytes: int  # between servers and database
    relayed_bytes: int  # between servers


class Spread(Running):
    def __init__(self, folder: Path, servers: int, seed: int = 1) -> None:
        from fabletop.server.trials.cluster import fetch

        fetch(folder)
        super().__init__(folder)
        self.database = Postgres(folder / "packages/usr/lib/postgresql/15/bin", durable=True)
        self.luck = random.Random(seed)
        self.servers = []
        for number in range(servers):
            (folder / f"server{number}").mkdir()
            self.servers.append(Running(folder / f"server{number}", more=("--database", self.database.url)))

    @property
    def address(self) -> str:
        """Of any of them."""
        return self.luck.choice(self.servers).address

    @property
    def data(self) -> Path:
        return self.servers[0].data

    def start(self) -> None:
        self.database.start()
        self.database.until_ready()
        for server in self.servers:
            server.start()

    async def until_ready(self) -> None:
        for server in self.servers:
            await server.until_ready()

    def stop(self) -> None:
        for server in self.servers:
            server.stop()
        self.database.throw_away()

    def usage(self) -> tuple[float, float]:
        each = [server.usage() for server in self.servers]
        return sum(seconds for seconds, _ in each), sum(megabytes for _, megabytes in each)

    def aside(self) -> Aside:
        ports = {str(server.port) for server in self.servers}
        pids = {server.process.pid for server in self.servers if server.process}
        return Aside(
            self.database_seconds(),
            carried(lambda here, there, pid: there == str(self.database.port) and pid in pids),
            carried(lambda here, there, pid: there in ports and pid in pids),
        )

    def database_seconds(self) -> float:
        """Of the server process and of all that it has started."""
        assert self.database.process is not None
        parent, found = self.database.process.pid, 0.0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it has just ended
            if parent in (int(fields[1]), int(stat.parent.name)):
                found += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return found


def carried(wanted: Callable[[str, str, int], bool]) -> int:
    """Bytes both ways over open connections, seen from the end that these ports and this process name."""
    text = subprocess.run(["ss", "-tinHOp"], capture_output=True, text=True, check=True).stdout
    total = 0
    for line in text.splitlines():
        parts = line.split()
        pid = re.search(r"pid=(\d+)", line)
        if len(parts) > 4 and pid is not None:
            here, there = (part.rpartition(":")[2] for part in parts[3:5])
            if wanted(here, there, int(pid.group(1))):
                total += sum(map(int, COUNTED.findall(line)))
    return total
