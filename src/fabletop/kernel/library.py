"""Where a game's editions are: those that come with it, those that once did, and files of people's own."""

from abc import ABC, abstractmethod
from functools import cache, cached_property
from pathlib import Path

from fabletop.kernel.edition import Edition, Source, digest_of, read_text, read_toml
from fabletop.kernel.question import Mistake, did_you_mean

RELEASED = "released.toml"  # in a game's folder of editions: see Library.released
OLDER_NOTATION = "It is written in an older notation, which is still read."


class Library(ABC):
    """The part of a Game that finds and reads its editions."""

    title: str  # of the game
    home: Path  # its folder

    # --- what a game says ----------------------------------------------------------------

    @abstractmethod
    def parse_edition(self, file: Source) -> Edition:
        """What an edition's text says; BadEdition says all that is wrong with it."""

    def convert_edition(self, text: str) -> str:
        """An edition's text in the notation of today; a text that is in it already stays as it is."""
        return text

    # --- finding one -----------------------------------------------------------------------

    def edition(self, name: "str | Path") -> Edition:
        """An edition by its name ("house") or by the path of its file."""
        return self.read_edition(self.edition_path(name))

    def edition_path(self, name: "str | Path") -> Path:
        text = str(name)
        known = self.editions
        if text in known:
            return known[text]
        if "/" in text or "\\" in text or text.endswith(".toml"):
            return Path(name)
        raise Mistake(
            f"{self.title} has no edition {text!r}: {did_you_mean(text, list(known))}, "
            "or give the path of a .toml file"
        )

    def read_edition(self, path: Path) -> Edition:
        """An edition from its file, which is read anew only when it has changed."""
        return edition_at(self, path, path.stat().st_mtime_ns if path.exists() else 0)

    def edition_of(self, text: str, name: str, digest: str = "") -> Edition:
        """An edition from its text, also one in an older notation. `digest` is what stored games name it by,
        where that is no longer the text's own."""
        today = self.convert_edition(text)
        edition = self.parse_edition(Source(name, today, digest or digest_of(text)))
        edition.text = text
        if today != text:
            edition.notes = (*edition.notes, OLDER_NOTATION)
        return edition

    def edition_by(self, digest: str) -> Edition | None:
        """The edition that games of this digest are played with, if it comes with the game."""
        for path in (*self.editions.values(), *self.former.values()):
            edition = self.read_edition(path)
            if edition.digest == digest:
                return edition
        return edition_released(self, digest)

    @cached_property
    def editions(self) -> dict[str, Path]:
        """The editions that come with the game."""
        paths = sorted((self.home / "editions").glob("*.toml"))
        return {path.stem: path for path in paths if path.name != RELEASED}

    @cached_property
    def former(self) -> dict[str, Path]:
        """Editions that came with the game once, for the games that are stored with them."""
        return {path.stem: path for path in sorted((self.home / "editions" / "former").glob("*.toml"))}

    @cached_property
    def released(self) -> dict[str, dict[str, str]]:
        """Digests of texts that were released before: in which file the same cards are `now` (of the editions
        that come with the game, or of the former ones), and the `digest` of that text."""
        path = self.home / "editions" / RELEASED
        return read_toml(path)[0] if path.exists() else {}


@cache
def edition_at(game: Library, path: Path, changed: int) -> Edition:
    return game.edition_of(read_text(path), path.name)


@cache
def edition_released(game: Library, digest: str) -> Edition | None:
    """An edition that was released in another text: the one that has its cards now, under its old digest."""
    found = game.released.get(digest)
    if found is None:
        return None
    text = read_text((game.former | game.editions)[found["now"]])
    return game.edition_of(text, found["now"], digest) if digest_of(text) == found["digest"] else None
