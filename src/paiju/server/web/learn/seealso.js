// @ts-check
/** Beside a rule: the lesson that teaches it, in a page of its own, so that nobody leaves a table for it. */
import { t } from "../texts.js";
import { Icon } from "../ui/ui.js";
import { html } from "../vendor/htm-preact.js";
import { useLessons } from "./path.js";

/** @param {{game: string, rule: string}} props */
export function SeeAlso({ game, rule }) {
  const lesson = useLessons(game).find(({ rules }) => rules.includes(rule));
  if (!lesson) return null;
  const title = t(`web.lesson.${game}.${lesson.name}`);
  return html`<a class="button button-wide" href=${`/learn/${game}/${lesson.name}`} target="_blank"
      data-testid="see-also"><${Icon} name="hint" /><span>${t("web.lesson.about", { title })}</span></a>`;
}
