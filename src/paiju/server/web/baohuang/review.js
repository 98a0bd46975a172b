// @ts-check
/** What each seat had to believe about the guard over the course of a deal, and the guard. */
import { Curves } from "../review/curves.js";
import { num, t } from "../texts.js";
import { html } from "../vendor/htm-preact.js";

/**
 * @param {{details: import("../review/following.js").Told, seat: number, names: string[], at: number,
 *   numbers: boolean, onAt: (at: number) => void}} props
 */
export function Opened({ details, seat, names, at, numbers, onAt }) {
  const { guards = [], emperor = -1, beliefs = [] } = details;
  if (beliefs.length < 2 || guards.length === 0) return null;
  const others = names.map((_, n) => n).filter((n) => n !== emperor && n !== seat);
  const now = beliefs.findLast((one) => one.at <= at) ?? beliefs[0];
  const lines = others.map((n) => ({
    name: String(n),
    look: `curves-seat-${others.indexOf(n)}`,
    points: beliefs.map((one) => /** @type {[number, number]} */ ([one.at, one.chances[seat][n]])),
  }));
  const truth = guards.includes(seat)
    ? t("web.review.guard.you", { who: names[seat] })
    : t("web.review.guard.truth", { who: guards.map((n) => names[n]) });
  return html`<section class="review-opened" aria-label=${t("web.review.guard.title")}>
    <h2>${t("web.review.guard.title")} <small class="muted">${t("web.review.open")}</small></h2>
    <p>${truth}</p>
    ${
      !guards.includes(seat) &&
      html`<${Curves} lines=${lines} low=${0} high=${1} last=${beliefs[beliefs.length - 1].at} at=${at}
        label=${t("web.review.guard.label", { who: names[seat] })} height=${72} onAt=${onAt} />
      <ul class="review-beliefs">${others.map((n) => {
        const share = now.chances[seat][n];
        return html`<li key=${n} data-true=${String(guards.includes(n))}>
          <i class=${`review-dot curves-seat-${others.indexOf(n)}`} aria-hidden="true"></i>
          <span class="review-name"><bdi>${names[n]}</bdi></span>
          <span>${t(`web.review.belief.${level(share)}`)}</span>
          ${numbers && html`<bdi class="digits">${num(Math.round(100 * share))}%</bdi>`}</li>`;
      })}</ul>`
    }
  </section>`;
}

/** @param {number} share @returns {"sure" | "likely" | "maybe" | "hardly" | "not"} */
function level(share) {
  if (share >= 0.95) return "sure";
  if (share >= 0.55) return "likely";
  if (share >= 0.2) return "maybe";
  return share >= 0.02 ? "hardly" : "not";
}
