// @ts-check
/** A series by its link: its deals to be played, and its sheet. */
import { html } from "../vendor/htm-preact.js";
import { ErrorPage } from "../home/error.js";
import { PageHead } from "../home/head.js";
import { useMe } from "../home/me.js";
import { LinkField } from "../ui/linkfield.js";
import { day as moment, t } from "../texts.js";
import { Link, useTitle } from "../ui/ui.js";
import { EveningPart } from "./evening.js";
import { SeriesPart } from "./part.js";
import { dayName, useFetched } from "./series.js";

/** @typedef {import("./series.js").Series} Series */

/** How others get here, and how long. @param {{series: Series}} props */
function Sharing({ series }) {
  const { base } = useMe();
  if (series.ends_ms <= 0) return null;
  const link = new URL(`/series/${encodeURIComponent(series.id)}`, base || location.href).href;
  const words = t(series.evening ? "web.series.evening.share" : "web.series.share");
  return html`<p class="series-share">${words}</p>
    <${LinkField} link=${link} />
    ${!series.evening && html`<p class="hint">${t("web.series.seat", { seat: series.seat + 1 })}</p>`}`;
}

/** @param {{id: string}} props */
export function SeriesPage({ id }) {
  const { sent, error, again } = useFetched(`/api/series/${encodeURIComponent(id)}`);
  const series = /** @type {Series | null} */ (sent);
  const title = series ? t(`web.game.${series.game}`) : t("web.series.title");
  useTitle(title);
  if (error) return html`<${ErrorPage} error=${error} onRetry=${again} />`;
  return html`<main class="page series" data-testid="series">
    <${PageHead} title=${title} />
    ${
      series &&
      html`<p class="series-day">
        <strong>${
          series.day ? dayName(series.day) : t(series.evening ? "web.series.evening" : "web.series.friends")
        }</strong>
        <span class="muted">${
          series.ends_ms > 0
            ? t(`web.series.${series.day ? "until" : "open"}`, { when: moment(Date.now() + series.ends_ms) })
            : t("web.series.over")
        }</span></p>
      ${!series.day && html`<${Sharing} series=${series} />`}
      ${series.evening && html`<${EveningPart} series=${series} evening=${series.evening} again=${again} />`}
      <${SeriesPart} series=${series} again=${again} title=${t("web.series.title")} />
      ${series.club && html`<p><${Link} href=${`/club/${series.club}`}>${t("web.clubs.ledger")}<//></p>`}
      ${series.day && html`<p><${Link} href="/today">${t("web.series.today")}<//></p>`}
      <p class="hint">${t("web.series.honest")}</p>`
    }
  </main>`;
}
