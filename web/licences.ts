// What the page is made of, and on whose terms: writes static/licences.txt while the page is built. A package without a
// licence file and an icon without an author stop the build.

import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import type { Plugin } from "vite"
import authors from "./icon-authors.json"

const ICON = "\0icon:"
const ICON_SET = "@iconify-json/game-icons"
const LINE = "-".repeat(80)

export function licences(): Plugin {
  return {
    name: "licences",
    apply: "build",
    generateBundle(_, bundle) {
      const modules = [...this.getModuleIds()]
      const files = Object.values(bundle).flatMap((made) => (made.type === "asset" ? made.originalFileNames : []))
      const icons = modules.filter((id) => id.startsWith(ICON)).map((id) => id.slice(ICON.length))
      const folders = [...new Set([...modules, ...files.map((file) => resolve(file))].map(packageOf))]
      const fail = (words: string): never => this.error(words)
      const terms = folders.filter((folder) => folder !== "").map((folder) => termsOf(folder, fail))
      const parts = [iconCredits(icons, fail), ...terms.sort()]
      this.emitFile({ type: "asset", fileName: "licences.txt", source: parts.join(`\n${LINE}\n\n`) })
    },
  }
}

/** The folder of the package that a module belongs to; "" for our own. */
function packageOf(id: string): string {
  const found = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)
  return found?.[1] ?? ""
}

function termsOf(folder: string, fail: (words: string) => never): string {
  const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const file = readdirSync(folder).find((name) => /^licen[cs]e(\.|$)/i.test(name))
  if (!file) return fail(`${about.name} has no licence file`)
  return `${about.name} ${about.version} (${about.license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`
}

function iconCredits(icons: string[], fail: (words: string) => never): string {
  const made = Object.entries(authors as Record<string, string[]>)
  for (const icon of icons) {
    if (!made.some(([, names]) => names.includes(icon))) fail(`icon-authors.json does not say who drew ${icon}`)
  }
  for (const icon of made.flatMap(([, names]) => names)) {
    if (!icons.includes(icon)) fail(`icon-authors.json names ${icon}, which the page does not use`)
  }
  const lines = made.map(([author, names]) => `Icons made by ${author}: ${names.join(", ")}.`)
  return [
    `Emblems of game-icons.net (by way of ${ICON_SET}), coloured by us and their outlines rounded,`,
    "under the Creative Commons Attribution 3.0 licence: https://creativecommons.org/licenses/by/3.0/legalcode",
    "",
    ...lines,
    "",
  ].join("\n")
}
