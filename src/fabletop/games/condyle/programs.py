"""The ledger's vocabulary of effects: reading it, and writing it as rows for the engine.

    MOVE(any@TOWN|ALLEY,3); STEAL(it,pile,2)
    IF(you@CEMETERY){RECOVER(you,3,bottom)}ELSE{RECOVER(you,1,bottom)}

`read` turns a text into steps; `Program.write` turns steps into rows; `card_text.py` turns the same
steps into sentences, so that words and engine cannot disagree.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from fabletop.games.condyle import cards as c
from fabletop.kernel.question import did_you_mean

WHO = {
    "you": c.YOU,
    "other": c.OTHER,
    "others": c.OTHERS,
    "any": c.ANY,
    "all": c.EVERYBODY,
    "pawn": c.PAWN,
    "it": c.IT,
    "next": c.NEXT_PLAYER,
}
OPS = {
    "MOVE": c.DO_MOVE,
    "SEND": c.DO_SEND,
    "TRADE_PLACES": c.DO_TRADE_PLACES,
    "STEAL": c.DO_STEAL,
    "SCAVENGE": c.DO_SCAVENGE,
    "LOSE": c.DO_LOSE,
    "RECOVER": c.DO_RECOVER,
    "STASH": c.DO_STASH,
    "FETCH": c.DO_FETCH,
    "DRAW": c.DO_DRAW,
    "SIFT": c.DO_SIFT,
    "LOOK": c.DO_LOOK_HAND,
    "TRADE_HANDS": c.DO_TRADE_HANDS,
    "PASS": c.DO_PASS,
    "BOOST": c.DO_BOOST,
    "SHIELD": c.DO_SHIELD,
    "END_TURN": c.DO_END_TURN,
    "BUILD": c.DO_BUILD,
    "CLEAR": c.DO_CLEAR,
    "BENNY": c.DO_BENNY,
    "ELIMINATE": c.DO_ELIMINATE,
    "CANCEL": c.DO_CANCEL,
}
RULES = {
    "HAND_SAFE": (c.HAND_SAFE, 1),
    "PILE_SAFE": (c.PILE_SAFE, 1),
    "MOVE_SAFE": (c.MOVE_SAFE, 1),
    "CEMETERY_SAFE": (c.CEMETERY_SAFE, 1),
    "NO_HIGHWAY": (c.NO_HIGHWAY, 1),
    "NO_HAUNT": (c.NO_HAUNT, 1),
    "HAND_OPEN": (c.HAND_OPEN, 1),
    "STEAL-1": (c.STEAL_LESS, 1),
    "BENNY+2": (c.BENNY_MORE, 2),
    "MOVE+1": (c.MOVE_MORE, 1),
    "MOVE+2": (c.MOVE_MORE, 2),
    "MOVE-1": (c.MOVE_MORE, -1),
}
HOW = {
    "hand": c.FROM_HAND,
    "pile": c.FROM_PILE,
    "either": c.FROM_EITHER,
    "seen": c.SEEN,
    "random": c.AT_RANDOM,
    "yours": c.YOURS,
    "bottom": c.UNDER,
    "shuffle": c.SHUFFLED,
}
SHIELDS = {"steal": c.NO_STEAL, "move": c.NO_MOVE, "both": c.NO_STEAL | c.NO_MOVE}
SCOPES = {"self": c.SCOPE_SELF, "all": c.SCOPE_ALL}
CONDITIONS = re.compile(r"(you@(?P<at>.+)|moved|done|hand>=(?P<hand>\d+)|pile<=(?P<pile>\d+))")
OPTIONAL = {"MOVE", "SEND", "STASH", "FETCH", "LOOK", "TRADE_HANDS", "RECOVER", "BENNY"}
MOST_STEPS = 6


class BadProgram(ValueError):
    """What is wrong with an effect, in words."""


@dataclass(frozen=True, slots=True)
class Aim:
    """Who a step speaks of, and where they must be."""

    who: str
    spaces: tuple[str, ...] = ()  # names, or ("here",), ("near",)
    outside: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    op: str
    aim: Aim | None = None
    n: int = 0
    other: int = 0  # the b of "a/b"; UP_TO for "<=n"
    how: str = ""
    by: str = ""
    may: bool = False


@dataclass(frozen=True, slots=True)
class If:
    condition: str  # as the file has it
    then: "tuple[Node, ...]"
    otherwise: "tuple[Node, ...]" = ()


Node = Step | If


# --- Reading -----------------------------------------------------------------------------------------


def read(text: str, kinds: dict[str, int]) -> tuple[Node, ...]:
    """The steps of an effect; BadProgram says what is wrong. `kinds` are the names of spaces."""
    steps = Reader(text, kinds).program("")
    check_steps(steps)
    return steps


class Reader:
    def __init__(self, text: str, kinds: dict[str, int]) -> None:
        self.text = text
        self.at = 0
        self.kinds = kinds

    def rest(self) -> str:
        return self.text[self.at :]

    def skip(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def eat(self, wanted: str) -> bool:
        self.skip()
        if self.rest().startswith(wanted):
            self.at += len(wanted)
            return True
        return False

    def need(self, wanted: str) -> None:
        if not self.eat(wanted):
            raise BadProgram(f"expected {wanted!r} before {self.rest()[:20]!r}")

    def program(self, end: str) -> "tuple[Node, ...]":
        steps: list[Node] = []
        while True:
            steps.append(self.step())
            if self.eat(";"):
                continue
            if end:
                self.need(end)
            elif self.rest().strip():
                raise BadProgram(f"expected ';' before {self.rest().strip()[:20]!r}")
            return tuple(steps)

    def step(self) -> Node:
        self.skip()
        may = bool(re.match(r"may\b", self.rest()))
        if may:
            self.eat("may")
        self.skip()
        found = re.match(r"[A-Z_]+", self.rest())
        if not found:
            raise BadProgram(f"expected a step like MOVE(any,2), not {self.rest()[:20]!r}")
        name = found[0]
        self.at += len(name)
        self.need("(")
        inside, depth = "", 1
        while depth:
            if self.at >= len(self.text):
                raise BadProgram(f"{name}( is never closed")
            letter = self.text[self.at]
            depth += (letter == "(") - (letter == ")")
            inside += letter if depth else ""
            self.at += 1
        if name == "IF":
            if may:
                raise BadProgram("'may' stands before a step, not before IF")
            return self.condition(inside.strip())
        if name not in OPS:
            raise BadProgram(f"there is no step {name!r}; {did_you_mean(name, [*OPS, 'IF'])}")
        if may and name not in OPTIONAL:
            raise BadProgram(f"{name} cannot be optional; 'may' goes with {', '.join(sorted(OPTIONAL))}")
        return self.make(name, [part.strip() for part in inside.split(",")] if inside.strip() else [], may)

    def condition(self, text: str) -> If:
        found = CONDITIONS.fullmatch(text)
        if not found:
            raise BadProgram(
                f"IF({text}): expected you@SPACE, moved, done, hand>=n or pile<=n as the condition"
            )
        if found["at"]:
            self.spaces(found["at"])
        self.need("{")
        then = self.program("}")
        otherwise: tuple[Node, ...] = ()
        if self.eat("ELSE"):
            self.need("{")
            otherwise = self.program("}")
        return If(text, then, otherwise)

    def make(self, name: str, args: list[str], may: bool) -> Step:
        """One step, its arguments checked."""
        given = Arguments(name, args, self)
        step = MAKERS[name](given, may)
        given.done()
        return step

    def aim(self, text: str) -> Aim:
        who, _, where = text.partition("@")
        if who not in WHO:
            raise BadProgram(f"{who!r} is nobody; {did_you_mean(who, list(WHO))}")
        if not where:
            return Aim(who)
        if where in ("here", "near"):
            return Aim(who, (where,))
        outside = where.startswith("!")
        return Aim(who, self.spaces(where.lstrip("!")), outside)

    def spaces(self, text: str) -> tuple[str, ...]:
        names = tuple(name.strip() for name in text.split("|"))
        for name in names:
            if name not in self.kinds:
                raise BadProgram(f"there is no space {name!r}; {did_you_mean(name, list(self.kinds))}")
        return names


class Arguments:
    """The arguments of one step, taken in order."""

    def __init__(self, name: str, args: list[str], reader: Reader) -> None:
        self.name = name
        self.args = args
        self.reader = reader

    def take(self, wanted: str) -> str:
        if not self.args:
            raise BadProgram(f"{self.name} lacks {wanted}")
        return self.args.pop(0)

    def aim(self, *allowed: str) -> Aim:
        aim = self.reader.aim(self.take("whom it is done to"))
        if allowed and aim.who not in allowed:
            raise BadProgram(f"{self.name} cannot be done to {aim.who!r}, only to {', '.join(allowed)}")
        return aim

    def word(self, *allowed: str) -> str:
        word = self.take(" or ".join(allowed))
        if word not in allowed:
            raise BadProgram(f"{self.name}: {word!r} is not known; {did_you_mean(word, list(allowed))}")
        return word

    def last(self, *allowed: str) -> str:
        return self.word(*allowed) if self.args else ""

    def number(self, everything: bool = False) -> int:
        text = self.take("a number")
        if everything and text == "all":
            return c.EVERYTHING
        if not re.fullmatch(r"[1-9]", text):
            raise BadProgram(f"{self.name}: expected a number from 1 to 9, not {text!r}")
        return int(text)

    def steps(self) -> tuple[int, int]:
        """3, 2/4 or <=3."""
        text = self.take("a number of spaces")
        found = re.fullmatch(r"(<=)?([1-9])(?:/([1-9]))?", text)
        if not found or (found[1] and found[3]):
            raise BadProgram(f"{self.name}: expected spaces like 3, 2/4 or <=3, not {text!r}")
        return int(found[2]), c.UP_TO if found[1] else int(found[3] or 0)

    def done(self) -> None:
        if self.args:
            raise BadProgram(f"{self.name} has too many arguments: {', '.join(self.args)}")


def make_move(given: Arguments, may: bool) -> Step:
    aim = given.aim("you", "other", "others", "any", "all", "pawn", "it", "next")
    n, other = given.steps()
    return Step("MOVE", aim, n, other, by=given.last("next"), may=may)


def make_send(given: Arguments, may: bool) -> Step:
    aim = given.aim("you", "other", "others", "any", "all", "it", "next")
    where = given.take("a space")
    if where != "any":
        given.reader.spaces(where)
    return Step("SEND", aim, how=where, may=may)


def make_trade_places(given: Arguments, may: bool) -> Step:
    given.aim("you")
    return Step("TRADE_PLACES", given.aim("other"), may=may)


def make_steal(given: Arguments, may: bool) -> Step:
    aim = given.aim("other", "others", "it", "any", "next")
    source = given.word("hand", "pile")
    n = given.number()
    return Step("STEAL", aim, n, how=given.last("seen") or source, may=may)


def make_lose(given: Arguments, may: bool) -> Step:
    aim = given.aim()
    source = given.word("hand", "pile", "either")
    n = given.number(everything=True)
    if n == c.EVERYTHING and source == "either":
        raise BadProgram("LOSE: 'either' takes a number, not 'all'")
    return Step("LOSE", aim, n, how=given.last("random", "yours") or source, may=may)


def make_recover(given: Arguments, may: bool) -> Step:
    aim = given.aim("you", "all") if not may else given.aim("you")
    return Step("RECOVER", aim, given.number(everything=True), how=given.word("bottom", "shuffle"), may=may)


def make_look(given: Arguments, may: bool) -> Step:
    if given.word("hand", "aod") == "hand":
        return Step("LOOK", given.aim("other", "it"), how="hand", may=may)
    return Step("LOOK", None, given.number(everything=True), how="aod", may=may)


def make_benny(given: Arguments, may: bool) -> Step:
    n, other = given.steps()
    return Step("BENNY", None, n, other, may=may)


def make_own(name: str, *who: str) -> "Maker":
    return lambda given, may: Step(name, given.aim(*who), given.number(), may=may)


def make_shield(given: Arguments, may: bool) -> Step:
    return Step("SHIELD", given.aim("you"), how=given.word(*SHIELDS))


def make_pass(given: Arguments, may: bool) -> Step:
    given.aim("all")
    if given.number() != 1:
        raise BadProgram("PASS: one card is passed, no other number")
    return Step("PASS", None, 1)


def make_build(given: Arguments, may: bool) -> Step:
    return Step("BUILD", None, how=given.word("DETOUR", "PASSAGE"))


Maker = Callable[[Arguments, bool], Step]
MAKERS: dict[str, Maker] = {
    "MOVE": make_move,
    "SEND": make_send,
    "TRADE_PLACES": make_trade_places,
    "STEAL": make_steal,
    "SCAVENGE": make_own("SCAVENGE", "other", "it"),
    "LOSE": make_lose,
    "RECOVER": make_recover,
    "STASH": make_own("STASH", "you"),
    "FETCH": make_own("FETCH", "you"),
    "DRAW": make_own("DRAW", "you", "all"),
    "SIFT": make_own("SIFT", "you"),
    "LOOK": make_look,
    "TRADE_HANDS": lambda given, may: Step("TRADE_HANDS", given.aim("other"), may=may),
    "PASS": make_pass,
    "BOOST": make_own("BOOST", "you"),
    "SHIELD": make_shield,
    "END_TURN": lambda given, may: Step("END_TURN"),
    "BUILD": make_build,
    "CLEAR": lambda given, may: Step("CLEAR", given.aim("you")),
    "BENNY": make_benny,
    "ELIMINATE": lambda given, may: Step("ELIMINATE", given.aim("you")),
    "CANCEL": lambda given, may: Step("CANCEL", None, how=given.word(*SCOPES)),
}


def check_steps(steps: "tuple[Node, ...]") -> None:
    if len(steps) > MOST_STEPS:
        raise BadProgram(f"an effect has at most {MOST_STEPS} steps, not {len(steps)}")
    if most_aims(steps) > 1:
        raise BadProgram("an effect names one player (other, any, pawn) at most once; later steps say 'it'")


def most_aims(steps: "tuple[Node, ...]") -> int:
    total = 0
    for step in steps:
        if isinstance(step, If):
            total += max(most_aims(step.then), most_aims(step.otherwise))
        elif step.aim and step.aim.who in ("other", "any", "pawn"):
            total += 1
    return total


# --- Writing rows ------------------------------------------------------------------------------------


@dataclass(slots=True)
class Program:
    """The rows of all effects of an edition."""

    kinds: dict[str, int]
    rows: list[int] = field(default_factory=list)

    def write(self, steps: "tuple[Node, ...]") -> int:
        """Write an effect; returns its first row."""
        return self.chain(steps, c.END_OF_CARD, moved=False)

    def chain(self, steps: "tuple[Node, ...]", following: int, moved: bool) -> int:
        """Write steps that go on with row `following`; the rows of later steps come first."""
        movers = [isinstance(step, Step) and step.op in ("MOVE", "SEND", "TRADE_PLACES") for step in steps]
        for i in range(len(steps) - 1, -1, -1):
            following = self.write_node(steps[i], following, moved or any(movers[:i]))
        return following

    def write_node(self, node: Node, following: int, moved: bool) -> int:
        if isinstance(node, If):
            then = self.chain(node.then, following, moved)
            otherwise = self.chain(node.otherwise, following, moved)
            return self.add(self.condition(node.condition, then, otherwise))
        row = self.step_row(node)
        row[c.NEXT] = following
        row[c.LATE] = int(moved and row[c.WHERE] != 0)
        return self.add(row)

    def add(self, row: list[int]) -> int:
        self.rows += row
        return len(self.rows) // c.ROW - 1

    def condition(self, text: str, then: int, otherwise: int) -> list[int]:
        found = CONDITIONS.fullmatch(text)
        assert found
        row = [0] * c.ROW
        row[c.OP], row[c.NEXT], row[c.N2] = c.DO_IF, then, otherwise
        if found["at"]:
            row[c.WHO], row[c.WHERE] = c.IF_AT, self.mask(tuple(found["at"].split("|")))
        elif found["hand"]:
            row[c.WHO], row[c.N] = c.IF_HAND, int(found["hand"])
        elif found["pile"]:
            row[c.WHO], row[c.N] = c.IF_PILE, int(found["pile"])
        else:
            row[c.WHO] = c.IF_MOVED if text == "moved" else c.IF_DONE
        return row

    def mask(self, spaces: tuple[str, ...]) -> int:
        return sum(1 << self.kinds[name.strip()] for name in set(spaces))

    def step_row(self, step: Step) -> list[int]:
        row = [0] * c.ROW
        row[c.OP] = OPS[step.op]
        if step.aim:
            row[c.WHO] = WHO[step.aim.who]
            row[c.WHERE] = self.where(step.aim)
        row[c.N], row[c.N2] = step.n, step.other
        row[c.BY] = c.NEXT_PLAYER if step.by == "next" else c.YOU
        row[c.MAY] = int(step.may)
        row[c.HOW] = self.how(step)
        if step.op == "LOOK" and step.how == "aod":
            row[c.OP] = c.DO_LOOK_AOD
        return row

    def where(self, aim: Aim) -> int:
        if aim.spaces == ("here",):
            return c.HERE
        if aim.spaces == ("near",):
            return c.NEAR
        return self.mask(aim.spaces) + (c.NOT_THERE if aim.outside else 0)

    def how(self, step: Step) -> int:
        if step.op == "SEND":
            return c.ANY_SPACE if step.how == "any" else self.kinds[step.how]
        if step.op == "BUILD":
            return self.kinds[step.how]
        if step.op == "SHIELD":
            return SHIELDS[step.how]
        if step.op == "CANCEL":
            return SCOPES[step.how]
        return HOW.get(step.how, 0)
