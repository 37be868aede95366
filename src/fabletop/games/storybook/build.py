"""Choosing a team, and setting up the table: the questions before the first turn."""

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.storybook.actions import take_top, upright
from fabletop.games.storybook.cards import (
    CHAMPION_TEAM,
    DECK,
    HERO,
    LEADER,
    TEAM_SIZE,
    VILLAIN,
)
from fabletop.games.storybook.table import (
    ALLY_OF,
    ALLY_OF_ROLE,
    CHAMPION,
    CHAMPION_OF,
    DECK_SIZE,
    F_ALLY,
    F_CHAMPION,
    F_KEEP,
    F_LAY,
    F_SIDE,
    FACE_DOWN,
    FIRST_HAND,
    HAND_SIZE,
    IN_DECK,
    KEEP,
    SIDE,
    TOLD_ALLY,
    TOLD_CHAMPION,
    TOLD_DEAL,
    TOLD_KEEP,
    TOLD_LAY,
    TOLD_LEADER,
    TOLD_SHOWN,
    TOLD_SIDE,
    TWIST_OF,
    WINDOWS_OF,
    Table,
)
from fabletop.kernel.action import act
from fabletop.kernel.bits import bit

# --- The set-up picture as numbers (SB-R3, SB-R4, SB-R35): x, y of each role's two spaces ---------
DUEL_SPACES = vec[i64]([1, 0, 0, -1, 0, 1, 1, 1])
TEAM_SPACES = vec[i64]([-1, 0, 0, -1, -1, 1, 0, 1, 2, 0, 1, -1, 1, 1, 2, 1])


def picks(t: Table, place: i64) -> i64:
    """Who picks as number `place`: Heroes before Villains (SB-R2, SB-R34)."""
    if t.terms.players == 2:
        return place
    return (place & 1) * 2 + (place >> 1)


def partner(t: Table, role: i64) -> i64:
    """The teammate, or -1 in a duel."""
    return role ^ 2 if t.terms.players == 4 else -1


def given(t: Table, role: i64, which: i64) -> i64:
    """What the options say of this role's Champion (0), Ally (1) or Twist (2); -1: ask."""
    return t.terms.given[1 + role * 3 + which]


# --- Choosing a team (SB-BUILD) -------------------------------------------------------------------


def begin(t: Table) -> None:
    t.push(F_SIDE)


def offer_sides(t: Table, out: vec[i64]) -> i64:
    """Seat 0 takes a side for itself and its teammate (SB-BUILD.1, SB-TEAM.3)."""
    out[0] = act(SIDE, HERO)
    out[1] = act(SIDE, VILLAIN)
    return 2


def take_side(t: Table, side: i64) -> None:
    t.flipped = side
    t.tell(TOLD_SIDE, 0, side)
    t.pop()
    t.push(F_CHAMPION, 0)


def offer_teams(t: Table, role: i64, kind: i64, out: vec[i64]) -> i64:
    """The teams of one's side in all the stories (SB-BUILD.2, SB-BUILD.3, SB-BUILD.4, SB-R1).

    Not the teammate's (SB-R34), but an Ally of the other team may be taken too (SB-TEAM.4).
    """
    cards = t.cards
    n: i64 = 0
    taken: i64 = -1
    if t.terms.players == 4:
        taken = t.tally[(CHAMPION_OF if kind == CHAMPION_TEAM else ALLY_OF_ROLE) + (role ^ 2)]
    for team in range(cards.teams):
        if cards.team_kind[team] == kind and cards.team_side[team] == role & 1 and team != taken:
            out[n] = act(CHAMPION if kind == CHAMPION_TEAM else ALLY_OF, team)
            n += 1
    return n


def take_champion(t: Table, team: i64) -> None:
    role = picks(t, t.arg(0))
    t.tally[CHAMPION_OF + role] = team
    t.tell(TOLD_CHAMPION, t.seat_of(role), team)
    put_faces(t, role * DECK, t.cards.team_face[team], TEAM_SIZE)
    pass_on(t, F_ALLY)


def take_ally(t: Table, team: i64) -> None:
    role = picks(t, t.arg(0))
    t.tally[ALLY_OF_ROLE + role] = team
    t.tell(TOLD_ALLY, t.seat_of(role), team)
    put_faces(t, role * DECK + TEAM_SIZE, t.cards.team_face[team], DECK - TEAM_SIZE)
    t.tally[WINDOWS_OF + role] = windows(t, t.tally[CHAMPION_OF + role]) | windows(t, team)
    pass_on(t, F_KEEP)


def windows(t: Table, team: i64) -> i64:
    """The moments at which a Twist of the team may be played."""
    first = t.cards.team_twist[team]
    return t.cards.twist_when[first] | t.cards.twist_when[first + 1]


def put_faces(t: Table, card: i64, face: i64, count: i64) -> None:
    faces = t.face[:]
    for i in range(count):
        faces[card + i] = face + i
    t.face = faces


def offer_twists(t: Table, role: i64, out: vec[i64]) -> i64:
    """The two Twists of the Champion and the two of the Ally (SB-BUILD.5, SB-TEAM.5)."""
    champion = t.cards.team_twist[t.tally[CHAMPION_OF + role]]
    ally = t.cards.team_twist[t.tally[ALLY_OF_ROLE + role]]
    out[0] = act(KEEP, champion)
    out[1] = act(KEEP, champion + 1)
    out[2] = act(KEEP, ally)
    out[3] = act(KEEP, ally + 1)
    return 4


def keep_twist(t: Table, twist: i64) -> None:
    """In secret, and never part of deck or hand (SB-BUILD.5, SB-BUILD.6)."""
    role = picks(t, t.arg(0))
    t.tally[TWIST_OF + role] = twist
    t.note(TOLD_KEEP, t.seat_of(role), twist, -1, -1, bit(t.seat_of(role)))
    pass_on(t, F_LAY)


def pass_on(t: Table, then: i64) -> None:
    """The next player picks; after the last one the next thing is picked."""
    place = t.arg(0) + 1
    if place < t.terms.players:
        t.set_arg(0, place)
    else:
        t.pop()
        t.push(then, 0)
        if then == F_LAY:
            deal(t)


# --- Setting up (SB-SETUP, SB-TEAM.10) ------------------------------------------------------------


def deal(t: Table) -> None:
    """Leaders out, decks shuffled, four cards each (SB-SETUP.1 to SB-SETUP.4)."""
    for role in range(t.terms.players):
        leader = role * DECK + LEADER
        size: i64 = 0
        for card in range(role * DECK, role * DECK + DECK):
            if card == leader and role & 1 == HERO:
                t.set_down(card, t.cell_of(role >> 1, 0), upright(role))  # SB-SETUP.1, SB-R35
                t.tell_of(TOLD_LEADER, role, card, t.at[card], -1)
            else:
                t.deck[role * DECK + size] = card  # SB-SETUP.2
                t.at[card] = IN_DECK
                size += 1
        t.tally[DECK_SIZE + role] = size
        t.rng.shuffle(t.deck, role * DECK, size)
    t.tell(TOLD_DEAL, -1, FIRST_HAND)
    for role in range(t.terms.players):
        for _card in range(FIRST_HAND):
            take_top(t, role)


def laid_by(t: Table) -> i64:
    """Whose card is to be laid: each lays two, Heroes first (SB-SETUP.5)."""
    return picks(t, t.arg(0) >> 1)


def space_to_fill(t: Table) -> i64:
    role = laid_by(t)
    i = role * 4 + (t.arg(0) & 1) * 2
    spaces = DUEL_SPACES if t.terms.players == 2 else TEAM_SPACES
    return t.cell_of(spaces[i], spaces[i + 1])


def lay(t: Table, card: i64) -> None:
    """Face down: Heroes' cards stay so, Villains' are shown when all have chosen (SB-SETUP.3, .4, SB-R35)."""
    role = card // DECK
    t.tally[HAND_SIZE + role] -= 1
    t.set_down(card, space_to_fill(t), FACE_DOWN)
    t.tell_of(TOLD_LAY, role, card, t.at[card], t.eyes_on(card))
    t.set_arg(0, t.arg(0) + 1)


def show_villains(t: Table) -> None:
    for card in range(len(t.at)):
        if card // DECK & 1 == VILLAIN and t.at[card] >= 0:
            t.lies[card] = upright(VILLAIN)
            t.tell_of(TOLD_SHOWN, card // DECK, card, t.at[card], -1)
    t.sealed += 1
