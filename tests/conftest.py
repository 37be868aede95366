"""For all tests."""

import signal
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("fabletop", deadline=None)  # a busy machine breaks no promise of ours
settings.load_profile("fabletop")

# What waits for a browser, or for several processes, may be starved on a busy machine.
STARVED = {Path(__file__).parent / name for name in ("browser", "server")}

# Started in the background (nohup ./test &) they ignore Ctrl-C, and so would the processes that they start,
# of which some are to be stopped by it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """They get a second try, which the summary shows: one that needs it is to be mended."""
    for item in items:
        if STARVED & set(item.path.parents):
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--postgres", action="store_true", help="houses of server tests are in PostgreSQL")
