"""What bots know of the cards of an edition: what each is good or bad for, and the ways through the house."""

from functools import cache
from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.coraline.cards import ROOMS, Box
from fabletop.kernel.effects.kinds import bits
from fabletop.kernel.effects.nodes import Choose, Step, speaks_of

if TYPE_CHECKING:
    from fabletop.games.coraline.edition import CoralineEdition

# --- Kinds of Coraline cards, by what they do -------------------------------------------------------
REVEALS: Final = 0
COLLECTS: Final = 1
DEEDS: Final = ("REVEAL", "COLLECT", "CORALINE", "BELDAM", "HUSH", "AGAIN", "RECALL", "SCRY")
KINDS: Final = 8

OMENS: Final = (
    8  # kinds of Beldam cards: the Moon for sure, perhaps, by choice; DROP, TAKE, DISCARD, TEAR, WOE
)


class Almanac:
    def __init__(self, deeds: list[int], doing: list[int], omens: list[int], ways: list[int]) -> None:
        self.deeds = vec[i64](deeds)  # Coraline card -> bits of its kinds
        self.doing = vec[i64](doing)  # kind -> bits of the Coraline cards of that kind
        self.omens = vec[i64](omens)  # kind -> bits of the Beldam cards of that kind
        self.ways = vec[i64](ways)

    def way(self, room: i64, rooms: i64) -> i64:
        """Steps of the shortest way from a room through all of these, and on to the Living Room."""
        return self.ways[rooms * ROOMS + room]


@cache
def almanac_of(edition: "CoralineEdition") -> Almanac:
    kinds = [[speaks_of(card.does, deed) for card in edition.coraline] for deed in DEEDS]
    deeds = [set_of([kind[card] for kind in kinds]) for card in range(len(edition.coraline))]
    return Almanac(deeds, [set_of(kind) for kind in kinds], omens(edition), ways(edition.box))


def set_of(is_so: list[bool]) -> int:
    """The numbers for which it is so, as bits."""
    return bits(tuple(n for n, so in enumerate(is_so) if so))


def omens(edition: "CoralineEdition") -> list[int]:
    woes = [card.does for card in edition.beldam]
    sure = [any(isinstance(node, Step) and node.verb.name == "MOON" for node in does) for does in woes]
    choice = [any(isinstance(node, Choose) for node in does) for does in woes]
    verbs = ("MOON", "DROP", "TAKE", "DISCARD", "TEAR", "WOE")
    moon, *others = ([speaks_of(does, verb) for does in woes] for verb in verbs)
    perhaps = [m and not s and not o for m, s, o in zip(moon, sure, choice, strict=True)]
    chosen = [m and o for m, o in zip(moon, choice, strict=True)]
    return [set_of(kind) for kind in (sure, perhaps, chosen, *others)]


def ways(box: Box) -> list[int]:
    """For each set of rooms (as bits) and each room: the shortest way through, to the door."""
    between = list(box.steps_between)
    found: list[int] = []
    for rooms in range(1 << ROOMS):
        for here in range(ROOMS):
            left = rooms & ~(1 << here)
            onward = [
                between[here * ROOMS + to] + found[(left & ~(1 << to)) * ROOMS + to]
                for to in range(ROOMS)
                if left >> to & 1
            ]
            found.append(min(onward) if onward else between[here * ROOMS + int(box.living_room)])
    return found
