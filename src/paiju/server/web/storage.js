// @ts-check
/**
 * Values that this browser stores for the next page, on the device or in a tab. Where it stores nothing
 * (private windows, blocked cookies, full devices), everything is as on a first visit.
 */

/** @typedef {"device" | "tab"} Where */

/** A getter, for the store itself may be denied. @param {Where} where */
const store = (where) => (where === "tab" ? sessionStorage : localStorage);

/**
 * The value stored in a place; `otherwise` if there is none, or one of another kind.
 * @template T
 * @param {string} place
 * @param {T} otherwise
 * @param {Where} [where]
 * @returns {T}
 */
export function recall(place, otherwise, where = "device") {
  try {
    const found = JSON.parse(store(where).getItem(place) ?? "null");
    return kind(found) === kind(otherwise) ? found : otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {unknown} value */
const kind = (value) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

/**
 * Keeps a value; undefined clears the place.
 * @param {string} place
 * @param {unknown} value
 * @param {Where} [where]
 * @returns {boolean} whether it is stored
 */
export function keep(place, value, where = "device") {
  try {
    if (value === undefined) store(where).removeItem(place);
    else store(where).setItem(place, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** The places that begin so. @param {string} start */
export function places(start) {
  try {
    return Object.keys(localStorage).filter((place) => place.startsWith(start));
  } catch {
    return [];
  }
}
