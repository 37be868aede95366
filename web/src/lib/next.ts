// One key leads to the next table that waits for me.

import { nextTable } from "./api"
import { go } from "./route.svelte"

/** Go there; in words, why not. */
export async function toNext(after = ""): Promise<string> {
  try {
    const { code } = await nextTable(after)
    if (code) go(`/t/${code}`)
    return code ? "" : "No other table waits for you."
  } catch (error) {
    return (error as Error).message
  }
}
