// @ts-check
/** @import { Room } from "paiju/page" */
/** Small parts that the result sheet, the score sheet and the fairness panel share. */
import { facesOf } from "../faces.js";
import { nameOf } from "../table/pod.js";
import { signed, t } from "../texts.js";
import { html } from "../vendor/htm-preact.js";

/** Scorings that know only won, lost and tied. */
const UNSCORED = new Set(["free", "moegirl"]);

/** Whether a result counts points. @param {{items?: {reason: string}[]} | null} result */
export const counts = (result) => !result?.items?.some((item) => UNSCORED.has(item.reason));

/** @param {number} amount */
export const tone = (amount) => (amount > 0 ? "win" : amount < 0 ? "lose" : "tie");

/**
 * Points with their sign, or won, lost, tied.
 * @param {{amount: number, plain?: boolean, class?: string}} props
 */
export const Amount = ({ amount, plain = false, class: extra = "" }) =>
  html`<b class=${`amount amount-${tone(amount)} ${extra}`}><bdi dir="ltr">
    ${plain ? t(`web.settle.${tone(amount)}`) : signed(amount)}</bdi></b>`;

/**
 * A rule's number as a link: to the rules sheet where there is one, else to the rules page.
 * @param {{game: string, rule: string, onRule?: (rule: string) => void}} props
 */
export function Rule({ game, rule, onRule }) {
  const short = rule.replace(/^(BH|PZ) /, "");
  const shown = short.startsWith("case ") ? t("web.settle.case", { number: Number(short.slice(5)) }) : short;
  const open = (/** @type {Event} */ event) => {
    if (!onRule) return;
    event.preventDefault();
    onRule(rule);
  };
  return html`<a class="settle-rule" href=${`/rules/${game}#${encodeURIComponent(short)}`} target="_blank"
      onClick=${open}
    aria-label=${t("web.settle.rule", { rule: shown })}><bdi>${shown}</bdi></a>`;
}

/** A seat's name. @param {{room: Room, seat: number}} props */
export const Name = ({ room, seat }) => html`<bdi class="settle-name">${nameOf(room, seat)}</bdi>`;

/**
 * Cards that overlap, in the table's direction.
 * @param {{game: string, cards: (string | null)[], w: number}} props
 */
export function Cards({ game, cards, w }) {
  const { One } = facesOf(game);
  return html`<span class="settle-cards" dir="ltr">${cards.map(
    (code, at) => html`<${One} key=${at}
      code=${code} w=${w} />`,
  )}</span>`;
}
