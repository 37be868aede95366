// What is asked over HTTP.

import type {
  Curve,
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
  People,
  PersonPage,
  Phrase,
  Rename,
  Shelf,
} from "./protocol"

/** The hourglass before a Plot Twist's words: few fonts have it, and the card draws it. */
export const readable = (text: string) => text.replaceAll("⧗ ", "")

/** The server said no, or could not be reached; `message` is for people. */
export class Failed extends Error {}

export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    })
  } catch {
    throw new Failed("The server cannot be reached. Is it running?")
  }
  const text = readable(await answer.text())
  if (!answer.ok) throw new Failed(wordsOf(text) || `The server answered ${answer.status}.`)
  return JSON.parse(text || "null")
}

function wordsOf(text: string): string {
  try {
    return JSON.parse(text).words ?? ""
  } catch {
    return ""
  }
}

const books = new Map<string, Promise<GameBook>>()

export const shelf = () => ask<Shelf>("GET", "/api/shelf")
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
export const person = (page: string) => ask<PersonPage>("GET", `/api/persons/${page}`)
export const people = () => ask<People>("GET", "/api/me/people")
export const inviteAgain = (handle: string) => ask<Made>("POST", `/api/me/people/${handle}/invite`, {})
export const block = (handle: string, blocked: boolean) =>
  ask<People>("PUT", `/api/me/people/${handle}/blocked`, { blocked })
export const redeem = (token: string) => ask<Rename>("POST", "/api/link", { token })
export const curve = (code: string) => ask<Curve>("GET", `/api/tables/${code}/curve`)
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
