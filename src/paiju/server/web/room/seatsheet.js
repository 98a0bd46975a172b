// @ts-check
/** @import { Message, Room, Send } from "paiju/page" */
import { html } from "../vendor/htm-preact.js";
import { t } from "../texts.js";
import { Button, Segmented, Sheet } from "../ui/ui.js";
import { chairName } from "./seats.js";

/**
 * What the host may do with one chair.
 * @param {{seat: number, room: Room, levels: string[], send: Send, onClose: () => void}} props
 */
export function SeatSheet({ seat, room, levels, send, onClose }) {
  const chair = room.seats[seat];
  if (!chair || chair.kind === "empty") return null;
  const name = chairName(chair);
  const tell = (/** @type {Omit<Message, "type">} */ message) => {
    send({ type: "host", ...message });
    onClose();
  };
  const others = room.seats.filter((other) => other.seat !== seat);
  const own = seat === room.you.seat;
  return html`<${Sheet} title=${html`<bdi>${name}</bdi>`} onClose=${onClose}>
    <div class="stack">
      ${
        chair.kind === "bot" &&
        html`<${Segmented} label=${t("web.level")} value=${chair.level}
            options=${levels.map((value) => ({ value, label: t(`web.level.${value}`) }))}
          onChange=${(/** @type {string} */ level) => tell({ what: "bot", seat, level })} />
        <${Button} icon="kick" data-testid=${`drop-bot-${seat}`}
            onClick=${() => tell({ what: "bot", seat, level: null })}>${t("web.room.dropbot")}<//>`
      }
      ${
        chair.kind === "human" &&
        !own &&
        html`<${Button} icon="crown" onClick=${() => tell({ what: "give", seat })}>${t("web.room.give")}<//>
        <${Button} kind="danger" icon="kick" data-testid=${`kick-${seat}`}
            onClick=${() => tell({ what: "kick", seat })}>${t("web.room.kick")}<//>`
      }
      <h3>${t("web.room.swap")}</h3>
      <div class="swap-list">
        ${others.map(
          (other) => html`<${Button} key=${other.seat} icon="swap" data-testid=${`swap-${seat}-${other.seat}`}
            onClick=${() => tell({ what: "swap", seat, other: other.seat })}>
            ${t("web.room.seat", { seat: other.seat + 1 })}${
              other.kind !== "empty" &&
              html` · <bdi>
            ${chairName(other)}</bdi>`
            }
          <//>`,
        )}
      </div>
    </div>
  <//>`;
}
