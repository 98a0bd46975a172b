// @ts-check
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { ownText } from "../games.js";
import { useGame } from "../room/game.js";
import { Sections, useFocus, useRules } from "../room/leaflet.js";
import { t } from "../texts.js";
import { Select, useTitle } from "../ui/ui.js";
import { ErrorPage } from "./error.js";
import { PageHead } from "./head.js";

/** The rule that the address names, as in `/rules/baohuang#A16`. */
function useAnchor() {
  const read = () => decodeURIComponent(location.hash.slice(1));
  const [anchor, setAnchor] = useState(read);
  useEffect(() => {
    const follow = () => setAnchor(read());
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return anchor;
}

/** `/rules/GAME`: the rules of a named rule set from beginning to end. @param {{id: string}} props */
export function Rules({ id }) {
  const { info, error } = useGame(id);
  const [preset, setPreset] = useState("");
  const { rules } = useRules(`/api/games/${encodeURIComponent(id)}/rules?preset=${preset}`);
  const anchor = useAnchor();
  useFocus(rules, anchor);
  const title = ownText(`web.home.rules.${id}`, id);
  useTitle(title);
  if (error)
    return html`<${ErrorPage} error=${error.status === 404 ? { code: "page.none" } : error}
        onRetry=${() => location.reload()} />`;
  return html`<main class="page prose leaflet" aria-busy=${!rules}>
    <${PageHead} title=${title} />
    ${
      info &&
      html`<${Select} label=${t("web.room.presets")} value=${preset || info.presets[0].name}
          onChange=${setPreset}
      options=${info.presets.map((one) => ({ value: one.name, label: one.label }))} />`
    }
    ${
      rules
        ? html`<${Sections} rules=${rules} focus=${anchor} />`
        : html`<div class="ghost ghost-card"></div>
    <div class="ghost ghost-card"></div>`
    }
  </main>`;
}
