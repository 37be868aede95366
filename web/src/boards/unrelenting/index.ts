import "./house.css"

export { default as Board } from "./Board.svelte"
export { default as Large } from "./Large.svelte"
export { buttons, colours, moment, subject, subjects } from "./lore"
