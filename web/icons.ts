// `import dagger from "icon:plain-dagger"`: the drawing of one of game-icons.net's icons, as the inside of an
// <svg viewBox="0 0 512 512"> that takes its colour from `color`. Only what is imported is shipped.
// The icons are by Lorc, Delapouite and others, CC BY 3.0: the page's credits name them.

import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Plugin } from "vite"

const PREFIX = "icon:"

export function icons(): Plugin {
  const file = createRequire(import.meta.url).resolve("@iconify-json/game-icons/icons.json")
  const found: Record<string, { body: string }> = JSON.parse(readFileSync(file, "utf8")).icons
  return {
    name: "game-icons",
    resolveId: (id) => (id.startsWith(PREFIX) ? "\0" + id : undefined),
    load(id) {
      if (!id.startsWith("\0" + PREFIX)) return undefined
      const name = id.slice(PREFIX.length + 1)
      if (!found[name]) this.error(`game-icons has no icon ${name}`)
      return `export default ${JSON.stringify(found[name].body)}`
    },
  }
}
