// What of the answers can be reached on the board, as it lies before the eyes now.

import type { Option } from "./protocol"

const HOME = '[data-region="board"], [data-region="hand"]'

/** The things that neither lie on the board or in the hand nor are in sight beside them: the prompt offers these. */
export function outOfReach(options: Option[]): Set<string> {
  const drawn = new Map<string, Element[]>()
  for (const element of document.querySelectorAll<HTMLElement>(".board [data-thing]")) {
    const name = element.dataset.thing!
    drawn.set(name, [...(drawn.get(name) ?? []), element])
  }
  const names = [...new Set(options.map((option) => option.thing).filter(Boolean))]
  const beside = names.filter((name) => !drawn.get(name)?.some((one) => one.closest(HOME)))
  // Of a kind that lies beside the board (seats, say) all are offered, or none: who sees one looks for no other.
  const out = new Set(beside.filter((name) => !drawn.get(name)?.some((one) => inSight(one))).map(kind))
  return new Set(beside.filter((name) => out.has(kind(name))))
}

const kind = (thing: string) => thing.split(" ")[0]!

/** Whether its middle can be clicked; or could be, without what lies over it there (`but`). */
export function inSight(element: Element, but = ""): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  const there = width && height ? document.elementsFromPoint(x + width / 2, y + height / 2) : []
  const found = there.find((one) => !but || !one.closest(but))
  return !!found && (element.contains(found) || found.contains(element))
}

/** When a question comes, the board is before the eyes, and something of what can be chosen. */
export function bringIntoSight(): void {
  if (document.activeElement?.closest(".side")) return
  const board = document.querySelector('[data-region="board"]')
  if (board && board.getBoundingClientRect().bottom < innerHeight / 2) scrollTo({ top: 0 }) // a phone that was scrolled down
  if (document.querySelector(".prompt [data-option]")) return
  const things = [...document.querySelectorAll('.board [data-standing="can"]')]
  const seen = () => things.some((one) => inSight(one, ".coach")) // a lesson makes room, or is put away
  if (seen() || !things.some(isDrawn)) return
  if (scrollY > 0) scrollTo({ top: 0 })
  if (!seen()) things.find(isDrawn)!.scrollIntoView({ block: "nearest", inline: "nearest" })
}

const isDrawn = (element: Element) => element.getClientRects().length > 0

/** A point of the window; on a map, the same place of it also after the map was moved. */
export function spot(x: number, y: number): () => [number, number] {
  const world = document.querySelector<SVGGElement>(".world")
  const inside = world && document.elementFromPoint(x, y)?.closest("svg")?.contains(world)
  if (!inside) return () => [x, y]
  const place = new DOMPoint(x, y).matrixTransform(world.getScreenCTM()!.inverse())
  return () => {
    const now = place.matrixTransform(world.getScreenCTM()!)
    return [now.x, now.y]
  }
}

/** What can be chosen there. */
export function thingAt([x, y]: [number, number]): string | undefined {
  const things = document.elementsFromPoint(x, y).map((one) => one.closest<HTMLElement>('.board [data-standing="can"]'))
  return things.find((one) => one)?.dataset.thing
}
