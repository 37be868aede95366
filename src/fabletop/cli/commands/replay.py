"""Show a replay: what happened, as a spectator, as one seat, or with nothing hidden once it is over."""

import argparse
import json
from typing import Any

from fabletop import Mistake
from fabletop.kernel.replay import NotPlayed, load, resume
from fabletop.kernel.session import Session

NAME = "replay"
HELP = "show a stored game"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a replay, as 'save' writes it")
    seen_by = parser.add_mutually_exclusive_group()
    seen_by.add_argument("--seat", type=int, metavar="N", help="as this seat saw it (default: a spectator)")
    seen_by.add_argument("--all", action="store_true", help="with all that was hidden; finished games only")
    parser.add_argument("--step", type=int, metavar="N", help="only the table as it was after N answers")
    parser.add_argument("--edition", metavar="FILE", help="the edition, if it is one of your own")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    try:
        session = resume(load(args.file, args.edition))
    except NotPlayed as found:
        if found.result is None:
            raise
        show_as_told(found)
        return 0
    check(args, session)
    last = len(session.actions) if args.step is None else args.step
    if args.json and args.step is None:
        print_json([step(session, number, args) for number in range(last + 1)])
    elif args.json:
        views = [session.game.view(session.at(last), seat) for seat in viewers(args, session)]
        print_json(views if args.all else views[0])
    else:
        if args.step is None:
            show_story(args, session)
        show_table(args, session, last)
    return 0


def show_as_told(found: NotPlayed) -> None:
    """A finished game of rules that are not played here, as its file tells it: nothing is hidden any more."""
    print(f"{found.game.title}, as the file tells it.\n{found}\n")
    for number, answer in enumerate(found.actions, 1):
        print(f"{number:>4}  seat {answer.seat}: {answer.words}")
    print(
        "\nIt was worth " + ", ".join(f"{worth:+g} to seat {n}" for n, worth in enumerate(found.result or ()))
    )


def check(args: argparse.Namespace, session: Session) -> None:
    if args.seat is not None:
        session.check_seat(args.seat)
    if args.all and not session.over:
        raise Mistake("--all shows what is hidden, and this game is not over: use --seat N, or neither")
    if args.step is not None and not 0 <= args.step <= len(session.actions):
        raise Mistake(f"--step {args.step}: this game has the steps 0 to {len(session.actions)}")


def viewers(args: argparse.Namespace, session: Session) -> list[int | None]:
    """Through whose eyes the table is shown; None is a spectator."""
    return list(range(session.opening.players)) if args.all else [args.seat]


def show_story(args: argparse.Namespace, session: Session) -> None:
    opening = session.opening
    print(f"{session.game.title}, {opening.players} players, edition {opening.edition.name}\n")
    for number in range(len(session.actions) + 1):
        if args.all and number > 0:
            answer = session.actions[number - 1]
            print(f"{number:>4}  {session.name(answer.seat)}: {answer.words}")
        for entry in session.told(args.seat, number):
            print(f"      {entry.words}" if args.all else f"{number:>4}  {entry.words}")
    print()


def show_table(args: argparse.Namespace, session: Session, number: int) -> None:
    """The table after so many answers."""
    state = session.at(number)
    for seat in viewers(args, session):
        if args.all and seat is not None:
            print(f"As {session.game.seat_name(state, seat)} sees it:")
        print(session.game.text(state, seat) + "\n")
    if session.over and number == len(session.actions):
        print(session.result())
    else:
        print(f"It is the question of {session.game.seat_name(state, int(state.seat))}.")


def step(session: Session, number: int, args: argparse.Namespace) -> dict[str, Any]:
    """One step as data, 0 being the start: the answer itself only for eyes that may know it."""
    told = [entry.words for entry in session.told(args.seat, number)]
    if number == 0:
        return {"step": 0, "seat": None, "told": told}
    answer = session.actions[number - 1]
    known = args.all or args.seat == answer.seat
    own = {"action": answer.action, "words": answer.words} if known else {}
    return {"step": number, "seat": answer.seat, **own, "told": told}


def print_json(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))
