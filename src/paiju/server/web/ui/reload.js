// @ts-check
/**
 * When a page may load itself again: as soon as the server answers, and not again and again where that does
 * not help.
 */

import { keep, recall } from "../storage.js";

const PATIENCE_MS = 5000;
const AGAIN_MS = 30_000;
const LOADED = "paiju.loaded";

/** Whether the server answers; what the worker has stored does not count. @returns {Promise<boolean>} */
export const reachable = () =>
  fetch("/robots.txt", { cache: "no-store", signal: AbortSignal.timeout?.(PATIENCE_MS) }).then(
    (answer) => answer.ok,
    () => false,
  );

/** Whether a page of this tab has been loaded again a moment ago. */
export const wasLoaded = () => Date.now() - (recall(LOADED, 0, "tab") || loadedAt()) <= AGAIN_MS;

/** Notes that a page is being loaded again. */
export const noteLoading = () => keep(LOADED, Date.now(), "tab");

/** When this page came, if it is one that was loaded again: all that is known in a tab that keeps nothing. */
function loadedAt() {
  const [{ type }] = /** @type {PerformanceNavigationTiming[]} */ (
    performance.getEntriesByType("navigation")
  );
  return type === "reload" && !keep(LOADED, 0, "tab") ? performance.timeOrigin : 0;
}
