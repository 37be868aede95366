"""Hostile editions: too large, endless, a thousand choices, markup in every text, names that look alike.

Each is sent to be checked, kept, played and studied, again and again, by attackers who take turns; what that
costs others is what a flood measures.
"""

import copy
import json
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import fabletop
from fabletop.kernel.declaring import Content
from fabletop.server.trials.visitor import Visitor
from fabletop.server.workshop import drafts

if TYPE_CHECKING:
    from fabletop.server.trials.floods import Flood, Trial

MARKUP = "<img src=x onerror=alert(1)>'\"`{{7*7}}</script>"
LOOK_ALIKE = "N\u0430na"  # with a Cyrillic a
NETWORK = 11


def house() -> Content:
    return drafts.content_of(fabletop.game("storybook").edition("house").text)


def marked(value: Any, key: str = "") -> Any:
    """The same with markup in every text that people read."""
    if isinstance(value, dict):
        return {name: marked(one, name) for name, one in value.items()}
    if isinstance(value, list):
        return [marked(one, key) for one in value]
    return MARKUP if key in ("name", "title") else value


def hostile() -> Iterator[tuple[str, Content | str]]:
    """What each is called, and its content or text."""
    yield "too large", "# " + "x" * (3 * drafts.MOST_BYTES)
    yield "tables without end", "a = " + "[" * 50_000
    for name, effect in (
        ("an effect without end", "CHOOSE(" * 20_000),
        ("a thousand choices", f"CHOOSE({' | '.join(['AP(1)'] * 1000)})"),
        ("steps within steps", "IF(outnumbered: " * 60 + "AP(1)" + ")" * 60),
        ("a thousand steps", "; ".join(["AP(1)"] * 1000)),
        ("a number without end", f"AP({'9' * 1500})"),
    ):
        content = house()
        content["twist"][0]["does"] = effect
        yield name, content
    yield "markup in every text", marked(house())
    content = house()
    content["team"][0]["cards"][3]["name"] = LOOK_ALIKE
    yield "names that look alike", content
    content = house()
    content["team"] += [copy.deepcopy(content["team"][0]) for _ in range(400)]
    yield "four hundred teams", content
    content = house()
    content["twist"][0] |= {"hourglass": [[1], {"a": 2}], "name": ["x"], "team": {"id": 1}}
    yield "values of other kinds", content
    yield "nothing at all", {}


class Costs:
    """How long an answer took, by edition, and what was said last."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = defaultdict(list)
        self.said: dict[str, str] = {}

    def add(self, name: str, seconds: float, said: str) -> None:
        self.seconds[name].append(seconds)
        self.said[name] = said

    def lines(self) -> list[str]:
        return [
            f"{name}: {1000 * statistics.median(times):.0f} ms "
            f"(worst {1000 * max(times):.0f} of {len(times)}): {self.said[name]}"
            for name, times in self.seconds.items()
        ]


async def check(visitor: Visitor, name: str, edition: Content | str, costs: Costs) -> bool:
    """Have one checked; whether it was looked at, and not told to wait."""
    draft = {"text": edition} if isinstance(edition, str) else {"content": edition}
    start = time.perf_counter()
    answer = await visitor.send("POST", "/api/workshop/check", {"game": "storybook", **draft})
    if answer.status != 429:
        found = json.loads(answer.body)
        if answer.status == 200:
            problems = found["problems"]
            said = "can be played" if found["ok"] else f"{len(problems)} problems: {problems[0]['line']}"
        else:
            said = f"{answer.status}: {found['words']}"
        costs.add(name, time.perf_counter() - start, said[:110])
    return answer.status != 429


async def check_on(trial: "Trial", row: "Flood", attackers: int) -> None:
    """Attackers of one network have hostile editions checked, as often as they are let."""
    row.kind, row.guests = "checks", attackers
    editions = list(hostile())

    async def one(number: int) -> None:
        visitor = await trial.attacker(NETWORK)
        for turn in range(10**9):
            name, edition = editions[(turn + number) % len(editions)]
            row.tried += 1
            row.count(await check(visitor, name, edition, trial.costs))
            if not trial.is_on:
                return

    await trial.all_at_once(one)


async def keep_on(trial: "Trial", row: "Flood", attackers: int) -> None:
    """They keep them, and play with those that can be played."""
    row.kind, row.guests = "works", attackers

    async def one(number: int) -> None:
        visitor = await trial.attacker(NETWORK + 1)
        while trial.is_on:
            for name, edition in hostile():
                if not isinstance(edition, str) and trial.is_on:
                    row.tried += 1
                    row.count(await keep(visitor, name, edition))

    await trial.all_at_once(one)


async def keep(visitor: Visitor, name: str, edition: Content) -> bool:
    fork = {"game": "storybook", "source": "house", "title": name}
    answer = await visitor.send("POST", "/api/workshop", fork)
    if answer.status != 200:
        return answer.status != 429 and answer.status != 400
    id = answer.json()["info"]["id"]
    await visitor.send("PUT", f"/api/workshop/works/{id}", {"content": edition, "after": 1})
    await visitor.send("POST", f"/api/workshop/works/{id}/try", {})
    return True


async def study_on(trial: "Trial", row: "Flood", attackers: int) -> None:
    """They ask for the longest studies that there are."""
    row.kind, row.guests = "studies", attackers

    async def one(number: int) -> None:
        visitor = await trial.attacker(NETWORK + 2)
        fork = {"game": "storybook", "source": "house", "title": "slow"}
        work = (await visitor.send("POST", "/api/workshop", fork)).json()
        work["content"]["team"][0]["cards"][0]["points"] = 9
        path = f"/api/workshop/works/{work['info']['id']}"
        await visitor.send("PUT", path, {"content": work["content"], "after": 1})
        while trial.is_on:
            row.tried += 1
            asked = {"games": 20_000, "bot": "fair"}
            row.count((await visitor.send("POST", f"{path}/studies", asked)).status == 200)

    await trial.all_at_once(one)
