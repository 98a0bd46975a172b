// @ts-check
/** What there is to learn, in the order in which it helps, with marks at what is done. */
import { PageHead } from "../home/head.js";
import { t } from "../texts.js";
import { Icon, Link, useTitle } from "../ui/ui.js";
import { html } from "../vendor/htm-preact.js";
import { useLearned } from "./progress.js";

/** @param {{games: string[]}} props */
export function Path({ games }) {
  const done = useLearned();
  useTitle(t("web.learn.all"));
  return html`<main class="page learn-path" data-testid="path">
    <${PageHead} title=${t("web.learn.all")} />
    <p class="muted">${t("web.learn.help")}</p>
    ${games.map(
      (game) => html`<section key=${game} class="part" aria-labelledby=${`learn-${game}`}>
      <h2 id=${`learn-${game}`}>${t(`web.game.${game}`)}</h2>
      <ol class="learn-list">
        <${Entry} path=${`${game}/deal`} title=${t("web.first.title")} line=${t("web.first.line")}
            done=${done.has(`${game}/deal`)} />
      </ol>
    </section>`,
    )}
  </main>`;
}

/** @param {{path: string, title: string, line: string, done: boolean}} props */
const Entry = ({ path, title, line, done }) => html`<li><${Link} class="learn-entry" href=${`/learn/${path}`}
    data-done=${done}>
  <span class="learn-mark">${done && html`<${Icon} name="check" />`}</span>
  <span><strong>${title}</strong>${done && html`<span class="visually-hidden"> ${t("web.learn.done")}</span>`}
    <small class="muted">${line}</small></span>
  <${Icon} name="chevron" />
<//></li>`;
