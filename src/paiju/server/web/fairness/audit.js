// @ts-check
/** Checks the chain of a match from its first link to its last, and its signature. */
import { api } from "../net.js";
import { commitmentOf, fromHex, sha256, toHex } from "../hash.js";
import { seedOf as plainSeedOf } from "../verify.js";
import { isSound, seedOf, statementOf, walk } from "./chain.js";
import { hashed, refusers } from "./shares.js";

/** @typedef {import("./chain.js").Links} Links */
/** @typedef {import("./chain.js").Shuffle} Shuffle */
/**
 * The findings about a shuffle; `refused` are the seats that did not keep their promise.
 * @typedef {{deal: number, shuffle: Shuffle, seed: string, ok: boolean, findings: {key: string, ok:
 *   boolean}[], refused: number[]}} Audited
 */
/** @typedef {{plain: boolean, deals: Audited[], links: string[], last: string, key: string | null}} Audit */

const KEY = "paiju.key";
const TEXT = new TextEncoder();

/** The chain of a table's match. @param {string} table @returns {Promise<Links>} */
export const ofTable = (table) => api("GET", `/api/tables/${encodeURIComponent(table)}/links`);

/** The chain of a record, or the deals of a plain one. @param {string} record @returns {Promise<Links>} */
export async function ofRecord(record) {
  const document = await api("GET", `/api/records/${encodeURIComponent(record)}`);
  const { game, law, options, digest, seats, names, salts, match, key, after, failed, over, signature } =
    document;
  const deals = document.deals.map((/** @type {Record<string, unknown>} */ deal) => {
    const { carry, actions, trail, events, result, signals } = deal; // signals: where there are any
    const played = line({ carry, actions, trail, events, result, signals });
    return { ...deal, play: toHex(sha256(TEXT.encode(played))) };
  });
  if (document.version === 1)
    return { plain: true, deals, head: null, first: 1, failed: [], over: true, signature: null };
  const bound = (/** @type {string} */ name, /** @type {number} */ seat) =>
    salts[seat] === null || hashed("name", salts[seat], toHex(TEXT.encode(name))) === names[seat];
  return {
    head: line({ game, law, options, digest, names, match, key, after }),
    first: 1,
    deals,
    failed,
    over,
    signature,
    renamed: !seats.every(bound),
  };
}

/** One line of JSON, keys sorted. @param {unknown} data */
const line = (data) =>
  JSON.stringify(data, (_, value) =>
    value && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/**
 * @param {Links} links
 * @param {Record<number, string>} own by deal
 * @param {number | null} seat
 * @returns {Audit}
 */
export function audit(links, own, seat) {
  if (links.plain) {
    const deals = links.deals.map((/** @type {Shuffle} */ shuffle, /** @type {number} */ at) =>
      audited(
        at + 1,
        shuffle,
        plainSeedOf(shuffle.secret, shuffle.nonces),
        commitmentOf(shuffle.secret) === shuffle.commitment,
      ),
    );
    return { plain: true, deals, links: [], last: "", key: null };
  }
  const { passed, last } = walk(links);
  const deals = passed.map(({ previous, shuffle, deal }) => {
    const more =
      !shuffle.why && own[deal] && seat !== null
        ? [{ key: "nonce", ok: shuffle.nonces[seat] === own[deal] }]
        : [];
    return {
      previous,
      ...audited(deal, shuffle, seedOf(previous, shuffle), isSound(previous, shuffle), more),
    };
  });
  return {
    plain: false,
    deals,
    links: passed.map(({ previous }) => previous),
    last,
    key: links.head === null ? null : JSON.parse(links.head).key,
  };
}

/**
 * @param {number} deal
 * @param {Shuffle} shuffle
 * @param {string} seed
 * @param {boolean} sound
 * @param {{key: string, ok: boolean}[]} [more]
 * @returns {Audited}
 */
function audited(deal, shuffle, seed, sound, more = []) {
  const findings = [{ key: "commitment", ok: sound }, ...more];
  return { deal, shuffle, seed, findings, ok: findings.every(({ ok }) => ok), refused: refusers(shuffle) };
}

/**
 * The state of the signature: `ok`, `bad`, `none`, `unchecked` where the browser withholds WebCrypto,
 * `other` where this
 * server has signed with another key before.
 * @param {Links} links @param {Audit} found
 */
export async function signature(links, { last, key }) {
  if (!key || !links.signature) return "none";
  if (pinned(key) !== key) return "other";
  try {
    const own = await crypto.subtle.importKey("raw", fromHex(key), { name: "Ed25519" }, false, ["verify"]);
    const genuine = await crypto.subtle.verify(
      "Ed25519",
      own,
      fromHex(links.signature),
      fromHex(statementOf(links, last)),
    );
    return genuine ? "ok" : "bad";
  } catch {
    return "unchecked";
  }
}

/** The key that this browser met here first. @param {string} key */
function pinned(key) {
  try {
    if (!localStorage.getItem(KEY)) localStorage.setItem(KEY, key);
    return localStorage.getItem(KEY);
  } catch {
    return key;
  }
}
