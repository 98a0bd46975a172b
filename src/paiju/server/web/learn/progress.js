// @ts-check
/** What has been learned on this device: guided deals and lessons, by their paths. */
import { useEffect, useState } from "../vendor/htm-preact.js";

const PLACE = "paiju.learned";
const CLOSED = "closed";

/** @type {Set<() => void>} */
const listeners = new Set();

/** @returns {string[]} */
function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(found) ? found.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

/** Notes that something is learned, as in `baohuang/deal`. @param {string} path */
export function noteLearned(path) {
  const known = kept();
  if (known.includes(path)) return;
  try {
    localStorage.setItem(PLACE, JSON.stringify([...known, path]));
  } catch {
    // Private windows and full devices keep nothing.
  }
  for (const tell of listeners) tell();
}

/** Does not offer a first deal any more. */
export const closeOffer = () => noteLearned(CLOSED);

/** Whether nothing has been learned here yet, and nobody has declined to. */
export const isNew = () => kept().length === 0;

/** What has been learned, as a hook. @returns {Set<string>} */
export function useLearned() {
  const [now, setNow] = useState(kept);
  useEffect(() => {
    const look = () => setNow(kept());
    listeners.add(look);
    return () => void listeners.delete(look);
  }, []);
  return new Set(now);
}
