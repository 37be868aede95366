import type { Batch } from "../../print/pieces"
import "./charcoal.css"
import type { Catalog } from "./view"

export { default as Face } from "./Printed.svelte"

export function batches(catalog: Catalog): Batch[] {
  const all = (kind: string, from: Record<string, { name: string; count?: number }>) =>
    Object.entries(from).map(([id, one]) => ({ key: `${kind} ${id}`, name: one.name, count: one.count ?? 1 }))
  const { cul_de_sac: _, ...spaces } = catalog.spaces
  const pawns = [0, 1, 2, 3, 4, 5].map((pawn) => ({ key: `pawn ${pawn}`, name: "Pawn" }))
  return [
    { name: "Options cards", width: 63, height: 88, backs: true, pieces: all("card", catalog.cards) },
    { name: "Acts of Desperation", width: 63, height: 88, backs: true, pieces: all("act", catalog.acts) },
    { name: "Winter and haunted cards", width: 63, height: 88, backs: true, pieces: all("charm", catalog.charms) },
    { name: "Map", width: 63, height: 63, backs: true, pieces: [...all("space", catalog.cul_de_sacs), ...all("space", spaces)] },
    { name: "Pawns", width: 22, height: 24, backs: false, pieces: pawns },
  ]
}
