// @ts-check
/** @import { Happening, PaohuziView } from "paiju/page" */
/** What lay on the table between two decisions: one moment for each event that shows something. No DOM. */

const LAID = new Set(["ti", "wei", "pao", "pong", "eat"]);
const SHOWN = new Set([...LAID, "discard", "draw", "hu"]);

/** @typedef {{view: PaohuziView, events: Happening[]}} Moment  `events` since the moment before */

/**
 * Events in groups, each of which ends with one that shows something; what comes last belongs to the last.
 * @param {Happening[]} events
 */
function grouped(events) {
  const groups = [/** @type {Happening[]} */ ([])];
  for (const event of events) {
    groups.at(-1)?.push(event);
    if (SHOWN.has(event.event)) groups.push([]);
  }
  const rest = groups.pop() ?? [];
  if (groups.length) groups.at(-1)?.push(...rest);
  else groups.push(rest);
  return groups;
}

/**
 * A view after one more event, as far as the table shows it; of sets and hands what they are in the end.
 * @param {PaohuziView} view
 * @param {Happening} event
 * @param {PaohuziView} after
 * @returns {PaohuziView}
 */
function next(view, event, after) {
  const { seat, card } = event;
  const of = /** @type {<T>(all: T[], one: T) => T[]} */ (
    (all, one) => all.map((old, at) => (at === seat ? one : old))
  );
  const own = seat === view.viewer ? { hand: after.hand, groups: after.groups, locked: after.locked } : {};
  const open = { card: card ?? null, from: seat, turn: seat, window: true, last: Boolean(event.last) };
  const none = { card: null, source: null, from: null, window: false };
  switch (event.event) {
    case "discard":
      return { ...view, ...own, ...open, source: "thrown", sizes: of(view.sizes, view.sizes[seat] - 1) };
    case "draw":
      return { ...view, ...open, source: "drawn", left: view.left - 1 };
    case "left": {
      const pile = [...view.piles[seat], { card, thrown: view.source === "thrown" }];
      return { ...view, ...none, piles: of(view.piles, pile) };
    }
    default:
      if (!LAID.has(event.event)) return view;
      return {
        ...view,
        ...own,
        ...none,
        turn: seat,
        melds: of(view.melds, after.melds[seat]),
        sizes: of(view.sizes, after.sizes[seat]),
      };
  }
}

/**
 * The moments from one decision to the next; the last one is `after`.
 * @param {PaohuziView} before
 * @param {PaohuziView} after
 * @param {Happening[]} events
 * @returns {Moment[]}
 */
export function between(before, after, events) {
  const groups = grouped(events);
  /** @type {PaohuziView} */
  let view = { ...before, asked: [] };
  return groups.map((group, at) => {
    for (const event of group) view = next(view, event, after);
    return { view: at === groups.length - 1 ? after : view, events: group };
  });
}
