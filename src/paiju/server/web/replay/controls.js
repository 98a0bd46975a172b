// @ts-check
/** @import { Typed } from "paiju/page" */
import { num, t } from "../texts.js";
import { Button, Icon } from "../ui/ui.js";
import { html } from "../vendor/htm-preact.js";

export const SPEEDS = [0.5, 1, 2, 4];

/** The ways through a record; `corner` is the end of a trick or the next turn. */
const PICTURES = /** @type {Record<string, string>} */ ({
  "-corner": "M6 5v14M18 5l-8 7 8 7",
  "-step": "M15 5l-7 7 7 7",
  "+step": "M9 5l7 7-7 7",
  "+corner": "M18 5v14M6 5l8 7-8 7",
});

/**
 * The player below the table. Time runs from left to right in every language.
 * @param {{at: number, last: number, whole: boolean,
 *   playing: boolean, speed: number, onMove: (move: string) => void, onSeek:
 *   (at: number) => void,
 *   onPlay: () => void, onSpeed: (speed: number) => void, reviewed: boolean,
 *   onReview: (() => void) | null}} props
 */
export function Controls({
  at,
  last,
  whole,
  playing,
  speed,
  reviewed,
  onMove,
  onSeek,
  onPlay,
  onSpeed,
  onReview,
}) {
  const move = (
    /** @type {string} */ name,
    /** @type {boolean} */ off,
  ) => html`<button type="button" class="button button-quiet button-icon" disabled=${off}
    aria-label=${t(`web.replay.move.${name}`)} title=${t(`web.replay.move.${name}`)}
    data-testid=${`move${name}`} onClick=${() => onMove(name)}>
    <svg class="icon" width="22" height="22" viewBox="0 0 24 24" aria-hidden="true">
    <path d=${PICTURES[name]} /></svg></button>`;
  return html`<section class="player" dir="ltr" aria-label=${t("web.replay.player")}>
    <div class="player-row"><input type="range" min="0" max=${last} value=${at}
        aria-label=${t("web.replay.place")} data-testid="replay-place"
      aria-valuetext=${t("web.replay.at", { at: at + 1, steps: last + 1 })}
      onInput=${(/** @type {Typed} */ event) => onSeek(Number(event.target.value))} />
      <span class="player-at digits">${num(at + 1)}/${num(last + 1)}</span>
      ${
        onReview &&
        html`<${Button} kind="quiet" icon="review" aria-label=${t("web.review.title")}
          title=${t("web.review.title")}
          aria-pressed=${String(reviewed)} data-testid="replay-review" onClick=${onReview} />`
      }</div>
    <div class="player-row">
      ${move("-corner", at === 0)}${move("-step", at === 0)}
      <button type="button" class="button button-main button-icon"
          aria-label=${t(playing ? "web.replay.pause" : "web.replay.play")} data-testid="replay-play"
        onClick=${onPlay}><${Icon} name=${playing ? "pause" : "play"} size="24" /></button>
      ${move("+step", at === last && whole)}${move("+corner", at === last)}
      <button type="button" class="button button-quiet player-speed digits"
          title=${t("web.replay.speed", { speed })} data-testid="replay-speed"
        onClick=${() => onSpeed(SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length])}>${num(speed)}×</button>
    </div>
  </section>`;
}
