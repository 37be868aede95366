// Written by `python -m tools.protocol` from src/fabletop/games/condyle/view.py and catalog.py: change that.

export interface ActEntry {
  boogeyman: boolean
  name: string
  set: string
  words: string
}

export interface ActView {
  act: string | null
  slot: number
  up: boolean
}

export interface CardEntry {
  count: number
  does: string[]
  his: string
  kind: "building" | "defensive" | "ordinary"
  name: string
  set: string
  solo: string
  words: string
}

export interface CarriedView {
  by: number
  from: string
  number: number
  spared: number[]
  target: number | null
  what: string
}

/** The cards and spaces of an edition, by their ids. */
export interface Catalog {
  acts: Record<string, ActEntry>
  cards: Record<string, CardEntry>
  charms: Record<string, CharmEntry>
  cul_de_sacs: Record<string, CulDeSacEntry>
  spaces: Record<string, SpaceEntry>
}

export interface CharmEntry {
  count: number
  deck: string
  name: string
  permanent: boolean
  words: string
}

export interface CulDeSacEntry {
  acts: string[]
  name: string
}

export interface DecksView {
  cove?: number
  haunted?: number
  move?: number
  winter?: number
}

export interface GhostView {
  counted?: number
  heard: number
  screams: number
}

export interface LastActView {
  act: string
  slot: number
}

export interface RememberedView {
  card: string
  from_top: number
  in: string
}

export interface SeatView {
  boost: number
  cell: [number, number] | null
  discard: (string | null)[]
  fate: string | null
  hand: number
  known: string[]
  live: boolean
  name: string
  permanent: string[]
  pile: number
  remembered: RememberedView[]
  seat: number
  shield: number
  top: string | null
}

export interface SpaceEntry {
  deck: string
  name: string
  words: string
}

export interface SpaceView {
  cell: [number, number] | null
  name: string
  pawns: number[]
  ring?: number
  space: string
}

/** All that a seat may know of a game of Condyle Cove. */
export interface View {
  active: number | null
  acts: ActView[]
  asked: number | null
  carried_out: CarriedView[]
  cul_de_sac: string
  decks: DecksView
  edition: string
  first: number
  game: string
  ghost?: GhostView
  gone: string[]
  hand: string[]
  last_act: LastActView | null
  looked_at: string[]
  map: SpaceView[]
  moves?: string[]
  options: Record<string, string>
  phase: string
  played?: string[]
  seat: number | null
  seats: SeatView[]
  steps: number
  to_place: string[]
  turn: number
}
