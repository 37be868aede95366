"""What a study draws for each of its games: the options that nobody gave."""

from collections.abc import Collection, Sequence

from fabletop.kernel.edition import Edition
from fabletop.kernel.game import Game, Opening
from fabletop.kernel.question import Mistake, did_you_mean
from fabletop.kernel.rng import Rng
from fabletop.lab.conformance import BrokenPromise


def draw_option(opening: Opening, name: str, values: list[str], chance: Rng) -> Opening:
    """The opening with one more option, drawn from those that go with the ones it has."""
    while values:
        value = values.pop(chance.below(len(values)))
        try:
            return opening.game.opening(opening.players, opening.options | {name: value}, opening.edition)
        except Mistake:
            continue
    raise BrokenPromise(f"no value of option {name!r} goes with {opening.options}")


def draw_options(opening: Opening, names: Collection[str], chance: Rng) -> Opening:
    """The opening with these options drawn: of values that are made for it evenly, else of all."""
    for name, choice in opening.game.choices(opening.players, opening.edition).items():
        if name in names:
            opening = draw_option(opening, name, list(choice.evenly or choice.values), chance)
    return opening


def drawn_names(
    game: Game, players: int, edition: Edition, given: Collection[str], vary: Sequence[str], choose: bool
) -> tuple[str, ...]:
    """The options to draw: those to `vary` and, unless the bots are to `choose`, what they would choose."""
    choices = game.choices(players, edition)
    for name in vary:
        if name not in choices:
            close = did_you_mean(name, list(choices))
            raise Mistake(f"{game.title} has no option {name!r} for {players} players: {close}")
        if name in given:
            raise Mistake(f"option {name!r} is both given and to be varied")
    evenly = [name for name, choice in choices.items() if choice.evenly and name not in given]
    return tuple(name for name in choices if name in vary or (name in evenly and not choose))
