// @ts-check
/** What lies across the table for a while: 托管, the connection, votes, who watches. */
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { TROUBLES } from "../net.js";
import { num, t } from "../texts.js";
import { Button } from "../ui/ui.js";
import { useSeconds } from "./frame.js";
import { nameOf } from "./pod.js";

const QUIET_MS = 800;

/**
 * The band over the actions while the own seat has nothing to decide: a bot plays it, or the deal goes on without it.
 * What is left of the deal is played fast if all who wait like that ask for it.
 * @param {{room: any, auto: boolean, onBack: () => void, send: (message: any) => void}} props
 */
export function IdleBand({ room, auto, onBack, send }) {
  const { on, idle, asked } = room.haste;
  const mine = room.you.seat;
  const waits = idle.includes(mine);
  if (!auto && !waits) return null;
  const others = idle.length - asked.length;
  const name = t("web.table.haste.skip");
  const text = on ? "web.table.haste.on" : asked.includes(mine) ? "web.table.haste.waits" : auto ? "web.table.auto" : "web.table.haste.out";
  return html`<div class="auto-band">
    <span role="status">${t(text, { count: others })}</span>
    <span class="auto-ways">
      ${waits && !on && !asked.includes(mine) && html`<${Button} icon="skip" data-testid="skip" aria-label=${auto ? name : null}
        onClick=${() => send({ type: "ask", what: "skip" })}>${!auto && name}<//>`}
      ${auto && html`<${Button} kind="main" data-testid="auto" onClick=${onBack}>${t("web.table.auto.off")}<//>`}
    </span>
  </div>`;
}

/** Says that the connection is gone, once that has lasted a moment, and that it is back. @param {{state: any}} props */
export function ConnBanner({ state }) {
  const off = state.conn === "off";
  const seconds = useSeconds(off ? state.retry : null);
  const [shown, setShown] = useState("");
  useEffect(() => {
    if (!off && !shown) return undefined;
    if (!off) setShown("back");
    const timer = setTimeout(() => setShown(off ? "off" : ""), off ? QUIET_MS : 2500);
    return () => clearTimeout(timer);
  }, [off]);
  if (!shown) return null;
  const lost = TROUBLES.has(state.bye) ? t(`web.bye.${state.bye}`) : seconds === null ? t("web.reconnect") : t("web.reconnect.in", { seconds });
  return html`<div class="conn-banner" role="status" data-kind=${shown}>${shown === "back" && !off ? t("web.table.back") : lost}</div>`;
}

/** A vote that is on, with one's own answer. @param {{room: any, send: (message: any) => void}} props */
export function VoteBand({ room, send }) {
  const { vote } = room;
  const [deadline, setDeadline] = useState(/** @type {number|null} */ (null));
  useEffect(() => setDeadline(vote?.ends_ms == null ? null : performance.now() + vote.ends_ms), [vote?.kind, vote?.by]);
  const seconds = useSeconds(deadline);
  if (!vote) return null;
  const mine = room.you.seat;
  const answer = (/** @type {boolean} */ on) => send({ type: "ask", what: vote.kind, on });
  const open = mine !== null && !vote.yes.includes(mine);
  return html`<section class="vote" role="status" aria-label=${t(`web.table.vote.${vote.kind}`)}>
    <p class="vote-text"><span>${t(`web.table.vote.${vote.kind}.by`, { name: nameOf(room, vote.by) })}</span>
      <span class="digits muted" dir="ltr">${num(vote.yes.length)}/${num(vote.need)}${seconds !== null && ` · ${num(seconds)}`}</span></p>
    ${open && html`<div class="answers">
      <${Button} kind="main" onClick=${() => answer(true)}>${t("web.table.vote.yes")}<//>
      <${Button} onClick=${() => answer(false)}>${t("web.table.vote.no")}<//>
    </div>`}
  </section>`;
}

/** What a spectator is told. @param {{room: any}} props */
export const WatchBand = ({ room }) =>
  html`<p class="watch" role="status">${t(room.settings.spectators === "delayed" ? "web.table.watch.delayed" : "web.table.watch", { seconds: room.settings.delay_seconds ?? 0 })}</p>`;
