"""Players, rounds, day and night."""

import pytest

import fabletop
from fabletop import bots
from fabletop.games.unrelenting import verbs as v
from fabletop.games.unrelenting.game import GAME
from fabletop.games.unrelenting.night import PlanNight
from fabletop.games.unrelenting.table import Table
from fabletop.kernel.action import act
from fabletop.kernel.rng import seeded
from fabletop.kernel.session import Session
from fabletop.kernel.snapshot import snapshot

from .tables import HOLES, HOUSE, OUTSIDE, house, start

FAMILY = ["henry", "catherine", "tilly", "carleton"]
CLOSE = {"henry": "1-A1", "catherine": "1-C1", "tilly": "1-E1", "carleton": "1-G1"}


# --- Players --------------------------------------------------------------------------------------


@pytest.mark.rule("UO-GEN.1")
def test_the_game_is_for_four() -> None:
    for players in (1, 2, 3, 5):
        with pytest.raises(fabletop.Mistake, match="for 4 players"):
            GAME.start(players)


@pytest.mark.rule("UO-SETUP.1", "UO-COMP.1", "UO-R3")
def test_everybody_chooses_a_character_and_nobody_twice() -> None:
    tale = start(seed=4)
    asked = []
    for name in ("tilly", "henry", "catherine"):
        asked.append(int(tale.state.seat))
        tale.do("character", name)
        if tale.verbs == {"character"}:
            assert tale.refused("character", name) == "UO-R3"
    assert sorted(int(seat) for seat in tale.state.seats) == [0, 1, 2, 3]
    assert [int(tale.state.seats[FAMILY.index(name)]) for name in ("tilly", "henry", "catherine")] == asked
    assert tale.turn == "henry", "turns go by character, not by chair"


@pytest.mark.rule("UO-R3")
def test_who_chooses_first_is_drawn_by_lot() -> None:
    assert {int(start(seed=seed).state.seat) for seed in range(30)} == {0, 1, 2, 3}
    dealt = {
        tuple(int(seat) for seat in start(seed=seed, characters="lot").state.seats) for seed in range(30)
    }
    assert len(dealt) > 10
    assert list(start(seed=1, characters="seats").state.seats) == [0, 1, 2, 3]


@pytest.mark.rule("UO-R3")
def test_whoever_likes_lets_the_others_choose_first_once() -> None:
    tale = start(seed=4)
    order = [int(seat) for seat in tale.state.picks]
    tale.do("wait")
    assert int(tale.state.seat) == order[1] and list(tale.state.picks) == [*order[1:], order[0]]
    tale.do("character", "tilly", "henry").do("wait")
    assert int(tale.state.seat) == order[0] and tale.refused("wait") == "UO-R3"
    older = GAME.blank(GAME.opening(4, {}, HOUSE, rules=2))
    older.begin()
    assert older.legal() == [act(v.CHARACTER, player) for player in range(4)]


@pytest.mark.rule("UO-R3")
@pytest.mark.parametrize("name", ["greedy", "fair:16"])
def test_bots_let_people_choose_first(name: str) -> None:
    state = start(seed=1).state
    for _ in range(4):
        assert bots.make(name).choose(state, seeded(1)) == act(v.WAIT, 0)
        state.apply(act(v.WAIT, 0))
    assert bots.make(name).choose(state, seeded(1)) >> 12 == v.CHARACTER


@pytest.mark.rule("UO-SETUP.4", "UO-SETUP.5", "UO-SETUP.3", "UO-R12", "UO-COMP.2")
def test_the_table_at_the_start() -> None:
    tale = start(characters="seats")
    assert [tale.stands(name) for name in FAMILY] == [OUTSIDE] * 4
    assert [tale.rabbit(name) for name in FAMILY] == ["1-E3"] * 4
    assert [tale.slots(name) for name in FAMILY] == [""] * 4
    assert tale.view["ladders"] == {"house": "D3", "yard": "E3"}


# --- Rounds ---------------------------------------------------------------------------------------


@pytest.mark.rule("UO-MODE.1", "UO-MODE.2", "UO-R1", "UO-R15")
def test_four_days_then_four_nights_then_days_again() -> None:
    tale = start(seed=2, characters="seats")
    chance = seeded(3)
    for _ in range(400):
        legal = tale.state.legal()
        if tale.state.cycle < 3:
            tale.state.apply(legal[chance.below(len(legal))])
    rounds = ["Cycle 1, day.", "Cycle 1, night.", "Cycle 2, day.", "Cycle 2, night."]
    assert tale.happened("round")[:4] == rounds
    rolled = [words.split()[0].lower() for words in tale.happened("roll")]
    assert rolled[:16] == FAMILY * 4


@pytest.mark.rule("UO-MODE.3", "UO-DAY.1")
def test_by_day_the_own_character_walks_and_nobody_else() -> None:
    tale = house("catherine", dice="12", catherine="1-H1", cycle=1)
    before = [tale.rabbit(name) for name in FAMILY] + [tale.stands(n) for n in FAMILY if n != "catherine"]
    assert tale.verbs == {"to"} and tale.asked == "catherine"
    tale.do("to", "1-G3")
    after = [tale.rabbit(name) for name in FAMILY] + [tale.stands(n) for n in FAMILY if n != "catherine"]
    assert tale.stands("catherine") == "1-G3" and before == after


@pytest.mark.rule("UO-MODE.4", "UO-R15", "UO-R16", "UO-NIGHT.1", "UO-NIGHT.2")
def test_by_night_each_player_moves_all_four_rabbits_the_full_sum() -> None:
    tale = house("tilly", night=True, dice="12 12".replace(" ", ""), rabbits=CLOSE, cycle=1)
    assert tale.asked == "tilly" and tale.verbs == {"hop"}
    tale.hop(carleton="1-G4", henry="1-B3", tilly="1-F3", catherine="1-A2")
    assert [tale.rabbit(name) for name in FAMILY] == ["1-B3", "1-A2", "1-F3", "1-G4"]
    assert [tale.stands(name) for name in FAMILY] == ["1-A1", "1-H1", "1-A6", "1-H6"], "people sleep"
    assert tale.asked == "carleton", "the next player moves them again"


@pytest.mark.rule("UO-R16", "UO-NIGHT.1")
def test_a_rabbit_moves_once_and_exactly() -> None:
    tale = house("henry", night=True, dice="12", rabbits=CLOSE, cycle=1).hop(tilly="1-E4")
    assert tale.refused("hop", ("tilly", "1-E1")) == "UO-R16"
    assert tale.refused("hop", ("henry", "1-A3")) == "UO-R7"
    assert tale.refused("hop", ("henry", "1-A5")) == "UO-NIGHT.1"
    assert tale.refused("done") == "UO-R16", "every rabbit moves"


@pytest.mark.rule("UO-R16")
def test_a_night_is_a_plan_that_is_taken_back_until_it_is_confirmed() -> None:
    session = Session(GAME, 4, 1, {"characters": "seats"})
    while not isinstance(session.state.question, PlanNight):
        session.play(int(session.state.seat), session.state.legal()[0])
    before = snapshot(session.state)
    seat = int(session.state.seat)
    hops = 0
    while session.state.legal() != [act(v.DONE, 0)]:
        session.play(seat, session.state.legal()[-1])
        hops += 1
    assert hops == 4 and session.seat == seat, "the plan waits for its player"
    for _ in range(hops):
        session.undo(seat)
    assert snapshot(session.state) == before


@pytest.mark.rule("UO-R16", "UO-R29")
def test_what_is_turned_on_a_lucky_night_confirms_the_plan() -> None:
    tale = house("henry", night=True, dice="11", rabbits=CLOSE, slots={"henry": "F01"}, cycle=1)
    tale.do("hop", ("henry", "1-A3"), ("catherine", "1-C3"), ("tilly", "1-E3"), ("carleton", "1-G3"))
    assert tale.verbs == {"turn", "done"}, "no other question in between"
    assert tale.do("done").asked == "catherine"


@pytest.mark.rule("UO-NIGHT.3", "UO-R14")
def test_a_third_rabbit_may_not_land_but_may_pass() -> None:
    tale = house(
        "henry",
        night=True,
        dice="11",
        rabbits={"henry": "1-A1", "catherine": "1-B1", "tilly": "1-B1", "carleton": "1-A1"},
        cycle=1,
    )
    assert tale.may("hop", ("henry", "1-C1")), "through B1, where two sit"
    full = house(
        "henry",
        night=True,
        dice="11",
        rabbits={"henry": "1-A1", "catherine": "1-C1", "tilly": "1-C1", "carleton": "1-A1"},
        cycle=1,
    )
    assert full.refused("hop", ("henry", "1-C1")) == "UO-NIGHT.3"


@pytest.mark.rule("UO-NIGHT.4", "UO-R13", "UO-NIGHT.3")
def test_on_the_first_night_they_leave_their_gathering_place() -> None:
    together = dict.fromkeys(FAMILY, "1-E3")
    tale = house("henry", night=True, dice="11", rabbits=together, cycle=1)
    assert tale.ends("henry") == {
        *("1-C3", "1-D2", "1-D4", "1-E1", "1-E5", "1-F2", "1-F4", "1-G3"),
        *("2-D3", "B-D3", "B-E2", "B-E4", "B-F3"),
    }
    tale.hop(henry="1-E1", catherine="1-E1", tilly="1-E5", carleton="1-C3")
    assert [tale.rabbit(name) for name in FAMILY] == ["1-E1", "1-E1", "1-E5", "1-C3"]


@pytest.mark.rule("UO-LATER.1", "UO-LATER.2", "UO-R24")
def test_from_the_second_cycle_on_a_turn_opens_with_roles() -> None:
    tale = house("henry", slots={"henry": "F01 F02"}, dice="12")
    assert tale.verbs == {"roll", "role"}
    assert tale.refused("to", "1-A2") == "UO-R24"
    tale.do("roll")
    assert tale.verbs == {"to"}, "then the usual turn"
    assert house("henry", slots={"henry": "F01 F02"}, dice="12", cycle=1).verbs == {"to"}
    assert house("henry", slots={"henry": "F01"}, dice="12").verbs == {"to"}, (
        "nothing to choose: the dice fall"
    )


@pytest.mark.rule("UO-R57")
def test_roles_break_into_the_modes() -> None:
    by_day = house("henry", slots={"henry": "F01 F02"}, dice="12").do("role", "exterminator")
    assert by_day.verbs == {"to"} and not by_day.state.night
    by_day.do("to", "1-H1", "1-A6", "1-H6")
    assert [by_day.rabbit(name) for name in FAMILY] == ["B-A1", "1-H1", "1-A6", "1-H6"]
    at_night = house("henry", night=True, dice="12", away=True)
    assert at_night.stands("henry") == "1-E6", "Henry comes home by night"


@pytest.mark.rule("UO-R20")
def test_everything_lies_open() -> None:
    tale = house("henry", slots={"tilly": "F01 F02i"}, dice="12")
    views = [GAME.view(tale.state, seat) | {"seat": None, "paths": None} for seat in (0, 1, 2, 3, None)]
    assert all(view == views[0] for view in views)
    assert [slot["side"] for slot in views[0]["characters"][2]["slots"][:2]] == ["control", "insanity"]
    other = GAME.resample(tale.state, 0, seeded(9))
    assert other.legal() == tale.state.legal() and other.rng.words() != tale.state.rng.words()


@pytest.mark.rule("UO-COMP.8", "UO-R22")
def test_roles_are_personal() -> None:
    roles = {
        "henry": ["exterminator"],
        "catherine": ["perfect"],
        "tilly": ["door", "divide"],
        "carleton": ["stairs"],
    }
    for name, own in roles.items():
        tale = house(name, slots={name: "F01 F02"}, dice="12")
        for other in ("exterminator", "perfect", "door", "divide", "stairs"):
            if other in own:
                assert tale.may("role", other)
            else:
                assert tale.refused("role", other) == "UO-COMP.8"


def test_only_the_player_who_is_asked_may_answer() -> None:
    tale = house("tilly", dice="12")
    action = tale.state.legal()[0]
    for seat in (0, 1, 3, None):
        refusal = GAME.explain(tale.state, seat, action)
        assert refusal is not None and refusal.rule == "UO-MODE.1"
    assert GAME.explain(tale.state, 2, "x") is not None
    assert HOLES["tilly"] == tale.rabbit("tilly")


# --- Games that began by older rules ----------------------------------------------------------------


def test_games_of_rules_version_2_keep_their_rulings_and_ask_rabbit_by_rabbit() -> None:
    opening = GAME.opening(4, {"characters": "seats"}, HOUSE, rules=2)
    names = ("switch", "stoppers", "painting", "night_roles", "dawn")
    assert [opening.option(name) for name in names] == ["any", "gone", "day", "off", "40"]
    state = GAME.begin(opening, seeded(3))
    assert isinstance(state, Table)
    asked = set()
    while state.cycle < 2:
        asked |= {GAME.verbs[action >> 12] for action in state.legal()}
        if state.night and state.legal()[0] >> 12 == v.RABBIT:
            assert GAME.ask(state, int(state.seat)).prompt.endswith("Which rabbit moves next?")
        state.apply(bots.make("fair:16").choose(state, seeded(1)))
    assert {"rabbit", "to"} <= asked and "hop" not in asked
