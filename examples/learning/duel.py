"""A network for the Storybook duel: it looks at each card with what lies beside it, and at each answer with
what the card would then touch. What it thinks of that it learns by itself; that Swords are compared with the
Shields they touch (SB-BATTLE.2) it is told, as a player is.

`ppo.py` uses it for `--game storybook --players 2`.
"""

from typing import Any

import torch
from torch import nn

from fabletop.games.storybook import verbs as v
from fabletop.games.storybook.cards import DECK
from fabletop.games.storybook.observing import CARD

SLOTS = 2 * DECK
WAYS = torch.arange(4)
GRID = 36  # the widest table, thirty cards in a row, with room around it
STEPS = torch.tensor([GRID, 1, -GRID, -1])
FARTHEST = 8  # a Slide that goes farther is thought to end there

# Parts of a card in an observation
WHERE, UP, X, Y, MEANT, POINTS, SWORDS, SHIELDS = 0, 1, 2, 3, 5, 6, 7, 11
HELD, KINDS_OF_PLACE = 2, 5

# What may lie on one side of a card: nothing, a friend up or down, an enemy down, or an enemy up that is
# struck (not, Bested, Overwhelmed), strikes, and is struck by others already
FRIEND_UP, FRIEND_DOWN, ENEMY_DOWN, ENEMY_UP = 1, 2, 3, 4
TOUCHES = (ENEMY_UP + 3 * 3 * 2) * 8  # with its points


class Duel(nn.Module):  # type: ignore[misc,unused-ignore]
    def __init__(self, observer: Any, touch: int = 16, card: int = 32, hidden: int = 128) -> None:
        super().__init__()
        parts = observer.slices
        self.cards_at = parts["my_cards"].start
        self.columns = int(observer.actions.columns)
        self.kinds(observer)
        self.touch = nn.EmbeddingBag(TOUCHES, touch, mode="sum")
        self.card = nn.Sequential(nn.Linear(KINDS_OF_PLACE + CARD + 1 + touch, card), nn.ReLU())
        self.body = nn.Sequential(
            nn.Linear(self.cards_at + 3 * card, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU()
        )
        self.worth = nn.Linear(hidden, 1)
        self.by_table = nn.Linear(hidden, 64)
        self.by_column = nn.Embedding(self.columns, 64)
        self.by_card = nn.Linear(card + touch, 64, bias=False)
        self.likes = nn.Linear(64, 1)
        nn.init.normal_(self.touch.weight, std=0.1)
        nn.init.normal_(self.by_column.weight, std=0.1)
        nn.init.orthogonal_(self.likes.weight, 0.1)
        nn.init.zeros_(self.likes.bias)

    def kinds(self, observer: Any) -> None:
        """For each column: its verb, the card it speaks of (-1: the one that is held), and which way."""
        verb, slot, way = [], [], []
        for number, count in observer.actions.things.items():
            for code in range(count):
                verb.append(number)
                each = {v.SPIN: 2, v.SLIDE: 4, v.PUT: 4}.get(number, 1)
                of_cards = number in (v.LAY, v.REVEAL, v.SPIN, v.SLIDE, v.PLAY, v.HIDE, v.PUT, v.TARGET)
                slot.append(min(code // each, SLOTS - 1) if of_cards else -1)
                way.append(code % each)
        self.register_buffer("verb", torch.tensor(verb))
        self.register_buffer("slot", torch.tensor(slot))
        self.register_buffer("way", torch.tensor(way))

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """What a saved policy gives: one number a column."""
        rows = torch.arange(seen.shape[0]).repeat_interleave(self.columns)
        columns = torch.arange(self.columns).repeat(seen.shape[0])
        return self.both(seen, rows, columns)[0].view(seen.shape[0], self.columns)

    def both(
        self, seen: torch.Tensor, rows: torch.Tensor, columns: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """How it likes each of these columns, each of a row of `seen`; and what each row is worth."""
        table = Table(seen, self.cards_at)
        cards = self.look_at_cards(table)
        mine, others = cards[:, :DECK], cards[:, DECK:]
        lying = (table.cards[:, :DECK, X] > 0).float().unsqueeze(-1)
        pools = [(mine * lying).sum(1), (mine * (1 - lying)).sum(1), others.sum(1)]
        around = torch.log1p(seen[:, : self.cards_at].float())
        found = self.body(torch.cat([around, *(pool / 4 for pool in pools)], 1))
        slot = self.slot[columns]
        slot = torch.where((slot < 0) | (self.verb[columns] == v.PUT), table.held[rows], slot)
        subject = cards.flatten(0, 1)[rows * SLOTS + slot]
        there = self.look_at_answers(table, rows, columns, slot)
        hidden = self.by_table(found)[rows] + self.by_column(columns)
        hidden = hidden + self.by_card(torch.cat([subject, there], 1))
        return self.likes(torch.relu(hidden)).squeeze(-1), torch.tanh(self.worth(found)).squeeze(-1)

    def look_at_cards(self, table: "Table") -> torch.Tensor:
        there = table.there
        place = nn.functional.one_hot(table.cards.flatten(0, 1)[there, WHERE].clamp(max=4), KINDS_OF_PLACE)
        numbers = table.cards.flatten(0, 1)[there].float() / 8
        mine = (there % SLOTS < DECK).float().unsqueeze(1)
        found = self.card(torch.cat([place.float(), numbers, mine, self.touch(table.touched)], 1))
        cards = torch.zeros(table.cards.shape[0] * SLOTS, found.shape[1]).index_copy(0, there, found)
        return cards.view(table.cards.shape[0], SLOTS, -1)

    def look_at_answers(
        self, table: "Table", rows: torch.Tensor, columns: torch.Tensor, slot: torch.Tensor
    ) -> torch.Tensor:
        """What the card of each answer would touch; for a card to be played, the best of all spaces."""
        verb, way = self.verb[columns], self.way[columns]
        at = table.at.flatten()[rows * SLOTS + slot]
        anchor = table.at.flatten()[rows * SLOTS + self.slot[columns].clamp(min=0)]
        cell = torch.where(verb == v.PUT, anchor + STEPS[way], at)
        slides = (verb == v.SLIDE).nonzero().squeeze(1)
        cell[slides] = table.landing(rows[slides], cell[slides], way[slides])
        turn = torch.where(verb == v.SPIN, way * 2 + 3, 0)  # + 1 to the right, + 3 to the left
        lies = (verb == v.PUT) | (verb == v.SLIDE) | (verb == v.SPIN) | ((verb == v.REVEAL) & (slot < DECK))
        one = lies.nonzero().squeeze(1)
        plays = (verb == v.PLAY).nonzero().squeeze(1)
        which, spaces = table.spaces_of(rows[plays])
        many = plays[which]
        answer = torch.cat([one, many])
        touches = table.touches(
            rows[answer], slot[answer], torch.cat([cell[one], spaces]), torch.cat([turn[one], turn[many]])
        )
        found = self.touch(touches)
        there = torch.full((rows.shape[0], found.shape[1]), -1e9)
        there = there.scatter_reduce(0, answer.unsqueeze(1).expand_as(found), found, "amax")
        return torch.where(there < -1e8, 0.0, there)


class Table:
    """What lies where, for each row of observations; whole numbers only."""

    def __init__(self, seen: torch.Tensor, cards_at: int) -> None:
        rows = seen.shape[0]
        self.cards = seen[:, cards_at : cards_at + SLOTS * CARD].long().view(rows, SLOTS, CARD)
        lying = self.cards[:, :, X] > 0
        self.at = torch.where(lying, (self.cards[:, :, Y] + 1) * GRID + self.cards[:, :, X] + 1, 0)
        taken_up = (self.cards[:, :, WHERE] == HELD) & (torch.arange(SLOTS) < DECK)
        self.held = (taken_up * 2 + self.cards[:, :, MEANT]).argmax(1)  # or what a Twist moves
        grid = torch.zeros(rows, GRID * GRID, dtype=torch.int64)
        grid.scatter_(1, self.at, torch.arange(1, SLOTS + 1).expand(rows, -1))
        grid[:, 0] = 0  # where those are who lie nowhere
        self.grid = grid.flatten()
        self.numbers = self.cards.flatten()
        up = self.cards[:, :, UP] == 1
        mine = torch.arange(SLOTS) < DECK
        face_up = torch.where(mine, FRIEND_UP, ENEMY_UP)
        self.kind = torch.where(up, face_up, torch.where(mine, FRIEND_DOWN, ENEMY_DOWN))
        self.struck = torch.zeros(rows * SLOTS, dtype=torch.int64)
        self.there = (self.cards[:, :, WHERE] > 0).flatten().nonzero().squeeze(1)  # all that can be seen
        row, slot = self.there // SLOTS, self.there % SLOTS
        self.touched = self.touches(row, slot, self.at.flatten()[self.there], torch.zeros_like(row))
        suffers = (self.touched // 16 - ENEMY_UP // 2) % 3
        struck = ((self.touched >= ENEMY_UP * 8) & (suffers > 0)).any(1) & up.flatten()[self.there]
        self.struck = self.struck.index_copy(0, self.there, struck.long())
        self.lying = lying

    def beside(self, rows: torch.Tensor, cells: torch.Tensor) -> torch.Tensor:
        """The cards on the four sides of cells, by slot and 1; 0 where nothing lies."""
        there = (cells.unsqueeze(1) + STEPS).clamp(0, GRID * GRID - 1)
        return self.grid[rows.unsqueeze(1) * (GRID * GRID) + there]

    def touches(
        self, rows: torch.Tensor, slots: torch.Tensor, cells: torch.Tensor, turns: torch.Tensor
    ) -> torch.Tensor:
        """What each of these cards would touch on its four sides, if it lay face up on such a cell."""
        beside = self.beside(rows, cells)
        other = (rows.unsqueeze(1) * SLOTS + beside - 1).clamp(min=0)
        nobody = (beside == 0) | (beside == slots.unsqueeze(1) + 1) | (cells == 0).unsqueeze(1)
        kind = self.kind.flatten()[other]
        mirror = (slots >= DECK).unsqueeze(1)  # for cards of others, mine are the enemies
        kind = torch.where(mirror, MIRRORED[kind], kind)
        kind = torch.where(nobody, 0, kind)
        own = ((rows * SLOTS + slots) * CARD).unsqueeze(1) + ((WAYS - turns.unsqueeze(1)) & 3)
        theirs = other * CARD + (WAYS ^ 2)
        numbers = self.numbers
        strikes = blow(numbers[own + SWORDS], numbers[theirs + SHIELDS])
        suffers = blow(numbers[theirs + SWORDS], numbers[own + SHIELDS])
        fight = ENEMY_UP + (strikes * 3 + suffers) * 2 + self.struck[other]
        found = torch.where(kind == ENEMY_UP, fight, kind)
        points = numbers[other * CARD + POINTS].clamp(max=7)
        return found * 8 + torch.where(nobody, 0, points)

    def landing(self, rows: torch.Tensor, cells: torch.Tensor, ways: torch.Tensor) -> torch.Tensor:
        """Where cards come to lie that slide from these cells (SB-SLIDE.2)."""
        ahead = STEPS[ways]
        aside = STEPS[ways ^ 1]
        base = rows * (GRID * GRID)
        found = cells + ahead * FARTHEST
        slides = torch.ones_like(cells, dtype=torch.bool)
        for far in range(1, FARTHEST):
            cell = (cells + ahead * far).clamp(0, GRID * GRID - 1)
            met = torch.zeros_like(cells)
            for side in (ahead, aside, -aside):
                met = met | self.grid[base + (cell + side).clamp(0, GRID * GRID - 1)]
            found = torch.where(slides & (met > 0), cell, found)
            slides = slides & (met == 0)
        return found

    def spaces_of(self, rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """All spaces beside cards, for each of these rows: which of them, and the space."""
        cells = (self.at.unsqueeze(2) + STEPS).clamp(0, GRID * GRID - 1)
        empty = self.grid.view(self.at.shape[0], -1).gather(1, cells.flatten(1)).view_as(cells) == 0
        row, slot, way = (empty & self.lying.unsqueeze(2)).nonzero(as_tuple=True)
        space = cells[row, slot, way]
        beside = self.beside(row, space)
        first = (beside > 0).long().argmax(1)  # a space beside several cards counts once
        once = first == (way ^ 2)
        row, space = row[once], space[once]
        counts = torch.bincount(row, minlength=self.at.shape[0])
        starts = counts.cumsum(0) - counts
        many = counts[rows]
        which = torch.arange(rows.shape[0]).repeat_interleave(many)
        place = torch.arange(which.shape[0]) - (many.cumsum(0) - many).repeat_interleave(many)
        return which, space[starts[rows].repeat_interleave(many) + place]


MIRRORED = torch.tensor([0, ENEMY_UP, ENEMY_DOWN, FRIEND_DOWN, FRIEND_UP])


def blow(swords: torch.Tensor, shields: torch.Tensor) -> torch.Tensor:
    """0: nothing; 1: Bested; 2: Overwhelmed (SB-BATTLE.3, SB-BATTLE.4)."""
    bested = (swords > 0) & (swords >= shields)
    return bested.long() + (bested & (swords >= 2 * shields)).long()
