// Draws a board from recorded positions, without a server: harness.html#storybook/40 (game, number).
// python -m tools.positions storybook > web/positions/storybook.json

import { mount } from "svelte"
import "../look.css"
import Harness from "./Harness.svelte"

mount(Harness, { target: document.getElementById("app")! })
