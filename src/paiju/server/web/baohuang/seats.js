// @ts-check
/** @import { BaohuangView, Clock, DealState, Laid, Room, Ui } from "paiju/page" */
import { html } from "../vendor/htm-preact.js";
import { t } from "../texts.js";
import { Icon } from "../ui/ui.js";
import { Fan, Pod } from "../table/pod.js";
import { Answer, lastOf } from "./laid.js";
import { playWords } from "./naming.js";

const SIGNS = /** @type {Record<string, string>} */ ({
  emperor: "crown",
  guard: "shield",
  commoner: "person",
});

/** @param {Laid} laid */
const laidText = (laid) =>
  laid.cards.length
    ? t("web.baohuang.spoken.last", { play: playWords(laid.cards) })
    : t(`web.baohuang.did.${laid.verb}`);

/**
 * The seats round the table, in play order, one's own last; who watches sees them as the first seat does.
 * @param {{state: DealState<BaohuangView>, ui: Ui, dealing: boolean}} props
 */
export function Seats({ state, ui, dealing }) {
  const { view, room, clock } = state;
  const order = [...view.order.slice(1), view.order[0]];
  return html`<section class="seats" data-watching=${String(view.viewer === null)}
      data-titled=${String(Boolean(view.places?.[view.order[0]]))}
      data-dealing=${String(dealing)}
      aria-label=${t("web.table.seats")}><ul dir="ltr">
    ${order.map(
      (/** @type {number} */ seat) => html`<${Seat} key=${seat} view=${view} room=${room}
    clock=${clock} seat=${seat} ui=${ui} place=${view.order.indexOf(seat)} />`,
    )}
  </ul></section>`;
}

/**
 * @param {{view: BaohuangView, room: Room, clock: Clock | null, seat: number, place: number, ui: Ui}} props
 */
function Seat({ view, room, clock, seat, place, ui }) {
  const role = view.roles?.[seat] ?? null;
  const laid = lastOf(view, seat);
  const count = view.sizes?.[seat] ?? null;
  const finished = view.places?.[seat];
  const turn = view.turn === seat && !view.over;
  const alone = seat === view.emperor && view.alone === true;
  const spoken = [
    role ? t(alone ? "role.solo" : `role.${role}`) : view.emperor != null && t("role.unknown"),
    finished ? t(`place.${finished}`) : count !== null && t("web.baohuang.spoken.count", { count }),
    laid && laidText(laid),
  ];
  const badge = role && html`<${Icon} name=${SIGNS[role]} size="14" />`;
  return html`<${Pod} room=${room} seat=${seat} place=${place} role=${role ?? "unknown"} badge=${badge}
      count=${count} turn=${turn}
    clock=${clock?.seat === seat ? clock : null} title=${finished && t(`place.${finished}`)} spoken=${spoken}
    said=${ui.said?.seat === seat ? ui.said : null} onOpen=${() => ui.open("history")}
    class=${finished ? "pod-out" : ""}
    last=${laid && html`<${Answer} laid=${laid} />`}>
    ${count !== null && count > 0 && html`<${Fan} count=${count} />`}<//>`;
}
