"""What can be typed at the table."""

import io
from pathlib import Path

import pytest

import fabletop
from fabletop.cli.screen import Screen
from fabletop.cli.seats import seat_bots
from fabletop.cli.table import Table
from fabletop.kernel.session import Session

from .tables import GAME, at_house, at_table, given, numbers, run_out, typed


def test_answers_by_number_and_by_words() -> None:
    table, _ = at_table(["2", "hook"])
    run_out(table)
    assert [a.words for a in table.session.actions if a.seat == 0] == [
        "Play the Villains",
        "Lead Captain Hook",
    ]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("0", "There is no answer 0: type a number from 1 to 2."),
        ("3", "There is no answer 3: type a number from 1 to 2."),
        ("-1", "There is no answer -1: type a number from 1 to 2."),
        ("9" * 5000, "There is no answer 999"),
        ("why " + "9" * 5000, "There is no answer 999"),
        ("x" * 5000, "No answer here begins with 'xxx"),
        ("xyzzy", "No answer here begins with 'xyzzy': type a number, or 'help'"),
        (
            "play",
            "'play' could mean 2 answers: Play the Heroes; Play the Villains. Type a number, or more words.",
        ),
        ("why", "Why what? Name a thing or an action"),
        ("why xyzzy", "Nothing to be done here speaks of 'xyzzy'"),
        ("why 3", "There is no answer 3"),
        ("undo", "There is no answer of yours to take back."),
        ("save", "Save to which file? Type: save game.json"),
        ("save /nowhere/at/all.json", "/nowhere/at/all.json: cannot be written"),
        ("rules SB-SLIDES.2", "did you mean 'SB-SLIDE.2'?"),
        ("\x00", "No answer here begins with"),
    ],
)
def test_a_line_that_cannot_be_followed_is_answered_and_the_question_repeated(line: str, words: str) -> None:
    table, out = at_table([line])
    before = table.session.actions.copy()
    run_out(table)
    assert table.session.actions == before
    said = out.getvalue().split("> ", 1)[1]
    assert words in said
    assert len(said.replace(line, "")) < 300
    assert said.count("Which side do you take?") == 1


def test_an_empty_line_shows_the_question_again() -> None:
    table, out = at_table([""])
    run_out(table)
    assert out.getvalue().count("1. Play the Heroes") == 2


def test_enter_gives_the_only_answer_there_is() -> None:
    table, _ = at_table([""], ("me", "me"))
    session, chance = table.session, fabletop.seeded(1)
    while len(legal := session.state.legal()) > 1:
        session.play(int(session.state.seat), legal[chance.below(len(legal))])
    given = len(session.actions)
    run_out(table)
    assert session.actions[given].action == legal[0]


def test_several_answers_in_a_line_are_given_one_after_another() -> None:
    table, out = at_house("1-b4; fruit ;; insanity")
    run_out(table)
    assert given(table) == [
        "Move to 1-B4: Fruit bowl, Toaster",
        "Collect the Fruit bowl at 1-p13",
        "Insanity side up",
    ]
    assert "Which item do you collect?" not in out.getvalue(), "what was answered ahead is not asked"
    assert "Henry collects the Fruit bowl at 1-p13, insanity side up." in out.getvalue()


def test_what_follows_a_wrong_answer_in_the_line_is_not_done() -> None:
    table, out = at_house("1-b4; xyzzy; 1")
    run_out(table)
    assert given(table) == ["Move to 1-B4: Fruit bowl, Toaster"]
    said = out.getvalue().split("No answer here begins with 'xyzzy'")[1]
    assert "Which item do you collect?\n1. Collect the Fruit bowl at 1-p13\n" in said, "it is asked after all"


def test_what_was_typed_ahead_is_not_kept_until_bots_have_answered() -> None:
    table, out = at_house("1-b4; fruit; insanity; 1; 1")
    run_out(table)
    assert len(given(table)) == 3
    assert "The rest of the line was not used: others answer first." in out.getvalue()


def test_what_was_typed_ahead_answers_nobody_elses_question() -> None:
    table, out = at_table(["1; 1; peter; 1"], ("me", "me"))
    run_out(table)
    assert [answer.seat for answer in table.session.actions] == [0, 0]
    assert "peter" not in out.getvalue().split("Pass the keyboard")[1]
    assert "The rest of the line was not used: others answer first." in out.getvalue()


def test_the_name_of_a_file_may_have_a_semicolon(tmp_path: Path) -> None:
    file = tmp_path / "one;two.json"
    table, _ = at_table([f"save {file}"])
    run_out(table)
    assert file.exists()


def test_the_board_is_shown_again_only_when_it_has_changed() -> None:
    table, out = at_house("1-b4", "board", "fruit")
    run_out(table)
    entering, moved, typed_board, collecting = out.getvalue().split("\n> ")[:4]
    assert "The house ladder stands at D3." in entering
    assert "The house ladder stands at D3." in moved and "Which item do you collect?" in moved
    assert "The house ladder stands at D3." in typed_board, "whoever asks for it gets it"
    assert "Which side faces up?" in collecting and "The house ladder" not in collecting


def test_help_names_every_command() -> None:
    table, out = at_table(["help"])
    run_out(table)
    assert all(f"\n{name}" in out.getvalue().split("> help")[1] for name in table.commands)


def test_why_tells_the_rule_in_its_own_words() -> None:
    table, out = at_table(["why 1", "why 4099", "why heroes"])
    run_out(table)
    said = out.getvalue()
    assert "Play the Heroes\nThis is allowed now." in said.split("> why 1\n")[1]
    refusal = GAME.explain(table.session.state, 0, 4099)
    assert refusal is not None
    assert f"Action 4099\n{refusal.words}\n\n{refusal.rule} · " in said
    assert GAME.rules[refusal.rule].words in said
    assert "Play the Heroes\nThis is allowed now." in said.split("> why heroes\n")[1]


def test_why_knows_what_is_not_offered() -> None:
    table, _ = at_table(["1", "1", "1", "2", "1", "1"], seed=1)
    run_out(table)
    out = io.StringIO()
    table.screen = Screen(out, typed("why slide"))
    with pytest.raises(EOFError):
        table.ask_person(0)
    said = out.getvalue().split("> why slide\n")[1]
    refused = {
        refusal.words
        for option in GAME.conceivable(table.session.state, 0)
        if option.verb == "slide" and (refusal := GAME.explain(table.session.state, 0, option.action))
    }
    assert len(refused) > 1
    assert all(f"\n{refusal}\n" in said for refusal in refused)
    assert said.count(GAME.rules["SB-SLIDE.1"].words) <= 1


def test_an_answer_that_may_be_regretted_is_typed_twice_and_who_is_careful_is_asked_more() -> None:
    """In Storybook: ending with AP left; and, if wanted, what takes the last AP."""
    begin = ["villains", "1", "1", "1", "1", "1"]
    table, out = at_table([*begin, "end actions", "careful", "draw", "draw", "draw", "4", "4"])
    run_out(table)
    asked = out.getvalue().split("Type the same again to do it.")
    assert asked[0].endswith("AP that are not spent are lost. ") and asked[1].endswith(
        "then comes the Battle. "
    )
    assert len(asked) == 3 and "ends actions" in asked[2]
    assert "You are asked once more before an answer that ends your turn." in asked[1]


def test_undo_takes_back_and_asks_again() -> None:
    table, out = at_table(["1", "undo", "2"], seats=("me", "me"))
    run_out(table)
    assert [answer.action for answer in table.session.actions] == [4097]
    assert "Taken back: Play the Heroes" in out.getvalue()


def test_what_was_taken_back_and_done_again_is_told_again() -> None:
    table, out = at_table(["1", "undo", "1"], seats=("me", "me"))
    run_out(table)
    assert out.getvalue().splitlines().count("Player 1 plays the Heroes.") == 2


def test_log_tells_the_last_things_or_everything() -> None:
    table, out = at_table([*numbers(3, 60, 4), "log", "log all"])
    run_out(table)
    short, everything = out.getvalue().split("> log\n")[1].split("> log all\n")
    entries = [entry.words for entry in table.session.entries(0)]
    assert len(entries) > 20
    assert short.splitlines() == entries[-20:]
    assert everything.splitlines()[:-1] == entries


def test_rules_at_the_table() -> None:
    table, out = at_table(["rules", "rules sb-slide.2", "rules slide"])
    run_out(table)
    contents, one, many = (part for part in out.getvalue().split("> rules")[1:])
    assert "SB-SLIDE.2 · " in contents
    assert GAME.rules["SB-SLIDE.2"].words in one and "SB-SLIDE.3" not in one
    assert many.strip().startswith("slide\nSB-SLIDE.") and "Also: " in many


def test_partners_talk_when_one_of_them_does() -> None:
    game = fabletop.game("coraline")
    for how, words in (("free", "I hold "), ("silent", "nothing to be told")):
        session, out = Session(game, 2, 5, {"talk": how}), io.StringIO()
        table = Table(session, seat_bots(["me", "greedy"], 5), Screen(out, typed("talk")))
        run_out(table)
        said = out.getvalue()
        assert words in said
        assert (f"Player 2 says: {words}" in said) == (how == "free")
        assert sorted(table.heard.latest) == ([0, 1] if how == "free" else [])
        assert table.bots[1].heard is table.heard
