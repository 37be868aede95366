"""A wire between a server and the database that can be cut: a process of its own, which waits for nobody.

python -m fabletop.server.trials.wire PORT TARGET
"""

import asyncio
import contextlib
import signal
import subprocess
import sys

from fabletop.server.trials.running import free_port

STARTING = 30.0  # seconds


class Wire:
    def __init__(self, target: int) -> None:
        self.target = target
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        self.process = subprocess.Popen([sys.executable, "-m", __name__, str(self.port), str(self.target)])
        async with asyncio.timeout(STARTING):
            while True:
                with contextlib.suppress(OSError):
                    _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                    writer.close()
                    return
                await asyncio.sleep(0.02)

    def cut(self) -> None:
        """What comes from now on goes nowhere, and nobody is told."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    async def mend(self) -> None:
        """As after a long cut: connections are not the same any more."""
        self.stop()
        await self.start()

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


async def carry(target: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        there_reader, there = await asyncio.open_connection("127.0.0.1", target)
    except OSError:
        writer.close()
        return
    await asyncio.gather(pump(reader, there), pump(there_reader, writer))


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.close()


async def main(port: int, target: int) -> None:
    server = await asyncio.start_server(lambda *line: carry(target, *line), "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    import uvloop

    uvloop.run(main(*map(int, sys.argv[1:])))
