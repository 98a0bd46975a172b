// @ts-check
import { botOf } from "../bots.js";
import { html, useState } from "../vendor/htm-preact.js";
import { day, dot, sayError, signed, t } from "../texts.js";
import { Button, Icon, Link, toast } from "../ui/ui.js";
import { dropRecord } from "./me.js";
import { reunite } from "./reunion.js";

const SHOWN = 5;

/** Matches that are not over: one press goes on. @param {{tables: import("./me.js").OwnTable[]}} props */
export function Matches({ tables }) {
  const open = tables.filter((table) => table.state !== "over");
  if (open.length === 0) return null;
  return html`<section class="past">
    <h2>${t("web.home.continue")}</h2>
    <ul>
      ${open.map(
        (table) => html`<li key=${table.id}><${Link} class="past-row" href=${`/table/${table.id}`}>
          <strong>${t(`web.game.${table.game}`)}</strong>
          <span class="names">${table.names.map(
            (/** @type {string} */ name, /** @type {number} */ n) =>
              html`<bdi key=${n} class="named">${name}</bdi>`,
          )}</span>
          <span class="muted">${t(`web.state.${table.state}`)}${dot()}${day(table.touched)}</span>
          <${Icon} name="chevron" />
        <//></li>`,
      )}
    </ul>
  </section>`;
}

/** Own records: replay, download, delete. @param {{records: import("./me.js").OwnRecord[]}} props */
export function Records({ records }) {
  const [all, setAll] = useState(false);
  if (records.length === 0) return null;
  const shown = all ? records : records.slice(0, SHOWN);
  return html`<section class="past">
    <h2>${t("web.home.records")}</h2>
    <a class="past-file" href="/api/me/records.zip" download><${Icon} name="download" size=${16} />
      ${t("web.home.records.file")}</a>
    <ul>${shown.map((record) => html`<${Record} key=${record.id} record=${record} />`)}</ul>
    ${
      shown.length < records.length &&
      html`<${Button} kind="quiet" onClick=${() => setAll(true)}>
        ${t("web.home.all", { count: records.length })}<//>`
    }
  </section>`;
}

/** @param {{record: import("./me.js").OwnRecord}} props */
function Record({ record }) {
  const drop = () => dropRecord(record.id).catch((error) => toast(sayError(error), "danger"));
  const when = day(record.when);
  return html`<li class="past-item">
    <${Link} class="past-row" href=${`/replay/${record.id}`}>
      <strong>${t(`web.game.${record.game}`)}</strong>
      <span class="names">
        ${record.names.map(
          (/** @type {string} */ name, /** @type {number} */ seat) =>
            name &&
            !botOf(name) &&
            html`<span key=${seat} class="named"><bdi>${name}</bdi>
            <span class="digits score">${signed(record.scores[seat] ?? 0)}</span></span>`,
        )}
      </span>
      <span class="muted">${when}</span>
      <${Icon} name="replay" />
    <//>
    ${
      record.names.filter((name) => name && !botOf(name)).length > 1 &&
      html`<${Button} kind="quiet" icon="link" aria-label=${t("web.record.again", { when })}
        data-testid="reunite" onClick=${() => reunite(record.id)} />`
    }
    <a class="button button-quiet button-icon" href=${`/api/records/${record.id}?download`} download
      aria-label=${t("web.record.download", { when })}><${Icon} name="download" /></a>
    <${Button} kind="quiet" icon="trash" aria-label=${t("web.record.delete", { when })} onClick=${drop} />
  </li>`;
}
