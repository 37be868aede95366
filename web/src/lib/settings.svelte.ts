// What a person likes, kept in this browser.

/** A table as it was set up last. */
export interface Remembered {
  players: number
  seats: Record<number, string>
  options: Record<string, string>
  clock: number
  patience: number
  standIn: string
  late?: string
}

export interface Settings {
  look: "system" | "light" | "dark"
  motion: "system" | "off"
  sounds: boolean
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
  sounds: false,
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
  try {
    localStorage.setItem(KEY, JSON.stringify(settings))
  } catch {
    // a browser that keeps nothing still plays
  }
  show()
}

show()
systemDark.addEventListener("change", show)
