// @ts-check
/** @import { Child } from "paiju/page" */
import { html } from "../vendor/htm-preact.js";
import { t } from "../texts.js";
import { Icon, Link } from "../ui/ui.js";

/**
 * The head of a page below home: the way back, the title, and what stands beside it.
 * @param {{title: Child, children?: Child}} props
 */
export function PageHead({ title, children }) {
  return html`<header class="page-head">
    <${Link} class="button button-quiet button-icon" href="/" aria-label=${t("web.home")}>
    <${Icon} name="back" /><//>
    <h1 tabindex="-1">${title}</h1>
    ${children}
  </header>`;
}
