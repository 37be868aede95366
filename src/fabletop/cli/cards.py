"""The texts of cards and whatever else has one: by the game's catalogue, as the page's lens has them."""

from collections.abc import Iterator
from dataclasses import dataclass

from fabletop.cli.answers import brief, plain
from fabletop.kernel.game import Game, Json
from fabletop.kernel.question import Mistake
from fabletop.kernel.state import State

AROUND = ("game", "edition", "options")  # parts of a view that are not of the table
NEW_LINE = "\n"
MOST = 12  # texts that one name may bring


@dataclass(frozen=True, slots=True)
class Text:
    of: str  # the part of the catalogue it stands in: "cards"
    name: str
    words: str

    def __str__(self) -> str:
        if not self.name:
            return self.words
        return f"{self.name}:{NEW_LINE if NEW_LINE in self.words else ' '}{self.words}"


Texts = dict[str, list[Text]]


def texts_of(catalog: Json) -> Texts:
    """All that has a name and a text, by the id that views know it by."""
    found: Texts = {}
    for part, id, entry in entries(catalog):
        if words := words_of(entry):
            found.setdefault(id, []).append(Text(part, entry["name"], words))
    return found


def entries(catalog: Json) -> Iterator[tuple[str, str, Json]]:
    """Each thing of a catalogue that has a name: the part it stands in, its id, and what is said of it."""
    for part, content in catalog.items():
        listed = content if isinstance(content, list) else []
        named = content if isinstance(content, dict) else {one["id"]: one for one in listed if "id" in one}
        for id, one in named.items():
            if isinstance(one, dict) and "name" in one:
                yield part, str(id), one


def words_of(entry: Json) -> str:
    """Its own words, or those of the parts that it has, as the roles of a character."""
    if "words" in entry:
        return str(entry["words"])
    parts = [part for parts in entry.values() if isinstance(parts, list) for part in parts]
    told = [part for part in parts if isinstance(part, dict) and "words" in part]
    return "\n".join(f"  {part.get('title', '')}: {part['words']}" for part in told)


# --- What is in sight ----------------------------------------------------------------------------------


def in_sight(game: Game, state: State, seat: int | None) -> str:
    """Everything in a seat's view that has a text, pile by pile; each text is told once."""
    sight = Sight(texts_of(game.catalog(state.opening.edition)), game.hints.get("names", {}))
    piles = sight.piles_of(game.view(state, seat))
    told: set[Text] = set()
    lines = []
    for pile in sorted(piles, key=lambda pile: pile != sight.called("hand")):
        found = piles[pile]
        lines.append(f"{pile[:1].upper()}{pile[1:]}:")
        for text in dict.fromkeys(found):
            count = f" ({found.count(text)} times)" if found.count(text) > 1 else ""
            lines.append(f"- {text.name if text.name and text in told else text}{count}")
        told.update(found)
    return "\n".join(lines) or "No card lies in sight."


@dataclass(frozen=True, slots=True)
class Sight:
    """Finds in views what has a text."""

    texts: Texts
    names: dict[str, str]  # what the parts of a view are called

    def called(self, part: str) -> str:
        return self.names.get(part, part.replace("_", " "))

    def piles_of(self, view: Json) -> dict[str, list[Text]]:
        piles: dict[str, list[Text]] = {}
        for part, content in view.items():
            if part not in AROUND and not isinstance(content, str):
                for pile, text in self.found(content, part, self.called(part)):
                    piles.setdefault(pile, []).append(text)
        return piles

    def found(
        self, content: object, part: str, pile: str, in_record: bool = False
    ) -> Iterator[tuple[str, Text]]:
        """Each text in a part of a view, with the name of its pile."""
        if isinstance(content, str):
            yield from ((pile, text) for text in self.known(part, content))
        elif isinstance(content, list):
            for one in content:
                if not (in_record and isinstance(one, str)):  # who guards an item does not lie there
                    yield from self.found(one, part, pile, isinstance(one, dict))
        elif isinstance(content, dict):
            yield from ((pile, Text(part, "", words)) for words in self.own_words(content))
            owner = content["name"] if "seat" in content and "name" in content else ""
            for key, inner in content.items():
                itself = isinstance(inner, str) and owner in [text.name for text in self.known(key, inner)]
                apart = (owner and not itself) or (isinstance(inner, list) and not in_record)
                where = f"{owner or pile}, {self.called(key)}" if apart else pile
                yield from self.found(inner, key, where, in_record and not owner)

    def own_words(self, record: Json) -> list[str]:
        """What a view says itself, as of an effect that lasts, and no catalogue."""
        known = [text for part, id in record.items() if isinstance(id, str) for text in self.known(part, id)]
        words = record.get("words", "")
        return [words] if words and words not in [text.words for text in known] else []

    def known(self, part: str, id: str) -> list[Text]:
        """What this id stands for; where it may be two things, what the part of the view says, or a card."""
        texts = self.texts.get(id, [])
        fitting = [text for text in texts if text.of.startswith(part)]
        return (fitting or [text for text in texts if text.of == "cards"] or texts)[:1]


# --- One by its name -----------------------------------------------------------------------------------


def by_name(game: Game, state: State, name: str) -> str:
    """The texts of this name, or of all names that have these words in them."""
    texts = [text for alike in texts_of(game.catalog(state.opening.edition)).values() for text in alike]
    wanted = plain(name)
    found = [text for text in texts if plain(text.name) == wanted]
    found = found or [text for text in texts if wanted in plain(text.name)]
    if not found:
        raise Mistake(f"No card is called {brief(name)!r}; 'cards' alone tells those in sight.")
    more = f"\nAnd {len(found) - MOST} more." if len(found) > MOST else ""
    return "\n".join(str(text) for text in found[:MOST]) + more
