// @ts-check
/** Where the cards of a hand lie (table-ux: hand geometry). No DOM. */

/** @typedef {"tight"|"phone"|"low"|"tablet"|"desk"} Mode */
/** @typedef {{rows: number, per: number, pitch: number, w: number, h: number, rowH: number, lines: number[][], steps: number[]}} Layout */

const GAP = 6;
const INDEX_STEP = 12;

/** Sizes by mode: widest pitch and card. @type {Record<Mode, {pitch: number, w: number}>} */
const LIMITS = {
  tight: { pitch: 62, w: 56 },
  phone: { pitch: 62, w: 56 },
  low: { pitch: 62, w: 56 },
  tablet: { pitch: 62, w: 56 },
  desk: { pitch: 72, w: 64 },
};

/** @param {number} low @param {number} value @param {number} high */
const clamp = (low, value, high) => Math.max(low, Math.min(value, high));

/** Rows of columns. @param {Mode} mode @param {number} count @param {number} width */
function rowsFor(mode, count, width) {
  if (mode === "low" || mode === "desk") return 1;
  if (mode === "tablet") return width / count < 40 ? 2 : 1;
  return count <= 9 ? 1 : 2;
}

/**
 * @param {Mode} mode @param {number} width  of the hand, without padding @param {number} area  its height
 * @param {number[]} counts  cards of each column, in order @returns {Layout}
 */
export function layout(mode, width, area, counts) {
  const count = Math.max(1, counts.length);
  const rows = rowsFor(mode, count, width);
  const per = Math.ceil(count / rows);
  const limit = LIMITS[mode];
  const pitch = Math.min(limit.pitch, width / per);
  const rowH = (area - GAP * (rows - 1)) / rows;
  const w = Math.round(clamp(Math.min(38, pitch + 8), pitch - 2, limit.w));
  const h = Math.round(Math.min(1.4 * w, rowH));
  const lines = Array.from({ length: rows }, (_, row) =>
    counts.map((_, i) => i).slice(row * per, (row + 1) * per),
  );
  const steps = lines.map((line) => {
    const tallest = Math.max(1, ...line.map((i) => counts[i]));
    return tallest > 1 ? Math.max(1, Math.min(22, (rowH - h) / (tallest - 1))) : 22;
  });
  return { rows, per, pitch, w, h, rowH, lines, steps };
}

/** Whether covered cards show their index. @param {number} step */
export const showsIndex = (step) => step >= INDEX_STEP;

/** How many cards a drag inside a column takes. @param {number} dy px upwards @param {number} start @param {number} step @param {number} count */
export const dragged = (dy, start, step, count) => clamp(0, start + Math.round(dy / Math.max(step, 14)), count);
