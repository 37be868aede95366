// Where something can be shown for a moment without lying over what people want to see or to click.

import type { Box } from "./pictures"

const STEPS = [0.5, 0.25, 0.75, 0, 1] // along the width and the height of a frame
const EDGE = 6 // pixels that stay free around it

/** Where, inside one of the frames, a box of this size hides least of what must be seen; among such places, least of
 *  what should be; among these, the one nearest to the middle of the first frame. */
export function clearOf(size: { w: number; h: number }, frames: [Box, ...Box[]], must: Box[], should: Box[] = []): Box {
  const fits = frames.filter((frame) => frame.w >= size.w && frame.h >= size.h)
  const [middle] = frames
  const far = (box: Box) => Math.hypot(box.x + box.w / 2 - middle.x - middle.w / 2, box.y + box.h / 2 - middle.y - middle.h / 2)
  const tried = (fits.length ? fits : [middle]).flatMap((frame) => spots(size, frame))
  const rated = tried.map((box) => ({ box, costs: [hidden(box, must), hidden(box, should), far(box)] }))
  return rated.reduce((best, one) => (isLess(one.costs, best.costs) ? one : best)).box
}

function spots({ w, h }: { w: number; h: number }, frame: Box): Box[] {
  const free = (space: number) => Math.max(0, space - 2 * EDGE)
  const [across, down] = [free(frame.w - w), free(frame.h - h)]
  const [x, y] = [frame.x + (frame.w - w - across) / 2, frame.y + (frame.h - h - down) / 2]
  return STEPS.flatMap((one) => STEPS.map((other) => ({ x: x + across * one, y: y + down * other, w, h })))
}

/** How many of these it hides: one that is hidden by half counts a half. */
function hidden(box: Box, things: Box[]): number {
  return things.reduce((sum, one) => sum + (along(box.x, box.w, one.x, one.w) * along(box.y, box.h, one.y, one.h)) / (one.w * one.h || 1), 0)
}

const along = (a: number, wide: number, b: number, other: number) => Math.max(0, Math.min(a + wide, b + other) - Math.max(a, b))

function isLess(these: number[], those: number[]): boolean {
  const first = these.findIndex((one, i) => one !== those[i])
  return first >= 0 && these[first]! < those[first]!
}
