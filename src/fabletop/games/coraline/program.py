"""The programs of the cards: reading them from the ledger's notation, and writing them for the engine.

    PLACE(Cat, any); REVEAL(1, there)
    IF(T>=3: MOON(1); else BELDAM(stalk 1))
    CHOOSE(DROP(1) | MOON(1))

Rooms, characters and objects are called by their names or ids. A problem is noted with the step it is in.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from fabletop.games.coraline import cards as c
from fabletop.kernel.question import did_you_mean

Complain = Callable[[str], None]
STEP = re.compile(r"(?P<op>[A-Za-z]+)\s*(?:\((?P<inside>.*)\))?", re.DOTALL)
WITHIN = re.compile(r"(?:≤|<=)\s*(\d+)")
STALK = re.compile(r"stalk\s+(\d+)")
TREASURES = re.compile(r"T\s*(?:≥|>=)\s*(\d+)")
AT = re.compile(r"AT\s*\((.*)\)")
UP_TO_HERE = re.compile(r"(?:≤|<=)\s*(\d+)\s+here")

OPS = {
    "CORALINE": c.DO_CORALINE,
    "BELDAM": c.DO_BELDAM,
    "PLACE": c.DO_PLACE,
    "REMOVE": c.DO_REMOVE,
    "REVEAL": c.DO_REVEAL,
    "HIDE": c.DO_HIDE,
    "COLLECT": c.DO_COLLECT,
    "DROP": c.DO_DROP,
    "TAKE": c.DO_TAKE,
    "SPEND": c.DO_SPEND,
    "AGAIN": c.DO_AGAIN,
    "RECALL": c.DO_RECALL,
    "DISCARD": c.DO_DISCARD,
    "SCRY": c.DO_SCRY,
    "HUSH": c.DO_HUSH,
    "MOON": c.DO_MOON,
    "ESCAPE": c.DO_ESCAPE,
    "IF": c.DO_IF,
    "CHOOSE": c.DO_CHOOSE,
}
HELPFUL = {"SPEND", "AGAIN", "RECALL", "SCRY", "HUSH", "ESCAPE"}  # in Coraline cards only
COUNTED = {"HIDE", "COLLECT", "TAKE", "RECALL", "DISCARD", "SCRY", "MOON"}
CONDITIONS = {
    "SAME": c.IF_SAME,
    "NEAR": c.IF_NEAR,
    "OTHERS": c.IF_OTHERS,
    "HELPER": c.IF_HELPER,
    "LAST": c.IF_LAST,
}
CONDITION_NAMES = [*CONDITIONS, "T>=n", "AT(rooms)"]
MOST = 5  # the largest number in a program


@dataclass(frozen=True, slots=True)
class Where:
    kind: int
    n: int = 0
    rooms: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Condition:
    kind: int
    n: int = 0
    rooms: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    op: int
    n: int = 0
    who: tuple[int, ...] = ()  # characters, or the objects of SPEND
    where: Where = Where(c.AT_ROOMS)
    side: bool = False  # Treasures only; AGAIN: from any hand
    condition: Condition | None = None
    first: "tuple[Step, ...]" = ()  # IF: then; CHOOSE: the one
    second: "tuple[Step, ...]" = ()  # IF: else; CHOOSE: the other


@dataclass(slots=True)
class Names:
    """What a program may speak of: small letters of ids and names -> numbers."""

    rooms: dict[str, int] = field(default_factory=dict)
    characters: dict[str, int] = field(default_factory=dict)
    objects: dict[str, int] = field(default_factory=dict)
    homes: list[int] = field(default_factory=list)


# --- Reading --------------------------------------------------------------------------------------


def split(text: str, mark: str) -> list[str]:
    """Split at a mark, but not within parentheses."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == mark and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


class Reader:
    def __init__(self, names: Names, helpful: bool, complain: Complain) -> None:
        self.names = names
        self.helpful = helpful  # a Coraline card
        self.complain = complain
        self.placed = False  # a PLACE came before

    def steps(self, text: str) -> tuple[Step, ...]:
        if text.count("(") != text.count(")"):
            self.complain(f"{text!r}: each '(' needs its ')'")
            return ()
        found = [self.step(part) for part in split(text, ";")]
        return tuple(step for step in found if step)

    def step(self, text: str) -> Step | None:
        found = STEP.fullmatch(text)
        op = found["op"].upper() if found else ""
        if found is None or op not in OPS:
            self.complain(f"{text!r} is no step; {did_you_mean(op, list(OPS))}")
            return None
        if op in HELPFUL and not self.helpful:
            self.complain(f"{text!r}: {op} is for Coraline cards only")
        inside = (found["inside"] or "").strip()
        if op == "IF":
            return self.read_if(text, inside)
        if op == "CHOOSE":
            return self.read_choose(text, inside)
        return self.plain(op, text, [part for part in split(inside, ",") if part])

    def plain(self, op: str, text: str, parts: list[str]) -> Step | None:
        wanted = {"PLACE": (2, 2), "REVEAL": (2, 2), "DROP": (1, 2), "AGAIN": (0, 1)}
        low, high = wanted.get(op, (0, 0) if op in ("HUSH", "ESCAPE") else (1, 1))
        if not low <= len(parts) <= high:
            count = f"{low}" if low == high else f"{low} or {high}"
            self.complain(f"{text!r}: {op} takes {count} of what stands in ( ), not {len(parts)}")
            return None
        number = OPS[op]
        if op in ("CORALINE", "BELDAM"):
            return Step(number, where=self.where(text, parts[0], op))
        if op == "PLACE":
            who, where = self.who(text, parts[0]), self.where(text, parts[1], op)
            if where.kind == c.AT_HOME:
                who = tuple(one for one in who if self.names.homes[one] >= 0)
                if not who:
                    self.complain(f"{text!r}: nobody of these has a home")
            self.placed = True
            return Step(number, who=who, where=where)
        if op == "REMOVE":
            return self.read_remove(text, parts[0])
        if op == "REVEAL":
            return Step(number, self.number(text, parts[0]), where=self.where(text, parts[1], op))
        if op == "DROP":
            return Step(number, self.number(text, parts[0]), side=self.flag(text, parts[1:], "T"))
        if op == "AGAIN":
            return Step(number, side=self.flag(text, parts, "any"))
        if op == "SPEND":
            return Step(number, who=self.one(text, parts[0], self.names.objects, "object"))
        return Step(number, self.number(text, parts[0]) if op in COUNTED else 0)

    def read_remove(self, text: str, part: str) -> Step:
        if found := UP_TO_HERE.fullmatch(part):
            where = Where(c.AT_HERE)
            return Step(c.DO_REMOVE, self.number(text, found[1]), tuple(range(2, c.CHARACTERS)), where)
        return Step(c.DO_REMOVE, 1, self.who(text, part), Where(c.AT_ANY))

    def read_if(self, text: str, inside: str) -> Step | None:
        condition, *body = split(inside, ":")
        if len(body) != 1:
            self.complain(f"{text!r}: expected IF(condition: steps; else steps)")
            return None
        first: list[str] = []
        second: list[str] = []
        parts = first
        for part in split(body[0], ";"):
            if part.startswith("else "):
                parts = second
                part = part.removeprefix("else ").strip()
            parts.append(part)
        then = self.steps("; ".join(first))
        other = self.steps("; ".join(second)) if second else ()
        return Step(c.DO_IF, condition=self.condition(text, condition), first=then, second=other)

    def read_choose(self, text: str, inside: str) -> Step | None:
        branches = split(inside, "|")
        if len(branches) != 2:
            self.complain(f"{text!r}: expected CHOOSE(steps | steps)")
            return None
        return Step(c.DO_CHOOSE, first=self.steps(branches[0]), second=self.steps(branches[1]))

    def condition(self, text: str, words: str) -> Condition:
        if found := TREASURES.fullmatch(words):
            return Condition(c.IF_TREASURES, self.number(text, found[1]))
        if found := AT.fullmatch(words):
            rooms = [self.one(text, part, self.names.rooms, "room") for part in split(found[1], ",")]
            return Condition(c.IF_AT, rooms=tuple(room for one in rooms for room in one))
        if words not in CONDITIONS:
            self.complain(f"{text!r}: {words!r} is no condition; {did_you_mean(words, CONDITION_NAMES)}")
        return Condition(CONDITIONS.get(words, c.IF_SAME))

    # --- the parts of a step ---------------------------------------------------------------------

    def number(self, text: str, part: str) -> int:
        if not part.isdecimal() or not 1 <= int(part) <= MOST:
            self.complain(f"{text!r}: expected a number from 1 to {MOST}, not {part!r}")
            return 1
        return int(part)

    def flag(self, text: str, parts: list[str], word: str) -> bool:
        if parts and parts[0] != word:
            self.complain(f"{text!r}: expected {word!r} or nothing, not {parts[0]!r}")
        return bool(parts)

    def one(self, text: str, part: str, known: dict[str, int], kind: str) -> tuple[int, ...]:
        if part.lower() not in known:
            self.complain(f"{text!r}: there is no {kind} {part!r}; {did_you_mean(part.lower(), list(known))}")
            return ()
        return (known[part.lower()],)

    def who(self, text: str, part: str) -> tuple[int, ...]:
        if part == "helper":
            return tuple(range(c.FIRST_HELPER, c.CHARACTERS))
        who = self.one(text, part, self.names.characters, "character")
        if who and who[0] < c.FIRST_HELPER:
            own = "CORALINE(...)" if who[0] == c.CORALINE else "BELDAM(...)"
            self.complain(f"{text!r}: write {own} to move her")
        return who

    def where(self, text: str, part: str, op: str) -> Where:
        """A destination, or the region of REVEAL. Which words are possible depends on the step."""
        words = {"any": c.AT_ANY, "here": c.AT_HERE}
        if op == "CORALINE":
            del words["here"]
        if op == "PLACE":
            words |= {"beldam": c.AT_BELDAM, "home": c.AT_HOME}
        if op == "REVEAL":
            words |= {"here+adj": c.AROUND, "there": c.AT_THERE}
        if part in words:
            self.check_placed(text, part)
            return Where(words[part])
        if op != "REVEAL" and (found := WITHIN.fullmatch(part)):
            return Where(c.WITHIN, self.number(text, found[1]))
        if op == "BELDAM" and (found := STALK.fullmatch(part)):
            return Where(c.STALK, self.number(text, found[1]))
        if op == "CORALINE" and part.startswith("@"):
            self.one(text, part[1:].strip(), self.names.characters, "character")
            self.check_placed(text, "there")
            return Where(c.AT_THERE)
        rooms = [self.room(text, name.strip(), list(words)) for name in part.split("/")]
        return Where(c.AT_ROOMS, rooms=tuple(room for one in rooms for room in one))

    def room(self, text: str, part: str, words: list[str]) -> tuple[int, ...]:
        if part.lower() in self.names.rooms:
            return (self.names.rooms[part.lower()],)
        known = [*self.names.rooms, *words]
        self.complain(f"{text!r}: {part!r} is no room; {did_you_mean(part.lower(), known)}")
        return ()

    def check_placed(self, text: str, part: str) -> None:
        if part == "there" and not self.placed:
            self.complain(f"{text!r} speaks of where PLACE went, but no PLACE comes before it")


# --- Writing rows for the engine ------------------------------------------------------------------


Book = dict[int, Step]  # which step was written to a row


def compile_steps(steps: tuple[Step, ...], rows: list[int], book: Book, after: int = c.END_OF_CARD) -> int:
    """Write steps that go on with row `after`; return the row of the first."""
    for step in reversed(steps):
        after = compile_step(step, rows, book, after)
    return after


def compile_step(step: Step, rows: list[int], book: Book, after: int) -> int:
    row = [0] * c.STEP_SIZE
    row[c.OP] = step.op
    row[c.N] = step.n or step.where.n
    row[c.WHO] = bits(step.who)
    row[c.WHERE] = step.where.kind
    row[c.PLACES] = bits(step.where.rooms)
    row[c.SIDE] = int(step.side)
    row[c.NEXT] = after
    row[c.OTHER] = after
    if step.op in (c.DO_IF, c.DO_CHOOSE):
        row[c.SIDE] = compile_steps(step.first, rows, book, after)
        row[c.OTHER] = compile_steps(step.second, rows, book, after)
    if step.condition:
        row[c.WHO] = step.condition.kind
        row[c.N] = step.condition.n
        row[c.PLACES] = bits(step.condition.rooms)
    rows += row
    number = len(rows) // c.STEP_SIZE - 1
    book[number] = step
    return number


def bits(numbers: tuple[int, ...]) -> int:
    return sum(1 << number for number in set(numbers))


def kinds_of(steps: tuple[Step, ...]) -> tuple[int, ...]:
    """The kinds of all steps, also of those within IF and CHOOSE."""
    return tuple(op for step in steps for op in (step.op, *kinds_of(step.first), *kinds_of(step.second)))


def speaks_of(steps: tuple[Step, ...], op: int) -> bool:
    return op in kinds_of(steps)
