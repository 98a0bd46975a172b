// @ts-check
/** @import { Child, Room, RoomState } from "paiju/page" */
import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { has, num, signed, t } from "../texts.js";
import { useSending } from "../sending.js";
import { Button } from "../ui/ui.js";
import { still } from "../motion.js";
import { SoundButton } from "./comfort.js";
import { useSeconds } from "./frame.js";

/** How a table's rule set is called. @param {Room} room */
export const ruleSet = (room) => {
  const key = `preset.${room.game}.${room.preset}`;
  return [key, `preset.${room.preset}`].find(has)
    ? t([key, `preset.${room.preset}`].find(has) ?? "")
    : t(`web.game.${room.game}`);
};

/** «3/10局». @param {Room["match"]} match */
export const dealText = (match) =>
  match.deals
    ? t("web.table.deal_of", { deal: match.deal, deals: match.deals })
    : t("web.table.deal", { deal: match.deal });

/** How long a pause still lasts, «9:59». @param {number|null} seconds */
const left = (seconds) =>
  seconds === null
    ? ""
    : ` ${num(Math.floor(seconds / 60))}:${num(Math.floor((seconds % 60) / 10))}${num(seconds % 10)}`;

/** The line below the rule set's name. @param {Room} room @param {number|null} seconds */
const stage = (room, seconds) =>
  room.dissolved
    ? t("web.ended.short")
    : room.paused
      ? t("web.table.paused") + left(seconds)
      : dealText(room.match);

/**
 * The bar above the table: menu, rule set and deal, what the game adds, own score, 托管, own clock.
 * @param {{state: RoomState, extra?: Child, open: (name: string) => void, sheet: string, onAuto: () => void}}
 *   props
 */
export function Bar({ state, extra, open, sheet, onAuto }) {
  const { room, prompt } = state;
  const mine = room.you.seat;
  const playing = mine !== null && room.state !== "over";
  const auto = playing && room.seats[mine]?.auto;
  const sending = useSending();
  const [ends, setEnds] = useState(/** @type {number|null} */ (null));
  useEffect(
    () => setEnds(room.pause_ms == null ? null : performance.now() + room.pause_ms),
    [room.paused, room.pause_ms],
  );
  const seconds = useSeconds(ends);
  return html`<header class="bar">
    ${!room.dissolved && html`<h1 class="visually-hidden" tabindex="-1">${t(`web.game.${room.game}`)}</h1>`}
    <${Button} kind="quiet" icon="menu" aria-label=${t("web.table.menu")} data-testid="menu"
        onClick=${() => open("menu")} />
    <button type="button" class="bar-title" onClick=${() => open("rules")} title=${t("web.table.rules")}>
      <b>${ruleSet(room)}</b><span class="bar-deal" data-paused=${room.paused}
          role=${room.paused ? "status" : null}>${stage(room, seconds)}</span>
    </button>
    <span class="bar-extra">${extra}</span>
    <button type="button" class="bar-score digits"
        data-testid=${sheet === "scores" || state.view?.over || room.dissolved ? null : "score-sheet"}
        onClick=${() => open("scores")}><span class="visually-hidden">${t("web.table.scores")} </span>
      ${
        mine === null
          ? t("web.table.score")
          : html`<span class="bar-me">${t("web.you")}
      </span> <bdi dir="ltr">${signed(room.match.scores[mine] ?? 0)}</bdi>`
      }
    </button>
    <${Clock} deadline=${prompt?.deadline} />
    <${SoundButton} class="bar-sound" />
    ${
      playing &&
      !room.series &&
      html`<${Button} kind="quiet" icon="robot" class="bar-auto" data-testid=${auto ? null : "auto"}
          aria-pressed=${String(auto)} busy=${sending({ type: "auto" })}
      aria-label=${t("web.table.auto.on")} title=${t("web.table.auto.on")} onClick=${onAuto} />`
    }
  </header>`;
}

/** Seconds left, always as wide. @param {{deadline?: number|null}} props */
export function Clock({ deadline }) {
  const seconds = useSeconds(deadline);
  return html`<span class="clock digits" data-late=${seconds !== null && seconds <= 5} aria-hidden="true">
    <span key=${seconds}>${seconds === null ? "" : num(seconds)}</span></span>`;
}

/**
 * The bar of time left, shrinking from the far end; a clock, not an ornament.
 * @param {{deadline?: number|null, total?: number|null}} props
 */
export function TimeBar({ deadline, total }) {
  const ref = useRef(/** @type {HTMLElement|null} */ (null));
  useEffect(() => {
    const left = deadline == null ? 0 : deadline - performance.now();
    if (!ref.current || left <= 0) return undefined;
    const from = Math.min(1, left / Math.max(total ?? left, left));
    const steps = still() ? `steps(${Math.max(1, Math.round(left / 1000))})` : "linear";
    const run = ref.current.animate([{ transform: `scaleX(${from})` }, { transform: "scaleX(0)" }], {
      duration: left,
      easing: steps,
      fill: "both",
    });
    return () => run.cancel();
  }, [deadline, total]);
  return html`<div class="timebar" dir="ltr" aria-hidden="true"><i ref=${ref} data-on=${deadline != null}></i>
    </div>`;
}
