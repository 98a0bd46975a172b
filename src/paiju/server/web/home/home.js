// @ts-check
/** The first page: go on, play at once, with friends, at a table of others, by the rules of one's town. */
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { Rosette } from "../figures/rosette.js";
import { games, ownText } from "../games.js";
import { still } from "../motion.js";
import { useLater } from "../table/later.js";
import { t, worded } from "../texts.js";
import { Button, Link, useTitle } from "../ui/ui.js";
import { Game } from "./game.js";
import { JoinForm } from "./joinform.js";
import { Languages } from "./languages.js";
import { Lobby } from "./lobby.js";
import { refreshMe, useMe } from "./me.js";
import { NameButton } from "./name.js";
import { Newcomer } from "./newcomer.js";
import { prepare } from "./open.js";
import { Matches, Records } from "./past.js";
import { Ratings } from "./rating.js";
import { Towns } from "./towns.js";

const IDLE_MS = 1200;

export function Home() {
  const me = useMe();
  const [settings, setSettings] = useState(false);
  const [moving, setMoving] = useState(!still());
  const Settings = useLater(() => worded(import("./settings.js"), "settings", "table"), "Settings", settings);
  useTitle("");
  useEffect(() => {
    refreshMe().catch(() => {});
    const timer = window.setTimeout(() => games().forEach(prepare), IDLE_MS);
    return () => clearTimeout(timer);
  }, []);
  return html`<main class="page home">
    <header class="home-head">
      <${Rosette} class="crest" />
      <h1 tabindex="-1">${t("web.app")}</h1>
      <${Languages} short />
      <${Button} kind="quiet" icon="settings" aria-label=${t("web.settings")}
          onClick=${() => setSettings(true)} />
    </header>
    <p class="home-line muted">${t("web.home.line")}</p>
    <${Newcomer} />
    <${Matches} tables=${me.tables} />
    <div class="games">
      ${games().map((game) => html`<${Game} key=${game} game=${game} moving=${moving} />`)}
    </div>
    <div class="home-more">
      <section class="part" aria-labelledby="today">
        <h2 id="today">${t("web.home.today")}</h2>
        <p class="muted">${t("web.home.today.help")}</p>
        <${Link} class="button" href="/today" data-testid="to-today">${t("web.home.today.play")}<//>
      </section>
      <section class="part" aria-labelledby="friends">
        <h2 id="friends">${t("web.home.friends")}</h2>
        <p class="muted">${t("web.home.friends.help")}</p>
        <${JoinForm} />
      </section>
      <${Lobby} />
      <${Towns} />
      <${Ratings} ratings=${me.ratings} />
      <${Records} records=${me.records} />
    </div>
    <footer class="home-foot">
      <${NameButton} />
      <${Link} href="/learn">${t("web.home.learn")}<//>
      ${games().map(
        (
          game,
        ) => html`<${Link} key=${game} href=${`/rules/${game}`}>${ownText(`web.home.rules.${game}`, game)}
      <//>`,
      )}
      <${Link} href="/games">${t("web.own")}<//>
      <${Link} href="/puzzles">${t("web.puzzles")}<//>
      <${Link} href="/about">${t("web.about")}<//>
      ${
        !still() &&
        html`<${Button} kind="quiet" icon=${moving ? "pause" : "play"} onClick=${() => setMoving(!moving)}>
          ${t(moving ? "web.home.rest" : "web.home.move")}<//>`
      }
    </footer>
    ${settings && Settings && html`<${Settings} onClose=${() => setSettings(false)} />`}
  </main>`;
}
