"""A program that has been read. Where it stood in the text does not count when two are compared."""

from dataclasses import dataclass, field
from typing import Any

from fabletop.kernel.effects.engine import Condition, Verb


@dataclass(frozen=True, slots=True)
class Step:
    verb: Verb[Any]
    values: tuple[Any, ...]  # one for each argument, as its kind reads it
    may: bool = False
    body: "Steps" = ()
    at: int = field(default=0, compare=False)  # the letter where it begins


@dataclass(frozen=True, slots=True)
class Test:
    condition: Condition[Any]
    values: tuple[Any, ...]
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class If:
    test: Test
    then: "Steps"
    otherwise: "Steps" = ()
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Choose:
    branches: "tuple[Steps, ...]"
    at: int = field(default=0, compare=False)


Node = Step | If | Choose
Steps = tuple[Node, ...]


def all_steps(steps: Steps) -> list[Step]:
    """The steps of verbs, also of those within others, from left to right."""
    found: list[Step] = []
    for node in steps:
        if isinstance(node, Step):
            found += [node, *all_steps(node.body)]
        elif isinstance(node, If):
            found += [*all_steps(node.then), *all_steps(node.otherwise)]
        else:
            found += [step for branch in node.branches for step in all_steps(branch)]
    return found


def speaks_of(steps: Steps, verb: str) -> bool:
    return any(step.verb.name == verb for step in all_steps(steps))
