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
  const [rules, setRules] = useState(/** @type {any} */ (null));
  const [error, setError] = useState(/** @type {any} */ (null));
  useEffect(() => {
    let live = true;
    api("GET", `/api/tables/${encodeURIComponent(id)}/rules?lang=${lang()}`).then(
      (answer) => live && setRules(answer),
      (refusal) => live && setError(refusal),
    );
    return () => void (live = false);
  }, [id, digest, lang()]);
  useEffect(() => {
    if (rules && focus) document.querySelector(".leaflet .rule-focus")?.scrollIntoView({ block: "center" });
  }, [rules, focus]);
  return html`<${Sheet} title=${rules?.title ?? t("web.room.rules")} onClose=${onClose} testid="rules">
    <div class="leaflet prose" aria-busy=${!rules && !error}>
      ${error && html`<p role="alert">${sayError(error)}</p>`}
      ${!rules && !error && [1, 2, 3].map((n) => html`<div key=${n} class="ghost ghost-card"></div>`)}
      ${rules?.line && html`<p class="muted">${rules.line}</p>`}
      ${rules?.sections.map((/** @type {any} */ section, /** @type {number} */ n) => html`<${Section} key=${n} section=${section} focus=${focus} />`)}
    </div>
  <//>`;
}

/** @param {{section: any, focus?: string | null}} props */
const Section = ({ section, focus }) => html`${section.title && html`<h3>${section.title}</h3>`}
  ${section.paragraphs.map(
    (/** @type {any} */ one, /** @type {number} */ n) => html`<p key=${n} class=${focus && one.rule === focus ? "rule-focus" : ""}>
      ${one.text}${one.rule && html` <bdi class="rule">${one.rule}</bdi>`}
    </p>`,
  )}`;
