// @ts-check
/** @import { Chair } from "paiju/page" */
/** A result as a picture: drawn from the house's figures as SVG, then as the PNG that other programs take. */
import { sheetOf } from "../figures/avatar.js";
import { Pieces } from "../figures/paper.js";
import { html, render } from "../vendor/htm-preact.js";

export const SIZE = 1080;
const EDGE = 40;
const FONT = "system-ui, 'Noto Sans', 'Noto Sans SC', 'Noto Sans Arabic', 'PingFang SC', sans-serif";
/** Colours that the style sheets give figures on a page; a picture has none of those. */
const FIGURE = {
  currentColor: "#b3201a",
  "var(--cut)": "#f6ecd2",
  "var(--ink)": "#15181a",
  "var(--paper-red)": "#d8402f",
};
const [GOLD, PAPER, DIM] = ["#e7c98b", "#f6ecd2", "#b9cdbf"];

/**
 * The contents of a picture: from the top two lines, the seats with their points, the last line.
 * @typedef {{title: string, line: string, foot: string, rtl: boolean,
 *   seats: {chair: Chair, name: string, points: string, won: boolean}[]}} Told
 */

/** How many characters of full width a text is as long as. @param {string} text */
const width = (text) =>
  [...text].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) > 0x2e7f ? 1 : 0.6), 0);

/**
 * A text at a place; where it is longer than its room it is smaller.
 * @param {{x: number, y: number, size: number, text: string, room: number, fill?: string,
 *   end?: boolean, rtl: boolean}} props
 */
function Line({ x, y, size, text, room, fill = PAPER, end = false, rtl }) {
  const at = rtl ? SIZE - x : x;
  const fit = Math.min(size, room / Math.max(1, width(text)));
  return html`<text x=${at} y=${y} font-family=${FONT} font-size=${fit} font-weight="600" fill=${fill}
      direction=${rtl ? "rtl" : "ltr"} text-anchor=${end ? "end" : "start"}>${text}</text>`;
}

/** @param {Told} summary */
function Picture({ title, line, foot, rtl, seats }) {
  const step = Math.min(210, 650 / seats.length);
  const disc = 0.4 * step;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width=${SIZE} height=${SIZE}
      viewBox=${`0 0 ${SIZE} ${SIZE}`}>
    <rect width=${SIZE} height=${SIZE} fill="#3a2517" />
    <rect x=${EDGE} y=${EDGE} width=${SIZE - 2 * EDGE} height=${SIZE - 2 * EDGE} rx="48" fill="#1c4a35" />
    <${Line} x=${96} y=${160} size=${72} room=${880} text=${title} rtl=${rtl} />
    <${Line} x=${96} y=${224} size=${38} room=${880} text=${line} fill=${GOLD} rtl=${rtl} />
    ${seats.map(({ chair, name, points, won }, at) => {
      const y = 262 + step * at + step / 2;
      const x = 96 + disc;
      const left = (rtl ? SIZE - x : x) - 0.8 * disc;
      return html`<g key=${at}>
        ${
          won &&
          html`<rect x="72" y=${y - step / 2 + 6} rx="28"
          width=${SIZE - 144} height=${step - 12} fill="#2b6048" />`
        }
        <circle cx=${rtl ? SIZE - x : x} cy=${y} r=${disc} fill=${PAPER} />
        <g transform=${`translate(${left} ${y - 0.8 * disc}) scale(${(1.6 * disc) / 100})`}>
          <${Pieces} sheet=${sheetOf(chair)} /></g>
        <${Line} x=${x + disc + 32} y=${y + 17} size=${48} room=${520} text=${name} rtl=${rtl} />
        <${Line} x=${SIZE - 104} y=${y + 20} size=${60} room=${220} text=${points}
          fill=${won ? GOLD : PAPER} end rtl=${rtl} />
      </g>`;
    })}
    <${Line} x=${96} y=${990} size=${34} room=${880} text=${foot} fill=${DIM} rtl=${rtl} />
  </svg>`;
}

/** The picture as SVG text, which needs nothing beside it. @param {Told} summary */
export function svgOf(summary) {
  const box = document.createElement("div");
  render(html`<${Picture} ...${summary} />`, box);
  const text = new XMLSerializer().serializeToString(/** @type {Element} */ (box.firstElementChild));
  render(null, box);
  return Object.entries(FIGURE).reduce((drawn, [name, colour]) => drawn.replaceAll(name, colour), text);
}

/** The picture as PNG. @param {string} svg @returns {Promise<Blob>} */
export async function pngOf(svg) {
  const picture = new Image(SIZE, SIZE);
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await picture.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: SIZE, height: SIZE });
  canvas.getContext("2d")?.drawImage(picture, 0, 0, SIZE, SIZE);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"),
  );
}
