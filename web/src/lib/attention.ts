// The tab's title and icon tell when it is my turn, or when somebody spoke to me while I looked elsewhere.

import { settings } from "./settings.svelte"

const icon = () => document.querySelector<HTMLLinkElement>("link[rel=icon]")

export function title(words: string, myTurn = false, unread = 0): void {
  const marks = (myTurn ? "Your turn · " : "") + (unread ? `(${unread}) ` : "")
  document.title = `${marks}${words}`
  const link = icon()
  const wanted = myTurn ? "/icon-turn.svg" : "/icon.svg"
  if (link && link.getAttribute("href") !== wanted) link.setAttribute("href", wanted)
}

/** A desktop notice, if wanted, and only to somebody who is not looking. */
export function notice(words: string): void {
  if (!settings.notices || document.visibilityState === "visible") return
  if (!("Notification" in window) || Notification.permission !== "granted") return
  new Notification("Fabletop", { body: words, icon: "/icon.svg", tag: "turn" })
}
