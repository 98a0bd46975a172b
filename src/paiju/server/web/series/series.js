// @ts-check
/** @import { Refused } from "paiju/page" */
/** The data of series from the server, and starting one of their deals. */
import { useCallback, useEffect, useState } from "../vendor/htm-preact.js";
import { prepare } from "../home/open.js";
import { api } from "../net.js";
import { prefs } from "../prefs.js";
import { lang, sayError } from "../texts.js";
import { go, toast } from "../ui/ui.js";

/**
 * @typedef {{state: "open" | "playing" | "done" | "left", table?: string, points?: number, record?: string,
 *   seat?: number}} Own
 * @typedef {{points: number, over: number, seat: number, loss: number | null, before: boolean}} Cell
 * @typedef {{name: string | null, you: boolean, played: number, points: number, over: number,
 *   loss: number | null, place: number, cells: (Cell | null)[]}} Row
 * @typedef {{deal: number, played: number, left: number, averages: Record<string, number>}} Deal
 * @typedef {{deals: Deal[], rows: Row[], players: number}} SheetOf
 * @typedef {{players: string[], here: boolean, host: boolean, rounds: number,
 *   tables: (string | null)[][][] | null}} Evening
 * @typedef {{id: string, game: string, day: string | null, preset: string, seat: number, ends_ms: number,
 *   closed: boolean, named: boolean, club: string | null, own: Own[], evening: Evening | null,
 *   sheet: SheetOf}} Series
 * @typedef {{day: string, commitment: string, since: number, seed: string | null}} Day
 * @typedef {{day: string, ends_ms: number, grace_ms: number, games: Series[], days: Day[],
 *   streak: number}} Daily
 */

/**
 * The data at an address, fetched again when the page becomes visible; null until it arrives.
 * @template T
 * @param {string} path
 */
export function useFetched(path) {
  const [sent, setSent] = useState(/** @type {T | null} */ (null));
  const [error, setError] = useState(/** @type {Refused | null} */ (null));
  const again = useCallback(
    () =>
      api("GET", path).then(
        (answer) => {
          setSent(answer);
          setError(null);
        },
        (/** @type {Refused} */ refused) => setError(refused),
      ),
    [path],
  );
  useEffect(() => {
    const look = () => void (document.hidden || again());
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [again]);
  return { sent, error, again };
}

/** Begins a deal, or goes back to it. @param {Series} series @param {boolean} named */
export function usePlaying({ id, game }, named) {
  const [busy, setBusy] = useState(false);
  const play = async (/** @type {number} */ deal) => {
    if (busy) return;
    setBusy(true);
    prepare(game);
    try {
      const wanted = { deal, named, tempo: prefs().speed };
      const table = await api("POST", `/api/series/${encodeURIComponent(id)}/play`, wanted);
      go(`/table/${table.id}`, { state: { quick: true } });
    } catch (error) {
      toast(sayError(/** @type {Refused} */ (error)), "danger");
      setBusy(false);
    }
  };
  return { busy, play };
}

/** A day as the language writes it; days are those of UTC. @param {string} day */
export function dayName(day) {
  const persian = lang() === "fa";
  const form = new Intl.DateTimeFormat(persian ? "fa-IR" : lang(), { dateStyle: "full", timeZone: "UTC" });
  const at = new Date(`${day}T00:00:00Z`);
  if (!persian) return form.format(at);
  // Browsers put the year first, as nobody writes it.
  const parts = new Map(form.formatToParts(at).map(({ type, value }) => [type, value]));
  const order = /** @type {const} */ (["weekday", "day", "month", "year"]);
  return order.map((part) => parts.get(part)).join(" ");
}
