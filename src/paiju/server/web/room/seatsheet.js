// @ts-check
/** @import { Message, Room, Send } from "paiju/page" */
import { html, useState } from "../vendor/htm-preact.js";
import { useLater } from "../table/later.js";
import { dot, t, worded } from "../texts.js";
import { Button, Select, Sheet } from "../ui/ui.js";
import { chairName, seatable } from "../bots.js";

/**
 * What the host may do with one chair.
 * @param {{seat: number, room: Room, levels: string[], send: Send, onClose: () => void}} props
 */
export function SeatSheet({ seat, room, levels, send, onClose }) {
  const chair = room.seats[seat];
  const [program, setProgram] = useState(false);
  const Program = useLater(() => worded(import("./program.js"), "program"), "ProgramSheet", program);
  if (!chair) return null;
  if (program) return Program && html`<${Program} seat=${seat} room=${room} onClose=${onClose} />`;
  const name = chair.kind === "empty" ? t("web.room.seat", { seat: seat + 1 }) : chairName(chair);
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
        html`<${Select} label=${t("web.level")} value=${chair.level}
            options=${seatable(room, levels)}
          onChange=${(/** @type {string} */ level) => tell({ what: "bot", seat, level })} />
        <${Button} icon="kick" data-testid=${`drop-bot-${seat}`}
            onClick=${() => tell({ what: "bot", seat, level: null })}>${t("web.room.dropbot")}<//>`
      }
      ${
        chair.kind !== "human" &&
        html`<${Button} icon="robot" data-testid=${`program-${seat}`} onClick=${() => setProgram(true)}>
            ${t(chair.kind === "program" ? "web.room.program.another" : "web.room.program")}<//>`
      }
      ${
        chair.kind === "program" &&
        html`<${Button} kind="danger" icon="kick" data-testid=${`drop-program-${seat}`}
            onClick=${() => tell({ what: "bot", seat, level: null })}>${t("web.room.program.back")}<//>`
      }
      ${
        chair.awaited &&
        html`<${Button} icon="robot" data-testid=${`awaited-bot-${seat}`}
            onClick=${() => tell({ what: "bot", seat, level: String(room.settings.bots) })}>
            ${t("web.room.awaited.bot")}<//>`
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
              html`${dot()}<bdi>
            ${chairName(other)}</bdi>`
            }
          <//>`,
        )}
      </div>
    </div>
  <//>`;
}
