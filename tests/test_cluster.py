"""The lab on a cluster of two nodes on this machine: the same games, also when a node is lost."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from fabletop import Mistake
from fabletop.cli.main import main
from fabletop.lab.sim import simulation
from fabletop.lab.soak import soak
from fabletop.lab.workers import play_games

os.environ.update(RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER="0", RAY_USAGE_STATS_ENABLED="0")


def test_without_ray_the_words_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(Mistake, match=r"python tools/boot.py cluster"):
        play_games(simulation("storybook", ("random",)), 3, cluster="auto")


def test_a_cluster_has_no_jobs() -> None:
    with pytest.raises(Mistake, match="leave the jobs out"):
        play_games(simulation("storybook", ("random",)), 3, jobs=2, cluster="auto")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    from ray.cluster_utils import Cluster

    nodes = Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}, connect=False
    )
    yield nodes
    nodes.shutdown()


@pytest.fixture
def lost(cluster: Any) -> Any:
    """A second node, that a test may lose."""
    return cluster.add_node(num_cpus=1)


@pytest.mark.heavy
def test_nobody_is_there() -> None:
    with pytest.raises(Mistake, match=r"there is no cluster at .127\.0\.0\.1:1."):
        play_games(simulation("storybook", ("random",)), 3, cluster="127.0.0.1:1")


@pytest.mark.heavy
def test_the_same_json_as_without(cluster: Any, lost: Any, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["sim", "storybook", "--seats", "greedy,random", "--games", "60", "--seed", "5", "--json"]
    assert main([*arguments, "--jobs", "1"]) == 0
    alone = json.loads(capsys.readouterr().out)
    assert main([*arguments, "--cluster", cluster.address]) == 0
    assert json.loads(capsys.readouterr().out) == alone


@pytest.mark.heavy
def test_a_lost_node_costs_nothing_but_time(cluster: Any, lost: Any) -> None:
    task = simulation("condyle", ("random",), players=3, seed=6)
    alone = play_games(task, 400, jobs=1).tally
    loss = threading.Timer(3.0, cluster.remove_node, (lost, False))
    loss.start()
    together = play_games(task, 400, cluster=cluster.address).tally
    loss.join()
    assert together == alone


@pytest.mark.heavy
def test_an_edition_of_ones_own_travels(cluster: Any, lost: Any, tmp_path: Any) -> None:
    import fabletop

    mine = tmp_path / "mine.toml"
    mine.write_text(
        fabletop.game("storybook").editions["house"].read_text("utf-8").replace('"house"', '"mine"')
    )
    found = soak("storybook", 20, seed=3, edition=str(mine), cluster=cluster.address)
    assert found.tally == soak("storybook", 20, seed=3, edition=str(mine), jobs=1).tally


@pytest.mark.heavy
def test_ctrl_c_keeps_what_is_done_and_a_match_goes_on(cluster: Any, lost: Any, tmp_path: Any) -> None:
    file = tmp_path / "match.json"
    arguments = ["match", "storybook", "--bots", "greedy,random", "--games", "3000", "--seed", "2"]
    command = [sys.executable, "-m", "fabletop", *arguments, "--out", str(file), "--cluster", cluster.address]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 300  # on a busy machine the first games take a minute
    while time.monotonic() < until and not (file.exists() and len(file.read_text().splitlines()) > 20):
        time.sleep(0.2)
    running.send_signal(2)
    assert running.wait(120) in (0, 130)
    begun = len(json.loads(file.read_text())["games"])
    assert 0 < begun < 3000
    assert main(["match", "--resume", str(file), "--cluster", cluster.address]) == 0
    assert len(json.loads(file.read_text())["games"]) == 3000
