// @ts-check
/** @import { GameInfo, Room, Send, Setting, SettingForm, Settings } from "paiju/page" */
import { html, useState } from "../vendor/htm-preact.js";
import { gameOf } from "../games.js";
import { dot, t } from "../texts.js";
import { Button, Select, Sheet, Switch } from "../ui/ui.js";

/** Values offered for a number; the one that holds is added. @type {Record<string, number[]>} */
const STEPS = {
  turn_seconds: [0, 10, 15, 20, 30, 45, 60, 90, 120, 300],
  bank_seconds: [0, 30, 60, 120, 300, 600],
  window_ms: [600, 1000, 2000, 3000, 4000, 6000, 8000, 12000],
  auto_play_after: [1, 2, 3, 4, 5],
  takeover_seconds: [5, 10, 20, 30, 60, 120, 300, 3600, 86_400],
  delay_seconds: [10, 30, 60, 120, 300, 600],
};
const HOUR = 3600;
const WORDS = /** @type {Record<string, string>} */ ({
  bots: "web.level",
  spectators: "web.spectators",
  passes: "web.passes",
  tempo: "web.tempo",
});
const UNTIMED = new Set(["turn_seconds", "bank_seconds"]); // zero means none

/** A number of a setting in words. @param {string} name @param {number} value */
function amount(name, value) {
  if (name === "auto_play_after") return t("web.room.times", { count: value });
  if (value === 0 && UNTIMED.has(name)) return t("web.room.none");
  if (value >= HOUR) return t("web.room.hours", { count: value / HOUR });
  return t("web.room.seconds", { count: name === "window_ms" ? value / 1000 : value });
}

/** The notable settings, in one line. @param {Settings} settings */
function summary(settings) {
  const clock =
    settings.turn_seconds === 0
      ? t("web.room.noclock")
      : t("web.room.clock", { turn: settings.turn_seconds, bank: settings.bank_seconds });
  const said = ["hints", "counter", "chat"].filter((name) => settings[name]);
  return [
    clock,
    ...said.map((name) => t(`web.setting.${name}`)),
    settings.spectators !== "off" && t("web.setting.spectators"),
  ]
    .filter(Boolean)
    .join(dot());
}

/**
 * How the room is run: one line, and a sheet to change it.
 * @param {{room: Room, info: GameInfo, send: Send}} props
 */
export function RoomSettings({ room, info, send }) {
  const [open, setOpen] = useState(false);
  return html`<section class="card settings-line" aria-labelledby="settings-title">
    <div>
      <h2 id="settings-title">${t("web.room.settings")}</h2>
      <p class="muted">${summary(room.settings)}</p>
    </div>
    <${Button} kind="quiet" icon="settings" disabled=${!info} data-testid="room-settings"
        aria-label=${t("web.room.settings")} onClick=${() => setOpen(true)} />
    ${
      open &&
      html`<${SettingsSheet} room=${room} schema=${info.settings} send=${send}
    onClose=${() => setOpen(false)} />`
    }
  </section>`;
}

/** @param {{room: Room, schema: SettingForm[], send: Send, onClose: () => void}} props */
function SettingsSheet({ room, schema, send, onClose }) {
  const set = (/** @type {string} */ name, /** @type {Setting} */ value) =>
    send({ type: "host", what: "settings", settings: { [name]: value } });
  const { idle } = gameOf(room.game);
  const shown = schema.filter(({ name }) => !idle.includes(name));
  return html`<${Sheet} title=${t("web.room.settings")} onClose=${onClose} testid="room-settings-sheet">
    <div class="stack">
      ${!room.you.host && html`<p class="hint">${t("web.room.hostonly")}</p>`}
      ${shown.map(
        (one) => html`<${Setting} key=${one.name} one=${one} value=${room.settings[one.name]}
        locked=${!room.you.host}
        onSet=${(/** @type {Setting} */ value) => set(one.name, value)} />`,
      )}
    </div>
  <//>`;
}

/** @param {{one: SettingForm, value: Setting, locked: boolean, onSet: (value: Setting) => void}} props */
function Setting({ one, value, locked, onSet }) {
  const { name, type } = one;
  const common = {
    label: t(`web.setting.${name}`),
    hint: t(`web.setting.${name}.help`),
    disabled: locked,
    "data-testid": `setting-${name}`,
  };
  if (type === "bool") return html`<${Switch} ...${common} checked=${value} onChange=${onSet} />`;
  const values =
    type === "int"
      ? [...new Set([...(STEPS[name] ?? []), Number(value)])].sort((a, b) => a - b)
      : [...new Set([...(one.choices ?? []), value])];
  const options = values.map((each) => ({
    value: each,
    label: type === "int" ? amount(name, Number(each)) : t(`${WORDS[name]}.${each}`),
  }));
  return html`<${Select} ...${common} value=${value} options=${options} onChange=${onSet} />`;
}
