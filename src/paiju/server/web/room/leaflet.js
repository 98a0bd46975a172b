// @ts-check
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { api } from "../net.js";
import { lang, sayError, t } from "../texts.js";
import { Sheet } from "../ui/ui.js";

/**
 * The rules of exactly this table, with the number of each; `focus` is the rule to show first.
 * @param {{id: string, digest?: string, focus?: string | null, onClose: () => void}} props
 */
export function Leaflet({ id, digest, focus, onClose }) {
  const { rules, error } = useRules(`/api/tables/${encodeURIComponent(id)}/rules?at=${digest ?? ""}`);
  useEffect(() => {
    if (rules && focus) document.querySelector(".leaflet .rule-focus")?.scrollIntoView({ block: "center" });
  }, [rules, focus]);
  return html`<${Sheet} title=${rules?.title ?? t("web.room.rules")} onClose=${onClose} testid="rules">
    <div class="leaflet prose" aria-busy=${!rules && !error}>
      ${error && html`<p role="alert">${sayError(error)}</p>`}
      ${!rules && !error && [1, 2, 3].map((n) => html`<div key=${n} class="ghost ghost-card"></div>`)}
      ${rules && html`<${Sections} rules=${rules} focus=${focus} />`}
    </div>
  <//>`;
}

/**
 * Rules from an address, in the language of the page; told again when either changes.
 * @param {string} address
 */
export function useRules(address) {
  const [answer, setAnswer] = useState(/** @type {{rules: any, error: any}} */ ({ rules: null, error: null }));
  useEffect(() => {
    let live = true;
    api("GET", `${address}&lang=${lang()}`).then(
      (rules) => live && setAnswer({ rules, error: null }),
      (error) => live && setAnswer({ rules: null, error }),
    );
    return () => void (live = false);
  }, [address, lang()]);
  return answer;
}

/** All sections of the rules. @param {{rules: any, focus?: string | null}} props */
export const Sections = ({ rules, focus }) => html`${rules.line && html`<p class="muted">${rules.line}</p>`}
  ${rules.sections.map((/** @type {any} */ section, /** @type {number} */ n) => html`<${Section} key=${n} section=${section} focus=${focus} />`)}`;

/** @param {{section: any, focus?: string | null}} props */
const Section = ({ section, focus }) => html`${section.title && html`<h3>${section.title}</h3>`}
  ${section.paragraphs.map(
    (/** @type {any} */ one, /** @type {number} */ n) => html`<p key=${n} class=${focus && one.rule === focus ? "rule-focus" : ""}>
      ${one.text}${one.rule && html` <bdi class="rule">${one.rule}</bdi>`}
    </p>`,
  )}`;
