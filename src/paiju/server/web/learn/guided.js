// @ts-check
/** @import { AskedPrompt, Message, Prompt, Refused, Send } from "paiju/page" */
/** A guided deal as it goes on: the server has the rules, the other players and the guide's words. */
import { api } from "../net.js";
import { paced } from "../motion.js";
import { useEffect, useRef, useState } from "../vendor/htm-preact.js";

/** @typedef {import("../replay/steps.js").Step} Step */
/** The things pointed at, and the text that says why. @typedef {{name: string, spot: string}} Say */
/**
 * A suggestion: `at` and `name` of the step on the line, null beside it.
 * @typedef {{at: number | null, of: number, name: string | null, action: string,
 *   reasons: {key: string, seat?: number}[]}} Tip
 */
/**
 * @typedef {{seat: number, seats: number, before: Say[], steps: Step[], prompt: AskedPrompt | null,
 *   tip: Tip | null, left: Tip | null}} Told
 */
/**
 * `from` is the step that the last answer led to.
 * @typedef {{reply: Told, steps: Step[], answers: string[], from: number}} Deal
 */

const STEP_MS = 1000;
const PASS_MS = 420;

/** How long a step stays before the next one comes. @param {Step} next */
const pause = (next) => 200 + paced(next.action === "pass" ? PASS_MS : STEP_MS);

/** @param {string} game */
export function useGuided(game) {
  const [deal, setDeal] = useState(/** @type {Deal | null} */ (null));
  const [reached, setAt] = useState(0);
  const [said, setSaid] = useState(0); // of what is said before the deal begins
  const [decided, setDecided] = useState(-1); // the answer beside the line that stands
  const [sent, setSent] = useState(/** @type {Message | null} */ (null));
  const [error, setError] = useState(/** @type {Refused | null} */ (null));
  const asked = useRef(0);
  const ask = (/** @type {string[]} */ answers, /** @type {Step[]} */ known, /** @type {boolean} */ jump) => {
    const mine = ++asked.current;
    api("POST", `/api/lessons/${encodeURIComponent(game)}/deal`, { answers, known: known.length }).then(
      (/** @type {Told} */ reply) => {
        if (mine !== asked.current) return;
        const steps = [...known, ...reply.steps];
        setDeal({ reply, steps, answers, from: known.length });
        setAt(jump ? steps.length - 1 : Math.max(0, known.length - 1));
        setSent(null);
        setError(null);
      },
      (refused) => {
        if (mine !== asked.current) return;
        setSent(null);
        setError(refused);
      },
    );
  };
  const begin = () => {
    setSaid(0);
    setDecided(-1);
    ask([], [], false);
  };
  useEffect(begin, [game]);
  const last = (deal?.steps.length ?? 1) - 1;
  const at = Math.min(reached, last); // a timer may still fire after the steps it counted were taken back
  const intro = deal?.reply.before[said] ?? null;
  const left = deal?.reply.left && decided < deal.answers.length ? deal.reply.left : null;
  const limit = intro ? 0 : left ? (deal?.from ?? 0) : last;
  useEffect(() => {
    if (!deal || at >= limit) return undefined;
    const timer = setTimeout(() => setAt(at + 1), pause(deal.steps[at + 1]));
    return () => clearTimeout(timer);
  }, [deal, at, limit]);
  const ready = deal !== null && !intro && !left && at === last;
  /** @type {Prompt | null} */
  const prompt =
    ready && deal.reply.prompt
      ? { ...deal.reply.prompt, id: `first-${deal.answers.length}`, deadline: null, total_ms: 0 }
      : null;
  /** @type {Send} */
  const send = (message) => {
    if (!deal || !prompt || sent || message.type !== "act") return false;
    setSent(message);
    setError(null);
    ask([...deal.answers, message.action ?? ""], deal.steps, false);
    return true;
  };
  return {
    deal,
    at,
    intro,
    left,
    prompt,
    sent,
    error,
    over: ready && !deal.reply.prompt,
    send,
    next: () => setSaid(said + 1),
    takeBack: () => deal && ask(deal.answers.slice(0, -1), [], true),
    goOn: () => deal && setDecided(deal.answers.length),
    again: begin,
  };
}
