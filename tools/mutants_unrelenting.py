"""What tools/mutants.py breaks in The Unrelenting Other."""

from tools.mutants import Mutant

MUTANTS = [
    # --- The numbers of the rulebook ----------------------------------------------------
    Mutant("table.py", "SLOTS: Final = 8", "SLOTS: Final = 7", "UO-COMP.7"),
    Mutant("table.py", "PRICE: Final = 2 ", "PRICE: Final = 1 ", "UO-R22"),
    # --- Movement -----------------------------------------------------------------------
    Mutant(
        "movement.py", "without(walks(t, zone, start, steps), start)", "walks(t, zone, start, steps)", "UO-R7"
    ),
    Mutant("movement.py", "    if steps > 1 and up >= 0:", "    if steps > 99:", "UO-R7"),
    Mutant("movement.py", "return t.total() - 1 if", "return t.total() if", "UO-DAY.2 UO-R11"),
    Mutant("movement.py", "zone.mid.apart(cell, yard)", "zone.mid.apart(cell, house)", "UO-R5 UO-BOARD.4"),
    Mutant("movement.py", "common(step(t, front[-1], everywhere), layers[far])", "layers[far]", "UO-R45"),
    Mutant("board.py", "Zone(none, rim, none, False)", "Zone(none, whole, none, False)", "UO-CATH.1 UO-R44"),
    Mutant("movement.py", "(t.away == LEFT_TODAY or", "(t.away == 0 or", "UO-CATH.1 UO-R44"),
    Mutant("movement.py", "(t.away != 0 and t.terms.paints_on)", "t.away != 0", "UO-R44"),
    Mutant("movement.py", "ON_EDGE if t.terms.paints_on else ON_RIM", "ON_RIM", "UO-R44"),
    Mutant("board.py", "Zone(rim, rim, rim, False)", "Zone(none, rim, none, False)", "UO-R44"),
    Mutant("movement.py", "IN_EAST if t.half == 0", "IN_WEST if t.half == 0", "UO-TILLY.3 UO-R50"),
    Mutant("movement.py", "+ count > MOST_RABBITS:", "+ count > 3:", "UO-NIGHT.3 UO-R14"),
    Mutant("board.py", "cells << self.columns | cells >> self.columns", "cells << self.columns", "UO-R6"),
    # --- Items ----------------------------------------------------------------------------
    Mutant("items.py", "if i != player and rabbit", "if rabbit", "UO-BLOCK.2"),
    Mutant("items.py", "and not guarded(t, player, base + point)", "", "UO-BLOCK.1 UO-R19"),
    Mutant("items.py", "return (count + 1) // 2", "return count // 2", "UO-HALF.1"),
    Mutant("items.py", "    lay(t, item, t.board.home[item])", "    dump(t, player, slot)", "UO-R26"),
    Mutant("items.py", "if t.terms.stoppers_return:", "if not t.terms.stoppers_return:", "UO-R34"),
    Mutant(
        "items.py", "                lay_below(t, item)\n", "                t.at[item] = AWAY\n", "UO-R34"
    ),
    Mutant("items.py", "and t.empty_slot(victim) >= 0", "", "UO-R31"),
    Mutant("items.py", "if t.lies[BASEMENT * STRIDE + dumps[i]] == 0:", "if True:", "UO-R27"),
    Mutant("items.py", "                break\n    lay(t", "                pass\n    lay(t", "UO-R27"),
    Mutant("items.py", "    t.foreign |= bit(item)\n", "", "UO-STOP.3 UO-R32"),
    Mutant("items.py", "return 0 <= item < t.board.first_stopper", "return 0 <= item", "UO-R30"),
    # --- Turns ------------------------------------------------------------------------------
    Mutant("turn.py", "t.total() == 2 or t.total() == 12", "t.total() == 2", "UO-STOP.5"),
    Mutant("night.py", "t.is_double() or t.total() == 4 or", "t.is_double() or", "UO-SWITCH.2"),
    Mutant("turn.py", "t.away = LONG_GONE", "t.away = 1", "UO-R44"),
    Mutant("turn.py", "t.night = 1 - t.night", "t.night = 0", "UO-MODE.2"),
    Mutant("turn.py", "begin_turn(t, t.player + 1)", "begin_turn(t, (t.player + 3) % 4)", "UO-MODE.1"),
    Mutant("roles.py", "if t.player == HENRY and comes_home(t):", "if False:", "UO-R23 UO-HENRY.2"),
    Mutant("roles.py", "    if not t.terms.night_roles:\n        return\n", "", "UO-R23"),
    Mutant("roles.py", "t.total() == 7 and not t.away:\n", "t.total() == 8 and not t.away:\n", "UO-R23"),
    Mutant(
        "roles.py",
        "    elif t.player == CARLETON:\n        carleton_rolled",
        "    elif t.player == TILLY:\n        carleton_rolled",
        "UO-R23",
    ),
    Mutant("turn.py", "0 < t.terms.dawn <= t.cycle", "t.terms.dawn <= t.cycle", "UO-R56"),
    Mutant("turn.py", "t.rng.shuffle(t.picks, 0, PLAYERS)", "pass", "UO-R3"),
    Mutant("table.py", "return self.cycle > 1", "return True", "UO-R21 UO-LATER.1"),
    Mutant("night.py", "t.hopped |= bit(rabbit)", "t.hopped |= bit(rabbit) * 0 + 15", "UO-R16"),
    Mutant("night.py", "        if n == first:\n", "        if True:\n", "UO-R16"),
    Mutant("night.py", "if not can_switch(t) or not is_complete(t):", "if True:", "UO-R16 UO-R29"),
    Mutant("night.py", "t.arg(1) >= t.terms.most_switched", "False", "UO-R29"),
    Mutant("turn.py", "t.terms.rules >= WHOLE_NIGHTS and picked", "picked", "UO-R3"),
    Mutant("turn.py", "and not t.arg(1) >> t.picks[picked] & 1", "", "UO-R3"),
    Mutant("turn.py", "    t.picks[PLAYERS - 1] = seat\n", "", "UO-R3"),
    Mutant("bot/policy.py", "        if may_wait(t):\n", "        if False:\n", "UO-R3"),
    Mutant("day.py", "if zone.holds(end) and not m.has(", "if zone.holds(end) or not m.has(", "UO-R45"),
    # --- Roles --------------------------------------------------------------------------------
    Mutant(
        "roles.py",
        "if total == 7:\n            leave(t)",
        "if total == 6:\n            leave(t)",
        "UO-HENRY.1",
    ),
    Mutant(
        "day.py",
        "t.player == HENRY and t.total() == 6",
        "t.player == HENRY and t.total() == 5",
        "UO-HENRY.3",
    ),
    Mutant("roles.py", "        t.carried &= ~bit(rabbit)\n", "", "UO-R43"),
    Mutant("roles.py", "if t.is_double():  # UO-CATH.3", "if t.total() == 6:  # UO-CATH.3", "UO-CATH.3"),
    Mutant("day.py", "t.player == CATHERINE and t.total() == 8", "t.player == HENRY", "UO-CATH.2 UO-R46"),
    Mutant(
        "roles.py",
        "t.mad >> item & 1 == table.CONTROL:",
        "t.mad >> item & 1 != table.CONTROL:",
        "UO-CATH.4 UO-R47",
    ),
    Mutant("roles.py", "MOVE_LADDER.ask(t, YARD)", "MOVE_LADDER.ask(t, HOUSE)", "UO-TILLY.1"),
    Mutant("roles.py", "        t.carried = 0\n", "        pass\n", "UO-R49"),
    Mutant("roles.py", "            t.follows = 1\n", "", "UO-TILLY.4 UO-R51"),
    Mutant("roles.py", "if total == 9 and", "if total == 8 and", "UO-CARL.2"),
    Mutant("roles.py", "if t.is_double():  # UO-CARL.3", "if total == 3:  # UO-CARL.3", "UO-CARL.3"),
    Mutant("roles.py", "if total == 5 and t.divided", "if total == 4 and t.divided", "UO-CARL.4"),
    Mutant("roles.py", "MOVE_LADDER.ask(t, HOUSE)", "MOVE_LADDER.ask(t, YARD)", "UO-CARL.1"),
    # --- Winning --------------------------------------------------------------------------------
    Mutant("winning.py", "        and rabbits_on_level(t, SECOND) == 0\n", "", "UO-WIN.1"),
    Mutant("winning.py", "rabbits_on_level(t, SECOND) == PLAYERS", "True", "UO-WIN.2"),
    Mutant(
        "winning.py", "        and is_beside(t, t.rabbit[player], t.stands[player])\n", "", "UO-WIN.2 UO-R38"
    ),
    Mutant("winning.py", "player = (t.player + i) % PLAYERS", "player = i", "UO-R36"),
    Mutant("winning.py", "control if control > mad else mad", "control + mad", "UO-R56"),
]
