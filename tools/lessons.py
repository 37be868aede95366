"""Plays a guided game through as far as it is written, and shows what is asked where it stops.

python -m tools.lessons GAME [FILE]

For writing a lesson, or for mending one after cards have changed: the first step that cannot be is named,
with everything that could be answered instead.
"""

import sys
import tomllib
from pathlib import Path

import fabletop
from fabletop.kernel.question import Mistake
from fabletop.kernel.session import Session
from fabletop.server.lesson import FILE, read_step


def show(name: str, path: Path) -> None:
    game = fabletop.game(name)
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    learner = content["seat"]
    session = Session(game, content.get("players"), content["seed"], content.get("options", {}))
    for number, row in enumerate(content["step"], 1):
        told = len(session.journal.rows)
        asked = learner if session.asks(learner) else session.seat
        try:
            read_step(session, row, f"step {number}", learner)
        except Mistake as problem:
            print(problem)
            break
        print(f"{number:3} {'you' if asked == learner else f'seat {asked}'}: {session.actions[-1].words}")
        for entry in session.entries(learner, told):
            print(f"      * {entry.words}")
    asked = learner if session.asks(learner) else session.seat
    question = game.ask(session.state, asked)
    print(game.text(session.state, asked), "", question.prompt, sep="\n")
    for option in question.options:
        print(f"  {option.words}")


if __name__ == "__main__":
    named = sys.argv[1]
    show(named, Path(sys.argv[2]) if len(sys.argv) > 2 else fabletop.game(named).home / FILE)
