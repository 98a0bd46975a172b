// A program on a seat of a live table: `PAIJU_TOKEN=… node table_bot.mjs http://HOST/table/ID` (Node 22 or later).
//
// The host of the room gives the token out, in the room, at an empty seat. docs/protocol.md has all messages.

const address = process.argv[2].split("#")[0].replace("http", "ws").replace("/table/", "/ws/");
const table = new WebSocket(address, { headers: { authorization: `Bearer ${process.env.PAIJU_TOKEN}` } });
const send = (message) => table.send(JSON.stringify(message));

// A win if there is one, else the shortest action that is no pass.
const choose = ({ actions, default: pass }) =>
  actions.includes("hu") ? "hu" : actions.slice(1).reduce((a, b) => (b.length < a.length ? b : a), actions[1] ?? pass);

table.onopen = () => send({ type: "hello", version: 2 });
table.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  if (message.type === "prompt" && message.id) send({ type: "act", prompt: message.id, action: choose(message) });
  if (message.type === "bye") {
    console.error(`sent away: ${message.code}`);
    process.exit(1);
  }
  if (message.type === "room" && message.room.state === "over") {
    console.log("points", message.room.match.scores.join(" "));
    table.close();
  }
};
