// @ts-check
/** @import { Refused } from "paiju/page" */
/** A review as the server finds it, piece by piece; it ends there when nobody looks any more. */
import { api } from "../net.js";
import { useEffect, useState } from "../vendor/htm-preact.js";

const AGAIN_MS = 4000;
/** Troubles that pass by themselves. */
const PASSING = new Set(["net.offline", "rate.limited", "review.busy", "server.restart", "store.lost"]);

/** @typedef {{key: string, facts: Record<string, import("paiju/page").Fact>}} Reason */
/**
 * `index` counts actions from 0; `loss` and `se` are points, `taken_for_guard` what the people made of the
 * seat before and after.
 * @typedef {{index: number, seat: number, phase: string, played: string, best: string,
 *   loss: number, se: number, verdict: "good" | "inaccuracy" | "mistake" | "blunder" | "untold",
 *   behind: number, expected: number | null, why: Reason[], why_best: Reason[],
 *   taken_for_guard?: [number, number], waited_for_by?: number[], stood?: boolean}} Decision
 *   an action marked `stood` was no decision of the seat's person
 */
/** @typedef {{cards: number, own: number, others: number, chance: number}} Parts */
/** @typedef {{result: number, void: boolean, parts: Parts, curve: number[], table: Told}} Whole */
/**
 * A game's additions to a deal, with open cards.
 * @typedef {{guards?: number[], emperor?: number, beliefs?: {at: number, chances: number[][]}[],
 *   waiting?: {at: number, waits: string[][]}[]}} Told
 */
/**
 * @typedef {{state: string, done: number, of: number, decisions: Decision[], deal: Whole | null,
 *   stood?: number[]}} News
 */

/** @type {News} */
const NOTHING = { state: "waiting", done: 0, of: 0, decisions: [], deal: null };

/** This page among those of the guest: one that closes ends nothing that another looks at. */
const PAGE = crypto.getRandomValues(new Uint32Array(2)).join("-");

/** Finished reviews of this page, by address. @type {Map<string, News>} */
const found = new Map();

/**
 * The review of a deal as a seat played it, as far as it has come, and what stands against it.
 * @param {string} id the record
 * @param {number} deal from 1
 * @param {number} seat
 * @returns {News & {error: Refused | null, retry: () => void}}
 */
export function useReview(id, deal, seat) {
  const path = `/api/records/${encodeURIComponent(id)}/review`;
  const asked = `${path}?deal=${deal}&seat=${seat}`;
  const [now, setNow] = useState({ of: asked, news: found.get(asked) ?? NOTHING });
  const [error, setError] = useState(/** @type {Refused | null} */ (null));
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let current = true;
    let again = 0;
    let news = found.get(asked) ?? NOTHING;
    setNow({ of: asked, news });
    setError(null);
    const hear = (/** @type {News} */ next) => {
      if (!current) return;
      const others = new Set(next.stood);
      const own = next.decisions.map((one) => ({ ...one, stood: others.has(one.index) }));
      news = { ...next, decisions: [...news.decisions, ...own] };
      if (news.deal) found.set(asked, news);
      setNow({ of: asked, news });
      setError(null);
      if (!news.deal) ask();
    };
    const ask = () =>
      void api("GET", `${asked}&done=${news.done}&page=${PAGE}`).then(hear, (refused) => {
        if (!current) return;
        setError(refused);
        if (PASSING.has(refused.code)) again = window.setTimeout(ask, AGAIN_MS);
      });
    const leave = () => {
      if (!news.deal) fetch(`${path}?page=${PAGE}`, { method: "DELETE", keepalive: true }).catch(() => {});
    };
    if (!news.deal) ask();
    addEventListener("pagehide", leave);
    return () => {
      current = false;
      clearTimeout(again);
      removeEventListener("pagehide", leave);
      leave();
    };
  }, [asked, tries]);
  return { ...(now.of === asked ? now.news : NOTHING), error, retry: () => setTries(tries + 1) };
}

/** Whether a decision is called bad and was the person's own. @param {Decision} one */
export const flagged = ({ verdict, stood = false }) =>
  !stood && (verdict === "inaccuracy" || verdict === "mistake" || verdict === "blunder");
