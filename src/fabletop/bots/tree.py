"""What a search has learnt, as a tree in flat arrays.

A node is a question in the eyes of the seat that thinks: all that is known of it is the answers that
led to it, who is asked, and what about. Chance and hidden cards are dealt anew each time the tree is
walked, so the answers allowed at a node differ from walk to walk. A branch is an answer at a node; it
remembers how often it could have been taken, how often it was, and what came of it for the seat that
took it.
"""

from math import exp
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.kernel.advisor import Advisor
from fabletop.kernel.state import MOST_ACTIONS, State

NONE: Final = -1

# A branch: ROW integers, and ROW sums.
ROW: Final = 4
ANSWER: Final = 0
NEXT: Final = 1  # the next branch of the same node
CHILD: Final = 2  # the node behind it
VISITS: Final = 0
TOTAL: Final = 1  # what came of it, added up
CHANCES: Final = 2  # how often it could have been taken
WEIGHT: Final = 3  # what was expected of it before

# A node: ROW integers, and PAIR sums.
FIRST: Final = 0  # its first branch
ASKED: Final = 1  # who is asked, and what
TWIN: Final = 2  # another node behind the same branch, where another question followed
PAIR: Final = 2

START: Final = 1024  # room for so many branches at first
MOST_BRANCHES: Final = 400_000  # with more than these no node is added


class Tree:
    def __init__(self) -> None:
        self.branches: i64 = 0
        self.nodes: i64 = 0
        self.root: i64 = NONE
        self.link = vec[i64]([0] * (START * ROW))
        self.sums = vec[float]([0.0] * (START * ROW))
        self.node = vec[i64]([0] * (START * ROW))
        self.node_sums = vec[float]([0.0] * (START * PAIR))
        self.listed = vec[i64]([0] * MOST_ACTIONS)  # the answers allowed in the world that is walked through
        self.found = vec[i64]([0] * MOST_ACTIONS)  # the branch of each
        self.before: i64 = NONE

    def plant(self, state: State) -> None:
        """Begin anew, with this question as the root."""
        self.branches = 0
        self.nodes = 0
        self.root = self.add_node(asked(state))

    # --- nodes ---------------------------------------------------------------------------------------

    def add_node(self, question: i64) -> i64:
        node = self.nodes
        if node * ROW == len(self.node):
            self.node = twice(self.node)
            self.node_sums = twice_sums(self.node_sums)
        self.node[node * ROW + FIRST] = NONE
        self.node[node * ROW + ASKED] = question
        self.node[node * ROW + TWIN] = NONE
        self.node_sums[node * PAIR + VISITS] = 0.0
        self.node_sums[node * PAIR + TOTAL] = 0.0
        self.nodes = node + 1
        return node

    def behind(self, branch: i64, question: i64) -> i64:
        """The node that a branch leads to when this question follows; it is added if there is room."""
        node = self.link[branch * ROW + CHILD]
        while node != NONE and self.node[node * ROW + ASKED] != question:
            node = self.node[node * ROW + TWIN]
        if node == NONE and self.branches < MOST_BRANCHES:
            node = self.add_node(question)
            self.node[node * ROW + TWIN] = self.link[branch * ROW + CHILD]
            self.link[branch * ROW + CHILD] = node
        return node

    def first(self, node: i64) -> i64:
        return self.node[node * ROW + FIRST]

    def visits_of(self, node: i64) -> float:
        return self.node_sums[node * PAIR + VISITS]

    # --- branches --------------------------------------------------------------------------------------

    def look_up(self, node: i64, world: State, advisor: Advisor[Any], prior_weight: float) -> i64:
        """List the answers allowed in this world, with their branches; return how many."""
        count = world.legal_into(self.listed)
        self.before = NONE
        branch = self.node[node * ROW + FIRST]
        for i in range(count):
            action = self.listed[i]
            if branch == NONE or self.link[branch * ROW + ANSWER] != action:
                branch = self.find(node, branch, action)
                if branch == NONE:
                    branch = self.add_branch(node, action)
                    if prior_weight != 0.0:
                        self.sums[branch * ROW + WEIGHT] = exp(prior_weight * advisor.prior(world, action))
            self.found[i] = branch
            self.before = branch
            branch = self.link[branch * ROW + NEXT]
        return count

    def next(self, branch: i64) -> i64:
        return self.link[branch * ROW + NEXT]

    def find(self, node: i64, branch: i64, action: i64) -> i64:
        """The branch of an answer: from here on, or before; NONE if there is none."""
        here = branch
        while here != NONE:
            if self.link[here * ROW + ANSWER] == action:
                return here
            here = self.link[here * ROW + NEXT]
        here = self.node[node * ROW + FIRST]
        while here != branch:
            if self.link[here * ROW + ANSWER] == action:
                return here
            here = self.link[here * ROW + NEXT]
        return NONE

    def add_branch(self, node: i64, action: i64) -> i64:
        """A new branch after the one looked up last, so that branches stay in the order of the lists."""
        branch = self.branches
        if branch * ROW == len(self.link):
            self.link = twice(self.link)
            self.sums = twice_sums(self.sums)
        self.branches = branch + 1
        at = branch * ROW
        self.link[at + ANSWER] = action
        self.link[at + CHILD] = NONE
        if self.before == NONE:
            self.link[at + NEXT] = self.node[node * ROW + FIRST]
            self.node[node * ROW + FIRST] = branch
        else:
            self.link[at + NEXT] = self.link[self.before * ROW + NEXT]
            self.link[self.before * ROW + NEXT] = branch
        self.sums[at + VISITS] = 0.0
        self.sums[at + TOTAL] = 0.0
        self.sums[at + CHANCES] = 0.0
        self.sums[at + WEIGHT] = 1.0
        return branch


def asked(state: State) -> i64:
    """Who is asked, and what about, as one number."""
    return state.seat << 8 | state.top()


def twice(old: vec[i64]) -> vec[i64]:
    """A copy with as much room again."""
    new = vec[i64]([0] * (2 * len(old)))
    for i in range(len(old)):
        new[i] = old[i]
    return new


def twice_sums(old: vec[float]) -> vec[float]:
    new = vec[float]([0.0] * (2 * len(old)))
    for i in range(len(old)):
        new[i] = old[i]
    return new
