"""How a game asks: the question and its answers in words, and why something is no answer."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from fabletop.kernel.action import thing_of, verb_of
from fabletop.kernel.question import Asked, Illegal, Label, Option, Refusal
from fabletop.kernel.state import State


class Asking(ABC):
    """The part of a Game that speaks with whoever is asked."""

    verbs: dict[int, str]  # what its verbs are called
    occasions: Mapping[int, str] = MappingProxyType({})  # when each can be done: see `untimely`
    answers_with: Mapping[str, Mapping[int, str]] = MappingProxyType({})  # verbs and rules, by kind of thing
    over_rule: str  # the rules to cite where the game is over,
    asked_rule: str  # where somebody else is asked,
    answer_rule: str  # and where a number is no answer at all

    # --- what a game must define, and what it may ------------------------------------------
    # `state` is the game's own, which it names where it defines these.

    @abstractmethod
    def label(self, state: Any, seat: int, verb: int, thing: int) -> Label:
        """What an action is called, whether or not it is allowed now, for a seat."""

    def seat_name(self, state: Any, seat: int) -> str:
        """What to call a seat: "Hero (Alice)"."""
        return f"Player {seat + 1}"

    def waiting(self, state: Any) -> str:
        """What all others read while somebody is asked."""
        return f"{self.seat_name(state, int(state.seat))} is asked."

    def result(self, state: Any) -> str:
        """How a finished game ended, in a sentence."""
        won = [self.seat_name(state, seat) for seat, worth in enumerate(state.returns()) if worth > 0]
        return f"{' and '.join(won)} {'wins' if len(won) == 1 else 'win'}." if won else "Nobody wins."

    def untimely(self, state: Any, verb: int, thing: int) -> Refusal:
        """Something else is asked now: what that is, and when this could be done."""
        occasion = self.occasions.get(verb, "That is for another time.")
        return Refusal(state.question.rule, f"{self.prompt(state)} {occasion}")

    def occasions_of(self, thing: str) -> list[Refusal]:
        """When something can be done with a thing of this kind, which is the first word of its name."""
        kind = thing.partition(" ")[0]
        return [Refusal(rule, self.occasions[verb]) for verb, rule in self.answers_with.get(kind, {}).items()]

    def thoughts(self, state: Any, seat: int) -> list[int]:
        """Actions that a person may wonder about now, besides the allowed ones."""
        return state.question.thoughts(state) if state.asks(seat) else []

    # --- asking ------------------------------------------------------------------------------

    def ask(self, state: State, seat: int | None) -> Asked:
        """The question as this seat sees it (None: a spectator)."""
        if state.over:
            return Asked(None, self.result(state))
        asked = int(state.seat)
        if seat is None or not state.asks(seat):
            return Asked(asked, self.waiting(state))
        options = tuple(self.option(state, seat, action) for action in state.legal())
        return Asked(asked, self.prompt(state), options)

    def prompt(self, state: State) -> str:
        """The question, in words for whoever is asked."""
        return state.question.prompt(state)

    def option(self, state: State, seat: int, action: int) -> Option:
        """An answer to the question, in words for a seat that is asked."""
        verb, thing = int(verb_of(action)), int(thing_of(action))
        return self.described(action, state.question.label(state, seat, verb, thing))

    def described(self, action: int, label: Label) -> Option:
        return Option(
            action,
            self.verbs[int(verb_of(action))],
            label.thing,
            label.words,
            label.sure,
            label.to,
            label.ends,
            label.vain,
        )

    # --- explaining --------------------------------------------------------------------------

    def explain(self, state: State, seat: int | None, action: object) -> Refusal | None:
        """None if this seat may now take this action; else why not."""
        if state.over:
            return Refusal(self.over_rule, "The game is over.")
        if seat is None or not state.asks(seat):
            name = self.seat_name(state, int(state.seat))
            return Refusal(self.asked_rule, f"It is not your question: {name} is asked.")
        if not isinstance(action, int) or isinstance(action, bool):
            return Refusal(
                self.answer_rule, f"{action!r} is no action: an action is one of the numbers of legal()."
            )
        if state.allows(action):
            return None
        if not 0 <= action < 1 << 32 or verb_of(action) not in self.verbs:
            return Refusal(self.answer_rule, f"{action} is no action of this game.")
        verb, thing = int(verb_of(action)), int(thing_of(action))
        question = state.question
        if verb not in question.verbs:
            return self.untimely(state, verb, thing)
        return question.why_not(state, verb, thing)

    def reasons(
        self, state: State, seat: int | None, options: Iterable[Option]
    ) -> dict[Refusal | None, list[str]]:
        """Why each of these is not possible, with all that is refused alike; None: what is allowed."""
        found: dict[Refusal | None, list[str]] = {}
        for option in options:
            alike = found.setdefault(self.explain(state, seat, option.action), [])
            alike += [option.words] if option.words not in alike else []
        return found

    def conceivable(self, state: State, seat: int | None) -> list[Option]:
        """What a person may wonder about now, legal or not: `explain` answers each."""
        if seat is None or state.over:
            return []
        legal = state.legal() if state.asks(seat) else []
        thoughts = [action for action in self.thoughts(state, seat) if action not in legal]
        return [
            *(self.option(state, seat, action) for action in legal),
            *(self.thought(state, seat, action) for action in dict.fromkeys(thoughts)),
        ]

    def thought(self, state: State, seat: int, action: int) -> Option:
        """In the words of the question, where it is one that could be its answer."""
        verb, thing = int(verb_of(action)), int(thing_of(action))
        if state.asks(seat) and verb in state.question.verbs:
            return self.option(state, seat, action)
        return self.described(action, self.label(state, seat, verb, thing))

    def illegal(self, state: State, action: int) -> Illegal:
        refusal = self.explain(state, None if state.over else int(state.seat), action)
        assert refusal is not None
        return Illegal(refusal)

    def words(self, state: State, action: int) -> str:
        """A legal action in words."""
        if not state.allows(action):
            raise self.illegal(state, action)
        return self.option(state, int(state.seat), action).words
