// @ts-check
/** @import { GameInfo, GamePack } from "paiju/page" */
/**
 * Where the browser finds what it must know of a game; who stands outside a game's folder asks here. A game
 * that is not here comes from another package: the server has the files of its folder from there, and where
 * there are none the plain ones, which show its view as text and what it offers as buttons.
 */
import { api } from "./net.js";
import { allTexts, has, lang, t, worded } from "./texts.js";

/** @type {Record<string, GamePack>} */
const GAMES = {
  baohuang: {
    board: () => worded(import("./baohuang/board.js"), "table", "baohuang"),
    settle: () => worded(import("./baohuang/settle.js"), "table", "settle", "baohuang"),
    review: () => worded(import("./baohuang/review.js"), "table", "review", "baohuang"),
    styles: ["baohuang"],
    idle: ["window_ms"],
  },
  paohuzi: {
    board: () => worded(import("./paohuzi/board.js"), "table", "paohuzi"),
    settle: () => worded(import("./paohuzi/settle.js"), "table", "settle", "paohuzi"),
    review: () => worded(import("./paohuzi/review.js"), "table", "review", "paohuzi"),
    styles: ["paohuzi"],
    idle: [],
  },
};

/** @param {string} name @returns {GamePack} */
const brought = (name) => ({
  board: () => worded(import(`./${name}/board.js`), "table"),
  settle: () => worded(import(`./${name}/settle.js`), "table", "settle"),
  styles: [name],
  idle: ["window_ms", "counter"],
});

const TITLE = "web.game.";

/** @param {string} name */
export const gameOf = (name) => (Object.hasOwn(GAMES, name) ? GAMES[name] : brought(name));

/** All games that the server knows: each has a title. */
export const games = () =>
  Object.keys(allTexts())
    .filter((key) => key.startsWith(TITLE))
    .map((key) => key.slice(TITLE.length));

/**
 * A game's own text where it has one, else its title.
 * @param {string} key
 * @param {string} game
 */
export const ownText = (key, game) => (has(key) ? t(key) : t(`${TITLE}${game}`));

/** @type {Map<string, Promise<GameInfo>>} */
const known = new Map();

/** The description of a game in the current language. @param {string} game @returns {Promise<GameInfo>} */
export function describe(game) {
  const key = `${game}/${lang()}`;
  const held = known.get(key);
  if (held) return held;
  const asked = api("GET", `/api/games/${encodeURIComponent(game)}?lang=${lang()}`);
  asked.catch(() => known.delete(key));
  known.set(key, asked);
  return asked;
}
