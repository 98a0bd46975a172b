// @ts-check
/**
 * Finished guided deals and lessons, by their paths. The server keeps it with the guest; the
 * device remembers it too, so that nothing has to wait for that or is lost without a connection.
 */
import { keep, recall } from "../storage.js";
import { api } from "../net.js";
import { useEffect, useState } from "../vendor/htm-preact.js";

const PLACE = "paiju.learned";
const CLOSED = "closed";

/** @type {Set<() => void>} */
const listeners = new Set();

/** @returns {string[]} */
function stored() {
  return recall(PLACE, /** @type {string[]} */ ([])).filter((one) => typeof one === "string");
}

/** @param {string[]} paths */
function note(paths) {
  keep(PLACE, paths);
  for (const tell of listeners) tell();
}

/** Tells the server; what it misses is sent when the next page opens. @param {string[]} paths */
const share = (paths) => void api("POST", "/api/me/learned", { paths }).catch(() => {});

/** Notes that something is learned, as in `baohuang/deal`. @param {string} path */
export function noteLearned(path) {
  const known = stored();
  if (known.includes(path)) return;
  note([...known, path]);
  share([path]);
}

/** What the server knows is known here too, and the other way round. @param {string[]} served */
export function meetLearned(served) {
  const known = stored();
  const news = served.filter((path) => !known.includes(path));
  const untold = known.filter((path) => !served.includes(path));
  if (news.length > 0) note([...known, ...news]);
  if (untold.length > 0) share(untold);
}

/** A forgotten guest has learned nothing. */
export const forgetLearned = () => note([]);

/** Does not offer a first deal any more. */
export const closeOffer = () => noteLearned(CLOSED);

/** The finished lessons, as a hook. @returns {Set<string>} */
export function useLearned() {
  const [now, setNow] = useState(stored);
  useEffect(() => {
    const look = () => setNow(stored());
    look();
    listeners.add(look);
    return () => void listeners.delete(look);
  }, []);
  return new Set(now);
}
