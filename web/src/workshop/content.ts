// An edition's content, and its entries by what its game declares. A content is never changed in place: a new one
// shares with the old what is the same, so an undo costs nothing.

import type { Declaration, SectionInfo } from "../lib/protocol"

export type Path = (string | number)[]
export type Table = Record<string, any>

export interface Entry {
  section: SectionInfo
  path: Path
  id: string
  name: string
  value: Table
  group: string // whose it is: the team of a card
}

export const at = (content: unknown, path: Path): any => path.reduce<any>((found, key) => found?.[key], content)

/** The content with another value at this place; undefined takes it away. */
export function put(content: any, path: Path, value: unknown): any {
  const [key, ...rest] = path
  if (key === undefined) return value
  const inner = rest.length ? put(content?.[key] ?? (typeof rest[0] === "number" ? [] : {}), rest, value) : value
  if (Array.isArray(content)) {
    const copy = [...content]
    if (inner === undefined) copy.splice(key as number, 1)
    else copy[key as number] = inner
    return copy
  }
  const { [key]: _, ...others } = content ?? {}
  return inner === undefined ? others : { ...content, [key]: inner }
}

export const samePath = (one: Path, other: Path) => one.length === other.length && one.every((key, i) => key === other[i])
export const begins = (path: Path, start: Path) => start.every((key, i) => path[i] === key)

/** Every entry of a section, with its place. */
export function entriesOf(content: Table, section: SectionInfo, declared: Declaration): Entry[] {
  let found: { path: Path; value: any; group: string }[] = [{ path: [], value: content, group: "" }]
  const parent = section.under ? declared.sections.find((one) => one.key === section.under) : undefined
  for (const key of section.path) {
    if (key !== "*") found = found.map((one) => ({ ...one, path: [...one.path, key], value: one.value?.[key] }))
    else
      found = found.flatMap((one) =>
        (Array.isArray(one.value) ? one.value : []).map((value: any, i: number) => {
          const outer = parent && at(content, one.path.slice(0, -1))
          return { path: [...one.path, i], value, group: outer ? nameOf(outer, parent!) : "" }
        }),
      )
  }
  return found.map(({ path, value, group }) => ({
    section,
    path,
    value: value ?? {},
    id: section.many ? String(value?.id ?? "") : "",
    name: section.many ? nameOf(value ?? {}, section) : section.title,
    group,
  }))
}

const nameOf = (value: Table, section: SectionInfo) => String((section.names && value[section.names]) || value.id || "without a name")
