"""The table fits and holds still: at four sizes, early and late in each game and variant.

One game of each is thought out beforehand (evening.py); pages of one of its people look on.
"""

from collections.abc import AsyncIterator
from itertools import pairwise
from typing import Any

import msgspec
import pytest
import pytest_asyncio
from playwright.async_api import Browser

from .evening import SIZES, VARIANTS, Evening, Variant, script
from .still import StillServer

pytestmark = pytest.mark.asyncio(loop_scope="session")

QUICK = [
    variant
    for variant in VARIANTS
    if str(variant) in ("storybook-2", "coraline-1", "condyle-4", "unrelenting-4")
]
REST = [variant for variant in VARIANTS if variant not in QUICK]
SHARE = 0.6  # of the window less the top bar
STILL = 2.0  # pixels
LEGIBLE = 11.0  # pixels of a letter's height
SPARE = 12.0  # between a card and a place beside it, in the map's own units
ENOUGH, ENOUGH_THERE = 48.0, 44.0  # pixels of a place on a map, where it is not whole; on a phone
LARGE, LARGE_THERE = 0.75, 0.6  # so large is a map that has more room than that
MUCH = 1.15  # times larger may a map be shown, while others are asked

# Everything in pixels of the window; what is scrolled away within its region is not there.
LOOK = """async () => {
  const ends = document.getAnimations().filter(one => one.effect.getComputedTiming().endTime < 1e4)
  await Promise.allSettled(ends.map(one => one.finished))
  const rect = (e) => {
    const { x, y, width, height } = e.getBoundingClientRect()
    return [x, y, x + width, y + height]
  }
  const all = (places) => [...document.querySelectorAll(places)].filter(e => e.getClientRects().length > 0)
  const hit = (e) => {
    const [x, y, right, lower] = rect(e)
    const at = document.elementFromPoint((x + right) / 2, (y + lower) / 2)
    return !!at && (e.contains(at) || at.contains(e))
  }
  const tight = ([x, y, right, lower]) => Math.min(right - x, lower - y) < 23.5
  const board = '[data-region="board"] :is([data-thing], .filling, .gone)'
  const name = (e) => e.dataset.thing ?? e.getAttribute("class") + e.style.transform
  const can = all('.board [data-standing="can"], .prompt [data-option]')
  const world = document.querySelector(".world")
  const on = (map, places) => map ? [...map.querySelectorAll(places)] : []
  const high = (e) => parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a
  return {
    regions: Object.fromEntries(all("[data-region]").map(e => [e.dataset.region, rect(e)])),
    pieces: Object.fromEntries(all(board).map(e => [name(e), rect(e)])),
    asked: document.querySelector(".prompt")?.dataset.mood === "mine",
    bar: document.querySelector("nav.bar").getBoundingClientRect().height,
    wide: document.scrollingElement.scrollWidth - innerWidth,
    codes: document.body.innerText.match(/\\b[12B]-(p\\d\\d|[A-J]\\d)\\b/g),
    inSight: can.some(hit),
    buttons: all(".prompt [data-option]").map(rect),
    small: can.map(e => [e.dataset.thing ?? e.textContent, rect(e)]).filter(([, box]) => tight(box)),
    world: world ? world.style.transform : "",
    lying: on(world, ".plate .edge, .paper, .gone, .filling").map(rect),
    places: on(world, '[data-standing="can"]').map(e => [name(e), rect(e), hit(e)]),
    figures: on(world, ".plate .tab text").map(high),
    names: on(world, ".plate .name").map(high),
    titles: all(".condyle .card .title").map(({ children: [name, ...signs] }) =>
      [name.textContent, signs.length, name.scrollWidth - name.clientWidth]),
    map: world ? rect(world.closest("svg").parentElement) : null,
  }
}"""


# Answers that no click on the board or in the prompt gives, wherever one scrolls, looks or turns to.
REACH = """async (options) => {
  const frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)))
  const hit = (e) => [[0.5, 0.5], [0.2, 0.5], [0.8, 0.5], [0.5, 0.15], [0.5, 0.85]].some(([a, b]) => {
    const { x, y, width, height } = e.getBoundingClientRect()
    const at = width && document.elementFromPoint(x + a * width, y + b * height)
    return !!at && (e.contains(at) || at.contains(e))
  })
  const reached = async (e) => {
    const floor = [...document.querySelectorAll(".floors figure")].findIndex(one => one.contains(e))
    if (!e.getClientRects().length) document.querySelectorAll(".switch button")[floor]?.click()
    const map = e.closest(".world") && e.closest("svg").parentElement
    ;(map || e).scrollIntoView({ block: "center", inline: "center" })
    if (map && !hit(e)) document.querySelector('[aria-label="Show all"]').click()
    await frame()
    return hit(e)
  }
  const lost = []
  for (const { action, thing, to, words } of options) {
    const button = document.querySelector(`.prompt [data-option="${action}"]`)
    const things = document.querySelectorAll(`.board [data-thing="${CSS.escape(thing)}"]`)
    // What is chosen already waits for the place where it goes.
    const goes = [...things].some(one => one.dataset.standing === "chosen")
    const ends = goes ? document.querySelectorAll(`.board [data-thing="${CSS.escape(to)}"]`) : things
    const places = button ? [button] : [...ends]
    let found = false
    for (const place of places) found ||= place.dataset.standing !== "idle" && (await reached(place))
    if (!found) lost.push(words)
  }
  return lost
}"""


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with StillServer(tmp_path_factory.mktemp("still")) as server:
        yield server


@pytest_asyncio.fixture(loop_scope="session")
async def evenings(browser: Browser, still: StillServer) -> AsyncIterator[Any]:
    begun: list[Evening] = []

    async def begin(variant: Variant) -> Evening:
        begun.append(await Evening(browser, still, variant, script(variant)).begin())
        return begun[-1]

    yield begin
    for evening in begun:
        await evening.end()


def moments(evening: Evening) -> list[int]:
    """An early and a late question to the first seat."""
    mine = [number for number, (asked, _) in enumerate(evening.script) if 0 in asked]
    early = next(number for number in mine if number >= min(len(evening.script) // 8, 14))
    return [early, mine[int(len(mine) * 0.85)]]


def apart(one: list[float], other: list[float]) -> bool:
    return (
        one[2] <= other[0] + 1 or other[2] <= one[0] + 1 or one[3] <= other[1] + 1 or other[3] <= one[1] + 1
    )


def must_fit(seen: dict[str, Any], size: tuple[int, int], where: str) -> None:
    width, height = size
    regions, free = seen["regions"], height - seen["bar"]
    assert {"board", "prompt", "seats", "side"} <= set(regions), where
    _, top, _, bottom = regions["board"]
    share = (min(bottom, height) - max(top, seen["bar"])) / free
    assert share >= SHARE, f"{where}: the board has {share:.0%} of the height"
    assert seen["wide"] <= 0, f"{where}: {seen['wide']} px too wide"
    apartments = [name for name in regions if name != "seats"]  # they lie within what is beside the board
    for i, one in enumerate(apartments):
        for other in apartments[i + 1 :]:
            below = regions[one][1] >= height or regions[other][1] >= height  # of a phone's screen
            stays = (
                width < 900 and "hand" in (one, other) and {"panel", "side"} & {one, other}
            )  # scrolls below it
            assert below or stays or apart(regions[one], regions[other]), f"{where}: {one} lies over {other}"
    if seen["asked"]:
        assert seen["inSight"], f"{where}: nothing that can be chosen is in sight"
    for left, upper, right, lower in seen["buttons"][:1]:
        assert 0 <= left < right <= width and 0 <= upper < lower <= height, (
            f"{where}: a button is out of sight"
        )
    must_fill(seen, size, where)
    must_have_places(seen, size, where)
    must_have_signs(seen, where)
    assert not seen["codes"], f"{where}: no words for {seen['codes'][:3]}"
    assert not seen["small"], f"{where}: too small to hit: {seen['small'][:3]}"


def must_fill(seen: dict[str, Any], size: tuple[int, int], where: str) -> None:
    """No card of a map is cut; where they are not large, they have all of its width or height but for a strip
    of the places around them."""
    if not seen["lying"]:
        return
    edge, boxes = seen["map"], list(zip(*seen["lying"], strict=True))
    x, y, right, lower = min(boxes[0]), min(boxes[1]), max(boxes[2]), max(boxes[3])
    assert x > edge[0] and y > edge[1] and right < edge[2] and lower < edge[3], f"{where}: a card is cut"
    zoom = camera(seen["world"])[2]
    small = zoom < (LARGE_THERE if size[0] < 500 else LARGE) - 0.005
    around = 2 * (enough_of_a_place(seen, size) + SPARE * zoom)
    fills = max(
        (right - x + around) / (edge[2] - edge[0]),
        (lower - y + around) / (edge[3] - edge[1]),
    )
    assert not small or fills > 0.95, f"{where}: {fills:.0%} of the map is used"


def must_have_places(seen: dict[str, Any], size: tuple[int, int], where: str) -> None:
    """What can be chosen on a map is whole, or as much of it as one hits easily, and its middle is free."""
    enough = enough_of_a_place(seen, size)
    for name, box, hit in seen["places"]:
        within = [max(box[0], seen["map"][0]), max(box[1], seen["map"][1])]
        within += [min(box[2], seen["map"][2]), min(box[3], seen["map"][3])]
        assert hit, f"{where}: the middle of {name} cannot be clicked"
        assert name.startswith("player") or size_of(within) >= enough - 0.5, (
            f"{where}: {name} is {size_of(within):.0f} px of {enough:.0f}"
        )


def must_be_legible(seen: dict[str, Any], where: str) -> None:
    """Swords and Shields on the table, and names where they are written."""
    least = min(seen["figures"] + seen["names"], default=LEGIBLE)
    assert least >= LEGIBLE, f"{where}: letters of {least:.1f} px"


def must_have_signs(seen: dict[str, Any], where: str) -> None:
    """A card of Condyle says in signs what it does, beside its name."""
    for name, signs, over in seen["titles"]:
        assert signs, f"{where}: {name} has no sign"
        assert over < 1, f"{where}: the name {name} runs into its sign"


def enough_of_a_place(seen: dict[str, Any], size: tuple[int, int]) -> float:
    whole = max(map(size_of, seen["lying"]), default=0.0)
    return min(whole, ENOUGH_THERE if size[0] < 500 else ENOUGH)


def size_of(box: list[float]) -> float:
    return min(box[2] - box[0], box[3] - box[1])


async def fits(evenings: Any, variant: Variant) -> None:
    evening: Evening = await evenings(variant)
    for number in moments(evening):
        async for _ in evening.play(number - evening.number):
            pass
        for size in SIZES:
            (page,) = await evening.look_on(0, size)
            where = f"{variant} after {number} answers at {size[0]}x{size[1]}"
            must_fit(await page.evaluate(LOOK), size, where)
            options = [msgspec.to_builtins(option) for option in evening.seats[0].options]
            lost = await page.evaluate(REACH, options)
            assert not lost, f"{where}: out of reach: {lost}"
            await evening.look_away()


@pytest.mark.parametrize("variant", QUICK, ids=str)
async def test_boards_fit(evenings: Any, variant: Variant) -> None:
    await fits(evenings, variant)


@pytest.mark.heavy
@pytest.mark.parametrize("variant", REST, ids=str)
async def test_boards_of_all_variants_fit(evenings: Any, variant: Variant) -> None:
    await fits(evenings, variant)


# --- Nothing moves under the pointer ---------------------------------------------------------------


def moved(one: list[float], other: list[float]) -> bool:
    return any(abs(a - b) > STILL for a, b in zip(one, other, strict=True))


def shifted(one: list[float], other: list[float]) -> bool:
    """Its middle is elsewhere: an empty space is drawn smaller than the card that comes to lie there."""
    return any(abs((one[i] + one[i + 2]) - (other[i] + other[i + 2])) / 2 > STILL for i in (0, 1))


def had_to_move(before: dict[str, Any], after: dict[str, Any], size: tuple[int, int]) -> bool:
    """A map that grows is shown anew only if something on it would have no room for a place beside it."""
    if not before["world"] or before["world"] == after["world"]:
        return False
    (x, y, zoom), (left, top, scale) = map(camera, (before["world"], after["world"]))
    edge, room = after["map"], enough_of_a_place(before, size)
    for box in after["lying"]:
        on_map = [
            ((v - o) - shift) / scale for v, o, shift in zip(box, edge[:2] * 2, (left, top) * 2, strict=True)
        ]
        then = [v * zoom + shift for v, shift in zip(on_map, (x, y) * 2, strict=True)]
        beyond = [edge[2] - edge[0] - then[2], edge[3] - edge[1] - then[3]]
        if min(*then[:2], *beyond) < room + SPARE * zoom:
            return True
    return False


def may_be_larger(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Cards went, and nobody is about to click."""
    if not before["world"] or after["asked"]:
        return False
    return camera(after["world"])[2] >= MUCH * camera(before["world"])[2]


def camera(transform: str) -> tuple[float, float, float]:
    numbers = (
        transform.replace("translate(", "")
        .replace("scale(", "")
        .replace(")", "")
        .replace("px", "")
        .replace(",", " ")
    )
    x, y, zoom = map(float, numbers.split())
    return x, y, zoom


async def holds_still(evenings: Any, variant: Variant, size: tuple[int, int], answers: int | None) -> None:
    evening: Evening = await evenings(variant)
    (page,) = await evening.look_on(0, size)
    before, places_before = await page.evaluate(LOOK), whereabouts(evening)
    shown_anew = 0
    async for _ in evening.play(answers):
        after, places = await page.evaluate(LOOK), whereabouts(evening)
        where = f"{variant} after {evening.number} answers at {size[0]}x{size[1]}"
        must_have_places(after, size, where)
        must_be_legible(after, where)
        must_have_signs(after, where)
        choosing = not all(
            "panel" in one["regions"] for one in (before, after)
        )  # of teams: there is no map yet
        for name in set(before["regions"]) & set(after["regions"]) - {"panel", "seats", "side"}:
            assert choosing or not moved(before["regions"][name], after["regions"][name]), (
                f"{where}: {name} moved"
            )
        ends = evening.number == len(evening.script)  # then it may be as large as it can
        if ends or had_to_move(before, after, size) or may_be_larger(before, after):
            shown_anew += 1
        elif not choosing:
            stayed = {name for name in places if places[name] == places_before.get(name)}
            both = [name for name in before["pieces"] if name in after["pieces"]]
            same = [name for name in both if is_place(name) or name in stayed]
            gone = [name for name in same if shifted(before["pieces"][name], after["pieces"][name])]
            assert not gone, f"{where}: {gone[:4]} moved"
        before, places_before = after, places
    assert shown_anew <= max(3, evening.number / 8), f"{variant}: the map was shown anew {shown_anew} times"


def is_place(name: str) -> bool:
    """What has one place on the board: pieces walk, places do not."""
    return name.partition(" ")[0] in ("room", "cell", "space", "point")


def whereabouts(evening: Evening) -> dict[str, Any]:
    """Where every figure, pawn and rabbit is, for the rules; on the small spaces of a house they make room
    for one another, so there also with how many."""
    position = evening.seats[0].position
    assert position is not None
    view, found = position.view, {}
    if evening.variant.game == "coraline":
        found = {f"character {who}": room["id"] for room in view["rooms"] for who in room["characters"]}
        found |= {f"character {who}": "off" for who in view["off_board"]}
    if evening.variant.game.startswith("condyle"):
        found = {f"player {pawn}": space["cell"] for space in view["map"] for pawn in space["pawns"]}
    if evening.variant.game == "unrelenting":
        who = view["characters"]
        crowd = [space for one in who for space in (one["space"], one["rabbit"])]
        found = {f"rabbit {one['character']}": (one["rabbit"], crowd.count(one["rabbit"])) for one in who}
    return found


@pytest.mark.parametrize("variant", [v for v in QUICK if str(v) in ("storybook-2", "condyle-4")], ids=str)
async def test_it_holds_still(evenings: Any, variant: Variant) -> None:
    await holds_still(evenings, variant, (1280, 720), 60)


@pytest.mark.heavy
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
async def test_it_holds_still_through_whole_games(
    evenings: Any, variant: Variant, size: tuple[int, int]
) -> None:
    await holds_still(evenings, variant, size, None)


# --- What else must be seen -------------------------------------------------------------------------


HAND = """() => {
  const box = (place) => document.querySelector(place).getBoundingClientRect()
  const tray = document.querySelector('[data-region="hand"]')
  const hand = box(".mine .hand"), deck = box(".mine .deck")
  const cards = [...document.querySelectorAll(".mine .hand li")].map(one => one.getBoundingClientRect())
  const whole = cards.filter(one => one.left >= hand.left && one.right <= hand.right + 0.5)
  const names = [...document.querySelectorAll(".mine .hand .plate .name")]
  const letters = names.map(e => parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a)
  return { cards: cards.length, whole: whole.length, deck: deck.width * deck.height,
    card: cards[0].width * cards[0].height, letters, over: tray.scrollHeight - tray.clientHeight }
}"""


@pytest.mark.parametrize("size", [(390, 844), (390, 664)], ids=str)
async def test_a_hand_of_storybook_is_whole_on_a_phone(evenings: Any, size: tuple[int, int]) -> None:
    evening: Evening = await evenings(Variant("storybook", 2))
    async for _ in evening.play(moments(evening)[0]):
        view = evening.seats[0].position.view  # type: ignore[union-attr]
        if view["phase"] == "setting up" and len(view["hand"]) == 4:
            break
    (page,) = await evening.look_on(0, size)
    seen = await page.evaluate(HAND)
    assert seen["cards"] == seen["whole"] == 4, f"{seen['whole']} of {seen['cards']} cards are whole"
    assert seen["deck"] < seen["card"], "the deck is larger than a card"
    assert min(seen["letters"]) >= LEGIBLE, f"letters of {min(seen['letters']):.1f} px"
    async for _ in evening.play(moments(evening)[0] - evening.number):
        seen = await page.evaluate(HAND)
        assert seen["over"] <= 1, f"with {seen['cards']} cards the tray is {seen['over']} px too low"


SEEN = """(place) => [...document.querySelectorAll(place)].map(one => {
  const { left, top, right, bottom } = one.getBoundingClientRect()
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  const ends = [[left + 3, y], [right - 3, y], [x, top + 3], [x, bottom - 3]]
  const whole = ends.every(end => one.contains(document.elementFromPoint(...end)))
  return whole && one.scrollWidth <= one.clientWidth
})"""


@pytest.mark.parametrize(
    ("variant", "place", "how_many"),
    [
        (Variant("storybook", 2), ".standing", 1),
        (Variant("condyle", 4), ".strip li", 4),
        (Variant("condyle-solo", 1), ".strip li", 2),
    ],
    ids=str,
)
async def test_on_a_phone_one_sees_how_all_stand(
    evenings: Any, variant: Variant, place: str, how_many: int
) -> None:
    evening: Evening = await evenings(variant)
    for number in moments(evening):
        async for _ in evening.play(number - evening.number):
            pass
        (page,) = await evening.look_on(0, (390, 844))
        assert await page.evaluate(SEEN, place) == [True] * how_many, f"{variant} after {number} answers"
        await evening.look_away()


async def test_on_a_phone_all_that_is_chosen_is_in_sight(evenings: Any) -> None:
    evening: Evening = await evenings(Variant("storybook", 2))
    (page,) = await evening.look_on(0, (390, 844))
    seen: dict[str, list[bool]] = {}
    while await page.locator(".choosing").count():
        for option in evening.seats[0].options:
            seen[option.verb] = await page.evaluate(SEEN, ".choosing .touch")
        async for _ in evening.play(1):
            pass
    assert list(seen) == ["side", "champion", "ally", "keep"]
    assert list(seen.values()) == [[True] * 2, [True] * 3, [True] * 3, [True] * 4], seen


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=str)
async def test_the_place_to_fill_answers_a_click(evenings: Any, size: tuple[int, int]) -> None:
    evening: Evening = await evenings(Variant("storybook", 2))
    async for _ in evening.play():
        position = evening.seats[0].position
        if position is not None and position.view["filling"] and 0 in position.question.seats:
            break
    (page,) = await evening.look_on(0, size)
    place = page.locator(".filling")
    assert "waits" not in (await place.get_attribute("class") or "")
    await place.click()
    await page.locator("[data-why]").wait_for()


TRAILS = (
    """() => [...document.querySelectorAll(".trail")].map(one => [...one.points].map(({ x, y }) => [x, y]))"""
)


async def test_paths_go_along_the_ring(evenings: Any) -> None:
    evening: Evening = await evenings(Variant("condyle-solo", 1))
    (page,) = await evening.look_on(0, (1440, 900))
    longest = 0
    async for _ in evening.play(40):
        for way in await page.evaluate(TRAILS):
            steps = [abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in pairwise(way)]
            assert set(steps) == {120}, f"after {evening.number} answers: {way}"
            longest = max(longest, len(steps))
    assert longest > 2, "nobody went round a corner"


GLOWS = """() => {
  const panel = document.querySelector('[data-region="panel"]').getBoundingClientRect()
  const can = [...document.querySelectorAll('[data-region="panel"] [data-standing="can"]')]
  return can.map(one => one.getBoundingClientRect())
    .map(one => Math.min(one.left - panel.left, panel.right - one.right))
}"""


async def test_the_panel_has_room_for_what_glows(evenings: Any) -> None:
    evening: Evening = await evenings(Variant("storybook", 2))
    (page,) = await evening.look_on(0, (1440, 900))
    rooms: list[float] = []
    async for _ in evening.play():
        if await page.locator('[data-region="panel"]').count():
            rooms += await page.evaluate(GLOWS)
        if rooms:
            break
    assert rooms and min(rooms) >= 5, f"a glow of 5 px has {rooms}"
