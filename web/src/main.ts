import { mount } from "svelte"
import "./look.css"
import App from "./App.svelte"
import { listen } from "./lib/route.svelte"

listen()
mount(App, { target: document.getElementById("app")! })
