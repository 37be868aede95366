// A bot that speaks the protocol itself (docs/protocol.md): it signs in, sits down, and gives the first answer.
// node examples/bots/first.mjs http://127.0.0.1:8421 CODE 2      (Node 22 or newer; an open seat of a private table)
const [house, code, place] = process.argv.slice(2)
const seat = Number(place) - 1

const entry = await fetch(`${house}/api/bots`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ name: "First" }),
})
const cookie = entry.headers.get("set-cookie").split(";")[0]
const line = new WebSocket(`${house.replace("http", "ws")}/ws/${code}`, { headers: { cookie } })
let id = 0
const send = (type, rest) => line.send(JSON.stringify({ type, id: ++id, ...rest }))

line.onopen = () => {
  send("hello", { client: `first-${Date.now()}` })
  send("sit", { seat })
}
line.onmessage = ({ data }) => {
  const { type, refused, position } = JSON.parse(data)
  if (type === "reply" && refused) console.error(refused.words)
  if (!position) return
  const { seats, options } = position.question
  if (seats.includes(seat) && options.length) send("act", { number: position.number, action: options[0].action })
  if (position.over) {
    console.log(position.result)
    line.close()
  }
}
line.onclose = ({ code: why, reason }) => why >= 4400 && console.error(reason)
