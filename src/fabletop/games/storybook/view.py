"""What one seat may know, as plain data."""

from typing import NotRequired, TypedDict

from fabletop.games.storybook import cards as c
from fabletop.games.storybook import table as t
from fabletop.games.storybook.battle import OVERWHELMS, judge, strike
from fabletop.games.storybook.build import ChooseSide, LayCards, Pick, picks_are_hidden
from fabletop.games.storybook.card_text import twist_text
from fabletop.games.storybook.table import Storybook
from fabletop.games.storybook.text import (
    SIDE_KEYS,
    WAYS,
    Side,
    Way,
    amount,
    blow_words,
    edition_of,
    face_of,
    knows,
    seat_name,
)
from fabletop.kernel.view import Seen, seen

Pair = tuple[int, int]  # x and y of a space; or Swords and Shields of a side


class Seat(TypedDict):
    seat: int
    name: str
    side: Side
    champion: str | None
    ally: str | None
    secret: bool  # it has picked what the viewer may not know yet
    hand: int
    deck: int
    twist: str  # "none", "kept", "boxed", or the id of the Twist that was played
    returned: str | None  # a card that all saw go back to this hand


class Lying(TypedDict):
    """A card in play; what lies face down may be unknown."""

    cell: Pair
    owner: int
    up: bool
    turns: int | None
    doomed: bool
    card: NotRequired[str]
    name: NotRequired[str]
    points: NotRequired[int]
    leader: NotRequired[bool]
    ally: NotRequired[bool]
    sides: NotRequired[list[Pair]]
    shows: NotRequired[list[Pair]]


class Shown(TypedDict):
    """The face of a card that is known."""

    card: str
    name: str
    points: int
    leader: bool
    ally: bool
    sides: list[Pair]


class InHand(Shown):
    held: bool  # it has been chosen, to be put down next


Strike = TypedDict(
    "Strike",
    {
        "from": Pair,
        "to": Pair,
        "way": Way,
        "swords": int,
        "shields": int,
        "bests": bool,
        "overwhelms": bool,
        "captures": bool,
        "words": str,
    },
)


class OwnTwist(TypedDict):
    id: str
    name: str
    words: str
    hourglass: list[str]
    spent: bool


class Effect(TypedDict):
    """What a Plot Twist has laid on a card for a time."""

    card: str
    cell: Pair
    seat: int  # whose Plot Twist it is
    words: str


class Score(TypedDict):
    heroes: int
    villains: int


class Captured(TypedDict):
    """The ids of the cards that a side has captured."""

    heroes: list[str]
    villains: list[str]


class View(Seen):
    turn: int
    active: int | None
    filling: Pair | None
    ap: int
    target: int
    score: Score
    quiet: int
    stall: int
    warning: str  # how the game may end before long, or ""
    seats: list[Seat]
    table: list[Lying]
    strikes: list[Strike]
    battle: str  # what they come to
    hand: list[InHand]
    twist: OwnTwist | None
    captured: Captured
    effects: list[Effect]


def view(state: Storybook, seat: int | None) -> View:
    return {
        **seen(state, seat, phase(state)),
        "turn": int(state.turn),
        "active": int(state.seat_of(state.role)) if state.turn > 0 else None,
        "filling": filling(state),
        "ap": int(state.ap),
        "target": int(state.terms.target),
        "score": {"heroes": int(state.tally[t.SCORE]), "villains": int(state.tally[t.SCORE + 1])},
        "quiet": int(state.quiet),
        "stall": int(state.stall_limit()),
        "warning": warning(state),
        "seats": [seat_view(state, seat, other) for other in range(state.opening.players)],
        "table": [card_view(state, seat, card) for card in cards_in_play(state)],
        "strikes": strikes(state),
        "battle": battle_words(state),
        "hand": hand_view(state, seat),
        "twist": own_twist(state, seat),
        "captured": {
            "heroes": captured(state, c.VILLAIN),
            "villains": captured(state, c.HERO),
        },
        "effects": effects_view(state),
    }


def warning(state: Storybook) -> str:
    limit = state.stall_limit()
    if state.overtime:
        return "Overtime: whoever is ahead when a turn ends wins (SB-WIN.4)."
    if 0 < limit <= 2 * state.quiet:  # SB-R26
        quiet = amount(int(state.quiet), "turn")
        return f"{quiet} without a capture: after {limit} the game ends, and the higher score wins (SB-R26)."
    return ""


def phase(state: Storybook) -> str:
    if state.over:
        return "over"
    if isinstance(state.question, ChooseSide | Pick):
        return "choosing teams"
    return "setting up" if isinstance(state.question, LayCards) else "turn"


def filling(state: Storybook) -> Pair | None:
    """The space that a card is to be laid on."""
    if state.over or not isinstance(state.question, LayCards):
        return None
    return place(state, int(state.question.space_to_fill(state)))


def seat_view(state: Storybook, seat: int | None, other: int) -> Seat:
    role = int(state.role_of(other))
    edition = edition_of(state)
    unseen = picks_are_hidden(state) and (seat is None or (int(state.role_of(seat)) ^ role) & 1 == 1)
    champion, ally = state.tally[t.CHAMPION_OF + role], state.tally[t.ALLY_OF + role]
    back = state.tally[t.RETURNED + role]
    return {
        "seat": other,
        "name": seat_name(state, other),
        "side": SIDE_KEYS[role & 1],
        "champion": edition.teams[champion].id if champion >= 0 and not unseen else None,
        "ally": edition.teams[ally].id if ally >= 0 and not unseen else None,
        "secret": unseen and champion >= 0,
        "hand": int(state.tally[t.HAND_SIZE + role]),  # SB-R20
        "deck": int(state.tally[t.DECK_SIZE + role]),
        "twist": twist_status(state, role),
        "returned": face_of(state, back).id if back >= 0 else None,
    }


def twist_status(state: Storybook, role: int) -> str:
    """Not chosen, kept, boxed, or the id of the Twist that was played."""
    if state.tally[t.TWIST_OF + role] < 0:
        return "none"
    if state.shown >> role & 1:
        return edition_of(state).twists[state.tally[t.TWIST_OF + role]].id
    return "boxed" if state.spent >> (role & 1) & 1 else "kept"


def cards_in_play(state: Storybook) -> list[int]:
    """In the order of their cells, so that the order tells nothing."""
    return [int(state.card_at(state.spots[i])) for i in range(state.taken)]


def shown_sides(state: Storybook, card: int) -> list[Pair]:
    """Swords and Shields toward N, E, S, W of the board."""
    return [(int(state.swords(card, way)), int(state.shields(card, way))) for way in range(4)]


def card_view(state: Storybook, seat: int | None, card: int) -> Lying:
    up = state.is_up(card)
    shown: Lying = {
        "cell": place(state, state.at[card]),
        "owner": int(state.seat_of(card // c.DECK)),  # SB-COMP.3, SB-COMP.5
        "up": up,
        "turns": int(state.lies[card]) if up else None,
        "doomed": bool(state.doomed >> card & 1),
    }
    if knows(state, seat, card):
        shown = {**shown, **face_view(state, card)}
        if up:
            shown["shows"] = shown_sides(state, card)
    return shown


def place(state: Storybook, cell: int) -> Pair:
    return int(state.x_of(cell)), int(state.y_of(cell))


def strikes(state: Storybook) -> list[Strike]:
    """What a Battle would bring if it came now, edge by edge, each way (SB-BATTLE.1, SB-BATTLE.2)."""
    falling = captures_now(state)
    found = []
    for card in cards_in_play(state):
        for way in range(4):
            other = int(state.card_at(state.at[card] + t.STEP[way]))
            if other < 0 or not state.is_up(card) or not state.is_up(other):
                continue
            if card // c.DECK & 1 != other // c.DECK & 1:
                found.append(strike_view(state, card, way, other, bool(falling >> other & 1)))
    return found


def strike_view(state: Storybook, card: int, way: int, other: int, falls: bool) -> Strike:
    blow = strike(state, card, way, other)
    swords, shields = int(state.swords(card, way)), int(state.shields(other, way ^ 2))
    fate = ("; it would be captured" if falls else "; that alone does not capture it") if blow else ""
    return {
        "from": place(state, state.at[card]),
        "to": place(state, state.at[other]),
        "way": WAYS[way],
        "swords": swords,
        "shields": shields,
        "bests": blow > 0,
        "overwhelms": blow == OVERWHELMS,
        "captures": blow > 0 and falls,
        "words": f"{blow_words(state, card, other, swords, shields)}{fate}.",
    }


def battle_words(state: Storybook) -> str:
    """What a Battle would come to now, in a sentence."""
    if state.turn == 0 or state.over:
        return ""
    falling = captures_now(state)
    names = [face_of(state, card).name for card in cards_in_play(state) if falling >> card & 1]
    return f"If the Battle came now, {', '.join(names) or 'nobody'} would be captured."


def captures_now(state: Storybook) -> int:
    """The cards that a Battle would capture now, as a bit mask: all that fights lies open (SB-BATTLE.1)."""
    silent = state.clone()
    silent.journal = None
    return int(judge(silent)[0])


def face_view(state: Storybook, card: int) -> Shown:
    face = face_of(state, card)
    return {
        "card": face.id,
        "name": face.name,
        "points": face.points,
        "leader": face.leader,
        "ally": card % c.DECK >= c.TEAM_SIZE,
        "sides": list(face.sides),
    }


def hand_cards(state: Storybook, seat: int | None) -> list[int]:
    """One's own hand; not even a teammate's (SB-TEAM.8)."""
    if seat is None:
        return []
    first = int(state.role_of(seat)) * c.DECK
    return [card for card in range(first, first + c.DECK) if state.at[card] in (t.IN_HAND, t.HELD)]


def hand_view(state: Storybook, seat: int | None) -> list[InHand]:
    return [{**face_view(state, card), "held": state.at[card] == t.HELD} for card in hand_cards(state, seat)]


def own_twist(state: Storybook, seat: int | None) -> OwnTwist | None:
    if seat is None or state.tally[t.TWIST_OF + int(state.role_of(seat))] < 0:
        return None
    role = int(state.role_of(seat))
    twist = edition_of(state).twists[state.tally[t.TWIST_OF + role]]
    return {
        "id": twist.id,
        "name": twist.name,
        "words": twist_text(twist),
        "hourglass": list(twist.hourglass),
        "spent": bool(state.spent >> (role & 1) & 1),
    }


def captured(state: Storybook, side: int) -> list[str]:
    """The cards of a side that have been captured."""
    taken = [card for card in range(len(state.at)) if state.at[card] == t.CAPTURED]
    return [face_of(state, card).id for card in taken if card // c.DECK & 1 == side]


def effects_view(state: Storybook) -> list[Effect]:
    rows = [list(map(int, state.boons))[i : i + t.BOON] for i in range(0, len(state.boons), t.BOON)]
    return [
        {
            "card": face_of(state, row[t.BOON_CARD]).id,
            "cell": place(state, state.at[row[t.BOON_CARD]]),
            "seat": int(state.seat_of(row[t.BOON_ROLE])),
            "words": effect_words(state, row),
        }
        for row in rows
    ]


def effect_words(state: Storybook, row: list[int]) -> str:
    """On which card, what, by which Plot Twist, and until when."""
    numbers = ((row[t.BOON_SWORDS], "Sword"), (row[t.BOON_SHIELDS], "Shield"))
    changes = [f"{n:+} {thing}{'' if abs(n) == 1 else 's'}" for n, thing in numbers if n]
    said = [f"has {' and '.join(changes)} on every side"] if changes else []
    said += ["cannot be captured"] if row[t.BOON_GUARD] else []
    said += ["captures whatever it Bests"] if row[t.BOON_DUEL] else []
    role = row[t.BOON_ROLE]
    twist = edition_of(state).twists[state.tally[t.TWIST_OF + role]].name
    name = face_of(state, row[t.BOON_CARD]).name
    return f"{name} {' and '.join(said)} until {until_words(state, row)} ({twist})."


def until_words(state: Storybook, row: list[int]) -> str:
    """When an effect ends (SB-VOCAB.15)."""
    role = row[t.BOON_ROLE]
    last = state.role == role and row[t.BOON_LEFT] == 1
    if row[t.BOON_UNTIL] == c.UNTIL_BATTLE:
        return "this turn's Battle is over"
    if row[t.BOON_UNTIL] == c.UNTIL_END and last:
        return "this turn ends"
    verb = "ends" if row[t.BOON_UNTIL] == c.UNTIL_END else "starts"
    return f"the next turn of {seat_name(state, int(state.seat_of(role)))} {verb}"
