"""One JSON object a line, without names, cookies, seeds, cards or words of people."""

import contextlib
import json
import logging
import sqlite3
import sys
import threading
import time
import traceback
from pathlib import Path


def log(level: str, words: str, error: BaseException | None = None, **more: object) -> None:
    line: dict[str, object] = {"time": round(time.time(), 3), "level": level, "words": words, **more}
    if error is not None:
        # Where it happened, and of which kind; the words of an error could hold what is hidden.
        frames = traceback.extract_tb(error.__traceback__)
        line["error"] = type(error).__name__
        if isinstance(error, sqlite3.Error):
            line["sqlite"] = getattr(error, "sqlite_errorname", None) or "unknown"
        line["where"] = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames]
    with contextlib.suppress(OSError):  # nobody reads it any more: that stops no server, nor its stopping
        print(json.dumps(line), file=sys.stderr, flush=True)


class Lines(logging.Handler):
    """What libraries log, as lines like ours; only what is an error, and without its arguments."""

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        log("error", f"{record.name}: {str(record.msg).strip()}", error)


def only_json() -> None:
    """From here on standard error has nothing but lines of JSON, whoever writes there."""
    logging.basicConfig(handlers=[Lines(logging.ERROR)], level=logging.ERROR, force=True)
    logging.captureWarnings(True)
    sys.excepthook = lambda kind, error, trace: log("error", "stopped by an error", error)
    sys.unraisablehook = lambda found: log("error", "an error nobody could be told", found.exc_value)
    threading.excepthook = lambda found: log("error", "a thread stopped", found.exc_value)
