// @ts-check
/** @import { Refused } from "paiju/page" */
/** Those of a match once more: a new room whose link leads each of them to their chair. */
import { api } from "../net.js";
import { sayError } from "../texts.js";
import { go, toast } from "../ui/ui.js";

/** @param {string} record */
export const reunite = (record) =>
  api("POST", `/api/records/${encodeURIComponent(record)}/again`, {}).then(
    ({ id }) => go(`/table/${id}`),
    (/** @type {Refused} */ refused) => toast(sayError(refused), "danger"),
  );
