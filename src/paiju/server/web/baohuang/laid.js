// @ts-check
/** @import { BaohuangView, Laid } from "paiju/page" */
/** The cards that a seat has laid in the running trick, small. */
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { Back } from "../art.js";
import { t } from "../texts.js";
import { isWide, useShape } from "../table/frame.js";
import { bag, group, sorted } from "./cards.js";
import { faceOf } from "./naming.js";
import { Row } from "./row.js";

const MOST_MINIS = 3;

/** A play in little: its ranks, many of one as `7×8`. @param {{cards: string[]}} props */
export function Minis({ cards }) {
  const counts = [...bag(sorted(cards).map(group))];
  const short =
    cards.length > MOST_MINIS
      ? counts.map(([key, n]) => [key, n])
      : counts.flatMap(([key, n]) => Array(n).fill([key, 1]));
  return html`<span class="bits" dir="ltr">${short.map(
    ([key, n], i) => html`<span class="bit" key=${i} data-red=${"rR".includes(key)}>
    ${"bBrRL".includes(key) ? t(`web.baohuang.mini.${key}`) : faceOf(key)}${
      n > 1 && html`<small>×${n}</small>`
    }</span>`,
  )}</span>`;
}

/** A seat's answer in the running trick, if any. @param {BaohuangView} view @param {number} seat */
export const lastOf = (view, seat) => view.trick?.findLast((laid) => laid.seat === seat);

/**
 * An answer before its seat: cards where there is room, a card turned down for a pass. Cards are drawn a
 * frame after those in the middle: both are much for one.
 * @param {{laid: Laid}} props
 */
export function Answer({ laid }) {
  const shape = useShape();
  const cards = laid.cards.join();
  const [drawn, setDrawn] = useState("");
  useEffect(() => setDrawn(cards), [cards]);
  const wide = isWide(shape);
  const w = Math.max(38, Math.min(64, Math.round(shape.width / 34)));
  if (cards && drawn !== cards) return null;
  if (cards)
    return wide
      ? html`<${Row} cards=${laid.faces ?? laid.cards} w=${w} room=${2.6 * w} />`
      : html`<${Minis} cards=${laid.cards} />`;
  return html`<span class="pod-pass">${wide && html`<${Back} w=${30} />`}
    <span>${t(`web.baohuang.did.${laid.verb}`)}</span></span>`;
}
