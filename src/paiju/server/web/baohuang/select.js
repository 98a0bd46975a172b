// @ts-check
/** Selecting cards by set inclusion over the offered actions (table-ux: selection). No DOM, no rules. */

import { bag, group, groups, includes, list, parse, size } from "./cards.js";

/** @typedef {import("./cards.js").Bag} Bag */
/** @typedef {import("./cards.js").Column} Column */
/** @typedef {{text: string, verb: string, codes: string[], bag: Bag, groups: Bag, size: number}} Play */
/** @typedef {{verb: string, count: number, limits: {cards: string[], most: number}[]}} Pick */
/**
 * @typedef {{plays: Play[], pick: Pick|null, hand: string[], exact: Map<string, Play>, alike: Map<string,
 *   Play>}} Offer
 */

const FROM_HAND = new Set(["play", "give", "return"]);
const EMPTY = Object.freeze({ plays: [], pick: null, hand: [], exact: new Map(), alike: new Map() });

/** @param {Iterable<string>} codes */
const keyOf = (codes) => [...codes].sort().join(" ");

/** @param {string} text @returns {Play} */
function play(text) {
  const space = text.indexOf(" ");
  const codes = parse(text.slice(space + 1));
  const counts = bag(codes);
  return { text, verb: text.slice(0, space), codes, bag: counts, groups: groups(counts), size: codes.length };
}

/**
 * Four identical cards with a suit are a thing of their own: other suits do not stand for them.
 * @param {Play} one
 */
const isWhole = (one) => one.size === 4 && one.bag.size === 1 && one.codes[0].length === 2;

/**
 * What of a prompt is chosen in the hand.
 * @param {{actions: string[], pick?: Pick|null}|null} prompt @param {string[]} hand @returns {Offer}
 */
export function offer(prompt, hand) {
  if (!prompt) return { ...EMPTY, hand };
  const texts = prompt.actions.filter((text) => FROM_HAND.has(text.split(" ", 1)[0]) && text.includes(" "));
  const plays = texts.map(play);
  const exact = new Map(plays.map((one) => [keyOf(one.codes), one]));
  const alike = new Map();
  for (const one of plays) {
    const key = keyOf(one.codes.map(group));
    if (!isWhole(one) && !alike.has(key)) alike.set(key, one);
  }
  return { plays, pick: prompt.pick ?? null, hand, exact, alike };
}

/** Whether anything of the hand is asked for. @param {Offer} from */
export const asksHand = (from) => from.plays.length > 0 || from.pick !== null;

/** The groups that occur in some offered action. @param {Offer} from @returns {Set<string>} */
export function alive(from) {
  const groupsOf = from.pick ? from.hand.filter((code) => allowed(from.pick, bag([code]))) : [];
  return new Set([...groupsOf.map(group), ...from.plays.flatMap((one) => [...one.groups.keys()])]);
}

/** @param {Pick|null} pick @param {Bag} counts */
function allowed(pick, counts) {
  if (!pick || size(counts) > pick.count) return false;
  return pick.limits.every(({ cards, most }) => {
    const kinds = new Set(cards);
    return [...counts].reduce((sum, [code, n]) => sum + (kinds.has(code) ? n : 0), 0) <= most;
  });
}

/**
 * The selection after a tap on a column.
 * @param {Offer} from
 * @param {Bag} selected
 * @param {Column} column
 * @returns {Bag}
 */
export function tap(from, selected, column) {
  const rest = without(selected, column);
  if (size(rest) < size(selected)) return rest;
  for (const start of size(selected) ? [selected, new Map()] : [selected]) {
    const codes = from.pick ? most(from.pick, start, column) : best(from.plays, start, column);
    if (codes.length) return plus(start, codes);
  }
  return take(new Map(), column, Math.min(column.cards.length, ...from.plays.map((one) => one.size)));
}

/**
 * The column's cards of the action that fits best: fewest cards outside selection and column, then most of
 * the column.
 * @param {Play[]} plays @param {Bag} start @param {Column} column
 */
function best(plays, start, column) {
  const wanted = groups(start);
  const have = size(start);
  let found = null;
  let outside = Infinity;
  let inside = 0;
  for (const one of plays) {
    const n = one.groups.get(column.key) ?? 0;
    const beyond = one.size - have - n;
    if (!n || beyond > outside || (beyond === outside && n <= inside) || !includes(one.groups, wanted))
      continue;
    [found, outside, inside] = [one, beyond, n];
  }
  return found ? found.codes.filter((code) => group(code) === column.key) : [];
}

/**
 * As many cards of a column as a free choice takes.
 * @param {Pick} pick
 * @param {Bag} start
 * @param {Column} column
 */
function most(pick, start, column) {
  const codes = [];
  for (const code of [...column.cards].reverse()) {
    if (allowed(pick, plus(start, [...codes, code]))) codes.push(code);
  }
  return codes;
}

/**
 * The selection with exactly the `n` front cards of a column.
 * @param {Bag} selected
 * @param {Column} column
 * @param {number} n
 */
export const take = (selected, column, n) =>
  plus(without(selected, column), n > 0 ? column.cards.slice(-n) : []);

/** @param {Bag} selected @param {Column} column @returns {Bag} */
export const without = (selected, column) =>
  new Map([...selected].filter(([code]) => group(code) !== column.key));

/** @param {Bag} selected @param {string[]} codes @returns {Bag} */
export function plus(selected, codes) {
  const out = new Map(selected);
  for (const code of codes) out.set(code, (out.get(code) ?? 0) + 1);
  return out;
}

/** How many cards of a column are selected. @param {Bag} selected @param {Column} column */
export const chosen = (selected, column) => groups(selected).get(column.key) ?? 0;

/**
 * The action that the selection is, null if it is none.
 * @param {Offer} from
 * @param {Bag} selected
 * @returns {string|null}
 */
export function match(from, selected) {
  const codes = list(selected);
  if (!codes.length) return null;
  if (from.pick) {
    const full = codes.length === from.pick.count && allowed(from.pick, selected);
    return full ? `${from.pick.verb} ${codes.join(" ")}` : null;
  }
  const exact = from.exact.get(keyOf(codes));
  if (exact) return exact.text;
  const alike = from.alike.get(keyOf(codes.map(group)));
  return alike ? `${alike.verb} ${codes.join(" ")}` : null;
}

/**
 * The smallest offered action that holds the whole selection and more, and the cards that are missing for it.
 * @param {Offer} from @param {Bag} selected @returns {{action: string, missing: string[]}|null}
 */
export function completion(from, selected) {
  const wanted = groups(selected);
  const have = size(selected);
  let found = null;
  for (const one of from.plays) {
    if (one.size > have && (!found || one.size < found.size) && includes(one.groups, wanted)) found = one;
  }
  return found && have ? { action: found.text, missing: missing(from, found, selected, wanted) } : null;
}

/** @param {Offer} from @param {Play} target @param {Bag} selected @param {Bag} wanted @returns {string[]} */
function missing(from, target, selected, wanted) {
  const free = new Map(bag(from.hand));
  for (const [code, n] of selected) free.set(code, (free.get(code) ?? 0) - n);
  const codes = [];
  for (const [key, n] of target.groups) {
    const own = target.codes.filter((code) => group(code) === key);
    const others = from.hand.filter((code) => group(code) === key);
    let need = n - (wanted.get(key) ?? 0);
    for (const code of [...own, ...others]) {
      if (need > 0 && (free.get(code) ?? 0) > 0) {
        free.set(code, (free.get(code) ?? 0) - 1);
        codes.push(code);
        need -= 1;
      }
    }
  }
  return codes;
}
