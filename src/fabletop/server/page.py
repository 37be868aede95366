"""The page's files, read once and kept compressed."""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response

FOLDER = Path(__file__).resolve().parent.parent / "static"
FOR_EVER = "public, max-age=31536000, immutable"  # names in assets/ change with their content
ASK_AGAIN = "no-cache"
COMPRESSED = ("text/", "application/json", "application/javascript", "image/svg+xml", "application/manifest")
NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Fabletop</title>
<p>The page is not built. ./play builds it; or: cd web, npm ci, npm run build.</p></html>"""


@dataclass(frozen=True, slots=True)
class File:
    content: bytes
    packed: bytes | None
    kind: str
    cache: str
    is_page: bool = False


class Page:
    def __init__(self, folder: Path = FOLDER) -> None:
        self.files: dict[str, File] = {}
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                name = path.relative_to(folder).as_posix()
                self.files[f"/{name}"] = read_file(path, name)
        index = self.files.get("/index.html")
        content = index.content if index else NOT_BUILT.encode()
        self.digest = hashlib.sha256(content).hexdigest()[:16]  # of all: it names the others by their content
        self.index = File(content, pack(content), "text/html; charset=utf-8", ASK_AGAIN, is_page=True)

    def find(self, path: str) -> File:
        """The file of this name; any other path is a place within the page."""
        found = self.files.get(path)
        return self.index if found is None or path == "/index.html" else found

    def answer(self, file: File, headers: Headers) -> Response:
        response = Response(file.content, media_type=file.kind)
        if file.packed is not None:
            response.headers["vary"] = "accept-encoding"
            if "gzip" in headers.get("accept-encoding", ""):
                response = Response(file.packed, media_type=file.kind)
                response.headers["vary"] = "accept-encoding"
                response.headers["content-encoding"] = "gzip"
        response.headers["cache-control"] = file.cache
        return response


def read_file(path: Path, name: str) -> File:
    content = path.read_bytes()
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    packed = pack(content) if kind.startswith(COMPRESSED) or kind.endswith("javascript") else None
    return File(content, packed, kind, FOR_EVER if name.startswith("assets/") else ASK_AGAIN)


def pack(content: bytes) -> bytes:
    return gzip.compress(content, 9, mtime=0)
