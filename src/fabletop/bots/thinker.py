"""The bot that searches, on any budget."""

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from fabletop.bots.bot import Advised
from fabletop.bots.halving import HalvingSearch
from fabletop.bots.search import Search
from fabletop.bots.tree import ANSWER, MOST_BRANCHES, NONE, ROW, TOTAL, VISITS, asked
from fabletop.bots.verdict import Findings, Found, Verdict, ranked, reason
from fabletop.kernel.advisor import Ease
from fabletop.kernel.rng import Rng
from fabletop.kernel.state import MOST_ACTIONS, State

CLAIRVOYANT: Final = "clairvoyant"  # sees all that is hidden,
OPENHANDED: Final = "openhanded"  # or the hands of the others: yardsticks for the lab
# What a bot of character may give away to be as it is:
WHIM: Final = 0.02  # a hundredth of the chance to win
LOOKED_AT: Final = 0.3  # among answers that were looked at so often, beside the best


class Thinker(Advised):
    """One bot for one seat of one table: it keeps its tree while it answers question after question."""

    def __init__(
        self,
        name: str,
        walks: int,
        seconds: float,
        ease: Ease | None = None,
        overrides: dict[str, Any] | None = None,
        as_usual: bool = False,
    ) -> None:
        super().__init__()
        self.name = name
        self.blind = False
        self.sees_all = name == CLAIRVOYANT or name == OPENHANDED
        self.walks: i64 = walks  # how often the tree is walked through for a question; 0: no limit
        self.seconds: float = seconds  # the same in time; 0: no limit
        self.usual: Ease = ease or Ease()  # how its level plays; a game may have its own way of that
        self.own_ease: Ease | None = None  # where the lab wants it to play as no level does
        self.as_usual: bool = as_usual  # nobody gave it another budget than its level has
        self.boldness: float = 0.0  # its character: 1 bold, -1 careful
        self.overrides: dict[str, Any] = overrides or {}  # what the lab changes of the game's settings
        self.search: Search | None = None
        self.listed = vec[i64]([0] * MOST_ACTIONS)
        self.kept: State | None = None  # the state of its last answer
        self.answered: i64 = NONE  # the branch it took

    def choose(self, state: State, rng: Rng) -> i64:
        if state.legal_into(self.listed) == 1:
            return self.listed[0]
        advisor = self.advisor(state)
        advisor.boldness = self.boldness
        temperature = max(self.ease(state).temperature, advisor.least_temperature(state))
        if state.opening.game.against_itself(state.opening.players):  # nobody is served by its errors
            temperature = 0.0
        if self.halves(state):  # of the few good answers that are compared even the last is too good
            advisor.misjudge(state, temperature)
            temperature = 0.0
        findings = self.findings(state, rng, state.seat)
        chosen = self.settle(findings, rng, temperature)
        if self.boldness != 0.0 and chosen == ranked(findings)[0].action:
            chosen = self.to_its_taste(state, findings)
            self.remember(chosen)
        return chosen

    def to_its_taste(self, state: State, findings: Findings) -> i64:
        """The best answer, or one nearly as good that is more like this bot."""
        options = ranked(findings)
        best = options[0]
        chosen = i64(best.action)
        if best.visits == 0.0:
            return chosen
        advisor = self.advisor(state)
        most = self.boldness * advisor.daring(state, chosen)
        for option in options[1:]:
            if option.visits < LOOKED_AT * best.visits or option.visits == 0.0:
                continue
            if option.total / option.visits < best.total / best.visits - WHIM:
                continue
            daring = self.boldness * advisor.daring(state, i64(option.action))
            if daring > most:
                most = daring
                chosen = i64(option.action)
        return chosen

    def ease(self, state: State) -> Ease:
        """How its level plays this game."""
        if self.own_ease is not None:
            return self.own_ease
        return self.advisor(state).settings(state).levels.get(self.name, self.usual)

    def effort(self, state: State) -> i64:
        """How many walks it makes at most; 0: as many as it has time for."""
        walks = self.ease(state).walks if self.as_usual else i64(0)
        return walks if walks > 0 else self.walks

    def halves(self, state: State) -> bool:
        return self.advisor(state).settings(state).turns > 0

    def consider(self, state: State, rng: Rng, seat: int = -1) -> Verdict:
        """What it thinks best, and why: advice does not err. `seat`: where another one speaks for a group."""
        advisor = self.advisor(state)
        advisor.boldness = 0.0
        advisor.misjudge(state, 0.0)
        findings = self.findings(state, rng, state.seat if seat < 0 else seat)
        return reason(findings, int(self.settle(findings, rng, 0.0)))

    def findings(self, state: State, rng: Rng, seat: i64) -> Findings:
        """Think, within the budget, and say what came of each option."""
        settings = self.advisor(state).settings(state).changed(self.overrides)
        if self.name == OPENHANDED:
            state.opening.game.dealer.show_hands(state, seat)
        if settings.turns > 0:
            halving = HalvingSearch(self.advisor(state), settings, self.name == CLAIRVOYANT)
            return self.advice(halving, state, rng, seat)
        search = self.made_ready(state)
        if search.settings.greedy_weight > 0.0:
            search.weigh_greedily(state, rng)
        search.run(state, seat, rng, self.effort(state), self.seconds)
        self.kept = state.clone()
        tree = search.tree
        options: list[Found] = []
        branch = tree.first(tree.root)
        while branch != NONE:
            at = branch * ROW
            found = Found(int(tree.link[at + ANSWER]), tree.sums[at + VISITS], tree.sums[at + TOTAL])
            options.append(found)
            branch = tree.next(branch)
        return Findings(int(seat), tuple(options))

    def advice(self, halving: HalvingSearch, state: State, rng: Rng, seat: i64) -> Findings:
        """What came of each option that was compared."""
        halving.run(state, seat, rng, self.effort(state), self.seconds)
        options: list[Found] = []
        for i in range(halving.count):
            options.append(Found(int(halving.answers[i]), halving.visits[i], halving.totals[i]))
        return Findings(int(seat), tuple(options))

    def settle(self, findings: Findings, rng: Rng, temperature: float) -> i64:
        """Choose, and remember what was chosen."""
        options = ranked(findings)
        chosen = options[0]
        if temperature > 0.0:
            chosen = drawn(options, 1.0 / temperature, rng)
        self.remember(chosen.action)
        return i64(chosen.action)

    def remember(self, action: i64) -> None:
        search = self.search
        if search is not None:
            branch = search.tree.first(search.tree.root)
            while branch != NONE and search.tree.link[branch * ROW + ANSWER] != action:
                branch = search.tree.next(branch)
            self.answered = branch

    # --- the tree between two answers -------------------------------------------------------------------

    def made_ready(self, state: State) -> Search:
        search = self.search
        kept = self.kept
        if search is None or kept is None or kept.opening is not state.opening:
            advisor = self.advisor(state)
            settings = advisor.settings(state).changed(self.overrides)
            search = Search(state.opening.players, advisor, settings, self.name == CLAIRVOYANT)
            self.search = search
            search.tree.plant(state)
        elif not self.goes_on(search, kept, state):
            search.tree.plant(state)
        return search

    def goes_on(self, search: Search, kept: State, state: State) -> bool:
        """Whether this question followed at once from the last answer, with nothing drawn, rolled or shown.

        Then the tree behind that answer is about this very question, and becomes the tree.
        """
        if state.moves != kept.moves + 1 or state.sealed != kept.sealed or state.seat != kept.seat:
            return False
        tree = search.tree
        if self.answered == NONE or tree.branches > MOST_BRANCHES // 2:
            return False
        node = tree.behind(self.answered, asked(state))
        if node == NONE or not self.lists_the_same(search, node, state):
            return False
        tree.root = node
        return True

    def lists_the_same(self, search: Search, node: i64, state: State) -> bool:
        tree = search.tree
        count = state.legal_into(self.listed)
        branch = tree.first(node)
        for i in range(count):
            if branch == NONE or tree.link[branch * ROW + ANSWER] != self.listed[i]:
                return False
            branch = tree.next(branch)
        return branch == NONE


def drawn(options: list[Found], power: float, rng: Rng) -> Found:
    """One of the options, with a likelihood that grows with its visits."""
    most = options[0].visits
    weights = [(option.visits / most) ** power for option in options]
    left = sum(weights) * float(rng.word()) / 4294967296.0
    for i in range(len(options)):
        left -= weights[i]
        if left < 0.0:
            return options[i]
    return options[0]
