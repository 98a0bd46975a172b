// @ts-check
/** Card faces from the sprite `cards.svg`, and how cards are named aloud. */
import { html } from "./vendor/htm-preact.js";
import { onPrefs, prefs, usePrefs } from "./prefs.js";
import { has, lang, t } from "./texts.js";

const CARD_RATIO = 1.4;
const TILE_RATIO = 1.7;
const LETTERED = new Set(["b", "B", "r", "R", "L"]); // drawn with characters for Chinese, else with letters
const RED_TILES = new Set(["2", "7", "10"]);

/**
 * The sprite becomes a part of the page once: a browser would ask the server again for every face that it draws
 * from a file.
 */
async function placeSprite() {
  const answer = await fetch(new URL("cards.svg", import.meta.url));
  const sprite = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  sprite.setAttribute("class", "sprite");
  sprite.setAttribute("aria-hidden", "true");
  document.body.prepend(document.importNode(sprite, true));
}
placeSprite().catch(() => {}); // without it cards are blank, but named

/** Four colours for four suits, where the device wants them. @param {{four_colour: boolean}} wish */
function paintSuits({ four_colour: four }) {
  const page = document.documentElement.style;
  for (const [name, colour] of [["--suit-d", "--blue"], ["--suit-c", "--green"]]) {
    if (four) page.setProperty(name, `var(${colour})`);
    else page.removeProperty(name);
  }
}
paintSuits(prefs());
onPrefs(paintSuits);

/** @typedef {{w?: number, label?: string, class?: string} & Record<string, any>} Look  width in CSS px */

/** @param {string} id @param {number} ratio @param {Look} look */
function face(id, ratio, { w = 48, label, class: extra = "", ...rest }) {
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return html`<svg class=${`art ${extra}`} width=${w} height=${Math.round(ratio * w)} viewBox=${`0 0 100 ${100 * ratio}`}
    display="block" focusable="false" ...${named} ...${rest}><use href=${`#${id}`} /></svg>`;
}

/**
 * A Bao Huang card by its code (`9`, `9s`, `b` …), its back for null. Nothing is spoken without `label`.
 * @param {Look & {code: string | null}} props
 */
export function Card({ code, ...look }) {
  const id = !code ? "back" : LETTERED.has(code) && lang() !== "zh" ? `${code}-latin` : code;
  return face(id, CARD_RATIO, look);
}

/**
 * A Paohuzi card by its code (`s1` … `b10`), its back for null; with digits where the device wants them.
 * @param {Look & {code: string | null}} props
 */
export function Tile({ code, ...look }) {
  const { digits } = usePrefs();
  const shown = digits === "on" || (digits === "auto" && lang() !== "zh");
  return face(!code ? "tile-back" : shown ? `${code}-digits` : code, TILE_RATIO, look);
}

/** A face-down card of either game. @param {Look & {tile?: boolean}} props */
export function Back({ tile = false, ...look }) {
  return face(tile ? "tile-back" : "back", tile ? TILE_RATIO : CARD_RATIO, look);
}

/** What a card is called, without its suit where it has none; face-down cards are never named. @param {string | null} code */
export function cardName(code) {
  if (!code) return t("web.card.back");
  const whole = `web.card.${code}`;
  if (has(whole)) return RED_TILES.has(code.slice(1)) ? t("web.card.red", { card: t(whole) }) : t(whole);
  return t("web.card.suited", { rank: t(`web.card.${code[0]}`), suit: t(`web.card.suit.${code[1]}`) });
}
