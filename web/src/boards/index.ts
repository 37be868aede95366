// One board a game, loaded when its table is opened.

import type { Component } from "svelte"
import type { BoardProps } from "../lib/board"

type Loader = () => Promise<{ default: Component<BoardProps> }>

export const boards: Record<string, Loader> = {
  storybook: () => import("./storybook/Board.svelte"),
  coraline: () => import("./coraline/Board.svelte"),
  condyle: () => import("./condyle/Board.svelte"),
  unrelenting: () => import("./unrelenting/Board.svelte"),
}
