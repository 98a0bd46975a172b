// @ts-check
/** Paper cut in the fold: what is drawn on the right half of a square of 100 is cut on the left as well. */
import { html } from "../vendor/htm-preact.js";

/**
 * Layers from below, each a fill and a path: `p` paper of the figure's colour, `c` cut away, `i` ink, `r`
 * red.
 * @typedef {readonly (readonly ["p" | "c" | "i" | "r", string])[]} Sheet
 */

const FILLS = { p: "currentColor", c: "var(--cut)", i: "var(--ink)", r: "var(--paper-red)" };
const FOLD = "translate(100 0) scale(-1 1)";

/** A round piece. @param {number} x @param {number} y @param {number} rx @param {number} [ry] */
export const o = (x, y, rx, ry = rx) =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;

/**
 * The scissors' common cut: pointed at both ends, so far to the left of its line and so far to the right.
 * @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2
 * @param {number} left @param {number} [right]
 */
export function leaf(x1, y1, x2, y2, left, right = left) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [nx, ny] = [(y2 - y1) / length, (x1 - x2) / length];
  const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2];
  const at = (/** @type {number} */ far) => `${round(mx + 2 * far * nx)} ${round(my + 2 * far * ny)}`;
  return `M${x1} ${y1}Q${at(left)} ${x2} ${y2}Q${at(-right)} ${x1} ${y1}z`;
}

/** @param {number} n */
const round = (n) => Math.round(10 * n) / 10;

/** The pieces of a sheet, both halves. @param {{sheet: Sheet}} props */
export const Pieces = ({ sheet }) =>
  sheet.map(
    ([fill, d], at) => html`<g key=${at} fill=${FILLS[fill]}><path d=${d} /><path d=${d} transform=${FOLD} />
    </g>`,
  );

/**
 * A figure without a frame, as large as the style sheet says.
 * @param {{sheet: Sheet, class?: string}} props
 */
export const Figure = ({ sheet, class: extra = "" }) =>
  html`<svg class=${`figure ${extra}`} viewBox="0 0 100 100" aria-hidden="true" focusable="false">
    <${Pieces} sheet=${sheet} /></svg>`;
