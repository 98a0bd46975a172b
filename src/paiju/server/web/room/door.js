// @ts-check
/** @import { Chair, Door, Room, Send } from "paiju/page" */
/** The door of a match that is on: who plays, and what a newcomer may do. */
import { html } from "../vendor/htm-preact.js";
import { openSeats } from "../table/bands.js";
import { num, t } from "../texts.js";
import { Button, go, Icon, Sheet, useTitle } from "../ui/ui.js";
import { chairName, levelName } from "../bots.js";

/** What becomes of a seat that one takes. @param {boolean} dealt whether its cards are */
const takeHelp = (dealt) => t(dealt ? "web.door.take.dealt" : "web.door.take.help");

/**
 * Everyone at the table; bots' seats that may be taken have a button.
 * @param {{chairs: Chair[], seats: number[], onTake: (seat: number) => void}} props
 */
const Chairs = ({ chairs, seats, onTake }) => html`<ol class="chairs">
  ${chairs.map(
    (
      chair,
    ) => html`<li key=${chair.seat} class=${`chair chair-${chair.kind}`} data-testid=${`seat-${chair.seat}`}
    data-kind=${chair.kind}>
    <span class="chair-number digits" aria-label=${t("web.room.seat", { seat: chair.seat + 1 })}>
    ${num(chair.seat + 1)}</span>
    <div class="chair-taken">
      <span class="chair-name">
      <${Icon} name=${chair.kind === "human" ? "person" : "robot"} size=${18} /> <bdi>
      ${chairName(chair)}</bdi></span>
      ${
        chair.kind === "bot" &&
        html`<span class="chair-state muted"><bdi>${levelName(chair.level)}</bdi>
      </span>`
      }
      ${
        !chair.online &&
        html`<span class="chair-state muted">${t("web.room.away")}
      </span>`
      }
    </div>
    ${
      seats.includes(chair.seat) &&
      html`<${Button} kind="main" data-testid=${`take-${chair.seat}`}
          aria-label=${t("web.door.take.seat", { seat: chair.seat + 1 })}
      onClick=${() => onTake(chair.seat)}>${t("web.door.take")}<//>`
    }
  </li>`,
  )}
</ol>`;

/**
 * `/table/ID` for a guest who is not at the table yet.
 * @param {{door: Door, wish: {seat?: number}, onEnter: (wish: {seat?: number, watch?: boolean}) => void}}
 *   props `wish` could not be had
 */
export function Door({ door, wish, onEnter }) {
  const game = t(`web.game.${door.game}`);
  useTitle(game);
  const taken = wish.seat !== undefined && !door.seats.includes(wish.seat);
  return html`<main class="page room door">
    <header class="room-head">
      <${Button} kind="quiet" icon="back" aria-label=${t("web.home")} onClick=${() => go("/")} />
      <h1 tabindex="-1">${game}</h1>
    </header>
    ${taken && html`<p class="card" role="alert">${t("web.door.taken")}</p>`}
    <section class="card" aria-labelledby="door-seats">
      <header class="card-head"><h2 id="door-seats">${t("web.room.seats")}</h2><span class="muted">
      ${t("web.door.deal", { deal: door.deal })}</span></header>
      <${Chairs} chairs=${door.chairs} seats=${door.seats}
          onTake=${(/** @type {number} */ seat) => onEnter({ seat })} />
      ${door.seats.length > 0 && html`<p class="hint">${takeHelp(door.dealt)}</p>`}
    </section>
    ${
      door.watch &&
      html`<section class="card door-watch">
      <p class="muted">${t(
        door.spectators === "delayed" ? "web.door.watch.delayed" : "web.door.watch.after",
        { seconds: door.delay_seconds },
      )}</p>
      <${Button} icon="eye" kind=${door.seats.length ? "plain" : "main"} data-testid="watch"
          onClick=${() => onEnter({ watch: true })}>${t("web.door.watch")}<//>
    </section>`
    }
  </main>`;
}

/** The same choice for a spectator. @param {{room: Room, send: Send, onClose: () => void}} props */
export function SeatsSheet({ room, send, onClose }) {
  const take = (/** @type {number} */ seat) => {
    send({ type: "sit", seat });
    onClose();
  };
  return html`<${Sheet} title=${t("web.room.seats")} onClose=${onClose} testid="seats-sheet">
    <div class="stack">
      <${Chairs} chairs=${room.seats} seats=${openSeats(room)} onTake=${take} />
      <p class="hint">${takeHelp(room.state === "playing")}</p>
    </div>
  <//>`;
}
