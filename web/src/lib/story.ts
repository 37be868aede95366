// The story in parts, each with what it brought in one line.

import type { Line } from "./protocol"

export interface Part {
  start: number // of its first line in the log
  lines: Line[]
  heading: string // nothing: what came before the first turn
}

export function parts(log: Line[]): Part[] {
  const found: Part[] = []
  log.forEach((line, start) => {
    if (line.opens || !found.length) found.push({ start, lines: [], heading: "" })
    found.at(-1)!.lines.push(line)
  })
  return found.map((part) => ({ ...part, heading: heading(part.lines) }))
}

/** "Anna: plays Dinah, Alice; Smee captured (+3)". */
function heading([first, ...rest]: Line[]): string {
  if (!first?.opens || !first.gist) return ""
  const told = inShort(rest)
  return told ? `${first.gist}: ${told}` : rest.length ? first.words : first.gist
}

/** What counts of it; what happens again and again is said once. */
export function inShort(lines: Line[]): string {
  const times = new Map<string, number>()
  for (const { gist } of lines) if (gist) times.set(gist, (times.get(gist) ?? 0) + 1)
  let told = ""
  let before = ""
  for (const [gist, n] of times) {
    const deed = /^[a-z]+s /.exec(gist)?.[0] ?? ""
    const again = deed !== "" && deed === before
    told += `${!told ? "" : again ? ", " : "; "}${again ? gist.slice(deed.length) : gist}${n > 1 ? ` ×${n}` : ""}`
    before = deed
  }
  return told
}
