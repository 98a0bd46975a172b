// @ts-check
/** @import { Refused } from "paiju/page" */
/** On to the next puzzle, and how one stands by now. */
import { ErrorPage } from "../home/error.js";
import { api } from "../net.js";
import { num, t } from "../texts.js";
import { go } from "../ui/ui.js";
import { html, useEffect, useState } from "../vendor/htm-preact.js";

/**
 * Where the next puzzle of a game and kind is requested; "" for any.
 * @param {string} game @param {string} kind
 */
export const nextOf = (game, kind) => `/api/puzzles?game=${game}&kind=${kind}`;

/** @typedef {{rating: number, results: number, streak: number, best: number, days: number}} Standing */

/** How a guest stands, in words. @param {{standing: Standing}} props */
export const Standing = ({ standing }) =>
  html`<p class="puzzle-standing muted" data-testid="standing" data-streak=${standing.streak}>
    <span>${t("web.puzzle.rating", { rating: num(standing.rating) })}</span>
    <span>${t("web.puzzle.streak", { count: standing.streak, best: standing.best })}</span>
    ${standing.days > 1 && html`<span>${t("web.puzzle.days", { count: standing.days })}</span>`}</p>`;

/** The page `/puzzles/GAME/KIND`: on to the next one of them. @param {{id: string}} props */
export function NextPuzzle({ id }) {
  const [error, setError] = useState(/** @type {Refused | null} */ (null));
  const [game, kind = ""] = id.split("/");
  useEffect(() => {
    api("GET", nextOf(game, kind)).then(
      ({ next }) => go(next ? `/puzzle/${next}?of=${game}/${kind}` : "/puzzles", { replace: true }),
      setError,
    );
  }, [id]);
  if (error) return html`<${ErrorPage} error=${error} onRetry=${() => location.reload()} />`;
  return html`<main class="replay-waiting" aria-busy="true" aria-label=${t("web.puzzle")}></main>`;
}
