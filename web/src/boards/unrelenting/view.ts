// Written by `python -m tools.protocol` from src/fabletop/games/unrelenting/view.py and catalog.py: change that.

export interface Catalog {
  characters: Person[]
  columns: number
  dividing_line: number
  entrance: string
  goal: string
  items: Record<string, ItemEntry>
  ladders: LadderEntry[]
  levels: Level[]
  outline: string[]
  rows: number
  slots: number
}

export interface Character {
  away: boolean
  character: string
  control: number
  insanity: number
  name: string
  rabbit: string
  rabbit_beside: boolean
  rabbit_carried: boolean
  seat: number | null
  slots: (Slot | null)[]
  space: string | null
}

export interface House {
  columns: number
  dividing_line: number
  entrance: string
  ladder_spaces: Record<string, string[]>
  outline: string[]
  rows: number
}

export interface Item {
  guarded_from: string[]
  item: string
  name: string
  point: string
  stopper: boolean
}

export interface ItemEntry {
  home: string
  id: string
  name: string
  sides: ("both" | "control" | "insanity")[]
  stopper: boolean
}

export interface LadderEntry {
  id: string
  name: string
  spaces: string[]
  start: string
}

export interface Level {
  id: string
  name: string
}

export interface Person {
  about: string
  id: string
  name: string
  roles: Role[]
}

/** A role as its card has it (UO-COMP.8); `role` is its key if it is one that is paid for. */
export interface Role {
  role: string | null
  rule: string
  title: string
  words: string
}

export interface Slot {
  foreign: boolean
  item: string
  name: string
  side: "both" | "control" | "insanity"
}

export interface View {
  asked: number | null
  board: House
  characters: Character[]
  closed_half: string | null
  cycle: number
  dawn: number | null
  divided: boolean
  edition: string
  follows: boolean
  game: string
  items: Item[]
  ladders: Record<string, string>
  mode: string
  moved_rabbits: string[]
  options: Record<string, string>
  paths: Record<string, Record<string, string[]>>
  phase: string
  picks: number[]
  roll: number[] | null
  seat: number | null
  spent: string[]
  tilly_half: string
  turn: string
  used_roles: string[]
  winners: string[]
}
