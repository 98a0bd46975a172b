// @ts-check
import { html, useState } from "../vendor/htm-preact.js";
import { clearPrefs } from "../prefs.js";
import { sayError, t } from "../texts.js";
import { Button, Dialog, go, toast, useTitle } from "../ui/ui.js";
import { PageHead } from "./head.js";
import { forgetMe, useMe } from "./me.js";

const KEPT = ["guest", "tables", "records", "chat", "device", "never"];

/** What this is, what is stored about a guest, and how to delete it. */
export function About() {
  const { limits } = useMe();
  const [asking, setAsking] = useState(false);
  useTitle(t("web.about"));
  const forget = () =>
    forgetMe().then(
      () => {
        clearPrefs();
        toast(t("web.about.deleted"));
        go("/", { replace: true });
      },
      (error) => toast(sayError(error), "danger"),
    );
  return html`<main class="page prose">
    <${PageHead} title=${t("web.about")} />
    <p>${t("web.about.what")}</p>
    <p>${t("web.about.points")}</p>
    <h2>${t("web.about.kept")}</h2>
    <dl>
      ${KEPT.map(
        (name) =>
          html`<div key=${name}><dt>${t(`web.about.${name}`)}</dt><dd>${t(`web.about.${name}.text`, limits)}
            </dd></div>`,
      )}
    </dl>
    <h2>${t("web.about.delete")}</h2>
    <p>${t("web.about.delete.text")}</p>
    <p><${Button} kind="danger" icon="trash" data-testid="delete-me" onClick=${() => setAsking(true)}>
    ${t("web.about.delete.all")}<//></p>
    <h2>${t("web.about.code")}</h2>
    <p>${t("web.about.code.text")}</p>
    ${
      asking &&
      html`<${Dialog} title=${t("web.about.delete.all")} onClose=${() => setAsking(false)}
      footer=${html`<${Button} onClick=${() => setAsking(false)}>${t("web.cancel")}<//>
        <${Button} kind="danger" data-testid="delete-me-now" onClick=${forget}>${t("web.about.delete.now")}
        <//>`}>
      <p>${t("web.about.delete.sure")}</p>
    <//>`
    }
  </main>`;
}
