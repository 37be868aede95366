"""What people read: prompts, labels, warnings, the log and the map in text."""

import re

import pytest

from fabletop import Mistake
from fabletop.games.condyle.game import FINAL, GAME, LAST_ACT
from fabletop.games.condyle.solo.game import GAME as SOLO
from fabletop.games.condyle.turn import NOTHING_TO_DRAW, THROWN_AWAY
from fabletop.kernel.question import Option
from fabletop.kernel.session import Session

from .tables import HOUSE, Tale, solo, table

COLD = {"OUT IN THE COLD": (2, 0)}
GOOD = ["MAKE YOUR MOVE", "HIDDEN PASSAGE", "HEAD START", "EVERY LAST CRUMB", "PLEASE, MISTER"]
LUCKY = "LUCKY PASSERBY"


def option(tale: Tale, words: str) -> Option:
    return next(o for o in tale.game.ask(tale.state, tale.asked).options if o.words.startswith(words))


def warned(tale: Tale) -> dict[str, str]:
    """Of answers, but of cards that would do nothing."""
    options = tale.game.ask(tale.state, tale.asked).options
    return {o.words.split(".")[0]: o.sure for o in options if o.sure and o.sure != THROWN_AWAY}


def vain(tale: Tale) -> set[str]:
    """The cards that would do nothing, and are asked about."""
    options = tale.game.ask(tale.state, tale.asked).options
    return {o.words.split(":")[0] for o in options if o.sure == THROWN_AWAY}


def face(name: str) -> str:
    return next(card.words for card in HOUSE.faces if card.name == name)


# --- Finality ----------------------------------------------------------------------------------------


@pytest.mark.rule("CC-TURN.3", "CC-R37")
@pytest.mark.parametrize("game", [GAME, SOLO])
def test_nothing_is_taken_back(game: type) -> None:
    session = Session(game, seed=1)  # type: ignore[arg-type]
    assert session.seat is not None
    first = session.seat
    session.play(first, session.state.legal()[0])
    assert session.can_undo(first) == FINAL
    with pytest.raises(Mistake, match="All moves are final here"):
        session.undo(first)
    session.go_back_to(0)
    assert session.actions == [], "if all agree, the table goes back"


def test_who_wants_it_is_asked_before_a_move_a_card_and_a_phase() -> None:
    walk = table(stage="move", hands={0: ["LOST"]})
    assert option(walk, "Go to KIDDIE").ends and option(walk, "Stay").ends
    hand = table(hands={0: ["LOST"]})
    assert option(hand, "Play LOST").ends and option(hand, "Play no more").ends
    assert not option(table(stage="start", at={0: "CUL-DE-SAC"}), "Flip").ends


def test_games_from_before_take_back_what_showed_nothing() -> None:
    session = Session(GAME, seed=1, opening=GAME.opening(2, rules=1))
    assert session.seat is not None
    session.play(session.seat, session.state.legal()[0])
    assert session.can_undo(session.actions[0].seat) is None


@pytest.mark.rule("CC-PLAY.4", "CC-PLAY.5", "CC-R29")
@pytest.mark.parametrize(
    ("card", "mine", "theirs", "vain"),
    [
        ("SWEPT AWAY", "TOWN", "BEACH", False),
        ("SWEPT AWAY", "TOWN", "WOODS", True),
        ("OPEN VIEW", "TOWN", "WOODS", True),
        ("AWAY FROM DANGER", "TOWN", "WOODS", False),  # the turn ends all the same
        ("ON THE MOVE", "TOWN", "WOODS", True),  # the turn began here
        ("SCARECROW", "TOWN", "BEACH", False),
        ("SCARECROW", "TOWN", "WOODS", True),  # nobody moves who hides there
        ("MUDLARK", "BEACH", "WOODS", True),  # nothing is discarded yet
        ("TURN OUT YOUR POCKETS", "TOWN", "HIGHWAY", True),
        ("KIDNAPPED", "BEACH", "WOODS", True),
        ("LUCKY PASSERBY", "TOWN", "BEACH", True),
        ("DETOUR", "TOWN", "BEACH", False),
    ],
)
def test_a_card_that_would_do_nothing_says_so(card: str, mine: str, theirs: str, vain: bool) -> None:
    hand = option(table(hands={0: [card], 1: ["LOST"]}, at={0: mine, 1: theirs}), f"Play {card}")
    assert hand.vain == vain == hand.words.endswith("Now it would only leave your hand.")


# --- Warnings ----------------------------------------------------------------------------------------


def test_before_stepping_onto_the_boogeyman() -> None:
    walk = solo("move", me=2, him=3, hand=["LOST"])
    assert list(warned(walk)) == ["Go to OUT IN THE COLD (space 3)"]
    assert list(warned(solo(me=2, him=5, hand=["QUICK FEET"]).play("QUICK FEET"))) == [
        "To KIDDIE CORNER (space 5)"
    ]
    hidden = solo("move", me=9, him=5, hand=["LOST"], acts=["HIDDEN PASSAGE", *GOOD[:1], *GOOD[2:]]).go(1)
    assert list(warned(hidden)) == ["To KIDDIE CORNER (space 5)"]


@pytest.mark.rule("CC-AOD.8")
def test_before_the_last_act() -> None:
    near = {0: "TOWN", 1: "BEACH"}
    assert not warned(table(stage="move", at=near, hands={0: ["LOST"]}, up=GOOD[:4]))
    last = table(stage="move", at=near, hands={0: ["LOST"]}, up=GOOD)
    assert warned(last) == {"Go to KIDDIE CORNER": LAST_ACT}
    quick = table(at=near, hands={0: ["QUICK FEET", "LOST"]}, up=GOOD).play("QUICK FEET")
    assert warned(quick) == {"To KIDDIE CORNER": LAST_ACT}
    pushed = table(at={0: "BEACH", 1: "TOWN"}, hands={0: ["SPOOKED", "LOST"]}, up=GOOD).play("SPOOKED")
    assert not warned(pushed), "whom you push is not you"
    lingering = table(stage="start", at={0: "CUL-DE-SAC"}, hands={0: ["LOST"]}, up=GOOD[:4])
    lingering.do("flip", GOOD[4])
    assert "Stay where you are" in warned(lingering), "the turn after would begin there"


@pytest.mark.rule("CC-PLAY.4")
def test_before_a_card_is_thrown_away() -> None:
    """Nobody is on the spaces it names: allowed, but hardly meant. Who must make room need not be asked."""
    at = {0: "CUL-DE-SAC", 1: "BEACH"}
    assert vain(table(at=at, hands={0: ["KIDNAPPED"]})) == {"Play KIDNAPPED"}
    assert not vain(table(at={0: "CUL-DE-SAC", 1: "TOWN"}, hands={0: ["KIDNAPPED"]}))
    assert not vain(table(at=at, hands={0: ["KIDNAPPED", "KIDNAPPED", "LOST", "CURFEW"]}))


@pytest.mark.rule("CC-GOAL.2")
def test_before_a_draw_phase_with_nothing_to_draw() -> None:
    stop = "Play no more cards"
    assert warned(table(hands={0: ["LOST"]}, piles={0: 0})) == {stop: NOTHING_TO_DRAW}
    assert not warned(table(hands={0: ["LOST"]}, piles={0: 1}))
    alone = solo(hand=["LOST", "CURFEW"], pile=0).play("LOST")
    assert warned(alone) == {stop: NOTHING_TO_DRAW}
    assert not warned(solo(hand=["LOST", "CURFEW"], pile=1).play("LOST"))
    assert not warned(solo(hand=["MUDLARK", "MUDLARK"], pile=0).play("MUDLARK")), "nothing else can be done"


@pytest.mark.rule("CC-SOLO.15", "CC-R83")
def test_alone_a_full_hand_needs_no_warning() -> None:
    hand = ["TURN OUT YOUR POCKETS", "LOST", "CURFEW", "MUDLARK"]
    stolen = solo(me=2, him=3, hand=hand, pile=0, his=["NIGHT WATCH", "OPEN VIEW"])
    assert len(stolen.play("TURN OUT YOUR POCKETS").hand()) == 4 and not warned(stolen)
    short = solo(me=2, him=6, hand=hand, pile=0).play("TURN OUT YOUR POCKETS")
    assert warned(short) == {"Play no more cards": NOTHING_TO_DRAW}


# --- Questions ---------------------------------------------------------------------------------------


@pytest.mark.rule("CC-R28")
def test_why_the_play_phase_cannot_be_left() -> None:
    full = {0: ["LOST", "CURFEW", "SPOOKED", "MUDLARK"]}
    assert "so you must" in table(hands=full).question
    three = {0: ["LOST", "CURFEW", "SPOOKED"]}
    cold = table(hands=three, at={0: "OUT IN THE COLD"}, spaces=COLD, winter_deck=["SNOW DAY"], winter="on")
    assert "play one, or flip a Last Winter card for a draw" in cold.question
    assert table(hands={0: ["LOST"]}).question == "Play: which card do you play?"


def test_one_space_is_one_space() -> None:
    tale = table(stage="move", at={0: "TOWN"}, charms={0: ["CHILBLAINS"]}, winter="on")
    assert "up to 1 space. Where?" in tale.question
    assert "farther than 1 space." in str(GAME.explain(tale.state, 0, tale.action("go", "BEACH")))


def test_declining_is_called_by_its_name() -> None:
    assert table(hands={0: ["QUICK FEET", "LOST"]}).play("QUICK FEET").answers[-1] == "Stay here"
    assert table(hands={0: ["SECOND THOUGHTS", "LOST"]}).play("SECOND THOUGHTS").answers[-1] == "None"
    wood = {0: "WOODS", 1: "TOWN"}
    wanted = table(hands={0: ["OUT OF REACH", "LOST"]}, at=wood, discards={0: ["CURFEW"]})
    assert wanted.play("OUT OF REACH").answers == ["Yes", "No"]


@pytest.mark.rule("CC-R20", "CC-R32")
def test_who_is_safe_is_said_before_the_choice() -> None:
    tale = table(3, hands={0: ["SCARECROW", "LOST"]}, at={1: "WOODS", 2: "TOWN"})
    assert option(tale, "Play SCARECROW").words.endswith("spaces. Orphan 2 is safe from it, on WOODS.")
    tale.play("SCARECROW")
    assert tale.answers == ["Choose Orphan 2, on WOODS: safe from it there", "Choose Orphan 3, on TOWN"]
    alley = table(hands={0: ["NO FRIEND OF MINE"]}, at={1: "ALLEY"}, spaces={"ALLEY": (2, 0)})
    assert "Orphan 2 is safe from it, on ALLEY." in option(alley, "Play NO FRIEND OF MINE").words
    pile = table(hands={0: ["ON THE MOVE"]}, at={1: "ALLEY"}, spaces={"ALLEY": (2, 0)}, moved=True)
    assert "safe" not in option(pile, "Play ON THE MOVE").words, "the ALLEY guards the hand alone"


@pytest.mark.rule("CC-SOLO.38")
def test_his_card_and_the_own_in_the_window() -> None:
    flips = solo("his", me=8, him=6, hand=[LUCKY], moves=["BAD DOG"], windows=True)
    assert flips.question == "The Boogeyman flips BAD DOG: he moves 4 spaces. Do you defend?"
    own = solo(hand=["LOST", LUCKY], windows=True).play("LOST")
    assert own.question == "You play LOST. Cancel your own card?"


# --- Cards -------------------------------------------------------------------------------------------


def test_words_of_cards() -> None:
    assert face("CURFEW").endswith("loses the top card of the pile.")
    assert face("SHED SOME LIGHT").endswith("look at the hand of whoever played it.")
    assert "a blank space" in face("DETOUR") and "two PASSAGEs are one space" in face("PASSAGE")
    assert "without a draw unless the table agreed on draws" in face("AWAY FROM DANGER")
    spaces = {space.id: space.words for space in HOUSE.spaces}
    assert "replaces a draw" in spaces["out_in_the_cold"] and "blank" in spaces["detour"]
    assert "put a hand card under your pile" in spaces["creek"]


@pytest.mark.rule("CC-SOLO.26", "CC-R87")
def test_solo_cards_speak_of_him_and_to_you() -> None:
    his = {card.name: card.his for card in HOUSE.faces}
    assert face("LONG STRIDES") == "He moves 4 spaces."
    assert his["SCARECROW"] == "he moves 2 spaces" and his["BAD DOG"] == "he moves 4 spaces"
    assert his["CURFEW"] == "you lose the top card of your pile unless you are on Town or Alley"
    assert his["GRAVE GOODS"].startswith(
        "if he rests on Cemetery: he puts the top 3 cards of his discard under"
    )
    assert his["KIDNAPPED"].endswith("Alley; then he puts the top 2 cards of your pile under his")
    assert his["CROSSED PATHS"] == "nothing comes of it"
    spaces = SOLO.catalog(HOUSE)["spaces"]
    assert "he plays the top card" in spaces["cul_de_sac"]["words"]
    assert spaces["woods"]["words"] == GAME.catalog(HOUSE)["spaces"]["woods"]["words"]


# --- The log -----------------------------------------------------------------------------------------


def test_spaces_have_names_wherever_they_are_put() -> None:
    tale = table(stage="draw", hands={0: ["LOST"]}, cove_deck=["CREEK"]).do("draw", 1)
    assert "Lay it north of TOWN" in tale.answers and "Lay it east of BEACH" in tale.answers
    tale.do("place", (0, 2))
    assert tale.told("place") == ["Orphan 1 lays CREEK north of TOWN."]
    built = table(hands={0: ["DETOUR", "DETOUR", "LOST"]})
    built.play("DETOUR").do("build", "TOWN").do("place", (2, 0)).play("DETOUR").do("build", (3, 0))
    assert built.told("built") == [
        "Orphan 1 puts DETOUR 1 in the place of TOWN.",
        "Orphan 1 puts DETOUR 2 east of TOWN.",
    ]
    assert built.told("shifted") == ["TOWN now lies east of BEACH."]
    assert re.search(r"\| +DETOUR 2 +\|", GAME.text(built.state, 0))


def test_nobody_moves_himself_by_name() -> None:
    quick = solo(me=1, him=9, hand=["QUICK FEET"]).play("QUICK FEET").to(3)
    assert quick.told("moved") == ["The orphan goes to OUT IN THE COLD (space 3)."]
    put = solo("move", me=9, him=5, hand=["LOST"], acts=["HIDDEN PASSAGE", *GOOD[:1], *GOOD[2:]]).go(1).to(4)
    assert put.told("sent") == ["The orphan comes to OUT IN THE COLD (space 4)."]
    pushed = table(hands={0: ["SPOOKED", "LOST"]}, at={1: "TOWN"}).play("SPOOKED")
    assert pushed.told("moved") == ["Orphan 1 moves Orphan 2 to KIDDIE CORNER."]


def test_a_step_without_effect_says_so() -> None:
    danger = table(hands={0: ["AWAY FROM DANGER", "LOST"]}, at={1: "TOWN"}).play("AWAY FROM DANGER")
    steal = "No effect: steal 1 hand card at random from another player on Beach or Creek."
    assert danger.told("nothing") == [steal]
    view = table(hands={0: ["OPEN VIEW", "LOST"]}, at={1: "TOWN"}).play("OPEN VIEW")
    assert len(view.told("nothing")) == 1
    moved = table(hands={0: ["ON THE MOVE", "LOST"]}).play("ON THE MOVE")
    assert moved.told("nothing") == ["Nothing comes of it."]
    act = table(stage="start", at={0: "CUL-DE-SAC"}, hands={0: ["LOST"]}, discards={1: ["CURFEW"]})
    assert act.do("flip", "MAKE YOUR MOVE").told("nothing") == ["No effect: put your pawn on Detour."]
    assert act.told("scavenged") == ["Orphan 1 takes 1 discard of Orphan 2."]
    worked = table(hands={0: ["CURFEW", "LOST"]}, at={1: "BEACH"}).play("CURFEW")
    assert not worked.told("nothing")
    saved = table(hands={0: ["CURFEW", "LOST"], 1: [LUCKY]}, at={1: "BEACH"}, windows=True).play("CURFEW")
    assert not saved.do("defend", LUCKY).told("nothing"), "a shield is no step without effect"
    declined = table(hands={0: ["SECOND THOUGHTS", "LOST"]}).play("SECOND THOUGHTS").done()
    assert declined.told("nothing") == ["Nothing comes of it."]
    space = table(stage="move", hands={0: ["LOST"]}, piles={0: 0}, at={0: "CUL-DE-SAC"}).go("BEACH")
    assert not space.told("nothing"), "only cards speak of it"
    his = solo("his", me=7, him=4, hand=["LOST"], his=["OPEN VIEW", "MUDLARK"], moves=["TIPTOE"])
    assert his.told("nothing") == [
        "No effect: he steals 1 hand card at random from you if you are on Open Field."
    ]


def test_the_card_he_flips_with_its_text_and_distance() -> None:
    tale = solo("his", me=8, him=1, hand=["LOST"], ring={1: "HIGHWAY"}, moves=["TIPTOE"])
    assert tale.told("his_move") == [
        "The Boogeyman flips TIPTOE: he moves 1 space (from the HIGHWAY 2 more)."
    ]
    assert tale.told("he_moves") == ["The Boogeyman moves 3 spaces to OUT IN THE COLD (space 4)."]
    plays = solo("his", me=8, him=4, hand=["LOST"], his=["CURFEW", "MUDLARK"], moves=["TIPTOE"])
    words = "you lose the top card of your pile unless you are on Town or Alley"
    assert plays.told("he_plays") == [f"The Boogeyman plays CURFEW: {words}."]


@pytest.mark.rule("CC-R27")
def test_away_from_danger_says_whether_you_draw() -> None:
    hands = {0: ["AWAY FROM DANGER", "LOST", "CURFEW", "MUDLARK"]}
    undrawn = table(hands=hands, at={1: "TOWN"}).play("AWAY FROM DANGER")
    assert undrawn.told("end_turn") == ["The turn of Orphan 1 ends, without a draw."]
    drawn = table(hands=hands, at={1: "TOWN"}, away="drawn").play("AWAY FROM DANGER")
    assert drawn.told("end_turn") == ["Orphan 1 plays no more cards, and draws."]
    assert len(drawn.hand()) == 4 and drawn.turn == 1
    assert drawn.told("no_room") == ["Orphan 1 has no place in hand: one draw lapses."]
    fits = table(hands={0: ["AWAY FROM DANGER"]}, at={1: "TOWN"}, away="drawn").play("AWAY FROM DANGER")
    assert len(fits.hand()) == 2 and not fits.told("no_room")


# --- The table as text -------------------------------------------------------------------------------


def test_the_map_in_text_has_the_names_that_the_log_has() -> None:
    drawn = GAME.text(table().state, 0)
    assert re.search(r"\| +WOODS +\|", drawn) and "(0, 0)" not in drawn
    spoken = GAME.text(table().state, 0, spoken=True)
    assert "TOWN; south KIDDIE CORNER." in spoken
    ring = solo("move", me=2, him=6, ring={3: "TOWN"}, hand=["LOST"])
    assert re.search(r"\| +3 TOWN +\|", SOLO.text(ring.state, 0))
    assert "Go to TOWN (space 3). Landing: with 3 or fewer" in ring.answers[1]


def test_a_space_says_what_it_does_before_one_goes_there() -> None:
    woods = "WOODS. While you rest here, nobody else can move you."
    assert f"Go to {woods}" in table(stage="move", at={0: "CUL-DE-SAC"}).answers
    assert f"To {woods}" in table(hands={0: ["QUICK FEET", "LOST"]}).play("QUICK FEET").answers
    pushed = table(hands={0: ["SPOOKED", "LOST"]}, at={1: "BEACH"}, spaces={"CREEK": (2, 0)}).play("SPOOKED")
    assert "To KIDDIE CORNER" in pushed.answers, "it would not speak to whom it happens"


def test_his_moves_so_far_are_in_the_text() -> None:
    turned = solo("his", me=1, him=6, hand=["LOST"], moves=["TIPTOE"])
    assert "  TIPTOE: he moves 1 space." in SOLO.text(turned.state, 0)
