"""What the table looks like: pretty in a terminal, plain for pipes and screen readers."""

import os
import select
import sys
import time
from collections.abc import Callable, Sequence
from typing import IO, TYPE_CHECKING

from fabletop.cli.answers import place
from fabletop.kernel.question import Option

if TYPE_CHECKING:
    from rich.console import Console

BLANK_LINES = 60  # enough to push a hand out of sight
MANY = 12  # more answers than this are set in columns
GAP = 3  # letters between two columns
FRAME = 4  # letters that a panel takes from a line
PAUSE = 0.7  # seconds after what a bot did
CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # the screen, what scrolled off it, and back to the corner

# How the frames that a board is drawn with are coloured.
STROKES = {"┌─┐│└┘": "bright_cyan", "╔═╗║╚╝": "bright_red", "░▒▓": "dim"}

Groups = Sequence[tuple[str, Sequence[Option]]]


def numbered_places(options: Sequence[Option], before: int) -> str:
    """Where these answers lead, each with its number."""
    return ", ".join(f"{before + i}. {place(option)}" for i, option in enumerate(options, 1))


class Screen:
    """Plain sentences: no boxes, no colour, no cursor tricks."""

    spoken = True  # boards as lines for a screen reader

    def __init__(self, out: IO[str], lines: IO[str]) -> None:
        self.out = out
        self.lines = lines
        self.asks = lines.isatty()  # whether somebody sits there who can be asked once more

    def say(self, text: str = "") -> None:
        print(text, file=self.out)

    def title(self, text: str) -> None:
        self.say(text)

    def news(self, lines: Sequence[str]) -> None:
        for line in lines:
            self.say(line)

    def fits(self, board: str) -> bool:
        """Whether the picture, up to the first empty line, can be shown without breaking its lines."""
        return True

    def board(self, text: str) -> None:
        self.say()
        self.say(text)

    def question(self, prompt: str, groups: Groups) -> None:
        self.say()
        self.prompt(prompt)
        number = 0
        for name, options in groups:
            if name and all(map(place, options)):
                self.say(f"{name}: {numbered_places(options, number)}")
                number += len(options)
                continue
            if name:
                self.say(f"{name.capitalize()}:")
            for option in options:
                number += 1
                self.say(f"{number}. {option.words}")

    def prompt(self, prompt: str) -> None:
        self.say(prompt)

    def hint(self, text: str) -> None:
        """Help, or what was wrong with the last line."""
        self.say(text)

    def clear(self) -> None:
        """Take what a person saw out of the next person's sight."""
        self.say("\n" * BLANK_LINES if self.out.isatty() else "")

    def read(self) -> str:
        """The next line that is typed; EOFError when there is no more."""
        print("> ", end="", file=self.out, flush=True)
        line = self.lines.readline()
        if not self.asks:
            self.say(line.rstrip("\n"))
        if not line:
            raise EOFError
        return line.strip()

    @property
    def waits(self) -> bool:
        """Whether somebody sits there for whom time can run."""
        return self.asks and sys.platform != "win32"

    def read_within(self, seconds: float) -> str | None:
        """The next line that is typed; None: none came within so many seconds."""
        print("> ", end="", file=self.out, flush=True)
        return line_within(self.lines, seconds)

    def ring(self) -> None:
        """Something has happened that nobody did."""
        print("\a", file=self.out)

    def pause(self) -> None:
        """Let a person follow what a bot did."""


class Pretty(Screen):
    """Colours, panels and columns, by Rich."""

    spoken = False

    def __init__(self, console: "Console", typed: Callable[[], str] = input, pause: float = PAUSE) -> None:
        self.console = console
        self.typed = typed
        self.seconds = pause
        self.asks = True

    def say(self, text: str = "") -> None:
        self.console.print(text, markup=False, highlight=False)

    def title(self, text: str) -> None:
        from rich.text import Text

        self.console.rule(Text(text, style="bold magenta"))

    def news(self, lines: Sequence[str]) -> None:
        from rich.text import Text

        for line in lines:
            self.console.print(Text("· " + line, style="cyan"))

    def fits(self, board: str) -> bool:
        picture = board.partition("\n\n")[0]
        return all(len(line) <= self.console.width - FRAME for line in picture.splitlines())

    def board(self, text: str) -> None:
        from rich.panel import Panel
        from rich.text import Text

        drawn = Text(text)
        for letters, style in STROKES.items():
            drawn.highlight_regex(f"[{letters}]+", style)
        self.console.print(Panel(drawn, expand=False, border_style="dim"))

    def question(self, prompt: str, groups: Groups) -> None:
        from rich.text import Text

        self.prompt(prompt)
        digits = len(str(sum(len(options) for _, options in groups)))
        number = 0
        for name, options in groups:
            if name and all(map(place, options)):
                self.console.print(Text.assemble((f"{name}: ", "bold"), numbered_places(options, number)))
                number += len(options)
                continue
            if name:
                self.console.print(Text.assemble(" " * (digits + 1), (name.capitalize(), "bold underline")))
            self.columns([(f"{number + i:{digits}}", option.words) for i, option in enumerate(options, 1)])
            number += len(options)

    def columns(self, lines: Sequence[tuple[str, str]]) -> None:
        """Numbered answers; many short ones side by side, to be read downwards."""
        from rich.cells import cell_len
        from rich.table import Table
        from rich.text import Text

        widths = [cell_len(f"{number} {words}") + GAP for number, words in lines]
        down = len(lines)
        for across in range(2, MANY) if len(lines) > MANY else ():
            deep = -(-len(lines) // across)
            wide = sum(max(widths[start : start + deep]) for start in range(0, len(lines), deep))
            if wide <= self.console.width + GAP:
                down = deep
        columns = []
        for start in range(0, len(lines), down):
            columns.append(Table.grid(padding=(0, 1, 0, 0)))
            columns[-1].add_column(style="bold yellow")
            for number, words in lines[start : start + down]:
                columns[-1].add_row(number, Text(words))
        grid = Table.grid(padding=(0, GAP, 0, 0))
        grid.add_row(*columns)
        self.console.print(grid)

    def prompt(self, prompt: str) -> None:
        from rich.text import Text

        self.console.print(Text(prompt, style="bold green"))

    def hint(self, text: str) -> None:
        self.console.print(text, style="italic", markup=False, highlight=False)

    def clear(self) -> None:
        if self.console.is_terminal:
            self.console.file.write(CLEAR)
            self.console.file.flush()

    def read(self) -> str:
        self.console.print("[bold]›[/] ", end="")
        return self.typed().strip()

    def read_within(self, seconds: float) -> str | None:
        self.console.print("[bold]›[/] ", end="")
        return line_within(sys.stdin, seconds)

    def ring(self) -> None:
        self.console.bell()
        self.console.print()

    def pause(self) -> None:
        time.sleep(self.seconds)


def line_within(lines: IO[str], seconds: float) -> str | None:
    if not select.select([lines], [], [], seconds)[0]:
        return None
    line = lines.readline()
    if not line:
        raise EOFError
    return line.strip()


def make_screen(plain: bool, fast: bool) -> Screen:
    """The screen for this terminal; plain where asked for, and where nothing else would work."""
    terminal = sys.stdout.isatty() and sys.stdin.isatty() and os.environ.get("TERM") != "dumb"
    if plain or not terminal:
        return Screen(sys.stdout, sys.stdin)
    from contextlib import suppress

    from rich.console import Console

    with suppress(ImportError):
        import readline  # noqa: F401  (gives input() a history and the arrow keys)
    hurried = fast or bool(os.environ.get("FABLETOP_FAST"))
    return Pretty(Console(), pause=0 if hurried else PAUSE)
