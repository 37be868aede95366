"""What a request brings and is answered with: JSON both ways, and refusals in words."""

from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fabletop.server import messages as msg
from fabletop.server.events import encode

BIGGEST_BODY = 8 * 1024

T = TypeVar("T")


class Refusal(Exception):
    """An answer with a status of 400 and above."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status
        self.words = words


def json(content: Any) -> Response:
    headers = {"cache-control": "no-store"}
    return Response(encode(content), media_type="application/json", headers=headers)


def failure(status: int, words: str) -> Response:
    response = json(msg.Failure(words))
    response.status_code = status
    return response


async def body_of(request: Request, kind: type[T]) -> T:
    """The body of a request as one of our types, if it is not too long."""
    return decoded(await bytes_of(request), kind)


def decoded(body: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refusal(400, f"This cannot be read: {error}") from None


async def bytes_of(request: Request, most: int = BIGGEST_BODY) -> bytes:
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refusal(415, "Send JSON.")
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise Refusal(413, "That is too long.")
    return body
