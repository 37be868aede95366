"""Count the sequences of answers from the start of a game: a number that changes when a rule does."""

import argparse
import json

NAME = "perft"
HELP = "count what can happen in the first answers"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("depth", type=int, metavar="DEPTH", help="how many answers")
    parser.add_argument("--divide", action="store_true", help="split the count by the first answer")
    parser.add_argument("--players", type=int, metavar="P", help="how many play")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="decides what chance does")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="an option of the game")
    parser.add_argument("--edition", default="house", metavar="E", help="the name of an edition, or its file")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    import fabletop
    from fabletop.kernel.perft import divide, perft
    from fabletop.lab.arguments import options_from

    game = fabletop.game(args.game)
    state = game.start(args.players, args.seed, options_from(args.option), args.edition)
    split = divide(state, args.depth) if args.divide else {}
    total = sum(split.values()) if split else perft(state, args.depth)
    if args.json:
        found = {"game": args.game, "players": state.opening.players, "seed": args.seed}
        parts = {"divide": {str(action): count for action, count in split.items()}} if args.divide else {}
        print(json.dumps({**found, "depth": args.depth, "perft": total, **parts}, indent=2))
        return 0
    for action, count in split.items():
        print(f"{count:>12}  {action}  {game.words(state, action)}")
    print(f"{total:>12}  in all" if args.divide else total)
    return 0
