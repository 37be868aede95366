"""Short versions of the trials: `fabletop kill-test`, `hostile` and `load` do the same at length."""

import json
import random
from pathlib import Path

import pytest
from tests.server.place import open_place

import fabletop
from fabletop.server import daily
from fabletop.server.daily import Daily
from fabletop.server.telling import Sent, Telling, Told
from fabletop.server.trials import floods, hostile, kill, load, notices, upgrade
from fabletop.server.trials.cheats import Cheats
from fabletop.server.trials.comparing import Comparing, Result

pytestmark = pytest.mark.asyncio


async def test_a_server_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    result = await kill.run(tmp_path, kills=3, tables=2, seed=1, say=lambda words: None)
    assert result.good, result
    assert result.acknowledged and result.reconnections and result.versions_seen


async def test_live_games_go_on_after_an_upgrade(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here from this version to itself; tests/test_corpus.py has the folders of released ones."""
    monkeypatch.setattr(upgrade, "TABLES", (("coraline", 1, {"concede": "off"}, 2),))
    result = await upgrade.run(tmp_path, "", 1, lambda words: None)
    assert result.good, result
    assert result.tables == result.running == 1 and result.answers_before and result.answers_after


@pytest.mark.heavy
async def test_who_plays_over_days_is_told_all_that_is_due_and_nothing_else(tmp_path: Path) -> None:
    """Over restarts, kills and an upgrade; test_notices.py has each rule of it by itself."""
    result = await notices.run(tmp_path, 10, lambda words: None)
    assert result.good, result
    assert result.restarts == 4 and result.mails == result.pushes > 10 and result.reminders == 1


async def test_an_upgrade_may_tell_more_but_not_less() -> None:
    old = [{"number": 1, "kind": "go"}, {"number": 2, "kind": "play"}, {"number": 2, "kind": "draw"}]
    more = [old[0], {"number": 1, "kind": "nothing"}, old[1], old[2], {"number": 3, "kind": "go"}]
    assert upgrade.still_told(old, more) == old
    assert upgrade.still_told(old, [old[0], old[2]]) == [old[0], None, None]


async def test_hostile_visitors_change_and_learn_nothing(tmp_path: Path) -> None:
    result = await hostile.run(tmp_path, 600, 3, lambda words: None, fabletop.names())
    assert result.good, result
    assert result.frames > 200 and result.answers and len(result.kinds) > 10
    assert any(kind.startswith("daily deal") for kind in result.kinds)
    told = json.loads(json.dumps(result.as_json()))
    assert told["good"] and sum(told["kinds"].values()) >= told["messages"] and told["held_back"]


async def test_cheats_at_the_daily_deal_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_place(tmp_path) as place:
        place.house.limits.lift()
        cheats = Cheats(place.house, place.address, Result(), random.Random(1))
        for attack in (cheats.try_again, cheats.spy, cheats.look_ahead):
            await attack()
        assert cheats.result.good and len(cheats.result.kinds) == 3
        monkeypatch.setattr(Daily, "is_over", lambda self, day: True)
        await cheats.look_ahead()
        assert any("the seed of coraline" in leak for leak in cheats.result.leaks)
        place.house.rooms[cheats.tries[0]].table.closed_until = 0.0
        await cheats.spy()
        assert "another's try was seen" in cheats.result.leaks
        monkeypatch.setattr(Daily, "code_of", lambda self, day, game, guest: None)
        monkeypatch.setattr(
            daily, "TRIED", "insert or ignore into tries (day, game, guest, code) values (?, ?, ?, ?)"
        )
        await cheats.try_again()
        assert any("by one guest" in done for done in cheats.result.carried_out)


async def test_floods_are_held_back(tmp_path: Path) -> None:
    """How long bots take meanwhile is not looked at here, where other tests run beside."""
    wanted = ("chat, over new connections", "tables at once, and by rematch", "a seat of one who is away")
    result = await floods.run(tmp_path, 1.0, lambda words: None, (*wanted, "sockets of one guest at once"))
    assert [words for words in result.wrong() if "no bot answered" not in words] == []
    assert {row.name for row in result.rows} == {*wanted, "sockets of one guest at once"}
    assert (
        all(row.tried > row.through for row in result.rows) and sum(row.through for row in result.rows) > 30
    )


async def test_what_floods_got_through_is_noticed() -> None:
    bad = floods.Flood("chat", 9, 9, most=8, bot_answers=5, bot_ms=151.0, megabytes=151.0)
    good = floods.Flood("chat", 9, 8, most=8, bot_answers=5, bot_ms=149.0, megabytes=149.0)
    result = floods.Floods(100.0, 50.0, 31.0, 1, 0, [bad], ["an error"])
    assert len(result.wrong()) == 5 and len(result.slow()) == 1
    fine = floods.Floods(100.0, 50.0, 29.0, 0, 0, [good])
    assert not fine.wrong() and not fine.slow()
    assert json.dumps(result.as_json())


async def test_the_comparison_finds_what_should_not_be_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Let a spectator see what seat 0 sees: the trial must notice."""
    from fabletop.server import visibility

    honest = visibility.position
    monkeypatch.setattr(
        visibility, "position", lambda table, seat: honest(table, 0 if seat is None else seat)
    )
    compared = Comparing.run

    def with_honest_eyes(self: Comparing) -> None:
        monkeypatch.setattr(visibility, "position", honest)
        compared(self)

    monkeypatch.setattr(Comparing, "run", with_honest_eyes)
    result = await hostile.run(tmp_path, 150, 4, lambda words: None, ("storybook",))
    assert result.leaks and not result.good


async def test_the_comparison_finds_notes_that_others_were_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def to_all(self: Telling, told: Told, sent: Sent) -> None:
        sent.notes = next(iter(self.room.notes.values()))

    monkeypatch.setattr(Telling, "tell_notes", to_all)
    result = await hostile.run(tmp_path, 100, 5, lambda words: None, ("storybook",))
    assert any("a private note" in leak for leak in result.leaks)


async def test_the_kill_trial_notices_a_lost_answer(tmp_path: Path) -> None:
    trial = kill.Trial(tmp_path, 1, 1, lambda words: None)
    trial.running.start()
    await trial.running.until_ready()
    trial.running.stop()
    trial.told.acknowledged.append(("ABCDEF", "page", 1, 5))
    trial.told.seen.add(("ABCDEF", 3, 2))
    trial.compare()
    assert trial.result.lost and trial.result.unkept and not trial.result.good


async def test_load_measures(tmp_path: Path) -> None:
    rows = await load.Load(tmp_path, "storybook", 2, 0.2, lambda words: None).run([3], 2.0)
    assert rows[0].moves > 5 and rows[0].p99_ms >= rows[0].p50_ms > 0 and rows[0].megabytes > 10
