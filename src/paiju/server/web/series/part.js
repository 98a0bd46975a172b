// @ts-check
/** The deals of a series with what the guest made of each, and the sheet below them. */
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { Back } from "../art.js";
import { api } from "../net.js";
import { has, sayError, signed, t } from "../texts.js";
import { Button, Link, Switch, toast } from "../ui/ui.js";
import { SheetTable } from "./sheet.js";
import { usePlaying } from "./series.js";

/** @typedef {import("./series.js").Own} Own */
/** @typedef {import("./series.js").Series} Series */

/** @param {{series: Series, title: string, again: () => void}} props */
export function SeriesPart({ series, title, again }) {
  const { id, game, own } = series;
  const [named, setNamed] = useState(series.named);
  useEffect(() => setNamed(series.named), [series.named]);
  const { busy, play } = usePlaying(series, named);
  const at = own.findIndex(({ state }) => state === "playing");
  const next = at >= 0 ? at : own.findIndex(({ state }) => state === "open");
  const preset = `preset.${game}.${series.preset}`;
  const name = async (/** @type {boolean} */ on) => {
    setNamed(on);
    try {
      await api("POST", `/api/series/${encodeURIComponent(id)}/name`, { on });
      again();
    } catch (error) {
      setNamed(!on);
      toast(sayError(/** @type {import("paiju/page").Refused} */ (error)), "danger");
    }
  };
  return html`<section class="part series-part" aria-labelledby=${`series-${id}`}
      data-testid=${`series-${game}`}>
    <h2 id=${`series-${id}`}>${title}</h2>
    ${has(preset) && html`<p class="muted">${t(preset)}</p>`}
    <div class="plate series-table">
      <p class="series-standing" data-testid="series-standing">${standing(series)}</p>
      <ol class="series-deals">
        ${own.map((one, n) => html`<${Deal} key=${n} game=${game} number=${n + 1} own=${one} />`)}
      </ol>
    </div>
    ${
      !series.closed &&
      (!series.evening || (series.evening.here && series.evening.tables)) &&
      next >= 0 &&
      (at >= 0 || series.ends_ms > 0) &&
      html`<${Button} kind="main" wide busy=${busy} data-testid=${`deal-${game}`} onClick=${() =>
        play(next + 1)}>${t(at >= 0 ? "web.series.go_on" : "web.series.play", { deal: next + 1 })}<//>`
    }
    <${Switch} label=${t("web.series.named")} hint=${t("web.series.named.help")} checked=${named}
      onChange=${name} />
    <${SheetTable} series=${series} />
  </section>`;
}

/** How one stands: the place among all, as far as one has played. @param {Series} series */
function standing({ own, sheet }) {
  const mine = sheet.rows.find(({ you }) => you);
  if (mine) return t("web.series.standing", { place: mine.place, players: sheet.players });
  return own.every(({ state }) => state === "open") ? t("web.series.fresh") : "";
}

/** @param {{game: string, number: number, own: Own}} props */
function Deal({ game, number, own }) {
  const points = own.points ?? 0;
  const words =
    own.state === "done"
      ? html`<bdi class="digits" dir="ltr" data-sign=${Math.sign(points)}>${signed(points)}</bdi>`
      : t(`web.series.state.${own.state}`);
  const down = own.state === "open" || own.state === "playing";
  const tile = game === "paohuzi";
  const inside = html`${down && html`<${Back} tile=${tile} w=${tile ? 34 : 42} />`}
    <span>${t("web.series.deal", { deal: number })}</span>
    <strong>${words}</strong>`;
  const href = `/replay/${encodeURIComponent(own.record ?? "")}?viewer=${own.seat}`;
  return html`<li data-state=${own.state}>${
    own.record ? html`<${Link} href=${href} title=${t("web.series.replay")}>${inside}<//>` : inside
  }</li>`;
}
