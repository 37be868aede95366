"""Reading an edition of Condyle Cove, and saying precisely what is wrong with it."""

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from fabletop.games.condyle import cards as c
from fabletop.games.condyle.card_text import card_text, charm_text, his_text, space_text
from fabletop.games.condyle.notation import RULES, SPACES, CardSpeech
from fabletop.games.condyle.program import VOCABULARY, CardWriter, read
from fabletop.kernel.edition import Edition, Sheet, Source, begin_edition, end_edition, not_carried_out
from fabletop.kernel.effects.engine import Program
from fabletop.kernel.effects.kinds import Names, bits
from fabletop.kernel.effects.nodes import Step, Steps, all_steps
from fabletop.kernel.effects.reader import BadEffect, Reader, within
from fabletop.kernel.effects.text import as_sentence
from fabletop.kernel.effects.vocabulary import canonical, same_effects
from fabletop.kernel.question import did_you_mean

MARKS = re.compile(r"[svrd]{3}")
FIXED = ["cemetery", "detour", "passage", "out_in_the_cold", "haunted_ground"]  # in the order of cards.py
DECKS = ["base", "winter", "ghost", "hand"]
SETS = ["base", "fourth", "solo"]
SOLO = ["out", "deck", "move"]
CUL = "CUL-DE-SAC"
CHOICES = {"my_binky", "extra_boogeyman"}
BOOST = re.compile(r"may BOOST\(you, ?1/([1-3])\)")
HOLD = re.compile(r"HOLD\((.*)\)")
HELD = re.compile(r"(BEGIN|LAND ([^:]*)):(.*)")

# What a box holds (CC-COMP.1, CC-COMP.3, CC-R7)
BASE_COVE, GHOST_COVE = 9, 3
OPTIONS = {"base": 40, "fourth": 14, "solo": 3}
WINTER, HAUNTED = 21, 7
ACTS = 6
SOLO_DECKS = 28  # CC-SOLO.5
DEFENSIVE = 4  # CC-DEF.1
MOST_FACES = 60


@dataclass(frozen=True, slots=True)
class Space:
    id: str
    name: str
    deck: str
    when: str = ""
    rule: str = ""  # of "here"
    does: Steps = ()
    boost: int = 0
    words: str = ""
    unplayed: str = ""


@dataclass(frozen=True, slots=True)
class Face:
    id: str
    name: str
    count: int
    set: str
    does: Steps
    solo: str
    steps: int
    words: str
    his: str  # what it does where the Boogeyman plays it, in solo play
    unplayed: str = ""  # its printed text, where no steps express it

    @property
    def defensive(self) -> bool:
        return begins_with(self.does, "CANCEL")

    @property
    def builds(self) -> bool:
        return begins_with(self.does, "BUILD")


@dataclass(frozen=True, slots=True)
class Act:
    id: str
    name: str
    set: str
    does: Steps
    words: str
    unplayed: str = ""

    @property
    def boogeyman(self) -> bool:
        return any(isinstance(step, Step) and step.verb.name == "ELIMINATE" for step in self.does)


@dataclass(frozen=True, slots=True)
class Charm:
    id: str
    name: str
    deck: str  # winter or haunted
    count: int
    does: Steps = ()
    rule: str = ""
    trigger: str = ""  # BEGIN or LAND
    spaces: tuple[int, ...] = ()
    words: str = ""
    unplayed: str = ""

    @property
    def permanent(self) -> bool:
        return bool(self.rule or self.trigger)


def begins_with(does: Steps, verb: str) -> bool:
    return bool(does) and isinstance(does[0], Step) and does[0].verb.name == verb


class CondyleEdition(Edition):
    spaces: list[Space]  # by kind
    faces: list[Face]
    cul_de_sacs: dict[str, str]  # id -> name
    acts: list[Act]
    charms: list[Charm]  # one entry for each copy
    cards: c.Cards
    program: Program

    def act_index(self, id: str) -> int:
        return next(i for i, act in enumerate(self.acts) if act.id == id)

    def acts_of(self, name: str) -> list[Act]:
        return [act for act in self.acts if act.set == name]


# --- The file ----------------------------------------------------------------------------------------


def read_edition(file: Path | Source) -> CondyleEdition:
    edition, sheet = begin_edition(file, "condyle", CondyleEdition)
    names = space_names(sheet.content)
    edition.spaces = read_spaces(sheet, names)
    edition.faces = [read_face(s, names) for s in sheet.sheets("card", "card {n}")]
    edition.cul_de_sacs = dict(read_cul_de_sac(s) for s in sheet.sheets("cul_de_sac", "cul_de_sac {n}"))
    sets = [*edition.cul_de_sacs, "choices"]
    edition.acts = [read_act(s, sets, names) for s in sheet.sheets("act", "act {n}")]
    edition.charms = [
        copy
        for deck in ("winter", "haunted")
        for entry in sheet.sheets(deck, f"{deck} {{n}}")
        for copy in read_charm(entry, deck, names)
    ]
    check_counts(edition, sheet.problems)
    check_ids(edition, sheet.problems)
    end_edition(file, sheet, edition)
    write_tables(edition)
    edition.notes = tuple(alike(edition, names))
    return edition


def space_names(content: dict[str, object]) -> Names:
    """The names of spaces and their numbers: those that the rules speak of first, then as in the file."""
    rows = content.get("space")
    named = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    by_id = {str(row.get("id")): str(row.get("name")) for row in named}
    names = [CUL] + [by_id.get(id, id.upper().replace("_", " ")) for id in FIXED]
    names += [name for id, name in by_id.items() if id not in FIXED]
    return Names(space=[(name,) for name in names])


def effect_of(sheet: Sheet, text: str, names: Names, whole: str = "") -> Steps:
    """What a text does, or the steps that stand within a whole one."""
    try:
        return read(text, names) if text.strip() else ()
    except BadEffect as problem:
        sheet.misread("effect", within(whole or text, text, problem))
        return ()


def check_marks(sheet: Sheet) -> None:
    marks = sheet.text("marks", "ddd")
    if not MARKS.fullmatch(marks):
        sheet.wrong(
            "marks", f"expected three letters of s, v, r, d for name, count and effect, not {marks!r}"
        )


def named(sheet: Sheet, what: str) -> tuple[str, str]:
    id = sheet.named(what)
    if id and not re.fullmatch(r"[a-z0-9_]+", id):
        sheet.wrong("id", "is made of small letters, digits and _ only")
    return id, sheet.text("name")


# --- Spaces ------------------------------------------------------------------------------------------


def read_spaces(sheet: Sheet, names: Names) -> list[Space]:
    found = {space.id: space for space in (read_space(s, names) for s in sheet.sheets("space", "space {n}"))}
    for id in FIXED:
        if id not in found:
            sheet.wrong("space", f"there is no space of the id {id!r}, which the rules need")
            found[id] = Space(id, id, "hand")
    others = [space for id, space in found.items() if id not in FIXED]
    words = space_text(CardSpeech(names), "cul_de_sac", (), "", 0)
    return [Space("cul_de_sac", CUL, "hand", words=words), *(found[id] for id in FIXED), *others]


def read_space(sheet: Sheet, names: Names) -> Space:
    id, name = named(sheet, "space")
    deck = sheet.one_of("deck", DECKS)
    check_marks(sheet)
    when = sheet.one_of("when", ["land", "here", "begin"]) if sheet.has("when") else ""
    unplayed = sheet.unplayed("effect")
    if unplayed:
        sheet.done()
        return Space(id, name, deck, words=not_carried_out(unplayed), unplayed=unplayed)
    text = sheet.text("effect") if when else ""
    sheet.done()
    rule, boost, does = "", 0, effect_of(sheet, text, names) if when == "land" else ()
    if when == "here":
        rule = text
        if rule not in RULES:
            known = did_you_mean(rule, list(RULES))
            sheet.wrong("effect", f"{rule!r} is no rule that can hold here; {known}")
            rule = ""
    if when == "begin":
        found = BOOST.fullmatch(text)
        if not found:
            sheet.wrong("effect", f"a turn begun here can only do may BOOST(you, 1/n), not {text!r}")
        boost = int(found[1]) if found else 0
    no_options_steps(sheet, does, "ELIMINATE")
    words = space_text(CardSpeech(names), id, does, rule, boost)
    return Space(id, name, deck, when, rule, does, boost, words)


# --- Cards -------------------------------------------------------------------------------------------


def read_face(sheet: Sheet, names: Names) -> Face:
    id, name = named(sheet, "card")
    count = sheet.number("count", 1, 9, 1)
    group = sheet.one_of("set", SETS)
    solo = sheet.one_of("solo", SOLO)
    steps = sheet.number("steps", 0, 6, -1) if sheet.has("steps") else -1
    unplayed = sheet.unplayed("effect")
    does = () if unplayed else effect_of(sheet, sheet.text("effect"), names)
    check_marks(sheet)
    check_options_card(sheet, does, solo, steps, group)
    sheet.done()
    if unplayed:
        words = not_carried_out(unplayed)
        return Face(id, name, count, group, does, solo, steps, words, words, unplayed)
    his = his_text(names, does, steps)
    words = (
        as_sentence(his)
        if group == "solo"
        else card_text(CardSpeech(names), does, begins_with(does, "CANCEL"))
    )
    return Face(id, name, count, group, does, solo, steps, words, his)


def check_options_card(sheet: Sheet, does: Steps, solo: str, steps: int, group: str) -> None:
    ops = [step.verb.name for step in all_steps(does)]
    for op in ("CANCEL", "BUILD"):
        if op in ops[1:]:
            sheet.wrong("effect", f"{op} can only be the first step")
    if "BUILD" in ops and len(ops) > 1:
        sheet.wrong("effect", "a card that is built has no further step")
    for op in ("ELIMINATE", "CLEAR"):
        if op in ops:
            sheet.wrong("effect", f"an Options card cannot {op}")
    if steps >= 0 and solo != "move":
        sheet.wrong("steps", "only a card of the Move deck has steps: solo = 'move'")
    if solo == "move" and steps < 0 and group != "solo":
        sheet.wrong("steps", "is missing; say how far the Boogeyman goes")
    if group == "solo" and solo != "move":
        sheet.wrong("solo", "a card for solo play belongs to the Move deck: solo = 'move'")


def read_cul_de_sac(sheet: Sheet) -> tuple[str, str]:
    found = named(sheet, "cul_de_sac")
    sheet.done()
    return found


def read_act(sheet: Sheet, sets: list[str], names: Names) -> Act:
    id, name = named(sheet, "act")
    group = sheet.one_of("set", sets)
    unplayed = sheet.unplayed("effect")
    does = () if unplayed else effect_of(sheet, sheet.text("effect"), names)
    check_marks(sheet)
    no_options_steps(sheet, does)
    sheet.done()
    words = not_carried_out(unplayed) if unplayed else card_text(CardSpeech(names), does)
    return Act(id, name, group, does, words, unplayed)


def no_options_steps(sheet: Sheet, does: Steps, *others: str) -> None:
    for step in all_steps(does):
        if step.verb.name in ("CANCEL", "BUILD", "END_TURN", *others):
            sheet.wrong("effect", f"{step.verb.name} is not for a card of this kind")


def read_charm(sheet: Sheet, deck: str, names: Names) -> list[Charm]:
    id, name = named(sheet, deck)
    count = sheet.number("count", 1, 9, 1)
    unplayed = sheet.unplayed("effect")
    if unplayed:
        check_marks(sheet)
        sheet.done()
        return [Charm(id, name, deck, count, words=not_carried_out(unplayed), unplayed=unplayed)] * count
    text = sheet.text("effect")
    check_marks(sheet)
    hold = HOLD.fullmatch(text)
    if hold:
        does, rule, trigger, spaces = read_hold(sheet, hold[1].strip(), names, text)
    else:
        if deck == "haunted":
            sheet.wrong("effect", "a Haunted card is Permanent: HOLD(...)")
        does, rule, trigger, spaces = effect_of(sheet, text, names), "", "", ()
    no_options_steps(sheet, does, "ELIMINATE")
    sheet.done()
    words = charm_text(CardSpeech(names), does, rule, trigger, spaces)
    return [Charm(id, name, deck, count, does, rule, trigger, spaces, words)] * count


def read_hold(sheet: Sheet, text: str, names: Names, whole: str) -> tuple[Steps, str, str, tuple[int, ...]]:
    """What a Permanent card does, by which rule or when, and where."""
    found = HELD.fullmatch(text)
    if found is None:
        if text in RULES:
            return ((), text, "", ())
        known = did_you_mean(text, list(RULES))
        sheet.wrong("effect", f"HOLD({text}): is no rule, nor BEGIN: or LAND SPACE: and steps; {known}")
        return ((), "", "", ())
    does = effect_of(sheet, found[3].strip(), names, whole)
    if found[1] == "BEGIN":
        return (does, "", "BEGIN", ())
    try:
        return (does, "", "LAND", SPACES.read(Reader(found[2], VOCABULARY, names)))
    except BadEffect as problem:
        sheet.misread("effect", within(whole, found[2], problem))
        return (does, "", "LAND", ())


# --- Does it add up? (CC-COMP) -----------------------------------------------------------------------


def check_counts(edition: CondyleEdition, problems: list[str]) -> None:
    def expect(what: str, found: int, wanted: int) -> None:
        if found != wanted:
            problems.append(f"the file: there are {found} {what}, not {wanted}")

    expect("spaces of the base Cove deck", sum(s.deck == "base" for s in edition.spaces), BASE_COVE)
    expect("spaces of the Ghost's Cove deck", sum(s.deck == "ghost" for s in edition.spaces), GHOST_COVE)
    expect("spaces of Last Winter", sum(s.deck == "winter" for s in edition.spaces), 1)
    for group, wanted in OPTIONS.items():
        expect(f"{group} Options cards", sum(f.count for f in edition.faces if f.set == group), wanted)
    expect("Defensive cards", sum(f.count for f in edition.faces if f.defensive), DEFENSIVE)
    solo = [face for face in edition.faces if face.set != "fourth"]
    expect("cards for the two solo decks", sum(f.count for f in solo if f.solo == "deck"), SOLO_DECKS)
    expect("Last Winter cards", sum(charm.deck == "winter" for charm in edition.charms), WINTER)
    expect("Haunted cards", sum(charm.deck == "haunted" for charm in edition.charms), HAUNTED)
    for id, name in edition.cul_de_sacs.items():  # CC-ALT.1, CC-ALT.2
        expect(f"Acts of {name}", len(edition.acts_of(id)), ACTS)
        if not any(act.boogeyman for act in edition.acts_of(id)):
            problems.append(f"cul_de_sac {id!r}: none of its Acts is a Boogeyman: ELIMINATE(you)")
    if "kiddie_corner" not in edition.cul_de_sacs:
        problems.append("the file: there is no cul_de_sac of the id 'kiddie_corner'")
    if {act.id for act in edition.acts_of("choices")} != CHOICES:
        problems.append("the file: the Acts of the set 'choices' are 'my_binky' and 'extra_boogeyman'")
    if len(edition.faces) > MOST_FACES:
        problems.append(
            f"the file: there are {len(edition.faces)} different cards; {MOST_FACES} are possible"
        )
    permanent = sum(charm.permanent for charm in edition.charms)
    if permanent > 15:
        problems.append(f"the file: there are {permanent} Permanent cards; at most 15 fit beside a mat")


def check_ids(edition: CondyleEdition, problems: list[str]) -> None:
    charms = {(charm.deck, charm.id): charm for charm in edition.charms}.values()
    for what, ids in (
        ("space", [space.id for space in edition.spaces]),
        ("card", [face.id for face in edition.faces]),
        ("act", [act.id for act in edition.acts]),
        ("winter or haunted", [charm.id for charm in charms]),
    ):
        for id, times in Counter(ids).items():
            if times > 1:
                problems.append(f"{what} {id!r}: this id is used {times} times")


# --- Tables for the engine ---------------------------------------------------------------------------


def write_tables(edition: CondyleEdition) -> None:
    writer = CardWriter(VOCABULARY, c.WIDTH)
    edition.cards = c.Cards(
        faces=[face_row(face, writer) for face in edition.faces],
        acts=[(writer.write(act.does), int(act.boogeyman)) for act in edition.acts],
        charms=[charm_row(charm, writer, edition.charms.index(charm)) for charm in edition.charms],
        kinds=[space_row(space, writer) for space in edition.spaces],
    )
    edition.program = writer.program()


def face_row(face: Face, writer: CardWriter) -> tuple[int, int, int, int]:
    kind = c.DEFENSIVE if face.defensive else c.BUILDING if face.builds else c.ORDINARY
    row = writer.write(face.does)
    scope = writer.rows[row * c.WIDTH + c.HOW] if face.defensive else 0
    return (row, kind, scope, face.steps)


def charm_row(charm: Charm, writer: CardWriter, first: int) -> tuple[int, int, int, int, int, int, int]:
    row = writer.write(charm.does) if charm.does else -1
    if not charm.permanent:
        return (row, -1, 0, -1, -1, 0, first)
    rule, amount, _ = RULES[charm.rule] if charm.rule else (-1, 0, "")
    begin = row if charm.trigger == "BEGIN" else -1
    land = row if charm.trigger == "LAND" else -1
    return (-1, rule, amount, begin, land, bits(charm.spaces), first)


def space_row(space: Space, writer: CardWriter) -> tuple[int, int, int]:
    rule = 1 << RULES[space.rule][0] if space.rule else 0
    return (rule, writer.write(space.does) if space.does else -1, space.boost)


def alike(edition: CondyleEdition, names: Names) -> list[str]:
    """Options cards that do the same, and Acts of one cul-de-sac."""
    cards = [(face.name, canonical(face.does, names)) for face in edition.faces if not face.unplayed]
    return same_effects(cards)
