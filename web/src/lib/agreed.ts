// What was agreed about time, in words for who sits down.

import type { Table } from "./protocol"

const SIZES = [
  [86400, "day"],
  [3600, "hour"],
  [60, "minute"],
  [1, "second"],
] as const

function span(seconds: number): string {
  const [size, word] = SIZES.find(([size]) => seconds >= size && seconds % size === 0) ?? SIZES[3]
  const count = seconds / size
  return `${count} ${word}${count === 1 ? "" : "s"}`
}

/** "" where nobody's time runs. */
export function timeAgreed(table: Table): string {
  const then = table.late === "loss" ? "whose time is up has lost" : `whose time is up is played by a ${table.stand_in} bot`
  if (table.game_seconds) return `Everybody has ${span(table.game_seconds)} for the whole game; ${then}.`
  return table.turn_seconds ? `There are ${span(table.turn_seconds)} for an answer; ${then}.` : ""
}
