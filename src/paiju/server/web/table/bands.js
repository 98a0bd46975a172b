// @ts-check
/** @import { Chair, Child, Room, RoomState, Send } from "paiju/page" */
/** What lies across the table for a while: 托管, the connection, votes, who watches. */
import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { TROUBLES } from "../live.js";
import { useSending } from "../sending.js";
import { dot, num, t } from "../texts.js";
import { Button } from "../ui/ui.js";
import { useSeconds } from "./frame.js";
import { nameOf } from "./pod.js";

const QUIET_MS = 800;
const BACK_MS = 2500;

/**
 * The band over the actions while the own seat has nothing to decide: a bot plays it, or the deal goes on
 * without it.
 * What is left of the deal is played fast if all who wait like that ask for it.
 * @param {{room: Room, auto: boolean, onBack: () => void, send: Send}} props
 */
export function IdleBand({ room, auto, onBack, send }) {
  const { on, idle, asked } = room.haste;
  const sending = useSending();
  const mine = room.you.seat;
  const waits = mine !== null && idle.includes(mine);
  if (!auto && !waits) return null;
  const others = idle.length - asked.length;
  const name = t("web.table.haste.skip");
  const text = on
    ? "web.table.haste.on"
    : asked.includes(mine ?? -1)
      ? "web.table.haste.waits"
      : auto
        ? "web.table.auto"
        : "web.table.haste.out";
  return html`<div class="auto-band">
    <span role="status">${t(text, { count: others })}</span>
    <span class="auto-ways">
      ${
        waits &&
        !on &&
        !asked.includes(mine ?? -1) &&
        html`<${Button} icon="skip" data-testid="skip" busy=${sending({ what: "skip" })}
            aria-label=${auto ? name : null}
        onClick=${() => send({ type: "ask", what: "skip" })}>${!auto && name}<//>`
      }
      ${
        auto &&
        html`<${Button} kind="main" data-testid="auto" busy=${sending({ type: "auto" })}
      onClick=${onBack}>${t("web.table.auto.off")}<//>`
      }
    </span>
  </div>`;
}

/**
 * Whether something has lasted for a moment by now.
 * @param {boolean} on
 * @param {number} [already] how long it has, in ms
 */
function useLasting(on, already = 0) {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!on) return setLasts(false);
    const timer = setTimeout(() => setLasts(true), Math.max(0, QUIET_MS - already));
    return () => clearTimeout(timer);
  }, [on]);
  return on && lasts;
}

/**
 * Keeps an element above everything, also above sheets that open later.
 * @param {{current: HTMLElement|null}} place
 */
function useOnTop(place) {
  const below = useRef(/** @type {Element|null|undefined} */ (undefined));
  useEffect(() => {
    const element = place.current;
    if (!element?.showPopover) return;
    const sheet = [...document.querySelectorAll("dialog[open]")].at(-1) ?? null;
    const open = element.matches(":popover-open");
    if (open && below.current === sheet) return;
    if (open) element.hidePopover();
    element.showPopover();
    below.current = sheet;
  });
}

/**
 * Says that the connection is gone, or that something takes long to be sent, once that has lasted a moment;
 * and that it is back.
 * @param {{state: RoomState}} props
 */
export function ConnBanner({ state }) {
  const off = state.conn === "off";
  const seconds = useSeconds(off ? state.retry : null);
  const lost = useLasting(off, state.lost === null ? 0 : performance.now() - state.lost);
  const slow = useLasting(state.pending.length > 0);
  const [back, setBack] = useState(false);
  useEffect(() => {
    if (!lost) return undefined;
    return () => setBack(true);
  }, [lost]);
  useEffect(() => {
    if (!back) return undefined;
    const timer = setTimeout(() => setBack(false), BACK_MS);
    return () => clearTimeout(timer);
  }, [back]);
  if (lost)
    return html`<${Banner} kind="off">${lostText(state, seconds)}${
      state.pending.length > 0 &&
      html` <small>
      ${t("web.reconnect.pending")}</small>`
    }<//>`;
  if (slow) return html`<${Banner} kind="slow">${t("web.table.barred.sent")}<//>`;
  return back ? html`<${Banner} kind="back">${t("web.table.back")}<//>` : null;
}

/** @param {RoomState} state @param {number|null} seconds until the next try */
function lostText({ bye }, seconds) {
  if (bye && TROUBLES.has(bye)) return t(`web.bye.${bye}`);
  return seconds === null ? t("web.reconnect") : t("web.reconnect.in", { seconds });
}

/** @param {{kind: string, children?: Child}} props */
function Banner({ kind, children }) {
  const place = useRef(/** @type {HTMLElement|null} */ (null));
  useOnTop(place);
  return html`<div class="conn-banner" popover="manual" role="status" data-kind=${kind} ref=${place}>
    ${children}</div>`;
}

/** Whether the viewer counts in votes. @param {Room} room */
export const hasVoice = (room) =>
  room.you.seat !== null &&
  (room.seats[room.you.seat]?.voice || !room.seats.some((/** @type {Chair} */ chair) => chair.voice));

/**
 * The guest who waits for a seat until the deal ends, and the way to let them play at once.
 * @param {{room: Room, send: Send}} props
 */
export function HeirBand({ room, send }) {
  if (room.you.heir != null)
    return html`<section class="vote" role="status" data-testid="heir">
      <p class="vote-text">${t("web.table.heir.you", { seat: room.you.heir + 1 })}</p></section>`;
  const chair = room.seats.find((/** @type {Chair} */ one) => one.heir);
  if (!chair || room.you.seat === null || room.vote) return null;
  return html`<section class="vote" role="status" data-testid="heir">
    <p class="vote-text">${t("web.table.heir", { heir: chair.heir ?? "", seat: chair.seat + 1 })}</p>
    ${
      hasVoice(room) &&
      html`<div class="answers"><${Button} data-testid="admit"
        onClick=${() => send({ type: "ask", what: "admit", seat: chair.seat })}>
      ${t("web.table.heir.now")}<//></div>`
    }
  </section>`;
}

/** A vote that is on, with one's own answer. @param {{room: Room, send: Send}} props */
export function VoteBand({ room, send }) {
  const { vote } = room;
  const sending = useSending();
  const [deadline, setDeadline] = useState(/** @type {number|null} */ (null));
  useEffect(
    () => setDeadline(vote?.ends_ms == null ? null : performance.now() + vote.ends_ms),
    [vote?.kind, vote?.by],
  );
  const seconds = useSeconds(deadline);
  if (!vote) return null;
  const mine = room.you.seat;
  const seat = vote.seat === null ? {} : { seat: vote.seat };
  const answer = (/** @type {boolean} */ on) => send({ type: "ask", what: vote.kind, on, ...seat });
  const waiting = vote.seat === null ? null : room.seats[vote.seat]?.heir;
  const about = mine !== null && mine === vote.seat;
  const open = mine !== null && !vote.yes.includes(mine) && !about && hasVoice(room);
  const names = {
    name: nameOf(room, vote.by),
    heir: waiting ?? nameOf(room, vote.seat),
    to: nameOf(room, vote.seat),
  };
  return html`<section class="vote" role="status" aria-label=${t(`web.table.vote.${vote.kind}`)}>
    <p class="vote-text"><span>${t(`web.table.vote.${vote.kind}.by`, names)}</span>
      <span class="digits muted" dir="ltr">
      ${num(vote.yes.length)}/${num(vote.need)}${seconds !== null && dot() + num(seconds)}</span></p>
    ${
      open &&
      html`<div class="answers">
      <${Button} kind="main" busy=${sending({ what: vote.kind, on: true })} onClick=${() => answer(true)}>
      ${t("web.table.vote.yes")}<//>
      <${Button} busy=${sending({ what: vote.kind, on: false })} onClick=${() => answer(false)}>
      ${t("web.table.vote.no")}<//>
    </div>`
    }
  </section>`;
}

/**
 * A spectator's view, and the way to a seat where there is one.
 * @param {{room: Room, open: (name: string) => void}} props
 */
export const WatchBand = ({ room, open }) => html`<div class="watch">
  <span role="status">${t(
    room.settings.spectators === "delayed" ? "web.table.watch.delayed" : "web.table.watch",
    { seconds: room.settings.delay_seconds ?? 0 },
  )}</span>
  ${
    openSeats(room).length > 0 &&
    html`<${Button} data-testid="take" onClick=${() => open("seats")}>
  ${t("web.door.take")}<//>`
  }
</div>`;

/** The bots' seats that one who watches may take. @param {Room} room @returns {number[]} */
export function openSeats(room) {
  const open =
    room.you.seat === null && room.state !== "over" && (room.settings.substitutes || room.you.host);
  return open
    ? room.seats
        .filter((/** @type {Chair} */ chair) => chair.kind === "bot" && !chair.heir)
        .map((/** @type {Chair} */ chair) => chair.seat)
    : [];
}
