// @ts-check
/** The arithmetic of shuffles and of the chain of deals (docs/records.md). Values are hexadecimal. */
import { commitmentOf } from "../hash.js";
import { digits, encoded, hashed, sharesOf } from "./shares.js";

/**
 * A shuffle that became public: of a deal with the hash of its `play`, or of one that came to nothing with
 * its `shares` and `why`.
 * @typedef {{commitment: string, nonces: string[], secret: string, play?: string, shares?: string[], why?:
 *   string}} Shuffle
 */
/**
 * The chain of a match: what its links are hashes of.
 * @typedef {{head: string | null, first: number, deals: (Shuffle & {failed: Shuffle[]})[], failed: Shuffle[],
 *   over: boolean, signature: string | null, plain?: boolean, renamed?: boolean}} Links
 */

/** @param {string} previous @param {Shuffle} shuffle */
export const callOf = (previous, { commitment, nonces, shares }) =>
  hashed(
    "call",
    hashed("opening", previous, commitment),
    ...(shares ?? sharesOf({ previous, commitment }, nonces)),
  );

/** @param {string} previous @param {Shuffle} shuffle */
export const seedOf = (previous, shuffle) =>
  hashed("seed", callOf(previous, shuffle), shuffle.secret, ...shuffle.nonces);

/** The link that follows. @param {string} previous @param {Shuffle} shuffle */
export function linkOf(previous, shuffle) {
  const mixed = [previous, callOf(previous, shuffle), shuffle.secret, hashed("nonces", ...shuffle.nonces)];
  return shuffle.why
    ? hashed("failed", ...mixed, encoded(shuffle.why))
    : hashed("deal", ...mixed, shuffle.play ?? "");
}

/**
 * Whether a shuffle fits itself: its secret, and the nonces that came.
 * @param {string} previous
 * @param {Shuffle} shuffle
 */
export function isSound(previous, { commitment, nonces, shares, secret }) {
  const promised = sharesOf({ previous, commitment }, nonces);
  return (
    commitmentOf(secret) === commitment &&
    promised.every((share, seat) => !share || !shares || share === shares[seat])
  );
}

/**
 * Every shuffle of a chain with the link before it, in order, and the last link.
 * @param {Links} links @returns {{passed: {previous: string, shuffle: Shuffle, deal: number}[], last:
 *   string}}
 */
export function walk({ head, first, deals, failed }) {
  let last = head === null ? "" : hashed("match", encoded(head));
  const after = deals.length + first;
  const all = [
    ...deals.flatMap((deal, at) => [...deal.failed, deal].map((shuffle) => ({ shuffle, deal: first + at }))),
    ...failed.map((shuffle) => ({ shuffle, deal: after })),
  ];
  const passed = all.map(({ shuffle, deal }) => {
    const previous = last;
    last = linkOf(previous, shuffle);
    return { previous, shuffle, deal };
  });
  return { passed, last };
}

/** What the server signs. @param {Links} links @param {string} last */
export const statementOf = ({ deals, over }, last) =>
  hashed("record", last, digits(deals.length, 4), digits(Number(over), 1));
