// Clicking steps together: each click is an edit of the text, which stays the one truth.

import type { StepNode, VerbInfo, VocabularyInfo } from "../lib/protocol"

const spliced = (text: string, from: number, to: number, by: string) => text.slice(0, from) + by + text.slice(to)

/** A step as it is when it is new: each argument with the first thing that may stand there. */
export function fresh(verb: VerbInfo, first: string): string {
  const needed = verb.arguments.filter((one) => !one.optional)
  const values = needed.map((one) => one.offers[0] ?? "1")
  if (verb.compare && values.length) {
    const last = values.pop()!
    return `${verb.name}${values.length ? `(${values.join(", ")})` : ""} ${verb.compare} ${last}`
  }
  if (verb.body) return `${verb.name}(${[...values, ""].join(", ").replace(/, $/, ": ")}${first})`
  return values.length ? `${verb.name}(${values.join(", ")})` : verb.name
}

const simplest = (vocabulary: VocabularyInfo) =>
  fresh(vocabulary.verbs.find((verb) => !verb.body && verb.arguments.length <= 1) ?? vocabulary.verbs[0]!, "")

/** The text of a new step by the name that was clicked. */
export function newStep(vocabulary: VocabularyInfo, name: string): string {
  const first = simplest(vocabulary)
  if (name === "IF") return `IF(${vocabulary.conditions[0] ? fresh(vocabulary.conditions[0], "") : ""}: ${first})`
  if (name === "CHOOSE") return `CHOOSE(${first} | ${first})`
  const verb = [...vocabulary.verbs, ...vocabulary.conditions].find((one) => one.name === name)!
  return fresh(verb, first)
}

export function append(text: string, steps: StepNode[], step: string): string {
  const last = steps.at(-1)
  if (last) return spliced(text, last.to, last.to, `; ${step}`)
  const bare = text.trim().replace(/;$/, "")
  return bare ? `${bare}; ${step}` : step
}

export function remove(text: string, steps: StepNode[], i: number): string {
  const [before, one, after] = [steps[i - 1], steps[i]!, steps[i + 1]]
  if (after) return spliced(text, one.from, after.from, "")
  return spliced(text, before ? before.to : one.from, one.to, "")
}

/** A step changes places with the one after it. */
export function swap(text: string, one: StepNode, other: StepNode): string {
  const [first, second] = [text.slice(one.from, one.to), text.slice(other.from, other.to)]
  return spliced(spliced(text, other.from, other.to, first), one.from, one.to, second)
}

export function toggleMay(text: string, one: StepNode): string {
  const here = text.slice(one.from, one.to)
  return spliced(text, one.from, one.to, one.may ? here.replace(/^may\s+/i, "") : `may ${here}`)
}

export function setArgument(text: string, one: StepNode, i: number, value: string): string {
  const span = one.arguments[i]
  if (span) return spliced(text, span.from, span.to, value)
  const before = one.arguments.at(-1)
  if (before) return spliced(text, before.to, before.to, `, ${value}`)
  return spliced(text, one.to, one.to, `(${value})`)
}
