// @ts-check
/** The promise of a seat before it reveals its nonce (docs/records.md). Values are hexadecimal. */
import { fromHex, joined, sha256, toHex } from "../hash.js";

const TEXT = new TextEncoder();

/** A number in `size` bytes. @param {number} value @param {number} size */
export const digits = (value, size) => value.toString(16).padStart(2 * size, "0");

/** @param {string} text */
export const encoded = (text) => toHex(TEXT.encode(text));

/** H(label, parts …). @param {string} label @param {string[]} parts */
export const hashed = (label, ...parts) =>
  toHex(
    sha256(
      joined([encoded(`paiju ${label}`), ...parts].map((part) => fromHex(digits(part.length / 2, 4) + part))),
    ),
  );

/**
 * What each seat promised with its nonce; empty where it has none.
 * @param {{previous: string, commitment: string | null}} opening
 * @param {string[]} nonces by seat
 */
export function sharesOf({ previous, commitment }, nonces) {
  const opening = hashed("opening", previous, commitment ?? "");
  return nonces.map((nonce, seat) => (nonce ? hashed("share", opening, digits(seat, 1), nonce) : ""));
}

/**
 * The seats that promised a nonce and did not send it.
 * @param {{shares?: string[], nonces: string[]}} shuffle
 */
export const refusers = ({ shares, nonces }) =>
  (shares ?? []).flatMap((share, seat) => (share && !nonces[seat] ? [seat] : []));
