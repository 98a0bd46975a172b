// @ts-check
/** @import { BaohuangView, DealState, Laid, Ui } from "paiju/page" */
import { html, useLayoutEffect, useRef, useState } from "../vendor/htm-preact.js";
import { still } from "../motion.js";
import { dot, t } from "../texts.js";
import { Icon } from "../ui/ui.js";
import { isWide, usePrevious, useShape, useSize } from "../table/frame.js";
import { narrate } from "../table/narrate.js";
import { arrive, handOf, leave } from "../table/news.js";
import { Moments } from "./moments.js";
import { playWords } from "./naming.js";
import { Row } from "./row.js";
import { Answer, Minis, lastOf } from "./laid.js";

const CORNERS = 104; // both corner buttons
const RECENT = 3;
// below the cards of a large table: whose they are, and the own answer
const OWNER = 60;
const ANSWER = 62;
// a narrow table, where the answers of both sides reach into the middle, and how much of its width they take
const NARROW = 860;
const SIDES = 304;

/** How wide the cards on a large cloth are. @param {number} height of the felt, less what lies below them */
const cardWidth = (height) => Math.round(Math.max(46, Math.min(112, height / 1.4)));

/**
 * The table: the play to beat and whose it is; before play what happened last; the last trick while it is
 * requested.
 * @param {{state: DealState<BaohuangView>, ui: Ui, peek: boolean, asked: boolean}} props
 */
export function Felt({ state, ui, peek, asked }) {
  const { view } = state;
  const ref = useRef(/** @type {HTMLElement|null} */ (null));
  const size = useSize(ref);
  const shape = useShape();
  const wide = isWide(shape);
  const top = view.top;
  const own = wide && view.viewer !== null && top?.seat !== view.viewer && lastOf(view, view.viewer);
  const few = Math.min(4, Math.max(3, top?.cards.length ?? 0));
  const w = wide
    ? Math.max(
        30,
        Math.min(
          cardWidth(size.height - OWNER - (own ? ANSWER : 0)),
          Math.round((shape.width < NARROW ? shape.width - SIDES : size.width) / few) - 4,
        ),
      )
    : size.height > 150
      ? Math.round(Math.min(84, size.height / 3, (size.width - CORNERS) / few - 4))
      : size.height < 78
        ? 30
        : 40;
  return html`<section class="felt" data-spot="felt" data-own=${String(Boolean(own) && !peek)}
      aria-label=${t("web.table.felt")} ref=${ref}>
    ${
      peek
        ? html`<${LastTrick} view=${view} names=${ui.names} />`
        : top
          ? html`<${Top} key=${`${view.tricks.length}.${top.seat}.${top.cards.join()}`} state=${state}
              top=${top} name=${ui.names[top.seat]} w=${w} room=${Math.max(
                120,
                size.width - (wide ? 0 : CORNERS),
              )} />`
          : html`<${Feed} state=${state} ui=${ui} asked=${asked} />`
    }
    <${Swept} state=${state} w=${w} room=${size.width} />
    <${Moments} news=${state.news} sizes=${view.sizes} names=${ui.names} asked=${state.prompt !== null} />
    ${own && !peek && html`<div class="own-last"><${Answer} laid=${own} /></div>`}
  </section>`;
}

/**
 * The play to beat, come from the hand of its owner.
 * @param {{state: DealState<BaohuangView>, top: NonNullable<BaohuangView["top"]>, name: string, w: number,
 *   room: number}} props
 */
function Top({ state: { view, news }, top: { seat, cards, faces }, name, w, room }) {
  const place = useRef(/** @type {HTMLElement|null} */ (null));
  useLayoutEffect(() => {
    if (news.some((event) => event.event === "played" && event.seat === seat))
      arrive(place.current, handOf(seat, view.viewer));
  }, []);
  return html`<div class="top" ref=${place}>
    <${Row} cards=${faces ?? cards} w=${w} room=${room} />
    <p class="owner"><bdi>${name}</bdi> ${
      seat === view.emperor &&
      html`<${Icon} name="crown" size="16"
        />`
    }${dot()}${playWords(cards)}${view.signals.map(
      ({ signal }) => html`${dot()}<b class="signal" key=${signal}>${t(`web.phrase.${signal}`)}</b>`,
    )}</p>
  </div>`;
}

/**
 * What lay there when a trick ended, on its way to who has won it.
 * @param {{state: DealState<BaohuangView>, w: number, room: number}} props
 */
function Swept({ state: { view, news }, w, room }) {
  const before = usePrevious(view.top);
  const place = useRef(/** @type {HTMLElement|null} */ (null));
  const [gone, setGone] = useState(
    /** @type {{cards: string[], winner: number, trick: number} | null} */ (null),
  );
  useLayoutEffect(() => {
    const trick = news.find((event) => event.event === "trick");
    const seen = document.visibilityState === "visible";
    if (!trick || !before || view.top || view.over || still() || !seen) return;
    setGone({ cards: before.faces ?? before.cards, winner: trick.winner, trick: view.tricks.length });
  }, [news]);
  useLayoutEffect(() => {
    if (place.current && gone) leave(place.current, handOf(gone.winner, view.viewer), () => setGone(null));
  }, [gone]);
  return (
    gone &&
    html`<div class="swept" key=${gone.trick} ref=${place} aria-hidden="true">
    <${Row} cards=${gone.cards} w=${w} room=${room} /></div>`
  );
}

/**
 * The last things that happened, while nothing lies on the table.
 * @param {{state: DealState<BaohuangView>, ui: Ui, asked: boolean}} props
 */
function Feed({ state, ui, asked }) {
  const lines = state.log
    .slice(-8)
    .filter((event) => event.event !== "passed" && event.event !== "played")
    .map((event) => narrate(event, ui.context))
    .filter(Boolean)
    .slice(-RECENT);
  return html`<ul class="feed" data-asked=${String(asked)}>${lines.map(
    (/** @type {string} */ line) => html`<li key=${line}>${line}
    </li>`,
  )}</ul>`;
}

/** @param {{view: BaohuangView, names: string[]}} props */
function LastTrick({ view, names }) {
  const trick = view.tricks?.at(-1);
  if (!trick) return html`<p class="muted">${t("web.baohuang.trick.none")}</p>`;
  return html`<ul class="peek" aria-label=${t("web.baohuang.trick.last")}>
    ${trick.map(
      (laid, /** @type {number} */ i) => html`<${LaidLine} key=${i} laid=${laid} names=${names}
    />`,
    )}</ul>`;
}

/** One play of a trick. @param {{laid: Laid, names: string[]}} props */
export const LaidLine = ({ laid, names }) => html`<li><bdi class="laid-name">${names[laid.seat]}</bdi>
  ${
    laid.cards.length
      ? html`<${Minis} cards=${laid.cards} />`
      : html`<span class="muted">
  ${t(`web.baohuang.did.${laid.verb}`)}</span>`
  }</li>`;
