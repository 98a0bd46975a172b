// @ts-check
/** @import { Paragraph, Refused, Rules } from "paiju/page" */
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { api } from "../net.js";
import { useLater } from "../table/later.js";
import { lang, sayError, t, worded } from "../texts.js";
import { Sheet, styled } from "../ui/ui.js";

/**
 * The rules of exactly this table, with the number of each; `focus` is the rule to show first.
 * @param {{id: string, game: string, digest?: string, focus?: string | null, onClose: () => void}} props
 */
export function Leaflet({ id, game, digest, focus, onClose }) {
  const SeeAlso = useLater(
    () => worded(import("../learn/seealso.js"), "lessons", "guide", "table"),
    "SeeAlso",
    Boolean(focus),
    false,
  );
  const { rules, error } = useRules(`/api/tables/${encodeURIComponent(id)}/rules?at=${digest ?? ""}`);
  const footer = SeeAlso && focus && html`<${SeeAlso} game=${game} rule=${focus} />`;
  return html`<${Sheet} title=${rules?.title ?? t("web.room.rules")} onClose=${onClose} testid="rules"
      footer=${footer}>
    <div class="leaflet prose" aria-busy=${!rules && !error}>
      ${error && html`<p role="alert">${sayError(error)}</p>`}
      ${!rules && !error && [1, 2, 3].map((n) => html`<div key=${n} class="ghost ghost-card"></div>`)}
      ${rules && html`<${Sections} game=${game} rules=${rules} focus=${focus} />`}
    </div>
  <//>`;
}

/**
 * Rules from an address, in the language of the page; fetched again when either changes.
 * @param {string} address
 */
export function useRules(address) {
  const [answer, setAnswer] = useState(
    /** @type {{rules: Rules | null, error: Refused | null}} */ ({ rules: null, error: null }),
  );
  useEffect(() => {
    let live = true;
    api("GET", `${address}&lang=${lang()}`).then(
      (rules) => live && setAnswer({ rules, error: null }),
      (error) => live && setAnswer({ rules: null, error }),
    );
    return () => {
      live = false;
    };
  }, [address, lang()]);
  return answer;
}

const FEW = 4; // options that differ can be in one line

/** A rule's number without its book, as in addresses. @param {string} rule */
export const anchorOf = (rule) => rule.replace(/^(BH|PZ) /, "");

/**
 * All sections of the rules with their pictures; each number is an anchor where it comes first. `level` is
 * that of their titles; the `whole` booklet also asks questions.
 * @param {{game: string, rules: Rules, focus?: string | null, level?: number, whole?: boolean}} props
 */
export function Sections({ game, rules, focus, level = 3, whole = false }) {
  const met = new Set();
  const wanted = focus && anchorOf(focus);
  const Figures = useLater(
    () => styled(worded(import("../learn/figures.js"), "table"), "booklet"),
    "Figures",
    rules.sections.some(({ figures }) => figures.length > 0),
    false,
  );
  // The wanted rule is brought into view, also when pictures have moved it.
  useEffect(() => {
    if (focus) document.querySelector(".leaflet .rule-focus")?.scrollIntoView({ block: "center" });
  }, [rules, focus, Figures]);
  const paragraph = (/** @type {Paragraph} */ one, /** @type {number} */ n) => {
    const anchor = anchorOf(one.rule);
    const id = anchor && !met.has(anchor) ? anchor : null;
    met.add(anchor);
    return html`<p key=${n} id=${id} class=${wanted && anchor === wanted ? "rule-focus" : ""}>
      ${one.text}${one.rule && html` <bdi class="rule">${one.rule}</bdi>`}
    </p>`;
  };
  const options = rules.line ? rules.line.split(/ [·–] /) : [];
  return html`${
    options.length > FEW
      ? html`<details class="muted"><summary>${t("web.rules.options", { count: options.length })}</summary>
          <ul>${options.map((one) => html`<li key=${one}>${one}</li>`)}</ul></details>`
      : rules.line && html`<p class="muted">${rules.line}</p>`
  }
    ${rules.sections.map(
      ({ title, paragraphs, figures }, at) => html`<section key=${at} class="chapter" id=${`part-${at}`}>
        <div class="chapter-text">
          ${title && html`<h3 aria-level=${level}>${title}</h3>`}${paragraphs.map(paragraph)}</div>
        ${
          figures.length > 0 &&
          html`<div class="chapter-plates">
            ${Figures && html`<${Figures} game=${game} figures=${figures} whole=${whole} />`}</div>`
        }
      </section>`,
    )}`;
}
