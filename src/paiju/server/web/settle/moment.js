// @ts-check
/** @import { DealState, Ending } from "paiju/page" */
/**
 * The end of a deal on the table itself: the cards that decided it, and whose they were; the result comes
 * after it.
 */
import { t } from "../texts.js";
import { Rosette } from "../figures/rosette.js";
import { html, useEffect } from "../vendor/htm-preact.js";
import { Amount, counts } from "./parts.js";

const MOMENT_MS = 2500; // the server gives it on top of the time until the next deal
const GUARD_MS = 300; // a press that was still meant for the table skips nothing
const SILENT_KEYS = new Set(["Shift", "Control", "Alt", "Meta"]);

/**
 * Calls `done` when the moment is over; a tap or a key ends it, and does nothing else.
 * @param {() => void} done
 */
function useMoment(done) {
  useEffect(() => {
    const began = performance.now();
    const timer = setTimeout(done, MOMENT_MS);
    const skip = (/** @type {Event} */ event) => {
      if (
        performance.now() - began < GUARD_MS ||
        (event instanceof KeyboardEvent && SILENT_KEYS.has(event.key))
      )
        return;
      event.preventDefault();
      event.stopPropagation();
      if (!(event instanceof KeyboardEvent && event.repeat)) done();
    };
    for (const kind of ["click", "keydown"]) addEventListener(kind, skip, true);
    return () => {
      clearTimeout(timer);
      for (const kind of ["click", "keydown"]) removeEventListener(kind, skip, true);
    };
  }, []);
}

/**
 * @param {{state: DealState, game: Ending, onDone: () => void}} props
 */
export function Moment({ state, game, onDone }) {
  const { view, room } = state;
  const mine = room.you.seat;
  const plain = !counts(view.result);
  // a tie is said already
  const own = mine === null || (plain && !view.result?.returns[mine]) ? null : view.result?.returns[mine];
  useMoment(onDone);
  return html`<section class="moment" data-testid="moment" role="status"
      data-won=${(own ?? 0) >= 0}>
    <${Rosette} class="moment-cut" />
    <h2>${game.headline(/** @type {never} */ (view), room)}</h2>
    ${own !== null && html`<${Amount} amount=${own} plain=${plain} class="moment-own" />`}
    <${game.Decisive} state=${state} />
    <p class="muted">${t("web.settle.moment.skip")}</p>
  </section>`;
}
