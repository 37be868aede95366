// Lists as a line of text, and back: spaces "D3 C4", pairs "1,0 0,-1".

import type { DeclaredField } from "../lib/protocol"

type Kind = DeclaredField["kind"]

const words = (text: string) => text.split(/[\s;]+/).filter(Boolean)
const pair = (text: string) => text.split(",").map((one) => (Number.isInteger(Number(one)) && one.trim() ? Number(one) : one))

/** Kinds that are lists, and how their parts are read. */
export const LISTS: Partial<Record<Kind, (text: string) => unknown>> = {
  spaces: (text) => words(text),
  points: (text) => words(text),
  xy: (text) => words(text).map(pair),
}

export function toText(kind: Kind, value: unknown): string {
  if (value === undefined || value === null) return ""
  if (kind === "outline") return Array.isArray(value) ? value.join("\n") : String(value)
  if (!Array.isArray(value)) return typeof value === "object" ? JSON.stringify(value) : String(value)
  return value.map((one) => (Array.isArray(one) ? one.join(",") : String(one))).join(" ")
}

export function fromText(kind: Kind, text: string): unknown {
  if (!text.trim()) return undefined
  if (kind === "outline") return text.split("\n").filter(Boolean)
  return LISTS[kind]?.(text) ?? text
}
