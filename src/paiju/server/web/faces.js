// @ts-check
/** @import { Faces } from "paiju/page" */
/** How the cards of each game are drawn, by their notation. */
import { Card, Tile } from "./art.js";
import { html } from "./vendor/htm-preact.js";

/** A card of a game that is not drawn: its notation. @param {{code: string | null}} props */
const Written = ({ code }) => html`<bdi class="digits">${code ?? "?"}</bdi>`;

/** @type {Record<string, Faces>} */
const FACES = {
  baohuang: { One: Card, w: 32, isCard: /^([2-9TJQKA][shcd]?|[bBrRL])$/ },
  paohuzi: { One: Tile, w: 26, isCard: /^[sb]\d+$/ },
};
const WRITTEN = { One: Written, w: 0, isCard: /^(?!)/ };

/** @param {string} game */
export const facesOf = (game) => (Object.hasOwn(FACES, game) ? FACES[game] : WRITTEN);
