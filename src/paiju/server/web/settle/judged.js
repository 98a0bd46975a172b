// @ts-check
/** @import { Ending, Room } from "paiju/page" */
/** What the review finds in one's own play of a deal: the decision that cost most, and what was luck. */
import { mistakeWords } from "../review/decision.js";
import { flagged, useReview } from "../review/following.js";
import { nameOf } from "../table/pod.js";
import { num, sayError, signed, t } from "../texts.js";
import { Link } from "../ui/ui.js";
import { html } from "../vendor/htm-preact.js";

/** Where the review of a deal is. @param {string} record @param {number} deal @param {number} seat */
export const reviewHref = (record, deal, seat) =>
  `/replay/${encodeURIComponent(record)}?deal=${deal}&viewer=${seat}&review=${seat}`;

/**
 * @param {{room: Room, record: string, deal: number, seat: number,
 *   words: NonNullable<Ending["answerWords"]>}} props
 */
export function Judged({ room, record, deal, seat, words }) {
  const { error, done, of, decisions, deal: whole } = useReview(record, deal, seat);
  const waiting = t("web.settle.judged.wait", { done: num(done), of: num(of) });
  const names = room.seats.map((_, n) => nameOf(room, n));
  const dearest = decisions.filter(flagged).sort((a, b) => b.loss - a.loss)[0];
  return html`<div class="settle-judged" role="status" data-testid="judged"
      data-done=${String(whole !== null)}>
    ${
      whole &&
      (dearest
        ? html`<p><b>${t("web.settle.dearest")}</b> ${mistakeWords(dearest, names, words)}
          <${Link} data-testid="dearest"
              href=${`${reviewHref(record, deal, seat)}&step=${dearest.index}`}>${t("web.settle.dearest.see")}
          <//></p>`
        : html`<p>${t("web.settle.dearest.none")}</p>`)
    }
    <p class="muted">${error ? sayError(error) : whole ? luckOf(whole) : waiting}</p></div>`;
}

/** @param {import("../review/following.js").Whole} whole */
function luckOf({ void: empty, parts: { cards, chance, own, others } }) {
  if (empty) return t("web.settle.luck.void");
  return t("web.settle.luck.found", { skill: signed(own + others), luck: signed(cards + chance) });
}
