// @ts-check
/** @import { PaohuziView } from "paiju/page" */
/** What Paohuzi adds to the bar, the side panel and the menu. */
import { Tile, cardName } from "../art.js";
import { setPref, usePrefs } from "../prefs.js";
import { Button } from "../ui/ui.js";
import { lang, num, t } from "../texts.js";
import { html } from "../vendor/htm-preact.js";

/** Deals in a row of this dealer, and drawn deals before this one. @param {{view: PaohuziView}} props */
export const BarExtra = ({
  view,
}) => html`${view.streak > 1 && html`<span>${t("web.paohuzi.bar.streak", { count: view.streak })}</span>`}
  ${view.draws > 0 && html` <span>${t("web.paohuzi.bar.draws", { count: view.draws })}</span>`}`;

/**
 * The counter, where the room has one: copies of each card that have not been seen.
 * @param {{view: PaohuziView}} props
 */
export function PanelExtra({ view }) {
  if (!view.unseen) return null;
  return html`<div><ul class="pz-counter" dir="ltr" aria-label=${t("web.paohuzi.counter")}>
    ${Object.entries(view.unseen).map(
      ([code, n]) => html`<li key=${code} data-none=${String(n === 0)}
      aria-label=${t("web.paohuzi.counter.one", { card: cardName(code), count: Number(n) })}>
      <span class="pz-chip" aria-hidden="true"><${Tile} code=${code} w=${40} /></span><b aria-hidden="true">
      ${num(Number(n))}</b></li>`,
    )}
  </ul></div>`;
}

/** How the hand is sorted, and whether cards carry numbers. */
export function MenuItems() {
  const { sort_paohuzi: sort, digits } = usePrefs();
  const shown = digits === "on" || (digits === "auto" && lang() !== "zh");
  const item = (/** @type {string} */ icon, /** @type {string} */ key, /** @type {() => void} */ onClick) =>
    html`<li><${Button} kind="quiet" wide icon=${icon} class="menu-item" onClick=${onClick}>${t(key)}<//>
      </li>`;
  return html`${item("swap", `web.paohuzi.sort.${sort === "sets" ? "number" : "sets"}`, () =>
    setPref("sort_paohuzi", sort === "sets" ? "number" : "sets"),
  )}
    ${item("eye", shown ? "web.paohuzi.digits.off" : "web.paohuzi.digits.on", () =>
      setPref("digits", shown ? "off" : "on"),
    )}`;
}
