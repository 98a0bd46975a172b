// @ts-check
/** @import { GameView, Happening } from "paiju/page" */
/** The proof of a Bao Huang deal's cards (`fairness/check.js`). */
import { cutPack } from "../fairness/cut.js";
import { parse, sorted } from "./cards.js";

/** Whether the pack is known without the deal. */
export const always = false;

/** What the pack is shuffled as. */
export const label = "deck";

/**
 * The pack in its order before the shuffle, put together from a deal that is over.
 * @param {GameView | null} view
 */
export function deck(view) {
  if (view?.game !== "baohuang" || !view.over || !view.hands) return [];
  // Whatever was not played is still in the hands; 老王 goes by the face it was drawn with.
  const played = [...view.tricks, view.trick].flat().flatMap((laid) => laid.cards);
  return sorted(
    [...view.hands.flat(), ...played].map((code) => (code === "L" ? (view.called ?? code) : code)),
  );
}

/**
 * The cards that a seat should have drawn, and those it got.
 * @param {string[]} pack
 * @param {Happening[]} log
 * @param {number} seat
 */
export function dealt(pack, log, seat) {
  const events = log.filter((event) => event.event === "dealt" && event.cards);
  if (!events.length) return null;
  const first = events[0].first_drawer;
  return {
    expected: sorted(cutPack(pack, log).filter((_, i) => (first + i) % 5 === seat)),
    got: sorted(events.flatMap((event) => parse(event.cards))),
  };
}
