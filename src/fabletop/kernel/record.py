"""What a game leaves behind for the day on which its rules are no longer played.

As long as they are, a game is its opening, its seed and its answers. A record holds what those rules made of
them: the journal, and the state every few answers. By it the game can be shown, and gone on with by other
rules. Hidden truth: not for players.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from fabletop.kernel.game import Opening
from fabletop.kernel.journal import Journal
from fabletop.kernel.question import Illegal
from fabletop.kernel.session import Answer, Moment, Session
from fabletop.kernel.snapshot import restored, stored
from fabletop.kernel.state import NOBODY, RING, State

Json = dict[str, Any]
EARLIER = "an answer by earlier rules"
APART = 8  # answers between states that are recorded


def record(session: Session) -> Json:
    """A game as it stands, as plain data. Of each state only what differs from the one before is told."""
    states = {}
    last: Json = {}
    for number, state in session.states(0):
        if number % APART == 0 or number == len(session.actions):
            fields = stored(state)
            states[number] = {name: value for name, value in fields.items() if value != last.get(name)}
            last = fields
    return {
        "actions": [[answer.seat, answer.action, answer.spent] for answer in session.actions],
        "rows": session.journal.rows,
        "before": [[moment.rows, moment.sealed] for moment in session.past],
        "resigned": session.resigned,
        "states": states,
    }


class Recorded(Session):
    """A game as it was recorded, until it is gone on with; then by the rules of its opening.

    While its log is read again, it only takes note of the answers: `wake` brings what they led to.
    """

    def __init__(self, opening: Opening, seed: int, keyed: bool, content: Json) -> None:
        self.game = opening.game
        self.opening = opening
        self.seed = seed
        self.keyed = keyed
        self.journal = Journal()
        self.actions: list[Answer] = []
        self.past: list[Moment] = []
        self.resigned: tuple[int, ...] = ()
        self.owed = 0
        self.content = content
        self.known = dict(self.read_states())  # by the number of answers
        self.state = self.known[len(content["actions"])]
        self.asleep = True

    def read_states(self) -> Iterable[tuple[int, State]]:
        fields: Json = {}
        for number, changes in self.content["states"].items():
            fields = fields | changes
            yield int(number), restored(self.opening, fields)

    def wake(self) -> None:
        """All has been read that the record holds."""
        content = self.content
        self.actions = [Answer(seat, action, "", *spent) for seat, action, *spent in content["actions"]]
        self.resigned = tuple(content["resigned"])
        self.journal.rows = [tuple(row) for row in content["rows"]]
        self.past = [Moment(None, rows, sealed) for rows, sealed in content["before"]]
        self.state = self.state.clone()
        self.state.journal = self.journal
        self.asleep = False

    @property
    def over(self) -> bool:
        return bool(self.resigned) if self.asleep else super().over

    @property
    def beats_at_last(self) -> int:
        return 0 if self.asleep else super().beats_at_last

    def asks(self, seat: int) -> bool:
        return not self.asleep and super().asks(seat)

    def play(self, seat: int, action: int, worded: bool = True, spent: int = 0) -> Answer:
        if not self.asleep:
            return super().play(seat, action, worded, spent)
        self.actions.append(Answer(seat, action, "", spent))
        return self.actions[-1]

    def ring(self) -> Answer:
        if not self.asleep:
            return super().ring()
        self.actions.append(Answer(NOBODY, RING, ""))
        return self.actions[-1]

    def resign(self, seats: Iterable[int]) -> None:
        if self.asleep:
            self.resigned = tuple(sorted(seats))
        else:
            super().resign(seats)

    def go_back_to(self, number: int) -> None:
        if self.asleep:
            del self.actions[number:]
        elif number < len(self.past):
            exactly = self.steps_to(number)[1]
            super().go_back_to(exactly)
            self.known = {known: state for known, state in self.known.items() if known <= exactly}

    def at(self, number: int) -> State:
        """As ever; where today's rules do not allow what was answered, the moment before that."""
        return self.state if number >= len(self.past) else self.steps_to(number)[0]

    def states(self, first: int) -> Iterator[tuple[int, State]]:
        for number in range(first, len(self.past) + 1):
            yield number, self.at(number)

    def steps_to(self, number: int) -> tuple[State, int]:
        """From the last state that is known, as far toward this moment as answers are allowed."""
        start = number
        while (state := self.kept(start)) is None:
            start -= 1
        state = state.clone()
        for reached in range(start, number):
            answer = self.actions[reached]
            if answer.seat != NOBODY and not state.allows(answer.action):
                return state, reached
            answer.carry_out(state)
        return state, number

    def kept(self, number: int) -> State | None:
        return self.known[number] if number in self.known else self.past[number].state

    def words(self, number: int) -> str:
        try:
            return super().words(number)
        except Illegal:
            return EARLIER
