// @ts-check
/** @import { Room } from "paiju/page" */
import { html, useState } from "../vendor/htm-preact.js";
import { t } from "../texts.js";
import { Button } from "../ui/ui.js";
import { Code, Invitation, ShareButton, useLink } from "./invite.js";
import { LinkField } from "../ui/linkfield.js";

/**
 * The head of a room: its code, and how to ask others in.
 * @param {{id: string, room: Room, onBack: () => void, onSettings: () => void}} props
 */
export function RoomHead({ id, room, onBack, onSettings }) {
  const [picture, setPicture] = useState(false);
  const link = useLink(room);
  return html`<header class="room-head">
    <${Button} kind="quiet" icon="back" aria-label=${t("web.home")} onClick=${onBack} />
    <h1 tabindex="-1">${t(`web.game.${room.game}`)}</h1>
    <${Button} kind="quiet" icon="settings" aria-label=${t("web.settings")} onClick=${onSettings} />
  </header>
  ${
    room.link &&
    html`<section class="card invite" aria-label=${t("web.room.invite")}>
    ${
      room.code &&
      html`<p class="room-code"><span class="muted">${t("web.room.code")}
    </span> <${Code} code=${room.code} class="code" data-testid="room-code" /></p>`
    }
    <div class="row">
      <${Button} icon="qr" aria-label=${t("web.room.qr")} onClick=${() => setPicture(true)} />
      <${ShareButton} room=${room} link=${link} />
    </div>
    <${LinkField} link=${link} />
    ${picture && html`<${Invitation} id=${id} room=${room} onClose=${() => setPicture(false)} />`}
  </section>`
  }`;
}
