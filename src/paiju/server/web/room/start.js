// @ts-check
/** @import { Chair, Room, Send } from "paiju/page" */
import { html } from "../vendor/htm-preact.js";
import { t } from "../texts.js";
import { useSending } from "../sending.js";
import { Button } from "../ui/ui.js";

/** Why the match cannot begin yet, in words; null when it can. @param {Room} room */
function missing(room) {
  const empty = room.seats.filter((/** @type {Chair} */ chair) => chair.kind === "empty").length;
  if (empty > 0) return t("web.room.missing", { count: empty });
  const waiting = room.seats.find(
    (/** @type {Chair} */ chair) => chair.kind === "human" && !chair.ready && chair.seat !== room.host,
  );
  return waiting ? t("web.room.waitfor", { name: waiting.name }) : null;
}

/**
 * Ready and start, always in reach of the thumb.
 * @param {{room: Room, send: Send}} props
 */
export function StartBar({ room, send }) {
  const { you } = room;
  const reason = missing(room);
  const sending = useSending();
  const ready = you.seat !== null && room.seats[you.seat]?.ready;
  const begin = () => {
    if (!reason) send({ type: "host", what: "start" });
  };
  return html`<footer class="start-bar">
    ${
      room.settings.rated &&
      room.state === "waiting" &&
      html`<p class="muted" data-testid="rated-note">${t("web.room.rated")}</p>`
    }
    ${room.state === "starting" && html`<p role="status">${t("web.room.starting")}</p>`}
    ${
      you.seat === null &&
      room.state === "waiting" &&
      html`<p class="muted" role="status">
    ${t("web.room.sitdown")}</p>`
    }
    ${
      you.seat !== null &&
      html`<${Button} kind=${ready || you.host ? "plain" : "main"} icon=${ready ? "check" : undefined}
          aria-pressed=${ready}
      busy=${sending({ type: "ready" })} data-testid="ready"
      onClick=${() => send({ type: "ready", on: !ready })}>
        ${t(ready ? "web.room.ready" : "web.room.getready")}<//>`
    }
    ${
      you.host &&
      html`<${Button} kind=${reason ? "plain" : "main"} aria-disabled=${reason ? "true" : null}
          busy=${sending({ what: "start" })} data-testid="start" onClick=${begin}>
      ${reason ?? t("web.room.start")}
    <//>`
    }
  </footer>`;
}
