// @ts-check
/** @import { Refused, RoomState } from "paiju/page" */
/** Answering a question: what is on its way, what keeps one from answering, and what came back. */
import { t } from "../texts.js";
import { usePrevious } from "./frame.js";
import { useEffect, useRef, useState } from "../vendor/htm-preact.js";

const BACK_MS = 8000;

/** The answer that is on its way, "" for none. @param {RoomState} state @returns {string} */
export const underway = ({ pending }) =>
  pending.find(({ message }) => message.type === "act")?.message.action ?? "";

/**
 * The reason that nobody here can answer now; "" for nothing.
 * @param {RoomState} state
 * @returns {"" | "sent" | "offline" | "paused"}
 */
export function barred(state) {
  if (underway(state)) return "sent";
  if (state.conn !== "on") return "offline";
  return state.room.paused ? "paused" : "";
}

/** How long the pause lasts at most. @param {import("paiju/page").Room} room */
export const pausedText = (room) =>
  t("web.table.paused.line", { minutes: Math.max(1, Math.ceil((room.pause_ms ?? 0) / 60000)) });

/** What bars an answer, in few words; "" where nothing does. @param {RoomState} state */
export const whyBarred = (state) => (barred(state) ? t(`web.table.barred.${barred(state)}`) : "");

/**
 * Tells of a value that comes while the component is there; what was there before is no news.
 * @template T
 * @param {T} value
 * @param {(value: NonNullable<T>) => void} tell
 */
export function useArrival(value, tell) {
  const before = useRef(value);
  useEffect(() => {
    if (value && value !== before.current) tell(value);
  }, [value]);
}

/**
 * An answer that came back, while that is news: until the next one is given, the table stops or goes on, or
 * some seconds have passed.
 * @param {RoomState} state
 */
export function useRefused({ error, room }) {
  const [refused, setRefused] = useState(/** @type {Refused | null} */ (null));
  const last = useRef(/** @type {Refused | null} */ (null));
  // a selection that may not be played is no answer
  if (!error || error.about === "act") last.current = error ?? null;
  useEffect(() => {
    setRefused(last.current);
    const timer = setTimeout(() => setRefused(null), BACK_MS);
    return () => clearTimeout(timer);
  }, [last.current]);
  const paused = usePrevious(room.paused);
  useEffect(() => void (paused !== undefined && paused !== room.paused && setRefused(null)), [room.paused]);
  return refused;
}

/**
 * Says that an answer came too late, if that is what is wrong with it; null otherwise.
 * @param {Refused} error
 * @param {(action: string) => string} words
 */
export const sayLate = (error, words) =>
  error.code === "prompt.stale" && error.sent
    ? t("web.table.late", { what: words(error.sent.action ?? "") })
    : null;
