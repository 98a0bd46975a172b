// @ts-check
/** @import { GameView, Happening, Room } from "paiju/page" */
/** What can be proved of a deal's cards once its seed is known (docs/records.md). */
import { parse, sorted } from "../baohuang/cards.js";
import { shuffled } from "../verify.js";

const FIRST_SHOWN = 12;
const HANDED = 60; // cards of a Paohuzi deal before the dealer's last one
const TILES = ["s", "b"].flatMap((size) => Array.from({ length: 10 }, (_, i) => `${size}${i + 1}`));

/**
 * @typedef {{room: Room, view: GameView | null, log: Happening[]}} Seen  a table as its page knows it, or a
 *   replay
 */

/**
 * The first cards of the shuffled pack; [] where the page does not know the pack.
 * @param {string} seed
 * @param {Seen} seen
 */
export const firstCards = (seed, seen) => pack(seed, seen).slice(0, FIRST_SHOWN);

/**
 * Whether the shuffle gives the cards that the viewer was dealt; null where that is not known.
 * @param {string} seed
 * @param {Seen} seen
 * @returns {{ok: boolean} | null}
 */
export function handOf(seed, seen) {
  const { room, log } = seen;
  const seat = room.you.seat;
  const cards = pack(seed, seen);
  const dealt =
    cards.length && seat !== null ? (room.game === "paohuzi" ? tiles : drawn)(cards, log, seat) : null;
  return dealt && { ok: String(dealt.expected) === String(dealt.got) };
}

/** @param {string} seed @param {Seen} seen */
function pack(seed, { room, view }) {
  const deck = room.game === "paohuzi" ? TILES.flatMap((code) => Array(4).fill(code)) : deckOf(view);
  return deck.length ? shuffled(deck, seed, room.game === "paohuzi" ? "wall" : "deck") : [];
}

/**
 * The pack of Bao Huang in its order before the shuffle, put together from a deal that is over.
 * @param {GameView | null} view
 */
function deckOf(view) {
  if (view?.game !== "baohuang" || !view.over || !view.hands) return [];
  // Whatever was not played is still in the hands; 老王 goes by the face it was drawn with.
  const played = [...view.tricks, view.trick].flat().flatMap((laid) => laid.cards);
  return sorted(
    [...view.hands.flat(), ...played].map((code) => (code === "L" ? (view.called ?? code) : code)),
  );
}

/**
 * What a seat should have drawn, and what it got.
 * @param {string[]} pack
 * @param {Happening[]} log
 * @param {number} seat
 */
function drawn(pack, log, seat) {
  const events = log.filter((event) => event.event === "dealt" && event.cards);
  if (!events.length) return null;
  const at = log.find((event) => event.event === "cut")?.number ?? 0;
  const cut = [...pack.slice(at), ...pack.slice(0, at)];
  const first = events[0].first_drawer;
  return {
    expected: sorted(cut.filter((_, i) => (first + i) % 5 === seat)),
    got: sorted(events.flatMap((event) => parse(event.cards))),
  };
}

/**
 * The same for Paohuzi: every third card from the dealer on, and one more for him.
 * @param {string[]} pack
 * @param {Happening[]} log
 * @param {number} seat
 */
function tiles(pack, log, seat) {
  const dealt = log.find((event) => event.event === "dealt");
  const place = dealt?.seats?.indexOf(seat) ?? -1;
  if (place < 0 || !dealt?.cards) return null;
  const mine = pack.slice(0, HANDED).filter((_, i) => i % 3 === place);
  if (place === 0) mine.push(pack[HANDED]);
  const order = (/** @type {string[]} */ codes) => codes.sort((a, b) => TILES.indexOf(a) - TILES.indexOf(b));
  return { expected: order(mine), got: order(dealt.cards.split(" ")) };
}
