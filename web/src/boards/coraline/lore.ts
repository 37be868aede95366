// Cards, characters, objects and rooms, to be looked at closely.

import type { Moment, Subject } from "../../lib/lore"
import type { Catalog, View } from "./view"

export function subjects(catalog: Catalog): Subject[] {
  const room = (id: string | null) => catalog.rooms.find((one) => one.id === id)?.name
  const cards = Object.entries(catalog.cards).map(([id, card]) => ({
    key: `card ${id}`,
    name: card.name,
    kind: card.deck === "beldam" ? "Beldam card" : card.final ? "Final victory card" : "Story card",
    words: card.words,
  }))
  const objects = Object.entries(catalog.objects).map(([id, one]) => ({
    key: `object ${id}`,
    name: one.name,
    kind: one.kind === "treasure" ? "Treasure" : "Object",
    words: one.start ? `A Treasure; it was hidden in the ${room(one.start)}. All five and the final card win.` : "In the Satchel from the start.",
  }))
  const people = Object.entries(catalog.characters).map(([id, one]) => ({
    key: `character ${id}`,
    name: one.name,
    kind: "Character",
    words: one.home ? `At home in the ${room(one.home)}.` : "",
    quiet: id === "coraline",
  }))
  const rooms = catalog.rooms.map((one) => ({
    key: `room ${one.id}`,
    name: one.name,
    kind: "Room",
    words: `Beside ${one.beside.map(room).join(" and ")}.`,
    quiet: true,
  }))
  return [...cards, ...objects, ...people, ...rooms]
}

export function subject(thing: string, view: View): string | undefined {
  const [kind, name = ""] = thing.split(" ")
  if (kind === "hand" || kind === "discard") return `card ${name}`
  if (kind === "object" || kind === "character" || kind === "room") return thing
  const known = kind === "beldam" && view.known.beldam.find((one) => one.from_above - 1 === Number(name))
  return known ? `card ${known.card}` : undefined
}

const PHASES: Record<string, string> = { beldam: "Beldam Phase", "who is next": "who is next?", over: "over" }

export function moment(view: View): Moment {
  const dangers = [
    view.moon === 5 && "the Moon is nearly covered",
    view.beldam_deck <= 2 && `${view.beldam_deck} Beldam cards left`,
    view.deck === 0 && "no story cards left",
  ].filter(Boolean)
  return { words: `Round ${view.round}, turn ${view.turn}, ${PHASES[view.phase] ?? "Story Phase"}`, warning: dangers.join(", ") }
}
