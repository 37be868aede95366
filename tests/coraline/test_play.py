"""Coraline at the text table: the group's question, answers to be confirmed, whole games."""

import io
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from fabletop.bots import make
from fabletop.cli.screen import Screen
from fabletop.cli.seats import seat_bots
from fabletop.cli.table import Table as TextTable
from fabletop.games.coraline import table as t
from fabletop.games.coraline import verbs as v
from fabletop.games.coraline.table import Table
from fabletop.kernel import replay
from fabletop.kernel.action import act
from fabletop.kernel.rng import seeded
from fabletop.kernel.session import Session
from fabletop.lab.sim import simulate

from .tables import GAME, TODAY, Tale, card, table


def at_table(lines: Sequence[str], seats: Sequence[str], seed: int = 5) -> tuple[TextTable, io.StringIO]:
    session = Session(GAME, len(seats), seed)
    out = io.StringIO()
    typed = io.StringIO("".join(f"{line}\n" for line in lines))
    return TextTable(session, seat_bots(list(seats), seed), Screen(out, typed)), out


def run_out(table: TextTable) -> None:
    with pytest.raises(EOFError):
        table.run()


@pytest.mark.rule("CO-R3")
def test_a_person_is_asked_for_the_group_before_any_bot() -> None:
    at, out = at_table(["player 3"], ["greedy", "me", "random"])
    assert at.session.seat == 0, "seat 0, a bot, would speak for the group"
    run_out(at)
    assert at.session.actions[0].seat == 1
    assert at.session.actions[0].action == act(v.NEXT, 2)
    assert at.session.actions[1].seat == 2
    assert "Who goes next? You all decide." in out.getvalue()


@pytest.mark.rule("CO-R3")
def test_who_has_the_keyboard_speaks_for_the_group() -> None:
    at, out = at_table(["player 1", "pass", "no more", "keep"], ["me", "me"])
    run_out(at)
    assert out.getvalue().count("Pass the keyboard") <= 1


@pytest.mark.rule("CO-R24")
def test_the_final_card_is_discarded_only_when_asked_for_twice() -> None:
    at, out = at_table([], ["me"])
    state = at.session.state
    assert isinstance(state, Table)
    taken = next(n for n in range(30) if state.at[n] == 0)
    swap(state, taken, card("C30"))
    at.warned = None
    at.heed(0, "discard out by the little door to move")
    assert not at.session.actions
    assert "Type the same again to do it." in out.getvalue() and "CO-R24" in out.getvalue()
    at.heed(0, "discard out by the little door to move")
    assert len(at.session.actions) == 1


def swap(state: Table, a: int, b: int) -> None:
    """Exchange two Coraline cards, one in a hand and one in the deck."""
    if state.at[b] != t.IN_DECK:
        return
    place = next(i for i in range(t.RING) if state.deck[i] == b and i < state.left)
    state.deck[place] = a
    state.at[b], state.at[a] = state.at[a], t.IN_DECK


@pytest.mark.rule("CO-R3")
def test_a_stored_game_keeps_who_spoke_for_the_group(tmp_path: Path) -> None:
    session = Session(GAME, 3, seed=2)
    chance = random.Random(4)
    speakers = set()
    while not session.over:
        seats = [seat for seat in range(3) if session.asks(seat)]
        seat = chance.choice(seats)
        if len(seats) > 1:
            speakers.add(seat)
        session.play(seat, chance.choice(session.state.legal()))
    assert speakers == {0, 1, 2}
    file = tmp_path / "game.json"
    replay.save(session, file)
    assert replay.verify(file).over
    broken = file.read_text("utf-8").replace('{"seat": 0, "action": 4', '{"seat": 3, "action": 4', 1)
    file.write_text(broken.replace('"seat": 1', '"seat": 3', 1), "utf-8")
    with pytest.raises(ValueError, match="it is the question of seat"):
        replay.verify(file)


@pytest.mark.parametrize("seats", [["me"], ["me", "greedy"], ["random", "me", "greedy"], ["me"] * 4])
def test_whole_games_at_the_table(seats: list[str]) -> None:
    chance = random.Random(len(seats))
    lines = [line for _ in range(1500) for line in (str(chance.randint(1, 9)), "")]
    at, out = at_table([*lines, "quit"], seats, seed=len(seats))
    at.run()
    assert at.session.over
    assert at.session.game.result(at.session.state) in out.getvalue()


def test_the_board_is_drawn_and_spoken() -> None:
    tale = table("C06", players=2, hands={1: ["C07"]}, coraline="theater", revealed=["theater-eye"])
    drawn = GAME.text(tale.state, 0)
    assert "THEATER" in drawn and "* Ghost Eye of the" in drawn and "? Skeleton Key" in drawn
    assert max(map(len, drawn.splitlines()[:12])) <= 80
    spoken = GAME.text(tale.state, 0, spoken=True)
    portraits = "portrait of Miss Spink and of Miss Forcible"
    assert f"Theater (beside Garden, Kitchen; {portraits}): Coraline; the Ghost Eye of" in spoken
    assert "Player 2: 1 card, button coloured." in spoken
    assert "In your hand, Look Closer: You may reveal" in spoken
    assert "Look Closer" not in GAME.text(tale.state, 1)


@pytest.mark.rule("CO-COMP.3", "CO-R8")
def test_all_that_lies_open_is_told() -> None:
    """Portraits, who is not on the board, what is missing, both discard piles."""
    tale = table("C26", "C06", woes=["B01", "B03"], discard=["C01"], helpers={"wybie": "garden"})
    tale.play("C26").done().done()
    text = GAME.text(tale.state, 0)
    assert "[Miss Spink, Miss" in text and "[Wybie]" in text and "[Mr. Bobinsky]" in text
    assert "Beside the board: the Cat, Mr. Bobinsky, Miss Spink, Miss Forcible, the Other Father." in text
    assert "Out of the game: Military Cap." in text
    assert "Discard pile: Song from the Flowerbeds, A Brave Salute." in text
    assert "Beldam discard pile, the latest last: The Button Slides Across." in text
    assert "Treasures still to find: Skeleton Key, Snow Globe, Ghost Eye of the Circus," in text
    assert max(map(len, text.splitlines()[:14])) <= 80


@pytest.mark.rule("CO-R8")
def test_cards_looked_at_are_shown_with_their_texts() -> None:
    tale = table("C29", "C06", players=2, hands={1: ["C07"]}, woes=["B01", "B03", "B14"]).play("C29").do("do")
    words = [option.words for option in GAME.ask(tale.state, 0).options]
    assert words[1] == "Put the top card at the bottom: The Button Slides Across: Advance the Moon."
    assert "The Button Slides Across: Advance the Moon." in " ".join(tale.told(0))
    assert "Button" not in " ".join(tale.told(1))
    tale.done()
    known = "You know: of the Beldam deck The Button Slides Across is the top. Advance the Moon."
    assert known in GAME.text(tale.state, 0) and "Advance" not in GAME.text(tale.state, 1)


@pytest.mark.rule("CO-STORY.8", "CO-STORY.5", "CO-STORY.9")
def test_a_room_or_object_asked_about_too_early_is_answered_in_the_games_words() -> None:
    def why(tale: Tale, verb: str, what: str) -> str:
        refusal = GAME.explain(tale.state, tale.seat, tale.action(verb, what))
        return str(refusal)

    tale = table("C06", coraline="kitchen", edition=TODAY)
    assert "The Garden is not adjacent to the Kitchen" in why(tale, "go", "garden")
    assert "Discard a card to move Coraline there" in why(tale, "go", "theater")
    assert "is where she stands" in why(tale, "go", "kitchen")
    assert "in the Bedroom, hidden, and cannot be chosen" in why(tale, "object", "key")
    assert "The Garden Shears are in the Satchel" in why(tale, "object", "garden-shears")
    there = table("C06", coraline="theater", revealed=["theater-eye"])
    assert "Discard a card to collect it" in why(there, "object", "theater-eye")
    watched = table("C06", coraline="theater", revealed=["theater-eye"], helpers={"cat": "theater"})
    assert "Coraline is not alone" in why(watched, "object", "theater-eye")
    assert tale.refused("slide", "C06") == "CO-STORY.10"


def test_what_others_read_while_one_is_asked() -> None:
    tale = table("C29", "C21", players=3, hands={1: ["C23"], 2: ["C07"]}, woes=["B10"])
    assert GAME.ask(tale.state, 1).prompt.startswith("Player 1 tells the story")
    tale.play("C29")
    assert GAME.ask(tale.state, 2).prompt == "Player 1 follows Three Voices."
    tale.done().do("ask", 1)
    assert GAME.ask(tale.state, 0).prompt == "Player 2 is asked for a card that Player 1 could play."
    tale.done().done()
    assert GAME.ask(tale.state, 2).prompt == "The Beldam's card, A Small Trade: Player 1 chooses."


@pytest.mark.rule("CO-TALK.1")
def test_what_was_agreed_about_talking_stands_on_the_table() -> None:
    free, silent = (GAME.start(2, 1, {"talk": how}) for how in ("free", "silent"))
    assert free.opening.options == {} and silent.opening.options == {"talk": "silent"}
    assert "Nobody says anything about the game." in silent.opening.game.text(silent, 0)
    assert free.legal() == silent.legal()


def test_the_greedy_bot_takes_what_is_there() -> None:
    bot, rng = make("greedy"), seeded(3)
    tale = table("C06", "C21", "C18", coraline="theater", revealed=["theater-eye"])
    chosen = int(bot.choose(tale.state, rng))
    assert chosen >> 12 == v.PICK, "it collects"
    door = table(
        "C30", "C21", coraline="living-room", beldam="garden", satchel=["key", "globe", "circus-eye"]
    )
    door.state.lies[6] = door.state.lies[7] = t.SATCHEL
    door.state.hidden = 0
    assert int(bot.choose(door.state, rng)) == door.action("play", "C30"), "it wins"


def test_the_greedy_bot_finds_more_than_chance_does() -> None:
    def found(name: str) -> float:
        tally = simulate("coraline", 24, seats=[name], players=2, seed=1, options={"concede": "off"}).tally
        return sum(int(n) * times for n, times in tally.facts["treasures"].items()) / 24

    assert found("greedy") > found("random") + 0.5
