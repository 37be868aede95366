"""The ledger: every rule of a game under its id, read from the game's rules.md."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from fabletop.kernel.question import Mistake, did_you_mean

RULE = re.compile(r"^### (?P<id>[A-Z]+-\d?[A-Z]+(?:\.?\d+)) · (?P<title>.+)$")
SECTION = re.compile(r"^## (?P<id>[A-Z]+-\d?[A-Z/]+) · (?P<title>.+)$")
SOURCE = re.compile(r"^\*(?P<source>[^*]+)\*$")
SHORT = re.compile(r"^## In short(?:: (?P<which>[a-z]+))?$")


@dataclass(frozen=True, slots=True)
class Rule:
    id: str
    title: str
    words: str
    source: str  # where it comes from: lines of the rulebook, "derived", "ruling" or "designed"
    section: str  # the id of its section


class Ledger:
    """The rules of one game, in order; `ledger["SB-SLIDE.2"]`, `ledger.find("slide")`."""

    def __init__(
        self,
        introduction: str,
        summaries: dict[str, list[str]],
        sections: dict[str, str],
        rules: list[Rule],
    ) -> None:
        self.introduction = introduction
        self.summaries = summaries  # the game in a few sentences, and under a name of its own a variant
        self.sections = sections  # id -> title
        self.rules = {rule.id: rule for rule in rules}

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules.values())

    def __len__(self) -> int:
        return len(self.rules)

    def __contains__(self, rule: str) -> bool:
        return rule in self.rules

    def __getitem__(self, rule: str) -> Rule:
        wanted = rule.upper()
        if wanted not in self.rules:
            raise Mistake(f"there is no rule {rule!r}: {did_you_mean(wanted, list(self.rules))}")
        return self.rules[wanted]

    def find(self, text: str) -> list[Rule]:
        """The rules whose id begins with the text, or whose words or section speak of it; those come first
        that are about it, by their title or section."""
        by_id = [rule for rule in self if rule.id.startswith(text.upper())]
        if by_id:
            return by_id
        about = self.about(text)
        wanted = text.lower()
        return about + [rule for rule in self if rule not in about and wanted in rule.words.lower()]

    def about(self, text: str) -> list[Rule]:
        """The rules with this word in their title, or in that of their section."""
        wanted = text.lower()
        return [rule for rule in self if wanted in f"{rule.title} {self.sections[rule.section]}".lower()]


def read_ledger(path: Path) -> Ledger:
    introduction: list[str] = []
    summaries: dict[str, list[str]] = {}
    sections: dict[str, str] = {}
    rules: list[Rule] = []
    heading: re.Match[str] | None = None
    source = ""
    body: list[str] = []

    def close() -> None:
        if heading is not None:
            words = " ".join("\n".join(body).split("\n")).strip()
            rules.append(Rule(heading["id"], heading["title"], words, source, list(sections)[-1]))

    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if found := SHORT.match(line):
            summaries[found["which"] or ""] = []
        elif summaries and not sections and line.startswith("- "):
            list(summaries.values())[-1].append(line.removeprefix("- "))
        elif found := SECTION.match(line):
            close()
            heading = None
            sections[found["id"]] = found["title"]
        elif found := RULE.match(line):
            close()
            heading, source, body = found, "", []
        elif line.startswith(("## ", "### ")):
            raise Mistake(f"{path.name}, line {number}: a heading must read '### ID · title', not {line!r}")
        elif heading is None:
            introduction.append(line)
        elif not source and (found := SOURCE.match(line)):
            source = found["source"]
        else:
            body.append(line)
    close()
    return Ledger("\n".join(introduction).strip(), summaries, sections, rules)
