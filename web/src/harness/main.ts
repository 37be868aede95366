// Draws a board from recorded positions, without a server: harness.html#storybook/40 (game, number).
// A file "condyle+solo.json" holds further positions of condyle: harness.html#condyle+solo/40.
// python -m tools.positions storybook > web/positions/storybook.json

import { mount } from "svelte"
import "../look.css"
import Harness from "./Harness.svelte"

Object.assign(document.body.style, { margin: "8px", background: "var(--paper)", color: "var(--ink)" })
mount(Harness, { target: document.getElementById("app")! })
