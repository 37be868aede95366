// Where things are in the house, and what became of them.

import { wording } from "../../lib/wording"
import type { Character, View } from "./view"

export const CELL = 60 // of a space, in the units of the drawing
/** A person's colour, by day and by night; as in Piece.svelte. */
export const COLOURS: Record<string, string> = {
  henry: "light-dark(#1d4e89, #8fbdf0)",
  catherine: "light-dark(#8c2f39, #f0929c)",
  tilly: "light-dark(#6a4c93, #c8aef0)",
  carleton: "light-dark(#2f6b3a, #8fd39a)",
}

const SOON = 5 // cycles

/** How many days there are is worth knowing when few are left. */
export const ending = (view: View) => view.dawn !== null && view.dawn - view.cycle < SOON

/** A piece on a space: a person, or a person's rabbit. */
export interface Piece {
  key: string
  who: Character
  rabbit: boolean
  space: string
}

export interface Spot {
  x: number
  y: number
}

export const levelOf = (name: string) => name.split("-")[0]!

/** A space or a point in words, 1-E6: as everywhere on the page. */
export const placed = wording("unrelenting")

/** The upper left corner of a space, 1-E6. */
export function corner(space: string): Spot {
  const cell = space.split("-").at(-1)!
  return { x: (cell.charCodeAt(0) - 65) * CELL, y: (Number(cell.slice(1)) - 1) * CELL }
}

export function middle(space: string): Spot {
  const { x, y } = corner(space)
  return { x: x + CELL / 2, y: y + CELL / 2 }
}

/** A point, 1-p43. */
export function crossing(point: string): Spot {
  const digits = point.split("-p")[1]!
  return { x: Number(digits[0]) * CELL, y: Number(digits[1]) * CELL }
}

export function pieces(characters: Character[]): Piece[] {
  const people = characters
    .filter((who) => who.space)
    .map((who) => ({ key: who.character, who, rabbit: false, space: who.space! }))
  const rabbits = characters.map((who) => ({ key: `rabbit ${who.character}`, who, rabbit: true, space: who.rabbit }))
  return [...people, ...rabbits]
}

const PLACES: [number, number][][] = [
  [[30, 30]],
  [[19, 30], [42, 30]],
  [[19, 20], [42, 20], [30, 43]],
  [[19, 19], [42, 19], [19, 43], [42, 43]],
]

/** Where the pieces of a space stand in it, and how large. */
export function standing(piece: Piece, all: Piece[]): Spot & { size: number } {
  const here = all.filter((other) => other.space === piece.space)
  const n = here.findIndex((other) => other.key === piece.key)
  const { x, y } = corner(piece.space)
  const places = PLACES[here.length - 1]
  if (places) return { x: x + places[n]![0], y: y + places[n]![1], size: here.length < 3 ? 1 : 0.86 }
  return { x: x + 12 + (n % 3) * 18, y: y + 13 + Math.floor(n / 3) * 18, size: 0.7 }
}

export interface Move {
  key: string
  who: string
  rabbit: boolean
  from: string | null
  to: string | null
}

/** Who is somewhere else than before. */
export function moves(before: View | null, now: Character[]): Move[] {
  const found: Move[] = []
  for (const old of before?.characters ?? []) {
    const who = now.find((other) => other.character === old.character)!
    if (old.space !== who.space)
      found.push({ key: who.character, who: who.name, rabbit: false, from: old.space, to: who.space })
    if (old.rabbit !== who.rabbit)
      found.push({ key: `rabbit ${who.character}`, who: who.name, rabbit: true, from: old.rabbit, to: who.rabbit })
  }
  return found
}

/** What became of somebody's slots: what fills them no longer, and where that is now; what somebody put there; what turned. */
export function lately(before: View | null, view: View, who: Character): string[] {
  const old = before?.characters.find((one) => one.character === who.character)
  if (!old) return []
  const [then, now] = [old.slots.filter((slot) => slot !== null), who.slots.filter((slot) => slot !== null)]
  const lost = then.filter((slot) => !now.some(({ item }) => item === slot.item)).map((slot) => `${slot.name} ${whither(view, slot.item)}`)
  const blocked = now
    .filter((slot) => slot.foreign && !then.some(({ item }) => item === slot.item))
    .map((slot) => `${slot.name} put here${by(before!, slot.item)}`)
  const turned = now.filter((slot) => then.some(({ item, side }) => item === slot.item && side !== slot.side))
  return [...lost, ...blocked, ...(turned.length ? [`${turned.length} turned over`] : [])]
}

function whither(view: View, item: string): string {
  const holder = view.characters.find(({ slots }) => slots.some((slot) => slot?.item === item))
  if (holder) return `now with ${holder.name}`
  const lying = view.items.find((one) => one.item === item)
  return lying ? placed(`back at ${lying.point}`) : "out of the game"
}

function by(before: View, item: string): string {
  const holder = before.characters.find(({ slots }) => slots.some((slot) => slot?.item === item))
  return holder ? ` by ${holder.name}` : ""
}
