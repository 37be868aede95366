"""The words of Condyle's cards: all their verbs and conditions, and how programs are written as rows."""

from fabletop.games.condyle import cards as c
from fabletop.games.condyle.acts import DoEliminate, DoPeek
from fabletop.games.condyle.aims import Done, HandHolds, Moved, PileHolds, RestsAt
from fabletop.games.condyle.building import DoBuild
from fabletop.games.condyle.effects import DoBoost, DoCancel, DoEndTurn, DoShield
from fabletop.games.condyle.keeping import DoDraw, DoFetch, DoRecover, DoSift, DoStash
from fabletop.games.condyle.losing import DoLose, DoPass
from fabletop.games.condyle.pawns import DoBenny, DoMove, DoSend, DoTradePlaces
from fabletop.games.condyle.permanent import DoClear
from fabletop.games.condyle.taking import DoLook, DoScavenge, DoSteal, DoTradeHands
from fabletop.kernel.effects.engine import END
from fabletop.kernel.effects.kinds import Names
from fabletop.kernel.effects.nodes import Choose, If, Node, Step, Steps
from fabletop.kernel.effects.reader import Reader
from fabletop.kernel.effects.vocabulary import Vocabulary, Writer

MOST_STEPS = 6
MOVERS = ("MOVE", "SEND", "TRADE_PLACES")


def check(step: Step, reader: Reader) -> None:
    """What goes together within a step."""
    if step.verb.name == "LOSE" and step.values[1:3] == ("either", c.EVERYTHING):
        reader.wrong("LOSE: 'either' takes a number, not 'all'", step.at)
    if step.verb.name == "RECOVER" and step.may and step.values[0][0] != "you":
        reader.wrong("RECOVER can only be optional for you", step.at)


VOCABULARY = Vocabulary(
    [
        *(DoMove(), DoSend(), DoTradePlaces(), DoBenny()),
        *(DoSteal(), DoScavenge(), DoLook(), DoTradeHands(), DoLose(), DoPass()),
        *(DoRecover(), DoStash(), DoFetch(), DoDraw(), DoSift()),
        *(DoPeek(), DoEliminate(), DoBuild(), DoClear()),
        *(DoBoost(), DoShield(), DoEndTurn(), DoCancel()),
    ],
    [RestsAt(), Moved(), HandHolds(), PileHolds(), Done()],
    check,
)


def read(text: str, names: Names) -> Steps:
    """The steps of an effect; a Mistake says what is wrong with it."""
    reader = Reader(text, VOCABULARY, names)
    steps = reader.program()
    if len(steps) > MOST_STEPS:
        reader.wrong(f"an effect has at most {MOST_STEPS} steps, not {len(steps)}", 0)
    if any_choice(steps):
        reader.wrong("CHOOSE is not for these cards", 0)
    if most_aims(steps) > 1:
        reader.wrong("an effect names one player (other, any, pawn) at most once; later steps say 'it'", 0)
    return steps


def any_choice(steps: Steps) -> bool:
    inner = [node for node in steps if isinstance(node, If)]
    return any(isinstance(node, Choose) for node in steps) or any(
        any_choice(node.then) or any_choice(node.otherwise) for node in inner
    )


def most_aims(steps: Steps) -> int:
    total = 0
    for node in steps:
        if isinstance(node, If):
            total += max(most_aims(node.then), most_aims(node.otherwise))
        elif isinstance(node, Step) and node.verb.takes and node.verb.takes[0][0] == c.WHO:
            total += node.values[0][0] in ("other", "any", "pawn")
    return total


class CardWriter(Writer):
    """Also writes down which steps name their target late: after something has moved (CC-R26)."""

    moved = False

    def write(self, steps: Steps, offers: bool = False, after: int = END) -> int:
        before = self.moved
        for i in range(len(steps) - 1, -1, -1):
            self.moved = before or any(moves(node) for node in steps[:i])
            after = self.write_node(steps[i], offers, after)
        self.moved = before
        return after

    def write_node(self, node: Node, offers: bool, after: int) -> int:
        row = super().write_node(node, offers, after)
        if isinstance(node, Step):
            at = row * self.width
            self.rows[at + c.LATE] = int(self.moved and self.rows[at + c.WHERE] != 0)
        return row


def moves(node: Node) -> bool:
    return isinstance(node, Step) and node.verb.name in MOVERS
