// @ts-check
import { html, useRef, useState } from "../vendor/htm-preact.js";
import { useMe } from "../home/me.js";
import { t } from "../texts.js";
import { Button, Sheet, toast } from "../ui/ui.js";

/**
 * The head of a room: its code, and how to ask others in.
 * @param {{id: string, room: any, onBack: () => void, onSettings: () => void}} props
 */
export function RoomHead({ id, room, onBack, onSettings }) {
  const [picture, setPicture] = useState(false);
  const link = new URL(room.link ?? "", useMe().base || location.href).href;
  const name = t(`web.game.${room.game}`);
  const share = () => navigator.share({ title: name, url: link }).catch(() => {});
  return html`<header class="room-head">
    <${Button} kind="quiet" icon="back" aria-label=${t("web.home")} onClick=${onBack} />
    <h1 tabindex="-1">${name}</h1>
    <${Button} kind="quiet" icon="settings" aria-label=${t("web.settings")} onClick=${onSettings} />
  </header>
  ${room.link && html`<section class="card invite" aria-label=${t("web.room.invite")}>
    ${room.code && html`<p class="room-code"><span class="muted">${t("web.room.code")}</span> <${Code} code=${room.code} /></p>`}
    <div class="row">
      <${Button} icon="qr" aria-label=${t("web.room.qr")} onClick=${() => setPicture(true)} />
      ${"share" in navigator && html`<${Button} icon="share" aria-label=${t("web.share")} onClick=${share} />`}
    </div>
    <${LinkField} link=${link} />
    ${picture && html`<${Invitation} id=${id} room=${room} onClose=${() => setPicture(false)} />`}
  </section>`}`;
}

/** Six digits as people read them out: three and three. @param {{code: string}} props */
const Code = ({ code }) => html`<strong class="code digits" dir="ltr" data-testid="room-code"><span>${code.slice(0, 3)}</span><span>${code.slice(3)}</span></strong>`;

/** The code and the QR picture, large enough to be held up. @param {{id: string, room: any, onClose: () => void}} props */
function Invitation({ id, room, onClose }) {
  const source = `/api/tables/${encodeURIComponent(id)}/qr.svg`;
  return html`<${Sheet} title=${t("web.room.invite")} onClose=${onClose} testid="invitation">
    <div class="invitation">
      ${room.code && html`<p class="big-code digits" dir="ltr">${room.code.slice(0, 3)} ${room.code.slice(3)}</p>`}
      <img class="qr" src=${source} width="240" height="240" alt=${t("web.room.qr")} />
      <p class="hint">${t(room.code ? "web.room.invite.help" : "web.room.invite.link")}</p>
    </div>
  <//>`;
}

/** A link to copy; where the browser does not copy, it is selected for the hand. @param {{link: string}} props */
export function LinkField({ link }) {
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const copy = async () => {
    field.current?.select();
    const done = await (navigator.clipboard?.writeText(link).then(() => true, () => false) ?? old());
    toast(t(done ? "web.copied" : "web.copy.self"));
  };
  return html`<div class="link-field">
    <input ref=${field} readonly dir="ltr" value=${link} aria-label=${t("web.room.link")} data-testid="room-link"
      onFocus=${() => field.current?.select()} />
    <${Button} icon="copy" onClick=${copy}>${t("web.copy")}<//>
  </div>`;
}

/** Copying the selected text as browsers do over plain http. */
function old() {
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  }
}
