// @ts-check
/** Brings the seat or the lessons here to another device. */
import { api } from "../net.js";
import { useSeconds } from "../table/frame.js";
import { sayError, t } from "../texts.js";
import { Button, Sheet } from "../ui/ui.js";
import { html, useEffect, useState } from "../vendor/htm-preact.js";

/**
 * A one-time code, also as a picture, that moves what is here to another device.
 * @param {{path: string, help: string, onClose: () => void}} props  where the code comes from
 */
export function MoveSheet({ path, help, onClose }) {
  const [given, setGiven] = useState(/** @type {{code: string, deadline: number} | null} */ (null));
  const [error, setError] = useState("");
  const ask = () =>
    api("POST", path).then(
      (/** @type {{code: string, expires_ms: number}} */ answer) =>
        setGiven({ ...answer, deadline: performance.now() + answer.expires_ms }),
      (refused) => setError(sayError(refused)),
    );
  useEffect(() => void ask(), []);
  const seconds = useSeconds(given?.deadline);
  return html`<${Sheet} title=${t("web.table.move")} onClose=${onClose} testid="move-sheet">
    <p>${help}</p>
    ${error && html`<p role="alert">${error}</p>`}
    ${
      given &&
      seconds !== null &&
      seconds > 0 &&
      html`<div class="move">
      <img src=${`/api/move/${encodeURIComponent(given.code)}/qr.svg`} width="200" height="200"
          alt=${t("web.table.move.qr")} />
      <p class="move-code" dir="ltr">${given.code}</p>
      <p class="muted">${t("web.table.move.left", { seconds })}</p>
    </div>`
    }
    ${seconds === 0 && html`<${Button} kind="main" wide onClick=${ask}>${t("web.again")}<//>`}
  <//>`;
}
