// @ts-check
/**
 * Checks a shuffle in the page: SHA-256, SHAKE-256 and the shuffle of docs/records.md. Own code, since browsers
 * keep WebCrypto from pages that come over plain http, and it has no SHAKE.
 */

const TEXT = new TextEncoder();

/** @param {string} digits @returns {Uint8Array} */
export const fromHex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {Uint8Array} bytes */
export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {Uint8Array[]} parts */
export function joined(parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
}

/** The first 32 bits of the fractions of roots of the first primes (FIPS 180-4). @param {number} n @param {number} root */
function fractions(n, root) {
  const found = [];
  for (let p = 2; found.length < n; p++) {
    let prime = true;
    for (let d = 2; d * d <= p; d++) prime &&= p % d !== 0;
    if (prime) found.push(((p ** (1 / root)) % 1) * 2 ** 32 | 0);
  }
  return found;
}
const START = fractions(8, 2);
const ROUND = fractions(64, 3);
const turn = (/** @type {number} */ x, /** @type {number} */ n) => (x >>> n) | (x << (32 - n));

/** SHA-256, 32 bytes. @param {Uint8Array} bytes */
export function sha256(bytes) {
  const padded = new Uint8Array((bytes.length + 72) & ~63);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  let state = START;
  for (let at = 0; at < padded.length; at += 64) {
    const words = Array.from({ length: 16 }, (_, i) => view.getInt32(at + 4 * i));
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      if (i >= 16) {
        const [near, far] = [words[i - 2], words[i - 15]];
        words[i] = (words[i - 16] + words[i - 7] + (turn(near, 17) ^ turn(near, 19) ^ (near >>> 10)) +
          (turn(far, 7) ^ turn(far, 18) ^ (far >>> 3))) | 0;
      }
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + words[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    state = [a, b, c, d, e, f, g, h].map((value, i) => (value + state[i]) | 0);
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((value, i) => out.setInt32(4 * i, value));
  return new Uint8Array(out.buffer);
}

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

/** The output of SHAKE-256 without end, in blocks of 136 bytes. @param {Uint8Array} bytes @returns {Generator<Uint8Array>} */
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

/** Uniform numbers of one stream: `below(n)` is one of 0 … n−1. @param {string} seed hex @param {string} label */
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

/** What is public before a deal, hex. @param {string} secret hex */
export const commitmentOf = (secret) => toHex(sha256(joined([TEXT.encode("paiju commitment"), fromHex(secret)])));

/** The seed of a deal, hex. @param {string} secret hex @param {string[]} nonces by seat, hex, empty where none came */
export const seedOf = (secret, nonces) => toHex(sha256(joined([secret, ...nonces].map(fromHex))));

/** The deck as a seed shuffles it. @template T @param {T[]} deck @param {string} seed hex @param {string} label */
export function shuffled(deck, seed, label) {
  const cards = [...deck];
  const below = chance(seed, label);
  for (let i = cards.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}
