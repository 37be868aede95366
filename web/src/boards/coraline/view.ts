// What the server sends of a game of Coraline (games/coraline/view.py, catalog.py).

export interface RoomView {
  id: string
  name: string
  column: number
  row: number
  portraits: string[]
  characters: string[]
  objects: { id: string; name: string; hidden: boolean }[]
}

export interface StoryCard {
  id: string
  name: string
  words: string
  needs: string[]
}

export interface View {
  seat: number | null
  phase: string
  asks: number[]
  ending: string | null
  round: number
  turn: number
  active: number | null
  moon: number
  rooms: RoomView[]
  off_board: string[]
  satchel: string[]
  boxed: string[]
  seats: { seat: number; name: string; hand: number; button: "colour" | "black" | null }[]
  hand: StoryCard[]
  deck: number
  discard: string[]
  following: (StoryCard & { deck: string }) | null
  beldam_deck: number
  beldam_discard: string[]
  hush: boolean
  known: {
    deck: { from_below: number; card: string }[]
    hands: { seat: number; card: string }[]
    beldam: { from_above: number; card: string }[]
  }
  final_card_discarded: boolean
}

export interface Catalog {
  moons: number
  rooms: { id: string; name: string; beside: string[] }[]
  characters: Record<string, { name: string; called: string; home: string | null }>
  objects: Record<string, { name: string; kind: "treasure" | "starter"; start: string | null }>
  cards: Record<string, { name: string; deck: string; words: string; needs: string[]; final: boolean }>
}

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
