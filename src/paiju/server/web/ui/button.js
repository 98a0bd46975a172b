// @ts-check
/** @import { Child } from "paiju/page" */
import { html } from "../vendor/htm-preact.js";
import { Icon } from "./icon.js";

/**
 * A button. `kind`: main (accent), plain, quiet (no frame) or danger. While it is `busy` it takes no press.
 * Further properties go to the element.
 * @param {{kind?: string, icon?: string, class?: string, wide?: boolean, busy?: boolean, children?: Child} &
 *   Record<string, unknown>} props
 */
export function Button({
  kind = "plain",
  icon,
  wide = false,
  busy = false,
  onClick,
  children,
  class: extra = "",
  ...rest
}) {
  const look = ["button", `button-${kind}`, wide && "button-wide", !children && "button-icon", extra];
  return html`<button type="button" class=${look.filter(Boolean).join(" ")} aria-busy=${busy || null}
      onClick=${busy ? null : onClick} ...${rest}>
    ${icon && html`<${Icon} name=${icon} />`}${children && html`<span>${children}</span>`}
  </button>`;
}
