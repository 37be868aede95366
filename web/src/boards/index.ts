// One folder a game, loaded when its table is opened.

import type { Drawn } from "../lib/lore"

export const boards: Record<string, () => Promise<Drawn>> = {
  storybook: () => import("./storybook"),
  coraline: () => import("./coraline"),
  condyle: () => import("./condyle"),
  unrelenting: () => import("./unrelenting"),
}
