"""Writes docs/declarations.md: what the editions of each game are made of, from what the games declare.

python -m tools.declarations
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs/declarations.md"
HEAD = """# What editions are made of

Written by `python -m tools.declarations` from what each game declares; see [editions.md](editions.md).
"""


def written() -> str:
    from fabletop.cli.commands.declares import page
    from fabletop.server.workshop.drafts import declared_games

    return "\n".join([HEAD, *(page(game) + "\n" for game in declared_games())])


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "src"))
    TARGET.write_text(written(), encoding="utf-8")
