// @ts-check
/** The arithmetic of shuffles and of the chain of deals (docs/records.md). Values are hexadecimal. */
import { commitmentOf, fromHex, joined, sha256, toHex } from "../verify.js";

const TEXT = new TextEncoder();

/**
 * A shuffle that became public: of a deal with the hash of its `play`, or of one that came to nothing with its `shares` and `why`.
 * @typedef {{commitment: string, nonces: string[], secret: string, play?: string, shares?: string[], why?: string}} Shuffle
 */
/**
 * The chain of a match: what its links are hashes of.
 * @typedef {{head: string | null, first: number, deals: (Shuffle & {failed: Shuffle[]})[], failed: Shuffle[], over: boolean, signature: string | null}} Links
 */

/** A number in so many bytes. @param {number} value @param {number} size */
const digits = (value, size) => value.toString(16).padStart(2 * size, "0");

/** @param {string} text */
const encoded = (text) => toHex(TEXT.encode(text));

/** H(label, parts …). @param {string} label @param {string[]} parts */
export const hashed = (label, ...parts) =>
  toHex(sha256(joined([encoded(`paiju ${label}`), ...parts].map((part) => fromHex(digits(part.length / 2, 4) + part)))));

/** @param {string} previous @param {string} commitment */
export const openingOf = (previous, commitment) => hashed("opening", previous, commitment);

/** What a seat promises; empty without a nonce. @param {string} opening @param {number} seat @param {string} nonce */
export const shareOf = (opening, seat, nonce) => (nonce ? hashed("share", opening, digits(seat, 1), nonce) : "");

/** @param {string} previous @param {Shuffle} shuffle */
export function callOf(previous, { commitment, nonces, shares }) {
  const opening = openingOf(previous, commitment);
  return hashed("call", opening, ...(shares ?? nonces.map((nonce, seat) => shareOf(opening, seat, nonce))));
}

/** @param {string} previous @param {Shuffle} shuffle */
export const seedOf = (previous, shuffle) => hashed("seed", callOf(previous, shuffle), shuffle.secret, ...shuffle.nonces);

/** The link that follows. @param {string} previous @param {Shuffle} shuffle */
export function linkOf(previous, shuffle) {
  const mixed = [previous, callOf(previous, shuffle), shuffle.secret, hashed("nonces", ...shuffle.nonces)];
  return shuffle.why ? hashed("failed", ...mixed, encoded(shuffle.why)) : hashed("deal", ...mixed, shuffle.play ?? "");
}

/** Whether a shuffle fits itself: its secret, and the nonces that came. @param {string} previous @param {Shuffle} shuffle */
export function isSound(previous, { commitment, nonces, shares, secret }) {
  const opening = openingOf(previous, commitment);
  const kept = nonces.every((nonce, seat) => !nonce || !shares || shareOf(opening, seat, nonce) === shares[seat]);
  return kept && commitmentOf(secret) === commitment;
}

/** The seats that promised a nonce and did not send it. @param {Shuffle} shuffle */
export const refusers = ({ shares, nonces }) => (shares ?? []).flatMap((share, seat) => (share && !nonces[seat] ? [seat] : []));

/**
 * Every shuffle of a chain with the link before it, in order, and the last link.
 * @param {Links} links @returns {{passed: {previous: string, shuffle: Shuffle, deal: number}[], last: string}}
 */
export function walk({ head, first, deals, failed }) {
  let last = head === null ? "" : hashed("match", encoded(head));
  const after = deals.length + first;
  const all = [...deals.flatMap((deal, at) => [...deal.failed, deal].map((shuffle) => ({ shuffle, deal: first + at }))), ...failed.map((shuffle) => ({ shuffle, deal: after }))];
  const passed = all.map(({ shuffle, deal }) => {
    const previous = last;
    last = linkOf(previous, shuffle);
    return { previous, shuffle, deal };
  });
  return { passed, last };
}

/** What the server signs. @param {Links} links @param {string} last */
export const statementOf = ({ deals, over }, last) => hashed("record", last, digits(deals.length, 4), digits(Number(over), 1));
