"""The house edition of today: what was wanted of its cards, and what some of them do."""

import pytest

from fabletop.games.coraline.card_text import card_text
from fabletop.kernel.effects.nodes import Choose, If, Node, Steps, speaks_of

from .tables import GAME, HOUSE, TODAY, table


def nodes(steps: Steps) -> list[Node]:
    """All steps of a card, also those within others."""
    found: list[Node] = []
    for node in steps:
        found.append(node)
        if isinstance(node, If):
            found += nodes(node.then) + nodes(node.otherwise)
        elif isinstance(node, Choose):
            for branch in node.branches:
                found += nodes(branch)
    return found


def asking(*conditions: str) -> set[str]:
    """The cards that ask for one of these."""
    return {
        card.id
        for card in [*TODAY.coraline, *TODAY.beldam]
        for node in nodes(card.does)
        if isinstance(node, If) and node.test.condition.name in conditions
    }


@pytest.mark.rule("CO-COMP.5")
def test_no_card_is_anothers_twin() -> None:
    assert TODAY.notes == () and HOUSE.notes != ()
    assert TODAY.version == 5


@pytest.mark.rule("CO-R17")
def test_helpers_at_home_and_the_cat_are_good_to_have_on_some_eight_cards() -> None:
    rewarding = asking("HELPER", "HOME", "WITH")
    assert len(rewarding) >= 8
    assert not asking("OTHERS"), "nobody is punished for company"


@pytest.mark.rule("CO-STORY.6")
def test_some_cards_let_one_of_your_own_follow_and_some_of_any_hand() -> None:
    words = [card_text(TODAY, card) for card in TODAY.coraline]
    assert sum(text.endswith("play another card.") for text in words) >= 4
    assert sum("from any hand" in text for text in words) >= 4


@pytest.mark.rule("CO-LOSE.1", "CO-LOSE.2", "CO-LOSE.3")
def test_her_cards_hasten_each_of_the_three_defeats() -> None:
    def count(verb: str) -> int:
        return sum(speaks_of(card.does, verb) for card in TODAY.beldam)

    assert count("MOON") <= 13 and count("DISCARD") >= 6 and count("TEAR") + count("WOE") >= 8


def test_games_of_former_editions_find_them_by_their_digests() -> None:
    former = [GAME.read_edition(path) for path in GAME.former.values()]
    assert [edition.version for edition in former] == [3, 4]
    assert all(GAME.edition_by(edition.digest) is edition for edition in former)
    assert GAME.editions.keys() == {"house"}


# --- Some of its cards ----------------------------------------------------------------------------


@pytest.mark.rule("CO-STORY.3", "CO-STORY.4")
def test_who_is_called_home_shows_what_is_hidden_there() -> None:
    tale = table("C01", edition=TODAY).play("C01").go("garden").take("garden-eye")
    assert not tale.hidden("garden-eye")
    declined = table("C01", edition=TODAY).play("C01").done()
    assert declined.hidden("garden-eye") and declined.state.turn == 2, "nobody came, so there is no there"
    waiting = table("C01", edition=TODAY, helpers={"other-father": "garden"}).play("C01")
    assert waiting.offered("object") == ["garden-eye"], "he is there already"


@pytest.mark.rule("CO-R17")
@pytest.mark.parametrize(("cat", "moon"), [("kitchen", 1), (None, 2)])
def test_the_cat_takes_the_blow(cat: str | None, moon: int) -> None:
    helpers = {"cat": cat} if cat else {}
    tale = table("C06", woes=["B04"], edition=TODAY, helpers=helpers).skip()
    assert tale.where("beldam") == "kitchen" and tale.state.moon == moon and tale.where("cat") is None


@pytest.mark.rule("CO-R17")
def test_somebody_at_home_holds_coralines_hand() -> None:
    calm = table("C06", coraline="bedroom", helpers={"wybie": "bedroom"}, woes=["B17"], edition=TODAY).skip()
    assert len(calm.satchel) == 3
    alone = table("C06", coraline="bedroom", helpers={"wybie": "garden"}, woes=["B17"], edition=TODAY).skip()
    assert alone.asks("object"), "something is dropped"


@pytest.mark.rule("CO-R17", "CO-R18")
def test_no_friends_here_is_a_loss() -> None:
    helpers = {"cat": "kitchen", "wybie": "bedroom"}
    tale = table("C06", coraline="theater", helpers=helpers, woes=["B25"], edition=TODAY).skip()
    assert tale.where("cat") is None and tale.where("wybie") is None
