// @ts-check
/** Shows on the table what is spoken of: a frame round it, and an arrow over it. */
import { html, useEffect, useRef } from "../vendor/htm-preact.js";

const LOOK_MS = 160; // what is pointed at comes and goes with the table
const OVER_PX = 30;

/**
 * What an action is done with, as far as the table shows it now: its button, or the cards to be chosen.
 * @param {string} action
 */
export function placesOf(action) {
  const exact = document.querySelectorAll(`#table [data-action="${CSS.escape(action)}"]`);
  if (exact.length) return [...exact];
  const [, ...codes] = action.split(" ");
  return [...new Set(codes)].flatMap((code) => {
    const cards = `#hand .column[data-key="${CSS.escape(code[0])}"],
      .pz-card[data-card="${CSS.escape(code)}"]:not(.pz-locked)`;
    return [...document.querySelectorAll(cards)].slice(-1);
  });
}

/** A place of the table by its name, or cards of the hand: `show B`. @param {string} spot */
export const spotsOf = (spot) =>
  spot.includes(" ")
    ? placesOf(spot)
    : [...document.querySelectorAll(`#table [data-spot="${CSS.escape(spot)}"]`)];

/**
 * An arrow over what `find` finds, which is framed as well.
 * @param {{find: () => Element[]}} props
 */
export function Pointer({ find }) {
  const arrow = useRef(/** @type {HTMLElement | null} */ (null));
  const now = useRef(find);
  now.current = find;
  useEffect(() => {
    /** @type {Set<Element>} */
    let framed = new Set();
    const look = () => {
      const found = new Set(now.current());
      for (const element of framed) if (!found.has(element)) element.removeAttribute("data-guide");
      for (const element of found) element.setAttribute("data-guide", "");
      framed = found;
      point(arrow.current, [...found]);
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => {
      clearInterval(timer);
      for (const element of framed) element.removeAttribute("data-guide");
    };
  }, []);
  return html`<i class="guide-arrow" hidden aria-hidden="true" ref=${arrow}></i>`;
}

/**
 * Of several places the first that is displayed and not chosen yet: between two of them lies another one.
 * @template {Pick<Element, "getAttribute" | "getBoundingClientRect">} T
 * @param {T[]} found
 * @returns {T | undefined}
 */
export function first(found) {
  const shown = found.filter((element) => element.getBoundingClientRect().width > 0);
  return shown.find((element) => element.getAttribute("aria-pressed") !== "true") ?? shown[0];
}

/** @param {HTMLElement | null} arrow @param {Element[]} found */
function point(arrow, found) {
  if (!arrow) return;
  const box = first(found)?.getBoundingClientRect();
  arrow.hidden = !box;
  if (!box) return;
  arrow.style.left = `${Math.round((box.left + box.right) / 2)}px`;
  arrow.style.top = `${Math.round(Math.max(0, box.top - OVER_PX))}px`;
}
