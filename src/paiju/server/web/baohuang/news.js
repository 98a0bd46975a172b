// @ts-check
/** @import { BaohuangView, Context, DealState, Happening } from "paiju/page" */
/**
 * The announcements of Bao Huang beside the plays: cards that change hands, roles that come to light,
 * who is out.
 */
import { narrate } from "../table/narrate.js";
import { handOf } from "../table/news.js";
import { parse } from "./cards.js";

const TOLD = new Set([
  "moved",
  "paid",
  "received",
  "pool",
  "crowned",
  "abdicated",
  "forced",
  "usurped",
  "declared",
  "revolted",
  "countered",
  "revealed",
  "finished",
  "stuck",
]);
const POOL = "felt"; // where lies what belongs to nobody

/** The visible cards of an event. @param {Happening} event @returns {(string | null)[]} */
const seen = ({ faces, cards, count }) =>
  (faces ?? cards) ? parse(faces ?? cards) : Array(count).fill(null);

/**
 * Whether the cards of an event come into the viewer's hand.
 * @param {Happening} event
 * @param {number | null} viewer
 */
const comes = ({ event, seat, to }, viewer) =>
  viewer !== null &&
  (event === "moved" ? to : event === "received" || event === "pool" ? seat : -1) === viewer;

/**
 * What came into the viewer's hand in this deal, as it is drawn, until the viewer plays.
 * @param {DealState<BaohuangView>} state
 * @returns {string[]}
 */
export function received({ view: { viewer, tricks, trick }, log }) {
  const plays = [...(tricks ?? []), ...(trick ? [trick] : [])].flat();
  if (plays.some(({ seat, cards }) => seat === viewer && cards.length > 0)) return [];
  return log
    .filter((event) => comes(event, viewer))
    .flatMap((event) => parse(event.faces ?? event.cards ?? ""));
}

/**
 * The cards of an event on their way.
 * @param {Happening} event
 * @param {number | null} viewer
 * @returns {import("../table/news.js").Flight[]}
 */
function flights(event, viewer) {
  const own = handOf(event.seat, viewer);
  switch (event.event) {
    case "moved":
      return [{ from: handOf(event.from, viewer), to: handOf(event.to, viewer), cards: seen(event) }];
    case "paid":
      return [{ from: own, to: POOL, cards: seen(event) }];
    case "received":
    case "pool":
      return [{ from: POOL, to: own, cards: seen(event) }];
    default:
      return [];
  }
}

/**
 * @param {DealState<BaohuangView>} state
 * @param {Context} context
 * @returns {import("../table/news.js").News[]}
 */
export const newsOf = ({ news, view }, context) =>
  news
    .filter((event) => TOLD.has(event.event))
    .map((event) => ({
      text: narrate(event, context),
      flights: flights(event, view.viewer),
      long: comes(event, view.viewer),
    }));
