"""Chance, as a few integers that live in a game's state.

The generator is xoshiro128++ on 32-bit words: small enough to copy with every state, and every
product stays below 2**63, so the interpreted and the compiled engine draw the same numbers.
"""

from hashlib import blake2b
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

WORD: Final = 0xFFFFFFFF
KEYED_WORDS: Final = 16  # of one hash


class Rng:
    def __init__(self, a: i64, b: i64, c: i64, d: i64) -> None:
        self.a: i64 = a & WORD
        self.b: i64 = b & WORD
        self.c: i64 = c & WORD
        self.d: i64 = d & WORD
        if self.a | self.b | self.c | self.d == 0:
            self.a = 1

    def word(self) -> i64:
        """The next 32 random bits."""
        a = self.a
        b = self.b
        d = self.d
        total = (a + d) & WORD
        out = ((total << 7 | total >> 25) + a) & WORD
        c = self.c ^ a
        d ^= b
        self.b = b ^ c
        self.a = a ^ d
        self.c = c ^ ((b << 9) & WORD)
        self.d = (d << 11 | d >> 21) & WORD
        return out

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1."""
        return (self.word() * n) >> 32

    def shuffle(self, pile: vec[i64], first: i64, count: i64) -> None:
        """Put pile[first : first + count] into random order."""
        for i in range(count - 1, 0, -1):
            j = self.below(i + 1)
            kept = pile[first + i]
            pile[first + i] = pile[first + j]
            pile[first + j] = kept

    def deal_anew(self, pile: vec[i64], first: i64, count: i64) -> None:
        """As `shuffle`, but the outcome does not depend on the order in which they lay."""
        for i in range(first + 1, first + count):
            card = pile[i]
            place = i
            while place > first and pile[place - 1] > card:
                pile[place] = pile[place - 1]
                place -= 1
            pile[place] = card
        self.shuffle(pile, first, count)

    def copy(self) -> "Rng":
        return Rng(self.a, self.b, self.c, self.d)

    def split(self) -> "Rng":
        """A new stream that nobody can foresee from this one's position alone."""
        return Rng(self.word(), self.word(), self.word(), self.word())

    def words(self) -> list[int]:
        return [self.a, self.b, self.c, self.d]


class Keyed(Rng):
    """Chance that gives nothing away: whatever has come up, nobody can tell from it what else did or will.

    Of xoshiro, who has seen enough numbers could work out the others. These are a keyed hash of a counter:
    slower, and meant for tables where people play for something.
    """

    def __init__(self, key: bytes, count: i64) -> None:
        super().__init__(0, 0, 0, 0)
        self.key = key
        self.count: i64 = count  # words drawn so far
        self.block = b""

    def word(self) -> i64:
        place = self.count % KEYED_WORDS
        if place == 0 or not self.block:
            number: int = self.count // KEYED_WORDS
            self.block = blake2b(b"%d" % number, key=self.key, digest_size=4 * KEYED_WORDS).digest()
        self.count += 1
        block = self.block
        at = 4 * place
        return i64(block[at]) << 24 | i64(block[at + 1]) << 16 | i64(block[at + 2]) << 8 | i64(block[at + 3])

    def copy(self) -> Rng:
        twin = Keyed(self.key, self.count)
        twin.block = self.block
        return twin

    def words(self) -> list[int]:
        return [*(int.from_bytes(self.key[i : i + 4], "big") for i in range(0, 32, 4)), self.count]


class Loaded(Rng):
    """Chance for tests: the next answers of `below` are given, and the tops of the next shuffled piles.

    `dice` are answered one by one; each list in `decks` names what lies last (= on top, topmost
    last) after the next shuffle. When both are used up, ordinary chance goes on.
    """

    def __init__(self, seed: int, dice: list[int], decks: list[list[int]]) -> None:
        base = seeded(seed)
        super().__init__(base.a, base.b, base.c, base.d)
        self.dice: list[int] = list(dice)
        self.decks: list[list[int]] = [list(deck) for deck in decks]

    def below(self, n: i64) -> i64:
        if self.dice:
            given = self.dice.pop(0)
            if not 0 <= given < n:
                raise ValueError(f"a loaded die said {given}, but only 0 to {n - 1} can come up here")
            return given
        return (self.word() * n) >> 32

    def shuffle(self, pile: vec[i64], first: i64, count: i64) -> None:
        if not self.decks:
            super().shuffle(pile, first, count)
            return
        top = self.decks.pop(0)
        cards = [int(pile[i]) for i in range(first, first + count)]
        strange = [card for card in top if card not in cards]
        if strange:
            raise ValueError(f"a loaded deck names {strange}, but the pile holds {sorted(cards)}")
        rest = [card for card in cards if card not in top]
        place = first
        for card in rest + top:
            pile[place] = card
            place += 1

    def copy(self) -> Rng:
        twin = Loaded(0, self.dice, self.decks)
        twin.a = self.a
        twin.b = self.b
        twin.c = self.c
        twin.d = self.d
        return twin


def seeded(seed: int) -> Rng:
    """The generator for a seed: any whole number, also a large one."""
    digest = blake2b(b"fabletop %d" % seed, digest_size=16).digest()
    parts = [int.from_bytes(digest[i : i + 4], "big") for i in (0, 4, 8, 12)]
    return Rng(parts[0], parts[1], parts[2], parts[3])


def key_of(seed: int) -> Keyed:
    """The keyed generator for a seed."""
    return Keyed(blake2b(b"fabletop keyed %d" % seed, digest_size=32).digest(), 0)


def from_words(words: list[int]) -> Rng:
    """The generator that `words` described."""
    if len(words) == 4:
        a, b, c, d = words
        return Rng(a, b, c, d)
    return Keyed(b"".join(word.to_bytes(4, "big") for word in words[:8]), words[8])
