// What is asked over HTTP.

import type {
  Curve,
  Daily,
  Devices,
  Figures,
  GameBook,
  History,
  Known,
  Link,
  Made,
  Me,
  NewTable,
  Next,
  Notices,
  People,
  PersonPage,
  Phrase,
  PlayDeal,
  PlayOn,
  Quiet,
  Ratings,
  Rename,
  Shelf,
  Subscribe,
} from "./protocol"

/** The hourglass before a Plot Twist's words: few fonts have it, and the card draws it. */
export const readable = (text: string) => text.replaceAll("⧗ ", "")

/** The server said no, or could not be reached; `message` is for people. */
export class Failed extends Error {}
/** Not now: the same may be answered in a while. */
export class NotNow extends Failed {}
class Unreachable extends NotNow {}
const TOO_MANY = 429

export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    })
  } catch {
    throw new Unreachable("The server cannot be reached. Is it running?")
  }
  const text = readable(await answer.text())
  if (!answer.ok) throw new (answer.status === TOO_MANY ? NotNow : Failed)(wordsOf(text) || `The server answered ${answer.status}.`)
  return JSON.parse(text || "null")
}

function wordsOf(text: string): string {
  try {
    return JSON.parse(text).words ?? ""
  } catch {
    return ""
  }
}

const LAST_SHELF = "fabletop-shelf"
const OFFLINE = "The server cannot be reached: this is the shelf as you last saw it. What you open now may not be there."

/** Without a line to the server there is still the shelf as it was, and it says so. */
async function remembered(asked: Promise<Shelf>): Promise<Shelf> {
  try {
    const found = await asked
    keep(LAST_SHELF, JSON.stringify(found))
    return found
  } catch (error) {
    const last = localStorage.getItem(LAST_SHELF)
    if (!(error instanceof Unreachable) || !last) throw error
    return { ...JSON.parse(last), notice: OFFLINE }
  }
}

function keep(name: string, words: string): void {
  try {
    localStorage.setItem(name, words)
  } catch {
    // a browser that keeps nothing has no shelf without a server
  }
}

const books = new Map<string, Promise<GameBook>>()

export const shelf = () => remembered(ask<Shelf>("GET", "/api/shelf"))
export const openTable = (wish: NewTable) => ask<Made>("POST", "/api/tables", wish)
export const rename = (name: string) => ask<unknown>("PUT", "/api/me", { name })
export const devices = () => ask<Devices>("GET", "/api/me/devices")
export const endDevice = (id: string) => ask<Devices>("DELETE", `/api/me/devices/${id}`)
export const makeLink = () => ask<Link>("POST", "/api/me/link")
export const me = () => ask<Me>("GET", "/api/me")
export const keepSettings = (settings: object) => ask<unknown>("PUT", "/api/me/settings", { settings })
export const showMe = (shown: boolean) => ask<Me>("PUT", "/api/me/shown", { shown })
export const forgetMe = () => ask<Rename>("DELETE", "/api/me")
export const dropPasskey = (id: string) => ask<Me>("DELETE", `/api/me/passkeys/${id}`)
export const makePhrase = () => ask<Phrase>("POST", "/api/me/phrase", {})
export const dropPhrase = () => ask<Me>("DELETE", "/api/me/phrase")
export const usePhrase = (words: string, bring: boolean) => ask<Known>("POST", "/api/phrase", { words, bring })
export const nextTable = (after: string) => ask<Next>("GET", `/api/me/next?after=${after}`)
export const putAside = (code: string, archived: boolean) =>
  ask<unknown>("PUT", `/api/me/tables/${code}/archived`, { archived })
export const history = (wanted: Record<string, string>) =>
  ask<History>("GET", `/api/me/history?${new URLSearchParams(wanted)}`)
export const figures = () => ask<Figures>("GET", "/api/me/figures")
export const ratings = () => ask<Ratings>("GET", "/api/me/ratings")
/** "": today. */
export const daily = (day: string) => ask<Daily>("GET", `/api/daily${day && `/${day}`}`)
export const playDeal = (game: string, wish: PlayDeal) => ask<Made>("POST", `/api/daily/${game}`, wish)
export const askHouse = (day: string, game: string) => ask<Daily>("POST", `/api/daily/${day}/${game}/house`, {})
export const dealAddress = (day: string, game: string) => `/api/daily/${day}/${game}/replay`
export const person = (page: string) => ask<PersonPage>("GET", `/api/persons/${page}`)
export const people = () => ask<People>("GET", "/api/me/people")
export const inviteAgain = (handle: string) => ask<Made>("POST", `/api/me/people/${handle}/invite`, {})
export const block = (handle: string, blocked: boolean) =>
  ask<People>("PUT", `/api/me/people/${handle}/blocked`, { blocked })
export const redeem = (token: string) => ask<Rename>("POST", "/api/link", { token })
export const notices = () => ask<Notices>("GET", "/api/me/notices")
export const keepQuiet = (quiet: Quiet) => ask<Notices>("PUT", "/api/me/notices", quiet)
export const mailTo = (address: string) => ask<Notices>("PUT", "/api/me/mail", { address })
export const subscribe = (wish: Subscribe) => ask<Notices>("POST", "/api/me/push", wish)
export const unsubscribe = (endpoint: string) => ask<Notices>("POST", "/api/me/push/stop", { endpoint })
export const newFeed = () => ask<Notices>("POST", "/api/me/feed")
export const endFeed = () => ask<Notices>("DELETE", "/api/me/feed")
export const takeHoliday = (begins: number, ends: number) => ask<Notices>("POST", "/api/me/holidays", { begins, ends })
export const endHoliday = (begins: number) => ask<Notices>("DELETE", `/api/me/holidays/${begins}`)
export const curve = (code: string) => ask<Curve>("GET", `/api/tables/${code}/curve`)
export const playOn = (code: string, wish: PlayOn) => ask<Made>("POST", `/api/tables/${code}/play-on`, wish)
export const exportAddress = (code: string) => `/api/tables/${code}/export`

/** Rules of a game, and the cards of an edition by its digest, or of today's; fetched once. */
export function book(game: string, edition = ""): Promise<GameBook> {
  const address = `/api/games/${game}${edition && `?edition=${edition}`}`
  let found = books.get(address)
  if (!found) {
    found = ask<GameBook>("GET", address)
    found.catch(() => books.delete(address))
    books.set(address, found)
  }
  return found
}
