// @ts-check
/** Fingers, pens and mice on the hand: tap, number by dragging, long press, carrying to the table. */
import { useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { dragged } from "./geometry.js";
import { chosen, take } from "./select.js";
import { buzz } from "../table/sound.js";

const SLOP = 10;
const LONG_MS = 350;
const DOUBLE_MS = 300;
const CARRY = 48;

/**
 * A finger that is down: on which column and card, where, and what was selected before.
 * @typedef {{column: import("./cards.js").Column, front: number, x: number, y: number, top: number, timer:
 *   number,
 * mode: "press" | "long" | "carry" | "count", start: import("./cards.js").Bag, on: boolean, number: number,
 * last?: number}} Press
 * @typedef {PointerEvent & {target: HTMLElement, currentTarget: HTMLElement}} Touched
 */

/**
 * @param {{columns: import("./cards.js").Column[], stepOf: (key: string) => number, selected:
 *   import("./cards.js").Bag, double: boolean,
 *   onSelect: (bag: import("./cards.js").Bag) => void, onTap: (column: import("./cards.js").Column) => void,
 *   onPlay: () => void, onStepper: (key: string) => void}} use
 */
export function useGestures(use) {
  const now = useRef(use);
  now.current = use;
  const held = useRef(/** @type {Press | null} */ (null));
  const lastTap = useRef({ key: "", at: 0 });
  const [carried, setCarried] = useState(/** @type {{x: number, y: number}|null} */ (null));
  useEffect(() => () => clearTimeout(held.current?.timer), []);

  const end = () => {
    clearTimeout(held.current?.timer);
    held.current = null;
    setCarried(null);
  };

  const onPointerDown = (/** @type {Touched} */ event) => {
    const element = /** @type {HTMLElement | null} */ (event.target.closest(".column"));
    const column = element && now.current.columns.find((one) => one.key === element.dataset.key);
    if (!column || event.button !== 0 || !event.isPrimary) return;
    const card = /** @type {HTMLElement | null} */ (event.target.closest(".held"));
    const front = card ? column.cards.length - Number(card.dataset.at) : 1;
    const { selected } = now.current;
    const press = /** @type {Press} */ ({
      column,
      front,
      x: event.clientX,
      y: event.clientY,
      mode: "press",
      start: selected,
      on: card?.dataset.selected === "true",
      number: chosen(selected, column),
      top: event.currentTarget.getBoundingClientRect().top,
      timer: 0,
    });
    press.timer = window.setTimeout(() => {
      press.mode = "long";
      now.current.onStepper(column.key);
    }, LONG_MS);
    held.current = press;
    event.currentTarget.setPointerCapture(event.pointerId);
  };

  const onPointerMove = (/** @type {Touched} */ event) => {
    const press = held.current;
    if (!press || press.mode === "long") return;
    const [dx, dy] = [event.clientX - press.x, press.y - event.clientY];
    if (press.mode === "press") {
      if (Math.hypot(dx, dy) < SLOP) return;
      clearTimeout(press.timer);
      press.mode = press.on && dy > -Math.abs(dx) ? "carry" : "count";
    }
    if (press.mode === "count" && event.clientY < press.top) {
      press.mode = "carry";
      if (press.number) now.current.onSelect(press.start);
    }
    if (press.mode === "carry") setCarried({ x: event.clientX, y: event.clientY });
    else count(press, dy);
  };

  const count = (/** @type {Press} */ press, /** @type {number} */ dy) => {
    const n = dragged(dy, press.number, now.current.stepOf(press.column.key), press.column.cards.length);
    if (n === press.last || (press.last === undefined && n === press.number)) return;
    press.last = n;
    buzz(5);
    now.current.onSelect(take(press.start, press.column, n));
  };

  const onPointerUp = (/** @type {Touched} */ event) => {
    const press = held.current;
    end();
    if (press?.mode === "carry" && event.clientY < press.top - CARRY) now.current.onPlay();
    if (press?.mode === "press") tapped(press);
  };

  const tapped = (/** @type {Press} */ press) => {
    const { column, front, start, number } = press;
    const again = lastTap.current.key === column.key && performance.now() - lastTap.current.at < DOUBLE_MS;
    lastTap.current = { key: column.key, at: performance.now() };
    if (again && now.current.double) now.current.onPlay();
    else if (front < 2) now.current.onTap(column);
    else now.current.onSelect(take(start, column, number === front ? 0 : front));
  };

  /** Pressed by something that is no pointer: a screen reader. */
  const onClick = (/** @type {Touched} */ event) => {
    const column =
      event.detail === 0 &&
      now.current.columns.find(
        (one) => one.key === /** @type {HTMLElement | null} */ (event.target.closest(".column"))?.dataset.key,
      );
    if (column) now.current.onTap(column);
  };

  return { carried, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: end, onClick } };
}
