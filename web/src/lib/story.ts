// The story in parts, each with what it brought in one line.

import type { Line } from "./protocol"
import { yours } from "./you"

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

/** What came between two turns of a seat, from one line up to another: not what the answer that ended the first one did
 *  itself (and is told of as mine), nor the second one. */
export function between(log: Line[], ended: number, seat: number): [from: number, to: number] {
  const isDeed = (line: Line) => line.number === ended && line.seat === seat && /^You\b/.test(line.words)
  const deed = log.findIndex(isDeed)
  const from = log.findIndex((line, i) => line.number >= ended && i > deed && !isDeed(line))
  if (from < 0) return [0, 0]
  const isMine = log.some((line) => line.opens)
    ? (line: Line) => line.opens && line.data.seat === seat
    : (line: Line) => line.seat === seat && line.number > ended
  const to = log.findIndex((line, i) => i >= from && isMine(line))
  return [from, to < 0 ? log.length : to]
}

/** "Anna plays Dinah and Alice; Smee captured (+3)"; "You play Dinah"; "Tilly rolls 4: goes to C3". */
function heading([first, ...rest]: Line[]): string {
  if (!first?.opens || !first.gist) return ""
  const by = first.data.seat as number | null
  const lines = rest.filter(({ seat, gist }) => gist && (by === null || seat === null || seat === by || !DEED.test(gist)))
  const told = inShort(lines, /^You\b/.test(first.gist))
  if (!told) return rest.length ? first.words : first.gist
  const goesOn = DEED.test(lines[0]!.gist!) && !/\d/.test(first.gist)
  return `${first.gist}${goesOn ? " " : ": "}${told}`
}

const DEED = /^([a-z]+s)(?: (.+))?$/ // what the one does whose turn it is; else it tells of another
const OTHERS = /^(\S+) ([a-z]+s .+)$/
const listed = (all: string[]) => [all.slice(0, -1).join(", "), all.at(-1)!].filter(Boolean).join(" and ")

/** What counts of it; what happens again and again is said once, and what happens to several at once. */
export function inShort(lines: Line[], mine = false): string {
  const times = new Map<string, number>()
  for (const { gist } of lines) if (gist) times.set(gist, (times.get(gist) ?? 0) + 1)
  const clauses: { deed: string; who: string[]; what: string[] }[] = []
  for (const [gist, n] of times) {
    const often = n > 1 ? (/ a card$/.test(gist) ? gist.replace(/ a card$/, ` ${n} cards`) : `${gist} ×${n}`) : gist
    const last = clauses.at(-1)
    const [, deed = "", what = ""] = DEED.exec(often) ?? []
    const [, who = "", same = ""] = (!deed && OTHERS.exec(often)) || []
    if (deed && what && last?.deed === deed) last.what.push(what)
    else if (who && last?.what[0] === same) last.who.push(who)
    else clauses.push(deed ? { deed, who: [], what: [what] } : who ? { deed, who: [who], what: [same] } : { deed, who: [], what: [often] })
  }
  let told = ""
  for (const [i, { deed, who, what }] of clauses.entries()) {
    if (i) told += deed && clauses[i - 1]!.deed ? ", " : "; "
    const all = listed(what)
    if (deed) told += `${mine ? yours(deed) : deed}${all && ` ${all}`}`
    else told += `${who.length ? `${listed(who)} ` : ""}${who.length > 1 ? all.replace(/^\w+/, yours) : all}`.replace(/^You\b/, i ? "you" : "You")
  }
  return told
}
