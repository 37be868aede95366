"""Whether everything on the table adds up; for tests and soaks."""

from fabletop.games.unrelenting import board as b
from fabletop.games.unrelenting import table as t
from fabletop.games.unrelenting.day import Walk
from fabletop.games.unrelenting.roles import Carry
from fabletop.games.unrelenting.table import Table


def audit(state: Table) -> list[str]:
    """What does not add up, in words."""
    return item_problems(state) + piece_problems(state) + limit_problems(state)


def item_problems(state: Table) -> list[str]:
    """Each item is at one point, in one slot, or (a stopper) out of the game."""
    found = []
    lying = {int(item) - 1: place for place, item in enumerate(bytes(state.lies)) if item}
    slotted = {int(item): t.IN_SLOT + i for i, item in enumerate(state.slot) if item >= 0}
    for item in range(state.board.items):
        places = [there[item] for there in (lying, slotted) if item in there] or [t.AWAY]
        if places != [int(state.at[item])]:
            found.append(f"item {item} says it is at {state.at[item]}, but is at {places}")
        stopper = item >= state.board.first_stopper
        if places == [t.AWAY] and not stopper:
            found.append(f"item {item} is out of the game")
        if state.foreign >> item & 1 and not (stopper and item in slotted):
            found.append(f"item {item} is said to be a foreign stopper")
        if state.mad >> item & 1 and (stopper or item not in slotted):
            found.append(f"item {item} has a side up, but lies in no slot")
        home = int(state.board.home[item])
        if item in lying and lying[item] != home and lying[item] not in [int(d) for d in state.board.dumps]:
            found.append(f"item {item} lies at {lying[item]}, neither at home nor at a dump point")
    if len(lying) + len(slotted) != sum(1 for at in state.at if at != t.AWAY):
        found.append("something lies on the board or in a slot that is no item")
    return found


def is_space(state: Table, space: int) -> bool:
    return 0 <= space < b.PLACES and bool(state.board.outline >> (space % b.STRIDE) & 1)


def piece_problems(state: Table) -> list[str]:
    found = []
    for player in range(t.PLAYERS):
        space = int(state.stands[player])
        if not is_space(state, int(state.rabbit[player])):
            found.append(f"rabbit {player} is on no space")
        entered = state.cycle > 1 or state.night or state.player > player
        gone = player == t.HENRY and state.away
        if space >= 0 and not is_space(state, space):
            found.append(f"character {player} is on no space")
        if entered and (space < 0) != bool(gone):
            found.append(f"character {player} is at {space}, away: {gone}")
        if state.carried >> player & 1 and state.rabbit[player] != state.stands[t.TILLY]:
            found.append(f"rabbit {player} is carried, but not where Tilly is")
    if not 0 <= state.house < state.board.slots_of(b.HOUSE) or not 0 <= state.yard < state.board.slots_of(
        b.YARD
    ):
        found.append("a ladder stands in no slot")
    seated = sorted(int(seat) for seat in state.seats if seat >= 0)
    if len(set(seated)) != len(seated):
        found.append("a seat plays two characters")
    return found


def limit_problems(state: Table) -> list[str]:
    """Never more than two rabbits on a space, once they have left their start (UO-NIGHT.3, UO-R13)."""
    found = []
    started = state.cycle > 1 or (state.night and state.player > t.HENRY)
    carrying = state.depth > 0 and isinstance(state.question, Carry | Walk)
    for space in {int(space) for space in state.rabbit}:
        if started and not carrying and state.rabbits_on(space, 0) > t.MOST_RABBITS:
            found.append(f"more than two rabbits are on space {space}")
    if bin(int(state.carried)).count("1") > t.MOST_RABBITS:
        found.append("Tilly carries more than two rabbits")
    return found
