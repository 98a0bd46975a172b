// @ts-check
/** @import { BaohuangView, Context, DealState } from "paiju/page" */
import { html } from "../vendor/htm-preact.js";
import { num, t } from "../texts.js";
import { Sheet } from "../ui/ui.js";
import { LaidLine } from "./felt.js";
import { faceOf } from "./naming.js";

const CELLS = [..."rb2AKQJT9876543"];
const PLAIN = /** @type {Record<string, string>} */ ({ R: "r", B: "b" });

/**
 * Every trick of the deal, one line each, the newest first.
 * @param {{state: DealState<BaohuangView>, onClose: () => void, context: Context}} props
 */
export function HistorySheet({ state, onClose, context }) {
  const { view } = state;
  const tricks = [...(view.tricks ?? []), ...(view.trick?.length ? [view.trick] : [])];
  return html`<${Sheet} title=${t("web.baohuang.history")} onClose=${onClose} testid="history">
    ${tricks.length === 0 && html`<p class="muted">${t("web.baohuang.trick.none")}</p>`}
    <ol class="tricks" reversed>${tricks
      .map(
        (trick, i) => html`<li key=${i}><span class="trick-number digits">${num(i + 1)}</span>
      <ul>${trick.map(
        (laid, /** @type {number} */ k) => html`<${LaidLine} key=${k} laid=${laid}
          names=${context.names} />`,
      )}</ul></li>`,
      )
      .reverse()}</ol>
  <//>`;
}

/** How many of each rank nobody has shown yet. @param {{unseen: Record<string, number>}} props */
export function Counter({ unseen }) {
  const left = new Map(CELLS.map((key) => [key, 0]));
  for (const [code, n] of Object.entries(unseen)) {
    const key = PLAIN[code] ?? code[0];
    left.set(key, (left.get(key) ?? 0) + n);
  }
  return html`<dl class="counter digits" dir="ltr" aria-label=${t("web.baohuang.counter")}>${[...left]
    .filter(([key]) => CELLS.includes(key))
    .map(
      ([key, n]) => html`<div key=${key} data-none=${n === 0}>
    <dt data-red=${key === "r"}>${"rb".includes(key) ? t(`web.baohuang.mini.${key}`) : faceOf(key)}</dt><dd>
    ${num(n)}</dd></div>`,
    )}</dl>`;
}
