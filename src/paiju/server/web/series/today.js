// @ts-check
/** The deals of the day: the same cards for everyone, and the guest's place among the others. */
import { html, useState } from "../vendor/htm-preact.js";
import { ErrorPage } from "../home/error.js";
import { PageHead } from "../home/head.js";
import { day as moment, num, t } from "../texts.js";
import { Button, Segmented, Switch, useTitle } from "../ui/ui.js";
import { OwnClubs } from "./clubs.js";
import { Promises } from "./promises.js";
import { SeriesPart } from "./part.js";
import { dayName, useFetched } from "./series.js";
import { games } from "../games.js";
import { lastRules } from "../prefs.js";
import { useMaking } from "./making.js";

/** @typedef {import("./series.js").Daily} Daily */

export function Today() {
  const { sent, error, again } = useFetched("/api/today");
  useTitle(t("web.series.today"));
  if (error) return html`<${ErrorPage} error=${error} onRetry=${again} />`;
  return html`<main class="page series" data-testid="today">
    <${PageHead} title=${t("web.series.today")} />
    ${sent && html`<${Board} sent=${/** @type {Daily} */ (sent)} again=${again} />`}
  </main>`;
}

/** @param {{sent: Daily, again: () => void}} props */
function Board({ sent, again }) {
  const ends = moment(Date.now() + sent.ends_ms);
  return html`<p class="series-day"><strong>${dayName(sent.day)}</strong>
      <span class="muted">${t("web.series.until", { when: ends })}</span>
      ${
        sent.streak > 1 &&
        html`<strong data-testid="day-streak">${t("web.series.streak", { count: sent.streak })}</strong>`
      }</p>
    <p>${t("web.series.how")}</p>
    <div class="series-games">
      ${sent.games.map(
        (series) =>
          html`<${SeriesPart} key=${series.id} series=${series} again=${again}
              title=${t(`web.game.${series.game}`)} />`,
      )}
    </div>
    <div class="series-games"><${MakePart} /><${OwnClubs} /></div>
    <${Promises} sent=${sent} />
    <p class="hint">${t("web.series.honest")}</p>`;
}

/** Deals for friends: new ones by the rules that were played last, each to be played in one's own time. */

const COUNTS = [2, 4, 8];
const EACH_ROUND = 2;

function MakePart() {
  const [game, setGame] = useState(games()[0]);
  const [deals, setDeals] = useState(4);
  const [evening, setEvening] = useState(false);
  const { busy, make } = useMaking();
  const press = () => {
    const rules = lastRules(game);
    const plain = evening ? { game, deals: EACH_ROUND, rounds: deals, days: 1 } : { game, deals };
    // Rules that are stored here may be older than the server's.
    return make(rules ? { ...plain, ...rules } : plain, plain);
  };
  return html`<section class="part series-part" aria-labelledby="series-make" data-testid="series-make">
    <h2 id="series-make">${t("web.series.friends")}</h2>
    <p>${t("web.series.make.how")}</p>
    <${Segmented} label=${t("web.series.make.game")} value=${game} onChange=${setGame}
      options=${games().map((one) => ({ value: one, label: t(`web.game.${one}`) }))} />
    <${Switch} label=${t("web.series.evening")} hint=${t("web.series.evening.help")} checked=${evening}
      onChange=${setEvening} data-testid="make-evening" />
    <${Segmented} label=${t(evening ? "web.series.evening.rounds" : "web.series.make.deals")}
      value=${deals} onChange=${setDeals}
      options=${COUNTS.map((value) => ({ value, label: num(value) }))} />
    <${Button} wide busy=${busy} data-testid="make-series" onClick=${press}>${t("web.series.make")}<//>
  </section>`;
}
