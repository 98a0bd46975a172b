// @ts-check
/** Cards of Bao Huang in notation, multisets of them, and the columns a hand is held in. No DOM, no rules. */

const NATURALS = "3456789TJQKA2";
/** Column order, highest first. */
const ORDER = [..."RrBbL", ...[...NATURALS].reverse()];
const SUITS = "shcd";

/** @typedef {Map<string, number>} Bag  copies by code */
/** @typedef {{key: string, cards: string[]}} Column  cards from the back to the front */

/** @param {string} text @returns {string[]} codes in the order of the text */
export const parse = (text) => text.match(/[bBrRL]|[3-9TJQKA2][shcd]?/g) ?? [];

/** What is alike but for its suit: the rank of a natural card, the code of a joker. @param {string} code */
export const group = (code) => code[0];

/** @param {string} code */
export const isJoker = (code) => !NATURALS.includes(code[0]);

/** Place of a code in the notation's order, lowest first. @param {string} code */
const height = (code) =>
  isJoker(code) ? 100 + "bBrRL".indexOf(code) : 4 * NATURALS.indexOf(code[0]) + Math.max(0, SUITS.indexOf(code[1]));

/** @param {Iterable<string>} codes @returns {string[]} in the order of the notation */
export const sorted = (codes) => [...codes].sort((a, b) => height(a) - height(b));

/** @param {Iterable<string>} codes @returns {Bag} */
export function bag(codes) {
  const counts = new Map();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

/** @param {Bag} counts */
export const size = (counts) => [...counts.values()].reduce((sum, n) => sum + n, 0);

/** @param {Bag} counts @returns {string[]} every card, in the order of the notation */
export const list = (counts) => sorted([...counts].flatMap(([code, n]) => Array(n).fill(code)));

/** The same cards without their suits. @param {Bag} counts @returns {Bag} */
export function groups(counts) {
  const out = new Map();
  for (const [code, n] of counts) out.set(group(code), (out.get(group(code)) ?? 0) + n);
  return out;
}

/** Whether `big` holds all of `small`. @param {Bag} big @param {Bag} small */
export function includes(big, small) {
  for (const [code, n] of small) if ((big.get(code) ?? 0) < n) return false;
  return true;
}

/** What of `counts` is still in `hand`. @param {Bag} counts @param {string[]} hand @returns {Bag} */
export function clamp(counts, hand) {
  const held = bag(hand);
  const out = new Map();
  for (const [code, n] of counts) if (held.get(code)) out.set(code, Math.min(n, held.get(code) ?? 0));
  return out;
}

/**
 * The hand in columns of equal cards.
 * @param {string[]} hand
 * @param {"rank"|"size"|"suit"} sort  by rank, by size of the group, by the largest identical set
 * @returns {Column[]}
 */
export function columns(hand, sort = "rank") {
  const byGroup = new Map();
  for (const code of sorted(hand).reverse()) {
    if (!byGroup.has(group(code))) byGroup.set(group(code), []);
    byGroup.get(group(code)).push(code);
  }
  const made = ORDER.filter((key) => byGroup.has(key)).map((key) => ({ key, cards: byGroup.get(key) }));
  if (sort === "rank") return made;
  if (sort === "size") return made.sort((a, b) => b.cards.length - a.cards.length);
  for (const column of made) column.cards = byCopies(column.cards);
  return made.sort((a, b) => identical(b) - identical(a));
}

/** Cards with the most identical ones at the front. @param {string[]} cards */
function byCopies(cards) {
  const copies = bag(cards);
  return [...cards].sort((a, b) => (copies.get(a) ?? 0) - (copies.get(b) ?? 0) || height(b) - height(a));
}

/** @param {Column} column */
const identical = (column) => Math.max(...bag(column.cards).values());

/**
 * Which cards of a column are selected; of identical ones those nearest the front.
 * @param {Column} column @param {Bag} selected @returns {boolean[]} by position
 */
export function marks(column, selected) {
  const left = new Map(selected);
  const out = column.cards.map(() => false);
  for (let i = out.length - 1; i >= 0; i--) {
    const code = column.cards[i];
    const n = left.get(code) ?? 0;
    if (n > 0) {
      out[i] = true;
      left.set(code, n - 1);
    }
  }
  return out;
}
