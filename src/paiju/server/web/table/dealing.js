// @ts-check
/** @import { Happening } from "paiju/page" */
import { useEffect, useLayoutEffect, useState } from "../vendor/htm-preact.js";
import { paced, still } from "../motion.js";

export const CARD_MS = 40; // from one card to the next
const LAST_MS = 140;

/**
 * Whether the own cards of a new deal are still coming, one after the other. All of them can be used from the
 * start; a touch
 * or a key shows them all at once, and so does coming back to a deal that is on.
 * @param {Happening[]} news events of the last message @param {number} cards in the own hand
 */
export function useDealing(news, cards) {
  const [on, setOn] = useState(false);
  useLayoutEffect(() => {
    if (
      news.some((event) => event.event === "dealt") &&
      cards > 0 &&
      !still() &&
      document.visibilityState === "visible"
    )
      setOn(true);
  }, [news]);
  useEffect(() => {
    if (!on) return undefined;
    const end = () => setOn(false);
    const timer = setTimeout(end, paced(cards * CARD_MS + LAST_MS));
    const pressed = (/** @type {KeyboardEvent} */ event) => event.repeat || end();
    addEventListener("pointerdown", end, true);
    addEventListener("keydown", pressed, true);
    return () => {
      clearTimeout(timer);
      removeEventListener("pointerdown", end, true);
      removeEventListener("keydown", pressed, true);
    };
  }, [on]);
  return on;
}
