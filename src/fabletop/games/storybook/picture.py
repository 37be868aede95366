"""The table as text: a picture of the grid, or lines for a screen reader, and what stands beside it."""

from fabletop.games.storybook import cards as c
from fabletop.games.storybook import table as t
from fabletop.games.storybook.actions import PutWhere
from fabletop.games.storybook.aimed import MoveWhere
from fabletop.games.storybook.build import LayCards, PickTeam
from fabletop.games.storybook.table import Storybook
from fabletop.games.storybook.text import (
    SIDE_NAMES,
    card_line,
    edition_of,
    face_line,
    face_of,
    knows,
    role_name,
    seat_name,
    sides_for,
    sides_upright,
    space,
    turned_for,
)
from fabletop.games.storybook.view import (
    battle_words,
    cards_in_play,
    effects_view,
    hand_cards,
    own_twist,
    seat_view,
    strikes,
    twist_status,
    warning,
)
from fabletop.kernel.action import thing_of


def text(state: Storybook, seat: int | None, spoken: bool = False) -> str:
    board = spoken_board(state, seat) if spoken else drawn_board(state, seat)
    return "\n".join([*board, "", *status_lines(state, seat)]).strip("\n")


def status_lines(state: Storybook, seat: int | None) -> list[str]:
    heroes, villains = state.tally[t.SCORE], state.tally[t.SCORE + 1]
    lines = [f"Plot Points: Heroes {heroes}, Villains {villains}; {state.terms.target} win."]
    lines += [warning(state)] if warning(state) else []
    lines += captured_lines(state)
    lines += [seat_line(state, seat, other) for other in range(state.opening.players)]
    lines += [effect["words"] for effect in effects_view(state)]  # SB-TWIST.5
    lines += battle_lines(state)
    hand = [card_line(state, seat, card) for card in hand_cards(state, seat)]
    lines += ["Your hand:", *(f"  {card}" for card in hand)] if hand else []
    mine = own_twist(state, seat)
    if mine and not mine["spent"]:
        lines.append(f"Your Plot Twist: {mine['name']}. {mine['words']}")
    return lines + team_lines(state, seat)


def captured_lines(state: Storybook) -> list[str]:
    lines = []
    for side in (c.HERO, c.VILLAIN):
        taken = [card for card in range(len(state.at)) if state.at[card] == t.CAPTURED]
        faces = [face_of(state, card) for card in taken if card // c.DECK & 1 != side]
        if faces:
            names = ", ".join(f"{face.name} ({face.points})" for face in faces)
            lines.append(f"Captured by the {SIDE_NAMES[side]}: {names}.")
    return lines


def seat_line(state: Storybook, seat: int | None, other: int) -> str:
    role = int(state.role_of(other))
    you = " (you)" if other == seat else ""
    hand, deck = state.tally[t.HAND_SIZE + role], state.tally[t.DECK_SIZE + role]
    played = [twist.name for twist in edition_of(state).twists if twist.id == twist_status(state, role)]
    twist = {"none": "", "kept": ", a Twist kept", "boxed": ", no Twist left"}
    known = f", Twist used: {played[0]}" if played else twist[twist_status(state, role)]
    back = state.tally[t.RETURNED + role]
    seen = f", {face_of(state, back).name} went back to hand" if back >= 0 else ""
    picked = ", team picked in secret" if seat_view(state, seat, other)["secret"] else ""
    return f"{seat_name(state, other)}{you}: {hand} in hand, {deck} in deck{known}{seen}{picked}."


def battle_lines(state: Storybook) -> list[str]:
    """The Battle to come: who would best whom."""
    blows = [f"  {strike['words']}" for strike in strikes(state) if strike["bests"]]
    return [battle_words(state), *blows] if battle_words(state) else []


def team_lines(state: Storybook, seat: int | None) -> list[str]:
    """The cards of the teams among which this seat is to choose."""
    if state.over or seat != state.seat or not isinstance(state.question, PickTeam):
        return []
    lines = []
    for action in state.legal():
        team = edition_of(state).teams[thing_of(action)]
        lines.append(f"{team.name}:")
        for face in team.faces:
            role = c.VILLAIN if team.side == "villain" else c.HERO
            sides = sides_upright(face, role, turned_for(state, seat))
            lines.append(f"  {face.name} [{face_line(face, sides)}]")
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
    laid = state.turn == 0 and card // c.DECK & 1 == c.VILLAIN
    down = "" if state.is_up(card) else ", to be shown when all have chosen" if laid else ", face down"
    doomed = ", being captured" if state.doomed >> card & 1 else ""
    return f"{where} {card_line(state, seat, card)}{down}{doomed}."


def drawn_board(state: Storybook, seat: int | None) -> list[str]:
    """The grid as it lies before a seat, with coordinates along its edges."""
    turned = turned_for(state, seat) > 0
    cells = {int(state.spots[i]) for i in range(state.taken)} | spaces_to_choose(state, seat)
    if not cells:
        return []
    rows, columns = {cell // t.WIDE for cell in cells}, {cell % t.WIDE for cell in cells}
    across = sorted(range(min(columns), max(columns) + 1), reverse=turned)
    lines = []
    for y in sorted(range(min(rows), max(rows) + 1), reverse=not turned):
        row = [drawn_cell(state, seat, y * t.WIDE + x, y * t.WIDE + x in cells) for x in across]
        for n, parts in enumerate(zip(*row, strict=True)):
            label = f"{y - state.zero_y:>3} " if n == 2 else "    "
            lines.append((label + " ".join(parts)).rstrip())
    lines.append("    " + " ".join(f"{x - state.zero_x:^{CARD_WIDE}}" for x in across).rstrip())
    return [*lines, LEGEND]


def spaces_to_choose(state: Storybook, seat: int | None) -> set[int]:
    """The empty spaces among which this seat is to choose one, or the one that all wait for."""
    if not state.over and isinstance(state.question, LayCards):
        return {int(state.question.space_to_fill(state))}
    if state.over or seat != state.seat or not isinstance(state.question, PutWhere | MoveWhere):
        return set()
    return {int(thing_of(action)) for action in state.legal()}


CARD_WIDE = 17  # letters
INSIDE = CARD_WIDE - 2
FRAMES = {c.HERO: tuple("┌─┐│└┘"), c.VILLAIN: tuple("╔═╗║╚╝")}
SHORT = ["H1", "VA", "H2", "VB"]
LEGEND = "    Each side: Swords/Shields. Single frame: Hero, double: Villain, * yours, ★ Leader."


def drawn_cell(state: Storybook, seat: int | None, cell: int, offered: bool) -> list[str]:
    """Five lines of CARD_WIDE letters: a frame with the numbers of each side let into it."""
    card = state.card_at(cell)
    if card < 0:
        name = space(state, cell) if offered else ""
        return [" " * CARD_WIDE] * 2 + [f"{name:^{CARD_WIDE}}"] + [" " * CARD_WIDE] * 2
    role = card // c.DECK
    mine = "*" if seat is not None and state.seat_of(role) == seat else ""
    owner = f"{SHORT[role] if state.opening.players == 4 else SHORT[role][0]}{mine}"
    left, top, right, side, d, e = FRAMES[role & 1]
    name = short_name(face_of(state, card).name) if knows(state, seat, card) else ""
    if not state.is_up(card):
        shade = "░" * INSIDE
        middle = f"░{owner:^{INSIDE - 2}}░"
        named = f"░{name[: INSIDE - 2]:^{INSIDE - 2}}░"
        return [
            f"{left}{shade}{right}",
            f"{side}{named}{side}",
            f"{side}{middle}{side}",
            f"{side}{shade}{side}",
            f"{d}{shade}{e}",
        ]
    face = face_of(state, card)
    north, east, south, west = (f"{a}/{b}" for a, b in sides_for(state, seat, card))
    points = f"{'★' if face.leader else ''}{face.points} pt{', doomed' if state.doomed >> card & 1 else ''}"
    return [
        f"{left}{f' {north} ':{top}^{INSIDE}}{right}",
        f"{side}{name:^{INSIDE}}{side}",
        f"{west}{owner:^{INSIDE - 4}}{east}",
        f"{side}{points:^{INSIDE}}{side}",
        f"{d}{f' {south} ':{top}^{INSIDE}}{e}",
    ]


def short_name(name: str) -> str:
    """A name that fits into a card."""
    return (name if len(name) <= INSIDE else name.removeprefix("The "))[:INSIDE]
