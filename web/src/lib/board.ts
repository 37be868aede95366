// What a board gets, and all it may do. A board draws the view; it decides nothing.

import type { Attachment } from "svelte/attachments"
import { carry } from "./drag"
import type { Hints, Option, Position } from "./protocol"
import type { Part } from "./story"

/** How a thing stands towards me now. */
export type Standing = "can" | "chosen" | "idle"

export interface Table {
  readonly position: Position // what to draw; in history or review, an earlier one
  readonly before: Record<string, any> | null // the view after my own last answer: what differs is news, mark it
  readonly since?: Part[] // what others did since my last turn
  readonly catalog: Record<string, any> // cards, pieces, board: Game.catalog of the server
  readonly hints: Hints // how the plain board draws it
  readonly seat: number | null // mine; null: a spectator
  readonly chair: number | null // from where I look: mine, or the one a spectator stands behind
  readonly hands: Record<string, any>[] | null // in a review: the views of all seats, so that all hands can be drawn

  /** The options on a thing ("hand NV03", "cell 3,4"), empty when nothing can be done with it. */
  options(thing: string): Option[]
  standing(thing: string): Standing
  /** The thing a hint or a lesson points at; `thing` marks it, a board need not care. */
  readonly pointed?: string | null
  /** Where that thing should go: marked in the same way. */
  readonly towards?: string | null
  /** All things that the rest of a hint's move goes over. */
  readonly planned?: string[]
  /** The thing was clicked: one option is given at once, several open a chooser at it, none asks why not. */
  pick(thing: string): void
  /** Give this very option. */
  choose(option: Option): void
  /** A thing was carried to a place: what picking one and then the other would do. The place may become one only when
   *  it is asked for: then it is the one at this point of the window. */
  drop?(thing: string, place: string, at: () => [x: number, y: number]): void
  readonly showing?: boolean // one moment after the other: nothing on the board jumps away from under them
  readonly canTakeBack?: boolean // my last answer
  /** Take answers back until the view is as wanted, then answer with what is named of the options, for as long as
   *  something is; nothing else can be done meanwhile. */
  takeBack?(enough: (view: Record<string, any>) => boolean, again: (options: Option[]) => Option | undefined): Promise<void>
}

export interface BoardProps {
  table: Table
}

/** What it says already is not said again. */
function put(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}

/**
 * Makes an element a thing: click, Enter and Space pick it; it can be focused, or carried to a place; it glows when something can be
 * done with it. Use on every element that stands for a thing that an option may name:
 *
 *     <g {@attach thing(table, "cell 3,4", "empty space, column 3, row 4")}>
 *
 * Style by the attribute it sets: [data-standing="can"].
 */
export function thing(table: Table, name: string, label: string): Attachment<Element> {
  return (element) => {
    const standing = table.standing(name)
    put(element, "data-thing", name)
    put(element, "data-standing", standing)
    const options = standing === "can" ? table.options(name) : [] // none: a place that something leads to
    const vain = options.length > 0 && options.every((option) => option.vain)
    element.toggleAttribute("data-vain", vain)
    element.toggleAttribute("data-pointed", table.pointed === name || table.towards === name)
    element.toggleAttribute("data-planned", table.planned?.includes(name) ?? false)
    put(element, "role", "button")
    put(element, "tabindex", standing === "idle" ? "-1" : "0")
    put(element, "aria-label", label + (standing !== "can" ? "" : vain ? ", can be chosen, and would do nothing now" : ", can be chosen"))
    const pick = (event: Event) => {
      event.stopPropagation()
      table.pick(name)
    }
    const press = (event: Event) => {
      const key = (event as KeyboardEvent).key
      if (key !== "Enter" && key !== " ") return
      event.preventDefault()
      pick(event)
    }
    const leave = carry(table, name, element as HTMLElement | SVGElement)
    element.addEventListener("click", pick)
    element.addEventListener("keydown", press)
    return () => {
      leave()
      element.removeEventListener("click", pick)
      element.removeEventListener("keydown", press)
    }
  }
}
