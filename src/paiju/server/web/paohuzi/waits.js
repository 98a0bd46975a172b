// @ts-check
/** @import { DealState, PaohuziView, Send, Waits } from "paiju/page" */
/**
 * Which cards would complete the own hand: the server says so while it is wished, where the host allows
 * hints.
 */
import { num, t } from "../texts.js";
import { Button } from "../ui/ui.js";
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { Chip, named } from "./sets.js";

/** What the answer depends on, of all that is seen. @param {PaohuziView} view */
const seen = (view) =>
  JSON.stringify([view.deal, view.phase, view.turn, view.card, view.hand, view.melds, view.piles]);

/**
 * `allowed`: a person plays here, and the room has hints.
 * @param {DealState<PaohuziView>} state @param {Send} send @param {boolean} allowed
 */
export function useWaits({ view, waits, conn }, send, allowed) {
  const [open, setOpen] = useState(false);
  const now = allowed && open && !view.over ? seen(view) : "";
  useEffect(() => {
    if (now && conn === "on") send({ type: "ask", what: "waits" });
  }, [now, conn]);
  return {
    allowed: allowed && !view.over,
    open: now !== "",
    found: waits,
    toggle: () => setOpen(!open),
    close: () => setOpen(false),
  };
}

/**
 * A card that wins, the copies left of it and its hu.
 * @param {{one: {card: string, left: number, own: number | null, other: number | null}}} props
 */
function Winning({ one: { card, left, own, other } }) {
  const hu = own ?? other ?? 0;
  const worth = t(other === null ? "web.paohuzi.waits.own" : "web.paohuzi.gain", { hu });
  return html`<span class="pz-wait" role="img"
      aria-label=${t("web.paohuzi.waits.card", { card: named([card]), count: left, worth })}>
    <${Chip} code=${card} /><b class="digits" dir="ltr">×${num(left)}</b><small class="digits" dir="auto">
    ${worth}</small></span>`;
}

/**
 * The cards that would complete the hand; before a discard, for each card that could be thrown. A tap chooses
 * that card.
 * @param {{waits: Waits | null, discards: boolean, onCard: (code: string) => void,
 *   onClose: () => void}} props
 */
export function WaitsPanel({ waits, discards, onCard, onClose }) {
  const now = waits?.now ?? [];
  const after = Object.entries(waits?.after ?? {});
  const none = waits && !now.length && !after.length;
  return html`<section class="pz-panel pz-waits" role="status" aria-label=${t("web.paohuzi.waits.title")}
      data-testid="waits" dir="ltr"><div class="pz-ways">
    ${now.map((one) => html`<${Winning} key=${one.card} one=${one} />`)}
    ${after.map(
      ([
        code,
        cards,
      ]) => html`<button type="button" class="pz-way pz-after" key=${code} onClick=${() => onCard(code)}>
      <span class="pz-row"><span dir="auto">${t("web.paohuzi.waits.throw")}</span><${Chip} code=${code} />
      <span aria-hidden="true">▸</span>${cards.map((one) => html`<${Winning} key=${one.card} one=${one} />`)}
      </span></button>`,
    )}
    ${
      none &&
      html`<p dir="auto">${t(discards ? "web.paohuzi.waits.none.discard" : "web.paohuzi.waits.none")}
    </p>`
    }</div>
    <${Button} kind="quiet" icon="close" class="pz-panel-close" aria-label=${t("web.close")}
        onClick=${onClose} />
  </section>`;
}
