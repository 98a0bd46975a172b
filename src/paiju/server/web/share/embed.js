// @ts-check
/** @import { Refused } from "paiju/page" */
/** The frame that shows a record in a page of others, with names or without; its players may revoke it. */
import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { api } from "../net.js";
import { LinkField } from "../ui/linkfield.js";
import { sayError, t } from "../texts.js";
import { Button, Switch, toast } from "../ui/ui.js";

/** @param {{id: string, address: string}} props */
export function Embed({ id, address }) {
  const [names, setNames] = useState(false);
  const [given, setGiven] = useState(/** @type {{path: string, mine: boolean} | null} */ (null));
  const [error, setError] = useState(/** @type {Refused | null} */ (null));
  const last = useRef(0);
  const ask = (/** @type {boolean} */ again) => {
    last.current += 1;
    const own = last.current;
    setError(null);
    api("POST", `/api/records/${encodeURIComponent(id)}/share`, { names, anew: again }).then(
      (answer) => {
        if (again) toast(t("web.share.revoked"));
        if (own === last.current) setGiven(answer);
      },
      (refused) => own === last.current && setError(refused),
    );
  };
  useEffect(() => {
    setGiven(null);
    ask(false);
    return () => {
      last.current += 1;
    };
  }, [id, names]);
  const place = new URL(address, location.href).search.replace(/&review=\d/, "");
  const source = `${location.origin}${given?.path}${place}`;
  const look = 'width="100%" height="640" title="paiju" loading="lazy"';
  const frame = `<iframe src="${source}" ${look}></iframe>`;
  return html`<section class="stack" data-testid="embed">
    <h3>${t("web.share.embed")}</h3>
    ${error && html`<p role="alert">${sayError(error)}</p>`}
    ${given && html`<${LinkField} link=${frame} label=${t("web.share.embed")} testid="embed-code" />`}
    <${Switch} label=${t("web.share.names")} checked=${names} onChange=${setNames}
      hint=${t("web.share.names.help")} data-testid="embed-names" />
    ${
      given?.mine &&
      html`<${Button} icon="lock" data-testid="embed-revoke" onClick=${() => ask(true)}>
        ${t("web.share.revoke")}<//>
      <p class="hint">${t("web.share.revoke.help")}</p>`
    }
  </section>`;
}
