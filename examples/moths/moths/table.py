"""What lies on the table, and what is asked. Ids in comments are those of rules.md."""

from typing import Any, Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.kernel.action import add
from fabletop.kernel.game import Opening
from fabletop.kernel.journal import ALL
from fabletop.kernel.question import Refusal
from fabletop.kernel.rng import Rng
from fabletop.kernel.state import NOBODY, Question, State

REST: Final = 0
FLY: Final = 1
HIDE: Final = 2
TO: Final = 3
TOLD_DREW: Final = 0
TOLD_SENT: Final = 1
TOLD_BURNT: Final = 2
DEALT: Final = 4  # MO-SETUP.2
LIT: Final = -1  # who took a lantern: nobody yet (MO-SETUP.1),
OUT: Final = -2  # or nobody at all
DECK: Final = 0  # where a moth is: here,
HAND: Final = 1  # in the hand of the first seat or of one that follows,
ON_ITS_WAY: Final = 7  # on its way from there,
GARDEN: Final = 8  # or at a lantern


class Box:
    def __init__(self, moths: list[dict[str, Any]], lanterns: list[dict[str, Any]]) -> None:
        self.lights = vec[i64]([moth["light"] for moth in moths])
        self.moths = vec[i64]([kind for kind in range(len(moths)) for _ in range(moths[kind]["count"])])
        self.points = vec[i64]([lantern["points"] for lantern in lanterns])
        self.places = vec[i64]([lantern["places"] for lantern in lanterns])


class Moths(State):
    def __init__(self, opening: Opening, src: "Moths | None") -> None:
        super().__init__(opening, src)
        self.box: Box = cast(Any, opening.edition).box
        self.turn: i64 = 0 if src is None else src.turn
        self.where: vec[i64] = vec[i64]([DECK] * len(self.box.moths)) if src is None else src.where[:]
        self.taken: vec[i64] = vec[i64]([LIT] * len(self.box.points)) if src is None else src.taken[:]
        self.hid: i64 = 0 if src is None else src.hid  # the seats that have sent a moth in the dark

    def set_up(self) -> None:
        for _ in range(DEALT):  # MO-SETUP.2
            for seat in range(self.opening.players):
                draw(self, seat)
        self.push(Send.number)

    def resampled(self, seat: i64, rng: Rng) -> "Moths":
        """What this seat does not see is mixed: the deck, other hands, and what others sent in the dark."""
        world = Moths(self.opening, self)
        unseen = [moth for moth in range(len(self.where)) if not sees(self, seat, moth)]
        places = vec[i64]([self.where[moth] for moth in unseen])
        rng.deal_anew(places, 0, len(places))
        for i in range(len(unseen)):
            world.where[unseen[i]] = places[i]
        world.rng = rng.split()
        return world

    def outcome(self, seat: i64) -> float:  # MO-END.2
        mine = score(self, seat)
        best = max([score(self, other) for other in range(self.opening.players) if other != seat])
        return 1.0 if mine > best else 0.0 if mine == best else -1.0


def sees(t: Moths, seat: i64, moth: i64) -> bool:
    place = t.where[moth]
    if place < GARDEN:
        return place == HAND + seat or (place == ON_ITS_WAY and t.turn == seat)
    return place % 2 == 0 or owner(place) == seat


def owner(place: i64) -> i64:
    return place % 8 // 2


def lying(t: Moths, place: i64) -> list[i64]:
    """The moths in the deck, in a hand, or on their way; the dimmest first."""
    return [moth for moth in range(len(t.where)) if t.where[moth] == place]


def around(t: Moths, lantern: i64) -> list[i64]:
    return [moth for moth in range(len(t.where)) if t.where[moth] // 8 == lantern + 1]


def score(t: Moths, seat: i64) -> i64:
    return sum([t.box.points[lamp] for lamp in range(len(t.taken)) if t.taken[lamp] == seat])


def light(t: Moths, lantern: i64, seat: i64) -> i64:
    return sum([t.box.lights[t.box.moths[m]] for m in around(t, lantern) if owner(t.where[m]) == seat])


def draw(t: Moths, seat: i64) -> None:
    deck = lying(t, DECK)
    moth = deck[t.rng.below(len(deck))]
    t.where[moth] = HAND + seat
    t.note(TOLD_DREW, seat, t.box.moths[moth], -1, -1, 1 << seat)


class Send(Question[Moths]):
    """A turn: which moth flies, or does the seat rest?"""

    number = 1
    rule = "MO-TURN.1"
    verbs = (REST, FLY, HIDE)

    def who(self, t: Moths) -> i64:
        return t.turn

    def prompt(self, t: Moths) -> str:
        return "Which moth flies, or do you rest?"

    def offer(self, t: Moths, out: vec[i64], n: i64) -> i64:
        for kind in sorted({t.box.moths[moth] for moth in lying(t, HAND + t.turn)}):
            n = add(out, n, FLY, kind)
            if not t.hid >> t.turn & 1:  # MO-DARK.1
                n = add(out, n, HIDE, kind)
        if lying(t, DECK):  # MO-TURN.2
            n = add(out, n, REST, 0)
        return n

    def answer(self, t: Moths, verb: i64, thing: i64) -> None:
        if verb == REST:
            draw(t, t.turn)
            t.sealed += 1
            end_turn(t)
        else:
            chosen = [moth for moth in lying(t, HAND + t.turn) if t.box.moths[moth] == thing]
            t.where[chosen[0]] = ON_ITS_WAY
            t.push(Where.number, 1 if verb == HIDE else 0)

    def why_not(self, t: Moths, verb: int, thing: int) -> Refusal:
        if verb == REST:
            return Refusal("MO-TURN.2", "There is no moth left to draw.")
        if verb == HIDE and t.hid >> t.turn & 1:
            return Refusal("MO-DARK.1", "You have already sent a moth in the dark.")
        return Refusal(self.rule, "You hold no such moth.")


class Where(Question[Moths]):
    """A moth has been chosen: to which lantern does it fly?"""

    number = 2
    rule = "MO-FLY.1"
    verbs = (TO,)

    def who(self, t: Moths) -> i64:
        return t.turn

    def prompt(self, t: Moths) -> str:
        return "To which lantern does it fly?"

    def offer(self, t: Moths, out: vec[i64], n: i64) -> i64:
        for lantern in range(len(t.taken)):
            if t.taken[lantern] == LIT:
                n = add(out, n, TO, lantern)
        return n

    def answer(self, t: Moths, verb: i64, thing: i64) -> None:
        dark = t.arg(0)
        t.pop()
        moth = lying(t, ON_ITS_WAY)[0]
        t.where[moth] = GARDEN + thing * 8 + t.turn * 2 + dark
        t.hid |= dark << t.turn
        t.note(TOLD_SENT, t.turn, t.box.moths[moth], thing, dark, 1 << t.turn if dark else ALL)
        if len(around(t, thing)) == t.box.places[thing]:
            burn(t, thing)
        end_turn(t)


def burn(t: Moths, lantern: i64) -> None:
    """The brightest takes the lantern (MO-BURN.1); of those who are equally bright, nobody (MO-BURN.2)."""
    best: i64 = 0
    t.taken[lantern] = OUT
    for seat in range(t.opening.players):
        bright = light(t, lantern, seat)
        if bright >= best:
            t.taken[lantern] = seat if bright > best else OUT
            best = bright
    for moth in around(t, lantern):
        t.sealed += t.where[moth] % 2
        t.where[moth] -= t.where[moth] % 2
    t.tell(TOLD_BURNT, t.taken[lantern], lantern)


def end_turn(t: Moths) -> None:
    t.turn = (t.turn + 1) % t.opening.players
    if LIT in t.taken and (lying(t, DECK) or lying(t, HAND + t.turn)):
        return
    for lantern in range(len(t.taken)):  # MO-END.1
        if t.taken[lantern] == LIT:
            burn(t, lantern)
    t.depth = 0
    t.seat = NOBODY
