"""An edition that is being written: checked, and told at its places. All of this runs in a worker."""

import contextlib
import re
import tomllib
import unicodedata
from collections import Counter
from typing import Any

import msgspec

import fabletop
from fabletop.kernel.declaring import Content, Declared, DeclaredSection, id_of
from fabletop.kernel.edition import BadEdition, Edition, Source, Spot, digest_of
from fabletop.kernel.effects.editing import Piece, offers, pieces
from fabletop.kernel.effects.kinds import Names
from fabletop.kernel.effects.reader import BadEffect, Reader
from fabletop.kernel.effects.vocabulary import Vocabulary
from fabletop.kernel.game import Game
from fabletop.kernel.question import Mistake
from fabletop.server import workshop_messages as wm

MOST_BYTES = 128 * 1024  # of an edition
MOST_PROBLEMS = 200  # that are told of one
MOST_ENTRIES = 400  # of one section
TOML_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")
NAMED = re.compile(r"([\w.-]+)(?: card)?s? '((?:[^'\\]|\\.)*)'")
# Letters that are not shown, or turn around how others are: text could be made to look like another.
UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]"
)
ALIKE = str.maketrans(
    "аеорсухіѕԁһԛԝАВЕКМНОРСТХІЅαβεζηικμνορτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ01",
    "aeopcyxisdhqwABEKMHOPCTXISabeznikmvoptuxABEZHIKMNOPTYXol",
)
DEEP = re.compile(r"(?:[\[{]\s*){40}")
UNREADABLE = "This cannot be read: {}"


def declared_games() -> list[Game]:
    """The games whose editions can be written: those that read files of their own."""
    games = [fabletop.game(name) for name in fabletop.names()]
    return [game for game in games if game.declared.sections and "house" in game.editions and own(game)]


def played_with(name: str) -> list[str]:
    """The games that an edition of this one can be played in."""
    return [name, *(one for one in fabletop.names() if fabletop.game(one).reads == name)]


def own(game: Game) -> bool:
    return bool(content_of(game.edition("house").text)["game"] == game.name)


def today(game: Game, text: str) -> str:
    """A text in the notation of today; a Mistake where it need not be read to be refused."""
    if len(text.encode()) > MOST_BYTES:
        raise Mistake(f"An edition has at most {MOST_BYTES // 1024} KiB.")
    if DEEP.search(text):
        raise Mistake("lists stand within lists too deep")
    return game.convert_edition(text)


def content_of(text: str) -> Content:
    """What a text says; a Mistake where it is no TOML, or says what no edition says."""
    try:
        content = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise Mistake(f"this is not TOML: {error}") from None
    plain(content)
    return content


def plain(value: Any, depth: int = 0) -> None:
    """Editions are made of texts, whole numbers, true and false, in tables and lists."""
    if depth > 12:
        raise Mistake("tables stand within tables too deep")
    if isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            plain(one, depth + 1)
    elif isinstance(value, str) and UNSEEN.search(value):
        letter = UNSEEN.search(value)
        assert letter is not None
        raise Mistake(f"{value[:40]!r} has a letter that nobody sees: U+{ord(letter[0]):04X}; leave it out")
    elif not isinstance(value, str | int):
        raise Mistake(f"{value!s:.40} is neither a text nor a whole number, which is all that editions hold")
    elif isinstance(value, int) and abs(value) > 2**31:
        raise Mistake(f"{value!s:.40} is too large a number")


def read(game: Game, content: Content, name: str = "mine") -> tuple[Edition | None, list[str]]:
    """An edition as far as it can be read, and what is wrong with it."""
    crowded = Counter(section.key for _, _, section in game.declared.entries(content))
    problems = [
        f"the file, {key}: there are {count}; at most {MOST_ENTRIES} are possible"
        for key, count in crowded.items()
        if count > MOST_ENTRIES
    ]
    if problems:
        return None, problems
    try:
        edition = game.parse_edition(Source(name, "", "", content))
        return edition, list(edition.unbalanced)
    except BadEdition as bad:
        return bad.edition, bad.problems
    except (TypeError, ValueError, LookupError, AttributeError) as error:  # nobody's edition ends a worker
        return None, [f"the file: something is of a kind that it cannot be ({type(error).__name__})"]


# --- What is said of it ----------------------------------------------------------------------------------


def checked(game_name: str, content: Content | None, text: str | None) -> wm.Checked:
    game = fabletop.game(game_name)
    digest = "" if text is None else digest_of(text)
    if content is None:
        try:
            content = content_of(today(game, text or ""))
        except Mistake as mistake:
            return unreadable(str(mistake), text or "")
    else:
        plain(content)
    edition, problems = read(game, content)
    declared = game.declared
    ok = edition is not None and all(getattr(one, "must", True) is False for one in problems)
    problems.sort(
        key=lambda one: getattr(one, "words", "").startswith("is missing")
    )  # those are told by todo
    told = [told_problem(declared, content, one) for one in problems[:MOST_PROBLEMS]]
    return wm.Checked(
        ok=ok,
        digest=digest,
        problems=told,
        notes=[*(edition.notes if edition is not None else ()), *look_alikes(declared, content)],
        counts=dict(Counter(section.key for _, _, section in declared.entries(content) if section.key)),
        words=printed(declared, edition),
        todo=todo_of(declared, content),
        unplayed=unplayed_of(game, content, edition),
        catalog=drawn(game, edition),
    )


def look_alikes(declared: Declared, content: Content) -> list[str]:
    """Names of one section that differ, though nobody could tell."""
    found: dict[tuple[str, str], set[str]] = {}
    for _, entry, section in declared.entries(content):
        name = entry.get(section.names)
        if isinstance(name, str) and name.strip():
            seen = unicodedata.normalize("NFKC", name).translate(ALIKE).casefold()
            found.setdefault((section.key, " ".join(seen.split())), set()).add(name)
    return [
        f"{section}: {' and '.join(map(repr, sorted(names)))} look alike, but are not the same"
        for (section, _), names in found.items()
        if len(names) > 1
    ]


def unreadable(words: str, text: str) -> wm.Checked:
    start = end = -1
    found = TOML_PLACE.search(words)
    if found:
        lines = text.splitlines(keepends=True)
        start = sum(map(len, lines[: int(found[1]) - 1])) + int(found[2]) - 1
        end = start + 1
    problem = wm.Problem([], "", "", "", start, end, words, words, True)
    return wm.Checked(False, "", [problem], [], {}, {}, wm.Todo(0, 0, []), [], None)


def told_problem(declared: Declared, content: Content, one: str) -> wm.Problem:
    path: Spot = getattr(one, "path", ())
    if not path:
        path = guessed(declared, content, one)
    section = declared.section_at(path)
    field = str(path[len(section.path)]) if section and len(path) > len(section.path) else ""
    entry = at(content, path[: len(section.path)]) if section else None
    return wm.Problem(
        path=list(path),
        section=section.key if section else "",
        id=id_of(entry) if isinstance(entry, dict) else "",
        field=field,
        start=getattr(one, "at", -1),
        end=getattr(one, "until", -1),
        words=getattr(one, "words", "") or one,
        line=str(one),
        must=getattr(one, "must", True),
    )


def guessed(declared: Declared, content: Content, line: str) -> Spot:
    """Where something is whose words say it: "team 'alice', card 'WH01' (Alice): ..."."""
    named = NAMED.findall(line.partition(": ")[0])
    for what, id in reversed(named):
        for path, entry, section in declared.entries(content):
            if id_of(entry) == id and what in (section.one, section.key, *section.key.split(".")):
                return path
    return ()


def at(content: Any, path: Spot) -> Any:
    """What stands at a place, or None."""
    for part in path:
        if isinstance(content, dict) and isinstance(part, str):
            content = content.get(part)
        elif isinstance(content, list) and isinstance(part, int) and 0 <= part < len(content):
            content = content[part]
        else:
            return None
    return content


def printed(declared: Declared, edition: Edition | None) -> dict[str, dict[str, str]]:
    if edition is None:
        return {}
    try:
        return declared.printed(edition)
    except (AttributeError, IndexError, KeyError):  # of an edition that was read only in part
        return {}


def drawn(game: Game, edition: Edition | None) -> dict[str, Any] | None:
    if edition is None:
        return None
    try:
        return game.catalog(edition)
    except (AttributeError, AssertionError, IndexError, KeyError, ValueError):  # likewise
        return None


def place_of(
    section: DeclaredSection, path: Spot, content: Content, fields: list[str], words: str
) -> wm.Place:
    entry = at(content, path)
    return wm.Place(section.key, id_of(entry) if isinstance(entry, dict) else "", list(path), fields, words)


def todo_of(declared: Declared, content: Content) -> wm.Todo:
    missing = declared.missing(content)
    places = [place_of(section, path, content, fields, "") for path, section, fields in missing]
    return wm.Todo(len(places), declared.faces(content), places)


def unplayed_of(game: Game, content: Content, edition: Edition | None) -> list[wm.Place]:
    """Entries that are only text, and which verb each would need."""
    found = []
    for path, entry, section in game.declared.entries(content):
        if isinstance(entry.get("unplayed"), str) and section.field("unplayed"):
            words = needed_verb(game, content, edition, section, path, str(entry.get("wants", "")))
            found.append(place_of(section, path, content, ["unplayed"], words))
    return found


def needed_verb(
    game: Game, content: Content, edition: Edition | None, section: DeclaredSection, path: Spot, wants: str
) -> str:
    """What is missing for the table to carry a card out."""
    if not wants.strip():
        return "The table does not carry this text out. Write into 'wants' which step it would need."
    field = next(one for one in section.fields if one.kind == "steps")
    vocabulary = game.declared.vocabularies[field.vocabulary]
    try:
        Reader(wants, vocabulary, names_for(game, edition, content, path)).program()
    except BadEffect as bad:
        return f"The table would need a step that {game.title} does not have: {bad.words}"
    return f"This can be carried out: {field.key} = {wants!r}."


def names_for(game: Game, edition: Edition | None, content: Content, path: Spot) -> Names:
    if edition is None:
        edition = game.edition("house")
    return game.declared.names_at(edition, content, path)


# --- One effect ------------------------------------------------------------------------------------------


def effect(wanted: wm.EffectDraft) -> wm.Effect:
    game = fabletop.game(wanted.game)
    path = tuple(wanted.path)
    section = game.declared.section_at(path)
    field = section.field(str(path[-1])) if section and len(path) == len(section.path) + 1 else None
    entry = at(wanted.content, path[:-1])
    if (
        section is None
        or field is None
        or field.kind not in ("steps", "needs")
        or not isinstance(entry, dict)
    ):
        raise Mistake(f"there is no effect at {list(path)}")
    plain(wanted.content)
    entry[field.key] = wanted.text
    edition, problems = read(game, wanted.content)
    names = names_for(game, edition, wanted.content, path)
    vocabulary = game.declared.vocabularies[field.vocabulary]
    wrong = next((one for one in problems if getattr(one, "path", ()) == path), None)
    needs = field.kind == "needs"
    tree: list[Piece] = []
    with contextlib.suppress(BadEffect):
        tree = pieces(wanted.text, vocabulary, names, needs) if wanted.text.strip() else []
    found = offers(wanted.text, wanted.at, vocabulary, names, needs) if wanted.at >= 0 else []
    return wm.Effect(
        ok=wrong is None,
        words=printed(game.declared, edition).get(section.key, {}).get(id_of(entry), ""),
        problem=None if wrong is None else misread(wrong),
        tree=[node(one, wanted.text) for one in tree],
        offers=[wm.Offer(*one) for one in found],
        vocabulary=told_vocabulary(field.vocabulary, vocabulary, names) if wanted.vocabulary else None,
    )


def misread(wrong: str) -> wm.Misread:
    return wm.Misread(getattr(wrong, "at", -1), getattr(wrong, "until", -1), getattr(wrong, "words", wrong))


def node(piece: Piece, text: str) -> wm.StepNode:
    return wm.StepNode(
        kind=piece.kind,  # type: ignore[arg-type]
        name=piece.name,
        may=piece.may,
        start=piece.start,
        end=piece.end,
        arguments=[wm.Span(text[start:end], start, end) for start, end in piece.arguments],
        test=piece.test,
        branches=[[node(one, text) for one in branch] for branch in piece.branches],
    )


def told_vocabulary(key: str, vocabulary: Vocabulary, names: Names) -> wm.VocabularyInfo:
    return msgspec.convert({"key": key, **vocabulary.describe(names)}, wm.VocabularyInfo)


# --- Declarations ----------------------------------------------------------------------------------------


def declaration(game: Game) -> wm.Declaration:
    declared = game.declared
    house = game.edition("house")
    content = content_of(house.text)
    vocabularies = []
    for key, vocabulary in declared.vocabularies.items():
        first: Spot = (key.partition(".")[0], 0)
        names = declared.names_at(house, content, first)
        vocabularies.append(told_vocabulary(key, vocabulary, names))
    return wm.Declaration(
        game=game.name,
        title=game.title,
        sections=msgspec.convert(declared.sections, list[wm.SectionInfo], from_attributes=True),
        boards=declared.boards,
        games=played_with(game.name),
        vocabularies=vocabularies,
    )
