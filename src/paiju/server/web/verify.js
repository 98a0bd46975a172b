// @ts-check
/**
 * Repeats a shuffle in the page: SHAKE-256 and the shuffle of docs/records.md. Own code, since browsers have
 * no SHAKE.
 */
import { fromHex, joined, sha256, toHex } from "./hash.js";

const TEXT = new TextEncoder();

const RATE = 136; // bytes that SHAKE-256 takes and gives at a time (FIPS 202)
const LANES = 25;
const MASK = (1n << 64n) - 1n;

/** The 24 rounds of Keccak on 25 lanes of 64 bits. @param {bigint[]} a */
function permute(a) {
  const spin = (/** @type {bigint} */ x, /** @type {bigint} */ n) => ((x << n) | (x >> (64n - n))) & MASK;
  let feedback = 1;
  for (let round = 0; round < 24; round++) {
    const sums = [0, 1, 2, 3, 4].map((x) => a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20]);
    for (let i = 0; i < LANES; i++) a[i] ^= sums[(i + 4) % 5] ^ spin(sums[(i + 1) % 5], 1n);
    let [x, y, lane] = [1, 0, a[1]];
    for (let t = 1; t <= 24; t++) {
      [x, y] = [y, (2 * x + 3 * y) % 5];
      const next = a[x + 5 * y];
      a[x + 5 * y] = spin(lane, BigInt(((t * (t + 1)) / 2) % 64));
      lane = next;
    }
    for (let row = 0; row < LANES; row += 5) {
      const old = a.slice(row, row + 5);
      for (let i = 0; i < 5; i++) a[row + i] = old[i] ^ (~old[(i + 1) % 5] & MASK & old[(i + 2) % 5]);
    }
    for (let j = 0; j <= 6; j++) {
      if (feedback & 1) a[0] ^= 1n << BigInt(2 ** j - 1);
      feedback = (feedback << 1) ^ (feedback & 0x80 ? 0x171 : 0);
    }
  }
}

/**
 * The output of SHAKE-256 without end, in blocks of 136 bytes.
 * @param {Uint8Array} bytes
 * @returns {Generator<Uint8Array>}
 */
export function* shake256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 1) / RATE) * RATE);
  padded.set(bytes);
  padded[bytes.length] ^= 0x1f;
  padded[padded.length - 1] ^= 0x80;
  const view = new DataView(padded.buffer);
  const lanes = Array(LANES).fill(0n);
  for (let at = 0; at < padded.length; at += RATE) {
    for (let i = 0; i < RATE / 8; i++) lanes[i] ^= view.getBigUint64(at + 8 * i, true);
    permute(lanes);
  }
  for (;;) {
    const block = new DataView(new ArrayBuffer(RATE));
    for (let i = 0; i < RATE / 8; i++) block.setBigUint64(8 * i, lanes[i], true);
    yield new Uint8Array(block.buffer);
    permute(lanes);
  }
}

/**
 * Uniform numbers of one stream: `below(n)` is one of 0 … n−1.
 * @param {string} seed hex
 * @param {string} label
 */
export function chance(seed, label) {
  const words = (function* () {
    for (const block of shake256(joined([fromHex(seed), TEXT.encode(label)]))) {
      const view = new DataView(block.buffer);
      for (let at = 0; at < RATE; at += 4) yield view.getUint32(at);
    }
  })();
  return (/** @type {number} */ bound) => {
    const limit = 2 ** 32 - (2 ** 32 % bound);
    for (;;) {
      const word = /** @type {number} */ (words.next().value);
      if (word < limit) return word % bound;
    }
  };
}

/**
 * The seed of a deal, hex.
 * @param {string} secret hex
 * @param {string[]} nonces by seat, hex, empty where none came
 */
export const seedOf = (secret, nonces) => toHex(sha256(joined([secret, ...nonces].map(fromHex))));

/**
 * The deck as a seed shuffles it.
 * @template T
 * @param {T[]} deck
 * @param {string} seed hex
 * @param {string} label
 */
export function shuffled(deck, seed, label) {
  const cards = [...deck];
  const below = chance(seed, label);
  for (let i = cards.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}
