// @ts-check
import { html } from "../vendor/htm-preact.js";
import { inWords, useGame } from "../room/game.js";
import { t } from "../texts.js";
import { useTitle } from "../ui/ui.js";
import { ErrorPage } from "./error.js";
import { PageHead } from "./head.js";

/** `/rules/GAME`: the named rule sets, and every option with the rule that defines it. @param {{id: string}} props */
export function Rules({ id }) {
  const { info, error } = useGame(id);
  const title = t(`web.home.rules.${id}`);
  useTitle(title);
  if (error) return html`<${ErrorPage} error=${error.status === 404 ? { code: "page.none" } : error} onRetry=${() => location.reload()} />`;
  return html`<main class="page prose" aria-busy=${!info}>
    <${PageHead} title=${title} />
    ${info
      ? html`<${Presets} presets=${info.presets} />${info.groups.map(
          (/** @type {any} */ group) => html`<${Group} key=${group.name} group=${group}
            options=${info.options.filter((/** @type {any} */ option) => option.group === group.name)} />`,
        )}`
      : html`<div class="ghost ghost-card"></div><div class="ghost ghost-card"></div>`}
  </main>`;
}

/** @param {{presets: any[]}} props */
const Presets = ({ presets }) => html`<h2>${t("web.room.presets")}</h2>
  <dl>${presets.map((preset) => html`<div key=${preset.name}><dt>${preset.label}</dt><dd>${preset.help}${preset.line !== preset.help && html`<br />${preset.line}`}</dd></div>`)}</dl>`;

/** @param {{group: any, options: any[]}} props */
const Group = ({ group, options }) => html`<h2>${group.label}</h2>
  <dl>
    ${options.map(
      (option) => html`<div key=${option.name}>
        <dt>${option.label}: <span class="muted">${inWords(option, option.default)}</span></dt>
        <dd>${option.help} <bdi class="rule">${option.rule}</bdi></dd>
      </div>`,
    )}
  </dl>`;
