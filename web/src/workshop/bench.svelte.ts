// A work on the bench: its content, what was done to it and can be undone, and what the server says of it.

import { Failed, NotNow } from "../lib/api"
import type { Checked, Declaration, Problem, SectionInfo, Work } from "../lib/protocol"
import { check, save, work as read } from "./api"
import { at, begins, entriesOf, put, samePath, type Entry, type Path, type Table } from "./content"

const PAUSE = 60 // milliseconds of stillness before what was typed is checked
export const AGAIN = 1500 // milliseconds after which a check that could not be made is asked for again
const RUN = 900 // typing in one field, without a longer pause, is undone at once
const MOST = 300 // steps back

export class Bench {
  work = $state.raw<Work>() as Work
  content = $state.raw<Table>({})
  checked = $state.raw<Checked>() as Checked
  catalog = $state.raw<Record<string, any> | null>(null) // the last that could be drawn
  trouble = $state("")
  busy = $state(false)
  waiting = $state(false) // the check of what was typed last has not come yet
  private past = $state.raw<Table[]>([])
  private future = $state.raw<Table[]>([])
  private last = { path: [] as Path, when: 0 }
  private timer: ReturnType<typeof setTimeout> | undefined
  private asked = 0

  readonly declared: Declaration

  constructor(work: Work, declared: Declaration) {
    this.declared = declared
    this.take(work)
  }

  private take(work: Work): void {
    this.work = work
    this.content = work.content
    this.told(work.checked)
  }
  private told(checked: Checked): void {
    this.checked = checked
    this.catalog = checked.catalog ?? this.catalog
  }

  // --- Entries and fields ---

  readonly entries = $derived.by(() =>
    this.declared.sections.flatMap((section) => entriesOf(this.content, section, this.declared)),
  )
  of = (section: string): Entry[] => this.entries.filter((entry) => entry.section.key === section)
  section = (key: string): SectionInfo | undefined => this.declared.sections.find((one) => one.key === key)
  value = (path: Path): any => at(this.content, path)
  problems = (path: Path): Problem[] => this.checked.problems.filter((one) => begins(one.path, path))
  /** Of an entry as a whole: what is wrong with no field of it. */
  problemsOf(entry: Entry): Problem[] {
    const fields = entry.section.fields.map((one) => one.key)
    return this.checked.problems.filter(
      (one) => begins(one.path, entry.path) && !fields.includes(String(one.path[entry.path.length])) && !this.inner(one, entry),
    )
  }
  private inner = (problem: Problem, entry: Entry) =>
    this.entries.some((other) => other.path.length > entry.path.length && begins(problem.path, other.path))
  readonly musts = $derived(this.checked.problems.filter((one) => one.must))
  readonly unbalanced = $derived(this.checked.problems.filter((one) => !one.must))

  // --- Changing ---

  readonly mine = $derived(this.work.info.mine)
  readonly changed = $derived(this.content !== this.work.content)
  readonly canUndo = $derived(this.past.length > 0)
  readonly canRedo = $derived(this.future.length > 0)

  set(path: Path, value: unknown): void {
    if (!this.mine || at(this.content, path) === value) return
    const now = Date.now()
    const running = samePath(path, this.last.path) && now - this.last.when < RUN
    this.last = { path, when: now }
    this.become(put(this.content, path, value), running)
  }
  /** Several changes as one step. */
  setAll(changes: [Path, unknown][]): void {
    if (!this.mine) return
    this.last.when = 0
    this.become(
      changes.reduce((content, [path, value]) => put(content, path, value), this.content),
      false,
    )
  }
  private become(content: Table, running: boolean): void {
    if (!running || !this.past.length) this.past = [...this.past, this.content].slice(-MOST)
    this.future = []
    this.content = content
    this.ask()
  }
  add(section: SectionInfo, parent: Path): Path {
    const list = this.value(parent) ?? []
    const taken = new Set(this.entries.map((entry) => entry.id))
    let number = list.length + 1
    while (taken.has(`new-${number}`)) number += 1
    const path = [...parent, list.length]
    this.setAll([[path, { id: `new-${number}`, ...(section.names && section.names !== "id" ? { [section.names]: "" } : {}) }]])
    return path
  }
  undo(): void {
    const before = this.past.at(-1)
    if (!before) return
    this.past = this.past.slice(0, -1)
    this.future = [...this.future, this.content]
    this.content = before
    this.last.when = 0
    this.ask()
  }
  redo(): void {
    const after = this.future.at(-1)
    if (!after) return
    this.future = this.future.slice(0, -1)
    this.past = [...this.past, this.content]
    this.content = after
    this.last.when = 0
    this.ask()
  }

  // --- The server ---

  /** Soon, and only the newest answer counts. */
  private ask(): void {
    clearTimeout(this.timer)
    this.waiting = true
    this.timer = setTimeout(() => void this.look(), PAUSE)
  }
  private async look(): Promise<void> {
    const mine = ++this.asked
    try {
      const found = await check(this.work.info.game, this.content)
      if (mine !== this.asked) return
      this.told(found)
      this.trouble = ""
    } catch (error) {
      if (mine !== this.asked) return
      this.trouble = (error as Error).message
      if (error instanceof NotNow) {
        clearTimeout(this.timer)
        this.timer = setTimeout(() => void this.look(), AGAIN)
        return
      }
    }
    this.waiting = false
  }
  async save(wish: { title?: string; text?: string } = {}): Promise<boolean> {
    this.busy = true
    try {
      const { info } = this.work
      const content = wish.text === undefined ? { content: this.content } : {}
      const sent = this.content
      const saved = await save(info.id, { after: info.version, ...content, ...wish })
      this.trouble = ""
      if (wish.text === undefined && this.content !== sent) {
        this.work = { ...saved, content: sent } // typed on meanwhile
      } else {
        if (wish.text !== undefined) this.past = [...this.past, sent]
        this.take(saved)
      }
      return true
    } catch (error) {
      this.trouble = error instanceof Failed ? error.message : String(error)
      return false
    } finally {
      this.busy = false
    }
  }
  /** What an earlier version had, as a change that can be undone. */
  async bringBack(version: number): Promise<void> {
    const found = await read(this.work.info.id, version)
    this.last.when = 0
    this.become(found.content, false)
  }
}
