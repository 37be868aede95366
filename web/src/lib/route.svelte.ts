// Which page is shown: the address, and going to another one without loading anew.

export type Route =
  | { page: "shelf" }
  | { page: "table"; code: string }
  | { page: "review"; code: string; number: number | null }
  | { page: "rules"; game: string; rule: string }
  | { page: "learn"; game: string; option: string }
  | { page: "daily"; day: string }
  | { page: "credits" }
  | { page: "print"; game: string; edition: string }
  | { page: "workshop" }
  | { page: "work"; id: string; place: string }
  | { page: "study"; id: string }
  | { page: "you" }
  | { page: "person"; name: string }
  | { page: "link"; token: string }
  | { page: "lost" }

function read(): Route {
  const [page = "", name = "", more = ""] = location.pathname.split("/").slice(1).map(decodeURIComponent)
  if (page === "") return { page: "shelf" }
  if (page === "t" && name) return { page: "table", code: name }
  if (page === "review" && name) return { page: "review", code: name, number: more ? Number(more) : null }
  if (page === "rules" && name) return { page: "rules", game: name, rule: decodeURIComponent(location.hash.slice(1)) }
  if (page === "learn" && name) return { page: "learn", game: name, option: more }
  if (page === "link" && name) return { page: "link", token: name }
  if (page === "print" && name) return { page: "print", game: name, edition: more }
  if (page === "workshop" && name) return { page: "work", id: name, place: decodeURIComponent(location.hash.slice(1)) }
  if (page === "workshop") return { page: "workshop" }
  if (page === "study" && name) return { page: "study", id: name }
  if (page === "you") return { page: "you" }
  if (page === "p" && name) return { page: "person", name }
  if (page === "daily") return { page: "daily", day: name }
  if (page === "credits") return { page: "credits" }
  return { page: "lost" }
}

let route = $state.raw<Route>(read())

export function current(): Route {
  return route
}

/** Go to an address of ours; `quietly` puts it in place of the present one, so that Back skips it. */
export function go(address: string, quietly = false): void {
  if (address !== location.pathname + location.hash) {
    history[quietly ? "replaceState" : "pushState"](null, "", address)
  }
  route = read()
  if (!quietly) scrollTo(0, 0)
}

/** Only write the address down; what is shown is already right. */
export function note(address: string): void {
  history.replaceState(null, "", address)
}

/** A click on one of our links stays on the page. */
function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = (event.target as Element).closest("a")
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return
  if (link.pathname.startsWith("/api/")) return
  event.preventDefault()
  go(link.pathname + link.hash)
}

export function listen(): void {
  addEventListener("popstate", () => (route = read()))
  document.addEventListener("click", follow)
}
