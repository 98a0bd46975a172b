// @ts-check
/** Clubs 亲友圈: one's own and a new one; and the page of one, with its members, evenings and ledger. */
import { ErrorPage } from "../home/error.js";
import { PageHead } from "../home/head.js";
import { useMe } from "../home/me.js";
import { games } from "../games.js";
import { api } from "../net.js";
import { lastRules } from "../prefs.js";
import { day, dot, has, lang, num, sayError, signed, t } from "../texts.js";
import { LinkField } from "../ui/linkfield.js";
import { Button, Field, go, Link, Segmented, Select, toast, useTitle } from "../ui/ui.js";
import { html, useState } from "../vendor/htm-preact.js";
import { useFetched } from "./series.js";

/**
 * @typedef {{id: string, name: string, game: string, preset: string, rules: string, count: number,
 *   here: boolean, members: {name: string, you: boolean}[],
 *   evenings: Evening[], spans: string[], span: string, ledger: Entry[]}} Club
 * @typedef {{id: string, made: number, players: number, state: "waiting" | "playing" | "over",
 *   first: Entry[]}} Evening
 * @typedef {{place: number, name: string, you: boolean, evenings: number, deals: number, firsts: number,
 *   points: number}} Entry
 */

const ROUNDS = [2, 4, 8];

/** Requests, one at a time; a refusal appears as a toast. */
function useAsking() {
  const [busy, setBusy] = useState("");
  /** @param {string} what @param {() => Promise<void>} work */
  const ask = async (what, work) => {
    if (busy) return;
    setBusy(what);
    await work().catch((refused) => toast(sayError(refused), "danger"));
    setBusy("");
  };
  return { busy, ask };
}

/** The guest's clubs, and what founds one by the rules that were played last. */
export function OwnClubs() {
  const { sent } = useFetched("/api/clubs");
  const [name, setName] = useState("");
  const [game, setGame] = useState(games()[0]);
  const { busy, ask } = useAsking();
  const found = (/** @type {Event} */ event) => {
    event.preventDefault();
    ask("found", async () => {
      const rules = lastRules(game);
      const plain = { name, game };
      const { id } = await api("POST", "/api/clubs", rules ? { ...plain, ...rules } : plain).catch(
        (refused) => {
          if (rules && /^option\./.test(refused.code)) return api("POST", "/api/clubs", plain);
          throw refused;
        },
      );
      go(`/club/${id}`);
    });
  };
  const own = /** @type {{clubs: Club[]} | null} */ (sent)?.clubs ?? [];
  return html`<section class="part series-part" aria-labelledby="clubs" data-testid="clubs">
    <h2 id="clubs">${t("web.clubs")}</h2>
    <p>${t("web.clubs.how")}</p>
    ${
      own.length > 0 &&
      html`<ul class="town-list">${own.map(
        (club) => html`<li key=${club.id}><${Link} class="town" href=${`/club/${club.id}`}>
          <span><bdi>${club.name}</bdi>${dot()}
            <small class="muted">${t(`web.game.${club.game}`)}</small></span><//></li>`,
      )}</ul>`
    }
    <form class="stack" onSubmit=${found}>
      <${Field} label=${t("web.clubs.name")} value=${name} maxlength="40" required dir="auto"
        data-testid="club-name"
        onInput=${(/** @type {import("paiju/page").Typed} */ event) => setName(event.target.value)} />
      <${Segmented} label=${t("web.series.make.game")} value=${game} onChange=${setGame}
        options=${games().map((one) => ({ value: one, label: t(`web.game.${one}`) }))} />
      <${Button} wide type="submit" busy=${busy === "found"} data-testid="club-found">
        ${t("web.clubs.found")}<//>
    </form>
  </section>`;
}

/** `/club/ID`. @param {{id: string}} props */
export function ClubPage({ id }) {
  const [span, setSpan] = useState("");
  const path = `/api/clubs/${encodeURIComponent(id)}`;
  const { sent, error, again } = useFetched(`${path}?lang=${lang()}&span=${span}`);
  const club = /** @type {Club | null} */ (sent);
  useTitle(club?.name ?? t("web.clubs"));
  if (error) return html`<${ErrorPage} error=${error} onRetry=${again} />`;
  return html`<main class="page series club" data-testid="club" aria-busy=${String(!club)}>
    <${PageHead} title=${club ? html`<bdi>${club.name}</bdi>` : t("web.clubs")} />
    ${
      club &&
      html`<${Rules} club=${club} />
      ${
        club.here
          ? html`<${Inside} club=${{ ...club, span: span || club.span }} path=${path} onSpan=${setSpan} />`
          : html`<${Outside} path=${path} again=${again} />`
      }`
    }
  </main>`;
}

/** The game and its rules. @param {{club: Club}} props */
const Rules = ({ club: { game, preset, rules, count } }) =>
  html`<p>${[
    t(`web.game.${game}`),
    has(`preset.${game}.${preset}`) && t(`preset.${game}.${preset}`),
    t("web.clubs.count", { count }),
  ]
    .filter(Boolean)
    .join(dot())} <${Link} href=${`/rules/${game}?preset=${preset}`}>${t("web.clubs.rules")}<//>
    ${rules && html`<small class="muted club-changes">${rules}</small>`}</p>`;

/** @typedef {{club: Club, path: string, again: () => Promise<void>}} Opened */

/** @param {Omit<Opened, "club">} props */
function Outside({ path, again }) {
  const { busy, ask } = useAsking();
  const join = () => ask("join", () => api("POST", `${path}/join`).then(again));
  return html`<section class="part series-part"><p>${t("web.clubs.outside")}</p>
    <${Button} kind="main" wide busy=${busy === "join"} data-testid="club-join" onClick=${join}>
      ${t("web.clubs.join")}<//></section>`;
}

/** @param {Omit<Opened, "again"> & {onSpan: (span: string) => void}} props */
function Inside({ club, path, onSpan }) {
  const { base } = useMe();
  const [rounds, setRounds] = useState(4);
  const { busy, ask } = useAsking();
  const make = () =>
    ask("evening", async () => {
      const { id } = await api("POST", `${path}/evening`, { rounds });
      go(`/series/${id}`);
    });
  const leave = () =>
    ask("leave", async () => {
      await api("POST", `${path}/leave`);
      go("/today");
    });
  return html`<div class="series-games">
    <section class="plate" aria-labelledby="club-ledger" data-testid="club-ledger">
      <h2 id="club-ledger">${t("web.clubs.ledger")}</h2>
      <${Spans} ...${club} onSpan=${onSpan} />
      ${
        club.ledger.length > 0
          ? html`<${Ledger} entries=${club.ledger} />`
          : html`<p>${t("web.clubs.blank")}</p>`
      }
    </section>
    <section class="part series-part" aria-labelledby="club-evenings">
      <h2 id="club-evenings">${t("web.clubs.evenings")}</h2>
      <ul class="club-evenings">
        ${club.evenings.map((one) => html`<${EveningLine} key=${one.id} ...${one} />`)}
      </ul>
      <${Segmented} label=${t("web.series.evening.rounds")} value=${rounds} onChange=${setRounds}
        options=${ROUNDS.map((value) => ({ value, label: num(value) }))} />
      <${Button} kind="main" wide busy=${busy === "evening"} data-testid="club-evening" onClick=${make}>
        ${t("web.clubs.evening")}<//>
    </section>
    <section class="part series-part" aria-labelledby="club-members">
      <h2 id="club-members">${t("web.clubs.count", { count: club.count })}</h2>
      <p>${club.members.map(
        ({ name, you }, n) => html`<bdi key=${n} class="named">${you ? t("web.you") : name}</bdi> `,
      )}</p>
      <p>${t("web.clubs.share")}</p>
      <${LinkField} link=${new URL(`/club/${club.id}`, base || location.href).href} testid="club-link" />
      <${Button} kind="quiet" icon="door" busy=${busy === "leave"} data-testid="club-leave" onClick=${leave}>
        ${t("web.clubs.leave")}<//>
    </section>
  </div>`;
}

const KINDS = /** @type {const} */ (["month", "season", "all"]);

/** @param {string} span @returns {typeof KINDS[number]} */
const kindOf = (span) => (span === "all" ? "all" : span.includes("Q") ? "season" : "month");

/**
 * The choice of a span: its kind, and which of those.
 * @param {Pick<Club, "spans" | "span"> & {onSpan: (span: string) => void}} props
 */
function Spans({ spans, span, onSpan }) {
  const kind = kindOf(span);
  const alike = spans.filter((one) => kindOf(one) === kind);
  const named = (/** @type {string} */ value) => ({ value, label: spanName(value) });
  return html`<${Segmented} label=${t("web.clubs.span")} hideLabel value=${kind}
      onChange=${(/** @type {string} */ wanted) => onSpan(spans.find((one) => kindOf(one) === wanted) ?? "")}
      options=${KINDS.map((value) => ({
        value,
        label: t(`web.clubs.span.${value}`),
        testid: `span-${value}`,
      }))} />
    ${
      alike.length > 1
        ? html`<${Select} label=${t(`web.clubs.span.${kind}`)} value=${span} onChange=${onSpan}
            options=${alike.map(named)} />`
        : kind !== "all" && html`<p>${spanName(span)}</p>`
    }`;
}

/** @param {string} span as `2026-11` or `2026-Q4` */
function spanName(span) {
  const [year, part] = /** @type {[string, string]} */ (span.split("-"));
  if (kindOf(span) === "season")
    return t("web.clubs.season", { year: num(+year), season: num(+part.slice(1)) });
  const form = new Intl.DateTimeFormat(lang() === "fa" ? "fa-IR-u-ca-gregory" : lang(), {
    year: "numeric",
    month: "long",
    timeZone: "UTC",
  });
  return form.format(new Date(`${span}-15T00:00:00Z`));
}

/** @param {Pick<Entry, "name" | "you">} entry */
const nameOf = ({ name, you }) => (you ? t("web.you") : name || t("web.series.someone"));

/** An evening: when, how it stands, who came, and who is first. @param {Evening} props */
const EveningLine = ({ id, made, players, state, first }) => html`<li>
  <${Link} class="past-row" href=${`/series/${id}`}>
    <strong>${day(made)}</strong><span>${t(`web.clubs.${state}`)}</span>
    <span class="muted">${t("web.clubs.came", { count: players })}</span>
    ${
      first.length > 0 &&
      html`<small class="club-first">${t("web.clubs.first")} ${first.map(
        (one, n) => html`<bdi key=${n}>${nameOf(one)}</bdi> `,
      )}<bdi dir="ltr">${signed(first[0]?.points ?? 0)}</bdi></small>`
    }<//></li>`;

/** @param {{entries: Entry[]}} props */
const Ledger = ({
  entries,
}) => html`<div class="scroll-x" tabindex="0" role="group" aria-label=${t("web.clubs.ledger")}>
  <table class="scores digits series-sheet">
    <thead><tr><th scope="col"><span class="visually-hidden">${t("web.series.place")}</span></th>
      <th scope="col">${t("web.series.who")}</th><th scope="col">${t("web.clubs.points")}</th>
      <th scope="col">${t("web.clubs.evenings")}</th><th scope="col">${t("web.clubs.firsts")}</th>
      <th scope="col">${t("web.clubs.deals")}</th></tr></thead>
    <tbody>${entries.map(
      (one, n) => html`<tr key=${n} data-you=${one.you}><td>${num(one.place)}</td>
        <th scope="row"><bdi>${nameOf(one)}</bdi></th>
        <td data-sign=${Math.sign(one.points)}><bdi dir="ltr">${signed(one.points)}</bdi></td>
        <td>${num(one.evenings)}</td><td>${num(one.firsts)}</td><td>${num(one.deals)}</td></tr>`,
    )}</tbody></table></div>`;
