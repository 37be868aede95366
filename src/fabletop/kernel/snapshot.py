"""A state as plain JSON data, and back."""

from functools import lru_cache
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8

from fabletop.kernel.edition import Edition
from fabletop.kernel.game import Game, Opening, game_named
from fabletop.kernel.question import Mistake
from fabletop.kernel.rng import Loaded, from_words
from fabletop.kernel.state import State

SHARED = {"opening", "journal", "rng", "book"}  # stored otherwise, or not at all


def fields(state: State) -> list[str]:
    """The names of all integers and vecs of a state, the same compiled and interpreted."""
    names: list[str] = []
    for kind in reversed(type(state).__mro__):
        names += [n for n in getattr(kind, "__mypyc_attrs__", ()) if n not in names and n != "__dict__"]
    names += [name for name in getattr(state, "__dict__", ()) if name not in names]
    return sorted(n for n in names if n not in SHARED and isinstance(getattr(state, n), int | vec))


def snapshot(state: State) -> dict[str, Any]:
    """Everything that is needed to go on from here. Hidden truth: not for players."""
    opening = state.opening
    content = stored(state)
    rng = content.pop("rng")
    own = {} if opening.game.edition_by(opening.edition.digest) else {"edition_text": opening.edition.text}
    return {
        "game": opening.game.name,
        "rules_version": opening.rules_version,
        "edition": opening.edition.name,
        "edition_digest": opening.edition.digest,
        **own,
        **({"mended": opening.mended} if opening.mended else {}),
        "players": opening.players,
        "options": opening.options,
        "rng": rng,
        "state": content,
    }


def stored(state: State) -> dict[str, Any]:
    """The integers of a state, and its chance."""
    if isinstance(state.rng, Loaded):
        raise Mistake("a game with loaded chance is for tests, and cannot be stored")
    content: dict[str, Any] = {"rng": state.rng.words()}
    for name in fields(state):
        value = getattr(state, name)
        content[name] = value if isinstance(value, int) else list(value)
    return content


def restore(data: dict[str, Any]) -> State:
    """The state that `snapshot` described."""
    found = game_named(data["game"])
    digest = data["edition_digest"]
    edition = found.edition_by(digest)
    if edition is None and "edition_text" in data:
        edition = own_edition(found, data["edition_text"], data["edition"], digest)
    if edition is None:
        raise Mistake(f"this game was stored with another text of the edition {data['edition']!r}")
    opening = found.opening(
        data["players"], data["options"], edition, data["rules_version"], mended=data.get("mended", 0)
    )
    return restored(opening, {**data["state"], "rng": data["rng"]})


def restored(opening: Opening, content: dict[str, Any]) -> State:
    """The state whose integers `stored` gave."""
    state = opening.game.blank(opening)
    values = opening.game.convert_state(content)
    names = {*fields(state), "rng"}
    if names != set(values):
        odd = ", ".join(sorted(names ^ set(values)))
        raise Mistake(f"this game was stored by another version of its rules: {odd}")
    for name, value in values.items():
        if name == "rng":
            state.rng = from_words(value)
        elif isinstance(value, list):
            u8s = type(getattr(state, name)) is type(vec[u8]())
            setattr(state, name, vec[u8](value) if u8s else vec[i64](value))
        else:
            setattr(state, name, value)
    return state


@lru_cache(200)
def own_edition(game: Game, text: str, name: str, digest: str) -> Edition:
    return game.edition_of(text, name, digest)
