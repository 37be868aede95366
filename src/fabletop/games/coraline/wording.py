"""The text of a card, made from its steps.

The engine carries out the same steps, so that words and effect cannot disagree.
"""

from fabletop.games.coraline import cards as c
from fabletop.games.coraline.edition import Card, CoralineEdition
from fabletop.games.coraline.program import Condition, Step


def card_text(edition: CoralineEdition, card: Card) -> str:
    """What a card needs and does. A Coraline card's steps are offers, a Beldam card's are orders."""
    helpful = card in edition.coraline
    needs = [f"Needs the {edition.objects[thing].name}." for thing in card.needs]
    return " ".join([*needs, *(sentence(edition, step, helpful) for step in card.does)])


def sentence(edition: CoralineEdition, step: Step, may: bool) -> str:
    if step.op == c.DO_IF:
        assert step.condition is not None
        then = clauses(edition, step.first, may)
        other = f" Otherwise: {clauses(edition, step.second, may)}." if step.second else ""
        return f"If {condition(edition, step.condition)}: {then}.{other}"
    words = offer(edition, step, may)
    return words[0].upper() + words[1:] + "."


def clauses(edition: CoralineEdition, steps: tuple[Step, ...], may: bool) -> str:
    return "; ".join(offer(edition, step, may) for step in steps)


def offer(edition: CoralineEdition, step: Step, may: bool) -> str:
    """A step as an offer ("you may ...") or an order."""
    if step.op == c.DO_IF:
        return sentence(edition, step, may).rstrip(".")
    if step.op == c.DO_ESCAPE:
        return "with Coraline in the Living Room, all five Treasures, and the Beldam elsewhere, you all win"
    if not may or step.op == c.DO_SPEND:
        return clause(edition, step)
    return f"you may {clause(edition, step)}"


# --- Clauses --------------------------------------------------------------------------------------


def clause(edition: CoralineEdition, step: Step) -> str:
    if step.op == c.DO_CORALINE:
        return f"move Coraline {destination(edition, step)}"
    if step.op == c.DO_BELDAM:
        return f"move the Beldam {destination(edition, step)}"
    if step.op == c.DO_PLACE:
        return f"place {somebody(edition, step.who)} {place(edition, step)}"
    if step.op == c.DO_REMOVE and step.where.kind == c.AT_HERE:
        return f"remove up to {counted(step.n, 'helper')} from Coraline's room"
    if step.op == c.DO_REMOVE:
        return f"remove {somebody(edition, step.who)} from the board"
    if step.op == c.DO_REVEAL:
        return f"reveal {up_to(step.n, 'hidden Treasure')} {region(edition, step)}"
    if step.op == c.DO_SPEND:
        return f"put the {edition.objects[step.who[0]].name} out of the game"
    if step.op == c.DO_CHOOSE:
        first, second = (clauses(edition, branch, False) for branch in (step.first, step.second))
        return f"choose one: {first}, or {second}"
    return count_clause(step)


def count_clause(step: Step) -> str:
    n = step.n
    words = {
        c.DO_HIDE: f"turn {counted(n, 'revealed Treasure')} on the board to the hidden side",
        c.DO_COLLECT: f"collect {up_to(n, 'revealed object')} in Coraline's room",
        c.DO_DROP: f"drop {counted(n, 'Treasure' if step.side else 'object')} from the Satchel",
        c.DO_TAKE: f"return {counted(n, 'Treasure')} from the Satchel to where it began",
        c.DO_AGAIN: f"play another card{', or have one played from any hand' if step.side else ''}",
        c.DO_RECALL: f"take {counted(n, 'card')} from the discard pile to your hand",
        c.DO_DISCARD: f"discard {counted(n, 'card')}",
        c.DO_SCRY: "look at the top Beldam card, and put it at the bottom"
        if n == 1
        else f"look at the top {counted(n, 'Beldam card')}, and put one of them at the bottom",
        c.DO_HUSH: "leave out this turn's Beldam Phase",
        c.DO_MOON: "advance the Moon" if n == 1 else f"advance the Moon {n} times",
    }
    return words[step.op]


def destination(edition: CoralineEdition, step: Step) -> str:
    where = step.where
    if where.kind == c.WITHIN:
        return "to an adjacent room" if where.n == 1 else f"up to {where.n} rooms"
    if where.kind == c.STALK:
        return f"{counted(where.n, 'step')} toward Coraline"
    if where.kind == c.AT_THERE:
        return "there"
    words = {c.AT_ANY: "to any room", c.AT_HERE: "to Coraline's room"}
    return words.get(where.kind) or f"to {rooms(edition, where.rooms)}"


def place(edition: CoralineEdition, step: Step) -> str:
    where = step.where
    if where.kind == c.AT_ROOMS:
        return f"in {rooms(edition, where.rooms)}"
    words = {
        c.AT_HERE: "in Coraline's room",
        c.AT_ANY: "in any room",
        c.WITHIN: f"in a room at most {counted(where.n, 'step')} from Coraline",
        c.AT_BELDAM: "in the Beldam's room",
        c.AT_HOME: "in the room with the portrait",
    }
    return words[where.kind]


def region(edition: CoralineEdition, step: Step) -> str:
    where = step.where
    if where.kind == c.AT_ROOMS:
        return f"in {rooms(edition, where.rooms)}"
    words = {
        c.AT_HERE: "in Coraline's room",
        c.AT_ANY: "in any room",
        c.AROUND: "in Coraline's room or an adjacent one",
        c.AT_THERE: "there",
    }
    return words[where.kind]


def condition(edition: CoralineEdition, what: Condition) -> str:
    if what.kind == c.IF_TREASURES:
        return f"{counted(what.n, 'Treasure')} or more {'is' if what.n == 1 else 'are'} in the Satchel"
    if what.kind == c.IF_AT:
        return f"Coraline is in {rooms(edition, what.rooms)}"
    words = {
        c.IF_SAME: "the Beldam is in Coraline's room",
        c.IF_NEAR: "the Beldam is in Coraline's room or an adjacent one",
        c.IF_OTHERS: "any other character is in Coraline's room",
        c.IF_HELPER: "somebody is with Coraline whose portrait her room bears",
        c.IF_LAST: "this turn is the last of the round",
    }
    return words[what.kind]


# --- Things ---------------------------------------------------------------------------------------


def rooms(edition: CoralineEdition, numbers: tuple[int, ...]) -> str:
    return listed([f"the {edition.rooms[room].name}" for room in numbers])


def somebody(edition: CoralineEdition, who: tuple[int, ...]) -> str:
    return listed([edition.characters[one].called for one in who])


def listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


def counted(n: int, thing: str) -> str:
    return f"{n} {thing}{'s' if n > 1 else ''}"


def up_to(n: int, thing: str) -> str:
    return f"a {thing}" if n == 1 else f"up to {counted(n, thing)}"
