"""What people are told in games of every variant, against the golden text."""

import pytest
from tests.spoken import GOLDENS, spoken

import fabletop
from fabletop.games import ours


@pytest.mark.parametrize("name", ours())
def test_people_are_told_what_they_were(name: str) -> None:
    golden = (GOLDENS / f"{name}-spoken.txt").read_text(encoding="utf-8")
    old, new = golden.splitlines(), spoken(fabletop.game(name)).splitlines()
    if old != new:
        lines = [f"-{line}" for line in old if line not in new] + [
            f"+{line}" for line in new if line not in old
        ]
        hint = "If this was meant: python -m tests.spoken, and review the diff."
        pytest.fail("\n".join([f"{name}-spoken.txt differs", *lines[:40], hint]), pytrace=False)
