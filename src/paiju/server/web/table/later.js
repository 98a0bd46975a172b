// @ts-check
/** Parts of the page that come when they are needed, however often the network fails. */
import { useEffect, useState } from "../vendor/htm-preact.js";
import { noteLoading, reachable, wasLoaded } from "../ui/reload.js";

const AGAIN_MS = 3000;
const STUCK_MS = 10_000;

/**
 * A part that is loaded when it is first needed; again and again, while the server is away.
 * @template {string} N
 * @template T
 * @param {() => Promise<Record<N, T>>} load @param {N} name @param {boolean} needed
 * @param {boolean} [missed]  whether somebody waits for it
 * @returns {T | null}
 */
export function useLater(load, name, needed, missed = needed) {
  const [part, setPart] = useState(/** @type {{name: N, it: T} | null} */ (null));
  const found = part?.name === name ? part.it : null;
  useEffect(() => {
    if (!needed || found) return undefined;
    let again = 0;
    let current = true;
    const end = () => {
      current = false;
      clearTimeout(again);
    };
    const here = (/** @type {Record<N, T>} */ module) => {
      if (current) setPart({ name, it: module[name] });
      end();
    };
    const later = () => {
      if (current) again = window.setTimeout(ask, AGAIN_MS);
    };
    const ask = () => load().then(here, later);
    ask();
    return end;
  }, [needed, name]);
  useEffect(() => {
    if (!missed || found) return undefined;
    const stuck = setInterval(refresh, STUCK_MS);
    return () => clearInterval(stuck);
  }, [missed, found]);
  return found;
}

/**
 * Loads the page again, once in a while, where the server answers and a part has not come for long: a file
 * that a dead
 * connection owes a browser is never requested again. What was pressed is stored (`outbox.js`).
 */
async function refresh() {
  if (wasLoaded() || !(await reachable())) return;
  noteLoading();
  location.reload();
}
