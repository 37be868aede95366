"""Cards whose text no steps express: they are played, nothing is made up for them, and the log says so."""

import copy
from typing import Any

import pytest

import fabletop
from fabletop.kernel.game import Game
from fabletop.kernel.journal import Journal
from fabletop.kernel.rng import seeded
from fabletop.server.workshop import drafts
from fabletop.server.workshop.writing import rewritten

TEXT = "Turn the box around <i>twice</i>."
MARK = f"“{TEXT}” (Not carried out by the table.)"
EFFECTS = {
    "storybook": {"twist": "does"},
    "coraline": {"coraline": "does", "beldam": "does"},
    "condyle": {"card": "effect", "act": "effect", "winter": "effect", "space": "effect"},
}
KEPT = ("ESCAPE", "CANCEL", "BUILD", "ELIMINATE", "HOLD", "CLEAR")  # what a game needs some of
OPTIONS: dict[str, dict[str, str]] = {"condyle": {"winter": "on", "cross": "auto"}}


def unplayed(game: Game) -> Any:
    """The house edition with only text on most cards."""
    text = game.edition("house").text
    content = drafts.content_of(text)
    changed = copy.deepcopy(content)
    for section, key in EFFECTS[game.name].items():
        for entry in changed[section]:
            if key in entry and not any(word in entry[key] for word in KEPT) and entry.get("when") != "begin":
                del entry[key]
                entry["unplayed"] = TEXT
    return game.edition_of(rewritten(text, changed), "mine")


@pytest.mark.parametrize("name", EFFECTS)
def test_games_with_them_are_played_to_their_end_and_the_log_marks_them(name: str) -> None:
    game = fabletop.game(name)
    edition = unplayed(game)
    told = 0
    for seed in range(6):
        journal = Journal()
        opening = game.opening(options=OPTIONS.get(name), edition=edition)
        state = game.begin(opening, seeded(seed), journal)
        chance = seeded(seed + 100)
        for _ in range(4000):
            if state.over:
                break
            legal = state.legal()
            state.apply(legal[chance.below(len(legal))])
            assert game.audit(state) == []
        told += sum(MARK in entry.words for entry in game.tell(state, journal.rows, None))
    assert told > 0


def test_a_space_says_so_when_somebody_comes_there() -> None:
    game = fabletop.game("condyle")
    journal = Journal()
    state = game.begin(game.opening(options=OPTIONS["condyle"], edition=unplayed(game)), seeded(1), journal)
    chance = seeded(2)
    for _ in range(400):
        if state.over:
            break
        legal = state.legal()
        state.apply(legal[chance.below(len(legal))])
    lines = [entry.words for entry in game.tell(state, journal.rows, None)]
    assert any(" goes to " in line and line.endswith(MARK) for line in lines)


@pytest.mark.parametrize("name", EFFECTS)
def test_they_are_marked_where_cards_are_read(name: str) -> None:
    game = fabletop.game(name)
    words = str(game.catalog(unplayed(game)))
    assert words.count("Not carried out by the table.") > 10


def test_a_card_has_steps_or_text_and_not_both() -> None:
    game = fabletop.game("storybook")
    content = drafts.content_of(game.edition("house").text)
    content["twist"][0] |= {"unplayed": TEXT}
    content["twist"][1] |= {"wants": "STEAL(1)"}
    content["twist"][2] |= {"unplayed": " "}
    del content["twist"][2]["does"]
    lines = [str(one) for one in drafts.read(game, content)[1]]
    assert any("not both" in line for line in lines)
    assert any("goes with 'unplayed'" in line for line in lines)
    assert any("unplayed: must not be empty" in line for line in lines)
