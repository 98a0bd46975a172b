// @ts-check
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { ownText } from "../games.js";
import { useGame } from "../room/game.js";
import { Sections, useRules } from "../room/leaflet.js";
import { has, t } from "../texts.js";
import { Button, Select, useTitle } from "../ui/ui.js";
import { ErrorPage } from "./error.js";
import { PageHead } from "./head.js";
import { useOpening } from "./open.js";

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
  const [preset, setPreset] = useState(() => new URLSearchParams(location.search).get("preset") ?? "");
  const { rules } = useRules(
    `/api/games/${encodeURIComponent(id)}/rules?preset=${encodeURIComponent(preset)}`,
  );
  const anchor = useAnchor();
  const title = ownText(`web.home.rules.${id}`, id);
  useTitle(title);
  if (error)
    return html`<${ErrorPage} error=${error.status === 404 ? { code: "page.none" } : error}
        onRetry=${() => location.reload()} />`;
  return html`<main class="page prose leaflet booklet" aria-busy=${!rules}>
    <${PageHead} title=${title} />
    ${
      info &&
      html`<${Select} label=${t("web.room.presets")} value=${preset || info.presets[0].name}
          onChange=${setPreset}
      options=${choices(id, preset, info)} />`
    }
    ${info && html`<${Begin} game=${id} preset=${preset || info.presets[0].name} />`}
    ${
      rules
        ? html`<${Contents} rules=${rules} />
          <${Sections} game=${id} rules=${rules} focus=${anchor} level="2" whole />`
        : html`<div class="ghost ghost-card"></div>
    <div class="ghost ghost-card"></div>`
    }
  </main>`;
}

/**
 * The titles of the sections, each of which leads there.
 * @param {{rules: import("paiju/page").Rules}} props
 */
const Contents = ({ rules }) => html`<nav class="contents" aria-label=${t("web.rules.contents")}>
  ${rules.sections.map(
    ({ title }, at) =>
      title &&
      html`<button type="button" key=${at} class="town" onClick=${() =>
        document.getElementById(`part-${at}`)?.scrollIntoView()}>${title}</button>`,
  )}</nav>`;

/**
 * The rule sets of a game, and the one that the address names by another name.
 * @param {string} game
 * @param {string} preset
 * @param {import("paiju/page").GameInfo} info
 */
function choices(game, preset, { presets }) {
  const named = presets.map((one) => ({ value: one.name, label: one.label }));
  const own = `preset.${game}.${preset}`;
  const known = !preset || presets.some((one) => one.name === preset);
  return known || !has(own) ? named : [{ value: preset, label: t(own) }, ...named];
}

/** The ways to a table with these rules. @param {{game: string, preset: string}} props */
function Begin({ game, preset }) {
  const { busy, open } = useOpening(game, { preset, options: {} });
  return html`<div class="row begin" role="group" aria-label=${t("web.home.these")}>
    <${Button} kind="main" busy=${busy === "play"} onClick=${() => open(true)}>${t("web.home.play")}<//>
    <${Button} busy=${busy === "room"} onClick=${() => open(false)}>${t("web.home.room")}<//>
  </div>`;
}
