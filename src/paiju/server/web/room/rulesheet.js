// @ts-check
/** @import { Check, GameInfo, Preset, Room, Send, Values } from "paiju/page" */
import { html, useState } from "../vendor/htm-preact.js";
import { t } from "../texts.js";
import { Icon, Segmented, Sheet } from "../ui/ui.js";
import { complete } from "./game.js";
import { OptionForm } from "./form.js";
import { Questions } from "./questions.js";

const PARTS = ["presets", "questions", "all"];

/**
 * Changing the rules: whole sets first, then questions, then every option. Guests only read.
 * @param {{room: Room, info: GameInfo, check: Check | null, send: Send, onClose: () => void}} props
 */
export function RulesSheet({ room, info, check, send, onClose }) {
  const [part, setPart] = useState(PARTS[0]);
  const values = complete(info, room.options);
  const locked = !room.you.host;
  const set = (/** @type {Values} */ options) => send({ type: "host", what: "options", options });
  const parts = PARTS.filter((one) => one !== "questions" || info.questions.length > 0);
  const tabs = parts.map((value) => ({ value, label: t(`web.room.part.${value}`), testid: `part-${value}` }));
  return html`<${Sheet} title=${t("web.room.rules")} onClose=${onClose} testid="rule-sheet" class="wide">
    <div class="stack">
      <${Segmented} hideLabel label=${t("web.room.rules")} value=${part} options=${tabs} onChange=${setPart}
          />
      ${locked && html`<p class="hint">${t("web.room.hostonly")}</p>`}
      ${part === "presets" && html`<${Presets} room=${room} info=${info} locked=${locked} send=${send} />`}
      ${
        part === "questions" &&
        html`<${Questions} game=${room.game} info=${info} values=${values}
      locked=${locked} onAnswer=${set} />`
      }
      ${
        part === "all" &&
        html`<${OptionForm} room=${room} info=${info} check=${check} values=${values}
      locked=${locked} onSet=${set} />`
      }
    </div>
  <//>`;
}

/**
 * Named rule sets as cards, each with its one line.
 * @param {{room: Room, info: GameInfo, locked: boolean, send: Send}} props
 */
function Presets({ room, info, locked, send }) {
  const changed = Object.keys(room.changed ?? {}).length > 0;
  return html`<ul class="presets">
    ${info.presets.map((/** @type {Preset} */ preset) => {
      const chosen = preset.name === room.preset;
      return html`<li key=${preset.name}><button type="button" class="preset" aria-pressed=${chosen}
          disabled=${locked && !chosen}
          data-testid=${`preset-${preset.name}`}
          onClick=${() => !locked && send({ type: "host", what: "preset", preset: preset.name })}>
        <span class="preset-name">${preset.label}${chosen && html`<${Icon} name="check" />`}</span>
        <span>${preset.help}</span>
        ${preset.line !== preset.help && html`<span class="preset-line">${preset.line}</span>`}
        ${
          chosen &&
          changed &&
          html`<span class="hint">
        ${t(locked ? "web.room.changed" : "web.room.presetback")}</span>`
        }
      </button></li>`;
    })}
  </ul>`;
}
