"""What an edition of The Unrelenting Other is made of: for editors, and for people."""

from fabletop.games.unrelenting import board as b
from fabletop.games.unrelenting import text
from fabletop.games.unrelenting.edition import COLUMNS, LADDERS, LEVEL_KEYS, PLACES
from fabletop.kernel.declaring import MARK, Declared, DeclaredBoard, DeclaredField, DeclaredSection, top

MARKED = MARK.values

DECLARED = Declared(
    sections=[
        top(),
        DeclaredSection(
            "board",
            "The house",
            "board",
            [
                DeclaredField("columns", "Columns", "number", low=3, high=len(COLUMNS)),
                DeclaredField("rows", "Rows", "number", low=3, high=9),
                DeclaredField(
                    "dividing_line",
                    "Dividing line",
                    "number",
                    "after so many columns",
                    low=1,
                    high=len(COLUMNS) - 1,
                ),
                DeclaredField("entrance", "Entrance", "level_space", "on the first floor", face=True),
                DeclaredField(
                    "dumps",
                    "Dump points",
                    "points",
                    "of the basement/yard, in the order in which removed items fill them",
                    face=True,
                ),
                DeclaredField("outline", "Outline", "outline", "row by row: . a space, x none", needed=False),
            ],
            "All levels have the same spaces.",
            many=False,
            names="",
        ),
        DeclaredSection(
            "board.marks",
            "Where the house comes from",
            "marks",
            [
                DeclaredField(place, place.replace("_", " ").capitalize(), "choice", values=MARKED)
                for place in PLACES
            ],
            many=False,
            names="",
        ),
        DeclaredSection(
            "ladder",
            "Ladders",
            "ladder",
            [
                DeclaredField("id", "Id", "choice", values=(*LADDERS,)),
                DeclaredField("slots", "Slots", "spaces", "where it can stand: two at least", face=True),
                DeclaredField("start", "Start", "space", "one of its slots", face=True),
                DeclaredField("mark", MARK.title, "choice", MARK.words, values=MARKED),
            ],
            look="ladder",
            names="id",
        ),
        DeclaredSection(
            "item",
            "Items",
            "item",
            [
                DeclaredField("id", "Id", "id"),
                DeclaredField("name", "Name", face=True),
                DeclaredField("home", "Home", "point", "where it lies at first", face=True),
                DeclaredField("stopper", "Dream stopper", "flag", needed=False),
                DeclaredField("mark", MARK.title, "choice", MARK.words, values=MARKED),
            ],
            adds=True,
            look="item",
        ),
    ],
    boards=[
        DeclaredBoard(
            "floors",
            "board",
            "Three floors",
            {
                "levels": [
                    {"id": key, "name": name} for key, name in zip(LEVEL_KEYS, text.LEVEL_NAMES, strict=True)
                ],
                "columns": COLUMNS,
                "most_spaces": b.MOST_CELLS,
                "ladders": LADDERS,
                "joins": {"house": ["1", "2"], "yard": ["B", "1"]},
            },
        )
    ],
)
