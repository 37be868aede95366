// Where things are in Coraline, and what a card says.

import type { Catalog, View } from "./view"

/** Where a thing or a character is: a room, "satchel", "off" (beside the board) or "boxed". */
export function places(view: View): Record<string, string> {
  const found: Record<string, string> = {}
  for (const room of view.rooms) {
    for (const who of room.characters) found[`character ${who}`] = room.id
    for (const one of room.objects) found[`object ${one.id}`] = room.id + (one.hidden ? " hidden" : "")
  }
  for (const who of view.off_board) found[`character ${who}`] = "off"
  for (const id of view.satchel) found[`object ${id}`] = "satchel"
  for (const id of view.boxed) found[`object ${id}`] = "boxed"
  return found
}

/** A card without what it needs, which is drawn apart. */
export const deeds = (words: string) => words.replace(/^(Needs [^.]*\. ?)+/, "")

export function needWords(id: string, catalog: Catalog, satchel: string[]): string {
  return `needs the ${catalog.objects[id]!.name}${satchel.includes(id) ? "" : ": not in the satchel"}`
}

/** All that can be read on a card, in the same order. */
export function readAloud(id: string, catalog: Catalog, satchel: string[], more: string[] = []): string {
  const card = catalog.cards[id]!
  return [`${card.name} ${deeds(card.words)}`, ...card.needs.map((one) => needWords(one, catalog, satchel)), ...more].join(" ")
}
