// @ts-check
/** @import { Chair } from "paiju/page" */
/** The face of a seat: an animal for people, a mask for programs. All who look at a table see the same. */
import { html } from "../vendor/htm-preact.js";
import { MASKS, ROLES } from "./masks.js";
import { Figure } from "./paper.js";
import { ANIMALS } from "./zodiac.js";

const COLOURS = 5;
const SHEETS = Object.values(ANIMALS);

/** A number from a text, spread evenly enough for twelve animals. @param {string} text */
const lot = (text) => [...text].reduce((sum, letter) => (31 * sum + (letter.codePointAt(0) ?? 0)) % 9973, 7);

/** A person keeps his animal from table to table, each seat has its colour. @param {Chair} chair */
export const sheetOf = ({ kind, level, name }) =>
  kind === "bot" || kind === "program"
    ? MASKS[ROLES[level ?? ""] ?? "chou"]
    : SHEETS[lot(name) % SHEETS.length];

/** @param {{chair: Chair}} props */
export const Avatar = ({ chair }) =>
  html`<span class="avatar" data-colour=${chair.seat % COLOURS}><${Figure} sheet=${sheetOf(chair)} /></span>`;
