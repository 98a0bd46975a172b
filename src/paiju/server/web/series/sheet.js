// @ts-check
/** The sheet: a row for each player, compared with the average of those who held the same cards. */
import { html } from "../vendor/htm-preact.js";
import { num, signed, t } from "../texts.js";

/** @typedef {import("./series.js").Cell} Cell */
/** @typedef {import("./series.js").Row} Row */
/** @typedef {import("./series.js").Series} Series */

/** @param {{series: Series}} props */
export function SheetTable({ series }) {
  const { sheet, own, closed } = series;
  const hidden = !closed && own.some(({ state }) => state === "open" || state === "playing");
  const count = Math.max(...sheet.deals.map(({ played }) => played), 0);
  const judged = sheet.rows.some(({ loss }) => loss !== null);
  return html`<h3>${t("web.series.sheet")}</h3>
    <p class="muted">${t("web.series.played", { count })}${hidden && ` ${t("web.series.hidden")}`}</p>
    ${
      sheet.rows.length > 0 &&
      html`<div class="scroll-x" tabindex="0" role="group" aria-label=${t("web.series.sheet")}>
        <table class="scores digits series-sheet">
        <thead><tr><th scope="col"><span class="visually-hidden">${t("web.series.place")}</span></th>
          <th scope="col">${t("web.series.who")}</th>
          <th scope="col">${t("web.series.over.head")}</th>
          ${judged && html`<th scope="col">${t("web.series.loss")}</th>`}
          ${sheet.deals.map(({ deal }) => html`<th scope="col" key=${deal}>${num(deal)}</th>`)}
        </tr></thead>
        <tbody>${sheet.rows.map((row, n) => html`<${Line} key=${n} row=${row} judged=${judged} />`)}</tbody>
        <tfoot><tr><td></td><th scope="row" colspan=${judged ? 3 : 2}>${t("web.series.average")}</th>
          ${sheet.deals.map(
            ({ deal, averages }) =>
              html`<td key=${deal}>${Object.values(averages).map(
                (mean, n) => html`<bdi key=${n} dir="ltr">${signed(mean)}</bdi> `,
              )}</td>`,
          )}</tr></tfoot>
      </table></div>
      ${judged && html`<p class="hint">${t("web.series.loss.help")}</p>`}
      ${
        sheet.rows.some(({ cells }) => cells.some((cell) => cell?.before)) &&
        html`<p class="hint">${t("web.series.before")}</p>`
      }`
    }`;
}

/** @param {{row: Row, judged: boolean}} props */
const Line = ({ row, judged }) => html`<tr data-you=${row.you}>
  <td>${num(row.place)}</td>
  <th scope="row">${row.you ? t("web.you") : html`<bdi>${row.name ?? t("web.series.someone")}</bdi>`}</th>
  <td data-sign=${Math.sign(row.over)}><bdi dir="ltr">${signed(row.over)}</bdi></td>
  ${judged && html`<td>${row.loss === null ? "–" : num(row.loss)}</td>`}
  ${row.cells.map(
    (cell, n) =>
      html`<td key=${n} data-sign=${cell ? Math.sign(cell.over) : 0}>${
        cell ? html`<bdi dir="ltr">${signed(cell.points)}${cell.before && "*"}</bdi>` : "–"
      }</td>`,
  )}
</tr>`;
