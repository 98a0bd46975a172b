// @ts-check
/** @import { Happening } from "paiju/page" */
/** Moments with some weight: a crowning, a disclosure or a revolt stays on the table for a while. */
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { Rosette } from "../figures/rosette.js";
import { t } from "../texts.js";
import { still } from "../motion.js";
import { buzz } from "../table/sound.js";

const SHOWN_MS = 900;

/**
 * The bust of the court that a kind of event has, else the round cut, and its word.
 * @type {Record<string, (event: Happening) => [string | null, string]>}
 */
const MOMENTS = {
  crowned: () => ["K", "role.emperor"],
  usurped: () => ["K", "action.usurp"],
  revealed: ({ role }) => [role === "emperor" ? "K" : "J", `role.${role}`],
  revolted: () => ["W", "action.revolt"],
  finished: ({ place }) => [null, `place.${place}`],
  played: () => [null, "web.baohuang.last"],
};
const FELT_MS = 20;

/**
 * What of the news has weight, the last of it: a play has where one card is left, and all see that.
 * @param {Happening[]} news
 * @param {(number | null)[] | null | undefined} sizes
 */
const momentOf = (news, sizes) =>
  news.findLast(({ event, seat }) => event in MOMENTS && (event !== "played" || sizes?.[seat] === 1));

/**
 * The last of the news that is a moment; never during a question, nor where people want less motion.
 * @param {{news: Happening[], sizes: (number | null)[] | null | undefined, names: string[], asked: boolean}}
 *   props
 */
export function Moments({ news, sizes, names, asked }) {
  const [shown, setShown] = useState(/** @type {Happening | null} */ (null));
  useEffect(() => {
    const moment = momentOf(news, sizes);
    if (moment) buzz(FELT_MS);
    setShown((!still() && moment) || null);
    const timer = setTimeout(() => setShown(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [news]);
  if (!shown || asked) return null;
  const [bust, word] = MOMENTS[shown.event](shown);
  return html`<div class="cut-moment" key=${`${shown.event} ${shown.seat}`} aria-hidden="true">
    ${
      bust
        ? html`<svg viewBox="0 0 100 90"><use href=${`#${bust}-bust`} /></svg>`
        : html`<${Rosette} class="cut-round" />`
    }
    <p><b>${t(word)}</b> <bdi>${names[shown.seat]}</bdi></p>
  </div>`;
}
