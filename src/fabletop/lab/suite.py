"""The suite that every game passes, ours and those of others: random games, with every promise checked."""

from collections.abc import Callable
from itertools import islice

from fabletop.kernel.game import Game
from fabletop.kernel.rng import seeded
from fabletop.kernel.session import Session
from fabletop.kernel.state import State
from fabletop.lab import conformance
from fabletop.lab.checks import Variant
from fabletop.lab.conformance import BrokenPromise, check, steps
from fabletop.lab.observations import check_columns, check_observations

LONG = 300  # answers of a game that need not end
PLENTY = 400  # answers to take back
CLOSE_LOOK, COPIES = 4, 25  # answers between checks that take longer


def keeps_its_promises(game: Game, variant: Variant, games: int) -> None:
    """Legal answers, copies, secrets, and that all pieces are there: at every step of random games."""
    for seed in range(games):
        state = game.start(variant.players, seed=seed, options=variant.options)
        rng = seeded(seed + 1000)
        course = steps(state, rng)
        for number, action in enumerate(islice(course, LONG) if variant.endless else course):
            check_pieces(game, state)
            conformance.check_secrets(game, state, rng)
            if number % CLOSE_LOOK == seed % CLOSE_LOOK:
                conformance.check_legality(game, state, rng)
                conformance.check_journal_tells_no_more(game, state, action, rng)
            if number % COPIES == 0:
                conformance.check_dealing(state, rng)
                if not variant.endless:
                    conformance.check_copies(state, rng)
        if state.over:
            check_pieces(game, state)
            conformance.check_secrets(game, state, rng)
            check(game.ask(state, None).options == (), "a finished game asks something")
            check(state.legal() == [], "a finished game has answers left")
            check(all(-1 <= worth <= 1 for worth in state.returns()), f"{state.returns()} are no returns")


def check_pieces(game: Game, state: State) -> None:
    wrong = game.audit(state)
    check(not wrong, f"pieces do not add up: {wrong}")


def is_the_same_every_time(game: Game, variant: Variant, games: int) -> None:
    """The same seed and answers give the same game, and another seed another one."""
    longest = LONG if variant.endless else conformance.ENDLESS
    first, again, other = (
        conformance.trace(game, variant.players, seed, variant.options, longest) for seed in (5, 5, 6)
    )
    check(first == again, "the same seed and answers gave two games")
    check(first != other, "two seeds gave the same game")


def undoes_nothing_that_was_seen(game: Game, variant: Variant, games: int) -> None:
    """Going back is possible only where nothing was learnt since, and then to the very same question; or, in
    a game of which every answer is final, never."""
    session = Session(game, variant.players, 11, variant.options)
    final = game.final(session.opening) != ""
    rng = seeded(12)
    undone = refused = 0
    for number in range(PLENTY):
        if session.over and not final and (undone <= 10 or refused <= 5):  # a short game: play another
            session = Session(game, variant.players, 100 + number, variant.options)
        if session.over:
            break
        seat = session.seat
        assert seat is not None
        before, entries = conformance.stored(session.state), session.entries(seat)
        legal, sealed = session.state.legal(), session.state.sealed
        session.play(seat, legal[rng.below(len(legal))])
        drawn = session.state.sealed != sealed
        allowed = session.can_undo(seat) is None
        check(
            allowed == (not drawn and not final and not session.over),
            f"after a draw: {drawn}, undo is allowed: {allowed}",
        )
        for other in range(variant.players):
            check(other == seat or session.can_undo(other) is not None, f"{other} may undo {seat}'s answer")
        if allowed:
            answer = session.undo(seat)
            check(conformance.stored(session.state) == before, "undo led to another state")
            check(session.entries(seat) == entries, "undo changed what was told before")
            session.play(seat, answer.action)
            undone += 1
        else:
            refused += 1
    check((undone > 0 or final) and refused > 0, f"{undone} answers could be taken back, {refused} could not")


def tells_learners_what_seats_know(game: Game, variant: Variant, games: int) -> None:
    """Observations are the same in worlds dealt anew, and every answer has one column; if it has any."""
    if game.observed_by is None:
        return
    for seed in range(games):
        state = game.start(variant.players, seed=seed, options=variant.options)
        observer = game.observer(state.opening)
        rng = seeded(seed + 2000)
        for number, _ in enumerate(islice(steps(state, rng), LONG)):
            check_columns(observer, state)
            if number % CLOSE_LOOK == seed % CLOSE_LOOK:
                check_observations(game, observer, state, rng)
        check_observations(game, observer, state, rng)


SUITE: tuple[Callable[[Game, Variant, int], None], ...] = (
    keeps_its_promises,
    is_the_same_every_time,
    undoes_nothing_that_was_seen,
    tells_learners_what_seats_know,
)


def what_is_broken(game: Game, variant: Variant, games: int) -> list[str]:
    """What this variant does not keep, in words; nothing if all is well."""
    found = []
    for promise in SUITE:
        try:
            promise(game, variant, games)
        except Exception as error:
            words = str(error) if isinstance(error, BrokenPromise) else f"{type(error).__name__}: {error}"
            found.append(f"{promise.__name__.replace('_', ' ')}: {words}")
    return found
