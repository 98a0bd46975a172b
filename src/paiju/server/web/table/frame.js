// @ts-check
/** @import { Child } from "paiju/page" */
import {
  createContext,
  html,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "../vendor/htm-preact.js";
import { usePrefs } from "../prefs.js";
import { Parts } from "../ui/parts.js";

const ROOM_PX = 1200; // a narrower table needs the width of the panel for its cards

/** @typedef {import("../baohuang/geometry.js").Mode} Mode */
/** @typedef {{width: number, height: number}} Size */

/**
 * The size of an element's inside, stored up to date. It is known only after a first frame, so that
 * what needs it is drawn in a task of its own.
 * @param {{current: HTMLElement|null}} ref
 * @returns {Size}
 */
export function useSize(ref) {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const look = () => {
      const [width, height] = [element.clientWidth, element.clientHeight];
      setSize((old) => (old.width === width && old.height === height ? old : { width, height }));
    };
    let timer = 0;
    const watcher = new ResizeObserver(() => {
      if (timer) look();
      else timer = window.setTimeout(look);
    });
    watcher.observe(element);
    return () => {
      clearTimeout(timer);
      watcher.disconnect();
    };
  }, []);
  return size;
}

/**
 * The breakpoint of a table of this size; the same conditions as in css/table/sizes.css.
 * @param {Size} size
 * @returns {Mode}
 */
export function modeOf({ width, height }) {
  if (width > height && height < 600) return "low";
  if (width >= 1000) return "desk";
  if (width >= 600) return "tablet";
  return height < 540 ? "tight" : "phone";
}

/**
 * Whether the seats sit round a table with their cards before them; as in css/table/wide.css.
 * @param {Size} size
 */
export const isWide = ({ width, height }) => width >= 600 && height >= 600;

const Shape = createContext(
  /** @type {{mode: Mode, folded: boolean, width: number, height: number, main: HTMLElement|null}} */ ({
    mode: "phone",
    folded: false,
    width: 390,
    height: 664,
    main: null,
  }),
);

/** Breakpoint and size of the table around a component. */
export const useShape = () => useContext(Shape);

/**
 * What the style sheets ask of a whole table, as attributes of it: `:has` would look through the table
 * whenever something in it comes or goes.
 * @param {Record<string, boolean>} marks
 */
export function useMarks(marks) {
  const { main } = useShape();
  useLayoutEffect(() => {
    for (const [name, on] of Object.entries(marks)) main?.setAttribute(`data-${name}`, String(on));
  }, Object.values(marks));
}

/**
 * The table's frame: bar, what a game's `Board` draws, and the side panel. Boards and replays use the same
 * one.
 * @param {{bar: Child, panel?: Child, over?: Child, game: string, label: string, conn?: string,
 *   folds?: boolean, children: Child}} props  `folds`: whether the panel may be a strip
 */
export function Frame({ bar, panel, over, game, label, conn = "on", folds = false, children }) {
  const main = useRef(/** @type {HTMLElement|null} */ (null));
  const size = useSize(main);
  const mode = modeOf(size);
  const wish = usePrefs().panel;
  const folded = folds && mode === "desk" && (wish === "auto" ? size.width < ROOM_PX : wish === "folded");
  return html`<main id="table" class="table" data-testid="table" data-game=${game} data-mode=${mode}
      data-conn=${conn} data-folded=${String(folded)} data-live=${String(Boolean(over))} aria-label=${label}
      ref=${main} tabindex="-1">
    <div class="frame">
      ${
        size.width > 0 &&
        html`<${Shape.Provider} value=${{ mode, folded, main: main.current, ...size }}>
          <${Parts}>${bar}${children}<//><${Parts} rank=${1}>${panel}${over}<//><//>`
      }
    </div>
  </main>`;
}

/**
 * Seconds until a moment of performance.now(), counted down; null where there is none.
 * @param {number|null|undefined} deadline
 */
export function useSeconds(deadline) {
  const left = () =>
    deadline == null ? null : Math.max(0, Math.ceil((deadline - performance.now()) / 1000));
  const [, setShown] = useState(left);
  useEffect(() => {
    if (deadline == null) return undefined;
    const timer = setInterval(() => setShown(left), 250);
    return () => clearInterval(timer);
  }, [deadline]);
  return left();
}

/**
 * Whether something is so and a frame has displayed it: what then comes is laid out in a task of its own.
 * @param {boolean} on
 */
export function useSettled(on) {
  const [settled, setSettled] = useState(false);
  useEffect(() => setSettled(on), [on]);
  return on && settled;
}

/**
 * How many parts of something large are there: some more with every frame, so that no task draws all of them.
 * Those of another `whole` come like that again.
 * @param {unknown} whole @param {number} all @param {number} [atOnce]
 */
export function useUnfolded(whole, all, atOnce = 1) {
  const [done, setDone] = useState({ whole, n: 0 });
  const n = done.whole === whole ? done.n : 0;
  const more = n < all;
  useEffect(() => {
    if (more) setDone({ whole, n: n + atOnce });
  }, [whole, n, more]);
  return n;
}

/** What ran last time, for comparing. @template T @param {T} value @returns {T|undefined} */
export function usePrevious(value) {
  const ref = useRef(/** @type {T|undefined} */ (undefined));
  const old = ref.current;
  useEffect(() => {
    ref.current = value;
  });
  return old;
}
