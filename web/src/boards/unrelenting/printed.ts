import type { Batch } from "../../print/pieces"
import type { Catalog } from "./view"

export { default as Face } from "./Printed.svelte"

export function batches(catalog: Catalog): Batch[] {
  const items = Object.values(catalog.items).map((item) => ({ key: `item ${item.id}`, name: item.name }))
  const people = catalog.characters.flatMap((who) => [
    { key: `person ${who.id}`, name: who.name },
    { key: `rabbit ${who.id}`, name: `${who.name}’s rabbit` },
  ])
  const ladders = catalog.ladders.map((ladder) => ({ key: `ladder ${ladder.id}`, name: ladder.name }))
  return [
    { name: "Floors", width: 188, height: 188, backs: false, pieces: catalog.levels.map((level) => ({ key: `level ${level.id}`, name: level.name })) },
    { name: "Items", width: 20, height: 20, backs: true, pieces: items },
    { name: "People, rabbits and ladders", width: 20, height: 20, backs: false, pieces: [...people, ...ladders] },
    { name: "Roles", width: 63, height: 88, backs: false, pieces: catalog.characters.map((who) => ({ key: `roles ${who.id}`, name: who.name })) },
    { name: "Slots", width: 188, height: 34, backs: false, pieces: catalog.characters.map((who) => ({ key: `slots ${who.id}`, name: who.name })) },
  ]
}
