import type { Batch } from "../../print/pieces"
import type { Catalog } from "./view"

export { default as Face } from "./Printed.svelte"

export function batches(catalog: Catalog): Batch[] {
  const cards = Object.values(catalog.cards).map((card) => ({ key: `card ${card.id}`, name: card.name }))
  const twists = Object.values(catalog.twists).map((twist) => ({ key: `twist ${twist.id}`, name: twist.name }))
  return [
    { name: "Cards", width: 63, height: 63, backs: true, pieces: cards },
    { name: "Plot Twists", width: 63, height: 88, backs: true, pieces: twists },
    { name: "Action Points", width: 22, height: 22, backs: false, pieces: [{ key: "ap", name: "Action Point", count: catalog.ap * 2 }] },
  ]
}
