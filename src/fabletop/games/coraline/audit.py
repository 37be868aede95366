"""Whether everything on the table adds up; for tests and soaks."""

from fabletop.games.coraline import cards as c
from fabletop.games.coraline import table as t
from fabletop.games.coraline.knowledge import HAND


def audit(state: t.Table) -> list[str]:
    """What does not add up, in words."""
    return [*card_problems(state), *woe_problems(state), *board_problems(state), *trace_problems(state)]


def places_in_deck(state: t.Table) -> dict[int, int]:
    """Ring place -> card."""
    places = [(int(state.base) + i) % t.RING for i in range(state.left)]
    return {place: int(state.deck[place]) for place in places}


def card_problems(state: t.Table) -> list[str]:
    found = []
    for seat in range(t.MOST_PLAYERS):
        held = [card for card in range(c.CARDS) if state.at[card] == seat]
        if len(held) != state.hands[seat]:
            found.append(f"seat {seat} holds {held}, but {state.hands[seat]} are counted")
        if held and seat >= state.opening.players:
            found.append(f"seat {seat} does not play, but holds {held}")
    listed = sorted(places_in_deck(state).values())
    if listed != [card for card in range(c.CARDS) if state.at[card] == t.IN_DECK]:
        found.append(f"the deck lists {listed}, which are not the cards that say they are in it")
    aside = [card for card in range(c.CARDS) if state.at[card] == t.ASIDE]
    if aside != ([int(state.aside)] if state.aside >= 0 else []):
        found.append(f"{aside} are set aside, but {state.aside} is being followed")
    return found


def woe_problems(state: t.Table) -> list[str]:
    places = [(int(state.woes_base) + i) % t.RING for i in range(state.woes_left)]
    done = [int(state.woes_done[i]) for i in range(state.woes_gone())]
    cards = [int(state.woes[place]) for place in places] + done
    if state.woe >= 0:
        cards.append(int(state.woe))
    if sorted(cards) != list(range(c.CARDS)):
        return [f"the Beldam cards are {sorted(cards)}"]
    torn = [card for card in range(c.CARDS) if state.torn >> card & 1]
    if not set(torn) <= set(done):
        return [f"{torn} were torn, but do not all lie on her pile"]
    return []


def board_problems(state: t.Table) -> list[str]:
    found = []
    if not all(c.NOWHERE <= room < c.ROOMS for room in state.where) or state.here() < 0 or state.lair() < 0:
        found.append(f"the characters stand in {list(state.where)}")
    if not all(0 <= place <= t.BOXED for place in state.lies):
        found.append(f"the objects lie in {list(state.lies)}")
    for thing in range(c.OBJECTS):
        if state.hidden >> thing & 1 and (thing < c.STARTERS or state.lies[thing] >= t.SATCHEL):
            found.append(f"object {thing} is hidden, but not a Treasure on the board")
    if not t.FIRST_MOON <= state.moon <= t.LAST_MOON:
        found.append(f"the Moon shows {state.moon}")
    if (state.ending == t.MOON_LOST) != (state.moon == t.LAST_MOON):
        found.append(f"the Moon shows {state.moon}, but the game ended by {state.ending}")
    if state.over != (state.ending != 0):
        found.append(f"over is {state.over}, but the ending {state.ending}")
    return found


def trace_problems(state: t.Table) -> list[str]:
    """Whoever knows something of a hidden card knows nothing false."""
    found = []
    places = {card: place for place, card in places_in_deck(state).items()}
    for card in range(c.CARDS):
        traced = bool(state.traced >> card & 1)
        for eyes in range(t.SPECTATOR + 1):
            mask = int(state.maybe[eyes * c.CARDS + card])
            if mask != t.ANYWHERE and not traced:
                found.append(f"card {card} is traced for {eyes}, but not marked so")
            if mask == t.ANYWHERE or state.at[card] == eyes:
                continue
            place = places.get(card, HAND + int(state.at[card]))
            if state.at[card] > t.IN_DECK or not mask >> place & 1:
                found.append(f"{eyes} believes card {card} in {mask:b}, but it is at {place}")
    return found
