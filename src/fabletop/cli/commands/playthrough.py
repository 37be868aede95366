"""Write down everything that all seats can see in one random game, as text to keep and compare."""

import argparse

NAME = "playthrough"
HELP = "write down everything observable in one random game"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--players", type=int, metavar="P", help="how many play")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the same seed gives the same game")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="an option of the game")
    parser.add_argument("--edition", default="house", metavar="E", help="the name of an edition, or its file")
    parser.add_argument(
        "--full", type=int, default=25, metavar="N", help="whole views at every Nth answer (default: 25)"
    )


def run(args: argparse.Namespace) -> int:
    import fabletop
    from fabletop.kernel.playthrough import playthrough
    from fabletop.lab.arguments import options_from

    game = fabletop.game(args.game)
    options = options_from(args.option)
    print(playthrough(game, args.seed, args.players, options, args.edition, args.full), end="")
    return 0
