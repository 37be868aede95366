import { svelte } from "@sveltejs/vite-plugin-svelte"
import { defineConfig } from "vite"
import { icons } from "./icons"
import { licences } from "./licences"

export default defineConfig({
  plugins: [svelte(), icons(), licences()],
  base: "/",
  // cssTarget: light-dark() as it is, for what is printed is light on a dark page; written for older browsers, it is not
  build: { outDir: "../src/fabletop/static", emptyOutDir: true, target: "es2022", cssTarget: ["chrome123", "firefox120", "safari17.5"] },
  server: { proxy: { "/api": "http://127.0.0.1:8421", "/ws": { target: "ws://127.0.0.1:8421", ws: true } } },
})
