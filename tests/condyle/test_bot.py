"""What bots see of a table, and what they have learnt of it; alone no level errs on purpose."""

from fabletop import bots
from fabletop.games.condyle.bot import evaluation as e
from fabletop.games.condyle.bot.prospects import Prospects
from fabletop.games.condyle.game import GAME
from fabletop.games.condyle.solo.game import GAME as SOLO
from fabletop.games.condyle.table import Table
from fabletop.kernel.rng import seeded

from .tables import table


def seen(state: Table, player: int) -> dict[tuple[int, int], float]:
    """How much of each kind, by when."""
    found = e.Seen()
    found.prospects.look(state)
    e.look_at(state, player, e.danger(state), e.nodes_by_steps(state), found)
    return {
        (int(found.what[i]) // e.TIMES, int(found.what[i]) % e.TIMES): found.much[i]
        for i in range(found.count)
    }


def test_what_is_seen_belongs_to_a_player_and_to_the_moment() -> None:
    state = table(4, hands={0: ["LOST"]}, piles={0: 3, 1: 9, 2: 1, 3: 24}).state
    assert (e.PILE + 3, e.PLAYING) in seen(state, 0), "in the own turn"
    assert (e.PILE + 9, e.NEXT) in seen(state, 1), "whose turn is next"
    assert (e.PILE + 1, e.LATER) in seen(state, 2)
    assert (e.PILE + int(e.LONG_PILE), e.LATER) in seen(state, 3), "long piles are alike"
    moving = table(4, stage="move", piles={0: 3}).state
    assert (e.PILE + 3, e.MOVING) in seen(moving, 0)
    drawing = table(4, stage="draw", piles={0: 3}, cove_deck=["ALLEY"]).state
    assert (e.PILE + 3, e.DRAWING) in seen(drawing, 0), "no pile is needed any more this turn"


def test_where_two_are_left_of_more_all_of_it_weighs_otherwise() -> None:
    state = table(3, hands={0: ["LOST"]}, piles={0: 3, 1: 9, 2: 1}).state
    state.dead = 1 << 1
    assert (e.PILE + 3, e.OF_TWO + e.PLAYING) in seen(state, 0)
    assert (e.PILE + 1, e.OF_TWO + e.NEXT) in seen(state, 2)
    assert (e.PILE + 3, e.PLAYING) in seen(table(2, hands={0: ["LOST"]}, piles={0: 3}).state, 0)


def test_the_cove_deck_spares_a_short_pile() -> None:
    few = table(2, piles={0: 3, 1: 9}, cove_deck=["ALLEY"]).state
    many = table(2, piles={0: 3, 1: 9}, cove_deck=["ALLEY"] * 4).state
    none = table(2, piles={0: 3, 1: 9}).state
    spared = [
        {kind for kind, _ in seen(state, 0) if e.COVE <= kind < e.RECOVERED} for state in (few, many, none)
    ]
    assert spared == [{e.COVE + 6}, {e.COVE + 7}, set()]
    assert not any(e.COVE <= kind < e.RECOVERED for kind, _ in seen(few, 1)), "a long one needs none"


# --- What the cards in the hands could do next -----------------------------------------------------------


def prospects(state: Table) -> Prospects:
    found = Prospects()
    found.look(state)
    return found


def test_a_card_brings_back_what_it_can_where_its_holder_may_stand() -> None:
    def brought(stage: str, where: str, discard: int) -> float:
        state = table(hands={0: ["MUDLARK"]}, at={0: where}, discards={0: discard}, stage=stage).state
        return prospects(state).recovered[0]

    assert brought("play", "BEACH", 5) == 2
    assert brought("play", "BEACH", 1) == 1, "no more than there is"
    assert brought("play", "TOWN", 5) == 0, "it wants the BEACH or the CREEK"
    assert brought("move", "TOWN", 5) == 2, "which can still be reached"


def test_a_hand_threatens_whoever_stands_where_its_cards_strike() -> None:
    at = {0: "BEACH", 1: "TOWN", 2: "WOODS"}
    state = table(3, hands={1: ["KIDNAPPED"], 2: ["ROADBLOCK"], 0: ["SWEPT AWAY", "LOST"]}, at=at).state
    found = prospects(state)
    assert list(found.pile_lost)[:3] == [0, 0, 0], "neither in TOWN or ALLEY but its holder, nor on a HIGHWAY"
    assert list(found.hand_lost)[:3] == [0, 0, 1], "LOST strikes the WOODS; nobody strikes oneself"
    state = table(3, hands={1: ["KIDNAPPED"]}, at={0: "TOWN", 1: "BEACH", 2: "TOWN"}).state
    found = prospects(state)
    assert list(found.pile_lost)[:3] == [1, 0, 1], "one of two, so each in part"
    assert found.looted[1] == 2


def test_a_card_for_the_same_space_strikes_as_far_as_its_holder_can_walk() -> None:
    def lost(stage: str, where: str) -> float:
        state = table(4, hands={0: ["FOUR'S A CROWD"]}, at={0: "TOWN", 1: where}, stage=stage).state
        return prospects(state).pile_lost[1]

    assert lost("play", "TOWN") == 2
    assert lost("play", "BEACH") == 0
    assert lost("move", "BEACH") == 2, "it is two steps away"


def test_what_is_safe_is_not_threatened_and_shields_threaten_nobody() -> None:
    at = {0: "ALLEY", 1: "BEACH"}
    spaces = {"TOWN": (0, 1), "BEACH": (1, 0), "ALLEY": (2, 0), "WOODS": (0, -1)}
    hands = {0: ["LOST", "CURFEW"], 1: ["TURN OUT YOUR POCKETS", "LUCKY PASSERBY"]}
    safe = prospects(table(hands=hands, at=at, spaces=spaces).state)
    assert safe.hand_lost[0] == 0, "the ALLEY keeps a hand"
    assert safe.pile_lost[1] == 1, "CURFEW takes from whoever is out"
    open_to_all = prospects(table(hands=hands, at={0: "BEACH", 1: "BEACH"}, spaces=spaces).state)
    assert open_to_all.hand_lost[0] == 1


def test_an_empty_pile_may_be_saved_and_a_short_one_drained() -> None:
    hands = {0: ["GRAVE GOODS"], 1: ["ON THE MOVE"]}
    state = table(hands=hands, piles={0: 0, 1: 3}, discards={0: 4}).state
    assert (e.RESCUED, e.PLAYING) in seen(state, 0)
    assert (e.DRAINED, e.NEXT) not in seen(state, 1)
    state = table(hands=hands, piles={0: 3, 1: 3}, discards={0: 4}).state
    assert (e.RESCUED, e.PLAYING) not in seen(state, 0)
    assert (e.DRAINED, e.PLAYING) in seen(state, 0), "ON THE MOVE would leave one card, and two are drawn"


def test_how_far_the_cul_de_sac_is_and_what_waits_there() -> None:
    places = {"TOWN": (0, 1), "BEACH": (1, 0), "ALLEY": (2, 0), "PLAYGROUND": (3, 0)}
    state = table(
        4, hands={0: ["LOST"]}, at={0: "CUL-DE-SAC", 1: "BEACH", 2: "ALLEY", 3: "PLAYGROUND"}, spaces=places
    ).state
    assert seen(state, 0)[e.RISK, e.PLAYING] == e.danger(state)
    assert (e.STEPS, e.NEXT) in seen(state, 1)
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
