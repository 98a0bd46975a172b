// @ts-check
/** The puzzle of the day in small: its question, and the cards of it as the table shows them. */
import { Scene } from "../learn/drawing.js";
import { api } from "../net.js";
import { dot, lang, t } from "../texts.js";
import { Icon, Link } from "../ui/ui.js";
import { html, useEffect, useState } from "../vendor/htm-preact.js";

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

/** Nothing until it is known. */
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
