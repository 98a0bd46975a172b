// @ts-check
/** What the server knows of this guest: name, tables, records. */
import { useEffect, useState } from "../vendor/htm-preact.js";
import { forgetLearned, meetLearned } from "../learn/progress.js";
import { api, isBarred } from "../net.js";

/**
 * @typedef {{name: string, lang: string, avatar: string, tables: OwnTable[], ratings: OwnRating[],
 *   records: OwnRecord[], learned: string[], limits: Record<string, number>, base: string}} Me
 */
/** @typedef {{id: string, game: string, state: string, names: string[], touched: string}} OwnTable */
/**
 * @typedef {{game: string, family: string, points: number, margin: number, matches: number,
 *   provisional: boolean, change: number}} OwnRating
 */
/** @typedef {{id: string, game: string, names: string[], scores: number[], when: string}} OwnRecord */

const FRESH_MS = 2000;
const PATIENCE_MS = 6000; // nothing is displayed before it arrives
let asked = 0;

/** @type {Me} */
let held = {
  name: "",
  lang: "",
  avatar: "",
  tables: [],
  ratings: [],
  records: [],
  learned: [],
  limits: {},
  base: "",
};
/** @type {Set<(me: Me) => void>} */
const listeners = new Set();

/** @param {Partial<Me> | null} fresh */
function keep(fresh) {
  held = { ...held, ...fresh };
  for (const tell of listeners) tell(held);
}

/**
 * Asks the server again; the first time it makes the guest, but where no cookie can stand for it.
 * @param {string} [lang] sent to the server if it differs
 */
export async function loadMe(lang) {
  if (isBarred()) return;
  keep(await api("GET", "/api/me", undefined, PATIENCE_MS));
  asked = performance.now();
  meetLearned(held.learned);
  if (lang && held.lang !== lang) await api("POST", "/api/me", { lang }).then(keep, () => {});
}

/** Asks again, unless that was only just done. */
export async function refreshMe() {
  if (performance.now() - asked > FRESH_MS) await loadMe();
}

/**
 * Changes the guest's name, animal or language.
 * @param {{name?: string, lang?: string, avatar?: string}} changes
 */
export async function saveMe(changes) {
  const answer = await api("POST", "/api/me", changes);
  keep({ ...changes, ...answer });
}

/** Deletes all that the server keeps about the guest, and starts as a new one. */
export async function forgetMe() {
  await api("DELETE", "/api/me");
  forgetLearned();
  await loadMe();
}

/** Gives up an own record. @param {string} id */
export async function dropRecord(id) {
  await api("DELETE", `/api/records/${encodeURIComponent(id)}`);
  keep({ records: held.records.filter((record) => record.id !== id) });
}

/** The guest, as a hook. @returns {Me} */
export function useMe() {
  const [me, setMe] = useState(held);
  useEffect(() => {
    setMe(held);
    listeners.add(setMe);
    return () => void listeners.delete(setMe);
  }, []);
  return me;
}
