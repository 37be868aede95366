"""Several people who are asked together: the first answer is a proposal to the others."""

from pathlib import Path

import pytest
from tests.server.place import Clock, Place, open_place
from tests.server.test_play import settled

from fabletop.games.coraline.table import DISCARDED
from fabletop.games.coraline.table import Table as Coraline
from fabletop.games.coraline.verbs import CONCEDE
from fabletop.kernel.action import act
from fabletop.server import messages as msg
from fabletop.server.house import CONSENT
from fabletop.server.trials.visitor import Page

pytestmark = pytest.mark.asyncio


async def three(place: Place, **more: object) -> list[Page]:
    """Anna, Bert and a bot, asked who goes first."""
    pages = await place.table("Anna", "Bert", game="coraline", seats=["me", "open", "fair"], **more)
    assert all(page.options for page in pages)
    return pages


def proposal(page: Page) -> msg.Proposal:
    assert page.table is not None and page.table.proposal is not None
    return page.table.proposal


def number(page: Page) -> int:
    assert page.position is not None
    return page.position.number


async def vote(page: Page, yes: bool) -> msg.Reply:
    return await page.do(msg.Vote, proposal=proposal(page).number, yes=yes)


async def test_all_agree(tmp_path: Path) -> None:
    async with open_place(tmp_path, Clock()) as place:
        anna, bert = pages = await three(place)
        chosen = anna.options[1]
        assert (await anna.act(chosen.action)).refused is None
        await settled(pages)
        assert number(anna) == number(bert) == 0
        for page in pages:
            found = proposal(page)
            assert (found.seat, found.yes, found.action, found.left) == (0, [0], chosen.action, CONSENT)
            assert found.voters == [0, 1] and chosen.words in found.words and "Anna" in found.words
        assert (await vote(anna, True)).refused is not None  # she has agreed already
        assert (await vote(bert, True)).refused is None
        assert number(bert) == 1
        table = place.house.rooms[anna.code].table
        assert table.session.actions[0].seat == 0 and table.offer is None


async def test_a_proposal_can_be_withdrawn(tmp_path: Path) -> None:
    async with open_place(tmp_path, Clock()) as place:
        anna, bert = pages = await three(place)
        first, other = anna.options[0].action, anna.options[1].action
        await anna.act(first)
        assert (await vote(anna, False)).refused is None
        await settled(pages)
        table = place.house.rooms[anna.code].table
        assert table.offer is None and number(bert) == 0
        assert "Anna withdrew the proposal." in [line.words for line in bert.chat]
        await bert.act(other)
        await settled(pages)
        assert proposal(anna).instead is None, "nobody holds to what was withdrawn"


async def test_the_same_answer_is_consent_and_another_an_objection(tmp_path: Path) -> None:
    async with open_place(tmp_path, Clock()) as place:
        anna, bert = pages = await three(place)
        first, other = anna.options[0].action, anna.options[1].action
        await anna.act(first)
        await bert.act(other)
        await settled(pages)
        assert (proposal(anna).seat, proposal(anna).action) == (1, other)
        assert number(anna) == 0 and "Bert would rather not." in [line.words for line in anna.chat]
        assert (proposal(anna).instead, proposal(anna).left) == (first, 2 * CONSENT)  # two to weigh
        assert proposal(anna).instead_words == f"Anna had proposed: {anna.options[0].words}."
        await bert.act(first)  # he thinks again
        await settled(pages)
        assert (proposal(anna).seat, proposal(anna).action) == (1, first)
        assert proposal(anna).instead == other
        await anna.act(first)
        assert number(anna) == 1


async def test_an_answer_takes_the_place_of_a_proposal_that_was_none(tmp_path: Path) -> None:
    """Nothing is weighed against it, and everybody still hears of the table (a page once did not)."""
    async with open_place(tmp_path, Clock()) as place:
        anna, bert = pages = await three(place)
        assert (await bert.do(msg.Arrange, seat=2, holder="relentless")).refused is None
        await settled(pages)
        assert proposal(anna).bot == 2
        chosen = anna.options[0]
        assert (await anna.act(chosen.action)).refused is None
        await settled(pages)
        for page in pages:
            assert (proposal(page).bot, proposal(page).action, proposal(page).instead) == (
                None,
                chosen.action,
                None,
            )


async def test_silence_is_consent(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        anna, bert = await three(place)
        await anna.act(anna.options[0].action)
        await clock.pass_by(CONSENT - 0.1)
        await bert.do(msg.Ping)
        assert number(bert) == 0
        await clock.pass_by(0.2)
        await bert.until(lambda page: number(page) == 1)


async def test_who_wants_to_think_is_waited_for(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        anna, bert = pages = await three(place)
        await anna.act(anna.options[0].action)
        await bert.until(lambda page: page.table is not None and page.table.proposal is not None)
        assert (await anna.do(msg.Hold, number=0)).refused is None  # it is hers: nothing comes of it
        assert proposal(anna).left == CONSENT
        assert (await bert.do(msg.Hold, number=0)).refused is None
        await settled(pages)
        assert proposal(anna).left is None and proposal(bert).left is None
        assert "Bert wants to think about it." in [line.words for line in anna.chat]
        await clock.pass_by(10 * CONSENT)
        await bert.do(msg.Ping)
        assert number(bert) == 0
        await vote(bert, True)
        assert number(bert) == 1


async def test_an_objection_stops_it(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        anna, bert = await three(place)
        await anna.act(anna.options[0].action)
        await bert.until(lambda page: page.table is not None and page.table.proposal is not None)
        assert (await vote(bert, False)).refused is None
        await clock.pass_by(2 * CONSENT)
        await bert.do(msg.Ping)
        assert number(bert) == 0 and bert.table is not None and bert.table.proposal is None


async def test_what_warns_needs_a_word_of_all(tmp_path: Path) -> None:
    """To give up, silence is not enough."""
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        anna, bert = await three(place)
        session = place.house.rooms[anna.code].table.session
        state = session.state.clone()
        assert isinstance(state, Coraline)
        state.at[state.box.victory] = DISCARDED
        session.state = state
        assert (await anna.act(int(act(CONCEDE, 0)))).refused is None
        await bert.until(lambda page: page.table is not None and page.table.proposal is not None)
        assert proposal(bert).left is None
        await clock.pass_by(10 * CONSENT)
        await bert.do(msg.Ping)
        assert not bert.over
        await vote(bert, True)
        assert bert.over


async def test_others_do_not_learn_what_it_is(tmp_path: Path) -> None:
    async with open_place(tmp_path, Clock()) as place:
        anna, bert = await three(place)
        watcher = await place.visit(await place.guest("Carl"), anna.code)
        await anna.act(anna.options[0].action)
        await watcher.until(lambda page: page.table is not None and page.table.proposal is not None)
        assert proposal(watcher).action is None and proposal(watcher).words == "Anna proposes an answer."
        await bert.act(bert.options[1].action)
        await watcher.until(lambda page: proposal(page).seat == 1)
        assert proposal(watcher).instead is None and not proposal(watcher).instead_words
        assert (await vote(watcher, False)).refused is not None


async def test_it_outlives_a_restart(tmp_path: Path) -> None:
    clock = Clock()
    async with open_place(tmp_path, clock) as place:
        anna, _ = await three(place)
        await anna.act(anna.options[0].action)
        place.house.rooms.pop(anna.code).close()  # cut off: no farewell
    async with open_place(tmp_path, clock) as place:
        anna.visitor.address = place.address
        page = await place.visit(anna.visitor, anna.code)
        assert proposal(page).left == CONSENT
        await clock.pass_by(CONSENT)
        await page.until(lambda page: number(page) == 1)


async def test_one_person_among_bots_just_answers(tmp_path: Path) -> None:
    async with open_place(tmp_path, Clock()) as place:
        (page,) = await place.table("Anna", game="coraline", seats=["me", "fair", "fair"])
        assert (await page.act(page.options[0].action)).refused is None
        assert number(page) == 1
