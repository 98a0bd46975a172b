// @ts-check
import { html } from "../vendor/htm-preact.js";
import { prefs, setPref, usePrefs } from "../prefs.js";
import { LANGUAGES, lang, t } from "../texts.js";
import { saveMe } from "./me.js";

/** The language switch: each language under its own name. */
export function Languages() {
  usePrefs();
  const choose = (/** @type {string} */ wanted) => {
    setPref("lang", wanted);
    saveMe({ lang: wanted }).catch(() => {});
  };
  return html`<div class="languages" role="group" aria-label=${t("web.language")}>
    ${LANGUAGES.map(
      (name) => html`<button type="button" key=${name} lang=${name} data-testid=${`lang-${name}`}
        aria-pressed=${name === (prefs().lang || lang())} onClick=${() => choose(name)}>${t(`web.lang.${name}`)}</button>`,
    )}
  </div>`;
}
