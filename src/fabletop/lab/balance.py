"""Balance: one bot plays all seats of many games, and everything it won with is counted.

What a game would let players choose (side, champion, character) is drawn by lot, evenly, so that taste does
not decide what is compared. Where bots go round in circles the game is broken off, and counts nowhere but
among those without an end. With two editions, each seed is played with both, and what differs is counted
pair by pair: a game that a changed card never entered is the same game, and does not blur the picture.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fabletop.games import game as find_game
from fabletop.kernel.game import Game, Opening, Use, checked_seed
from fabletop.kernel.journal import Journal
from fabletop.kernel.question import Mistake
from fabletop.kernel.rng import seeded
from fabletop.kernel.state import State
from fabletop.lab.match import with_budget
from fabletop.lab.openings import draw_options, drawn_names
from fabletop.lab.sim import play_out, saying_where
from fabletop.lab.tally import Record, Tally, record
from fabletop.lab.win_shares import WIN, points
from fabletop.lab.workers import Accumulator, derived

Key = tuple[str, str]  # what is compared, and one of its values: ("champion", "Alice (hero)")
Card = tuple[str, str, str]  # kind, id, name
Offer = tuple[str, bool]  # what may be declined, and whether it was taken
SEAT, ALL = "seat", "all together"


@dataclass(frozen=True, slots=True)
class Finished:
    """One finished game, as far as a study of balance goes."""

    record: Record
    parts: dict[Key, tuple[int, int]]  # how many sides had it, and what they got of the win
    varied: dict[str, str]  # the options that were drawn to be compared
    uses: tuple[tuple[Use, int], ...]  # cards, and what their seat's side got of the win
    offers: "Counter[Offer]" = field(default_factory=Counter)


@dataclass(frozen=True)
class Study:
    """All that the games depend on."""

    game: str
    bot: str
    players: int
    seed: int = 0
    options: dict[str, str] = field(default_factory=dict)
    vary: tuple[str, ...] = ()
    choose: bool = False  # the bots choose what would be drawn
    edition: str = "house"
    against: str | None = None  # an edition to compare with

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        return find_game(self.game).sides(self.players)

    def accumulator(self) -> "Counts | Pairs":
        return Counts() if self.against is None else Pairs()

    def prepare(self) -> Callable[[int], Any]:
        if self.against is None:
            return self.player(self.edition)
        before, after = self.player(self.against), self.player(self.edition)
        return lambda number: (before(number), after(number))

    def player(self, edition: str) -> Callable[[int], Finished | None]:
        """A function that plays the game of a number with this edition."""
        game = find_game(self.game)
        opening = game.opening(self.players, self.options, edition)
        names = drawn_names(game, self.players, opening.edition, self.options, self.vary, self.choose)
        return lambda number: self.play(game, opening, names, number)

    def play(self, game: Game, opening: Opening, names: tuple[str, ...], number: int) -> Finished | None:
        """One game; None if it does not end."""
        agreed = draw_options(opening, names, seeded(derived(self.seed, number, "options")))
        seed = derived(self.seed, number, "game")
        journal = Journal()
        state = game.begin(agreed, seeded(seed), journal)
        offers: Counter[Offer] = Counter()

        def heed(state: State, action: int) -> None:
            if offer := game.declinable(state, action):
                offers[offer] += 1

        bots, chance = [self.bot] * self.players, derived(self.seed, number, "bots")
        with saying_where(state, f"game {number} of the study: seed {seed}, options {agreed.options}"):
            play_out(game, state, bots, chance, heed=heed)
        if not state.over:
            return None
        choices = game.choices(self.players, opening.edition)
        varied = {name: agreed.options.get(name, choices[name].default) for name in self.vary}
        one = record(game, state)
        won = points(one.returns, self.sides)
        side_of = {seat: side for side, seats in enumerate(self.sides) for seat in seats}
        uses = tuple((use, won[side_of[use.seat]]) for use in game.uses(state, journal.rows))
        return Finished(one, parts_of(self.sides, won, game.cast(state), varied), varied, uses, offers)


def parts_of(
    sides: Sequence[Sequence[int]], won: list[int], cast: list[dict[str, str]], varied: dict[str, str]
) -> dict[Key, tuple[int, int]]:
    """What was won with what. A side that has the same thing on two seats has it once."""
    found: dict[Key, tuple[int, int]] = {}

    def count(what: str, value: str, part: int) -> None:
        sides_with, total = found.get((what, value), (0, 0))
        found[what, value] = sides_with + 1, total + part

    for seats, part in zip(sides, won, strict=True):
        if len(sides) > 1:
            count(SEAT, " and ".join(str(seat + 1) for seat in seats), part)
        else:
            count(ALL, "all", part)
        had = dict.fromkeys((what, value) for seat in seats for what, value in cast[seat].items())
        for what, value in had:
            count(what, value, part)
        main = next(iter(cast[seats[0]].items()), None)
        for name, choice in varied.items():
            if len(sides) == 1:
                count(f"option {name}", choice, part)
            elif main:
                count(f"{main[0]} with {name}={choice}", main[1], part)
    return found


# --- What is counted: whole numbers, so that the order does not matter ----------------------------


@dataclass(slots=True)
class Score:
    games: int = 0
    parts: int = 0  # of wins
    wins: int = 0
    shared: int = 0  # wins that were shared, or draws

    def add(self, games: int, parts: int) -> None:
        self.games += games
        self.parts += parts
        self.wins += parts // WIN
        self.shared += parts % WIN > 0

    def merge(self, other: "Score") -> None:
        self.games += other.games
        self.parts += other.parts
        self.wins += other.wins
        self.shared += other.shared

    @property
    def share(self) -> float:
        return self.parts / (WIN * self.games) if self.games else 0.0


@dataclass(slots=True)
class Strata:
    """Games with and without a card, apart for each number of cards that the seat had in all."""

    with_it: dict[int, Score] = field(default_factory=dict)
    without: dict[int, Score] = field(default_factory=dict)

    def add(self, had: bool, number: int, part: int) -> None:
        (self.with_it if had else self.without).setdefault(number, Score()).add(1, part)

    def merge(self, other: "Strata") -> None:
        for mine, theirs in ((self.with_it, other.with_it), (self.without, other.without)):
            for number, score in theirs.items():
                mine.setdefault(number, Score()).merge(score)

    def rows(self) -> Iterator[tuple[int, float, int, float]]:
        for number in sorted(self.with_it.keys() & self.without.keys()):
            one, other = self.with_it[number], self.without[number]
            yield one.games, one.parts / WIN, other.games, other.parts / WIN


@dataclass(slots=True)
class CardCount:
    drawn: Strata = field(default_factory=Strata)
    played: Strata = field(default_factory=Strata)

    def merge(self, other: "CardCount") -> None:
        self.drawn.merge(other.drawn)
        self.played.merge(other.played)


@dataclass(slots=True)
class Numbers:
    """Numbers of games; or differences, after less before, in parts of a win or in whole numbers."""

    count: int = 0
    total: int = 0
    squares: int = 0

    def add(self, number: int) -> None:
        self.count += 1
        self.total += number
        self.squares += number * number

    def merge(self, other: "Numbers") -> None:
        self.count += other.count
        self.total += other.total
        self.squares += other.squares


@dataclass(slots=True)
class Counts(Accumulator):
    tally: Tally = field(default_factory=Tally)
    shares: dict[Key, Score] = field(default_factory=dict)
    options: dict[Key, Numbers] = field(default_factory=dict)
    cards: dict[Card, CardCount] = field(default_factory=dict)
    offers: Counter[Offer] = field(default_factory=Counter)
    endless: int = 0

    @property
    def games(self) -> int:
        return self.ended + self.endless

    @property
    def ended(self) -> int:
        return self.tally.games

    def add(self, one: Finished | None) -> None:
        if one is None:
            self.endless += 1
            return
        self.tally.add(one.record)
        for key, (sides, part) in one.parts.items():
            self.shares.setdefault(key, Score()).add(sides, part)
        for key in one.varied.items():
            self.options.setdefault(key, Numbers()).add(one.record.length)
        self.offers.update(one.offers)
        numbers = counted(one.uses)
        for use, part in one.uses:
            drawn, played = numbers[use.seat, use.kind]
            card = self.cards.setdefault((use.kind, use.card, use.name), CardCount())
            card.drawn.add(use.drawn, drawn, part)
            card.played.add(use.played, played, part)

    def merge(self, other: "Counts") -> None:
        self.tally.merge(other.tally)
        merge_into(self.shares, other.shares, Score)
        merge_into(self.options, other.options, Numbers)
        merge_into(self.cards, other.cards, CardCount)
        self.offers.update(other.offers)
        self.endless += other.endless


def counted(uses: Sequence[tuple[Use, int]]) -> dict[tuple[int, str], tuple[int, int]]:
    """How many cards of each kind each seat drew and played."""
    found: dict[tuple[int, str], tuple[int, int]] = {}
    for use, _ in uses:
        drawn, played = found.get((use.seat, use.kind), (0, 0))
        found[use.seat, use.kind] = drawn + use.drawn, played + use.played
    return found


def merge_into(mine: dict[Any, Any], theirs: Mapping[Any, Any], make: Callable[[], Any]) -> None:
    for key, value in theirs.items():
        if key not in mine:
            mine[key] = make()
        mine[key].merge(value)


# --- Two editions ---------------------------------------------------------------------------------


@dataclass(slots=True)
class Pairs(Accumulator):
    """Each seed played with the edition to compare with (before) and with the other (after)."""

    before: Counts = field(default_factory=Counts)
    after: Counts = field(default_factory=Counts)
    same: int = 0  # games that went exactly alike, as far as is counted
    shares: dict[Key, Numbers] = field(default_factory=dict)
    cards: dict[Card, Numbers] = field(default_factory=dict)  # drawn in both games
    facts: dict[Key, Numbers] = field(default_factory=dict)  # how often the game ended so
    numbers: dict[str, Numbers] = field(default_factory=dict)
    endless: int = 0  # pairs of which one had no end

    @property
    def games(self) -> int:
        return self.ended + self.endless

    @property
    def ended(self) -> int:
        return self.after.ended

    def add(self, pair: tuple[Finished | None, Finished | None]) -> None:
        before, after = pair
        if before is None or after is None:
            self.endless += 1
            return
        self.before.add(before)
        self.after.add(after)
        self.same += before == after
        for key in before.parts.keys() & after.parts.keys():
            (sides, part), (others, other) = before.parts[key], after.parts[key]
            if sides == others == 1:
                self.shares.setdefault(key, Numbers()).add(other - part)
        drawn = {(use.kind, use.card, use.name, use.seat): part for use, part in before.uses if use.drawn}
        for use, part in after.uses:
            place = (use.kind, use.card, use.name, use.seat)
            if use.drawn and place in drawn:
                self.cards.setdefault(place[:3], Numbers()).add(part - drawn[place])
        self.add_facts(before.record, after.record)

    def add_facts(self, before: Record, after: Record) -> None:
        self.numbers.setdefault("answers", Numbers()).add(after.length - before.length)
        for name in before.facts.keys() & after.facts.keys():
            old, new = before.facts[name], after.facts[name]
            if isinstance(old, int) and isinstance(new, int):
                self.numbers.setdefault(name, Numbers()).add(new - old)
            else:
                for value in {str(old), str(new)}:
                    gap = int(value == str(new)) - int(value == str(old))
                    self.facts.setdefault((name, value), Numbers()).add(gap)

    def merge(self, other: "Pairs") -> None:
        self.before.merge(other.before)
        self.after.merge(other.after)
        self.same += other.same
        self.endless += other.endless
        for mine, theirs in (
            (self.shares, other.shares),
            (self.cards, other.cards),
            (self.facts, other.facts),
            (self.numbers, other.numbers),
        ):
            merge_into(mine, theirs, Numbers)


# --- What was asked for ---------------------------------------------------------------------------


def study_of(
    game: str,
    bot: str = "greedy",
    players: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    vary: Sequence[str] = (),
    choose: bool = False,
    edition: str = "house",
    against: str | None = None,
    budget: str | None = None,
) -> Study:
    """Check what was asked for; a Mistake says what is wrong with it."""
    found = find_game(game)
    given = {name: str(value) for name, value in (options or {}).items()}
    opening = found.opening(players, given, edition)
    (name,) = with_budget([bot], budget)
    drawn_names(found, opening.players, opening.edition, given, vary, choose)
    if against is not None:
        other = found.opening(players, given, against)
        drawn_names(found, other.players, other.edition, given, vary, choose)
        if other.edition.digest == opening.edition.digest:
            raise Mistake(f"editions {edition!r} and {against!r} are the same: there is nothing to compare")
    unique = tuple(dict.fromkeys(vary))
    return Study(game, name, opening.players, checked_seed(seed), given, unique, choose, edition, against)
