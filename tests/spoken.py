"""What people are told that a playthrough leaves out: python -m tests.spoken writes it anew.

Of some random games of each variant: all answers in words with their warnings, all refusals of what one may
wonder about, and all that anybody is told, as digests; and below, in words, the first of each sort. Review
the diff.
"""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import fabletop
from fabletop.games import ours
from fabletop.kernel.action import act
from fabletop.kernel.game import Game
from fabletop.kernel.journal import Journal, Row
from fabletop.kernel.playthrough import entry_line, eyes
from fabletop.kernel.question import Option, Refusal
from fabletop.kernel.state import State
from fabletop.lab.checks import Variant, checks_of

GOLDENS = Path(__file__).resolve().parent / "goldens"
GAMES = 3  # of each variant
LONGEST = 400  # answers of one that need not end
STRETCH = 50  # answers that a digest tells of
THINGS = (0, 1, 2, 3, 4, 6, 9, 20, 40, 100, 1000)  # that somebody might do something to who knows no better

Said = tuple[str, str]  # of a sort, or of none that is shown; in words


def spoken(game: Game) -> str:
    """All of it, as the text that is kept."""
    first: dict[str, str] = {}
    digests = [
        one_game(game, variant, seed, first) for variant in checks_of(game).variant for seed in range(GAMES)
    ]
    return "\n".join([*digests, "", *(f"{sort}: {first[sort]}" for sort in sorted(first))]) + "\n"


def one_game(game: Game, variant: Variant, seed: int, first: dict[str, str]) -> str:
    """Its digests; what is the first of its sort is noted."""
    journal = Journal()
    state = game.begin(game.opening(variant.players, variant.options), fabletop.seeded(seed), journal)
    chance = fabletop.seeded(seed).split()
    digests = [sha256() for _ in range(0, LONGEST, STRETCH)]
    said = list(news(game, state, journal.rows))
    while not state.over and (number := int(state.moves)) < LONGEST:
        said += answers(game, state)
        actions = state.legal()
        told = len(journal.rows)
        state.apply(actions[chance.below(len(actions))])
        said += news(game, state, journal.rows[told:])
        for sort, words in said:
            digests[number // STRETCH].update(f"{words}\n".encode())
            if sort:
                first.setdefault(sort, words)
        said.clear()
    options = ", ".join(f"{name}={value}" for name, value in sorted(variant.options.items()))
    heading = (
        f"players: {variant.players}, options: {options or 'none'}, seed: {seed}, answers: {state.moves}"
    )
    return " ".join([heading, *(one.hexdigest()[:8] for one in digests[: number // STRETCH + 1])])


def answers(game: Game, state: State) -> Iterator[Said]:
    """What whoever is asked may do or wonder about."""
    seat = int(state.seat)
    for option in game.conceivable(state, seat):
        refusal = game.explain(state, seat, option.action)
        yield sort_of(state, option, refusal), f"{option.words}: {refusal or option.sure or option.ends}"
        yield "", str(option)
    for verb in sorted(state.question.verbs):
        for thing in THINGS:
            if refusal := game.explain(state, seat, int(act(verb, thing))):
                name = game.verbs[verb]
                yield f"any {name}, {refusal.rule}", f"{name} {thing}: {refusal}"


def sort_of(state: State, option: Option, refusal: Refusal | None) -> str:
    """Refusals by their rules, where this is the question for it; warnings by their words."""
    if refusal is None:
        return f"{option.verb}, {option.sure or option.ends}" if option.sure or option.ends else ""
    untimely = refusal.words.startswith(state.question.prompt(state))
    return f"{option.verb}, {'not now' if untimely else refusal.rule}"


def news(game: Game, state: State, rows: list[Row]) -> Iterator[Said]:
    """What each of those who look on is told."""
    for name, seat in eyes(state):
        for entry in game.tell(state, rows, seat):
            yield f"told, {entry.kind}", f"{name}: {entry_line(entry)}"


def main() -> None:
    for name in ours():
        text = spoken(fabletop.game(name))
        (GOLDENS / f"{name}-spoken.txt").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
