// What has a name and can be looked at closely: cards, pieces, places. The words are the catalogue's of the server.

import type { Component } from "svelte"
import type { Attachment } from "svelte/attachments"
import type { BoardProps } from "./board"
import type { Room } from "./room.svelte"

export interface Subject {
  key: string // "card NV03"; notes are kept under it
  name: string
  kind: string
  words: string
  quiet?: boolean // its name is too common a word to be a link
}

/** Where a game stands, and what its end may hang on. */
export interface Moment {
  words: string
  warning: string
}

/** A game as a folder under boards/ draws it. What a view and a catalogue are, the folder's view.ts knows. */
export interface Drawn {
  Board: Component<BoardProps>
  Large: Component<{ subject: Subject; catalog: Record<string, any> }>
  subjects(catalog: Record<string, any>): Subject[]
  /** The key of what a thing of the board is, if that may be known. */
  subject(thing: string, view: Record<string, any>): string | undefined
  moment(view: Record<string, any>, seat: number | null): Moment
  /** Things of the board whose answers are buttons of the prompt as well. */
  buttons?: readonly string[]
  /** The colours of seats, where the game has its own. */
  colours?(view: Record<string, any>): Record<number, string>
  /** How somebody came to be out of a game that goes on without them; "": they are not. */
  fallen?(view: Record<string, any>, seat: number): string
}

/** A text cut into words and names; every second part is a name. */
export function cutAtNames(subjects: Iterable<Subject>): (words: string) => string[] {
  const names = [...new Set([...subjects].filter((one) => !one.quiet).map((one) => one.name))].sort((a, b) => b.length - a.length)
  if (!names.length) return (words) => [words]
  const exact = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")
  const pattern = new RegExp(`(?<![\\w'(-])(${exact})(?![\\w-])`)
  return (words) => words.split(pattern)
}

const LONG = 450 // milliseconds a finger rests
const SLIP = 9 // pixels it may move meanwhile

/** On the board: a long press, a right click or the key i look closely; Shift does while it is held. */
export function closely(room: Room): Attachment<HTMLElement> {
  return (board) => {
    let over: Element | null = null
    let byKeys = false // the keyboard was used later than the mouse
    let timer = 0
    let from = { x: 0, y: 0 }
    let swallow = false
    const thingAt = (target: EventTarget | null) => (target as Element | null)?.closest?.<HTMLElement>("[data-thing]") ?? null
    const look = (element: Element | null, stays: boolean) =>
      element !== null && room.looking.atThing((element as HTMLElement).dataset.thing!, element, stays)

    const acts: Record<string, (event: any) => void> = {
      pointerover(event: PointerEvent) {
        over = thingAt(event.target)
        byKeys = false
        if (event.shiftKey && event.pointerType === "mouse") look(over, false)
      },
      pointerdown(event: PointerEvent) {
        swallow = false
        from = { x: event.clientX, y: event.clientY }
        clearTimeout(timer)
        if (event.pointerType === "mouse") return
        const element = thingAt(event.target)
        timer = window.setTimeout(() => (swallow = look(element, true)), LONG)
      },
      pointermove(event: PointerEvent) {
        if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > SLIP) clearTimeout(timer)
      },
      pointerup: () => clearTimeout(timer),
      pointercancel: () => clearTimeout(timer),
      contextmenu(event: MouseEvent) {
        if (swallow || look(thingAt(event.target), true)) event.preventDefault()
      },
      click(event: MouseEvent) {
        if (!swallow) return
        swallow = false
        event.stopPropagation()
        event.preventDefault()
      },
    }
    const leave = () => (over = null)
    const press = (event: KeyboardEvent) => {
      if ((event.target as Element).matches?.("input, textarea, select")) return
      const focused = board.contains(document.activeElement) ? thingAt(document.activeElement) : null
      if (event.key !== "Shift") byKeys = true
      else if (!event.repeat) look(byKeys ? (focused ?? over) : (over ?? focused), false)
      if (event.key === "i" && focused && look(focused, true)) event.preventDefault()
    }
    const release = (event: KeyboardEvent) => event.key === "Shift" && room.looking.away()
    for (const [name, act] of Object.entries(acts)) board.addEventListener(name, act, { capture: true })
    board.addEventListener("pointerleave", leave)
    addEventListener("keydown", press)
    addEventListener("keyup", release)
    return () => {
      clearTimeout(timer)
      for (const [name, act] of Object.entries(acts)) board.removeEventListener(name, act, { capture: true })
      board.removeEventListener("pointerleave", leave)
      removeEventListener("keydown", press)
      removeEventListener("keyup", release)
    }
  }
}
