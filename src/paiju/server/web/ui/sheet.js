// @ts-check
/** @import { Child } from "paiju/page" */
import { html, useLayoutEffect, useRef } from "../vendor/htm-preact.js";
import { t } from "../texts.js";
import { Button } from "./button.js";
import { unique } from "./unique.js";

/**
 * A sheet over the page, from below on phones and from the side elsewhere. It is open while it is mounted.
 * @param {{title: string, onClose: () => void, kind?: "sheet" | "dialog", footer?: Child, testid?: string,
 *   class?: string, children?: Child}} props
 */
export function Sheet({ title, onClose, kind = "sheet", footer, testid, class: extra = "", children }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const id = useRef(unique("sheet"));
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => element?.close(); // gives the focus back to where it was
  }, []);
  const cancel = (/** @type {Event} */ event) => {
    event.preventDefault();
    onClose();
  };
  const outside = (/** @type {MouseEvent} */ event) => event.target === dialog.current && onClose();
  return html`<dialog ref=${dialog} class=${`${kind} ${extra}`} aria-labelledby=${id.current}
      data-testid=${testid}
      onCancel=${cancel} onClick=${outside}>
    <div class="sheet-inner">
      <header class="sheet-head">
        <h2 id=${id.current} tabindex="-1">${title}</h2>
        <${Button} kind="quiet" icon="close" aria-label=${t("web.close")} onClick=${onClose} />
      </header>
      <div class="sheet-body" tabindex="0">${children}</div>
      ${footer && html`<footer class="sheet-foot">${footer}</footer>`}
    </div>
  </dialog>`;
}
