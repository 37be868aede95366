"""A page that sends and never reads, with as little room for what comes as the system grants."""

import asyncio
import socket

from fabletop.server import messages as msg
from fabletop.server.trials.visitor import Visitor, encode


class Deaf:
    def __init__(self, visitor: Visitor, code: str) -> None:
        host, _, port = visitor.address.partition(":")
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        self.socket.connect((host, int(port)))
        self.socket.setblocking(False)
        headers = {
            "Host": visitor.address,
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
            "Sec-WebSocket-Version": "13",
            **visitor.headers(),
        }
        lines = [f"GET /ws/{code} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
        self.head = "\r\n".join(lines).encode()

    async def open(self) -> bool:
        """Come in and say hello; whether we were let in."""
        await self.send(self.head)
        answer = await asyncio.get_running_loop().sock_recv(self.socket, 1000)
        if b" 101 " in answer:
            await self.say(msg.Hello(1, "deaf"))
        return b" 101 " in answer

    async def send(self, data: bytes) -> None:
        await asyncio.get_running_loop().sock_sendall(self.socket, data)

    async def say(self, message: msg.FromPage) -> None:
        """As a frame of a page: masked, with a mask of zeros."""
        data = encode(message)
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
        await self.send(b"\x81" + size + bytes(4) + data)

    def close(self) -> None:
        self.socket.close()
