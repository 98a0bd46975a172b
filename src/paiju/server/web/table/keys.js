// @ts-check
import { useEffect, useRef } from "../vendor/htm-preact.js";
import { prefs } from "../prefs.js";

const TYPING = "input, textarea, select, [contenteditable]";
const ACTIVE = "button, a, [role=button], summary";

/** The name of a key stroke: `a`, `S-a`, `5`, `S-5`, `Enter`. @param {KeyboardEvent} event */
export function keyName(event) {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code);
  const key = digit ? digit[1] : event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return event.shiftKey && key !== "?" ? `S-${key}` : key;
}

/**
 * Keys while the table has the focus and no sheet is open. Enter and Space belong to a focused button.
 * @param {Record<string, (event: KeyboardEvent) => void>} handlers by `keyName`
 */
export function useKeys(handlers) {
  const now = useRef(handlers);
  now.current = handlers;
  useEffect(() => {
    const listen = (/** @type {KeyboardEvent} */ event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      const at = target.closest?.("#table") || target === document.body;
      if (!at || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target.closest?.(TYPING) || document.querySelector("dialog[open]")) return;
      const name = keyName(event);
      const bare = name.replace("S-", "");
      if ((bare === "Enter" || bare === " ") && target.closest?.(ACTIVE)) return;
      if (bare.length === 1 && bare !== " " && !prefs().single_keys) return;
      const handler = now.current[name];
      if (!handler) return;
      event.preventDefault();
      handler(event);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}
