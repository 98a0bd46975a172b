// @ts-check
/** Values of a view or an event as text. No DOM. */
import { dot, num } from "../texts.js";

/** @param {unknown} value @returns {string} */
export function written(value) {
  if (value === null || value === undefined) return "?";
  if (typeof value === "number") return num(value);
  if (Array.isArray(value))
    return value.map((part) => (Array.isArray(part) ? `(${written(part)})` : written(part))).join(" ") || "–";
  if (typeof value === "object") return facts(/** @type {Record<string, unknown>} */ (value)) || "–";
  return String(value);
}

/** Named values in a row. @param {Record<string, unknown>} named */
export const facts = (named) =>
  Object.entries(named)
    .map(([name, value]) => `${name} ${written(value)}`)
    .join(dot());
