// Reads any game's view as places with things in them, for games that have no board of their own.
// A list is a place, its entries are things; a number is a number, or a pile if the game's hints say so.

import type { Hints } from "../lib/protocol"

type Json = Record<string, any>

/** A card, a piece, a player: what an option may name. */
export interface Thing {
  name: string // as options name it: "hand fox"
  title: string
  words: string
  marks: string[]
  hidden: boolean
  seat: number | null
  places: Place[]
}

/** Where things lie. */
export interface Place {
  key: string
  title: string
  things: Thing[]
}

export interface Pile {
  thing: string
  title: string
  count: number
}

export interface Reading {
  numbers: { title: string; value: string }[]
  piles: Pile[]
  places: Place[]
  hand: Place | null
}

/** What a part of the view is called; null: it is not drawn. */
type Titles = (key: string) => string | null

const UNSEEN = ["game", "edition", "options", "seat", "asked", "moment"]
const SAID = ["thing", "id", "card", "name", "words", "seat"]

export const plainly = (key: string) => key.replaceAll("_", " ")

/** What the catalogue says of an id, in whichever of its lists that is. */
export function entry(catalog: Json, id: string): { kind: string; name: string; words: string } | undefined {
  for (const [kind, list] of Object.entries(catalog)) {
    const found = list && typeof list === "object" && !Array.isArray(list) ? list[id] : undefined
    if (found && typeof found === "object" && typeof found.name === "string")
      return { kind, name: found.name, words: typeof found.words === "string" ? found.words : "" }
  }
  return undefined
}

export function read(view: Json, catalog: Json, hints: Hints): Reading {
  const hidden = new Set([...UNSEEN, ...(hints.hide ?? [])])
  const found: Reading = { numbers: [], piles: [], places: [], hand: null }
  const title = (key: string) => (hidden.has(key) ? null : (hints.names?.[key] ?? plainly(key)))
  for (const [key, value] of Object.entries(view)) {
    const called = title(key)
    if (called === null) continue
    if (Array.isArray(value)) {
      const place = placeOf(key, value, catalog, title)
      if (key === (hints.hand ?? "hand")) found.hand = place
      else found.places.push(place)
    } else if (value !== null && typeof value === "object") {
      found.places.push(placeOf(key, [{ ...value, name: value.name ?? "" }], catalog, title))
    } else if (typeof value === "number" && hints.piles?.includes(key)) {
      found.piles.push({ thing: key, title: called, count: value })
    } else if (says(value)) found.numbers.push({ title: called, value: value === true ? "" : String(value) })
  }
  return found
}

const says = (value: unknown) => value !== null && value !== false && value !== ""

function placeOf(key: string, entries: any[], catalog: Json, title: Titles): Place {
  return { key, title: title(key) ?? "", things: entries.map((one, index) => thingOf(key, one, index, catalog, title)) }
}

function thingOf(key: string, one: any, index: number, catalog: Json, title: Titles): Thing {
  if (one === null || typeof one !== "object") {
    const known = one === null ? undefined : entry(catalog, String(one))
    const name = known?.name ?? (one === null ? "face down" : String(one))
    const thing = `${key} ${one ?? index}`
    return { name: thing, title: name, words: known?.words ?? "", marks: [], hidden: one === null, seat: null, places: [] }
  }
  const id = one.id ?? one.card ?? one.seat ?? index
  const known = entry(catalog, String(one.id ?? one.card))
  const marks: string[] = []
  const places: Place[] = []
  for (const [part, value] of Object.entries(one)) {
    const called = title(part)
    if (SAID.includes(part) || called === null) continue
    if (Array.isArray(value)) places.push(placeOf(part, value, catalog, title))
    else if (value !== null && typeof value === "object") places.push(placeOf(part, [value], catalog, title))
    else if (says(value)) marks.push(value === true ? called : `${called} ${value}`)
  }
  return {
    name: one.thing ?? `${key} ${id}`,
    title: one.name ?? known?.name ?? (one.id ?? one.card ?? "face down"),
    words: one.words ?? known?.words ?? "",
    marks,
    hidden: one.name === undefined && one.id === undefined && one.card === undefined,
    seat: typeof one.seat === "number" ? one.seat : null,
    places,
  }
}

/** The names of all things that are drawn. */
export function drawn(reading: Reading): Set<string> {
  const names = new Set(reading.piles.map((pile) => pile.thing))
  const walk = (place: Place) => {
    for (const thing of place.things) {
      names.add(thing.name)
      thing.places.forEach(walk)
    }
  }
  reading.places.forEach(walk)
  if (reading.hand) walk(reading.hand)
  return names
}

/** All that can be read of a thing, in the same order, for those who hear it. */
export const aloud = (thing: Thing) => [thing.title, thing.words, ...thing.marks].filter(Boolean).join(" ")

/** A colour that is always the same for the same name. */
export function hue(name: string): number {
  let sum = 7
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)!) % 360
  return sum
}
