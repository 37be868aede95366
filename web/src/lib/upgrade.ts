// The server was upgraded while this page was open: it is loaded anew.

const RELOADED = "fabletop-reloaded"
const SELDOM = 60_000 // milliseconds

let loaded = "" // the page that the server had when this one was loaded

/** Whether the server has another page by now. */
export function isOutdated(page: string): boolean {
  loaded ||= page
  return page !== loaded
}

/** A part of this page is not there any more. Without a network, that says nothing; and once is enough. */
export function reloadOnce(): void {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0)
  if (!navigator.onLine || Date.now() - last < SELDOM) return
  sessionStorage.setItem(RELOADED, String(Date.now()))
  location.reload()
}
