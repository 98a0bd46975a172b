// @ts-check
/** @import { DealState, Ending, Room, Send } from "paiju/page" */
import { FairnessSheet } from "../fairness/fairness.js";
import { Rated } from "../home/rating.js";
import { reunite } from "../home/reunion.js";
import { useSeconds } from "../table/frame.js";
import { nameOf } from "../table/pod.js";
import { ScoreTable } from "../table/scores.js";
import { useMaking } from "../series/making.js";
import { useSending } from "../sending.js";
import { dot, num, t, worded } from "../texts.js";
import { Button, go, Icon, Link, Sheet } from "../ui/ui.js";
import { html, useRef, useState } from "../vendor/htm-preact.js";
import { gameOf } from "../games.js";
import { useLater } from "../table/later.js";
import { Moment } from "./moment.js";
import { Amount, counts } from "./parts.js";

const NAMED = 2; // the most awaited names to list

/**
 * The end of a deal: where it has just come, a moment on the table first; then the result over it, until that
 * is closed.
 * A button brings it back.
 * @param {{state: DealState, send: Send, onRule?: (rule: string) => void}} props
 */
export function Settle({ state, send, onRule }) {
  const { room, view, news } = state;
  const [watched, setWatched] = useState(0); // the deal whose moment is over
  const [closed, setClosed] = useState(0); // the deal whose result was closed
  const live = useRef({ deal: 0, on: false });
  const name = /** @type {string} */ (view.game);
  const load = () =>
    gameOf(name)
      .settle()
      .then((module) => ({ [name]: module }));
  const game = /** @type {Ending | null} */ (useLater(load, name, true));
  const result = game?.resultOf ? game.resultOf(state) : view.result;
  if (!result) return null;
  const { deal } = view;
  if (live.current.deal !== deal) live.current = { deal, on: news.some((event) => event.event === "over") };
  if (!game) return null;
  if (live.current.on && watched !== deal && game.Decisive)
    return html`<${Moment} state=${state} game=${game} onDone=${() => setWatched(deal)} />`;
  // The room follows a message later than the deal's end: until it has come, the totals are those of the deal
  // before.
  if (room.state === "playing" && room.you.seat !== null) return null;
  if (closed === deal) {
    return html`<${Button} kind="main" icon="score" class="settle-again" data-testid="settle-open"
        onClick=${() => setClosed(0)}>
      ${t("web.settle.show")}<//>`;
  }
  return html`<${Result} state=${state} game=${game} returns=${result.returns} send=${send} onRule=${onRule}
      onClose=${() => setClosed(deal)} />`;
}

/**
 * @param {{state: DealState, game: Ending, returns: number[] | null, send: Send,
 *   onRule?: (rule: string) => void, onClose: () => void}} props
 */
function Result({ state, game, returns, send, onRule, onClose }) {
  const [sheet, setSheet] = useState("");
  const Picture = useLater(
    () => worded(import("../share/picture.js"), "share", "table"),
    "PictureSheet",
    sheet === "picture",
  );
  const [asked, setAsked] = useState(false);
  const Judged = useLater(() => worded(import("./judged.js"), "review"), "Judged", asked);
  const { room, view } = state;
  const { headline, Reason, Outcome, Hands, answerWords } = game;
  const plain = !counts(view.result);
  const mine = room.you.seat;
  return html`<${Sheet} title=${t("web.settle.title", { deal: view.deal })} testid="settle" class="settle"
      onClose=${onClose} footer=${html`<${Foot} room=${room} deal=${view.deal} send=${send}
      onSheet=${setSheet} />`}>
    <div class="settle-head" role="status">
      <h3>${headline(/** @type {never} */ (view), room)}</h3>
      ${
        mine !== null &&
        returns &&
        html`<${Amount} amount=${returns[mine]} plain=${plain}
      class="settle-own" />`
      }
    </div>
    ${Reason && html`<${Reason} state=${state} onRule=${onRule} />`}
    ${
      room.match.over &&
      html`<p class="settle-over">${t(
        room.match.winners.length > 1 ? "web.settle.winners" : "web.settle.winner",
        {
          names: room.match.winners.map((/** @type {number} */ seat) => nameOf(room, seat)),
        },
      )}</p>`
    }
    ${
      room.match.over &&
      room.settings.rated &&
      mine !== null &&
      html`<${Rated} game=${room.game} family=${room.preset} />`
    }
    ${
      room.record !== null &&
      mine !== null &&
      answerWords &&
      !asked &&
      html`<${Button} kind="quiet" icon="review" class="settle-judge" data-testid="judge-ask"
          onClick=${() => setAsked(true)}>
        ${t("web.settle.judge")}<//>`
    }
    ${
      Judged &&
      html`<${Judged} room=${room} record=${room.record} deal=${view.deal} seat=${mine}
        words=${answerWords} />`
    }
    <${Outcome} state=${state} onRule=${onRule} />
    <${Hands} state=${state} />
    <h3>${t("web.settle.sheet")}</h3>
    <div data-testid="score-sheet"><${ScoreTable} room=${room} /></div>
    ${sheet === "fairness" && html`<${FairnessSheet} state=${state} onClose=${() => setSheet("")} />`}
    ${sheet === "picture" && Picture && html`<${Picture} room=${room} onClose=${() => setSheet("")} />`}
  <//>`;
}

/**
 * Replay, record and fairness, and what comes next.
 * @param {{room: Room, deal: number, send: Send, onSheet: (sheet: string) => void}} props
 */
function Foot({ room, deal, send, onSheet }) {
  const mine = room.you.seat ?? 0;
  const replay = `/replay/${encodeURIComponent(room.record ?? "")}?deal=${deal}`;
  return html`<div class="settle-tools">
      ${
        room.record &&
        html`<button type="button" class="settle-tool" data-testid="replay" onClick=${() => go(replay)}>
          <${Icon} name="replay" />${t("web.settle.replay")}</button>
      <button type="button" class="settle-tool" data-testid="review"
          onClick=${() => go(`${replay}&viewer=${mine}&review=${mine}`)}>
          <${Icon} name="review" />${t("web.review.title")}</button>
      <a class="settle-tool" data-testid="download"
          href=${`/api/records/${encodeURIComponent(room.record)}?download`} download>
            <${Icon} name="download" />${t("web.settle.download")}</a>`
      }
      ${room.record && !room.series && room.state === "over" && html`<${Again} record=${room.record} />`}
      ${
        room.record &&
        mayReunite(room) &&
        html`<button type="button" class="settle-tool" data-testid="reunite"
          onClick=${() => reunite(room.record ?? "")}><${Icon} name="link" />
            ${t("web.settle.reunite")}</button>`
      }
      ${
        room.match.returns.length > 0 &&
        html`<button type="button" class="settle-tool" data-testid="picture-open"
          onClick=${() => onSheet("picture")}><${Icon} name="image" />${t("web.settle.picture")}</button>`
      }
      <button type="button" class="settle-tool" data-testid="fairness" onClick=${() => onSheet("fairness")}>
      <${Icon} name="shield" />${t("web.settle.fairness")}</button>
    </div>
    ${room.you.seat !== null && html`<${Next} room=${room} send=${send} />`}`;
}

/** Whether another person played whom a link could call back. @param {Room} room */
const mayReunite = (room) =>
  !room.series &&
  room.state === "over" &&
  room.you.seat !== null &&
  room.seats.filter(({ kind }) => kind === "human").length > 1;

/**
 * Whom the next deal waits for: by name, where they are few.
 * @param {Room} room
 * @param {Room["seats"]} late
 */
const waitingFor = (room, late) =>
  late.length > 0 && late.length <= NAMED
    ? t("web.settle.waiting.for", { names: late.map(({ seat }) => nameOf(room, seat)) })
    : t("web.settle.waiting", { ready: room.seats.length - late.length, seats: room.seats.length });

/**
 * The deals of a match that is over, for friends to play in their own time.
 * @param {{record: string}} props
 */
function Again({ record }) {
  const { busy, make } = useMaking();
  return html`<button type="button" class="settle-tool" data-testid="make-series"
      aria-disabled=${busy || null} onClick=${() => make({ record })}>
      <${Icon} name="share" />${t("web.settle.again")}</button>`;
}

/** The main button: the next deal, or another match. @param {{room: Room, send: Send}} props */
function Next({ room, send }) {
  const seconds = useSeconds(room.next);
  const sending = useSending();
  if (room.series)
    return html`<${Link} class="button button-main" data-testid="to-series"
      href=${seriesHref(room.series)}>${t("web.settle.series")}<//>`;
  if (room.match.over || room.state === "over") return html`<${Rematch} room=${room} send=${send} />`;
  if (room.paused) return html`<${Paused} room=${room} send=${send} />`;
  const late = room.seats.filter((seat) => !seat.ready && seat.kind === "human");
  const mine = room.seats[room.you.seat ?? -1]?.ready;
  const time = seconds === null ? "" : html`${dot()}<span class="digits">${num(seconds)}</span>`;
  return html`<${Button} kind=${mine ? "plain" : "main"} data-testid="next-deal"
      aria-pressed=${String(Boolean(mine))} busy=${sending({ type: "ready" })}
      onClick=${() => send({ type: "ready", on: !mine })}>
    ${
      mine
        ? html`<span>${waitingFor(room, late)}${time}
    <small class="settle-undo">${t("web.settle.undo")}</small>
    </span>`
        : html`<span>${t("web.settle.next")}${
            seconds !== null &&
            html`<small class="settle-time digits">${t("web.table.seconds", { seconds })}</small>`
          }</span>`
    }<//>`;
}

/**
 * While the host pauses no deal begins; they can go on from here, for the table's menu lies below the result.
 * @param {{room: Room, send: Send}} props
 */
function Paused({ room, send }) {
  const sending = useSending();
  if (!room.you.host) return html`<${Button} aria-disabled="true">${t("web.table.barred.paused")}<//>`;
  return html`<${Button} kind="main" data-testid="resume" busy=${sending({ what: "pause" })}
      onClick=${() => send({ type: "host", what: "pause", on: false })}>${t("web.table.resume")}<//>`;
}

const DAY = /^\d{4}-\d\d-\d\d\./;

/** Where the sheet of a series is. @param {{id: string}} series */
const seriesHref = ({ id }) => (DAY.test(id) ? "/today" : `/series/${encodeURIComponent(id)}`);

/** A vote for another match. @param {{room: Room, send: Send}} props */
export function Rematch({ room, send }) {
  const sending = useSending();
  const vote = room.vote?.kind === "rematch" ? room.vote : null;
  const mine = vote?.yes.includes(room.you.seat ?? -1);
  const text = vote
    ? t("web.settle.rematch.votes", { yes: vote.yes.length, need: vote.need })
    : t("web.settle.rematch");
  return html`<${Button} kind="main" data-testid="rematch" aria-disabled=${mine ? "true" : null}
      busy=${sending({ what: "rematch" })}
    onClick=${() => !mine && send({ type: "ask", what: "rematch", on: true })}>${text}<//>`;
}
