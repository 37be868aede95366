"""Whether everything on the table adds up; for tests and soaks."""

from fabletop.games.storybook import cards as c
from fabletop.games.storybook import table as t
from fabletop.games.storybook.table import Storybook


def audit(state: Storybook) -> list[str]:
    """What does not add up, in words."""
    found = board_problems(state) + effect_problems(state)
    for role in range(state.opening.players):
        found += role_problems(state, role)
    if (sum(1 for place in state.at if place == t.HELD) == 1) != (state.held >= 0):
        found.append("the card in hand to be put down is not the one that is held")
    for side in (c.HERO, c.VILLAIN):
        taken = [card for card in range(len(state.at)) if state.at[card] == t.CAPTURED]
        points = sum(int(state.points(card)) for card in taken if card // c.DECK & 1 != side)
        if points != state.tally[t.SCORE + side]:
            found.append(f"side {side} has {state.tally[t.SCORE + side]} points, but captured {points}")
    return found


def board_problems(state: Storybook) -> list[str]:
    """Each card in play is on its cell and within the bounds, and no other cell is taken."""
    found = []
    in_play = {card: int(state.at[card]) for card in range(len(state.at)) if state.at[card] >= 0}
    board = bytes(state.board)
    on_board = {board[cell] - 1: cell for cell in in_play.values()}
    if t.CELLS - board.count(0) != len(in_play):
        found.append("a cell holds a card that lies elsewhere")
    if in_play != on_board:
        found.append(f"cards say they lie at {in_play}, the board has {on_board}")
    if sorted(in_play.values()) != [int(state.spots[i]) for i in range(state.taken)]:
        found.append("the list of cells that hold a card is wrong")
    for card, cell in in_play.items():
        x, y = cell % t.WIDE, cell // t.WIDE
        if not (state.left <= x <= state.right and state.low <= y <= state.high):
            found.append(f"card {card} lies outside the bounds")
        if not (1 < x < t.WIDE - 2 and 1 < y < t.WIDE - 2):
            found.append(f"card {card} lies on the rim of the window")
        if not 0 <= state.lies[card] <= t.FACE_DOWN:
            found.append(f"card {card} lies in no known way")
    return found


def role_problems(state: Storybook, role: int) -> list[str]:
    """Hand and deck hold what is counted, and the deck lists just the cards that are in it."""
    found = []
    mine = range(role * c.DECK, role * c.DECK + c.DECK)
    hand = sum(1 for card in mine if state.at[card] in (t.IN_HAND, t.HELD))
    if hand != state.tally[t.HAND_SIZE + role]:
        found.append(f"role {role} holds {hand} cards, but {state.tally[t.HAND_SIZE + role]} are counted")
    size = state.tally[t.DECK_SIZE + role]
    listed = sorted(int(state.deck[role * c.DECK + i]) for i in range(size))
    if listed != [card for card in mine if state.at[card] == t.IN_DECK]:
        found.append(f"the deck of role {role} does not list the cards that are in it")
    return found


def effect_problems(state: Storybook) -> list[str]:
    """Lasting effects are on face-up cards; what is remembered is of face-down or absent ones."""
    found = []
    for row in range(0, len(state.boons), t.BOON):
        if not state.is_up(state.boons[row + t.BOON_CARD]):
            found.append(f"an effect lasts on card {state.boons[row]}, which is not face up")
    for card in range(len(state.at)):
        down = state.at[card] >= 0 and state.lies[card] == t.FACE_DOWN
        shown = state.at[card] in (t.IN_HAND, t.HELD)  # to the lab's openhanded bots
        if ((state.known >> card & 1 and not shown) or state.late >> card & 1) and not down:
            found.append(f"card {card} is remembered as face down, but is not")
        if state.doomed >> card & 1 and not state.is_up(card):
            found.append(f"card {card} is being captured, but is not face up")
    for role in range(state.opening.players):
        back = state.tally[t.RETURNED + role]
        if back >= 0 and (state.is_up(back) or state.at[back] in (t.CAPTURED, t.IN_DECK)):
            found.append(f"card {back} is remembered as returned, but has been seen since")
    return found
