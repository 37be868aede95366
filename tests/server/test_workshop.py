"""The workshop: editions that people make, kept for ever, checked as they are typed, shared or not."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from tests.server.place import Place, open_place

import fabletop
from fabletop.kernel.edition import BadEdition
from fabletop.server.trials.visitor import Visitor
from fabletop.server.workshop import drafts
from fabletop.server.workshop.works import MOST_WORKS

pytestmark = pytest.mark.asyncio
GAMES = [game.name for game in drafts.declared_games()]


class OnTheSpot:
    """Works drafts out without a process of its own."""

    async def ask(self, work: Callable[..., Any], *arguments: Any, owner: str = "") -> Any:
        return work(*arguments)

    def stop(self) -> None: ...


@pytest_asyncio.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    async with open_place(tmp_path / "data") as found:
        found.app.workshop.worker = OnTheSpot()  # type: ignore[assignment]
        found.house.limits.lift("works", "saves", "checks")
        yield found


async def asked(visitor: Visitor, method: str, path: str, content: Any = None, status: int = 200) -> Any:
    answer = await (
        visitor.get(f"/api/workshop{path}")
        if method == "GET"
        else visitor.send(method, f"/api/workshop{path}", content)
    )
    assert answer.status == status, answer.body
    return answer.json()


async def fork(visitor: Visitor, game: str = "storybook", source: str = "house", **more: str) -> Any:
    return await asked(visitor, "POST", "", {"game": game, "source": source, **more})


def fails(game: str, text: str) -> list[str]:
    try:
        fabletop.game(game).edition_of(text, "mine")
    except BadEdition as bad:
        return [str(one) for one in bad.problems]
    return []


@pytest.mark.parametrize("game", GAMES)
async def test_a_fork_is_saved_version_by_version_and_keeps_its_comments(place: Place, game: str) -> None:
    ann = await place.guest("Ann")
    work = await fork(ann, game, title="Ann's own")
    assert work["info"]["title"] == "Ann's own" and work["checked"]["ok"] and work["info"]["by"] == "Ann"
    assert work["content"]["name"] not in fabletop.game(game).editions
    content = work["content"] | {"title": "Another"}
    path = f"/works/{work['info']['id']}"
    saved = await asked(ann, "PUT", path, {"content": content, "after": 1})
    assert [one["number"] for one in saved["versions"]] == [2, 1]
    house = fabletop.game(game).edition("house").text
    comments = [line for line in house.splitlines() if line.startswith("#")]
    text = (await ann.get(f"/api/workshop{path}/export")).body.decode()
    assert [line for line in text.splitlines() if line.startswith("#")] == comments
    assert fails(game, text) == []
    first = await asked(ann, "GET", f"{path}?version=1")
    assert first["content"]["title"] == "Ann's own"
    await asked(ann, "PUT", path, {"content": content, "after": 1}, 409)
    again = await asked(ann, "POST", "", {"game": game, "source": "import", "text": text})
    assert again["content"] == saved["content"]


@pytest.mark.parametrize("game", GAMES)
async def test_a_box_has_the_names_of_the_rulebook_and_counts_what_is_missing(
    place: Place, game: str
) -> None:
    ann, bob = await place.guest("Ann"), await place.guest("Bob")
    box = await fork(ann, game, "box")
    info, todo = box["info"], box["checked"]["todo"]
    assert info["kind"] == "box" and not info["ok"]
    assert info["todo"] == todo["entries"] == len(todo["places"]) > 0
    shown = (await asked(ann, "GET", ""))["games"]
    assert [one["box_todo"] for one in shown if one["game"] == game] == [info["todo"]]
    for wanted in ("link", "listed"):
        await asked(ann, "PUT", f"/works/{info['id']}/shared", {"shared": wanted}, 400)
    await asked(bob, "GET", f"/works/{info['id']}", status=404)
    for spot in todo["places"]:  # all that is missing, as the house has it: then it can be played
        house = drafts.content_of(fabletop.game(game).edition("house").text)
        entry, model = drafts.at(box["content"], spot["path"]), drafts.at(house, spot["path"])
        entry.update({key: model[key] for key in spot["fields"]})
    done = await asked(ann, "PUT", f"/works/{info['id']}", {"content": box["content"], "after": 1})
    assert done["info"]["ok"] and done["info"]["todo"] == 0 and done["info"]["kind"] == "box"


async def test_a_mistake_is_told_at_its_letter_and_the_rest_is_still_printed(place: Place) -> None:
    ann = await place.guest()
    content = (await fork(ann))["content"]
    content["twist"][3]["does"] = "REVEAL(1, my dwn)"
    content["team"][0]["cards"][2]["points"] = 10
    content["team"][0]["cards"][3]["n"] = [5, 5]
    found = await asked(ann, "POST", "/check", {"game": "storybook", "content": content})
    assert not found["ok"]
    told = {(one["section"], one["id"], one["field"]): one for one in found["problems"]}
    step = told["twist", "NV-T2", "does"]
    assert content["twist"][3]["does"][step["from"] : step["to"]] == "dwn"
    assert step["words"] == "'dwn' is not known; did you mean 'down'?" and step["must"]
    assert "whole number from 0 to 9" in told["team.cards", "NH03", "points"]["words"]
    assert told["team.cards", "NH04", ""]["must"] is False
    assert found["words"]["twist"]["NV-T1"] and "NV-T2" not in found["words"]["twist"]
    assert found["catalog"]["cards"]["NH01"]["points"] == 5


async def test_what_is_only_unbalanced_can_be_played(place: Place) -> None:
    ann = await place.guest()
    work = await fork(ann)
    work["content"]["team"][0]["cards"][2]["points"] = 9
    found = await asked(ann, "POST", "/check", {"game": "storybook", "content": work["content"]})
    assert found["ok"] and [one["must"] for one in found["problems"]] == [False]


async def test_a_text_that_no_steps_express_is_kept_counted_and_marked(place: Place) -> None:
    ann = await place.guest()
    work = await fork(ann)
    twist = work["content"]["twist"][4]
    del twist["does"]
    twist |= {"unplayed": "Steal <b>a card</b>.", "wants": "STEAL(enemy up)"}
    saved = await asked(ann, "PUT", f"/works/{work['info']['id']}", {"content": work["content"], "after": 1})
    assert saved["info"]["ok"] and saved["info"]["unplayed"] == 1
    (spot,) = saved["checked"]["unplayed"]
    assert spot["id"] == twist["id"] and "there is no step 'STEAL'" in spot["words"]
    words = saved["checked"]["words"]["twist"][twist["id"]]
    assert words.endswith("“Steal <b>a card</b>.” (Not carried out by the table.)")


async def test_an_effect_has_its_parts_at_their_places_and_offers_what_can_follow(place: Place) -> None:
    ann = await place.guest()
    content = (await fork(ann))["content"]
    text = "REVEAL(2, my down); IF(hand >= 1: DRAW(1))"
    draft = {"game": "storybook", "content": content, "path": ["twist", 3, "does"]}
    found = await asked(ann, "POST", "/effect", {**draft, "text": text})
    reveal, if_ = found["tree"]
    assert [one["text"] for one in reveal["arguments"]] == ["2", "my down"]
    assert (
        text[if_["from"] : if_["to"]] == "IF(hand >= 1: DRAW(1))" and if_["branches"][0][0]["name"] == "DRAW"
    )
    typed = "REVEAL(2, my d"
    found = await asked(
        ann, "POST", "/effect", {**draft, "text": typed, "at": len(typed), "vocabulary": True}
    )
    assert [one["text"] for one in found["offers"]] == ["down", "doomed"]
    assert typed[found["offers"][0]["from"] :] == "d"
    assert "Crocodile" in str(found["vocabulary"])  # of the team whose Twist it is
    await asked(ann, "POST", "/effect", {**draft, "path": ["team", 0], "text": ""}, 400)


async def test_works_are_shared_by_link_and_listed_only_where_the_house_allows_it(place: Place) -> None:
    ann, bob = await place.guest("Ann"), await place.guest("Bob")
    work = (await fork(ann))["info"]
    path = f"/works/{work['id']}"
    await asked(bob, "GET", path, status=404)
    await asked(bob, "PUT", f"{path}/shared", {"shared": "link"}, 404)
    await asked(ann, "PUT", f"{path}/shared", {"shared": "link"})
    seen = await asked(bob, "GET", path)
    assert not seen["info"]["mine"] and seen["info"]["by"] == "Ann"
    await asked(bob, "PUT", path, {"content": seen["content"], "after": 1}, 404)
    own = await fork(bob, source=work["id"])
    assert own["info"]["mine"] and own["checked"]["ok"]
    await asked(ann, "PUT", f"{path}/shared", {"shared": "listed"}, 400)
    await place.house.store.write(place.app.workshop.works.allow_listing(True))
    await asked(ann, "PUT", f"{path}/shared", {"shared": "listed"})
    assert [one["id"] for one in (await asked(bob, "GET", ""))["listed"]] == [work["id"]]
    await place.app.admin.act("withdraw", {"kind": "edition", "name": work["digest"]})
    assert (await asked(bob, "GET", ""))["listed"] == []
    await asked(bob, "GET", path, status=400)


async def test_a_guest_has_so_many_works_and_can_remove_them(place: Place) -> None:
    ann = await place.guest()
    works = [(await fork(ann, "unrelenting"))["info"] for _ in range(MOST_WORKS)]
    await asked(ann, "POST", "", {"game": "unrelenting", "source": "house"}, 400)
    left = await asked(ann, "DELETE", f"/works/{works[0]['id']}")
    assert len(left["mine"]) == MOST_WORKS - 1
    await fork(ann, "unrelenting")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("game = ", "this is not TOML"),
        ('game = "chess"', "not of 'storybook'"),
        ('game = "storybook"\nversion = 1.5', "neither a text nor a whole number"),
        ('game = "storybook"\nx = ' + "[" * 60 + "]" * 60, "too deep"),
        ("#" * (drafts.MOST_BYTES + 1), "at most 128 KiB"),
    ],
)
async def test_what_is_no_edition_is_refused_in_words(place: Place, text: str, words: str) -> None:
    ann = await place.guest()
    sent = {"game": "storybook", "source": "import", "text": text}
    refused = await asked(ann, "POST", "", sent, 400)
    assert words in refused["words"]
