// @ts-check
import { html } from "../vendor/htm-preact.js";
import { sayError, t } from "../texts.js";
import { Button, go, useTitle } from "../ui/ui.js";

/**
 * A page with one sentence, its code and the ways on.
 * @param {{error: {code: string, facts?: any}, onRetry?: () => void, retryText?: string}} props
 */
export function ErrorPage({ error, onRetry, retryText }) {
  const bye = `web.bye.${error.code}`;
  const sentence = t(bye) === bye ? sayError(error) : t(bye);
  useTitle(sentence);
  return html`<main class="page error-page">
    <h1 tabindex="-1">${sentence}</h1>
    <p class="muted"><code dir="ltr">${error.code}</code></p>
    <div class="row">
      ${onRetry && html`<${Button} kind="main" onClick=${onRetry}>${retryText ?? t("web.again")}<//>`}
      <${Button} kind=${onRetry ? "plain" : "main"} onClick=${() => go("/")}>${t("web.home")}<//>
    </div>
  </main>`;
}

/** A path that names no page. */
export const NoPage = () => html`<${ErrorPage} error=${{ code: "page.none" }} />`;

/** A page whose files did not arrive. */
export const Unloaded = () => html`<${ErrorPage} error=${{ code: "net.offline" }} onRetry=${() => location.reload()} />`;
