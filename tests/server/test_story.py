"""The story in short: what a turn brought, for eyes that may not know everything."""

import pytest

import fabletop
from fabletop.bots import make
from fabletop.kernel.rng import seeded
from fabletop.kernel.session import Session
from fabletop.server.visibility import gists_of

ANSWERS = 150


@pytest.mark.parametrize(
    ("name", "players", "part"),
    [
        ("storybook", 2, "captured (+"),
        ("storybook", 4, "plays "),
        ("coraline", 2, "the Beldam: "),
        ("condyle", 3, "goes to "),
        ("condyle-solo", 1, "the Boogeyman to "),
        ("unrelenting", 4, "rabbit to "),
    ],
)
def test_a_turn_is_told_in_short(name: str, players: int, part: str) -> None:
    game = fabletop.game(name)
    session = Session(game, seed=12, keyed=True, opening=game.for_people(players, {}, together=True))
    gists, opens = gists_of(game)
    rng, bot = seeded(3), make("greedy")
    told: dict[int | None, list[str]] = {None: [], 0: []}
    for number in range(1, ANSWERS):
        if session.seat is None:
            break
        session.play(session.seat, int(bot.choose(session.state.resampled(session.seat, rng), rng)))
        world = session.state.resampled(0, rng)
        for viewer, words in told.items():
            for entry in session.told(viewer, number):
                gist = gists[entry.kind](session.state, entry) if entry.kind in gists else ""
                assert not gist or gist == gists[entry.kind](world, entry), "it says what seat 0 can know"
                assert entry.kind not in opens or gist, "a part begins with who, or when"
                assert len(gist) < 70 and "\n" not in gist and not gist.endswith("."), gist
                words += [gist] if gist else []
    assert any(part in words for words in told[None])
    assert len(told[None]) == len(told[0]), "how much is told tells no secret"


def test_what_is_hidden_is_not_told_in_short() -> None:
    game = fabletop.game("storybook")
    session = Session(game, seed=12, keyed=True, opening=game.for_people(2, {}, together=True))
    gists, _ = gists_of(game)
    rng, bot = seeded(5), make("random")
    hidden: set[str] = set()
    for number in range(1, ANSWERS):
        if session.seat is None:
            break
        session.play(session.seat, int(bot.choose(session.state.resampled(session.seat, rng), rng)))
        seen = [entry for entry in session.told(None, number) if entry.kind == "hide"]
        hidden |= {gists["hide"](session.state, entry) for entry in seen}
    assert hidden == {"hides a card"}
