// @ts-check
/** @import { BaohuangView, DealState, Over, Room } from "paiju/page" */
import { cardName } from "../art.js";
import { sorted } from "./cards.js";
import { Row } from "./row.js";
import { playWords } from "./naming.js";
import { useShape } from "../table/frame.js";
import { nameOf } from "../table/pod.js";
import { dot, num, signed, t } from "../texts.js";
import { Icon } from "../ui/ui.js";
import { html } from "../vendor/htm-preact.js";
import { Amount, Cards, counts, Name, Rule } from "../settle/parts.js";

export { actionWords as answerWords } from "./naming.js";

// of the last play's cards
const WIDTHS = /** @type {Record<string, number>} */ ({ tablet: 84, desk: 96, low: 56 });
const BADGES = /** @type {Record<string, string>} */ ({
  emperor: "crown",
  guard: "shield",
  commoner: "person",
});

/** How a deal of Bao Huang ended, in a few words. @param {Over<BaohuangView>} view */
export const headline = (view) =>
  t(view.result.void ? "web.settle.void" : `web.settle.won.${view.result.winner}`);

/**
 * The seats that won, the best place first; all but the people where nobody did.
 * @param {Over<BaohuangView>} view
 * @returns {number[]}
 */
function victors({ order, result }) {
  const won = order.filter((/** @type {number} */ seat) => result.returns[seat] > 0);
  const shown = won.length
    ? won
    : order.filter((/** @type {number} */ seat) => result.roles[seat] !== "commoner");
  return [...shown].sort((a, b) => result.places[a] - result.places[b]);
}

/**
 * What decides: the place of an emperor without a guard, the sum of the places, the first and the last place,
 * or what the table agreed on where these two are on one side.
 * @param {Over<BaohuangView>["result"]} result @param {string[]} sides of the first and the last place
 */
function decidedBy(result, [first, last]) {
  if (result.items[0].solo) return "solo";
  if (counts(result)) return "points";
  return first === last && result.winner !== "tie" ? "agreed" : "ends";
}

/**
 * The first and last seats, their sides and the result by the rule; then the sides.
 * @param {{state: DealState<Over<BaohuangView>>, onRule?: (rule: string) => void}} props
 */
export function Reason({ state: { view, room }, onRule }) {
  const { result } = view;
  if (result.void)
    return html`<div class="settle-reason" data-testid="reason"><p>${t("web.settle.reason.void")}
      ${" "}<${Rule} game="baohuang" rule="BH A6" onRule=${onRule} /></p></div>`;
  const { places, roles, winner, items } = result;
  const name = (/** @type {number} */ seat) => nameOf(room, seat);
  const having = (/** @type {string} */ role) =>
    view.order.filter((/** @type {number} */ seat) => roles[seat] === role);
  const emperor = roles.indexOf("emperor");
  const crown = [emperor, ...having("guard")];
  const ends = [1, view.order.length].map((place) => places.indexOf(place));
  const sides = ends.map((seat) => (roles[seat] === "commoner" ? "people" : "emperor"));
  const facts = {
    first: name(ends[0]),
    last: name(ends[1]),
    first_side: t(`web.settle.side.${sides[0]}`),
    last_side: t(`web.settle.side.${sides[1]}`),
    emperor: name(emperor),
    place: places[emperor],
    places: crown.map((seat) => places[seat]).sort(),
    sum: signed(items.find((item) => item.role === "guard")?.points ?? 0),
  };
  const company = items[0].solo ? "alone" : "together";
  const who = {
    emperor: facts.emperor,
    guards: having("guard").map(name),
    people: having("commoner").map(name),
  };
  return html`<div class="settle-reason" data-testid="reason">
    <p>${t(`web.settle.reason.${decidedBy(result, sides)}.${winner}`, facts)} <${Rule} game="baohuang"
      rule=${items[0].rule} onRule=${onRule} /></p>
    <p class="muted">${t(`web.settle.sides.${company}`, who)}</p></div>`;
}

/** The last play of the deal, and who won as what. @param {{state: DealState<Over<BaohuangView>>}} props */
export function Decisive({ state: { view, room } }) {
  const { mode, width } = useShape();
  const last = [...view.tricks, view.trick].flat().findLast((laid) => laid.cards.length);
  return html`<ul class="moment-won">${victors(view).map(
    (seat) => html`<li key=${seat} data-role=${view.result.roles[seat]}>
      <${Icon} name=${BADGES[view.result.roles[seat]]} /><${Name} room=${room} seat=${seat} />
      <small>${t(`role.${view.result.roles[seat]}`)}${dot()}${t(`place.${view.result.places[seat]}`)}</small>
      </li>`,
  )}</ul>
    ${
      last &&
      html`<figure class="moment-last"><${Row} cards=${last.faces ?? last.cards} w=${WIDTHS[mode] ?? 62}
          room=${Math.min(width - 24, 600)} />
      <figcaption><${Name} room=${room} seat=${last.seat} />${dot()}${playWords(last.cards)}
      </figcaption></figure>`
    }`;
}

/**
 * Seats by place, each with its points and their reasons; then what holds for all.
 * @param {{state: DealState<Over<BaohuangView>>, onRule?: (rule: string) => void}} props
 */
export function Outcome({ state, onRule }) {
  const { view, room } = state;
  const { result } = view;
  if (result.void) return null;
  const seats = [...view.order].sort((a, b) => result.places[a] - result.places[b]);
  return html`<ol class="settle-seats">${seats.map(
    (seat) => html`<${Seat} key=${seat} view=${view}
      room=${room} seat=${seat} onRule=${onRule} />`,
  )}</ol>
    <${Multiplied} view=${view} onRule=${onRule} />`;
}

/** @param {{view: Over<BaohuangView>, room: Room, seat: number, onRule?: (rule: string) => void}} props */
function Seat({ view, room, seat, onRule }) {
  const { result } = view;
  const plain = !counts(result);
  const role = result.roles[seat];
  return html`<li data-seat=${seat} data-you=${seat === room.you.seat}>
    <span class="settle-place">${t(`place.${result.places[seat]}`)}</span>
    <span class="settle-who"><${Name} room=${room} seat=${seat} />
      <span class="settle-role" data-role=${role}><${Icon} name=${BADGES[role]} size="16" />
        ${t(role === "emperor" && result.items[0]?.solo ? "role.solo" : `role.${role}`)}</span></span>
    <span class="settle-points"><${Amount} amount=${result.returns[seat]} plain=${plain} />
      ${
        !plain &&
        html`<small class="muted">${t("web.settle.total")} <bdi dir="ltr">
      ${signed(room.match.scores[seat] ?? 0)}</bdi></small>`
      }</span>
    ${
      !plain &&
      html`<ul class="settle-why">${result.items
        .filter((item) => item.seat === seat)
        .map(
          (item) =>
            html`<li key=${item.reason}><bdi dir="ltr">${signed(item.amount)}
              </bdi> ${t(item.reason === "stuck" ? "score.stuck" : "web.settle.by_places")}
          ${
            item.multiplier > 1 &&
            html` <bdi dir="ltr"
          class="muted">(${signed(item.points)} × ${num(item.multiplier)})</bdi>`
          }
          ${" "}<${Rule} game="baohuang" rule=${item.rule} onRule=${onRule} /></li>`,
        )}</ul>`
    }
  </li>`;
}

/**
 * What multiplied the points.
 * @param {{view: Over<BaohuangView>, onRule?: (rule: string) => void}} props
 */
function Multiplied({ view, onRule }) {
  const { result, stakes } = view;
  if (result.multiplier === 1) return null;
  const causes = [
    ...(view.usurped
      ? [["usurped", "BH A18-45"]]
      : stakes.factors.map((/** @type {string} */ cause) => [cause, "BH A18-48"])),
    ...(stakes.countered ? [["countered", "BH A18-49"]] : []),
  ];
  return html`<div class="settle-box">
    <h3>${t("web.settle.how")}</h3>
    <p>${t("score.multiplier", { multiplier: result.multiplier })}
      ${causes.map(
        ([cause, rule]) => html`${dot()}${t(`web.settle.cause.${cause}`)} <${Rule} game="baohuang"
      rule=${rule} onRule=${onRule} />`,
      )}</p>
  </div>`;
}

/** The cards that nobody played. @param {{state: DealState<Over<BaohuangView>>}} props */
export function Hands({ state: { view, room } }) {
  const left = view.order.filter((/** @type {number} */ seat) => view.hands?.[seat]?.length);
  if (!left.length) return null;
  return html`<h3>${t("web.settle.hands")}</h3><ul class="settle-hands">${left.map(
    (/** @type {number} */ seat) => {
      const cards = sorted((view.hands_faces ?? view.hands)[seat]).reverse();
      return html`<li key=${seat}><span><${Name} room=${room} seat=${seat} /> <small class="muted">
        ${t("web.settle.cards", { count: cards.length })}</small></span>
      <span role="img" aria-label=${`${nameOf(
        room,
        seat,
      )}: ${cards.map(cardName).join(t("web.settle.comma"))}`}>
        <${Cards} game="baohuang" cards=${cards} w=${30} /></span></li>`;
    },
  )}</ul>`;
}
