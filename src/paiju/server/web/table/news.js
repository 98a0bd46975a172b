// @ts-check
/** @import { DealState, GameView, View } from "paiju/page" */
/** What happens to cards without anyone's answer is announced: one sentence each, while the cards move. */
import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/htm-preact.js";
import { paced, still } from "../motion.js";

/**
 * Cards on their way between two places; null is a card face down. A place is what an element names as
 * `data-spot`.
 * @typedef {{from: string, to: string, cards: (string | null)[]}} Flight
 * @typedef {{text: string, flights: Flight[], long?: boolean}} News  `long`: about the viewer's own cards
 */

/** Where a seat's own cards are. @param {number} seat @param {number | null} viewer */
export const handOf = (seat, viewer) => (seat === viewer ? "hand" : `seat-${seat}`);

const TOLD_MS = 2200;
const CROWDED_MS = 900; // while more is waiting
const LONG_MS = 4500;
const MOST_WAITING = 6;
const FLY_MS = 520;
const APART_MS = 60;
const ARRIVE_MS = 220;
const SWEEP_MS = 240;
const MOST_CARDS = 5;
const SPRING = "cubic-bezier(.2, .9, .3, 1.12)"; // a little too far, and back

/**
 * News one after the other, each for a while; null when there is none.
 * @template {DealState<GameView>} S
 * @param {S} state
 * @param {(before: S, now: S) => News[]} find  the news that a change of the table brings
 * @param {boolean} hushed  whether they wait, as during the deal
 * @returns {News | null}
 */
export function useNews(state, find, hushed) {
  const [queue, setQueue] = useState(/** @type {News[]} */ ([]));
  const before = useRef(state);
  // announced after the frame that displays it: both together would be one long task
  useEffect(() => {
    const old = before.current;
    before.current = state;
    if (state.view.over || old.view.deal !== state.view.deal) setQueue([]);
    if (state.view === old.view || state.view.over) return;
    const fresh = find(old, state);
    if (fresh.length) setQueue((waiting) => [...waiting, ...fresh].slice(-MOST_WAITING));
  }, [state.view]);
  const [first] = queue;
  const crowded = queue.length > 1;
  useEffect(() => {
    if (!first || hushed) return undefined;
    const time = first.long ? LONG_MS : crowded ? CROWDED_MS : TOLD_MS;
    const timer = setTimeout(() => setQueue(([, ...rest]) => rest), time);
    return () => clearTimeout(timer);
  }, [first, crowded, hushed]);
  return hushed ? null : (first ?? null);
}

/** @param {Element} from @param {string} spot @returns {DOMRect | null} null where it is not shown */
function rectOf(from, spot) {
  const rect = from.closest(".frame")?.querySelector(`[data-spot~="${spot}"]`)?.getBoundingClientRect();
  return rect && rect.width > 0 ? rect : null;
}

/** The way from the middle of one rectangle to that of another. @param {DOMRect} from @param {DOMRect} to */
const way = (from, to) => [
  to.x + to.width / 2 - from.x - from.width / 2,
  to.y + to.height / 2 - from.y - from.height / 2,
];

/** @typedef {() => (() => void) | undefined} Look  finds where things are; what it returns moves them */
/** @type {Look[]} */
let looks = [];

/**
 * Looks when the next frame is laid out anyway, so that drawing and layout are not one long task; nothing
 * moves before all have looked, or each would have everything laid out again.
 * @param {Look} look
 */
function inFrame(look) {
  if (looks.length === 0)
    requestAnimationFrame(() => {
      const all = looks;
      looks = [];
      const moves = all.map((one) => one());
      for (const move of moves) move?.();
    });
  looks.push(look);
}

/**
 * Lets what has just been put on the table come from where it was.
 * @param {HTMLElement | null | undefined} element
 * @param {string} spot
 */
export function arrive(element, spot) {
  if (element && !still() && !document.hidden) inFrame(() => comeFrom(element, spot));
}

/** @param {HTMLElement} element @param {string} spot */
function comeFrom(element, spot) {
  const from = rectOf(element, spot);
  if (!from) return undefined;
  const [x, y] = way(element.getBoundingClientRect(), from);
  const there = { transform: `translate(${x}px, ${y}px) scale(.6)`, opacity: 0.4 };
  return () =>
    void element.animate([there, { transform: "none", opacity: 1 }], {
      duration: paced(ARRIVE_MS),
      easing: SPRING,
    });
}

/**
 * Lets what lay on the table go to where it belongs now; calls `done` when it is there.
 * @param {HTMLElement} element
 * @param {string} spot
 * @param {() => void} done
 */
export function leave(element, spot, done) {
  if (still() || document.hidden) return done();
  inFrame(() => goTo(element, spot, done));
}

/** @param {HTMLElement} element @param {string} spot @param {() => void} done */
function goTo(element, spot, done) {
  const to = rectOf(element, spot);
  if (!to) return done;
  const [x, y] = way(element.getBoundingClientRect(), to);
  const gone = { transform: `translate(${x}px, ${y}px) scale(.25)`, opacity: 0 };
  return () => {
    element.animate([{ transform: "none", opacity: 1 }, gone], {
      duration: paced(SWEEP_MS),
      easing: "cubic-bezier(.5, 0, .9, .6)",
      fill: "forwards",
    }).onfinish = done;
  };
}

/** One card on its way. @param {HTMLElement} card @param {number} at  its place in the row */
function fly(card, at) {
  const { from: start, to: end } = card.dataset;
  const [from, to] = [rectOf(card, start ?? ""), rectOf(card, end ?? "")];
  if (!from || !to) return undefined;
  const here = card.getBoundingClientRect();
  const [[x1, y1], [x2, y2]] = [way(here, from), way(here, to)];
  const spread = (at - (MOST_CARDS - 1) / 2) * 8;
  const steps = [
    { transform: `translate(${x1}px, ${y1}px) scale(.6)`, opacity: 0 },
    {
      transform: `translate(${x1 + (x2 - x1) / 4 + spread}px, ${y1 + (y2 - y1) / 4}px)`,
      opacity: 1,
      offset: 0.25,
    },
    { transform: `translate(${x2 + spread}px, ${y2}px)`, opacity: 1, offset: 0.85 },
    { transform: `translate(${x2}px, ${y2}px) scale(.6)`, opacity: 0 },
  ];
  const timing = { duration: paced(FLY_MS), delay: paced(at * APART_MS), easing: "ease-in-out" };
  return () => void card.animate(steps, timing);
}

/**
 * The cards of the news on their way, over everything but questions.
 * @param {{news: News | null, Face: View, w: number}} props  `w` of a card in CSS px
 */
export function Flights({ news, Face, w }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    if (still() || document.hidden || !box.current) return;
    const cards = /** @type {HTMLElement[]} */ ([...box.current.children]);
    for (const [at, card] of cards.entries()) inFrame(() => fly(card, at % MOST_CARDS));
  }, [news]);
  return html`<div class="flights" aria-hidden="true" ref=${box} dir="ltr">${news?.flights.flatMap(
    ({ from, to, cards }) =>
      cards
        .slice(0, MOST_CARDS)
        .map(
          (code) =>
            html`<span class="flight" data-from=${from} data-to=${to}><${Face} code=${code} w=${w} /></span>`,
        ),
  )}</div>`;
}
