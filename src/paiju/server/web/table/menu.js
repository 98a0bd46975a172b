// @ts-check
/** @import { Child, Room, Send } from "paiju/page" */
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { api } from "../net.js";
import { sayError, t } from "../texts.js";
import { Button, go, Sheet } from "../ui/ui.js";
import { SoundButton, Speed } from "./comfort.js";
import { useSeconds } from "./frame.js";
import { inCompany } from "./leaving.js";

/**
 * The table's menu: everything that is not needed in a turn.
 * @param {{room: Room, open: (name: string) => void, onClose: () => void, send: Send, items?: Child}} props
 */
export function Menu({ room, open, onClose, send, items }) {
  const seated = room.you.seat !== null;
  const playing = seated && room.state !== "over";
  const pause = () => {
    send({ type: "host", what: "pause", on: !room.paused });
    onClose();
  };
  const item = (
    /** @type {string} */ icon,
    /** @type {string} */ key,
    /** @type {() => void} */ act,
    rest = {},
  ) =>
    html`<li><${Button} kind="quiet" wide icon=${icon} class="menu-item" onClick=${act} ...${rest}>${t(key)}
      <//></li>`;
  const way = (
    /** @type {string} */ icon,
    /** @type {string} */ name,
    /** @type {string} */ what,
  ) => html`<li class="menu-apart">
    <${Button} kind="quiet" wide icon=${icon} class="menu-item" data-testid=${`menu-${name}`}
        aria-describedby=${`menu-${name}-what`} onClick=${() => open(name)}>${t(`web.table.${name}`)}<//>
    <p class="hint" id=${`menu-${name}-what`}>${what}</p></li>`;
  const company = inCompany(room);
  return html`<${Sheet} title=${t("web.table.menu")} onClose=${onClose} testid="menu-sheet">
    <div class="menu-comfort"><${Speed} room=${room} send=${send} /><${SoundButton} /></div>
    <ul class="menu">
      ${items}
      ${
        room.state !== "over" &&
        !room.series &&
        item("qr", "web.room.invite", () => open("invite"), { "data-testid": "invite" })
      }
      ${item("rules", "web.table.rules", () => open("rules"))}
      ${item("score", "web.table.scores", () => open("scores"))}
      ${item("shield", "web.table.fairness", () => open("fairness"), { "data-testid": "fairness" })}
      ${item("settings", "web.settings", () => open("settings"))}
      ${item("question", "web.table.keys", () => open("keys"))}
      ${playing && item("swap", "web.table.move", () => open("move"))}
      ${
        room.you.host &&
        room.state !== "over" &&
        item(room.paused ? "play" : "pause", room.paused ? "web.table.resume" : "web.table.pause", pause)
      }
      ${
        playing
          ? way("door", "leave", t(company ? "web.leave.bot" : "web.leave.waits"))
          : item("door", "web.home", () => go("/"))
      }
      ${playing && way("trash", "dismiss", t(company ? "web.table.dismiss.all" : "web.dismiss.alone"))}
    </ul>
  <//>`;
}

/**
 * A one-time code, also as a picture, that moves the seat to another device.
 * @param {{room: Room, onClose: () => void}} props
 */
export function MoveSheet({ room, onClose }) {
  const [given, setGiven] = useState(/** @type {{code: string, deadline: number} | null} */ (null));
  const [error, setError] = useState("");
  const ask = () =>
    api("POST", `/api/tables/${room.id}/move`).then(
      (/** @type {{code: string, expires_ms: number}} */ answer) =>
        setGiven({ ...answer, deadline: performance.now() + answer.expires_ms }),
      (refused) => setError(sayError(refused)),
    );
  useEffect(() => void ask(), []);
  const seconds = useSeconds(given?.deadline);
  return html`<${Sheet} title=${t("web.table.move")} onClose=${onClose} testid="move-sheet">
    <p>${t("web.table.move.help")}</p>
    ${error && html`<p role="alert">${error}</p>`}
    ${
      given &&
      seconds !== null &&
      seconds > 0 &&
      html`<div class="move">
      <img src=${`/api/move/${encodeURIComponent(given.code)}/qr.svg`} width="200" height="200"
          alt=${t("web.table.move.qr")} />
      <p class="move-code" dir="ltr">${given.code}</p>
      <p class="muted">${t("web.table.move.left", { seconds })}</p>
    </div>`
    }
    ${seconds === 0 && html`<${Button} kind="main" wide onClick=${ask}>${t("web.again")}<//>`}
  <//>`;
}

/**
 * The list of keys.
 * @param {{groups: [string, string][][], onClose: () => void}} props  keys and the name of their text
 */
export const KeysSheet = ({
  groups,
  onClose,
}) => html`<${Sheet} title=${t("web.table.keys")} onClose=${onClose} testid="keys-sheet">
  ${groups.map(
    (keys, i) =>
      html`<dl class="keys" key=${i}>${keys.map(
        ([key, name]) => html`<div key=${key}>
  <dt dir="ltr"><kbd>${key}</kbd></dt><dd>${t(name)}</dd></div>`,
      )}</dl>`,
  )}
<//>`;
