// @ts-check
/** @import { Room } from "paiju/page" */
/** Choices that stay on this device. Where the browser keeps nothing, they last as long as the page. */
import { useEffect, useState } from "./vendor/htm-preact.js";
import { keep, recall } from "./storage.js";

const PLACE = "paiju.prefs";

const DEFAULTS = {
  lang: "",
  theme: "auto", // auto, dark, light, red, plain
  four_colour: false,
  large_ranks: false,
  back: /** @type {"lattice" | "waves" | "rosette"} */ ("lattice"), // of cards face down
  sound: true,
  volume: 60, // percent
  speed: /** @type {"calm" | "brisk" | "instant"} */ ("brisk"), // of what moves, and of bots at own tables
  only_my_turn: false,
  voice: true, // calls and phrases are spoken, where sounds are on
  vibration: true,
  double_tap: false,
  single_keys: true,
  digits: "auto", // small numbers on character cards: auto (outside Chinese), on, off
  sort_baohuang: /** @type {"rank" | "size" | "suit"} */ ("rank"),
  sort_paohuzi: "number",
  panel: /** @type {"auto" | "open" | "folded"} */ ("auto"), // beside a wide table
  muted: /** @type {string[]} */ ([]), // marks of guests
};

/** @typedef {typeof DEFAULTS} Prefs */

/** @type {Prefs} */
let held = { ...DEFAULTS, ...read() };
/** @type {Set<(prefs: Prefs) => void>} */
const listeners = new Set();

/** @returns {Partial<Prefs>} */
function read() {
  return Object.fromEntries(Object.entries(recall(PLACE, {})).filter(([name, value]) => fits(name, value)));
}

/** @param {string} name @param {unknown} value */
function fits(name, value) {
  const fallback = /** @type {Record<string, unknown>} */ (DEFAULTS)[name];
  return (
    fallback !== undefined &&
    typeof value === typeof fallback &&
    Array.isArray(value) === Array.isArray(fallback)
  );
}

/** All choices, for reading. */
export const prefs = () => held;

/**
 * Sets one choice and notifies all listeners.
 * @template {keyof Prefs} K
 * @param {K} name
 * @param {Prefs[K]} value
 */
export function setPref(name, value) {
  held = { ...held, [name]: value };
  keep(PLACE, held);
  for (const tell of listeners) tell(held);
}

/** Forgets all choices. */
export function clearPrefs() {
  held = { ...DEFAULTS };
  keep(PLACE, undefined);
  for (const tell of listeners) tell(held);
}

/** Calls `tell` after each change; returns the way to stop. @param {(prefs: Prefs) => void} tell */
export function onPrefs(tell) {
  listeners.add(tell);
  return () => void listeners.delete(tell);
}

/** The choices, as a hook. @returns {Prefs} */
export function usePrefs() {
  const [now, setNow] = useState(held);
  useEffect(() => {
    setNow(held);
    return onPrefs(setNow);
  }, []);
  return now;
}

// --- the rules that were played last on this device

const RULES = "paiju.rules";

/**
 * A preset, and the options that differ from the game's own defaults.
 * @typedef {{preset: string, options: Room["options"]}} Rules
 */

/** @returns {Record<string, Rules>} */
const played = () => recall(RULES, {});

/** The rules of this game that were played last, if any. @param {string} game @returns {Rules | undefined} */
export function lastRules(game) {
  const found = played()[game];
  return typeof found?.preset === "string" ? found : undefined;
}

/** Notes what is played, for the next time, unless a series sets the rules. @param {Room} room */
export function noteRules({ game, preset, options, series }) {
  if (!series) keep(RULES, { ...played(), [game]: { preset, options } });
}
