"""What the view of every game begins with."""

from typing import TypedDict

from fabletop.kernel.state import State


class Seen(TypedDict):
    game: str
    edition: str
    options: dict[str, str]
    seat: int | None  # whose view it is
    phase: str
    asked: int | None


def seen(state: State, seat: int | None, phase: str) -> Seen:
    return {
        "game": state.opening.game.name,
        "edition": state.opening.edition.name,
        "options": state.opening.open_options,
        "seat": seat,
        "phase": phase,
        "asked": None if state.over else int(state.seat),
    }
