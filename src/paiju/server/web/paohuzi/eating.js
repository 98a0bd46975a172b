// @ts-check
/** @import { Prompt } from "paiju/page" */
/**
 * Choosing among several ways to eat: the first tap shows what a way takes from the hand, the second one does
 * it.
 */
import { useEffect, useState } from "../vendor/htm-preact.js";
import { eatings, inSteps, picks } from "./claims.js";

/**
 * @typedef {object} Eating
 * @property {import("./claims.js").Way[]} ways  all that are offered
 * @property {boolean} once  whether one tap does a way
 * @property {string | null} first  the set chosen first, where ways are chosen in two steps
 * @property {string | null} chosen  the way that is shown, an action
 * @property {string[]} used  the cards of the own hand that it would lay
 * @property {(action: string) => void} choose
 * @property {(set: string | null) => void} onFirst
 * @property {() => void} next  shows the next way, or does the only one
 * @property {() => void} clear
 * @property {(n: number) => boolean} digit chooses the nth of what can be picked; false where nothing can
 */

/** @typedef {{first: string | null, chosen: string | null}} Picked */

/** @type {Picked} */
const NOTHING = { first: null, chosen: null };

/**
 * The hand cards of a way to eat: its cards without the open one.
 * @param {import("./claims.js").Way | undefined} way
 * @param {string | null} card
 */
function usedBy(way, card) {
  const cards = way?.sets.flat() ?? [];
  const at = cards.indexOf(card ?? "");
  return cards.filter((_, i) => i !== at);
}

/**
 * `once`: one tap is enough, where nobody misses a button; `hinted` is an action that a hint shows.
 * @param {{prompt: Prompt | null, card: string | null, once: boolean, hinted: string | null,
 *   act: (action: string) => void}} at
 * @returns {Eating}
 */
export function useEating({ prompt, card, once, hinted, act }) {
  const ways = eatings(prompt?.actions ?? []);
  const only = ways.length === 1 ? ways[0].action : null;
  const [picked, setPicked] = useState(NOTHING);
  const { first, chosen } = picked;
  useEffect(() => setPicked({ first: null, chosen: only }), [prompt?.id, only]);
  useEffect(() => {
    if (hinted?.startsWith("eat "))
      setPicked({ first: inSteps(ways) ? hinted.split(" ")[1] : null, chosen: hinted });
  }, [hinted]);
  const now = picks(ways, first);
  const choose = (/** @type {string} */ action) =>
    chosen === action || once ? act(action) : setPicked({ first, chosen: action });
  const onFirst = (/** @type {string | null} */ set) => setPicked({ first: set, chosen: null });
  const next = () => {
    if (only) return act(only);
    if (now.sets.length) return onFirst(now.sets[0]);
    const at = now.ways.findIndex(({ action }) => action === chosen);
    setPicked({ first, chosen: now.ways[(at + 1) % now.ways.length].action });
  };
  const digit = (/** @type {number} */ n) => {
    if (now.sets[n - 1]) onFirst(now.sets[n - 1]);
    else if (now.ways[n - 1]) choose(now.ways[n - 1].action);
    return ways.length > 0;
  };
  const used = usedBy(
    ways.find(({ action }) => action === chosen),
    card,
  );
  return { ways, once, first, chosen, used, choose, onFirst, next, digit, clear: () => setPicked(NOTHING) };
}
