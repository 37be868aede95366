import { mount } from "svelte"
import "./look.css"
import App from "./App.svelte"
import { listen } from "./lib/route.svelte"
import { reloadOnce } from "./lib/upgrade"

addEventListener("vite:preloadError", reloadOnce)

// Keeps the page's own files, and shows what is pushed; while the page is being made, there is none.
if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("/sw.js").catch(() => {})

listen()
mount(App, { target: document.getElementById("app")! })
