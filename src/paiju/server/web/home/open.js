// @ts-check
/** @import { Refused } from "paiju/page" */
/** @import { Rules } from "../prefs.js" */
/** Making a table, with the rules that were played last on this device where nothing else is wanted. */
import { useState } from "../vendor/htm-preact.js";
import { api } from "../net.js";
import { prefs } from "../prefs.js";
import { sayError } from "../texts.js";
import { go, toast } from "../ui/ui.js";

/** Fetches what a table needs, so that the first card comes at once. @param {string} game */
export const prepare = (game) =>
  import("../room/page.js").then(
    (module) => module.preload(game),
    () => {},
  );

/**
 * What opens a table of a game, and which of the two ways is on its way.
 * @param {string} game
 * @param {Rules} [rules]  without them the server's own are played
 */
export function useOpening(game, rules) {
  const [busy, setBusy] = useState("");
  const ask = (/** @type {boolean} */ quick, /** @type {Rules | undefined} */ wanted) =>
    api("POST", "/api/tables", {
      game,
      quick,
      ...wanted,
      ...(quick && { settings: { tempo: prefs().speed } }),
    });
  const open = async (/** @type {boolean} */ quick) => {
    if (busy) return;
    if (quick) prepare(game);
    setBusy(quick ? "play" : "room");
    try {
      // Rules that are stored here may be older than the server's.
      const { id } = await ask(quick, rules).catch((error) => {
        if (rules && /^option\./.test(error.code)) return ask(quick, undefined);
        throw error;
      });
      go(`/table/${id}`, { state: { quick } });
    } catch (error) {
      toast(sayError(/** @type {Refused} */ (error)), "danger");
      setBusy("");
    }
  };
  return { busy, open };
}
