// @ts-check
/** Tables of others that anyone may join, and those that anyone may watch. */
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { Avatar } from "../figures/avatar.js";
import { Empty } from "../figures/empty.js";
import { games } from "../games.js";
import { still } from "../motion.js";
import { api } from "../net.js";
import { dot, has, t } from "../texts.js";
import { Icon, Link, useTitle } from "../ui/ui.js";
import { Show } from "./game.js";
import { PageHead } from "./head.js";

/**
 * @typedef {{game: string, preset: string, changed: number, state: string, free: number, watch: boolean,
 *   link: string, chairs: import("paiju/page").Chair[]}} Notice
 */

const AGAIN_MS = 15_000;

/**
 * What the server lists, asked for again and again while the page is looked at: tables with a free seat,
 * and those that run and may be watched.
 * @returns {{open: Notice[], running: Notice[], ready: boolean}}
 */
function useNotices() {
  const [notices, setNotices] = useState(/** @type {Notice[] | null} */ (null));
  useEffect(() => {
    const ask = () =>
      document.hidden
        ? undefined
        : api("GET", "/api/lobby").then(
            ({ tables }) => setNotices(tables),
            () => {},
          );
    ask();
    const timer = setInterval(ask, AGAIN_MS);
    document.addEventListener("visibilitychange", ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }, []);
  const known = notices ?? [];
  return {
    open: known.filter(({ free }) => free > 0),
    running: known.filter(({ free, watch, state }) => watch && !free && state !== "waiting"),
    ready: notices !== null,
  };
}

/** Both lists; nothing where there is nobody. */
export function Lobby() {
  const { open, running } = useNotices();
  return html`<${Notices} name="open" notices=${open} /><${Notices} name="watch" notices=${running} />`;
}

/** @param {{name: "open" | "watch", notices: Notice[]}} props */
function Notices({ name, notices }) {
  if (notices.length === 0) return null;
  return html`<section class="part lobby" aria-labelledby=${`lobby-${name}`} data-testid=${`lobby-${name}`}>
    <h2 id=${`lobby-${name}`}>${t(`web.home.${name}`)}</h2>
    <ul>${notices.map((one) => html`<${Row} key=${one.link} one=${one} watch=${name === "watch"} />`)}</ul>
  </section>`;
}

/** @param {{one: Notice, watch: boolean}} props */
function Row({ one, watch }) {
  const preset = `preset.${one.game}.${one.preset}`;
  const people = one.chairs.filter(({ kind }) => kind === "human");
  const facts = [
    has(preset) && t(preset),
    one.changed > 0 && t("web.home.changed", { count: one.changed }),
    watch ? t(`web.state.${one.state}`) : t("web.home.free", { count: one.free }),
  ];
  return html`<li><${Link} class="lobby-row" href=${one.link}>
    <span class="lobby-faces" aria-hidden="true">
      ${one.chairs.map((chair) =>
        chair.kind === "empty"
          ? html`<span key=${chair.seat} class="avatar lobby-free" />`
          : html`<${Avatar} key=${chair.seat} chair=${chair} />`,
      )}
    </span>
    <strong>${t(`web.game.${one.game}`)}</strong>
    <span class="muted">${facts.filter(Boolean).join(dot())}</span>
    <span class="names">
      ${people.map(({ seat, name }) => html`<bdi key=${seat} class="named">${name}</bdi>`)}
    </span>
    <${Icon} name=${watch ? "eye" : "chevron"} />
  <//></li>`;
}

/** The page `/watch`: these tables, and in small the games as bots play them. */
export function Watch() {
  const { open, running, ready } = useNotices();
  useTitle(t("web.home.watch"));
  return html`<main class="page watching" aria-busy=${String(!ready)} data-testid="watch-page">
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
