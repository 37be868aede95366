"""Choosing a team, and setting up the table: the questions before the first turn."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.games.storybook import cards as c
from fabletop.games.storybook import text, told
from fabletop.games.storybook import verbs as v
from fabletop.games.storybook.actions import offer_hand, take_top, upright
from fabletop.games.storybook.card_text import twist_text
from fabletop.games.storybook.table import (
    ALLY_OF,
    CHAMPION_OF,
    DECK_SIZE,
    FACE_DOWN,
    FIRST_HAND,
    HAND_SIZE,
    IN_DECK,
    TWIST_OF,
    WINDOWS_OF,
    Storybook,
)
from fabletop.games.storybook.turn import begin_turn
from fabletop.kernel.action import act, add
from fabletop.kernel.bits import bit
from fabletop.kernel.question import Label, Refusal
from fabletop.kernel.state import Question

CHOOSE_SIDE: Final = 1
CHOOSE_CHAMPION: Final = 2  # place in the order of picks
CHOOSE_ALLY: Final = 3  # the same
KEEP_TWIST: Final = 4  # the same
LAY_CARDS: Final = 5  # which of the cards to be laid

# --- Choosing a team (SB-BUILD) -------------------------------------------------------------------


def choose_side(t: Storybook) -> None:
    t.push(CHOOSE_SIDE)


class ChooseSide(Question[Storybook]):
    """Seat 0 takes a side for itself and its teammate (SB-TEAM.3)."""

    number = CHOOSE_SIDE
    rule = "SB-BUILD.1"
    verbs = (v.SIDE,)
    asks = "Which side do you take?"

    def who(self, t: Storybook) -> i64:
        return 0

    def spent(self, t: Storybook) -> bool:
        """An option may have answered."""
        given = t.terms.given[0]
        if given >= 0:
            self.answer(t, v.SIDE, given)
        return given >= 0

    def offer(self, t: Storybook, out: vec[i64], n: i64) -> i64:
        out[n] = act(v.SIDE, c.HERO)
        out[n + 1] = act(v.SIDE, c.VILLAIN)
        return n + 2

    def answer(self, t: Storybook, verb: i64, side: i64) -> None:
        t.flipped = side
        t.tell(told.SIDE, 0, side)
        t.pop()
        t.push(CHOOSE_CHAMPION)

    def label(self, t: Storybook, seat: int, verb: int, side: int) -> Label:
        return Label(f"Play the {text.SIDE_NAMES[side]}", f"side {text.SIDE_KEYS[side]}")


def picks(t: Storybook, place: i64) -> i64:
    """Who picks as number `place`: Heroes before Villains (SB-R2, SB-R34)."""
    if t.terms.players == 2:
        return place
    return (place & 1) * 2 + (place >> 1)


class Pick(Question[Storybook]):
    """Each player in turn picks one thing of a kind; after the last one the next kind is picked."""

    given: int = 0  # where an option says what is picked, for each role

    def who(self, t: Storybook) -> i64:
        return t.seat_of(self.picker(t))

    def picker(self, t: Storybook) -> i64:
        return picks(t, t.arg(0))

    def spent(self, t: Storybook) -> bool:
        """An option may have answered."""
        given = t.terms.given[self.given + self.picker(t) * 3]
        if given >= 0:
            self.answer(t, 0, given)
        return given >= 0

    def pass_on(self, t: Storybook) -> bool:
        """The next player picks; True if there is none left."""
        place = t.arg(0) + 1
        if place < t.terms.players:
            t.set_arg(0, place)
            return False
        t.pop()
        return True


def teammates(t: Storybook, role: i64, kind: i64) -> i64:
    """The team of this kind that the teammate has, of which a box holds one only (SB-R34, SB-R38), or -1."""
    if t.terms.players == 2 or t.terms.boxes == 2:
        return -1
    team = t.tally[CHAMPION_OF + 4 * kind + (role ^ 2)]
    return t.terms.given[1 + (role ^ 2) * 3 + kind] if team < 0 and t.terms.rules > 1 else team


def may_pick(t: Storybook, role: i64, kind: i64, team: i64) -> bool:
    """The teams of one's side in all the stories, but not the teammate's; an Ally of the other team may be
    taken too (SB-BUILD.2, SB-BUILD.3, SB-BUILD.4, SB-R1, SB-TEAM.4)."""
    cards = t.cards
    return (
        cards.team_kind[team] == kind
        and cards.team_side[team] == role & 1
        and team != teammates(t, role, kind)
    )


def take_team(t: Storybook, role: i64, team: i64) -> None:
    """Its cards are the role's from now on."""
    ally = t.cards.team_kind[team] == c.ALLY_TEAM
    t.tally[(ALLY_OF if ally else CHAMPION_OF) + role] = team
    card = role * c.DECK + (c.TEAM_SIZE if ally else 0)
    faces = t.face[:]
    for i in range(c.ALLY_SIZE if ally else c.TEAM_SIZE):
        faces[card + i] = t.cards.team_face[team] + i
    t.face = faces
    if ally:
        t.tally[WINDOWS_OF + role] = windows(t, t.tally[CHAMPION_OF + role]) | windows(t, team)


def windows(t: Storybook, team: i64) -> i64:
    """The moments at which a Twist of the team may be played."""
    first = t.cards.team_twist[team]
    return t.cards.twist_when[first] | t.cards.twist_when[first + 1]


class PickTeam(Pick):
    kind: int = 0
    tells: int = 0
    then: int = 0  # what is picked next

    def offer(self, t: Storybook, out: vec[i64], n: i64) -> i64:
        role = self.picker(t)
        for team in range(t.cards.teams):
            if may_pick(t, role, self.kind, team):
                n = add(out, n, self.number, team)  # the verbs have the numbers of their questions
        return n

    def answer(self, t: Storybook, verb: i64, team: i64) -> None:
        role = self.picker(t)
        take_team(t, role, team)
        if t.terms.secret:  # SB-R37
            partners = bit(t.seat_of(role)) | bit(t.seat_of(role ^ 2))
            t.note(told.PICKED, t.seat_of(role), team, -1, -1, partners)
        else:
            t.tell(self.tells, t.seat_of(role), team)
        if self.pass_on(t):
            t.push(self.then)

    def thoughts(self, t: Storybook) -> list[int]:
        """All of the own side, the teammate's too."""
        kinds, sides, side = t.cards.team_kind, t.cards.team_side, self.picker(t) & 1
        fitting = [team for team in range(t.cards.teams) if kinds[team] == self.kind and sides[team] == side]
        return [int(act(self.number, team)) for team in fitting]

    def prompt(self, t: Storybook) -> str:
        return f"{self.asks} The others see it when all have chosen." if t.terms.secret else self.asks

    def label(self, t: Storybook, seat: int, verb: int, thing: int) -> Label:
        team = text.edition_of(t).teams[thing]
        return Label(f"{'Lead' if verb == v.CHAMPION else 'Recruit'} {team.name}", f"team {team.id}")

    def why_not(self, t: Storybook, verb: int, thing: int) -> Refusal:
        teams = text.edition_of(t).teams
        if thing >= len(teams):
            return text.no_such_thing(self.rule)
        team = teams[thing]
        if t.cards.team_kind[thing] != self.kind:
            return Refusal(self.rule, f"{team.name} is a team of the other kind.")
        if t.cards.team_side[thing] != self.picker(t) & 1:
            return Refusal(self.rule, f"That {team.name} serves the other side.")
        return Refusal("SB-R34", f"Your teammate already has {team.name}.")


class ChooseChampion(PickTeam):
    number = CHOOSE_CHAMPION
    rule = "SB-BUILD.2"
    verbs = (v.CHAMPION,)
    asks = "Who is your Champion?"
    given = 1
    kind = c.CHAMPION_TEAM
    tells = told.CHAMPION
    then = CHOOSE_ALLY


class ChooseAlly(PickTeam):
    number = CHOOSE_ALLY
    rule = "SB-BUILD.3"
    verbs = (v.ALLY,)
    asks = "Whom do you recruit as your Ally?"
    given = 2
    kind = c.ALLY_TEAM
    tells = told.ALLY
    then = KEEP_TWIST


def picks_are_hidden(t: Storybook) -> bool:
    """Whether nobody may know yet what the other side has picked (SB-R37)."""
    return t.terms.secret and t.depth > 0 and isinstance(t.question, Pick)


def show_picks(t: Storybook) -> None:
    for role in range(t.terms.players):
        t.tell(told.CHAMPION, t.seat_of(role), t.tally[CHAMPION_OF + role])
        t.tell(told.ALLY, t.seat_of(role), t.tally[ALLY_OF + role])


class KeepTwist(Pick):
    """In secret, and never part of deck or hand (SB-BUILD.6)."""

    number = KEEP_TWIST
    rule = "SB-BUILD.5"
    verbs = (v.KEEP,)
    asks = "Which Plot Twist do you keep, in secret?"
    given = 3

    def offer(self, t: Storybook, out: vec[i64], n: i64) -> i64:
        """The two Twists of the Champion and the two of the Ally (SB-TEAM.5)."""
        role = self.picker(t)
        champion = t.cards.team_twist[t.tally[CHAMPION_OF + role]]
        ally = t.cards.team_twist[t.tally[ALLY_OF + role]]
        out[n] = act(v.KEEP, champion)
        out[n + 1] = act(v.KEEP, champion + 1)
        out[n + 2] = act(v.KEEP, ally)
        out[n + 3] = act(v.KEEP, ally + 1)
        return n + 4

    def answer(self, t: Storybook, verb: i64, twist: i64) -> None:
        role = self.picker(t)
        t.tally[TWIST_OF + role] = twist
        t.note(told.KEEP, t.seat_of(role), twist, -1, -1, bit(t.seat_of(role)))
        if self.pass_on(t):
            if t.terms.secret:
                show_picks(t)
            t.push(LAY_CARDS)
            deal(t)

    def label(self, t: Storybook, seat: int, verb: int, thing: int) -> Label:
        twist = text.edition_of(t).twists[thing]
        return Label(f"Keep {twist.name}: {twist_text(twist)}", f"twist {twist.id}")

    def why_not(self, t: Storybook, verb: int, thing: int) -> Refusal:
        return Refusal(self.rule, "You keep one of the two Twists of your Champion or the two of your Ally.")


# --- Setting up (SB-SETUP, SB-TEAM.10) ------------------------------------------------------------


def deal(t: Storybook) -> None:
    """Leaders out, decks shuffled, four cards each (SB-SETUP.1 to SB-SETUP.4)."""
    t.deck = t.deck[:]
    for role in range(t.terms.players):
        leader = role * c.DECK + c.LEADER
        size: i64 = 0
        for card in range(role * c.DECK, role * c.DECK + c.DECK):
            if card == leader and role & 1 == c.HERO:
                t.set_down(card, t.cell_of(role >> 1, 0), upright(role))  # SB-SETUP.1, SB-R35
                t.tell_of(told.LEADER, role, card, t.at[card], -1)
            else:
                t.deck[role * c.DECK + size] = card  # SB-SETUP.2
                t.at[card] = IN_DECK
                size += 1
        t.tally[DECK_SIZE + role] = size
        t.rng.shuffle(t.deck, role * c.DECK, size)
    t.tell(told.DEAL, -1, FIRST_HAND)
    for role in range(t.terms.players):
        for _card in range(FIRST_HAND):
            take_top(t, role)


class LayCards(Question[Storybook]):
    """Each lays two cards, Heroes first (SB-SETUP.5)."""

    number = LAY_CARDS
    rule = "SB-R5"
    verbs = (v.LAY,)

    def who(self, t: Storybook) -> i64:
        return t.seat_of(self.laid_by(t))

    def laid_by(self, t: Storybook) -> i64:
        return picks(t, t.arg(0) >> 1)

    def space_to_fill(self, t: Storybook) -> i64:
        i = self.laid_by(t) * 4 + (t.arg(0) & 1) * 2
        return t.cell_of(t.terms.spaces[i], t.terms.spaces[i + 1])  # SB-R3, SB-R4, SB-R35

    def spent(self, t: Storybook) -> bool:
        if t.arg(0) < 2 * t.terms.players:
            return False
        t.pop()
        show_villains(t)
        begin_turn(t, c.VILLAIN)  # SB-TURN.1
        return True

    def offer(self, t: Storybook, out: vec[i64], n: i64) -> i64:
        return offer_hand(t, self.laid_by(t), v.LAY, -1, out, n)

    def answer(self, t: Storybook, verb: i64, card: i64) -> None:
        """Face down: Heroes' stay so, Villains' are shown when all have chosen (SB-SETUP.3, .4, SB-R35)."""
        role = card // c.DECK
        t.tally[HAND_SIZE + role] -= 1
        t.set_down(card, self.space_to_fill(t), FACE_DOWN)
        t.tell_of(told.LAY, role, card, t.at[card], t.eyes_on(card))
        t.set_arg(0, t.arg(0) + 1)

    def prompt(self, t: Storybook) -> str:
        role, cell = self.laid_by(t), self.space_to_fill(t)
        where = f"{text.beside_leader(t, role, cell)}, at {text.space(t, cell)}"
        if role & 1 == c.HERO:
            return f"Which card do you hide {where}?"
        return f"Which card do you play {where}? It is shown when all have chosen."

    def label(self, t: Storybook, seat: int, verb: int, thing: int) -> Label:
        return text.hand_label(t, seat, "Play" if self.laid_by(t) & 1 else "Hide", thing)

    def why_not(self, t: Storybook, verb: int, thing: int) -> Refusal:
        return text.why_not_from_hand(t, thing, self.rule)


def show_villains(t: Storybook) -> None:
    for card in range(len(t.at)):
        if card // c.DECK & 1 == c.VILLAIN and t.at[card] >= 0:
            t.lies[card] = upright(c.VILLAIN)
            t.tell_of(told.SHOWN, card // c.DECK, card, t.at[card], -1)
    t.sealed += 1
