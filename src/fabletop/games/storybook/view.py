"""What one seat may know, as plain data and as text."""

from typing import Any

from fabletop.games.storybook import cards as c
from fabletop.games.storybook import table as t
from fabletop.games.storybook.actions import PutWhere, landing
from fabletop.games.storybook.battle import OVERWHELMS, judge, strike
from fabletop.games.storybook.build import ChooseSide, LayCards, Pick
from fabletop.games.storybook.card_text import twist_text
from fabletop.games.storybook.effects import MoveWhere
from fabletop.games.storybook.table import Storybook
from fabletop.games.storybook.text import (
    SIDE_NAMES,
    WAYS,
    edition_of,
    face_line,
    face_of,
    knows,
    role_name,
    seat_name,
    space,
)
from fabletop.kernel.action import thing_of

Json = dict[str, Any]
UNTIL = {c.UNTIL_BATTLE: "EOB", c.UNTIL_START: "SONT", c.UNTIL_END: "EONT"}


# --- As data --------------------------------------------------------------------------------------


def view(state: Storybook, seat: int | None) -> Json:
    choices = state.opening.game.choices(state.opening.players, state.opening.edition)
    return {
        "game": "storybook",
        "edition": state.opening.edition.name,
        "options": {k: v for k, v in state.opening.options.items() if not choices[k].secret},
        "seat": seat,
        "phase": phase(state),
        "asked": None if state.over else int(state.seat),
        "turn": int(state.turn),
        "active": int(state.seat_of(state.role)) if state.turn > 0 else None,
        "filling": filling(state),
        "ap": int(state.ap),
        "target": int(state.terms.target),
        "score": {side.lower(): int(state.tally[t.SCORE + i]) for i, side in enumerate(SIDE_NAMES)},
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


def filling(state: Storybook) -> list[int] | None:
    """The space that a card is to be laid on."""
    if state.over or not isinstance(state.question, LayCards):
        return None
    return space_view(state, int(state.question.space_to_fill(state)))


def seat_view(state: Storybook, seat: int | None, other: int) -> Json:
    role = int(state.role_of(other))
    edition = edition_of(state)
    champion = state.tally[t.CHAMPION_OF + role]
    ally = state.tally[t.ALLY_OF + role]
    back = state.tally[t.RETURNED + role]
    return {
        "seat": other,
        "name": seat_name(state, other),
        "side": SIDE_NAMES[role & 1].lower(),
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


def shown_sides(state: Storybook, card: int) -> list[tuple[int, int]]:
    """Swords and Shields toward N, E, S, W of the board."""
    return [(int(state.swords(card, way)), int(state.shields(card, way))) for way in range(4)]


def card_view(state: Storybook, seat: int | None, card: int) -> Json:
    up = state.is_up(card)
    shown: Json = {
        "cell": [int(state.x_of(state.at[card])), int(state.y_of(state.at[card]))],
        "owner": int(state.seat_of(card // c.DECK)),  # SB-COMP.3, SB-COMP.5
        "up": up,
        "turns": int(state.lies[card]) if up else None,
        "doomed": bool(state.doomed >> card & 1),
        "slides": [space_view(state, int(landing(state, card, way))) for way in range(4)],
    }
    if not knows(state, seat, card):
        return shown
    return shown | face_view(state, card) | ({"shows": shown_sides(state, card)} if up else {})


def space_view(state: Storybook, cell: int) -> list[int] | None:
    return None if cell == t.NOWHERE else [int(state.x_of(cell)), int(state.y_of(cell))]


def strikes(state: Storybook) -> list[Json]:
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


def strike_view(state: Storybook, card: int, way: int, other: int, falls: bool) -> Json:
    blow = strike(state, card, way, other)
    return {
        "from": space_view(state, int(state.at[card])),
        "to": space_view(state, int(state.at[other])),
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


def face_view(state: Storybook, card: int) -> Json:
    face = face_of(state, card)
    return {
        "card": face.id,
        "name": face.name,
        "points": face.points,
        "leader": face.leader,
        "ally": card % c.DECK >= c.TEAM_SIZE,
        "sides": [list(side) for side in face.sides],
    }


def hand_cards(state: Storybook, seat: int | None) -> list[int]:
    """One's own hand; not even a teammate's (SB-TEAM.8)."""
    if seat is None:
        return []
    first = int(state.role_of(seat)) * c.DECK
    return [card for card in range(first, first + c.DECK) if state.at[card] in (t.IN_HAND, t.HELD)]


def hand_view(state: Storybook, seat: int | None) -> list[Json]:
    held = t.HELD
    return [face_view(state, card) | {"held": state.at[card] == held} for card in hand_cards(state, seat)]


def own_twist(state: Storybook, seat: int | None) -> Json | None:
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


def effects_view(state: Storybook) -> list[Json]:
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


# --- As text --------------------------------------------------------------------------------------


def text(state: Storybook, seat: int | None, spoken: bool = False) -> str:
    board = spoken_board(state, seat) if spoken else drawn_board(state, seat)
    return "\n".join([*board, "", *status_lines(state, seat)]).strip("\n")


def status_lines(state: Storybook, seat: int | None) -> list[str]:
    heroes, villains = state.tally[t.SCORE], state.tally[t.SCORE + 1]
    lines = [f"Plot Points: Heroes {heroes}, Villains {villains}; {state.terms.target} win."]
    for other in range(state.opening.players):
        role = int(state.role_of(other))
        you = " (you)" if other == seat else ""
        hand, deck = state.tally[t.HAND_SIZE + role], state.tally[t.DECK_SIZE + role]
        twist = {"none": "", "kept": ", a Twist kept", "boxed": ", no Twist left"}
        known = twist.get(twist_status(state, role), ", Twist used")
        back = state.tally[t.RETURNED + role]
        seen = f", {face_of(state, back).name} went back to hand" if back >= 0 else ""
        lines.append(f"{seat_name(state, other)}{you}: {hand} in hand, {deck} in deck{known}{seen}.")
    hand_names = [
        f"{face_of(state, n).name} [{face_line(face_of(state, n))}]" for n in hand_cards(state, seat)
    ]
    if hand_names:
        lines.append("Your hand: " + "; ".join(hand_names) + ".")
    mine = own_twist(state, seat)
    if mine and not mine["spent"]:
        lines.append(f"Your Plot Twist: {mine['name']}. {mine['words']}")
    return lines


def spoken_board(state: Storybook, seat: int | None) -> list[str]:
    if not cards_in_play(state):
        return ["The table is empty."]
    return [spoken_card(state, seat, card) for card in cards_in_play(state)]


def spoken_card(state: Storybook, seat: int | None, card: int) -> str:
    owner = role_name(state, card // c.DECK)
    whose = "your" if seat is not None and state.seat_of(card // c.DECK) == seat else f"{owner}'s"
    where = f"{space(state, state.at[card])}: {whose}"
    if not knows(state, seat, card):
        return f"{where} face-down card."
    face = face_of(state, card)
    if not state.is_up(card):
        return f"{where} {face.name}, face down [{face_line(face)}]."
    doomed = ", being captured" if state.doomed >> card & 1 else ""
    return f"{where} {face.name} [{face_line(face, shown_sides(state, card))}]{doomed}."


def drawn_board(state: Storybook, seat: int | None) -> list[str]:
    """The grid, north (the Villains) at the top, with coordinates along its edges."""
    cells = {int(state.spots[i]) for i in range(state.taken)} | spaces_to_choose(state, seat)
    if not cells:
        return []
    rows, columns = {cell // t.WIDE for cell in cells}, {cell % t.WIDE for cell in cells}
    across = range(min(columns), max(columns) + 1)
    lines = []
    for y in range(max(rows), min(rows) - 1, -1):
        row = [drawn_cell(state, seat, y * t.WIDE + x, y * t.WIDE + x in cells) for x in across]
        for n, parts in enumerate(zip(*row, strict=True)):
            label = f"{y - state.zero_y:>3} " if n == 2 else "    "
            lines.append((label + " ".join(parts)).rstrip())
    lines.append("    " + " ".join(f"{x - state.zero_x:^{CARD_WIDE}}" for x in across).rstrip())
    return [*lines, LEGEND]


def spaces_to_choose(state: Storybook, seat: int | None) -> set[int]:
    """The empty spaces among which this seat is to choose one."""
    if state.over or seat != state.seat or not isinstance(state.question, PutWhere | MoveWhere):
        return set()
    return {int(thing_of(action)) for action in state.legal()}


CARD_WIDE = 17  # letters
INSIDE = CARD_WIDE - 2
FRAMES = {c.HERO: tuple("┌─┐│└┘"), c.VILLAIN: tuple("╔═╗║╚╝")}
LEGEND = "    Each side: Swords/Shields. Single frame: Hero, double: Villain, * yours, ★ Leader."


def drawn_cell(state: Storybook, seat: int | None, cell: int, offered: bool) -> list[str]:
    """Five lines of CARD_WIDE letters: a frame with the numbers of each side let into it."""
    card = state.card_at(cell)
    if card < 0:
        name = space(state, cell) if offered else ""
        return [" " * CARD_WIDE] * 2 + [f"{name:^{CARD_WIDE}}"] + [" " * CARD_WIDE] * 2
    role = card // c.DECK
    number = str(role // 2 + 1) if state.opening.players == 4 else ""
    mine = "*" if seat is not None and state.seat_of(role) == seat else ""
    owner = f"{'HV'[role & 1]}{number}{mine}"
    a, top, b, side, d, e = FRAMES[role & 1]
    name = short_name(face_of(state, card).name) if knows(state, seat, card) else ""
    if not state.is_up(card):
        shade = "░" * INSIDE
        middle = f"░{owner:^{INSIDE - 2}}░"
        named = f"░{name[: INSIDE - 2]:^{INSIDE - 2}}░"
        return [
            f"{a}{shade}{b}",
            f"{side}{named}{side}",
            f"{side}{middle}{side}",
            f"{side}{shade}{side}",
            f"{d}{shade}{e}",
        ]
    face = face_of(state, card)
    north, east, south, west = (f"{swords}/{shields}" for swords, shields in shown_sides(state, card))
    points = f"{'★' if face.leader else ''}{face.points} pt{', doomed' if state.doomed >> card & 1 else ''}"
    return [
        f"{a}{f' {north} ':{top}^{INSIDE}}{b}",
        f"{side}{name:^{INSIDE}}{side}",
        f"{west}{owner:^{INSIDE - 4}}{east}",
        f"{side}{points:^{INSIDE}}{side}",
        f"{d}{f' {south} ':{top}^{INSIDE}}{e}",
    ]


def short_name(name: str) -> str:
    """A name that fits into a card."""
    return (name if len(name) <= INSIDE else name.removeprefix("The "))[:INSIDE]
