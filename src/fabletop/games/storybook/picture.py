"""The table as text: a picture of the grid, or lines for a screen reader, and what stands beside it."""

from fabletop.games.storybook import cards as c
from fabletop.games.storybook import table as t
from fabletop.games.storybook.actions import PutWhere
from fabletop.games.storybook.aimed import MoveWhere
from fabletop.games.storybook.table import Storybook
from fabletop.games.storybook.text import face_line, face_of, knows, role_name, seat_name, space
from fabletop.games.storybook.view import cards_in_play, hand_cards, own_twist, shown_sides, twist_status
from fabletop.kernel.action import thing_of


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
