// @ts-check
/** @import { GameView, Happening } from "paiju/page" */
/** Moments of a record in the form in which the boards know a live table. No DOM. */

/** @typedef {{actor: number|null, action: string|null, events: Happening[], view: GameView}} Step */
/**
 * @typedef {{game: string, options_line: string, names: string[], deals: number, returns: (number[]|null)[],
 *   levels?: (string | null)[], steps: Step[]}} Played  `levels` of the bots, by seat
 */

const CORNERS = new Set(["trick", "draw", "over", "void"]);

/** Where tricks end or turns begin, and both ends. @param {Step[]} steps @returns {number[]} */
export const corners = (steps) =>
  steps.flatMap((step, at) =>
    at === 0 || at === steps.length - 1 || step.events.some((event) => CORNERS.has(event.event)) ? [at] : [],
  );

/**
 * The corner before or after a step, as far as there is one.
 * @param {number[]} marks
 * @param {number} at
 * @param {1 | -1} way
 */
export const corner = (marks, at, way) =>
  (way > 0 ? marks.find((mark) => mark > at) : marks.findLast((mark) => mark < at)) ?? at;

/**
 * The data of one step for a table's board. Nobody is «you» here: every seat goes by its name.
 * @param {string} id @param {Played} played @param {number} deal from 1 @param {number} at @param {number}
 *   below the seat that sits below
 * @param {boolean} forward  whether the step before was shown just now, so that this one's events are news
 */
export function stateAt(id, played, deal, at, below = 0, forward = false) {
  const { events } = played.steps[at];
  const view = { ...played.steps[at].view, order: turned(played.steps[at].view.order, below) };
  const returns = /** @type {number[][]} */ (
    played.returns.slice(0, view.over ? deal : deal - 1).filter(Boolean)
  ); // void deals have none
  const scores = played.names.map((_, seat) => returns.reduce((sum, points) => sum + points[seat], 0));
  const seats = played.names.map((name, seat) => ({
    seat,
    name,
    kind: /** @type {"bot" | "human"} */ (played.levels?.[seat] ? "bot" : "human"),
    avatar: "",
    level: played.levels?.[seat] ?? null,
    awaited: false,
    ready: true,
    online: true,
    auto: false,
    away_ms: null,
  }));
  return {
    conn: "on",
    prompt: null,
    clock: null,
    said: null,
    error: null,
    hint: null,
    checked: null,
    pending: [],
    doubts: [],
    own: {},
    view,
    news: forward ? events : [],
    log: played.steps.slice(0, at + 1).flatMap((step) => step.events),
    room: {
      id,
      game: played.game,
      preset: "",
      state: view.over ? "settled" : "playing",
      seats,
      record: id,
      phrases: [],
      chat: [],
      you: { seat: null, host: false, watching: false },
      host: null,
      settings: { hints: false, chat: false, counter: false },
      options: {},
      match: { deal, deals: played.deals, target: null, returns, scores, voids: 0, over: false, winners: [] },
      paused: false,
      vote: null,
      next_ms: null,
      fairness: {
        deal,
        step: "none",
        previous: null,
        commitment: null,
        shares: null,
        nonces: null,
        opened: null,
        failed: null,
        signature: null,
      },
    },
  };
}

/**
 * A deal at a part of a step; the events of the step up to there are in the log, those of
 * the part are news. Games that tell of no moments between decisions have one part.
 * @param {Played} played
 * @param {number} at
 * @param {number} part
 * @param {import("paiju/page").GameModule["between"]} between
 */
export function partOf(played, at, part, between) {
  const { view, events } = played.steps[at];
  const parts =
    between && at > 0
      ? between(/** @type {never} */ (played.steps[at - 1].view), /** @type {never} */ (view), events)
      : [{ view, events }];
  const place = Math.min(part, parts.length - 1);
  const past = parts.slice(0, place + 1).flatMap((one) => one.events);
  const steps = [
    ...played.steps.slice(0, at),
    { ...played.steps[at], view: parts[place].view, events: past },
  ];
  return { played: { ...played, steps }, place, last: parts.length - 1, events: parts[place].events };
}

/**
 * A round of seats, counted from one of them, if it is there.
 * @param {number[]} order
 * @param {number} first
 * @returns {number[]}
 */
function turned(order, first) {
  const at = Math.max(0, order.indexOf(first));
  return [...order.slice(at), ...order.slice(0, at)];
}

/** Equal cards together, each with its number. @param {string[]} cards @returns {[string, number][]} */
export function packed(cards) {
  const counts = new Map();
  for (const code of cards) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts];
}
