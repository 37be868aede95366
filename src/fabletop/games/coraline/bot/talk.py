"""What a seat can say of its hand, in words that a person could use (CO-TALK.1)."""

from fabletop.games.coraline import cards as c
from fabletop.games.coraline import text as words
from fabletop.games.coraline.bot.almanac import DEEDS, almanac_of
from fabletop.games.coraline.foresight import would_do_nothing
from fabletop.games.coraline.knowledge import trace_recall
from fabletop.games.coraline.table import Table
from fabletop.kernel.talk import Saying

CAN = {
    "REVEAL": "reveal something",
    "COLLECT": "collect something",
    "CORALINE": "move Coraline",
    "BELDAM": "move the Beldam",
    "HUSH": "spare us a Beldam Phase",
    "AGAIN": "play more than one card",
    "RECALL": "take a card back",
    "SCRY": "look at the Beldam's deck",
}
NOTHING = "I have nothing useful."
OUT = "I can lead us out!"


def sayings(t: Table, seat: int) -> list[Saying]:
    """What it holds, where all may be said; what it can do, also where plans alone may."""
    talk = t.opening.option("talk")
    if talk == "silent" or t.terms.players == 1 or t.over:
        return []
    held = [card for card in range(c.CARDS) if t.at[card] == seat]
    found = [Saying("can", abilities(t, seat, held))]
    if talk == "free" and held and t.active != seat:  # in its own turn cards may leave the hand unseen
        names = [words.card_of(t, card).name for card in held]
        found.insert(0, Saying("hold", f"I hold {listed(names)}.", tuple(held)))
    return found


def abilities(t: Table, seat: int, held: list[int]) -> str:
    """What the cards that it could play now would do, without their names."""
    twin = t.clone()
    twin.active = seat
    fit = [card for card in held if twin.may_play(card) and not would_do_nothing(twin, card)]
    if t.box.victory in fit:
        return OUT
    deeds = almanac_of(words.edition_of(t)).deeds
    able = [CAN[deed] for kind, deed in enumerate(DEEDS) if any(deeds[card] >> kind & 1 for card in fit)]
    return f"I can {listed(able, 'or')}." if able else NOTHING


def listed(names: list[str], last: str = "and") -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"


def epoch(t: Table, seat: int) -> int:
    """It grows when this seat's turn begins, and when it ends: only then can cards leave its hand unseen."""
    done = int(t.black >> seat & 1)
    return 2 * int(t.round - 1) + 2 * done + (t.active == seat and not done)


def hear(t: Table, seat: int, held: tuple[int, ...]) -> None:
    """All know that this seat holds these cards, but for those that have left its hand openly since."""
    for card in held:
        if t.at[card] == seat:
            trace_recall(t, seat, card)
