// @ts-check
/** @import { BaohuangView, DealState, Hint, Prompt, Refused, Send } from "paiju/page" */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/htm-preact.js";
import { underway } from "../table/acting.js";
import { usePrevious } from "../table/frame.js";
import { bag, clamp, list, parse, size } from "./cards.js";
import { alive, asksHand, completion, match, offer, plus } from "./select.js";

const CHECK_MS = 250;
/** @type {string[]} */
const NONE = [];

/**
 * The selected cards, and the play that they make or the reason that they make none; hints in turn; the cards
 * that are on their way to the table.
 * @param {DealState<BaohuangView>} state @param {Send} send @param {(action: string) => unknown} act
 */
export function useSelection(state, send, act) {
  const { prompt, checked, error, hint } = state;
  const hand = state.view.hand ?? NONE;
  const [picked, setPicked] = useState(/** @type {Map<string, number>} */ (new Map()));
  const [reason, setReason] = useState(
    /** @type {{prompt?: string, cards: string, error: Refused} | null} */ (null),
  );
  const selected = useMemo(() => clamp(picked, hand), [picked, hand.join()]);
  const from = useMemo(() => offer(prompt, hand), [prompt?.id, hand.join()]);
  const cards = list(selected).join(" ");
  const known = checked && checked.prompt === prompt?.id && checked.cards === cards ? checked.action : null;
  const action = useMemo(() => match(from, selected), [from, selected]) ?? known;
  const fill = useMemo(() => (action ? null : completion(from, selected)), [action, from, selected]);
  const plays = prompt !== null && (from.plays.length > 0 || prompt.actions.includes("pass"));
  const doubtful = plays && cards !== "" && !action && !fill;

  // Drop selected cards that were played, or belong to the previous deal.
  const before = usePrevious({ deal: state.view.deal, count: hand.length });
  useLayoutEffect(() => {
    if (before && (before.deal !== state.view.deal || before.count > hand.length)) setPicked(new Map());
  }, [state.view.deal, hand.length]);

  const pending = useRef("");
  useEffect(() => {
    if (!doubtful) return undefined;
    const timer = setTimeout(() => {
      pending.current = cards;
      send({ type: "ask", what: "check", prompt: prompt?.id, cards });
    }, CHECK_MS);
    return () => clearTimeout(timer);
  }, [doubtful, cards, prompt?.id]);
  useEffect(() => {
    if (error?.about === "ask" && pending.current)
      setReason({ prompt: prompt?.id, cards: pending.current, error });
  }, [error]);

  const tips = useTips(prompt, hint, send, (codes) => setPicked(bag(codes)));
  const play = () => {
    if (action) return Boolean(act(action));
    if (fill) setPicked(plus(selected, fill.missing));
    return Boolean(fill);
  };
  const going = underway(state);
  const sent = useMemo(
    () => bag(going.includes(" ") ? parse(going.slice(going.indexOf(" "))) : NONE),
    [going],
  );
  const offered = useMemo(() => (asksHand(from) || plays ? alive(from) : null), [from, plays]);
  return {
    from,
    selected,
    cards,
    count: size(selected),
    action,
    fill,
    play,
    sent,
    reason: prompt && reason?.prompt === prompt.id && reason.cards === cards ? reason.error : null,
    alive: offered,
    select: setPicked,
    clear: () => setPicked(new Map()),
    tips,
  };
}

/**
 * Suggestions one after the other, then none.
 * @param {Prompt | null} prompt
 * @param {Hint | null} hint
 * @param {Send} send
 * @param {(codes: string[]) => void} show
 */
function useTips(prompt, hint, send, show) {
  const [at, setAt] = useState(-1);
  const asked = useRef("");
  const tips = hint && prompt && hint.prompt === prompt.id ? hint.actions : null;
  const go = (/** @type {number} */ next) => {
    setAt(next);
    const action = next < 0 ? "" : (tips?.[next] ?? "");
    show(action.includes(" ") ? parse(action.slice(action.indexOf(" "))) : []);
  };
  useEffect(() => {
    setAt(-1);
    asked.current = "";
  }, [prompt?.id]);
  useEffect(() => {
    if (tips?.length && asked.current === prompt?.id && at < 0) go(0);
  }, [hint]);
  const next = () => {
    if (!prompt) return;
    if (tips?.length) go(at + 1 < tips.length ? at + 1 : -1);
    else {
      asked.current = prompt.id;
      send({ type: "ask", what: "hint", prompt: prompt.id });
    }
  };
  return { next, shown: tips && at >= 0 ? tips[at] : null, hint };
}
