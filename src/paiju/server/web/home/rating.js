// @ts-check
/** How strong the server believes a guest to be, with its doubt: now, and match by match. */
import { has, list, num, signed, t } from "../texts.js";
import { html, useEffect } from "../vendor/htm-preact.js";
import { loadMe, useMe } from "./me.js";

/** @typedef {import("./me.js").OwnRating} OwnRating */

/** @param {{rating: OwnRating}} props */
const Line = ({ rating }) => html`<strong class="digits">${num(rating.points)}</strong>${" "}
  <span class="muted digits">± ${num(rating.margin)}</span>
  ${rating.provisional && html`<span class="muted">${t("web.rating.provisional")}</span>`}`;

/** All ratings of a guest. @param {{ratings: OwnRating[], title?: string}} props */
export function Ratings({ ratings, title = t("web.rating.title") }) {
  if (ratings.length === 0) return null;
  return html`<section class="past" data-testid="ratings">
    <h2>${title}</h2>
    <ul>${ratings.map((rating) => {
      const preset = `preset.${rating.game}.${rating.family}`;
      return html`<li key=${preset} class="past-row">
        <strong>${t(`web.game.${rating.game}`)}</strong>
        <span class="names">${has(preset) ? t(preset) : rating.family}</span>
        <span><${Line} rating=${rating} /></span>
        <span class="muted">${t("web.rating.matches", { count: rating.matches })}</span>
      </li>`;
    })}</ul>
  </section>`;
}

/** The change of the guest's rating by a finished match. @param {{game: string, family: string}} props */
export function Rated({ game, family }) {
  const me = useMe();
  useEffect(() => void loadMe().catch(() => {}), []);
  const rating = me.ratings.find((one) => one.game === game && one.family === family);
  if (!rating) return null;
  return html`<p class="settle-rated" role="status" data-testid="rated">
    ${t("web.rating.now")} <${Line} rating=${rating} />
    <span class="digits">(${signed(rating.change)})</span>
  </p>`;
}

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
    .map((curve) => html`<${Curve} key=${curve.game + curve.family} curve=${curve} />`);

/** @param {{curve: RatingCurve}} props */
function Curve({ curve: { game, family, points } }) {
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
