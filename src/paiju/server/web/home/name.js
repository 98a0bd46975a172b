// @ts-check
/** @import { Typed } from "paiju/page" */
import { html, useState } from "../vendor/htm-preact.js";
import { sayError, t } from "../texts.js";
import { Button, Dialog, Field } from "../ui/ui.js";
import { saveMe, useMe } from "./me.js";

/** The own name; a press changes it. */
export function NameButton() {
  const { name } = useMe();
  const [open, setOpen] = useState(false);
  return html`<${Button} kind="quiet" icon="person" aria-label=${t("web.name.change", { name })}
      onClick=${() => setOpen(true)}>
      <bdi>${name}</bdi>
    <//>
    ${open && html`<${NameDialog} name=${name} onClose=${() => setOpen(false)} />`}`;
}

/** @param {{name: string, onClose: () => void}} props */
export function NameDialog({ name, onClose }) {
  const [text, setText] = useState(name);
  const [error, setError] = useState("");
  const save = (/** @type {Event} */ event) => {
    event.preventDefault();
    saveMe({ name: text.trim() }).then(onClose, (refusal) => setError(sayError(refusal)));
  };
  return html`<${Dialog} title=${t("web.name")} onClose=${onClose}>
    <form class="stack" onSubmit=${save}>
      <${Field} label=${t("web.name.yours")} hint=${t("web.name.hint")} value=${text} error=${error}
          maxlength="64" autofocus
        autocomplete="nickname" dir="auto" data-testid="name"
        onInput=${(/** @type {Typed} */ event) => setText(event.target.value)} />
      <${Button} kind="main" type="submit">${t("web.save")}<//>
    </form>
  <//>`;
}
