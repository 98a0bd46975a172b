// @ts-check
/** @import { Prompt } from "paiju/page" */
/**
 * Choosing among several ways to eat: the first tap shows what a way makes, the second one, or the main
 * button, does it.
 */
import { useEffect, useState } from "../vendor/htm-preact.js";
import { eatings, inSteps, isSingle, picks } from "./claims.js";

/**
 * @typedef {object} Eating
 * @property {import("./claims.js").Way[]} ways  all that are offered
 * @property {boolean} several  whether they are chosen in the panel
 * @property {boolean} open  whether the panel is
 * @property {string | null} first  the set chosen first, where ways are chosen in two steps
 * @property {string | null} chosen  the way that is shown, an action
 * @property {string[]} used  the cards of the own hand that it would lay
 * @property {(action: string) => void} choose
 * @property {(set: string | null) => void} onFirst
 * @property {() => void} toggle
 * @property {() => void} close
 * @property {(n: number) => boolean} digit chooses the nth of what the panel shows; false where none is shown
 */

const CLOSED = {
  open: false,
  first: /** @type {string | null} */ (null),
  chosen: /** @type {string | null} */ (null),
};
const OPEN = { ...CLOSED, open: true };

/**
 * The panel as it opens; a way that is the only one is shown at once.
 * @param {import("./claims.js").Way[]} ways
 */
const opened = (ways) => ({ ...OPEN, chosen: ways.length === 1 ? ways[0].action : null });

/**
 * What a way takes from the hand: its cards without the open one.
 * @param {import("./claims.js").Way | undefined} way
 * @param {string | null} card
 */
function usedBy(way, card) {
  const cards = way?.sets.flat() ?? [];
  const at = cards.indexOf(card ?? "");
  return cards.filter((_, i) => i !== at);
}

/**
 * `wide`: there is room for all ways beside each other, and no panel; `hinted` is an action that a hint
 * shows.
 * @param {{prompt: Prompt | null, card: string | null, wide: (ways: import("./claims.js").Way[]) => boolean,
 *   hinted: string | null, act: (action: string) => void}} at
 * @returns {Eating}
 */
export function useEating({ prompt, card, wide, hinted, act }) {
  const ways = eatings(prompt?.actions ?? []);
  const several = ways.length > 0 && !isSingle(ways) && !wide(ways);
  const [panel, setPanel] = useState(CLOSED);
  useEffect(() => setPanel(several ? opened(ways) : CLOSED), [prompt?.id, several]);
  useEffect(() => {
    if (several && hinted?.startsWith("eat "))
      setPanel({ open: true, first: inSteps(ways) ? hinted.split(" ")[1] : null, chosen: hinted });
  }, [hinted]);
  const choose = (/** @type {string} */ action) =>
    panel.chosen === action || !several ? act(action) : setPanel({ ...panel, chosen: action });
  const onFirst = (/** @type {string | null} */ first) => setPanel({ ...OPEN, first });
  const toggle = () =>
    isSingle(ways)
      ? act(ways[0].action)
      : ways.length && setPanel(panel.open && several ? CLOSED : opened(ways));
  const digit = (/** @type {number} */ n) => {
    if (!panel.open) return false;
    const now = picks(ways, panel.first);
    if (now.sets[n - 1]) onFirst(now.sets[n - 1]);
    else if (now.ways[n - 1]) choose(now.ways[n - 1].action);
    return true;
  };
  const used = usedBy(
    ways.find(({ action }) => action === panel.chosen),
    card,
  );
  return { ways, several, ...panel, used, choose, onFirst, toggle, close: () => setPanel(CLOSED), digit };
}
