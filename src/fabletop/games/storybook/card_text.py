"""The text of a Plot Twist, made from the requirements and steps that the engine looks at and follows."""

from functools import lru_cache

from fabletop.games.storybook.faces import Twist
from fabletop.games.storybook.notation import TwistSpeech
from fabletop.kernel.edition import not_carried_out
from fabletop.kernel.effects.kinds import any_of
from fabletop.kernel.effects.nodes import Steps

MOMENTS = {
    "start": "at the start of a turn",
    "after": "after an action",
    "battle": "just before Battle",
    "capture": "when captures are made",
}


@lru_cache(1000)
def twist_text(twist: Twist) -> str:
    """When, if what holds, and what then happens."""
    speech = TwistSpeech(twist.names, twist.needs)
    needs = speech.needed(twist.needs)
    start = f"{when_text(twist)}, if {needs}" if needs else when_text(twist)
    return (
        f"{start}: {not_carried_out(twist.unplayed) if twist.unplayed else speech.clauses(twist.does) + '.'}"
    )


def when_text(twist: Twist) -> str:
    if not twist.hourglass:
        return "In your turn"
    times = any_of([MOMENTS[window] for window in twist.hourglass])
    return f"⧗ {times[0].upper()}{times[1:]}{' in an enemy turn' if twist.enemy_turn else ''}"


def branch_text(twist: Twist, branch: Steps) -> str:
    """One of the things that a Twist lets its player choose."""
    return TwistSpeech(twist.names).clauses(branch)
