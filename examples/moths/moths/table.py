"""What lies on the table, and what is asked. Ids in comments are those of rules.md."""

from typing import TYPE_CHECKING, Final

from fabletop.kernel.action import act
from fabletop.kernel.question import Refusal
from fabletop.kernel.rng import Rng
from fabletop.kernel.state import NOBODY, Question, State
from librt.vecs import vec
from mypy_extensions import i64

if TYPE_CHECKING:
    from fabletop.kernel.game import Opening

REST: Final = 0
FLY: Final = 1
HIDE: Final = 2
TO: Final = 3

TOLD_DREW: Final = 0
TOLD_SENT: Final = 1
TOLD_HID: Final = 2
TOLD_BURNT: Final = 3

DEALT: Final = 4  # MO-SETUP.2
MOST_HELD: Final = 6  # MO-TURN.2
MORE_LANTERNS: Final = 3  # than players: MO-SETUP.1
PLACES: Final = 5  # at the largest lantern
LIT: Final = -1
OUT: Final = -2  # burnt for nobody


class Box:
    """The edition in numbers."""

    def __init__(self, lights: list[int], counts: list[int], points: list[int], places: list[int]) -> None:
        self.kinds: i64 = len(lights)
        self.lights = vec[i64](lights)
        self.counts = vec[i64](counts)
        self.points = vec[i64](points)
        self.places = vec[i64](places)


class Moths(State):
    def __init__(self, opening: "Opening", src: "Moths | None", box: Box) -> None:
        super().__init__(opening, src)
        self.box = box
        seats = opening.players
        lit = seats + MORE_LANTERNS
        self.turn: i64 = 0 if src is None else src.turn
        self.deck = vec[i64]() if src is None else src.deck[:]  # kinds of moth, the top last
        self.hand = vec[i64]([0] * (seats * box.kinds)) if src is None else src.hand[:]  # how many of each
        self.lanterns = vec[i64]([0] * lit) if src is None else src.lanterns[:]
        self.taken = vec[i64]([LIT] * lit) if src is None else src.taken[:]  # LIT, OUT or a seat
        self.at = vec[i64]([-1] * (lit * PLACES)) if src is None else src.at[:]  # a kind of moth
        self.whose = vec[i64]([NOBODY] * (lit * PLACES)) if src is None else src.whose[:]
        self.dark = vec[i64]([0] * (lit * PLACES)) if src is None else src.dark[:]
        self.hid = vec[i64]([0] * seats) if src is None else src.hid[:]

    def clone(self) -> "Moths":
        return Moths(self.opening, self, self.box)

    def set_up(self) -> None:
        lights = vec[i64](list(range(len(self.box.points))))
        self.rng.shuffle(lights, 0, len(lights))  # MO-SETUP.1
        for slot in range(len(self.lanterns)):
            self.lanterns[slot] = lights[slot]
        self.deck = vec[i64]([k for k in range(self.box.kinds) for _ in range(self.box.counts[k])])
        self.rng.shuffle(self.deck, 0, len(self.deck))
        for _ in range(DEALT):  # MO-SETUP.2
            for seat in range(len(self.hid)):
                draw(self, seat)
        self.push(SEND.number)

    def resampled(self, seat: i64, rng: Rng) -> "Moths":
        """Other hands, other seats' moths in the dark and the deck are mixed and dealt anew."""
        world = self.clone()
        pool = world.deck[:]
        hidden = [p for p in range(len(self.at)) if self.dark[p] and self.whose[p] != seat]
        for place in hidden:
            pool.append(world.at[place])
        others = [other for other in range(len(self.hid)) if other != seat]
        for other in others:
            for kind in range(self.box.kinds):
                for _ in range(self.hand[other * self.box.kinds + kind]):
                    pool.append(kind)
        rng.deal_anew(pool, 0, len(pool))
        for place in hidden:
            world.at[place] = pool.pop()
        for other in others:
            count = held(self, other)
            for kind in range(self.box.kinds):
                world.hand[other * self.box.kinds + kind] = 0
            for _ in range(count):
                world.hand[other * self.box.kinds + pool.pop()] += 1
        world.deck = pool
        world.rng = rng.split()
        return world

    def outcome(self, seat: i64) -> float:  # MO-END.2
        mine = score(self, seat)
        best = max([score(self, other) for other in range(len(self.hid)) if other != seat])
        return 1.0 if mine > best else 0.0 if mine == best else -1.0


def held(t: Moths, seat: i64) -> i64:
    return sum([t.hand[seat * t.box.kinds + kind] for kind in range(t.box.kinds)])


def score(t: Moths, seat: i64) -> i64:
    return sum([t.box.points[t.lanterns[s]] for s in range(len(t.taken)) if t.taken[s] == seat])


def light(t: Moths, slot: i64, seat: i64) -> i64:
    """How bright a seat's moths at a lantern are together."""
    first = slot * PLACES
    return sum([t.box.lights[t.at[p]] for p in range(first, first + PLACES) if t.whose[p] == seat])


def draw(t: Moths, seat: i64) -> None:
    kind = t.deck.pop()
    t.hand[seat * t.box.kinds + kind] += 1
    t.note(TOLD_DREW, seat, kind, -1, -1, 1 << seat)


class Send(Question[Moths]):
    """A turn: which moth flies, or does the seat rest?"""

    number = 1
    rule = "MO-TURN.1"
    verbs = (REST, FLY, HIDE)

    def who(self, t: Moths) -> i64:
        return t.turn

    def offer(self, t: Moths, out: vec[i64], n: i64) -> i64:
        for kind in range(t.box.kinds):
            if t.hand[t.turn * t.box.kinds + kind] > 0:
                out[n] = act(FLY, kind)
                n += 1
                if not t.hid[t.turn]:  # MO-DARK.1
                    out[n] = act(HIDE, kind)
                    n += 1
        if len(t.deck) > 0 and held(t, t.turn) < MOST_HELD:  # MO-TURN.2
            out[n] = act(REST, 0)
            n += 1
        return n

    def answer(self, t: Moths, verb: i64, thing: i64) -> None:
        if verb == REST:
            draw(t, t.turn)
            t.sealed += 1
            end_turn(t)
        else:
            t.push(WHERE.number, thing, 1 if verb == HIDE else 0)

    def lapse(self, t: Moths) -> None:
        end_turn(t)  # MO-END.1

    def prompt(self, t: Moths) -> str:
        return "Which moth flies, or do you rest?"

    def why_not(self, t: Moths, verb: int, thing: int) -> Refusal:
        if verb == REST and len(t.deck) > 0:
            return Refusal("MO-TURN.2", f"Who holds {MOST_HELD} moths cannot draw another.")
        if verb == REST:
            return Refusal("MO-TURN.2", "There is no moth left to draw.")
        if verb == HIDE and t.hid[t.turn]:
            return Refusal("MO-DARK.1", "You have already sent a moth in the dark.")
        return Refusal(self.rule, "You hold no such moth.")


class Where(Question[Moths]):
    """A moth has been chosen: to which lantern does it fly?"""

    number = 2
    rule = "MO-FLY.1"
    verbs = (TO,)

    def who(self, t: Moths) -> i64:
        return t.turn

    def offer(self, t: Moths, out: vec[i64], n: i64) -> i64:
        for slot in range(len(t.taken)):
            if t.taken[slot] == LIT:
                out[n] = act(TO, slot)
                n += 1
        return n

    def prompt(self, t: Moths) -> str:
        return "To which lantern does it fly?"

    def why_not(self, t: Moths, verb: int, thing: int) -> Refusal:
        return Refusal(self.rule, "No lantern burns there.")

    def answer(self, t: Moths, verb: i64, thing: i64) -> None:
        kind, hides = t.arg(0), t.arg(1)
        t.pop()
        place = thing * PLACES
        while t.at[place] >= 0:
            place += 1
        t.hand[t.turn * t.box.kinds + kind] -= 1
        t.at[place], t.whose[place], t.dark[place] = kind, t.turn, hides
        t.hid[t.turn] |= hides
        t.note(TOLD_HID if hides else TOLD_SENT, t.turn, kind, thing, -1, 1 << t.turn if hides else -1)
        if place - thing * PLACES + 1 == t.box.places[t.lanterns[thing]]:  # MO-BURN.1
            burn(t, thing)
        end_turn(t)


SEND: Final = Send()
WHERE: Final = Where()


def burn(t: Moths, slot: i64) -> None:
    """The brightest takes the lantern; where two are equally bright, nobody does (MO-BURN.1, MO-BURN.2)."""
    best: i64 = 0
    t.taken[slot] = OUT
    for seat in range(len(t.hid)):
        bright = light(t, slot, seat)
        if bright >= best:
            t.taken[slot] = seat if bright > best else OUT
            best = bright
    for place in range(slot * PLACES, slot * PLACES + PLACES):
        t.sealed += t.dark[place]
        t.dark[place] = 0
    t.tell(TOLD_BURNT, t.taken[slot], slot)


def end_turn(t: Moths) -> None:
    t.turn = (t.turn + 1) % len(t.hid)
    if LIT in t.taken and (len(t.deck) > 0 or sum(t.hand) > 0):
        return
    for slot in range(len(t.taken)):  # MO-END.1
        if t.taken[slot] == LIT:
            burn(t, slot)
    t.depth = 0
    t.seat = NOBODY
