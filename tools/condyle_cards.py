"""Play random games of Condyle Cove and count how often each card did something.

    python tools/condyle_cards.py [games] [seed]

A card has done something if the journal tells an effect of it before the next thing is begun. A
Permanent card counts when somebody gets it.
"""

import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BEGINS = ("play", "defend", "he_plays", "his_move", "act", "drawn_act", "winter", "haunted")
EFFECTS = {
    "moved", "sent", "stolen", "stolen_pile", "scavenged", "lost", "lost_top", "recovered", "stashed",
    "fetched", "sifted", "saw", "peeked", "traded", "gave", "boost", "shield", "end_turn", "built",
    "cancelled", "spared", "swapped", "benny", "out", "he_moves", "caught",
}  # fmt: skip
BREAKS = {"turn", "go", "stay", "cove", "slap", "scream"}


def drawn_options(game: Any, players: int, chance: random.Random) -> dict[str, str]:
    from fabletop import Mistake

    if players == 1:
        return {}
    choices = game.choices(players, game.edition("house"))
    while True:
        wishes = {
            k: chance.choice(c.values) for k, c in choices.items() if k != "clock" and chance.random() < 0.6
        }
        try:
            game.opening(players, wishes)
            return wishes
        except Mistake:
            continue


def count(games: int, seed: int) -> tuple[Counter[str], Counter[str]]:
    import fabletop
    from fabletop.kernel.journal import Journal

    edition: Any = fabletop.game("condyle").edition("house")
    begun: Counter[str] = Counter()
    worked: Counter[str] = Counter()
    for number in range(games):
        chance = random.Random(f"{seed} {number}")
        players = chance.choice([1, 2, 3, 4])
        game = fabletop.game("condyle" if players > 1 else "condyle-solo")
        state = game.start(players, chance.getrandbits(40), drawn_options(game, players, chance))
        state.journal = Journal()
        state.playout(fabletop.seeded(chance.getrandbits(40)))
        stack: list[str] = []
        for kind, _, a, _, _, _ in state.journal.rows:
            name = game.kinds[kind]
            if name in BEGINS:
                cards = (
                    edition.acts
                    if "act" in name
                    else edition.charms
                    if name in ("winter", "haunted")
                    else edition.faces
                )
                deck = "Act" if "act" in name else name if name in ("winter", "haunted") else "Options"
                card = f"{deck}: {cards[a].name}"
                begun[card] += 1
                if name in ("winter", "haunted") and cards[a].permanent:
                    worked[card] += 1
                    stack = []
                else:
                    stack = [*stack, card] if name == "defend" else [card]
            elif name in BREAKS:
                stack = []
            elif name in EFFECTS and stack and not (name == "recovered" and a == 0):
                card = stack.pop()
                worked[card] += 1
    return begun, worked


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    begun, worked = count(games, int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    print(f"{games} random games\n{'card':<50} begun   did something")
    for card in sorted(begun, key=lambda card: (card.split(":")[0], worked[card])):
        print(f"{card:<50} {begun[card]:>6} {worked[card]:>7}")


if __name__ == "__main__":
    sys.path.append(str(ROOT / "src"))  # after PYTHONPATH, which may name a compiled engine
    main()
