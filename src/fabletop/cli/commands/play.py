"""Play at the table in the terminal: against bots, or with several people at one keyboard."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import fabletop
from fabletop import Game, Mistake
from fabletop.bots.levels import LEVELS
from fabletop.cli.answers import find_answer
from fabletop.cli.screen import Screen, make_screen
from fabletop.cli.seats import PEOPLE, default_seats, read_seats, seat_bots
from fabletop.cli.table import Quit, Table
from fabletop.kernel import replay
from fabletop.kernel.question import Option
from fabletop.kernel.session import Session

NAME = "play"
HELP = "play a game in the terminal"
INTERRUPTED = 130


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="which game; without it you are asked")
    parser.add_argument("--players", type=int, metavar="N", help="how many play")
    parser.add_argument("--seats", metavar="A,B", help="who sits where: me, or a bot (default: me,fair)")
    parser.add_argument("--seed", type=int, metavar="S", help="make chance repeatable (default: secret)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="K=V", help="see 'fabletop games GAME'"
    )
    parser.add_argument("--edition", metavar="E", help="an edition's name, or the file of your own")
    parser.add_argument("--load", metavar="FILE", help="go on with a saved game")
    parser.add_argument("--at", type=int, metavar="N", help="with --load: from the moment after N answers on")
    parser.add_argument("--save", metavar="FILE", help="save the game to this file when you leave the table")
    parser.add_argument("--plain", action="store_true", help="plain sentences, for pipes and screen readers")
    parser.add_argument("--fast", action="store_true", help="do not pause after what bots do")


@dataclass
class Seating:
    """What was agreed on the command line."""

    seats: list[str]
    file: Path | None  # to save to, unasked


def run(args: argparse.Namespace) -> int:
    screen = make_screen(args.plain, args.fast)
    try:
        session, seating = sit_down(args, screen)
    except EOFError:
        return 0
    welcome(screen, session, seating)
    loaded = Path(args.load) if args.load else None
    while True:
        table = Table(session, seat_bots(seating.seats, session.seed), screen, loaded)
        code, again = play(table, seating.file)
        if not again:
            return code
        loaded = seating.file = None
        session = Session(
            session.game, session.opening.players, None, session.opening.options, session.opening.edition
        )


def play(table: Table, file: Path | None) -> tuple[int, bool]:
    """Play one game; returns the exit code, and whether another one is wanted."""
    code, again, ended = 0, False, False
    try:
        again = table.run()
    except Quit:
        pass
    except EOFError:
        ended = True
    except KeyboardInterrupt:
        table.screen.say()
        code = INTERRUPTED
    if file is not None and table.unsaved:
        table.replaced = file
        table.save(None, str(file))
    if not table.session.over:
        table.leave(ended)
    if not again:
        table.screen.say("Goodbye.")
    return code, again


# --- Before the game ------------------------------------------------------------------------


def sit_down(args: argparse.Namespace, screen: Screen) -> tuple[Session, Seating]:
    file = Path(args.save) if args.save else None
    if file is not None and file.exists() and args.save != args.load:
        raise Mistake(f"--save: there is a file {args.save} already; choose another name")
    if args.at is not None and not args.load:
        raise Mistake("--at names a moment of a saved game: give its file with --load")
    if args.load:
        session = load(args)
        return session, Seating(seats_for(args, session.opening.players), file)
    game = fabletop.game(args.game) if args.game else choose_game(screen)
    players = args.players
    if players is None and args.seats:
        players = len(read_seats(args.seats))
    options = read_options(args.option)
    people = not args.seats or any(name in PEOPLE for name in read_seats(args.seats))
    opening = game.for_people(players, options, args.edition or "house", together=screen.waits and people)
    session = Session(game, seed=args.seed, opening=opening)
    return session, Seating(seats_for(args, session.opening.players), file)


def load(args: argparse.Namespace) -> Session:
    for name in ("game", "players", "seed", "option"):
        if getattr(args, name) not in (None, []):
            raise Mistake(f"--load takes {name!r} from the file: leave it out")
    session = replay.resume(replay.load(args.load, args.edition))
    if args.at is not None:
        last = len(session.actions) - session.state.over
        if not 0 <= args.at <= last:
            raise Mistake(f"--at {args.at}: this game can be played on after 0 to {last} answers")
        session.resigned = ()
        session.go_back_to(args.at)
    return session


def seats_for(args: argparse.Namespace, players: int) -> list[str]:
    seats = read_seats(args.seats) if args.seats else default_seats(players)
    if len(seats) != players:
        raise Mistake(f"--seats names {len(seats)} seats, but {players} play: name one for each")
    return seats


def read_options(pairs: Sequence[str]) -> dict[str, str]:
    options: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise Mistake(f"--option {pair!r}: expected name=value")
        if name in options:
            raise Mistake(f"--option {name!r} is given twice")
        options[name] = value
    return options


def choose_game(screen: Screen) -> Game:
    """The only game there is, or the one a person chooses."""
    names = fabletop.names()
    if len(names) == 1:
        return fabletop.game(names[0])
    options = [Option(i, "", name, f"{name}: {fabletop.game(name).title}") for i, name in enumerate(names)]
    screen.question("Which game do you play?", [("", options)])
    while True:
        try:
            return fabletop.game(names[find_answer(screen.read(), options).action])
        except Mistake as mistake:
            screen.hint(str(mistake))


def welcome(screen: Screen, session: Session, seating: Seating) -> None:
    screen.title(session.game.title)
    screen.say(session.game.blurb)
    who = [
        f"seat {seat}: {'a person' if name in PEOPLE else f'the bot {name}'}"
        for seat, name in enumerate(seating.seats)
    ]
    screen.say(f"At the table: {', '.join(who)}.")
    strange = session.game.unlearnt(session.opening)
    if strange and any(name.partition(":")[0] in LEVELS for name in seating.seats):
        screen.hint(strange)
    if any(name in PEOPLE for name in seating.seats):
        screen.hint(
            "Answer with a number or with words. Also: why, undo, rules, log, board, save, help, quit."
        )
