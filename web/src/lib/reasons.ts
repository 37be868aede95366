// Why a move is good, as sentences.

import type { HintReason } from "./protocol"

const OPENED: Record<HintReason["kind"], string> = {
  gain: "",
  told: "",
  outlook: "",
  denies: "The next best would let this happen: ",
  risk: "But ",
  reply: "Beware of the answer: ",
}
const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** A gain first, then what it keeps away, then what it risks. */
export const sentences = (reasons: HintReason[]) =>
  reasons.map((reason) => ({ kind: reason.kind, words: `${capital(OPENED[reason.kind] + reason.words)}.` }))

/** An answer without what stands on its card. */
export const short = (words: string) => words.split(/: (?=[A-Z⧗])/)[0]!.replace(/ \[.*?\]/, "").replace(/\.$/, "")
