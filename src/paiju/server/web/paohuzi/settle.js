// @ts-check
/** @import { Child, DealState, Over, PaohuziView, Room } from "paiju/page" */
import { cardName, Tile } from "../art.js";
import { TableSet } from "./sets.js";
import { nameOf } from "../table/pod.js";
import { num, signed, t } from "../texts.js";
import { html } from "../vendor/htm-preact.js";
import { Amount, Cards, Name, Rule } from "../settle/parts.js";

export { answerText as answerWords } from "./narrate.js";

/** How a deal of Paohuzi ended, in a few words. @param {Over<PaohuziView>} view @param {Room} room */
export const headline = (view, room) =>
  view.result.draw ? t("web.settle.drawn") : t("web.settle.hu", { who: nameOf(room, view.result.winner) });

/**
 * On which card the winner had enough, whose it was, and who pays; or that nobody had, and what that costs.
 * Before anything is turned up it is the shown card, or no card at all, for sets that were dealt.
 * @param {{state: DealState<Over<PaohuziView>>, onRule?: (rule: string) => void}} props
 */
export function Reason({ state: { view, room, log }, onRule }) {
  const { result, need } = view;
  const name = (/** @type {number} */ seat) => nameOf(room, seat);
  const [first] = result.items;
  const opened = log.findLast(({ event }) => event === "draw" || event === "discard");
  const facts = {
    hu: result.hu,
    need,
    card: result.card ? t(`web.card.${result.card}`) : "",
    from: name(opened?.seat ?? -1),
    dealer: name(view.dealer),
    payer: result.returns.flatMap((points, seat) => (points < 0 ? [name(seat)] : [])),
  };
  const drawn = first ? "drawn.paid" : "drawn";
  const turned = opened?.seat === result.winner ? "own" : (opened?.event ?? "shown");
  const source = result.card ? turned : "dealt";
  const paid = (/** @type {string} */ won) => (first.reason === "discard" ? `${won}.alone` : won);
  const key = result.draw ? drawn : paid(source);
  return html`<p class="settle-reason" data-testid="reason"><span>${t(`web.settle.reason.${key}`, facts)}
      ${first && html` <${Rule} game="paohuzi" rule=${first.rule} onRule=${onRule} />`}</span></p>`;
}

/**
 * The hand of the winner laid open, with the card that completed it.
 * @param {{state: DealState<Over<PaohuziView>>}} props
 */
export function Decisive({
  state: {
    view: { result },
  },
}) {
  if (result.draw) return null;
  return html`<p class="moment-hu">${t("web.settle.set_hu", { hu: result.hu })}
      ${
        result.card &&
        html`<${Tile} code=${result.card} w=${34}
      label=${`${t("web.settle.winning_card")}: ${cardName(result.card)}`} />`
      }</p>
    <ul class="moment-sets" dir="ltr">${result.sets.map(
      (set, at) => html`<li key=${at}>
      <${TableSet} meld=${{ ...set, up: true }} /><small>${num(set.hu)}</small></li>`,
    )}</ul>`;
}

/**
 * The winning sets, what they are worth, and who pays.
 * @param {{state: DealState<Over<PaohuziView>>, onRule?: (rule: string) => void}} props
 */
export function Outcome({ state, onRule }) {
  const { view, room } = state;
  const { result } = view;
  const seats = [...result.returns.keys()].sort((a, b) => result.returns[b] - result.returns[a]);
  return html`${
    !result.draw &&
    html`<${Winning} result=${result} onRule=${onRule} />
    <${Count} view=${view} onRule=${onRule} />`
  }
    <ol class="settle-seats">${seats.map(
      (seat) => html`<li key=${seat} data-seat=${seat} data-you=${seat === room.you.seat}>
      <span class="settle-who"><${Name} room=${room} seat=${seat} />
        ${seat === view.dealer && html`<span class="settle-role">${t("web.settle.dealer")}</span>`}</span>
      <span class="settle-points"><${Amount} amount=${result.returns[seat]} />
        <small class="muted">${t("web.settle.total")} <bdi dir="ltr">${signed(room.match.scores[seat] ?? 0)}
        </bdi></small></span>
      <ul class="settle-why">${result.items
        .filter((item) => item.seat === seat)
        .map(
          (item) =>
            html`<li key=${item.reason}><bdi dir="ltr">${signed(item.amount)}
              </bdi> ${t(`web.settle.why.${item.reason}`)}
          ${" "}<${Rule} game="paohuzi" rule=${item.rule} onRule=${onRule} /></li>`,
        )}</ul>
    </li>`,
    )}</ol>`;
}

/**
 * The sets of the winner, the winning card beside them.
 * @param {{result: Over<PaohuziView>["result"], onRule?: (rule: string) => void}} props
 */
function Winning({ result, onRule }) {
  return html`<div class="settle-won">
    ${
      result.card &&
      html`<figure class="settle-card"><${Tile} code=${result.card} w=${40} label=${cardName(result.card)} />
      <figcaption>${t("web.settle.winning_card")} <${Rule} game="paohuzi" rule="PZ M17" onRule=${onRule} />
      </figcaption></figure>`
    }
    <ul class="settle-sets">${result.sets.map(
      (set, at) => html`<li key=${at}>
      <span role="img" aria-label=${set.cards.map(cardName).join(t("web.settle.comma"))}>
      <${Cards} game="paohuzi" cards=${set.cards} w=${24} /></span>
      <small>${t(`web.paohuzi.kind.${set.kind}`)} <b>${t("web.settle.set_hu", { hu: set.hu })}</b></small>
      </li>`,
    )}</ul>
  </div>`;
}

/**
 * From hu to points, one step a line.
 * @param {{view: Over<PaohuziView>, onRule?: (rule: string) => void}} props
 */
function Count({ view, onRule }) {
  const { result } = view;
  const line = (/** @type {string} */ name, /** @type {Child} */ value, /** @type {string} */ rule) =>
    html`<li><span>${name} ${rule && html`<${Rule} game="paohuzi" rule=${rule} onRule=${onRule} />`}</span><b>
      <bdi dir="ltr">${value}</bdi></b></li>`;
  const item = (/** @type {import("paiju/messages").Paohuzi_Named} */ one) =>
    line(t(`item.paohuzi.${one.reason}`), signed(one.amount), one.rule);
  const product = result.bottom * result.multiplier;
  return html`<div class="settle-box"><h3>${t("web.settle.how")}</h3><ul class="settle-count">
    ${line(t("web.settle.hu_sum"), num(result.hu), "PZ M3")}
    ${result.extra.map(item)}
    ${line(t("web.settle.bottom"), num(result.bottom), "PZ M21")}
    ${result.named.map(item)}
    ${line(t("web.settle.multiplier"), `× ${num(result.multiplier)}`, "PZ 3.7")}
    ${
      result.final > product &&
      line(t("web.settle.doubled", { count: view.draws }), `× ${num(result.final / product)}`, "PZ §4")
    }
    ${result.final < product && line(t("web.settle.capped"), num(result.final), "PZ §4")}
    ${line(t("web.settle.final"), num(result.final), "PZ M21")}
  </ul></div>`;
}

/**
 * What the others still held, and what lies before them.
 * @param {{state: DealState<Over<PaohuziView>>}} props
 */
export function Hands({ state: { view, room } }) {
  const seats = view.order.filter((/** @type {number} */ seat) => seat !== view.result.winner && view.hands);
  if (!seats.length) return null;
  return html`<h3>${t("web.settle.hands")}</h3><ul class="settle-hands">${seats.map(
    (/** @type {number} */ seat) => html`<li key=${seat}>
    <${Name} room=${room} seat=${seat} />
    <span class="settle-sets">${view.melds[seat].map(
      (meld) => html`<span role="img" aria-label=${meld.cards.map(cardName).join(t("web.settle.comma"))}>
      <${Cards} game="paohuzi" cards=${meld.cards} w=${22} /></span>`,
    )}
      <span role="img" aria-label=${`${nameOf(
        room,
        seat,
      )}: ${view.hands[seat].map(cardName).join(t("web.settle.comma"))}`}>
        <${Cards} game="paohuzi" cards=${view.hands[seat]} w=${22} /></span></span></li>`,
  )}</ul>`;
}
