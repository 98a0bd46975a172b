// @ts-check
/** @import { Typed } from "paiju/page" */
import { html, useRef } from "../vendor/htm-preact.js";
import { unique } from "./unique.js";

/**
 * A labelled text or number field; `hint` and `error` are read out with it.
 * @param {{label: string, hint?: string, error?: string | null, class?: string} & Record<string, unknown>}
 *   props
 */
export function Field({ label, hint, error, class: extra = "", ...rest }) {
  const id = useRef(unique("field")).current;
  const about = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return html`<div class=${`field ${extra}`}>
    <label for=${id}>${label}</label>
    <input id=${id} aria-describedby=${about || null} aria-invalid=${error ? "true" : null} ...${rest} />
    ${hint && html`<p class="hint" id=${`${id}-hint`}>${hint}</p>`}
    ${error && html`<p class="field-error" role="alert" id=${`${id}-error`}>${error}</p>`}
  </div>`;
}

/**
 * A labelled list to choose from.
 * @template V
 * @param {{label: string, value: V, options: {value: V, label: string}[], onChange: (value: V) => void,
 *   hint?: string, class?: string} & Record<string, unknown>} props
 */
export function Select({ label, value, options, onChange, hint, class: extra = "", ...rest }) {
  const id = useRef(unique("field")).current;
  const choose = (/** @type {Event & {target: HTMLSelectElement}} */ event) => {
    const chosen = options[event.target.selectedIndex];
    if (chosen) onChange(chosen.value);
  };
  return html`<div class=${`field ${extra}`}>
    <label for=${id}>${label}</label>
    <select id=${id} value=${String(value)} onChange=${choose} aria-describedby=${hint ? `${id}-hint` : null}
        ...${rest}>
      ${options.map((o) => html`<option key=${String(o.value)} value=${String(o.value)}>${o.label}</option>`)}
    </select>
    ${hint && html`<p class="hint" id=${`${id}-hint`}>${hint}</p>`}
  </div>`;
}

/**
 * A labelled switch.
 * @param {{label: string, checked: boolean, onChange: (on: boolean) => void, hint?: string} & Record<string,
 *   unknown>} props
 */
export function Switch({ label, checked, onChange, hint, ...rest }) {
  const change = (/** @type {Typed} */ event) => onChange(event.target.checked);
  return html`<label class="switch">
    <span class="switch-text">${label}${hint && html`<small class="hint">${hint}</small>`}</span>
    <input type="checkbox" role="switch" checked=${checked} onChange=${change} ...${rest} />
    <span class="switch-knob" aria-hidden="true"></span>
  </label>`;
}
