// @ts-check
/** What there is to learn, in the order in which it helps, with marks at what is done. */
import { facesOf } from "../faces.js";
import { PageHead } from "../home/head.js";
import { api } from "../net.js";
import { useLater } from "../table/later.js";
import { num, t, worded } from "../texts.js";
import { Button, Icon, Link, styled, useTitle } from "../ui/ui.js";
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { useLearned } from "./progress.js";

/** @typedef {{name: string, rules: string[], parts: number}} Entry */

/** The cards on the way to the rules of a game. @type {Record<string, string[]>} */
const SAMPLES = {
  baohuang: ["R", "B", "2s", "Ah", "Kc"],
  paohuzi: ["s2", "s7", "s10", "b2", "b7", "b10"],
};

/** The lessons of a game; none until they are known. @param {string} game @returns {Entry[]} */
export function useLessons(game) {
  const [found, setFound] = useState(/** @type {Entry[]} */ ([]));
  useEffect(() => {
    let live = true;
    api("GET", `/api/lessons/${encodeURIComponent(game)}`).then(
      (all) => live && setFound(all),
      () => {},
    );
    return () => {
      live = false;
    };
  }, [game]);
  return found;
}

/** @param {{games: string[]}} props */
export function Path({ games }) {
  const [moving, setMoving] = useState(false);
  const MoveSheet = useLater(
    () => styled(worded(import("../home/move.js"), "table"), "table"),
    "MoveSheet",
    moving,
  );
  useTitle(t("web.learn.all"));
  return html`<main class="page learn-path" data-testid="path">
    <${PageHead} title=${t("web.learn.all")} />
    <p class="muted">${t("web.learn.help")}</p>
    ${games.map((game) => html`<${Game} key=${game} game=${game} />`)}
    <${Link} class="button" href="/puzzles"><${Icon} name="hint" />${t("web.puzzles")}<//>
    <${Button} kind="quiet" data-testid="learn-move" onClick=${() => setMoving(true)}>
      ${t("web.lesson.move")}<//>
    ${
      moving &&
      MoveSheet &&
      html`<${MoveSheet} path="/api/me/move" help=${t("web.lesson.move.help")}
          onClose=${() => setMoving(false)} />`
    }
  </main>`;
}

/** @param {{game: string}} props */
function Game({ game }) {
  const done = useLearned();
  const lessons = useLessons(game);
  const { One } = facesOf(game);
  return html`<section class="part" aria-labelledby=${`learn-${game}`}>
    <h2 id=${`learn-${game}`}>${t(`web.game.${game}`)}</h2>
    <ol class="learn-list">
      <${Item} path=${`${game}/deal`} title=${t("web.first.title")} line=${t("web.first.line")} n=${0}
          done=${done.has(`${game}/deal`)} />
      ${lessons.map(
        ({ name }, n) => html`<${Item} key=${name} path=${`${game}/${name}`} n=${n + 1}
          title=${t(`web.lesson.${game}.${name}`)} line=${t(`web.lesson.${game}.${name}.line`)}
          done=${done.has(`${game}/${name}`)} />`,
      )}
    </ol>
    <${Link} class="plate learn-rules" href=${`/rules/${game}`}>
      <span class="card-row" dir="ltr" aria-hidden="true">${SAMPLES[game].map(
        (code) => html`<${One} key=${code} code=${code} w=${40} />`,
      )}</span>
      <strong>${t("web.lesson.allrules")}</strong><//>
  </section>`;
}

/** @param {{path: string, title: string, line: string, n: number, done: boolean}} props */
const Item = ({
  path,
  title,
  line,
  n,
  done,
}) => html`<li><${Link} class="learn-entry" href=${`/learn/${path}`}
    data-done=${done}>
  <span class="learn-mark">${done ? html`<${Icon} name="check" />` : num(n + 1)}</span>
  <span><strong>${title}</strong>${done && html`<span class="visually-hidden"> ${t("web.learn.done")}</span>`}
    <small class="muted">${line}</small></span>
  <${Icon} name="chevron" />
<//></li>`;
