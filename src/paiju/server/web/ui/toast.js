// @ts-check
import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";

const SHOWN_MS = 4000;

/** @type {(text: string, kind: string) => void} */
let show = () => {};

/**
 * Says one line at the foot of the page; the next one replaces it.
 * @param {string} text
 * @param {"plain" | "danger"} [kind]
 */
export const toast = (text, kind = "plain") => show(text, kind);

/** The place of toasts: mounted once. Also over open sheets, where the browser can. */
export function Toasts() {
  const [now, setNow] = useState({ text: "", kind: "plain" });
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    let timer = 0;
    show = (text, kind) => {
      clearTimeout(timer);
      timer = window.setTimeout(() => setNow({ text: "", kind: "plain" }), SHOWN_MS);
      setNow({ text, kind });
    };
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const element = place.current;
    if (!element?.showPopover) return;
    if (element.matches(":popover-open")) element.hidePopover();
    if (now.text) element.showPopover();
  }, [now]);
  const role = now.kind === "danger" ? "alert" : "status";
  return html`<div class=${`toast toast-${now.kind}`} popover="manual" role=${role} ref=${place}
      data-empty=${now.text === ""}>
    ${now.text}
  </div>`;
}
