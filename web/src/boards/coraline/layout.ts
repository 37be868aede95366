// Where everything lies, in pixels: rooms in three columns, on a narrow page turned to two.

import type { Standing } from "../../lib/standing"
import type { Catalog, View } from "./view"

export interface Box {
  x: number
  y: number
  w: number
  h: number
}
interface Spot {
  x: number
  y: number
  size: number
}
/** A way between two rooms: a door through the wall beside them, or stairs through the floor. */
export interface Way {
  rooms: [string, string]
  kind: "door" | "stairs"
  x: number // of its middle
  y: number
}
export interface Plan {
  narrow: boolean
  height: number
  rooms: Record<string, Box>
  ways: Way[]
  satchel: Box
  off: Box
  slots: Record<string, Box>
  objects: Record<string, Spot>
  figures: Record<string, Spot>
}

const GAP = 4
const SLOT = 44
const SMALL = 36 // a slot on a narrow page
const ACROSS = 3 // figures stand side by side in a room; who comes then stands behind them
const BETWEEN = 12 // so far from one another
const ASIDE = 28 // how large who is beside the board is drawn,
const NAME = 4 // how far a name hangs below,
const COLUMNS = 3 // and how many stand side by side, in two rows

/** All of it in what the page offers, whatever lies where. */
export function layout(view: View, catalog: Catalog, standing: Standing<string>, width: number, height: number): Plan {
  const narrow = width < 440
  const shelf = narrow ? 2 * SMALL + 22 : 99
  const rooms = roomBoxes(view, width, height - shelf - GAP, narrow)
  const high = Math.min(...Object.values(rooms).map((box) => box.h))
  const wide = Math.min(...Object.values(rooms).map((box) => box.w))
  const thing = narrow ? 34 : Math.max(34, Math.min(72, high / 5))
  const size = Math.max(34, Math.min(110, high / 2.6, (wide - thing - 20 + BETWEEN) / ACROSS - BETWEEN))
  const floor = height - shelf - GAP
  const ids = Object.keys(catalog.objects)
  const order = [...ids.filter((id) => catalog.objects[id]!.kind === "treasure"), ...ids.filter((id) => catalog.objects[id]!.kind !== "treasure")]
  const columns = narrow ? Math.ceil(order.length / 2) : order.length
  const satchel: Box = { x: GAP, y: floor, w: (width - 3 * GAP) * (narrow ? 0.66 : 0.74), h: shelf }
  const off: Box = { x: satchel.x + satchel.w + GAP, y: floor, w: width - satchel.w - 3 * GAP, h: shelf }
  const step = satchel.w / columns
  const slot = narrow ? SMALL : SLOT
  const slots = Object.fromEntries(
    order.map((id, i): [string, Box] => [
      id,
      { x: satchel.x + (i % columns) * step, y: satchel.y + 20 + Math.floor(i / columns) * slot, w: step, h: slot },
    ]),
  )
  return {
    narrow,
    height,
    rooms,
    ways: waysBetween(catalog, rooms),
    satchel,
    off,
    slots,
    objects: objectSpots(view, rooms, slots, thing, slot),
    figures: figureSpots(view, standing, rooms, off, size),
  }
}

function roomBoxes(view: View, width: number, height: number, narrow: boolean): Record<string, Box> {
  const across = (room: View["rooms"][number]) => (narrow ? room.row : room.column)
  const down = (room: View["rooms"][number]) => (narrow ? room.column : room.row)
  const columns = rank(view.rooms.map(across))
  const rows = rank(view.rooms.map(down))
  const w = (width - GAP * (columns.length + 1)) / columns.length
  const h = (height - GAP * rows.length) / rows.length
  return Object.fromEntries(
    view.rooms.map((room) => [
      room.id,
      { x: GAP + columns.indexOf(across(room)) * (w + GAP), y: rows.indexOf(down(room)) * (h + GAP), w, h },
    ]),
  )
}

/** In the middle of each wall that two rooms share, for whoever walks. */
function waysBetween(catalog: Catalog, rooms: Record<string, Box>): Way[] {
  return catalog.rooms.flatMap(({ id, beside }) =>
    beside
      .filter((other) => id < other)
      .map((other): Way => {
        const [one, two] = [rooms[id]!, rooms[other]!]
        const kind = Math.abs(one.y - two.y) < 1 ? "door" : "stairs"
        return { rooms: [id, other], kind, x: (one.x + two.x + one.w) / 2, y: (one.y + two.y + one.h) / 2 }
      }),
  )
}

const rank = (numbers: number[]) => [...new Set(numbers)].sort((a, b) => a - b)

/** Objects lie at the right of a room, one above the other; people stand at the left. */
function objectSpots(view: View, rooms: Record<string, Box>, slots: Record<string, Box>, size: number, inSlot: number): Record<string, Spot> {
  const found: Record<string, Spot> = {}
  for (const room of view.rooms) {
    const box = rooms[room.id]!
    room.objects.forEach((one, i) => {
      const above = Math.min(i * (size + 4), box.h - size - 16)
      found[one.id] = { x: box.x + box.w - 8 - size, y: box.y + box.h - size - 8 - above, size }
    })
  }
  for (const id of view.satchel) {
    const slot = slots[id]!
    found[id] = { x: slot.x + slot.w / 2 - inSlot / 2 + 3, y: slot.y + 3, size: inSlot - 6 }
  }
  return found
}

function figureSpots(view: View, standing: Standing<string>, rooms: Record<string, Box>, off: Box, size: number): Record<string, Spot> {
  const found: Record<string, Spot> = {}
  for (const room of view.rooms) {
    const box = rooms[room.id]!
    standing.of(room.id, room.characters).forEach((who, i) => {
      if (who === null) return
      const behind = Math.min(Math.floor(i / ACROSS) * (size * 1.2 + 5), box.h - size * 1.2 - 9)
      const column = (i + (i < ACROSS ? 0 : 1)) % ACROSS // behind them the middle first: the name of the room is at the left
      const x = box.x + 6 + column * (size + BETWEEN)
      found[who] = { x, y: box.y + box.h - size * 1.2 - 9 - behind, size }
    })
  }
  const step = off.w / COLUMNS
  standing.of("off", view.off_board).forEach((who, i) => {
    const [column, row] = [Math.floor(i / 2) % COLUMNS, i % 2]
    const y = off.y + off.h - (ASIDE * 1.2 + NAME) * (2 - row) - 1
    if (who !== null) found[who] = { x: off.x + column * step + (step - ASIDE) / 2, y, size: ASIDE }
  })
  return found
}
