"""The shelf: our own games by their folders, and those of other packages by their entry points."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import fabletop
from fabletop import games
from fabletop.cli.main import main

Install = Callable[[str, str], None]  # a game's name, and the module it is in
CACHES = (games.names, games.game, games.visitors)

CODE = {
    "twin": "from fabletop.games.storybook.game import GAME",
    "crash": "1 / 0",
    "absent": "import nowhere_to_be_found",
    "number": "GAME = 7",
    "empty": "",
}


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Puts a package with an entry point where Python finds it, as pip would."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def put(name: str, module: str) -> None:
        (tmp_path / f"{module}_game.py").write_text(CODE[module])
        info = tmp_path / f"{module}-1.0.dist-info"
        info.mkdir(exist_ok=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}-box\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[fabletop.games]\n{name} = {module}_game:GAME\n")
        forget()

    yield put
    monkeypatch.undo()
    forget()


def forget() -> None:
    for cached in CACHES:
        cached.cache_clear()


def test_every_folder_is_a_game() -> None:
    assert set(games.ours()) <= set(fabletop.names())
    for name in games.ours():
        assert fabletop.game(name).name == name


@pytest.mark.parametrize(
    ("name", "module", "words"),
    [
        ("crash", "crash", "game 'crash' of crash-box cannot be opened: ZeroDivisionError"),
        ("far", "absent", "cannot be opened: ModuleNotFoundError: No module named 'nowhere_to_be_found'"),
        ("seven", "number", "is left out: number_game:GAME is no fabletop.Game"),
        ("nothing", "empty", "cannot be opened: AttributeError"),
        ("double", "twin", "is left out: it calls itself 'storybook'"),
        ("storybook", "twin", "is left out: there is another game of this name"),
    ],
)
def test_a_broken_game_is_named_and_harms_nobody(
    name: str, module: str, words: str, install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    install(name, module)
    assert set(fabletop.names()) >= set(games.ours())
    assert name in games.ours() or name not in fabletop.names()
    assert any(words in found for found in games.broken())
    assert main(["games"]) == 0
    assert words in capsys.readouterr().out
    if name not in games.ours():
        with pytest.raises(fabletop.Mistake, match=f"of {module}-box"):
            fabletop.game(name)
    assert fabletop.game("storybook").start(2, seed=1).legal()
