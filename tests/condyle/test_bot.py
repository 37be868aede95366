"""What bots see of a table, and what they have learnt of it; alone no level errs on purpose."""

from fabletop import bots
from fabletop.games.condyle.bot import evaluation as e
from fabletop.games.condyle.game import GAME
from fabletop.games.condyle.solo.game import GAME as SOLO
from fabletop.games.condyle.table import Table
from fabletop.kernel.rng import seeded

from .tables import table


def seen(state: Table, player: int) -> dict[tuple[int, int], float]:
    """How much of each kind, by when."""
    found = e.Seen()
    e.look_at(state, player, e.danger(state), e.nodes_by_steps(state), found)
    return {
        (int(found.what[i]) // e.TIMES, int(found.what[i]) % e.TIMES): found.much[i]
        for i in range(found.count)
    }


def test_what_is_seen_belongs_to_a_player_and_to_the_moment() -> None:
    state = table(4, hands={0: ["LOST"]}, piles={0: 3, 1: 9, 2: 1, 3: 24}).state
    assert (e.PILE + 3, 0) in seen(state, 0), "in the own turn"
    assert (e.PILE + 9, 2) in seen(state, 1), "whose turn is next"
    assert (e.PILE + 1, e.LATER) in seen(state, 2)
    assert (e.PILE + int(e.LONG_PILE), e.LATER) in seen(state, 3), "long piles are alike"
    drawing = table(4, stage="draw", piles={0: 3}, cove_deck=["ALLEY"]).state
    assert (e.PILE + 3, 1) in seen(drawing, 0), "no pile is needed any more this turn"


def test_how_far_the_cul_de_sac_is_and_what_waits_there() -> None:
    places = {"TOWN": (0, 1), "BEACH": (1, 0), "ALLEY": (2, 0), "PLAYGROUND": (3, 0)}
    state = table(
        4, hands={0: ["LOST"]}, at={0: "CUL-DE-SAC", 1: "BEACH", 2: "ALLEY", 3: "PLAYGROUND"}, spaces=places
    ).state
    assert seen(state, 0)[e.RISK, 0] == e.danger(state)
    assert (e.STEPS, 2) in seen(state, 1)
    assert (e.STEPS + 1, e.LATER) in seen(state, 2)
    assert (e.STEPS + 2, e.LATER) in seen(state, 3)


def test_bots_have_learnt_for_every_number_of_players() -> None:
    for players in GAME.players:
        learnt = GAME.learnt(GAME.opening(players))
        assert learnt is not None and learnt.fits(GAME.opening(players)), players
    assert SOLO.learnt(SOLO.opening(1)) is None, "alone what they know was written by hand"


def test_chances_add_up_and_who_is_out_has_none() -> None:
    learnt = GAME.learnt(GAME.opening(3))
    assert learnt is not None and learnt.fits(GAME.opening(3))
    evaluation = e.Evaluation(learnt.weights)
    state = table(3, hands={0: ["LOST"]}, piles={0: 12, 1: 1, 2: 5}).state
    evaluation.look_at_all(state)
    mine, poor, other = list(evaluation.chance)[:3]
    assert abs(mine + poor + other - 1) < 1e-9
    assert mine > other > poor, "cards in the pile are life"
    state.dead = 1 << 2
    evaluation.look_at_all(state)
    assert evaluation.chance[2] == 0 and evaluation.chance[0] > mine


def test_only_very_long_games_make_bots_restless() -> None:
    bot = GAME.advisor(GAME.opening(3))
    state = table(3, hands={0: ["LOST"]}).state
    restless = []
    for turn in (30, 160, 210, 600):
        state.turn = turn
        restless.append(bot.least_temperature(state))
    assert restless == [0.0, 0.0, 0.5, 1.0]


def test_alone_every_level_plays_its_best() -> None:
    state = SOLO.start(seed=3)
    answers = {
        (world, bots.make(level).choose(state.clone(), seeded(world)))
        for level in ("gentle:40", "fair:40", "sharp:40")
        for world in range(3)
    }
    assert len(answers) == 3
