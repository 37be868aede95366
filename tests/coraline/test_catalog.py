"""The catalog tells what the edition holds, in the same words as the table."""

import json

import fabletop

GAME = fabletop.game("coraline")
CATALOG = GAME.catalog(GAME.edition("house"))


def test_it_is_plain_data_and_whole() -> None:
    assert json.loads(json.dumps(CATALOG)) == CATALOG
    assert len(CATALOG["rooms"]) == 6
    assert len(CATALOG["characters"]) == 8
    assert sum(thing["kind"] == "treasure" for thing in CATALOG["objects"].values()) == 5
    assert [card["deck"] for card in CATALOG["cards"].values()] == ["coraline"] * 30 + ["beldam"] * 30
    assert sum(card["final"] for card in CATALOG["cards"].values()) == 1


def test_it_says_what_the_view_says() -> None:
    state = GAME.start(players=4, seed=3)
    for seat in range(4):
        for card in GAME.view(state, seat)["hand"]:
            entry = CATALOG["cards"][card["id"]]
            assert (entry["name"], entry["words"], entry["needs"]) == (
                card["name"],
                card["words"],
                card["needs"],
            )
    for shown, room in zip(GAME.view(state, None)["rooms"], CATALOG["rooms"], strict=True):
        assert {key: shown[key] for key in ("id", "name", "column", "row", "portraits")} == {
            key: room[key] for key in ("id", "name", "column", "row", "portraits")
        }


def test_doors_lead_both_ways() -> None:
    beside = {room["id"]: room["beside"] for room in CATALOG["rooms"]}
    assert all(one in beside[other] for one, others in beside.items() for other in others)
    assert beside["kitchen"] == ["bedroom", "living-room", "theater"]
