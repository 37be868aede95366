"""A turn: its beginning, Movement, Play and Draw (CC-TURN), Last Winter, and the Ghost of Benny Harris."""

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle import acts
from fabletop.games.condyle.aims import begin_program
from fabletop.games.condyle.cards import (
    BENNY_MORE,
    COLD,
    CUL_DE_SAC,
    HAND_OPEN,
    MOVE_MORE,
    NO_HAUNT,
    NO_HIGHWAY,
)
from fabletop.games.condyle.codes import (
    ANNOUNCE,
    AT_BEGIN,
    AT_BENNY,
    AT_CHECK,
    AT_DRAW,
    AT_END,
    AT_MOVE,
    AT_PLAY,
    AT_SLAP,
    AT_START,
    DRAW,
    F_DRAW,
    F_FLIP,
    F_FX,
    F_GO,
    F_LAND,
    F_PLAY,
    F_PUT,
    F_SLAP,
    F_TURN,
    GO,
    PLAY,
    RUN,
    STAY,
    STOP,
    TICK,
    TOLD_BENNY,
    TOLD_COVE,
    TOLD_GO,
    TOLD_HAUNTED,
    TOLD_OPEN,
    TOLD_PLACE,
    TOLD_SCREAM,
    TOLD_SLAP,
    TOLD_STAY,
    TOLD_TURN,
    TOLD_WINTER,
    WINTER,
)
from fabletop.games.condyle.cove import FAR, lay, measure, other_door, same_space, within_steps
from fabletop.games.condyle.ending import put_out
from fabletop.games.condyle.knowledge import reveal
from fabletop.games.condyle.losing import offer_hand
from fabletop.games.condyle.piles import draw
from fabletop.games.condyle.table import (
    BENNY,
    BOOST,
    CHARM_N,
    CHARMS,
    DRAWS,
    EMPTY,
    FROM_CHARM,
    FROM_WINTER,
    FULL_HAND,
    LONGEST_GAP,
    SCREAM_STEPS,
    SCREAMED,
    SHIELD,
    SHORTEST_GAP,
    STRIDE,
    TIME_TO_DRAW,
    TIME_TO_FLIP,
    TIME_TO_MOVE,
    TIME_TO_SLAP,
    Table,
)
from fabletop.kernel.action import act
from fabletop.kernel.journal import ALL

# --- From stage to stage -----------------------------------------------------------------------------


def start_turn(t: Table, player: i64) -> None:
    t.active = player
    t.turn += 1
    t.tally[SHIELD + player] = 0
    t.moved = 0
    t.screams = 0  # CC-R71
    t.flipped = 0
    t.promised = 0
    t.drawn = 0
    t.ending = 0
    t.push(F_TURN, AT_START)
    t.tell(TOLD_TURN, player, t.turn)


def go_on(t: Table) -> None:
    """The next stage of the turn (CC-TURN.1). Between two actions a scream may fall due (CC-R72)."""
    stage = t.arg(0)
    if t.terms.ghost and t.clock <= 0 and stage != AT_END:
        scream(t)
        return
    t.calm = t.waited
    player = t.active
    if stage == AT_START:
        t.set_arg(0, AT_BENNY)
        # However one came there (CC-AOD.9), and in every such turn anew (CC-AOD.5), but only now (CC-R56).
        if t.kind_under(player) == CUL_DE_SAC:  # CC-TURN.5, CC-AOD.1; one flip a turn (CC-R16)
            t.push(F_FLIP)
    elif stage == AT_BENNY:
        t.set_arg(0, AT_BEGIN)
        t.set_arg(1, 0)
        meet_benny(t, player)
    elif stage == AT_BEGIN:
        begin_effects(t, player)
    elif stage == AT_MOVE:
        t.set_arg(0, AT_PLAY)
        t.stride = longest_stride(t, player)
        t.tally[BOOST + player] = 0
        t.push(F_GO)
    elif stage == AT_PLAY:
        if t.ending:  # CC-CARD.1, CC-R27
            t.set_arg(0, AT_CHECK if t.terms.away_draws else AT_SLAP)
        elif t.hand_n(player) > 0 or can_flip_winter(t):
            t.push(F_PLAY)
        else:
            t.set_arg(0, AT_CHECK)
    elif stage == AT_CHECK:
        # Not before, whenever the pile ran out (CC-OUT.3), and not a turn later (CC-OUT.4).
        if t.pile_n(player) == 0:  # CC-DRAW.2, CC-GOAL.2, CC-GOAL.3
            put_out(t, player, EMPTY)
        else:
            t.set_arg(0, AT_DRAW)
            if t.promised and can_flip_winter(t):
                flip_winter(t)
    elif stage == AT_DRAW:
        if draws_left(t) > 0 and has_source(t):
            t.push(F_DRAW)
        else:
            t.set_arg(0, AT_SLAP)
    elif stage == AT_SLAP:
        if t.terms.live:
            t.push(F_SLAP)
        else:
            slap(t)
    else:
        t.pop()
        start_turn(t, t.after(player))  # CC-SETUP.10


def begin_effects(t: Table, player: i64) -> None:
    """What Permanent cards do when a turn begins, the oldest first (CC-PERM.1)."""
    k = t.arg(1)
    while k < t.tally[CHARM_N + player]:
        charm = t.charms[player * CHARMS + k]
        k += 1
        if t.cards.charm_begin[charm] >= 0:
            t.set_arg(1, k)
            begin_program(t, player, FROM_CHARM, charm, t.cards.charm_begin[charm])
            return
    t.set_arg(0, AT_MOVE)


# --- Acts of Desperation -----------------------------------------------------------------------------


def flip_act(t: Table, slot: i64) -> None:
    """CC-AOD.1, CC-AOD.2. The last face-down Act is a Boogeyman (CC-AOD.8).

    The flip kills, not the way in (CC-R51).
    """
    t.pop()
    spend(t, TIME_TO_FLIP)
    number = acts.turn_up(t, slot)
    row = acts.begin_act(t, t.active, number)
    t.push(F_FX, RUN, row)


# --- Movement (CC-MOVE) ------------------------------------------------------------------------------


def longest_stride(t: Table, player: i64) -> i64:
    """Two, more from a HIGHWAY begun on (CC-SPACE.3, CC-SPACE.4) or by cards, never under one."""
    most = STRIDE + t.tally[BOOST + player] + t.charm_sum(player, MOVE_MORE)
    boost = t.cards.kind_boost[t.kind_under(player)]
    if boost > 0 and t.charm_sum(player, NO_HIGHWAY) == 0:
        most += boost
    return most if most > 1 else 1


def offer_moves(t: Table, out: vec[i64]) -> i64:
    """Stay, or end on any space within reach, the own one included (CC-MOVE.1, CC-MOVE.3)."""
    out[0] = act(STAY, 0)
    n: i64 = 1
    node = t.pawn[t.active]
    mask = within_steps(t, node, t.stride)
    door = other_door(t, node)
    for to in range(t.nodes):
        if mask >> to & 1 or to == door:  # CC-4P.4
            out[n] = act(GO, t.node_cell[to])
            n += 1
    return n


def go(t: Table, cell: i64) -> None:
    player = t.active
    node = t.pawn[player]
    to = t.node_at(cell)
    walked = within_steps(t, node, t.stride) >> to & 1 == 1
    t.pop()
    spend(t, TIME_TO_MOVE)
    t.pawn[player] = to
    t.tell_at(TOLD_GO, player, 0, to)
    if walked:
        t.moved = 1
        t.push(F_LAND, player, to)  # one landing, at the end (CC-MOVE.4, CC-R19)


def stay(t: Table) -> None:
    t.pop()
    spend(t, TIME_TO_MOVE)
    t.tell(TOLD_STAY, t.active, 0)


# --- Play (CC-PLAY, CC-HAND) -------------------------------------------------------------------------


def offer_play(t: Table, out: vec[i64]) -> i64:
    """Any card, in any order (CC-TURN.4), gained ones too (CC-PLAY.2), DETOURs too (CC-DETOUR.2)."""
    n = offer_hand(t, t.active, PLAY, out, 0)
    if can_flip_winter(t):
        out[n] = act(WINTER, 0)
        n += 1
    if may_stop(t, 0):
        out[n] = act(STOP, 0)
        n += 1
    elif can_flip_winter(t) and may_stop(t, 1):
        out[n] = act(STOP, 1)
        n += 1
    return n


def spared(t: Table) -> i64:
    """The draws that a Last Winter card has replaced (CC-LW.5, CC-R63)."""
    return t.flipped if t.terms.free_flip == 0 else 0


def may_stop(t: Table, promise: i64) -> bool:
    """The hand must leave room for the draws to come (CC-HAND.2, CC-HAND.3, CC-PLAY.6, CC-R28)."""
    player = t.active
    f = spared(t)
    if f == 0 and t.terms.free_flip == 0:
        f = promise
    draws = t.pile_n(player) + t.cove_n
    if draws > DRAWS - f:
        draws = DRAWS - f
    from_cove = draws if draws < t.cove_n else t.cove_n
    if t.pile_n(player) == 0:
        return True  # out of the game, whatever the hand
    return t.hand_n(player) <= FULL_HAND - (draws - from_cove)


def stop(t: Table, promise: i64) -> None:
    """A phase once left is over (CC-TURN.2)."""
    t.pop()
    t.promised = promise
    t.set_arg(0, AT_CHECK)


# --- Draw (CC-DRAW) ----------------------------------------------------------------------------------


def draws_left(t: Table) -> i64:
    """Two if two are available, pile and Cove deck together (CC-DRAW.1, CC-DRAW.3, CC-R40, CC-R41)."""
    left = DRAWS - spared(t) - t.drawn
    available = t.pile_n(t.active) + t.cove_n
    return left if left < available else available


def has_source(t: Table) -> bool:
    return can_draw_option(t) or t.cove_n > 0 or can_flip_winter(t)


def can_draw_option(t: Table) -> bool:
    return t.pile_n(t.active) > 0 and t.hand_n(t.active) < FULL_HAND


def offer_draw(t: Table, out: vec[i64]) -> i64:
    """From the own pile or the Cove deck, as the player likes (CC-DRAW.4, CC-R39)."""
    n: i64 = 0
    if can_draw_option(t):
        out[n] = act(DRAW, 0)
        n += 1
    if t.cove_n > 0:
        out[n] = act(DRAW, 1)
        n += 1
    if can_flip_winter(t):
        out[n] = act(WINTER, 0)
        n += 1
    return n


def draw_card(t: Table, source: i64) -> None:
    t.pop()
    spend(t, TIME_TO_DRAW)
    t.drawn += 1
    if source == 0:
        draw(t, t.active)
        return
    t.cove_n -= 1  # CC-DRAW.6, CC-MAP.1
    kind = t.cove[t.cove_n]
    t.sealed += 1
    t.tell(TOLD_COVE, t.active, kind)
    t.push(F_PUT, kind)


def put_cove_card(t: Table, cell: i64) -> None:
    kind = t.arg(0)
    t.pop()
    t.tell_at(TOLD_PLACE, t.active, kind, lay(t, kind, cell, -1))


# --- Last Winter (CC-LW, CC-R64) -----------------------------------------------------------------------


def can_flip_winter(t: Table) -> bool:
    """Once in the own turn, on OUT IN THE COLD (CC-LW.3, CC-LW.4, CC-R63 to CC-R65)."""
    return t.winter_n > 0 and t.flipped == 0 and t.kind_under(t.active) == COLD


def flip_winter(t: Table) -> None:
    spend(t, TIME_TO_FLIP)
    t.flipped = 1
    t.winter_n -= 1
    charm = t.winter[t.winter_n]
    t.sealed += 1
    t.tell(TOLD_WINTER, t.active, t.cards.charm_face[charm])
    if t.cards.is_permanent(charm):
        gain_charm(t, t.active, charm)
    else:
        t.fx_push(t.active, -1, FROM_WINTER, charm)
        t.push(F_FX, ANNOUNCE, t.cards.charm_row[charm])


def gain_charm(t: Table, player: i64, charm: i64) -> None:
    """A Permanent card lies beside the mat, not in the hand (CC-PERM.1, CC-PERM.2)."""
    t.charms[player * CHARMS + t.tally[CHARM_N + player]] = charm
    t.tally[CHARM_N + player] += 1
    if t.cards.charm_rule[charm] == HAND_OPEN:
        for i in range(player * 4, player * 4 + t.hand_n(player)):
            reveal(t, t.hand[i], ALL)
        t.tell(TOLD_OPEN, player, 0)


# --- The Ghost of Benny Harris (CC-GHOST) ------------------------------------------------------------


def meet_benny(t: Table, player: i64) -> None:
    """A turn begun on Benny's space costs a Haunted card (CC-GHOST.6, CC-R68)."""
    if t.pawn[BENNY] < 0 or t.haunted_n == 0 or not same_space(t, t.pawn[BENNY], t.pawn[player]):
        return
    if t.has_rule(player, NO_HAUNT):
        return
    spend(t, TIME_TO_FLIP)
    t.haunted_n -= 1
    charm = t.haunted[t.haunted_n]
    t.sealed += 1
    t.tell(TOLD_HAUNTED, player, t.cards.charm_face[charm])
    gain_charm(t, player, charm)


def spend(t: Table, seconds: i64) -> None:
    """Nominal time of an action of the active player (CC-R70). At a live table time comes by TICK."""
    if t.terms.ghost and t.terms.live == 0:
        t.clock -= seconds
        t.waited += seconds


def tick(t: Table, seconds: i64, between: bool) -> None:
    """Time that the table says has passed while the active player could act (CC-R69).

    Amid an action a scream waits (CC-R72); between two it is heard at once.
    """
    t.clock -= seconds
    t.waited += seconds
    t.ticked = 1
    t.sealed += 1
    if between:
        if t.clock <= 0:
            scream(t)
        else:
            t.calm = t.waited


def offer_ticks(out: vec[i64], n: i64) -> i64:
    """At a live table: 1, 2, 4, 8 or 16 seconds pass; less than a gap, so no two screams at once."""
    seconds: i64 = 1
    while seconds <= 16:
        out[n] = act(TICK, seconds)
        n += 1
        seconds *= 2
    return n


def new_gap(t: Table) -> i64:
    return SHORTEST_GAP + t.rng.below(LONGEST_GAP - SHORTEST_GAP + 1)


def scream(t: Table) -> None:
    """Benny comes nearer to the active player (CC-GHOST.5); the second scream of a turn is the last one."""
    t.screams += 1
    t.sealed += 1
    t.waited = -t.clock  # the gap carries over (CC-R69)
    t.calm = 0
    t.clock += new_gap(t)
    t.tell(TOLD_SCREAM, t.active, t.screams)
    if t.screams == 2:  # CC-GHOST.8; before he moves (CC-R73)
        put_out(t, t.active, SCREAMED)
        return
    steps = SCREAM_STEPS + t.charm_sum(t.active, BENNY_MORE)
    goal = t.pawn[t.active]
    measure(t, goal)
    at = t.pawn[BENNY]
    while steps > 0 and FAR[at] > 0:
        at = nearer(t, at)
        steps -= 1
    if at != t.pawn[BENNY]:
        t.pawn[BENNY] = at
        t.tell_at(TOLD_BENNY, t.active, 0, at)


def nearer(t: Table, node: i64) -> i64:
    """The next step of a shortest path; ties by lot (CC-R73)."""
    count: i64 = 0
    chosen = node
    for to in range(t.nodes):
        if t.near[node] >> to & 1 and FAR[to] < FAR[node]:
            count += 1
            if count == 1 or t.rng.below(count) == 0:
                chosen = to
    return chosen


def slap(t: Table) -> None:
    """The turn is over; a scream from now on concerns the next player (CC-GHOST.7)."""
    spend(t, TIME_TO_SLAP)
    if t.terms.ghost:
        t.tell(TOLD_SLAP, t.active, 0)
    t.set_arg(0, AT_END)
