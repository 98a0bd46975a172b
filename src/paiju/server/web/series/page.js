// @ts-check
/** A series by its link: its deals to be played, and its sheet. */
import { html } from "../vendor/htm-preact.js";
import { PageHead } from "../home/head.js";
import { day as moment, t } from "../texts.js";
import { Link, useTitle } from "../ui/ui.js";
import { SeriesPart } from "./part.js";
import { dayName, Failed, useTold } from "./told.js";

/** @typedef {import("./told.js").Series} Series */

/** @param {{id: string}} props */
export function SeriesPage({ id }) {
  const { told, error, again } = useTold(`/api/series/${encodeURIComponent(id)}`);
  const series = /** @type {Series | null} */ (told);
  const title = series ? t(`web.game.${series.game}`) : t("web.series.title");
  useTitle(title);
  return html`<main class="page series" data-testid="series">
    <${PageHead} title=${title} />
    ${error && html`<${Failed} error=${error} again=${again} />`}
    ${
      series &&
      html`<p class="series-day">
        <strong>${series.day ? dayName(series.day) : t("web.series.friends")}</strong>
        <span class="muted">${
          series.ends_ms > 0
            ? t("web.series.until", { when: moment(Date.now() + series.ends_ms) })
            : t("web.series.over")
        }</span></p>
      <${SeriesPart} series=${series} again=${again} title=${t("web.series.title")} />
      ${series.day && html`<p><${Link} href="/today">${t("web.series.today")}<//></p>`}
      <p class="hint">${t("web.series.honest")}</p>`
    }
  </main>`;
}
