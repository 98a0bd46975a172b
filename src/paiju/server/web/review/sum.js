// @ts-check
/** Where the points of a deal came from: in words, with bars, and in numbers for anyone who wants them. */
import { num, signed, t } from "../texts.js";
import { html } from "../vendor/htm-preact.js";
import { Curves } from "./curves.js";
import { flagged } from "./following.js";

const PARTS = /** @type {const} */ (["cards", "chance", "own", "others"]);
const SMALL = 0.25; // less of a point is nothing to speak of

/** @param {number} value @returns {"plus" | "minus" | "none"} */
const side = (value) => (Math.abs(value) < SMALL ? "none" : value > 0 ? "plus" : "minus");

/**
 * @param {{parts: import("./following.js").Parts, own: string, chance: boolean, numbers: boolean}} props
 *   `own` is how the seat is called
 */
export function Sum({ parts, own, chance, numbers }) {
  const shown = PARTS.filter((name) => name !== "chance" || chance);
  const most = Math.max(1, ...shown.map((name) => Math.abs(parts[name])));
  return html`<dl class="review-sum">${shown.map((name) => {
    const value = parts[name];
    return html`<div key=${name} data-side=${side(value)}>
      <dt>${t(`web.review.part.${name}.${side(value)}`, { who: own })}</dt>
      <dd><i class="review-bar" aria-hidden="true"><i style=${`--share: ${value / most}`}></i></i>
        <bdi dir="ltr" class=${numbers ? "digits" : "digits visually-hidden"}>${signed(value)}</bdi></dd>
    </div>`;
  })}</dl>`;
}

/**
 * The points to expect, as they are with open cards and as the seat saw them, on one scale.
 * @param {{whole: import("./following.js").Whole, decisions: import("./following.js").Decision[], at: number,
 *   onAt: (at: number) => void}} props
 */
export function Curve({ whole, decisions, at, onAt }) {
  const { curve } = whole;
  const seen = decisions.flatMap(({ index, expected }) =>
    expected === null ? [] : [/** @type {[number, number]} */ ([index, expected])],
  );
  const most = Math.max(1, ...curve.map(Math.abs), ...seen.map(([, value]) => Math.abs(value)));
  const lines = [
    {
      name: "open",
      look: "curves-open",
      points: curve.map((value, n) => /** @type {[number, number]} */ ([n, value])),
    },
    {
      name: "seen",
      look: "curves-seen",
      points: seen,
    },
  ];
  const marks = decisions
    .filter(flagged)
    .map(({ index, verdict }) => ({ at: index, value: curve[index], look: verdict }));
  const best = curve.indexOf(Math.max(...curve));
  const label = t("web.review.curve.label", {
    first: signed(curve[0]),
    last: signed(whole.result),
    most: signed(curve[best]),
    at: best,
  });
  return html`<figure class="review-course">
    <span class="review-scale digits" dir="ltr" aria-hidden="true" data-testid="review-scale">
      ${[most, 0, -most].map((points) => html`<i key=${points}>${signed(points)}</i>`)}</span>
    <${Curves} lines=${lines} low=${-most} high=${most} last=${curve.length - 1} at=${at} label=${label}
        marks=${marks} onAt=${onAt} />
    <span class="review-steps digits" dir="ltr" aria-hidden="true">
      <i>${num(1)}</i><b>${num(at + 1)}</b><i>${num(curve.length)}</i></span>
    <figcaption><span class="key-open">${t("web.review.curve.open")}</span>
      <span class="key-seen">${t("web.review.curve.seen")}</span></figcaption>
  </figure>`;
}
