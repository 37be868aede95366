// Items and characters, to be looked at closely.

import type { Moment, Subject } from "../../lib/lore"

export function subjects(catalog: Record<string, any>): Subject[] {
  const items = Object.values(catalog.items as Record<string, any>).map((item) => ({
    key: `item ${item.id}`,
    name: item.name,
    kind: item.stopper ? "Dream stopper" : "Item",
    words: item.stopper
      ? `Lies at ${item.home} first. In its owner's slots it counts for both victories; in another's it blocks a slot.`
      : `Lies at ${item.home} first. One side shows control, the other insanity.`,
  }))
  const people = (catalog.characters as any[]).map((who) => ({
    key: `who ${who.id}`,
    name: who.name,
    kind: "Character",
    words: who.roles.map((role: any) => `${role.title}: ${role.words}`).join(" "),
    quiet: true,
  }))
  return [...items, ...people]
}

export function subject(thing: string, view: Record<string, any>): string | undefined {
  const [kind, name = ""] = thing.split(" ")
  if (kind === "character" || kind === "rabbit" || kind === "slots") return `who ${name}`
  if (kind === "point") {
    const item = view.items.find((one: any) => one.point === name)
    return item ? `item ${item.item}` : undefined
  }
  if (kind === "space") {
    const who = view.characters.find((one: any) => one.space === name)
    return who ? `who ${who.character}` : undefined
  }
  if (kind !== "slot") return undefined
  const mine = view.characters.find((one: any) => one.seat === view.seat)
  const slot = mine?.slots[Number(name) - 1]
  return slot ? `item ${slot.item}` : undefined
}

const NEARLY = 6 // of eight slots

export function moment(view: Record<string, any>): Moment {
  if (!view.cycle || view.phase === "choosing characters") return { words: view.phase, warning: "" }
  const close = (view.characters as any[])
    .filter((who) => Math.max(who.control, who.insanity) >= NEARLY)
    .map((who) => `${who.name} has ${Math.max(who.control, who.insanity)} of ${who.slots.length}`)
  const last = view.cycle === view.dawn ? ["the last cycle"] : []
  return { words: `${view.mode === "night" ? "Night" : "Day"} ${view.cycle} of ${view.dawn}`, warning: [...last, ...close].join(", ") }
}
