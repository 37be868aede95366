// Looking closely: at cards, pieces and places, wherever they lie or are named.

import { cutAtNames, type Subject } from "./lore"
import type { Room } from "./room.svelte"

export class Looking {
  lens = $state.raw<{ subject: Subject; anchor: Element; stays: boolean } | null>(null)

  constructor(private readonly room: Room) {}

  private readonly subjects = $derived.by(() => {
    const { drawn, book } = this.room
    return new Map(drawn && book ? drawn.subjects(book.catalog).map((one) => [one.key, one]) : [])
  })
  subject(key: string): Subject | undefined {
    return this.subjects.get(key)
  }
  private named(name: string): Subject | undefined {
    return [...this.subjects.values()].find((one) => one.name === name)
  }
  /** A text cut into words and names; every second part is a name. */
  readonly cutAtNames = $derived.by(() => cutAtNames(this.subjects.values()))

  /** Bring a thing of the board before the eyes; false: there is nothing more to see of it. */
  atThing(thing: string, anchor: Element, stays: boolean): boolean {
    const { position, drawn } = this.room
    const key = position && drawn?.subject(thing, position.view)
    return this.bring(key ? this.subject(key) : undefined, anchor, stays)
  }
  atName(name: string, anchor: Element, stays: boolean): boolean {
    return this.bring(this.named(name), anchor, stays)
  }
  private bring(subject: Subject | undefined, anchor: Element, stays: boolean): boolean {
    if (!subject || (this.lens?.stays && !stays)) return false
    this.lens = { subject, anchor, stays }
    return true
  }
  away(): void {
    if (!this.lens?.stays) this.lens = null
  }

  /** What was told last that has a picture, of the answer that ended the game. */
  readonly stroke = $derived.by((): { words: string; subject: Subject } | null => {
    const { log } = this.room
    const last = log.filter((line) => line.number === log.at(-1)!.number)
    for (const { words } of last.reverse()) {
      const subject = this.cutAtNames(words).flatMap((part, i) => (i % 2 ? (this.named(part) ?? []) : []))[0]
      if (!subject) continue
      const [told] = subject.words ? words.split(subject.words) : [words] // the picture says the rest
      return { words: told!.replace(/[:.\s]+$/, "."), subject }
    }
    return null
  })
}
