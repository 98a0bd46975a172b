// @ts-check
/** @import { Refused, Room, Typed } from "paiju/page" */
/** A seat for a program: its name, and the token that opens the seat, which is sent once. */
import { html, useState } from "../vendor/htm-preact.js";
import { useMe } from "../home/me.js";
import { api } from "../net.js";
import { sayError, t } from "../texts.js";
import { Button, Field, Sheet } from "../ui/ui.js";
import { LinkField } from "../ui/linkfield.js";

const HOUR_MS = 3_600_000;

/** @typedef {{token: string, expires_ms: number}} Token */

/** @param {{seat: number, room: Room, onClose: () => void}} props */
export function ProgramSheet({ seat, room, onClose }) {
  const limits = useMe().limits;
  const [name, setName] = useState(room.seats[seat]?.name || t("web.program.name.first"));
  const [token, setToken] = useState(/** @type {Token | null} */ (null));
  const [trouble, setTrouble] = useState(/** @type {Refused | null} */ (null));
  const [busy, setBusy] = useState(false);
  const take = (/** @type {Event} */ event) => {
    event.preventDefault();
    setBusy(true);
    setTrouble(null);
    api("POST", `/api/tables/${encodeURIComponent(room.id)}/programs`, { seat, name })
      .then(setToken, setTrouble)
      .finally(() => setBusy(false));
  };
  return html`<${Sheet} title=${t("web.program.title", { seat: seat + 1 })} onClose=${onClose}
      testid="program-sheet">
    ${
      token
        ? html`<${Told} room=${room} token=${token} />`
        : html`<form class="stack" onSubmit=${take}>
            <p>${t("web.program.what")}</p>
            <${Field} label=${t("web.program.name")} value=${name} maxlength=${limits.name} required
              error=${trouble && sayError(trouble)} data-testid="program-name"
              onInput=${(/** @type {Typed} */ event) => setName(event.target.value)} />
            <${Button} kind="main" icon="lock" type="submit" busy=${busy} data-testid="program-take">
              ${t("web.program.take")}<//>
          </form>`
    }
    <p><a href="/programs" target="_blank" rel="noopener">${t("web.program.more")}</a></p>
  <//>`;
}

/** The token and what to type, while the sheet is open. @param {{room: Room, token: Token}} props */
function Told({ room, token }) {
  const address = new URL(`/table/${room.id}`, useMe().base || location.href).href;
  return html`<div class="stack">
    <p role="status">${t("web.program.once", { hours: Math.round(token.expires_ms / HOUR_MS) })}</p>
    <${LinkField} link=${token.token} label=${t("web.program.token")} testid="program-token" />
    <p>${t("web.program.command")}</p>
    <${LinkField} link=${`paiju bot normal --connect ${address}`} label=${t("web.program.command")}
      testid="program-command" />
    <p class="hint">${t("web.program.careful")}</p>
  </div>`;
}
