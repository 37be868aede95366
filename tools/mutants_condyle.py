"""What tools/mutants.py breaks in Condyle Cove."""

from tools.mutants import Mutant

MUTANTS = [
    Mutant("cove.py", "if north and east and board[cell + WIDE + 1] != 0:", "if False:", "CC-MAP.3 CC-R9"),
    Mutant("cove.py", "if mask & doors:", "if False:", "CC-4P.3 CC-R62"),
    Mutant(
        "cove.py", "    for _step in range(steps):", "    for _step in range(steps + 1):", "CC-MOVE.3 CC-R17"
    ),
    Mutant("turn.py", "most += boost", "most += 1", "CC-SPACE.3"),
    Mutant("turn.py", "if t.kind_under(player) == c.CUL_DE_SAC:", "if False:", "CC-TURN.5 CC-AOD.1"),
    Mutant(
        "turn.py", "if t.pile_n(player) == 0:  # CC-DRAW.2", "if False:  # CC-DRAW.2", "CC-DRAW.2 CC-GOAL.2"
    ),
    Mutant(
        "turn.py",
        "return t.hand_n(player) <= FULL_HAND - (draws - from_cove)",
        "return True",
        "CC-HAND.2 CC-R28",
    ),
    Mutant("turn.py", "    t.screams = 0  # CC-R71\n", "", "CC-R71"),
    Mutant("ghost.py", "if t.screams == 2:", "if t.screams == 3:", "CC-GHOST.8"),
    Mutant("ghost.py", "t.clock += new_gap(t)", "t.clock = new_gap(t)", "CC-R69"),
    Mutant("turn.py", "return t.flipped if t.terms.free_flip == 0 else 0", "return 0", "CC-R63"),
    Mutant("pawns.py", "return t.has_rule(pawn, c.MOVE_SAFE) or", "return", "CC-PREC.1 CC-R20"),
    Mutant("taking.py", "return t.has_rule(player, rule) or", "return", "CC-SPACE.7 CC-R32"),
    Mutant(
        "pawns.py",
        "        land(t, player, mine)\n        land(t, you, theirs)",
        "        land(t, you, theirs)",
        "CC-R22 CC-R23",
    ),
    Mutant("taking.py", "while n > 0 and room(t, thief) > 0 and", "while n > 0 and", "CC-XFER.2 CC-R31"),
    Mutant(
        "building.py",
        "for node in range(1, t.nodes):\n            out[n] = act(v.BUILD",
        "for node in range(0, t.nodes):\n            out[n] = act(v.BUILD",
        "CC-DETOUR.4",
    ),
    Mutant("aims.py", "deed(t, row).reaches_all and", "False and", "CC-R44"),
    Mutant("losing.py", "if receiver(t, t.owner()) == t.owner():", "if False:", "CC-R44"),
    Mutant("pawns.py", "return self.walks_me(t) and t.terms.rules > 1", "return False", "CC-R38"),
    Mutant(
        "pawns.py",
        "return self.walks_me(t) and t.terms.rules > 1",
        "return t.terms.rules > 1",
        "CC-R38",
    ),
    Mutant("permanent.py", "if t.terms.sheds and", "if False and", "CC-R74"),
    Mutant("permanent.py", "if t.terms.sheds and", "if", "CC-R74"),
    Mutant("aims.py", "return full if full else mask", "return mask", "CC-R55"),
    Mutant("playing.py", "if t.row(row, c.LATE) == 0 or", "if True or", "CC-R26"),
    Mutant("playing.py", "    return affects(t, player)", "    return True", "CC-R44"),
    Mutant(
        "playing.py",
        "c.DEFENSIVE and may_be_among(t, card, pieces):",
        "c.DEFENSIVE and t.held(player, faces[card]) >= 0:",
        "CC-R49",
    ),
    Mutant("playing.py", "if t.cards.face_type[face] == c.BUILDING:", "if False:", "CC-R47"),
    Mutant(
        "piles.py",
        "        put_on_discard(t, player, take_top(t, player), False)",
        "        put_on_discard(t, player, take_top(t, player), True)",
        "CC-HAND.4",
    ),
    Mutant(
        "piles.py",
        "put_under(t, thief, take_top(t, victim))",
        "put_on_top(t, thief, take_top(t, victim))",
        "CC-XFER.3 CC-R35",
    ),
    Mutant("game.py", "return FINAL if opening.played_by > 1", "return FINAL if False", "CC-TURN.3 CC-R37"),
    Mutant("acts.py", "if t.act_up >> slot & 1 == 0 and not", "if not", "CC-AOD.8"),
    Mutant("game.py", "return LAST_ACT if node == 0 and", "return LAST_ACT if", "CC-AOD.8"),
    Mutant("turn.py", "verb == v.STOP and self.runs_dry(t)", "verb == v.STOP", "CC-GOAL.2"),
    Mutant("solo/ring.py", "return t.pile_n(ORPHAN) == 0 and", "return", "CC-GOAL.2"),
    Mutant("effects.py", "t.tell(told.END_TURN, t.owner(), t.terms.away_draws)", "pass", "CC-R27"),
    Mutant(
        "turn.py",
        "if draws_left(t) > 0:\n                    t.tell",
        "if False:\n                    t.tell",
        "CC-R27",
    ),
    Mutant("acts.py", "        t.placed = 1\n", "", "CC-R52"),
    Mutant("acts.py", "            t.deck[SEEN + at] = 0\n", "", "CC-R53"),
    Mutant("ending.py", "    t.pawn[player] = -1\n", "", "CC-R57"),
    Mutant(
        "knowledge.py",
        "            if among[at] & pieces:\n                among[at] |= pieces",
        "            pass",
        "CC-HAND.4 CC-R36",
    ),
    Mutant("setting.py", "(t.first + piece) % t.terms.players", "piece % t.terms.players", "CC-R2"),
    Mutant(
        "solo/ring.py",
        "if node == t.pawn[ORPHAN]:",
        "if _step == steps - 1 and node == t.pawn[ORPHAN]:",
        "CC-SOLO.14 CC-R82",
    ),
    Mutant("solo/ring.py", "if slot == SOLO_ACTS - 1:", "if False:", "CC-SOLO.13"),
    Mutant("solo/ring.py", "if t.played >> (out[i] & THING) & 1 == 0:", "if True:", "CC-SOLO.18"),
    Mutant(
        "solo/ring.py", "if t.hand_n(ORPHAN) < FULL_HAND and t.terms.makes_do == 0:", "if False:", "CC-R83"
    ),
    Mutant("solo/ring.py", "FULL_HAND and t.terms.makes_do == 0:", "FULL_HAND:", "CC-R83"),
    Mutant("solo/effects.py", "            return BOOGEYMAN\n", "            return NOBODY\n", "CC-SOLO.37"),
    Mutant("solo/effects.py", "if mask & 1 == 0 or t.terms.rules == 1 or", "if True or", "CC-SOLO.37"),
    Mutant("solo/effects.py", "return self.offer(t, OFFERED, 0) > 1", "return True", "CC-R49"),
    Mutant(
        "solo/effects.py",
        "put_on_top(t, BOOGEYMAN, piece)",
        "put_on_top(t, ORPHAN, piece)",
        "CC-SOLO.28",
    ),
]
