"""The text of a Plot Twist, made from what the edition says it needs and does.

The engine carries out the same rows, so that words and effect cannot disagree.
"""

from collections.abc import Sequence
from typing import Any

from fabletop.games.storybook.edition import Twist

Row = dict[str, Any]
TURNED = ["not at all", "a quarter right", "half round", "a quarter left"]
MOMENTS = {
    "start": "at the start of a turn",
    "after": "after an action",
    "battle": "just before Battle",
    "capture": "when captures are made",
}
UNTIL = {
    "EOB": "until the end of this turn's Battle",
    "SONT": "until your next turn starts",
    "EONT": "until your next turn ends",
}


def twist_text(twist: Twist) -> str:
    """When, if what holds, and what then happens."""
    needs = " and ".join(need_text(need) for need in twist.needs)
    start = f"{when_text(twist)}, if {needs}" if needs else when_text(twist)
    return f"{start}: {steps_text(twist.does, twist.needs)}."


def when_text(twist: Twist) -> str:
    if not twist.hourglass:
        return "In your turn"
    moments = [MOMENTS[window] for window in twist.hourglass]
    times = ", ".join(moments[:-1]) + " or " + moments[-1] if len(moments) > 1 else moments[0]
    return f"⧗ {times[0].upper()}{times[1:]}{' in an enemy turn' if twist.enemy_turn else ''}"


# --- Which cards ---------------------------------------------------------------------------------


def noun(row: Row, many: bool = False) -> str:
    """The kind of card a filter speaks of: "face-up Ally card"."""
    words = row["cards"].split()
    face = ["face-up"] * ("up" in words) + ["face-down"] * ("down" in words) + ["Ally"] * ("ally" in words)
    return " ".join([*face, "cards" if many else "card"])


def whose(row: Row) -> str:
    words = row["cards"].split()
    return "your " if "my" in words else "the enemy's " if "enemy" in words else ""


def one_of(row: Row) -> str:
    if "named" in row:
        return str(row["named"])
    return f"one of {whose(row)}{noun(row, many=True)}" if whose(row) else f"a {noun(row)}"


def circumstances(row: Row) -> list[str]:
    """What is said of the card besides whose it is and how it lies, as predicates."""
    words = row["cards"].split()
    found = []
    if "named" in row and "doomed" not in words:
        found.append("is face up")
    if "facing" in words:
        found.append(
            "is beside " + ("a face-up enemy card" if "my" in words else "one of your face-up cards")
        )
    if "crowded" in words:
        found.append("has two or more enemy cards beside it")
    if "doomed" in words:
        found.append("is being captured")
    if "revealed" in words:
        found.append("has just been turned up by the enemy's Reveal")
    return found


def need_text(need: Row) -> str:
    if "hand" in need:
        return f"you hold {counted(need['hand'], 'card')} or more"
    if "behind" in need:
        return f"the enemy leads by {counted(need['behind'], 'Plot Point')} or more"
    if "outnumbered" in need:
        return "the enemy has more cards in play than you"
    count = need.get("count", 1)
    if count > 1:
        return f"{count} or more of {whose(need) or 'the '}{noun(need, many=True)} are in play"
    return f"{one_of(need)} {' and '.join(circumstances(need)) or 'is in play'}"


def counted(n: int, thing: str) -> str:
    return f"{n} {thing}{'s' if n > 1 else ''}"


# --- What is done ------------------------------------------------------------------------------------


def steps_text(steps: Sequence[Row], needs: Sequence[Row] = ()) -> str:
    return "; ".join(step_text(step, needs) for step in steps)


def target(step: Row, needs: Sequence[Row]) -> str:
    """The card of a step; "that card" if the requirement has just spoken of it."""
    if step["cards"] == "it":
        return "it"
    if "named" in step:
        return str(step["named"])
    same = any(need.get("cards") == step["cards"] and circumstances(need) for need in needs)
    circumstance = f" that {' and '.join(circumstances(step))}" if circumstances(step) else ""
    return "that card" if same else one_of(step) + circumstance


def step_text(step: Row, needs: Sequence[Row]) -> str:
    do = step["do"]
    if do == "choose":
        return "choose: " + ", or ".join(steps_text(branch) for branch in step["either"])
    if do in ("ap", "draw", "play", "hide"):
        return count_text(step)
    if do == "swap":
        return f"exchange the spaces of two of {whose(step)}{noun(step, many=True)}"
    card = target(step, needs)
    if do == "reveal":
        return reveal_text(step, card)
    if do == "spin":
        return spin_text(step, card)
    if do in ("buff", "guard", "duel"):
        return f"{boon_text(step, card)} {UNTIL[step['until']]}"
    manner = {
        "slide": "slide {} for 0 AP",
        "move": "move {} to any empty space beside another card",
        "return": "return {} to its owner's hand",
        "flipdown": "turn {} face down",
    }
    return manner[do].format(card)


def count_text(step: Row) -> str:
    n = step["n"]
    if step["do"] == "ap":
        return f"gain {n} AP"
    if step["do"] == "draw":
        return f"draw {counted(n, 'card')}"
    which = "another card" if step.get("other") else counted(n, "card")
    return f"{step['do']} {which} from your hand for 0 AP"


def reveal_text(step: Row, card: str) -> str:
    if step["n"] == "all":
        return f"reveal all {whose(step)}{noun(step, many=True)}"
    return f"reveal {card}" if step["n"] == 1 else f"reveal up to {step['n']} {noun(step, many=True)}"


def spin_text(step: Row, card: str) -> str:
    turns = step["turns"]
    far = "as you like" if turns == "any" else " or ".join(TURNED[turn] for turn in turns)
    if "upto" in step:
        return f"turn up to {step['upto']} of {whose(step)}{noun(step, many=True)} {far}"
    return f"turn {card} {far}"


def boon_text(step: Row, card: str) -> str:
    if step["do"] == "guard":
        return f"{card} cannot be captured"
    if step["do"] == "duel":
        return f"{card} captures whatever it Bests"
    gains = [(step.get("swords", 0), "Sword"), (step.get("shields", 0), "Shield")]
    told = [f"{n:+} {name}{'s' if abs(n) > 1 else ''}" for n, name in gains if n]
    return f"{card} has {' and '.join(told)} on every side"
