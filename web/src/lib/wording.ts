// How the page says what a game says: in fewer words than a terminal needs, for here the board shows the rest.

type Change = [RegExp, string | ((...found: string[]) => string)]

const FLOORS: Record<string, string> = { "2": "on the second floor", "1": "on the first floor", B: "in the basement/yard" }
const CHANGES: Record<string, Change[]> = {
  storybook: [
    [/ \[\d+ pt[^\]]*\]/g, ""],
    [/ \((\d+) AP\)$/, " · $1 AP"],
    [/^Play (.+) · /, "Play $1 face up · "],
    [/^Hide (.+) · /, "Play $1 face down · "],
  ],
  unrelenting: [
    [/ at ([12B])-p\d\d/g, (_, floor = "") => ` ${FLOORS[floor]}`],
    [/ to ([12B])-p\d\d/g, (_, floor = "") => ` to ${FLOORS[floor]!.replace(/^(on|in) /, "")}`],
    [/\b([12B])-([A-J]\d)\b/g, (_, floor = "", cell = "") => `${cell} ${FLOORS[floor]}`],
  ],
}
const ALL: Change[] = [[/^(.+) is asked\.$/, "$1 is choosing."]]

export function wording(game: string): (words: string) => string {
  const changes = [...(CHANGES[game] ?? []), ...ALL]
  return (words) => changes.reduce((said, [found, instead]) => said.replace(found, instead as string), words)
}

/** Where that is enough: "C1 (yard)". */
export const brief = (words: string): string =>
  words.replace(/ (?:on the (second|first) floor|in the basement\/(yard))/g, (_, floor = "", yard = "") => ` (${floor}${yard})`)

/** Which rules say so stands after a sentence, not in it. */
export const lawsAfter = (words: string): string =>
  words.replace(/.*?[.!?](?=\s|$)/g, (sentence) => {
    const laws = [...sentence.matchAll(LAWS)].map(([, found]) => found!.replaceAll(",", ""))
    return [sentence.replace(LAWS, ""), ...laws].join(" ")
  })
const LAWS = / \(([A-Z]{2}-[A-Z]+[^)]*)\)/g

/** A choice beside the thing it is about: without the text of the card, which lies there. */
export function short(words: string): string {
  const colon = words.indexOf(": ")
  return words.length > 44 && colon > 8 ? words.slice(0, colon) : words.replace(/^([^.]{12,}?)\. .*$/, "$1")
}
