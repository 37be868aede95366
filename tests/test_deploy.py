"""The examples of deploy/: what they call exists. `python deploy/trial.py` really runs them."""

import re
import shlex
from pathlib import Path

import pytest

from fabletop.cli.commands.serve import PORT
from fabletop.cli.main import make_parser

DEPLOY = Path(__file__).resolve().parent.parent / "deploy"


@pytest.mark.parametrize("unit", ["fabletop.service", "fabletop-backup.service"])
def test_a_unit_calls_a_command_that_there_is(unit: str) -> None:
    line = re.search(r"/bin/fabletop (.*?)'?$", (DEPLOY / unit).read_text("utf-8"), re.MULTILINE)
    assert line is not None
    arguments = make_parser().parse_args(shlex.split(line[1].replace("$(date +%%F)", "today")))
    assert str(arguments.data) == "/var/lib/fabletop/house"


@pytest.mark.parametrize("example", ["nginx.conf", "Caddyfile"])
def test_a_proxy_asks_where_the_server_listens(example: str) -> None:
    assert f"127.0.0.1:{PORT}" in (DEPLOY / example).read_text("utf-8")
    assert f"--port {PORT} " in (DEPLOY / "fabletop.service").read_text("utf-8")
