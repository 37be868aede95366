"""Who won a game, in parts of one win: whole numbers, so that sums do not depend on their order."""

from collections.abc import Sequence

WIN = 12  # can be shared by two, three or four


def points(returns: Sequence[float], sides: Sequence[Sequence[int]]) -> list[int]:
    """What each side gets of the win; one side alone has it, or half of it, or none."""
    worths = [returns[side[0]] for side in sides]
    if len(worths) == 1:
        return [WIN if worths[0] > 0 else WIN // 2 if worths[0] == 0 else 0]
    best = max(worths)
    winners = worths.count(best)
    return [WIN // winners if worth == best else 0 for worth in worths]


def fair(sides: int) -> float | None:
    """The share that is each side's if all are equal; against the game itself there is none."""
    return 1 / sides if sides > 1 else None
