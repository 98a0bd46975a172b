// @ts-check
/** @import { Refused } from "paiju/page" */
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { api } from "../net.js";
import { gameOf, games, ownText } from "../games.js";
import { has, sayError, t } from "../texts.js";
import { Button, go, Link, toast, useTitle } from "../ui/ui.js";
import { JoinForm } from "./joinform.js";
import { Languages } from "./languages.js";
import { refreshMe, useMe } from "./me.js";
import { NameButton } from "./name.js";
import { Matches, Records } from "./past.js";
import { Settings } from "./settings.js";

const IDLE_MS = 1200;

/** Fetches what a table needs, so that the first card comes at once. @param {string} game */
const prepare = (game) =>
  import("../room/page.js").then(
    (module) => module.preload(game),
    () => {},
  );

/** Home: play at once, make a room, come into one, go on with what was begun. */
export function Home() {
  const me = useMe();
  const [settings, setSettings] = useState(false);
  useTitle("");
  useEffect(() => {
    refreshMe().catch(() => {});
    const timer = window.setTimeout(() => games().forEach(prepare), IDLE_MS);
    return () => clearTimeout(timer);
  }, []);
  return html`<main class="page home">
    <header class="home-head">
      <h1 tabindex="-1">${t("web.app")}</h1>
      <${Languages} short />
      <${Button} kind="quiet" icon="settings" aria-label=${t("web.settings")}
          onClick=${() => setSettings(true)} />
    </header>
    <p class="muted">${t("web.home.line")}</p>
    <div class="games">${games().map((game) => html`<${Game} key=${game} game=${game} />`)}</div>
    <${JoinForm} />
    <${Matches} tables=${me.tables} />
    <${Records} records=${me.records} />
    <footer class="home-foot">
      <${NameButton} />
      ${games().map(
        (
          game,
        ) => html`<${Link} key=${game} href=${`/rules/${game}`}>${ownText(`web.home.rules.${game}`, game)}
      <//>`,
      )}
      <${Link} href="/about">${t("web.about")}<//>
    </footer>
    ${settings && html`<${Settings} onClose=${() => setSettings(false)} />`}
  </main>`;
}

/** The two ways into a game. @param {{game: string}} props */
function Game({ game }) {
  const [busy, setBusy] = useState("");
  const open = async (/** @type {boolean} */ quick) => {
    if (busy) return;
    prepare(game);
    setBusy(quick ? "play" : "room");
    try {
      const { id } = await api("POST", "/api/tables", { game, quick });
      go(`/table/${id}`, { state: { quick } });
    } catch (error) {
      toast(sayError(/** @type {Refused} */ (error)), "danger");
      setBusy("");
    }
  };
  return html`<section class="game" aria-labelledby=${`game-${game}`} onPointerEnter=${() => prepare(game)}>
    <div class="game-faces" aria-hidden="true" dir="ltr">
      ${gameOf(game).faces.map(
        (face) => html`<span key=${face} class=${`mini mini-${game}`} lang="zh">${face}
      </span>`,
      )}
    </div>
    <div class="game-name">
      <h2 id=${`game-${game}`}>${t(`web.game.${game}`)}</h2>
      ${has(`web.home.${game}`) && html`<p class="muted">${t(`web.home.${game}`)}</p>`}
    </div>
    <div class="row">
      <${Button} kind="main" data-testid=${`play-${game}`} busy=${busy === "play"}
          onClick=${() => open(true)}>${t("web.home.play")}<//>
      <${Button} data-testid=${`room-${game}`} busy=${busy === "room"} onClick=${() => open(false)}>
      ${t("web.home.room")}<//>
    </div>
  </section>`;
}
