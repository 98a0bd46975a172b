// @ts-check
/** What is offered to whoever is new: a first deal with a guide. Once declined it does not come again. */
import { html, useState } from "../vendor/htm-preact.js";
import { closeOffer, isNew } from "../learn/progress.js";
import { t } from "../texts.js";
import { Button, Link } from "../ui/ui.js";
import { useMe } from "./me.js";

const GAMES = ["baohuang", "paohuzi"];

export function Newcomer() {
  const { tables, records } = useMe();
  const [open, setOpen] = useState(isNew);
  if (!open || tables.length > 0 || records.length > 0) return null;
  const close = () => {
    closeOffer();
    setOpen(false);
  };
  return html`<section class="part newcomer" aria-labelledby="newcomer" data-testid="newcomer">
    <h2 id="newcomer">${t("web.home.new")}</h2>
    <p class="muted">${t("web.home.new.help")}</p>
    <div class="row">
      ${GAMES.map(
        (game) => html`<${Link} key=${game} class="button button-main" href=${`/learn/${game}/deal`}>
          ${t(`web.game.${game}`)}<//>`,
      )}
      <${Button} kind="quiet" onClick=${close}>${t("web.home.new.close")}<//>
    </div>
  </section>`;
}
