// @ts-check
import { html, useState } from "../vendor/htm-preact.js";
import { t } from "../texts.js";
import { Button, Field, Select, Switch } from "../ui/ui.js";
import { inWords } from "./game.js";

/**
 * One option: its control, what it means, the rule that defines it, and the way back to the preset.
 * @param {{option: any, value: any, base: any, by: string | null, locked: boolean, onSet: (options: any) => void}} props
 */
export function OptionRow({ option, value, base, by, locked, onSet }) {
  const differs = value !== base;
  const set = (/** @type {any} */ wanted) => wanted !== value && onSet({ [option.name]: wanted });
  return html`<div class=${differs ? "option option-changed" : "option"}>
    <${Control} option=${option} value=${value} locked=${locked} onSet=${set} />
    ${
      differs &&
      html`<p class="option-change">
      <span>${t(by ? "web.room.changedby" : "web.room.changedto", { name: by, value: inWords(option, base) })}</span>
      ${!locked && html`<${Button} kind="quiet" icon="replay" aria-label=${t("web.room.reset", { label: option.label })} onClick=${() => onSet({ [option.name]: null })} />`}
    </p>`
    }
    <details class="option-rule">
      <summary>${t("web.room.rule")} <bdi class="rule">${option.rule}</bdi></summary>
      <p>${option.rule_text || option.help}</p>
    </details>
  </div>`;
}

/** @param {{option: any, value: any, locked: boolean, onSet: (value: any) => void}} props */
function Control({ option, value, locked, onSet }) {
  const common = {
    label: option.label,
    hint: option.help,
    disabled: locked,
    "data-testid": `option-${option.name}`,
  };
  if (option.type === "bool") return html`<${Switch} ...${common} checked=${value} onChange=${onSet} />`;
  if (option.type === "int")
    return html`<${Count} ...${common} value=${value} low=${option.low} high=${option.high} onSet=${onSet} />`;
  return html`<${Select} ...${common} value=${value} options=${option.choices} onChange=${onSet} />`;
}

/** A whole number; it counts once the field is left or Enter is pressed. @param {any} props */
function Count({ value, low, high, onSet, ...rest }) {
  const [error, setError] = useState("");
  const [draft, setDraft] = useState(/** @type {string | null} */ (null));
  const type = (/** @type {any} */ event) => setDraft(event.target.value);
  const change = (/** @type {any} */ event) => {
    const wanted = Number(event.target.value);
    const fits = Number.isInteger(wanted) && wanted >= low && wanted <= high && event.target.value !== "";
    setError(fits ? "" : t("web.room.between", { low, high }));
    if (!fits) return;
    setDraft(null);
    onSet(wanted);
  };
  return html`<${Field} ...${rest} type="number" inputmode="numeric" dir="ltr" min=${low} max=${high} step="1" value=${draft ?? value} error=${error}
    onInput=${type} onChange=${change} />`;
}
