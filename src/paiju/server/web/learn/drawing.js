// @ts-check
/** @import { GameView } from "paiju/page" */
/** Cards of lessons as they are drawn: rows, hands in notation, what lies on the table. */
import { Row } from "../faces.js";
import { has, num, sayError, t } from "../texts.js";
import { html } from "../vendor/htm-preact.js";

const SILENT = new Set(["play", "discard"]); // their cards say it

/** The cards of a set in notation: `U3 b6`, `s1-s2-s3`. @param {string} text */
export function cardsOf(text) {
  const [kind, card] = text.trim().split(" ");
  if (!/^[EUS][34]$/.test(kind)) return text.trim().split("-");
  return Array.from({ length: Number(kind[1]) }, () => card);
}

/** A hand in notation, sets on the table before the bar. @param {{game: string, text: string}} props */
export function Hand({ game, text }) {
  const parts = text.split("|");
  const cards = parts.length > 1 ? parts[1].trim().split(" ") : [];
  return html`<div class="learn-sets">${parts[0].split(",").map((set) => {
    const kind = /^[EUS][34]/.exec(set.trim());
    return html`<figure key=${set}><${Row} game=${game} codes=${cardsOf(set)} w=${26} />
      ${kind && html`<figcaption>${t(`web.lesson.set.${kind[0]}`)}</figcaption>`}</figure>`;
  })}</div>${
    cards.length > 0 &&
    html`<p class="muted">${t("web.lesson.hand")}</p>
    <${Row} game=${game} codes=${cards} />`
  }`;
}

/** The hand as a table shows it. @param {GameView} view @returns {string[]} */
export const handOf = (view) =>
  view.game === "baohuang" ? [...(view.hand ?? [])].reverse() : (view.hand ?? []);

/**
 * What lies on the table and what the learner holds; `hand` is whether the hand is drawn here.
 * @param {{view: GameView, hand: boolean}} props
 */
export function Scene({ view, hand }) {
  const top = view.game === "baohuang" ? view.top?.cards : view.card && [view.card];
  return html`${
    top &&
    html`<p class="muted">${t("web.lesson.table")}</p><${Row} game=${view.game} codes=${top} w=${48} />`
  }${
    hand &&
    view.hand &&
    html`<p class="muted">${t("web.lesson.hand")}</p>
    <${Row} game=${view.game} codes=${handOf(view)} />`
  }`;
}

/** An option of a question, drawn, and in words. */
/** @type {(game: string, kind: string, option: string, names: string[]) =>
 *   {cards: string[][], words: string}} */
export function optionOf(game, kind, option, names) {
  if (/^\d+$/.test(option))
    return { cards: [], words: kind.endsWith("hu") ? num(Number(option)) : names[Number(option)] };
  const [verb, ...rest] = option.split(" ");
  if (has(`action.${verb}`)) {
    const cards = verb === "play" ? [rest] : rest.map((set) => set.split("-"));
    return {
      cards,
      words: SILENT.has(verb) ? "" : t(verb === "pass" ? `web.lesson.pass.${game}` : `action.${verb}`),
    };
  }
  return { cards: [option.split("-")], words: "" };
}

/** Why something is not allowed. @param {import("paiju/page").Refused} refused */
export const reason = (refused) => {
  const key = `why.${refused.facts?.why}`;
  return has(key) ? t(key, refused.facts) : sayError(refused);
};
