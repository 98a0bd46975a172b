// @ts-check
/** @import { Child, Room, Send } from "paiju/page" */
import { html } from "../vendor/htm-preact.js";
import { t } from "../texts.js";
import { Button, go, Sheet } from "../ui/ui.js";
import { SoundButton, Speed } from "./comfort.js";
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
  const chat = () => {
    send({ type: "host", what: "settings", settings: { chat: !room.settings.chat } });
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
      ${item("replay", "web.table.log", () => open("log"))}
      ${item("score", "web.table.scores", () => open("scores"))}
      ${item("shield", "web.table.fairness", () => open("fairness"), { "data-testid": "fairness" })}
      ${item("settings", "web.settings", () => open("settings"))}
      ${seated && item("bell", "web.push", () => open("push"), { "data-testid": "menu-push" })}
      ${item("question", "web.table.keys", () => open("keys"))}
      ${playing && item("swap", "web.table.move", () => open("move"))}
      ${
        room.you.host &&
        room.state !== "over" &&
        item(room.paused ? "play" : "pause", room.paused ? "web.table.resume" : "web.table.pause", pause)
      }
      ${
        room.you.host &&
        room.state !== "over" &&
        !room.series &&
        item("chat", room.settings.chat ? "web.table.chat.off" : "web.table.chat.on", chat)
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
