// The house before anybody came: to be printed, and to be changed in the workshop.

import type { Table } from "../../lib/board"
import type { Catalog, View } from "./view"

export function emptyHouse(catalog: Catalog): View {
  return {
    asked: null,
    board: {
      columns: catalog.columns,
      rows: catalog.rows,
      outline: catalog.outline,
      dividing_line: catalog.dividing_line,
      entrance: catalog.entrance,
      ladder_spaces: Object.fromEntries(catalog.ladders.map((ladder) => [ladder.id, ladder.spaces])),
    },
    characters: [],
    closed_half: null,
    cycle: 0,
    dawn: null,
    divided: false,
    edition: "",
    follows: false,
    game: "unrelenting",
    items: [],
    ladders: Object.fromEntries(catalog.ladders.map((ladder) => [ladder.id, ladder.start])),
    mode: "day",
    moved_rabbits: [],
    options: {},
    paths: {},
    phase: "",
    picks: [],
    roll: null,
    seat: null,
    spent: [],
    tilly_half: "",
    turn: "",
    used_roles: [],
    winners: [],
  }
}

/** A table at which nothing is asked. */
export function still(view: View, catalog: Catalog): Table {
  return {
    position: { view, question: { options: [] } } as unknown as Table["position"],
    before: null,
    catalog,
    hints: {},
    seat: null,
    chair: null,
    hands: null,
    options: () => [],
    standing: () => "idle",
    pick: () => {},
    choose: () => {},
  }
}
