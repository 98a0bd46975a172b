// @ts-check
/**
 * SHA-256 and bytes as hexadecimal. Own code, since browsers keep WebCrypto from pages that come over plain
 * http.
 */

const TEXT = new TextEncoder();

/** @param {string} digits @returns {Uint8Array<ArrayBuffer>} */
export const fromHex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {Uint8Array} bytes */
export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {Uint8Array[]} parts */
export function joined(parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * The first 32 bits of the fractions of roots of the first primes (FIPS 180-4).
 * @param {number} n
 * @param {number} root
 */
function fractions(n, root) {
  const found = [];
  for (let p = 2; found.length < n; p++) {
    let prime = true;
    for (let d = 2; d * d <= p; d++) prime &&= p % d !== 0;
    if (prime) found.push(((p ** (1 / root) % 1) * 2 ** 32) | 0);
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
        words[i] =
          (words[i - 16] +
            words[i - 7] +
            (turn(near, 17) ^ turn(near, 19) ^ (near >>> 10)) +
            (turn(far, 7) ^ turn(far, 18) ^ (far >>> 3))) |
          0;
      }
      const one =
        (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + words[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    state = [a, b, c, d, e, f, g, h].map((value, i) => (value + state[i]) | 0);
  }
  const out = new DataView(new ArrayBuffer(32));
  for (const [i, value] of state.entries()) out.setInt32(4 * i, value);
  return new Uint8Array(out.buffer);
}

/** The commitment that is public before a deal, hex. @param {string} secret hex */
export const commitmentOf = (secret) =>
  toHex(sha256(joined([TEXT.encode("paiju commitment"), fromHex(secret)])));
