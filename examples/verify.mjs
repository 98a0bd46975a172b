// The cards of a record, dealt again: node verify.mjs RECORD.json, or node verify.mjs GAME SEED for a seed of 64 hex digits.
// docs/records.md says what each step does. Node's own hashes are all that it needs.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const RANKS = [..."3456789TJQKA2"];
const FOUR = [0, 1, 2, 3];
const bytes = (hex) => Buffer.from(hex, "hex");
const sha256 = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest();
const framed = (part) => Buffer.concat([Buffer.from(Uint32Array.of(part.length).buffer).reverse(), part]);
const hash = (label, ...parts) => sha256(...[Buffer.from(`paiju ${label}`), ...parts].map(framed));

function stream(seed, label) {
  const data = createHash("shake256", { outputLength: 8192 }).update(seed).update(label).digest();
  let at = 0;
  return (bound) => {
    for (;;) {
      const word = data.readUInt32BE(4 * at++);
      if (word < 2 ** 32 - (2 ** 32 % bound)) return word % bound;
    }
  };
}

function shuffle(deck, below) {
  for (let i = deck.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  return deck;
}

const cut = (deck, actions) => {
  const [, verb, number] = /^(cut) (\d+)$/.exec(actions?.[0]?.[1] ?? "") ?? [];
  return verb ? [...deck.slice(Number(number)), ...deck.slice(0, Number(number))] : deck;
};

const games = {
  baohuang(seed, { options = {}, carry, actions }) {
    const { deck: size = "168", guard_by = "marked_black", emperor_by = "marked_red", bombs = "off" } = options;
    const low = { 165: [4, 3, 3, 3], 205: [2, 1, 1, 1] }[size] ?? [4, 4, 4, 4];
    const ranks = RANKS.slice(size === "168" || size === "165" ? 3 : 0);
    const suit = (letter) => (guard_by === "called" || bombs === "on" ? letter : "");
    const copies = (rank, s) => (rank === ranks[0] ? low : [4, 4, 4, 4])[s];
    const cards = ranks.flatMap((rank) => FOUR.flatMap((s) => Array(copies(rank, s)).fill(rank + suit("shcd"[s]))));
    const marked = emperor_by === "marked_red" || !carry?.roles?.length;
    cards.push("b", "b", "b", guard_by === "marked_black" ? "B" : "b", "r", "r", "r", marked ? "R" : "r");
    const first = carry?.first_drawer ?? stream(seed, "first drawer")(5);
    const hands = [[], [], [], [], []];
    cut(shuffle(cards, stream(seed, "deck")), actions).forEach((card, i) => hands[(first + i) % 5].push(card));
    return { first, hands };
  },
  paohuzi(seed, { options = {}, carry, actions }) {
    const seats = Number(options.seats ?? 3);
    const cards = [..."sb"].flatMap((size) => FOUR.concat(4, 5, 6, 7, 8, 9).flatMap((n) => Array(4).fill(`${size}${n + 1}`)));
    const first = carry?.dealer ?? stream(seed, "first dealer")(seats);
    const wall = cut(shuffle(cards, stream(seed, "wall")), actions);
    const order = [0, 1, 2, 3].slice(0, seats).map((i) => (first + i) % seats);
    if (seats === 4) order.splice(2, 1);
    const hands = Array.from({ length: seats }, () => []);
    wall.slice(0, 60).forEach((card, i) => hands[order[i % 3]].push(card));
    hands[first].push(wall[60]);
    const stock = wall.slice(61);
    for (let i = 0; i < 19 && /[a-z](2|7|10)$/.test(stock[18]); i++) stock.unshift(stock.pop());
    return { first, hands, shown: wall[60], stock };
  },
};

const seedOf = (deal, record) => {
  const [secret, nonces] = [bytes(deal.secret), deal.nonces.map(bytes)];
  const committed = sha256(Buffer.from("paiju commitment"), secret);
  if (committed.toString("hex") !== deal.commitment) throw new Error("the secret is another than was committed to");
  if (!record.match) return sha256(secret, ...nonces);
  const opening = hash("opening", bytes(deal.previous), committed);
  const shares = nonces.map((nonce, seat) => (nonce.length ? hash("share", opening, Buffer.of(seat), nonce) : nonce));
  return hash("seed", hash("call", opening, ...shares), secret, ...nonces);
};

const [what, hex] = process.argv.slice(2);
const record = hex ? { game: what, deals: [{}] } : JSON.parse(readFileSync(what, "utf8"));
for (const deal of record.deals) {
  const seed = hex ? bytes(hex) : seedOf(deal, record);
  console.log(JSON.stringify({ seed: seed.toString("hex"), ...games[record.game](seed, { ...record, ...deal }) }));
}
