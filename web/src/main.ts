import { mount } from "svelte"
import "./look.css"
import App from "./App.svelte"
import { listen } from "./lib/route.svelte"
import { reloadOnce } from "./lib/upgrade"

addEventListener("vite:preloadError", reloadOnce)

listen()
mount(App, { target: document.getElementById("app")! })
