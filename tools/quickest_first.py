"""A plugin of pytest for tools/mutants.py: what goes red goes red soon.

The first time it notes how long each test takes; from then on the quickest come first, and a test that takes
many times as long as it used to has failed: a mutant may have made its game endless.
"""

import json
import signal
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

GRACE = 10.0  # seconds of the processor for any test, and
TIMES = 5  # so many times what it used to take


class QuickestFirst:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.known = path.exists()
        self.seconds: dict[str, float] = json.loads(path.read_text("utf-8")) if self.known else {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: int(10 * self.seconds.get(item.nodeid, 0.0)))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        bounded = self.known and hasattr(signal, "setitimer")
        if bounded:
            signal.signal(signal.SIGPROF, does_not_end)
            signal.setitimer(signal.ITIMER_PROF, GRACE + TIMES * self.seconds.get(item.nodeid, 0.0))
        try:
            return (yield)
        finally:
            if bounded:
                signal.setitimer(signal.ITIMER_PROF, 0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not self.known:
            self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        if self.seconds and not self.known and exitstatus == pytest.ExitCode.OK:
            self.path.write_text(json.dumps(self.seconds), "utf-8")


def does_not_end(signum: int, frame: FrameType | None) -> None:
    pytest.fail("it does not end")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seconds", type=Path, required=True, help="where the seconds of each test are kept")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(QuickestFirst(config.getoption("--seconds")))
