// @ts-check
/** @import { Refused } from "paiju/page" */
/** Exercises without end: how one stands, the puzzle of the day, and a way into each kind. */
import { ErrorPage } from "../home/error.js";
import { games } from "../games.js";
import { api } from "../net.js";
import { Scene } from "../learn/drawing.js";
import { dot, lang, num, t } from "../texts.js";
import { Icon, Link, useTitle } from "../ui/ui.js";
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { nextOf, Standing } from "./next.js";

/**
 * @typedef {import("./next.js").Standing & {day: {id: string, tried: boolean}, next: string | null,
 *   kinds: {game: string, kind: string, count: number}[]}} Overview
 */

/** The page `/puzzles`. */
export function Puzzles() {
  const [overview, setOverview] = useState(/** @type {Overview | null} */ (null));
  const [error, setError] = useState(/** @type {Refused | null} */ (null));
  useTitle(t("web.puzzles"));
  useEffect(() => void api("GET", nextOf("", "")).then(setOverview, setError), []);
  if (error) return html`<${ErrorPage} error=${error} onRetry=${() => location.reload()} />`;
  return html`<main class="page puzzles" aria-busy=${String(!overview)}>
    <header class="page-head">
      <${Link} class="button button-quiet button-icon" href="/" aria-label=${t("web.home")}>
        <${Icon} name="back" /><//>
      <h1 tabindex="-1">${t("web.puzzles")}</h1>
    </header>
    <p class="muted">${t("web.puzzles.help")}</p>
    ${overview && html`<${Choices} overview=${overview} />`}
  </main>`;
}

/** @param {{overview: Overview}} props */
function Choices({ overview }) {
  const { day, kinds, next } = overview;
  return html`<${Standing} standing=${overview} />
    <${Day} />
    <div class="puzzle-ways">
      <${Link} class="button button-main" href=${`/puzzle/${day.id}`} data-testid="puzzle-day">
        <${Icon} name=${day.tried ? "check" : "hint"} /><span>${t("web.puzzle.day")}</span><//>
      ${
        next &&
        html`<${Link} class="button" href=${`/puzzle/${next}`} data-testid="puzzle-next">
        <${Icon} name="play" /><span>${t("web.puzzle.any")}</span><//>`
      }
    </div>
    ${games().map((game) => {
      const own = kinds.filter((one) => one.game === game);
      return (
        own.length > 0 &&
        html`<section key=${game} aria-labelledby=${`puzzles-${game}`}>
          <h2 id=${`puzzles-${game}`}>${t(`web.game.${game}`)}</h2>
          <ul class="puzzle-kinds">${own.map(
            ({ kind, count }) => html`<li key=${kind}>
              <${Link} class="past-row" href=${`/puzzles/${game}/${kind}`}
                  data-testid=${`kind-${game}-${kind}`}>
                <strong>${t(`web.puzzle.kind.${kind}`)}</strong>
                <span class="muted">${t(`web.puzzle.ask.${kind}`)}</span>
                <span class="digits muted">${num(count)}</span><//></li>`,
          )}</ul>
        </section>`
      );
    })}`;
}

/** @typedef {import("./solve.js").Puzzle & {days: number}} OfDay */

/** The question of the day and how many days in a row the guest has solved one. */
function useDay() {
  const [found, setFound] = useState(/** @type {OfDay | null} */ (null));
  useEffect(() => {
    let live = true;
    const ask = async () => {
      const { day, days } = await api("GET", "/api/puzzles?game=&kind=");
      const puzzle = await api("GET", `/api/puzzles/${encodeURIComponent(day.id)}?lang=${lang()}`);
      if (live) setFound({ ...puzzle, days });
    };
    ask().catch(() => {});
    return () => {
      live = false;
    };
  }, [lang()]);
  return found;
}

/** The puzzle of the day in small, its cards as the table shows them; nothing until it is known. */
export function Day() {
  const found = useDay();
  if (!found) return null;
  const { id, game, kind, view, tried, days } = found;
  const facts = [t(`web.game.${game}`), days > 1 && t("web.puzzle.days", { count: days })];
  return html`<${Link} class="plate puzzle-day" href=${`/puzzle/${id}`} data-game=${game}
      data-testid="puzzle-drawn">
    <strong>${tried && html`<${Icon} name="check" size=${18} />`} ${t(`web.puzzle.ask.${kind}`)}</strong>
    <span>${facts.filter(Boolean).join(dot())}</span>
    <span class="puzzle-scene"><${Scene} view=${view} hand=${true} /></span>
  <//>`;
}
