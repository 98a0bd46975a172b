// @ts-check
/** @import { Chair, Message, Room, Send, Setting } from "paiju/page" */
/**
 * The people here, and admission: asking others in during a match, and what the host settles about that
 * at any time.
 */
import { html } from "../vendor/htm-preact.js";
import { useSending } from "../sending.js";
import { t } from "../texts.js";
import { Button, Icon, Select, Sheet, Switch } from "../ui/ui.js";
import { Placard, ShareButton, useLink } from "./invite.js";
import { LinkField } from "../ui/linkfield.js";

const WATCHING = ["off", "delayed", "after_deal"];

/**
 * The ways in, and who may take them. @param {{room: Room, send: Send, onClose: () => void}} props
 */
export function InviteSheet({ room, send, onClose }) {
  const link = useLink(room);
  return html`<${Sheet} title=${t("web.room.invite")} onClose=${onClose} testid="invite-sheet">
    <div class="stack">
      ${
        room.link
          ? html`<${Placard} id=${room.id} room=${room} />
          <div class="share-link"><${LinkField} link=${link} /><${ShareButton} room=${room} link=${link} />
          </div>`
          : html`<p role="status">${t("web.invite.closed")}</p>`
      }
      ${room.you.host && html`<${Door} room=${room} send=${send} />`}
      <${People} room=${room} send=${send} />
    </div>
  <//>`;
}

/** What newcomers may do: the host's choice. @param {{room: Room, send: Send}} props */
function Door({ room, send }) {
  const { settings } = room;
  const set = (/** @type {string} */ name, /** @type {Setting} */ value) =>
    send({ type: "host", what: "settings", settings: { [name]: value } });
  const options = WATCHING.map((value) => ({ value, label: t(`web.spectators.${value}`) }));
  return html`<section class="stack" aria-labelledby="door-title">
    <h3 id="door-title">${t("web.invite.door")}</h3>
    <${Switch} label=${t("web.setting.substitutes")} hint=${t("web.setting.substitutes.help")}
        checked=${settings.substitutes}
      data-testid="door-substitutes" onChange=${(/** @type {boolean} */ on) => set("substitutes", on)} />
    <${Select} label=${t("web.setting.spectators")} hint=${t("web.setting.spectators.help")}
        value=${settings.spectators} options=${options}
      data-testid="door-spectators" onChange=${(/** @type {string} */ value) => set("spectators", value)} />
    <${Switch} label=${t("web.invite.lock")} checked=${room.locked} data-testid="door-lock"
      onChange=${(/** @type {boolean} */ on) => send({ type: "host", what: "lock", on })} />
  </section>`;
}

/** Those who are here beside oneself; the host may send them out. @param {{room: Room, send: Send}} props */
function People({ room, send }) {
  const others = room.seats.filter(
    (/** @type {Chair} */ chair) => chair.kind === "human" && chair.seat !== room.you.seat,
  );
  if (others.length + room.watchers.length === 0) return null;
  return html`<section class="stack" aria-labelledby="people-title">
    <h3 id="people-title">${t("web.invite.people")}</h3>
    <ul class="people">
      ${others.map(
        (
          /** @type {Chair} */ chair,
        ) => html`<${Person} key=${chair.seat} icon="person" name=${chair.name} room=${room}
        note=${t("web.room.seat", { seat: chair.seat + 1 })}
        message=${{ type: "host", what: "kick", seat: chair.seat }} send=${send} />`,
      )}
    </ul>
    <${Watchers} room=${room} send=${send} />
    ${room.you.host && html`<p class="hint">${t("web.invite.out.help")}</p>`}
  </section>`;
}

/** Those who watch. @param {{room: Room, send: Send}} props */
export const Watchers = ({
  room,
  send,
}) => html`<ul class="people" aria-label=${t("web.room.watchers", { count: room.watchers.length })}>
  ${room.watchers.map(
    (one) => html`<${Person} key=${one.id} icon="eye" name=${one.name} room=${room}
    note=${t("web.invite.watching")}
    message=${{ type: "host", what: "out", watcher: one.id }} send=${send} />`,
  )}
</ul>`;

/** @param {{icon: string, name: string, note: string, room: Room, message: Message, send: Send}} props */
function Person({ icon, name, note, room, message, send }) {
  const sending = useSending();
  return html`<li class="person">
    <${Icon} name=${icon} size=${18} /> <span class="person-name"><bdi>${name}</bdi> <small class="muted">
    ${note}</small></span>
    ${
      room.you.host &&
      html`<${Button} kind="quiet" icon="kick" aria-label=${t("web.invite.out", { name })}
          busy=${sending(message)} data-testid="send-out"
      onClick=${() => send(message)} />`
    }
  </li>`;
}
