// Tries of a daily deal, in words.

import type { Compared, Try } from "./protocol"

export const outcome = (tried: Try) => (tried.worth > 0 ? "won" : tried.worth < 0 ? "lost" : "drawn")

export const placed = (all: Compared) => (all.place === null ? `${all.played} played` : `place ${all.place} of ${all.played}`)

/** How long is left of a day. */
export function hours(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} hours`
}
