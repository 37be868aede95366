// Cards, Acts, charms and spaces, to be looked at closely.

import type { Moment, Subject } from "../../lib/lore"
import type { Catalog, View } from "./view"

const KINDS = { defensive: "Defensive card", building: "Building card", ordinary: "Options card" }

export function subjects(catalog: Catalog): Subject[] {
  const all = <T extends { name: string; words: string }>(of: string, from: Record<string, T>, kind: (one: T) => string) =>
    Object.entries(from).map(([id, one]) => ({ key: `${of} ${id}`, name: one.name, kind: kind(one), words: one.words }))
  return [
    ...all("card", catalog.cards, (card) => KINDS[card.kind]),
    ...all("act", catalog.acts, () => "Act of Desperation"),
    ...all("charm", catalog.charms, (charm) => (charm.deck === "winter" ? "Last Winter" : "Haunted")),
    ...all("space", catalog.spaces, () => "Space"),
    ...Object.entries(catalog.cul_de_sacs).map(([id, one]) => ({
      key: `space ${id}`,
      name: one.name,
      kind: "Cul-de-sac",
      words: catalog.spaces.cul_de_sac!.words,
    })),
  ]
}

export function subject(thing: string, view: View): string | undefined {
  const [kind, name = ""] = thing.split(" ")
  if (kind === "card") return thing
  if (kind === "act") {
    const act = view.acts[Number(name) - 1]?.act
    return act ? `act ${act}` : undefined
  }
  const space = kind === "cell" && view.map.find((one) => one.cell?.join() === name)
  if (!space) return undefined
  return `space ${space.space === "cul_de_sac" ? (view.options.cul_de_sac ?? "kiddie_corner") : space.space}`
}

export function fallen(view: View, seat: number): string {
  const one = view.seats[seat]
  return !one || one.live ? "" : (one.fate ?? "out")
}

export function moment(view: View, seat: number | null): Moment {
  const mine = seat === null ? undefined : view.seats[seat]
  const thin = mine?.live && mine.pile <= 2 && view.phase !== "setting up"
  return {
    words: view.turn ? `Turn ${view.turn}, ${view.phase}` : view.phase,
    warning: thin ? `your pile has ${mine.pile}: with none, you are out` : "",
  }
}
