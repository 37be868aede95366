"""The workshop: editions that people make, kept for ever, checked as they are typed, shared or not."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from tests.server.place import Place, open_place

import fabletop
from fabletop.cli.main import main
from fabletop.kernel.edition import BadEdition
from fabletop.server.trials.editions import Costs, check, hostile
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
    wanted = {**draft, "path": ["twist", 3, "needs"], "text": "hand >= 2; cards(my up) >= 3; outnumbered"}
    needs = (await asked(ann, "POST", "/effect", wanted))["tree"]
    told = [(one["name"], [part["text"] for part in one["arguments"]]) for one in needs]
    assert told == [("hand", ["2"]), ("cards", ["my up", "3"]), ("outnumbered", [])]
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
    assert "not listed" in await place.app.admin.act("listing", {})
    await place.app.admin.act("listing", {"allowed": "on"})
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


# --- Trying and comparing ----------------------------------------------------------------------------


CHANGES: dict[str, tuple[list[str | int], Any]] = {
    "storybook": (["team", 0, "cards", 2, "points"], 9),
    "coraline": (["coraline", 3, "does"], "COLLECT(1)"),
    "condyle": (["card", 5, "effect"], "MOVE(you, 2)"),
    "unrelenting": (["item", 5, "name"], "Gong"),
}


async def changed(visitor: Visitor, game: str) -> Any:
    """A work in which one thing is other than in the house edition."""
    work = await fork(visitor, game)
    path, value = CHANGES[game]
    drafts.at(work["content"], tuple(path[:-1]))[path[-1]] = value
    saved = {"content": work["content"], "after": 1}
    return await asked(visitor, "PUT", f"/works/{work['info']['id']}", saved)


@pytest.mark.parametrize("game", GAMES)
async def test_a_table_with_ones_own_edition_says_what_differs(place: Place, game: str) -> None:
    ann, bob = await place.guest("Ann"), await place.guest("Bob")
    work = (await changed(ann, game))["info"]
    made = await asked(ann, "POST", f"/works/{work['id']}/try", {})
    page = await place.visit(bob, made["code"])
    await page.until(lambda page: page.table is not None)
    assert page.table is not None
    assert page.table.own_edition and page.table.edition_digest == work["digest"]
    told = await asked(bob, "GET", f"/editions/{game}/{work['digest']}/differences")
    path, value = CHANGES[game]
    (change,) = told["changes"]
    assert change["path"] == path[:-1] and change["field"] == path[-1] and change["after"] == str(value)
    assert not told["same"] and told["words"].startswith("1 ")
    assert len(told["lines"]) == 1
    assert (await asked(ann, "GET", f"/works/{work['id']}/differences?against={work['digest']}"))["same"]


@pytest.mark.parametrize(
    ("game", "section", "id"),
    [
        ("storybook", "team.cards", "NH05"),
        ("storybook", "team.cards", "Nv03"),
        ("storybook", "twist", "WV-T2"),
        ("coraline", "coraline", "C07"),
        ("coraline", "beldam", "B07"),
        ("condyle", "card", "tiptoe"),
        ("condyle", "act", "carousel"),
        ("condyle", "act", "my_binky"),
        ("condyle", "space", "playground"),
        ("condyle", "space", "passage"),
        ("condyle", "winter", "ice_skates"),
        ("condyle", "haunted", "whispers"),
        ("condyle-solo", "card", "kidnapped"),
        ("condyle-solo", "card", "long_strides"),
        ("unrelenting", "item", "F03"),
    ],
)
async def test_a_game_can_begin_with_a_card_at_hand(place: Place, game: str, section: str, id: str) -> None:
    ann = await place.guest()
    work = (await fork(ann, fabletop.game(game).reads or game))["info"]
    wanted = {"card": {"section": section, "id": id}, "game": game}
    made = await asked(ann, "POST", f"/works/{work['id']}/try", wanted)
    state = place.house.rooms[made["code"]].table.session.state
    assert state.opening.game.name == game
    declared = fabletop.game(game).declared
    for _ in range(60):
        if declared.at_hand(state, 0, section, id):
            break
        state.apply(state.legal()[0])
    assert declared.at_hand(state, 0, section, id)


async def test_ones_own_edition_of_condyle_cove_is_played_alone_too(place: Place) -> None:
    ann, bob = await place.guest("Ann"), await place.guest("Bob")
    work = (await changed(ann, "condyle"))["info"]
    path = f"/works/{work['id']}/try"
    made = await asked(ann, "POST", path, {"game": "condyle-solo", "seats": ["me"]})
    page = await place.visit(bob, made["code"])
    await page.until(lambda page: page.table is not None)
    assert page.table is not None and page.table.own_edition and page.table.edition_digest == work["digest"]
    told = await asked(bob, "GET", f"/editions/condyle-solo/{work['digest']}/differences")
    assert len(told["changes"]) == 1
    for game, id, words in (
        ("condyle-solo", "detour", "no part"),
        ("condyle", "long_strides", "only played"),
    ):
        wanted = {"game": game, "card": {"section": "card", "id": id}}
        assert words in (await asked(ann, "POST", path, wanted, 400))["words"]
    assert "not played with" in (await asked(ann, "POST", path, {"game": "coraline"}, 400))["words"]


async def test_an_edition_that_cannot_be_played_makes_no_table(place: Place) -> None:
    ann = await place.guest()
    box = (await fork(ann, "coraline", "box"))["info"]
    refused = await asked(ann, "POST", f"/works/{box['id']}/try", {}, 400)
    assert "problems" in refused["words"]
    answer = await ann.send("POST", "/api/tables", {"game": "coraline", "edition": "0123456789abcdef"})
    assert answer.status == 404
    house = fabletop.game("coraline").edition("house").digest
    answer = await ann.send("POST", "/api/tables", {"game": "coraline", "edition": house})
    assert answer.status == 200


async def test_who_sees_a_table_has_not_its_edition(place: Place) -> None:
    ann, bob = await place.guest("Ann"), await place.guest("Bob")
    work = (await changed(ann, "coraline"))["info"]
    await asked(ann, "POST", f"/works/{work['id']}/try", {})
    for wanted in ({"game": "coraline", "edition": work["digest"]},):
        assert (await ann.send("POST", "/api/tables", wanted)).status == 200
        assert (await bob.send("POST", "/api/tables", wanted)).status == 404
    await asked(bob, "POST", "", {"game": "coraline", "source": work["digest"]}, 404)
    await asked(ann, "PUT", f"/works/{work['id']}/shared", {"shared": "link"})
    await fork(bob, "coraline", work["digest"])


async def test_a_box_is_found_again_after_a_restart_with_another_house_edition(tmp_path: Path) -> None:
    async with open_place(tmp_path / "data") as place:
        place.app.workshop.worker = OnTheSpot()  # type: ignore[assignment]
        ann = await place.guest("Ann")
        box = await fork(ann, "unrelenting", "box")
    game = fabletop.game("unrelenting")
    path = game.editions["house"]
    other = tmp_path / "house.toml"
    other.write_text(game.edition("house").text.replace("Wall clock", "Gong"), "utf-8")
    game.editions["house"] = other
    try:
        async with open_place(tmp_path / "data") as place:
            place.app.workshop.worker = OnTheSpot()  # type: ignore[assignment]
            ann.address = place.address
            (info,) = (await asked(ann, "GET", ""))["mine"]
            again = await asked(ann, "GET", f"/works/{info['id']}")
    finally:
        game.editions["house"] = path
    assert again["text"] == box["text"] and info["digest"] == box["info"]["digest"]


async def test_a_person_takes_all_along_or_leaves_no_text_that_nobody_played(place: Place) -> None:
    ann = await place.guest("Ann")
    played, unplayed = (await changed(ann, "coraline"))["info"], (await changed(ann, "unrelenting"))["info"]
    await asked(ann, "POST", f"/works/{played['id']}/try", {})
    store = place.house.store
    (guest,) = store.row("select guest from works where id = ?", played["id"]) or ("",)
    exported = await place.app.admin.act("export", {"guest": guest})
    assert {work["id"] for work in exported["works"]} == {played["id"], unplayed["id"]}
    assert all(len(work["versions"]) == 2 and work["versions"][1]["text"] for work in exported["works"])
    await place.app.admin.act("forget", {"guest": guest})
    assert store.rows("select 1 from works") == store.rows("select 1 from versions") == []
    kept = {digest for (digest,) in store.rows("select digest from editions")}
    assert played["digest"] in kept and unplayed["digest"] not in kept


# --- Studies ---------------------------------------------------------------------------------------------


async def finished(visitor: Visitor, id: str) -> Any:
    for _ in range(600):
        study = await asked(visitor, "GET", f"/studies/{id}")
        if study["info"]["status"] not in ("waiting", "running"):
            return study
        await asyncio.sleep(0.1)
    raise AssertionError("the study did not end")


async def test_a_study_says_what_the_command_line_says(place: Place, tmp_path: Path) -> None:
    ann, bob = await place.guest("Ann"), await place.guest("Bob")
    place.app.workshop.studies.jobs = 1
    work = (await changed(ann, "unrelenting"))["info"]
    asking = {"games": 3, "seed": 5, "bot": "random"}
    info = await asked(ann, "POST", f"/works/{work['id']}/studies", asking)
    study = await finished(ann, info["id"])
    assert study["info"]["status"] == "done" and study["info"]["done"] == 3
    await asked(bob, "GET", f"/studies/{info['id']}", status=404)
    file = tmp_path / "mine.toml"
    file.write_text((await ann.get(f"/api/workshop/works/{work['id']}/export")).body.decode(), "utf-8")
    command = "balance unrelenting --games 3 --seed 5 --bot random --against house --jobs 1"
    assert main([*command.split(), "--edition", str(file), "--json", str(tmp_path / "out.json")]) == 0
    told = json.loads((tmp_path / "out.json").read_text("utf-8"))["sections"]
    assert [one["title"] for one in study["sections"]] == [one["title"] for one in told if one["rows"]]
    for mine, theirs in zip(study["sections"], [one for one in told if one["rows"]], strict=True):
        assert mine["rows"] == [list(row.values()) for row in theirs["rows"]]
        assert len(mine["cells"]) == len(mine["rows"])
    page = await ann.get(f"/api/workshop/studies/{info['id']}/page")
    assert page.status == 200 and b"The balance of" in page.body and study["can_keep"]
    gone = await asked(ann, "DELETE", f"/studies/{info['id']}")
    assert gone["id"] == info["id"] and (await asked(ann, "GET", "/studies"))["studies"] == []


async def test_studies_have_their_turn_by_person_and_can_be_stopped(place: Place) -> None:
    studies = place.app.workshop.studies
    ann, bob = await place.guest("Ann"), await place.guest("Bob")
    mine, theirs = (await changed(ann, "unrelenting"))["info"], (await changed(bob, "unrelenting"))["info"]
    place.house.limits.lift("studies")

    async def ask(visitor: Visitor, work: Any, status: int = 200, **more: Any) -> Any:
        path = f"/works/{work['id']}/studies"
        return await asked(visitor, "POST", path, {"games": 20_000, **more}, status)

    first = await ask(ann, mine)
    second = await ask(ann, mine)
    third = await ask(bob, theirs)
    assert "not finished" in (await ask(ann, mine, 400))["words"]
    assert [one.study.info.id for one in studies.queue()] == [third["id"], second["id"]]
    assert (await asked(ann, "GET", f"/studies/{second['id']}"))["info"]["place"] == 2
    for id, visitor in ((second["id"], ann), (third["id"], bob), (first["id"], ann)):
        assert (await asked(visitor, "DELETE", f"/studies/{id}"))["status"] == "stopped"
    assert studies.running is None and studies.waiting == []
    for wrong in ({"games": 0}, {"bot": "sharp"}, {"seed": -1}, {"players": 9}):
        if "players" in wrong:
            info = await ask(bob, theirs, **wrong)
            assert "players" in (await finished(bob, info["id"]))["info"]["words"]
        else:
            await ask(bob, theirs, 400, **wrong)


# --- Who means harm -------------------------------------------------------------------------------------


async def test_hostile_editions_are_refused_in_words_and_change_nothing(place: Place) -> None:
    ann = await place.guest()
    costs = Costs()
    for name, edition in hostile():
        assert await check(ann, name, edition, costs)
    played = {name for name, said in costs.said.items() if said == "can be played"}
    assert played == {"names that look alike"}
    assert "2000 letters" in costs.said["an effect without end"] + costs.said["a thousand choices"]
    assert "too deep" in costs.said["tables without end"] and "12 deep" in costs.said["steps within steps"]
    assert "128 KiB" in costs.said["too large"] and "at most 400" in costs.said["four hundred teams"]
    assert not [key for key in place.house.metrics.counts if key[0] == "errors"]


async def test_names_that_look_alike_are_noted_and_letters_that_nobody_sees_are_refused(place: Place) -> None:
    ann = await place.guest()
    content = (await fork(ann))["content"]
    content["team"][0]["cards"][3]["name"] = "N\u0430na"
    found = await asked(ann, "POST", "/check", {"game": "storybook", "content": content})
    assert found["ok"] and "look alike" in str(found["notes"])
    content["team"][0]["cards"][3]["name"] = "Na\u202ena"
    refused = await asked(ann, "POST", "/check", {"game": "storybook", "content": content}, 400)
    assert "U+202E" in refused["words"]
