"""What cards and spaces do: the steps of their programs, one after another (CC-R26)."""

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.condyle import acts
from fabletop.games.condyle.cards import (
    ANY,
    ANY_SPACE,
    AT_RANDOM,
    BY,
    CEMETERY,
    CEMETERY_SAFE,
    DO_BENNY,
    DO_BOOST,
    DO_BUILD,
    DO_CANCEL,
    DO_CLEAR,
    DO_DRAW,
    DO_ELIMINATE,
    DO_END_TURN,
    DO_FETCH,
    DO_IF,
    DO_LOOK_AOD,
    DO_LOOK_HAND,
    DO_LOSE,
    DO_MOVE,
    DO_PASS,
    DO_RECOVER,
    DO_SCAVENGE,
    DO_SEND,
    DO_SHIELD,
    DO_SIFT,
    DO_STASH,
    DO_STEAL,
    DO_TRADE_HANDS,
    DO_TRADE_PLACES,
    END_OF_CARD,
    EVERYBODY,
    EVERYTHING,
    FROM_EITHER,
    FROM_PILE,
    HAND_SAFE,
    HERE,
    HOW,
    IF_AT,
    IF_DONE,
    IF_HAND,
    IF_MOVED,
    IT,
    KINDS_MASK,
    LATE,
    MAY,
    MOVE_SAFE,
    N2,
    NEAR,
    NEXT,
    NEXT_PLAYER,
    NO_MOVE,
    NO_STEAL,
    NOT_THERE,
    OP,
    OTHER,
    OTHERS,
    PAWN,
    PILE_SAFE,
    SCOPE_ALL,
    SEEN,
    SHUFFLED,
    STEAL_LESS,
    UP_TO,
    WHERE,
    WHO,
    YOU,
    YOURS,
    N,
)
from fabletop.games.condyle.cove import (
    after_steps,
    displace,
    lay,
    offer_cells,
    same_space,
    shift,
    within_one,
    within_steps,
)
from fabletop.games.condyle.knowledge import mix, reveal
from fabletop.games.condyle.piles import (
    draw,
    into_hand,
    lose_at_random,
    lose_from_hand,
    lose_hand,
    lose_top,
    out_of_hand,
    put_on_discard,
    put_under,
    recover,
    room,
    steal_from_hand,
    steal_top,
    take_from_discard,
)
from fabletop.games.condyle.table import (
    ACTS,
    BENNY,
    BOOST,
    BOTTOM,
    BUILD,
    CANCELLED,
    CHARM_N,
    CHARMS,
    DISCARD_N,
    DONE,
    F_BUILD,
    F_FETCH,
    F_FX,
    F_GIVE,
    F_LAND,
    F_LOSE,
    F_MAY,
    F_NUMBER,
    F_PATH,
    F_PEEK,
    F_SEND,
    F_SHIFT,
    F_SIFT,
    F_STASH,
    F_TAKE,
    F_TARGET,
    F_WINDOW,
    FROM_ACT,
    FROM_CHARM,
    FROM_OPTIONS,
    FROM_SPACE,
    FROM_WINTER,
    FX,
    FX_DONE,
    FX_IMMUNE,
    FX_IT,
    FX_NUMBER,
    FX_OWNER,
    FX_PIECE,
    FX_SOURCE,
    FX_TARGET,
    FX_WHAT,
    HAND_N,
    LOSE,
    LOSE_TOP,
    NOBODY,
    NUMBER,
    PEEK,
    RUN,
    SHIELD,
    STASH,
    TAKE,
    TARGET,
    TO,
    TOLD_BOOST,
    TOLD_BUILT,
    TOLD_CANCELLED,
    TOLD_CLEARED,
    TOLD_END_TURN,
    TOLD_FETCHED,
    TOLD_GAVE,
    TOLD_MOVED,
    TOLD_NUMBER,
    TOLD_SAFE,
    TOLD_SAW,
    TOLD_SCAVENGED,
    TOLD_SENT,
    TOLD_SHIELD,
    TOLD_SHIFTED,
    TOLD_SIFTED,
    TOLD_SPARED,
    TOLD_STASHED,
    TOLD_STOLEN,
    TOLD_STOLEN_PILE,
    TOLD_SWAPPED,
    TOLD_TARGET,
    TOLD_TRADED,
    TOP,
    UNCHOSEN,
    YES,
    Table,
)
from fabletop.kernel.action import act
from fabletop.kernel.bits import bit
from fabletop.kernel.journal import ALL

# --- Starting and finishing --------------------------------------------------------------------------


def begin_program(t: Table, owner: i64, source: i64, what: i64, row: i64) -> None:
    """Carry out what a space, an Act or a Permanent card says: nobody can defend (CC-R47)."""
    t.fx_push(owner, -1, source, what)
    t.push(F_FX, RUN, row)


def finish(t: Table) -> None:
    """The last step is done: a played card reaches its player's discard, face up (CC-PLAY.3, CC-R25)."""
    t.pop()
    piece = t.fx_get(FX_PIECE)
    if piece >= 0:
        put_on_discard(t, t.fx_get(FX_OWNER), piece, True)
    elif t.fx_get(FX_SOURCE) == FROM_WINTER:
        t.gone |= bit(t.fx_get(FX_WHAT))  # CC-R65
    t.fx_n -= 1


def first_row(t: Table) -> i64:
    """Where the program of the card on top begins."""
    what = t.fx_get(FX_WHAT)
    source = t.fx_get(FX_SOURCE)
    if source == FROM_OPTIONS:
        return t.cards.face_row[what]
    if source == FROM_ACT:
        return t.cards.act_row[what]
    return t.cards.charm_row[what]


# --- Conditions and targets --------------------------------------------------------------------------


def holds(t: Table, row: i64) -> bool:
    """The condition of an IF, for the owner of the card."""
    you = t.fx_get(FX_OWNER)
    condition = t.cards.row(row, WHO)
    if condition == IF_AT:
        kind = t.kind_under(you)
        return kind >= 0 and t.cards.row(row, WHERE) >> kind & 1 == 1
    if condition == IF_MOVED:
        return t.moved == 1 and t.active == you
    if condition == IF_HAND:
        return t.hand_n(you) >= t.cards.row(row, N)
    if condition == IF_DONE:
        return t.fx_get(FX_DONE) == 1
    return t.pile_n(you) <= t.cards.row(row, N)


def branch(t: Table, row: i64) -> i64:
    return t.cards.row(row, NEXT) if holds(t, row) else t.cards.row(row, N2)


def names_one(who: i64) -> bool:
    """Whether a step names a single player or pawn of choice."""
    return who == OTHER or who == ANY or who == PAWN


def first_aim(t: Table, row: i64) -> i64:
    """The first step, as things stand, that names one player or pawn of choice; or END_OF_CARD."""
    while row != END_OF_CARD:
        if t.cards.row(row, OP) == DO_IF:
            row = branch(t, row)
        elif names_one(t.cards.row(row, WHO)):
            return row
        else:
            row = t.cards.row(row, NEXT)
    return row


def fits(t: Table, owner: i64, pawn: i64, where: i64) -> bool:
    """Whether a pawn rests where a step wants it."""
    node = t.pawn[pawn]
    if node < 0:
        return False
    if where == 0:
        return True
    if where & (HERE | NEAR):
        mine = t.pawn[owner]
        if mine < 0:
            return False
        return within_one(t, mine, node) if where & NEAR else same_space(t, mine, node)
    inside = (where & KINDS_MASK) >> t.node_kind[node] & 1 == 1
    return not inside if where & NOT_THERE else inside


def candidates(t: Table, row: i64) -> i64:
    """Whom a step may name, as a bit mask (CC-CARD.4, CC-CARD.5, CC-GHOST.10, CC-R75)."""
    owner = t.fx_get(FX_OWNER)
    who = t.cards.row(row, WHO)
    where = t.cards.row(row, WHERE)
    mask: i64 = 0
    for player in range(t.terms.seats):
        if t.is_live(player) and (who != OTHER or player != owner) and fits(t, owner, player, where):
            mask |= bit(player)
    if who == PAWN and t.pawn[BENNY] >= 0 and fits(t, owner, BENNY, where):
        mask |= bit(BENNY)
    if t.cards.row(row, OP) == DO_SCAVENGE:
        mask = with_discards(t, mask)
    return mask


def with_discards(t: Table, mask: i64) -> i64:
    """An empty discard may be chosen only if all are empty (CC-R55)."""
    full: i64 = 0
    for player in range(t.terms.seats):
        if mask >> player & 1 and t.discard_n(player) > 0:
            full |= bit(player)
    return full if full else mask


def aim(t: Table, row: i64) -> bool:
    """Choose the one player or pawn of a step, or ask; True if it is chosen."""
    mask = candidates(t, row)
    may = t.cards.row(row, MAY)
    if mask == 0:
        t.fx_set(FX_TARGET, NOBODY)
        return True
    if mask & (mask - 1) == 0 and may == 0:  # CC-R38
        for pawn in range(BENNY + 1):
            if mask >> pawn & 1:
                choose_target(t, pawn)
        return True
    t.push(F_TARGET, row)
    return False


def choose_target(t: Table, pawn: i64) -> None:
    t.fx_set(FX_TARGET, pawn)
    t.tell(TOLD_TARGET, t.fx_get(FX_OWNER), pawn)


def offer_targets(t: Table, out: vec[i64]) -> i64:
    row = t.arg(0)
    mask = candidates(t, row)
    n: i64 = 0
    for pawn in range(BENNY + 1):
        if mask >> pawn & 1:
            out[n] = act(TARGET, pawn)
            n += 1
    if t.cards.row(row, MAY):
        out[n] = act(DONE, 0)
        n += 1
    return n


def offer_numbers(t: Table, out: vec[i64]) -> i64:
    out[0] = act(NUMBER, t.cards.row(t.arg(0), N))
    out[1] = act(NUMBER, t.cards.row(t.arg(0), N2))
    return 2


def choose_number(t: Table, number: i64) -> None:
    t.fx_set(FX_NUMBER, number)
    t.tell(TOLD_NUMBER, t.fx_get(FX_OWNER), number)


def affects(t: Table, player: i64) -> bool:
    """Whether the card on top would do something to a player, as things stand (CC-R44)."""
    owner = t.fx_get(FX_OWNER)
    target = t.fx_get(FX_TARGET)
    row = first_row(t)
    while row != END_OF_CARD:
        if t.cards.row(row, OP) == DO_IF:
            row = branch(t, row)
            continue
        who = t.cards.row(row, WHO)
        if (names_one(who) or who == IT) and target == player:
            return True
        if who == OTHERS and player != owner and fits(t, owner, player, t.cards.row(row, WHERE)):
            return True
        if who == EVERYBODY and fits(t, owner, player, t.cards.row(row, WHERE)):
            return True
        row = t.cards.row(row, NEXT)
    return False


# --- One step ----------------------------------------------------------------------------------------


def run_step(t: Table) -> None:
    """Do the next part of the program on top: one player of one step."""
    row = t.arg(1)
    if row == END_OF_CARD or t.fx_get(FX_IMMUNE) == CANCELLED:
        finish(t)
        return
    op = t.cards.row(row, OP)
    if op == DO_IF:
        t.set_arg(1, branch(t, row))
        t.set_arg(2, 0)
        return
    who = t.cards.row(row, WHO)
    k = t.arg(2)
    if k == 0:
        t.fx_set(FX_DONE, 0)
        if names_one(who) and t.fx_get(FX_TARGET) == UNCHOSEN and not aim_now(t, row):
            return
        if asks_first(t, row, op):
            return
    player: i64 = NOBODY
    if who == OTHERS or who == EVERYBODY:
        player, k = next_of_group(t, row, who, k)
        if player < 0:
            advance(t, row)
            return
        t.set_arg(2, k + 1)
    else:
        player = single(t, who)
        advance(t, row)
        if names_one(who):
            t.fx_set(FX_IT, NOBODY if player == t.fx_get(FX_OWNER) or player == BENNY else player)
    if who == 0:
        do_alone(t, row, op)
    elif player >= 0 and (player == BENNY or t.is_live(player)):
        if t.fx_get(FX_IMMUNE) >> player & 1:
            t.tell(TOLD_SPARED, player, 0)
        else:
            do_to(t, row, op, player)


def advance(t: Table, row: i64) -> None:
    t.set_arg(1, t.cards.row(row, NEXT))
    t.set_arg(2, 0)


def single(t: Table, who: i64) -> i64:
    """The one player of a step; "you" is the player of the card, whoever else is there (CC-CARD.6)."""
    if who == YOU:
        return t.fx_get(FX_OWNER)
    if who == IT:
        return t.fx_get(FX_IT)
    if who == NEXT_PLAYER:
        return t.after(t.fx_get(FX_OWNER))
    return t.fx_get(FX_TARGET)


def next_of_group(t: Table, row: i64, who: i64, k: i64) -> tuple[i64, i64]:
    """The next player of a group, clockwise from the card's player (CC-CARD.7, CC-R26), and the place."""
    owner = t.fx_get(FX_OWNER)
    while k < t.terms.seats:
        player = (owner + k) % t.terms.seats
        if t.is_live(player) and (who == EVERYBODY or k > 0):
            if fits(t, owner, player, t.cards.row(row, WHERE)):
                return player, k
        k += 1
    return NOBODY, k


def aim_now(t: Table, row: i64) -> bool:
    """Name the target when its step comes (CC-R26); then only that player may defend."""
    chosen = aim(t, row)
    if chosen:
        return not late_window(t, row)
    return False


def late_window(t: Table, row: i64) -> bool:
    """Open the window of a target that was named only now; True if there is one."""
    target = t.fx_get(FX_TARGET)
    source = t.fx_get(FX_SOURCE)
    if t.cards.row(row, LATE) == 0 or (source != FROM_OPTIONS and source != FROM_WINTER):
        return False
    if target < 0 or target == BENNY or target == t.fx_get(FX_OWNER):
        return False
    t.push(F_WINDOW, 0, target)
    return True


def asks_first(t: Table, row: i64, op: i64) -> bool:
    """Ask for a number not yet announced, or whether an optional step is wanted; True if asked."""
    if op == DO_MOVE and t.cards.row(row, N2) > 0 and t.fx_get(FX_NUMBER) == 0:
        t.push(F_NUMBER, row)
        return True
    if op == DO_RECOVER and t.cards.row(row, MAY) and t.fx_get(FX_NUMBER) == 0:
        if t.discard_n(t.fx_get(FX_OWNER)) > 0:
            t.push(F_MAY, row)
        else:
            advance(t, row)
        return True
    return False


def answer_may(t: Table, yes: bool) -> None:
    row = t.arg(0)
    t.pop()
    if yes:
        t.fx_set(FX_NUMBER, 1)
    else:
        advance(t, row)


def offer_may(out: vec[i64]) -> i64:
    out[0] = act(YES, 0)
    out[1] = act(DONE, 0)
    return 2


def do_alone(t: Table, row: i64, op: i64) -> None:
    """Steps that are done to no player."""
    owner = t.fx_get(FX_OWNER)
    if op == DO_LOOK_AOD:
        begin_peeking(t, t.cards.row(row, N), t.cards.row(row, MAY))
    elif op == DO_PASS:
        begin_passing(t)
    elif op == DO_END_TURN:
        t.ending = 1
        t.tell(TOLD_END_TURN, owner, 0)
    elif op == DO_BUILD:
        t.push(F_BUILD, t.fx_get(FX_PIECE))
    elif op == DO_BENNY:
        if t.pawn[BENNY] >= 0:
            t.push(F_PATH, BENNY, row)
    elif op == DO_CANCEL:
        cancel(t, t.cards.row(row, HOW))


def do_to(t: Table, row: i64, op: i64, player: i64) -> None:
    """Steps that are done to a player (or, if they move, to Benny's pawn)."""
    n = t.cards.row(row, N)
    how = t.cards.row(row, HOW)
    if op == DO_MOVE:
        if can_be_moved(t, player):
            t.push(F_PATH, player, row)
    elif op == DO_SEND:
        if can_be_moved(t, player):
            t.push(F_SEND, player, row)
    elif op == DO_STEAL:
        steal(t, player, n, how)
    elif op == DO_LOSE:
        lose(t, player, n, how)
    elif op == DO_RECOVER:
        if recover(t, player, n, how == SHUFFLED):
            t.fx_set(FX_DONE, 1)
    elif op == DO_SCAVENGE:
        scavenge(t, player, n)
    elif op == DO_STASH:
        t.push(F_STASH, player, n)
    elif op == DO_FETCH:
        t.push(F_FETCH, player, n)
    elif op == DO_DRAW:
        for _i in range(n):
            draw(t, player)
    elif op == DO_SIFT:
        begin_sifting(t, player, n)
    elif op == DO_LOOK_HAND:
        look_at_hand(t, t.fx_get(FX_OWNER), player)
    elif op == DO_TRADE_PLACES:
        trade_places(t, player)
    elif op == DO_TRADE_HANDS:
        trade_hands(t, player)
    elif op == DO_BOOST:
        t.tally[BOOST + player] += n
        t.tell(TOLD_BOOST, player, n)
    elif op == DO_SHIELD:
        t.tally[SHIELD + player] |= how
        t.tell(TOLD_SHIELD, player, how)
    elif op == DO_CLEAR:
        clear_charms(t, player)
    elif op == DO_ELIMINATE:
        acts.eaten(t, player)


# --- Moving pawns ------------------------------------------------------------------------------------


def can_be_moved(t: Table, pawn: i64) -> bool:
    """By the card on top: "cannot be moved" (CC-SPACE.8) stops what others do (CC-PREC.1, CC-R20)."""
    if pawn == BENNY or pawn == t.fx_get(FX_OWNER):
        return True
    if t.has_rule(pawn, MOVE_SAFE) or t.tally[SHIELD + pawn] & NO_MOVE:
        t.tell(TOLD_SAFE, pawn, 0)
        return False
    return True


def mover(t: Table) -> i64:
    """Who chooses the path (CC-R21)."""
    owner = t.fx_get(FX_OWNER)
    return t.after(owner) if t.cards.row(t.arg(1), BY) == NEXT_PLAYER else owner


def ends_of_path(t: Table) -> i64:
    """The nodes on which the movement being asked about may end."""
    row = t.arg(1)
    node = t.pawn[t.arg(0)]
    if t.cards.row(row, N2) == UP_TO:
        return within_steps(t, node, t.cards.row(row, N))
    if t.cards.row(row, N2) > 0:
        return after_steps(t, node, t.fx_get(FX_NUMBER))
    return after_steps(t, node, t.cards.row(row, N))


def offer_path(t: Table, out: vec[i64]) -> i64:
    mask = ends_of_path(t)
    n: i64 = 0
    for node in range(t.nodes):
        if mask >> node & 1:
            out[n] = act(TO, t.node_cell[node])
            n += 1
    if t.cards.row(t.arg(1), N2) == UP_TO:
        out[n] = act(DONE, 0)  # no step is no landing (CC-R18)
        n += 1
    return n


def walk_to(t: Table, cell: i64) -> None:
    pawn = t.arg(0)
    t.pop()
    t.fx_set(FX_DONE, 1)
    node = t.node_at(cell)
    t.pawn[pawn] = node
    t.tell_at(TOLD_MOVED, t.fx_get(FX_OWNER), pawn, node)
    if pawn != BENNY:
        t.push(F_LAND, pawn, node)


def offer_sending(t: Table, out: vec[i64]) -> i64:
    """A space that is not in the map leaves the pawn where it is (CC-CARD.3)."""
    player = t.arg(0)
    kind = t.cards.row(t.arg(1), HOW)
    n: i64 = 0
    for node in range(t.nodes):
        if (kind == ANY_SPACE and node != t.pawn[player]) or t.node_kind[node] == kind:
            out[n] = act(TO, t.node_cell[node])
            n += 1
    if t.cards.row(t.arg(1), MAY):
        out[n] = act(DONE, 0)
        n += 1
    return n


def send_to(t: Table, cell: i64) -> None:
    player = t.arg(0)
    t.pop()
    t.fx_set(FX_DONE, 1)
    node = t.node_at(cell)
    t.pawn[player] = node
    t.tell_at(TOLD_SENT, t.fx_get(FX_OWNER), player, node)
    t.push(F_LAND, player, node)


def trade_places(t: Table, player: i64) -> None:
    """Both land, you first; void as a whole if the other cannot be moved (CC-R20)."""
    you = t.fx_get(FX_OWNER)
    if not can_be_moved(t, player):
        return
    mine = t.pawn[you]
    theirs = t.pawn[player]
    if mine == theirs:
        return
    t.pawn[you] = theirs
    t.pawn[player] = mine
    t.tell(TOLD_SWAPPED, you, player)
    t.fx_set(FX_DONE, 1)
    t.push(F_LAND, player, mine)
    t.push(F_LAND, you, theirs)


def land(t: Table) -> None:
    """What a space, and then Permanent cards, do to a pawn that has landed (CC-SPACE.2, CC-R22, CC-R23).

    The CEMETERY wakes so, in anyone's turn (CC-SPACE.5, CC-SPACE.6); a DETOUR does nothing (CC-R15).
    """
    player = t.arg(0)
    node = t.arg(1)
    t.pop()
    if not t.is_live(player) or t.pawn[player] != node:
        return
    kind = t.node_kind[node]
    for i in range(t.tally[CHARM_N + player] - 1, -1, -1):
        charm = t.charms[player * CHARMS + i]
        if t.cards.charm_land[charm] >= 0 and t.cards.charm_spaces[charm] >> kind & 1:
            begin_program(t, player, FROM_CHARM, charm, t.cards.charm_land[charm])
    row = t.cards.kind_land[kind]
    if row < 0 or (kind == CEMETERY and t.has_rule(player, CEMETERY_SAFE)):
        return
    begin_program(t, player, FROM_SPACE, kind, row)


# --- Stealing ----------------------------------------------------------------------------------------


def guarded(t: Table, player: i64, rule: i64) -> bool:
    """Whether others can take nothing from this hand or pile (CC-SPACE.7, CC-R32)."""
    if t.has_rule(player, rule) or t.tally[SHIELD + player] & NO_STEAL:
        t.tell(TOLD_SAFE, player, 1)
        return True
    return False


def steal(t: Table, player: i64, n: i64, how: i64) -> None:
    thief = t.fx_get(FX_OWNER)
    if player == thief or guarded(t, player, PILE_SAFE if how == FROM_PILE else HAND_SAFE):
        return
    n -= t.charm_sum(thief, STEAL_LESS)
    if how == FROM_PILE:
        taken = steal_top(t, thief, player, n)
        if taken > 0:
            t.fx_set(FX_DONE, 1)
            t.tell_to(TOLD_STOLEN_PILE, thief, taken, player)
    elif how == SEEN:
        look_at_hand(t, thief, player)
        if n > 0:
            t.push(F_TAKE, player, n)
    else:
        while n > 0 and room(t, thief) > 0 and t.hand_n(player) > 0:  # CC-R31
            take(t, player, t.hand[player * 4 + t.rng.below(t.hand_n(player))])  # CC-R30
            n -= 1


def take(t: Table, player: i64, piece: i64) -> None:
    """A card goes from a hand to the thief's."""
    thief = t.fx_get(FX_OWNER)
    eyes = steal_from_hand(t, thief, player, piece)
    t.fx_set(FX_DONE, 1)
    t.note(TOLD_STOLEN, thief, t.face(piece), player, -1, eyes)


def can_take(t: Table) -> bool:
    return t.arg(1) > 0 and room(t, t.fx_get(FX_OWNER)) > 0 and t.hand_n(t.arg(0)) > 0


def take_face(t: Table, face: i64) -> None:
    player = t.arg(0)
    t.set_arg(1, t.arg(1) - 1)
    take(t, player, t.held(player, face))


def scavenge(t: Table, player: i64, n: i64) -> None:
    """The top of another's discard goes under the own pile, in the order taken (CC-CARD.2, CC-R55)."""
    you = t.fx_get(FX_OWNER)
    taken: i64 = 0
    while taken < n and t.discard_n(player) > 0:
        put_under(t, you, take_from_discard(t, player))
        taken += 1
    if taken > 0:
        t.fx_set(FX_DONE, 1)
        t.tell_to(TOLD_SCAVENGED, you, taken, player)


def look_at_hand(t: Table, seat: i64, player: i64) -> None:
    for i in range(player * 4, player * 4 + t.hand_n(player)):
        reveal(t, t.hand[i], bit(seat))
    t.sealed += 1
    t.fx_set(FX_DONE, 1)
    tell_hand(t, seat, player)


def tell_hand(t: Table, seat: i64, player: i64) -> None:
    """The journal shows a hand to who looked, in the order of faces: the order of the hand tells nothing."""
    if t.journal is None:
        return
    last: i64 = -1
    for _i in range(t.hand_n(player)):
        best: i64 = 9999
        for j in range(player * 4, player * 4 + t.hand_n(player)):
            key = t.face(t.hand[j]) * 4 + (j & 3)
            if last < key < best:
                best = key
        last = best
        t.note(TOLD_SAW, seat, best // 4, player, -1, bit(seat))


def trade_hands(t: Table, player: i64) -> None:
    """Whole hands change owners; a hand that is safe from theft stays (CC-R32)."""
    you = t.fx_get(FX_OWNER)
    if guarded(t, player, HAND_SAFE):
        return
    mine = vec[i64]([0] * 4)
    my_n = t.hand_n(you)
    for i in range(my_n):
        mine[i] = t.hand[you * 4 + i]
    t.tally[HAND_N + you] = 0
    theirs_n = t.hand_n(player)
    t.tally[HAND_N + player] = 0
    for i in range(theirs_n):
        into_hand(t, you, t.hand[player * 4 + i])
    for i in range(my_n):
        into_hand(t, player, mine[i])
    t.fx_set(FX_DONE, 1)
    t.tell(TOLD_TRADED, you, player)


# --- Losing and keeping cards ------------------------------------------------------------------------


def lose(t: Table, player: i64, n: i64, how: i64) -> None:
    """A forced discard (CC-HAND.4, CC-HAND.5, CC-R33)."""
    if how == FROM_PILE:
        if lose_top(t, player, n):
            t.fx_set(FX_DONE, 1)
    elif how == AT_RANDOM:
        for _i in range(n):
            lose_at_random(t, player)
    elif n == EVERYTHING:
        if t.hand_n(player) > 0:
            t.fx_set(FX_DONE, 1)
        lose_hand(t, player)
    else:
        t.push(F_LOSE, player, how, n)


def must_lose(t: Table) -> bool:
    """Whether there is still something to lose (CC-HAND.6, CC-R24)."""
    if t.arg(2) <= 0:
        return False
    player = t.arg(0)
    return t.hand_n(player) > 0 or (t.arg(1) == FROM_EITHER and t.pile_n(player) > 0)


def loser_chooses(t: Table) -> i64:
    return t.fx_get(FX_OWNER) if t.arg(1) == YOURS else t.arg(0)


def offer_hand(t: Table, player: i64, verb: i64, out: vec[i64], n: i64) -> i64:
    """Each face in a hand once, in the order of the hand's seats that its owner sees."""
    first = n
    for i in range(player * 4, player * 4 + t.hand_n(player)):
        answer = act(verb, t.face(t.hand[i]))
        at = n
        while at > first and out[at - 1] > answer:
            at -= 1
        if at > first and out[at - 1] == answer:
            continue
        for j in range(n, at, -1):
            out[j] = out[j - 1]
        out[at] = answer
        n += 1
    return n


def offer_losses(t: Table, out: vec[i64]) -> i64:
    n = offer_hand(t, t.arg(0), LOSE, out, 0)
    if t.arg(1) == FROM_EITHER and t.pile_n(t.arg(0)) > 0:
        out[n] = act(LOSE_TOP, 0)
        n += 1
    return n


def lose_face(t: Table, face: i64) -> None:
    player = t.arg(0)
    t.set_arg(2, t.arg(2) - 1)
    t.fx_set(FX_DONE, 1)
    lose_from_hand(t, player, t.held(player, face), bit(loser_chooses(t)))


def lose_one_top(t: Table) -> None:
    t.set_arg(2, t.arg(2) - 1)
    t.fx_set(FX_DONE, 1)
    lose_top(t, t.arg(0), 1)


def offer_stash(t: Table, out: vec[i64]) -> i64:
    n = offer_hand(t, t.arg(0), STASH, out, 0)
    out[n] = act(DONE, 0)
    return n + 1


def stash(t: Table, face: i64) -> None:
    """A hand card of choice goes under the own pile."""
    player = t.arg(0)
    piece = t.held(player, face)
    eyes = t.eyes_on_hand(player)
    mix(t, t.hand_mask(player), eyes)
    out_of_hand(t, player, piece)
    put_under(t, player, piece)
    t.set_arg(1, t.arg(1) - 1)
    t.fx_set(FX_DONE, 1)
    t.note(TOLD_STASHED, player, face, -1, -1, eyes)


def offer_fetch(t: Table, out: vec[i64]) -> i64:
    """The face-up cards of the own discard, each face once (CC-R36)."""
    player = t.arg(0)
    n: i64 = 0
    base = player * t.terms.pieces
    for i in range(base + t.discard_n(player) - 1, base - 1, -1):
        piece = t.discard[i]
        if t.up >> piece & 1:
            answer = act(TAKE, t.face(piece))
            new = True
            for j in range(n):
                if out[j] == answer:
                    new = False
            if new:
                out[n] = answer
                n += 1
    out[n] = act(DONE, 0)
    return n + 1


def fetch(t: Table, face: i64) -> None:
    player = t.arg(0)
    base = player * t.terms.pieces
    at = base + t.discard_n(player) - 1
    while t.up >> t.discard[at] & 1 == 0 or t.face(t.discard[at]) != face:
        at -= 1
    piece = t.discard[at]
    for i in range(at, base + t.discard_n(player) - 1):
        t.discard[i] = t.discard[i + 1]
    t.tally[DISCARD_N + player] -= 1
    t.up &= ~bit(piece)
    into_hand(t, player, piece)
    t.set_arg(1, t.arg(1) - 1)
    t.fx_set(FX_DONE, 1)
    t.tell(TOLD_FETCHED, player, face)


def begin_sifting(t: Table, player: i64, n: i64) -> None:
    """Look at the top cards of the own pile; each goes back on top or to the bottom."""
    if n > t.pile_n(player):
        n = t.pile_n(player)
    if n == 0:
        return
    base = player * t.terms.pieces + t.pile_n(player)
    for i in range(base - n, base):
        reveal(t, t.pile[i], bit(player))
    t.sealed += 1
    t.fx_set(FX_DONE, 1)
    t.push(F_SIFT, player, n)


def offer_sift(t: Table, out: vec[i64]) -> i64:
    """Each card looked at, top or bottom; in the order of faces."""
    player = t.arg(0)
    n: i64 = 0
    top = player * t.terms.pieces + t.pile_n(player)
    for i in range(top - t.arg(1), top):
        answer = act(TOP, t.face(t.pile[i]))
        at = n
        while at > 0 and out[at - 1] > answer:
            at -= 1
        if at > 0 and out[at - 1] == answer:
            continue
        for j in range(n, at, -1):
            out[j] = out[j - 1]
        out[at] = answer
        n += 1
    for i in range(n):
        out[n + i] = act(BOTTOM, out[i] & 4095)
    return 2 * n


def sift(t: Table, face: i64, to_top: bool) -> None:
    """The card goes just below those still looked at, or to the bottom."""
    player = t.arg(0)
    left = t.arg(1)
    base = player * t.terms.pieces
    top = base + t.pile_n(player)
    pieces: i64 = 0
    at: i64 = -1
    for i in range(top - left, top):
        pieces |= bit(t.pile[i])
        if at < 0 and t.face(t.pile[i]) == face:
            at = i
    mix(t, pieces, bit(player))
    piece = t.pile[at]
    down = top - left if to_top else base
    for i in range(at, down, -1):
        t.pile[i] = t.pile[i - 1]
    t.pile[down] = piece
    t.set_arg(1, left - 1)
    t.note(TOLD_SIFTED, player, face, 1 if to_top else 0, -1, bit(player))


# --- Looking at Acts ---------------------------------------------------------------------------------


def begin_peeking(t: Table, n: i64, may: i64) -> None:
    down: i64 = 0
    for slot in range(ACTS):
        if t.act_up >> slot & 1 == 0:
            down += 1
    if n >= down and may == 0:
        for slot in range(ACTS):
            if t.act_up >> slot & 1 == 0:
                acts.look_at(t, t.fx_get(FX_OWNER), slot)
        t.fx_set(FX_DONE, 1)
    else:
        t.push(F_PEEK, n, 0, may)


def offer_peeks(t: Table, out: vec[i64]) -> i64:
    n = acts.offer_slots(t, PEEK, t.arg(1), out, 0)
    if t.arg(2):
        out[n] = act(DONE, 0)
        n += 1
    return n


def peek(t: Table, slot: i64) -> None:
    t.fx_set(FX_DONE, 1)
    t.set_arg(0, t.arg(0) - 1)
    t.set_arg(1, t.arg(1) | bit(slot))
    acts.look_at(t, t.fx_get(FX_OWNER), slot)


# --- Passing cards round -----------------------------------------------------------------------------


def begin_passing(t: Table) -> None:
    for player in range(4):
        t.passed[player] = -1
    t.push(F_GIVE, 0)


def joins_passing(t: Table, player: i64) -> bool:
    """A player shielded from the card is skipped over."""
    return t.is_live(player) and t.fx_get(FX_IMMUNE) >> player & 1 == 0


def giver(t: Table) -> i64:
    return (t.fx_get(FX_OWNER) + t.arg(0)) % t.terms.seats


def next_giver(t: Table) -> bool:
    """Find the next player who has to choose; False when the cards can change hands."""
    while t.arg(0) < t.terms.seats:
        player = giver(t)
        if joins_passing(t, player) and t.hand_n(player) > 0:
            if t.hand_n(player) > 1:
                return True
            t.passed[player] = t.hand[player * 4]
        t.set_arg(0, t.arg(0) + 1)
    return False


def give(t: Table, face: i64) -> None:
    player = giver(t)
    t.passed[player] = t.held(player, face)
    t.set_arg(0, t.arg(0) + 1)


def hand_on(t: Table) -> None:
    """All cards change hands at once."""
    t.pop()
    for player in range(t.terms.seats):
        piece = t.passed[player]
        if piece >= 0:
            eyes = eyes_of_gift(t, player)
            mix(t, t.hand_mask(player), eyes)
            out_of_hand(t, player, piece)
            t.note(TOLD_GAVE, player, t.face(piece), receiver(t, player), -1, eyes)
    for player in range(t.terms.seats):
        piece = t.passed[player]
        if piece >= 0:
            into_hand(t, receiver(t, player), piece)
            t.passed[player] = -1
    t.fx_set(FX_DONE, 1)


def receiver(t: Table, player: i64) -> i64:
    to = t.after(player)
    while not joins_passing(t, to):
        to = t.after(to)
    return to


def eyes_of_gift(t: Table, player: i64) -> i64:
    mine = t.eyes_on_hand(player)
    theirs = t.eyes_on_hand(receiver(t, player))
    return ALL if mine == ALL or theirs == ALL else mine | theirs


# --- DETOUR and PASSAGE (CC-DETOUR, CC-R61) ------------------------------------------------------------


def offer_building(t: Table, out: vec[i64]) -> i64:
    """In any free cell, or in place of any card but the cul-de-sac (CC-R12, CC-R13, CC-DETOUR.4)."""
    n = offer_cells(t, BUILD, out, 0)
    for node in range(1, t.nodes):
        out[n] = act(BUILD, t.node_cell[node])
        n += 1
    return n


def build(t: Table, cell: i64) -> None:
    piece = t.arg(0)
    kind = built_kind(t)
    t.pop()
    node = t.node_at(cell)
    t.fx_set(FX_PIECE, -1)  # it is a Cove card from now on (CC-DETOUR.1)
    t.fx_set(FX_DONE, 1)
    owner = t.fx_get(FX_OWNER)
    if node < 0:
        t.tell_at(TOLD_BUILT, owner, kind, lay(t, kind, cell, piece))
    else:
        displace(t, node, kind, piece)
        t.tell_at(TOLD_BUILT, owner, kind, t.node_at(cell))
        t.push(F_SHIFT, node)


def built_kind(t: Table) -> i64:
    return t.cards.row(t.cards.face_row[t.fx_get(FX_WHAT)], HOW)


def put_displaced(t: Table, cell: i64) -> None:
    node = t.arg(0)
    t.pop()
    shift(t, node, cell)
    t.tell_at(TOLD_SHIFTED, t.fx_get(FX_OWNER), t.node_kind[node], node)


# --- Defensive cards ---------------------------------------------------------------------------------


def cancel(t: Table, scope: i64) -> None:
    """Void the card below for everybody, or for the player of this one (CC-R44, CC-R45)."""
    below = (t.fx_n - 2) * FX
    me = t.fx_get(FX_OWNER)
    t.fx_set(FX_IT, t.fx[below + FX_OWNER])
    t.fx_set(FX_DONE, 1)
    if scope == SCOPE_ALL:
        t.fx[below + FX_IMMUNE] = CANCELLED
        t.tell(TOLD_CANCELLED, me, t.fx[below + FX_WHAT])
    else:
        t.fx[below + FX_IMMUNE] |= bit(me)


# --- Permanent cards ---------------------------------------------------------------------------------


def clear_charms(t: Table, player: i64) -> None:
    """HAUNTED GROUND removes them all, on landing (CC-GHOST.9, CC-R66, CC-R74)."""
    count = t.tally[CHARM_N + player]
    if count == 0:
        return
    for i in range(player * CHARMS, player * CHARMS + count):
        t.gone |= bit(t.charms[i])
    t.tally[CHARM_N + player] = 0
    t.tell(TOLD_CLEARED, player, count)
