// What the server sends of a game of Condyle Cove (games/condyle/view.py, catalog.py).

export interface SpaceView {
  cell: [number, number] | null
  space: string
  name: string
  pawns: number[]
  ring?: number
}

export interface SeatView {
  seat: number
  name: string
  live: boolean
  fate: string | null
  hand: number
  pile: number
  discard: (string | null)[]
  cell: [number, number] | null
  permanent: string[]
  boost: number
  shield: number
  top: string | null
  known: string[]
  remembered: { in: string; from_top: number; card: string }[]
}

export interface View {
  options: Record<string, string>
  seat: number | null
  phase: string
  asked: number | null
  turn: number
  active: number | null
  cul_de_sac: string
  map: SpaceView[]
  seats: SeatView[]
  hand: string[]
  acts: { slot: number; up: boolean; act: string | null }[]
  last_act: { slot: number; act: string } | null
  decks: { cove?: number; winter?: number; haunted?: number; move?: number }
  carried_out: { from: string; what: string; by: number; target: number | null; number: number; spared: number[] }[]
  looked_at: string[]
  to_place: string[]
  steps: number
  gone: string[]
  ghost?: { screams: number; waited: number }
  moves?: string[]
  played?: string[]
}

export interface Words {
  name: string
  words: string
}
export interface Catalog {
  spaces: Record<string, Words & { deck: string }>
  cul_de_sacs: Record<string, { name: string; acts: string[] }>
  cards: Record<string, Words & { kind: "defensive" | "building" | "ordinary"; count: number; steps: number | null }>
  acts: Record<string, Words & { boogeyman: boolean }>
  charms: Record<string, Words & { deck: string; permanent: boolean; count: number }>
}
