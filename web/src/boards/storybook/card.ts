// What boards of Storybook draw of a card, and how it stands on the screen.

import type { Lying, View } from "./view"

/** Swords and Shields. */
export type Side = [number, number]

export const SIZE = 120 // of a card, in the units of the drawing
export const PITCH = 132 // from card to card
const EDGES = ["top", "right", "bottom", "left"]

/** Whose cards these are: a seat, its side and its Champion. */
export interface Owner {
  seat: number
  villain: boolean
  champion: string | null
  name: string
}

export function owners(view: View): Owner[] {
  return view.seats.map((seat) => ({
    seat: seat.seat,
    villain: seat.side === "villains",
    champion: seat.champion,
    name: seat.name,
  }))
}

/** The space that a thing such as "cell 0,3" names. */
export const cellOf = (thing: string) => thing.slice(5).split(",").map(Number) as [number, number]
export const cellKey = (cell: [number, number]) => `${cell[0]},${cell[1]}`

/** A card keeps its key while it is known, so that its movements can be shown. */
export const lyingKey = (card: Lying) => card.card ? `${card.owner} ${card.card}` : `hidden ${card.owner} ${cellKey(card.cell)}`

/** The sides of a card after quarter turns to the right, toward north, east, south and west. */
export function turned<T>(sides: T[], turns: number): T[] {
  return sides.map((_, way) => sides[(way - turns + 8) % 4]!)
}

/** The edges of a card as it lies before whoever looks at it. */
export const sidesWords = (sides: Side[]) =>
  sides.map(([swords, shields], way) => `${EDGES[way]} ${swords} swords ${shields} shields`).join(", ")

/** A card in play in words, for those who hear it. */
export function lyingWords(card: Lying, owner: Owner, falls: boolean, seen: Side[] = []): string {
  const where = `at ${card.cell[0]}, ${card.cell[1]}`
  if (!card.card) return `Face-down card of ${owner.name} ${where}`
  const kind = card.leader ? ", leader" : card.ally ? ", ally" : ""
  const face = `${card.up ? "" : "face down, "}${sidesWords(seen)}`
  const fate = card.doomed ? ", being captured" : falls ? ", would be captured now" : ""
  return `${card.name} of ${owner.name} ${where}${kind}, ${card.points} points, ${face}${fate}`
}

/** What became of the cards since an earlier view. */
export interface News {
  marks: Map<string, string> // by key of a card that lies here now: what is new about it
  gone: { cell: [number, number]; name: string; owner: number; card?: string }[]
}

export function news(before: View | null, now: Lying[]): News {
  const marks = new Map<string, string>()
  if (!before?.table.length) return { marks, gone: [] }
  const old = before.table
  const byKey = new Map(old.map((card) => [lyingKey(card), card]))
  const byCell = new Map(old.map((card) => [cellKey(card.cell), card]))
  for (const card of now) {
    const was = byKey.get(lyingKey(card))
    if (was) {
      if (cellKey(was.cell) !== cellKey(card.cell)) marks.set(lyingKey(card), "moved")
      else if (was.up !== card.up) marks.set(lyingKey(card), card.up ? "revealed" : "turned face down")
      else if (was.turns !== card.turns) marks.set(lyingKey(card), "spun")
    } else {
      const here = byCell.get(cellKey(card.cell))
      const revealed = here && !here.card && here.owner === card.owner
      marks.set(lyingKey(card), revealed ? "revealed" : "new")
    }
  }
  const keys = new Set(now.map(lyingKey))
  const cells = new Set(now.map((card) => cellKey(card.cell)))
  const gone = old
    .filter((card) => !keys.has(lyingKey(card)) && !cells.has(cellKey(card.cell)))
    .map((card) => ({ cell: card.cell, name: card.name ?? "a hidden card", owner: card.owner, card: card.card }))
  return { marks, gone }
}
