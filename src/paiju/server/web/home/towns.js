// @ts-check
/** Named rules of each game, by the towns that play them. */
import { html } from "../vendor/htm-preact.js";
import { games } from "../games.js";
import { allTexts, t } from "../texts.js";
import { Link } from "../ui/ui.js";

/** The names of a game's presets. @param {string} game */
function presetsOf(game) {
  const head = `preset.${game}.`;
  return Object.keys(allTexts())
    .filter((key) => key.startsWith(head))
    .map((key) => key.slice(head.length));
}

/** Each leads to its rules, where a table with them can be made; the games' lists lie side by side. */
export const Towns = () =>
  games()
    .filter((game) => presetsOf(game).length > 0)
    .map(
      (
        game,
      ) => html`<section key=${game} class="part towns" aria-labelledby=${`towns-${game} towns-of-${game}`}>
    <h2 id=${`towns-${game}`}>${t(`web.game.${game}`)}</h2>
    <p class="muted" id=${`towns-of-${game}`}>${t("web.home.towns")}</p>
    <ul class="town-list">${presetsOf(game).map(
      (name) => html`<li key=${name}><${Link} class="town" href=${`/rules/${game}?preset=${name}`}>
        ${t(`preset.${game}.${name}`)}<//></li>`,
    )}</ul>
  </section>`,
    );
