// @ts-check
/** @import { Chair } from "paiju/page" */
/**
 * The face of a seat: an animal for people, a mask for bots and programs, another for each seat. All who look
 * at a table see the same.
 */
import { html } from "../vendor/htm-preact.js";
import { MASKS } from "./masks.js";
import { Figure } from "./paper.js";
import { ANIMALS } from "./zodiac.js";

export const COLOURS = 5;
const SHEETS = Object.values(ANIMALS);
const MASK_SHEETS = Object.values(MASKS);

/** A number from a text, spread evenly enough for twelve animals. @param {string} text */
const lot = (text) => [...text].reduce((sum, letter) => (31 * sum + (letter.codePointAt(0) ?? 0)) % 9973, 7);

/** @typedef {Pick<Chair, "seat" | "kind" | "level" | "name" | "avatar">} Faced */

/**
 * The animal that a person has chosen, or the one of their name, which they keep from table to table.
 * @param {Faced} chair
 */
export const sheetOf = ({ seat, kind, name, avatar }) =>
  kind === "bot" || kind === "program"
    ? MASK_SHEETS[seat % MASK_SHEETS.length]
    : (ANIMALS[avatar.split("-")[0]] ?? SHEETS[lot(name) % SHEETS.length]);

/** In the colour that the person has chosen, or that of the seat. @param {{chair: Faced}} props */
export const Avatar = ({ chair }) =>
  html`<span class="avatar" data-colour=${chair.avatar.split("-")[1] ?? chair.seat % COLOURS}>
    <${Figure} sheet=${sheetOf(chair)} /></span>`;
