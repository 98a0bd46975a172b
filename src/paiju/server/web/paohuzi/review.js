// @ts-check
/** The cards that each seat was waiting for, over the course of a deal. */
import { cardName, Tile } from "../art.js";
import { t } from "../texts.js";
import { html } from "../vendor/htm-preact.js";

/** @param {{details: import("../review/following.js").Told, names: string[], at: number}} props */
export function Opened({ details, names, at }) {
  const { waiting = [] } = details;
  const now = waiting.findLast((one) => one.at <= at);
  if (!waiting.some((one) => one.waits.some((cards) => cards.length))) return null;
  return html`<section class="review-opened" aria-label=${t("web.review.waiting.title")}>
    <h2>${t("web.review.waiting.title")} <small class="muted">${t("web.review.open")}</small></h2>
    <ul class="review-waits">${names.map((name, seat) => {
      const cards = now?.waits[seat] ?? [];
      return html`<li key=${seat}><span class="review-name"><bdi>${name}</bdi></span>
        ${
          cards.length
            ? html`<span class="review-tiles" dir="ltr">${cards.map(
                (code) => html`<${Tile} key=${code} code=${code} w=${22} label=${cardName(code)} />`,
              )}</span>`
            : html`<span class="muted">${t("web.review.waiting.none")}</span>`
        }</li>`;
    })}</ul></section>`;
}
