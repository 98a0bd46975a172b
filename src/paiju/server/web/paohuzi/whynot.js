// @ts-check
/** @import { DealState, PaohuziView, Send } from "paiju/page" */
/** Why a claim is not possible: the server says so, when a key or the open card itself asks. */
import { useArrival } from "../table/acting.js";
import { sayError } from "../texts.js";
import { useRef } from "../vendor/htm-preact.js";

const CLAIMS = ["hu", "pong", "eat"];

/**
 * `ask` asks about one claim, `next` about those that are not offered, one after the other; `tell` hears the
 * reason.
 * @param {DealState<PaohuziView>} state @param {Send} send @param {boolean} plays
 * @param {(reason: string) => void} tell
 */
export function useWhyNot({ view, prompt, error, conn }, send, plays, tell) {
  const next = useRef(0);
  useArrival(error, (came) => came.about === "ask" && came.facts?.action && tell(sayError(came)));
  const ask = (/** @type {string} */ action) => {
    if (plays && view.window && conn === "on")
      send({ type: "ask", what: "check", prompt: prompt?.id ?? "", action });
  };
  const offered = new Set((prompt?.actions ?? []).map((action) => action.split(" ")[0]));
  const missing = CLAIMS.filter((claim) => !offered.has(claim));
  return { ask, next: () => missing.length > 0 && ask(missing[next.current++ % missing.length]) };
}
