// @ts-check
/** @import { Sheet } from "./paper.js" */
/** Masks of the roles of opera, for players that are programs: the stronger, the more is painted. */
import { leaf, o } from "./paper.js";

const FACE = "M50 6C78 6 88 28 85 52C82 78 66 98 50 98z";
const INNER = "M50 10C74 10 84 30 81 52C78 74 64 94 50 94z";

/** @type {Record<string, Sheet>} */
export const MASKS = {
  chou: [
    ["i", FACE + leaf(50, 14, 58, 0, 5)],
    ["c", INNER],
    ["p", leaf(50, 12, 80, 30, 6, 10)],
    ["c", o(50, 54, 22, 17)],
    ["i", "M56 44h14v4H56zM58 51h9v5h-9z" + leaf(50, 68, 58, 62, 2) + leaf(50, 80, 62, 74, 3, 1)],
    ["r", o(74, 66, 7) + o(50, 60, 5)],
  ],
  mo: [
    ["i", FACE],
    ["c", INNER],
    ["i", "M50 6C78 4 88 18 86 34C74 26 62 25 50 25z"],
    ["p", "M50 8C70 8 80 16 81 25C70 20 60 19 50 19z"],
    ["i", leaf(56, 44, 76, 38, 2.6) + leaf(57, 53, 72, 51, 3.4) + leaf(50, 66, 56, 60, 1.6)],
    ["r", o(50, 14, 4) + leaf(50, 76, 57, 75, 2)],
    ["p", "M50 71C60 68 72 72 84 62C84 84 70 100 50 100z"],
    ["c", leaf(56, 76, 58, 98, 1.4) + leaf(64, 76, 68, 94, 1.4) + leaf(72, 74, 77, 86, 1.4)],
  ],
  dan: [
    ["i", "M50 2C84 0 96 26 90 56C90 72 86 84 78 92C82 74 82 60 80 46C72 40 62 38 50 24z"],
    ["c", "M50 24C60 36 70 40 79 46C82 74 66 96 50 96z"],
    ["p", o(58, 10, 7) + o(72, 15, 6) + o(83, 26, 5)],
    ["c", o(58, 10, 2.6) + o(72, 15, 2.2) + o(83, 26, 2)],
    ["r", leaf(58, 56, 77, 48, 9, 7) + leaf(50, 84, 58, 82, 3.4)],
    ["i", leaf(57, 47, 76, 40, 1.6) + leaf(57, 56, 73, 50, 3) + leaf(50, 72, 54, 68, 1.2)],
  ],
  sheng: [
    ["i", FACE + leaf(80, 24, 100, 12, 7)],
    ["c", INNER],
    ["p", "M50 2C78 2 90 16 87 34C76 30 62 29 50 29z" + leaf(82, 24, 97, 14, 4)],
    ["c", o(50, 16, 6) + leaf(62, 22, 82, 26, 2)],
    ["r", o(50, 16, 3) + leaf(50, 46, 50, 30, 4) + leaf(60, 60, 80, 52, 8, 5) + leaf(50, 84, 58, 83, 2.6)],
    ["i", leaf(55, 50, 79, 36, 2.8) + leaf(57, 57, 74, 50, 3.4) + leaf(50, 72, 55, 68, 1.4)],
  ],
  jing: [
    ["i", FACE],
    ["c", INNER],
    ["p", "M50 10C74 10 84 30 81 52C74 44 66 36 56 40L50 34z"],
    ["c", leaf(50, 32, 50, 12, 5) + leaf(60, 32, 76, 22, 3)],
    ["i", "M54 50C62 38 76 38 80 52C74 62 62 64 55 58z"],
    ["c", leaf(60, 54, 75, 49, 4)],
    ["i", o(67, 52, 2.2)],
    ["p", "M50 58C58 64 62 72 74 70C70 84 60 93 50 94z"],
    ["c", leaf(50, 62, 54, 72, 2.4) + leaf(50, 84, 64, 78, 3.4, 1.2) + leaf(66, 74, 74, 72, 1.6)],
    ["r", leaf(50, 28, 50, 16, 2.4) + leaf(50, 84, 60, 81, 1.6)],
  ],
};

/** The mask of a bot's level. @type {Record<string, keyof typeof MASKS>} */
export const ROLES = {
  random: "chou",
  easy: "chou",
  greedy: "mo",
  normal: "mo",
  bold: "jing",
  careful: "sheng",
  outspoken: "chou",
  secretive: "dan",
  tidy: "mo",
  heuristic: "dan",
  hard: "sheng",
  master: "jing",
};
