// @ts-check
/** @import { Refused, Typed } from "paiju/page" */
import { html, useState } from "../vendor/htm-preact.js";
import { api } from "../net.js";
import { sayError, t } from "../texts.js";
import { Button, Field, go } from "../ui/ui.js";
import { tablePath } from "./join.js";

const DIGITS = 6;
const ZEROS = [0x06f0, 0x0660, 0xff10]; // Persian, Arabic and full-width

/** Digits of any keyboard as 0 to 9; everything else falls away. @param {string} text */
function digitsOf(text) {
  const latin = Array.from(text, (sign) => {
    const zero = ZEROS.find((first) => sign.charCodeAt(0) >= first && sign.charCodeAt(0) < first + 10);
    return zero === undefined ? sign : String(sign.charCodeAt(0) - zero);
  });
  return latin.join("").replace(/\D/g, "").slice(0, DIGITS);
}

/** Into a friend's room by its six digits; the sixth digit already asks. */
export function JoinForm() {
  const [code, setCode] = useState("");
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const enter = async (/** @type {string} */ digits) => {
    if (busy) return;
    if (digits.length < DIGITS) return setError(t("web.join.six"));
    setBusy(true);
    try {
      go(tablePath(await api("POST", "/api/join", { code: digits })));
    } catch (refusal) {
      setError(sayError(/** @type {Refused} */ (refusal)));
      setBusy(false);
    }
  };
  const type = (/** @type {Typed} */ event) => {
    const digits = digitsOf(event.target.value);
    event.target.value = digits;
    setCode(digits);
    setError("");
    if (digits.length === DIGITS && digits !== code) enter(digits);
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    enter(code);
  };
  return html`<form class="join" onSubmit=${submit}>
    <${Field} label=${t("web.join.code")} error=${error} value=${code} onInput=${type} data-testid="join-code"
        inputmode="numeric"
      autocomplete="off" dir="ltr" class="join-field" placeholder="482913" enterkeyhint="go" />
    <${Button} type="submit" busy=${busy}>${t("web.join.enter")}<//>
  </form>`;
}
