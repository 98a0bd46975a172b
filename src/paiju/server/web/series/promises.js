// @ts-check
/** What the server has promised of each day's cards, and whether the cards agree with it. */
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { digits, encoded, hashed } from "../fairness/shares.js";
import { commitmentOf } from "../hash.js";
import { keep, recall } from "../storage.js";
import { api } from "../net.js";
import { day as moment, t } from "../texts.js";
import { dayName } from "./series.js";

/** @typedef {import("./series.js").Day} Day */
/** @typedef {import("./series.js").Series} Series */
/** @typedef {import("./series.js").Daily} Daily */

const PLACE = "paiju.days";

/** What this browser was sent about earlier days, by day. @returns {Record<string, string>} */
const seen = () => recall(PLACE, /** @type {Record<string, string>} */ ({}));

/** Notes what is promised, unless something else was before. @param {Day[]} days */
function note(days) {
  const before = seen();
  const stored = Object.fromEntries(days.map(({ day, commitment }) => [day, before[day] ?? commitment]));
  keep(PLACE, stored);
  return stored;
}

/**
 * The secret of a deal that a day's seed gives.
 * @param {string} seed @param {string} game @param {number} deal
 */
export const secretOf = (seed, game, deal) => hashed("day deal", seed, encoded(game), digits(deal, 1));

/**
 * Whether the deals that the guest played on a day are those of its seed.
 * @param {Day} day @param {string} game
 */
async function areOfSeed({ day, seed }, game) {
  /** @type {Series} */
  const { own } = await api("GET", `/api/series/${encodeURIComponent(`${day}.${game}`)}`);
  for (const [n, { record }] of own.entries()) {
    if (!record) continue;
    const { deals } = await api("GET", `/api/records/${encodeURIComponent(record)}`);
    if (deals[0].secret !== secretOf(String(seed), game, n + 1)) return false;
    if (deals[0].commitment !== commitmentOf(deals[0].secret)) return false;
  }
  return true;
}

/** @param {{sent: Daily}} props */
export function Promises({ sent }) {
  const [first, setFirst] = useState(/** @type {Record<string, string>} */ ({}));
  useEffect(() => setFirst(note(sent.days)), [sent]);
  return html`<details class="series-fair" data-testid="promises">
    <summary>${t("web.series.fair")}</summary>
    <p>${t("web.series.fair.how")}</p>
    <ul>${sent.days.map(
      (day) => html`<${DayPromise} key=${day.day} day=${day} games=${sent.games.map(({ game }) => game)}
      same=${(first[day.day] ?? day.commitment) === day.commitment} />`,
    )}</ul>
  </details>`;
}

/** A day's promise. @param {{day: Day, games: string[], same: boolean}} props */
function DayPromise({ day, games, same }) {
  const [found, setFound] = useState(/** @type {boolean | null} */ (null));
  useEffect(() => {
    if (!day.seed) return;
    if (commitmentOf(day.seed) !== day.commitment) return setFound(false);
    Promise.all(games.map((game) => areOfSeed(day, game))).then(
      (all) => setFound(all.every(Boolean)),
      () => {},
    );
  }, [day.seed]);
  const bad = !same || found === false;
  const state = bad ? "bad" : found ? "ok" : day.seed ? "opened" : "sealed";
  return html`<li data-state=${state}>
    <strong>${dayName(day.day)}</strong>
    <span role=${bad ? "alert" : null}>${t(`web.series.fair.${state}`)}</span>
    <span class="muted">${t("web.series.fair.since", { when: moment(day.since) })}</span>
    <code dir="ltr">${day.commitment}</code>
    ${day.seed && html`<code dir="ltr">${day.seed}</code>`}
  </li>`;
}
