"""The parts that a search is made of."""

from itertools import pairwise

from librt.vecs import vec
from mypy_extensions import i64

import fabletop
from fabletop.bots.search import Search
from fabletop.bots.tree import ANSWER, NONE, ROW, START, VISITS, Tree, asked
from fabletop.kernel.advisor import SearchSettings
from fabletop.kernel.bits import count_of, lowest, member, members_into
from fabletop.kernel.matching import PLACES, find_places
from fabletop.kernel.rng import seeded
from fabletop.lab.conformance import steps


def answers_of(tree: Tree, node: int) -> list[int]:
    found = []
    branch = tree.first(node)
    while branch != NONE:
        found.append(int(tree.link[branch * ROW + ANSWER]))
        branch = tree.next(branch)
    return found


def test_a_tree_lists_the_answers_of_every_world_once() -> None:
    """Other worlds allow other answers: they are put in, and the order of the lists is kept."""
    game = fabletop.game("storybook")
    state = game.start(2, seed=3)
    rng = seeded(4)
    for number, _ in enumerate(steps(state, rng)):
        if number == 40:
            break
    advisor = game.advisor(state.opening)
    tree = Tree()
    tree.plant(state)
    other = 1 - int(state.seat)
    union: set[int] = set()
    for _ in range(30):
        world = state.resampled(other, rng)
        count = tree.look_up(tree.root, world, advisor, 1.0)
        legal = world.legal()
        union |= set(legal)
        assert [tree.listed[i] for i in range(count)] == legal
        assert [tree.link[tree.found[i] * ROW + ANSWER] for i in range(count)] == legal
    listed = answers_of(tree, int(tree.root))
    assert len(listed) == len(set(listed))
    assert set(listed) == union
    assert len(union) > len(legal)


def test_a_tree_grows_beyond_its_first_room() -> None:
    state = fabletop.game("storybook").start(2, seed=3)
    tree = Tree()
    tree.plant(state)
    for number in range(START + 10):
        tree.before = NONE
        branch = tree.add_branch(tree.root, number)
        node = tree.behind(branch, 7)
        assert tree.behind(branch, 7) == node
    assert answers_of(tree, int(tree.root)) == list(range(START + 9, -1, -1))


def test_one_answer_may_lead_to_different_questions() -> None:
    state = fabletop.game("storybook").start(2, seed=3)
    tree = Tree()
    tree.plant(state)
    branch = tree.add_branch(tree.root, 1)
    nodes = [tree.behind(branch, question) for question in (5, 6, 5, 6)]
    assert nodes[0] == nodes[2] != nodes[1] == nodes[3]


def test_a_walk_counts_once_on_its_way() -> None:
    state = fabletop.game("condyle").start(2, seed=3)
    search = Search(2, state.opening.game.advisor(state.opening), SearchSettings(cutoff=3))
    search.tree.plant(state)
    search.run(state, state.seat, seeded(1), 200, 0.0)
    tree = search.tree
    total = 0.0
    branch = tree.first(tree.root)
    while branch != NONE:
        total += tree.sums[branch * ROW + VISITS]
        branch = tree.next(branch)
    assert total == tree.visits_of(tree.root) <= 200
    assert tree.node[tree.root * ROW + 1] == asked(state)


def test_sets_are_counted_and_read() -> None:
    for numbers in ([0], [61], [31, 32], [3, 17, 40, 59], list(range(62))):
        mask = sum(2**n for n in numbers)
        assert lowest(mask) == numbers[0]
        assert count_of(mask) == len(numbers)
        assert [member(mask, k) for k in range(len(numbers))] == numbers
        out = vec[i64]([7] * 70)
        assert members_into(mask, 100, out, 2) == 2 + len(numbers)
        assert list(out[: 3 + len(numbers)]) == [7, 7, *(100 + n for n in numbers), 7]


def test_things_find_places_if_there_is_a_way() -> None:
    allowed = vec[i64]([0b011, 0b001, 0b110, 0b1000])
    holds = vec[i64]([0] * PLACES)
    find_places(4, allowed, holds)
    assert [holds[i] for i in range(5)] == [1, 0, 2, 3, -1]


def test_dealing_anew_does_not_depend_on_the_order_before() -> None:
    piles = [vec[i64]([9, 1, 5, 3, 7, 0]), vec[i64]([9, 7, 3, 5, 1, 0])]
    for pile in piles:
        seeded(6).deal_anew(pile, 1, 4)
    assert list(piles[0]) == list(piles[1])
    assert piles[0][0] == 9
    assert piles[0][5] == 0
    found = set()
    rng = seeded(7)
    for _ in range(300):
        rng.deal_anew(piles[0], 1, 4)
        found.add(tuple(piles[0]))
    assert len(found) == 24
    assert all(a != b for a, b in pairwise(sorted(found)))
