// @ts-check
/** Where the cards of a hand lie (table-ux: hand geometry). No DOM. */

/** @typedef {"tight"|"phone"|"low"|"tablet"|"desk"} Mode */
/**
 * @typedef {{rows: number, per: number, pitch: number, w: number, h: number, rowH: number, lines: number[][],
 *   steps: number[]}} Layout
 */

const GAP = 6;
const INDEX_STEP = 12;
const COVERED = 22; // what is seen of a covered card at most, and of large ones a share
const COVERED_SHARE = 0.26;
const AIR = 6; // between columns that have room
const DEALT = 10; // columns from which on a hand counts as a whole one
const SMALL = 38;
const EASY = 44; // a finger meets it: before cards are smaller than that they cover more of each other

/**
 * The widest card by mode: in a whole hand, and in what is left of one.
 * @type {Record<Mode, [number, number]>}
 */
const WIDEST = { tight: [56, 62], phone: [56, 70], low: [70, 78], tablet: [84, 100], desk: [120, 120] };
/** @type {Record<Mode, number>} */
const MOST_ROWS = { tight: 2, phone: 2, low: 1, tablet: 2, desk: 2 };

/** @param {number} low @param {number} value @param {number} high */
const clamp = (low, value, high) => Math.max(low, Math.min(value, high));

/**
 * How wide cards may be in a number of rows. It grows with every card that leaves the hand: there are
 * never more columns then, nor taller ones.
 * @param {number} rows @param {number} widest @param {number} width @param {number} area @param {number[]}
 *   counts
 */
function widthIn(rows, widest, width, area, counts) {
  const pitch = width / Math.max(1, Math.ceil(counts.length / rows));
  const covered = INDEX_STEP * (Math.max(1, ...counts) - 1);
  const tall = ((area - GAP * (rows - 1)) / rows - covered) / 1.4;
  return Math.max(Math.min(widest, pitch - 2, Math.max(tall, EASY)), Math.min(SMALL, pitch + 8));
}

/**
 * @param {Mode} mode @param {number} width  of the hand, without padding @param {number} area  its height
 * @param {number[]} counts  cards of each column, in order @returns {Layout}
 */
export function layout(mode, width, area, counts) {
  const widest = WIDEST[mode][counts.length < DEALT ? 1 : 0];
  const ways = Array.from({ length: MOST_ROWS[mode] }, (_, i) => widthIn(i + 1, widest, width, area, counts));
  const rows = 1 + ways.indexOf(Math.max(...ways));
  const per = Math.max(1, Math.ceil(counts.length / rows));
  const pitch = Math.min(widest + AIR, width / per);
  const rowH = (area - GAP * (rows - 1)) / rows;
  const w = Math.round(ways[rows - 1]);
  const h = Math.round(Math.min(1.4 * w, rowH));
  const lines = Array.from({ length: rows }, (_, row) =>
    counts.map((_, i) => i).slice(row * per, (row + 1) * per),
  );
  const steps = lines.map((line) => {
    const tallest = Math.max(1, ...line.map((i) => counts[i]));
    const most = Math.max(COVERED, COVERED_SHARE * w);
    return tallest > 1 ? Math.max(1, Math.min(most, (rowH - h) / (tallest - 1))) : most;
  });
  return { rows, per, pitch, w, h, rowH, lines, steps };
}

/** Whether covered cards show their index. @param {number} step */
export const showsIndex = (step) => step >= INDEX_STEP;

/**
 * How many cards a drag inside a column takes.
 * @param {number} dy px upwards
 * @param {number} start
 * @param {number} step
 * @param {number} count
 */
export const dragged = (dy, start, step, count) =>
  clamp(0, start + Math.round(dy / Math.max(step, 14)), count);
