// @ts-check
/** @import { Context, Happening } from "paiju/page" */
/** What plays, cards and columns are called, from templates of the language. No DOM. */
import { has, lang, list, num, t } from "../texts.js";
import { cutWords } from "../table/cut.js";
import { bag, group, isJoker, parse, sorted } from "./cards.js";

const KEY = "web.baohuang";
const FACE = { T: "10" };
export const SUIT_SIGNS = /** @type {Record<string, string>} */ ({ s: "♠", h: "♥", d: "♦", c: "♣" });

/** A rank as it is printed on the card. @param {string} rank */
export const faceOf = (rank) => /** @type {Record<string, string>} */ (FACE)[rank] ?? rank;

/** A small number as a word of the language, «四», "four". @param {number} n */
const word = (n) => (has(`${KEY}.n.${n}`) ? t(`${KEY}.n.${n}`) : num(n));

/** Several cards of a rank: «四个 A», "four aces". @param {string} rank @param {number} n */
function naturals(rank, n) {
  const many = `${KEY}.many.${rank}`;
  if (n === 1) return t(`${KEY}.one`, { rank: t(`${KEY}.one.${rank}`) });
  return t(`${KEY}.some`, { count: word(n), rank: t(has(many) ? many : `${KEY}.one.${rank}`) });
}

/** Several of one joker: «两张小王», "two black jokers". @param {string} code @param {number} n */
function jokers(code, n) {
  if (n === 1) return t(`${KEY}.joker.${code}`);
  return t(`${KEY}.jokers`, { count: word(n), joker: t(`${KEY}.jokers.${code}`) });
}

/** Cards that go together as a phrase, lowest first. @param {string[]} codes */
export function cardsWords(codes) {
  const counts = [...bag(sorted(codes).map(group))];
  return list(counts.map(([key, n]) => (isJoker(key) ? jokers(key, n) : naturals(key, n))));
}

/**
 * A play by its name: all its cards count as its rank; the filling cards are in brackets, unless `brief`.
 * @param {string[]} codes @param {boolean} [brief]
 */
export function playWords(codes, brief = false) {
  const ranks = codes.filter((code) => !isJoker(code)).map(group);
  const base = ranks.find((rank) => rank !== "2") ?? ranks[0];
  if (!base) return cardsWords(codes);
  const extras = codes.filter((code) => group(code) !== base);
  const name = naturals(base, codes.length);
  return extras.length && !brief ? t(`${KEY}.with`, { play: name, extras: cardsWords(extras) }) : name;
}

/** One card with its suit, «♠7». @param {string} code */
export const oneCard = (code) =>
  isJoker(code) ? jokers(code, 1) : `${SUIT_SIGNS[code[1]] ?? ""}${faceOf(code[0])}`;

/** As a button or the start of a sentence says it. @param {string} text */
export const capital = (text) => (lang() === "en" ? text.charAt(0).toUpperCase() + text.slice(1) : text);

/** An action as its button names it. @param {string} action */
export function actionWords(action) {
  const [verb, ...rest] = action.split(" ");
  if (verb === "play") return capital(playWords(parse(rest.join(" "))));
  if (verb === "call") return t(`${KEY}.do.call`, { cards: oneCard(rest[0]) });
  if (verb === "cut") return cutWords(action);
  return rest.length
    ? t(`${KEY}.do.${verb}`, { cards: cardsWords(parse(rest.join(" "))) })
    : t(`action.${verb}`);
}

/** Cards in a sentence of the log, from notation. @param {string} text */
export const cardWords = (text) => cardsWords(parse(text));

/**
 * The accessible name of a column: «九，六张，已选四张».
 * @param {import("./cards.js").Column} column
 * @param {number} selected
 * @param {number} [received]  of others, since the deal
 */
export function columnWords(column, selected, received = 0) {
  const key = selected ? "column.selected" : "column";
  const name = isJoker(column.key) ? t(`${KEY}.card.${column.key}`) : t(`${KEY}.rank.${column.key}`);
  const words = t(`${KEY}.${key}`, {
    card: name,
    count: word(column.cards.length),
    selected: word(selected),
  });
  return received ? words + t("web.comma") + t(`${KEY}.column.received`, { count: word(received) }) : words;
}

const DECLARED = new Set(["declared", "revealed"]);

/** The game's own sentences for its log. @param {Happening} event @param {Context} context */
export function tell(event, context) {
  const who = context.names[event.seat];
  switch (event.event) {
    case "play":
    case "over":
    case "score":
      return event.event === "play" ? t(`${KEY}.event.play`, { who }) : "";
    case "played":
      return t(`${KEY}.event.${event.bomb ? "bomb" : "played"}`, {
        who,
        play: playWords(parse(event.cards)),
      });
    case "called":
      return t(`${KEY}.event.called`, { who, card: oneCard(event.card) });
    case "trick":
      return t(`${KEY}.event.${event.wind ? "wind" : "trick"}`, {
        winner: context.names[event.winner],
        leader: context.names[event.leader],
      });
    default:
      return DECLARED.has(event.event) && !event.role
        ? t(`event.declared.${event.seat === context.emperor ? "solo" : "guard"}`, { who })
        : null;
  }
}

/** The words that are called with an event, for voices. @param {Happening} event @param {string[]} names */
export function call(event, names) {
  if (event.event === "passed") return t("action.pass");
  return event.event === "called" ? tell(event, { names }) : "";
}
