"""What tools/mutants.py breaks in Coraline."""

from tools.mutants import Mutant

MUTANTS = [
    Mutant("table.py", "[0, 6, 5, 4, 3]", "[0, 6, 5, 4, 4]", "CO-SETUP.7"),
    Mutant(
        "turn.py", "t.where[c.CORALINE] = box.kitchen", "t.where[c.CORALINE] = box.living_room", "CO-SETUP.2"
    ),
    Mutant("turn.py", "        t.hidden |= bit(thing)\n    for", "        pass\n    for", "CO-SETUP.4"),
    Mutant("turn.py", "t.rng.shuffle(t.woes, 0, c.CARDS)", "pass", "CO-SETUP.8"),
    Mutant("turn.py", "    t.black |= bit(t.active)\n", "    t.black |= bit(t.active) | 1\n", "CO-BUTTON.1"),
    Mutant("turn.py", "    t.black = 0\n", "    t.black = 1 if t.round > 1 else 0\n", "CO-BUTTON.2"),
    Mutant(
        "table.py", "return 0 <= seat < self.terms.players", "return seat == self.seat", "CO-R3 CO-ROUND.2"
    ),
    Mutant(
        "activities.py",
        "return offer_rooms(t.box.beside[t.here()], out, n)",
        "return offer_rooms(t.box.within(t.here(), 1), out, n)",
        "CO-R26 CO-STORY.8",
    ),
    Mutant(
        "edition.py",
        "abs(other.column - room.column) + abs(other.row - room.row) == 1",
        "0 < max(abs(other.column - room.column), abs(other.row - room.row)) < 2",
        "CO-STORY.8 CO-SETUP.1",
    ),
    Mutant(
        "activities.py",
        "return t.revealed_here() != 0 and not t.others_in(t.here())",
        "return t.revealed_here() != 0",
        "CO-STORY.9 CO-R12",
    ),
    Mutant(
        "table.py",
        "for character in range(BELDAM, CHARACTERS):",
        "for character in range(BELDAM + 1, CHARACTERS):",
        "CO-R12",
    ),
    Mutant(
        "activities.py", "return t.revealed_here() != 0 and", "return t.lying(t.here()) != 0 and", "CO-R26"
    ),
    Mutant(
        "table.py",
        "return self.lying(self.where[CORALINE]) & ~self.hidden",
        "return self.lying(self.where[CORALINE])",
        "CO-STORY.5 CO-R11",
    ),
    Mutant("activities.py", "    if t.left > 0 and t.hands", "    if t.hands", "CO-STORY.11 CO-R5"),
    Mutant(
        "activities.py",
        "    t.base = (t.base - 1) & (RING - 1)\n    t.deck[t.base] = card\n    t.left += 1\n",
        "    t.deck[(t.base + t.left) & (RING - 1)] = card\n    t.left += 1\n",
        "CO-STORY.10 CO-R6",
    ),
    Mutant(
        "ending.py", "while t.hands[seat] < t.terms.hand_size and", "if t.hands[seat] < 9 and", "CO-DRAW.1"
    ),
    Mutant(
        "ending.py",
        "t.hands[seat] < t.terms.hand_size and",
        "t.hands[seat] != t.terms.hand_size and",
        "CO-R7",
    ),
    Mutant("turn.py", "    if t.woes_left == 0:", "    if t.woes_left == 1:", "CO-BELDAM.1 CO-R21 CO-LOSE.3"),
    Mutant("turn.py", "    if t.hush or t.turn", "    if t.hush and t.woes_left or t.turn", "CO-R21"),
    Mutant("ending.py", "if t.moon < LAST_MOON:", "if t.moon < LAST_MOON - 1:", "CO-MOON.2 CO-R20 CO-LOSE.1"),
    Mutant("things.py", "t.lies[thing] = t.here()  #", "t.lies[thing] = t.lair()  #", "CO-BELDAM.3"),
    Mutant("things.py", "things = t.in_satchel()  #", "things = t.in_satchel() & TREASURES  #", "CO-R10"),
    Mutant(
        "effects.py",
        "return offer_hand(t, t.active, v.DISCARD, out, n)",
        "return offer_hand(t, t.terms.players - 1, v.DISCARD, out, n)",
        "CO-BELDAM.4 CO-R19",
    ),
    Mutant("effects.py", "t.hands[t.active] > left:", "t.hands[t.active] >= left:", "CO-R19"),
    Mutant(
        "table.py",
        "if self.where[CORALINE] != room or self.where[BELDAM] == room:",
        "if self.where[CORALINE] != room:",
        "CO-WIN.2",
    ),
    Mutant(
        "table.py",
        "if self.where[CORALINE] != room or self.where[BELDAM] == room:",
        "if self.where[BELDAM] == room:",
        "CO-WIN.1",
    ),
    Mutant(
        "table.py",
        "return self.in_satchel() & TREASURES == TREASURES",
        "return self.in_satchel() == TREASURES",
        "CO-R9",
    ),
    Mutant(
        "table.py",
        "return self.in_satchel() & TREASURES == TREASURES",
        "return self.in_satchel() & 0b1111000 == 0b1111000",
        "CO-GEN.2 CO-WIN.1",
    ),
    Mutant("table.py", "return need == 0 or self.in_satchel() & need == need", "return True", "CO-R1"),
    Mutant(
        "cards.py",
        "self.apart(other, goal) < self.apart(room, goal)",
        "self.apart(other, goal) <= self.apart(room, goal) + 1",
        "CO-R16",
    ),
    Mutant("moves.py", "t.arg(1) - 1)\n        move", "t.arg(1) - 2)\n        move", "CO-R16"),
    Mutant("following.py", "return found if found or t.terms.partly else", "return", "CO-R18"),
    Mutant("following.py", "if found == 0 and t.terms.partly:", "if False:", "CO-R18"),
    Mutant("following.py", "if found == 0 and t.terms.partly:", "if found == 0:", "CO-R18"),
    Mutant("game.py", "partly = opening.played_by > 1", "partly = opening.played_by > 0", "CO-R18"),
    Mutant(
        "moves.py",
        "        t.tell_of(told.TOLD_STAY, who, room)\n        return\n",
        "        pass\n",
        "CO-R16",
    ),
    Mutant(
        "effects.py", "t.black | bit(t.active) == t.terms.everybody", "t.black == t.terms.everybody", "CO-R27"
    ),
    Mutant("turn.py", "        t.set_arg(MORE, 0)\n", "        pass\n", "CO-R28"),
    Mutant(
        "turn.py",
        "        if t.woes_left > 0:\n            turn_over(t)",
        "        if True:\n            turn_over(t)",
        "CO-R28",
    ),
    Mutant("table.py", "- (1 if self.woe >= 0 else 0)", "- 0", "CO-R28"),
    Mutant("effects.py", "return t.woes_left >= t.box.step(row, c.N)", "return True", "CO-R28 CO-R18"),
    Mutant(
        "effects.py",
        "who >> character & 1 and t.where[character] == t.here()",
        "t.where[character] == t.here()",
        "CO-R17",
    ),
    Mutant(
        "effects.py", "        return found >= t.box.step(row, c.N)", "        return found > 0", "CO-R17"
    ),
    Mutant("foresight.py", "return not does_something(twin,", "return does_something(twin,", "CO-R1"),
    Mutant("foresight.py", "    twin.hands[twin.at[card]] -= 1\n", "", "CO-R1"),
    Mutant("perils.py", "t.moon + step.values[0] >= LAST_MOON", "t.moon >= LAST_MOON", "CO-R24 CO-LOSE.1"),
    Mutant(
        "effects.py",
        "return t.hands[t.active] <= t.box.step(row, c.N)",
        "return t.hands[t.active] <= 4",
        "CO-R2",
    ),
    Mutant(
        "perils.py", "t.hands[t.active] <= step.values[0]", "t.hands[t.active] < step.values[0]", "CO-R24"
    ),
    Mutant("perils.py", "return DEEP if card == t.box.victory", "return DEEP if card == 99", "CO-R24"),
    Mutant("perils.py", "not in (DISCARDED, ASIDE) and", "not in (DISCARDED,) and", "CO-R24"),
    Mutant("perils.py", "if t.woes_left == 0 and not t.hush", "if t.woes_left == 0", "CO-R24"),
    Mutant(
        "perils.py", "held_in_all(t) == 1 and t.left == 0 and", "held_in_all(t) == 1 and", "CO-R24 CO-LOSE.2"
    ),
    Mutant("effects.py", "return t.hands[t.active] >= t.box.step(row, c.N)", "return True", "CO-R18"),
    Mutant(
        "activities.py",
        "        t.aside = c.NOWHERE\n        discard(t, card)\n",
        "        t.aside = c.NOWHERE\n",
        "CO-STORY.2",
    ),
    Mutant("activities.py", "    t.at[card] = ASIDE\n", "    t.at[card] = DISCARDED\n", "CO-R2 CO-STORY.2"),
    Mutant(
        "activities.py",
        "        if t.again and somebody_holds(t):",
        "        if somebody_holds(t):",
        "CO-STORY.6 CO-R2",
    ),
    Mutant(
        "turn.py",
        "    fill_hand(t, t.active)\n    if no_hands(t):",
        "    fill_hand(t, t.active)\n    if False:",
        "CO-R22",
    ),
    Mutant(
        "turn.py",
        "            return\n    if no_hands(t):",
        "            return\n    if False:",
        "CO-R22",
    ),
    Mutant("activities.py", "t.at[t.box.victory] == DISCARDED", "t.at[t.box.victory] != 9", "CO-R24"),
    Mutant("perils.py", "if t.box.victory in cards:", "if 99 in cards:", "CO-R24"),
    Mutant(
        "turn.py",
        "    if t.terms.players > 1:\n        t.tell(told.TOLD_BUTTON",
        "    if t.terms.players > 0:\n        t.tell(told.TOLD_BUTTON",
        "CO-SOLO.1",
    ),
    Mutant(
        "knowledge.py",
        "            if t.at[card] <= IN_DECK and t.at[card] != seat:",
        "            if t.at[card] <= IN_DECK:",
        "CO-R8",
    ),
    Mutant("knowledge.py", "maybe[eyes * CARDS + other] = mask | bit(place)", "pass", "CO-R8"),
    Mutant("knowledge.py", "        if t.seen[place] >> eyes & 1 == 0:", "        if True:", "CO-R8"),
    Mutant(
        "view.py",
        "return [] if seat is None else lying(state, seat)",
        "return lying(state, seat or 0)",
        "CO-R8",
    ),
    Mutant(
        "effects.py",
        "t.where[character] == here and t.box.homes[character] == here",
        "t.where[character] == here and t.box.homes[character] >= 0",
        "CO-COMP.3",
    ),
    Mutant("effects.py", "        end_game(t, WON)", "        t.again = 0", "CO-R23 CO-R25"),
]
