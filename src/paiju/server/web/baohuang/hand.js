// @ts-check
import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/htm-preact.js";
import { Card, Index } from "../art.js";
import { num, t } from "../texts.js";
import { CARD_MS } from "../table/dealing.js";
import { useMarks, useShape, useSize, useUnfolded } from "../table/frame.js";
/** @import { Bag, Column } from "./cards.js" */
/** @import { Layout } from "./geometry.js" */
/** @typedef {{x: number, y: number, step: number, i: number}} Spot  where a column stands */
import { drawn, list, marks } from "./cards.js";
import { columnWords } from "./naming.js";
import { layout, showsIndex } from "./geometry.js";
import { useGestures } from "./gestures.js";
import { chosen, take } from "./select.js";

// Width at which cards of the hand are drawn, before they are scaled: a hand that takes other room is moved,
// and not laid out again.
const DRAWN = 100;
const COLUMN_MS = 8;
const AT_ONCE = 3; // columns of a hand that comes
const FEW = 5; // columns that lie in one row on a phone, which leaves its room to the table
const STEPPER = { width: 148, height: 52 };

/**
 * The hand in columns of equal cards.
 * @param {{columns: Column[], deal: number, selected: Bag, missing: Bag, sent: Bag, got: Bag,
 *   alive: Set<string>|null,
 * double: boolean, dealing: boolean, onSelect: (bag: Bag) => void, onTap: (column: Column) => void, onPlay:
 * () => void}} props
 */
export function Hand({
  columns,
  deal,
  selected,
  missing,
  sent,
  got,
  alive,
  double,
  dealing,
  onSelect,
  onTap,
  onPlay,
}) {
  const ref = useRef(/** @type {HTMLElement|null} */ (null));
  const { mode } = useShape();
  const size = useSize(ref);
  const [at, setAt] = useState("");
  const [stepper, setStepper] = useState("");
  const standing = useStanding(columns, deal);
  useMarks({ few: standing.length <= FEW });
  const all = size.width > 0 ? columns.length : 0;
  const unfolded = useUnfolded(deal, all, AT_ONCE);
  const plan = layout(
    mode,
    size.width,
    size.height,
    standing.map((column) => column.cards.length),
  );
  const spots = places(plan, size, standing);
  const stepOf = (/** @type {string} */ key) => spots.get(key)?.step ?? 22;
  const { carried, handlers } = useGestures({
    columns,
    stepOf,
    selected,
    double,
    onSelect,
    onTap,
    onPlay,
    onStepper: setStepper,
  });
  const active = columns.some((column) => column.key === at) ? at : columns[0]?.key;
  const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
    const column = columns.find((one) => one.key === active);
    const target = /** @type {HTMLElement} */ (event.target);
    if (!column || !target.classList.contains("column")) return;
    const number = chosen(selected, column);
    const jump = (/** @type {number} */ by) => {
      const next = columns[(columns.indexOf(column) + by + columns.length) % columns.length].key;
      setAt(next);
      /** @type {HTMLElement|null} */ (ref.current?.querySelector(`[data-key="${next}"]`))?.focus();
    };
    const keys = /** @type {Record<string, () => void>} */ ({
      ArrowRight: () => jump(1),
      ArrowLeft: () => jump(-1),
      Home: () => jump(-columns.indexOf(column)),
      End: () => jump(columns.length - 1 - columns.indexOf(column)),
      ArrowUp: () => onSelect(take(selected, column, Math.min(number + 1, column.cards.length))),
      ArrowDown: () => onSelect(take(selected, column, Math.max(number - 1, 0))),
      " ": () => onTap(column),
      Enter: () => setStepper(column.key),
    });
    if (!keys[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat || event.key.startsWith("Arrow")) keys[event.key]();
  };
  const close = (focus = true) => {
    if (focus)
      /** @type {HTMLElement|null} */ (ref.current?.querySelector(`[data-key="${stepper}"]`))?.focus();
    setStepper("");
  };
  const open = columns.find((column) => column.key === stepper);
  const before = (/** @type {number} */ index) =>
    columns.slice(0, index).reduce((n, column) => n + column.cards.length, 0);
  return html`<div class="hand" id="hand" data-spot="hand" data-testid="hand" role="group" dir="ltr"
      aria-label=${t("web.baohuang.hand", { count: columns.reduce((n, c) => n + c.cards.length, 0) })}
      aria-busy=${unfolded < columns.length || null} data-dealing=${String(dealing)} tabindex="-1" ref=${ref}
      onKeyDown=${onKeyDown} ...${handlers}>
    ${columns.slice(0, Math.min(unfolded, all)).map(
      (column, index) => html`<${ColumnView} key=${`${deal} ${column.key}`} column=${column}
        first=${before(index)} dealing=${dealing} spot=${spots.get(column.key)} plan=${plan}
        selected=${selected}
      lacks=${missing} sent=${sent} got=${got} dim=${alive !== null && !alive.has(column.key)}
      focusable=${column.key === active} lifted=${carried !== null} onFocus=${() => setAt(column.key)} />`,
    )}
    ${
      open &&
      html`<${Stepper} column=${open} spot=${spots.get(open.key)} size=${size} plan=${plan}
          number=${chosen(selected, open)}
      onNumber=${(/** @type {number} */ n) => onSelect(take(selected, open, n))} onClose=${close} />`
    }
    ${
      carried &&
      html`<${Carried} cards=${drawn(
        list(selected),
        columns.flatMap((column) => column.faces),
      )} w=${plan.w} at=${carried} />`
    }
  </div>`;
}

/**
 * The columns by which those of the hand stand: while some go, still those that were. A hand closes up after
 * the frame that shows what was played: laid out in one, both are too much for a slow machine.
 * @param {Column[]} columns
 * @param {number} deal
 */
function useStanding(columns, deal) {
  const [standing, setStanding] = useState({ columns, deal });
  useEffect(() => setStanding({ columns, deal }), [columns]);
  const same = standing.deal === deal;
  return same && columns.every(({ key }) => standing.columns.some((one) => one.key === key))
    ? standing.columns
    : columns;
}

/**
 * Where each column stands: left edge, foot, step.
 * @param {Layout} plan
 * @param {{width: number}} size
 * @param {Column[]} columns
 */
function places(plan, size, columns) {
  /** @type {Map<string, Spot>} */
  const spots = new Map();
  plan.lines.forEach((line, row) => {
    const left = (size.width - line.length * plan.pitch) / 2 + (plan.pitch - plan.w) / 2;
    line.forEach((index, i) => {
      spots.set(columns[index].key, {
        x: Math.round(left + i * plan.pitch),
        y: Math.round((row + 1) * plan.rowH + 6 * row),
        step: plan.steps[row],
        i: index,
      });
    });
  });
  return spots;
}

/**
 * One column: what is covered as edges, the front card whole, how many there are.
 * @param {{column: Column, first: number, dealing: boolean, spot: Spot, plan: Layout, selected: Bag,
 *   lacks: Bag, sent: Bag, got: Bag, dim: boolean, focusable: boolean, lifted: boolean,
 *   onFocus: () => void}} props
 */
function ColumnView({
  column,
  first,
  dealing,
  spot,
  plan,
  selected,
  lacks,
  sent,
  got,
  dim,
  focusable,
  lifted,
  onFocus,
}) {
  const on = marks(column, selected);
  const wanted = marks(column, new Map([...lacks].map(([code, n]) => [code, n + (selected.get(code) ?? 0)])));
  const going = marks(column, sent);
  const fresh = marks({ ...column, cards: column.faces }, got);
  const n = column.cards.length;
  const number = on.filter(Boolean).length;
  const last = n - 1;
  const k = plan.w / DRAWN;
  const delay = (/** @type {number} */ at) => dealing && `${(first + at) * CARD_MS}ms`;
  return html`<div class="column" role="button" data-key=${column.key} data-dim=${dim}
      data-lifted=${lifted && number > 0} tabindex=${focusable ? 0 : -1}
      aria-pressed=${String(number > 0)} onFocus=${onFocus}
      style=${{
        inlineSize: `${plan.w}px`,
        blockSize: `${plan.h + last * spot.step}px`,
        transform: `translate(${spot.x}px, ${spot.y}px) translateY(-100%)`,
        animationDelay: `${spot.i * COLUMN_MS}ms`,
      }}>
    <span class="visually-hidden">${columnWords(column, number, fresh.filter(Boolean).length)}</span>
    <span class="drawn" aria-hidden="true" style=${{ transform: `scale(${k})` }}>${column.cards.map(
      (
        /** @type {string} */ code,
        /** @type {number} */ i,
      ) => html`<span class=${`held ${i === last ? "held-front" : "held-edge"}`} key=${i} data-testid="card"
        data-card=${code} data-face=${column.faces[i]} data-at=${i} data-selected=${String(on[i])}
        data-missing=${String(wanted[i] && !on[i])} data-sent=${String(going[i])}
        data-received=${String(fresh[i])}
        style=${{ blockSize: `${(i === last ? plan.h : spot.step) / k}px`, animationDelay: delay(i) }}>
      ${
        i === last
          ? html`<${Card} code=${column.faces[i]} w=${DRAWN} />`
          : showsIndex(spot.step) && html`<${Index} code=${column.faces[i]} room=${spot.step / k} />`
      }
    </span>`,
    )}</span>
    ${
      (n >= 3 || number > 0) &&
      html`<span class="count digits" key=${`n${number}`} aria-hidden="true" data-on=${number > 0}
    style=${{ animationDelay: delay(last) }}>${number > 0 ? `${num(number)}/${num(n)}` : num(n)}</span>`
    }
  </div>`;
}

/**
 * − 3 + above a column, for exact numbers without aiming.
 * @param {{column: Column, spot: Spot, size: import("../table/frame.js").Size, plan: Layout, number: number,
 *   onNumber: (number: number) => void, onClose: (back?: boolean) => void}} props
 */
function Stepper({ column, spot, size, plan, number, onNumber, onClose }) {
  const ref = useRef(/** @type {HTMLElement|null} */ (null));
  useLayoutEffect(
    () => /** @type {HTMLElement|null} */ (ref.current?.querySelector("button:last-child"))?.focus(),
    [],
  );
  useEffect(() => {
    const away = (/** @type {PointerEvent} */ event) =>
      ref.current?.contains(/** @type {Node} */ (event.target)) || onClose(false);
    document.addEventListener("pointerdown", away, true);
    return () => document.removeEventListener("pointerdown", away, true);
  }, []);
  const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
    event.stopPropagation();
    const by = { ArrowUp: 1, ArrowRight: 1, "+": 1, ArrowDown: -1, ArrowLeft: -1, "-": -1 }[event.key];
    if (by) onNumber(Math.max(0, Math.min(column.cards.length, number + by)));
    else if (event.key === "Escape") onClose();
    else return;
    event.preventDefault();
  };
  const x = Math.max(0, Math.min(size.width - STEPPER.width, spot.x + plan.w / 2 - STEPPER.width / 2));
  const y = spot.y - plan.h - (column.cards.length - 1) * spot.step - STEPPER.height - 4;
  return html`<div class="stepper" role="group" aria-label=${columnWords(column, number)} ref=${ref}
      onKeyDown=${onKeyDown} onPointerDown=${(/** @type {Event} */ e) => e.stopPropagation()}
      style=${{ transform: `translate(${Math.round(x)}px, ${Math.round(y)}px)` }}>
    <button type="button" aria-label=${t("web.baohuang.fewer")} aria-disabled=${number <= 0 ? "true" : null}
        onClick=${() => number > 0 && onNumber(number - 1)}>−</button>
    <output aria-live="polite" class="digits">${num(number)}</output>
    <button type="button" aria-label=${t("web.baohuang.more")}
        aria-disabled=${number >= column.cards.length ? "true" : null}
        onClick=${() => number < column.cards.length && onNumber(number + 1)}>+</button>
  </div>`;
}

/** The selection under the finger. @param {{cards: string[], w: number, at: {x: number, y: number}}} props */
const Carried = ({ cards, w, at }) => html`<div class="carried" aria-hidden="true"
style=${{ transform: `translate(${at.x}px, ${at.y}px) translate(-50%, -90%)` }}>
  ${cards.slice(0, 8).map((code, i) => html`<${Card} key=${i} code=${code} w=${w} />`)}
</div>`;
