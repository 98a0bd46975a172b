// @ts-check
import { useState } from "../vendor/htm-preact.js";

const START_PX = 8; // less is a tap

/** The chair under a pointer. @param {PointerEvent} event */
function seatAt(event) {
  const element = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-seat]");
  return element instanceof HTMLElement ? Number(element.dataset.seat) : null;
}

/**
 * Dragging one chair onto another with a mouse or pen.
 * @param {boolean} allowed
 * @param {(from: number, to: number) => void} onDrop
 */
export function useDrag(allowed, onDrop) {
  const [drag, setDrag] = useState(
    /** @type {{from: number | null, over: number | null}} */ ({ from: null, over: null }),
  );
  const none = { from: null, over: null };

  /** @param {number} seat */
  const handlers = (seat) =>
    allowed ? { onPointerDown: (/** @type {PointerEvent} */ event) => begin(event, seat) } : {};

  /** @param {PointerEvent} event @param {number} seat */
  function begin(event, seat) {
    if (event.button !== 0 || /** @type {Element} */ (event.target).closest("button, select, input")) return;
    if (event.pointerType === "touch") return; // a finger scrolls; on phones the chair's menu exchanges seats
    const chair = /** @type {HTMLElement} */ (event.currentTarget);
    const [x, y] = [event.clientX, event.clientY];
    let moved = false;
    const move = (/** @type {PointerEvent} */ at) => {
      moved ||= Math.hypot(at.clientX - x, at.clientY - y) > START_PX;
      if (moved) setDrag({ from: seat, over: seatAt(at) });
    };
    const stop = (/** @type {PointerEvent} */ at) => {
      chair.removeEventListener("pointermove", move);
      chair.removeEventListener("pointerup", stop);
      chair.removeEventListener("pointercancel", stop);
      const target = moved && at.type === "pointerup" ? seatAt(at) : null;
      setDrag(none);
      if (target !== null && target !== seat) onDrop(seat, target);
    };
    chair.setPointerCapture(event.pointerId);
    chair.addEventListener("pointermove", move);
    chair.addEventListener("pointerup", stop);
    chair.addEventListener("pointercancel", stop);
  }

  return { ...drag, handlers };
}
