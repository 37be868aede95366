"""The small parts of the kernel: chance, actions, the ledger, snapshots, and what the shelf says."""

import json
import pickle
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

import fabletop
from fabletop.games import ours
from fabletop.kernel.action import THINGS, VERBS, act, thing_of, verb_of
from fabletop.kernel.bits import bit, lowest, members_into
from fabletop.kernel.journal import ALL, UNSEEN, as_seen
from fabletop.kernel.ledger import read_ledger
from fabletop.kernel.question import Mistake
from fabletop.kernel.rng import Loaded, Rng, from_words, key_of, seeded
from fabletop.kernel.session import Session
from fabletop.kernel.snapshot import restore, snapshot
from fabletop.kernel.telling import lines_of

GAME = fabletop.game("storybook")


# --- Chance -----------------------------------------------------------------------------------------


def test_a_seed_always_gives_the_same_numbers() -> None:
    """Stored games depend on it: these numbers must never change."""
    rng = seeded(7)
    assert [int(rng.word()) for _ in range(4)] == [1205595529, 1428627676, 790273105, 3802721727]
    assert [int(seeded(seed).below(1000)) for seed in (0, 1, -1, 2**80)] == [85, 963, 540, 496]


def test_the_generator_is_xoshiro128_plus_plus() -> None:
    """The first numbers of its authors' algorithm from the state 1, 2, 3, 4."""
    rng = Rng(1, 2, 3, 4)
    assert [int(rng.word()) for _ in range(5)] == [641, 1573767, 3222811527, 3517856514, 836907274]


def test_numbers_are_spread_evenly() -> None:
    rng = seeded(1)
    counts = Counter(int(rng.below(6)) for _ in range(12_000))
    assert sorted(counts) == list(range(6))
    assert all(1800 < count < 2200 for count in counts.values())


def test_a_shuffle_reaches_every_order_and_nothing_beyond_its_part() -> None:
    rng = seeded(2)
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(2400):
        pile = vec[i64]([9, 0, 1, 2, 9])
        rng.shuffle(pile, 1, 3)
        assert (pile[0], pile[4]) == (9, 9)
        orders[tuple(int(pile[i]) for i in (1, 2, 3))] += 1
    assert len(orders) == 6
    assert all(300 < count < 500 for count in orders.values())


def test_a_copy_goes_on_alike_and_a_split_does_not() -> None:
    rng = seeded(3)
    twin = rng.copy()
    assert rng.words() == twin.words()
    other = rng.split()
    assert [rng.word() for _ in range(3)] != [other.word() for _ in range(3)]
    assert [twin.split().words()] == [seeded(3).split().words()]


def test_a_generator_is_never_stuck() -> None:
    rng = Rng(0, 0, 0, 0)
    assert len({int(rng.word()) for _ in range(20)}) > 10


def test_dice_and_decks_can_be_loaded() -> None:
    rng: Rng = Loaded(1, dice=[3, 0], decks=[[2, 7]])
    assert [int(rng.copy().below(6)), int(rng.below(6)), int(rng.below(2))] == [3, 3, 0]
    pile = vec[i64]([7, 5, 2, 1])
    rng.shuffle(pile, 0, 4)
    assert [int(card) for card in pile] == [5, 1, 2, 7], "the last is the top"
    assert 0 <= rng.below(6) < 6
    with pytest.raises(ValueError, match="a loaded die said 6, but only 0 to 5"):
        Loaded(1, dice=[6], decks=[]).below(6)
    with pytest.raises(ValueError, match=r"a loaded deck names \[9\], but the pile holds \[5, 7\]"):
        Loaded(1, dice=[], decks=[[9]]).shuffle(vec[i64]([5, 7]), 0, 2)


def test_a_game_can_be_given_its_deal() -> None:
    options = {"side": "heroes", "hero": "alice", "hero_ally": "genie", "hero_twist": "WH-T1"}
    opening = GAME.opening(2, options)
    state = GAME.begin(opening, Loaded(1, dice=[], decks=[[4, 3, 2, 1]]))
    while GAME.view(state, 0)["phase"] != "setting up":
        state.apply(state.legal()[0])
    faces = [card["card"] for card in GAME.view(state, 0)["hand"]]
    assert faces == ["WH02", "WH03", "WH04", "WH05"]
    with pytest.raises(Mistake, match="for tests"):
        snapshot(state)


# --- Actions, bits, journals --------------------------------------------------------------------------


@given(st.integers(0, VERBS - 1), st.integers(0, THINGS - 1))
def test_actions_are_packed_and_unpacked(verb: int, thing: int) -> None:
    action = act(verb, thing)
    assert (verb_of(action), thing_of(action)) == (verb, thing)


def test_bits_above_the_thirtieth() -> None:
    assert [int(bit(n)) for n in (0, 31, 32, 61)] == [1, 2**31, 2**32, 2**61]


def test_a_secret_is_for_those_who_have_eyes_for_it() -> None:
    row = (3, 1, 42, 5, 6, 0b010)
    assert as_seen(row, 1) == row
    assert as_seen(row, 0) == as_seen(row, None) == (3, 1, UNSEEN, 5, 6, ALL)
    public = (3, 1, 42, 5, 6, ALL)
    assert as_seen(public, None) == public


# --- The ledger -------------------------------------------------------------------------------------------


def test_rules_are_found_by_id_and_by_words() -> None:
    rules = GAME.rules
    assert rules["sb-slide.2"].id == "SB-SLIDE.2"
    assert [rule.id for rule in rules.find("SB-ADJ")] == ["SB-ADJ.1"]
    assert any(rule.id == "SB-ADJ.1" for rule in rules.find("corner"))
    with pytest.raises(Mistake, match=r"there is no rule 'SB-SLIDE.99': did you mean 'SB-SLIDE"):
        rules["SB-SLIDE.99"]


def test_a_heading_that_is_no_rule_is_told(tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    path.write_text("# Rules\n\n## XX-A · One\n\n### A rule without an id\n", "utf-8")
    with pytest.raises(Mistake, match=r"rules\.md, line 5: a heading must read"):
        read_ledger(path)


# --- Storing ------------------------------------------------------------------------------------------------


def test_a_state_is_stored_as_plain_json_and_pickled() -> None:
    state = GAME.start(2, seed=4)
    state.playout(seeded(1))
    again = restore(json.loads(json.dumps(snapshot(state))))
    assert snapshot(again) == snapshot(state) == snapshot(pickle.loads(pickle.dumps(state)))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"edition_digest": "0"}, "stored with another text of the edition 'house'"),
        ({"state": {"ap": 5}}, "stored by another version of its rules"),
        ({"game": "chess"}, "there is no game 'chess'"),
    ],
)
def test_a_snapshot_that_does_not_fit_is_told(change: dict[str, object], words: str) -> None:
    stored = snapshot(GAME.start(2, seed=4))
    with pytest.raises(Mistake, match=words):
        restore(stored | change)


def test_the_shelf_says_what_it_has() -> None:
    with pytest.raises(Mistake, match="there is no game 'storybok': did you mean 'storybook'"):
        fabletop.game("storybok")
    assert pickle.loads(pickle.dumps(GAME)) is GAME
    assert repr(GAME) == "<game storybook>"
    seats = [fabletop.game(name).how_many for name in ours()]
    assert seats == ["2 to 4", "1", "1 to 4", "2 or 4", "4"]


# --- Keyed chance -----------------------------------------------------------------------------------------


def test_keyed_chance_is_the_same_for_the_same_seed_and_goes_on_from_anywhere() -> None:
    one, other = key_of(7), key_of(7)
    drawn = [one.word() for _ in range(100)]
    assert drawn[:3] == [1067011823, 2190207401, 364082895]  # stored games depend on it
    assert drawn == [other.word() for _ in range(100)] and drawn != [key_of(8).word() for _ in range(100)]
    assert len(set(drawn)) == 100 and all(0 <= word < 1 << 32 for word in drawn)
    for stop in (0, 5, 15, 16, 17, 32):
        half = key_of(7)
        for _ in range(stop):
            half.word()
        for twin in (half.copy(), from_words(half.words())):
            assert [twin.word() for _ in range(40)] == drawn[stop : stop + 40]


def test_keyed_chance_is_even() -> None:
    chance = key_of(3)
    counts = Counter(int(chance.below(6)) for _ in range(6000))
    assert set(counts) == set(range(6)) and all(900 < count < 1100 for count in counts.values())


def test_a_keyed_game_is_another_game_of_the_same_seed_and_can_be_stored() -> None:
    game = fabletop.game("storybook")
    keyed, plain = Session(game, 2, 5, keyed=True), Session(game, 2, 5)
    for one in (keyed, plain):
        for _ in range(12):
            assert one.seat is not None
            one.play(one.seat, one.state.legal()[-1])
    assert snapshot(keyed.state)["state"] != snapshot(plain.state)["state"]
    again = restore(json.loads(json.dumps(snapshot(keyed.state))))
    for state in (again, keyed.state):
        state.playout(seeded(4))
    assert snapshot(again) == snapshot(keyed.state)


# --- Telling ----------------------------------------------------------------------------------------


def test_a_row_is_told_by_a_sentence_or_by_a_function() -> None:
    lines = lines_of(
        {
            1: "{name} takes {a:card} from {b:place}, {c:+}.",
            2: lambda state, name, a, b, c: f"{state} {a + b}",
        },
        card=lambda state, number: f"{state} {number}",
        place=["the deck", "the pile"],
    )
    assert lines[1]("card", "Ann", 7, 1, 2) == "Ann takes card 7 from the pile, +2."
    assert lines[2]("sum", "Ann", 7, 1, 2) == "sum 8"
    with pytest.raises(AssertionError, match="speaks of \\['moon'\\], which nobody can name"):
        lines_of({1: "{a:moon}"})


# --- Sets --------------------------------------------------------------------------------------------


@given(st.sets(st.integers(0, 61)))
def test_a_set_is_the_bits_of_an_integer(numbers: set[int]) -> None:
    mask = sum(bit(n) for n in numbers)
    out = vec[i64]([0] * 64)
    assert members_into(mask, 100, out, 1) == 1 + len(numbers)
    assert [out[i] - 100 for i in range(1, 1 + len(numbers))] == sorted(numbers)
    assert not numbers or lowest(mask) == min(numbers)
