// Cards and Plot Twists, to be looked at closely.

import type { Moment, Subject } from "../../lib/lore"
import type { Catalog, View } from "./view"

export function subjects(catalog: Catalog): Subject[] {
  const cards = Object.values(catalog.cards).map((card) => ({
    key: `card ${card.id}`,
    name: card.name,
    kind: card.leader ? "Leader" : card.ally ? "Ally" : "Card",
    words: card.words,
  }))
  const twists = Object.values(catalog.twists).map((twist) => ({
    key: `twist ${twist.id}`,
    name: twist.name,
    kind: "Plot Twist",
    words: twist.words,
  }))
  return [...cards, ...twists]
}

export function subject(thing: string, view: View): string | undefined {
  const [kind, name = ""] = thing.split(" ")
  if (kind === "hand") return `card ${name}`
  if (kind === "twist") return `twist ${name || view.twist?.id}`
  const lying = kind === "cell" && view.table.find((card) => card.cell.join() === name)
  return lying && lying.card ? `card ${lying.card}` : undefined
}

const NEAR = 3 // Plot Points: one good capture

export function moment(view: View): Moment {
  const close = (["heroes", "villains"] as const).filter((side) => view.target - view.score[side] <= NEAR)
  const needs = close.map((side) => `${side} need ${view.target - view.score[side]}`).join(", ")
  const quiet = view.stall - view.quiet
  const stalls = view.stall && quiet <= 4 ? `${quiet} quiet turns more end it` : ""
  return { words: view.turn ? `Turn ${view.turn}` : view.phase, warning: needs || stalls }
}
