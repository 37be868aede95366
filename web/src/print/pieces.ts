// What is cut out of a sheet, and where on which sheet it lies. Millimetres throughout.

import type { Component } from "svelte"

/** One thing to cut out; `key` tells the drawings of its game which. */
export interface Piece {
  key: string
  name: string
  count?: number
}

/** Pieces of one size, cut from the same sheets. */
export interface Batch {
  name: string
  width: number
  height: number
  backs: boolean
  pieces: Piece[]
}

/** What a folder under boards/ tells of itself to be printed: `printed.ts`. */
export interface Printed {
  batches(catalog: Record<string, any>): Batch[]
  Face: Component<{ piece: Piece; catalog: Record<string, any>; back: boolean }>
}

export const PAPERS = {
  A4: { name: "A4", width: 210, height: 297 },
  letter: { name: "Letter", width: 215.9, height: 279.4 },
} as const
export type Paper = (typeof PAPERS)[keyof typeof PAPERS]

const SIDE = 10 // the notice stands here
const EDGE = 5 // above and below: crop marks

export interface Placed {
  piece: Piece
  x: number
  y: number
}
export interface Sheet {
  batch: Batch
  back: boolean
  placed: Placed[]
  cuts: { x: number[]; y: number[] } // where to cut, from edge to edge
}

const spread = (pieces: Piece[]) => pieces.flatMap((piece) => Array<Piece>(piece.count ?? 1).fill(piece))
const parts = <T>(all: T[], size: number) =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))

/** Fronts, each followed by its backs, which are mirrored: to be printed on both sides, turned at the long edge. */
export function sheets(batches: Batch[], paper: Paper, backs: boolean): Sheet[] {
  return batches.flatMap((batch) => {
    const columns = Math.max(1, Math.floor((paper.width - 2 * SIDE) / batch.width))
    const rows = Math.max(1, Math.floor((paper.height - 2 * EDGE) / batch.height))
    const left = (paper.width - columns * batch.width) / 2
    const top = (paper.height - rows * batch.height) / 2
    const lay = (pieces: Piece[], back: boolean): Sheet => ({
      batch,
      back,
      cuts: {
        x: Array.from({ length: columns + 1 }, (_, i) => left + i * batch.width),
        y: Array.from({ length: Math.ceil(pieces.length / columns) + 1 }, (_, i) => top + i * batch.height),
      },
      placed: pieces.map((piece, i) => {
        const column = back ? columns - 1 - (i % columns) : i % columns
        return { piece, x: left + column * batch.width, y: top + Math.floor(i / columns) * batch.height }
      }),
    })
    return parts(spread(batch.pieces), columns * rows).flatMap((pieces) =>
      backs && batch.backs ? [lay(pieces, false), lay(pieces, true)] : [lay(pieces, false)],
    )
  })
}
