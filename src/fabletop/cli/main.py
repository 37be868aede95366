"""The command `fabletop`: finds its commands, and turns mistakes into sentences and exit codes."""

import argparse
import io
import os
import sys
from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from fabletop import Illegal, Mistake, __version__
from fabletop.cli import commands

WRONG = 2  # something a person gave is wrong; argparse says the same
INTERRUPTED = 130
PIPE_CLOSED = 141


def main(argv: list[str] | None = None) -> int:
    """Run one command. Mistakes are one message on stderr and exit code 2, never a traceback."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        code = run(argv)
        sys.stdout.flush()
        return code
    except (Mistake, Illegal) as mistake:
        print(f"fabletop: {mistake}", file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        print("\nfabletop: stopped", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        discard_output()
        return PIPE_CLOSED


def run(argv: list[str] | None) -> int:
    parser = make_parser()
    args = parser.parse_args(argv)
    if args.command is None:
        parser.print_help()
        return 0
    code: int = args.run(args)
    return code


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fabletop",
        description="Storybook games on a table that enforces and explains their rules.",
        epilog="'fabletop play' starts a game; 'fabletop COMMAND --help' tells more about a command.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"fabletop {__version__}")
    room = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for module in found_commands():
        own = room.add_parser(module.NAME, help=module.HELP, description=module.__doc__, allow_abbrev=False)
        own.set_defaults(run=module.run)
        module.add(own)
    return parser


def found_commands() -> Iterator[ModuleType]:
    for module in iter_modules(commands.__path__):
        yield import_module(f"{commands.__name__}.{module.name}")


def discard_output() -> None:
    """Nobody reads on: let what is still to be flushed vanish instead of failing at exit."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, io.UnsupportedOperation):
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


if __name__ == "__main__":
    sys.exit(main())
