// What can be looked at closely, wherever the catalogue has a name for it.

import type { Moment, Subject } from "../lib/lore"
import { entry, plainly } from "./reading"

export function subjects(catalog: Record<string, any>): Subject[] {
  const found: Subject[] = []
  for (const list of Object.values(catalog)) {
    if (!list || typeof list !== "object" || Array.isArray(list)) continue
    for (const id of Object.keys(list)) {
      const one = entry(catalog, id)
      if (one) found.push({ key: id, name: one.name, kind: plainly(one.kind).replace(/s$/, ""), words: one.words })
    }
  }
  return found
}

/** The last word of a thing's name is mostly the id of what it is. */
export const subject = (thing: string): string | undefined => thing.split(" ").at(-1)

export const moment = (view: Record<string, any>): Moment => ({ words: String(view.moment ?? ""), warning: "" })
