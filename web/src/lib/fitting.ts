// The words of cards in a hand: as small as they must be and can be read; what still has no room ends with a sign of more.

import type { Attachment } from "svelte/attachments"

const SIZES = ["", "12px", "11px"] // the card's own first

function fit(hand: HTMLElement): void {
  let words = [...hand.querySelectorAll<HTMLElement>(".cards > .card > p")]
  for (const one of words) delete one.dataset.cut
  for (const size of SIZES) {
    for (const one of words) one.style.fontSize = size
    words = words.filter((one) => one.scrollHeight > one.clientHeight + 1)
  }
  const lines = words.map((one) => Math.floor(one.clientHeight / parseFloat(getComputedStyle(one).lineHeight)))
  words.forEach((one, i) => {
    one.dataset.cut = ""
    one.style.setProperty("--lines", String(Math.max(1, lines[i]!)))
  })
}

export const fitting: Attachment<HTMLElement> = (hand) => {
  let due = 0
  const note = () => (due ||= requestAnimationFrame(begin))
  function begin(): void {
    due = 0
    fit(hand)
    for (const card of hand.querySelectorAll(".cards > .card")) size.observe(card) // it may get its size later than the hand
  }
  const words = new MutationObserver(note)
  const size = new ResizeObserver(note)
  words.observe(hand, { childList: true, subtree: true, characterData: true })
  size.observe(hand)
  document.fonts.addEventListener("loadingdone", note)
  return () => {
    document.fonts.removeEventListener("loadingdone", note)
    words.disconnect()
    size.disconnect()
    cancelAnimationFrame(due)
  }
}
