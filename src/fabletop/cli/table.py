"""The table in the terminal: one game, played by people and bots, for any game on the shelf.

Everything a person reads comes from the game's ask, text and tell for that very seat.
"""

from collections.abc import Callable
from pathlib import Path

from fabletop.cli import answers
from fabletop.cli.cards import by_name, in_sight
from fabletop.cli.lawbook import contents, look_up, rule_text
from fabletop.cli.screen import Screen
from fabletop.cli.seats import BotSeat, advice
from fabletop.cli.watch import Watch
from fabletop.kernel import replay
from fabletop.kernel.action import THINGS
from fabletop.kernel.question import Illegal, Mistake, Option
from fabletop.kernel.session import Session
from fabletop.kernel.talk import Heard

LOG_LINES = 20  # of a long log, so many are shown
RULES_SHOWN = 6  # of many rules that speak of a word, so many are shown in full;
MOST_RULES = 20  # of those that are about it, so many

HELP = {
    "a number": "gives the answer of that number; where there is only one, Enter gives it",
    "words": "the beginning of an answer, or some words of it, give it too",
    "several answers": "with semicolons between them, are given one after another: crocodile; north",
    "why ...": "tells whether something is allowed now, and the rule: why slide crocodile",
    "undo": "takes your last answer back, unless something was drawn, rolled or shown, or others answered",
    "rules ...": "looks up rules, by id or by words, all those of a character or thing; alone, all titles",
    "cards": "tells the texts of all cards in sight, with the discard piles; 'cards NAME' of one by its name",
    "hint": "tells what a strong bot would do here, and why",
    "talk": "says to your partners what you hold, as far as it was agreed, and bots say what they hold",
    "log": "tells what happened last; 'log all' tells everything",
    "board": "shows the table again",
    "careful": "asks once more before an answer that ends your turn; again, and it does no longer",
    "save FILE": "writes the game to a file; 'fabletop play --load FILE' goes on with it",
    "help": "shows this",
    "quit": "leaves the table",
}


class Quit(Exception):
    """Somebody wants to leave the table."""


class Table:
    """One game at the table; `run` plays it, and says whether another one is wanted."""

    def __init__(
        self, session: Session, bots: dict[int, BotSeat], screen: Screen, file: Path | None = None
    ) -> None:
        self.session = session
        self.game = session.game
        self.bots = bots
        self.screen = screen
        self.watch = Watch(self)
        self.file = file  # where the game was saved, or comes from
        self.kept = len(session.actions)  # so many answers are in that file
        self.replaced: Path | None = None  # a file that was there, and may be replaced if asked for again
        self.warned: tuple[int, int] | None = None  # the answer that needs to be confirmed, and when
        self.careful = False  # asks before an answer that ends a turn
        self.ahead: list[str] = []  # answers typed in one line that wait for their questions
        self.seen = -1  # after so many answers a question was last shown
        self.drawn = ""  # the board as it was last shown, if nobody else has answered since
        self.people = [seat for seat in range(session.opening.players) if seat not in bots]
        self.heard = Heard()  # what was said of hands
        for bot in bots.values():
            bot.heard = self.heard
        self.keyboard: int | None = None  # who sits at it
        self.told: dict[int | None, int] = {}  # how much of the journal each seat was told
        self.recent = max(0, len(session.journal.rows) - LOG_LINES) if self.kept else 0  # a loaded game's end
        self.commands: dict[str, Callable[[int | None, str], None]] = {
            "why": self.why,
            "undo": self.undo,
            "rules": self.rules,
            "cards": self.cards,
            "hint": self.hint,
            "talk": self.talk,
            "log": self.log,
            "board": self.board,
            "careful": self.be_careful,
            "save": self.save,
            "help": self.help,
            "quit": self.quit,
        }

    # --- The course of a game ------------------------------------------------------------

    def run(self) -> bool:
        """Play to the end, or until somebody leaves; True if another game is wanted."""
        while (seat := self.asked()) is not None:
            if seat in self.bots:
                self.forget_the_rest()
                self.drawn = ""
                self.watch.let_answer(self.bots[seat])
                if self.tell_bystander():
                    self.screen.pause()
            else:
                self.ask_person(seat)
                self.tell_bystander()
        return self.close()

    def asked(self) -> int | None:
        """Who answers now: of a group who sits at the keyboard, or some other person, before any bot."""
        if self.session.seat is None:
            return None
        people = [seat for seat in self.people if self.session.asks(seat)]
        if self.keyboard in people:
            return self.keyboard
        return people[0] if people else self.session.seat

    def ask_person(self, seat: int) -> None:
        """Ask until there is an answer, or one is taken back."""
        given = len(self.session.actions)
        self.pass_keyboard(seat)
        if len(self.session.actions) == given and not self.ahead:
            self.show(seat)
        while len(self.session.actions) == given:
            line = self.read()
            if line is None:
                self.session.ring()
                self.screen.ring()
            else:
                self.heed(seat, line)

    def show(self, seat: int) -> None:
        """All that a person needs in order to answer; not the same board twice in a move."""
        self.tell(seat)
        if self.picture(seat) != self.drawn:
            self.board(seat)
        self.put_question(seat)

    def read(self) -> str | None:
        """The next thing that was typed: a line, or what stands between its semicolons; None: time is up."""
        if self.ahead:
            return self.ahead.pop(0)
        line = self.watch.read()
        if line is None:
            return None
        if line.partition(" ")[0].lower() not in self.commands:
            self.ahead = [part.strip() for part in line.split(";") if part.strip()]
        return self.ahead.pop(0) if self.ahead else line.strip("; ")

    def forget_the_rest(self) -> None:
        """Answers typed ahead are for the same person's next questions, and for no others."""
        if self.ahead:
            self.screen.hint("The rest of the line was not used: others answer first.")
            self.ahead.clear()

    def put_question(self, seat: int) -> None:
        self.seen = len(self.session.actions)
        question = self.game.ask(self.session.state, seat)
        name = f"{self.session.name(seat)}: " if len(self.people) > 1 else ""
        self.screen.question(name + question.prompt, answers.grouped(question.options))

    def heed(self, seat: int, line: str) -> None:
        """Do what a person typed; a line that cannot be understood is answered with a sentence."""
        word, _, rest = line.partition(" ")
        try:
            if not line:
                self.press_enter(seat)
            elif word.lower() in self.commands:
                self.commands[word.lower()](seat, rest.strip())
            else:
                option = answers.find_answer(line, self.options(seat))
                self.make_sure(option)
                self.watch.play(seat, option.action)
        except (Mistake, Illegal) as mistake:
            self.screen.hint(str(mistake))
            self.ahead.clear()
            if self.seen == len(self.session.actions):
                self.screen.prompt(self.game.ask(self.session.state, seat).prompt)
            else:
                self.show(seat)

    def press_enter(self, seat: int) -> None:
        """Give the only answer there is, or ask again."""
        options = self.options(seat)
        if len(options) == 1:
            self.watch.play(seat, options[0].action)
        else:
            self.put_question(seat)

    def make_sure(self, option: Option) -> None:
        """An answer that a person might regret is given only when asked for twice."""
        wanted = (len(self.session.actions), option.action)
        warning = option.sure or (option.ends if self.careful else "")
        if warning and self.warned != wanted:
            self.warned = wanted
            raise Mistake(f"{warning} Type the same again to do it.")

    def options(self, seat: int) -> list[Option]:
        """The options of the question, in the order of their numbers."""
        return answers.listed(self.game.ask(self.session.state, seat).options)

    # --- Whose eyes ------------------------------------------------------------------------

    def pass_keyboard(self, seat: int) -> None:
        """Between two people: clear the screen, and wait until the other one sits there."""
        before, self.keyboard = self.keyboard, seat
        if before is None or before == seat:
            return
        self.screen.clear()
        self.forget_the_rest()
        self.drawn = ""
        self.tell(None)
        refused = self.session.can_undo(before)
        hint = "" if refused else f" ({self.session.name(before)} may still type undo.)"
        self.screen.prompt(f"Pass the keyboard to {self.session.name(seat)}, then press Enter.{hint}")
        while line := self.screen.read().lower():
            if line == "quit":
                raise Quit
            if line == "undo" and refused is None:
                self.keyboard = before
                self.undo(before, "")
                return
            why_not = refused if line == "undo" and refused else ""
            self.screen.hint(f"{why_not} Just press Enter once the keyboard has been passed.".strip())
        self.screen.clear()

    def tell_bystander(self) -> bool:
        """Tell the only person, or who watches bots, what just happened; several people are told in turn."""
        if len(self.people) > 1:
            return False
        return self.tell(self.people[0] if self.people else None)

    def tell(self, seat: int | None) -> bool:
        """Tell a seat what it was not yet told; False if there is nothing."""
        entries = self.session.entries(seat, self.told.get(seat, self.recent))
        self.told[seat] = len(self.session.journal.rows)
        self.screen.news([entry.words for entry in entries])
        return bool(entries)

    # --- What can be typed -------------------------------------------------------------------

    def help(self, seat: int | None, rest: str = "") -> None:
        self.screen.hint("\n".join(f"{what}: {does}." for what, does in HELP.items()))

    def board(self, seat: int | None, rest: str = "") -> None:
        self.drawn = self.picture(seat)
        self.screen.board(self.drawn)

    def be_careful(self, seat: int | None, rest: str = "") -> None:
        self.careful = not self.careful
        asked = "You are asked once more" if self.careful else "Nobody asks"
        self.screen.hint(f"{asked} before an answer that ends your turn.")

    def picture(self, seat: int | None) -> str:
        """The table as this seat sees it, in lines if it is too wide for the screen."""
        text = self.game.text(self.session.state, seat, self.screen.spoken)
        return text if self.screen.fits(text) else self.game.text(self.session.state, seat, spoken=True)

    def log(self, seat: int | None, rest: str = "") -> None:
        entries = self.session.entries(seat)
        shown = entries if rest == "all" else entries[-LOG_LINES:]
        self.screen.news([entry.words for entry in shown] or ["Nothing has happened yet."])

    def undo(self, seat: int | None, rest: str = "") -> None:
        if seat is None or self.session.over:
            raise Mistake("The game is over: nothing can be taken back.")
        taken = self.session.undo(seat)
        self.heard.forget()
        rows = len(self.session.journal.rows)
        self.told = {viewer: min(count, rows) for viewer, count in self.told.items()}
        self.screen.say(f"Taken back: {taken.words}")

    def rules(self, seat: int | None, rest: str = "") -> None:
        if not rest:
            self.screen.say(contents(self.game.rules, self.game.summary))
            return
        found = look_up(self.game.rules, rest)
        shown = min(MOST_RULES, max(RULES_SHOWN, len(self.game.rules.about(rest))))
        self.screen.say("\n\n".join(rule_text(rule) for rule in found[:shown]))
        if len(found) > shown:
            others = ", ".join(rule.id for rule in found[shown:])
            self.screen.hint(f"Also: {others}.")

    def cards(self, seat: int | None, rest: str = "") -> None:
        state = self.session.state
        self.screen.say(by_name(self.game, state, rest) if rest else in_sight(self.game, state, seat))

    def hint(self, seat: int | None, rest: str = "") -> None:
        if seat is None or self.session.over:
            raise Mistake("The game is over: there is nothing to advise.")
        advised = advice(self.session, seat)
        verdict, move = advised.verdict, "; then ".join(step.words for step in advised.steps)
        chance = f", with about {verdict.after:.0%} to win" if verdict.second else ""
        self.screen.say(f"A bot would: {move}{chance}.")
        self.screen.say(" ".join(reason.sentence for reason in advised.reasons))
        if verdict.second:
            self.screen.say(f"Next best: {advised.second} ({verdict.second.chance:.0%}).")

    def talk(self, seat: int | None, rest: str = "") -> None:
        state = self.session.state
        if seat is None or not self.game.sayings(state, seat):
            raise Mistake("There is nothing to be told to partners here.")
        partners = next(side for side in self.game.sides(state.opening.players) if seat in side)
        for other in (seat, *(bot for bot in self.bots if bot in partners)):
            saying = self.game.sayings(state, other)[0]
            self.heard.note(self.game, state, other, saying.means)
            who = "You say" if other == seat else f"{self.session.name(other)} says"
            self.screen.say(f"{who}: {saying.words}")

    def quit(self, seat: int | None, rest: str = "") -> None:
        raise Quit

    # --- Why not? ------------------------------------------------------------------------------

    def why(self, seat: int | None, rest: str) -> None:
        """Whether something is allowed now; if not, the rule that forbids it, in its own words."""
        if seat is None:
            raise Mistake("The game is over: nothing is allowed any more.")
        if not rest:
            raise Mistake("Why what? Name a thing or an action: why slide crocodile.")
        reasons = self.game.reasons(self.session.state, seat, self.wondered(seat, rest))
        told = [
            "\n".join([*words, why.words if why else "This is allowed now."])
            for why, words in reasons.items()
        ]
        cited = dict.fromkeys(why.rule for why in reasons if why and why.rule in self.game.rules)
        self.screen.say("\n\n".join(told + [rule_text(self.game.rules[rule]) for rule in cited]))

    def wondered(self, seat: int, text: str) -> list[Option]:
        """What a person asks about: an answer's number, an action as replays store it, or words."""
        if text.isdecimal():
            if len(text) <= answers.LONG and int(text) >= THINGS:
                return [Option(int(text), "", "", f"Action {int(text)}")]
            return [answers.find_answer(text, self.options(seat))]
        thoughts = self.game.conceivable(self.session.state, seat)
        found = answers.beginning_so(text, thoughts) or answers.speaking_of(text, thoughts)
        if not found:
            raise Mistake(
                f"Nothing to be done here speaks of {answers.brief(text)!r}; try the name of one thing."
            )
        return found

    # --- Keeping a game ---------------------------------------------------------------------------

    def save(self, seat: int | None, rest: str) -> None:
        """Write the replay. Another file of that name is replaced only when asked twice."""
        path = Path(rest).expanduser() if rest else self.file
        if path is None:
            raise Mistake("Save to which file? Type: save game.json")
        if path.is_file() and path not in (self.file, self.replaced):
            self.replaced = path
            raise Mistake(f"There is a file {path} already. Type the same again to replace it.")
        replay.save(self.session, path)
        self.file, self.kept = path, len(self.session.actions)
        self.screen.say(f"Saved to {path}.")

    @property
    def unsaved(self) -> bool:
        return len(self.session.actions) != self.kept

    def leave(self, ended: bool = False) -> None:
        """Somebody leaves in mid-game: never lose it without a word."""
        if not self.unsaved:
            return
        if self.screen.asks and not ended:
            self.screen.prompt("Save this game? Type the name of a file, or press Enter to leave without it.")
            while name := self.screen.read():
                try:
                    self.save(None, name.removeprefix("save "))
                    return
                except Mistake as mistake:
                    self.screen.hint(str(mistake))
        self.screen.say(
            "This game was not saved. To keep one, type 'save FILE' before you leave, or start it with "
            "--save FILE; 'fabletop play --load FILE' goes on with it."
        )

    # --- The end --------------------------------------------------------------------------------------

    def close(self) -> bool:
        """Show how it ended; True if another game is wanted."""
        viewer = self.people[0] if len(self.people) == 1 else None
        self.tell(viewer)
        self.board(viewer)
        self.screen.title(self.session.result())
        for seat, worth in enumerate(self.session.returns()):
            outcome = "won" if worth > 0 else "lost" if worth < 0 else "drew"
            self.screen.say(f"{self.session.name(seat)}{' (you)' * (seat == viewer)}: {outcome}.")
        if not self.people and not self.screen.asks:
            return False
        self.screen.hint("Type 'save FILE' to keep this game, 'again' for another one, or 'quit'.")
        while (line := self.screen.read()).lower() != "again":
            word, _, rest = line.partition(" ")
            if word.lower() in ("quit", "no"):
                return False
            self.heed_after_end(viewer, word.lower(), rest.strip())
        return True

    def heed_after_end(self, viewer: int | None, word: str, rest: str) -> None:
        try:
            if word not in self.commands:
                raise Mistake("The game is over: type 'save FILE', 'log all', 'board', 'again' or 'quit'.")
            self.commands[word](viewer, rest)
        except Mistake as mistake:
            self.screen.hint(str(mistake))
