// @ts-check
/** @import { Child } from "paiju/page" */
import { html, useRef } from "../vendor/htm-preact.js";
import { unique } from "./unique.js";

/**
 * A choice of a few values side by side (radio buttons underneath).
 * @template V
 * @param {{label: string, value: V, options: {value: V, label: string, testid?: string, picture?: Child}[],
 *   onChange: (value: V) => void, disabled?: boolean, hideLabel?: boolean}} props
 */
export function Segmented({ label, value, options, onChange, disabled = false, hideLabel = false }) {
  const name = useRef(unique("segmented"));
  return html`<fieldset class="segmented" disabled=${disabled}>
    <legend class=${hideLabel ? "visually-hidden" : ""}>${label}</legend>
    <div class="segments">
      ${options.map(
        (option) => html`<label class="segment" key=${option.value}>
          <input type="radio" name=${name.current} checked=${option.value === value}
              data-testid=${option.testid}
            onChange=${() => onChange(option.value)} />
          <span>${option.picture}${option.label}</span>
        </label>`,
      )}
    </div>
  </fieldset>`;
}
