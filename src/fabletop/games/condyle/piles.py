"""Hands, piles and discards: taking, giving, losing, and who sees it."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fabletop.games.condyle import told
from fabletop.games.condyle.knowledge import mix, reveal
from fabletop.games.condyle.table import DISCARD_N, FULL_HAND, HAND, HAND_N, PILE_N, Table
from fabletop.kernel.bits import bit
from fabletop.kernel.journal import ALL

SHUFFLED: Final = vec[i64]([0] * 64)  # a pile, while it is


def room(t: Table, player: i64) -> i64:
    """How many cards the hand can still hold (CC-HAND.1, CC-XFER.2)."""
    return FULL_HAND - t.hand_n(player)


# --- Single moves of a piece -------------------------------------------------------------------------


def out_of_hand(t: Table, player: i64, piece: i64) -> None:
    base = player * 4
    last = base + t.hand_n(player) - 1
    at = base
    while t.tally[HAND + at] != piece:
        at += 1
    while at < last:
        t.tally[HAND + at] = t.tally[HAND + at + 1]
        at += 1
    t.tally[HAND_N + player] -= 1


def into_hand(t: Table, player: i64, piece: i64) -> None:
    """The owner sees it, and so does everybody if the hand lies open."""
    t.tally[HAND + player * 4 + t.hand_n(player)] = piece
    t.tally[HAND_N + player] += 1
    t.sealed += 1
    reveal(t, piece, t.eyes_on_hand(player))


def take_top(t: Table, player: i64) -> i64:
    """The top piece of a pile that is not empty."""
    t.tally[PILE_N + player] -= 1
    return t.piece_at(t.pile_at(player) + t.tally[PILE_N + player])


def put_under(t: Table, player: i64, piece: i64) -> None:
    """To the bottom of a pile (CC-R35)."""
    base = t.pile_at(player)
    size = t.tally[PILE_N + player]
    for i in range(base + size, base, -1):
        t.pile[i] = t.pile[i - 1]
    t.pile[base] = u8(piece)
    t.tally[PILE_N + player] = size + 1


def put_on_top(t: Table, player: i64, piece: i64) -> None:
    t.pile[t.pile_at(player) + t.tally[PILE_N + player]] = u8(piece)
    t.tally[PILE_N + player] += 1


def put_on_discard(t: Table, player: i64, piece: i64, face_up: bool) -> None:
    """A played card lies face up (CC-PLAY.3), a lost one face down (CC-HAND.4)."""
    t.pile[t.discard_at(player) + t.tally[DISCARD_N + player]] = u8(piece)
    t.tally[DISCARD_N + player] += 1
    if face_up:
        t.up |= bit(piece)


def take_from_discard(t: Table, player: i64) -> i64:
    """The top piece of a discard; it loses its facing (CC-R36)."""
    t.tally[DISCARD_N + player] -= 1
    piece = t.piece_at(t.discard_at(player) + t.tally[DISCARD_N + player])
    t.up &= ~bit(piece)
    return piece


def shuffle_pile(t: Table, player: i64) -> None:
    base = t.pile_at(player)
    size = t.pile_n(player)
    pieces: i64 = 0
    for i in range(size):
        SHUFFLED[i] = t.piece_at(base + i)
        pieces |= bit(SHUFFLED[i])
    mix(t, pieces, 0)
    t.rng.shuffle(SHUFFLED, 0, size)
    for i in range(size):
        t.pile[base + i] = u8(SHUFFLED[i])
    t.sealed += 1


# --- What rules and cards do -------------------------------------------------------------------------


def draw(t: Table, player: i64) -> None:
    """The top card of the own pile to the hand (CC-DRAW.5); nothing from an empty one (CC-R42)."""
    if t.pile_n(player) == 0 or room(t, player) == 0:
        return
    piece = take_top(t, player)
    into_hand(t, player, piece)
    t.note(told.DRAW, player, t.face(piece), -1, -1, t.eyes_on_hand(player))


def lose_from_hand(t: Table, player: i64, piece: i64, seen_by: i64) -> None:
    """A card of the hand goes face down to the discard (CC-HAND.4); `seen_by` know which."""
    eyes = t.eyes_on_hand(player)
    if eyes != ALL:
        eyes |= seen_by
    mix(t, t.hand_mask(player), eyes)
    out_of_hand(t, player, piece)
    put_on_discard(t, player, piece, False)
    t.note(told.LOST, player, t.face(piece), -1, -1, eyes)


def lose_hand(t: Table, player: i64) -> None:
    """The whole hand goes face down to the discard."""
    while t.hand_n(player) > 0:
        lose_from_hand(t, player, t.tally[HAND + player * 4], 0)


def lose_at_random(t: Table, player: i64) -> None:
    if t.hand_n(player) > 0:
        t.sealed += 1
        lose_from_hand(t, player, t.tally[HAND + player * 4 + t.rng.below(t.hand_n(player))], 0)


def lose_top(t: Table, player: i64, count: i64) -> bool:
    """So many top cards of a pile go face down to the discard, unseen even by their owner (CC-HAND.4)."""
    lost: i64 = 0
    while lost < count and t.pile_n(player) > 0:  # CC-HAND.6
        put_on_discard(t, player, take_top(t, player), False)
        lost += 1
    if lost > 0:
        t.tell(told.LOST_TOP, player, lost)
    return lost > 0


def scavenge(t: Table, player: i64, owner: i64, count: i64) -> i64:
    """The top of a discard goes under a pile, in the order taken; returns how many cards."""
    taken: i64 = 0
    while taken < count and t.discard_n(owner) > 0:
        put_under(t, player, take_from_discard(t, owner))
        taken += 1
    return taken


def recover(t: Table, player: i64, count: i64, shuffled: bool) -> bool:
    """The top of the own discard goes under the own pile, in the order taken (CC-R34)."""
    taken = scavenge(t, player, player, count)
    if taken > 0 or shuffled:
        if shuffled:
            shuffle_pile(t, player)
        t.tell_to(told.RECOVERED, player, taken, 1 if shuffled else 0)
    return taken > 0


def steal_top(t: Table, thief: i64, victim: i64, count: i64) -> i64:
    """The top of one pile goes under another (CC-XFER.1, CC-XFER.3); no room is needed (CC-R31)."""
    taken: i64 = 0
    while taken < count and t.pile_n(victim) > 0:
        put_under(t, thief, take_top(t, victim))
        taken += 1
    return taken


def steal_from_hand(t: Table, thief: i64, victim: i64, piece: i64) -> i64:
    """A card goes from hand to hand; returns who saw which."""
    eyes = t.eyes_on_hand(victim)
    if eyes != ALL:
        eyes |= bit(thief) if t.eyes_on_hand(thief) != ALL else ALL
    mix(t, t.hand_mask(victim), eyes)
    out_of_hand(t, victim, piece)
    into_hand(t, thief, piece)
    return eyes
