// @ts-check
/** @import { Prefs, Typed } from "paiju/page" */
/** @import { Speed } from "../table/comfort.js" */
import { html } from "../vendor/htm-preact.js";
import { Back, BACKS, backLook } from "../art.js";
import { setPref, usePrefs } from "../prefs.js";
import { SPEEDS } from "../table/comfort.js";
import { t } from "../texts.js";
import { Segmented, Select, Sheet, Switch } from "../ui/ui.js";
import { Languages } from "./languages.js";
import { NameButton } from "./name.js";
import { TakeOver } from "./takeover.js";

const SWITCHES = /** @type {const} */ ([
  "sound",
  "only_my_turn",
  "voice",
  "vibration",
  "four_colour",
  "large_ranks",
  "double_tap",
  "single_keys",
]);

/**
 * What this device does: looks, sounds, gestures. `named` adds what is of the guest: the own name, and a seat
 * on another device.
 * @param {{onClose: () => void, named?: boolean}} props
 */
export function Settings({ onClose, named = true }) {
  const now = usePrefs();
  /** @param {string[]} values @param {string} key */
  const choices = (values, key) => values.map((value) => ({ value, label: t(`web.${key}.${value}`) }));
  return html`<${Sheet} title=${t("web.settings")} onClose=${onClose} testid="settings">
    <div class="stack">
      ${named && html`<${NameButton} />`}
      <${Languages} />
      <${Select} label=${t("web.theme")} value=${now.theme}
          options=${choices(["auto", "light", "dark", "red", "plain"], "theme")}
        onChange=${(/** @type {string} */ value) => setPref("theme", value)} />
      <${Segmented} label=${t("web.tempo")} value=${now.speed} options=${choices([...SPEEDS], "tempo")}
        onChange=${(/** @type {Speed} */ value) => setPref("speed", value)} />
      <${Segmented} label=${t("web.pref.back")} value=${now.back}
        options=${choices([...BACKS], "pref.back").map((option) => ({
          ...option,
          picture: html`<${Back} w=${40} style=${backLook(option.value)} />`,
        }))}
        onChange=${(/** @type {Prefs["back"]} */ value) => setPref("back", value)} />
      <div>
        ${SWITCHES.map(
          (
            name,
          ) => html`<${Switch} key=${name} label=${t(`web.pref.${name}`)} hint=${t(`web.pref.${name}.help`)}
            checked=${now[name]} onChange=${(/** @type {boolean} */ on) => setPref(name, on)} />`,
        )}
      </div>
      <label class="range">
        <span>${t("web.pref.volume")}</span>
        <input type="range" min="0" max="100" step="10" value=${now.volume} disabled=${!now.sound}
          onChange=${(/** @type {Typed} */ event) => setPref("volume", Number(event.target.value))} />
      </label>
      <${Segmented} label=${t("web.pref.digits")} value=${now.digits}
          options=${choices(["auto", "on", "off"], "pref.digits")}
        onChange=${(/** @type {string} */ value) => setPref("digits", value)} />
      <p class="hint">${t("web.settings.here")}</p>
      ${named && html`<${TakeOver} />`}
    </div>
  <//>`;
}
