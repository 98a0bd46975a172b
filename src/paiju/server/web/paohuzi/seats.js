// @ts-check
/** @import { DealState, PaohuziView, Ui, Win } from "paiju/page" */
/** Seats of Paohuzi: the pod, the sets on the table, and the cards nobody took. */
import { Fan, Pod } from "../table/pod.js";
import { t } from "../texts.js";
import { Icon } from "../ui/ui.js";
import { html } from "../vendor/htm-preact.js";
import { Chip, TableSet, named } from "./sets.js";

/**
 * The cards that a seat turned or threw and nobody took, the newest outlined.
 * @param {{who: string, pile: {card: string, thrown: boolean}[]}} props
 */
export function Pile({ who, pile }) {
  const cards = pile.length ? named(pile.map(({ card }) => card)) : t("web.paohuzi.pile.none");
  return html`<div class="pz-pile" role="img" aria-label=${t("web.paohuzi.pile", { who, cards })}>
    ${pile.map(
      ({ card, thrown }, at) => html`<${Chip} key=${at} code=${card}
    class=${`${thrown ? "pz-thrown" : ""} ${at === pile.length - 1 ? "pz-newest" : ""}`} />`,
    )}
  </div>`;
}

/**
 * The description of a seat besides its name.
 * @param {PaohuziView} view
 * @param {number} seat
 * @param {string} who
 */
const spoken = (view, seat, who) =>
  !view.order.includes(seat)
    ? [t("web.paohuzi.seat.idle", { who })]
    : [
        seat === view.dealer && t("web.paohuzi.seat.dealer"),
        seat === view.dealer && view.streak > 1 && t("web.paohuzi.seat.streak", { count: view.streak }),
        t("web.paohuzi.seat.count", { count: view.sizes[seat] }),
        t("web.paohuzi.seat.sets", { count: view.melds[seat].length }),
        view.dead[seat] && t("web.paohuzi.seat.dead"),
      ];

/**
 * A seat at the table. `place` 1 is the right neighbour, 2 the left one, 0 the seat below, 3 the one that
 * sits out.
 * @param {{state: DealState<PaohuziView>, ui: Ui, seat: number, place: number, win: Win | undefined, waits:
 *   ReturnType<typeof import("./waits.js").useWaits>}} props
 */
function Seat({ state: { view, room, clock }, ui, seat, place, win, waits }) {
  const plays = view.order.includes(seat);
  const own = plays && seat === view.viewer;
  const dealer = plays && seat === view.dealer;
  const who = ui.names[seat];
  const title = plays ? view.dead[seat] && t("web.paohuzi.seat.dead") : t("web.paohuzi.seat.idle", { who });
  return html`<${Pod} room=${room} seat=${seat} place=${place} class=${plays ? "pz-seat" : "pz-seat pz-idle"}
      role=${dealer ? "dealer" : ""}
      badge=${
        dealer &&
        html`<svg class="pz-dealer" viewBox="0 0 20 20">
        <text x="10" y="14.4">${t("web.paohuzi.dealer")}</text></svg>`
      } count=${plays ? view.sizes[seat] : null} turn=${seat === view.turn}
      clock=${clock?.seat === seat ? clock : null} title=${title} spoken=${spoken(view, seat, who)}
      said=${ui.said?.seat === seat ? ui.said : null} onOpen=${() => ui.open("log")}>
    ${plays && !own && view.sizes[seat] > 0 && html`<${Fan} count=${view.sizes[seat]} />`}
    ${
      plays &&
      html`<div class="pz-sets" data-spot=${`sets-${seat}`}>
    ${view.melds[seat].map(
      (meld, /** @type {number} */ at) => html`<${TableSet} key=${at} meld=${meld}
    />`,
    )}</div>`
    }
    ${plays && !own && html`<${Pile} who=${who} pile=${view.piles[seat]} />`}
    ${
      own &&
      html`<${Hu} hu=${win?.hu ?? view.hu} need=${view.need} complete=${Boolean(win)} waits=${waits}
    />`
    }
  <//>`;
}

/**
 * The own hu against what is needed; it stands out only where the hand is complete and may win. Where that
 * can be requested, it is the button for it.
 * @param {{hu: number, need: number, complete: boolean, waits: {allowed: boolean, open: boolean, toggle: ()
 *   => void}}} props
 */
function Hu({ hu, need, complete, waits }) {
  const number = html`<span class="digits" dir="auto">${t("web.paohuzi.hu", { hu, need })}</span>`;
  if (!waits.allowed)
    return html`<span class="pz-hu" data-complete=${String(complete)} role="img" 
        aria-label=${t("web.paohuzi.hu.named", { hu, need })}>${number}
      </span>`;
  return html`<button type="button" class="pz-hu" data-testid="ask-waits" data-complete=${String(complete)}
      aria-expanded=${String(waits.open)}
      onClick=${waits.toggle}>${number}<small>
      <${Icon} name="eye" size="14" />${t("web.paohuzi.waits.button")}</small>
    <span class="visually-hidden">${t("web.comma") + t("web.paohuzi.waits.show")}</span></button>`;
}

/**
 * All seats in turn order, the one below last.
 * @param {{state: DealState<PaohuziView>, ui: Ui, dealing: boolean, win: Win | undefined, waits:
 *   ReturnType<typeof import("./waits.js").useWaits>}} props
 */
export function Seats({ state, ui, dealing, ...own }) {
  const [below, ...others] = state.view.order;
  const idle = state.view.sizes
    .map((_, seat) => seat)
    .filter((/** @type {number} */ seat) => !state.view.order.includes(seat));
  const seat = (/** @type {number} */ n, /** @type {number} */ place) =>
    html`<${Seat} key=${n} state=${state} ui=${ui} seat=${n} place=${place} ...${own} />`;
  return html`<section class="pz-seats" dir="ltr" data-dealing=${String(dealing)}
      aria-label=${t("web.table.seats")}>
    <ul>${others.map((/** @type {number} */ n, /** @type {number} */ i) =>
      seat(n, i + 1),
    )}${idle.map((/** @type {number} */ n) => seat(n, 3))}${seat(below, 0)}</ul>
  </section>`;
}
