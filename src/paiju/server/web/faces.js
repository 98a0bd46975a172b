// @ts-check
/** @import { Faces } from "paiju/page" */
/** How the cards of each game are drawn, by their notation. */
import { Card, cardName, Tile } from "./art.js";
import { list } from "./texts.js";
import { html } from "./vendor/htm-preact.js";

/** A card of a game that is not drawn: its notation. @param {{code: string | null}} props */
const Written = ({ code }) => html`<bdi class="digits">${code ?? "?"}</bdi>`;

const SUITS = "shcd";

/**
 * Cards as they are drawn where no deal says it: in a game without suits the n-th shows one of the four.
 * @template {string | null} C
 * @param {readonly C[]} codes
 * @returns {(C | string)[]}
 */
export const withSuits = (codes) =>
  codes.map((code, n) => (code && /^[2-9TJQKA]$/.test(code) ? code + SUITS[n % SUITS.length] : code));

/** @type {Record<string, Faces>} */
const FACES = {
  baohuang: { One: Card, w: 32, isCard: /^([2-9TJQKA][shcd]?|[bBrRL])$/ },
  paohuzi: { One: Tile, w: 26, isCard: /^[sb]\d+$/ },
};
const WRITTEN = { One: Written, w: 0, isCard: /^(?!)/ };

/** @param {string} game */
export const facesOf = (game) => (Object.hasOwn(FACES, game) ? FACES[game] : WRITTEN);

/** Cards in words. @param {readonly (string | null)[]} codes */
export const named = (codes) => list(codes.map(cardName));

/**
 * A row of cards, null for a back.
 * @param {{game: string, codes: readonly (string | null)[], w?: number}} props
 */
export function Row({ game, codes, w = 40 }) {
  const { One } = facesOf(game);
  return html`<span class="card-row" dir="ltr" role="img" aria-label=${named(codes)}>
    ${withSuits(codes).map((code, n) => html`<${One} key=${n} code=${code} w=${w} />`)}</span>`;
}
