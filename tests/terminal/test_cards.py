"""What the page shows in its lens and its margins, for those who type: cards, hints, rules of a thing."""

import io
import re

import pytest

import fabletop
from fabletop.cli.cards import by_name, in_sight, texts_of
from fabletop.cli.screen import Screen
from fabletop.cli.table import Table
from fabletop.games import ours
from fabletop.kernel.rng import seeded
from fabletop.kernel.session import Session
from fabletop.kernel.state import State
from fabletop.lab.conformance import steps

from .tables import at_house, at_table, run_out, typed


def after(state: State, answers: int, seed: int = 3) -> State:
    """A game after some random answers."""
    for number, _ in enumerate(steps(state, seeded(seed))):
        if number == answers:
            break
    return state


def says(name: str, *lines: str, players: int | None = None) -> str:
    out = io.StringIO()
    table = Table(Session(fabletop.game(name), players, 3), {}, Screen(out, typed(*lines)))
    run_out(table)
    return out.getvalue()


def test_cards_tells_the_hand_and_both_discard_piles() -> None:
    game = fabletop.game("coraline")
    state = game.start(1, seed=3)
    piles = {"Your hand": "hand", "Discard pile": "discard", "The Beldam's discard pile": "beldam_discard"}
    for _ in steps(state, seeded(3)):
        if all(game.view(state, 0)[part] for part in piles.values()):
            break
    view, catalog = game.view(state, 0), game.catalog(state.opening.edition)["cards"]
    said = in_sight(game, state, 0)
    for pile, part in piles.items():
        cards = [catalog[card["id"] if isinstance(card, dict) else card] for card in view[part]]
        told = "\n".join(f"- {card['name']}: {card['words']}" for card in cards)
        assert cards and f"{pile}:\n{told}" in said


def test_another_hand_is_not_told() -> None:
    game = fabletop.game("coraline")
    state = game.start(2, seed=3)
    mine, theirs = (game.view(state, seat)["hand"] for seat in (0, 1))
    assert mine and theirs
    for card in theirs:
        assert f"- {card['name']}: " in in_sight(game, state, 1)
        assert f"- {card['name']}" not in in_sight(game, state, 0)
    assert "Your hand" not in in_sight(game, state, None)


def test_spaces_and_roles_have_their_texts_too() -> None:
    cove = after(fabletop.game("condyle").start(3, seed=3), 40)
    said = in_sight(fabletop.game("condyle"), cove, 0)
    assert "Spaces:\n- " in said and "Orphan 1, discard pile:" in said
    assert said.count("CEMETERY: ") <= 1
    house = fabletop.game("unrelenting").start(seed=3)
    said = in_sight(fabletop.game("unrelenting"), house, None)
    assert all(f"- {name}:\n  " in said for name in ("Henry", "Catherine", "Tilly", "Carleton"))


def test_what_lasts_is_told_in_the_words_of_the_view() -> None:
    game = fabletop.game("storybook")
    found = 0
    for seed in range(9):
        state = game.start(seed=seed)
        for _ in steps(state, seeded(seed)):
            for effect in game.view(state, None)["effects"]:
                assert f"\n- {effect['words']}" in in_sight(game, state, None).split("Lasting:")[1]
                found += 1
    assert found


def test_one_card_is_told_by_its_name_or_a_part_of_it() -> None:
    game = fabletop.game("storybook")
    state = game.start(seed=1)
    assert by_name(game, state, "the caterpillar").startswith(
        "The Caterpillar: 3 Plot Points. Swords/Shields: top "
    )
    assert len(by_name(game, state, "of hearts").splitlines()) > 1
    assert by_name(game, state, "e").endswith("more.")
    with pytest.raises(fabletop.Mistake, match="No card is called 'xyzzy'"):
        by_name(game, state, "xyzzy")


@pytest.mark.parametrize("name", ours())
def test_every_game_has_texts_and_nothing_hidden_is_in_sight(name: str) -> None:
    """What is in sight is the same in a world dealt anew."""
    game = fabletop.game(name)
    state = after(game.start(seed=4), 30, seed=4)
    assert texts_of(game.catalog(state.opening.edition))
    for seat in (*range(state.opening.players), None):
        assert in_sight(game, state, seat) == in_sight(game, game.resample(state, seat, seeded(8)), seat)


def test_cards_are_told_at_the_table() -> None:
    said = says("coraline", "cards", "cards whiskers", "cards xyzzy", players=1)
    assert "> cards\nYour hand:\n- " in said
    assert "> cards whiskers\nWhiskers Twitch: You may place the Cat" in said
    assert "No card is called 'xyzzy'; 'cards' alone tells those in sight." in said


def test_a_hint_is_an_answer_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fabletop.cli.seats.ADVISOR", "sharp:40")  # walks, not time
    table, out = at_table(["1", "hint"])
    run_out(table)
    hint = re.search(
        r"> hint\nA bot would: (.*), with about \d+% to win\.\n(.*\.)\nNext best: (.*) \(\d+%\)\.",
        out.getvalue(),
    )
    assert hint and hint[2]
    assert {hint[1].partition("; then ")[0], hint[3]} <= {option.words for option in table.options(0)}
    assert len(table.session.actions) == 1


def test_a_hint_does_not_depend_on_what_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """The advisor is shown a world dealt anew."""
    monkeypatch.setattr("fabletop.cli.seats.ADVISOR", "sharp:40")
    said = set()
    for seed in range(3):
        table, out = at_table(["1", "1", "1", "1", "hint"], seed=5)
        run_out(table)
        table.session.state.rng = seeded(seed)
        out.truncate(0)
        table.hint(0)
        said.add(out.getvalue().strip("\0"))
    assert len(said) == 1


def test_all_rules_of_a_character_are_shown() -> None:
    table, out = at_house("rules tilly")
    run_out(table)
    said = out.getvalue().split("> rules tilly\n")[1]
    hers = [rule for rule in table.game.rules if rule.section in ("UO-TILLY", "UO-R/TILLY")]
    assert len(hers) > 6
    assert all(f"{rule.id} · {rule.title}\n{rule.words}" in said for rule in hers)


def test_piles_in_a_part_of_the_view_are_told_apart() -> None:
    game = fabletop.game("storybook")
    state = game.start(seed=2)
    for _ in steps(state, seeded(2)):
        if all(game.view(state, None)["captured"].values()):
            break
    said = in_sight(game, state, None)
    assert "Captured, heroes:\n- " in said and "Captured, villains:\n- " in said
