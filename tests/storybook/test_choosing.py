"""SB-R37 and SB-R38: teams chosen in secret, and two boxes."""

from typing import Any

import pytest

from fabletop import seeded
from fabletop.games.storybook.game import GAME
from fabletop.games.storybook.table import ALLY_OF, CHAMPION_OF, Storybook
from fabletop.kernel.question import Mistake

from .tables import Tale, start

DUEL = (
    ("champion", "hero alice"),
    ("champion", "villain hook"),
    ("ally", "hero genie"),
    ("ally", "villain mad-hatter"),
    ("keep", "Carpet Ride"),
    ("keep", "The Captain's Claw"),
)


OTHERWISE = (
    ("champion", "hero peter-pan"),
    ("champion", "villain hook"),
    ("ally", "hero tinker-bell"),
    ("ally", "villain mad-hatter"),
    ("keep", "Pinnacle of Good Form"),
)


def in_secret(answers: int, picks: tuple[tuple[str, str], ...] = DUEL) -> Tale:
    tale = start(side="heroes", choosing="secret")
    for verb, thing in picks[:answers]:
        tale.do(verb, thing)
    return tale


def all_that(tale: Tale, role: str | None) -> str:
    """Everything that a role may read."""
    seat = None if role is None else tale.seat_of(role)
    texts = [GAME.text(tale.state, seat, spoken) for spoken in (False, True)]
    return f"{tale.view(role)} {tale.told(role)} {GAME.ask(tale.state, seat)} {texts}"


# --- In secret --------------------------------------------------------------------------------------


@pytest.mark.rule("SB-R37")
def test_nobody_learns_what_the_other_side_picks() -> None:
    for answers in range(1, 6):
        tale = in_secret(answers)
        for role in ("villain", None):
            read = all_that(tale, role)
            assert not any(word in read for word in ("Carpet Ride", "(Alice)")), role
            hero = tale.view(role)["seats"][0]
            assert (hero["champion"], hero["ally"], hero["secret"]) == (None, None, True)
        if answers > 1:
            assert "(Captain Hook)" not in all_that(tale, "hero")
            assert "Hero picks Alice in secret." in str(tale.told("hero"))
            assert "Hero picks a team in secret." in str(tale.told("villain"))
        assert tale.view("hero")["seats"][0]["champion"] == "alice", "what one picked oneself is seen"
        assert tale.asks() if answers > 3 else "when all have chosen" in tale.asks()


@pytest.mark.rule("SB-R37")
def test_when_all_have_chosen_the_teams_are_shown_and_the_twists_are_not() -> None:
    tale = in_secret(6)
    for role in ("hero", "villain", None):
        seats = tale.view(role)["seats"]
        assert [(seat["champion"], seat["ally"]) for seat in seats] == [
            ("alice", "genie"),
            ("hook", "mad-hatter"),
        ]
        assert not any(seat["secret"] for seat in seats)
        shown = [entry.words for entry in tale.told(role) if entry.kind in ("champion", "ally")]
        assert shown == [
            "Hero is led by Alice.",
            "Hero (Alice) recruits Genie of the Lamp.",
            "Villain is led by Captain Hook.",
            "Villain (Captain Hook) recruits Mad Hatter.",
        ]
    assert "Carpet Ride" not in all_that(tale, "villain")
    openly = start(side="heroes")
    for verb, thing in DUEL:
        openly.do(verb, thing)
    assert tale.state.face == openly.state.face, "the same game follows"


@pytest.mark.rule("SB-R37")
@pytest.mark.parametrize("role", ["villain", None])
def test_to_the_others_every_pick_is_possible(role: str | None) -> None:
    """What a bot is given to think about tells nothing either."""
    worlds = []
    for picks in (DUEL, OTHERWISE):
        tale = in_secret(5, picks)
        found = []
        for seed in range(60):
            state = tale.state.resampled(-1 if role is None else tale.seat_of(role), seeded(seed))
            assert isinstance(state, Storybook)
            found.append((list(state.tally), list(state.face), list(state.terms.given)))
        worlds.append(found)
    assert worlds[0] == worlds[1], "it does not depend on what was picked"
    assert {tally[CHAMPION_OF] for tally, _, _ in worlds[0]} == {0, 4, 8}, "all three Champions"
    assert len({(tally[CHAMPION_OF], tally[ALLY_OF]) for tally, _, _ in worlds[0]}) == 9


@pytest.mark.rule("SB-R37", "SB-R34")
def test_teammates_see_each_others_teams_and_differ_in_every_world() -> None:
    tale = start(players=4, side="heroes", choosing="secret")
    tale.do("champion", "hero alice")
    assert tale.asked == "hero2"
    assert tale.view("hero2")["seats"][0]["champion"] == "alice"
    assert "Hero 1 picks Alice in secret." in str(tale.told("hero2"))
    assert tale.refused("champion", "hero alice") == "SB-R34"
    tale.do("champion", "hero peter-pan")
    pairs = set()
    for seed in range(60):
        world = tale.state.resampled(tale.seat_of("villain"), seeded(seed))
        assert isinstance(world, Storybook)
        pairs.add((int(world.tally[CHAMPION_OF]), int(world.tally[CHAMPION_OF + 2])))
    assert len(pairs) == 6 and all(one != two for one, two in pairs)


@pytest.mark.rule("SB-R37")
def test_teams_given_as_options_are_no_secret() -> None:
    tale = start(side="heroes", choosing="secret", hero="alice")
    assert tale.asked == "villain"
    worlds = [tale.state.resampled(tale.seat_of("villain"), seeded(seed)) for seed in range(20)]
    assert all(isinstance(one, Storybook) and one.tally == tale.state.tally for one in worlds)


@pytest.mark.rule("SB-BUILD.5")
def test_a_twist_given_as_an_option_is_known_to_its_own_seat_alone() -> None:
    tale = start(side="heroes", villain="hook", villain_ally="mad-hatter", villain_twist="NV-T1")
    assert tale.asked == "hero"
    for role, known in (("hero", False), ("villain", True), (None, False)):
        world = tale.state.resampled(-1 if role is None else tale.seat_of(role), seeded(1))
        assert isinstance(world, Storybook)
        assert (world.terms.given[6] == tale.state.terms.given[6] >= 0) == known


# --- Two boxes ----------------------------------------------------------------------------------------


@pytest.mark.rule("SB-R38", "SB-R34")
def test_with_two_boxes_teammates_may_have_the_same() -> None:
    for boxes, allowed in (("1", False), ("2", True)):
        tale = start(players=4, side="heroes", boxes=boxes).do("champion", "hero alice")
        assert tale.asked == "hero2" and tale.may("champion", "hero alice") == allowed
        cast: dict[str, Any] = {"hero": "alice", "hero2": "alice", "boxes": boxes}
        if not allowed:
            with pytest.raises(Mistake, match="teammates differ"):
                GAME.start(4, options=cast)
            continue
        state = GAME.start(4, seed=3, options=cast | {"hero_ally": "genie", "hero2_ally": "genie"})
        assert isinstance(state, Storybook)
        assert state.face[:15] == state.face[30:45]
        state.playout(seeded(3))
        assert state.over and not GAME.audit(state)


@pytest.mark.rule("SB-R38")
def test_two_boxes_are_for_four() -> None:
    with pytest.raises(Mistake, match="no option 'boxes' for 2 players"):
        GAME.start(2, options={"boxes": "2"})


@pytest.mark.rule("SB-R34")
def test_a_team_that_is_given_to_the_teammate_is_taken() -> None:
    tale = start(players=4, side="heroes", hero2="alice")
    assert tale.asked == "hero" and tale.refused("champion", "hero alice") == "SB-R34"
    champions: dict[str, Any] = {
        "hero": "peter-pan",
        "hero2": "alice",
        "villain": "hook",
        "villain2": "magician",
    }
    tale = start(players=4, side="heroes", hero2_ally="genie", **champions)
    assert tale.asked == "hero" and tale.refused("ally", "hero genie") == "SB-R34"
