"""Writes positions of random games as JSON, to draw boards from without a server.

python -m tools.positions GAME [PLAYERS] [OPTION=VALUE ...] > web/positions/GAME.json
"""

import json
import sys
from typing import Any

import fabletop
from fabletop.bots import make
from fabletop.kernel.rng import seeded
from fabletop.kernel.session import Session


def positions(name: str, players: int | None, options: dict[str, str], seed: int = 5) -> list[dict[str, Any]]:
    """The position at every answer of one game, as the seat that is asked sees it."""
    game = fabletop.game(name)
    session = Session(game, players, seed, options)
    rng = seeded(seed)
    bot = make("greedy")
    found = []
    while True:
        seat = session.seat
        question = game.ask(session.state, seat)
        options_now = [
            {"action": o.action, "verb": o.verb, "thing": o.thing, "words": o.words, "sure": o.sure}
            for o in question.options
        ]
        found.append(
            {
                "number": len(session.actions),
                "over": session.over,
                "view": game.view(session.state, seat),
                "question": {
                    "seats": [s for s in range(session.opening.players) if session.asks(s)],
                    "prompt": question.prompt,
                    "options": options_now,
                },
                "spoken": game.text(session.state, seat, spoken=True).splitlines(),
                "things": sorted({o.thing for o in game.conceivable(session.state, seat)}),
            }
        )
        if seat is None:
            return found
        session.play(seat, int(bot.choose(session.state.resampled(seat, rng), rng)))


def main(name: str, *more: str) -> None:
    players = next((int(word) for word in more if word.isdigit()), None)
    options = dict(word.split("=", 1) for word in more if "=" in word)
    game = fabletop.game(name)
    json.dump(
        {"catalog": game.catalog(game.edition("house")), "positions": positions(name, players, options)},
        sys.stdout,
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
