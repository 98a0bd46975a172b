// @ts-check
/** Small drawings: the upper part of a card, and sets as they lie on the table, one card below the other. */
import { Tile, cardName } from "../art.js";
import { list, t } from "../texts.js";
import { html } from "../vendor/htm-preact.js";

/** @typedef {{kind: string, cards: (string | null)[], up: boolean}} Meld */

const BACKS = /** @type {Record<string, number>} */ ({ U3: 2, S3: 2, U4: 3 });

/**
 * The upper part of a card, nearly square; a back without `code`.
 * @param {{code?: string | null, class?: string}} props
 */
export const Chip = ({ code = null, class: extra = "" }) =>
  html`<span class=${`pz-chip ${extra}`}><${Tile} code=${code} w=${40} /></span>`;

/** Cards in words, without their colour. @param {readonly (string | null)[]} cards */
export const named = (cards) => list(cards.map((code) => (code ? t(`web.card.${code}`) : cardName(null))));

/**
 * A set on the table. What lies face down is a back; its owner sees it under a veil.
 * @param {{meld: Meld}} props
 */
export function TableSet({ meld: { kind, cards, up } }) {
  const veiled = kind === "U3" && !up && cards[0] !== null;
  const backs = veiled || cards[0] === null ? 0 : (BACKS[kind] ?? 0);
  const spoken = named(kind === "Q" || kind === "X" ? cards : cards.slice(-1));
  return html`<span class=${veiled ? "pz-set pz-veiled" : "pz-set"} role="img"
      style=${{ "--n": cards.length }}
    aria-label=${t("web.paohuzi.set", { name: t(`web.paohuzi.kind.${kind}`), cards: spoken })}>
    ${cards.map((code, at) => html`<${Chip} code=${at < backs ? null : code} />`)}
  </span>`;
}

/** Sets laid with one claim, 比 joined by a plus. @param {{sets: readonly string[][]}} props */
export const Sets = ({ sets }) =>
  sets.map(
    (cards, at) => html`${at > 0 && html`<b class="pz-plus" aria-hidden="true">+</b>`}
  <span class="pz-set" style=${{ "--n": cards.length }}>${cards.map((code) => html`<${Chip} code=${code} />`)}
  </span>`,
  );

const FORFEIT_RULE = "PZ M16";

/**
 * The own forfeited cards, by what they forbid; a press explains the rule.
 * @param {{forfeited: {pong: string[], eat: string[]}, onRule: (rule: string) => void}} props
 */
export function Forfeits({ forfeited: { pong, eat }, onRule }) {
  const parts = {
    both: pong.filter((code) => eat.includes(code)),
    pong: pong.filter((code) => !eat.includes(code)),
    eat: eat.filter((code) => !pong.includes(code)),
  };
  return Object.entries(parts).map(
    ([kind, cards]) =>
      cards.length > 0 &&
      html`<button type="button" class="pz-forfeited" data-spot="smelled" key=${kind}
    onClick=${() => onRule(FORFEIT_RULE)}
    aria-label=${t(`web.paohuzi.smelled.${kind}.named`, { cards: named(cards) })}>
    <i>${t(`web.paohuzi.smelled.${kind}`)}</i>${cards.map((code) => html`<${Chip} code=${code} />`)}
      </button>`,
  );
}
