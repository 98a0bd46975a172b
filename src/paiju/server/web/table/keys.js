// @ts-check
import { useEffect, useRef } from "../vendor/htm-preact.js";
import { prefs } from "../prefs.js";

const TYPING = "input, textarea, select, [contenteditable]";
const ACTIVE = "button, a, [role=button], summary";

/**
 * The name of a key stroke: `a`, `S-a`, `5`, `S-5`, `Enter`. Where the layout has other letters than Latin
 * ones, it goes by the place of the key.
 * @param {KeyboardEvent} event
 */
export function keyName(event) {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code);
  const letter = /^[a-z]$/i.test(event.key) ? null : /^Key([A-Z])$/.exec(event.code);
  const typed = event.key === "؟" ? "?" : event.key;
  const key = digit?.[1] ?? letter?.[1].toLowerCase() ?? (typed.length === 1 ? typed.toLowerCase() : typed);
  return event.shiftKey && key !== "?" ? `S-${key}` : key;
}

/**
 * Keys while the table has the focus and no sheet is open. Enter and Space belong to a focused button. A key
 * that is held down counts once, on a button too.
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
      if ((bare === "Enter" || bare === " ") && target.closest?.(ACTIVE)) {
        if (event.repeat) event.preventDefault();
        return;
      }
      if (bare.length === 1 && bare !== " " && !prefs().single_keys) return;
      const handler = now.current[name];
      if (!handler) return;
      event.preventDefault();
      if (!event.repeat) handler(event);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}
