// People's names in what the game says of its seats: "Orphan 2 lays WOODS" becomes "Ben lays WOODS".

import type { Seat, Table } from "./protocol"

/** What the bots of each level are called: four of a kind may sit at one table. */
const BOTS: Record<string, string[]> = {
  gentle: ["Mabel", "Pip", "Tansy", "Dot"],
  fair: ["Oswin", "Hazel", "Linus", "Fern"],
  sharp: ["Vesper", "Rook", "Sable", "Thorn"],
  relentless: ["Grimm", "Morwen", "Hex", "Nyx"],
}
export const botName = (level: string, seat: number) => BOTS[level]?.[seat % 4] ?? `${level} bot`

/** What a bot is like: how strong, and of what character. */
export const botWords = (seat: Seat) => `${seat.who} bot${seat.character ? `, ${seat.character}` : ""}`

/** Who plays a seat, in a word or two. */
export function whoPlays(seat: Seat): string {
  return seat.holder === "bot" ? botName(seat.who, seat.seat) : seat.who
}

/** Whether some play with me and some against me. */
export const hasSides = (table: Table) => table.partners.length > 0 && table.partners.length + 1 < table.players

/** A seat that a game calls by its number, or by what all are: who plays there has a better name. */
export const isPlain = (name: string) => /^(?:(?:Player|Orphan) [1-4]|The orphan)$/.test(name)

/** Where all that a game says gets its names: characters of a game keep theirs. `me`: what I am called, also as a character. */
export function calling(seats: Seat[], me = ""): (words: string) => string {
  const names = new Map<string, string>()
  for (const seat of seats) {
    const who = (seat.you && me) || whoPlays(seat)
    if (!who) continue
    for (const word of ["Player", "Orphan"]) names.set(`${word} ${seat.seat + 1}`, who)
    if (isPlain(seat.name)) names.set(seat.name, who)
    const [, role] = /^((?:Hero|Villain)(?: [12AB])?) \(/.exec(seat.name) ?? []
    if (role) names.set(`${role} (`, `${who} (`)
    if (/^(?:Hero|Villain)(?: [12AB])?$/.test(seat.name)) names.set(seat.name, who) // no Champion yet
  }
  const mine = me && seats.find((seat) => seat.you && /^[A-Z][a-z]+$/.test(seat.name))
  if (mine) names.set(mine.name, me)
  const known = /\b(?:(?:Player|Orphan) [1-4]|The orphan)\b|\b(?:Hero|Villain)(?: [12AB])?(?: \(|(?= (?:is|has) ))/g
  const all = mine ? new RegExp(`${known.source}|(?<!\\bis )\\b${mine.name}\\b`, "g") : known
  return (words) => words.replace(all, (name) => names.get(name) ?? name)
}

/** The same data with other words in it. */
export function reworded<T>(data: T, word: (words: string) => string): T {
  if (typeof data === "string") return word(data) as T
  if (Array.isArray(data)) return data.map((one) => reworded(one, word)) as T
  if (data === null || typeof data !== "object") return data
  return Object.fromEntries(Object.entries(data).map(([key, one]) => [key, reworded(one, word)])) as T
}
