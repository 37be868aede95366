"""How an operator reaches a house: by a socket in its folder while a server runs, else by opening the folder.

One question and one answer, each a line of JSON. The socket is its owner's only, like the folder it lies in.
"""

import asyncio
import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from fabletop.kernel.question import Mistake
from fabletop.server.admin import Admin
from fabletop.server.backup import must_be_a_house
from fabletop.server.folder import open_house, take
from fabletop.server.logs import log

NAME = "admin.sock"
LONGEST_PATH = 100  # bytes that the name of a socket may have on every system
LONGEST_LINE = 2**20
PATIENCE = 60.0


class Asked(Struct):
    act: str
    arguments: dict[str, Any] = {}


class Answered(Struct):
    answer: Any = None
    mistake: str = ""


encode = msgspec.json.Encoder().encode
decode_asked = msgspec.json.Decoder(Asked).decode
decode_answered = msgspec.json.Decoder(Answered).decode


@contextlib.contextmanager
def reachable(folder: Path) -> Iterator[str]:
    """A path to the socket in this folder that is short enough."""
    path = str(folder / NAME)
    if len(os.fsencode(path)) <= LONGEST_PATH:
        yield path
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        yield f"/proc/self/fd/{handle}/{NAME}"
    finally:
        os.close(handle)


# --- In the server -----------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def listening(folder: Path, admin: Admin) -> Any:
    """While this lasts, an operator is heard."""

    async def hear(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, ValueError, asyncio.IncompleteReadError):
            line = await reader.readuntil(b"\n")
            writer.write(encode(await answer(admin, line)) + b"\n")
            await writer.drain()
        writer.close()

    if sys.platform == "win32":  # no such sockets: stop the server first
        yield
        return
    (folder / NAME).unlink(missing_ok=True)
    with reachable(folder) as path:
        mask = os.umask(0o177)
        try:
            server = await asyncio.start_unix_server(hear, path, limit=LONGEST_LINE)
        finally:
            os.umask(mask)
    try:
        yield
    finally:
        server.close()
        with contextlib.suppress(OSError):  # a disk that is read-only now
            (folder / NAME).unlink()


async def answer(admin: Admin, line: bytes) -> Answered:
    try:
        asked = decode_asked(line)
        log("info", "operator", act=asked.act)
        return Answered(await admin.act(asked.act, asked.arguments))
    except (Mistake, msgspec.MsgspecError) as mistake:
        return Answered(mistake=str(mistake))
    except Exception as error:
        log("error", "an operator's act failed", error=error)
        return Answered(mistake=f"this failed ({type(error).__name__}); the server's log says where")


# --- In the command ----------------------------------------------------------------------------------------


async def ask(folder: Path, act: str, arguments: dict[str, Any]) -> Any:
    """What the house answers, whether a server runs on it or not; a Mistake says why it does not."""
    must_be_a_house(folder)
    with reachable(folder) as path:
        try:
            reader, writer = await asyncio.open_unix_connection(path, limit=2**30)
        except (FileNotFoundError, ConnectionRefusedError):
            return await act_alone(folder, act, arguments)
    writer.write(encode(Asked(act, arguments)) + b"\n")
    try:
        line = await asyncio.wait_for(reader.readuntil(b"\n"), PATIENCE)
    except (TimeoutError, asyncio.IncompleteReadError):
        raise Mistake("the server does not answer") from None
    finally:
        writer.close()
    found = decode_answered(line)
    if found.mistake:
        raise Mistake(found.mistake)
    return found.answer


async def act_alone(folder: Path, act: str, arguments: dict[str, Any]) -> Any:
    """No server runs: the act is done to the folder itself."""
    with take(folder):
        house = open_house(folder, 1)
        try:
            house.cluster.begin("")
            return await Admin(house).act(act, arguments)
        finally:
            house.close()
