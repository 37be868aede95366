"""Replay files: a game as its opening, its seed and its answers, as JSON that people can read and diff.

A replay holds the whole truth, the seed and everybody's secrets: a game that is still being played
is shown to its players through views, never through its file.
"""

import hashlib
import json
import os
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fabletop.kernel.edition import Edition, Sheet
from fabletop.kernel.game import Game, Opening, game_named
from fabletop.kernel.question import Illegal, Mistake
from fabletop.kernel.session import Answer, Session
from fabletop.kernel.state import NOBODY

FORMAT = "fabletop-replay"
VERSION = 1
PLAIN, KEYED = "plain", "keyed"  # kinds of chance


@dataclass(frozen=True, slots=True)
class Replay:
    """A replay file that was read and found to be a game of this fabletop."""

    name: str  # of the file, for messages
    opening: Opening
    seed: int
    actions: tuple[Answer, ...]
    result: tuple[float, ...] | None  # None: the game is not over
    nonce: str = ""  # of a table that promised its seed
    seed_hash: str = ""
    keyed: bool = False  # the chance of a table among strangers: see rng.Keyed
    resigned: tuple[int, ...] = ()  # the seats that gave up, which ended the game
    taken_back: int = 0  # how many answers were taken back beyond the rules of undo
    played_on: int = 0  # so many answers are those of another game, which was over


class NotPlayed(Mistake):
    """A replay of rules that this fabletop does not play; it has what the file tells by itself."""

    def __init__(
        self, words: str, game: Game, actions: tuple[Answer, ...], result: tuple[float, ...] | None
    ) -> None:
        super().__init__(words)
        self.game = game
        self.actions = actions
        self.result = result


@dataclass(frozen=True, slots=True)
class Step:
    """One answer of a replay, just given in `session`."""

    number: int  # from 1 on
    answer: Answer
    session: Session


@dataclass(frozen=True, slots=True)
class Summary:
    """What `verify` found."""

    game: str
    edition: str
    players: int
    actions: int
    over: bool
    result: tuple[float, ...] | None
    words: str  # how it ended, or whose question it is
    reworded: int  # answers whose words in the file are not those of this fabletop; they still count
    seed_hash: str  # what the table promised before the game, found true; "" without a promise
    taken_back: int  # as the file says: the answers that were taken back are not in it
    played_on: int  # likewise: after so many answers of a finished game, all of which was known


# --- Writing -------------------------------------------------------------------------


def dump(session: Session, nonce: str = "", taken_back: int = 0, played_on: int = 0) -> str:
    """The replay of a game, finished or not, as the text of a file: one answer a line.

    A table that promised its seed gives the nonce of the promise, how many answers its people took back
    beyond the rules of undo, and after how many answers of a finished game it began.
    """
    opening = session.opening
    head = {
        "format": FORMAT,
        "version": VERSION,
        "game": opening.game_name,
        "rules_version": opening.rules_version,
        "edition": opening.edition.name,
        "edition_digest": opening.edition.digest,
        "players": opening.players,
        "options": opening.options,
        "seed": session.seed,
    }
    if opening.mended:
        head["mended"] = opening.mended
    if session.keyed:
        head["chance"] = KEYED
    if nonce:
        head |= {"nonce": nonce, "seed_hash": promise(opening, session.seed, nonce, session.keyed)}
    if taken_back:
        head["taken_back"] = taken_back
    if played_on:
        head["played_on"] = played_on
    rows = [
        {"seat": a.seat, "action": a.action, "words": session.words(number)} | spent_before(a)
        for number, a in enumerate(session.actions, 1)
    ]
    lines = [f"  {line(key)}: {line(value)}," for key, value in head.items()]
    actions = ",\n".join(f"    {line(row)}" for row in rows)
    lines.append(f'  "actions": [\n{actions}\n  ],' if rows else '  "actions": [],')
    if session.resigned:
        lines.append(f'  "resigned": {line(session.resigned)},')
    lines.append(f'  "result": {line(session.returns() if session.over else None)}')
    return "{\n" + "\n".join(lines) + "\n}\n"


def spent_before(answer: Answer) -> dict[str, int]:
    return {"spent": answer.spent} if answer.spent else {}


def promise(opening: Opening, seed: int, nonce: str, keyed: bool = False) -> str:
    """A hash that a table shows before a game: it fixes the seed and tells nothing of it until the end."""
    agreed = {
        "game": opening.game_name,
        "rules_version": opening.rules_version,
        "edition_digest": opening.edition.digest,
        "players": opening.players,
        "options": dict(sorted(opening.options.items())),
        "seed": seed,
        "nonce": nonce,
    }
    if keyed:
        agreed["chance"] = KEYED
    return hashlib.sha256(line(agreed).encode()).hexdigest()


def line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def save(session: Session, path: "str | Path") -> None:
    """Write a game's replay. The file is complete or, if something goes wrong, as it was before."""
    target = Path(path)
    if target.exists() and not target.is_file():
        raise Mistake(f"{target}: this is not a file; give the name of a file, like game.json")
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        with draft.open("x", encoding="utf-8", newline="\n") as out:
            out.write(dump(session))
            out.flush()
            os.fsync(out.fileno())
        draft.replace(target)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise Mistake(f"{target}: cannot be written: {error.strerror or error}") from None


# --- Reading -------------------------------------------------------------------------


def load(path: "str | Path", edition: "str | Path | None" = None) -> Replay:
    """Read a replay and check all of it: each answer is given once, in a game of its own.

    A game with an edition of one's own needs that edition's file again.
    """
    found = read(Path(path), edition)
    for _ in replay(found):
        pass
    return found


def replay(found: Replay, begun: Session | None = None) -> Iterator[Step]:
    """Play a replay, answer by answer. The session goes on with the next step: look at it before that."""
    session = begun or opened(found)
    for number, answer in enumerate(found.actions, 1):
        place = f"{found.name}, action {number}"
        if session.over:
            raise Mistake(f"{place}: the game was over before it; expected no more actions")
        yield Step(number, answer_again(session, answer, place), session)
    if found.resigned:
        give_up(found, session)
    check_result(found, session)


def answer_again(session: Session, answer: Answer, place: str) -> Answer:
    try:
        if answer.seat == NOBODY:
            given = session.ring()
            if given.spent != answer.spent:
                raise Mistake(f"that happens after {given.spent} milliseconds, not {answer.spent}")
            return given
        if not session.asks(answer.seat):
            raise Mistake(f"seat: it is the question of seat {session.seat}, not {answer.seat}")
        return session.play(answer.seat, answer.action, spent=answer.spent)
    except Illegal as error:
        raise Mistake(f"{place}: {answer.action} is not allowed: {error}") from None
    except Mistake as mistake:
        raise Mistake(f"{place}, {mistake}") from None


def give_up(found: Replay, session: Session) -> None:
    try:
        session.resign(found.resigned)
    except Mistake as error:
        raise Mistake(f"{found.name}, resigned: {error}") from None


def resume(found: Replay) -> Session:
    """The game where the replay leaves it, to be played on."""
    session = opened(found)
    for _ in replay(found, session):
        pass
    return session


def verify(path: "str | Path", edition: "str | Path | None" = None) -> Summary:
    """Replay a file and confirm that it is a true game with this result; a Mistake says what is not."""
    found = read(Path(path), edition)
    session = opened(found)
    check_promise(found, session)
    reworded = 0
    for step in replay(found, session):
        reworded += step.answer.words != found.actions[step.number - 1].words
    waiting = "" if session.seat is None else f"not over; it is the question of {session.name(session.seat)}"
    return Summary(
        game=found.opening.game.name,
        edition=found.opening.edition.name,
        players=found.opening.players,
        actions=len(found.actions),
        over=session.over,
        result=found.result,
        words=waiting or session.result(),
        reworded=reworded,
        seed_hash=found.seed_hash,
        taken_back=found.taken_back,
        played_on=found.played_on,
    )


def opened(found: Replay) -> Session:
    return Session(found.opening.game, seed=found.seed, keyed=found.keyed, opening=found.opening)


def check_promise(found: Replay, session: Session) -> None:
    if bool(found.nonce) != bool(found.seed_hash):
        raise Mistake(f"{found.name}: expected both nonce and seed_hash, or neither")
    true = promise(session.opening, found.seed, found.nonce, found.keyed)
    if found.nonce and true != found.seed_hash:
        raise Mistake(
            f"{found.name}, seed_hash: this seed was not promised; its hash is {true}, not {found.seed_hash}"
        )


def check_result(found: Replay, session: Session) -> None:
    true = session.returns() if session.over else None
    if found.result == (None if true is None else tuple(true)):
        return
    given = None if found.result is None else list(found.result)
    why = "the game ended so" if session.over else "the game is not over"
    raise Mistake(f"{found.name}, result: expected {line(true)} ({why}), not {line(given)}")


# --- What a file must hold --------------------------------------------------------------


def read(path: Path, edition: "str | Path | None") -> Replay:
    """The file's content, checked for form; the answers are checked by playing them."""
    content = read_json(path)
    name = path.name
    if content.get("format") != FORMAT:
        raise Mistake(
            f"{name}, format: this is no replay; expected {FORMAT!r}, not {content.get('format')!r}"
        )
    if content.get("version") != VERSION or isinstance(content["version"], bool):
        raise Mistake(f"{name}, version: this fabletop reads {VERSION}, not {content.get('version')!r}")
    problems: list[str] = []
    sheet = Sheet(content, name, problems)
    sheet.asked |= {"format", "version"}
    title = sheet.text("game")
    rules_version = sheet.raw("rules_version", int, "a whole number", None)
    edition_name = sheet.text("edition")
    digest = sheet.text("edition_digest")
    players = sheet.raw("players", int, "a whole number", None)
    options = read_options(sheet)
    seed = sheet.raw("seed", int, "a whole number", None)
    nonce = sheet.raw("nonce", str, "a text in quotes", "")
    seed_hash = sheet.raw("seed_hash", str, "a text in quotes", "")
    chance = sheet.raw("chance", str, "a text in quotes", PLAIN)
    if chance not in (PLAIN, KEYED):
        sheet.wrong("chance", f"expected {PLAIN!r} or {KEYED!r}, not {chance!r}")
    taken_back = sheet.raw("taken_back", int, "a whole number", 0)
    played_on = sheet.raw("played_on", int, "a whole number", 0)
    mended = sheet.raw("mended", int, "a whole number", 0)
    resigned = read_resigned(sheet)
    actions = read_actions(sheet)
    result = read_result(sheet)
    sheet.done()
    if problems:
        raise Mistake("\n".join(problems))
    game = find_game(name, title, players)
    problem = rules_problem(name, game, rules_version, mended)
    if problem:
        raise NotPlayed(problem, game, actions, result)
    chosen = find_edition(name, game, edition_name, digest, edition)
    try:
        opening = game.opening(players, options, chosen, rules_version, title)
    except Mistake as error:
        raise Mistake(f"{name}: {error}") from None
    return Replay(
        name=name,
        opening=opening,
        seed=seed,
        actions=actions,
        result=result,
        nonce=nonce,
        seed_hash=seed_hash,
        keyed=chance == KEYED,
        resigned=resigned,
        taken_back=taken_back,
        played_on=played_on,
    )


def read_json(path: Path) -> dict[str, Any]:
    try:
        text = path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        raise Mistake(f"there is no file {str(path)!r}") from None
    except OSError as error:
        raise Mistake(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise Mistake(f"{path.name}: this is no replay: not text in UTF-8 ({error.reason})") from None
    try:
        content = json.loads(text, object_pairs_hook=once_each, parse_constant=no_number)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise Mistake(f"{path.name}, {where}: this is not JSON: {error.msg}") from None
    except (ValueError, RecursionError) as error:
        raise Mistake(f"{path.name}: this cannot be read as JSON: {error}") from None
    if not isinstance(content, dict):
        raise Mistake(f"{path.name}: this is no replay; expected an object in {{ }}")
    return content


def once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) < len(pairs):
        twice = sorted({key for key, _ in pairs if [k for k, _ in pairs].count(key) > 1})
        raise ValueError(f"{twice[0]!r} stands twice in one object")
    return content


def no_number(constant: str) -> float:
    raise ValueError(f"{constant} is not a number")


def read_options(sheet: Sheet) -> dict[str, str]:
    options = sheet.raw("options", dict, "an object in { }", None) or {}
    for key, value in options.items():
        if not isinstance(value, str):
            sheet.wrong("options", f"{key!r}: expected a text in quotes, not {value!r}")
    return dict(options)


def read_actions(sheet: Sheet) -> tuple[Answer, ...]:
    answers = []
    rows = sheet.raw("actions", list, "a list in [ ]", None) or []
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict):
            sheet.wrong(f"action {number}", f"expected an object in {{ }}, not {row!r}")
            continue
        one = Sheet(row, f"{sheet.place}, action {number}", sheet.problems)
        seat = one.raw("seat", int, "the number of a seat", None)
        action = one.raw("action", int, "a whole number", None)
        words = one.raw("words", str, "a text in quotes", "")
        spent = one.raw("spent", int, "milliseconds", 0)
        one.done()
        answers.append(Answer(seat, action, words, spent))
    return tuple(answers)


def read_resigned(sheet: Sheet) -> tuple[int, ...]:
    seats = sheet.raw("resigned", list, "a list of seats", [])
    if not all(isinstance(seat, int) and not isinstance(seat, bool) for seat in seats):
        sheet.wrong("resigned", f"expected a list of seats, not {seats!r}")
        return ()
    return tuple(seats)


def read_result(sheet: Sheet) -> tuple[float, ...] | None:
    if sheet.has("result") and sheet.content["result"] is None:
        return None
    wanted = "null, or a list with one number a seat"
    result = sheet.raw("result", list, wanted, None)
    if result is None:
        return None
    if not all(isinstance(n, int | float) and not isinstance(n, bool) for n in result):
        sheet.wrong("result", f"expected {wanted}, not {result!r}")
        return None
    return tuple(map(float, result))


def find_game(name: str, title: str, players: int) -> Game:
    try:
        return game_named(title, players)
    except Mistake as error:
        raise Mistake(f"{name}, game: {error}") from None


def rules_problem(name: str, game: Game, rules_version: int, mended: int) -> str:
    """Why the answers of a game cannot be given again; "": they can."""
    if mended:
        return (
            f"{name}, mended: this game began by version {rules_version} of the rules and went on by version "
            f"{mended}: neither can replay all of it"
        )
    if game.plays_by(rules_version):
        return ""
    other = "a newer" if rules_version > game.rules_version else "an older"
    return (
        f"{name}, rules_version: this game was played by version {rules_version} of the rules of "
        f"{game.title}, this fabletop has version {game.rules_version}: replay it with {other} fabletop"
    )


def find_edition(name: str, game: Game, edition: str, digest: str, given: "str | Path | None") -> Edition:
    """The edition a game was played with: one that comes with the game, or the file that was given."""
    found = game.edition_by(digest) if given is None else game.edition(given)
    if found is not None and found.digest == digest:
        return found
    if found is not None:
        raise Mistake(
            f"{name}, edition_digest: this game was played with the edition {edition!r} of digest {digest}; "
            f"{str(given)!r} is {found.name!r} of digest {found.digest}: give the file it was played with"
        )
    if edition not in game.editions:
        raise Mistake(
            f"{name}, edition: {edition!r} does not come with {game.title}; "
            f"if it is an edition of your own, give its file: --edition {edition}.toml"
        )
    raise Mistake(
        f"{name}, edition_digest: this game was played with another text of the edition {edition!r} "
        f"(digest {digest}); if you have that text, give its file with --edition"
    )
