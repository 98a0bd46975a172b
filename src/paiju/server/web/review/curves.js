// @ts-check
/** Lines over the course of a deal, with their content in words beside them. */
import { html } from "../vendor/htm-preact.js";

const WIDTH = 320;
const PAD = 6;

/** @typedef {{name: string, points: [number, number][], look: string}} Line */

/**
 * Lines from the left to the right in every language; `at` is where the deal stands, `marks` are points worth
 * a look. A press goes to its place; keys have the player's own.
 * @param {{lines: Line[], low: number, high: number, last: number, at: number, label: string,
 *   height?: number,
 *   marks?: {at: number, value: number, look: string}[], onAt: (at: number) => void}} props
 */
export function Curves({ lines, low, high, last, at, label, height = 96, marks = [], onAt }) {
  const x = (/** @type {number} */ place) => PAD + ((WIDTH - 2 * PAD) * place) / Math.max(1, last);
  const y = (/** @type {number} */ value) =>
    PAD + ((height - 2 * PAD) * (high - value)) / Math.max(1e-9, high - low);
  const press = (/** @type {MouseEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const place = (((event.clientX - box.left) / box.width) * WIDTH - PAD) / (WIDTH - 2 * PAD);
    onAt(Math.round(Math.max(0, Math.min(1, place)) * last));
  };
  return html`<svg class="curves" dir="ltr" viewBox=${`0 0 ${WIDTH} ${height}`} role="img" aria-label=${label}
      onClick=${press}>
    ${low < 0 && high > 0 && html`<line class="curves-zero" x1="0" x2=${WIDTH} y1=${y(0)} y2=${y(0)} />`}
    <line class="curves-at" x1=${x(at)} x2=${x(at)} y1="0" y2=${height} />
    ${lines.map(
      ({ name, points, look }) => html`<polyline key=${name} class=${`curves-line ${look}`}
      points=${points.map(([place, value]) => `${x(place).toFixed(1)},${y(value).toFixed(1)}`).join(" ")} />`,
    )}
    ${marks.map(
      (mark) => html`<circle key=${mark.at} class=${`curves-mark ${mark.look}`} cx=${x(mark.at)}
      cy=${y(mark.value)} r="4" />`,
    )}
  </svg>`;
}
