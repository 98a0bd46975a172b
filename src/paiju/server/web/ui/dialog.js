// @ts-check
/** @import { Child } from "paiju/page" */
import { html } from "../vendor/htm-preact.js";
import { Sheet } from "./sheet.js";

/**
 * A small window in the middle, for one question or one message.
 * @param {{title: string, onClose: () => void, footer?: Child, testid?: string, children?: Child}} props
 */
export function Dialog(props) {
  return html`<${Sheet} ...${props} kind="dialog" />`;
}
