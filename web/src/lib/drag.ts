// Carrying a thing to a place: the same as clicking one and then the other, for who would rather drag.

import type { Table } from "./board"
import { spot } from "./reach"

const STRAY = 8 // so far a finger may slip and it is still a click
const CARRIED = /^(hand|card|character|object|player|rabbit) /

/** Lets a thing be carried, where something can be done with it. Returns what undoes that. */
export function carry(table: Table, name: string, element: HTMLElement | SVGElement): () => void {
  const movable = table.drop && (CARRIED.test(name) || table.options(name).some((option) => option.to))
  if (!movable || table.standing(name) === "idle") return () => undefined
  element.setAttribute("data-carried", "")

  const down = (start: PointerEvent) => {
    if (start.button !== 0 || !start.isPrimary) return
    let ghost: HTMLElement | null = null
    const move = (event: PointerEvent) => {
      if (!ghost && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < STRAY) return
      ghost ??= lift(element)
      ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -60%)`
      aim(target(event, name))
    }
    const end = (event: PointerEvent) => {
      removeEventListener("pointermove", move)
      removeEventListener("pointerup", end)
      removeEventListener("pointercancel", end)
      if (!ghost) return
      ghost.remove()
      aim(null)
      addEventListener("click", swallow, { capture: true, once: true })
      setTimeout(() => removeEventListener("click", swallow, { capture: true }))
      const dropped = event.type === "pointerup" && document.elementFromPoint(event.clientX, event.clientY)?.closest(".board")
      if (dropped) table.drop!(name, target(event, name)?.dataset.thing ?? "", spot(event.clientX, event.clientY))
    }
    addEventListener("pointermove", move)
    addEventListener("pointerup", end)
    addEventListener("pointercancel", end)
  }
  const still = (event: Event) => event.preventDefault() // no text is painted, no picture is dragged off
  element.addEventListener("pointerdown", down as EventListener)
  element.addEventListener("dragstart", still)
  return () => {
    element.removeAttribute("data-carried")
    element.removeEventListener("pointerdown", down as EventListener)
    element.removeEventListener("dragstart", still)
  }
}

const swallow = (event: Event) => {
  event.stopPropagation()
  event.preventDefault()
}

/** What it looks like on its way: itself, or its name. */
function lift(element: Element): HTMLElement {
  const whole = element.closest<HTMLElement>("li, .card, .figure, .object")
  const ghost = document.createElement("div")
  ghost.className = "ghost"
  ghost.setAttribute("aria-hidden", "true")
  if (whole instanceof HTMLElement) {
    const copy = whole.cloneNode(true) as HTMLElement
    const { width, height } = whole.getBoundingClientRect()
    Object.assign(copy.style, { width: `${width}px`, height: `${height}px`, transform: "none", position: "static", listStyle: "none" })
    ghost.append(copy)
  } else ghost.textContent = (element.getAttribute("aria-label") ?? "").split(/[,.]/)[0]!
  for (const one of ghost.querySelectorAll("[data-thing]")) one.removeAttribute("data-thing")
  document.querySelector(".board")!.append(ghost)
  return ghost
}

function target(event: PointerEvent, source: string): HTMLElement | null {
  const found = document
    .elementsFromPoint(event.clientX, event.clientY)
    .map((one) => one.closest<HTMLElement>(".board [data-thing]"))
    .filter((one) => one && one.dataset.thing !== source)
  return found.find((one) => one!.dataset.standing === "can") ?? found[0] ?? null
}

function aim(at: Element | null): void {
  for (const one of document.querySelectorAll("[data-aimed]")) if (one !== at) one.removeAttribute("data-aimed")
  at?.setAttribute("data-aimed", "")
}
