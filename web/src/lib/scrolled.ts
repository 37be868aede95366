// What scrolls can be reached by keys: only then it is a stop on the way.

import type { Attachment } from "svelte/attachments"

export const scrolled: Attachment<HTMLElement> = (node) => {
  const look = () => {
    const more = node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1
    if (more) node.setAttribute("tabindex", "0")
    else node.removeAttribute("tabindex")
  }
  const words = new MutationObserver(look)
  const size = new ResizeObserver(look)
  words.observe(node, { childList: true, subtree: true, characterData: true })
  size.observe(node)
  look()
  return () => {
    words.disconnect()
    size.disconnect()
  }
}
