// @ts-check
/** The first page: go on, play at once, with friends, at a table of others, by the rules of one's town. */
import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { Rosette } from "../figures/rosette.js";
import { games, ownText } from "../games.js";
import { still } from "../motion.js";
import { useLater } from "../table/later.js";
import { allTexts, t, worded } from "../texts.js";
import { Parts } from "../ui/parts.js";
import { Button, Link, styled, useTitle } from "../ui/ui.js";
import { Game } from "./game.js";
import { JoinForm } from "./joinform.js";
import { Languages } from "./languages.js";
import { Lobby } from "./lobby.js";
import { refreshMe, useMe } from "./me.js";
import { NameButton } from "./name.js";
import { prepare } from "./open.js";
import { Matches, Records } from "./past.js";
import { Ratings } from "./rating.js";
import { closeOffer, useLearned } from "../learn/progress.js";

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
    <${Parts}>
    <div class="games">
      ${games().map((game) => html`<${Game} key=${game} game=${game} moving=${moving} />`)}
    </div>
    <div class="home-more"><${Parts}>
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
      <${PuzzleOfTheDay} />
      <${Lobby} />
      <${Ratings} ratings=${me.ratings} />
      <${Records} records=${me.records} />
    <//></div>
    <//>
    <${Parts} rank=${1}>
    <div class="home-towns"><${Towns} /></div>
    <footer class="home-foot">
      <${NameButton} />
      ${games().map(
        (
          game,
        ) => html`<${Link} key=${game} href=${`/rules/${game}`}>${ownText(`web.home.rules.${game}`, game)}
      <//>`,
      )}
      <${Link} href="/about">${t("web.about")}<//>
      ${
        !still() &&
        html`<${Button} kind="quiet" icon=${moving ? "pause" : "play"} onClick=${() => setMoving(!moving)}>
          ${t(moving ? "web.home.rest" : "web.home.move")}<//>`
      }
    </footer>
    <//>
    ${settings && Settings && html`<${Settings} onClose=${() => setSettings(false)} />`}
  </main>`;
}

/** What newcomers are offered: a first deal with a guide. Once declined it does not come again. */

const GAMES = ["baohuang", "paohuzi"];

function Newcomer() {
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

/** Named rules of each game, by the towns that play them. */

/** The names of a game's presets. @param {string} game */
function presetsOf(game) {
  const head = `preset.${game}.`;
  return Object.keys(allTexts())
    .filter((key) => key.startsWith(head))
    .map((key) => key.slice(head.length));
}

/** Each leads to its rules, where a table with them can be made; the games' lists lie side by side. */
const Towns = () =>
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

/** Whether an element has come into sight, as a hook. @param {{current: Element | null}} place */
function useInSight(place) {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver((met) => {
      if (!met.some((one) => one.isIntersecting)) return;
      setSeen(true);
      watch.disconnect();
    });
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return seen;
}

/** The puzzle of the day; it is fetched and drawn once its place can be seen. */
function PuzzleOfTheDay() {
  const place = useRef(/** @type {Element | null} */ (null));
  const seen = useInSight(place);
  const Day = useLater(
    () => styled(worded(import("../puzzles/page.js"), "puzzles", "lessons", "table"), "booklet"),
    "Day",
    seen,
    false,
  );
  return html`<section class="part" aria-labelledby="puzzle-day" data-testid="home-puzzle" ref=${place}>
    <h2 id="puzzle-day">${t("web.home.puzzle")}</h2>
    <div class="puzzle-place">${Day && html`<${Day} />`}</div>
    <${Link} class="button" href="/puzzles">${t("web.puzzles")}<//>
  </section>`;
}
