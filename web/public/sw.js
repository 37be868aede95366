// Keeps the page's own files for when there is no line, and shows what is pushed. A page always comes from the server
// if that can be reached, so an upgrade is never hidden; names in /assets/ change with their content.

const KEPT = "fabletop"
const OURS = ["/icon.svg", "/icon-turn.svg", "/icon-192.png", "/manifest.webmanifest"]
const SERVERS_OWN = /^\/(api|ws|feed|notices)\/|^\/(healthz|metrics)$/

self.addEventListener("install", (event) => event.waitUntil(prepare()))
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()))

async function prepare() {
  const cache = await caches.open(KEPT)
  await cache.addAll(OURS)
  await keepPage(await fetch("/"))
  await self.skipWaiting()
}

/** The page, the files that it names, and no others of an older one. */
async function keepPage(answer) {
  const cache = await caches.open(KEPT)
  const [text, before] = await Promise.all([answer.clone().text(), cache.match("/").then((found) => found?.text())])
  if (!answer.ok || text === before) return
  const named = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((found) => found[1])
  await cache.addAll(named)
  await cache.put("/", new Response(text, { headers: { "content-type": "text/html; charset=utf-8" } }))
  for (const request of before === undefined ? [] : await cache.keys()) {
    const path = new URL(request.url).pathname
    if (path.startsWith("/assets/") && !named.includes(path)) await cache.delete(request)
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event
  const place = new URL(request.url)
  if (request.method !== "GET" || place.origin !== location.origin || SERVERS_OWN.test(place.pathname)) return
  if (request.mode === "navigate") event.respondWith(page(event))
  else if (place.pathname.startsWith("/assets/")) event.respondWith(asset(request))
  else if (OURS.includes(place.pathname)) event.respondWith(fetch(request).catch(() => caches.match(request)))
})

async function page(event) {
  try {
    const answer = await fetch(event.request)
    event.waitUntil(keepPage(answer.clone()).catch(() => {}))
    return answer
  } catch (error) {
    const kept = await caches.match("/")
    if (kept) return kept
    throw error
  }
}

async function asset(request) {
  const kept = await caches.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) (await caches.open(KEPT)).put(request, answer.clone())
  return answer
}

// --- What is pushed ---

self.addEventListener("push", (event) => {
  const { title, body, path, stop } = event.data.json()
  const shown = { body, icon: "/icon-192.png", badge: "/icon-192.png", tag: "turn", renotify: true, data: { path, stop } }
  event.waitUntil(self.registration.showNotification(title, { ...shown, actions: [{ action: "stop", title: "No more of these" }] }))
})

self.addEventListener("notificationclick", (event) => {
  const { path, stop } = event.notification.data
  event.notification.close()
  event.waitUntil(event.action === "stop" ? fetch(new URL(stop).pathname, { method: "POST" }) : show(path))
})

async function show(path) {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true })
  const there = open.find((client) => new URL(client.url).pathname === path)
  return there ? there.focus() : self.clients.openWindow(path)
}
