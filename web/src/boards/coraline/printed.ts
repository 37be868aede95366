import type { Batch } from "../../print/pieces"
import type { Catalog } from "./view"

export { default as Face } from "./Printed.svelte"

export function batches(catalog: Catalog): Batch[] {
  const named = (kind: string, from: Record<string, { name: string }>) =>
    Object.entries(from).map(([id, one]) => ({ key: `${kind} ${id}`, name: one.name }))
  const moons = Array.from({ length: catalog.moons }, (_, i) => ({ key: `moon ${i + 1}`, name: `Moon ${i + 1}` }))
  const buttons = [0, 1, 2, 3].map((seat) => ({ key: `button ${seat}`, name: `Button ${seat + 1}` }))
  return [
    { name: "Story cards", width: 63, height: 88, backs: true, pieces: named("card", catalog.cards) },
    { name: "People", width: 30, height: 36, backs: true, pieces: named("character", catalog.characters) },
    { name: "Things and buttons", width: 25, height: 25, backs: true, pieces: [...named("object", catalog.objects), ...buttons] },
    { name: "Moon", width: 45, height: 45, backs: false, pieces: moons },
    { name: "Board", width: 190, height: 252, backs: false, pieces: [{ key: "board", name: "The house" }] },
  ]
}
