// @ts-check
/** @import { Refused } from "paiju/page" */
/** The frame that shows a record in somebody else's page, with names or without. */
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { api } from "../net.js";
import { LinkField } from "../ui/linkfield.js";
import { sayError, t } from "../texts.js";
import { Switch } from "../ui/ui.js";

/** @param {{id: string, address: string}} props */
export function Embed({ id, address }) {
  const [names, setNames] = useState(false);
  const [path, setPath] = useState("");
  const [error, setError] = useState(/** @type {Refused | null} */ (null));
  useEffect(() => {
    let current = true;
    setPath("");
    api("POST", `/api/records/${encodeURIComponent(id)}/share`, { names }).then(
      (answer) => current && setPath(answer.path),
      (refused) => current && setError(refused),
    );
    return () => {
      current = false;
    };
  }, [id, names]);
  const place = new URL(address, location.href).search.replace(/&review=\d/, "");
  const source = `${location.origin}${path}${place}`;
  const look = 'width="100%" height="640" title="paiju" loading="lazy"';
  const frame = `<iframe src="${source}" ${look}></iframe>`;
  return html`<section class="stack" data-testid="embed">
    <h3>${t("web.share.embed")}</h3>
    ${error && html`<p role="alert">${sayError(error)}</p>`}
    ${path && html`<${LinkField} link=${frame} label=${t("web.share.embed")} testid="embed-code" />`}
    <${Switch} label=${t("web.share.names")} checked=${names} onChange=${setNames}
      hint=${t("web.share.names.help")} data-testid="embed-names" />
  </section>`;
}
