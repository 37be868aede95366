"""The Ghost of Benny Harris: time, screams, and who begins a turn with him (CC-GHOST)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle import told
from fabletop.games.condyle.asking import Ask
from fabletop.games.condyle.cards import BENNY_MORE, NO_HAUNT
from fabletop.games.condyle.cove import measure, same_space
from fabletop.games.condyle.ending import put_out
from fabletop.games.condyle.permanent import gain_charm
from fabletop.games.condyle.table import (
    BENNY,
    COUNTED,
    HAUNTED,
    LONGEST_GAP,
    NODES,
    SCREAMED,
    SHORTEST_GAP,
    Table,
)

SCREAM_STEPS: Final = 4  # CC-GHOST.5
TIME_TO_FLIP: Final = 5  # CC-R70
TIME_TO_MOVE: Final = 6
TIME_TO_PLAY: Final = 6
TIME_TO_DRAW: Final = 3
TIME_TO_SLAP: Final = 1


def meet_benny(t: Table, player: i64) -> None:
    """A turn begun on Benny's space costs a Haunted card (CC-GHOST.6, CC-R68)."""
    if t.pawn[BENNY] < 0 or t.haunted_n == 0 or not same_space(t, t.pawn[BENNY], t.pawn[player]):
        return
    if t.has_rule(player, NO_HAUNT):
        return
    spend(t, TIME_TO_FLIP)
    t.haunted_n -= 1
    charm = t.deck[HAUNTED + t.haunted_n]
    t.sealed += 1
    t.tell(told.HAUNTED, player, t.cards.charm_face[charm])
    gain_charm(t, player, charm)


# --- Time ---------------------------------------------------------------------------------------------


def spend(t: Table, seconds: i64) -> None:
    """Nominal time of an action of the active player (CC-R70), where nobody tells how it really passes."""
    if t.terms.ghost and (t.terms.live == COUNTED or t.imagined):
        t.clock -= seconds * t.terms.second
        t.waited += seconds * t.terms.second


def pass_time(t: Table, spent: i64) -> None:
    """Time has passed while the active player could act (CC-R69)."""
    t.clock -= spent
    t.waited += spent
    if t.clock > 0 and is_heard(t):
        t.calm = t.waited


def is_heard(t: Table) -> bool:
    """Whether a scream is heard at once: between two actions. Amid one it waits (CC-R72)."""
    question = t.question
    return isinstance(question, Ask) and question.between


def tick(t: Table, seconds: i64) -> None:
    """The active player says that time has passed: in games of rules 1."""
    pass_time(t, seconds)
    t.ticked = 1
    t.sealed += 1
    if t.clock <= 0 and is_heard(t):
        scream(t)


def new_gap(t: Table) -> i64:
    return SHORTEST_GAP * t.terms.second + t.rng.below((LONGEST_GAP - SHORTEST_GAP) * t.terms.second + 1)


# --- Screams ------------------------------------------------------------------------------------------


def scream(t: Table) -> None:
    """Benny comes nearer to the active player (CC-GHOST.5); the second scream of a turn is the last one."""
    t.screams += 1
    t.heard += 1
    t.sealed += 1
    t.waited = -t.clock  # the gap carries over (CC-R69)
    t.calm = 0
    t.clock += new_gap(t)
    t.tell(told.SCREAM, t.active, t.screams)
    if t.screams == 2:  # CC-GHOST.8; before he moves (CC-R73)
        put_out(t, t.active, SCREAMED)
        return
    far = vec[i64]([99] * NODES)
    measure(t, t.pawn[t.active], far)
    at = t.pawn[BENNY]
    for _step in range(SCREAM_STEPS + t.charm_sum(t.active, BENNY_MORE)):
        at = nearer(t, at, far)
    if at != t.pawn[BENNY]:
        t.pawn[BENNY] = at
        t.tell_at(told.BENNY, t.active, 0, at)


def nearer(t: Table, node: i64, far: vec[i64]) -> i64:
    """The next step of a shortest path; ties by lot (CC-R73)."""
    count: i64 = 0
    chosen = node
    for to in range(t.nodes):
        if t.near(node) >> to & 1 and far[to] < far[node]:
            count += 1
            if count == 1 or t.rng.below(count) == 0:
                chosen = to
    return chosen
