// What the pieces of Condyle Cove are called.

import type { Catalog, View } from "./view"

export const BENNY = 4

/** Solo: the second seat is the Boogeyman. */
export const isBoogeyman = (view: View, pawn: number) => view.moves !== undefined && pawn === 1

/** What is written on a pawn. */
export function letter(view: View, pawn: number): string {
  return isBoogeyman(view, pawn) ? "B" : pawn === BENNY ? "G" : String(pawn + 1)
}

export function pawnName(view: View, pawn: number): string {
  return pawn === BENNY ? "Benny's ghost" : view.seats[pawn]!.name
}

/** The name and words of whatever is being carried out. */
export function carried(view: View, catalog: Catalog, one: View["carried_out"][number]): { name: string; words: string } {
  if (one.from === "space") {
    const space = catalog.spaces[one.what]!
    return { name: one.what === "cul_de_sac" ? view.cul_de_sac : space.name, words: space.words }
  }
  if (one.from === "options" || one.from === "move deck") {
    const { name, words, his } = catalog.cards[one.what]!
    return { name, words: isBoogeyman(view, one.by) ? `${his}.` : words }
  }
  return one.from === "act" ? catalog.acts[one.what]! : catalog.charms[one.what]!
}
