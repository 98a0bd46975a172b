// @ts-check
/** Deals for friends: new ones by the rules that were played last, each to be played in one's own time. */
import { html, useState } from "../vendor/htm-preact.js";
import { games } from "../games.js";
import { lastRules } from "../home/open.js";
import { num, t } from "../texts.js";
import { Button, Segmented, Switch } from "../ui/ui.js";
import { useMaking } from "./making.js";

const COUNTS = [2, 4, 8];
const EACH_ROUND = 2;

export function MakePart() {
  const [game, setGame] = useState(games()[0]);
  const [deals, setDeals] = useState(4);
  const [evening, setEvening] = useState(false);
  const { busy, make } = useMaking();
  const press = () => {
    const rules = lastRules(game);
    const plain = evening ? { game, deals: EACH_ROUND, rounds: deals, days: 1 } : { game, deals };
    // Rules that are kept here may be older than the server's.
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
