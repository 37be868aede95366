"""Play random games of every variant, and check at every step all that a game promises."""

import argparse

NAME = "conformance"
HELP = "check that a game keeps its promises"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--games", type=int, default=3, metavar="N", help="of each variant (default: 3)")


def run(args: argparse.Namespace) -> int:
    import fabletop
    from fabletop.lab.checks import checks_of
    from fabletop.lab.suite import what_is_broken

    if args.games < 1:
        raise fabletop.Mistake("at least 1 game is needed")
    game = fabletop.game(args.game)
    variants = checks_of(game).variant
    failed = 0
    for variant in variants:
        broken = what_is_broken(game, variant, args.games)
        failed += bool(broken)
        options = "".join(f", {name}={value}" for name, value in variant.options.items())
        print(f"{game.name}, {variant.players} players{options}: {'BROKEN' if broken else 'ok'}", flush=True)
        for words in broken:
            print(f"  {words}")
    print(f"{len(variants) - failed} of {len(variants)} variants keep their promises.")
    return 1 if failed else 0
