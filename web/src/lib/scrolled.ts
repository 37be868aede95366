// What scrolls can be reached by keys: only then it is a stop on the way.

import type { Attachment } from "svelte/attachments"

const changed = new Set<HTMLElement>()

/** All that changed is measured together, once a picture: each measure by itself would lay the whole page out anew. */
function look(): void {
  const found = [...changed].map((node) => {
    const more = node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1
    return [node, more] as const
  })
  changed.clear()
  for (const [node, more] of found) {
    if (more === node.hasAttribute("tabindex")) continue
    if (more) node.setAttribute("tabindex", "0")
    else node.removeAttribute("tabindex")
  }
}

export const scrolled: Attachment<HTMLElement> = (node) => {
  const note = () => {
    if (!changed.size) requestAnimationFrame(look)
    changed.add(node)
  }
  const words = new MutationObserver(note)
  const size = new ResizeObserver(note)
  words.observe(node, { childList: true, subtree: true, characterData: true })
  size.observe(node)
  return () => {
    words.disconnect()
    size.disconnect()
    changed.delete(node)
  }
}
