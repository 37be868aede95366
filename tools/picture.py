"""Draws docs/table.svg, the picture in the README, from a real game at the table.

python tools/picture.py
"""

import io
import re
from pathlib import Path

from rich.console import Console

import fabletop
from fabletop import bots
from fabletop.cli.screen import Pretty
from fabletop.cli.table import Table
from fabletop.kernel.session import Session

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "table.svg"
OPTIONS = {"side": "heroes", "hero": "alice", "hero_ally": "tinker-bell", "villain": "hook"}
ANSWERS = 21


def main() -> None:
    session = Session(fabletop.game("storybook"), 2, 4, OPTIONS)
    rng = fabletop.seeded(3)
    while not session.over and (len(session.actions) < ANSWERS or session.seat != 0):
        seat = session.seat
        assert seat is not None
        view = session.game.resample(session.state, seat, rng)
        session.play(seat, int(bots.make("greedy").choose(view, rng)))
    console = Console(record=True, width=100, file=io.StringIO(), force_terminal=True)
    table = Table(session, {}, Pretty(console))
    table.screen.title("Storybook Battles")
    table.screen.news([entry.words for entry in session.entries(0)[-6:]])
    table.board(0)
    table.put_question(0)
    drawn = console.export_svg(title="./play", unique_id="table")
    drawn = re.sub(r"<!--.*?-->", "", drawn)
    drawn = re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.DOTALL)  # fonts from elsewhere: not needed
    PICTURE.write_text("\n".join(line.rstrip() for line in drawn.splitlines()) + "\n", "utf-8")


if __name__ == "__main__":
    main()
