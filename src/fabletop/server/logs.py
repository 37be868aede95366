"""One JSON object a line, without names, cookies, seeds, cards or words of people."""

import json
import sys
import time
import traceback
from pathlib import Path


def log(level: str, words: str, error: BaseException | None = None, **more: object) -> None:
    line: dict[str, object] = {"time": round(time.time(), 3), "level": level, "words": words, **more}
    if error is not None:
        # Where it happened, and of which kind; the words of an error could hold what is hidden.
        frames = traceback.extract_tb(error.__traceback__)
        line["error"] = type(error).__name__
        line["where"] = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames]
    print(json.dumps(line), file=sys.stderr, flush=True)
