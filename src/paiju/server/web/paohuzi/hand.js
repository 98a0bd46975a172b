// @ts-check
/** The own hand: columns that can be carried about, a tap to choose, a pull upwards to throw. */
import { Tile, cardName } from "../art.js";
import { t } from "../texts.js";
import { CARD_MS } from "../table/dealing.js";
import { useSize, useUnfolded } from "../table/frame.js";
import { Icon } from "../ui/ui.js";
import { html, useRef, useState } from "../vendor/htm-preact.js";

/** @typedef {import("./columns.js").Place} Place */

const FEWEST = 8; // cards of a hand with fewer columns grow no further
const FEW = 7;
const SMALL = 54; // larger cards only where a column of four lies open
const FOUR = 1.7 + 3 * 0.84; // its height, where cards are 1 wide
const AT_ONCE = 2; // columns of a hand that comes
const EDGE_PX = 8; // left free at both ends of the screen
const DRAG_PX = 8; // less is a tap with an unsteady finger
const THROW_PX = 48;
const SHAKE = [0, -5, 5, 0].map((x) => ({ marginInlineStart: `${x}px` }));
const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

/**
 * How large cards are drawn, and how far those of a column of `n` lie apart. Few cards are larger by a
 * quarter, as far as every character stays whole.
 * @param {{width: number, height: number}} room
 * @param {number} usual
 * @param {readonly (readonly string[])[]} columns
 */
function geometry({ width, height }, usual, columns) {
  const tallest = Math.max(1, ...columns.map((column) => column.length));
  const few = columns.length < FEW;
  const whole = Math.min(usual, (width - 2 * EDGE_PX) / FEWEST);
  const most = few
    ? Math.max(whole, Math.min(1.25 * usual, (height - 6) / (1.7 + 0.86 * (tallest - 1))))
    : usual;
  const tall = usual > SMALL ? Math.max(SMALL, (height - 6) / FOUR) : most;
  const fewest = few ? FEW - 1 : FEWEST;
  const pitch = Math.floor(Math.min(most, tall, (width - 2 * EDGE_PX) / Math.max(fewest, columns.length)));
  const [w, h] = [pitch - 2, Math.round(1.7 * (pitch - 2))];
  return {
    pitch,
    w,
    h,
    step: (/** @type {number} */ n) =>
      n > 1 ? Math.max(0, Math.min(0.86 * w, (height - h - 6) / (n - 1))) : 0,
  };
}

/** @param {HTMLElement} el @returns {Place} */
function placeOf(el) {
  const [column, at] = (el.dataset.place ?? "0-0").split("-").map(Number);
  return { column, at };
}

/**
 * The column a card comes down on; near the edge between two, and beyond the ends, a new one.
 * @param {number} x in columns
 * @param {number} count
 */
function landing(x, count) {
  if (x < 0 || x >= count) return x < 0 ? -0.5 : count - 0.5;
  const [column, part] = [Math.floor(x), x % 1];
  return part < 0.15 ? column - 0.5 : part > 0.85 ? column + 0.5 : column;
}

/** @param {HTMLElement} el */
const shake = (el) => !matchMedia("(prefers-reduced-motion: reduce)").matches && el.animate(SHAKE, 120);

/**
 * Where some cards of the hand lie: of equal ones those nearest the front.
 * @param {readonly (readonly string[])[]} columns
 * @param {readonly string[]} codes
 */
function placesOf(columns, codes) {
  const left = [...codes];
  const found = new Set();
  columns.forEach((column, at) => {
    for (let n = column.length - 1; n >= 0; n--) {
      const one = left.indexOf(column[n]);
      if (one < 0) continue;
      left.splice(one, 1);
      found.add(`${at}-${n}`);
    }
  });
  return found;
}

/**
 * `onThrow` discards a card and returns whether it could; `twice`: two quick taps throw; `used`
 * are cards that a claim would lay.
 * @param {{columns: readonly (readonly string[])[], locked: string[], forfeited: string[], used: string[],
 *   chosen: Place | null, sent: Place | null, most: number, twice: boolean, dealing: boolean,
 * onChoose: (place: Place) => void, onThrow: (place: Place) => boolean, onMove: (from: Place, to: number) =>
 * void}} props
 */
export function Hand({
  columns,
  locked,
  forfeited,
  used,
  chosen,
  sent,
  most,
  twice,
  dealing,
  onChoose,
  onThrow,
  onMove,
}) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const size = useSize(box);
  const all = size.width > 0 ? columns.length : 0;
  const unfolded = useUnfolded("", all, AT_ONCE);
  const [focus, setFocus] = useState({ column: 0, at: 0 });
  const drag = useRef(
    /** @type {{place: Place, x: number, y: number, el: HTMLElement, on: boolean} | null} */ (null),
  );
  const dragged = useRef(false);
  const { pitch, w, h, step } = geometry(size, most, columns);
  const start = (size.width - pitch * columns.length) / 2;
  const tab = columns[focus.column]?.[focus.at] ? focus : { column: 0, at: (columns[0]?.length ?? 1) - 1 };

  const down = (/** @type {PointerEvent} */ event) => {
    const el = /** @type {HTMLElement} */ (event.target).closest(".pz-card");
    dragged.current = false;
    if (el instanceof HTMLElement && !event.button)
      drag.current = { place: placeOf(el), x: event.clientX, y: event.clientY, el, on: false };
  };
  const move = (/** @type {PointerEvent} */ event) => {
    const now = drag.current;
    if (!now) return;
    const [dx, dy] = [event.clientX - now.x, event.clientY - now.y];
    if (!now.on && Math.hypot(dx, dy) < DRAG_PX) return;
    if (!now.on) box.current?.setPointerCapture(event.pointerId);
    now.on = dragged.current = true;
    now.el.classList.add("pz-dragged");
    now.el.style.translate = `${dx}px ${dy}px`;
  };
  const up = (/** @type {PointerEvent} */ event) => {
    const now = drag.current;
    drag.current = null;
    if (!now?.on) return;
    now.el.classList.remove("pz-dragged");
    now.el.style.translate = "";
    const rect = box.current?.getBoundingClientRect();
    if (event.type === "pointercancel" || !rect) return;
    const [dx, dy] = [event.clientX - now.x, event.clientY - now.y];
    if (event.clientY < rect.top || (dy <= -THROW_PX && Math.abs(dx) < pitch))
      return void (onThrow(now.place) || shake(now.el));
    const to = landing((event.clientX - rect.left - start) / pitch, columns.length);
    if (to !== now.place.column) onMove(now.place, to);
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    const el = /** @type {HTMLElement} */ (event.target);
    const { column, at } = placeOf(el);
    const way = ARROWS[event.key];
    const throws = event.key === "Enter" && chosen?.column === column && chosen.at === at;
    if (throws && !event.repeat) onThrow({ column, at }) || shake(el);
    if (!throws && !way) return;
    event.preventDefault();
    if (!way) return;
    const to = Math.min(columns.length - 1, Math.max(0, column + way[0]));
    const level = way[0] ? columns[to].length - columns[column].length + at : at + way[1];
    const next = { column: to, at: Math.min(columns[to].length - 1, Math.max(0, level)) };
    setFocus(next);
    const card = box.current?.querySelector(`[data-place="${next.column}-${next.at}"]`);
    if (card instanceof HTMLElement) card.focus();
  };
  const tap = (/** @type {Place} */ place) => {
    setFocus(place);
    if (!dragged.current) onChoose(place);
  };
  const laid = placesOf(columns, used);
  const before = (/** @type {number} */ column) =>
    columns.slice(0, column).reduce((n, codes) => n + codes.length, 0);
  const card = (/** @type {string} */ code, /** @type {number} */ column, /** @type {number} */ at) => {
    const n = columns[column].length;
    const apart = step(n);
    const isLocked = locked.includes(code);
    const on = chosen?.column === column && chosen.at === at;
    const note = isLocked ? ".locked" : forfeited.includes(code) ? ".smelled" : "";
    return html`<button type="button"
        class=${[
          "pz-card",
          isLocked && "pz-locked",
          on && "pz-chosen",
          laid.has(`${column}-${at}`) && "pz-used",
        ]
          .filter(Boolean)
          .join(" ")} key=${at}
      data-testid="card" data-card=${code} data-selected=${String(on)}
      data-sent=${String(sent?.column === column && sent.at === at)} data-place=${`${column}-${at}`}
      aria-pressed=${String(on)}
      aria-label=${t(`web.paohuzi.named${note}`, { card: cardName(code) })}
      tabindex=${tab.column === column && tab.at === at ? 0 : -1}
      style=${{
        transform: `translateY(${at * apart}px)`,
        height: `${at === n - 1 ? h : apart}px`,
        animationDelay: dealing ? `${(before(column) + at) * CARD_MS}ms` : null,
      }}
      onClick=${() => tap({ column, at })} onDblClick=${() => twice && onThrow({ column, at })}>
      <${Tile} code=${code} w=${w} />${isLocked && html`<${Icon} name="lock" size="12" />`}
    </button>`;
  };
  return html`<div class="pz-hand" id="hand" data-spot="hand" tabindex="-1" ref=${box} role="group"
      data-testid="hand" aria-label=${t("web.paohuzi.hand")} dir="ltr"
    aria-busy=${unfolded < columns.length || null} data-dealing=${String(dealing)} onKeyDown=${key}
    onPointerDown=${down} onPointerMove=${move} onPointerUp=${up} onPointerCancel=${up}>
    ${columns.slice(0, Math.min(unfolded, all)).map(
      (codes, column) => html`<div class="pz-column" key=${column}
      style=${{
        width: `${w}px`,
        height: `${h + (codes.length - 1) * step(codes.length)}px`,
        transform: `translateX(${start + column * pitch}px)`,
      }}>
      ${codes.map((code, at) => card(code, column, at))}
    </div>`,
    )}
  </div>`;
}
