"""What a card says: its words, made from the steps that are carried out."""

from fabletop.games.condyle.notation import RULES, SPACES, CardSpeech
from fabletop.kernel.effects.nodes import Steps
from fabletop.kernel.effects.text import as_sentence

SPECIAL = {
    "cul_de_sac": "Begin a turn here: flip an Act of Desperation first.",
    "out_in_the_cold": "Here, once in your turn, you may flip a Last Winter card.",
    "passage": "Both Passages are one space.",
}


def card_text(speech: CardSpeech, does: Steps, defensive: bool = False) -> str:
    words = as_sentence(speech.clauses(does))
    return f"Defensive. {words}" if defensive else words


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
