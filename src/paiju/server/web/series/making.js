// @ts-check
/** @import { Refused } from "paiju/page" */
/** Making a series for anyone who gets its link. */
import { useState } from "../vendor/htm-preact.js";
import { api } from "../net.js";
import { sayError } from "../texts.js";
import { go, toast } from "../ui/ui.js";

/** What makes a series and goes to it, and whether it is on its way. */
export function useMaking() {
  const [busy, setBusy] = useState(false);
  /**
   * @param {Record<string, unknown>} wanted
   * @param {Record<string, unknown>} [plain] where options are refused
   */
  const make = async (wanted, plain) => {
    if (busy) return;
    setBusy(true);
    try {
      const { id } = await api("POST", "/api/series", wanted).catch((error) => {
        if (plain && /^option\./.test(error.code)) return api("POST", "/api/series", plain);
        throw error;
      });
      go(`/series/${encodeURIComponent(id)}`);
    } catch (error) {
      toast(sayError(/** @type {Refused} */ (error)), "danger");
    }
    setBusy(false);
  };
  return { busy, make };
}
