// @ts-check
/** @import { Room } from "paiju/page" */
/** The ways into a room: its code, its link, a picture of the link. */
import { html } from "../vendor/htm-preact.js";
import { useMe } from "../home/me.js";
import { t } from "../texts.js";
import { Button, Sheet } from "../ui/ui.js";

/** The link of a room as others can open it. @param {Room} room */
export function useLink(room) {
  return new URL(room.link ?? "", useMe().base || location.href).href;
}

/**
 * Hands the link to the device, where it can do something with it.
 * @param {{room: Room, link: string} & Record<string, unknown>} props
 */
export function ShareButton({ room, link, ...rest }) {
  if (!("share" in navigator)) return null;
  const share = () => navigator.share({ title: t(`web.game.${room.game}`), url: link }).catch(() => {});
  return html`<${Button} icon="share" aria-label=${t("web.share")} onClick=${share} ...${rest} />`;
}

/** Six digits as people read them out: three and three. @param {{code: string, class: string}} props */
export const Code = ({ code, class: look, ...rest }) =>
  html`<strong class=${`${look} digits`} dir="ltr" ...${rest}><span>${code.slice(0, 3)}</span><span>
    ${code.slice(3)}</span></strong>`;

/** The code and the QR picture, large enough to be held up. @param {{id: string, room: Room}} props */
export const Placard = ({ id, room }) => html`<div class="invitation">
  ${room.code && html`<${Code} code=${room.code} class="big-code" data-testid="big-code" />`}
  <img class="qr" width="240" height="240" alt=${t("web.room.qr")}
    src=${`/api/tables/${encodeURIComponent(id)}/qr.svg?at=${encodeURIComponent(room.link ?? "")}`} />
  <p class="hint">${t(room.code ? "web.room.invite.help" : "web.room.invite.link")}</p>
</div>`;

/** The placard alone. @param {{id: string, room: Room, onClose: () => void}} props */
export const Invitation = ({
  id,
  room,
  onClose,
}) => html`<${Sheet} title=${t("web.room.invite")} onClose=${onClose} testid="invitation">
  <${Placard} id=${id} room=${room} />
<//>`;
