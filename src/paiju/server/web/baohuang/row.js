// @ts-check
import { html } from "../vendor/htm-preact.js";
import { Card } from "../art.js";
import { sorted } from "./cards.js";

/**
 * Cards in a row, closer together where they are many.
 * @param {{cards: string[], w: number, room: number}} props
 */
export function Row({ cards, w, room }) {
  const step = cards.length > 1 ? Math.min(w + 4, (room - w) / (cards.length - 1)) : 0;
  return html`<span class="fan" dir="ltr"
      style=${{ inlineSize: `${w + step * (cards.length - 1)}px`, blockSize: `${Math.round(1.4 * w)}px` }}>
    ${sorted(cards).map(
      (code, i) => html`<span class="fan-card" key=${i}
    style=${{ transform: `translateX(${i * step}px)` }}><${Card} code=${code} w=${w} /></span>`,
    )}
  </span>`;
}
