// A table as this page knows it: what the server told, what the person is doing, and where in the past they look.

import { tick } from "svelte"
import { notice } from "./attention"
import { book } from "./api"
import { Beats } from "./beats.svelte"
import type { Table as BoardTable } from "./board"
import { Connection, type Line as Wire } from "./connection"
import { Looking } from "./looking.svelte"
import type { Drawn } from "./lore"
import { calling, reworded, whoPlays } from "./people"
import { thingAt } from "./reach"
import { settings } from "./settings.svelte"
import { play } from "./sound"
import { between, parts } from "./story"
import { brief, wording } from "./wording"
import { ME, toYou } from "./you"
import type { Chat, Coach, GameBook, Hint, Line, Notes, Option, Position, Refused, Reply, Seat, Table, Update } from "./protocol"

/** What is said below the prompt: one thing at a time. */
export type Whisper =
  | { kind: "why"; thing: string; reasons: { words: string; rule: string }[] }
  | { kind: "hint"; hint: Hint; done: number } // of its steps
  | { kind: "word"; words: string; rule: string }

interface Past {
  position: Position
  hands: Record<string, any>[] | null
}

const MY_ROLE = new RegExp(`${ME} \\([^)]*\\)`, "g") // "Anna (Scheherazade)", where I am Anna
const REST = 350 // milliseconds between answers that go on by themselves, where these are drawn moment by moment
const READING = 1100 // and where they are not
const PATIENCE = 15_000 // so long a thing that was carried to a place waits for the question where it goes

export class Room {
  table = $state.raw<Table | null>(null)
  live = $state.raw<Position | null>(null)
  log = $state.raw<Line[]>([])
  news = $state.raw<Line[]>([]) // what came with the last position
  chat = $state.raw<Chat[]>([])
  coach = $state.raw<Coach | null>(null)
  notes = $state.raw<Notes>({ seat: null, words: "", things: {} })
  open_notes = $state.raw<Notes[]>([]) // after the end: everybody's
  book = $state.raw<GameBook | null>(null)
  wire = $state<Wire>("connecting")
  parting = $state("") // the table is gone: what the server said of it
  attempt = $state(0)
  heardAt = $state(0) // when the clocks of `table` were right
  readonly beats = new Beats()
  readonly looking = new Looking(this)

  private reviewing = $state(false) // a review is nothing but looking back
  at = $state<number | null>(null) // looking at the position after so many answers; null: at the present
  private past = $state.raw<Past | null>(null)
  private beforePast = $state.raw<Record<string, any> | null>(null)
  private memory = new Map<number, Past>()

  whisper = $state.raw<Whisper | null>(null)
  wentBack = $state("") // somebody took an answer back; until the game goes on
  said = $state.raw<Chat | null>(null) // to me, until it is answered, put aside, or I have played on
  outOfReach = $state.raw<ReadonlySet<string>>(new Set()) // things that are asked about and lie nowhere in sight
  thinking = $state(false) // a hint was asked for
  asking = $state.raw<Option | null>(null) // an answer that waits for "yes, I am sure"
  chooser = $state.raw<{ thing: string; options: Option[] } | null>(null)
  drawn = $state.raw<Drawn | null>(null) // how this game is drawn
  chair = $state<number | null>(null) // a spectator stands behind this seat
  unread = $state(0)
  tab = $state("story")
  folded = $state(false) // only the board, without what is beside it
  rule = $state("") // the rule to show in the rules panel
  hurrying = $state(false)
  rolling = $state(false) // looking back goes on by itself
  private rolls = 0
  private again: Line[] | null = null // what is shown once more, where that is not all
  fallenSeen = $state(false) // that I am out has been read
  sheetClosed = $state(false) // how the game ended has been read

  private acted = $state<number | null>(null) // the position I answered, until the next one comes
  private retaking = $state(false) // answers are taken back, and some given again
  private owed = false
  private positions = 0 // that have come
  private arrive = () => {}
  private carried: { thing: string; place: string; at: () => [number, number]; number: number; until: number } | null = null
  private beforeLive = $state.raw<Record<string, any> | null>(null)
  private version = -1
  private readonly line: Connection

  constructor(
    readonly code: string,
    reviewing = false,
  ) {
    this.reviewing = reviewing
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${encodeURIComponent(code)}`
    this.line = new Connection(address, {
      have: () => ({ version: this.version, log: this.log.length, chat: this.chat.at(-1)?.number ?? 0 }),
      update: (update) => this.take(update),
      state: (wire, attempt, why = "") => {
        this.wire = wire
        this.attempt = attempt
        this.parting = why
      },
    })
  }

  close(): void {
    this.line.close()
  }

  // --- What is shown ---

  readonly position = $derived(this.at === null ? this.live : (this.past?.position ?? this.live))
  readonly number = $derived(this.live?.number ?? 0)
  readonly seat = $derived(this.table?.seat ?? null)
  /** I sit here and answer myself: I have not resigned, and no bot keeps my seat. */
  readonly playing = $derived.by(() => {
    const mine = this.seat === null ? undefined : this.table?.seats[this.seat]
    return this.table?.status === "playing" && mine !== undefined && !mine.away && !mine.resigned
  })
  /** No other people play. */
  readonly alone = $derived(!this.table?.seats.some((seat) => seat.holder === "person" && !seat.away && !seat.you))
  readonly myTurn = $derived(this.playing && (this.live?.question.seats.includes(this.seat!) ?? false))
  readonly busy = $derived(this.acted !== null || this.retaking)
  readonly options = $derived(
    this.at === null && this.myTurn && !this.busy && !this.reviewing ? (this.live?.question.options ?? []) : [],
  )
  private readonly onThings = $derived.by(() => {
    const found = new Map<string, Option[]>()
    for (const option of this.options) found.set(option.thing, [...(found.get(option.thing) ?? []), option])
    return found
  })
  /** Buttons of the prompt: what is not on the board, and people where nothing else is to be chosen. */
  readonly buttons = $derived.by(() => {
    const people = this.options.every((option) => option.thing === "" || option.thing.startsWith("seat "))
    const always = ({ thing }: Option) => thing === "" || this.outOfReach.has(thing) || this.drawn?.buttons?.includes(thing)
    return this.options.filter((option) => people || always(option))
  })
  /** As numbered in the list of choices: the buttons first. */
  readonly choices = $derived([...this.buttons, ...this.options.filter((option) => !this.buttons.includes(option))])
  readonly suggested = $derived.by(() => {
    const action = this.planned.length ? this.planned[0]!.action : (this.coach?.action ?? null)
    return action === null ? undefined : this.options.find((option) => option.action === action)
  })
  /** What is left of the move that a hint names; nothing, when it can no longer be made. */
  readonly planned = $derived.by(() => {
    if (this.whisper?.kind !== "hint") return []
    const steps = this.whisper.hint.steps.slice(this.whisper.done)
    const off = this.whisper.done > 0 && this.options.length > 0 && !this.options.some((option) => option.action === steps[0]?.action)
    return off ? [] : steps
  })

  readonly board: BoardTable = ((room: Room) => ({
    get position() {
      return room.position!
    },
    get before() {
      return room.at === null ? room.beforeLive : room.beforePast
    },
    get since() {
      const [from, to] = room.lately
      const told = room.story.filter((part) => part.start >= from && part.start < to)
      return told.filter((part) => part.lines[0]!.data.seat !== room.seat)
    },
    get catalog() {
      return room.book!.catalog
    },
    get hints() {
      return room.book!.hints
    },
    get seat() {
      return room.seat
    },
    get chair() {
      return room.seat ?? room.chair
    },
    get hands() {
      return room.at === null ? null : (room.past?.hands ?? null)
    },
    get pointed() {
      return room.suggested?.thing || null
    },
    get towards() {
      return room.suggested?.to || null
    },
    get planned() {
      return room.planned.flatMap((step) => [step.thing, step.to]).filter(Boolean)
    },
    options: (thing: string) => room.onThings.get(thing) ?? [],
    standing: (thing: string) => (room.chooser?.thing === thing ? "chosen" : room.onThings.has(thing) ? "can" : "idle"),
    pick: (thing: string) => room.pick(thing),
    choose: (option: Option) => room.choose(option),
    drop: (thing: string, place: string, at: () => [number, number]) => room.drop(thing, place, at),
    get showing() {
      return room.beats.on
    },
    get canTakeBack() {
      return room.at === null && room.myTurn && !room.busy && room.live?.undo === null
    },
    takeBack: (enough: (view: Record<string, any>) => boolean, again: (options: Option[]) => Option | undefined) => room.retake(enough, again),
  }))(this)

  seatOf(number: number): Seat | undefined {
    return this.table?.seats[number]
  }

  /** Who plays a seat, in a word or two. */
  called(number: number): string {
    const seat = this.seatOf(number)
    return seat ? whoPlays(seat) : ""
  }

  /** Whether the sheet lies there that tells how the game ended. */
  readonly results = $derived(
    this.table?.status === "over" && !!this.live?.over && this.at === null && !this.reviewing && !this.sheetClosed && !this.beats.on,
  )
  readonly outcome = $derived.by((): "won" | "lost" | "drawn" | "watched" => {
    if (this.seat === null) return "watched"
    if (this.live?.winners.includes(this.seat)) return "won"
    return this.live?.losers.includes(this.seat) ? "lost" : "drawn"
  })

  /** How I came to be out, while the others play on. */
  readonly fallen = $derived.by(() =>
    this.table?.status === "playing" && this.live && this.seat !== null ? (this.drawn?.fallen?.(this.live.view, this.seat) ?? "") : "",
  )

  winner(seat: number): boolean {
    return this.table?.status === "over" && !this.beats.on && (this.live?.winners.includes(seat) ?? false)
  }

  // --- What the server says ---

  /** People are called by their names, and the game's words are the page's. */
  private readonly names = $derived(calling(this.table?.seats ?? []))
  private readonly words = $derived.by(() => {
    const { names } = this
    const said = wording(this.table?.game ?? "")
    return (words: string) => said(names(words))
  })
  private readonly tale = $derived.by(() => {
    const names = calling(this.table?.seats ?? [], ME)
    const said = wording(this.table?.game ?? "")
    return (words: string) => toYou(said(names(words)).replace(MY_ROLE, ME))
  })
  /** What is said to a seat, in the words that I would read it in. */
  toldTo(seat: number | null, words: string): string {
    return seat !== null && seat === this.seat ? this.tale(words) : this.words(words)
  }
  readonly proposal = $derived.by(() => this.table?.proposal && reworded(this.table.proposal, this.tale))
  private async ask(message: Parameters<Connection["send"]>[0]): Promise<Reply> {
    const { position, views, hint, reasons, ...said } = await this.line.send(message)
    return {
      ...reworded(said as Reply, this.words),
      hint: hint && reworded(hint, this.tale),
      reasons: reasons && reworded(reasons, this.tale), // they may begin with the question
      position: position && this.retold(position),
      views: views && reworded(views, this.names),
    }
  }
  private retold(position: Position): Position {
    const { question, result, undo, view } = position
    const options = question.options.map((option) => ({
      ...option,
      words: this.tale(option.words),
      sure: this.words(option.sure),
      ends: this.words(option.ends),
    }))
    return {
      ...position,
      view: reworded(view, this.names),
      result: this.words(result),
      undo: undo && this.words(undo),
      question: { ...question, prompt: this.tale(question.prompt), options },
    }
  }

  private take(raw: Update): void {
    const wasMine = this.myTurn
    const status = this.table?.status
    if (raw.table) {
      this.table = raw.table
      this.heardAt = Date.now()
      const { game, edition_digest } = raw.table
      if (!this.book) void book(game, edition_digest).then((found) => (this.book = found))
    }
    const update = {
      ...raw,
      position: raw.position && this.retold(raw.position),
      log: raw.log?.map((line) => ({ ...line, words: this.tale(line.words), gist: line.gist && brief(this.tale(line.gist)) })),
      coach: raw.coach && reworded(raw.coach, this.words),
    }
    const known = this.number
    if (update.log) this.log = [...this.log.slice(0, update.log_from ?? 0), ...update.log]
    if (update.chat) this.hearChat(update.chat)
    if (update.coach) this.coach = update.coach
    if (update.notes) this.notes = update.notes
    if (update.open_notes) this.open_notes = update.open_notes
    if (update.position) {
      const news = update.log?.filter((line) => line.number > known) ?? []
      this.news = news
      if (this.version >= 0 && this.at === null) this.beats.begin(news, { hurried: this.hurrying })
      this.takePosition(update.position)
    }
    this.version = update.version
    this.sound(update, wasMine, status)
    if (this.myTurn && this.hurrying) this.stopHurrying()
    if (this.wantsTime()) void this.hold()
    this.layDown()
  }

  /**
   * Whether to hold a window open without being told to: who always wants time, whatever they hold; and who could
   * play something, where nobody is there to learn that from it.
   */
  private wantsTime(): boolean {
    const open = this.table?.window
    const answered = this.acted === this.number
    if (!open || !this.myTurn || answered || this.reviewing || open.held.includes(this.seat!)) return false
    const unseen = this.alone && !this.table!.spectators.length
    return settings.think || (unseen && this.live!.question.options.length > 1)
  }

  private takePosition(position: Position): void {
    const earlier = this.live
    if (earlier && position.number < earlier.number) {
      this.memory.clear()
      this.wentBack = this.chat.filter((line) => line.at !== null).at(-1)?.words ?? ""
    } else if (position.number !== earlier?.number) this.wentBack = ""
    if (earlier && position.number !== earlier.number) {
      this.whisper = null
      this.asking = null
      this.chooser = null
    }
    this.live = position
    this.positions += 1
    this.arrive()
    if (this.owed) {
      this.acted = null
      this.owed = false
    }
    this.memory.set(position.number, { position, hands: null })
    void this.rememberMine(position)
  }

  /** What I saw before the answer that ended my last turn: the board marks what changed since. */
  private async rememberMine(position: Position): Promise<void> {
    const since = position.since
    for (const number of this.memory.keys()) {
      if (number < since - 1 && this.at === null) this.memory.delete(number)
    }
    if (since === 0) {
      this.beforeLive = null
      return
    }
    const then = await this.recall(since - 1)
    if (this.live?.since === since) this.beforeLive = then?.position.view ?? null
  }

  private hearChat(lines: Chat[]): void {
    const known = new Set(this.chat.map((line) => line.number))
    const fresh = lines.filter((line) => !known.has(line.number)) // after the end, also what the sides have said
    if (!fresh.length) return
    const looking = this.tab === "chat" && document.visibilityState === "visible"
    if (this.version >= 0 && !looking) {
      const others = fresh.filter((line) => this.isNews(line) && (!line.bot || this.askedBots))
      this.unread += others.length
      const said = others.filter((line) => line.who && !line.bot).at(-1) // what bots tell can wait
      if (said) this.said = said
    }
    this.chat = [...this.chat, ...fresh].sort((one, other) => one.number - other.number)
  }

  /** What bots tell by themselves is no news, but an answer is. */
  private get askedBots(): boolean {
    return this.chat.filter((line) => !line.bot && line.who).at(-1)?.number === this.chat.at(-1)?.number && this.chat.length > 0
  }

  /** Not what I said; nor what happened to the table, where I am alone with bots and did it myself. */
  private isNews(line: Chat): boolean {
    return line.seat !== this.seat && (line.who !== "" || !this.alone)
  }

  private sound(update: Update, wasMine: boolean, status: Table["status"] | undefined): void {
    if (this.reviewing || status === undefined) return
    if (this.myTurn && !wasMine) {
      play("turn")
      notice(`Your turn: ${this.table!.title}`)
    } else if (this.table?.status === "over" && status !== "over") play("end")
    else if (update.position && !this.myTurn) play("move")
    else if (update.chat?.some((line) => this.isNews(line) && !line.bot)) play("chat")
  }

  // --- Acting ---

  /** The thing whose menu this very click closes: what is clicked may have been meant as its target, and is asked about. */
  menuClosed: string | null = null

  pick(thing: string): void {
    if (this.busy) return
    if (this.at !== null || this.table?.status !== "playing") return
    const options = this.options.filter((option) => option.thing === thing)
    const isStray = this.menuClosed !== null && this.menuClosed !== thing
    this.menuClosed = null
    if (options.length === 1 && !isStray) this.choose(options[0]!)
    else if (options.length) this.chooser = { thing, options }
    else void this.why(thing)
  }

  /** A thing was carried to a place: picked, and as soon as a place for it is asked for, that one. */
  drop(thing: string, place: string, at: () => [number, number]): void {
    if (this.busy || this.at !== null || !this.live) return
    const mine = this.options.filter((option) => option.thing === thing)
    const there = mine.filter((option) => option.to === place)
    if (there.length === 1) return this.choose(there[0]!)
    if (!mine.length) return place ? this.pick(place) : undefined
    this.pick(thing)
    this.carried = { thing, place, at, number: this.number, until: Date.now() + PATIENCE }
  }
  private layDown(): void {
    const { carried } = this
    if (!carried || this.busy || !this.myTurn || this.number === carried.number) return
    this.carried = null
    if (Date.now() > carried.until) return
    if (this.options.some((option) => option.thing === carried.place)) return this.pick(carried.place)
    void tick().then(() => {
      const found = thingAt(carried.at())
      if (found) this.pick(found)
    })
  }

  choose(option: Option, sure = false): void {
    if (this.busy || this.at !== null || !this.live) return
    if (this.carried && option.thing !== this.carried.thing) this.carried = null
    this.chooser = null
    const careful = settings.confirm === "ends" && option.ends !== ""
    const warned = settings.confirm !== "never" && option.sure !== ""
    if ((warned || careful || settings.confirm === "always") && !sure) {
      this.asking = option
      return
    }
    void this.act(option)
  }

  /** Whether it was taken. */
  private async act(option: Option): Promise<boolean> {
    const number = this.live!.number
    this.beats.skip()
    this.asking = null
    this.whisper = this.goingOn(option)
    this.said = null
    this.acted = number
    const come = this.positions
    const reply = await this.ask({ type: "act", number, action: option.action })
    const offer = this.table?.proposal
    const proposed = offer?.action === option.action && offer.yes.includes(this.seat!)
    if (reply.refused || proposed || this.positions !== come) this.acted = null // it may be the same number again, once taken back
    else this.owed = true
    this.tellRefusal(reply)
    this.layDown()
    return !reply.refused
  }

  /** Who follows a hint keeps it until its move is made. */
  private goingOn(option: Option): Whisper | null {
    const hinted = this.whisper?.kind === "hint" ? this.whisper : null
    if (!hinted || this.planned[0]?.action !== option.action || this.planned.length < 2) return null
    return { ...hinted, done: hinted.done + 1 }
  }

  /** Let me think: the window that I am asked in waits for me, or what is proposed to us. */
  async hold(): Promise<void> {
    const passes = this.table?.window || typeof this.table?.proposal?.left === "number"
    if (passes && this.myTurn && this.at === null) await this.tell({ type: "hold", number: this.number })
  }

  private async why(thing: string): Promise<void> {
    const reply = await this.ask({ type: "why", number: this.number, thing })
    if (reply.refused) return this.tellRefusal(reply)
    this.whisper = { kind: "why", thing, reasons: reply.reasons ?? [] }
  }

  async askHint(): Promise<void> {
    if (!this.myTurn || this.thinking || this.at !== null) return
    this.thinking = true
    const number = this.number
    const reply = await this.ask({ type: "hint", number })
    this.thinking = false
    if (number !== this.number) return this.askHint() // about what is asked now
    if (reply.refused) return this.tellRefusal(reply)
    if (!reply.hint) return
    this.whisper = { kind: "hint", hint: reply.hint, done: 0 }
  }

  async undo(): Promise<void> {
    if (!this.live || this.at !== null) return
    if (this.live.undo !== null) this.say(this.live.undo)
    else this.tellRefusal(await this.ask({ type: "undo", number: this.number }))
  }

  /** All that may be taken back: the server says where that ends. */
  async undoAll(): Promise<void> {
    if (!this.live || this.at !== null || this.live.undo !== null) return this.undo()
    await this.undoUntil(() => false)
  }

  async undoUntil(enough: (view: Record<string, any>) => boolean): Promise<void> {
    while (this.live?.undo === null && !this.table?.proposal && !enough(this.live.view)) {
      const reply = await this.ask({ type: "undo", number: this.number })
      if (reply.refused) return this.tellRefusal(reply)
    }
  }

  async retake(enough: (view: Record<string, any>) => boolean, again: (options: Option[]) => Option | undefined): Promise<void> {
    this.retaking = true
    await this.undoUntil(enough)
    let option: Option | undefined
    while ((option = again(this.live!.question.options)) && (await this.act(option))) {
      if (this.owed) await new Promise<void>((come) => (this.arrive = come))
    }
    this.retaking = false
  }

  async hurry(): Promise<void> {
    this.hurrying = true
    await this.ask({ type: "pace", seconds: 0 })
  }

  private stopHurrying(): void {
    this.hurrying = false
    void this.line.send({ type: "pace", seconds: settings.pace })
  }

  /** Send something whose only answer may be a refusal. */
  async tell(message: Parameters<Connection["send"]>[0]): Promise<boolean> {
    const reply = await this.ask(message)
    this.tellRefusal(reply)
    return !reply.refused
  }

  say(words: string, rule = ""): void {
    this.whisper = { kind: "word", words, rule }
  }

  private tellRefusal(reply: Reply): void {
    const refused: Refused | null | undefined = reply.refused
    if (refused) this.say(refused.words, refused.rule)
  }

  showRule(id: string): void {
    this.rule = id
    this.tab = "rules"
    this.folded = false
    void tick().then(() => document.getElementById("panel")?.scrollIntoView({ block: "nearest" })) // on a phone it is far below
  }

  /** Whoever is asked now may be thinking about my answer: they are asked before I take it back. */
  readonly asksBeforeUndo = $derived(
    !this.table?.free_undo &&
      !!this.live?.question.seats.some((seat) => seat !== this.seat && this.seatOf(seat)?.holder === "person" && !this.seatOf(seat)?.away),
  )

  /** The board in lines of text. */
  async read(number: number): Promise<string[]> {
    const reply = await this.ask({ type: "look", number })
    return reply.position?.spoken ?? []
  }

  // --- Looking back ---

  private async recall(number: number): Promise<Past | null> {
    const known = this.memory.get(number)
    if (known && (known.hands || !this.reviewing)) return known
    const reply = await this.ask({ type: "look", number })
    if (!reply.position) {
      this.tellRefusal(reply)
      return null
    }
    const found = { position: reply.position, hands: reply.views ?? null }
    this.memory.set(number, found)
    return found
  }

  /** Show the position after so many answers; the present one ends looking back, except in a review. */
  async look(number: number): Promise<void> {
    this.rolling = false
    this.again = null
    await this.visit(number)
  }

  private async visit(number: number): Promise<void> {
    const wanted = Math.max(0, Math.min(this.number, number))
    const next = wanted === (this.at ?? this.number) + 1
    this.chooser = null
    this.asking = null
    this.beats.skip()
    if (wanted === this.number && !this.reviewing) {
      if (next) this.beats.begin(this.linesOf(wanted), { again: true })
      this.at = null
      return
    }
    this.at = wanted
    const [then, before] = await Promise.all([this.recall(wanted), wanted > 0 ? this.recall(wanted - 1) : null])
    if (this.at !== wanted || !then) return
    if (next) this.beats.begin(this.linesOf(wanted), { again: true })
    this.past = then
    this.beforePast = before?.position.view ?? null
    if (wanted < this.number) void this.recall(wanted + 1)
  }

  private linesOf(number: number): Line[] {
    return (this.again ?? this.log).filter((line) => line.number === number)
  }

  step(by: number): void {
    void this.look((this.at ?? this.number) + by)
  }

  /** From here on answer by answer, until the end or until somebody looks elsewhere; or to an answer, and then to now. */
  async roll(end?: number): Promise<void> {
    const mine = ++this.rolls
    this.rolling = true
    while (this.rolling && mine === this.rolls && this.at !== null && this.at < (end ?? this.number)) {
      await this.visit(this.at + 1)
      await this.beats.seen()
      await new Promise((done) => setTimeout(done, this.beats.still ? READING : REST * settings.beats))
    }
    if (mine !== this.rolls) return
    if (this.rolling && end !== undefined) this.present()
    this.rolling = false
    this.again = null
  }

  /** Of what happened, what was seen: the story does not run ahead of the board. */
  readonly told = $derived.by(() => {
    const ahead = this.beats.ahead ? this.log.indexOf(this.beats.ahead) : -1
    return ahead < 0 ? this.log : this.log.slice(0, ahead)
  })
  readonly story = $derived(parts(this.told))
  /** What others and the game did since my last turn: the lines of the story from the first number up to the second. */
  readonly lately = $derived.by((): [from: number, to: number] => {
    const ended = this.at === null && !this.live?.over ? (this.live?.since ?? 0) : 0
    return ended > 0 ? between(this.told, ended, this.seat!) : [0, 0]
  })
  /** That, once more. */
  readonly canReplay = $derived(!this.reviewing && this.lately[0] < this.lately[1])
  async replay(): Promise<void> {
    if (!this.canReplay) return
    const lines = this.told.slice(...this.lately)
    this.again = lines
    await this.visit(lines[0]!.number - 1)
    await this.roll(lines.at(-1)!.number)
  }

  playOrStop(): void {
    if (this.rolling) this.rolling = false
    else void (this.at === null ? this.replay() : this.roll())
  }

  present(): void {
    this.rolling = false
    this.at = null
  }

  /** Escape ends looking back. */
  leavePast(): void {
    if (this.reviewing) this.rolling = false
    else this.present()
  }
}
