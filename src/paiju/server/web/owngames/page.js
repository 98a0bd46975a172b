// @ts-check
/** @import { Refused, Typed } from "paiju/page" */
/** My games: what was played, with whom, what came of it, and what of that was luck. */
import { recordName } from "../bots.js";
import { Empty } from "../figures/empty.js";
import { ErrorPage } from "../home/error.js";
import { dropRecord, loadMe } from "../home/me.js";
import { api } from "../net.js";
import { day, dot, lang, num, sayError, signed, t } from "../texts.js";
import { Button, Field, Icon, Link, Select, toast, useTitle } from "../ui/ui.js";
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { useMe } from "../home/me.js";
import { NameButton } from "../home/name.js";
import { RatingCurves, Ratings } from "../home/rating.js";
import { Figures, Last, roleName } from "./figures.js";

/**
 * @typedef {{mean: number, se: number | null, n: number}} Mean
 * @typedef {{deals: number, result: Mean, skill: Mean, sum: number}} Adjusted
 * @typedef {{record: string, deal: number, seat: number, game: string, role: string, place: number,
 *   points: number, when: number}} Deal
 * @typedef {{record: string, game: string, preset: string, seat: number, names: string[], scores: number[],
 *   when: number, deals: number, points: number, roles: string[], luck: Adjusted | null}} Line
 * @typedef {{games: Line[], matches: number, deals: number, pages: number, by_role: Group[],
 *   by_place: Group[],
 *   last: Deal[], curves: import("../home/rating.js").RatingCurve[], best: Deal[], worst: Deal[],
 *   luck: Adjusted | null, losses: {deal: Deal, loss: number}[],
 *   earlier: number,
 *   choices: {games: string[], rules: {digest: string, game: string, preset: string}[],
 *   roles: string[]}}} Own
 * @typedef {Mean & {game: string, name: string}} Group
 * @typedef {{game: string, rules: string, role: string, search: string, days: string}} Filter
 */

const DAY_S = 86_400;
const ANY = { game: "", rules: "", role: "", search: "", days: "" };
const TIMES = [7, 30, 365];
const TYPING_MS = 300;
const stay = (/** @type {Event} */ event) => event.preventDefault();

/** What rules are called. @param {{game: string, preset: string}} rules */
const rulesName = ({ game, preset }) => (preset ? t(`preset.${game}.${preset}`) : t("web.own.house"));

/** The page `/games`. */
export function OwnGames() {
  const [filter, setFilter] = useState(/** @type {Filter} */ (ANY));
  const [page, setPage] = useState(0);
  const [own, setOwn] = useState(/** @type {Own | null} */ (null));
  const [error, setError] = useState(/** @type {Refused | null} */ (null));
  const [round, setRound] = useState(0);
  const { ratings } = useMe();
  useTitle(t("web.own"));
  useEffect(() => {
    const { days, ...words } = filter;
    const since = days ? Math.floor(Date.now() / 1000) - Number(days) * DAY_S : 0;
    const query = new URLSearchParams({ ...words, since: String(since), page: String(page) });
    let current = true;
    const ask = () =>
      api("GET", `/api/me/games?${query}`).then((found) => current && setOwn(found), setError);
    const timer = setTimeout(ask, own ? TYPING_MS : 0);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [filter, page, round]);
  if (error) return html`<${ErrorPage} error=${error} onRetry=${() => location.reload()} />`;
  const choose = (/** @type {Partial<Filter>} */ change) => {
    setFilter({ ...filter, ...change });
    setPage(0);
  };
  const nothing = own?.deals === 0 && filter === ANY;
  return html`<main class="page own" aria-busy=${String(!own)} data-testid="own-page">
    <header class="page-head">
      <${Link} class="button button-quiet button-icon" href="/" aria-label=${t("web.home")}>
        <${Icon} name="back" /><//>
      <h1 tabindex="-1">${t("web.own")}</h1>
    </header>
    <div class="own-me"><${NameButton} /><${Link} href="/puzzles">${t("web.puzzles")}<//>
      <${Link} href="/about">${t("web.about")}<//></div>
    <p class="muted">${t("web.own.help")}</p>
    <div class="own-curves">${own && html`<${RatingCurves} curves=${own.curves} />`}
      <${Ratings} ratings=${ratings} /></div>
    ${own && own.last.length > 0 && html`<${Last} deals=${own.last} />`}
    ${own && !nothing && html`<${Filters} own=${own} filter=${filter} onChange=${choose} />`}
    ${
      own?.deals === 0 &&
      html`<div role="status"><${Empty} text=${t(nothing ? "web.own.first" : "web.own.none")} /></div>`
    }
    ${own && own.deals > 0 && html`<${Figures} own=${own} />`}
    ${own && own.deals > 0 && html`<${List} own=${own} onGone=${() => setRound(round + 1)} />`}
    ${own && own.deals > 0 && html`<${Everything} onGone=${() => choose(ANY)} />`}
    ${own && own.pages > 1 && html`<${Pages} page=${page} pages=${own.pages} onPage=${setPage} />`}
  </main>`;
}

/** @param {{own: Own, filter: Filter, onChange: (change: Partial<Filter>) => void}} props */
function Filters({ own, filter, onChange }) {
  const { games, rules, roles } = own.choices;
  const all = { value: "", label: t("web.own.all") };
  const times = TIMES.map((count) => ({ value: String(count), label: t("web.own.days", { count }) }));
  return html`<form class="own-filters" role="search" onSubmit=${stay}>
    <${Select} label=${t("web.own.game")} value=${filter.game} data-testid="own-game"
      options=${[all, ...games.map((game) => ({ value: game, label: t(`web.game.${game}`) }))]}
      onChange=${(/** @type {string} */ game) => onChange({ game, rules: "", role: "" })} />
    <${Select} label=${t("web.own.rules")} value=${filter.rules}
      options=${[all, ...rules.map((one) => ({ value: one.digest, label: rulesName(one) }))]}
      onChange=${(/** @type {string} */ digest) => onChange({ rules: digest })} />
    <${Select} label=${t("web.own.role")} value=${filter.role} data-testid="own-role"
      options=${[all, ...roles.map((role) => ({ value: role, label: roleName(role) }))]}
      onChange=${(/** @type {string} */ role) => onChange({ role })} />
    <${Select} label=${t("web.own.time")} value=${filter.days}
      options=${[all, ...times]}
      onChange=${(/** @type {string} */ days) => onChange({ days })} />
    <${Field} label=${t("web.own.search")} type="search" maxlength="40" value=${filter.search}
      data-testid="own-search"
      onInput=${(/** @type {Typed} */ event) => onChange({ search: event.target.value })} />
  </form>`;
}

/** @param {{own: Own, onGone: () => void}} props */
function List({ own, onGone }) {
  const drop = (/** @type {string} */ record) =>
    dropRecord(record).then(onGone, (refused) => toast(sayError(refused), "danger"));
  return html`<section aria-labelledby="own-list">
    <h2 id="own-list">${t("web.own.list", { count: own.matches })}</h2>
    <ul class="own-list">${own.games.map(
      (line) => html`<li key=${line.record} data-testid="own-line">
        <p><strong>${t(`web.game.${line.game}`)}</strong> <span class="muted">${rulesName(line)}</span>
          <bdi class="digits own-points">${signed(line.points)}</bdi></p>
        <p class="names">${line.names.map(
          (name, seat) => html`<span key=${seat} class="named" data-own=${String(seat === line.seat)}>
            <bdi>${recordName(name, seat)}</bdi>
            <span class="digits muted">${signed(line.scores[seat] ?? 0)}</span></span>`,
        )}</p>
        <p class="muted">${[
          t("web.own.deals", { count: line.deals }),
          ...line.roles.map(roleName),
          day(line.when),
        ].join(dot())}</p>
        ${line.luck && html`<p class="muted">${t("web.own.match", { points: signed(line.luck.sum) })}</p>`}
        <p class="own-ways">
          <${Link} class="button" href=${`/replay/${line.record}?viewer=${line.seat}`}>
            ${t("web.own.replay")}<//>
          <${Link} class="button" href=${`/replay/${line.record}?viewer=${line.seat}&review=${line.seat}`}>
            ${t("web.own.review")}<//>
          <${Button} kind="quiet" icon="trash" aria-label=${t("web.record.delete", { when: day(line.when) })}
            onClick=${() => drop(line.record)} />
        </p></li>`,
    )}</ul>
  </section>`;
}

/** All records as one file, or given up once that has been said twice. @param {{onGone: () => void}} props */
function Everything({ onGone }) {
  const [asked, setAsked] = useState(false);
  const drop = () =>
    api("DELETE", "/api/me/games").then(
      () => loadMe(lang()).finally(onGone),
      (refused) => toast(sayError(refused), "danger"),
    );
  if (!asked)
    return html`<p class="own-ways">
      <a class="button" href="/api/me/records.zip" download data-testid="own-zip">
        <${Icon} name="download" />${t("web.own.zip")}</a>
      <${Button} icon="trash" data-testid="own-drop" onClick=${() => setAsked(true)}>
        ${t("web.own.drop")}<//></p>`;
  return html`<div role="alert"><p>${t("web.own.drop.sure")}</p><p class="own-ways">
    <${Button} data-testid="own-drop-sure" onClick=${drop}>${t("web.own.drop")}<//>
    <${Button} kind="main" onClick=${() => setAsked(false)}>${t("web.own.keep")}<//></p></div>`;
}

/** @param {{page: number, pages: number, onPage: (page: number) => void}} props */
const Pages = ({ page, pages, onPage }) =>
  html`<nav class="own-pages" aria-label=${t("web.own.pages")}>
    <${Button} disabled=${page === 0} onClick=${() => onPage(page - 1)}>${t("web.own.newer")}<//>
    <span class="digits">${num(page + 1)} / ${num(pages)}</span>
    <${Button} disabled=${page >= pages - 1} onClick=${() => onPage(page + 1)}>${t("web.own.older")}<//>
  </nav>`;
