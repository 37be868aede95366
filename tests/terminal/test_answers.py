"""Finding the answer that a person means."""

import io

import pytest

from fabletop.cli.answers import find_answer, grouped, listed
from fabletop.cli.screen import Screen
from fabletop.kernel.question import Mistake, Option

OPTIONS = [
    Option(1, "slide", "", "Slide Crocodile at (0, 1) north to (0, 3) (2 AP)"),
    Option(2, "slide", "", "Slide Crocodile at (0, 1) west to (-1, 1) (2 AP)"),
    Option(3, "play", "", "Play Peter’s Shadow"),
    Option(4, "end", "", "End"),
    Option(5, "end", "", "End all"),
]


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("2", 2),
        ("#2", 2),
        ("2.", 2),
        ("slide crocodile at (0, 1) n", 1),
        ("SLIDE   croc west", 2),
        ("peter's", 3),
        ("end", 4),
        ("end a", 5),
        ("all", 5),
    ],
)
def test_what_a_person_types_finds_the_answer(text: str, action: int) -> None:
    assert find_answer(text, OPTIONS).action == action


@pytest.mark.parametrize("text", ["slide", "croc", "6", "0", "dile", "crocodile south", "²"])
def test_what_finds_none_or_several_is_a_mistake(text: str) -> None:
    with pytest.raises(Mistake):
        find_answer(text, OPTIONS)


def test_many_options_are_grouped_by_verb_and_numbered_as_shown() -> None:
    assert grouped(OPTIONS) == [("", OPTIONS)]
    many = [Option(i, "ab"[i % 2], "", str(i)) for i in range(10)]
    assert [(name, [o.action for o in group]) for name, group in grouped(many)] == [
        ("a", [0, 2, 4, 6, 8]),
        ("b", [1, 3, 5, 7, 9]),
    ]
    assert [option.action for option in listed(many)] == [0, 2, 4, 6, 8, 1, 3, 5, 7, 9]


def test_answers_that_lead_to_many_places_stand_under_what_they_have_in_common() -> None:
    hops = [
        Option(10 * n + i, "hop", f"rabbit {name}", f"{name}’s rabbit to 1-A{i}", to=f"space 1-A{i}")
        for n, name in enumerate(("Henry", "Tilly"))
        for i in range(1, 6)
    ]
    assert [name for name, _ in grouped(hops)] == ["Henry’s rabbit to", "Tilly’s rabbit to"]
    out = io.StringIO()
    Screen(out, io.StringIO()).question("Where?", grouped(hops))
    assert "Tilly’s rabbit to: 6. 1-A1, 7. 1-A2, 8. 1-A3, 9. 1-A4, 10. 1-A5\n" in out.getvalue()
    assert find_answer("tilly 1-a3", hops).action == 13
