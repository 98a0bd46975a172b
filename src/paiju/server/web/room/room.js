// @ts-check
/** @import { Room, RoomState, Send } from "paiju/page" */
import { html, useState } from "../vendor/htm-preact.js";
import { standInsText } from "../bots.js";
import { Settings } from "../home/settings.js";
import { useArrival } from "../table/acting.js";
import { ConnBanner } from "../table/bands.js";
import { Chat } from "../table/chat.js";
import { t } from "../texts.js";
import { Button, go, toast, useTitle } from "../ui/ui.js";
import { sayRefusal, useGame } from "./game.js";
import { RuleSet } from "./ruleset.js";
import { Seats } from "./seats.js";
import { RoomSettings } from "./settings.js";
import { StartBar } from "./start.js";
import { Code, Invitation, ShareButton, useLink } from "./invite.js";
import { LinkField } from "../ui/linkfield.js";

/**
 * The room while it waits: who sits where, by which rules, and the way in for others.
 * @param {{id: string, state: RoomState, send: Send}} props
 */
export function Room({ id, state, send }) {
  const { room, error } = state;
  const { info } = useGame(room.game);
  const [settings, setSettings] = useState(false);
  useTitle(room.code ? t("web.room.title", { code: room.code }) : t(`web.game.${room.game}`));
  useArrival(error, (refused) => toast(sayRefusal(refused, info), "danger"));
  return html`<main class="page room" aria-busy=${!info}>
    <${RoomHead} id=${id} room=${room} onBack=${() => go("/")} onSettings=${() => setSettings(true)} />
    <${ConnBanner} state=${state} />
    <div class="room-columns">
      <div class="stack">
        <${RuleSet} id=${id} room=${room} info=${info} send=${send} />
        <${Seats} room=${room} levels=${info?.levels ?? []} note=${standInsText(info, room)} send=${send} />
        <${RoomSettings} room=${room} info=${info} send=${send} />
      </div>
      ${
        room.settings.chat &&
        html`<div class="card room-chat"><h2>${t("web.room.chat")}</h2>
      <${Chat} state=${state} send=${send} allowed=${true} /></div>`
      }
    </div>
    <${StartBar} room=${room} send=${send} />
    ${settings && html`<${Settings} named=${false} onClose=${() => setSettings(false)} />`}
  </main>`;
}

/**
 * The head of a room: its code, and how to ask others in.
 * @param {{id: string, room: Room, onBack: () => void, onSettings: () => void}} props
 */
function RoomHead({ id, room, onBack, onSettings }) {
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
