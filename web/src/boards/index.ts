// One folder a game, loaded when its table is opened. A game without a folder is drawn by the plain board.

import type { Drawn } from "../lib/lore"

const boards = import.meta.glob<Drawn>("./*/index.ts")

export const boardOf = (game: string): Promise<Drawn> => boards[`./${game}/index.ts`]?.() ?? import("../plain")
