"""What bots see of a table, and what they have learnt of it."""

import pytest
from librt.vecs import vec

from fabletop.bots.levels import make
from fabletop.games.storybook import verbs as v
from fabletop.games.storybook.bot import evaluation as e
from fabletop.games.storybook.bot.threats import ACTIONS, BY_PLAY, BY_REVEAL, BY_SLIDE, BY_SPIN
from fabletop.games.storybook.game import GAME
from fabletop.games.storybook.table import Storybook
from fabletop.games.storybook.turn import Turn
from fabletop.kernel.action import verb_of
from fabletop.kernel.rng import seeded

from .tables import table


def seen(state: Storybook) -> dict[tuple[int, int], float]:
    """How much of each kind, by when."""
    found = e.Seen()
    e.look(state, found)
    return {
        (int(found.what[i]) // e.TIMES, int(found.what[i]) % e.TIMES): found.much[i]
        for i in range(found.count)
    }


FIGHT = ("Cheshire Cat 1/2 for 3 @ 0,0", "Crocodile 4/4 for 2 @ 1,0", "White Rabbit 1/1 for 1 @ 0,1")


def test_what_is_doomed_belongs_to_its_side_and_to_the_moment() -> None:
    """SB-BATTLE.4: four Swords against two Shields overwhelm."""
    moving = seen(table(*FIGHT, turn="hero").state)
    assert moving[e.DOOMED, 3] == 3, "five Action Points are left to save it: three and more are alike"
    assert moving[e.DOOMED_CARDS, 3] == 1
    assert (moving[e.UP, 3], moving[e.UP_POINTS, 3]) == (1, 1), "the Rabbit stays"
    assert (moving[e.UP, 3 + e.WAITS], moving[e.UP_POINTS, 3 + e.WAITS]) == (-1, -2), (
        "the Villains' counts less"
    )
    waiting = seen(table(*FIGHT, turn="villain").state)
    assert waiting[e.DOOMED, 3 + e.WAITS] == 3


def test_what_ends_the_game_is_seen() -> None:
    assert (e.LOST, 3) in seen(table(*FIGHT, turn="hero", score=(0, 7)).state)
    assert (e.LOST, 3) not in seen(table(*FIGHT, turn="hero").state)


WEAK_BELOW = "Cheshire Cat 1/9,1/9,1/2,1/9 for 3 @ 0,0"


@pytest.mark.parametrize(
    ("villain", "action"),
    [
        ("Crocodile 4/4 @ 0,-1 face down", BY_REVEAL),
        ("Crocodile 1/4,4/4,1/4,1/4 @ 0,-1", BY_SPIN),
        ("Crocodile 1/4,1/4,4/4,1/4 @ 3,0", BY_SLIDE),
        ("Crocodile 1/4,1/4,4/4,1/4 in hand", BY_PLAY),
        ("Crocodile 4/4,1/4,1/4,1/4 @ 3,0", None),  # its Swords show the other way
        ("Crocodile 3/4 in hand", None),
    ],
)
def test_a_weak_side_that_lies_open_is_seen(villain: str, action: int | None) -> None:
    """SB-BATTLE.4: four Swords against two Shields overwhelm, three do not."""
    found = seen(table(WEAK_BELOW, villain, turn="villain", calm=True).state)
    waits = 3 + e.WAITS
    exposed = {by: found.get((e.EXPOSED + by, waits), 0.0) for by in range(ACTIONS)}
    assert exposed == {by: 3.0 if by == action else 0.0 for by in range(ACTIONS)}
    assert found.get((e.EXPOSED_MOST, waits), 0.0) == (0.0 if action is None else 3.0)
    assert (e.DECISIVE, waits) not in found


def test_who_is_bested_already_needs_only_to_be_bested_once_more() -> None:
    """SB-BATTLE.6: the Crocodile Bests the Cat from the East; two Swords against two Shields would do."""
    cat = "Cheshire Cat 1/9,1/3,1/2,1/9 for 3 @ 0,0"
    smee = "Smee 1/4,1/4,2/4,1/4 in hand"
    beside = seen(table(cat, "Crocodile 1/4,3/4,1/4,1/4 @ 1,0", smee, turn="villain", calm=True).state)
    assert beside[e.EXPOSED + int(BY_PLAY), 3 + e.WAITS] == 3.0
    assert (e.EXPOSED_MOST, 3 + e.WAITS) not in seen(table(cat, smee, turn="villain", calm=True).state)


def test_shields_hidden_points_and_what_the_hand_could_strike_with_are_seen() -> None:
    lines = ("Cheshire Cat 1/9 @ 0,0", "White Rabbit 1/1 for 2 @ 0,1 face down", "Alice 2/3 in hand")
    found = seen(table(*lines, calm=True).state)
    assert found[e.UP_SHIELDS, 3] == 36 * e.SCALE
    assert found[e.HIDDEN_POINTS, 3] == 2.0
    assert found[e.HAND_SWORDS, 3] == 8 * e.SCALE


def test_a_weak_side_beside_a_friend_is_safe() -> None:
    found = seen(table(WEAK_BELOW, "White Rabbit 1/9 @ 0,-1", "Crocodile 4/4 in hand", calm=True).state)
    assert (e.EXPOSED_MOST, 3) not in found


def test_what_could_be_lost_next_and_would_end_the_game_is_seen() -> None:
    state = table(WEAK_BELOW, "Crocodile 4/4 in hand", turn="villain", calm=True, score=(0, 7)).state
    assert (e.DECISIVE, 3 + e.WAITS) in seen(state)


def test_they_have_learnt_that_captures_win() -> None:
    learnt = GAME.learnt(GAME.opening(2))
    assert learnt is not None
    evaluation = e.Evaluation(learnt.weights)
    calm = evaluation.odds(table("Cheshire Cat 1/9 for 3 @ 0,0", *FIGHT[1:], turn="villain").state)
    doomed = evaluation.odds(table(*FIGHT, turn="villain").state)
    assert doomed < calm
    ahead = evaluation.odds(table(*FIGHT, turn="villain", score=(5, 0)).state)
    assert ahead > doomed


def test_they_choose_other_teams_in_other_games() -> None:
    chosen = set()
    for deal in range(12):
        state = GAME.begin(GAME.opening(4, {"side": "heroes"}), seeded(deal))
        chosen.add(int(make("sharp:3000").choose(state, seeded(deal))))
    assert len(chosen) == 3, "every Champion of the Heroes"


def test_who_can_act_does_not_stand_still() -> None:
    """Two who wait for one another would wait for ever: a table sets no limit by itself."""
    turns = 0
    for deal in range(4):
        rng = seeded(deal)
        state = GAME.begin(GAME.opening(2), rng)
        assert isinstance(state, Storybook)
        bots = [make("fair"), make("sharp:400")]
        while not state.over:
            answer = bots[state.seat].choose(state, rng)
            if isinstance(state.question, Turn) and state.acts == 0 and len(state.legal()) > 1:
                turns += 1
                assert verb_of(answer) != v.END
            state.apply(answer)
    assert turns > 20


def worth_of_a_lead(quiet: int, stall: bool) -> float:
    """What an advisor thinks of the leaders' chances after so many turns without a capture."""
    lead = table("Cheshire Cat 1/9 for 3 @ 0,0", score=(6, 0), quiet=quiet, stall=stall).state
    chances = vec[float]([0.0, 0.0])
    GAME.advisor(GAME.opening(2)).values_into(lead, chances)
    assert chances[0] == -chances[1]
    return chances[lead.seat]


def test_a_lead_fades_where_nothing_would_ever_end_a_quiet_game() -> None:
    """Who is ahead and waits has less and less of it, and acts at last; SB-R26 would see to that as well."""
    fresh = worth_of_a_lead(quiet=0, stall=False)
    assert worth_of_a_lead(quiet=12, stall=False) == fresh > 0
    assert 0 < worth_of_a_lead(quiet=40, stall=False) < fresh / 5
    assert worth_of_a_lead(quiet=19, stall=True) == worth_of_a_lead(quiet=0, stall=True)
