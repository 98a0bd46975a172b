// @ts-check
/** @import { GamePack } from "paiju/page" */
/**
 * Where the browser finds what it must know of a game; who stands outside a game's folder asks here. A game
 * that is not here comes from another package: the server has the files of its folder from there, and where
 * there are none the plain ones, which show its view as text and what it offers as buttons.
 */
import { allTexts, has, t } from "./texts.js";

/** @type {Record<string, GamePack>} */
const GAMES = {
  baohuang: {
    board: () => import("./baohuang/board.js"),
    settle: () => import("./baohuang/settle.js"),
    review: () => import("./baohuang/review.js"),
    styles: ["baohuang"],
    idle: ["window_ms"],
  },
  paohuzi: {
    board: () => import("./paohuzi/board.js"),
    settle: () => import("./paohuzi/settle.js"),
    review: () => import("./paohuzi/review.js"),
    styles: ["paohuzi"],
    idle: [],
  },
};

/** @param {string} name @returns {GamePack} */
const brought = (name) => ({
  board: () => import(`./${name}/board.js`),
  settle: () => import(`./${name}/settle.js`),
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
 * What is called by a game's own text where it has one, else by its title.
 * @param {string} key
 * @param {string} game
 */
export const ownText = (key, game) => (has(key) ? t(key) : t(`${TITLE}${game}`));
