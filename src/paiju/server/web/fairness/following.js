// @ts-check
/** @import { Chair, Fairness, GameView, Happening, Message, Room } from "paiju/page" */
/**
 * What a table's page stores of each shuffle before it reveals anything, and compares with all that
 * comes later. Whatever
 * differs is a doubt that the table shows. No DOM, but for the storage that outlives a reload.
 */
import { toHex } from "../hash.js";
import { keep, places, recall } from "../storage.js";
import { refusers, sharesOf } from "./shares.js";

/**
 * The present shuffle as this page saw it. `nonce` is its own, once it has promised one; `sent` says that it
 * has been given away;
 * `shares` are those of the call, with the server's `signature`, `nonces` those of the deal; who is `barred`
 * broke a promise.
 * @typedef {{deal: number, previous: string, commitment: string | null, nonce: string, sent: boolean, shares:
 *   string[] | null, signature: string | null, nonces: string[] | null, barred: number[]}} Seen
 */
/**
 * What does not fit, where, and what the page had seen of it before.
 * @typedef {{key: string, deal: number, seats?: number[], seen?: Seen | null}} Doubt
 */

const PLACE = "paiju.fair.";
const MOST_TABLES = 8;
const MOST_DOUBTS = 20;
const NONCE_BYTES = 16;

/**
 * A shuffle that begins.
 * @param {Fairness} now
 * @param {Seen | null} before the one that it takes the place of
 * @returns {Seen}
 */
const first = (now, before) => ({
  deal: now.deal,
  previous: now.previous ?? "",
  commitment: now.commitment,
  nonce: "",
  sent: false,
  shares: null,
  signature: null,
  nonces: null,
  barred: now.failed
    ? [...(before?.deal === now.deal ? (before?.barred ?? []) : []), ...refusers(now.failed)]
    : [],
});

/** The page's messages at each step of a shuffle, and its findings. */
const STEPS = {
  /** @param {Seen} seen @param {Room} room */
  shares(seen, room) {
    const { seat } = room.you;
    if (seen.shares || seen.nonces) return { keys: ["shares"], say: [] };
    if (seat === null || seen.barred.includes(seat)) return { keys: [], say: [] };
    seen.nonce ||= toHex(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
    return { keys: [], say: [{ type: "share", to: seen.commitment, value: ownShare(seen, seat) }] };
  },
  /** @param {Seen} seen @param {Room} room */
  nonces(seen, room) {
    const { seat } = room.you;
    const { signature } = room.fairness;
    const shares = room.fairness.shares ?? [];
    const mine = seat === null ? "" : shares[seat];
    if (seen.nonces || (seen.shares && String(seen.shares) !== String(shares)))
      return { keys: ["shares"], say: [] };
    const own = seat !== null && seen.nonce ? ownShare(seen, seat) : "";
    if (!seen.shares) {
      // A share of a bot, an absent person or one who broke a promise would be chosen by someone else, or a
      // second time.
      const barred = (/** @type {Chair} */ chair, /** @type {number} */ at) =>
        chair.kind !== "human" || !chair.online || seen.barred.includes(at);
      if (room.seats.some((chair, at) => shares[at] && barred(chair, at)))
        return { keys: ["stranger"], say: [] };
      if (own && mine && mine !== own) return { keys: ["shares"], say: [] };
      Object.assign(seen, { shares, signature });
      if (own && !mine) return { keys: ["left_out"], say: [] };
    }
    if (!own || mine !== own) return { keys: [], say: [] };
    seen.sent = true;
    return { keys: [], say: [{ type: "nonce", to: seen.commitment, value: seen.nonce }] };
  },
  /** @param {Seen} seen @param {Room} room */
  dealt(seen, room) {
    const { seat } = room.you;
    const nonces = room.fairness.nonces ?? [];
    const mine = seat === null ? "" : nonces[seat];
    const before = seen.nonces;
    seen.nonces ??= room.fairness.nonces;
    if (before) return { keys: String(before) === String(nonces) ? [] : ["nonces"], say: [] };
    if (seen.shares && String(sharesOf(seen, nonces)) !== String(seen.shares))
      return { keys: ["nonces"], say: [] };
    if (!seen.nonce || seen.shares || mine === seen.nonce) return { keys: [], say: [] };
    return { keys: [mine ? "nonces" : "left_out"], say: [] };
  },
};

/** @param {Seen} seen @param {number} seat */
const ownShare = (seen, seat) => sharesOf(seen, [...Array(seat).fill(""), seen.nonce])[seat];

/** Follows the shuffles of one table, across reloads too where the browser keeps anything. */
export class Following {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    /** @type {{seen: Seen | null, own: Record<number, string>, doubts: Doubt[]}} */
    this.stored = { seen: null, own: {}, doubts: [], ...recall(PLACE + table, NOTHING).kept };
    this.said = new Set();
  }

  /**
   * Takes in what the table says; returns what to send.
   * @param {{room: Room, view: GameView | null, log: Happening[]}} state @param {boolean} renewed on a new
   *   connection, where everything is said again
   * @returns {Promise<Message[]>}
   */
  async hear(state, renewed) {
    const { stored } = this;
    const now = state.room.fairness;
    if (renewed) this.said.clear();
    if (!now.previous) return [];
    const before = stored.seen;
    let seen = before ?? first(now, null);
    if (now.previous !== seen.previous || now.commitment !== seen.commitment) {
      const { judged } = await import("./judging.js");
      const doubts = await judged(seen, state, () => this.links(now.deal));
      if (!doubts) return [];
      this.note(doubts, seen);
      seen = first(now, seen);
    }
    const step = STEPS[/** @type {keyof typeof STEPS} */ (now.step)];
    const { keys, say } = step ? step(seen, state.room) : { keys: [], say: [] };
    this.note(
      keys.map((key) => ({ key, deal: now.deal })),
      seen,
    );
    if (seen.sent && stored.own[seen.deal] !== seen.nonce)
      stored.own = { ...stored.own, [seen.deal]: seen.nonce };
    stored.seen = seen;
    write(PLACE + this.table, stored);
    const fresh = say.filter(({ type, value }) => !this.said.has(type + value));
    for (const { type, value } of fresh) this.said.add(type + value);
    return fresh;
  }

  /**
   * The chain of the match; null if it did not come. A server that refuses it is one more doubt.
   * @param {number} deal
   */
  async links(deal) {
    const { ofTable } = await import("./audit.js");
    return ofTable(this.table).catch((error) => {
      if (error.status >= 400 && error.status < 500 && error.status !== 429)
        this.note([{ key: "withheld", deal }], this.stored.seen);
      return null;
    });
  }

  /**
   * Keeps doubts, each once, with the evidence: what was seen, and the server's signature under it.
   * @param {Doubt[]} doubts
   * @param {Seen | null} seen
   */
  note(doubts, seen) {
    const name = (/** @type {Doubt} */ { key, deal, seats }) => JSON.stringify([key, deal, seats]);
    const known = new Set(this.stored.doubts.map(name));
    const fresh = doubts
      .filter((doubt) => !known.has(name(doubt)))
      .map((doubt) => ({ ...doubt, seen: seen && { ...seen } }));
    if (fresh.length) this.stored.doubts = [...this.stored.doubts, ...fresh].slice(-MOST_DOUBTS);
  }
}

/** What is stored for a table, and since when. @type {{at: number, kept: Record<string, unknown>}} */
const NOTHING = { at: 0, kept: {} };

/**
 * Keeps what was seen, and forgets the tables that were left longest ago.
 * @param {string} place
 * @param {Record<string, unknown>} stored
 */
function write(place, stored) {
  keep(place, { at: Date.now(), kept: stored });
  const tables = places(PLACE);
  if (tables.length <= MOST_TABLES) return;
  const age = (/** @type {string} */ name) => recall(name, NOTHING).at;
  for (const name of tables.sort((a, b) => age(b) - age(a)).slice(MOST_TABLES)) keep(name, undefined);
}
