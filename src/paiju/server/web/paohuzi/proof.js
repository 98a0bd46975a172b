// @ts-check
/** @import { Happening } from "paiju/page" */
/** The proof of a Paohuzi deal's cards (`fairness/check.js`). */
import { cutPack } from "../fairness/cut.js";

const HANDED = 60; // cards before the dealer's last one
const TILES = ["s", "b"].flatMap((size) => Array.from({ length: 10 }, (_, i) => `${size}${i + 1}`));

/** Whether the pack is known without the deal. */
export const always = true;

/** What the pack is shuffled as. */
export const label = "wall";

/** The pack before the shuffle, which is always the same. @returns {string[]} */
export const deck = () => TILES.flatMap((code) => Array(4).fill(code));

/**
 * The cards that a seat should have been dealt, and those it got: every third card from the dealer on,
 * and one more for the dealer.
 * @param {string[]} pack
 * @param {Happening[]} log
 * @param {number} seat
 */
export function dealt(pack, log, seat) {
  const opening = log.find((event) => event.event === "dealt");
  const place = opening?.seats?.indexOf(seat) ?? -1;
  if (place < 0 || !opening?.cards) return null;
  const cut = cutPack(pack, log);
  const mine = cut.slice(0, HANDED).filter((_, i) => i % 3 === place);
  if (place === 0) mine.push(cut[HANDED]);
  const order = (/** @type {string[]} */ codes) => codes.sort((a, b) => TILES.indexOf(a) - TILES.indexOf(b));
  return { expected: order(mine), got: order(opening.cards.split(" ")) };
}
