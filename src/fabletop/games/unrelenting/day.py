"""A day turn: the move of a character, and what follows it (UO-DAY)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.unrelenting import movement as m
from fabletop.games.unrelenting import text
from fabletop.games.unrelenting import verbs as v
from fabletop.games.unrelenting.board import ANYWHERE, HOUSE, PLACES, SECOND, STRIDE, YARD
from fabletop.games.unrelenting.items import COLLECT, TURN_HALF, guarded
from fabletop.games.unrelenting.table import CATHERINE, HENRY, TILLY, Ask, Pending, Table
from fabletop.games.unrelenting.told import FOLLOWS, SLEEPWALKS, TOLD_MOVE, TOLD_PLACE
from fabletop.kernel.action import act
from fabletop.kernel.bits import bit, count_of, members_into
from fabletop.kernel.question import Label, Refusal

# --- The move (UO-DAY.1, UO-DAY.2) ----------------------------------------------------------------


class Walk(Ask):
    """Each space where the roll can lead, once."""

    number = 8
    rule = "UO-R8"
    verbs = (v.TO,)

    def always(self, t: Table) -> bool:
        """In an open zone a roll leads to several spaces."""
        zone = m.zone_of(t, t.player)
        return zone.open and t.carried == 0 and zone.holds(m.start_of(t, t.player))

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        ends = m.character_ends(t, t.player)
        if t.player == TILLY and t.carried:
            ends = m.with_room(t, ends, t.carried, count_of(t.carried))  # UO-R14
        return m.spaces_into(ends, act(v.TO, 0), out, n)

    def answer(self, t: Table, verb: i64, space: i64) -> None:
        """What follows the move is asked above this frame, as part of the same move."""
        t.say(TOLD_MOVE, t.player, t.stands[t.player], space, t.total())
        t.stand(t.player, space)
        t.become(MOVED.frame, FOLLOW_STEP)

    def prompt(self, t: Table) -> str:
        return f"{text.roll_words(t)}{entry_words(t)}{zone_words(t)}{arms_words(t)} Where do you go?"

    def label(self, t: Table, seat: int, verb: int, space: int) -> Label:
        where = text.space_name(t, space)
        return Label(f"Move to {where}{beside_words(t, space)}", f"space {where}")

    def thoughts(self, t: Table) -> list[int]:
        return [int(act(v.TO, space)) for space in all_spaces(t)]

    def why_not(self, t: Table, verb: int, end: int) -> Refusal:
        if not is_space(t, end):
            return text.nothing_like("UO-DAY.1")
        player = int(t.player)
        where = text.space_name(t, end)
        if player == TILLY and t.carried and m.has(m.character_ends(t, player), end):
            return Refusal("UO-R14", f"With the rabbits you carry there would be more than two at {where}.")
        return why_bound(t, player, end) or too_far(
            t, int(m.start_of(t, player)), end, int(m.character_steps(t, player)), "UO-DAY.1"
        )


def entry_words(t: Table) -> str:
    """UO-R11."""
    if not m.is_outside(t, t.player):
        return ""
    left = int(m.most_steps(t, t.player))
    return f" The entrance is your first step, so {left} more {'follows' if left == 1 else 'follow'}."


def zone_words(t: Table) -> str:
    """What keeps the character who moves from most of the house."""
    if m.zone_of(t, t.player) is t.board.zones[ANYWHERE]:
        return ""
    if t.player == CATHERINE:
        return f" {text.painting_words(t)}, so you keep to the edge."
    return f" The house is divided, so you keep out of {text.half_words(t, int(t.half))}."


def arms_words(t: Table) -> str:
    """Whom Tilly carries (UO-R49)."""
    return f" You carry {text.rabbit_names(int(t.carried))}." if t.player == TILLY and t.carried else ""


def beside_words(t: Table, space: int) -> str:
    """What whoever moves to a space finds there: items to collect, and items that rabbits guard."""
    if t.empty_slot(t.player) < 0:
        return ""
    carries_a_guard = t.player == TILLY and t.carried & ~(1 << TILLY)  # UO-R49
    free: list[str] = []
    closed: list[str] = []
    for corner in range(4):
        point = int(t.board.corners[space % STRIDE * 4 + corner])
        place = space // STRIDE * STRIDE + point
        if point >= 0 and t.lies[place]:
            shut = carries_a_guard or guarded(t, t.player, place)
            (closed if shut else free).append(text.edition_of(t).items[int(t.lies[place]) - 1].name)
    words = f": {', '.join(free)}" if free else ""
    return words + (f" (guarded: {', '.join(closed)})" if closed else "")


def why_bound(t: Table, player: int, end: int) -> Refusal | None:
    """The restriction that forbids a way which there would be without it (UO-R45)."""
    zone = m.zone_of(t, player)
    anywhere = t.board.zones[ANYWHERE]
    if zone is anywhere:
        return None
    where, steps = text.space_name(t, end), int(m.character_steps(t, player))
    if zone.holds(end) and not m.has(m.ends_from(t, anywhere, m.start_of(t, player), steps), end):
        return None
    if player == CATHERINE:
        ruled = f"{text.painting_words(t)}, so you keep to the edge"
        way = f"{where} is not on it" if not zone.holds(end) else f"no {steps} steps along it lead to {where}"
        return Refusal("UO-CATH.1", f"{ruled}; {way}.")
    ruled = f"Tilly has divided the house, so you keep out of {text.half_words(t, int(t.half))}"
    way = (
        f"{where} lies there"
        if not zone.holds(end)
        else f"all ways of {steps} steps to {where} lead through it"
    )
    return Refusal("UO-TILLY.3", f"{ruled}; {way}.")


# --- Why a roll does not lead there: characters and rabbits ----------------------------------------


def is_space(t: Table, space: int) -> bool:
    return space < PLACES and bool(t.board.outline >> (space % STRIDE) & 1)


def all_spaces(t: Table) -> list[int]:
    return [space for space in range(PLACES) if is_space(t, space)]


def too_far(t: Table, start: int, end: int, steps: int, rule: str) -> Refusal:
    where = text.space_name(t, end)
    if start == end:
        return Refusal(
            "UO-R7", f"A move never enters a space twice, so it cannot end where it began, at {where}."
        )
    far = int(m.distance(t, start, end))
    if far > steps:
        missing = missing_ladder(t, start, end)
        if missing:
            return Refusal("UO-BOARD.4", missing)
        return Refusal(rule, f"{where} is {far} steps away, and this move has {steps}.")
    if (steps - far) % 2:
        odd = "odd" if far % 2 else "even"
        return Refusal(
            "UO-R7", f"A move has exactly {steps} steps, and every way to {where} has an {odd} number."
        )
    return Refusal(
        "UO-R7", f"No way of exactly {steps} steps leads to {where} without entering a space twice."
    )


def missing_ladder(t: Table, start: int, end: int) -> str:
    """Words about the ladder that is not here, if pieces of this level wonder about another."""
    levels = {start // STRIDE, end // STRIDE}
    if start % STRIDE != end % STRIDE or len(levels) == 1:
        return ""
    ladder = HOUSE if SECOND in levels else YARD
    cell = int(t.house_cell() if ladder == HOUSE else t.yard_cell())
    if cell == start % STRIDE:
        return ""
    stands = text.edition_of(t).cell_name(cell)
    return f"The ladder is not here: the {text.LADDER_NAMES[ladder]} stands at {stands}."


# --- What follows a move or a placement -------------------------------------------------------------

FOLLOW_STEP: Final = 0
TURN_STEP: Final = 1
COLLECT_STEP: Final = 2


class Moved(Pending):
    """Tilly follows Catherine, items turn, one is collected: the next step."""

    number = 9

    def go_on(self, t: Table, step: i64) -> None:
        """A placement stands for the move: what follows it is to come, from a step on."""
        t.push(self.frame, step)

    def run(self, t: Table) -> bool:
        step = t.arg(0)
        t.set_arg(0, step + 1)
        if step == FOLLOW_STEP:
            if t.player == CATHERINE and t.follows:  # UO-R51
                t.follows = 0
                FOLLOW.ask(t)
        elif step == TURN_STEP:
            if turns_half(t):
                TURN_HALF.ask_about(t, t.player)
        elif step == COLLECT_STEP:
            COLLECT.ask(t)  # UO-MODE.3, UO-DAY.3
        else:
            t.pop()
        return False


def turns_half(t: Table) -> bool:
    """Henry's 6 and Catherine's 8: after the move, before collecting (UO-HENRY.3, UO-CATH.2, UO-R42)."""
    if not t.roles_work():
        return False
    return (t.player == HENRY and t.total() == 6) or (t.player == CATHERINE and t.total() == 8)


# --- Placements (UO-R25) ----------------------------------------------------------------------------


def put(t: Table, player: i64, space: i64, why: i64) -> None:
    """No steps are walked."""
    t.stand(player, space)
    t.say(TOLD_PLACE, player, space, why)


class BesideCatherine(Ask):
    """The spaces that share a side with hers, on her level (UO-R38, UO-R51)."""

    rule = "UO-R51"
    verbs = (v.TO,)

    def offer(self, t: Table, out: vec[i64], n: i64) -> i64:
        space = t.stands[CATHERINE]
        beside = t.board.spread(bit(space % STRIDE))
        return members_into(beside, act(v.TO, space // STRIDE * STRIDE), out, n)

    def label(self, t: Table, seat: int, verb: int, space: int) -> Label:
        return text.to_label(t, "Stand at", space)

    def why_not(self, t: Table, verb: int, space: int) -> Refusal:
        catherine = text.space_name(t, int(t.stands[CATHERINE]))
        return Refusal("UO-R51", f"You stand on a space that shares a side with Catherine’s, {catherine}.")


class Sleepwalk(BesideCatherine):
    """Instead of Tilly's move (UO-TILLY.4)."""

    number = 10
    asks = "You are sleepwalking to Catherine. On which side of her do you stand?"

    def answer(self, t: Table, verb: i64, space: i64) -> None:
        put(t, TILLY, space, SLEEPWALKS)
        t.become(MOVED.frame, COLLECT_STEP)


class Follow(BesideCatherine):
    """After Catherine's next move (UO-R51)."""

    number = 11
    asks = "You follow Catherine in your sleep. On which side of her do you stand?"

    def who(self, t: Table) -> i64:
        return t.seats[TILLY]

    def answer(self, t: Table, verb: i64, space: i64) -> None:
        t.pop()
        put(t, TILLY, space, FOLLOWS)


WALK: Final = Walk()
MOVED: Final = Moved()
SLEEPWALK: Final = Sleepwalk()
FOLLOW: Final = Follow()
