"""Looking up rules, for the command and at the table."""

from fabletop.kernel.ledger import Ledger, Rule
from fabletop.kernel.question import Mistake, did_you_mean


def look_up(ledger: Ledger, text: str) -> list[Rule]:
    """The rule of this id, else those whose id begins with the text, else those about it, then those that
    speak of it."""
    wanted = text.strip()
    if wanted.upper() in ledger:
        return [ledger[wanted]]
    found = ledger.find(wanted)
    if not found:
        ids = [*ledger.sections, *ledger.rules]
        hint = did_you_mean(wanted.upper(), ids) if "-" in wanted else "try another word, or an id"
        raise Mistake(f"no rule has the id {wanted!r} or speaks of it; {hint}")
    return found


def rule_text(rule: Rule) -> str:
    return f"{rule.id} · {rule.title}\n{rule.words}"


def contents(ledger: Ledger, summary: list[str]) -> str:
    """The game in short, then sections and titles: what can be looked up."""
    lines = [f"- {one}" for one in summary] + [""] * bool(summary)
    for section, title in ledger.sections.items():
        lines.append(f"{section} · {title}")
        lines += [f"  {rule.id} · {rule.title}" for rule in ledger.rules.values() if rule.section == section]
    return "\n".join(lines)
