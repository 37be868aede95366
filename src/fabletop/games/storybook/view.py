"""What one seat may know, as plain data."""

from typing import NotRequired, TypedDict

from fabletop.games.storybook import cards as c
from fabletop.games.storybook import table as t
from fabletop.games.storybook.battle import OVERWHELMS, judge, strike
from fabletop.games.storybook.build import ChooseSide, LayCards, Pick
from fabletop.games.storybook.card_text import twist_text
from fabletop.games.storybook.table import Storybook
from fabletop.games.storybook.text import SIDE_KEYS, WAYS, Side, Way, edition_of, face_of, knows, seat_name

UNTIL = {c.UNTIL_BATTLE: "EOB", c.UNTIL_START: "SONT", c.UNTIL_END: "EONT"}
Pair = tuple[int, int]  # x and y of a space; or Swords and Shields of a side


class Seat(TypedDict):
    seat: int
    name: str
    side: Side
    champion: str | None
    ally: str | None
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
    seat: int
    swords: int
    shields: int
    guard: bool
    duel: bool
    until: str


class Score(TypedDict):
    heroes: int
    villains: int


class Captured(TypedDict):
    """The ids of the cards that a side has captured."""

    heroes: list[str]
    villains: list[str]


class View(TypedDict):
    game: str
    edition: str
    options: dict[str, str]
    seat: int | None
    phase: str
    asked: int | None
    turn: int
    active: int | None
    filling: Pair | None
    ap: int
    target: int
    score: Score
    quiet: int
    stall: int
    seats: list[Seat]
    table: list[Lying]
    strikes: list[Strike]
    hand: list[InHand]
    twist: OwnTwist | None
    captured: Captured
    effects: list[Effect]


def view(state: Storybook, seat: int | None) -> View:
    return {
        "game": "storybook",
        "edition": state.opening.edition.name,
        "options": state.opening.open_options,
        "seat": seat,
        "phase": phase(state),
        "asked": None if state.over else int(state.seat),
        "turn": int(state.turn),
        "active": int(state.seat_of(state.role)) if state.turn > 0 else None,
        "filling": filling(state),
        "ap": int(state.ap),
        "target": int(state.terms.target),
        "score": {"heroes": int(state.tally[t.SCORE]), "villains": int(state.tally[t.SCORE + 1])},
        "quiet": int(state.quiet),
        "stall": int(state.terms.stall),
        "seats": [seat_view(state, seat, other) for other in range(state.opening.players)],
        "table": [card_view(state, seat, card) for card in cards_in_play(state)],
        "strikes": strikes(state),
        "hand": hand_view(state, seat),
        "twist": own_twist(state, seat),
        "captured": {
            "heroes": captured(state, c.VILLAIN),
            "villains": captured(state, c.HERO),
        },
        "effects": effects_view(state),
    }


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
    champion = state.tally[t.CHAMPION_OF + role]
    ally = state.tally[t.ALLY_OF + role]
    back = state.tally[t.RETURNED + role]
    return {
        "seat": other,
        "name": seat_name(state, other),
        "side": SIDE_KEYS[role & 1],
        "champion": edition.teams[champion].id if champion >= 0 else None,
        "ally": edition.teams[ally].id if ally >= 0 else None,
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
    return {
        "from": place(state, state.at[card]),
        "to": place(state, state.at[other]),
        "way": WAYS[way],
        "swords": int(state.swords(card, way)),
        "shields": int(state.shields(other, way ^ 2)),
        "bests": blow > 0,
        "overwhelms": blow == OVERWHELMS,
        "captures": blow > 0 and falls,
    }


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
    rows = [list(state.boons)[i : i + t.BOON] for i in range(0, len(state.boons), t.BOON)]
    return [
        {
            "card": face_of(state, row[t.BOON_CARD]).id,
            "seat": int(state.seat_of(row[t.BOON_ROLE])),
            "swords": row[t.BOON_SWORDS],
            "shields": row[t.BOON_SHIELDS],
            "guard": bool(row[t.BOON_GUARD]),
            "duel": bool(row[t.BOON_DUEL]),
            "until": UNTIL[row[t.BOON_UNTIL]],
        }
        for row in rows
    ]
