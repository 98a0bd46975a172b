// @ts-check
/** @import { GameInfo, Option, Room, Send } from "paiju/page" */
import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { dot, t } from "../texts.js";
import { Button, toast } from "../ui/ui.js";
import { complete, inWords, useCheck } from "./game.js";
import { Leaflet } from "./leaflet.js";
import { RulesSheet } from "./rulesheet.js";

/**
 * Says what another player has changed, one line for each message.
 * @param {GameInfo} info
 * @param {Room} room
 */
function useNews(info, room) {
  const before = useRef(/** @type {Room | null} */ (null));
  useEffect(() => {
    const last = before.current;
    before.current = room;
    if (!info || !last || last.digest === room.digest) return;
    if (room.you.host) return; // who has changed it sees it
    if (last.preset !== room.preset)
      return toast(t("web.room.news.preset", { preset: presetOf(info, room)?.label ?? room.preset }));
    const [old, now] = [complete(info, last.options), complete(info, room.options)];
    const changed = info.options.filter(
      (/** @type {Option} */ option) => old[option.name] !== now[option.name],
    );
    const words = changed.map(
      (/** @type {Option} */ option) => `${option.label}: ${inWords(option, now[option.name])}`,
    );
    if (words.length > 0)
      toast(
        t("web.room.news", {
          name: room.seats[room.changed?.[changed[0].name]]?.name ?? "",
          changes: words.join(dot()),
        }),
      );
  }, [room]);
}

/** @param {GameInfo} info @param {Room} room */
const presetOf = (info, room) => info.presets.find((one) => one.name === room.preset);

/**
 * The rule set of the room: its name, its differences, and the ways to read or change it.
 * @param {{id: string, room: Room, info: GameInfo, send: Send}} props
 */
export function RuleSet({ id, room, info, send }) {
  const [open, setOpen] = useState(/** @type {"" | "rules" | "change"} */ (""));
  const check = useCheck(info, room);
  const preset = info && presetOf(info, room);
  useNews(info, room);
  const close = () => setOpen("");
  return html`<section class="card" aria-labelledby="rules-title">
    <header class="card-head"><h2 id="rules-title">${preset?.label ?? t("web.room.rules")}</h2></header>
    <p class="rule-line">
      ${check?.line || preset?.help || (!check && html`<span class="ghost ghost-line"></span>`)}</p>
    <div class="row">
      <${Button} icon="rules" data-testid="read-rules" onClick=${() => setOpen("rules")}>${t("web.room.read")}
      <//>
      <${Button} icon="edit" disabled=${!info} data-testid="change-rules" onClick=${() => setOpen("change")}>
        ${t(room.you.host ? "web.room.change" : "web.room.look")}
      <//>
    </div>
    ${
      open === "rules" &&
      html`<${Leaflet} id=${id} game=${room.game} digest=${room.digest}
        onClose=${close} />`
    }
    ${
      open === "change" &&
      info &&
      html`<${RulesSheet} room=${room} info=${info} check=${check} send=${send}
    onClose=${close} />`
    }
  </section>`;
}
