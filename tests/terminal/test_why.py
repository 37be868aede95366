"""Why not? In people's words, once for all that is refused alike."""

import io

import pytest

import fabletop
from fabletop.cli.screen import Screen
from fabletop.cli.table import Table
from fabletop.games import ours
from fabletop.kernel.rng import seeded
from fabletop.kernel.session import Session
from fabletop.kernel.state import State
from fabletop.lab.conformance import check_is_plain, steps

from .tables import run_out, typed


def coraline_says(line: str, **options: str) -> str:
    """What is answered in the first Story Phase of a game for one."""
    out = io.StringIO()
    table = Table(Session(fabletop.game("coraline"), 1, 3, options), {}, Screen(out, typed(line)))
    run_out(table)
    return out.getvalue().split(f"> {line}\n")[1]


def test_a_room_that_is_not_beside_coraline_is_told_to_be_far() -> None:
    said = coraline_says("why garden")
    assert "The Garden is not adjacent to the Kitchen" in said


def test_a_room_beside_her_is_told_what_it_needs() -> None:
    said = coraline_says("why living")
    assert "Discard a card to move Coraline there, or play one that moves her." in said


def test_what_was_agreed_not_to_be_possible_is_not_wondered_about() -> None:
    assert "Nothing to be done here speaks of 'concede'" in coraline_says("why concede", concede="off")
    assert "final victory card" in coraline_says("why concede")


def test_what_is_refused_alike_is_told_once() -> None:
    """Four ways to slide each of many cards, while something else is asked."""
    game = fabletop.game("storybook")
    state = moment(game.start(2, seed=4), "PutWhere")
    thoughts = [o for o in game.conceivable(state, int(state.seat)) if o.verb == "slide"]
    assert len(thoughts) > 8
    found = game.reasons(state, int(state.seat), thoughts)
    assert [why.words.endswith("To slide a card is an action of your own turn.") for why in found if why] == [
        True
    ]


def moment(state: State, question: str) -> State:
    """The first time that this is asked in a random game."""
    for _ in steps(state, seeded(1)):
        if type(state.question).__name__ == question:
            return state
    raise AssertionError(question)


@pytest.mark.parametrize("name", ours())
def test_every_verb_of_a_game_has_its_occasion(name: str) -> None:
    game = fabletop.game(name)
    assert game.occasions.keys() == game.verbs.keys()


@pytest.mark.parametrize("name", ours())
def test_every_thing_that_can_be_chosen_says_when(name: str) -> None:
    """A click on it at any other time is answered: what it is for, and which rule says so."""
    game = fabletop.game(name)
    kinds: set[str] = set()
    for players in game.players:
        state = game.start(players, seed=3)
        for number, _ in enumerate(steps(state, seeded(3))):
            options = game.ask(state, int(state.seat)).options if number % 5 == 0 else ()
            kinds |= {option.thing.partition(" ")[0] for option in options if option.thing}
    assert len(kinds) > 1 and kinds <= game.answers_with.keys()
    for kind in game.answers_with:
        for why in game.occasions_of(f"{kind} 1"):
            assert why.rule in game.rules
            check_is_plain(game, why.words)


@pytest.mark.parametrize("name", ours())
def test_what_a_person_wonders_about_is_answered_plainly(name: str) -> None:
    game = fabletop.game(name)
    state = game.start(seed=2)
    for number, _ in enumerate(steps(state, seeded(2))):
        seat = int(state.seat)
        for why in game.reasons(state, seat, game.conceivable(state, seat)) if number % 9 == 0 else ():
            if why:
                check_is_plain(game, why.words)


def test_verbs_and_rule_ids_in_a_refusal_would_be_found() -> None:
    game = fabletop.game("coraline")
    check_is_plain(game, "Coraline walks when a card lets her.")
    for words in ("Answer 'play' or 'walk'.", "She cannot (CO-R24)."):
        with pytest.raises(AssertionError, match="a refusal speaks of"):
            check_is_plain(game, words)


@pytest.mark.parametrize(
    ("name", "players", "answers", "thing", "words"),
    [
        ("unrelenting", 4, 1, "character henry", "Henry is taken."),
        ("storybook", 4, 2, "team peter-pan", "Your teammate already has Peter Pan."),
    ],
)
def test_what_somebody_else_has_chosen_says_so(
    name: str, players: int, answers: int, thing: str, words: str
) -> None:
    game = fabletop.game(name)
    state = game.start(players, seed=1)
    for _ in range(answers):
        state.apply(state.legal()[0])
    seat = int(state.seat)
    about = [option for option in game.conceivable(state, seat) if option.thing == thing]
    assert [why and why.words for why in game.reasons(state, seat, about)] == [words]
