// @ts-check
/** @import { Refused } from "paiju/page" */
/** A club evening: who has come, who sits where in each round. */
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { api } from "../net.js";
import { num, sayError, t } from "../texts.js";
import { Button, toast } from "../ui/ui.js";

/** @typedef {import("./series.js").Evening} Evening */
/** @typedef {import("./series.js").Series} Series */

const AGAIN_MS = 5000;

/** @param {{series: Series, evening: Evening, again: () => void}} props */
export function EveningPart({ series, evening, again }) {
  const [busy, setBusy] = useState(false);
  const { players, here, host, rounds, tables } = evening;
  useEffect(() => {
    const timer = setInterval(() => document.hidden || again(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [again]);
  const ask = async (/** @type {"join" | "start"} */ what) => {
    setBusy(true);
    try {
      await api("POST", `/api/series/${encodeURIComponent(series.id)}/${what}`);
      await again();
    } catch (error) {
      toast(sayError(/** @type {Refused} */ (error)), "danger");
    }
    setBusy(false);
  };
  return html`<section class="part series-part" aria-labelledby="evening" data-testid="evening">
    <h2 id="evening">${t("web.series.evening")}</h2>
    <p>${t("web.series.evening.how", { rounds, deals: series.own.length / rounds })}</p>
    <p role="status"><strong>${t("web.series.evening.here", { count: players.length })}</strong>${" "}
      ${players.map((name, n) => html`<bdi key=${n} class="named">${name || t("web.series.someone")}</bdi> `)}
    </p>
    ${
      !tables &&
      html`<div class="row">
      ${
        !here &&
        html`<${Button} kind="main" busy=${busy} data-testid="evening-join"
          onClick=${() => ask("join")}>${t("web.series.evening.join")}<//>`
      }
      ${
        host &&
        html`<${Button} kind=${here ? "main" : "plain"} busy=${busy} data-testid="evening-start"
          aria-disabled=${players.length < 2 || null}
          onClick=${() => players.length >= 2 && ask("start")}>${t("web.series.evening.start")}<//>`
      }</div>`
    }
    ${tables && html`<${Movement} tables=${tables} />`}
  </section>`;
}

/** The seating. @param {{tables: NonNullable<Evening["tables"]>}} props */
const Movement = ({ tables }) => html`<div class="scroll-x" tabindex="0" role="group"
    aria-label=${t("web.series.evening.movement")}>
  <table class="series-sheet series-movement">
    <caption>${t("web.series.evening.movement")}</caption>
    <thead><tr><th scope="col">${t("web.series.evening.round")}</th>
      ${(tables[0] ?? []).map(
        (_, n) => html`<th scope="col" key=${n}>${t("web.series.evening.table", { table: n + 1 })}</th>`,
      )}</tr></thead>
    <tbody>${tables.map(
      (round, n) => html`<tr key=${n}><th scope="row">${num(n + 1)}</th>
      ${round.map(
        (seats, at) =>
          html`<td key=${at}><ol>${seats.map(
            (name, seat) =>
              html`<li key=${seat} data-bot=${name === null}>${
                name === null
                  ? t("web.series.evening.bot")
                  : html`<bdi>${name || t("web.series.someone")}</bdi>`
              }</li>`,
          )}</ol></td>`,
      )}</tr>`,
    )}</tbody>
  </table></div>
  <p class="series-print"><${Button} icon="score" onClick=${() => print()}>${t("web.series.print")}<//></p>`;
