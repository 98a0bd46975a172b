// @ts-check
/** Cards of Bao Huang in notation, multisets of them, and the columns a hand is held in. No DOM, no rules. */

const NATURALS = "3456789TJQKA2";
/** Column order, highest first. */
const ORDER = [..."RrBbL", ...[...NATURALS].reverse()];
const SUITS = "shcd";

/** @typedef {Map<string, number>} Bag  copies by code */
/**
 * @typedef {{key: string, cards: string[], faces: string[]}} Column  cards from the back to the front, and
 *   how they are drawn
 */

/** @param {string} text @returns {string[]} codes in the order of the text */
export const parse = (text) => text.match(/[bBrRL]|[3-9TJQKA2][shcd]?/g) ?? [];

/** The card without its suit: the rank of a natural card, the code of a joker. @param {string} code */
export const group = (code) => code[0];

/** @param {string} code */
export const isJoker = (code) => !NATURALS.includes(code[0]);

/** Place of a code in the notation's order, lowest first. @param {string} code */
const height = (code) =>
  isJoker(code)
    ? 100 + "bBrRL".indexOf(code)
    : 4 * NATURALS.indexOf(code[0]) + Math.max(0, SUITS.indexOf(code[1]));

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
 * @param {string[] | null} faces how the cards of a game without suits are drawn; of one rank the last goes
 *   first
 * @returns {Column[]}
 */
export function columns(hand, sort = "rank", faces = null) {
  const byGroup = new Map();
  for (const code of faces ?? sorted(hand).reverse()) {
    if (!byGroup.has(group(code))) byGroup.set(group(code), []);
    byGroup.get(group(code)).push(code);
  }
  const made = ORDER.filter((key) => byGroup.has(key)).map((key) =>
    column(key, byGroup.get(key), faces !== null),
  );
  if (sort === "size") return made.sort((a, b) => b.cards.length - a.cards.length);
  if (sort === "rank" || faces) return made;
  return made
    .map(({ key, cards }) => column(key, byCopies(cards), false))
    .sort((a, b) => identical(b) - identical(a));
}

/**
 * @param {string} key
 * @param {string[]} faces
 * @param {boolean} plain  actions name ranks alone
 * @returns {Column}
 */
const column = (key, faces, plain) => ({ key, faces, cards: plain ? faces.map(group) : faces });

/**
 * How the cards of a list are drawn that leave a hand or lie in the middle: of one rank those that go first.
 * @param {string[]} codes
 * @param {string[]} faces  those that go first at the end
 * @returns {string[]}
 */
export function drawn(codes, faces) {
  const left = [...faces];
  return codes.map((code) => {
    const at = left.findLastIndex((face) => face === code || (code.length === 1 && group(face) === code));
    return at < 0 ? code : left.splice(at, 1)[0];
  });
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
