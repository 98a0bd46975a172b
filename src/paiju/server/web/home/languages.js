// @ts-check
import { html } from "../vendor/htm-preact.js";
import { setPref, usePrefs } from "../prefs.js";
import { LANGUAGES, lang, t } from "../texts.js";
import { saveMe } from "./me.js";

/** The language switch: each language under its own name. @param {{short?: boolean}} props */
export function Languages({ short = false }) {
  usePrefs();
  const choose = (/** @type {string} */ wanted) => {
    setPref("lang", wanted);
    saveMe({ lang: wanted }).catch(() => {});
  };
  return html`<div class="languages" role="group" aria-label=${t("web.language")}>
    ${LANGUAGES.map(
      (name) => html`<button type="button" key=${name} lang=${name} data-testid=${`lang-${name}`}
        aria-pressed=${name === lang()}
        aria-label=${t(`web.lang.${name}`)} onClick=${() => choose(name)}>
          ${t(`web.lang.${name}${short ? ".short" : ""}`)}</button>`,
    )}
  </div>`;
}
