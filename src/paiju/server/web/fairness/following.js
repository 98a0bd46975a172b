// @ts-check
/**
 * What a page of a table keeps of each shuffle before it gives anything away, and compares with all that comes later. Whatever
 * differs is a doubt that the table shows. No DOM, but for the storage that outlives a reload.
 */
import { api } from "../net.js";
import { toHex } from "../verify.js";
import { isSound, linkOf, openingOf, refusers, seedOf, shareOf, walk } from "./chain.js";

/**
 * The present shuffle as this page saw it. `nonce` is its own, once it has promised one; `sent` says that it has been given away;
 * `shares` are those of the call, `nonces` those of the deal,.
 * @typedef {{deal: number, previous: string, commitment: string | null, nonce: string, sent: boolean, shares: string[] | null, signature: string | null, nonces: string[] | null, barred: number[]}} Seen
 */
/** What does not fit, and where. @typedef {{key: string, deal: number, seats?: number[]}} Doubt */
/** @typedef {{seen: Seen | null, own: Record<number, string>, doubts: Doubt[]}} Kept */
/** @typedef {import("./chain.js").Links} Links */
/** @typedef {import("./chain.js").Shuffle} Shuffle */

const PLACE = "paiju.fair.";
const MOST_TABLES = 8;
const MOST_DOUBTS = 20;

/** Doubts that may have an innocent reason, such as a bad connection. */
export const MILD = new Set(["left_out", "unheard", "refused"]);

/** A shuffle that begins. @param {any} now @param {Seen | null} before the one that it takes the place of @returns {Seen} */
const first = (now, before) => ({
  deal: now.deal, previous: now.previous, commitment: now.commitment, nonce: "", sent: false, shares: null, signature: null, nonces: null,
  barred: now.failed ? [...(before?.deal === now.deal ? before.barred : []), ...refusers(now.failed)] : [],
});

/** 16 random bytes. @returns {string} */
const draw = () => toHex(crypto.getRandomValues(new Uint8Array(16)));

/**
 * What a room says of the shuffle, against what was seen before.
 * @param {Seen | null} seen @param {any} room @param {Links | null} links the chain, where it had to be asked for
 * @param {() => string} [random]
 * @returns {{seen: Seen | null, say: any[], doubts: Doubt[], gap: boolean}} `say` is to be sent; with a `gap` nothing is decided before
 *   the chain is known
 */
export function follow(seen, room, links = null, random = draw) {
  const now = room.fairness;
  if (!now.previous) return { seen, say: [], doubts: [], gap: false };
  /** @type {Doubt[]} */
  let doubts = [];
  if (!seen) seen = first(now, null);
  else if (now.previous !== seen.previous || now.commitment !== seen.commitment) {
    const found = passed(seen, room, links);
    if (found === null) return { seen, say: [], doubts, gap: true };
    doubts = found;
    seen = first(now, seen);
  }
  const step = STEPS[/** @type {keyof STEPS} */ (now.step)];
  const { keys, say } = step ? step(seen, room, random) : { keys: [], say: [] };
  return { seen, say, doubts: [...doubts, ...keys.map((key) => ({ key, deal: now.deal }))], gap: false };
}

/** What became of the shuffle that was seen; null if only the whole chain can tell. @param {Seen} seen @param {any} room @param {Links | null} links @returns {Doubt[] | null} */
function passed(seen, room, links) {
  const now = room.fairness;
  if (now.previous === seen.previous) return now.commitment === null || seen.commitment === null ? [] : [{ key: "commitment", deal: seen.deal }];
  const dealt = seen.nonces && now.opened && { commitment: seen.commitment, nonces: seen.nonces, ...now.opened };
  for (const one of [dealt, now.failed].filter(Boolean)) {
    const link = linkOf(seen.previous, one);
    if (link === now.previous || (one === dealt && now.failed && linkOf(link, now.failed) === now.previous)) return outcome(seen, one, room);
  }
  if (!links) return null;
  const chain = walk(links);
  const at = chain.passed.findIndex(({ previous }) => previous === seen.previous);
  const known = [...chain.passed.map(({ previous }) => previous), chain.last].indexOf(now.previous);
  if (at >= 0 && known > at) return outcome(seen, chain.passed[at].shuffle, room);
  const goesOn = links.head !== null && JSON.parse(links.head).after === seen.previous && known >= 0;
  return goesOn ? [] : [{ key: "chain", deal: seen.deal }];
}

/** What speaks against the shuffle that took the place of the one that was seen. @param {Seen} seen @param {Shuffle} shuffle @param {any} room @returns {Doubt[]} */
function outcome(seen, shuffle, room) {
  const { deal } = seen;
  const opening = openingOf(seen.previous, shuffle.commitment);
  const shares = shuffle.shares ?? shuffle.nonces.map((nonce, at) => shareOf(opening, at, nonce));
  if (seen.commitment !== null && shuffle.commitment !== seen.commitment) return [{ key: "commitment", deal }];
  if (!isSound(seen.previous, shuffle)) return [{ key: "secret", deal }];
  if (seen.shares && String(shares) !== String(seen.shares)) return [{ key: "shares", deal }];
  if (seen.nonces && String(shuffle.nonces) !== String(seen.nonces)) return [{ key: "nonces", deal }];
  if (shuffle.why === "dropped" && !room.dissolved) return [{ key: "dropped", deal }];
  const refused = refusers(shuffle);
  if (seen.sent && refused.includes(room.you.seat)) return [{ key: "unheard", deal }];
  return refused.length ? [{ key: "refused", deal, seats: refused }] : [];
}

/** What a page says at each step of a shuffle, and what it finds. */
const STEPS = {
  /** @param {Seen} seen @param {any} room @param {() => string} random */
  shares(seen, room, random) {
    const { seat } = room.you;
    if (seen.shares || seen.nonces) return { keys: ["shares"], say: [] };
    if (seat === null || seen.barred.includes(seat)) return { keys: [], say: [] };
    seen.nonce ||= random();
    return { keys: [], say: [{ type: "share", to: seen.commitment, value: ownShare(seen, seat) }] };
  },
  /** @param {Seen} seen @param {any} room */
  nonces(seen, room) {
    const { seat } = room.you;
    const { shares, signature } = room.fairness;
    if (seen.nonces || (seen.shares && String(seen.shares) !== String(shares))) return { keys: ["shares"], say: [] };
    const own = seat !== null && seen.nonce ? ownShare(seen, seat) : "";
    if (!seen.shares) {
      // What bots, people who are away and those who broke a promise say would be chosen by somebody else, or for the second time.
      const barred = (/** @type {any} */ chair, /** @type {number} */ at) => chair.kind !== "human" || !chair.online || seen.barred.includes(at);
      if (room.seats.some((/** @type {any} */ chair, /** @type {number} */ at) => shares[at] && barred(chair, at))) return { keys: ["stranger"], say: [] };
      if (own && shares[seat] && shares[seat] !== own) return { keys: ["shares"], say: [] };
      Object.assign(seen, { shares, signature });
      if (own && !shares[seat]) return { keys: ["left_out"], say: [] };
    }
    if (!own || shares[seat] !== own) return { keys: [], say: [] };
    seen.sent = true;
    return { keys: [], say: [{ type: "nonce", to: seen.commitment, value: seen.nonce }] };
  },
  /** @param {Seen} seen @param {any} room */
  dealt(seen, room) {
    const { seat } = room.you;
    const { nonces } = room.fairness;
    const before = seen.nonces;
    seen.nonces ??= nonces;
    if (before) return { keys: String(before) === String(nonces) ? [] : ["nonces"], say: [] };
    const opening = openingOf(seen.previous, seen.commitment ?? "");
    const promised = nonces.map((/** @type {string} */ nonce, /** @type {number} */ at) => shareOf(opening, at, nonce));
    if (seen.shares && String(promised) !== String(seen.shares)) return { keys: ["nonces"], say: [] };
    if (!seen.nonce || seen.shares || nonces[seat] === seen.nonce) return { keys: [], say: [] };
    return { keys: [nonces[seat] ? "nonces" : "left_out"], say: [] };
  },
};

/** @param {Seen} seen @param {number} seat */
const ownShare = (seen, seat) => shareOf(openingOf(seen.previous, seen.commitment ?? ""), seat, seen.nonce);

/** Follows the shuffles of one table, across reloads too where the browser keeps anything. */
export class Following {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    /** @type {Kept} */
    this.kept = { seen: null, own: {}, doubts: [], ...read(PLACE + table) };
    this.said = new Set();
  }

  /**
   * Takes in what the table says; returns what to send.
   * @param {{room: any, view: any, log: any[]}} state @param {boolean} anew on a new connection, where everything is said again
   * @returns {Promise<any[]>}
   */
  async hear({ room, view, log }, anew) {
    if (anew) this.said.clear();
    const ended = this.kept.seen;
    let result = follow(this.kept.seen, room);
    if (result.gap) {
      const links = await this.links(room.fairness.deal);
      if (!links) return [];
      result = follow(this.kept.seen, room, links);
    }
    const { seen, say, doubts } = result;
    this.note(doubts);
    if (ended && ended !== seen && room.you.seat !== null) await this.look(ended, room, view, log);
    if (seen?.sent && this.kept.own[seen.deal] !== seen.nonce) this.kept.own = { ...this.kept.own, [seen.deal]: seen.nonce };
    this.kept.seen = seen;
    write(PLACE + this.table, this.kept);
    const fresh = say.filter((message) => !this.said.has(message.type + message.value));
    for (const message of fresh) this.said.add(message.type + message.value);
    return fresh;
  }

  /** The chain of the match; null if it did not come. A server that refuses it is one more doubt. @param {number} deal @returns {Promise<Links | null>} */
  links(deal) {
    return api("GET", `/api/tables/${encodeURIComponent(this.table)}/links`).catch((error) => {
      if (error.status >= 400 && error.status < 500 && error.status !== 429) this.note([{ key: "withheld", deal }]);
      return null;
    });
  }

  /** Whether the shuffle of a deal that is over gives the cards that this seat was dealt. @param {Seen} ended @param {any} room @param {any} view @param {any[]} log */
  async look(ended, room, view, log) {
    const { opened } = room.fairness;
    if (!opened || !ended.nonces || !view?.over || view.deal !== ended.deal) return;
    const { handOf } = await import("./check.js");
    const shuffle = { commitment: ended.commitment ?? "", nonces: ended.nonces, secret: opened.secret };
    const hand = handOf(seedOf(ended.previous, shuffle), { room, view, log });
    if (hand && !hand.ok) this.note([{ key: "hand", deal: ended.deal }]);
  }

  /** @param {Doubt[]} doubts */
  note(doubts) {
    const known = new Set(this.kept.doubts.map((doubt) => JSON.stringify(doubt)));
    const fresh = doubts.filter((doubt) => !known.has(JSON.stringify(doubt)));
    if (fresh.length) this.kept.doubts = [...this.kept.doubts, ...fresh].slice(-MOST_DOUBTS);
  }
}

/** @param {string} place */
function read(place) {
  try {
    return JSON.parse(localStorage.getItem(place) ?? "{}").kept ?? {};
  } catch {
    return {};
  }
}

/** Keeps what was seen, and forgets the tables that were left longest ago. @param {string} place @param {Kept} kept */
function write(place, kept) {
  try {
    localStorage.setItem(place, JSON.stringify({ at: Date.now(), kept }));
    const tables = Object.keys(localStorage).filter((name) => name.startsWith(PLACE));
    if (tables.length <= MOST_TABLES) return;
    const age = (/** @type {string} */ name) => JSON.parse(localStorage.getItem(name) ?? "{}").at ?? 0;
    for (const name of tables.sort((a, b) => age(b) - age(a)).slice(MOST_TABLES)) localStorage.removeItem(name);
  } catch {
    // the browser keeps nothing: it lasts as long as the page
  }
}
