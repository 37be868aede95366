// What happens, one moment after the other: the beats of the story are played over a board that shows already how it
// came out. What a beat is about looks as it did before, until that beat has ended; nobody has to wait for any of it.

import { tick } from "svelte"
import { clearOf } from "./clear"
import { boxOf, drawn, pictureOf, type Box, type Picture } from "./pictures"
import type { Beat, Line } from "./protocol"
import { settings } from "./settings.svelte"

const EACH = 500 // milliseconds
const MOST = 3000 // for all that wait: the server counts clocks from then on
const HURRIED = 600 // for who hurries the bots

export interface Shown {
  beat: Beat
  words: string
  time: number
  thing: Box | null
  start: Box | null
  to: Box | null
  board: Box
}

/** The names of what changes with a beat; where something goes for good, that is counted there. */
function changes(beat: Beat): string[] {
  if (beat.look === "move") return beat.thing ? [beat.thing] : [beat.start ?? "", beat.to ?? ""].filter(Boolean)
  if (beat.look === "gone") return [beat.thing ?? "", beat.to ?? ""].filter(Boolean)
  return beat.thing && beat.look !== "clash" ? [beat.thing] : []
}

export class Beats {
  now = $state.raw<Shown | null>(null) // the one that is before all eyes
  on = $state(false) // there is one, or will be at once
  ahead = $state.raw<Line | null>(null) // the first of what has just happened that was not before the eyes yet

  private waiting: Line[] = []
  private before = new Map<string, Picture | null>() // how things looked that will change; null: they were not there
  private layer: HTMLElement | null = null
  private readonly veil = new CSSStyleSheet() // over things that look as before, elsewhere
  private hidden = ""
  private flying: Picture | null = null
  private origin = { x: 0, y: 0 }
  private each = EACH
  private running: Promise<void> | null = null
  private wake = () => {}

  /** The element in which all is drawn. */
  readonly draws = (layer: HTMLElement) => {
    this.layer = layer
    document.adoptedStyleSheets.push(this.veil)
    return () => {
      this.skip()
      this.layer = null
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== this.veil)
    }
  }

  /** Whether things happen at once, for who wants it so or looks elsewhere. */
  get still(): boolean {
    const calm = settings.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches
    return calm || settings.beats === 0 || document.hidden || this.layer === null
  }

  /** These lines come next, for the first time or once more: call it before the board changes. */
  begin(lines: Line[], { hurried = false, again = false } = {}): void {
    const fresh = lines.filter((line) => line.beat)
    if (!fresh.length || this.still) return
    if (!this.waiting.length) this.origin = this.corner()
    for (const line of fresh) for (const name of changes(line.beat!)) this.remember(name)
    this.on = true
    if (!again) this.ahead ??= fresh[0]!
    this.waiting.push(...fresh)
    this.each = Math.min(EACH, (hurried ? HURRIED : MOST) / this.waiting.length) * settings.beats
    this.cover()
    this.running ??= this.run()
  }

  /** To the end of it. */
  skip(): void {
    this.waiting = []
    this.finish()
    this.wake()
  }

  /** Wait until all of it was seen. */
  async seen(): Promise<void> {
    await this.running
  }

  /** The board was scrolled: what is drawn over it goes along. */
  follow(): void {
    const { x, y } = this.shift()
    if (this.layer) this.layer.style.translate = `${x}px ${y}px`
  }

  // --- One after the other ---

  private async run(): Promise<void> {
    while (this.waiting.length) {
      await tick()
      this.leave()
      const line = this.waiting[0]
      if (!line) break
      this.show(line)
      await new Promise<void>((wake) => {
        this.wake = wake
        setTimeout(wake, this.each)
      })
      if (this.waiting[0] === line) this.end(line)
    }
    this.finish()
    this.running = null
  }

  private end(line: Line): void {
    this.fly(null)
    this.waiting.shift()
    const later = new Set(this.waiting.flatMap((one) => changes(one.beat!)))
    for (const name of changes(line.beat!)) if (!later.has(name)) this.forget(name)
  }

  /** A place from which something came, and which is still there, need not look as before. */
  private leave(): void {
    const kept = new Set(this.waiting.map(({ beat }) => beat!.thing || beat!.to))
    for (const { beat } of this.waiting) {
      if (!beat!.thing && beat!.start && !kept.has(beat!.start) && drawn(beat!.start)) this.forget(beat!.start)
    }
  }

  private show(line: Line): void {
    const beat = line.beat!
    if (this.ahead === line) this.ahead = this.waiting[1] ?? null
    const who = line.seat === null ? null : this.box(`seat ${line.seat}`)
    const [thing, start, to] = [this.box(beat.thing), this.box(beat.start) ?? who, this.box(beat.to)]
    this.now = { beat, words: line.words, time: this.each, thing, start, to, board: this.inSight(".board")! }
    if (beat.look === "move") this.move(beat, thing, start, to)
    else if (beat.look === "gone") this.vanish(this.before.get(beat.thing ?? ""), to)
  }

  private move(beat: Beat, thing: Box | null, start: Box | null, to: Box | null): void {
    const name = beat.thing || beat.to || ""
    const again = this.waiting.slice(1).some((line) => changes(line.beat!).includes(name))
    const real = drawn(name)
    const known = this.before.get(beat.thing ?? "") ?? this.before.get(beat.start ?? "")
    const picture = known ?? (real ? this.take(real) : null)
    if (!picture) return
    if (!known) this.fly(picture)
    const from = known || !start ? null : fitted(picture.box, start)
    const end = !again && real ? this.boxOf(real) : to && thing ? middle(to, picture.box) : (to ?? picture.box)
    const steps = from ? [{ transform: onto(picture.box, from) }, { transform: onto(picture.box, end) }] : [{ transform: onto(picture.box, end) }]
    picture.node.animate(steps, { duration: this.each * 0.9, easing: "ease-in-out", fill: "forwards" })
  }

  /** What is new on the table comes from elsewhere; with the next moment it has arrived. */
  private fly(picture: Picture | null): void {
    this.flying?.node.remove()
    this.flying = picture
    if (picture) this.layer?.append(picture.node)
  }

  private vanish(picture: Picture | null | undefined, to: Box | null): void {
    const end = picture && to ? onto(picture.box, fitted(picture.box, to)) : "scale(0.6)"
    picture?.node.animate([{}, { transform: end, opacity: 0 }], { duration: this.each, easing: "ease-in", fill: "forwards" })
  }

  // --- What looks as before ---

  private remember(name: string): void {
    if (this.before.has(name)) return
    const found = drawn(name)
    this.before.set(name, found ? this.take(found) : null)
  }

  private take(element: Element): Picture {
    const { x, y } = this.shift()
    return pictureOf(element, -x, -y)
  }

  private cover(): void {
    for (const picture of this.before.values()) if (picture && !picture.node.isConnected) this.layer!.append(picture.node)
    const names = [...this.before.keys()].map((name) => CSS.escape(name))
    const hidden = names.map((name) => `.board [data-thing="${name}"], .board [data-place="${name}"]`)
    this.hide(names.length ? `${hidden.join(", ")} { opacity: 0 !important; transition: none !important }` : "")
  }

  /** With what slides at rest (see `.slides`): where things end is measured. It names things alone, for a rule that fits
   *  all would have the whole page styled anew. */
  private hide(rules: string): void {
    if (rules === this.hidden) return
    this.hidden = rules
    this.veil.replaceSync(rules)
    document.querySelector(".board")?.toggleAttribute("data-veiled", rules !== "")
  }

  private forget(name: string): void {
    this.before.get(name)?.node.remove()
    this.before.delete(name)
    this.cover()
  }

  private finish(): void {
    for (const picture of this.before.values()) picture?.node.remove()
    this.before.clear()
    this.fly(null)
    this.hide("")
    this.now = null
    this.ahead = null
    this.on = false
    if (this.layer) this.layer.style.translate = ""
  }

  // --- Where things are, as the layer counts ---

  private corner(): { x: number; y: number } {
    const board = document.querySelector(".board")
    const { x, y } = board?.getBoundingClientRect() ?? { x: 0, y: 0 }
    return { x: x - (board?.scrollLeft ?? 0), y: y - (board?.scrollTop ?? 0) }
  }

  private shift(): { x: number; y: number } {
    const { x, y } = this.corner()
    return { x: x - this.origin.x, y: y - this.origin.y }
  }

  /** Where a thing is to be seen. */
  private box(name = ""): Box | null {
    const found = drawn(name)
    return this.before.get(name)?.box ?? (found ? this.boxOf(found) : null)
  }

  /** What is shown hides as little as may be of what can be chosen already and of what it tells of; then, of one's hand. */
  lay(shown: HTMLElement): void {
    const { now } = this
    if (!now) return
    const all = (things: string) => [...document.querySelectorAll(things)].map((one) => this.boxOf(one))
    const told = [now.thing, now.start, now.to].filter((box) => box !== null)
    const side = this.inSight('[data-region="side"]')
    const { x, y } = clearOf(
      { w: shown.offsetWidth, h: shown.offsetHeight },
      side ? [now.board, side] : [now.board],
      [...all('.board [data-standing="can"]'), ...told],
      all('[data-region="hand"] [data-thing]'),
    )
    Object.assign(shown.style, { left: `${x}px`, top: `${y}px` })
  }

  /** What the window shows of it, below the question. */
  private inSight(region: string): Box | null {
    const found = document.querySelector(region)
    if (!found) return null
    const { x, y, w, h } = boxOf(found)
    const top = Math.max(y, document.querySelector(".head")?.getBoundingClientRect().bottom ?? 0)
    const shift = this.shift()
    return { x: x - shift.x, y: top - shift.y, w, h: Math.max(0, Math.min(innerHeight, y + h) - top) }
  }

  private boxOf(element: Element): Box {
    const box = boxOf(element)
    const { x, y } = this.shift()
    return { ...box, x: box.x - x, y: box.y - y }
  }
}

/** As large as it is, in the middle of another box. */
function middle(box: Box, size: Box): Box {
  return { x: box.x + (box.w - size.w) / 2, y: box.y + (box.h - size.h) / 2, w: size.w, h: size.h }
}

/** In the middle of another box, and no larger than that, in its own proportions. */
function fitted(box: Box, into: Box): Box {
  const scale = Math.min(1, into.w / (box.w || 1), into.h / (box.h || 1))
  return middle(into, { ...box, w: box.w * scale, h: box.h * scale })
}

function onto(from: Box, to: Box): string {
  return `translate(${to.x - from.x}px, ${to.y - from.y}px) scale(${to.w / (from.w || 1)}, ${to.h / (from.h || 1)})`
}
