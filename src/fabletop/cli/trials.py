"""What the commands share that try a server of their own: its folder, and how they tell what was found."""

import json
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol


class Result(Protocol):
    @property
    def good(self) -> bool: ...

    def as_json(self) -> dict[str, Any]: ...


@contextmanager
def folder_for(trial: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix=f"fabletop-{trial}-") as folder:
        yield Path(folder)


def say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


def conclude(result: Result, as_json: bool, words: str, faults: Iterable[str]) -> int:
    """Tell what was found, and return the exit code."""
    if as_json:
        print(json.dumps(result.as_json(), indent=2))
    else:
        print(words, *(f"  {fault}" for fault in faults), sep="\n")
    return 0 if result.good else 1
