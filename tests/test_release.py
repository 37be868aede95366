"""What is released works where there is neither node nor a C compiler: the source and both wheels."""

import os
import re
import subprocess
import tarfile
import time
import urllib.error
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools import release

pytestmark = pytest.mark.heavy
KINDS = {"source": "*.tar.gz", "compiled wheel": "*-cp*.whl", "wheel for everywhere": "*-none-any.whl"}
ENGINE = "import fabletop, fabletop.kernel.state as s; print(s.__file__, fabletop.names())"


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    release.release(folder)
    return folder


@pytest.fixture(scope="module", params=KINDS)
def installed(
    request: pytest.FixtureRequest, dist: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, Path]]:
    """One of the three in an environment of its own; its kind and the folder of its commands."""
    kind: str = request.param
    (file,) = dist.glob(KINDS[kind])
    home = tmp_path_factory.mktemp("empty")
    venv.create(home, with_pip=True)
    commands = home / "bin"
    run(commands, commands / "python", "-m", "pip", "install", "--quiet", file)
    yield kind, commands


def bare(commands: Path) -> dict[str, str]:
    """An environment in which no node, no compiler and nothing of this repository is found."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "FABLETOP"))}
    return kept | {"PATH": str(commands), "CC": "false"}


def run(commands: Path, *command: str | Path) -> str:
    done = subprocess.run(
        command, cwd=commands.parent, env=bare(commands), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_engine_is_there(installed: tuple[str, Path]) -> None:
    kind, commands = installed
    out = run(commands, commands / "python", "-c", ENGINE)
    assert "storybook" in out
    assert (".so" in out) == (kind == "compiled wheel")


def test_a_game_can_be_played(installed: tuple[str, Path]) -> None:
    _, commands = installed
    game = ("play", "storybook", "--seats", "random,random", "--seed", "7", "--plain", "--fast")
    assert re.search(r"The (Heroes|Villains) win|draw", run(commands, commands / "fabletop", *game))


def test_the_server_shows_its_page(installed: tuple[str, Path], tmp_path: Path) -> None:
    _, commands = installed
    command = [str(commands / "fabletop"), "serve", "--port", "0", "--data", "data", "--workers", "1"]
    with subprocess.Popen(
        command, cwd=tmp_path, env=bare(commands), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout
            address = server.stdout.readline().split()[-1]
            page = fetch(address)
            (script,) = re.findall(r'src="/(assets/[^"]+\.js)"', page)
            assert "not built" not in page and len(fetch(address + script)) > 10_000
            assert '"storybook"' in fetch(address + "api/shelf")
            assert "Icons made by Lorc" in fetch(address + "licences.txt")
        finally:
            server.terminate()
            server.communicate()


def fetch(address: str) -> str:
    """What the server answers, as soon as it does."""
    for _ in range(300):
        try:
            with urllib.request.urlopen(address, timeout=30) as answer:
                return str(answer.read().decode())
        except urllib.error.URLError:
            time.sleep(0.1)
    raise TimeoutError(address)


def test_the_licences_of_what_is_bundled_are_in_every_file(dist: Path) -> None:
    for file in dist.glob("*.whl"):
        with zipfile.ZipFile(file) as packed:
            texts = [packed.read(name).decode() for name in packed.namelist() if "/licenses/" in name]
        check_licences(texts)
    (source,) = dist.glob("*.tar.gz")
    with tarfile.open(source) as packed_source:
        wanted = [name for name in packed_source.getnames() if re.search(r"LICENSE|licences\.txt", name)]
        files = [found for name in wanted if (found := packed_source.extractfile(name))]
        check_licences([found.read().decode() for found in files])


def check_licences(texts: list[str]) -> None:
    whole = "\n".join(texts)
    for words in (
        "SIL OPEN FONT LICENSE",
        "licenses/by/3.0",
        "Icons made by",
        "svelte 5",
        "mypyc",
        "MIT License",
    ):
        assert words in whole, words


def test_the_command_refuses_what_is_not_committed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "changes", lambda: True)
    with pytest.raises(SystemExit, match="not committed"):
        release.main([])
