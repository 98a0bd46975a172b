// @ts-check
/** @import { Room, Send } from "paiju/page" */
import { ScoreTable } from "../table/scores.js";
import { t } from "../texts.js";
import { Button, go } from "../ui/ui.js";
import { html, useEffect, useRef } from "../vendor/htm-preact.js";
import { Rematch } from "./settle.js";

/**
 * A match that was ended before its time, in place of the table: what counts, what does not, and the ways on.
 * @param {{room: Room, send: Send, open: (name: string) => void}} props
 */
export function Ended({ room, send, open }) {
  const title = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => title.current?.focus(), []);
  const { failed, deal } = room.fairness;
  const played = room.match.returns.length > 0;
  return html`<section class="ended" aria-labelledby="ended-title" data-testid="ended">
    <h1 id="ended-title" tabindex="-1" ref=${title}>${t("web.ended.title")}</h1>
    ${failed?.why === "dropped" && html`<p>${t("web.ended.dropped", { deal })}</p>`}
    ${
      played
        ? html`<div data-testid="score-sheet"><${ScoreTable} room=${room} /></div>`
        : html`<p>
    ${t("web.ended.none")}</p>`
    }
    <div class="ended-ways">
      ${room.you.seat !== null && html`<${Rematch} room=${room} send=${send} />`}
      ${
        room.record &&
        html`<${Button} icon="replay" data-testid="replay"
        onClick=${() => go(`/replay/${encodeURIComponent(room.record ?? "")}?deal=1`)}>
          ${t("web.settle.replay")}<//>`
      }
      <${Button} icon="chat" onClick=${() => open("chat")}>${t("web.table.chat")}<//>
      <${Button} icon="back" data-testid="home" onClick=${() => go("/")}>${t("web.home")}<//>
    </div>
  </section>`;
}
