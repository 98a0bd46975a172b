// @ts-check
/** @import { Room } from "paiju/page" */
import { html } from "../vendor/htm-preact.js";
import { Empty } from "../figures/empty.js";
import { num, signed, t } from "../texts.js";
import { Sheet } from "../ui/ui.js";
import { nameOf } from "./pod.js";

/**
 * The running score sheet: one line a deal, the sums at the foot.
 * @param {{room: Room, onClose: () => void}} props
 */
export function ScoreSheet({ room, onClose }) {
  return html`<${Sheet} title=${t("web.table.scores")} onClose=${onClose} testid="score-sheet">
    <${ScoreTable} room=${room} /><//>`;
}

/** @param {{room: Room}} props */
export function ScoreTable({ room }) {
  const seats = room.seats.map((seat) => seat.seat);
  const { returns, scores, target } = room.match;
  return html`<div class="scroll-x" tabindex="0" role="group" aria-label=${t("web.table.scores")}>
  <table class="scores digits">
    <thead><tr><th scope="col">${t("web.table.deal.head")}</th>
    ${seats.map(
      (/** @type {number} */ seat) => html`<th scope="col" key=${seat} class="score-name"
    data-me=${seat === room.you.seat}><bdi>${nameOf(room, seat)}</bdi></th>`,
    )}</tr></thead>
    <tbody>${returns.map(
      (/** @type {number[]} */ row, /** @type {number} */ i) => html`<tr key=${i}>
    <th scope="row">${num(i + 1)}</th>${row.map(
      (points, seat) => html`<${Points} key=${seat} value=${points}
        />`,
    )}</tr>`,
    )}</tbody>
    <tfoot><tr><th scope="row">${t("web.table.sum")}</th>
    ${seats.map(
      (/** @type {number} */ seat) => html`<${Points} key=${seat} value=${scores[seat] ?? 0}
    />`,
    )}</tr></tfoot>
  </table></div>
  ${returns.length === 0 && html`<${Empty} text=${t("web.table.scores.none")} />`}
  ${target && html`<p class="muted">${t("web.table.target", { target })}</p>`}`;
}

/** @param {{value: number}} props */
const Points = ({ value }) =>
  html`<td data-sign=${Math.sign(value)}><bdi dir="ltr">${signed(value)}</bdi></td>`;
