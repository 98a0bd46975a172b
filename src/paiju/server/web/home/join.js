// @ts-check
/** @import { Refused } from "paiju/page" */
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { api } from "../net.js";
import { t } from "../texts.js";
import { go, useTitle } from "../ui/ui.js";
import { ErrorPage } from "./error.js";
import { loadMe } from "./me.js";

/**
 * The page of a table; the key opens its door where one is needed.
 * @param {{id: string, key?: string}} way
 */
export const tablePath = ({ id, key }) => `/table/${id}${key ? `#${key}` : ""}`;

/**
 * Asks the server once for the way to a table, then goes there; without one what was learned has come.
 * @param {{path: string, body: Record<string, string>}} props
 */
function Entry({ path, body }) {
  const [error, setError] = useState(/** @type {Refused | null} */ (null));
  useTitle(t("web.join.title"));
  const enter = () => {
    setError(null);
    api("POST", path, body).then(arrive, setError);
  };
  useEffect(enter, []);
  if (error) return html`<${ErrorPage} error=${error} onRetry=${enter} />`;
  return html`<main class="page" aria-busy="true"><h1 tabindex="-1">${t("web.join.title")}</h1>
    <div class="ghost ghost-card"></div></main>`;
}

/** @param {{id: string | null, key?: string}} way */
function arrive({ id, key }) {
  if (id) go(tablePath({ id, key }), { replace: true });
  else loadMe().finally(() => go("/learn", { replace: true }));
}

/** `/join/KEY`: into the room of an invitation. @param {{id: string}} props */
export const Join = ({ id }) => html`<${Entry} path="/api/join" body=${{ key: id }} />`;

/** `/move/CODE`: takes one's seat over from another device. @param {{id: string}} props */
export const Move = ({ id }) => html`<${Entry} path="/api/move" body=${{ code: id }} />`;
