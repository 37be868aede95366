"""The walk of docs/adding-a-game.md, and the example it walks through, made visible as an install would."""

import re
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples" / "moths"
PAGE = ROOT / "docs" / "adding-a-game.md"
LITTER = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "build", "*.egg-info", "compiled_for.txt")


def snippets(kind: str) -> list[str]:
    """The blocks of one kind that the page shows."""
    return re.findall(rf"```{kind}\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


def commands() -> list[str]:
    return [line for block in snippets("sh") for line in block.splitlines()]


def put(folder: Path) -> None:
    """The example as if it were installed in this folder."""
    shutil.copytree(EXAMPLE / "moths", folder / "moths", ignore=LITTER)
    info = folder / "fabletop_moths-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: fabletop-moths\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[fabletop.games]\nmoths = moths.game:GAME\n")
