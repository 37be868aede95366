"""A bot of thirty lines: of all it may do, what its words promise most of.

fabletop bot http://127.0.0.1:8421 CODE --seat 2 --run examples/bots/eager.py
"""

import json
import sys

LIKES = ("win", "capture", "take", "collect", "play", "move")


def eagerness(option: dict[str, str]) -> int:
    """How early one of the words we like stands in what the option says."""
    words = option["words"].lower()
    found = [rank for rank, word in enumerate(LIKES) if word in words]
    return min(found, default=len(LIKES))


for line in sys.stdin:
    asked = json.loads(line)
    best = min(asked["options"], key=eagerness)
    print(asked["prompt"], "->", best["words"], file=sys.stderr)
    print(best["action"], flush=True)
