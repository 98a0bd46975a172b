// @ts-check
/** What is offered to whoever is new: a first deal with a guide. Once declined it does not come again. */
import { html } from "../vendor/htm-preact.js";
import { closeOffer, useLearned } from "../learn/progress.js";
import { t } from "../texts.js";
import { Button, Link } from "../ui/ui.js";
import { useMe } from "./me.js";

const GAMES = ["baohuang", "paohuzi"];

export function Newcomer() {
  const { tables, records } = useMe();
  if (useLearned().size > 0 || tables.length > 0 || records.length > 0) return null;
  return html`<section class="part newcomer" aria-labelledby="newcomer" data-testid="newcomer">
    <h2 id="newcomer">${t("web.home.new")}</h2>
    <p class="muted">${t("web.home.new.help")}</p>
    <div class="row">
      ${GAMES.map(
        (game) => html`<${Link} key=${game} class="button button-main" href=${`/learn/${game}/deal`}>
          ${t(`web.game.${game}`)}<//>`,
      )}
      <${Button} kind="quiet" onClick=${closeOffer}>${t("web.home.new.close")}<//>
    </div>
  </section>`;
}
