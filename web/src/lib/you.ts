// The story as the one who reads it would hear it: "Anna puts a card under the pile" is "You put a card under the pile".

/** Stands in the words for whoever reads them. */
export const ME = "\u0001"

const IRREGULAR: Record<string, string> = { is: "are", was: "were", has: "have", does: "do", goes: "go" }
const AND = / and (draws|shuffles|goes|takes|loses|puts|plays|moves|returns|reveals|shows|turns|discards|is|has)\b/g

/** "passes" is "pass": the verb of somebody else as that of you. */
export function yours(verb: string): string {
  if (IRREGULAR[verb]) return IRREGULAR[verb]
  if (/(?:ss|sh|ch|x|z)es$/.test(verb)) return verb.slice(0, -2)
  if (/[^aeiou]ies$/.test(verb) && verb.length > 4) return `${verb.slice(0, -3)}y`
  return /[^s]s$/.test(verb) ? verb.slice(0, -1) : verb
}

export function toYou(words: string): string {
  if (!words.includes(ME)) return words
  return words
    .split(/(?<=[.!?;:]) /)
    .map(clause)
    .join(" ")
}

function clause(words: string, place: number): string {
  const own = words
    .replaceAll(new RegExp(`\\b([Tt])he ((?:[\\w-]+ )?[\\w-]+) of ${ME}`, "g"), (_, the, what) => `${the === "T" ? "Your" : "your"} ${what}`)
    .replaceAll(new RegExp(`cards of ${ME}`, "g"), "cards of yours")
    .replaceAll(new RegExp(`${ME}['’]s\\b`, "g"), "your")
  const told = own.replace(new RegExp(`^${ME}( [a-z]+)?`), (_, verb = "") => `${place ? "you" : "You"}${verb && ` ${yours(verb.slice(1))}`}`)
  const mine = told === own ? own : told.replaceAll(AND, (_, verb) => ` and ${yours(verb)}`)
  return mine.replaceAll(ME, "you")
}
