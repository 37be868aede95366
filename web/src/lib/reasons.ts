/** An answer without what stands on its card. */
export const short = (words: string) => words.split(/: (?=[A-Z⧗])/)[0]!.replace(/ \[.*?\]/, "").replace(/\.$/, "")
