// Every key the table knows.

import { toNext } from "./next"
import type { Room } from "./room.svelte"

export const KEYS = [
  ["1 … 9", "give that answer, as numbered in the prompt and under Choices"],
  ["Tab", "go through what can be chosen on the board"],
  ["arrows", "on the board: to the neighbouring thing, also one that cannot be chosen"],
  ["Enter", "choose it, or ask why not"],
  ["Shift", "look closely while it is held: at what is pointed at or has the focus"],
  ["i", "look closely, and note something down (also: right click, long press)"],
  ["Esc", "close, say no, return from looking back"],
  ["h", "hint"],
  ["k", "let me think: keep open what would pass by itself"],
  ["u", "undo; with Shift, all that can be taken back"],
  ["← →", "look back and forth (off the board)"],
  ["Home End", "first and last position"],
  ["p", "what happened since my last turn, once more; looking back: play on, or stop"],
  ["l", "story"],
  ["c", "choices"],
  ["t", "chat"],
  ["r", "rules"],
  ["w", "the board in words"],
  ["b", "to the board"],
  ["n", "to the next table that waits for me (also on the shelf)"],
  ["?", "settings and keys"],
] as const

const TABS: Record<string, string> = { l: "story", c: "choices", t: "chat", r: "rules", w: "words", "?": "settings" }

const isField = (target: EventTarget | null) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement

/** What a key means at a table; `open` brings a panel into sight. */
export function press(room: Room, event: KeyboardEvent, open: (tab: string) => void): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === "Escape") escape(room, event)
  if (isField(event.target)) return
  if (/^[1-9]$/.test(event.key)) return choose(room, Number(event.key) - 1, open)
  const tab = TABS[event.key]
  if (tab) open(tab)
  else if (event.key === "h") void room.askHint()
  else if (event.key === "k") void room.hold()
  else if (event.key === "u") void room.undo()
  else if (event.key === "U") void room.undoAll()
  else if (event.key === "p") room.playOrStop()
  else if (event.key === "b") firstThing()?.focus()
  else if (event.key === "n") void toNext(room.code).then((words) => words && room.say(words))
  else if (event.key.startsWith("Arrow")) arrow(room, event)
  else if (event.key === "Home") void room.look(0)
  else if (event.key === "End") void room.look(room.number)
  else return
  event.preventDefault()
}

function escape(room: Room, event: KeyboardEvent): void {
  if (isField(event.target)) (event.target as HTMLElement).blur()
  else if (room.looking.lens) room.looking.lens = null
  else if (room.chooser) room.chooser = null
  else if (room.asking) room.asking = null
  else if (room.whisper) room.whisper = null
  else if (room.said) room.said = null
  else if (room.at !== null) room.leavePast()
  else if (room.results) room.sheetClosed = true
}

function choose(room: Room, index: number, open: (tab: string) => void): void {
  const list = room.chooser?.options ?? room.choices
  const option = list[index]
  if (!option) return
  const inSight = room.chooser || room.tab === "choices" || index < room.buttons.length
  if (inSight) room.choose(option)
  else open("choices")
}

function firstThing(): HTMLElement | null {
  return (
    document.querySelector<HTMLElement>('.board [data-thing][data-standing="can"]') ??
    document.querySelector<HTMLElement>(".board [data-thing]")
  )
}

function arrow(room: Room, event: KeyboardEvent): void {
  if (event.key === "ArrowLeft") room.step(-1)
  else if (event.key === "ArrowRight") room.step(1)
}

/** On a thing of the board, arrows lead to its neighbours; elsewhere on a board they may move the map. */
export function wander(event: KeyboardEvent): void {
  const from = event.key.startsWith("Arrow") ? (event.target as Element).closest?.(".board [data-thing]") : null
  if (!from) return
  event.preventDefault()
  event.stopPropagation()
  neighbour(from, event.key)?.focus()
}

/** The nearest thing in that direction, as things lie on the screen. */
function neighbour(from: Element, key: string): HTMLElement | null {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] as [number, number]
  const [x, y] = middle(from)
  let best: Element | null = null
  let nearest = Infinity
  for (const thing of document.querySelectorAll(".board [data-thing]")) {
    if (thing === from) continue
    const [tx, ty] = middle(thing)
    const along = (tx - x) * dx + (ty - y) * dy
    const aside = Math.abs((tx - x) * dy) + Math.abs((ty - y) * dx)
    if (along < 4 || aside > along * 1.6) continue
    const distance = along + aside * 2
    if (distance < nearest) [best, nearest] = [thing, distance]
  }
  return best as HTMLElement | null
}

function middle(element: Element): [number, number] {
  const box = element.getBoundingClientRect()
  return [box.x + box.width / 2, box.y + box.height / 2]
}
