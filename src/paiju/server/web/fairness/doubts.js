// @ts-check
/** @import { Room } from "paiju/page" */
/** What does not fit of the shuffles, said as loudly as it deserves. */
import { nameOf } from "../table/pod.js";
import { t } from "../texts.js";
import { Button, Icon } from "../ui/ui.js";
import { html, useState } from "../vendor/htm-preact.js";

/** Doubts that may have an innocent reason, such as a bad connection. */
const MILD = new Set(["left_out", "unheard", "refused"]);

/** @param {{doubt: import("./following.js").Doubt, room: Room}} props */
export const Doubt = ({
  doubt: { key, deal, seats = [] },
  room,
}) => html`<li class="doubt" data-testid="doubt" data-key=${key} data-mild=${String(MILD.has(key))}>
  <${Icon} name="warning" /> <span>
  ${t(`web.doubt.${key}`, { deal, names: seats.map((seat) => nameOf(room, seat)) })}</span></li>`;

/**
 * The band across the table; it stays until it is closed, and comes back with the next doubt.
 * @param {{doubts: import("./following.js").Doubt[], room: Room, onDetails: () => void}} props
 */
export function DoubtBand({ doubts, room, onDetails }) {
  const [closed, setClosed] = useState(/** @type {import("./following.js").Doubt[] | null} */ (null));
  if (doubts === closed) return null;
  const [last] = doubts.slice(-1);
  return html`<div class="doubt-band" role=${MILD.has(last.key) ? "status" : "alert"} data-testid="doubts"
      data-mild=${String(doubts.every(({ key }) => MILD.has(key)))}>
    <ul><${Doubt} doubt=${last} room=${room} /></ul>
    <span class="doubt-ways"><${Button} onClick=${onDetails}>${t("web.doubt.details")}<//>
      <${Button} kind="quiet" icon="close" aria-label=${t("web.close")} onClick=${() => setClosed(doubts)} />
      </span>
  </div>`;
}
