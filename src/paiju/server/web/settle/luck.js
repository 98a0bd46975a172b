// @ts-check
/** What a deal would have come to without luck, once its review is there. */
import { useReview } from "../review/following.js";
import { num, sayError, signed, t } from "../texts.js";
import { html } from "../vendor/htm-preact.js";

/** @param {{record: string, deal: number, seat: number}} props */
export function Luck({ record, deal, seat }) {
  const { error, done, of, deal: whole } = useReview(record, deal, seat);
  const waiting = t("web.settle.luck.wait", { done: num(done), of: num(of) });
  return html`<p class="muted" role="status" data-testid="luck" data-done=${String(whole !== null)}>
    ${error ? sayError(error) : whole ? wordsOf(whole) : waiting}</p>`;
}

/** @param {import("../review/following.js").Whole} whole */
function wordsOf({ void: empty, parts: { cards, chance, own, others } }) {
  if (empty) return t("web.settle.luck.void");
  return t("web.settle.luck.found", { skill: signed(own + others), luck: signed(cards + chance) });
}
