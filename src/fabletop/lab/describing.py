"""What a study was, in words: the head of its tables and of its page."""

from pathlib import Path

from fabletop import __version__
from fabletop.games import game
from fabletop.lab.balance import Counts, Pairs, Study
from fabletop.lab.changes import changes
from fabletop.lab.sim import LONGEST

MOST_CHANGES = 20  # that are told one by one


def title_of(study: Study) -> str:
    return game(study.game).title


def about_of(study: Study, found: Counts | Pairs) -> list[tuple[str, str]]:
    options = ", ".join(f"{name}={value}" for name, value in study.options.items()) or "none given"
    rows = [
        ("game", f"{study.game}, {study.players} players"),
        ("games", f"{found.games}, seed {study.seed}"),
        ("played by", study.bot + (", choosing for itself" if study.choose else "")),
        ("edition", Path(study.edition).name),
        ("options", options),
    ]
    if found.endless:
        what = "pairs" if isinstance(found, Pairs) else "games"
        words = f"{found.endless} {what}, broken off after {LONGEST} answers; they count nowhere below"
        rows.append(("without an end", words))
    if study.vary:
        rows.append(("drawn", ", ".join(study.vary)))
    if isinstance(found, Pairs) and study.against:
        rows.append(("compared with", Path(study.against).name))
        rows.append(("games alike", f"{found.same} of {found.ended}"))
        differing = changes(game(study.game), study.against, study.edition)
        rows += [("changed", line) for line in differing[:MOST_CHANGES]]
        if len(differing) > MOST_CHANGES:
            rows.append(("changed", f"and {len(differing) - MOST_CHANGES} more"))
    rows.append(("flags", "▲ ▼: the interval excludes what is equal, and so do the tests of the whole table"))
    return [*rows, ("fabletop", __version__)]
