// @ts-check
/** One decision: what it is called, what was better, and why. */
import { list, num, signed, t } from "../texts.js";
import { html } from "../vendor/htm-preact.js";
import { flagged } from "./following.js";

/** @typedef {import("./following.js").Decision} Decision */
/** @typedef {import("./following.js").Reason} Reason */

const MARKS = { good: "✓", inaccuracy: "?!", mistake: "?", blunder: "??", untold: "–" };

/** Reasons as hints have them. @param {Reason[]} reasons @param {string[]} names */
export const reasonWords = (reasons, names) =>
  list(
    reasons.map(({ key, facts }) =>
      t(`web.hint.${key}`, { ...facts, name: names[Number(facts.seat ?? -1)] ?? "" }),
    ),
  );

/** The sign of a verdict, its name beside it for voices. @param {{verdict: Decision["verdict"]}} props */
export const Mark = ({ verdict }) =>
  html`<b class="review-mark" data-verdict=${verdict}>
    <bdi dir="ltr" aria-hidden="true">${MARKS[verdict]}</bdi>
    <span class="visually-hidden">${t(`web.review.verdict.${verdict}`)}</span></b>`;

const TELLING = 0.1; // a smaller change of what is believed shows nothing

/**
 * The information that a play gave away, with open cards; "" for none.
 * @param {Decision} one @param {string[]} names
 */
function givenAway({ waited_for_by: waiting = [], taken_for_guard: [before, after] = [0, 0] }, names) {
  if (waiting.length) return t("web.review.waited_for", { who: list(waiting.map((seat) => names[seat])) });
  return Math.abs(after - before) < TELLING ? "" : t(`web.review.guard.${after > before ? "more" : "less"}`);
}

/**
 * A mistake in one sentence: what was played and what it cost, what was better and why, what it gave away.
 * @param {Decision} one @param {string[]} names @param {(action: string) => string} words
 */
export function mistakeWords(one, names, words) {
  const why = reasonWords(one.why_best, names) || givenAway(one, names);
  const facts = { what: words(one.played), better: words(one.best), loss: one.loss, why };
  return t(why ? "web.review.mistake.why" : "web.review.mistake", facts);
}

/**
 * @param {{one: Decision, names: string[], numbers: boolean}} props
 */
function Given({ one, names, numbers }) {
  const given = givenAway(one, names);
  if (!given) return null;
  const [before, after] = (one.taken_for_guard ?? []).map((share) => Math.round(100 * share));
  return html`<p class="review-open">${given}
    ${
      numbers &&
      before !== undefined &&
      html` <span class="digits">${t("web.review.guard.shares", { before, after })}</span>`
    }
    <small class="muted">${t("web.review.open")}</small></p>`;
}

/**
 * A decision in full.
 * @param {{one: Decision, names: string[], words: (action: string) => string, numbers: boolean}} props
 */
export function Verdict({ one, names, words, numbers }) {
  const bad = flagged(one);
  const why = reasonWords(bad ? one.why_best : one.why, names);
  return html`<div class="review-verdict" data-verdict=${one.verdict}>
    <p><${Mark} verdict=${one.verdict} /> <strong>${t(`web.review.verdict.${one.verdict}`)}</strong></p>
    ${one.stood && html`<p class="muted" data-testid="review-stood">${t("web.review.stood")}</p>`}
    <p>${t("web.review.played", { what: words(one.played) })}</p>
    ${bad && html`<p>${t("web.review.better", { what: words(one.best) })}</p>`}
    ${why && html`<p class="review-why">${why}</p>`}
    ${
      numbers &&
      one.verdict !== "untold" &&
      html`<p class="review-numbers digits">
      ${bad && html`<span>${t("web.review.loss", { loss: num(one.loss), error: num(one.se) })}</span>`}
      ${
        one.expected !== null &&
        html`<span>${t("web.review.expected", { points: signed(one.expected) })}</span>`
      }</p>`
    }
    <${Given} one=${one} names=${names} numbers=${numbers} />
  </div>`;
}

/**
 * A decision as a line that leads to its place; a mistake as the sentence that says why it was one.
 * @param {{one: Decision, here: boolean, names: string[], words: (action: string) => string,
 *   onAt: (at: number) => void}} props
 */
export const Line = ({ one, here, names, words, onAt }) =>
  html`<li><button type="button" class="review-line" data-testid="review-line" data-index=${one.index}
      aria-current=${here ? "step" : null} onClick=${() => onAt(one.index)}><${Mark} verdict=${one.verdict} />
    <span>${flagged(one) ? mistakeWords(one, names, words) : words(one.played)}${
      one.stood && html` <small class="muted">${t("web.review.stood.short")}</small>`
    }</span></button></li>`;
