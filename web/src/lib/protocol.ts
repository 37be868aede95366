// Written by `python -m tools.protocol` from src/fabletop/server/messages.py and workshop_messages.py: change that.

export interface Act {
  type: "act"
  id: number
  number: number
  action: number
}

/** PUT /api/me/tables/{code}/archived: put a table aside, or take it back; an invitation is gone then. */
export interface Archived {
  archived: boolean
}

export interface ArgumentInfo {
  kind: string
  expects: string
  optional: boolean
  offers: string[]
}

/** Before the start the host gives a seat to a bot, or opens it. Later who plays may propose another bot; */
export interface Arrange {
  type: "arrange"
  id: number
  seat: number
  holder: string
}

export interface AskHint {
  type: "hint"
  id: number
  number: number
}

/** POST /api/workshop/works/{id}/studies, answered by StudyInfo. */
export interface AskStudy {
  against?: string
  games?: number
  bot?: string
  players?: number | null
  seed?: number
  version?: number
}

/** Whether somebody can see this page: who looks is not told by other ways that it is their turn. */
export interface Attend {
  type: "attend"
  id: number
  visible: boolean
}

/** A moment at which people look up, and what to draw of it. Things and places are named as in views. */
export interface Beat {
  look: "clash" | "cry" | "gone" | "mark" | "move" | "roll" | "show"
  thing?: string
  start?: string
  to?: string
  number?: string
  card?: string
}

/** PUT /api/me/people/{handle}/blocked, answered by People; they are not told. */
export interface Block {
  blocked: boolean
}

export interface Change {
  path: (string | number)[]
  section: string
  id: string
  name: string
  field: string
  before: string
  after: string
}

export interface Chat {
  number: number
  who: string
  seat: number | null
  words: string
  time: number
  team: boolean
  bot: boolean
  at: number | null
}

export interface Checked {
  ok: boolean
  digest: string
  problems: Problem[]
  notes: string[]
  counts: Record<string, number>
  words: Record<string, Record<string, string>>
  todo: Todo
  unplayed: Place[]
  catalog: Record<string, any> | null
}

export interface ChoiceInfo {
  name: string
  words: string
  values: string[]
  default: string
  of: string
  needs: Record<string, string[]>
  names: Record<string, string>
  title: string
  front: boolean
  closed: string
}

/** What a lesson says now. */
export interface Coach {
  step: number
  steps: number
  words: string
  action: number | null
}

/** All tries of a deal that counted. */
export interface Compared {
  played: number
  won: number
  place: number | null
  shown: Try[]
  house: Try | null
  at_it: boolean
}

/** GET /api/tables/{code}/curve, after the end. `done` of `total` is estimated so far: all positions, and */
export interface Curve {
  done: number
  total: number
  estimates: Estimate[]
  turning: number[]
  lessons: Lesson[]
}

/** GET /api/daily, and GET /api/daily/{day} of one that is over. */
export interface Daily {
  day: string
  over: boolean
  left: number
  deals: DealInfo[]
  coming: Seal[]
  before: string[]
}

export interface DealInfo {
  game: string
  title: string
  company: string
  seal: string
  sealed: number
  seed: string | null
  nonce: string | null
  mine: MyTry | null
  compared: Compared | null
}

/** GET /api/workshop/declares/{game} */
export interface Declaration {
  game: string
  title: string
  sections: SectionInfo[]
  boards: DeclaredBoard[]
  games: string[]
  vocabularies: VocabularyInfo[]
}

/** Something that is laid out on the board itself. */
export interface DeclaredBoard {
  kind: "floors" | "layout" | "rooms" | "spaces"
  section: string
  title: string
  data: Record<string, any>
}

export interface DeclaredField {
  key: string
  title: string
  kind: "choice" | "choices" | "fixed" | "flag" | "id" | "level_space" | "marks" | "needs" | "number" | "outline" | "pair" | "point" | "points" | "ref" | "refs" | "space" | "spaces" | "steps" | "text" | "xy"
  words: string
  needed: boolean
  face: boolean
  low: number
  high: number
  size: number
  values: string[]
  of: string
  vocabulary: string
  parts: string[]
  goes_with: string
}

/** A browser that is me. */
export interface Device {
  id: string
  made: number
  this: boolean
}

/** GET /api/me/devices; DELETE /api/me/devices/{id} ends one, and answers with the others. */
export interface Devices {
  devices: Device[]
}

export interface Differences {
  game: string
  title: string
  digest: string
  against: string
  same: boolean
  words: string
  lines: string[]
  changes: Change[]
}

/** POST /api/workshop/check: an edition as it is now, by its content or as text. */
export interface Draft {
  game: string
  content?: Record<string, any> | null
  text?: string | null
}

export interface Effect {
  ok: boolean
  words: string
  problem: Misread | null
  tree: StepNode[]
  offers: Offer[]
  vocabulary: VocabularyInfo | null
}

/** POST /api/workshop/effect: one effect of a draft, as it is being typed. */
export interface EffectDraft {
  game: string
  content: Record<string, any>
  path: (string | number)[]
  text: string
  at?: number
  vocabulary?: boolean
}

export interface Estimate {
  number: number
  chances: number[]
}

/** Any answer with a status of 400 and above. */
export interface Failure {
  words: string
}

/** A number that tells how a game went. */
export interface Figure {
  words: string
  value: string | number
}

/** GET /api/me/figures */
export interface Figures {
  games: Tally[]
  tallies: Tally[]
  people: Tally[]
  words: string[]
}

/** POST /api/workshop, answered by Work. `source`: "house", "box", "import" (with its text), a digest, or */
export interface Fork {
  game: string
  source: string
  title?: string
  text?: string
}

/** GET /api/games/{game}, with ?edition= and a digest or without: what does not change during a game. */
export interface GameBook {
  game: string
  title: string
  goal: string
  summary: string[]
  rules: RuleInfo[]
  catalog: Record<string, any>
  hints: Hints
  phrases: string[]
  lesson: boolean
  lesson_minutes: number
}

/** GET /api/shelf lists them. */
export interface GameInfo {
  name: string
  title: string
  blurb: string
  players: number[]
  choices: Record<string, ChoiceInfo[]>
  lesson: boolean
  how_many: string
  minutes: string
  weight: string
  withdrawn: string
  against: number[]
  taught: string[]
  lesson_minutes: number
  levels: Record<string, string[]>
  sides: Record<string, number[][]>
}

export interface GameRatings {
  game: string
  title: string
  mine: Rating | null
  path: number[]
  bots: Rating[]
  shown: Rating[]
}

/** The first message of a connection, and after each reconnection. */
export interface Hello {
  type: "hello"
  id: number
  client: string
  version?: number
  log?: number
  chat?: number
  visible?: boolean
}

/** What a bot would do in your place. */
export interface Hint {
  action: number
  words: string
  chance: number
  second: string
  second_chance: number
  share: number
  steps: HintStep[]
  reasons: HintReason[]
  unless: boolean
}

/** Why. Of a move itself: `gain`, `risk`, or what happens (`told`); what it `denies`, which the next best */
export interface HintReason {
  kind: "denies" | "gain" | "outlook" | "reply" | "risk" | "told"
  words: string
}

/** One answer of a move, as it will be offered. */
export interface HintStep {
  action: number
  words: string
  thing: string
  to: string
}

/** How the plain board should draw a game that has no board of its own; all of it may be left out. */
export interface Hints {
  hand?: string
  hide?: string[]
  names?: Record<string, string>
  piles?: string[]
}

/** GET /api/me/history, with ?game=, result=, who=, archived=1, and before= for the next page. */
export interface History {
  games: Played[]
  more: boolean
  tables: TableInfo[]
}

/** Let me think: a window stays open until I answer, a proposal to all of us until all have agreed. */
export interface Hold {
  type: "hold"
  id: number
  number: number
}

/** POST /api/me/holidays; DELETE /api/me/holidays/{begins} ends one. Both are answered by Notices. */
export interface Holiday {
  begins: number
  ends: number
}

/** Somebody was here before, and is again. */
export interface Known {
  name: string
  settings: Record<string, any>
  brought: number
  stayed: number
}

/** What was better where the game turned, by what the one who answered could know; and why. */
export interface Lesson {
  number: number
  seat: number | null
  given: string
  better: string[]
  chance: number
  reasons: HintReason[]
}

/** A bot that may be seated. */
export interface LevelInfo {
  name: string
  words: string
  stands_in: boolean
}

/** One line of the log, as this viewer may read it. */
export interface Line {
  number: number
  seat: number | null
  kind: string
  words: string
  data: Record<string, any>
  beat?: Beat | null
  gist?: string
  opens?: boolean
}

/** POST /api/me/link: whoever opens the address first, and soon, is me on another device. */
export interface Link {
  address: string
  picture: string
  seconds: number
}

/** The position after so many answers, as I may see it. */
export interface Look {
  type: "look"
  id: number
  number: number
}

export interface Made {
  code: string
}

/** PUT /api/me/mail, answered by Notices: mail me there, once I have confirmed it; "": nowhere. */
export interface Mailing {
  address: string
}

/** GET /api/me */
export interface Me {
  name: string
  kept: boolean
  passkeys: Passkey[]
  phrase: number | null
  page: string
  shown: boolean
  settings: Record<string, any>
  tables: number
}

/** Somebody I played with. */
export interface Met {
  handle: string
  name: string
  games: number
  won: number
  last: number
  blocked: boolean
}

export interface Misread {
  from: number
  to: number
  words: string
}

/** The host lets a spectator's words not be heard, or be heard again; before the start, anybody's. */
export interface Mute {
  type: "mute"
  id: number
  handle: string
  on: boolean
}

export interface MyTry {
  code: string
  played: Try | null
}

/** POST /api/me/passkeys, answered by Me: what the browser made of POST /api/me/passkeys/options. */
export interface NewPasskey {
  credential: Record<string, any>
}

/** POST /api/tables, answered by Made. */
export interface NewTable {
  game: string
  players?: number | null
  options?: Record<string, string>
  seats?: string[]
  open?: boolean
  turn_seconds?: number
  absent_seconds?: number
  pace?: number
  lesson?: boolean
  taught?: string
  stand_in?: string
  auto_pass?: boolean
  game_seconds?: number
  late?: string
  rated?: boolean
  free_undo?: boolean
  edition?: string
}

/** GET /api/me/next?after=CODE: the next table that waits for me, or none. */
export interface Next {
  code: string
  waiting: number
}

/** My private notes at this table, or on one thing; after the end all may read those of who played. */
export interface Note {
  type: "note"
  id: number
  words: string
  thing?: string
}

/** A person's private notes at a table: on all of it, and on single things. */
export interface Notes {
  seat: number | null
  words: string
  things: Record<string, string>
}

/** GET /api/me/notices: how I am told that it is my turn where games go on over days. */
export interface Notices {
  push: string
  mails: boolean
  feeds: boolean
  zone: string
  quiet_from: number
  quiet_until: number
  mail: string
  confirmed: boolean
  devices: number
  feed: string
  holidays: Holiday[]
  days_left: number
}

/** What a seat sees as numbers, for bots that have learnt: see docs/learning.md. */
export interface Observation {
  digest: string
  values: string
  columns: number[]
}

/** What I see as numbers, when I am asked. */
export interface Observe {
  type: "observe"
  id: number
  number: number
}

export interface Offer {
  text: string
  from: number
  to: number
  words: string
}

/** One answer: what a person does with one click. */
export interface Option {
  action: number
  verb: string
  thing: string
  words: string
  sure: string
  to: string
  ends: string
  vain: boolean
}

/** How many seconds bots wait before they move. Who plays may set it; while somebody is away, not below */
export interface Pace {
  type: "pace"
  id: number
  seconds: number
}

/** One of my passkeys. DELETE /api/me/passkeys/{id} takes it away, and answers with Me. */
export interface Passkey {
  id: string
  made: number
  used: number
}

/** Stop the time of a game with a hidden clock, or let it go on. Who plays may do both. */
export interface Pause {
  type: "pause"
  id: number
  on: boolean
}

/** GET /api/me/people. POST /api/me/people/{handle}/invite opens a table, and answers with Made. */
export interface People {
  people: Met[]
}

/** GET /api/persons/{page}: what somebody shows of themselves. */
export interface PersonPage {
  name: string
  since: number
  games: Tally[]
  tallies: Tally[]
}

/** POST /api/me/phrase: words to be written down. They are shown this once. */
export interface Phrase {
  words: string[]
}

/** Is anybody there? */
export interface Ping {
  type: "ping"
  id: number
}

/** An entry, and what is to be said of it. */
export interface Place {
  section: string
  id: string
  path: (string | number)[]
  fields: string[]
  words: string
}

/** POST /api/daily/{game}: my one try of today's deal, or practice of one whose day is over; answered by */
export interface PlayDeal {
  day: string
  pace: number
  auto_pass: boolean
}

/** POST /api/tables/{code}/play-on: a table from a moment of a finished game on; answered by Made. */
export interface PlayOn {
  number: number
  seats: string[] | null
  pace: number
  auto_pass: boolean
}

/** A finished game of mine. */
export interface Played {
  code: string
  game: string
  title: string
  ended: number
  result: "drew" | "lost" | "won"
  words: string
  length: number
  seconds: number
  seats: string[]
  archived: boolean
}

/** The game as one viewer may see it after `number` answers. */
export interface Position {
  number: number
  over: boolean
  view: Record<string, any>
  question: Question
  undo: string | null
  mine: number
  since: number
  spoken: string[]
  progress: number | null
  result: string
  winners: number[]
  losers: number[]
  figures: Figure[]
  sayings: string[]
}

export interface Problem {
  path: (string | number)[]
  section: string
  id: string
  field: string
  from: number
  to: number
  words: string
  line: string
  must: boolean
}

/** Going back further than the rules of undo allow, taking back an answer that another person has before */
export interface Proposal {
  number: number
  seat: number
  to: number
  yes: number[]
  words: string
  bot: number | null
  action: number | null
  left: number | null
  voters: number[]
  instead: number | null
  instead_words: string
}

export interface Propose {
  type: "propose"
  id: number
  to: number
}

export interface Question {
  seats: number[]
  prompt: string
  options: Option[]
}

/** PUT /api/me/notices, answered by Notices: in these minutes of my day I am not told anything. */
export interface Quiet {
  zone: string
  quiet_from: number
  quiet_until: number
}

/** How strong somebody is in a game, in points: 1000 is where everybody begins, and in a duel who has 400 */
export interface Rating {
  name: string
  points: number
  low: number
  high: number
  games: number
}

/** GET /api/me/ratings */
export interface Ratings {
  kept: boolean
  games: GameRatings[]
}

/** Something a person may wonder about, and why it cannot be done now. */
export interface Reason {
  option: string
  words: string
  rule: string
}

/** POST /api/link: be the one who made this link; answered by Rename. */
export interface Redeem {
  token: string
}

/** Why something cannot be done: words for this case, and a rule where there is one. */
export interface Refused {
  words: string
  rule: string
}

/** The same game again, at a new table. */
export interface Rematch {
  type: "rematch"
  id: number
}

/** PUT /api/me */
export interface Rename {
  name: string
}

/** The one answer to a message. */
export interface Reply {
  type: "reply"
  id: number
  refused?: Refused | null
  reasons?: Reason[] | null
  hint?: Hint | null
  position?: Position | null
  views?: Record<string, any>[] | null
  log?: Line[] | null
  observation?: Observation | null
  page?: string
}

/** Something is wrong here: kept with the table and the position. */
export interface Report {
  type: "report"
  id: number
  words: string
}

/** I give up. */
export interface Resign {
  type: "resign"
  id: number
}

export interface RuleInfo {
  id: string
  title: string
  words: string
  section: string
}

/** PUT /api/workshop/works/{id}: a new version, by its content or as text. */
export interface Save {
  after: number
  content?: Record<string, any> | null
  text?: string | null
  title?: string | null
}

export interface Say {
  type: "say"
  id: number
  words: string
  team: boolean
}

export interface Seal {
  day: string
  game: string
  seal: string
}

export interface Seat {
  seat: number
  name: string
  holder: "bot" | "open" | "person"
  who: string
  here: boolean
  away: boolean
  resigned: boolean
  ready: boolean
  clock: number | null
  you: boolean
  handle: string
  muted: boolean
  gone: number | null
  keep: number | null
  takeover: number | null
  machine: boolean
  holiday: number | null
  rating: Rating | null
  character: string
}

/** A part of an edition: entries of a list, or one table. */
export interface SectionInfo {
  key: string
  title: string
  one: string
  words: string
  many: boolean
  under: string
  path: string[]
  fields: DeclaredField[]
  adds: boolean
  look: string
  names: string
}

/** The host sends a spectator away for good; before the start, anybody. */
export interface SendAway {
  type: "send-away"
  id: number
  handle: string
}

/** PUT /api/me/settings: what a page wants to find on all my devices. */
export interface Settings {
  settings: Record<string, any>
}

/** PUT /api/workshop/works/{id}/shared */
export interface Share {
  shared: "link" | "listed" | "mine"
}

/** GET /api/shelf */
export interface Shelf {
  me: string
  levels: LevelInfo[]
  games: GameInfo[]
  mine: TableInfo[]
  open: TableInfo[]
  notice: string
  kept: boolean
}

/** PUT /api/me/shown: whether others may see my page; answered by Me. */
export interface Show {
  shown: boolean
}

/** Take an open seat; or my own seat back from the bot that keeps it. */
export interface Sit {
  type: "sit"
  id: number
  seat: number
}

export interface Span {
  text: string
  from: number
  to: number
}

export interface Spectator {
  name: string
  handle: string
  muted: boolean
}

/** Leave my seat: before the start it is open again, later a bot keeps it for me. */
export interface Stand {
  type: "stand"
  id: number
}

/** The host begins the game, when all seats are taken. */
export interface Start {
  type: "start"
  id: number
}

export interface StepNode {
  kind: "choose" | "if" | "verb"
  name: string
  may: boolean
  from: number
  to: number
  arguments: Span[]
  test: string
  branches: StepNode[][]
}

/** GET /api/workshop/studies */
export interface Studies {
  studies: StudyInfo[]
}

/** GET /api/workshop/studies/{id} */
export interface Study {
  info: StudyInfo
  about: [string, string][]
  sections: StudySection[]
  can_keep: boolean
}

/** A dot and its interval for each row, or a bar: the names of columns. */
export interface StudyChart {
  label: string
  value: string
  interval: string
  flag: string
  reference: number | null
}

export interface StudyColumn {
  name: string
  kind: string
  detail: boolean
}

export interface StudyInfo {
  id: string
  work: string
  game: string
  title: string
  digest: string
  against: string
  games: number
  done: number
  status: "done" | "failed" | "running" | "stopped" | "waiting"
  place: number
  words: string
  made: number
  seconds: number
  bot: string
  players: number
  seed: number
}

export interface StudySection {
  title: string
  words: string
  columns: StudyColumn[]
  rows: unknown[][]
  cells: string[][]
  chart: StudyChart | null
}

/** POST /api/me/push, answered by Notices: what a browser's PushManager has given. */
export interface Subscribe {
  endpoint: string
  p256dh: string
  auth: string
}

export interface Table {
  code: string
  game: string
  title: string
  edition: string
  edition_digest: string
  edition_title: string
  own_edition: boolean
  players: number
  options: Record<string, string>
  status: "over" | "playing" | "waiting"
  open: boolean
  lesson: boolean
  host: boolean
  seat: number | null
  seats: Seat[]
  spectators: Spectator[]
  turn_seconds: number
  absent_seconds: number
  stand_in: string
  resign: string
  taken_back: number
  pace: number
  seed_hash: string
  seed: string | null
  proposal: Proposal | null
  rematch: string | null
  paused: boolean | null
  notice: string
  auto_pass: boolean
  window: Window | null
  partners: number[]
  silent: boolean
  game_seconds: number
  late: string
  waived: boolean | null
  daily: string
  closed: boolean
  rated: boolean
  origin: string
  played_on: number
  taught: string
  unlearnt: string
  levels: string[]
  free_undo: boolean
}

/** A table in a list. */
export interface TableInfo {
  code: string
  game: string
  title: string
  status: "over" | "playing" | "waiting"
  seats: string[]
  your_turn: boolean
  free: number
  changed: number
  result: "drew" | "lost" | "won" | null
  invited_by: string
  lesson: boolean
}

/** How often something was played and won, and between which shares the truth lies, 95 times of 100. */
export interface Tally {
  game: string
  title: string
  kind: string
  value: string
  games: number
  won: number
  drawn: number
  low: number
  high: number
}

/** What is still to be typed in. */
export interface Todo {
  entries: number
  of: number
  places: Place[]
}

/** How somebody did with a deal. */
export interface Try {
  name: string
  worth: number
  answers: number
  words: string
}

export interface TryCard {
  section: string
  id: string
}

/** POST /api/workshop/works/{id}/try, answered by Made. */
export interface TryTable {
  game?: string
  seats?: string[]
  players?: number | null
  options?: Record<string, string>
  card?: TryCard | null
  version?: number
  open?: boolean
  pace?: number
}

export interface Undo {
  type: "undo"
  id: number
  number: number
}

/** POST /api/me/push/stop, answered by Notices. */
export interface Unsubscribe {
  endpoint: string
}

/** What is new. A part that is absent has not changed. */
export interface Update {
  type: "update"
  version: number
  table?: Table | null
  position?: Position | null
  log_from?: number
  log?: Line[] | null
  chat?: Chat[] | null
  coach?: Coach | null
  notes?: Notes | null
  open_notes?: Notes[] | null
}

/** POST /api/passkeys, answered by Known and a cookie: what the browser made of */
export interface UsePasskey {
  credential: Record<string, any>
  bring: boolean
}

/** POST /api/phrase, answered by Known and a cookie. */
export interface UsePhrase {
  words: string
  bring: boolean
}

/** A step or a condition. */
export interface VerbInfo {
  name: string
  may: boolean
  body: boolean
  compare: string
  says: string
  arguments: ArgumentInfo[]
}

export interface Version {
  number: number
  digest: string
  made: number
}

export interface VocabularyInfo {
  key: string
  verbs: VerbInfo[]
  conditions: VerbInfo[]
  branches: number
}

export interface Vote {
  type: "vote"
  id: number
  proposal: number
  yes: boolean
}

/** Let windows pass that I am asked in at this table, whether I am here or not; or no longer. */
export interface Waive {
  type: "waive"
  id: number
  on: boolean
}

/** Why can I not do anything with this thing? */
export interface Why {
  type: "why"
  id: number
  number: number
  thing: string
}

/** A question that passes by itself; `Hold` keeps it open. How long it lasts tells nothing of any hand. */
export interface Window {
  left: number | null
  held: number[]
}

/** GET /api/workshop/works/{id}, with ?version= or the latest. */
export interface Work {
  info: WorkInfo
  text: string
  content: Record<string, any>
  versions: Version[]
  checked: Checked
}

export interface WorkInfo {
  id: string
  game: string
  title: string
  kind: "box" | "edition"
  shared: "link" | "listed" | "mine"
  mine: boolean
  by: string
  version: number
  digest: string
  made: number
  changed: number
  ok: boolean
  todo: number
  unplayed: number
}

/** GET /api/workshop */
export interface Workshop {
  games: WorkshopGame[]
  mine: WorkInfo[]
  listed: WorkInfo[]
  listing: boolean
  most_works: number
  most_bytes: number
  most_study_games: number
}

export interface WorkshopGame {
  game: string
  title: string
  house: string
  house_title: string
  box_todo: number
}

export type FromServer = Update | Reply

export type FromPage = Hello | Act | Hold | Waive | Attend | Why | AskHint | Undo | Propose | Vote | Look | Observe | Sit | Stand | Arrange | Start | Resign | Pause | Say | Note | Rematch | Report | Pace | SendAway | Mute | Ping
