// @ts-check
/** @import { Typed } from "paiju/page" */
import { html, useState } from "../vendor/htm-preact.js";
import { t } from "../texts.js";
import { Button, Dialog, Field, go } from "../ui/ui.js";

/** Brings a seat from another device here, by the one-time code shown there. */
export function TakeOver() {
  const [open, setOpen] = useState(false);
  const [code, setCode] = useState("");
  const take = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (code.trim()) go(`/move/${encodeURIComponent(code.trim())}`);
  };
  return html`<button type="button" class="link" onClick=${() => setOpen(true)}>${t("web.move.title")}
    </button>
    ${
      open &&
      html`<${Dialog} title=${t("web.move.title")} onClose=${() => setOpen(false)}>
      <form class="stack" onSubmit=${take}>
        <${Field} label=${t("web.move.code")} hint=${t("web.move.help")} value=${code} dir="ltr"
            autocomplete="off" autocapitalize="off"
          spellcheck=${false} onInput=${(/** @type {Typed} */ event) => setCode(event.target.value)} />
        <${Button} kind="main" type="submit">${t("web.move.take")}<//>
      </form>
    <//>`
    }`;
}
