// One socket to one table. Every message has an id and is answered once; what was not answered is sent again after a
// reconnection. Whoever uses this never learns that the line was down, except through `onstate`.

import { readable } from "./api"
import type { FromPage, FromServer, Reply, Update } from "./protocol"
import { isOutdated } from "./upgrade"

/** `gone`: there is no such table; `cut`: the server wants no more of this page. */
export type Line = "connecting" | "open" | "waiting" | "gone" | "cut"

/** A message without its id, which is given here. */
export type Message = FromPage extends infer M ? (M extends { id: number } ? Omit<M, "id"> : never) : never

const FIRST_WAIT = 250
const WAIT = 2000 // between attempts, at most
const LONGEST_WAIT = 8000 // and when there were many
const MANY = 15
// A server that sleeps says nothing, and its tables go on at another: it is asked when it was silent for so long, and
// left when it does not answer; later, where answers take their time.
const QUIET = 1000
const ANSWER = 1500
const LOOK_EVERY = 250
const RIVAL = 500 // who left it may be led to it again: then a second line is tried after so long
const UNKNOWN = 4404 // the server's word for: no such table
const CLOSED = 4410 // and for: not any more, with a reason

interface Handlers {
  /** What the page has already, for Hello. */
  have: () => { version: number; log: number; chat: number }
  update: (update: Update) => void
  state: (line: Line, attempt: number, why?: string) => void
}

export class Connection {
  private socket: WebSocket | null = null
  private rival: WebSocket | null = null // tried beside it, while that is not open
  private nextId = 1
  private readonly client = randomName()
  private readonly unanswered = new Map<number, { text: string; done: (reply: Reply) => void }>()
  private greeted = false
  private attempt = 0
  private retry = 0
  private heard = 0
  private asked = 0 // when we last did, and have not heard anything since
  private trip = 0 // how long an answer took, lately
  private left = false // a server that said nothing any more
  private closed = false
  private readonly beat: number

  constructor(
    private readonly address: string,
    private readonly on: Handlers,
  ) {
    this.beat = window.setInterval(() => this.check(), LOOK_EVERY)
    addEventListener("online", this.hurry)
    document.addEventListener("visibilitychange", this.hurry)
    this.connect()
  }

  send(message: Message): Promise<Reply> {
    const id = this.nextId++
    const text = JSON.stringify({ ...message, id })
    return new Promise((done) => {
      this.unanswered.set(id, { text, done })
      if (this.greeted) this.socket!.send(text)
    })
  }

  close(): void {
    this.closed = true
    clearInterval(this.beat)
    clearTimeout(this.retry)
    removeEventListener("online", this.hurry)
    document.removeEventListener("visibilitychange", this.hurry)
    this.dropRival()
    this.socket?.close()
  }

  private connect(): void {
    clearTimeout(this.retry)
    this.on.state("connecting", this.attempt)
    this.heard = Date.now()
    this.asked = Date.now()
    const socket = (this.socket = this.line())
    if (this.left) {
      this.retry = window.setTimeout(() => {
        if (socket === this.socket && socket.readyState === WebSocket.CONNECTING) this.rival = this.line()
      }, RIVAL + 2 * this.trip)
    }
  }

  private line(): WebSocket {
    const socket = new WebSocket(this.address)
    socket.onopen = () => {
      if (socket === this.rival) [this.socket, this.rival] = [this.rival, this.socket]
      this.dropRival()
      if (socket === this.socket) this.greet(socket)
    }
    socket.onmessage = (event) => {
      if (socket === this.socket) this.hear(JSON.parse(readable(event.data)))
    }
    socket.onclose = (event) => {
      if (socket === this.rival) this.rival = null
      else if (socket === this.socket && this.rival) [this.socket, this.rival] = [this.rival, null]
      else if (socket === this.socket) this.lost(event.code, event.reason)
    }
    return socket
  }

  private dropRival(): void {
    const rival = this.rival
    this.rival = null
    rival?.close()
  }

  private greet(socket: WebSocket): void {
    const id = this.nextId++
    const hello = { type: "hello", id, client: this.client, visible: isSeen(), ...this.on.have() }
    this.unanswered.set(id, {
      text: "",
      done: (reply) => {
        if (reply.refused) {
          this.close()
          this.on.state("gone", 0)
          return
        }
        if (isOutdated(reply.page ?? "")) {
          location.reload()
          return
        }
        this.greeted = true
        this.left = false
        this.attempt = 0
        this.on.state("open", 0)
        for (const { text } of this.unanswered.values()) if (text) socket.send(text)
      },
    })
    socket.send(JSON.stringify(hello))
  }

  private hear(message: FromServer): void {
    this.heard = Date.now()
    if (this.asked) this.trip = Math.max(this.heard - this.asked, this.trip * 0.9)
    this.asked = 0
    if (message.type === "update") {
      this.on.update(message)
      return
    }
    const waiting = this.unanswered.get(message.id)
    this.unanswered.delete(message.id)
    waiting?.done(message)
  }

  private lost(code: number, why = ""): void {
    this.greeted = false
    for (const [id, { text }] of this.unanswered) if (!text) this.unanswered.delete(id)
    if (this.closed) return
    if (code >= 4400 && code < 4500) {
      this.close()
      this.on.state(code === UNKNOWN || code === CLOSED ? "gone" : "cut", 0, code === CLOSED ? why : "")
      return
    }
    const most = this.attempt < MANY ? WAIT : LONGEST_WAIT
    const wait = Math.min(most, FIRST_WAIT * 2 ** this.attempt) * (0.75 + Math.random() / 2)
    this.attempt += 1
    this.on.state("waiting", this.attempt)
    this.retry = window.setTimeout(() => this.connect(), wait)
  }

  /** The line may be dead without anybody having said so. */
  private check(): void {
    if (this.closed || !this.socket || this.socket.readyState > WebSocket.OPEN) return
    const now = Date.now()
    if (this.asked && now - this.asked > this.patience) {
      setTimeout(this.giveUp, 50, this.socket, this.asked) // what came while the page was busy is heard first
    } else if (this.greeted && !this.asked && now - this.heard > QUIET) {
      this.asked = now
      void this.send({ type: "ping" })
    }
  }

  private readonly giveUp = (dead: WebSocket, asked: number) => {
    if (this.closed || dead !== this.socket || asked !== this.asked) return
    this.socket = null
    this.left ||= this.greeted
    dead.close()
    this.dropRival()
    this.lost(0)
  }

  /** For an answer: longer for who is far away, or tries in vain, or comes to a server that waits for the table. */
  private get patience(): number {
    const answer = ANSWER + 4 * this.trip
    if (this.greeted) return answer
    if (this.socket?.readyState === WebSocket.OPEN) return LONGEST_WAIT
    return Math.min(LONGEST_WAIT, answer * 2 ** (this.attempt ? this.attempt - 1 : 1))
  }

  private readonly hurry = () => {
    if (!this.closed && this.greeted) void this.send({ type: "attend", visible: isSeen() })
    if (this.closed || !isSeen()) return
    if (this.greeted) this.check()
    else if (this.socket?.readyState !== WebSocket.CONNECTING) this.connect()
  }
}

const isSeen = () => document.visibilityState !== "hidden"

function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("")
}
