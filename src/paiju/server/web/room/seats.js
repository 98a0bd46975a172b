// @ts-check
/** @import { Chair, Room, Send } from "paiju/page" */
import { html, useState } from "../vendor/htm-preact.js";
import { chairName, levelName, seatable } from "../bots.js";
import { useSending } from "../sending.js";
import { dot, num, t } from "../texts.js";
import { Button, Icon, Select } from "../ui/ui.js";
import { Watchers } from "./company.js";
import { Avatar } from "../figures/avatar.js";
import { useDrag } from "./drag.js";
import { SeatSheet } from "./seatsheet.js";

/**
 * The chairs in play order. The host fills, clears and exchanges them; everyone chooses where to sit.
 * @param {{room: Room, levels: string[], note: string, send: Send}} props
 */
export function Seats({ room, levels, note, send }) {
  const [chosen, setChosen] = useState(/** @type {number | null} */ (null));
  const swap = (/** @type {number} */ seat, /** @type {number} */ other) =>
    send({ type: "host", what: "swap", seat, other });
  const drag = useDrag(room.you.host, swap);
  const sending = useSending();
  const empty = room.seats.filter((/** @type {Chair} */ chair) => chair.kind === "empty");
  const fill = () => {
    for (const chair of empty)
      send({ type: "host", what: "bot", seat: chair.seat, level: room.settings.bots });
  };
  return html`<section class="card" aria-labelledby="seats-title">
    <header class="card-head">
      <h2 id="seats-title">${t("web.room.seats")}</h2>
      ${
        room.you.host &&
        html`<${Button} kind="quiet" icon=${room.locked ? "lock" : "unlock"} aria-pressed=${room.locked}
            busy=${sending({ what: "lock" })}
        onClick=${() => send({ type: "host", what: "lock", on: !room.locked })}>
          ${t(room.locked ? "web.room.locked" : "web.room.lock")}<//>`
      }
      ${
        !room.you.host &&
        room.locked &&
        html`<span class="muted">
      <${Icon} name="lock" /> ${t("web.room.locked")}</span>`
      }
    </header>
    <ol class="chairs">
      ${room.seats.map(
        (
          /** @type {Chair} */ chair,
        ) => html`<${Chair} key=${chair.seat} chair=${chair} room=${room} levels=${levels} send=${send}
          drag=${drag} onMore=${() => setChosen(chair.seat)} />`,
      )}
    </ol>
    ${note && html`<p class="muted" data-testid="stand-ins">${note}</p>`}
    ${
      room.you.host &&
      empty.length > 1 &&
      html`<${Button} wide icon="robot" busy=${sending({ what: "bot" })} onClick=${fill}
          data-testid="fill-bots">${t("web.room.fill", { count: empty.length })}<//>`
    }
    ${
      room.watchers.length > 0 &&
      html`<h3>${t("web.room.watchers", { count: room.watchers.length })}</h3>
    <${Watchers} room=${room} send=${send} />`
    }
    ${
      chosen !== null &&
      html`<${SeatSheet} seat=${chosen} room=${room} levels=${levels} send=${send}
    onClose=${() => setChosen(null)} />`
    }
  </section>`;
}

/**
 * @param {{chair: Chair, room: Room, levels: string[], send: Send, drag: ReturnType<typeof useDrag>, onMore:
 *   () => void}} props
 */
function Chair({ chair, room, levels, send, drag, onMore }) {
  const { seat, kind } = chair;
  const look = [
    "chair",
    `chair-${kind}`,
    seat === room.you.seat && "chair-own",
    drag.over === seat && "chair-target",
    drag.from === seat && "chair-dragged",
  ];
  return html`<li class=${look.filter(Boolean).join(" ")} data-testid=${`seat-${seat}`} data-seat=${seat}
      data-kind=${kind} data-ready=${chair.ready}
      ...${kind === "empty" ? {} : drag.handlers(seat)}>
    <span class="chair-number digits" role="img" aria-label=${t("web.room.seat", { seat: seat + 1 })}>
      ${kind === "empty" ? num(seat + 1) : html`<${Avatar} chair=${chair} />`}</span>
    ${
      kind === "empty"
        ? html`<${Empty} seat=${seat} room=${room} send=${send} onMore=${onMore} />`
        : html`<${Taken} chair=${chair} room=${room} levels=${levels} send=${send} onMore=${onMore} />`
    }
  </li>`;
}

/** @param {{seat: number, room: Room, send: Send, onMore: () => void}} props */
function Empty({ seat, room, send, onMore }) {
  const label = t("web.room.sit");
  const name = t("web.room.seat", { seat: seat + 1 });
  const sending = useSending();
  return html`<div class="chair-offer">
    ${
      room.you.host &&
      html`<${Button} icon="plus" data-testid=${`add-bot-${seat}`} busy=${sending({ what: "bot", seat })}
      onClick=${() => send({ type: "host", what: "bot", seat, level: room.settings.bots })}>${t("web.bot")}
        <//>`
    }
    <${Button} kind="quiet" busy=${sending({ type: "sit" })} onClick=${() => send({ type: "sit", seat })}
        data-testid=${`sit-${seat}`}>${label}<//>
  </div>
  ${
    room.you.host &&
    html`<${Button} kind="quiet" icon="more" aria-label=${t("web.room.more", { name })}
    data-testid=${`more-${seat}`} onClick=${onMore} />`
  }`;
}

/** @param {{chair: Chair, room: Room, levels: string[], send: Send, onMore: () => void}} props */
function Taken({ chair, room, levels, send, onMore }) {
  const { seat, kind } = chair;
  const own = seat === room.you.seat;
  const sending = useSending();
  const name = chairName(chair);
  const options = seatable(room, levels);
  const setLevel = (/** @type {string} */ level) => send({ type: "host", what: "bot", seat, level });
  return html`<div class="chair-taken">
    <span class="chair-name">
    <${Icon} name=${kind !== "human" ? "robot" : seat === room.host ? "crown" : "person"} size=${18} /> <bdi>
    ${name}</bdi></span>
    ${
      kind === "bot" && room.you.host && options.length > 0
        ? html`<${Select} class="chair-level" label=${t("web.level")} value=${chair.level} options=${options}
            onChange=${setLevel} data-testid=${`level-${seat}`} />`
        : html`<span class="chair-state muted">${standing(chair, room)}</span>`
    }
  </div>
  ${
    own &&
    html`<${Button} kind="quiet" icon="door" aria-label=${t("web.room.stand")}
  busy=${sending({ type: "stand" })} onClick=${() => send({ type: "stand" })} />`
  }
  ${
    room.you.host &&
    html`<${Button} kind="quiet" icon="more" aria-label=${t("web.room.more", { name })}
  data-testid=${`more-${seat}`} onClick=${onMore} />`
  }`;
}

/** The reason that a chair is waiting, in a few words. @param {Chair} chair @param {Room} room */
function standing(chair, room) {
  if (chair.kind === "bot") return levelName(chair.level);
  if (chair.kind === "program")
    return [t("web.program"), t(chair.online ? "web.room.ready" : "web.room.program.away")].join(dot());
  if (chair.awaited) return t("web.room.awaited");
  const state = chair.online ? t(chair.ready ? "web.room.ready" : "web.room.unready") : t("web.room.away");
  return [chair.seat === room.you.seat && t("web.you"), chair.seat === room.host && t("web.room.host"), state]
    .filter(Boolean)
    .join(dot());
}
