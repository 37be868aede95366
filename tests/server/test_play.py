"""Playing at a table: answers, refusals, bots, undo, agreement, looking back, the end."""

import asyncio
import random
from pathlib import Path

import msgspec
import pytest
from tests.server.place import open_place

import fabletop
from fabletop.cli.main import main
from fabletop.kernel import replay
from fabletop.kernel.session import Session
from fabletop.server import messages as msg
from fabletop.server.limits import LIMITS
from fabletop.server.review import levelled, outcome, skipped, spread, sure, turning
from fabletop.server.trials.visitor import Page
from fabletop.server.visibility import reasons

pytestmark = pytest.mark.asyncio


async def play_out(pages: list[Page], luck: random.Random | None = None) -> None:
    """Answer at random on all pages until the game is over."""
    luck = luck or random.Random(1)
    while not all(page.over for page in pages):
        moved = False
        for page in pages:
            if (
                page.options
                and not page.over
                and (await page.act(luck.choice(page.options).action)).refused is None
            ):
                moved = True
                break
        if not moved:
            await asyncio.sleep(0.005)


def asked(pages: list[Page]) -> tuple[Page, Page]:
    """Of two pages, the one that is asked, and the other."""
    return (pages[0], pages[1]) if pages[0].options else (pages[1], pages[0])


async def settled(pages: list[Page]) -> None:
    """Until all pages show the same version."""
    for page in pages:
        await page.until(lambda page: page.version >= max(other.version for other in pages))


async def some_answers(pages: list[Page], count: int) -> None:
    luck = random.Random(5)
    for _ in range(count):
        await settled(pages)
        one, _ = asked(pages)
        assert (await one.act(luck.choice(one.options).action)).refused is None
    await settled(pages)


async def test_quick_answers_are_no_flood(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        place.house.limits.limits["changes"] = LIMITS["changes"]
        await some_answers(await place.table("Anna", "Bert"), 60)


# --- A whole game ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", fabletop.names())
async def test_a_whole_game_against_bots(game: str, tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        host = await place.guest("Anna")
        players = min(fabletop.game(game).players)
        seats = ["me", *["random"] * (players - 1)]
        code = await host.make(game=game, players=players, seats=seats, pace=0.0)
        page = await place.visit(host, code)
        await play_out([page])
        assert page.table is not None and page.position is not None
        assert page.position.result and page.position.figures
        won, lost = set(page.position.winners), set(page.position.losers)
        assert not won & lost and (won | lost or game == "storybook")  # which knows a draw
        await page.until(lambda page: page.table is not None and page.table.status == "over")
        assert page.table.seed is not None
        exported = await host.get(f"/api/tables/{code}/export")
        file = tmp_path / "game.json"
        file.write_bytes(exported.body)
        summary = replay.verify(file)
        assert summary.over
        assert summary.seed_hash == page.table.seed_hash
        assert replay.read(file, None).seed == int(page.table.seed)


async def test_the_log_grows_to_the_same_on_a_page_that_comes_later(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        (page,) = await place.table("Anna", seats=["me", "random"])
        await play_out([page])
        again = await place.visit(page.visitor, page.code)
        await settled([page, again])
        assert again.log == page.log
        assert again.position == page.position
        assert page.log[-1].number == page.position.number  # type: ignore[union-attr]


# --- Answers and refusals --------------------------------------------------------------------------------


async def test_an_answer_is_told_to_everybody_as_each_may_see_it(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        watcher = await place.visit(await place.guest("Carl"), pages[0].code)
        await watcher.until(lambda page: page.position is not None)
        one, other = asked(pages)
        assert (await one.act(one.options[0].action)).refused is None
        for page in (one, other, watcher):
            await page.until(lambda page: page.position is not None and page.position.number == 1)
        table = place.house.rooms[one.code].table
        for page, viewer in ((pages[0], 0), (pages[1], 1), (watcher, None)):
            assert page.position is not None
            view = table.session.game.view(table.session.state, viewer)
            assert page.position.view == msgspec.json.decode(msgspec.json.encode(view))
        assert watcher.options == []
        assert watcher.table is not None and watcher.table.seat is None
        await settled(pages)
        assert pages[0].table is not None and [one.name for one in pages[0].table.spectators] == ["Carl"]


async def test_what_cannot_be_answered(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        one, other = asked(pages)
        action = one.options[0].action
        before = place.house.rooms[one.code].table.version

        wrong_seat = await other.act(action)
        assert wrong_seat.refused and wrong_seat.refused.rule in fabletop.game("storybook").rules
        illegal = await one.act(4095)
        assert illegal.refused and illegal.refused.rule
        stale = await one.do(msg.Act, number=7, action=action)
        assert stale.refused and "moved on" in stale.refused.words
        watcher = await place.visit(await place.guest(), one.code)
        stranger = await watcher.do(msg.Act, number=0, action=action)
        assert stranger.refused and "not sitting" in stranger.refused.words
        assert place.house.rooms[one.code].table.version == before


async def test_a_message_sent_again_is_answered_again_and_acts_once(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        one, _ = asked(pages)
        act = {"number": 0, "action": one.options[0].action, "id": 77}
        assert (await one.do(msg.Act, **act)).refused is None
        version = place.house.rooms[one.code].table.version
        assert (await one.do(msg.Act, **act)).refused is None
        assert place.house.rooms[one.code].table.version == version
        assert place.house.rooms[one.code].table.length == 1


async def test_the_name_of_a_message_is_each_persons_own(tmp_path: Path) -> None:
    """Two pages that chose the same name and number do not answer for each other."""
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        pages[1].client = pages[0].client
        await pages[1].close()
        pages[1].open()
        assert (await pages[0].do(msg.Say, id=50, words="one")).refused is None
        assert (await pages[1].do(msg.Say, id=50, words="two")).refused is None
        await pages[0].until(lambda page: len(page.chat) == 2)


async def test_why_not(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        await some_answers(pages, 12)
        one, _ = asked(pages)
        session = place.house.rooms[one.code].table.session
        seat = one.table.seat if one.table else None
        things = {
            option.thing
            for option in session.game.conceivable(session.state, seat)
            if session.game.explain(session.state, seat, option.action) is not None
        }
        thing = sorted(things)[0]
        reply = await one.do(msg.Why, number=12, thing=thing)
        assert reply.reasons and all(reason.rule in session.game.rules for reason in reply.reasons)
        assert (await one.do(msg.Why, number=3, thing=thing)).refused
        assert (await one.do(msg.Why, number=12, thing="no such thing")).reasons == []


async def test_what_two_rules_forbid_in_the_same_words_is_said_once(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        twice = 0
        for _ in range(5):
            await some_answers(pages, 20)
            one, _other = asked(pages)
            table = place.house.rooms[one.code].table
            seat = one.table.seat if one.table else None
            game, state = table.session.game, table.session.state
            conceivable = game.conceivable(state, seat)
            for thing in {option.thing for option in conceivable}:
                found = game.reasons(state, seat, [option for option in conceivable if option.thing == thing])
                words = [why.words for why in found if why]
                twice += len(words) > len(set(words))
                told = [reason.words for reason in reasons(table, seat, thing)]
                assert len(told) == len(set(told))
            if twice:
                return
        raise AssertionError("no two rules say the same")


async def test_a_hint_is_one_of_the_options(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        one, other = asked(pages)
        reply = await one.do(msg.AskHint, number=0)
        assert reply.hint is not None
        option = next(option for option in one.options if option.action == reply.hint.action)
        assert option.words == reply.hint.words
        assert 0 <= reply.hint.chance <= 1 and 0 < reply.hint.share <= 1
        refused = await other.do(msg.AskHint, number=0)
        assert refused.refused and "asked" in refused.refused.words


# --- Taking back ------------------------------------------------------------------------------------------


def name_of(page: Page) -> str:
    assert page.table is not None and page.table.seat is not None
    return page.table.seats[page.table.seat].who


async def undoable(pages: list[Page], passed_on: bool = False) -> Page:
    """Play until somebody may take the last answer back; and another is asked now, or not yet."""
    luck = random.Random(3)
    while True:
        await settled(pages)
        for page in pages:
            if page.position and page.position.undo is None and bool(page.options) != passed_on:
                return page
        one, _ = asked(pages)
        await one.act(luck.choice(one.options).action)


async def test_undo(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        one = await undoable(pages)
        assert one.position is not None
        number, lines = one.position.number, list(one.log)
        assert (await one.do(msg.Undo, number=number)).refused is None
        await settled(pages)
        for page in pages:
            assert page.position is not None and page.position.number == number - 1
            assert all(line.number < number for line in page.log)
        fresh = await place.visit(one.visitor, one.code)
        await settled([one, fresh])
        assert fresh.log == one.log == [line for line in lines if line.number < number]
        refused = await one.do(msg.Undo, number=number)
        assert refused.refused and "moved on" in refused.refused.words


@pytest.mark.parametrize("agrees", [True, False])
async def test_who_is_to_play_next_is_asked_first(tmp_path: Path, agrees: bool) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        one = await undoable(pages, passed_on=True)
        (other,) = [page for page in pages if page is not one]
        assert one.position is not None
        number, name = one.position.number, name_of(one)
        assert (await one.do(msg.Undo, number=number)).refused is None
        await settled(pages)
        assert other.position is not None and other.position.number == number
        assert other.table is not None and other.table.proposal is not None
        assert other.table.proposal.words.startswith(f"{name} would like to take the last answer back")
        again = await one.do(msg.Undo, number=number)
        assert again.refused and "already" in again.refused.words
        vote = await other.do(msg.Vote, proposal=other.table.proposal.number, yes=agrees)
        assert vote.refused is None
        await settled(pages)
        for page in pages:
            assert page.position is not None and page.position.number == number - agrees
            assert page.table is not None and page.table.proposal is None and page.table.taken_back == 0
            words = f"{name} took an answer back." if agrees else "did not agree to go back"
            assert words in page.chat[-1].words
            assert page.chat[-1].at == (number - 1 if agrees else None)


async def test_where_taking_back_is_free_nobody_is_asked(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert", free_undo=True)
        one = await undoable(pages, passed_on=True)
        assert one.position is not None
        number = one.position.number
        assert (await one.do(msg.Undo, number=number)).refused is None
        await settled(pages)
        for page in pages:
            assert page.position is not None and page.position.number == number - 1
            assert page.chat[-1].words == f"{name_of(one)} took an answer back."


async def test_a_turn_that_is_planned_anew_is_told_of_once(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        one = await undoable(pages)
        for _ in range(3):
            assert one.position is not None
            action = place.house.rooms[one.code].table.session.actions[-1].action
            assert (await one.do(msg.Undo, number=one.position.number)).refused is None
            await settled(pages)
            assert (await one.act(action)).refused is None
            await settled(pages)
        for page in pages:
            assert [line.words for line in page.chat] == [f"{name_of(one)} took an answer back."]


async def test_what_cannot_be_taken_back(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        _, other = asked(pages)
        reply = await other.do(msg.Undo, number=0)
        assert reply.refused and other.position and reply.refused.words == other.position.undo


async def test_going_back_further_needs_everybody(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        await some_answers(pages, 12)
        assert (await pages[0].do(msg.Propose, to=12)).refused
        assert (await pages[0].do(msg.Propose, to=4)).refused is None
        await settled(pages)
        assert pages[1].table is not None and pages[1].table.proposal is not None
        number = pages[1].table.proposal.number
        assert pages[1].table.proposal.yes == [0]
        assert (await pages[1].do(msg.Propose, to=3)).refused
        assert (await pages[0].do(msg.Vote, proposal=number, yes=True)).refused  # has agreed already
        assert (await pages[1].do(msg.Vote, proposal=number + 1, yes=True)).refused
        assert (await pages[1].do(msg.Vote, proposal=number, yes=True)).refused is None
        await settled(pages)
        for page in pages:
            assert page.position is not None and page.position.number == 4
            assert page.table is not None and page.table.proposal is None
            assert max(line.number for line in page.log) <= 4
            assert page.table.taken_back == 8


async def test_one_who_does_not_agree_ends_a_proposal(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        await some_answers(pages, 3)
        assert (await pages[1].do(msg.Propose, to=0)).refused is None
        await settled(pages)
        assert pages[0].table is not None and pages[0].table.proposal is not None
        number = pages[0].table.proposal.number
        assert (await pages[0].do(msg.Vote, proposal=number, yes=False)).refused is None
        await settled(pages)
        for page in pages:
            assert page.table is not None and page.table.proposal is None
            assert page.position is not None and page.position.number == 3
            assert "did not agree" in page.chat[-1].words


async def test_an_answer_ends_a_proposal(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        one, other = asked(pages)
        await one.act(one.options[0].action)
        await settled(pages)
        await other.do(msg.Propose, to=0)
        await settled(pages)
        one, other = asked(pages)
        await one.act(one.options[0].action)
        await settled(pages)
        assert one.table is not None and one.table.proposal is None


async def test_alone_with_bots_nobody_else_has_to_agree(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with open_place(tmp_path) as place:
        (page,) = await place.table("Anna", seats=["me", "random"])
        while not (page.position and page.position.number > 8):
            if page.options:
                await page.act(page.options[0].action)
            await asyncio.sleep(0.01)
        assert page.table is not None and page.table.taken_back == 0
        number = place.house.rooms[page.code].table.length
        assert (await page.do(msg.Propose, to=2)).refused is None
        await page.until(lambda page: page.position is not None and page.position.number <= 4)
        assert page.table is not None and page.table.taken_back >= number - 2 > 0  # for all to see
        taken = page.table.taken_back
        watcher = await place.visit(await place.guest(), page.code)
        assert watcher.table is not None and watcher.table.taken_back == taken
        await play_out([page])
        file = tmp_path / "game.json"
        file.write_bytes((await page.visitor.get(f"/api/tables/{page.code}/export")).body)
        assert replay.verify(file).taken_back == taken
        assert main(["verify", str(file)]) == 0
        assert f"{taken} answers were taken back" in capsys.readouterr().out


async def test_undo_is_not_counted_as_going_back(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        while True:
            one, other = asked(pages)
            await one.act(one.options[0].action)
            await settled(pages)
            assert one.position is not None
            if one.position.undo is None:
                break
        assert (await other.do(msg.Propose, to=0)).refused is None
        assert (await one.do(msg.Undo, number=one.position.number)).refused is None
        await settled(pages)
        assert one.table is not None and one.table.taken_back == 0 and one.table.proposal is None


# --- Looking back and the end -----------------------------------------------------------------------------


async def test_looking_back_shows_what_the_seat_saw(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        first = pages[1].position
        await some_answers(pages, 6)
        reply = await pages[1].do(msg.Look, number=0)
        assert reply.position and first and reply.position.view == first.view
        assert reply.position.question.options == []
        assert reply.views is None
        assert reply.log == [line for line in pages[1].log if line.number == 0]
        assert (await pages[1].do(msg.Look, number=7)).refused
        assert (await pages[1].do(msg.Look, number=-1)).refused


async def test_what_is_open_only_after_the_end(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        code = pages[0].code
        stranger = await place.guest()
        for path in ("export", "curve"):
            answer = await stranger.get(f"/api/tables/{code}/{path}")
            assert answer.status == 404
            assert "hidden" in answer.json()["words"]
            guessed = await stranger.get(f"/api/tables/BCDFGHJK/{path}")
            assert (guessed.status, guessed.body) == (answer.status, answer.body)  # nor whether it exists
        assert (await place.visitor().get(f"/api/tables/{code}/curve")).status == 403  # without a cookie
        assert pages[0].table is not None and pages[0].table.seed is None
        await play_out(pages)
        watcher = await place.visit(stranger, code)
        reply = await watcher.do(msg.Look, number=3)
        table = place.house.rooms[code].table
        views = [table.session.game.view(table.session.at(3), seat) for seat in (0, 1)]
        assert reply.views == msgspec.json.decode(msgspec.json.encode(views))
        assert (await stranger.get(f"/api/tables/{code}/export")).status == 200
        for message in (msg.Act, msg.Undo):
            fields = {"action": 1} if message is msg.Act else {}
            reply = await pages[0].do(message, number=table.length, **fields)
            assert reply.refused and "over" in reply.refused.words


async def test_the_curve_of_a_finished_game(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        await play_out(pages)
        table = place.house.rooms[pages[0].code].table
        visitor = pages[0].visitor
        review = place.app.review
        first = msgspec.convert((await visitor.get(f"/api/tables/{table.code}/curve")).json(), msg.Curve)
        assert first.total == min(table.length + 1, 120) + 1
        async with asyncio.timeout(60):
            while review.curves:
                early = review.curves[table.code].curve
                assert not early.turning or early.done == early.total, "what is told of turns does not change"
                await asyncio.sleep(0.01)
        curve = msgspec.convert((await visitor.get(f"/api/tables/{table.code}/curve")).json(), msg.Curve)
        assert curve.done == curve.total == len(curve.estimates) + 1
        assert [estimate.number for estimate in curve.estimates][-1] == table.length
        assert curve.estimates[-1].chances == [(1 + worth) / 2 for worth in table.session.state.returns()]
        assert all(0 <= chance <= 1 for estimate in curve.estimates for chance in estimate.chances)
        assert set(curve.turning) <= {estimate.number for estimate in curve.estimates}
        assert [lesson.number for lesson in curve.lessons] == curve.turning
        for lesson in curve.lessons:
            assert lesson.seat == table.session.answered_by(lesson.number)
            assert lesson.given == table.session.words(lesson.number) and lesson.reasons
            assert lesson.given not in lesson.better[:1], "it is another answer, or none"
            before = table.session.at(lesson.number - 1)
            offered = [option.words for option in table.session.game.ask(before, lesson.seat).options]
            assert set(lesson.better[:1]) <= set(offered)
            if lesson.better:  # what was hoped for is more than what was reached
                reached = {estimate.number: estimate.chances for estimate in curve.estimates}
                assert lesson.seat is not None and reached[lesson.number][lesson.seat] < lesson.chance
        assert not review.curves  # it was kept, and is not estimated again


async def test_a_rematch_moves_everybody_one_seat_on(tmp_path: Path) -> None:
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        assert (await pages[0].do(msg.Rematch)).refused
        await play_out(pages)
        assert (await pages[0].do(msg.Rematch)).refused is None
        await settled(pages)
        assert pages[1].table is not None and pages[1].table.seats[0].ready and pages[1].table.rematch is None
        assert (await pages[0].do(msg.Rematch)).refused
        assert (await pages[1].do(msg.Rematch)).refused is None
        await settled(pages)
        assert pages[0].table is not None and pages[0].table.rematch is not None
        following = await place.visit(pages[0].visitor, pages[0].table.rematch)
        assert following.table is not None
        assert [seat.who for seat in following.table.seats] == ["Bert", "Anna"]
        assert following.table.seat == 1 and following.table.status == "playing"
        assert following.table.seed_hash != pages[0].table.seed_hash
        assert (await pages[0].do(msg.Rematch)).refused


async def test_who_wins_together_has_one_chance() -> None:
    chances = {
        (name, players): spread(fabletop.game(name).start(players, seed=3), 1, 0.3)
        for name, players in (("coraline", 3), ("storybook", 4), ("condyle", 4))
    }
    assert chances["coraline", 3] == [0.3] * 3
    assert chances["storybook", 4] == pytest.approx([0.7, 0.3, 0.7, 0.3])
    assert chances["condyle", 4][1] == 0.3 and sum(chances["condyle", 4]) == pytest.approx(1)


async def test_a_game_without_great_turns_has_small_ones() -> None:
    def game(*chances: float) -> list[msg.Estimate]:
        return [msg.Estimate(number, [one, 1 - one]) for number, one in enumerate(chances)]

    assert turning(game(0.5, 0.52, 0.45, 0.4, 0.33, 0.26)) == [2, 4, 5], "the three largest"
    assert turning(game(0.5, 0.48, 0.51)) == [], "what hardly shows is none"
    assert turning(game(0.5, 0.3, 0.5, 0.3, 0.5, 0.45)) == [1, 2, 3, 4], "many great ones: no small one"


async def test_where_the_game_turned_is_looked_at_more_closely() -> None:
    estimates = [
        msg.Estimate(number, [chance]) for number, chance in ((0, 0.5), (4, 0.5), (8, 0.2), (9, 0.4))
    ]
    assert turning(estimates) == [8, 9]
    assert skipped(estimates) == [5, 6, 7], "with which of these answers; of the other it is known"


async def test_a_long_game_turned_with_one_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fabletop.server.review.MOST_POSITIONS", 6)
    async with open_place(tmp_path) as place:
        pages = await place.table("Anna", "Bert")
        await play_out(pages)
        visitor, code, review = pages[0].visitor, pages[0].code, place.app.review
        await visitor.get(f"/api/tables/{code}/curve")
        async with asyncio.timeout(60):
            while review.curves:
                await asyncio.sleep(0.01)
        curve = msgspec.convert((await visitor.get(f"/api/tables/{code}/curve")).json(), msg.Curve)
        known = [one.number for one in curve.estimates]
        assert len(known) > 6 and known == sorted(known)
        assert curve.turning and all(number - 1 in known for number in curve.turning)


async def test_at_the_start_all_sides_have_the_same_chance() -> None:
    assert levelled(0.5, 0.5, 4) == pytest.approx(0.25) == levelled(0.25, 0.25, 4)
    assert levelled(0.6, 0.5, 2) == 0.6 and levelled(0.3, 0.5, 1) == 0.3
    assert levelled(0.0, 0.5, 4) == 0.0 and levelled(1.0, 0.5, 4) == 1.0
    assert 0.25 < levelled(0.6, 0.5, 4) < levelled(0.9, 0.5, 4) < 1
    assert [sure(worth) for worth in (1.0, 0.0, -1 / 3, -1.0)] == [1.0, 0.5, 0.0, 0.0]


@pytest.mark.parametrize(
    ("name", "players", "chances"),
    [
        ("unrelenting", 4, [0.0, 1 / 3, 1 / 3, 1 / 3]),
        ("storybook", 2, [0.0, 1.0]),
        ("coraline", 2, [0.0, 0.0]),
    ],
)
async def test_who_gives_up_leaves_the_others_as_they_were(
    name: str, players: int, chances: list[float]
) -> None:
    session = Session(fabletop.game(name), players, seed=3)
    session.resign(next(side for side in session.sides if 0 in side))
    assert outcome(session) == pytest.approx(chances)


async def test_who_has_not_chosen_yet_is_not_behind() -> None:
    state = fabletop.game("unrelenting").start(seed=3)
    for _ in range(2):
        assert spread(state, int(state.seat), 0.25) == pytest.approx([0.25] * 4, abs=0.12)
        state.apply(state.legal()[0])
