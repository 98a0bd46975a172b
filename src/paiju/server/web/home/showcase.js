// @ts-check
/** A real deal of bots that plays itself in small, so that one sees what a game looks like. */
import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { Card, Tile } from "../art.js";
import { parse } from "../baohuang/cards.js";
import { Avatar } from "../figures/avatar.js";
import { file } from "../modules.js";
import { still } from "../motion.js";
import { num } from "../texts.js";

/** @typedef {[verb: string, seat: number | number[], cards?: string | string[]]} Step */
/** @typedef {{hands: number[], steps: Step[]}} Deal */
/**
 * What lies on the table after some steps.
 * @typedef {{hands: number[], by: number, cards: string, sets: string[][], won: number[]}} Scene
 */

const STEP_MS = 1500;
const PAUSES = /** @type {Record<string, number>} */ ({ sweep: 0.5, left: 0.4, win: 3 });
const STILL_AT = 9; // what is displayed where nothing may move
const LEVELS = ["master", "hard", "normal", "easy", "heuristic"];
const SUITS = "shcd";

/** @type {Promise<Record<string, Deal>> | undefined} */
let fetched;

/** @returns {Promise<Record<string, Deal>>} */
const deals = () => (fetched ??= fetch(file("home/deals.json")).then((answer) => answer.json()));

/** @param {Deal} deal @param {number} count @returns {Scene} */
function scene({ hands, steps }, count) {
  const seats = hands.length || 3;
  /** @type {Scene} */
  const now = {
    hands: [...hands],
    by: -1,
    cards: "",
    sets: Array.from({ length: seats }, () => []),
    won: [],
  };
  for (const [verb, seat, cards] of steps.slice(0, count)) {
    if (Array.isArray(seat)) {
      now.won = seat;
      if (Array.isArray(cards)) now.sets[seat[0]] = cards;
    } else if (verb === "play" || verb === "show") {
      now.by = seat;
      now.cards = String(cards);
      if (verb === "play") now.hands[seat] -= parse(now.cards).length;
    } else if (verb === "set") {
      now.sets[seat].push(String(cards));
    }
    if (verb !== "play" && verb !== "show") now.cards = "";
  }
  return now;
}

/** Whether the page can be seen. */
function useSeen() {
  const [seen, setSeen] = useState(!document.hidden);
  useEffect(() => {
    const look = () => setSeen(!document.hidden);
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return seen;
}

/**
 * How many steps have passed, while it moves and is seen.
 * @param {Deal | undefined} deal
 * @param {boolean} moving
 */
function useSteps(deal, moving) {
  const [at, setAt] = useState(STILL_AT);
  const runs = useSeen() && moving;
  useEffect(() => {
    if (!deal || !runs) return undefined;
    const [verb] = deal.steps[Math.max(0, at - 1)];
    const next = () => setAt((at + 1) % (deal.steps.length + 1));
    const timer = setTimeout(next, STEP_MS * (PAUSES[verb] ?? 1));
    return () => clearTimeout(timer);
  }, [deal, runs, at]);
  return at;
}

/**
 * The table of a game with a deal on it; `moving` is whether it plays itself.
 * @param {{game: string, moving: boolean}} props
 */
export function Showcase({ game, moving }) {
  const [deal, setDeal] = useState(/** @type {Deal | undefined} */ (undefined));
  const live = useRef(true);
  useEffect(() => {
    deals().then(
      (all) => live.current && setDeal(all[game]),
      () => {},
    );
    return () => {
      live.current = false;
    };
  }, []);
  const at = useSteps(deal, moving && !still());
  if (!deal) return null;
  const now = scene(deal, at);
  const laid = game === "paohuzi" ? [now.cards] : parse(now.cards);
  return html`<div class="show-scene" data-game=${game}>
    ${now.sets.map(
      (
        sets,
        seat,
      ) => html`<div key=${seat} class="show-seat" data-at=${seat} data-won=${now.won.includes(seat)}>
        <${Avatar} chair=${{ seat, kind: "bot", level: LEVELS[seat], name: "", avatar: "" }} />
        ${now.hands[seat] > 0 && html`<b class="digits">${num(now.hands[seat])}</b>`}
        ${sets.length > 0 && html`<${Sets} sets=${sets} />`}
      </div>`,
    )}
    ${
      now.cards &&
      html`<div class="show-play" key=${at} data-from=${now.by}
        style=${{ "--count": laid.length }}>
      <${Laid} game=${game} cards=${laid} /></div>`
    }
  </div>`;
}

/** Sets as columns of small cards; `?` lies face down. @param {{sets: string[]}} props */
const Sets = ({ sets }) => html`<span class="show-sets">
  ${sets.map(
    (set, at) =>
      html`<span key=${at}>${set
        .split(" ")
        .map((code, n) => html`<${Tile} key=${n} code=${code === "?" ? null : code} w=${15} />`)}</span>`,
  )}
</span>`;

/** @param {{game: string, cards: string[]}} props */
const Laid = ({ game, cards }) =>
  game === "paohuzi"
    ? html`<${Tile} code=${cards[0]} w=${46} />`
    : cards.map(
        (code, n) =>
          html`<${Card} key=${n} code=${/[bBrR]/.test(code) ? code : code + SUITS[n % 4]} w=${46} />`,
      );
