// @ts-check
/** @import { GameView, Refused, Typed } from "paiju/page" */
import { cardName } from "../art.js";
import { botOf, recordName } from "../bots.js";
import { facesOf } from "../faces.js";
import { ErrorPage } from "../home/error.js";
import { ofRecord } from "../fairness/audit.js";
import { BranchPanel, useBranch } from "../learn/branch.js";
import { api } from "../net.js";
import { prefs } from "../prefs.js";
import { LinkField } from "../ui/linkfield.js";
import { Frame } from "../table/frame.js";
import { keyName } from "../table/keys.js";
import { sentences } from "../table/narrate.js";
import { LogPanel } from "../table/panel.js";
import { useLater } from "../table/later.js";
import { useGame } from "../table/table.js";
import { dot, lang, num, t, worded } from "../texts.js";
import { Aloud } from "../ui/aloud.js";
import { Button, Icon, Link, Sheet, styled, useTitle } from "../ui/ui.js";
import { html, useEffect, useMemo, useRef, useState } from "../vendor/htm-preact.js";
import { Controls } from "./controls.js";
import { corner, corners, packed, partOf, stateAt } from "./steps.js";

/** @type {Record<string, () => void>} */
const NO_KEYS = {};
const MOVING = /^(Arrow|Page)/; // go on while they are held down
const nowhere = () => false;
const written = (/** @type {string} */ action) => action;
const STEP_MS = 1200;
const REST_MS = 400;
const OPEN = "open";
const WHOLE = Number.POSITIVE_INFINITY;

/**
 * The record's deal as a viewer saw it, stored by address.
 * @param {string} source where the record is
 * @param {number} deal
 * @param {string} viewer
 */
function usePlayed(source, deal, viewer) {
  const cache = useRef(/** @type {Map<string, Promise<import("./steps.js").Played>>} */ (new Map()));
  const [now, setNow] = useState(/** @type {{played?: import("./steps.js").Played, error?: Refused}} */ ({}));
  useEffect(() => {
    let current = true;
    const path = `${source}/replay?deal=${deal}&viewer=${viewer}&lang=${lang()}`;
    if (!cache.current.has(path)) cache.current.set(path, api("GET", path));
    cache.current.get(path)?.then(
      (played) =>
        current &&
        setNow({
          played: {
            ...played,
            names: played.names.map(recordName),
            levels: played.names.map((/** @type {string} */ name) => botOf(name)?.level ?? null),
          },
        }),
      (error) => {
        cache.current.delete(path);
        if (current) setNow({ error });
      },
    );
    return () => {
      current = false;
    };
  }, [source, deal, viewer]);
  return now;
}

/**
 * A deal as far as it is left, and how it goes on in a branch.
 * @param {import("./steps.js").Played | undefined} played
 * @param {import("../learn/branch.js").Branch | null} branch
 */
const branched = (played, branch) =>
  played && branch
    ? { ...played, steps: [...played.steps.slice(0, branch.at + 1), ...branch.steps] }
    : played;

/** `/embed/KEY?deal=2&viewer=open&step=17`: as others show it in their pages. @param {{id: string}} props */
export const Embedded = ({ id }) => html`<${Replay} id=${id} embedded />`;

/**
 * `/replay/RECORD?deal=2&viewer=open&step=17`: a record step by step; `embedded` leads nowhere else.
 * @param {{id: string, embedded?: boolean}} props
 */
export function Replay({ id, embedded = false }) {
  const query = new URLSearchParams(location.search);
  const [deal, setDeal] = useState(Math.max(1, Number(query.get("deal")) || 1));
  const [viewer, setViewer] = useState(
    /^\d$/.test(query.get("viewer") ?? "") ? String(query.get("viewer")) : OPEN,
  );
  const [at, setAt] = useState(Math.max(0, Number(query.get("step")) || 0));
  const [review, setReview] = useState(
    !embedded && /^\d$/.test(query.get("review") ?? "") ? Number(query.get("review")) : null,
  );
  const source = `/api/${embedded ? "shared" : "records"}/${encodeURIComponent(id)}`;
  const { played: recorded, error } = usePlayed(source, deal, viewer);
  const way = useBranch(id, deal, setAt);
  const { branch } = way;
  const played = useMemo(() => branched(recorded, branch), [recorded, branch?.steps]);
  useTitle(t("web.replay.title"));
  const last = Math.max(0, (played?.steps.length ?? 1) - 1);
  const place = Math.min(at, last);
  const reviewed = review === null ? "" : `&review=${review}`;
  const page = `/${embedded ? "embed" : "replay"}/${encodeURIComponent(id)}`;
  const address = `${page}?deal=${deal}&viewer=${viewer}&step=${Math.min(
    place,
    branch?.at ?? place,
  )}${reviewed}`;
  useEffect(() => {
    // Once it rests: browsers refuse an address that changes too often.
    const timer = setTimeout(() => played && history.replaceState(history.state, "", address), REST_MS);
    return () => clearTimeout(timer);
  }, [played, address]);
  if (error) return html`<${ErrorPage} error=${error} onRetry=${() => location.reload()} />`;
  if (!played)
    return html`<main class="replay-waiting" aria-busy="true" aria-label=${t("web.replay.title")}>
      <div class="ghost ghost-card"></div></main>`;
  const choose = (/** @type {number} */ next) => {
    setDeal(next);
    setAt(0);
  };
  const look = (/** @type {string} */ next) => {
    if (next !== viewer) way.end();
    setViewer(next);
  };
  const begin = (/** @type {number} */ seat, /** @type {number} */ from) => {
    setViewer(String(seat));
    way.begin(seat, from);
  };
  return html`<${Player} id=${id} address=${address} played=${played} deal=${deal} viewer=${viewer}
      at=${place} last=${last} embedded=${embedded} onDeal=${choose}
      onViewer=${look} onAt=${setAt} review=${review}
      onReview=${setReview} way=${{ ...way, begin }} />`;
}

/**
 * @param {{id: string, address: string, played: import("./steps.js").Played, deal: number,
 *   viewer: string, at: number, last: number, embedded: boolean, review: number | null,
 *   onReview: (seat: number | null) => void,
 *   onDeal: (deal: number) => void, onViewer: (viewer: string) => void, onAt: (at: number) => void,
 *   way: ReturnType<typeof useBranch>}} props */
function Player({ id, address, played, deal, viewer, at, last, embedded, review, way, ...on }) {
  const { onDeal, onViewer, onAt, onReview } = on;
  const { branch } = way;
  const game = useGame(played.game);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [sheet, setSheet] = useState("");
  const [part, setPart] = useState(WHOLE); // of the step, displayed one after the other on the way forward
  const Fairness = useLater(
    () => styled(worded(import("../fairness/fairness.js"), "settle"), "settle"),
    "FairnessSheet",
    sheet === "fairness",
  );
  const Embed = useLater(() => worded(import("../share/embed.js"), "share"), "Embed", sheet === "share");
  const [lesson, setLesson] = useState(/** @type {import("../learn/exercises.js").Lesson | null} */ (null));
  const asking =
    branch && at === last && !played.steps[at].view.over
      ? { at, prompt: branch.prompt, sent: branch.sent, send: way.send }
      : !branch && lesson?.at === at
        ? lesson
        : null;
  useEffect(() => void (branch?.steps.length && setPlaying(true)), [branch?.steps]); // what the others did
  const Review = useLater(
    () => styled(worded(import("../review/review.js"), "review"), "review"),
    "Review",
    review !== null,
  );
  const marks = useMemo(() => corners(played.steps), [played]);
  const below = useRef(0); // with all hands open every seat keeps its place
  if (viewer !== OPEN) below.current = Number(viewer);
  const now = useMemo(() => partOf(played, at, part, game?.between), [played, at, part, game]);
  const whole = now.place === now.last;
  const shown = useRef({ played, at, place: 0, forward: false });
  const { current: before } = shown;
  if (before.played !== played || before.at !== at || before.place !== now.place) {
    const on = at === before.at ? now.place === before.place + 1 : at === before.at + 1;
    shown.current = { played, at, place: now.place, forward: before.played === played && on };
  }
  const state = useMemo(() => {
    const all = stateAt(id, now.played, deal, at, below.current);
    return { ...all, news: shown.current.forward ? now.events : [] };
  }, [now, deal]);
  const forward = () => {
    setPart(whole ? 0 : now.place + 1);
    if (whole) onAt(at + 1);
  };
  useEffect(() => {
    if (!playing) return undefined;
    if (at >= last && whole) return void setPlaying(false);
    const timer = setTimeout(forward, STEP_MS / speed);
    return () => clearTimeout(timer);
  }, [playing, at, last, speed, part, whole]);
  const seek = (/** @type {number} */ to) => {
    setPlaying(false);
    setPart(WHOLE);
    onAt(Math.max(0, Math.min(last, to)));
  };
  const move = (/** @type {string} */ name) => {
    const way = name[0] === "+" ? 1 : -1;
    if (name.endsWith("corner")) return seek(corner(marks, at, way));
    if (way < 0 && now.place > 0) return setPart(now.place - 1);
    if (way < 0 || (at >= last && whole)) return seek(at + way);
    setPlaying(false);
    forward();
  };
  const toggle = () => onReview(review === null ? (viewer === OPEN ? 0 : Number(viewer)) : null);
  const play = () => {
    if (!playing && at >= last && whole) onAt(0);
    setPlaying(!playing);
  };
  const keys = {
    ArrowLeft: () => move("-step"),
    ArrowRight: () => move("+step"),
    PageUp: () => move("-corner"),
    PageDown: () => move("+corner"),
    Home: () => seek(0),
    End: () => seek(last),
    " ": play,
    o: () => onViewer(OPEN),
    r: () => embedded || toggle(),
    ...Object.fromEntries(played.names.map((_, seat) => [`${seat + 1}`, () => onViewer(`${seat}`)])),
  };
  useKeys(asking ? NO_KEYS : keys); // the board has its own where it asks
  if (!game) return null;
  const { view } = state;
  const context = {
    names: played.names,
    emperor: view.game === "baohuang" ? view.emperor : null,
    tell: game.tell,
    cards: game.cardWords,
  };
  const ui = { names: played.names, open: setSheet, sheet, said: null, context, readonly: !asking };
  const board = asking
    ? {
        ...state,
        prompt: asking.prompt,
        pending: asking.sent ? [{ id: "", message: asking.sent, at: 0 }] : [],
      }
    : state;
  const learn = (/** @type {import("../learn/exercises.js").Lesson | null} */ next) => {
    if (next && viewer !== String(review)) onViewer(String(review));
    setLesson(next);
  };
  const narration = sentences(now.events, context);
  const Own = game.sheets?.[sheet];
  const close = () => setSheet("");
  return html`<div class="replay" data-testid="replay-page" data-step=${at} data-viewer=${viewer}
      data-asks=${String(asking !== null || branch !== null)}
      data-review=${String(review !== null || branch !== null)}
      data-plays=${String(Boolean(view.hand) && view.order.includes(view.viewer ?? -1))}>
    <${Head} played=${played} deal=${deal} viewer=${viewer} onDeal=${onDeal} onViewer=${onViewer}
        embedded=${embedded} address=${address} onShare=${() => setSheet("share")} />
    <${Frame} game=${played.game} label=${t("web.replay.title")} bar=${null} panel=${html`<aside class="panel"
        data-open="false" aria-label=${t("web.replay.log")}><${LogPanel} log=${state.log} context=${context}
        /></aside>`}>
      <${game.Board} state=${board} send=${asking?.send ?? nowhere} prefs=${prefs()} ui=${ui} />
    <//>
    ${
      review === null &&
      viewer === OPEN &&
      view.hands &&
      game.openHands &&
      html`<${OpenHands} view=${view} names=${played.names}
      hands=${game.openHands(/** @type {never} */ (view))} />`
    }
    ${branch && html`<${BranchPanel} branch=${branch} who=${played.names[branch.seat]} onEnd=${way.end} />`}
    ${
      review !== null &&
      !branch &&
      Review &&
      html`<${Review} id=${id} game=${played.game} deal=${deal} seat=${review} names=${played.names} at=${at}
      words=${game.answerWords ?? written} onAt=${seek} onSeat=${onReview} onLesson=${learn}
      onBranch=${at < last ? () => way.begin(review, at) : null} onClose=${toggle} />`
    }
    <p class="narration" role="status" tabindex="0"><${Aloud} text=${narration.join(dot()) || "\u00a0"} /></p>
    <${Controls} at=${at} last=${last} whole=${whole} playing=${playing} speed=${speed}
        onMove=${move} onSeek=${seek}
        onPlay=${play} onSpeed=${setSpeed} reviewed=${review !== null} onReview=${embedded ? null : toggle} />
    ${
      sheet === "share" &&
      html`<${Sheet} title=${t("web.share")} onClose=${close}>
      <div class="replay-share"><${LinkField} link=${new URL(address, location.href).href} />
        ${Embed && html`<${Embed} id=${id} address=${address} />`}
        <${Button} icon="shield" data-testid="fairness" onClick=${() => setSheet("fairness")}>
        ${t("web.fairness.title")}<//>
        <a class="button" href=${`/api/records/${encodeURIComponent(id)}?download`} download
            data-testid="download"><${Icon} name="download" /><span>${t("web.replay.download")}</span></a>
              </div><//>`
    }
    ${
      sheet === "fairness" &&
      Fairness &&
      html`<${Fairness} state=${state} source=${() => ofRecord(id)} onClose=${close} />`
    }
    ${Own && html`<${Own} state=${state} onClose=${close} context=${context} />`}
  </div>`;
}

/**
 * @param {{played: import("./steps.js").Played, deal: number, viewer: string,
 *   onDeal: (deal: number) => void, embedded: boolean, address: string,
 *   onViewer: (viewer: string) => void, onShare: () => void}} props */
function Head({ played, deal, viewer, embedded, address, onDeal, onViewer, onShare }) {
  const deals = Array.from({ length: played.deals }, (_, at) => at + 1);
  return html`<header class="replay-head">
    ${
      !embedded &&
      html`<${Link} class="button button-quiet button-icon" href="/" aria-label=${t("web.home")}>
        <${Icon} name="back" /><//>`
    }
    <h1 tabindex="-1"><span>${t(`web.game.${played.game}`)}</span> <small class="muted">${played.options_line}
    </small></h1>
    <select aria-label=${t("web.replay.deal")} data-testid="replay-deal"
        onChange=${(/** @type {Typed} */ event) => onDeal(Number(event.target.value))}>
      ${deals.map(
        (n) => html`<option key=${n} value=${n} selected=${n === deal}>
      ${t("web.replay.deal.n", { deal: num(n) })}</option>`,
      )}</select>
    <select aria-label=${t("web.replay.viewer")} data-testid="replay-viewer"
        onChange=${(/** @type {Typed} */ event) => onViewer(event.target.value)}>
      <option value=${OPEN} selected=${viewer === OPEN}>${t("web.replay.open")}</option>
      ${played.names.map(
        (name, seat) => html`<option key=${seat} value=${seat}
      selected=${viewer === String(seat)}>${name}</option>`,
      )}</select>
    ${
      embedded
        ? html`<a class="button button-quiet" href=${address} target="_blank" rel="noopener">
            ${t("web.app")}</a>`
        : html`<${Button} kind="quiet" icon="share" aria-label=${t("web.share")} data-testid="replay-share"
            onClick=${onShare} />`
    }
  </header>`;
}

/**
 * All hands, equal cards as one with their number.
 * @param {{view: GameView, hands: string[][], names: string[]}} props
 */
function OpenHands({ view, hands, names }) {
  const { One } = facesOf(view.game);
  return html`<section class="open-hands" aria-label=${t("web.replay.open")} tabindex="0"><ul>
    ${view.order.map(
      (/** @type {number} */ seat) => html`<li key=${seat}>
    <bdi class="open-name">${names[seat]}</bdi>
    <span class="open-cards" dir="ltr">${packed(hands[seat] ?? []).map(
      ([code, count]) => html`<span key=${code} role="img"
      aria-label=${t("web.replay.copies", { card: cardName(code), count })}><${One} code=${code} w=${22} />
        ${count > 1 && html`<b class="digits">${count}</b>`}</span>`,
    )}</span>
  </li>`,
    )}</ul></section>`;
}

/**
 * Keys of the page: they work wherever nothing is typed or chosen.
 * @param {Record<string, () => void>} handlers
 */
function useKeys(handlers) {
  const now = useRef(handlers);
  now.current = handlers;
  useEffect(() => {
    const listen = (/** @type {KeyboardEvent} */ event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        target.closest?.("input, select, textarea, dialog")
      )
        return;
      const name = keyName(event);
      if (name === " " && target.closest?.("button, a")) return;
      if (name.length === 1 && name !== " " && !prefs().single_keys) return;
      if (!now.current[name]) return;
      event.preventDefault();
      if (!event.repeat || MOVING.test(name)) now.current[name]();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}
