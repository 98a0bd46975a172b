// @ts-check
/** @import { Option, Typed, Value, Values } from "paiju/page" */
import { html, useState } from "../vendor/htm-preact.js";
import { t } from "../texts.js";
import { Button, Field, Select, Switch } from "../ui/ui.js";
import { inWords } from "./game.js";

/**
 * One option: its control, what it means, the rule that defines it, and the way back to the preset.
 * @param {{option: Option, value: Value, base: Value, by: string | null, locked: boolean, onSet: (options:
 *   Values) => void}} props
 */
export function OptionRow({ option, value, base, by, locked, onSet }) {
  const differs = value !== base;
  const set = (/** @type {Value} */ wanted) => wanted !== value && onSet({ [option.name]: wanted });
  return html`<div class=${differs ? "option option-changed" : "option"}>
    <${Control} option=${option} value=${value} locked=${locked} onSet=${set} />
    ${
      differs &&
      html`<p class="option-change">
      <span>${t(by ? "web.room.changedby" : "web.room.changedto", { name: by, value: inWords(option, base) })}
      </span>
      ${
        !locked &&
        html`<${Button} kind="quiet" icon="replay"
      aria-label=${t("web.room.reset", { label: option.label })}
      onClick=${() => onSet({ [option.name]: null })} />`
      }
    </p>`
    }
    <details class="option-rule">
      <summary>${t("web.room.rule")} <bdi class="rule">${option.rule}</bdi></summary>
      <p>${option.rule_text || option.help}</p>
    </details>
  </div>`;
}

/** @param {{option: Option, value: Value, locked: boolean, onSet: (value: Value) => void}} props */
function Control({ option, value, locked, onSet }) {
  const common = {
    label: option.label,
    hint: option.help,
    disabled: locked,
    "data-testid": `option-${option.name}`,
  };
  if (option.type === "bool") return html`<${Switch} ...${common} checked=${value} onChange=${onSet} />`;
  if (option.type === "int")
    return html`<${Count} ...${common} value=${value} low=${option.low} high=${option.high} onSet=${onSet}
        />`;
  return html`<${Select} ...${common} value=${value} options=${option.choices} onChange=${onSet} />`;
}

/**
 * A whole number; it counts once the field is left or Enter is pressed.
 * @param {{value: number, low: number, high: number, onSet: (value: number) => void} & Record<string,
 *   unknown>} props
 */
function Count({ value, low, high, onSet, ...rest }) {
  const [error, setError] = useState("");
  const [draft, setDraft] = useState(/** @type {string | null} */ (null));
  const type = (/** @type {Typed} */ event) => setDraft(event.target.value);
  const change = (/** @type {Typed} */ event) => {
    const wanted = Number(event.target.value);
    const fits = Number.isInteger(wanted) && wanted >= low && wanted <= high && event.target.value !== "";
    setError(fits ? "" : t("web.room.between", { low, high }));
    if (!fits) return;
    setDraft(null);
    onSet(wanted);
  };
  return html`<${Field} ...${rest} type="number" inputmode="numeric" dir="ltr" min=${low} max=${high} step="1"
      value=${draft ?? value} error=${error}
    onInput=${type} onChange=${change} />`;
}
