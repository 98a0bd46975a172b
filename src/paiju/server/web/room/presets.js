// @ts-check
/** @import { GameInfo, Preset, Room, Send } from "paiju/page" */
import { html } from "../vendor/htm-preact.js";
import { t } from "../texts.js";
import { Icon } from "../ui/ui.js";

/**
 * Named rule sets as cards, each with its one line.
 * @param {{room: Room, info: GameInfo, locked: boolean, send: Send}} props
 */
export function Presets({ room, info, locked, send }) {
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
