"""Guests who want to be kept: a phrase or a passkey brings them back, with all that is theirs."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.server.place import Place, open_place

from fabletop.kernel.question import Mistake
from fabletop.server import messages as msg
from fabletop.server import phrase
from fabletop.server.limits import LIMITS
from fabletop.server.passkeys import LIVES, place_of
from fabletop.server.trials.visitor import Answer, Visitor


async def me(visitor: Visitor) -> dict[str, Any]:
    return dict((await visitor.get("/api/me")).json())


async def phrase_of(visitor: Visitor) -> str:
    answer = await visitor.send("POST", "/api/me/phrase", {})
    assert answer.status == 200, answer.body
    return " ".join(answer.json()["words"])


async def come_back(place: Place, words: str, visitor: Visitor | None = None, bring: bool = False) -> Answer:
    visitor = visitor or await place.guest()
    return await visitor.send("POST", "/api/phrase", {"words": words, "bring": bring})


@pytest.mark.asyncio
async def test_a_phrase_brings_a_person_with_seat_name_and_settings_to_another_browser(
    tmp_path: Path,
) -> None:
    async with open_place(tmp_path) as place:
        page, _ = await place.table("Anna", "Bert")
        anna = page.visitor
        assert not (await me(anna))["kept"]
        assert (await anna.send("PUT", "/api/me/settings", {"settings": {}})).status == 403
        words = await phrase_of(anna)
        assert (await me(anna))["kept"] and place.house.persons.is_kept(anna.cookie.partition(".")[0])
        await anna.send("PUT", "/api/me/settings", {"settings": {"look": "dark"}})
        await page.do(msg.Note, words="the fox lies")
        second = await place.guest()
        typed = words.upper().replace(" ", ", ")
        known = (await come_back(place, typed, second)).json()
        assert known == {"name": "Anna", "settings": {"look": "dark"}, "brought": 0, "stayed": 0}
        again = await place.visit(second, page.code)
        assert again.table is not None and page.table is not None and again.table.seat == page.table.seat
        assert again.notes is not None and again.notes.words == "the fox lies"
        await second.send("PUT", "/api/me", {"name": "Annabel"})  # one name on all devices
        assert (await me(anna))["name"] == "Annabel"
        devices = (await second.get("/api/me/devices")).json()["devices"]
        (first,) = [device["id"] for device in devices if not device["this"]]
        assert (await second.ask("DELETE", f"/api/me/devices/{first}")).status == 200
        assert not (await me(anna))["kept"]
        kept = repr(place.house.store.rows("select * from phrases"))
        assert not any(f"'{word}" in kept for word in words.split())


@pytest.mark.asyncio
async def test_a_phrase_that_is_nobodys_opens_nothing_and_an_older_one_neither(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        anna = await place.guest("Anna")
        old = await phrase_of(anna)
        new = await phrase_of(anna)
        for words in (old, "acorn " * 10, "acorn", "xylophone " + "acorn " * 9, ""):
            answer = await come_back(place, words)
            assert answer.status == 400 and "set-cookie" not in answer.headers, words
        assert (await come_back(place, new)).status == 200
        assert (await anna.ask("DELETE", "/api/me/phrase")).json()["phrase"] is None
        assert (await come_back(place, new)).status == 400


@pytest.mark.asyncio
async def test_phrases_are_tried_a_few_times_only(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        visitor = await place.guest()
        tries = int(LIMITS["phrases"].guest.at_once)
        found = [(await come_back(place, "acorn", visitor)).status for _ in range(tries + 1)]
        assert found == [400] * tries + [429]


@pytest.mark.asyncio
async def test_a_guest_who_signs_in_brings_seats_along_or_leaves_them(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        anna = await place.guest("Anna")
        words = await phrase_of(anna)
        page, bert = await place.table("Fox", "Bert")
        await page.do(msg.Say, words="hello")
        await page.do(msg.Note, words="mine")
        fox = page.visitor
        alone = Visitor(place.address, fox.cookie)
        assert (await me(alone))["tables"] == 1
        assert (await come_back(place, words, alone)).json()["brought"] == 0
        answer = (await come_back(place, words, fox, bring=True)).json()
        assert (answer["brought"], answer["stayed"]) == (1, 0)
        await bert.until(lambda page: page.table is not None and page.table.seats[0].who == "Anna")
        there = await place.visit(anna, page.code)
        assert there.table is not None and there.table.seat == 0 and there.table.host
        assert there.notes is not None and there.notes.words == "mine"
        assert [line.words for line in there.chat] == ["hello"]
        await page.until(
            lambda page: page.closed is not None
        )  # who was open in that browser is somebody else
        code = page.code
    async with open_place(tmp_path) as place:  # and so it is kept
        again = await place.visit(Visitor(place.address, anna.cookie), code)
        assert again.table is not None and again.table.seat == 0


@pytest.mark.asyncio
async def test_where_both_sit_already_the_seat_stays_and_that_is_said(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        anna, fox = await place.table("Anna", "Fox")
        words = await phrase_of(anna.visitor)
        answer = (await come_back(place, words, fox.visitor, bring=True)).json()
        assert (answer["brought"], answer["stayed"]) == (0, 1)


@pytest.mark.asyncio
async def test_a_person_takes_everything_along_and_leaves(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        page, bert = await place.table("Anna", "Bert")
        anna = page.visitor
        words = await phrase_of(anna)
        await anna.send("PUT", "/api/me/settings", {"settings": {"look": "dark"}})
        answer = await anna.get("/api/me/export")
        assert "attachment" in answer.headers["content-disposition"]
        exported = answer.json()
        assert (
            exported["person"][0]["settings"] == {"look": "dark"}
            and exported["tables"][0]["code"] == page.code
        )
        assert (await anna.ask("DELETE", "/api/me")).status == 200
        await bert.until(lambda page: page.table is not None and page.table.seats[0].who == "Somebody")
        assert (await me(anna))["name"] != "Anna"
        assert (await come_back(place, words)).status == 400


# --- Passkeys: the browser tests use real ones --------------------------------------------------------------


@pytest.mark.asyncio
async def test_what_is_no_passkey_makes_nobody_and_opens_nothing(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        anna = await place.guest("Anna")
        address = place.address.replace("127.0.0.1", "localhost")
        named = Visitor(address, anna.cookie)
        for path in ("/api/me/passkeys", "/api/passkeys"):
            assert (await anna.send("POST", f"{path}/options", {})).status == 400  # an address of numbers
            assert (await named.send("POST", f"{path}/options", {})).json()["challenge"]
            for _ in range(2):  # broken; and then there is nothing to be answered
                answer = await named.send("POST", path, {"credential": {"id": "x", "response": {}}})
                assert answer.status == 400 and "set-cookie" not in answer.headers
        assert not (await me(anna))["kept"]


def test_passkeys_belong_to_the_name_by_which_we_are_called() -> None:
    trusted = ("https://games.example", "https://other.example")
    assert place_of("http", "games.example:8421", trusted) == (
        "games.example",
        ["http://games.example:8421", "https://games.example"],
    )
    for address in ("127.0.0.1:8421", "[::1]:8421"):
        with pytest.raises(Mistake, match="by its name"):
            place_of("http", address, ())


@pytest.mark.asyncio
async def test_a_challenge_ends_with_time(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        anna = await place.guest("Anna")
        guest = place.house.keyring.read(anna.cookie)
        keys = place.house.persons.passkeys
        assert guest is not None
        keys.to_use(guest, place_of("http", "localhost", ()))
        now = keys.now()
        keys.now = lambda: now + LIVES + 1
        with pytest.raises(Mistake, match="too long"):
            keys.answered("use", guest)
        await asyncio.sleep(0)


def test_the_words_of_phrases_are_told_apart_by_their_beginnings() -> None:
    assert len(phrase.WORDS) == len(phrase.BY_BEGINNING) == 256
    words = phrase.new_phrase()
    assert phrase.read_phrase(" ".join(word[:4] for word in words)) == words
