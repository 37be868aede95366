"""What must hold in every game and variant, at every step. Tests and soaks run it.

Each check raises BrokenPromise with words that say what was wrong; none looks into a game's own
state, only through the kernel's contract.
"""

import json
import pickle
import re
from collections.abc import Iterator
from itertools import groupby, islice
from typing import Any

import msgspec

from fabletop.kernel.action import THING_BITS
from fabletop.kernel.game import Game
from fabletop.kernel.journal import ALL, Journal, Row
from fabletop.kernel.question import Illegal
from fabletop.kernel.rng import Rng, seeded
from fabletop.kernel.snapshot import fields, restore, snapshot
from fabletop.kernel.state import State

RULE = re.compile(r"[A-Z]{2}-[A-Z0-9.]*\d")
ENDLESS = 20_000  # answers: no game may take so many
CLOSE_LOOK, GLANCE = 2, 8  # answers between close looks where something is hidden, and where nothing is
FIELDS: dict[type[State], list[str]] = {}  # of each game's states


class BrokenPromise(AssertionError):
    """Something that must never happen in any game."""


def check(holds: bool, words: str) -> None:
    if not holds:
        raise BrokenPromise(words)


def steps(state: State, rng: Rng) -> Iterator[int]:
    """Play at random to the end; yields each answer before it is given."""
    for _ in range(ENDLESS):
        if state.over:
            return
        legal = state.legal()
        check(bool(legal), f"seat {state.seat} is asked, but there is no answer")
        action = legal[rng.below(len(legal))]
        yield action
        state.apply(action)
    raise BrokenPromise(f"the game has not ended after {ENDLESS} answers")


def viewers(state: State) -> list[int | None]:
    return [*range(state.opening.players), None]


# --- 1. Legality -----------------------------------------------------------------------------------


def check_legality(game: Game, state: State, rng: Rng) -> None:
    """apply() accepts exactly legal(); explain() is None exactly for legal(); refusals change nothing."""
    legal = state.legal()
    check(len(set(legal)) == len(legal), "an answer is listed twice")
    seat = int(state.seat)
    check(state.asks(seat), f"seat {seat} speaks for those who are asked, but is not one of them")
    before = stored(state)
    for action in (*tried(legal, rng), *legal[:3]):
        refusal = game.explain(state, seat, action)
        check((refusal is None) == (action in legal), f"explain({action}) says {refusal}")
        for other in viewers(state):
            if other is None or not state.asks(other):
                check(game.explain(state, other, action) is not None, f"seat {other} may answer for {seat}")
            else:
                check(
                    (game.explain(state, other, action) is None) == (action in legal), f"{other} is asked too"
                )
        if refusal is not None:
            check(refusal.rule in game.rules, f"a refusal cites {refusal.rule}, which is no rule")
            check_is_plain(game, refusal.words)
            check_refused(state, action)
    check(stored(state) == before, "a refused answer changed the game")


def check_is_plain(game: Game, words: str) -> None:
    """A sentence for people: no names of verbs, and no rule but beside it."""
    leaks = [repr(verb) for verb in game.verbs.values() if repr(verb) in words]
    leaks += [rule for rule in RULE.findall(words) if rule in game.rules]
    check(not leaks, f"a refusal speaks of {leaks}: {words}")


def tried(legal: list[int], rng: Rng) -> list[int]:
    """Some answers that are probably not allowed: near legal ones, and anywhere."""
    near = [legal[rng.below(len(legal))] + int(rng.below(9)) - 4 for _ in range(4)]
    other_verb = [legal[rng.below(len(legal))] ^ int(rng.below(32) << 12) for _ in range(4)]
    anywhere = [int(rng.below(1 << 18)) for _ in range(2)]
    return [*near, *other_verb, *anywhere, -1, 1 << 40]


def check_refused(state: State, action: int) -> None:
    try:
        state.apply(action)
    except Illegal:
        return
    raise BrokenPromise(f"apply({action}) was accepted, but it is not in legal()")


# --- 2. Copies -----------------------------------------------------------------------------------


def stored(state: State) -> str:
    return json.dumps(snapshot(state))


def check_copies(state: State, rng: Rng) -> None:
    """A clone, a pickle and a stored game go on exactly as the original, and leave it alone."""
    before = stored(state)
    clone = state.clone()
    copies = [
        clone,
        pickle.loads(pickle.dumps(state)),
        restore(json.loads(before)),
    ]
    for copy in copies:
        check(stored(copy) == before, "a copy is not the same state")
    seed = rng.word()
    endings = set()
    for copy in copies:
        copy.playout(seeded(seed))
        endings.add(stored(copy))
    check(len(endings) == 1, "copies of one state went on differently")
    check(stored(state) == before, "playing on a copy changed the original")


# --- 4. Nobody sees what they must not -----------------------------------------------------------


def sight(game: Game, state: State, seat: int | None, closely: bool = True) -> bytes:
    """What a seat is shown of a state, as bytes to compare; `closely` with all that is made from it."""
    question = game.ask(state, seat)
    shown: dict[str, Any] = {
        "view": game.view(state, seat),
        "question": [question.seat, question.prompt, [o.words for o in question.options]],
        "options": [[o.action, o.verb, o.thing, o.to, o.sure] for o in question.options],
    }
    if closely:
        thoughts = game.conceivable(state, seat)
        shown |= {
            "text": game.text(state, seat),
            "spoken": game.text(state, seat, spoken=True),
            "result": game.result(state) if state.over else None,
            "progress": game.progress(state),
            "names": [game.seat_name(state, other) for other in range(state.opening.players)],
            "thoughts": [[o.words, o.thing] for o in thoughts],
            "why not": refusals(game, state, seat, [o.action for o in thoughts]),
        }
    return msgspec.json.encode(shown)


def refusals(game: Game, state: State, seat: int | None, actions: list[int]) -> list[str]:
    return [str(game.explain(state, seat, action)) for action in actions]


def check_secrets(game: Game, state: State, rng: Rng) -> None:
    """What each seat sees is the same in the true state and in one dealt anew for it."""
    for seat in viewers(state):
        check_looks_alike(game, state, game.resample(state, seat, rng), seat, rng)


def check_looks_alike(
    game: Game, state: State, other: State, seat: int | None, rng: Rng, closely: bool = True
) -> None:
    """What a seat sees is the same in the true state and in this one, dealt anew for it."""
    progress = game.progress(state)
    check(progress is None or 0 <= progress <= 1, f"the game has come {progress} of its way")
    check(other.rng.words() != state.rng.words(), f"seat {seat} could foresee chance")
    wrong = game.audit(other) if closely else []
    check(not wrong, f"the state dealt anew for {seat} is broken: {wrong}")
    mine, theirs = sight(game, state, seat, closely), sight(game, other, seat, closely)
    if mine != theirs:
        found = difference(mine.decode(), theirs.decode())
        raise BrokenPromise(f"seat {seat} can tell worlds apart: {found}")
    actions = [int(rng.below(1 << 17)) for _ in range(8)]
    told, untold = refusals(game, state, seat, actions), refusals(game, other, seat, actions)
    check(told == untold, f"refusals tell seat {seat} something hidden: {told} / {untold}")


def check_journal_tells_no_more(game: Game, state: State, action: int, rng: Rng) -> None:
    """What each seat is told of an answer tells it no more than it then sees."""
    after, rows = consequence(state, action)
    for seat in viewers(state):
        other = game.resample(state, seat, rng)
        if not is_same_but_for_chance(state, other):
            other.rng = state.rng.copy()
            check_told_alike(game, other, action, after, rows, seat)


def check_told_alike(
    game: Game, other: State, action: int, after: State, rows: list[Row], seat: int | None
) -> None:
    """In a world dealt anew for the seat, with the same chance to come (what an answer rolls is news to
    all), the same answer is given or, if it is not possible there, any that is like it (hiding another
    card on the same space). If none of them is told alike, none may look alike either. What the seat
    alone was told of its own doing is left out: it may know that, and the same cards can come in another
    order. So is what a hidden clock has brought: all hear it. What was told openly and cannot be seen from
    what then lies there (which of two discarded cards was followed) is for the view to show.
    """
    told = lines(game, after, rows, seat)
    alike = [a for a in other.legal() if a >> THING_BITS == action >> THING_BITS]
    alike = [action] if action in alike else alike
    there = [consequence(other, answer) for answer in alike]
    if any(lines(game, state_there, rows_there, seat) == told for state_there, rows_there in there):
        return
    seen = sight(game, after, seat)
    for state_there, rows_there in there:
        if sight(game, state_there, seat) == seen:
            told_there = lines(game, state_there, rows_there, seat)
            raise BrokenPromise(f"the journal tells seat {seat} more: {told} / {told_there}")


def check_every_eye(game: Game, state: State, action: int | None, rng: Rng) -> None:
    """As the checks above, in one world a viewer: for soaks, which look at every step of many games.

    One viewer after the other looks closely. A world that differs in nothing but the chance to come looks
    alike by its making, and is looked at now and then; at the end all look closely.
    """
    after, rows = consequence(state, action) if action is not None else (state, [])
    eyes = viewers(state)
    for place, seat in enumerate(eyes):
        other = game.resample(state, seat, rng)
        hidden = not is_same_but_for_chance(state, other)
        turn, rest = divmod(int(state.moves), CLOSE_LOOK if hidden else GLANCE)
        closely = action is None or (rest == 0 and turn % len(eyes) == place)
        if hidden or closely:
            check_looks_alike(game, state, other, seat, rng, closely)
        if hidden and action is not None:
            other.rng = state.rng.copy()
            check_told_alike(game, other, action, after, rows, seat)


def lines(game: Game, state: State, rows: list[Row], seat: int | None) -> list[str]:
    """What a seat is told, words, data and what is drawn of it, but for its own secrets.

    What somebody does openly several times in a row (draws to a hand that lies open) all see as it
    happens, though not afterwards in which order: so these lines are sorted.
    """
    of_others = [row for row in rows if row[1] != seat or row[-1] == ALL]
    of_others = [row for row in of_others if game.kinds[row[0]] not in game.heard]
    found: list[str] = []
    for (_kind, _who, eyes), run in groupby(of_others, key=lambda row: (row[0], row[1], row[-1])):
        told = [f"{entry.words} {entry.data} {entry.beat}" for entry in game.tell(state, list(run), seat)]
        found += sorted(told) if eyes == ALL else told
    return found


def is_same_but_for_chance(one: State, other: State) -> bool:
    """Whether nothing was dealt anew but the dice to come."""
    names = FIELDS.get(type(one)) or FIELDS.setdefault(type(one), fields(one))
    return all(getattr(one, name) == getattr(other, name) for name in names)


def consequence(state: State, action: int) -> tuple[State, list[Row]]:
    """The state after an answer, and what the journal then holds of it."""
    after = state.clone()
    after.journal = Journal()
    after.step(action)
    return after, after.journal.rows


def difference(mine: str, theirs: str) -> str:
    at = next((i for i, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), 0)
    return f"{mine[max(0, at - 60) : at + 60]!r} / {theirs[max(0, at - 60) : at + 60]!r}"


def check_dealing(state: State, rng: Rng) -> None:
    """Dealing anew forgets what is hidden: by the same chance, a world dealt anew is dealt into the same
    one as the truth. So nothing that starts by dealing anew, like a bot, can depend on what is hidden."""
    for seat in range(-1, state.opening.players):
        seed = rng.word()
        truth = stored(state.resampled(seat, seeded(seed)))
        guess = stored(state.resampled(seat, rng).resampled(seat, seeded(seed)))
        if truth != guess:
            raise BrokenPromise(
                f"dealing anew for {seat} depends on what is hidden: {difference(truth, guess)}"
            )


# --- 6. The same game in both engines ---------------------------------------------------------------


def trace(
    game: Game, players: int, seed: int, options: dict[str, Any] | None = None, longest: int = ENDLESS
) -> list[str]:
    """A digest of the state after every answer of one random game."""
    from hashlib import blake2b

    state = game.start(players, seed=seed, options=options)
    rng = seeded(seed + 1)
    found = []
    advisor = game.advisor(state.opening)
    for action in islice(steps(state, rng), longest):
        digest = blake2b(stored(state).encode(), digest_size=6).hexdigest()
        found.append(f"{action} {digest} {advisor.value(state, state.seat):.6f}")
    return [*found, f"{state.returns()}"]
