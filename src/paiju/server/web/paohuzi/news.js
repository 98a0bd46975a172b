// @ts-check
/** @import { DealState, Happening, PaohuziView } from "paiju/page" */
/**
 * The announcements of Paohuzi: sets that are laid, dead hands, and what the viewer may not take any
 * more.
 */
import { handOf } from "../table/news.js";
import { t } from "../texts.js";
import { listed, tell } from "./narrate.js";

const SETS = ["ti", "wei", "pao", "pong", "eat"];
const TOLD = new Set([...SETS, "dead"]);

/**
 * The card that a set is made with: the open one where there was one, else one of the hand.
 * @param {Happening} event
 * @param {PaohuziView} before
 * @param {number | null} viewer
 */
function flights(event, before, viewer) {
  if (!SETS.includes(event.event)) return [];
  const cards =
    typeof event.cards === "string" ? event.cards.split(" ") : (event.cards ?? [event.card ?? null]);
  const open = Boolean(before.source);
  return [
    { from: open ? "open" : handOf(event.seat, viewer), to: `sets-${event.seat}`, cards: [cards[0] ?? null] },
  ];
}

/**
 * Cards that lay open between two moments of the table and went before they could be seen.
 * @param {Happening[]} news
 * @returns {Happening[]}
 */
export function passing(news) {
  const opened = news.filter(({ event, card }) => card && (event === "draw" || event === "discard"));
  const left = new Set(news.flatMap(({ event, seat, card }) => (event === "left" ? `${seat} ${card}` : [])));
  return opened.filter(({ event, seat, card }) => event === "draw" && left.has(`${seat} ${card}`));
}

/**
 * Cards that have become forfeited for the viewer, by what they forbid.
 * @param {PaohuziView} before
 * @param {PaohuziView} now
 * @returns {import("../table/news.js").News[]}
 */
function forfeited({ smelled: before, deal }, { smelled: now, deal: same }) {
  if (!before || !now || deal !== same) return [];
  const added = (/** @type {"pong" | "eat"} */ kind) =>
    now[kind].filter((card) => !before[kind].includes(card));
  const [pong, eat] = [added("pong"), added("eat")];
  const kinds = {
    both: pong.filter((card) => eat.includes(card)),
    pong: pong.filter((card) => !eat.includes(card)),
    eat: eat.filter((card) => !pong.includes(card)),
  };
  return Object.entries(kinds)
    .filter(([, cards]) => cards.length > 0)
    .map(([kind, cards]) => ({
      text: t(`web.paohuzi.smelled.${kind}.now`, { cards: listed(cards) }),
      flights: [{ from: "open", to: "smelled", cards }],
    }));
}

/**
 * @param {Happening[]} news
 * @param {PaohuziView} before
 * @param {PaohuziView} view
 * @param {{names: string[]}} context
 * @returns {import("../table/news.js").News[]}
 */
function announced(news, before, view, context) {
  const gone = passing(news);
  return news
    .filter((event) => TOLD.has(event.event) || gone.includes(event))
    .map((event) => ({
      text: tell(event, context) ?? "",
      flights: gone.includes(event)
        ? [{ from: "open", to: handOf(event.seat, view.viewer), cards: [event.card] }]
        : flights(event, before, view.viewer),
    }));
}

/**
 * @param {DealState<PaohuziView>} before
 * @param {DealState<PaohuziView>} state
 * @param {{names: string[]}} context
 * @returns {import("../table/news.js").News[]}
 */
export const newsOf = ({ view: before }, { news, view }, context) => [
  ...announced(news, before, view, context),
  ...forfeited(before, view),
];
