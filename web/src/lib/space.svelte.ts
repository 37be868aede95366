// How high the table may be so that nothing need be scrolled; null where the page is narrow and scrolls anyway.

import type { Attachment } from "svelte/attachments"

export class Space {
  height = $state<number | null>(null)

  readonly measure: Attachment<Element> = (element) => {
    const board = element.closest(".board") ?? element.parentElement!
    const wide = matchMedia("(min-width: 901px)")
    const look = () => (this.height = wide.matches ? board.clientHeight - 16 : null)
    const watch = new ResizeObserver(look)
    watch.observe(board)
    return () => watch.disconnect()
  }
}
