// A night as one plan: a rabbit is chosen, then its space; one that has moved is taken back by a click.

import type { Standing, Table } from "../../lib/board"
import type { Option } from "../../lib/protocol"
import type { View } from "./view"

export class Plan {
  private chosen = $state<{ rabbit: string; number: number } | null>(null)

  readonly board: Table // the same table, on which a space is where the chosen rabbit goes

  constructor(private readonly table: Table) {
    this.board = Object.assign(Object.create(table) as Table, {
      standing: (thing: string) => this.standing(thing),
      pick: (thing: string) => this.pick(thing),
    })
  }

  private get view(): View {
    return this.table.position.view as View
  }
  private readonly hops = $derived.by(() => this.table.position.question.options.filter((option) => option.verb === "hop"))
  /** Whose rabbit the spaces are lit for: the one that was clicked, that of a hint, or the next, one's own before others. */
  readonly rabbit: string | null = $derived.by(() => {
    const free = [...new Set(this.hops.map((option) => option.thing.split(" ")[1]!))]
    const own = this.view.characters.find((who) => who.seat === this.table.seat)?.character
    const { chosen } = this
    if (chosen?.number === this.table.position.number && free.includes(chosen.rabbit)) return chosen.rabbit
    return free.find((name) => this.table.pointed === `rabbit ${name}`) ?? free.find((name) => name === own) ?? free[0] ?? null
  })
  private readonly movable = $derived.by(() => this.table.options(`rabbit ${this.rabbit}`).some((option) => option.to))
  private moved(thing: string): string | null {
    const name = thing.startsWith("rabbit ") ? thing.slice(7) : ""
    return this.table.canTakeBack && this.view.moved_rabbits.includes(name) ? name : null
  }
  private to(thing: string): Option | undefined {
    return this.table.options(`rabbit ${this.rabbit}`).find((option) => option.to === thing)
  }

  private standing(thing: string): Standing {
    if (this.movable && thing === `rabbit ${this.rabbit}`) return "chosen"
    return this.to(thing) || this.moved(thing) ? "can" : this.table.standing(thing)
  }

  private pick(thing: string): void {
    const option = this.to(thing)
    const moved = this.moved(thing)
    if (option) this.table.choose(option)
    else if (moved) void this.takeBack(moved)
    else if (thing.startsWith("rabbit ") && this.table.options(thing).some((hop) => hop.to))
      this.chosen = { rabbit: thing.slice(7), number: this.table.position.number }
    else this.table.pick(this.movable && thing.startsWith("space ") ? `rabbit ${this.rabbit} ${thing}` : thing)
  }

  /** Answers are taken back until this rabbit is where it was; then the others go where they had gone. */
  private async takeBack(rabbit: string): Promise<void> {
    const { characters, moved_rabbits } = this.view
    const others = moved_rabbits.filter((name) => name !== rabbit)
    const went = (option: Option) => characters.find((who) => option.thing === `rabbit ${who.character}` && option.to === `space ${who.rabbit}`)
    await this.table.takeBack!(
      (view) => !(view as View).moved_rabbits.includes(rabbit),
      (options) => options.find((option) => others.includes(went(option)?.character ?? "")),
    )
    this.chosen = null
  }
}
