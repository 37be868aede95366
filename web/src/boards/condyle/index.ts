import "./charcoal.css"

export { default as Board } from "./Board.svelte"
export { default as Large } from "./Large.svelte"
export { fallen, moment, subject, subjects } from "./lore"
