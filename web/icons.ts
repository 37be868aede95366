// `import dagger from "icon:plain-dagger"`: the drawing of one of game-icons.net's icons, as the inside of an
// <svg viewBox="0 0 512 512"> that takes its colour from `color`. Only what is imported is shipped.
// A tenth of a unit is as fine as anybody can see; what is finer would be a quarter of Storybook's bytes.
// The icons are CC BY 3.0: icon-authors.json says who drew which, for the credits and licences.txt.

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
      return `export default ${JSON.stringify(found[name].body.replace(/ d="([^"]*)"/g, (_, path) => ` d="${coarse(path)}"`))}`
    },
  }
}

/** A path with its numbers rounded to tenths. */
function coarse(path: string): string {
  let made = ""
  for (const [part] of path.matchAll(/[a-z]|-?(?:\d*\.\d+|\d+)/gi)) {
    if (/[a-z]/i.test(part)) {
      made += part
      continue
    }
    const number = String(Math.round(Number(part) * 10) / 10).replace(/^(-?)0\./, "$1.")
    const joins = !/\d$/.test(made) || number.startsWith("-") || (number.startsWith(".") && /\.\d+$/.test(made))
    made += joins ? number : ` ${number}`
  }
  return made
}
