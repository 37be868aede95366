"""What the workshop has worked out in its worker: bytes in, bytes out, so that the house itself reads little.

A worker has so much memory and so much time; one that needs more is ended, and begins anew.
"""

import re
import time
from collections.abc import Callable
from typing import Any

import msgspec

import fabletop
from fabletop.kernel.declaring import Content
from fabletop.kernel.edition import digest_of
from fabletop.kernel.game import Game, Opening
from fabletop.kernel.question import Mistake
from fabletop.kernel.session import Session
from fabletop.server import workshop_messages as wm
from fabletop.server.workshop import comparing, drafts
from fabletop.server.workshop.writing import rewritten

MEMORY = 2 * 2**30  # bytes a worker may ask for
PATIENCE = 5.0  # seconds for one draft
LONGEST_TITLE = 80
LONGEST_SEARCH = 3.0  # seconds for a deal
MOST_DEALS = 3000
MOST_ANSWERS = 60  # of the setting up, before anything is at hand
SEED_BITS = 128
GOLDEN = 0x9E3779B97F4A7C15F39CC0605CEDC835  # so that seeds that are tried have nothing to do with each other

Answer = tuple[int, bytes]  # a status, and JSON


class Written(msgspec.Struct, frozen=True):
    """A text that is to be kept, and what is known of it."""

    text: str
    name: str
    title: str
    digest: str
    content: dict[str, Any]
    checked: wm.Checked


def answered(work: Callable[[], Any]) -> Answer:
    """What came of it; a refusal in words."""
    try:
        return 200, msgspec.json.encode(work())
    except Mistake as mistake:
        return 400, msgspec.json.encode({"words": str(mistake)})
    except msgspec.MsgspecError as error:
        return 400, msgspec.json.encode({"words": drafts.UNREADABLE.format(error)})
    except (RecursionError, MemoryError):
        return 413, msgspec.json.encode({"words": "This is too much for one edition."})


def game_of(name: str) -> Game:
    game = fabletop.game(name)
    if not game.declared.sections:
        raise Mistake(f"{game.title} has no editions to write")
    return game


def check(body: bytes) -> Answer:
    def work() -> wm.Checked:
        draft = msgspec.json.decode(body, type=wm.Draft)
        if (draft.content is None) == (draft.text is None):
            raise Mistake("send a content or a text")
        return drafts.checked(game_of(draft.game).name, draft.content, draft.text)

    return answered(work)


def effect(body: bytes) -> Answer:
    def work() -> wm.Effect:
        wanted = msgspec.json.decode(body, type=wm.EffectDraft)
        game_of(wanted.game)
        return drafts.effect(wanted)

    return answered(work)


def declares(name: str) -> Answer:
    return answered(lambda: drafts.declaration(game_of(name)))


def written(game: Game, text: str, content: Content) -> Written:
    """A text to keep: what it says is as it was checked."""
    drafts.today(game, text)  # it may have become too long
    if content.get("game") != game.name:
        raise Mistake(f"game: this is an edition of {content.get('game')!r}, not of {game.name!r}")
    return Written(
        text=text,
        name=str(content.get("name", ""))[:LONGEST_TITLE],
        title=str(content.get("title", ""))[:LONGEST_TITLE] or "Untitled",
        digest=digest_of(text),
        content=content,
        checked=drafts.checked(game.name, content, None),
    )


def read(name: str, text: str) -> Answer:
    """A version that is kept, with all that is to be said of it."""

    def work() -> Written:
        return written(game_of(name), text, drafts.content_of(text))

    return answered(work)


def begun(name: str, text: str, source: str, title: str) -> Answer:
    """The first version of a work, from another text: "house", "box", "import", or anything else to fork."""

    def work() -> Written:
        game = game_of(name)
        today = drafts.today(game, text)
        content = drafts.content_of(today)
        if source == "import" and not title and content.get("name") not in game.editions:
            return written(game, today, content)
        if source == "box":
            game.declared.box(content)
            content["box"] = True
            content.pop("balanced", None)
        called = title.strip()[:LONGEST_TITLE]
        usual = f"My box of {game.title}" if source == "box" else f"My {game.title}"
        content["title"] = called or usual
        content["name"] = own_name(game, content["title"])
        content["version"] = 1
        return written(game, rewritten(today, content), content)

    return answered(work)


def differs(name: str, before: str, after: str) -> Answer:
    return answered(lambda: comparing.differences(game_of(name).name, before, after))


class Dealt(msgspec.Struct, frozen=True):
    """A game that begins with a card at hand."""

    seed: str
    options: dict[str, str]
    tries: int


def deal(name: str, text: str, wanted: bytes, seat: int, first: int) -> Answer:
    """Look for a deal in which a seat has a card at hand: no rule is bent, seeds are tried one by one."""

    def work() -> Dealt:
        game, asked = game_of(name), msgspec.json.decode(wanted, type=wm.TryTable)
        assert asked.card is not None
        section, id = asked.card.section, asked.card.id
        edition = game.edition_of(text, "mine")
        options = game.declared.opening_with(edition, seat, section, id) | asked.options
        players = asked.players or len(asked.seats) or None
        opening = game.for_people(players, options, edition, together=True)
        end = time.monotonic() + LONGEST_SEARCH
        for tries in range(1, MOST_DEALS + 1):
            seed = (first + tries * GOLDEN) % 2**SEED_BITS
            if comes(game, opening, seed, seat, section, id):
                return Dealt(str(seed), opening.options, tries)
            if time.monotonic() > end:
                break
        raise Mistake(f"In {tries} deals this did not come to hand at the start: it may not be in this game.")

    return answered(work)


def comes(game: Game, opening: Opening, seed: int, seat: int, section: str, id: str) -> bool:
    """Whether it is at hand as soon as anything is."""
    state = Session(game, seed=seed, keyed=True, opening=opening).state
    for _ in range(MOST_ANSWERS):
        if game.declared.at_hand(state, seat, section, id):
            return True
        if state.over or game.view(state, seat).get("hand"):
            return False
        state.apply(state.legal()[0])
    return False


def own_name(game: Game, title: str) -> str:
    """A short name that is none of the game's own editions."""
    name = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:40] or "mine"
    return f"my-{name}" if name in game.editions else name


def saved(name: str, before: str, body: bytes) -> Answer:
    """The next version of a work, from its text before and what a page sent."""

    def work() -> Written:
        game = game_of(name)
        save = msgspec.json.decode(body, type=wm.Save)
        if save.text is not None:
            text = drafts.today(game, save.text)
            content = drafts.content_of(text)
        else:
            content = save.content if save.content is not None else drafts.content_of(before)
            drafts.plain(content)
            text = before
        if save.title is not None:
            content["title"] = save.title.strip()[:LONGEST_TITLE] or "Untitled"
        if content.get("name") in game.editions:
            content["name"] = own_name(game, str(content.get("title", "")))
        return written(game, rewritten(text, content), content)

    return answered(work)
