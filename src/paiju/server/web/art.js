// @ts-check
/** Card faces from the sprites `cards.svg` and `tiles.svg`, and how cards are named aloud. */
import { html } from "./vendor/htm-preact.js";
import { file } from "./modules.js";
import { nextTask } from "./motion.js";
import { onPrefs, prefs, usePrefs } from "./prefs.js";
import { has, lang, t } from "./texts.js";

const CARD_RATIO = 1.4;
const TILE_RATIO = 1.7;
const LETTERED = new Set(["b", "B", "r", "R", "L"]); // drawn with characters for Chinese, else with letters
const RED_TILES = new Set(["2", "7", "10"]);

/** @type {Set<string>} */
const placed = new Set();

/**
 * A game's sprite becomes a part of the page when its first card is drawn, once: a browser would ask the
 * server again
 * for every face that it draws from a file.
 * @param {string} name
 */
function need(name) {
  if (placed.has(name)) return;
  placed.add(name);
  placeSprite(name).catch(() => placed.delete(name)); // without it cards are blank, but named
}

/**
 * Puts the parts of faces in the place of what refers to them, once: a browser would lay out a tree of its
 * own for each, in every card it draws, which is half of the work of laying a card.
 * @param {Element} whole  what is made flat
 * @param {Map<string | null, Element>} parts  by what refers to them
 */
function flatten(whole, parts) {
  for (const use of whole.querySelectorAll("use")) {
    const part = parts.get(use.getAttribute("href"));
    if (!part) continue;
    flatten(part, parts);
    const own = [...use.attributes].filter(({ name }) => name !== "href");
    const copy = /** @type {Element} */ (part.cloneNode(true));
    for (const named of [copy, ...copy.querySelectorAll("[id]")]) named.removeAttribute("id");
    const clash = own.some(({ name }) => part.hasAttribute(name)); // then the part needs a place around it
    const placed = clash ? document.createElementNS(use.namespaceURI, "g") : copy;
    for (const { name, value } of own) placed.setAttribute(name, value);
    if (clash) placed.append(copy);
    use.replaceWith(placed);
  }
}

/** In several tasks, for each takes its time. @param {string} name */
async function placeSprite(name) {
  const answer = await fetch(file(name));
  const box = document.createElement("template");
  box.innerHTML = await answer.text();
  const sprite = /** @type {Element} */ (box.content.firstElementChild);
  await nextTask();
  flatten(sprite, new Map([...sprite.querySelectorAll("[id]")].map((part) => [`#${part.id}`, part])));
  await nextTask();
  sprite.setAttribute("class", "sprite");
  sprite.setAttribute("aria-hidden", "true");
  document.body.prepend(sprite);
}

export const BACKS = /** @type {const} */ (["lattice", "waves", "rosette"]);

/** What makes a back look like that; the first is what the sprite shows by itself. @param {string} back */
export const backLook = (back) => ({
  "--lattice": back === BACKS[0] ? "inline" : "none",
  ...Object.fromEntries(BACKS.slice(1).map((one) => [`--${one}`, one === back ? "inline" : "none"])),
});

/**
 * How cards look on this device: four colours for four suits, large ranks for pictures, a paper for backs.
 * @param {{four_colour: boolean, large_ranks: boolean, back: string}} wish
 */
function dress({ four_colour: four, large_ranks: large, back }) {
  const looks = {
    "--suit-d": four ? "var(--blue)" : "",
    "--suit-c": four ? "var(--green)" : "",
    "--picture": large ? "none" : "",
    "--large": large ? "inline" : "",
    ...backLook(back),
  };
  for (const [name, look] of Object.entries(looks)) document.documentElement.style.setProperty(name, look);
}
dress(prefs());
onPrefs(dress);

/** @typedef {{w?: number, label?: string, class?: string} & Record<string, unknown>} Look  width in CSS px */

/** @param {string} id @param {number} ratio @param {Look} look */
function face(id, ratio, { w = 48, label, class: extra = "", ...rest }) {
  need(ratio === CARD_RATIO ? "cards.svg" : "tiles.svg");
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return html`<svg class=${`art ${extra}`} width=${w} height=${Math.round(ratio * w)}
      viewBox=${`0 0 100 ${100 * ratio}`}
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

const CHARACTERS = /** @type {Record<string, string>} */ ({ b: "小", B: "卫", r: "大", R: "皇", L: "老" });
const LETTERS = /** @type {Record<string, string>} */ ({ b: "star", B: "G", r: "star", R: "E", L: "L" });
const SIGNS = /** @type {Record<string, string>} */ ({ B: "shield", R: "crown" });
const GRID = 200; // outlines of the sprite fill a square of this side, its own shapes one of 100
const TOP = 40; // height of a face's own index where the card is 100 wide

/**
 * One of the sprite's outlines or shapes: its size, and where its corner lies.
 * @param {string} id
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {boolean} [hollow]
 */
function part(id, x, y, size, hollow = false) {
  const paint = hollow
    ? { fill: "none", stroke: "currentColor", "stroke-width": 9, "stroke-linejoin": "round" }
    : { fill: "currentColor" };
  return html`<use href=${`#${id}`} ...${paint}
      transform=${`translate(${x} ${y}) scale(${size / (id.endsWith("-shape") ? 100 : GRID)})`} />`;
}

/**
 * The visible strip of a covered Bao Huang card: the index of its face, drawn, so that no device's letters
 * decide its size.
 * @param {{code: string, room: number}} props  the height of what is seen of a card that is 100 px wide
 */
export function Index({ code, room }) {
  const [key, suit] = code;
  const chinese = lang() === "zh";
  const scale = Math.min(TOP, 0.74 * room) / TOP;
  const y = Math.min(10, (room - TOP * scale) / 2);
  const letter = CHARACTERS[key] ? LETTERS[key] : key;
  const first =
    CHARACTERS[key] && chinese
      ? part(`u${CHARACTERS[key].codePointAt(0)?.toString(16)}`, -3, -4, TOP + 8)
      : letter === "star"
        ? part("star-shape", 0, 0, TOP, key === "b")
        : part(`i${letter}`, 0, 0, TOP);
  const second = suit ?? SIGNS[key];
  return html`<svg class="index" width="84" height=${TOP} aria-hidden="true" focusable="false"
      style=${{ transform: `translate(9px, ${y}px) scale(${scale})` }}
      data-colour=${/^[rR]|[hd]$/.test(code) ? "red" : key === "L" ? "gold" : "black"} data-suit=${suit}>
    ${first}${second && part(`${second}-shape`, 53, 3, 31)}
  </svg>`;
}

/**
 * What a card is called, without its suit where it has none; face-down cards are never named.
 * @param {string | null} code
 */
export function cardName(code) {
  if (!code) return t("web.card.back");
  const whole = `web.card.${code}`;
  if (has(whole)) return RED_TILES.has(code.slice(1)) ? t("web.card.red", { card: t(whole) }) : t(whole);
  return t("web.card.suited", { rank: t(`web.card.${code[0]}`), suit: t(`web.card.suit.${code[1]}`) });
}
