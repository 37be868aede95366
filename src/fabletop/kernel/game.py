"""The face of a game: what people, bots, servers and researchers call."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any, Literal, NamedTuple, TypedDict

from fabletop.kernel.advisor import Advisor
from fabletop.kernel.asking import Asking
from fabletop.kernel.declaring import Declared
from fabletop.kernel.edition import Edition
from fabletop.kernel.journal import Journal, Row, as_seen
from fabletop.kernel.ledger import Ledger, read_ledger
from fabletop.kernel.library import Library
from fabletop.kernel.observing import Actions, Observer
from fabletop.kernel.plain_text import plain_text
from fabletop.kernel.question import Mistake, did_you_mean
from fabletop.kernel.rng import Rng, seeded
from fabletop.kernel.state import Dealer, Frame, State
from fabletop.kernel.talk import Saying
from fabletop.kernel.teaching import Learnt, Lesson, read_learnt
from fabletop.kernel.telling import Line


class Change(NamedTuple):
    """Something that is otherwise than before, in the eyes of one seat."""

    key: str  # what it is, for those who check it: "captures WV04"
    words: str  # a clause about how it is now: "The Duchess is captured: +3"
    worth: float  # to that seat, about 1 for what people would look up at; below 0: a loss


Json = dict[str, Any]


class Hints(TypedDict, total=False):
    """How the plain board should draw a game that has no board of its own; all of it may be left out."""

    names: dict[str, str]  # what parts of the view are called: {"hand": "Your hand"}
    hide: list[str]  # parts of the view that need not be drawn
    piles: list[str]  # numbers of the view that are piles of cards
    hand: str  # the part that is a seat's own hand, if that is not "hand"


@dataclass(frozen=True, slots=True)
class Choice:
    """An option of a game: what it means and what it may be."""

    words: str
    values: tuple[str, ...]
    default: str  # what holds when it is not given; "ask" where the game then asks
    secret: bool = False  # never part of a view
    varied: bool = False  # a soak draws it anew for each game
    evenly: tuple[str, ...] = ()  # a study draws from these, so that nobody's taste decides what is compared
    people: str = ""  # what holds instead at a table where people sit,
    together: str = ""  # and, before that, where they all play at the same time
    since: int = 0  # the version of the rules with which it came, or its default changed;
    formerly: str = ""  # games of earlier versions have this where it was not given
    of: str = ""  # an option that is listed before it, on which some of its values depend:
    needs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # such a value, and what it goes with
    names: Mapping[str, str] = field(default_factory=dict)  # what to call values that are ids
    title: str = ""  # what people call it: "The Last Winter"
    front: bool = False  # it is one of the first things that people ask: an expansion, a side
    closed: str = ""  # why nobody can choose here, with so many players: its default holds

    def values_with(self, other: str) -> tuple[str, ...]:
        """The values that go with this one of the option that it is `of`."""
        return tuple(value for value in self.values if other in self.needs.get(value, (other,)))

    def default_by(self, rules: int) -> str:
        """What holds when it is not given, in a game that began by this version of the rules; 0: today's."""
        return self.formerly if 0 < rules < self.since else self.default


@dataclass(frozen=True)
class Opening:
    """What was agreed before a game: all but the seed, which is hidden truth."""

    game: "Game"
    edition: Edition
    players: int
    options: dict[str, str] = field(default_factory=dict)
    rules: int = 0  # the version of the rules that a stored game began by; 0: today's
    mended: int = 0  # and the one by which it went on, where a fault had to be mended
    stored_as: str = ""  # what the game was called when it was stored, if it has another name today

    @property
    def rules_version(self) -> int:
        return self.rules or self.game.rules_version

    @property
    def played_by(self) -> int:
        """The version of the rules that holds now: where they differ, it is this that a rule looks at."""
        return self.mended or self.rules_version

    @property
    def game_name(self) -> str:
        return self.stored_as or self.game.name

    @cached_property
    def open_options(self) -> dict[str, str]:
        """What was agreed on, without what the game keeps secret."""
        if not self.options:
            return {}
        choices = self.game.choices(self.players, self.edition)
        return {name: value for name, value in self.options.items() if not choices[name].secret}

    def option(self, name: str) -> str:
        """What was agreed on, or what holds where nothing was said when this game began."""
        given = self.options.get(name)
        return (
            self.game.choices(self.players, self.edition)[name].default_by(self.rules)
            if given is None
            else given
        )


@dataclass(frozen=True, slots=True)
class Beat:
    """A moment at which people around a table look up, and what to draw of it.

    Things and places are named as in views and options; cards as in catalogues ("card NV03").
    """

    look: Literal["show", "move", "clash", "mark", "gone", "roll", "cry"]
    thing: str = ""  # what is moved, struck, changed, gone or rolled
    start: str = ""  # from where; by whom a blow is struck
    to: str = ""
    number: str = ""  # "+3", "5 : 2"; of dice, what they show: "3 4"
    card: str = ""  # to be shown large


# what to draw of a row: the state after it, who acted, and the row's a, b and c as one viewer may know them
Drawing = Callable[[Any, int, int, int, int], Beat]


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the journal as one seat may read it."""

    kind: str
    words: str
    data: Json
    beat: Beat | None = None


@dataclass(frozen=True, slots=True)
class Use:
    """What became of one card (or whatever a game counts as one) in one game, for the seat it could help."""

    seat: int
    kind: str  # "card", "twist": kinds are compared among themselves
    card: str  # its id in the edition
    name: str
    drawn: bool  # it came to the seat
    played: bool


class Game(Asking, Library):
    """What a game is. How it asks and explains is in asking.py, where its editions are in library.py."""

    name: str  # "storybook"
    title: str  # "Storybook Battles"
    blurb: str  # one sentence
    goal: str = ""  # how it is won, in one: pages show it until somebody has answered for the first time
    in_short: str = ""  # which of the summaries in its rules.md is its own
    minutes: str = ""  # how long a game takes people: "20 to 30"
    weight: str = ""  # and how much there is to learn: "light", "medium", "heavy"
    rules_version: int  # grows when stored games would no longer replay
    older_rules: tuple[int, ...] = ()  # versions that stored games still play by: see Opening.played_by
    formerly: tuple[tuple[str, int], ...] = ()  # what its games were stored as: a name and how many played
    players: tuple[int, ...]  # how many may play
    zero_sum: bool = False  # whether returns always sum to 0: what some win, the others lose
    home: Path  # the game's folder
    reads: str = ""  # the game whose editions it is played with, where it has none of its own
    dealer: Dealer[Any] = Dealer()  # knows what each seat knows
    advised_by: type[Advisor[Any]] = Advisor  # tells bots how to play it
    observed_by: Callable[[Opening], Observer[Any]] | None = None  # tells learners what they see
    declared: Declared = Declared([])  # what its editions are made of, for those who write one
    book: list[Frame[Any]]  # its questions and what happens between them, each in the place of its number
    kinds: dict[int, str]  # what the kinds of its journal's rows are called
    lines: Mapping[int, Line] = MappingProxyType({})  # each of them in words: see `line`
    gists: Mapping[int, Line] = MappingProxyType({})  # those that count, in short: they sum a turn up
    beats: Mapping[int, Drawing] = MappingProxyType({})  # those that people look up at, and what they see
    turns: tuple[int, ...] = ()  # those with which a turn begins
    turn_ends: tuple[int, ...] = ()  # those with which one ends, where the next does not begin at once
    opens: tuple[int, ...] = ()  # and what is summed up by itself, where that is not a turn
    fickle: bool = False  # what a move won may be undone at once by what comes to light then
    heard: tuple[str, ...] = ()  # those that tell what a hidden clock has brought
    hints: Hints = Hints()
    rings: str = ""  # what happens, in words, when the time is up of a clock that the game hides
    figures: tuple[
        tuple[str, str], ...
    ] = ()  # which facts people like to see at the end, and what they call them
    phrases: tuple[str, ...] = ()  # what partners often say to each other, to be said with one click
    inquiries: Mapping[str, str] = MappingProxyType(
        {}
    )  # those that bots answer, and by which saying; "": who

    # --- starting ------------------------------------------------------------------

    def start(
        self,
        players: int | None = None,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        edition: "str | Path | Edition" = "house",
    ) -> State:
        """A new game at its first question. The same arguments give the same game."""
        return self.begin(self.opening(players, options, edition), seeded(checked_seed(seed)))

    def begin(self, opening: Opening, rng: Rng, journal: Journal | None = None) -> State:
        """The state at its first question; a journal is attached from the very start."""
        state = self.blank(opening)
        state.rng = rng
        state.journal = journal
        state.begin()
        return state

    def opening(
        self,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        edition: "str | Path | Edition" = "house",
        rules: int = 0,
        stored_as: str = "",
        mended: int = 0,
    ) -> Opening:
        """Check what was asked for; a Mistake says what is wrong with it."""
        count = self.players[0] if players is None else players
        if count not in self.players:
            raise Mistake(f"{self.title} is for {self.how_many} players, not {players}")
        chosen = edition if isinstance(edition, Edition) else self.edition(edition)
        checked = self.checked_options(options or {}, count, chosen, rules)
        return Opening(self, chosen, count, checked, rules, mended, stored_as)

    def checked_options(
        self, options: Mapping[str, Any], players: int, edition: Any, rules: int = 0
    ) -> dict[str, str]:
        """What was given beyond what holds anyway; of stored games, by the rules they began by."""
        choices = self.choices(players, edition)
        checked = {}
        for name, value in options.items():
            if name not in choices:
                close = did_you_mean(str(name), list(choices))
                raise Mistake(f"{self.title} has no option {name!r} for {players} players: {close}")
            text = str(value) if not isinstance(value, bool) else "on" if value else "off"
            if text not in choices[name].values:
                close = did_you_mean(text, list(choices[name].values))
                raise Mistake(f"option {name!r} cannot be {text!r}: {close}")
            if text != choices[name].default_by(rules):
                checked[name] = text
        for name, text in checked.items():
            of = choices[name].of
            if of:
                other = checked.get(of, choices[of].default_by(rules))
                fitting = list(choices[name].values_with(other))
                if text not in fitting:
                    close = did_you_mean(text, fitting)
                    raise Mistake(f"option {name!r} cannot be {text!r} with {of}={other}: {close}")
        return checked

    def for_people(
        self,
        players: int | None,
        options: Mapping[str, Any],
        edition: "str | Path | Edition" = "house",
        together: bool = False,
    ) -> Opening:
        """An opening for a table where people sit: some of what is not given differs there, and more of it
        where they play at the same time."""
        engine = self.opening(players, options, edition)
        wanted = dict(options)
        for name, choice in self.choices(engine.players, engine.edition).items():
            people = (together and choice.together) or choice.people
            fits = not choice.of or people in choice.values_with(engine.option(choice.of))
            if people and fits:
                wanted.setdefault(name, people)
        return self.opening(engine.players, wanted, engine.edition)

    def plays_by(self, rules: int) -> bool:
        """Whether games of this version of the rules can be played on, answer by answer."""
        return rules == self.rules_version or rules in self.older_rules

    @cached_property
    def how_many(self) -> str:
        """How many may play, in words: "1 to 4", "2 or 4"."""
        counts = sorted(self.players)
        if len(counts) > 2 and counts[-1] - counts[0] == len(counts) - 1:
            return f"{counts[0]} to {counts[-1]}"
        return " or ".join(map(str, counts))

    @cached_property
    def rules(self) -> Ledger:
        return read_ledger(self.home / "rules.md")

    @property
    def summary(self) -> list[str]:
        """How it is played, in a few sentences; or nothing."""
        return self.rules.summaries.get(self.in_short, [])

    # --- what a game must define ---------------------------------------------------------
    # `state` and `edition` are the game's own, which it names where it defines these.

    @abstractmethod
    def blank(self, opening: Opening) -> State:
        """A state of the right shape for a snapshot to be read into."""

    @abstractmethod
    def view(self, state: Any, seat: int | None) -> Json:
        """All that this seat may know, as plain JSON data."""

    @abstractmethod
    def audit(self, state: Any) -> list[str]:
        """What does not add up: every card, token and pawn is in exactly one place."""

    # --- what a game may define ------------------------------------------------------------

    def choices(self, players: int, edition: Any) -> dict[str, Choice]:
        """The options that may be given at the start."""
        return {}

    def text(self, state: Any, seat: int | None, spoken: bool = False) -> str:
        """The view as a picture in text; or `spoken`, as lines for a screen reader."""
        return plain_text(self.view(state, seat), self.hints.get("names", {}), self.hints.get("hide", []))

    def facts(self, state: Any) -> dict[str, str | int]:
        """What a study of many finished games counts: who won, how, after how long, with what."""
        return {"ended": self.result(state)}

    def final(self, opening: Opening) -> str:
        """Why no answer can be taken back in this game, in a sentence; empty: what has shown nothing can."""
        return ""

    def convert_state(self, fields: Json) -> Json:
        """The integers of a state that was stored by an older version, as today's state has them."""
        return fields

    def progress(self, state: Any) -> float | None:
        """How far the game has come toward its nearest end, 0 to 1, by what everybody may know; None: who
        can tell?"""
        return None

    def advisor(self, opening: Opening, learnt: Learnt | None = None) -> Advisor[Any]:
        """What tells a bot how to play this game; every bot has one of its own. It knows what is given as
        `learnt`, or what lies in the game's folder."""
        found = learnt or self.learnt(opening)
        return self.advised_by(opening, *([found.weights] if found else []))

    @property
    def lessons(self) -> tuple[Lesson, ...]:
        """What its bots learn: `fabletop teach`. Without any, what they know of it was written by hand."""
        return ()

    def lesson_for(self, opening: Opening) -> str:
        """The lesson whose outcome bots play such a game with."""
        return self.lessons[0].name if self.lessons else ""

    def changes(self, before: Json, after: Json) -> list[Change]:
        """What moved between two views of a seat, as a reason for a move may tell it, in any order."""
        return []

    def sayings(self, state: Any, seat: int) -> list[Saying]:
        """What a seat can say to its partners, by what it sees and as far as it was agreed; bots say the
        first of it when what they said before no longer holds."""
        return []

    def hear(self, state: Any, seat: int, means: tuple[int, ...]) -> None:
        """All know now what a seat has said of itself."""
        raise NotImplementedError

    def epoch(self, state: Any, seat: int) -> int:
        """A number that all know; while it stays the same, what a seat has said of itself holds, but for
        what all have seen."""
        return 0

    def observer(self, opening: Opening) -> Observer[Any]:
        """What learners see of this game, and its answers as columns."""
        if self.observed_by is None:
            raise Mistake(f"{self.title} has no observations for learners: it brings no observer")
        return self.observed_by(opening)

    def line(self, state: Any, kind: int, name: str, a: int, b: int, c: int) -> str:
        """A row of the journal in words; what is secret in it is blanked out already."""
        return self.lines[kind](state, name, a, b, c)

    def catalog(self, edition: Any) -> Json:
        """An edition’s cards, pieces and board, as plain data to draw from; nothing of it is secret."""
        return {}

    # --- what a study of many games compares ---------------------------------------------

    def sides(self, players: int) -> tuple[tuple[int, ...], ...]:
        """Which seats win and lose together; one side alone plays against the game itself."""
        return tuple((seat,) for seat in range(players))

    def together(self, players: int) -> bool:
        """Whether several people win or lose it together, so that every bot is a friend."""
        return players > 1 and self.against_itself(players)

    def against_itself(self, players: int) -> bool:
        """Whether nobody plays against anybody, but all against the game."""
        return len(self.sides(players)) == 1

    def cast(self, state: Any) -> list[dict[str, str]]:
        """What each seat played a finished game with or as: {"champion": "Alice"}."""
        return [{} for _ in range(state.opening.players)]

    def uses(self, state: Any, rows: Iterable[Row]) -> list[Use]:
        """What became of the cards of a finished game, by its journal: all that could have come to a seat."""
        return []

    def declinable(self, state: Any, action: int) -> tuple[str, bool] | None:
        """Where an answer may decline what is offered: what that is, and whether this answer takes it."""
        return None

    # --- what follows from it ----------------------------------------------------------

    def actions(self, players: int | None = None, edition: "str | Path | Edition" = "house") -> Actions[Any]:
        """Every answer of a game of so many players, as a column of a dense table."""
        return self.observer(self.opening(players, edition=edition)).actions

    @property
    def learnt_in(self) -> Path:
        """The folder of what its bots have learnt."""
        return self.home / "bot" / "learnt"

    def learnt(self, opening: Opening, folder: Path | None = None) -> Learnt | None:
        """What bots have learnt for such a game; None where they learn nothing."""
        name = self.lesson_for(opening)
        if not name:
            return None
        if folder is None:
            return read_learnt(self.learnt_in / f"{name}.txt")
        return next(lesson for lesson in self.lessons if lesson.name == name).known(folder)

    def unlearnt(self, opening: Opening) -> str:
        """A sentence, where bots learnt with another edition or by other rules; they play all the same."""
        learnt = self.learnt(opening)
        if learnt is None or learnt.fits(opening):
            return ""
        what = f"with {learnt.title}" if learnt.title else "with another edition"
        return f"The bots learnt this game {what}, by rules version {learnt.rules}: here they may play worse."

    def tell(self, state: State, rows: Iterable[Row], seat: int | None) -> list[Entry]:
        """Rows of the journal as this seat may read them."""
        return [self.entry(state, as_seen(row, seat)) for row in rows]

    def entry(self, state: State, row: Row) -> Entry:
        kind, who, a, b, c, _ = row
        name = self.seat_name(state, who) if who >= 0 else ""
        data = {"kind": self.kinds[kind], "seat": who if who >= 0 else None, "a": a, "b": b, "c": c}
        draw = self.beats.get(kind)
        beat = None if draw is None else draw(state, who, a, b, c)
        return Entry(self.kinds[kind], self.line(state, kind, name, a, b, c), data, beat)

    def resample(self, state: State, seat: int | None, rng: Rng) -> State:
        """A state that this seat cannot tell from the true one, with other chance to come."""
        return state.resampled(-1 if seat is None else seat, rng)

    def __repr__(self) -> str:
        return f"<game {self.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (game_named, (self.name,))


def game_named(name: str, players: int = 0) -> Game:
    """The game that was stored under this name: the one place where the kernel asks the shelf."""
    from fabletop.games import stored_game

    return stored_game(name, players)


def verbs_of(names: Mapping[str, Any]) -> dict[int, str]:
    """What a game's verbs are called, by the constants of its verbs.py: ALLY = 3 is "ally"."""
    return {value: name.lower() for name, value in names.items() if name.isupper() and isinstance(value, int)}


def frames_in(*files: ModuleType) -> list[Frame[Any]]:
    """All frames of a game that have a name in these files of its rules."""
    named = [thing for file in files for thing in vars(file).values() if isinstance(thing, Frame)]
    return list({id(frame): frame for frame in named}.values())


def kinds_of(names: Mapping[str, Any]) -> dict[int, str]:
    """What the kinds of a journal's rows are called, by a game's constants TOLD_DRAW, TOLD_PLAY and so on."""
    return {
        value: name.removeprefix("TOLD_").lower() for name, value in names.items() if name.startswith("TOLD_")
    }


def checked_seed(seed: int) -> int:
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise Mistake(f"a seed is a whole number, not {seed!r}")
    return seed
