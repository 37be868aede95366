"""One game being played by people: its journal, its history, and taking answers back.

The text table and the server both play through a Session; simulations do not need one.
"""

import secrets
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fabletop.kernel.edition import Edition
from fabletop.kernel.game import Entry, Game, Opening, checked_seed
from fabletop.kernel.journal import Journal, Row
from fabletop.kernel.question import Illegal, Mistake
from fabletop.kernel.rng import key_of, seeded
from fabletop.kernel.state import LATER, NOBODY, RING, STILL, State


@dataclass(frozen=True, slots=True)
class Answer:
    """What a seat answered, with the words it was offered in. The words may tell secrets of that seat."""

    seat: int  # NOBODY: the time of a hidden clock was up
    action: int
    words: str  # empty until they are asked for, in a game that is played unworded
    spent: int = 0  # milliseconds that passed before it, in a game with a hidden clock

    def carry_out(self, state: State) -> None:
        if self.spent:
            state.pass_time(self.spent)
        state.step(self.action)


@dataclass(frozen=True, slots=True)
class Moment:
    """A question, before it was answered."""

    state: State | None  # kept of every EVERY-th; the others follow from it and the answers since
    rows: int  # how long the journal was
    sealed: int  # what of the state undo needs


EVERY = 32  # so many answers a state is kept, and not more often: with a thousand tables that counts


class Session:
    """A game in progress: `play` answers, `undo` takes back, `entries` tells what happened.

    Without a seed a secret one is drawn. `keyed` chance is for games among strangers: see rng.Keyed.
    What was agreed already is given as `opening`, in place of players, options and edition.
    """

    def __init__(
        self,
        game: Game,
        players: int | None = None,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
        edition: "str | Path | Edition" = "house",
        keyed: bool = False,
        opening: Opening | None = None,
    ) -> None:
        self.game = game
        self.opening = opening or game.opening(players, options, edition)
        self.seed = secrets.randbits(64) if seed is None else checked_seed(seed)
        self.keyed = keyed
        self.journal = Journal()
        chance = key_of(self.seed) if keyed else seeded(self.seed)
        self.state = game.begin(self.opening, chance, self.journal)
        self.actions: list[Answer] = []
        self.past: list[Moment] = []  # one for each answer
        self.resigned: tuple[int, ...] = ()  # the seats that gave up, which ended the game
        self.owed = 0  # milliseconds before answers that were taken back: they stay spent

    @property
    def over(self) -> bool:
        return self.state.over or bool(self.resigned)

    @property
    def seat(self) -> int | None:
        """Whose question it is, or who speaks for those whose it is; None when the game is over."""
        return None if self.over else int(self.state.seat)

    def asks(self, seat: int) -> bool:
        """Whether this seat may answer now; of a group, any of its seats may."""
        return not self.over and self.state.asks(seat)

    def name(self, seat: int) -> str:
        return "Nobody" if seat == NOBODY else self.game.seat_name(self.state, seat)

    def entries(self, seat: int | None, since: int = 0) -> list[Entry]:
        """What happened, from row `since` of the journal on, as this seat (None: a spectator) may read it."""
        return self.game.tell(self.state, self.journal.rows[since:], seat)

    def at(self, number: int) -> State:
        """The game as it was after so many answers; to look at, not to play on."""
        if number >= len(self.past):
            return self.state
        kept = self.past[number - number % EVERY].state
        assert kept is not None
        if number % EVERY == 0:
            return kept
        state = kept.clone()
        for answer in self.actions[number - number % EVERY : number]:
            answer.carry_out(state)
        return state

    def states(self, first: int) -> Iterator[tuple[int, State]]:
        """The game after `first` answers and after each one since, to be looked at one after another."""
        if first < len(self.past):
            state = self.at(first).clone()
            yield first, state
            for number in range(first + 1, len(self.past)):
                self.actions[number - 1].carry_out(state)
                yield number, state
        yield len(self.past), self.state

    def rows_of(self, number: int) -> list[Row]:
        """The rows of the journal that answer `number` led to; 0: those before the first."""
        start = self.past[number - 1].rows if number > 0 else 0
        end = self.past[number].rows if number < len(self.past) else len(self.journal.rows)
        return self.journal.rows[start:end]

    def turn_ended(self, seat: int) -> int:
        """The answer with which the last turn of a seat ended; 0: none has."""
        if not self.game.turns:
            return self.others_followed(seat)
        rows, later = self.journal.rows, -1
        for place in range(len(rows) - 1, -1, -1):
            kind, mine = rows[place][0], rows[place][1] == seat
            if mine and kind in self.game.turn_ends:
                return self.answer_of(place)
            if kind in self.game.turns:
                if mine and later >= 0:
                    return self.answer_of(later)
                later = place
        return 0

    def answer_of(self, row: int) -> int:
        """The answer that led to a row of the journal."""
        return bisect_right(self.past, row, key=lambda moment: moment.rows)

    def others_followed(self, seat: int) -> int:
        """The last answer of a seat after which others were asked."""
        asked = self.asks(seat)
        for number in range(len(self.actions), 0, -1):
            mine = self.actions[number - 1].seat == seat
            if mine and not asked:
                return number
            asked = mine
        return 0

    def told(self, seat: int | None, number: int) -> list[Entry]:
        """What answer `number` led to, as this seat may read it; 0: what happened before the first."""
        return self.game.tell(self.state, self.rows_of(number), seat)

    # --- Answering -----------------------------------------------------------------

    def play(self, seat: int, action: int, worded: bool = True, spent: int = 0) -> Answer:
        """Give a seat's answer. Illegal or Mistake says why it cannot be given; then nothing has changed.

        Unworded, the words of the answer are left for `words` to find: that saves half of the time.
        `spent` is for games with a hidden clock.
        """
        self.check_seat(seat)
        if isinstance(action, bool) or not isinstance(action, int):
            raise Mistake(f"an action is a whole number, not {action!r}")
        if not self.asks(seat) or not self.state.allows(action):
            refusal = self.game.explain(self.state, seat, action)
            raise Mistake(f"it is not seat {seat}'s question") if refusal is None else Illegal(refusal)
        alarm = self.state.alarm()
        if spent != 0 if alarm == STILL else not 0 <= spent < alarm:
            raise Mistake(f"an answer cannot come after {spent} milliseconds here")
        return self.give(Answer(seat, action, self.game.words(self.state, action) if worded else "", spent))

    def ring(self) -> Answer:
        """The time of a hidden clock is up: what the game does then is an answer by nobody."""
        spent = int(self.state.alarm())
        if self.over or not 0 <= spent < LATER:
            raise Mistake("the game does nothing by itself now")
        return self.give(Answer(NOBODY, RING, self.game.rings, spent))

    def give(self, answer: Answer) -> Answer:
        kept = None if len(self.past) % EVERY else self.state.clone()
        self.past.append(Moment(kept, len(self.journal.rows), int(self.state.sealed)))
        try:
            answer.carry_out(self.state)
        except BaseException:
            self.go_back_to(len(self.actions))
            raise
        self.actions.append(answer)
        self.owed = 0
        return answer

    def words(self, number: int) -> str:
        """The words of answer `number`, counted from 1."""
        answer = self.actions[number - 1]
        if answer.seat == NOBODY:
            return self.game.rings
        return answer.words or self.game.words(self.at(number - 1), answer.action)

    def answered_by(self, number: int) -> int | None:
        """The seat that gave answer `number`; None: nobody did."""
        seat = self.actions[number - 1].seat if number > 0 else NOBODY
        return None if seat == NOBODY else seat

    @property
    def rings_at_last(self) -> int:
        """How many of the last answers nobody gave."""
        return next((n for n, answer in enumerate(reversed(self.actions)) if answer.seat != NOBODY), 0)

    @property
    def beats_at_last(self) -> int:
        """How many moments the last answer led to at which people look up."""
        rows = self.rows_of(len(self.actions))
        return sum(row[0] in self.game.beats for row in rows)

    @property
    def last_ring(self) -> int:
        """The number of the last answer that nobody gave; 0: there is none."""
        numbers = range(len(self.actions), 0, -1)
        return next((number for number in numbers if self.actions[number - 1].seat == NOBODY), 0)

    # --- Giving up -------------------------------------------------------------------

    def resign(self, seats: Iterable[int]) -> None:
        """End the game here: these seats, which are all of one or several sides, have given up."""
        given = tuple(sorted(set(seats)))
        for seat in given:
            self.check_seat(seat)
        if self.over:
            raise Mistake("the game is over: nobody can resign")
        if not given or any(set(side) & set(given) and not set(side) <= set(given) for side in self.sides):
            raise Mistake(f"only whole sides can resign, not the seats {list(given)}")
        self.resigned = given

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        return self.game.sides(self.opening.players)

    def returns(self) -> list[float]:
        """What the game was worth to each seat, -1 to 1. Who gave up has lost; a side left alone has won."""
        if not self.resigned:
            return self.state.returns()
        left = [side for side in self.sides if not set(side) & set(self.resigned)]
        won = left[0] if len(left) == 1 else ()
        seats = range(self.opening.players)
        return [-1.0 if seat in self.resigned else 1.0 if seat in won else 0.0 for seat in seats]

    def result(self) -> str:
        """How the game ended, in a sentence or two."""
        if not self.resigned:
            return self.game.result(self.state)
        winners = [self.name(seat) for seat, worth in enumerate(self.returns()) if worth > 0]
        won = f" {' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}." if winners else ""
        if len(self.resigned) > 1 and len(self.sides) == 1:
            return "The game was given up."  # nobody plays against those who play together
        return f"{' and '.join(map(self.name, self.resigned))} resigned.{won}"

    def check_seat(self, seat: int) -> None:
        players = self.opening.players
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < players:
            raise Mistake(f"there is no seat {seat!r}: the seats of this game are 0 to {players - 1}")

    # --- Taking back ---------------------------------------------------------------

    def can_undo(self, seat: int) -> str | None:
        """None if this seat may take its last answer back; else a sentence why not."""
        self.check_seat(seat)
        if self.over:
            return "The game is over, and all that was hidden may be known: nothing can be taken back."
        if all(answer.seat != seat for answer in self.actions):
            return "There is no answer of yours to take back."
        if self.game.final(self.opening):
            return self.game.final(self.opening)
        last = self.actions[-1].seat
        if last == NOBODY:
            return f"{self.game.rings}, and what has happened since your answer cannot be taken back."
        if last != seat:
            return f"{self.name(last)} has answered since: an answer can be taken back only before that."
        if self.past[-1].sealed != self.state.sealed:
            return "Your last answer drew, rolled or revealed something: what was seen cannot be unseen."
        return None

    def undo(self, seat: int) -> Answer:
        """Go back to this seat's last question, and return the answer taken back; a Mistake says why not."""
        reason = self.can_undo(seat)
        if reason is not None:
            raise Mistake(reason)
        taken = self.actions[-1]
        self.go_back_to(len(self.actions) - 1)
        return taken

    def go_back_to(self, number: int) -> None:
        """Go back to the question after so many answers, whoever gave the later ones."""
        if number >= len(self.past):
            return
        state = self.at(number).clone()
        self.owed += sum(answer.spent for answer in self.actions[number:])
        del self.journal.rows[self.past[number].rows :]
        del self.past[number:], self.actions[number:]
        self.state.journal = None
        self.state = state
        self.state.journal = self.journal
