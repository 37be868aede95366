// Looking around on a map that grows: it fits itself to its window until somebody takes it in hand, by drag, pinch,
// wheel, keys or buttons.

import type { Attachment } from "svelte/attachments"

export interface Box {
  x: number
  y: number
  w: number
  h: number
}
interface Look {
  x: number
  y: number
  zoom: number
}
interface Spot {
  x: number
  y: number
}

const FARTHEST = 0.3
const NEAREST = 2.4
const NARROW = 480 // pixels of a window
const EDGE = 24 // pixels around all of it, for its rulers
// Around what will be added to, for a place beyond it: its whole, or so many pixels of it.
const [ENOUGH, ENOUGH_THERE] = [50, 46] // on a desk; in a narrow window, as wide as a fingertip
const SPARE = 2 // of these it can do without, rather than be shown anew
const GAP = 1 / 12 // of a place, before it
const [LARGE, LARGE_THERE] = [0.75, 0.6] // so large, places are whole, and there is room beyond them if it can be
const MUCH = 1.15 // times larger: worth a new look, while nobody is about to click
const STEP = 70 // pixels a key moves the map
const STRAY = 7 // so far a finger may slip and it is still a click
const SLACK = 8

/** What a camera looks at. */
interface Subject {
  all: () => Box
  matters: () => Box | null // what must be seen where all is too much
  readable: number // the least zoom it chooses
  largest: number
  place: number // how large a place is
  growing: () => boolean // it will be added to, and has room around for such places
  still: () => boolean // whoever looks is about to click, or sees what happened there
}

const clamp = (x: number, least: number, most: number) => Math.min(Math.max(x, least), Math.max(least, most))

export class Camera {
  wide = $state(800)
  high = $state(500)
  dragging = $state(false)
  private taken = $state(false) // somebody has it in hand
  private at = $state.raw<Look>({ x: 0, y: 0, zoom: 1 })
  private readonly fingers = new Map<number, Spot>()
  private strayed = 0

  constructor(private readonly map: Subject) {}

  private held: { look: Look; wide: number; high: number; grows: boolean } | null = null
  /** It stays as it is while all that should be seen is in sight: nothing moves under the pointer. Cards that went
   *  leave room for others to be larger: so they are when somebody else is asked. */
  private readonly fitted = $derived.by(() => {
    const { wide, high, held } = this
    const all = this.map.all()
    const grows = this.map.growing()
    const needed = this.largestFor(all, grows) < this.map.readable ? (this.map.matters() ?? all) : all
    const still = this.map.still()
    const same = held && held.wide === wide && held.high === high && (still || held.grows === grows)
    const look = this.fit(this.map.readable, grows)
    const better = look.zoom >= MUCH * (held?.look.zoom ?? 0) && !still
    if (same && !better && this.holds(held.look, needed, grows)) return held.look
    this.held = { look, wide, high, grows }
    return look
  })
  readonly now: Look = $derived(this.taken ? this.at : this.fitted)
  /** Beyond which edges there is more. */
  readonly over = $derived.by(() => {
    const { x, y, w, h } = this.map.all()
    const { x: left, y: top, zoom } = this.now
    return {
      left: left + x * zoom < -SLACK,
      right: left + (x + w) * zoom > this.wide + SLACK,
      up: top + y * zoom < -SLACK,
      down: top + (y + h) * zoom > this.high + SLACK,
    }
  })
  /** All is in sight: a finger may scroll the page over it. */
  readonly whole = $derived(!this.taken && !Object.values(this.over).some(Boolean))

  private holds({ x, y, zoom }: Look, box: Box, grows: boolean): boolean {
    const smallest = zoom <= this.map.readable // then what is too large is looked at in parts
    const edge = this.around(zoom, grows)
    const within = (from: number, size: number, room: number) =>
      from >= edge - SPARE && (from + size <= room - edge + SPARE || (smallest && size > room - 2 * edge))
    return within(x + box.x * zoom, box.w * zoom, this.wide) && within(y + box.y * zoom, box.h * zoom, this.high)
  }

  private fit(least: number, grows: boolean): Look {
    const { x, y, w, h } = this.map.all()
    const zoom = clamp(grows ? this.roomy() : this.largestFor(this.map.all(), false), least, this.map.largest)
    const edge = this.around(zoom, grows)
    const here = this.map.matters() ?? { x, y, w, h }
    const along = (from: number, size: number, eye: number, room: number) => {
      if (size * zoom + 2 * edge <= room + 1) return room / 2 - (from + size / 2) * zoom
      return clamp(room / 2 - eye * zoom, room - (from + size) * zoom - edge, edge - from * zoom)
    }
    return { zoom, x: along(x, w, here.x + here.w / 2, this.wide), y: along(y, h, here.y + here.h / 2, this.high) }
  }

  /** The zoom with room for whole places and more beyond them; where it would be small, for places alone. */
  private roomy(): number {
    const { place } = this.map
    const large = this.narrow ? LARGE_THERE : LARGE
    const ring = grown(this.map.all(), place)
    const whole = this.toHold(ring)
    const more = this.toHold(grown(ring, GAP * place), this.enough)
    return more >= large ? more : whole >= large ? whole : this.largestFor(this.map.all(), true)
  }

  private get narrow(): boolean {
    return this.wide < NARROW
  }
  /** Pixels that are enough of a place. */
  private get enough(): number {
    return this.narrow ? ENOUGH_THERE : ENOUGH
  }
  /** Pixels that must be free around everything. */
  private around(zoom: number, grows: boolean): number {
    return grows ? Math.min(this.map.place * zoom, this.enough + GAP * this.map.place * zoom) : EDGE
  }
  /** The largest zoom at which they are. */
  private largestFor(box: Box, grows: boolean): number {
    if (!grows) return this.toHold(box, EDGE)
    const along = (size: number, room: number) =>
      Math.max((room - 2 * this.enough) / (size + 2 * GAP * this.map.place), room / (size + 2 * this.map.place))
    return Math.min(along(box.w, this.wide), along(box.h, this.high))
  }
  private toHold(box: Box, edge = 0): number {
    return Math.min((this.wide - 2 * edge) / box.w, (this.high - 2 * edge) / box.h)
  }

  /** What is in sight of a place that the edge cuts, if that is large enough to hit. */
  strip(box: Box): Box | null {
    const { x, y, zoom } = this.now
    const cut = (from: number, size: number, shift: number, room: number) => {
      const [low, high] = [Math.max(from, (1 - shift) / zoom), Math.min(from + size, (room - 1 - shift) / zoom)]
      return [low, high - low] as const
    }
    const [left, w] = cut(box.x, box.w, x, this.wide)
    const [top, h] = cut(box.y, box.h, y, this.high)
    const least = Math.min(w, h)
    return !this.taken && least * zoom > this.enough / 2 && least < box.w ? { x: left, y: top, w, h } : null
  }

  private put(x: number, y: number, zoom: number): void {
    const all = this.map.all()
    const within = (to: number, from: number, size: number, room: number) =>
      clamp(to, room / 2 - (from + size) * zoom, room / 2 - from * zoom)
    this.at = { zoom, x: within(x, all.x, all.w, this.wide), y: within(y, all.y, all.h, this.high) }
    this.taken = true
  }

  follow(): void {
    this.taken = false
  }
  /** All of it, however small. */
  overview(): void {
    this.at = this.fit(FARTHEST, this.map.growing())
    this.taken = this.at.zoom < this.map.readable
  }
  /** Something new lies there: whoever has the map in hand is shown it, too. */
  reveal(box: Box): void {
    if (!this.taken) return
    const { x, y, zoom } = this.now
    const by = (from: number, size: number, room: number) => Math.max(0, SLACK - from) - Math.max(0, from + size + SLACK - room)
    const dx = by(x + box.x * zoom, box.w * zoom, this.wide)
    const dy = by(y + box.y * zoom, box.h * zoom, this.high)
    if (box.w * zoom > this.wide || box.h * zoom > this.high) this.follow()
    else if (dx || dy) this.move(dx, dy)
  }
  move(dx: number, dy: number): void {
    this.put(this.now.x + dx, this.now.y + dy, this.now.zoom)
  }
  zoom(by: number, x = this.wide / 2, y = this.high / 2): void {
    const to = clamp(this.now.zoom * by, FARTHEST, NEAREST)
    const real = to / this.now.zoom
    this.put(x - (x - this.now.x) * real, y - (y - this.now.y) * real, to)
  }
  /** Bring this into the middle, large enough to read. */
  visit(box: Box): void {
    const zoom = Math.max(this.now.zoom, Math.min(1, this.map.largest))
    this.put(this.wide / 2 - (box.x + box.w / 2) * zoom, this.high / 2 - (box.y + box.h / 2) * zoom, zoom)
  }

  // --- By hand ---

  readonly hold: Attachment<HTMLElement> = (ground) => {
    const acts: [string, (event: any) => void, AddEventListenerOptions?][] = [
      ["pointerdown", this.down],
      ["pointermove", this.drag],
      ["pointerup", this.up],
      ["pointercancel", this.up],
      ["wheel", this.wheel, { passive: false }],
      ["keydown", this.key],
      ["focusin", this.show],
      ["click", this.still, { capture: true }],
    ]
    for (const [name, act, how] of acts) ground.addEventListener(name, act, how)
    return () => acts.forEach(([name, act, how]) => ground.removeEventListener(name, act, how))
  }

  private readonly down = (event: PointerEvent) => {
    if ((event.target as Element).closest("[data-carried]")) return // that is carried, and the map stays where it is
    if (!this.fingers.size) this.strayed = 0
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }
  private readonly drag = (event: PointerEvent) => {
    const was = this.fingers.get(event.pointerId)
    if (!was) return
    const now = { x: event.clientX, y: event.clientY }
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1]
    const way = Math.hypot(now.x - was.x, now.y - was.y)
    if (!other && this.strayed + way < STRAY) return
    this.strayed += way
    this.dragging = true
    const ground = event.currentTarget as Element
    ground.setPointerCapture(event.pointerId)
    this.fingers.set(event.pointerId, now)
    if (!other) return this.move(now.x - was.x, now.y - was.y)
    const box = ground.getBoundingClientRect()
    const apart = (one: Spot) => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y))
    this.zoom(apart(now) / apart(was), (now.x + other.x) / 2 - box.x, (now.y + other.y) / 2 - box.y)
  }
  private readonly up = (event: PointerEvent) => {
    this.fingers.delete(event.pointerId)
    if (!this.fingers.size) setTimeout(() => (this.dragging = false))
  }
  /** The end of a drag is no choice. */
  private readonly still = (event: MouseEvent) => {
    if (this.strayed >= STRAY) event.stopPropagation()
    this.strayed = 0
  }
  private readonly wheel = (event: WheelEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect()
    event.preventDefault()
    this.zoom(Math.exp(-event.deltaY / 500), event.clientX - box.x, event.clientY - box.y)
  }
  private readonly key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const deeds: Record<string, () => void> = {
      ArrowLeft: () => this.move(STEP, 0),
      ArrowRight: () => this.move(-STEP, 0),
      ArrowUp: () => this.move(0, STEP),
      ArrowDown: () => this.move(0, -STEP),
      "+": () => this.zoom(1.25),
      "=": () => this.zoom(1.25),
      "-": () => this.zoom(0.8),
      "0": () => this.overview(),
    }
    if (!deeds[event.key]) return
    event.preventDefault()
    event.stopPropagation()
    deeds[event.key]!()
  }
  /** What has the focus comes into sight. */
  private readonly show = (event: FocusEvent) => {
    if (event.target === event.currentTarget || !(event.target as Element).matches(":focus-visible")) return
    const at = (event.target as Element).getBoundingClientRect()
    const box = (event.currentTarget as Element).getBoundingClientRect()
    const dx = Math.max(0, box.left + SLACK - at.left) - Math.max(0, at.right + SLACK - box.right)
    const dy = Math.max(0, box.top + SLACK - at.top) - Math.max(0, at.bottom + SLACK - box.bottom)
    if ((dx || dy) && at.width < box.width) this.move(dx, dy)
  }
}

const grown = ({ x, y, w, h }: Box, by: number): Box => ({ x: x - by, y: y - by, w: w + 2 * by, h: h + 2 * by })

/** What holds all of these cells, each so large. */
export function around(corners: Spot[], size: number): Box {
  if (!corners.length) return { x: 0, y: 0, w: size, h: size }
  const xs = corners.map((one) => one.x)
  const ys = corners.map((one) => one.y)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, w: Math.max(...xs) - x + size, h: Math.max(...ys) - y + size }
}
