// @ts-check
/** @import { Fact, Happening, PaohuziView, Prompt } from "paiju/page" */
/** Events of Paohuzi as sentences. What an event hides from the viewer is not in it. */
import { cutWords } from "../table/cut.js";
import { dot, has, lang, list, signed, t } from "../texts.js";
import { LARGE, SMALL } from "../ui/aloud.js";

/** @typedef {{names: string[]}} Names */

const FORCED = ["ti", "wei", "pao"];

/** A voice's addition to a card: in Chinese its size is inaudible. @param {string} code */
const sign = (code) => (lang() === "zh" ? (code[0] === "b" ? LARGE : SMALL) : "");

/** A card in a sentence, shorter than its full name. @param {string} code */
export const short = (code) => sign(code) + t(`web.paohuzi.card.${code}`);

/**
 * Cards of an event, apart (`s1 s2`), as a list, or joined as one set.
 * @param {string | readonly string[]} cards
 */
export const listed = (cards) =>
  list((typeof cards === "string" ? cards.split(/[ -]/) : [...cards]).filter(Boolean).map(short));

/** @type {Record<string, (event: Happening, who: string, names: string[]) => string>} */
const TELLERS = {
  dealt: (event, _, names) => {
    const idle = names.filter((__, seat) => !event.seats.includes(seat));
    const line = say("dealt", { who: names[event.dealer], card: short(event.card) });
    return idle.length ? `${line}${dot()}${say("idle", { who: idle[0] })}` : line;
  },
  bottom: (event) => {
    const line = say("bottom", { card: short(event.card) });
    return event.cards?.length ? `${line}${dot()}${say("moved", { cards: listed(event.cards) })}` : line;
  },
  draw: (event, who) => {
    if (!event.card) return say("draw.hidden", { who });
    return say(event.last ? "draw.last" : "draw", { who, card: short(event.card) });
  },
  left: (event) => say("left", { card: short(event.card) }),
  discard: (event, who) => say("discard", { who, card: short(event.card) }),
  pong: (event, who) => say("pong", { who, card: short(event.card) }),
  eat: (event, who) => say("eat", { who, card: short(event.card), sets: event.sets.map(listed).join(" + ") }),
  dead: (_, who) => say("dead", { who }),
  hu: (event, who) => say("hu", { who, hu: event.hu, points: event.final }),
  over: (event, _, names) =>
    say(event.winner === null ? "over.drawn" : "over", { who: names[event.next_dealer] }),
  score: (event, who) => say("score", { who, points: signed(event.amount), count: event.amount }),
};

/** @param {string} key @param {Record<string, Fact>} facts */
const say = (key, facts) => t(`web.paohuzi.event.${key}`, facts);

/**
 * A forced set, by its name where it can be seen, and where the three of a quad came from.
 * @param {Happening} event
 * @param {string} who
 */
function forced(event, who) {
  const cards = listed(event.cards ?? "");
  if (!cards) return say(`${event.event}.hidden`, { who });
  const card = short(event.cards.split(" ")[0]);
  const line = say(event.set === "S3" ? "wei.smelled" : event.event, { who, card });
  return event.triple ? `${line} ${say(`from.${event.triple}`, {})}` : line;
}

/**
 * An event as one sentence; undefined for one that is none of Paohuzi's own.
 * @param {Happening} event
 * @param {Names} context
 */
export function tell(event, { names }) {
  const who = names[event.seat] ?? "";
  if (FORCED.includes(event.event)) return forced(event, who);
  return TELLERS[event.event]?.(event, who, names);
}

/** An action in words. @param {string} action */
export function answerText(action) {
  const [verb, ...rest] = action.split(" ");
  if (verb === "cut") return cutWords(action);
  if (verb === "discard") return t("web.paohuzi.do.discard", { card: short(rest[0]) });
  return verb === "eat"
    ? t("web.paohuzi.do.eat.way", { cards: rest.map(listed).join(" + ") })
    : t(`web.paohuzi.do.${verb}`);
}

/**
 * The one sentence over the hand.
 * @param {PaohuziView} view
 * @param {Prompt | null} prompt null where nothing is asked
 * @param {string} who whose turn it is
 */
export function questionOf(view, prompt, who) {
  if (view.over) return t("web.paohuzi.ask.over");
  if (!prompt && view.phase === "discard") return t("web.paohuzi.ask.turn", { who });
  if (view.phase === "cut") return prompt ? t("web.table.cut") : t("web.paohuzi.ask.cut", { who });
  if (!prompt)
    return view.answered
      ? t("web.paohuzi.ask.answered", { what: t(`web.paohuzi.do.${view.answered.split(" ")[0]}`) })
      : t("web.paohuzi.ask.wait");
  if (view.phase === "discard") return t("web.paohuzi.ask.discard");
  if (view.source === "own" || view.source === "pao") return t("web.paohuzi.ask.own");
  if (view.source === "shown") return t(`web.paohuzi.ask.${view.from === view.viewer ? "heaven" : "earth"}`);
  return t("web.paohuzi.ask.claim", { card: short(view.card ?? "") });
}

/** The word that is called with an event, for voices. @param {Happening} event */
export const call = ({ event }) => (has(`web.paohuzi.word.${event}`) ? t(`web.paohuzi.word.${event}`) : "");
