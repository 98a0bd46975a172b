// @ts-check
/**
 * Texts of the interface: one language at a time, flat keys, `{name}` placeholders. `{count:card|cards}` is
 * the first word
 * for one, the other for more; `{who:lead|leads}` the first where `who` is the reader.
 */

import { file } from "./modules.js";

/** @typedef {string | number | boolean | null | undefined | Array<string | number>} Fact */

export const LANGUAGES = ["zh", "en", "fa"];

const HOLE = /\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}/g;

/** @type {Record<string, string>} */
const COMMA = { zh: "、", en: ", ", fa: "، " };

/** @typedef {Record<string, string>} Texts */

/** What every page needs. The other parts are named by `worded` where something of them is loaded. */
const FIRST = "first";
/** The parts that are in use. */
const parts = new Set([FIRST]);
/** Loaded texts, by address. @type {Map<string, Texts>} */
const come = new Map();
/** Loading texts, by address. @type {Map<string, Promise<void>>} */
const coming = new Map();

/** @type {Texts} */
let texts = {};
let current = "en";
let asked = current;

/** The language that is loaded: zh, en or fa. */
export const lang = () => current;

/** All texts by key. */
export const allTexts = () => texts;

/** Whether the loaded language is written from right to left. */
export const rtl = () => current === "fa";

/** Where the texts of a part are. @param {string} wanted @param {string} part */
const address = (wanted, part) => file(`texts/${wanted}/${part}.json`);

/** Where all texts are that are in use. */
export const textAddresses = () => [...parts].map((part) => address(current, part));

/**
 * Loads a language, makes it the current one and sets `lang` and `dir` of the page.
 * @param {string} wanted one of LANGUAGES
 */
export async function loadTexts(wanted) {
  asked = wanted;
  try {
    await Promise.all([...parts].map((part) => fetched(address(wanted, part))));
  } catch (error) {
    asked = current;
    throw error;
  }
  if (asked === wanted) gather();
}

/**
 * A module once it and the texts that it shows are here.
 * @template T
 * @param {Promise<T>} module
 * @param {...string} names of parts: those of the server (`paiju.locales.pages`)
 * @returns {Promise<T>}
 */
export const worded = (module, ...names) =>
  Promise.all([module, ...names.map(addPart)]).then(([loaded]) => loaded);

/** @param {string} part */
async function addPart(part) {
  const language = asked;
  if (!come.has(address(language, part))) await fetched(address(language, part));
  if (asked !== language) return addPart(part);
  if (parts.has(part)) return;
  parts.add(part);
  if (current === language) gather();
}

/** Fetches texts once; again where that failed. @param {string} from */
function fetched(from) {
  const known = coming.get(from);
  if (known) return known;
  const loading = fetch(from).then(async (answer) => {
    if (!answer.ok)
      throw Object.assign(new Error("texts"), { code: "texts", facts: {}, status: answer.status });
    come.set(from, await answer.json());
  });
  coming.set(from, loading);
  loading.catch(() => coming.delete(from));
  return loading;
}

/** Makes what has come in the language that was requested the current texts. */
const gather = () =>
  useTexts(asked, Object.assign({}, ...[...parts].map((part) => come.get(address(asked, part)))));

/**
 * Makes `loaded` the current texts.
 * @param {string} wanted
 * @param {Texts} loaded
 */
export function useTexts(wanted, loaded) {
  texts = loaded;
  current = wanted;
  document.documentElement.lang = wanted === "zh" ? "zh-Hans" : wanted;
  document.documentElement.dir = rtl() ? "rtl" : "ltr";
}

/**
 * The first of LANGUAGES that the browser asks for.
 * @param {readonly string[]} wishes
 */
export function preferred(wishes) {
  const known = wishes.map((wish) => wish.slice(0, 2).toLowerCase());
  return known.find((wish) => LANGUAGES.includes(wish)) ?? "en";
}

/** Whether there is a text for `key`. @param {string} key */
export const has = (key) => key in texts;

/** Words one after the other. @param {readonly string[]} words */
export const list = (words) => words.join(COMMA[current]);

/** Between two facts of a line: no dot beside Persian digits, whose zero it is. */
export const dot = () => (current === "fa" ? " – " : " · ");

/** @type {Record<string, string>} */
const PERSIAN = {
  ...Object.fromEntries([..."۰۱۲۳۴۵۶۷۸۹"].entries()),
  ".": "٫",
  "-": "\u200e−",
  "+": "\u200e+",
};

/**
 * A number in the digits of the language, with one place after the point at most. `Intl` writes the same, but
 * takes longer to start than the first page to draw.
 * @param {number} value
 */
export function num(value) {
  const text = String(Math.sign(value) * (Math.round(Math.abs(value) * 10) / 10));
  return current === "fa" ? text.replace(/[-.\d]/g, (sign) => PERSIAN[sign]) : text;
}

/** A number with its sign, zero without one. @param {number} value */
export function signed(value) {
  const text = num(value);
  return Math.round(value * 10) > 0 ? (current === "fa" ? PERSIAN["+"] : "+") + text : text;
}

/**
 * The text of `key` with its facts filled in; the key itself where there is none.
 * @param {string} key
 * @param {Record<string, Fact>} [facts]
 * @returns {string}
 */
export function t(key, facts = {}) {
  const text = texts[key];
  if (text === undefined) return key;
  return text.replace(HOLE, (hole, name, one, other, at) => {
    if (!(name in facts)) return hole;
    const fact = facts[name];
    if (one !== undefined) return isOne(fact) ? one : other;
    return at > 0 && isReader(fact) && current === "en" ? String(fact).toLowerCase() : written(fact);
  });
}

/** Whether a fact is the reader. @param {Fact} fact */
const isReader = (fact) => fact === texts["web.you"];

/** Whether a fact is one of something, or the reader. @param {Fact} fact */
const isOne = (fact) => (typeof fact === "number" ? Math.abs(fact) === 1 : isReader(fact));

/**
 * What an error of the server says to people.
 * @param {{code: string, facts?: Record<string, Fact>}} error
 */
export function sayError({ code, facts = {} }) {
  const key = [`error.${code}`, `web.error.${code}`].find(has);
  if (!key) return t("web.error.unknown", { code });
  const why = `why.${facts.why}`;
  const action = `action.${facts.action}`;
  return t(key, {
    ...facts,
    ...(has(why) && { why: t(why, facts) }),
    ...(has(action) && { action: t(action) }),
  });
}

/**
 * A moment as the language writes it, short.
 * @param {string | number | Date} when
 */
export function day(when) {
  const locale = current === "fa" ? "fa-IR" : current;
  const style = /** @type {const} */ ({ month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" });
  return new Intl.DateTimeFormat(locale, style).format(new Date(when));
}

/** @param {Fact} fact @returns {string} */
function written(fact) {
  if (typeof fact === "number") return num(fact);
  if (Array.isArray(fact)) return list(fact.map(written));
  const text = String(fact ?? "");
  // Isolated, so that a Latin name does not turn a Persian sentence round. What lies in isolates of its own
  // does
  // not count for a guess of the direction, so Persian is marked as right-to-left.
  return rtl() && text ? `${/[\u0600-\u06ff]/.test(text) ? "\u2067" : "\u2068"}${text}\u2069` : text;
}
