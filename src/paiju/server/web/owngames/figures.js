// @ts-check
/** Figures over a guest's games: points with their doubt, luck, losses, best and worst deals. */
import { Back, Card, Tile } from "../art.js";
import { has, num, signed, t } from "../texts.js";
import { Link } from "../ui/ui.js";
import { html } from "../vendor/htm-preact.js";

/** @typedef {import("./page.js").Own} Own */
/** @typedef {import("./page.js").Group} Group */
/** @typedef {import("./page.js").Deal} Deal */

/** The name of a role. @param {string} role */
export const roleName = (role) =>
  has(`web.own.role.${role}`) ? t(`web.own.role.${role}`) : t(`role.${role}`);

const SURE = 1.96;

const FEW = 10; // an interval of fewer deals says nothing

/**
 * The half of an interval of 95 %; null where there are too few deals for one.
 * @param {number | null} se
 * @param {number} n  deals
 */
export const spreadOf = (se, n) => (se === null || n < FEW ? null : SURE * se);

/** A mean with its interval. @param {import("./page.js").Mean} mean @param {number} n */
export function doubted({ mean, se }, n) {
  const spread = spreadOf(se, n);
  return spread === null ? signed(mean) : `${signed(mean)} ± ${num(spread)}`;
}

/**
 * Means as rows, each with a bar from zero on one scale, and over it its interval.
 * @param {{title: string, groups: Group[], name: (group: Group) => string}} props
 */
function Table({ title, groups, name }) {
  const ends = groups.flatMap(({ mean, se, n }) => {
    const spread = spreadOf(se, n) ?? 0;
    return [mean - spread, mean + spread, 0];
  });
  const low = Math.min(...ends);
  const wide = Math.max(...ends) - low || 1;
  const place = (/** @type {number} */ value) => `${(100 * (value - low)) / wide}%`;
  const bar = (/** @type {number} */ from, /** @type {number} */ to) => ({
    insetInlineStart: place(Math.min(from, to)),
    inlineSize: `${(100 * Math.abs(to - from)) / wide}%`,
  });
  return html`<table class="own-table"><caption>${title}</caption>
    <thead class="visually-hidden"><tr><th>${title}</th><th colspan="2">${t("web.own.points")}</th>
      <th>${t("web.own.count")}</th></tr></thead>
    <tbody>${groups.map((group) => {
      const spread = spreadOf(group.se, group.n) ?? 0;
      return html`<tr key=${group.game + group.name}><th scope="row">${name(group)}</th>
        <td><bdi class="digits">${doubted(group, group.n)}</bdi></td>
        <td class="own-drawn" aria-hidden="true"><span class="own-scale">
          <i class="own-mean" style=${bar(0, group.mean)}></i>
          <i class="own-spread" style=${bar(group.mean - spread, group.mean + spread)}></i>
          <i class="own-zero" style=${bar(0, 0)}></i></span></td>
        <td class="digits muted">${num(group.n)}</td></tr>`;
    })}</tbody></table>`;
}

/**
 * The card that stands for a role: the emperor's, the guard's, a back for the others; the dealer's.
 * @param {Pictured} deal
 */
function Face({ game, role }) {
  if (game === "paohuzi") return html`<${Tile} code=${role === "dealer" ? "b10" : "s1"} w=${30} />`;
  const code = { emperor: "R", guard: "B" }[role];
  return code ? html`<${Card} code=${code} w=${38} />` : html`<${Back} w=${38} />`;
}

/**
 * A deal as it is drawn; of others without its record.
 * @typedef {Pick<Deal, "game" | "role" | "place" | "points"> & Partial<Deal>} Pictured
 */

/** One deal as a small picture. @param {{one: Pictured}} props */
const Picture = ({ one }) => html`<${Face} ...${one} />
  <b class="digits"><bdi dir="ltr">${signed(one.points)}</bdi></b>
  <span>${roleName(one.role)}</span>
  ${one.place > 0 && html`<small>${t(`place.${one.place}`)}</small>`}`;

/** The last deals as small pictures, own ones leading to their replays. @param {{deals: Pictured[]}} props */
export const Last = ({ deals }) => html`<section aria-labelledby="own-last">
  <h2 id="own-last">${t("web.own.last")}</h2>
  <ul class="last-deals" data-testid="own-last">${deals.map((one, n) => {
    const sign = Math.sign(one.points);
    const picture = html`<${Picture} one=${one} />`;
    return html`<li key=${n}>${
      one.record
        ? html`<${Link} class="plate" data-sign=${sign}
            href=${`/replay/${one.record}?deal=${one.deal}&viewer=${one.seat}&review=${one.seat}`}>
            ${picture}<//>`
        : html`<span class="plate" data-sign=${sign}>${picture}</span>`
    }</li>`;
  })}</ul></section>`;

/** Deals as links to their replays. @param {{title: string, deals: Deal[]}} props */
const Deals = ({ title, deals }) =>
  html`<div><h3>${title}</h3><ul class="own-deals">${deals.map(
    (one) => html`<li key=${one.record + one.deal}><${Link}
      href=${`/replay/${one.record}?deal=${one.deal}&viewer=${one.seat}&review=${one.seat}`}>
      <bdi class="digits">${signed(one.points)}</bdi> ${roleName(one.role)}<//></li>`,
  )}</ul></div>`;

/**
 * What a group is called; with its game where there are several.
 * @param {Group[]} groups
 */
function namer(groups) {
  const several = new Set(groups.map(({ game }) => game)).size > 1;
  return (/** @type {Group} */ group, /** @type {string} */ name) =>
    several ? `${t(`web.game.${group.game}`)}: ${name}` : name;
}

/** Points a deal in each role. @param {{groups: Group[]}} props */
export function Roles({ groups }) {
  const ofGame = namer(groups);
  return html`<div class="plate"><${Table} title=${t("web.own.by_role")} groups=${groups}
    name=${(/** @type {Group} */ group) => ofGame(group, roleName(group.name))} /></div>`;
}

/** @param {{own: Own}} props */
export function Figures({ own }) {
  const ofGame = namer(own.by_role);
  const placed = (/** @type {Group} */ group) =>
    ofGame(group, t("web.own.place", { place: Number(group.name) }));
  return html`<section aria-labelledby="own-figures">
    <h2 id="own-figures">${t("web.own.figures", { count: own.deals })}</h2>
    <${Roles} groups=${own.by_role} />
    ${
      own.by_place.length > 0 &&
      html`<${Table} title=${t("web.own.by_place")} groups=${own.by_place}
        name=${placed} />`
    }
    <${Lucky} own=${own} />
    <div class="own-extremes">
      <${Deals} title=${t("web.own.best")} deals=${own.best} />
      <${Deals} title=${t("web.own.worst")} deals=${own.worst} />
    </div>
  </section>`;
}

/** What of the points was luck, and what decisions lost over time. @param {{own: Own}} props */
function Lucky({ own }) {
  const earlier =
    own.earlier > 0 &&
    html`<p class="muted" data-testid="own-earlier">${t("web.own.earlier", { count: own.earlier })}</p>`;
  if (!own.luck) return earlier || html`<p class="muted">${t("web.own.unreviewed")}</p>`;
  const most = Math.max(0.001, ...own.losses.map(({ loss }) => loss));
  return html`<div data-testid="own-luck"><h3>${t("web.own.luck")}</h3>
    <p>${t("web.own.luck.line", {
      deals: own.luck.deals,
      result: doubted(own.luck.result, own.luck.deals),
      skill: doubted(own.luck.skill, own.luck.deals),
    })}</p>
    <p class="muted">${t("web.own.luck.help")}</p>
    ${earlier}
    <h3>${t("web.own.losses")}</h3>
    <ol class="own-losses" dir="ltr">${own.losses.map(
      ({ deal, loss }) => html`<li key=${deal.record + deal.deal}><${Link}
        href=${`/replay/${deal.record}?deal=${deal.deal}&viewer=${deal.seat}&review=${deal.seat}`}
        style=${{ blockSize: `${4 + (44 * loss) / most}px` }}
        aria-label=${t("web.own.loss", { loss: num(loss) })}><//></li>`,
    )}</ol></div>`;
}
