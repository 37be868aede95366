// Written by `python -m tools.protocol` from src/fabletop/games/coraline/view.py and catalog.py: change that.

export interface CardEntry {
  deck: string
  final: boolean
  name: string
  needs: string[]
  words: string
}

export interface Catalog {
  cards: Record<string, CardEntry>
  characters: Record<string, CharacterEntry>
  moons: number
  objects: Record<string, ObjectEntry>
  rooms: RoomEntry[]
}

export interface CharacterEntry {
  called: string
  home: string | null
  name: string
}

export interface FollowedCard {
  deck: "beldam" | "coraline"
  id: string
  name: string
  needs: string[]
  words: string
}

/** What a seat has seen and can remember. */
export interface Known {
  beldam: KnownWoe[]
  deck: KnownInDeck[]
  hands: KnownInHand[]
}

export interface KnownInDeck {
  card: string
  from_below: number
}

export interface KnownInHand {
  card: string
  seat: number
}

export interface KnownWoe {
  card: string
  from_above: number
}

export interface ObjectEntry {
  kind: "starter" | "treasure"
  name: string
  start: string | null
}

export interface ObjectView {
  hidden: boolean
  id: string
  name: string
}

export interface RoomEntry {
  beside: string[]
  column: number
  id: string
  name: string
  portraits: string[]
  row: number
}

export interface RoomView {
  characters: string[]
  column: number
  id: string
  name: string
  objects: ObjectView[]
  portraits: string[]
  row: number
}

export interface SeatView {
  button: "black" | "colour" | null
  hand: number
  name: string
  seat: number
}

export interface StoryCard {
  id: string
  name: string
  needs: string[]
  words: string
}

export interface View {
  active: number | null
  asked: number | null
  asks: number[]
  beldam_deck: number
  beldam_discard: string[]
  beldam_torn: string[]
  boxed: string[]
  deck: number
  discard: string[]
  edition: string
  ending: string | null
  final_card_discarded: boolean
  following: FollowedCard | null
  game: string
  hand: StoryCard[]
  hush: boolean
  known: Known
  moon: number
  off_board: string[]
  options: Record<string, string>
  phase: string
  rooms: RoomView[]
  round: number
  satchel: string[]
  seat: number | null
  seats: SeatView[]
  turn: number
}
