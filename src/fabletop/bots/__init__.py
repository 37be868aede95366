"""Players that see only what their seat may see."""

from fabletop.bots.bot import Bot
from fabletop.bots.levels import Budget, make, names, read_budget, think
from fabletop.bots.policy import check_fits
from fabletop.bots.verdict import Findings, Verdict, merge, reason

__all__ = [
    "Bot",
    "Budget",
    "Findings",
    "Verdict",
    "check_fits",
    "make",
    "merge",
    "names",
    "read_budget",
    "reason",
    "think",
]
