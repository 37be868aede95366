// Written by `python -m tools.protocol` from src/fabletop/games/storybook/view.py and catalog.py: change that.

/** The ids of the cards that a side has captured. */
export interface Captured {
  heroes: string[]
  villains: string[]
}

export interface CardEntry {
  ally: boolean
  id: string
  leader: boolean
  name: string
  points: number
  set: string
  side: string
  sides: [number, number][]
  team: string
  words: string
}

export interface Catalog {
  ap: number
  cards: Record<string, CardEntry>
  costs: Record<string, number>
  full_hand: number
  teams: TeamEntry[]
  twists: Record<string, TwistEntry>
}

/** What a Plot Twist has laid on a card for a time. */
export interface Effect {
  card: string
  cell: [number, number]
  seat: number
  words: string
}

export interface InHand {
  ally: boolean
  card: string
  held: boolean
  leader: boolean
  name: string
  points: number
  sides: [number, number][]
}

/** A card in play; what lies face down may be unknown. */
export interface Lying {
  ally?: boolean
  card?: string
  cell: [number, number]
  doomed: boolean
  leader?: boolean
  name?: string
  owner: number
  points?: number
  shows?: [number, number][]
  sides?: [number, number][]
  turns: number | null
  up: boolean
}

export interface OwnTwist {
  hourglass: string[]
  id: string
  name: string
  spent: boolean
  words: string
}

export interface Score {
  heroes: number
  villains: number
}

export interface Seat {
  ally: string | null
  champion: string | null
  deck: number
  hand: number
  name: string
  returned: string | null
  seat: number
  secret: boolean
  side: "heroes" | "villains"
  twist: string
}

export interface Strike {
  bests: boolean
  captures: boolean
  from: [number, number]
  overwhelms: boolean
  shields: number
  swords: number
  to: [number, number]
  way: "east" | "north" | "south" | "west"
  words: string
}

/** A Champion's or an Ally's cards; an Ally has one entry a side (SB-BUILD.3). */
export interface TeamEntry {
  cards: string[]
  id: string
  kind: string
  name: string
  set: string
  side: string
}

export interface TwistEntry {
  hourglass: string[]
  id: string
  lasting: boolean
  name: string
  side: string
  team: string
  words: string
}

export interface View {
  active: number | null
  ap: number
  asked: number | null
  battle: string
  captured: Captured
  edition: string
  effects: Effect[]
  filling: [number, number] | null
  game: string
  hand: InHand[]
  options: Record<string, string>
  phase: string
  quiet: number
  score: Score
  seat: number | null
  seats: Seat[]
  stall: number
  strikes: Strike[]
  table: Lying[]
  target: number
  turn: number
  twist: OwnTwist | null
  warning: string
}
