// @ts-check
/** Tables to look at: those of people who allow it, and in small the games as bots play them. */
import { Empty } from "../figures/empty.js";
import { games } from "../games.js";
import { still } from "../motion.js";
import { has, t } from "../texts.js";
import { Link, useTitle } from "../ui/ui.js";
import { html } from "../vendor/htm-preact.js";
import { Show } from "./game.js";
import { PageHead } from "./head.js";
import { Notices, useNotices } from "./lobby.js";

/** The page `/watch`. */
export function Watch() {
  const { open, running, ready } = useNotices();
  useTitle(t("web.home.watch"));
  return html`<main class="page watch" aria-busy=${String(!ready)} data-testid="watch-page">
    <${PageHead} title=${t("web.home.watch")} />
    ${
      ready &&
      running.length === 0 &&
      html`<section class="part"><${Empty} text=${t("web.watch.none")} />
        <${Link} class="button" href="/">${t("web.watch.own")}<//></section>`
    }
    <${Notices} name="watch" notices=${running} />
    <${Notices} name="open" notices=${open} />
    <section class="part" aria-labelledby="watch-bots">
      <h2 id="watch-bots">${t("web.watch.bots")}</h2>
      <div class="games">
        ${games()
          .filter((game) => has(`web.home.${game}`))
          .map(
            (game) => html`<figure key=${game} class="game">
              <${Show} game=${game} moving=${!still()} />
              <figcaption class="game-name"><strong>${t(`web.game.${game}`)}</strong></figcaption></figure>`,
          )}
      </div>
    </section>
  </main>`;
}
