"""The words of Coraline's cards: all verbs and conditions, and what a card of either deck may say."""

from fabletop.games.coraline import effects as e
from fabletop.games.coraline import moves as m
from fabletop.games.coraline import things as o
from fabletop.games.coraline.cards import AT_HOME
from fabletop.games.coraline.notation import CoralineNames
from fabletop.kernel.effects.nodes import Step
from fabletop.kernel.effects.reader import Reader
from fabletop.kernel.effects.vocabulary import Vocabulary

VERBS = [
    m.MoveCoraline(),
    m.MoveBeldam(),
    m.Place(),
    m.Remove(),
    o.Reveal(),
    o.Hide(),
    o.Collect(),
    o.Drop(),
    o.Take(),
    o.Spend(),
    e.Again(),
    e.Recall(),
    e.Discard(),
    e.Scry(),
    e.Hush(),
    e.Moon(),
    e.Escape(),
    e.Tear(),
    e.Woe(),
]
CONDITIONS = [
    e.Same(),
    e.Near(),
    e.Others(),
    e.Helper(),
    e.Treasures(),
    e.At(),
    e.Last(),
    e.With(),
    e.AtHome(),
    e.Hand(),
]
HELPFUL = {"SPEND", "AGAIN", "RECALL", "SCRY", "HUSH", "ESCAPE"}  # in Coraline cards only


HARMFUL = {"TEAR", "WOE"}  # in Beldam cards only


def check(step: Step, reader: Reader) -> None:
    if step.verb.name != "PLACE" or step.values[1][0] != AT_HOME:
        return
    assert isinstance(reader.names, CoralineNames)
    homes = reader.names.homes
    if not any(one < len(homes) and homes[one] >= 0 for one in step.values[0]):
        reader.wrong("nobody of these has a home", step.at)


def check_beldam(step: Step, reader: Reader) -> None:
    if step.verb.name in HELPFUL:
        reader.wrong(f"{step.verb.name} is for Coraline cards only", step.at)
    check(step, reader)


def check_coraline(step: Step, reader: Reader) -> None:
    if step.verb.name in HARMFUL:
        reader.wrong(f"{step.verb.name} is for Beldam cards only", step.at)
    check(step, reader)


CORALINE_WORDS = Vocabulary(VERBS, CONDITIONS, check_coraline)
BELDAM_WORDS = Vocabulary(VERBS, CONDITIONS, check_beldam)
