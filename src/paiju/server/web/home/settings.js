// @ts-check
/** @import { Prefs, Typed } from "paiju/page" */
/** @import { Speed } from "../table/comfort.js" */
import { html, useState } from "../vendor/htm-preact.js";
import { Back, backLook, BACKS } from "../art.js";
import { setPref, usePrefs } from "../prefs.js";
import { SPEEDS } from "../table/comfort.js";
import { t } from "../texts.js";
import { Button, Dialog, Field, go, Segmented, Select, Sheet, Switch } from "../ui/ui.js";
import { Languages } from "./languages.js";
import { NameButton } from "./name.js";

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

/** Brings a seat from another device here, by the one-time code displayed there. */
function TakeOver() {
  const [open, setOpen] = useState(false);
  const [code, setCode] = useState("");
  const take = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (code.trim()) go(`/move/${encodeURIComponent(code.trim())}`);
  };
  return html`<button type="button" class="link" onClick=${() => setOpen(true)}>${t("web.move.title")}
    </button>
    ${
      open &&
      html`<${Dialog} title=${t("web.move.title")} onClose=${() => setOpen(false)}>
      <form class="stack" onSubmit=${take}>
        <${Field} label=${t("web.move.code")} hint=${t("web.move.help")} value=${code} dir="ltr"
            autocomplete="off" autocapitalize="off"
          spellcheck=${false} onInput=${(/** @type {Typed} */ event) => setCode(event.target.value)} />
        <${Button} kind="main" type="submit">${t("web.move.take")}<//>
      </form>
    <//>`
    }`;
}
