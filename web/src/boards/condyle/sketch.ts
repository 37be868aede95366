// Charcoal lines: every stroke is drawn twice and a little wrong, always in the same way.

/** A small generator of numbers between -1 and 1. */
function unsteady(seed: number): () => number {
  let now = seed * 7919 + 17
  return () => {
    now = (now * 16807) % 2147483647
    return (now / 2147483647) * 2 - 1
  }
}

type Point = [number, number]
const points = (text: string): Point[] => text.trim().split(/\s+/).map((one) => one.split(",").map(Number) as Point)

function line(path: Point[], wrong: number, hand: () => number): string {
  let drawn = ""
  for (let turn = 0; turn < 2; turn++) {
    const [x, y] = path[0]!
    drawn += `M${(x + hand() * wrong).toFixed(1)} ${(y + hand() * wrong).toFixed(1)}`
    path.slice(1).forEach(([x, y], i) => {
      const [fromX, fromY] = path[i]!
      const bend = [(fromX + x) / 2 + hand() * wrong * 1.6, (fromY + y) / 2 + hand() * wrong * 1.6]
      drawn += `Q${bend.map((one) => one.toFixed(1)).join(" ")} ${(x + hand() * wrong).toFixed(1)} ${(y + hand() * wrong).toFixed(1)}`
    })
  }
  return drawn
}

function ring(x: number, y: number, r: number): Point[] {
  return Array.from({ length: 10 }, (_, i): Point => [x + r * Math.cos(i * 0.698), y + r * Math.sin(i * 0.698)])
}

export interface Stroke {
  d: string
  fill: boolean
  red: boolean
}

/**
 * Strokes from a short text, one a line of it:
 *   l x,y x,y ...     a line       f x,y x,y ...   a dark shape
 *   c x,y r           a circle     o x,y r         a dark disc
 *   h x,y w,h step    hatching
 * With "!" before it, in red.
 */
export function sketch(text: string, seed: number, wrong = 0.9): Stroke[] {
  const hand = unsteady(seed)
  return text
    .split(/[\n;]/)
    .map((one) => one.trim())
    .filter(Boolean)
    .map((one) => {
      const red = one.startsWith("!")
      const [kind, ...rest] = one.replace("!", "").trim().split(/\s+/)
      const words = rest.join(" ")
      if (kind === "c" || kind === "o") {
        const [x, y] = points(rest[0]!)[0]!
        return { d: line(ring(x, y, Number(rest[1])), wrong * 0.6, hand), fill: kind === "o", red }
      }
      if (kind === "h") {
        const [[x, y], [w, h]] = points(rest.slice(0, 2).join(" ")) as [Point, Point]
        let d = ""
        for (let at = 0; at < w; at += Number(rest[2])) {
          d += `M${(x + at + hand()).toFixed(1)} ${(y + h).toFixed(1)}L${(x + at + h * 0.4 + hand()).toFixed(1)} ${(y + hand()).toFixed(1)}`
        }
        return { d, fill: false, red }
      }
      return { d: line(points(words), wrong, hand), fill: kind === "f", red }
    })
}

/** The edge of a card. */
export function edge(w: number, h: number, seed: number): string {
  return line([[0, 0], [w, 0], [w, h], [0, h], [0, 0]], 1.3, unsteady(seed))
}
