// @ts-check
/** The deals of the day: the same cards for everybody, and how one stands beside the others. */
import { html } from "../vendor/htm-preact.js";
import { ErrorPage } from "../home/error.js";
import { PageHead } from "../home/head.js";
import { day as moment, t } from "../texts.js";
import { useTitle } from "../ui/ui.js";
import { MakePart } from "./make.js";
import { Promises } from "./promises.js";
import { SeriesPart } from "./part.js";
import { dayName, useTold } from "./told.js";

/** @typedef {import("./told.js").Told} Told */

export function Today() {
  const { told, error, again } = useTold("/api/today");
  useTitle(t("web.series.today"));
  if (error) return html`<${ErrorPage} error=${error} onRetry=${again} />`;
  return html`<main class="page series" data-testid="today">
    <${PageHead} title=${t("web.series.today")} />
    ${told && html`<${Board} told=${/** @type {Told} */ (told)} again=${again} />`}
  </main>`;
}

/** @param {{told: Told, again: () => void}} props */
function Board({ told, again }) {
  const ends = moment(Date.now() + told.ends_ms);
  return html`<p class="series-day"><strong>${dayName(told.day)}</strong>
      <span class="muted">${t("web.series.until", { when: ends })}</span></p>
    <p>${t("web.series.how")}</p>
    <div class="series-games">
      ${told.games.map(
        (series) =>
          html`<${SeriesPart} key=${series.id} series=${series} again=${again}
              title=${t(`web.game.${series.game}`)} />`,
      )}
    </div>
    <${MakePart} />
    <${Promises} told=${told} />
    <p class="hint">${t("web.series.honest")}</p>`;
}
