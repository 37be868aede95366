"""A phrase to be written down, which brings a person back: ten words of 256, so 80 bits that nobody guesses.

Only a slow hash of it is kept. All words are told apart by their first four letters.
"""

import hashlib
import re
import secrets

from fabletop.kernel.question import Mistake

LENGTH = 10
TOLD_APART = 4  # letters
COST = {"n": 1 << 14, "r": 8, "p": 1}  # of scrypt: 16 MB and some 50 ms

LIST = """
acorn almond amber anchor apple apron arrow attic autumn badge baker ballad bamboo banner barley basket
beacon beaver berry birch biscuit blanket blizzard blossom bonnet bottle bramble breeze bridge bronze
brook bubble bucket bugle butter cabin camel candle canoe canvas carpet carrot castle cellar chalk cherry
chimney cinder cinnamon circle clover cobble cocoa comet compass copper coral cotton cradle crane crayon
cricket crown cuckoo cupboard curtain cushion daisy dancer dewdrop dolphin donkey dragon drawer dream drum
dusk eagle easel echo ember evening falcon feather ferry fiddle fireside flute forest fountain friend
frost garden garlic gazebo giant ginger glacier glove goblet goose grape guitar hammer harvest hazel hedge
helmet hermit heron hollow honey hopscotch horizon iceberg inkwell island ivory jacket jasmine jungle
juniper kettle kingfisher kitten ladder ladybird lagoon lantern laurel lavender lemon letter lilac lizard
locket lullaby magnet mango maple marble market meadow melody midnight mirror mitten monkey morning moss
mountain muffin needle nettle nutmeg ocean olive orange orchard otter oyster paddle palace paper parade
parrot pebble pepper piano pigeon pillow pirate planet pocket pony poppy pudding pumpkin puppet puzzle
quarry quill rabbit radish rafter rainbow raven ribbon riddle river rocket rooster saddle saffron sailor
salmon satchel scarf seashell shadow shepherd shovel silver skylark sleigh snail sparrow spider spoon
squirrel stable stream summer sunset swallow table tadpole tailor teapot temple thimble thistle thunder
ticket tiger timber toffee tortoise trumpet tulip tunnel turnip twilight umbrella valley vanilla velvet
village violin voyage waffle wagon walnut walrus warbler water weather whisker willow window winter wizard
wolf wonder yellow zebra
"""
WORDS = LIST.split()

BY_BEGINNING = {word[:TOLD_APART]: word for word in WORDS}


def new_phrase() -> list[str]:
    return [secrets.choice(WORDS) for _ in range(LENGTH)]


def read_phrase(text: str) -> list[str]:
    """The words that somebody typed, however they did; a Mistake says what is wrong with them."""
    typed = re.findall(r"[a-z]+", text.lower())
    if len(typed) != LENGTH:
        raise Mistake(f"A phrase has {LENGTH} words, not {len(typed)}.")
    unknown = [word for word in typed if word[:TOLD_APART] not in BY_BEGINNING]
    if unknown:
        raise Mistake(f"{unknown[0][:20]!r} is none of our words: look at your phrase again.")
    return [BY_BEGINNING[word[:TOLD_APART]] for word in typed]


def digest_of(words: list[str], salt: bytes) -> str:
    """What is kept of a phrase. Slow: not to be called in the loop."""
    return hashlib.scrypt(" ".join(words).encode(), salt=salt, **COST, dklen=32).hex()
