// @ts-check
/** @import { Room, Send } from "paiju/page" */
/** What makes a table pleasant at once: its speed, and whether it sounds. */
import { html } from "../vendor/htm-preact.js";
import { setPref, usePrefs } from "../prefs.js";
import { t } from "../texts.js";
import { Button, Segmented } from "../ui/ui.js";

export const SPEEDS = /** @type {const} */ (["calm", "brisk", "instant"]);
/** @typedef {(typeof SPEEDS)[number]} Speed */

/**
 * The speed of what moves here; for the host that of the bots as well.
 * @param {{room: Room, send: Send}} props
 */
export function Speed({ room, send }) {
  const { speed } = usePrefs();
  const choose = (/** @type {Speed} */ wanted) => {
    setPref("speed", wanted);
    if (room.you.host) send({ type: "host", what: "settings", settings: { tempo: wanted } });
  };
  const options = SPEEDS.map((value) => ({
    value,
    label: t(`web.tempo.${value}`),
    testid: `speed-${value}`,
  }));
  return html`<${Segmented} label=${t("web.tempo")} value=${speed} options=${options} onChange=${choose} />`;
}

/** Sound on or off by one press. @param {{class?: string}} props */
export function SoundButton({ class: extra = "" }) {
  const { sound } = usePrefs();
  return html`<${Button} kind="quiet" icon=${sound ? "sound" : "mute"} class=${extra} data-testid="sound"
    role="switch" aria-checked=${String(sound)} aria-label=${t("web.pref.sound")} title=${t("web.pref.sound")}
    onClick=${() => setPref("sound", !sound)} />`;
}
