"""The catalog tells what the edition holds, in the same words as the table."""

import json

import fabletop

GAME = fabletop.game("condyle")
CATALOG = GAME.catalog(GAME.edition("house"))


def test_it_is_plain_data_and_whole() -> None:
    assert json.loads(json.dumps(CATALOG)) == CATALOG
    copies = {
        name: sum(card["count"] for card in CATALOG["cards"].values() if card["set"] == name)
        for name in ("base", "fourth", "solo")
    }
    assert copies == {"base": 40, "fourth": 14, "solo": 3}
    assert all(len(street["acts"]) == 6 for street in CATALOG["cul_de_sacs"].values())
    assert sum(card["kind"] == "defensive" for card in CATALOG["cards"].values()) == 3
    assert {id for id, card in CATALOG["cards"].items() if card["kind"] == "building"} == {
        "detour",
        "passage",
    }
    assert sum(charm["count"] for charm in CATALOG["charms"].values()) == 21 + 7


def test_everything_a_view_names_is_in_it() -> None:
    state = GAME.start(players=3, seed=3, options={"winter": "on", "ghost": "on"})
    while not state.over:
        view = GAME.view(state, int(state.seat))
        assert {space["space"] for space in view["map"]} <= set(CATALOG["spaces"])
        assert set(view["hand"]) <= set(CATALOG["cards"])
        for seat in view["seats"]:
            assert {card for card in seat["discard"] if card} <= set(CATALOG["cards"])
            assert set(seat["permanent"]) <= set(CATALOG["charms"])
        state.apply(state.legal()[0])


def test_it_says_what_the_question_says() -> None:
    state = GAME.start(players=2, seed=3)
    while not any(option.verb == "play" for option in GAME.ask(state, int(state.seat)).options):
        state.apply(state.legal()[-1])
    for option in GAME.ask(state, int(state.seat)).options:
        if option.verb == "play":
            assert option.words.endswith(CATALOG["cards"][option.thing.split()[1]]["words"])


def test_it_names_what_a_card_does_once_a_verb_in_order() -> None:
    cards = CATALOG["cards"]
    assert cards["kidnapped"]["does"] == ["move", "steal"]
    assert cards["grave_goods"]["does"] == ["recover"]  # both ways of it
    assert cards["shed_some_light"]["does"] == ["cancel", "look"]
    assert all(card["does"] for card in cards.values())
