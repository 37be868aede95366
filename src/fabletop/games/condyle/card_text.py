"""What a card says: its words, made from the steps that are carried out."""

from fabletop.games.condyle.cards import EVERYTHING
from fabletop.games.condyle.notation import RULES, SPACES, CardSpeech, Whom, own, top
from fabletop.kernel.effects.kinds import Names, counted
from fabletop.kernel.effects.nodes import If, Node, Step, Steps, Test
from fabletop.kernel.effects.text import as_sentence

SPECIAL = {
    "cul_de_sac": "Begin a turn here: flip an Act of Desperation first.",
    "detour": "A blank space: nothing happens here.",
    "out_in_the_cold": (
        "Here, once in your turn, you may flip a Last Winter card. It replaces a draw, unless flips are free."
    ),
    "passage": "Two Passages are one space: from one to the other is no step.",
}


def card_text(speech: CardSpeech, does: Steps, defensive: bool = False) -> str:
    if defensive:
        speech.it = "whoever played it"
    words = as_sentence(speech.clauses(does))
    return f"Defensive. {words}" if defensive else words


def his_text(names: Names, does: Steps, steps: int) -> str:
    """A card as the Boogeyman plays it against you (CC-SOLO.26, CC-R87)."""
    words = f"he moves {counted(steps, 'space')}" if steps > 0 else HisSpeech(names).clauses(does)
    return words or "nothing comes of it"


INTO = {"shuffle": "into", "bottom": "under"}


class HisSpeech(CardSpeech):
    """He is "he", and you are "you"; what he cannot do is left out."""

    def clauses(self, steps: Steps) -> str:
        return "; ".join(words for words in map(self.clause, steps) if words)

    def clause(self, node: Node) -> str:
        if isinstance(node, If) and not self.clauses(node.then + node.otherwise):
            return ""
        return super().clause(node)

    def offered(self, may: bool, words: str) -> str:
        return words

    def test(self, test: Test) -> str:
        words = super().test(test)
        for yours, his in (("your ", "his "), ("you rest", "he rests"), ("you moved", "he moved")):
            words = words.replace(yours, his)
        return words

    def order(self, step: Step) -> str:
        whom, what, more = (*step.values, None, None, None)[:3]
        match step.verb.name:
            case "MOVE" if own(whom):
                return f"he moves {counted(max(what), 'space')}"
            case "MOVE":
                return f"you are moved {counted(max(what), 'space')}{self.where(whom)}"
            case "STEAL" if what == "pile":
                then = "then " if whom[0] == "it" else ""
                return f"{then}he puts {top(more)} of your pile under his{self.where(whom)}"
            case "STEAL":
                return f"he steals {counted(more, 'hand card')} at random from you{self.where(whom)}"
            case "LOSE" if what == "pile":
                return f"you lose {top(more)} of your pile{self.where(whom)}"
            case "LOSE":
                lost = "your whole hand" if more == EVERYTHING else counted(more, "hand card")
                return f"you lose {lost}{self.where(whom)}"
            case "RECOVER":
                cards = "his whole discard" if what == EVERYTHING else f"{top(what)} of his discard"
                return f"he {'shuffles' if more == 'shuffle' else 'puts'} {cards} {INTO[more]} his pile"
        return ""

    def where(self, whom: Whom) -> str:
        """Where you must be for it to hit you."""
        _, where, spaces = whom
        named = SPACES.words(spaces, self)
        places = {
            "here": " if you are on his space",
            "near": " if you are on his space or next to it",
            "on": f" if you are on {named}",
            "off": f" unless you are on {named}",
        }
        return places.get(where, "")


def charm_text(speech: CardSpeech, does: Steps, rule: str, trigger: str, spaces: tuple[int, ...]) -> str:
    if rule:
        return f"Permanent. {as_sentence(RULES[rule][2])}"
    words = speech.clauses(does)
    if trigger == "BEGIN":
        return f"Permanent. When your turn begins: {words}."
    if trigger == "LAND":
        return f"Permanent. When you land on {SPACES.words(spaces, speech)}: {words}."
    return as_sentence(words)


def space_text(speech: CardSpeech, id: str, does: Steps, rule: str, boost: int) -> str:
    if rule:
        return f"While you rest here, {RULES[rule][2]}."
    if boost:
        return f"Begin a turn here: your Movement may be up to {boost} longer."
    if does:
        return f"Landing: {speech.clauses(does)}."
    return SPECIAL.get(id, "No effect.")
