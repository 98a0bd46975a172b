// @ts-check
import { t } from "../texts.js";
import { html, useRef } from "../vendor/htm-preact.js";
import { Button } from "./button.js";
import { toast } from "./toast.js";

/**
 * A link, or another line, to copy; where the browser does not copy, it is selected for the hand.
 * @param {{link: string, label?: string, testid?: string}} props
 */
export function LinkField({ link, label = t("web.room.link"), testid = "room-link" }) {
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const copy = async () => {
    field.current?.select();
    const done = await (navigator.clipboard?.writeText(link).then(
      () => true,
      () => false,
    ) ?? old());
    toast(t(done ? "web.copied" : "web.copy.self"));
  };
  return html`<div class="link-field">
    <input ref=${field} readonly dir="ltr" value=${link} aria-label=${label}
        data-testid=${testid}
      onFocus=${() => field.current?.select()} />
    <${Button} icon="copy" onClick=${copy}>${t("web.copy")}<//>
  </div>`;
}

/** Copying the selected text as browsers do over plain http. */
function old() {
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  }
}
