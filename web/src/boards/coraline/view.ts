// What the server sends of a game of Coraline (games/coraline/view.py, catalog.py).

export interface RoomView {
  id: string
  name: string
  column: number
  row: number
  portraits: string[]
  characters: string[]
  objects: { id: string; name: string; hidden: boolean }[]
}

export interface StoryCard {
  id: string
  name: string
  words: string
  needs: string[]
}

export interface View {
  seat: number | null
  phase: string
  asks: number[]
  ending: string | null
  round: number
  turn: number
  active: number | null
  moon: number
  rooms: RoomView[]
  off_board: string[]
  satchel: string[]
  boxed: string[]
  seats: { seat: number; name: string; hand: number; button: "colour" | "black" | null }[]
  hand: StoryCard[]
  deck: number
  discard: string[]
  following: (StoryCard & { deck: string }) | null
  beldam_deck: number
  beldam_discard: string[]
  hush: boolean
  known: {
    deck: { from_below: number; card: string }[]
    hands: { seat: number; card: string }[]
    beldam: { from_above: number; card: string }[]
  }
  final_card_discarded: boolean
}

export interface Catalog {
  moons: number
  rooms: { id: string; name: string; beside: string[] }[]
  characters: Record<string, { name: string; called: string; home: string | null }>
  objects: Record<string, { name: string; kind: "treasure" | "starter"; start: string | null }>
  cards: Record<string, { name: string; deck: string; words: string; needs: string[]; final: boolean }>
}
