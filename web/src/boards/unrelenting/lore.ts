// Items and characters, to be looked at closely.

import type { Moment, Subject } from "../../lib/lore"
import { COLOURS, ending, placed } from "./house"
import type { Catalog, View } from "./view"

export const buttons = ["dice"]

export function subjects(catalog: Catalog): Subject[] {
  const items = Object.values(catalog.items).map((item) => ({
    key: `item ${item.id}`,
    name: item.name,
    kind: item.stopper ? "Dream stopper" : "Item",
    words: placed(
      item.stopper
        ? `Lies at ${item.home} first. In its owner's slots it counts for both victories; in another's it blocks a slot.`
        : `Lies at ${item.home} first. One side shows control, the other insanity.`,
    ),
  }))
  const people = catalog.characters.map((who) => ({
    key: `who ${who.id}`,
    name: who.name,
    kind: "Character",
    words: who.roles.map((role) => `${role.title}: ${role.words}`).join(" "),
    quiet: true,
  }))
  return [...items, ...people]
}

export function subject(thing: string, view: View): string | undefined {
  const [kind, name = ""] = thing.split(" ")
  if (kind === "character" || kind === "rabbit" || kind === "slots") return `who ${name}`
  if (kind === "point") {
    const item = view.items.find((one) => one.point === name)
    return item ? `item ${item.item}` : undefined
  }
  if (kind === "space") {
    const who = view.characters.find((one) => one.space === name)
    return who ? `who ${who.character}` : undefined
  }
  if (kind !== "slot") return undefined
  const mine = view.characters.find((one) => one.seat === view.seat)
  const slot = mine?.slots[Number(name) - 1]
  return slot ? `item ${slot.item}` : undefined
}

/** People have the colour of whom they play. */
export function colours(view: View): Record<number, string> {
  return Object.fromEntries(view.characters.flatMap((who) => (who.seat === null ? [] : [[who.seat, COLOURS[who.character]!]])))
}

const NEARLY = 6 // of eight slots

export function moment(view: View): Moment {
  if (!view.cycle || view.phase === "choosing characters") return { words: view.phase, warning: "" }
  const close = view.characters
    .filter((who) => Math.max(who.control, who.insanity) >= NEARLY)
    .map((who) => ({ name: who.name, most: Math.max(who.control, who.insanity), all: who.slots.length }))
    .map(({ name, most, all }) => (most === all ? `${name} has all ${all}, and needs the rabbits` : `${name} has ${most} of ${all}`))
  const last = view.cycle === view.dawn ? ["the last cycle"] : []
  const end = ending(view) ? ` of ${view.dawn}` : ""
  return { words: `${view.mode === "night" ? "Night" : "Day"} ${view.cycle}${end}`, warning: [...last, ...close].join(", ") }
}
