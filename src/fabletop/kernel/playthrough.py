"""A playthrough: everything observable in one random game, as text that can be kept and compared.

Two versions of the rules give the same text exactly when nobody at the table could tell them apart
in this game, so a stored playthrough shows in a diff what a change does to a game.
"""

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from typing import Any

from fabletop.kernel.edition import Edition
from fabletop.kernel.game import Entry, Game, Json
from fabletop.kernel.journal import Journal, Row
from fabletop.kernel.question import Mistake
from fabletop.kernel.rng import seeded
from fabletop.kernel.state import State

SPECTATOR = "spectator"


def playthrough(
    game: Game,
    seed: int = 0,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    edition: "str | Path | Edition" = "house",
    full_every: int = 25,
    longest: int = 10_000,
) -> str:
    """Play a game with random answers and write down all that each seat and a spectator can see.

    Views are shown as digests, and in full at the start, at every `full_every`th answer and at the end.
    """
    if full_every < 1:
        raise Mistake(f"a full view every {full_every} answers is not possible; give 1 or more")
    state = game.start(players, seed, options, edition)
    return "\n".join(lines(game, state, seed, full_every, longest)) + "\n"


def lines(game: Game, state: State, seed: int, full_every: int, longest: int) -> Iterator[str]:
    journal = state.journal = Journal()
    chance = seeded(seed).split()
    yield from heading(game, state, seed)
    while not state.over:
        number = int(state.moves)
        if number >= longest:
            yield f"stopped after {number} answers"
            return
        yield from question(game, state)
        yield from views(game, state, full=number % full_every == 0)
        actions = state.legal()
        action = actions[chance.below(len(actions))]
        yield f"> {action}"
        told = len(journal.rows)
        state.apply(action)
        yield from news(game, state, journal.rows[told:])
        yield ""
    yield from ending(game, state)


def heading(game: Game, state: State, seed: int) -> Iterator[str]:
    opening = state.opening
    options = ", ".join(f"{name}={value}" for name, value in sorted(opening.options.items()))
    yield f"game: {game.name}, rules version {game.rules_version}"
    yield f"edition: {opening.edition.name}, version {opening.edition.version}"
    yield f"players: {opening.players}"
    yield f"options: {options or 'none'}"
    yield f"seed: {seed}"
    yield ""


def question(game: Game, state: State) -> Iterator[str]:
    """What is asked, as the asked seat sees it, and what the others see of it."""
    seat = int(state.seat)
    asked = game.ask(state, seat)
    yield f"#{int(state.moves)}  seat {seat}, {game.seat_name(state, seat)}: {asked.prompt}"
    others = {game.ask(state, other).prompt for _, other in eyes(state) if other != seat}
    yield from (f"  to the others: {prompt}" for prompt in sorted(others - {asked.prompt}))
    for option in asked.options:
        thing = f"  <{option.verb} {option.thing}>" if option.thing else f"  <{option.verb}>"
        yield f"  [{option.action}] {option.words}{thing}"


def views(game: Game, state: State, full: bool) -> Iterator[str]:
    seen = {name: game.view(state, seat) for name, seat in eyes(state)}
    yield "views: " + ", ".join(f"{name} {digest(view)}" for name, view in seen.items())
    if not full:
        return
    public = seen.pop(SPECTATOR)
    yield f"view of {SPECTATOR}:"
    yield from (f"  {key}: {compact(public[key])}" for key in sorted(public))
    for name, view in seen.items():
        yield f"view of {name}, where it differs:"
        differs = [key for key in sorted(public | view) if view.get(key) != public.get(key)]
        yield from (f"  {key}: {compact(view.get(key))}" for key in differs)
    seat = None if state.over else int(state.seat)
    yield f"as text for {SPECTATOR if seat is None else f'seat {seat}'}:"
    yield from (f"  | {line}".rstrip() for line in game.text(state, seat).splitlines())


def news(game: Game, state: State, rows: list[Row]) -> Iterator[str]:
    """What a spectator is told, and what seats are told instead."""
    public = game.tell(state, rows, None)
    yield from (f"  {entry_line(entry)}" for entry in public)
    for name, seat in eyes(state):
        told = game.tell(state, rows, seat)
        for entry, instead_of in zip_longest(told, public):
            if entry != instead_of:
                yield f"  {name}: {entry_line(entry) if entry else 'nothing'}"


def ending(game: Game, state: State) -> Iterator[str]:
    yield f"over after {int(state.moves)} answers: {game.result(state)}"
    yield f"returns: {compact(state.returns())}"
    yield from views(game, state, full=True)


def eyes(state: State) -> list[tuple[str, int | None]]:
    """All who look on."""
    return [*((f"seat {seat}", seat) for seat in range(state.opening.players)), (SPECTATOR, None)]


def entry_line(entry: Entry) -> str:
    return f"- {entry.words}  {entry.kind} {compact(entry.data)}"


def compact(content: Any) -> str:
    return json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def digest(view: Json) -> str:
    return sha256(compact(view).encode()).hexdigest()[:12]
