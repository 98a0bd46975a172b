// @ts-check
/** How a rating went, match by match, within its doubt. */
import { has, list, num, t } from "../texts.js";
import { html } from "../vendor/htm-preact.js";

/**
 * Points with their doubt, after each match.
 * @typedef {{game: string, family: string, points: [number, number][]}} RatingCurve
 */

const WIDTH = 320;
const HEIGHT = 96;
const PAD = 8;
const FEWEST = 2; // one match makes no line

/** All that have a line. @param {{curves: RatingCurve[]}} props */
export const RatingCurves = ({ curves }) =>
  curves
    .filter(({ points }) => points.length >= FEWEST)
    .map((curve) => html`<${Line} key=${curve.game + curve.family} curve=${curve} />`);

/** @param {{curve: RatingCurve}} props */
function Line({ curve: { game, family, points } }) {
  const low = Math.min(...points.map(([mean, doubt]) => mean - doubt));
  const high = Math.max(...points.map(([mean, doubt]) => mean + doubt));
  const x = (/** @type {number} */ at) => PAD + ((WIDTH - 2 * PAD) * at) / (points.length - 1);
  const y = (/** @type {number} */ value) =>
    PAD + ((HEIGHT - 2 * PAD) * (high - value)) / Math.max(1, high - low);
  const along = (/** @type {1 | 0 | -1} */ side) =>
    points.map(([mean, doubt], at) => `${x(at).toFixed(1)},${y(mean + side * doubt).toFixed(1)}`);
  const [mean, doubt] = points[points.length - 1];
  const preset = `preset.${game}.${family}`;
  const name = list([t(`web.game.${game}`), has(preset) ? t(preset) : family]);
  const facts = { name, first: points[0][0], points: mean, doubt };
  return html`<figure class="plate rating-curve" data-testid="rating-curve">
    <figcaption>${name} <b class="digits">${num(mean)}</b>${" "}
      <small class="digits">± ${num(doubt)}</small></figcaption>
    <div class="rating-drawn" dir="ltr">
      <span class="digits" aria-hidden="true"><i>${num(high)}</i><i>${num(low)}</i></span>
      <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${t("web.rating.curve", facts)}>
        <polygon points=${[...along(1), ...along(-1).reverse()].join(" ")} />
        <polyline points=${along(0).join(" ")} />
        <circle cx=${x(points.length - 1)} cy=${y(mean)} r="4" />
      </svg></div>
  </figure>`;
}
