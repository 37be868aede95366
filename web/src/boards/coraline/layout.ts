// Where everything lies, in pixels: rooms in three columns, on a narrow page turned to two.

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
export interface Plan {
  narrow: boolean
  height: number
  rooms: Record<string, Box>
  satchel: Box
  off: Box
  slots: Record<string, Box>
  objects: Record<string, Spot>
  figures: Record<string, Spot>
}

const GAP = 4
const SLOT = 44
const SMALL = 36 // a slot on a narrow page

/** All of it in what the page offers, whatever lies where. */
export function layout(view: View, catalog: Catalog, width: number, height: number): Plan {
  const narrow = width < 440
  const shelf = narrow ? 2 * SMALL + 22 : 92
  const rooms = roomBoxes(view, width, height - shelf - GAP, narrow)
  const high = Math.min(...Object.values(rooms).map((box) => box.h))
  const size = narrow ? 38 : Math.max(36, Math.min(110, width / 14, high / 2.6))
  const thing = narrow ? 34 : Math.max(34, Math.min(72, high / 5))
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
    satchel,
    off,
    slots,
    objects: objectSpots(view, rooms, slots, thing, slot),
    figures: figureSpots(view, rooms, off, size, thing),
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

const rank = (numbers: number[]) => [...new Set(numbers)].sort((a, b) => a - b)

/** So many things side by side from the left, closer together when they are many. */
function along(box: Box, count: number, size: number, i: number): number {
  const step = count < 2 ? 0 : Math.min(size + 18, (box.w - size - 16) / (count - 1))
  return box.x + 10 + i * step
}

/** Objects lie at the right of a room, people stand at the left. */
function objectSpots(view: View, rooms: Record<string, Box>, slots: Record<string, Box>, size: number, inSlot: number): Record<string, Spot> {
  const found: Record<string, Spot> = {}
  for (const room of view.rooms) {
    const box = rooms[room.id]!
    room.objects.forEach((one, i) => {
      found[one.id] = { x: box.x + box.w - 10 - size - i * (size + 4), y: box.y + box.h - size - 8, size }
    })
  }
  for (const id of view.satchel) {
    const slot = slots[id]!
    found[id] = { x: slot.x + slot.w / 2 - inSlot / 2 + 3, y: slot.y + 3, size: inSlot - 6 }
  }
  return found
}

function figureSpots(view: View, rooms: Record<string, Box>, off: Box, size: number, thing: number): Record<string, Spot> {
  const found: Record<string, Spot> = {}
  for (const room of view.rooms) {
    const whole = rooms[room.id]!
    const box = { ...whole, w: whole.w - room.objects.length * (thing + 4) }
    const crowd = room.characters.length * (size + 18) > box.w
    room.characters.forEach((id, i) => {
      const lift = crowd && i % 2 === 0 ? 18 : 0 // so that their names do not cover each other
      found[id] = { x: along(box, room.characters.length, size, i), y: box.y + box.h - size * 1.2 - 9 - lift, size }
    })
  }
  view.off_board.forEach((id, i) => {
    found[id] = { x: along(off, view.off_board.length, 34, i), y: off.y + off.h - 48 - (i % 2 ? 0 : 12), size: 34 }
  })
  return found
}
