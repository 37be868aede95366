"""What each game declares of its editions is what its reader asks for: one is tested against the other."""

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest
from tools import declarations

import fabletop
from fabletop.cli.main import main
from fabletop.kernel.declaring import Content, DeclaredField, DeclaredSection
from fabletop.kernel.edition import Spot
from fabletop.kernel.effects.editing import offers, pieces
from fabletop.kernel.effects.reader import BadEffect
from fabletop.kernel.game import Game
from fabletop.server.workshop import drafts

# What depends on another field: how far the Boogeyman goes on who plays the card, the line on the columns.
DEPENDING = {("card", "steps"), ("board", "dividing_line")}
GAMES = [game.name for game in drafts.declared_games()]


def house(game: str) -> tuple[Game, Content]:
    found = fabletop.game(game)
    return found, drafts.content_of(found.edition("house").text)


def problems_at(game: Game, content: Content, path: Spot) -> list[str]:
    """What the reader says of this very place."""
    return [str(one) for one in drafts.read(game, content)[1] if getattr(one, "path", ()) == path]


def test_four_games_declare_their_editions() -> None:
    assert GAMES == ["condyle", "coraline", "storybook", "unrelenting"]


@pytest.mark.parametrize("name", GAMES)
def test_all_that_the_house_edition_has_is_declared(name: str) -> None:
    game, content = house(name)
    sections = {section.key for section in game.declared.sections}
    for path, entry, section in game.declared.entries(content):
        for key in entry:
            inner = f"{section.key}.{key}".lstrip(".")
            is_section = any(one == inner or one.startswith(f"{inner}.") for one in sections)
            assert section.field(key) or is_section, (path, key)
    assert all(drafts.at(content, section.path[:1]) for section in game.declared.sections)


def fields(name: str) -> Iterator[tuple[Spot, DeclaredSection, DeclaredField]]:
    """Each declared field once, at the first entry that has it."""
    game, content = house(name)
    seen = set()
    for path, entry, section in game.declared.entries(content):
        for one in section.fields:
            if one.key in entry and (section.key, one.key) not in seen:
                seen.add((section.key, one.key))
                yield path, section, one


def wrong_values(one: DeclaredField) -> list[Any]:
    """What a value of this kind cannot be."""
    if one.kind == "number":
        return [one.low - 1, one.high + 1, "three"]
    if one.kind == "pair":
        return [[one.low - 1, 1], [1, one.high + 1], [1]]
    if one.kind == "xy":
        return [[[one.high + 1, 0], [1, 0]], [[1, 0]] * (one.size + 1)]
    if one.kind in ("choice", "ref", "level_space", "point", "space", "marks"):
        return ["no such thing"]
    if one.kind in ("choices", "refs", "spaces", "points"):
        return [["no such thing"]]
    if one.kind in ("steps", "needs"):
        return ["NO_SUCH_STEP"]
    if one.kind == "flag":
        return ["yes"]
    return [3] if one.kind in ("text", "id", "fixed") else []


@pytest.mark.parametrize("name", GAMES)
def test_the_reader_refuses_what_is_out_of_the_declared_range(name: str) -> None:
    game, content = house(name)
    for path, section, one in fields(name):
        if (section.key, one.key) == ("", "game"):
            continue
        for value in wrong_values(one):
            changed = copy.deepcopy(content)
            drafts.at(changed, path)[one.key] = value
            assert problems_at(game, changed, (*path, one.key)), (section.key, one.key, value)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_declared_as_needed_is_missed(name: str) -> None:
    game, content = house(name)
    for path, section, one in fields(name):
        changed = copy.deepcopy(content)
        del drafts.at(changed, path)[one.key]
        missed = any("is missing" in line for line in problems_at(game, changed, (*path, one.key)))
        needed = one.needed or one.goes_with != ""
        assert missed == needed or (section.key, one.key) in DEPENDING, (section.key, one.key)


@pytest.mark.parametrize("name", GAMES)
def test_a_range_is_no_narrower_than_the_reader_has_it(name: str) -> None:
    """At its ends a number is not refused for being out of range."""
    game, content = house(name)
    for path, section, one in fields(name):
        free = one.kind == "number" and (section.key, one.key) not in DEPENDING
        for value in (one.low, one.high) if free else ():
            changed = copy.deepcopy(content)
            drafts.at(changed, path)[one.key] = value
            told = problems_at(game, changed, (*path, one.key))
            ranged = f"from {one.low} to"
            assert not any("expected a whole number" in line and ranged in line for line in told), (
                section,
                one,
            )


@pytest.mark.parametrize("name", GAMES)
def test_every_effect_is_told_part_by_part_and_begun_ones_are_completed(name: str) -> None:
    game, content = house(name)
    edition = game.edition("house")
    told = 0
    for path, entry, section in game.declared.entries(content):
        for one in section.fields:
            text = entry.get(one.key)
            if (
                one.kind != "steps"
                or not text
                or text.startswith("HOLD")
                or entry.get("when", "land") != "land"
            ):
                continue
            vocabulary = game.declared.vocabularies[one.vocabulary]
            names = game.declared.names_at(edition, content, path)
            tree = pieces(text, vocabulary, names)
            assert text[tree[0].start : tree[-1].end] == text
            for piece in tree:
                if piece.kind == "verb":
                    assert piece.name in text[piece.start : piece.end]
            begun = piece.name[:2]
            assert any(offer[0].startswith(piece.name) for offer in offers(begun, 2, vocabulary, names))
            told += 1
    assert told > 20 or name == "unrelenting"


@pytest.mark.parametrize("name", GAMES)
def test_what_is_drawn_has_its_words(name: str) -> None:
    game, content = house(name)
    printed = game.declared.printed(game.edition("house"))
    for _, entry, section in game.declared.entries(content):
        if section.key in printed:
            assert printed[section.key][entry["id"]]


def test_an_effect_that_never_ends_is_refused_at_once() -> None:
    game, content = house("storybook")
    vocabulary = game.declared.vocabularies["twist.does"]
    names = game.declared.names_at(game.edition("house"), content, ("twist", 0))
    for text in ("CHOOSE(" * 5000, "IF(outnumbered: " * 100 + "AP(1)" + ")" * 100, "AP(1); " * 100_000):
        with pytest.raises(BadEffect, match=r"at most|deep"):
            vocabulary.read(text, names)


ODD: list[Any] = ["", "x", 3, -1, True, [], {}, [1], [[1], [2]], {"id": "a"}, [{"id": 1}], ["x", {}], "IF("]


def spots(value: Any, path: Spot = ()) -> Iterator[Spot]:
    inner: Any = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in inner:
        yield (*path, key)
        if isinstance(one, dict | list):
            yield from spots(one, (*path, key))


@pytest.mark.parametrize("name", GAMES)
def test_whatever_stands_in_an_edition_it_is_told_in_words(name: str) -> None:
    """Values of wrong kinds at any place: the reader itself says so, and nothing breaks."""
    game, content = house(name)
    luck = random.Random(5)
    everywhere = list(spots(content))
    for _ in range(80):
        changed = copy.deepcopy(content)
        for path in luck.sample(everywhere, luck.choice((1, 2, 5))):
            parent: Any = drafts.at(changed, path[:-1])
            if type(parent) in (dict, list) and drafts.at(changed, path) is not None:
                parent[path[-1]] = copy.deepcopy(luck.choice(ODD))
        found = drafts.checked(game.name, changed, None)
        assert not any("cannot be (" in one.line for one in found.problems)


def test_the_page_of_declarations_is_what_the_games_declare() -> None:
    assert declarations.TARGET.read_text("utf-8") == declarations.written(), (
        "run python -m tools.declarations"
    )


@pytest.mark.parametrize("name", GAMES)
def test_a_game_tells_in_the_terminal_what_it_declares(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["declares", name]) == 0
    told = capsys.readouterr().out
    game, _ = house(name)
    for section in game.declared.sections:
        assert section.title in told and all(one.title in told for one in section.fields)
    for vocabulary in game.declared.vocabularies.values():
        assert all(verb.name in told for verb in vocabulary.verbs)


def test_a_game_that_declares_nothing_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["declares", "chess"]) == 2
