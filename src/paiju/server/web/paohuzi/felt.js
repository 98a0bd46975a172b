// @ts-check
/** @import { DealState, Happening, PaohuziView } from "paiju/page" */
/**
 * The middle of the table: the stock, the card that lies open and whose it is, and what was just declared.
 */
import { Tile, cardName } from "../art.js";
import { Rosette } from "../figures/rosette.js";
import { isWide, useShape } from "../table/frame.js";
import { list, t } from "../texts.js";
import { aloud, plain } from "../ui/aloud.js";
import { Icon } from "../ui/ui.js";
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { short } from "./narrate.js";
import { Pile } from "./seats.js";
import { Chip, named } from "./sets.js";

const WORD_MS = 900;
const CUT = ["ti", "wei", "pao", "hu"]; // those of more weight
const WORDS = [...CUT, "pong", "eat"];

/**
 * A declaration, for a moment; beside the card of width `w` that lies open.
 * @param {{news: Happening[], side: (seat: number) => string, isOpen: boolean, w: number}} props
 */
function Word({ news, side, isOpen, w }) {
  const [said, setSaid] = useState(/** @type {Happening | null} */ (null));
  useEffect(() => {
    setSaid(news.findLast((event) => WORDS.includes(event.event)) ?? null);
    const timer = setTimeout(() => setSaid(null), WORD_MS);
    return () => clearTimeout(timer);
  }, [news]);
  return (
    said &&
    html`<b class="pz-word" key=${`${said.seat} ${said.event} ${isOpen}`} data-side=${side(said.seat)}
        data-open=${String(isOpen)} style=${{ "--open": `${w}px` }} aria-hidden="true"><bdi>
          ${t(`web.paohuzi.word.${said.event}`)}</bdi>
          ${CUT.includes(said.event) && html`<${Rosette} class="pz-cut" />`}</b>`
  );
}

/**
 * How wide the open card is on a table.
 * @param {import("../table/frame.js").Size} size of the table
 */
const heroWidth = ({ width, height }) =>
  Math.round(Math.max(width < 900 ? 96 : 120, Math.min(190, height / 6.2, width / 7)));

/**
 * The same on a phone, where the own hand lies below: what a high one has more than a common one is the
 * table's.
 * @param {string} mode
 * @param {number} height
 */
const heldWidth = (mode, height) =>
  mode === "tight"
    ? 34
    : mode === "phone" && height >= 600
      ? Math.round(Math.min(110, Math.max(height / 10.2, 0.41 * height - 224)))
      : 54;

/** Cards with a word before them. @param {{name: string, spoken: string, cards: string[]}} props */
const Named = ({ name, spoken, cards }) =>
  html`<span role="img" aria-label=${spoken}><i dir="auto">${name}</i>
    ${cards.map((code) => html`<${Chip} code=${code} />`)}</span>`;

/**
 * The stock as a pile, its lowest card turned up under it.
 * @param {{left: number, bottom: string | null, w: number}} props
 */
function Pack({ left, bottom, w }) {
  const label = bottom === null ? null : t("web.paohuzi.bottom.named", { card: cardName(bottom) });
  return html`<span class="pz-pack" style=${{ "--left": left, "--pack": `${w}px` }} role=${label && "img"}
      aria-label=${label} aria-hidden=${label ? null : "true"}>
    <${Tile} code=${bottom} w=${w} class="pz-last" /><${Tile} code=${null} w=${w} /></span>`;
}

/**
 * `hold` is null where nobody has use for it, else whether it can be requested now. A press on the open card
 * asks why it cannot be claimed, as the keys do.
 * @param {{state: DealState<PaohuziView>, names: string[], mode: string, hold: boolean | null, onHold: () =>
 *   void,
 *   onCard: () => void}} props
 */
export function Felt({ state: { view, news, clock }, names, mode, hold, onHold, onCard }) {
  const { card, source, smelled: forfeited, left, bottom, known_top: top, viewer } = view;
  const isOpen = Boolean(source) && (card !== null || view.window);
  const who = names[view.from ?? -1] ?? "";
  const what = card && source ? t(`web.paohuzi.open.${source}`, { card: short(card) }) : "";
  const barred = view.window && card && (forfeited?.pong.includes(card) || forfeited?.eat.includes(card));
  const held = list((clock?.held ?? []).map((/** @type {number} */ seat) => names[seat]));
  const side = (/** @type {number} */ seat) => ["down", "right", "left"][view.order.indexOf(seat)];
  const shape = useShape();
  const wide = isWide(shape);
  const plays = viewer !== null && view.order.includes(viewer);
  const w = wide ? heroWidth(shape) : plays || mode !== "phone" ? heldWidth(mode, shape.height) : 84;
  return html`<section class="pz-felt" aria-label=${t("web.table.felt")}>
    <div class="pz-stock">${
      left > 0 &&
      html`<${Pack} left=${left} bottom=${bottom} w=${Math.round(Math.min(wide ? w : 84, w) * 0.52)} />`
    }<span class="digits" dir="auto">${t("web.paohuzi.stock", { count: left })}</span>
      ${
        top.length > 0 &&
        html`<${Named} name=${t("web.paohuzi.top")}
      spoken=${t("web.paohuzi.top.named", { cards: named(top) })} cards=${top.slice(0, 2)} />`
      }
    </div>
    ${
      hold !== null &&
      html`<button type="button" class="pz-hold" data-testid="hold" aria-disabled=${hold ? null : "true"}
          onClick=${onHold}
      aria-label=${t("web.paohuzi.hold")} title=${t("web.paohuzi.hold")}><${Icon} name="hourglass" />
        </button>`
    }
    <div class="pz-open" data-spot="open" data-side=${side(view.from ?? -1)} data-open=${String(isOpen)}
        data-card=${isOpen ? card : null} onClick=${onCard} style=${{ "--open": `${w}px` }}>
      ${
        isOpen &&
        html`<${Tile} key=${`${left} ${card} ${source}`} code=${card} w=${w}
      label=${what ? aloud(t("web.paohuzi.open.named", { who, what })) : cardName(null)} />`
      }</div>
    <p class="pz-whose" data-side=${side(view.from ?? -1)} aria-hidden="true">
      ${isOpen && html`<bdi class="pz-who">${who}</bdi><bdi>${plain(what)}</bdi>`}
      ${isOpen && view.last && html`<b>${t("web.paohuzi.last")}</b>`}${
        barred &&
        html`<b>
      ${t("web.paohuzi.smelled.this")}</b>`
      }</p>
    ${
      plays &&
      html`<${Pile} who=${names[viewer]}
    pile=${view.piles[viewer]} />`
    }
    ${
      held &&
      html`<p class="pz-held" role="status" dir="auto"><${Icon} name="hourglass" size="14" />
    ${t("web.paohuzi.hold.done", { who: held })}</p>`
    }
    <${Word} ...${{ news, side, isOpen, w }} />
  </section>`;
}
