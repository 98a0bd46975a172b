// @ts-check
/** @import { Chair, Child, Clock, Room, Said } from "paiju/page" */
import { html, useEffect, useMemo, useState } from "../vendor/htm-preact.js";
import { chairName } from "../bots.js";
import { num, t } from "../texts.js";
import { Avatar } from "../figures/avatar.js";
import { Icon } from "../ui/ui.js";
import { useSeconds } from "./frame.js";

/** The name of a seat. @param {Room} room @param {number|null|undefined} seat */
export function nameOf(room, seat) {
  if (seat == null) return "";
  if (seat === room.you.seat) return t("web.you");
  const chair = room.seats[seat];
  return (chair && chairName(chair)) || t("web.table.seat", { seat: seat + 1 });
}

const LONG_SECONDS = 3600;

/**
 * Why a seat takes long: its player is away, and how long a bot then waits; "" for none.
 * @param {Room} room @param {number | null | undefined} seat
 */
export function awayText(room, seat) {
  const chair = room.seats[seat ?? -1];
  if (!chair || chair.online || chair.auto) return "";
  const seconds = Number(room.settings.takeover_seconds);
  const key = seconds < LONG_SECONDS ? "web.table.away.line" : "web.table.away.long";
  return t(key, { who: nameOf(room, seat), seconds });
}

const CIRCLE = 2 * Math.PI * 16;

/** The ring round a badge that empties with the clock. @param {{clock: Clock | null}} props */
function Ring({ clock }) {
  const seconds = useSeconds(clock?.deadline);
  const share =
    seconds === null ? 1 : Math.min(1, (seconds * 1000) / Math.max(1, clock?.total_ms || seconds * 1000));
  return html`<svg class="ring" viewBox="0 0 36 36" aria-hidden="true"><circle cx="18" cy="18" r="16" />
    <circle class="ring-left" cx="18" cy="18" r="16" stroke-dasharray=${CIRCLE}
        stroke-dashoffset=${CIRCLE * (1 - share)} transform="rotate(-90 18 18)" /></svg>`;
}

/**
 * What keeps a player from answering, as a short mark; once a bot plays for them, with that.
 * @param {{seat: Chair, takeover: number}} props
 */
function Mark({ seat, takeover }) {
  const away = useAway(seat);
  if (!seat.online) {
    const played = seat.auto || (away !== null && away >= takeover);
    return html`<span class="pod-away">${t("web.table.away")} ${
      away !== null &&
      html`<span class="digits">
      ${minutes(away)}</span>`
    }${played && html` <${Icon} name="robot" size="14" />`}</span>`;
  }
  return seat.auto || seat.kind === "program" ? html`<${Icon} name="robot" size="16" />` : null;
}

/** @param {number} seconds */
const minutes = (seconds) => `${num(Math.floor(seconds / 60))}:${num(seconds % 60).padStart(2, num(0))}`;

/**
 * For how many seconds a player has been away by now; null where they are not. A seat is drawn again when
 * something has changed.
 * @param {Chair} seat
 */
function useAway(seat) {
  const since = useMemo(() => (seat.away_ms == null ? null : performance.now() - seat.away_ms), [seat]);
  const [, setTick] = useState(0);
  useEffect(() => {
    if (since === null) return undefined;
    const timer = setInterval(() => setTick((/** @type {number} */ n) => n + 1), 500);
    return () => clearInterval(timer);
  }, [since]);
  return since === null ? null : Math.floor((performance.now() - since) / 1000);
}

/**
 * A seat. `place` is its place in play order from the viewer (0: themselves); the style sheet puts it there.
 * @param {{room: Room, seat: number, place: number, role?: string, badge?: Child, count?: number|null, turn:
 *   boolean,
 * clock?: Clock | null, title?: string, last?: Child, spoken: string[], said?: Said, class?: string, onOpen?:
 * () => void, children?: Child}} props
 */
export function Pod({
  room,
  seat,
  place,
  role = "unknown",
  badge,
  count,
  turn,
  clock,
  title,
  last,
  spoken,
  said,
  class: extra = "",
  onOpen,
  children,
}) {
  const info = room.seats[seat];
  const name = nameOf(room, seat);
  const away = !info.online;
  return html`<li class=${`pod ${extra}`} data-testid=${`seat-${seat}`} data-spot=${`seat-${seat}`}
      data-place=${place} data-role=${role} data-count=${count ?? ""}
      data-turn=${String(turn)} data-away=${away}>
    <span class="visually-hidden">
    ${[
      name,
      info.kind === "program" && t("web.program"),
      ...spoken,
      away && t("web.table.away"),
      info.auto && t("web.table.auto"),
    ]
      .filter(Boolean)
      .join(t("web.comma"))}</span>
    <span class="pod-badge" aria-hidden="true"><${Avatar} chair=${info} />${
      turn && html`<${Ring} clock=${clock} />`
    }${badge && html`<span class="pod-sign">${badge}</span>`}</span>
    <button type="button" class="pod-body" tabindex="-1" aria-hidden="true" onClick=${onOpen}>
      <span class="pod-name"><bdi>${name}</bdi></span>
      ${
        title
          ? html`<span class="pod-title">${title}
      </span>`
          : count != null && html`<span class="pod-count digits">${num(count)}</span>`
      }
      <${Mark} seat=${info} takeover=${room.settings.takeover_seconds} />
    </button>
    ${last && html`<span class="pod-last" aria-hidden="true">${last}</span>`}
    ${children}
    ${said && html`<${Bubble} said=${said} />`}
  </li>`;
}

/** @param {{said: Said}} props */
const Bubble = ({ said }) =>
  html`<span class="bubble" key=${said.seq}><bdi>${said.text ?? t(`web.phrase.${said.phrase}`)}</bdi></span>`;

/** The backs of a hand, as wide as it has cards; shown where there is room. @param {{count: number}} props */
export const Fan = ({ count }) => html`<i class="pod-fan" style=${{ "--n": count }} aria-hidden="true"></i>`;
