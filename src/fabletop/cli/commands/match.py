"""Let bots play a match: every seed with every seating, results with 95 % intervals and Elo figures.

--bots a,b,c plays every pairing (against the game itself: every bot with its like, on the same seeds);
--lineup a,b,b,b one table. What the games would let players choose (sides, champions, characters) is drawn
by lot, the same for all seatings of a seed. A match written with --out can be stopped and resumed.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from fabletop.cli.hands import add_hands
from fabletop.cli.progress import progress_bar
from fabletop.kernel.question import Mistake

NAME = "match"
HELP = "let bots play a match, with Elo figures and intervals"
GAMES = 100


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?", help="may be left out with --resume")
    parser.add_argument("--bots", metavar="A,B", help="bots that meet each other, in a team game one a team")
    parser.add_argument("--lineup", metavar="A,B,B,B", help="the bots of one table, rotated over its seats")
    parser.add_argument(
        "--games", type=int, metavar="N", help=f"how many for each pairing or lineup (default: {GAMES})"
    )
    parser.add_argument("--budget", metavar="B", help="for bots that take one: 200 (simulations) or 100ms")
    parser.add_argument("--players", type=int, metavar="P", help="how many play")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="an option of the game")
    parser.add_argument("--edition", metavar="E", help="the name of an edition, or its file")
    parser.add_argument(
        "--choose", action="store_true", help="let the bots choose what would be drawn by lot"
    )
    parser.add_argument(
        "--seed", type=int, metavar="S", help="the same seed gives the same games (default: 0)"
    )
    add_hands(parser)
    parser.add_argument("--out", type=Path, metavar="FILE", help="write every game there, as it goes")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with a match written with --out")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    from fabletop.lab.match import Results, load, play_match
    from fabletop.lab.matchtable import lines
    from fabletop.lab.standings import standings_of

    if args.resume:
        stored, results = load(args.resume)
        match = resumed(args, stored)
    else:
        match, results = asked(args), Results()
        if args.out and args.out.exists():
            raise Mistake(f"{str(args.out)!r} exists: go on with --resume, or name another file")
    with progress_bar("games", wanted=not args.json) as progress:
        stopped = play_match(match, results, args.jobs, progress, args.out or args.resume, args.cluster)
    if stopped:
        where = args.out or args.resume
        hint = f"; go on with: fabletop match --resume {where}" if where else ""
        print(f"fabletop: stopped after {results.games} of {match.games} games{hint}", file=sys.stderr)
    found = standings_of(match, results)
    if args.json:
        from dataclasses import asdict

        content = {"match": asdict(match), "stopped": stopped, **found.as_json()}
        print(json.dumps(content, ensure_ascii=False, indent=2))
    else:
        print("\n".join(lines(match, found)))
    return 0


def asked(args: argparse.Namespace) -> Any:
    from fabletop.lab.arguments import options_from, seats_from
    from fabletop.lab.match import match_of

    if args.game is None:
        raise Mistake("which GAME? It can be left out only with --resume")
    if bool(args.bots) == bool(args.lineup):
        raise Mistake("give either --bots a,b or --lineup a,b,b,b")
    return match_of(
        args.game,
        names=seats_from(args.bots) if args.bots else (),
        lineup=seats_from(args.lineup) if args.lineup else (),
        games=GAMES if args.games is None else args.games,
        players=args.players,
        seed=args.seed or 0,
        options=options_from(args.option),
        edition=args.edition or "house",
        budget=args.budget,
        choose=args.choose,
    )


def resumed(args: argparse.Namespace, stored: Any) -> Any:
    """The stored match, perhaps with more games. Whatever else is said must agree with it."""
    from dataclasses import replace

    from fabletop.lab.arguments import options_from
    from fabletop.lab.match import rotations

    for name in ("bots", "lineup", "budget"):
        if getattr(args, name):
            raise Mistake(f"--{name} cannot be given with --resume: the file says who plays")
    said = {name: getattr(args, name) for name in ("game", "players", "edition", "seed")}
    said |= {"options": options_from(args.option) or None, "choose": args.choose or None}
    for name, value in said.items():
        if value is not None and value != getattr(stored, name):
            raise Mistake(
                f"the match in {args.resume.name} has {name} {getattr(stored, name)!r}, not {value!r}"
            )
    if args.games is None:
        return stored
    rounds = -(-args.games // len(rotations(stored.lineups[0])))
    if rounds < stored.rounds:
        raise Mistake(
            f"the match in {args.resume.name} has {stored.rounds} rounds; give as many games or more"
        )
    return replace(stored, rounds=rounds)
