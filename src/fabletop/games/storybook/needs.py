"""What a Plot Twist speaks of: which cards, what it requires, and whether it could do anything.

Nothing here looks at what is hidden: a requirement that speaks of Allies or of a named card needs
it face up (SB-R8).
"""

from typing import cast

from mypy_extensions import i64

from fabletop.games.storybook import cards as c
from fabletop.games.storybook.notation import CARDS, TwistSpeech, circumstances, noun, whose
from fabletop.games.storybook.table import FACE_DOWN, FOUR, HAND_SIZE, SCORE, STEP, Storybook
from fabletop.kernel.effects.engine import (
    CHOOSE,
    END,
    FIRST,
    IF,
    MOST_BRANCHES,
    NEXT,
    NO_BRANCH,
    OP,
    SECOND,
    TEST,
    Condition,
    Verb,
)
from fabletop.kernel.effects.kinds import Number
from fabletop.kernel.effects.nodes import Test
from fabletop.kernel.effects.text import Speech

# --- Which cards a Twist speaks of ----------------------------------------------------------------


def fits(t: Storybook, role: i64, card: i64, cards: i64) -> bool:
    """Whether a card in play is one of those that a Twist of this role speaks of."""
    owner = card // c.DECK
    if not cards & c.MY and (owner ^ role) & 1 == 0:  # SB-VOCAB.16; my and enemy together mean any card
        return False
    if not cards & c.ENEMY and owner != role:  # SB-R32: one's own only
        return False
    up = t.lies[card] != FACE_DOWN
    if (cards & c.UP and not up) or (cards & c.DOWN and up):
        return False
    if cards & c.ALLY and card % c.DECK < c.TEAM_SIZE:
        return False
    if cards & c.DOOMED and not t.doomed >> card & 1:
        return False
    if cards & c.REVEALED and not (t.fresh >> card & 1 and (t.fresh_by ^ owner) & 1):
        return False
    if cards & c.FACING and not is_facing(t, role, card):
        return False
    return not (cards & c.CROWDED and enemies_beside(t, card) < 2)


def is_facing(t: Storybook, role: i64, card: i64) -> bool:
    """Beside a face-up card of the other party; for an enemy's card that is this role alone."""
    owner = card // c.DECK
    board = t.board
    cell = t.at[card]
    for way in range(FOUR):
        other = i64(board[cell + STEP[way]]) - 1
        if other >= 0 and t.lies[other] != FACE_DOWN:
            party = other // c.DECK
            if (owner ^ role) & 1:
                if party == role:
                    return True
            elif (party ^ owner) & 1:
                return True
    return False


def enemies_beside(t: Storybook, card: i64) -> i64:
    """Enemy cards beside it, face up or face down (SB-TWIST.8, SB-R30)."""
    count: i64 = 0
    for way in range(FOUR):
        other = t.card_at(t.at[card] + STEP[way])
        if other >= 0 and (other // c.DECK ^ card // c.DECK) & 1:
            count += 1
    return count


def enough_fit(t: Storybook, role: i64, cards: i64, named: i64, count: i64) -> bool:
    """Whether at least so many cards in play fit."""
    if named >= 0:  # a named card is one's own
        card = role * c.DECK + named
        return t.at[card] >= 0 and fits(t, role, card, cards)
    board = t.board
    spots = t.spots
    for i in range(t.taken):
        if fits(t, role, i64(board[spots[i]]) - 1, cards):
            count -= 1
            if count == 0:
                return True
    return False


# --- Requirements (SB-TWIST.3) --------------------------------------------------------------------


class Need(Condition[Storybook]):
    lacks: str = ""  # what is the case while it does not hold

    def holds_for(self, t: Storybook, role: i64, row: i64) -> bool:
        """Whether it holds for this role, now."""
        raise NotImplementedError

    def holds(self, t: Storybook, row: i64) -> bool:
        return self.holds_for(t, t.caster, row)

    def unmet(self, t: Storybook, role: i64, test: Test, speech: TwistSpeech) -> str:
        """Why it does not hold now."""
        return self.lacks.format(
            *(kind.words(test.values[i], speech) for i, (_, kind) in enumerate(self.takes))
        )


class CardsInPlay(Need):
    name = "cards"
    number = 0
    takes = ((c.CARDS, CARDS), (c.N, Number(1, 15, default=1)))
    compare = ">="

    def holds_for(self, t: Storybook, role: i64, row: i64) -> bool:
        cards = t.cards
        return enough_fit(t, role, cards.step(row, c.CARDS), cards.step(row, c.NAMED), cards.step(row, c.N))

    def words(self, test: Test, speech: Speech) -> str:
        which, count = test.values
        if count > 1:
            return f"{count} or more of {whose(which) or 'the '}{noun(which, many=True)} are in play"
        said = " and ".join(circumstances(which)) or "is in play"
        return f"{cast(TwistSpeech, speech).one_of(which)} {said}"

    def unmet(self, t: Storybook, role: i64, test: Test, speech: TwistSpeech) -> str:
        which, count = test.values
        if count > 1:
            return f"fewer than {count} of {whose(which) or 'the '}{noun(which, many=True)} are in play"
        if which.named < 0:
            none = f"none of {whose(which)}{noun(which, many=True)}" if whose(which) else f"no {noun(which)}"
            return f"{none} {' and '.join(circumstances(which)) or 'is in play'}"
        if not t.is_up(role * c.DECK + which.named):
            return f"{speech.name(which)} is not face up"
        beside = "has fewer than two enemy cards beside it" if which.says(c.CROWDED) else "is beside no enemy"
        return f"{speech.name(which)} {beside}"


class Hand(Need):
    name = "hand"
    number = 1
    takes = ((c.N, Number(1, 15, "card")),)
    compare = ">="
    says = "you hold {} or more"
    lacks = "you hold fewer than {}"

    def holds_for(self, t: Storybook, role: i64, row: i64) -> bool:
        return t.tally[HAND_SIZE + role] >= t.cards.step(row, c.N)


class Behind(Need):
    """The score is the team's (SB-R32)."""

    name = "behind"
    number = 2
    takes = ((c.N, Number(1, 15, "Plot Point")),)
    compare = ">="
    says = "the enemy leads by {} or more"
    lacks = "the enemy does not lead by {} or more"

    def holds_for(self, t: Storybook, role: i64, row: i64) -> bool:
        side = role & 1
        return t.tally[SCORE + (side ^ 1)] - t.tally[SCORE + side] >= t.cards.step(row, c.N)


class Outnumbered(Need):
    """By cards face up and face down (SB-TWIST.7), the whole team's (SB-R30, SB-R32)."""

    name = "outnumbered"
    number = 3
    says = "the enemy has more cards in play than you"
    lacks = "the enemy has no more cards in play than you"

    def holds_for(self, t: Storybook, role: i64, row: i64) -> bool:
        ahead: i64 = 0
        for i in range(t.taken):
            ahead += 1 if (t.card_at(t.spots[i]) // c.DECK ^ role) & 1 else -1
        return ahead > 0


def needs_hold(t: Storybook, role: i64, twist: i64) -> bool:
    first = t.cards.twist_need[twist]
    for row in range(first, first + t.cards.twist_needs[twist]):
        if not need_holds(t, role, row):
            return False
    return True


def need_holds(t: Storybook, role: i64, row: i64) -> bool:
    program = t.cards.program
    return cast(Need, program.conditions[program.at(row, TEST)]).holds_for(t, role, row)


# --- Possible effects (SB-R31) --------------------------------------------------------------------


class Deed(Verb[Storybook]):
    """A step of a Plot Twist."""

    def works(self, t: Storybook, role: i64, row: i64) -> bool:
        """Whether it could do something for this role as the table stands."""
        raise NotImplementedError


def has_effect(t: Storybook, role: i64, row: i64, end: i64 = END) -> bool:
    """Whether any step from this row on, up to the row `end`, could do something as the table stands."""
    program = t.cards.program
    while row != end and row != END:
        op = program.at(row, OP)
        after = program.at(row, NEXT)
        if op == CHOOSE:
            for which in range(MOST_BRANCHES):
                branch = program.branch(row, which)
                if branch != NO_BRANCH and has_effect(t, role, branch, after):
                    return True
        elif op == IF:
            after = program.at(row, FIRST if need_holds(t, role, row) else SECOND)
        elif cast(Deed, program.verbs[op]).works(t, role, row):
            return True
        row = after
    return False
