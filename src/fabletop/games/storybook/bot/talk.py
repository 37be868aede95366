"""What a teammate says when asked what it can do (SB-TEAM.8): never which cards it holds."""

from fabletop.games.storybook import verbs as v
from fabletop.games.storybook.actions import PutWhere
from fabletop.games.storybook.battle import judge
from fabletop.games.storybook.cards import DECK
from fabletop.games.storybook.table import AP_A_TURN, Storybook
from fabletop.games.storybook.text import face_of
from fabletop.games.storybook.turn import ask_for_actions
from fabletop.kernel.action import thing_of, verb_of
from fabletop.kernel.bits import bit
from fabletop.kernel.talk import Saying

MOVES = (v.REVEAL, v.SPIN, v.SLIDE, v.PLAY)  # what may bring about a capture
EARLY = "Let us see first what we are dealt."
NOTHING = "As it lies, one action of mine captures nothing more."


def sayings(t: Storybook, seat: int) -> list[Saying]:
    if t.terms.players == 2 or t.over:
        return []
    if t.turn == 0:
        return [Saying("can", EARLY)]
    prey = prey_of(t, t.role_of(seat))
    names = [face_of(t, card).name for card in range(t.terms.players * DECK) if prey >> card & 1]
    return [Saying("can", f"With one action I could capture {' or '.join(names)}." if names else NOTHING)]


def prey_of(t: Storybook, role: int) -> int:
    """The enemies that a Battle would capture after one action of this role, but not as it lies."""
    twin = t.clone()
    twin.depth = 0
    twin.held = -1
    twin.role = role
    twin.ap = AP_A_TURN
    ask_for_actions(twin)
    twin.settle()
    if twin.seat != t.seat_of(role):  # it could do nothing: what the next one could is not its to know
        return 0
    before = judge(t)[0]
    found = 0
    for action in twin.legal():
        if verb_of(action) not in MOVES or (verb_of(action) == v.REVEAL and not is_own(twin, role, action)):
            continue
        after = twin.clone()
        after.step(action)
        for world in places(after):
            found |= judge(world)[0] & ~before
    enemies = sum(bit(card) for card in range(t.terms.players * DECK) if (card // DECK ^ role) & 1)
    return found & enemies


def is_own(t: Storybook, role: int, action: int) -> bool:
    """Whether a card that could be revealed is known to who would do so."""
    return t.card_at(thing_of(action)) // DECK == role


def places(t: Storybook) -> list[Storybook]:
    """The table with a card that was taken from the hand in every place where it may go."""
    if t.over or not isinstance(t.question, PutWhere):
        return [t]
    found = []
    for action in t.legal():
        world = t.clone()
        world.step(action)
        found.append(world)
    return found
