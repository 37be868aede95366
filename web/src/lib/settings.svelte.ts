// What a person likes, kept in this browser; of who is kept, also by the server, for their other browsers.

import { keepSettings, me } from "./api"

/** A table as it was set up last. */
export interface Remembered {
  players: number
  seats: Record<number, string>
  options: Record<string, string>
  clock: number
  patience: number
  standIn: string
  late?: string
  freeUndo?: boolean
}

export interface Settings {
  look: "system" | "light" | "dark"
  motion: "system" | "off"
  sounds: boolean
  volume: number // of them, 0 to 1
  notices: boolean // a desktop notice when it is my turn and the page is hidden
  confirm: "never" | "warned" | "ends" | "always" // before answers with a warning, those that end a turn, or all
  passing: boolean // at new tables, what may be empty passes by itself
  think: boolean // but it always waits for me
  pace: number // seconds between the moves of bots
  beats: number // how long the moments last in which something happens: 1 is half a second each, 0 not at all
  level: string // of the bots that "Play now" seats
  tables: Record<string, Remembered> // by game
}

const KEY = "fabletop"
const DEFAULTS: Settings = {
  look: "system",
  motion: "system",
  sounds: true,
  volume: 0.5,
  notices: false,
  confirm: "warned",
  passing: true,
  think: false,
  pace: 0.9,
  beats: 1,
  level: "fair",
  tables: {},
}

function load(): Settings {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}")
    if (typeof kept.confirm === "boolean") kept.confirm = kept.confirm ? "warned" : "never"
    return { ...DEFAULTS, ...kept }
  } catch {
    return { ...DEFAULTS }
  }
}

export const settings = $state<Settings>(load())
const systemDark = matchMedia("(prefers-color-scheme: dark)")

function show(): void {
  const dark = settings.look === "dark" || (settings.look === "system" && systemDark.matches)
  document.documentElement.dataset.look = dark ? "dark" : "light"
  document.documentElement.dataset.motion = settings.motion
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", dark ? "#1b1714" : "#f4ecd8")
}

export function change(wish: Partial<Settings>): void {
  Object.assign(settings, wish)
  write(KEY, JSON.stringify(settings))
  show()
  if (isKept()) {
    clearTimeout(sending)
    sending = setTimeout(() => void send(), 500)
  }
}

function write(key: string, words: string): void {
  try {
    localStorage.setItem(key, words)
  } catch {
    // a browser that keeps nothing still plays
  }
}

// --- Of who is kept ---

const KEPT = "fabletop-kept"
let sending: ReturnType<typeof setTimeout> | undefined

const isKept = () => localStorage.getItem(KEPT) === "yes"
const send = () => keepSettings(settings).catch(() => undefined) // the next change will do

/** From now on the server keeps the settings of this person, as they are in this browser. */
export function nowKept(): void {
  write(KEPT, "yes")
  void send()
}

/** Whoever this browser is now, is not kept. */
export function notKept(): void {
  write(KEPT, "")
}

/** The settings that a kept person has on all devices; without any yet, those of this browser. */
export function adopt(kept: Partial<Settings>): void {
  write(KEPT, "")
  change(kept)
  nowKept()
}

/** What was changed on another device. */
async function refresh(): Promise<void> {
  const found = await me()
  if (!found.kept) notKept()
  else if (Object.keys(found.settings).length) {
    write(KEPT, "")
    change(found.settings as Partial<Settings>)
    write(KEPT, "yes")
  }
}
if (isKept()) refresh().catch(() => undefined)

show()
systemDark.addEventListener("change", show)
